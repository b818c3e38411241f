/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the functions inside mm/readahead_policy.c promise to each other.
 */
#include "contracts.h"

/*@
  requires nr_pages >= 1;
  assigns \nothing;
  ensures \min(nr_pages, max) <= \result <= max;
 */
static unsigned int ra_init_size(unsigned long nr_pages, unsigned int max);

/*@
  assigns \nothing;
  ensures \result == (size < max / 16 ? 4 * size :
		      size <= max / 2 ? 2 * size : max);
 */
static unsigned int ra_next_size(unsigned long size, unsigned int max);

/*@
  requires \valid(window);
  requires window->async_size <= window->size;
  assigns window->size, window->async_size;
  ensures window->async_size <= window->size;
  ensures window->size <= \max(\old(window->size), max);
  ensures window->size >= \min(\old(window->size), max);
 */
static void ra_merge_own_hit(struct ra_window *window, unsigned long index,
			     unsigned int max);

/*@
  requires window.async_size <= window.size;
  assigns \nothing;
  ensures \result.start == window.start;
  ensures \result.size == in_file(window.start, window.size, end);
  ensures \result.async_size ==
	  (window.start + window.size < end ? window.async_size : 0);
 */
static struct ra_window ra_cut(struct ra_window window, unsigned long end);

/*@
  requires given(req, limits);
  requires window.async_size <= window.size;
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size ==
	  in_file(window.start, window.size, limits->nr_file_pages);
  ensures \result.window.size > 0 ==> \result.window.start == window.start;
  ensures \result.window.size == 0 ==>
	  \result.window.start == req->index &&
	  \result.reason == RA_REASON_NO_HOLE;
  ensures \result.window.async_size > 0 ==>
	  \result.window.size - \result.window.async_size ==
	  window.size - window.async_size;
  ensures \result.pattern == pattern;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
 */
static struct ra_decision ra_within_file(const struct ra_request *req,
					 const struct ra_limits *limits,
					 struct ra_window window,
					 enum ra_pattern pattern);

/*@
  requires given(req, limits) && req->nr_pages >= 1;
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size <= max;
  ensures \result.window.size >=
	  in_file(req->index, \min(req->nr_pages, max), limits->nr_file_pages);
  ensures \result.pattern == pattern;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
static struct ra_decision ra_start(const struct ra_request *req,
				   const struct ra_limits *limits,
				   unsigned int max, enum ra_pattern pattern);

/*@
  requires remembered(req, limits, old);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size > 0 ==>
	  \result.window.start == old->start + old->size;
  ensures \result.window.size == 0 ==> \result.window.start == req->index;
  ensures \result.window.size <= \max(old->size, max);
  ensures max >= 1 && old->size >= 1 &&
	  old->start + old->size < limits->nr_file_pages ==>
	  \result.window.size >= 1;
  ensures \result.pattern == pattern;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
static struct ra_decision ra_advance(const struct ra_request *req,
				     const struct ra_limits *limits,
				     const struct ra_window *old,
				     unsigned int max, enum ra_pattern pattern);

/*@
  requires given(req, limits) && history >= 1 && max >= 1;
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size <= max;
  ensures \result.window.size >=
	  in_file(req->index, \min(req->nr_pages, max), limits->nr_file_pages);
  ensures \result.pattern == RA_PATTERN_CONTEXT;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
static struct ra_decision ra_context(const struct ra_request *req,
				     const struct ra_limits *limits,
				     unsigned long history, unsigned int max);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size > 0 ==> \result.window.start == next_hole;
  ensures \result.window.size == 0 ==> \result.window.start == req->index;
  ensures \result.window.size <= max;
  ensures req->index < next_hole <= req->index + max && max >= 1 &&
	  next_hole < limits->nr_file_pages ==> \result.window.size >= 1;
  ensures next_hole <= req->index || next_hole > req->index + max ==>
	  \result.window.size == 0;
  ensures \result.pattern == RA_PATTERN_MARKER;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
static struct ra_decision ra_from_hole(const struct ra_request *req,
				       const struct ra_limits *limits,
				       unsigned long next_hole,
				       unsigned int max);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size ==
	  in_file(req->index, nr_pages, limits->nr_file_pages);
  ensures \result.window.async_size == 0;
  ensures \result.pattern == pattern;
  ensures \result.nr_cut == 0 && \result.standalone == 1;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
static struct ra_decision ra_as_asked(const struct ra_request *req,
				      const struct ra_limits *limits,
				      unsigned int nr_pages,
				      enum ra_pattern pattern);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size ==
	  in_file(req->index, \min(nr_pages, cap), limits->nr_file_pages);
  ensures \result.window.async_size == 0;
  ensures \result.pattern == pattern;
  ensures \result.nr_cut == 0 && \result.standalone == 1;
  ensures cap == 0 <==> \result.reason == RA_REASON_OFF;
 */
static struct ra_decision ra_capped(const struct ra_request *req,
				    const struct ra_limits *limits,
				    unsigned long nr_pages, unsigned int cap,
				    enum ra_pattern pattern);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size ==
	  in_file(req->index, max, limits->nr_file_pages);
  ensures \result.window.async_size == 0;
  ensures \result.pattern == RA_PATTERN_OVERSIZE;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
static struct ra_decision ra_no_marker(const struct ra_request *req,
				       const struct ra_limits *limits,
				       unsigned int max);
