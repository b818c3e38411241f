/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the functions inside mm/readahead_base.c promise to each other.
 */
#include "contracts.h"

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures \result == largest(req, limits);
 */
static unsigned int base_max_pages(const struct ra_request *req,
				   const struct ra_limits *limits);

/*@
  requires request(req);
  assigns \nothing;
  ensures \result == 1 <==> can_start(req);
 */
static bool base_can_start(const struct ra_request *req);

/*@
  requires 1 <= nr_pages <= ULONG_MAX / 2 + 1;
  assigns \nothing;
 */
static unsigned int base_init_size(unsigned long nr_pages, unsigned int max);

/*@
  assigns \nothing;
 */
static unsigned int base_next_size(unsigned int size, unsigned int max);

/*@
  requires \valid(window);
  assigns window->size, window->async_size;
 */
static void base_merge_own_hit(struct ra_window *window, unsigned long index,
			       unsigned int max);

/*@
  requires a_base(base) && request(req);
  assigns \nothing;
  ensures \result.pattern == pattern;
 */
static struct ra_decision base_decision(const struct ra_base *base,
					const struct ra_request *req,
					struct ra_window window,
					unsigned int max,
					enum ra_pattern pattern);

/*@
  requires request(req);
  assigns \nothing;
  ensures \result.window.start == req->index;
  ensures \result.window.size == nr_pages;
  ensures \result.pattern == pattern;
  ensures \result.reason == RA_REASON_NONE;
 */
static struct ra_decision base_as_asked(const struct ra_request *req,
					unsigned int nr_pages,
					enum ra_pattern pattern);

/*@
  requires a_base(base) && request(req);
  requires pattern != RA_PATTERN_NONE;
  assigns \nothing;
  ensures can_start(req) ==> \result.pattern == pattern;
  ensures !can_start(req) ==> \result.pattern == RA_PATTERN_NONE &&
			      \result.window.size == 0;
 */
static struct ra_decision base_start(const struct ra_base *base,
				     const struct ra_request *req,
				     unsigned int max, enum ra_pattern pattern);

/*@
  requires a_base(base) && request(req) && \valid_read(old);
  assigns \nothing;
  ensures \result.pattern == RA_PATTERN_SUBSEQUENT;
 */
static struct ra_decision base_advance(const struct ra_base *base,
				       const struct ra_request *req,
				       const struct ra_window *old,
				       unsigned int max);

/*@
  requires a_base(base) && request(req);
  assigns \nothing;
  ensures \result.pattern == RA_PATTERN_CONTEXT;
 */
static struct ra_decision base_context(const struct ra_base *base,
				       const struct ra_request *req,
				       unsigned long history, unsigned int max);

/*@
  requires a_base(base) && request(req);
  assigns \nothing;
  ensures \result.pattern == RA_PATTERN_MARKER;
 */
static struct ra_decision base_marker(const struct ra_base *base,
				      const struct ra_request *req,
				      unsigned int max,
				      unsigned long next_hole);

/*@
  requires request(req) && \valid_read(old);
  assigns \nothing;
  ensures \result == 1 <==> req->index == folio(marker(old), req->order);
 */
static bool base_is_marker(const struct ra_request *req,
			   const struct ra_window *old);

/*@
  requires a_base(base) && request(req) && \valid_read(old);
  assigns \nothing;
  ensures \result == 1 <==> expected(base, req, old);
 */
static bool base_is_expected(const struct ra_base *base,
			     const struct ra_request *req,
			     const struct ra_window *old);

/*@
  requires a_base(base) && request(req) && \valid_read(old);
  assigns \nothing;
  ensures base_missed_as(\result, base, req, old, max);
 */
static enum ra_pattern base_sync_pattern(const struct ra_base *base,
					 const struct ra_request *req,
					 const struct ra_window *old,
					 unsigned int max);

/*@
  requires a_base(base) && request(req) && \valid_read(old);
  assigns \nothing;
  ensures base_touched_as(\result, base, req, old);
 */
static enum ra_pattern base_async_pattern(const struct ra_base *base,
					  const struct ra_request *req,
					  const struct ra_window *old);
