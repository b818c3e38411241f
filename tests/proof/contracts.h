/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the policy core promises, in ACSL, for Frama-C.  The prover reads this
 * file first and then a file of the core as it is: the kernel's sources hold no
 * annotation.
 *
 * The pages of a request, the limits, the last window and the facts may be
 * anything, also what no page cache would say, unless a requires says more.
 */
#ifndef _PROOF_CONTRACTS_H
#define _PROOF_CONTRACTS_H

#include <limits.h>
#include <linux/readahead_policy.h>

/*@
  predicate truth(_Bool b) = b == 0 || b == 1;

  predicate request{L}(struct ra_request *req) =
    \valid_read(req) && truth(req->sequential) &&
    req->order < 8 * sizeof(unsigned long);

  predicate given{L}(struct ra_request *req, struct ra_limits *limits) =
    request(req) && \valid_read(limits);

  predicate remembered{L}(struct ra_request *req, struct ra_limits *limits,
			  struct ra_window *old) =
    given(req, limits) && \valid_read(old);

  // The largest window that a request may get.
  logic integer largest{L}(struct ra_request *req, struct ra_limits *limits) =
    req->nr_pages > limits->ra_pages && limits->io_pages > limits->ra_pages ?
    \min(req->nr_pages, limits->io_pages) : limits->ra_pages;

  logic integer cap{L}(struct ra_limits *limits) =
    \max(limits->io_pages, limits->ra_pages);

  // The same for an explicit request, or for one of another pattern.
  logic integer cap_by{L}(struct ra_limits *limits, integer pattern) =
    pattern == RA_PATTERN_FADVISE ?
    \max(cap(limits), limits->explicit_pages) : cap(limits);

  // How many of nr_pages pages from start on lie in a file of end pages.
  logic integer in_file(integer start, integer nr_pages, integer end) =
    start < end ? \min(nr_pages, end - start) : 0;

  // A window in the file with its marker in it, or nothing and a reason.  The
  // last window of the file has no marker.
  predicate sound(struct ra_decision d, integer end) =
    (d.window.size > 0 ==> d.window.start + d.window.size <= end) &&
    (d.window.async_size > 0 ==> d.window.start + d.window.size < end) &&
    d.window.async_size <= d.window.size &&
    (d.window.size == 0 <==> d.reason != RA_REASON_NONE);

  predicate covers(struct ra_window w, integer index) =
    w.start <= index < w.start + w.size;

  predicate next{L}(struct ra_request *req) =
    req->index == req->prev_index || req->index == req->prev_index + 1;

  predicate run_end{L}(struct ra_request *req, struct ra_window *old) =
    old->size > 0 && old->start + old->size == req->index &&
    (next(req) || req->sequential == 1);

  predicate rest{L}(struct ra_request *req, struct ra_window *old) =
    old->size > 0 && old->start + old->size == req->index &&
    old->async_size == 0;

  // The table in readahead_pattern.c, but for the cached pages.
  predicate missed_as{L}(integer pattern, struct ra_request *req,
			 struct ra_window *old, integer max) =
    req->nr_pages == 0 ? pattern == RA_PATTERN_RANDOM :
    req->index == 0 ? pattern == RA_PATTERN_INITIAL0 :
    run_end(req, old) ? pattern == RA_PATTERN_INITIAL :
    req->nr_pages > max ? pattern == RA_PATTERN_OVERSIZE :
    next(req) ? pattern == RA_PATTERN_INITIAL :
    rest(req, old) ? pattern == RA_PATTERN_RANDOM :
    pattern == RA_PATTERN_CONTEXT;

  predicate sync_as{L}(integer pattern, struct ra_request *req,
		       struct ra_window *old, integer max, integer history) =
    missed_as(RA_PATTERN_CONTEXT, req, old, max) && history <= req->nr_pages ?
    pattern == RA_PATTERN_RANDOM : missed_as(pattern, req, old, max);

  // An index that wraps by intent: a window may say anything.
  logic integer marker{L}(struct ra_window *w) =
    (unsigned long)((unsigned long)(w->start + w->size) - w->async_size);

  // The first page of a folio that holds a page.
  logic integer folio(integer page, integer order) =
    page & (unsigned long)~((unsigned long)(1 << order) - 1);

  // The same of a request, in the very terms in which the core has it.
  logic integer huge_start{L}(struct ra_request *req) =
    req->index & (unsigned long)~((1 << req->order) - 1);

  predicate on_marker{L}(struct ra_request *req, struct ra_window *old) =
    old->size > 0 && req->index == folio(marker(old), req->order);

  // What a query tells, and what a decision takes from it, but for the fact.
  predicate sync_query{L}(struct ra_query query, struct ra_request *req,
			  struct ra_limits *limits, struct ra_window *old) =
    query.max_pages == largest(req, limits) &&
    missed_as(query.pattern, req, old, query.max_pages);

  predicate async_query{L}(struct ra_query query, struct ra_request *req,
			   struct ra_limits *limits, struct ra_window *old) =
    query.max_pages == largest(req, limits) &&
    (on_marker(req, old) ? query.pattern == RA_PATTERN_SUBSEQUENT :
     query.pattern == RA_PATTERN_MARKER);

  // A difference below 0 wraps once.  So C says; WP's own theory leaves it open.
  axiomatic arithmetic {
    axiom wraps: \forall integer n; -ULONG_MAX - 1 <= n < 0 ==>
      (unsigned long)n == n + ULONG_MAX + 1;

    // What a shift comes to, and the pages before one in its huge page, are left
    // open too.  tests/proof/trusted.c tries both.
    axiom shifted: \forall integer order; 0 <= order <= 30 ==>
      1 <= (1 << order) <= 1 << 30;

    axiom in_huge{L}: \forall struct ra_request *req;
      0 <= req->index <= ULONG_MAX && 0 <= req->order <= 30 ==>
      huge_start(req) <= req->index < huge_start(req) + (1 << req->order);
  }
*/

/*@
  requires \valid_read(window);
  assigns \nothing;
  ensures \result == 1 <==> window->size > 0 &&
			    window->start + window->size == index;
 */
static inline bool ra_window_ends_at(const struct ra_window *window,
				     unsigned long index);

/*@
  requires request(req);
  assigns \nothing;
  ensures req->index != 0 ==> (\result == 1 <==> next(req));
 */
static inline bool ra_is_next(const struct ra_request *req);

/*
 * Policy "classic"
 */

/*@
  requires remembered(req, limits, old);
  assigns \nothing;
  ensures sync_query(\result, req, limits, old);
  ensures missed_as(RA_PATTERN_CONTEXT, req, old, largest(req, limits)) ?
	  \result.fact == RA_FACT_HISTORY : \result.fact == RA_FACT_NONE;
 */
struct ra_query ra_classic_sync_query(const struct ra_request *req,
				      const struct ra_limits *limits,
				      const struct ra_window *old);

/*@
  requires remembered(req, limits, old);
  requires sync_query(query, req, limits, old);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size <= \max(largest(req, limits), old->size);
  ensures !run_end(req, old) ==>
	  \result.window.size <= largest(req, limits);
  ensures \result.window.start == req->index;
  ensures req->nr_pages >= 1 && limits->ra_pages >= 1 &&
	  req->index < limits->nr_file_pages ==>
	  covers(\result.window, req->index);
  ensures !run_end(req, old) ==>
	  \result.window.size >=
	  in_file(req->index, \min(req->nr_pages, largest(req, limits)),
		  limits->nr_file_pages);
  ensures \result.nr_cut == 0;
  ensures sync_as(\result.pattern, req, old, largest(req, limits), history);
  ensures \result.pattern == RA_PATTERN_OVERSIZE && !next(req) ==>
	  \result.window.async_size == 0;
  ensures \result.standalone == 1 <==> \result.pattern == RA_PATTERN_RANDOM;
  ensures \result.standalone == 1 ==>
	  \result.window.async_size == 0 &&
	  \result.window.size ==
	  in_file(req->index, req->nr_pages, limits->nr_file_pages);
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
struct ra_decision ra_classic_sync(const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old,
				   struct ra_query query,
				   unsigned long history);

/*@
  requires remembered(req, limits, old);
  assigns \nothing;
  ensures async_query(\result, req, limits, old);
  ensures on_marker(req, old) ? \result.fact == RA_FACT_NONE :
	  \result.fact == RA_FACT_NEXT_HOLE;
 */
struct ra_query ra_classic_async_query(const struct ra_request *req,
				       const struct ra_limits *limits,
				       const struct ra_window *old);

/*@
  requires remembered(req, limits, old);
  requires async_query(query, req, limits, old);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size <= \max(largest(req, limits), old->size);
  ensures \result.pattern == RA_PATTERN_MARKER ==>
	  \result.window.size <= largest(req, limits);
  ensures \result.window.size > 0 ==>
	  \result.window.start ==
	  (\result.pattern == RA_PATTERN_MARKER ? next_hole :
	   old->start + old->size);
  ensures on_marker(req, old) && limits->ra_pages >= 1 &&
	  old->start + old->size < limits->nr_file_pages ==>
	  \result.window.size >= 1;
  ensures !on_marker(req, old) && limits->ra_pages >= 1 &&
	  req->index < next_hole <= req->index + largest(req, limits) &&
	  next_hole < limits->nr_file_pages ==> \result.window.size >= 1;
  ensures !on_marker(req, old) &&
	  (next_hole <= req->index ||
	   next_hole > req->index + largest(req, limits)) ==>
	  \result.window.size == 0;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures on_marker(req, old) ? \result.pattern == RA_PATTERN_SUBSEQUENT :
	  \result.pattern == RA_PATTERN_MARKER;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
struct ra_decision ra_classic_async(const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old,
				    struct ra_query query,
				    unsigned long next_hole);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size ==
	  in_file(req->index, \min(1, cap(limits)), limits->nr_file_pages);
  ensures \result.window.async_size == 0 && \result.nr_cut == 0;
  ensures \result.pattern == RA_PATTERN_RANDOM && \result.standalone == 1;
  ensures cap(limits) == 0 <==> \result.reason == RA_REASON_OFF;
 */
struct ra_decision ra_classic_single(const struct ra_request *req,
				     const struct ra_limits *limits);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.start == req->index;
  ensures \result.window.size ==
	  in_file(req->index, \min(req->nr_pages, cap_by(limits, pattern)),
		  limits->nr_file_pages);
  ensures \result.window.async_size == 0;
  ensures \result.nr_cut ==
	  (pattern == RA_PATTERN_FADVISE ?
	   in_file(req->index, req->nr_pages, limits->nr_file_pages) -
	   \result.window.size : 0);
  ensures \result.pattern == pattern && \result.standalone == 1;
  ensures cap_by(limits, pattern) == 0 <==>
	  \result.reason == RA_REASON_OFF;
 */
struct ra_decision ra_classic_forced(const struct ra_request *req,
				     const struct ra_limits *limits,
				     enum ra_pattern pattern);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size <= limits->ra_pages;
  ensures req->index < limits->nr_file_pages && limits->ra_pages >= 1 ==>
	  covers(\result.window, req->index);
  ensures \result.window.async_size > 0 ==>
	  \result.window.start + \result.window.size -
	  \result.window.async_size != req->index;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.pattern == RA_PATTERN_AROUND;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
struct ra_decision ra_classic_around(const struct ra_request *req,
				     const struct ra_limits *limits);

/*@
  requires given(req, limits) && req->order <= 30 && truth(single);
  assigns \nothing;
  ensures sound(\result, limits->nr_file_pages);
  ensures \result.window.size > 0 ==>
	  \result.window.start == huge_start(req);
  ensures req->index < limits->nr_file_pages ==>
	  covers(\result.window, req->index);
  ensures \result.window.size ==
	  in_file(huge_start(req),
		  (single == 1 ? 1 : 2) * (1 << req->order),
		  limits->nr_file_pages);
  ensures \result.window.async_size > 0 ==>
	  single == 0 && \result.window.async_size == 1 << req->order &&
	  \result.window.size - \result.window.async_size == 1 << req->order;
  ensures \result.nr_cut == 0 && \result.standalone == 0;
  ensures \result.pattern == RA_PATTERN_AROUND;
  ensures \result.reason == RA_REASON_NONE ||
	  \result.reason == RA_REASON_NO_HOLE;
 */
struct ra_decision ra_classic_huge(const struct ra_request *req,
				   const struct ra_limits *limits, bool single);

/*@
  predicate one_file(struct ra_window w, integer end) =
    (w.size > 0 ==> w.start + w.size <= end) &&
    (w.async_size > 0 ==> w.start + w.size < end) && w.async_size <= w.size;

  predicate apart(struct ra_window a, struct ra_window b) =
    a.size == 0 || a.start + a.size <= b.start || b.start + b.size <= a.start;

  predicate within(struct ra_window part, struct ra_window w) =
    w.start <= part.start && part.start + part.size <= w.start + w.size;

  // The first page behind a window, as far as there can be one.
  logic integer behind(struct ra_window w) =
    \min(w.start + w.size, ULONG_MAX);
*/

/*@
  requires \valid_read(limits) && \valid_read(taken);
  requires one_file(window, limits->nr_file_pages);
  requires covers(window, index) && !apart(window, *taken);
  assigns \nothing;
  ensures one_file(\result, limits->nr_file_pages);
  ensures apart(\result, *taken);
  ensures covers(*taken, index) ?
	  \result.start == behind(*taken) &&
	  \result.size == in_file(behind(*taken), window.size,
				  limits->nr_file_pages) :
	  within(\result, window) && covers(\result, index);
  ensures index < taken->start ==> \result.async_size == 0 &&
	  \result.start == window.start &&
	  \result.start + \result.size == taken->start;
  ensures index >= taken->start + taken->size ==>
	  \result.start == taken->start + taken->size &&
	  \result.start + \result.size == window.start + window.size &&
	  \result.async_size == \min(window.async_size, \result.size);
 */
struct ra_window ra_classic_beside(struct ra_window window,
				   const struct ra_limits *limits,
				   const struct ra_window *taken,
				   unsigned long index);

/*@
  assigns \nothing;
  ensures !covers(window, index) ==> \result == window;
  ensures covers(window, index) ==>
	  \result.start + \result.size == index &&
	  \result.size == \min(window.size, index) &&
	  \result.async_size ==
	  \max(0, window.async_size - (window.start + window.size - index));
  ensures window.async_size <= window.size ==>
	  \result.async_size <= \result.size;
 */
struct ra_window ra_classic_left(struct ra_window window, unsigned long index);

/*
 * The unpatched kernels: no run-time error, and where they are not defined
 */

/*@
  predicate base(struct ra_base b) =
    truth(b.joint) && truth(b.merges_own_hit) && truth(b.halves_full_marker) &&
    truth(b.skips_order_1) && truth(b.keeps_max_order) &&
    truth(b.grows_past_end);

  predicate a_base{L}(struct ra_base *b) = \valid_read(b) && base(*b);

  // Rounding up to a power of two is defined for these.
  predicate can_start{L}(struct ra_request *req) =
    1 <= req->nr_pages <= ULONG_MAX / 2 + 1;

  predicate expected{L}(struct ra_base *b, struct ra_request *req,
			struct ra_window *old) =
    req->index == folio(marker(old), req->order) ||
    b->joint == 1 && req->index == (unsigned long)(old->start + old->size);

  // The tables in readahead_base.c, but for the cached pages.
  predicate base_missed_as{L}(integer pattern, struct ra_base *b,
			      struct ra_request *req, struct ra_window *old,
			      integer max) =
    req->index == 0 ? pattern == RA_PATTERN_INITIAL0 :
    b->joint == 1 && expected(b, req, old) ?
    pattern == RA_PATTERN_SUBSEQUENT :
    req->nr_pages > max ? pattern == RA_PATTERN_OVERSIZE :
    next(req) ? pattern == RA_PATTERN_INITIAL : pattern == RA_PATTERN_CONTEXT;

  predicate base_touched_as{L}(integer pattern, struct ra_base *b,
			       struct ra_request *req, struct ra_window *old) =
    b->joint == 1 && req->index == 0 ? pattern == RA_PATTERN_INITIAL0 :
    expected(b, req, old) ? pattern == RA_PATTERN_SUBSEQUENT :
    pattern == RA_PATTERN_MARKER;

  // These begin with a first window.
  predicate starts(integer pattern) =
    pattern == RA_PATTERN_INITIAL0 || pattern == RA_PATTERN_OVERSIZE ||
    pattern == RA_PATTERN_INITIAL;
*/

/*@
  requires a_base(base) && remembered(req, limits, old);
  assigns \nothing;
  ensures \result.max_pages == largest(req, limits);
  ensures base_missed_as(\result.pattern, base, req, old, \result.max_pages);
  ensures \result.pattern == RA_PATTERN_CONTEXT ?
	  \result.fact == RA_FACT_HISTORY : \result.fact == RA_FACT_NONE;
 */
struct ra_query ra_base_sync_query(const struct ra_base *base,
				   const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old);

/*@
  requires a_base(base) && request(req) && \valid_read(old);
  requires base_missed_as(query.pattern, base, req, old, query.max_pages);
  assigns \nothing;
  ensures \result.pattern == RA_PATTERN_NONE ==> \result.window.size == 0;
  ensures starts(query.pattern) && !can_start(req) ?
	  \result.pattern == RA_PATTERN_NONE :
	  query.pattern == RA_PATTERN_CONTEXT && history <= req->nr_pages ?
	  \result.pattern == RA_PATTERN_RANDOM :
	  \result.pattern == query.pattern;
  ensures \result.pattern == RA_PATTERN_RANDOM ==>
	  \result.window.start == req->index &&
	  \result.window.size == req->nr_pages;
 */
struct ra_decision ra_base_sync(const struct ra_base *base,
				const struct ra_request *req,
				const struct ra_window *old,
				struct ra_query query,
				unsigned long history);

/*@
  requires a_base(base) && remembered(req, limits, old);
  assigns \nothing;
  ensures \result.max_pages == largest(req, limits);
  ensures base_touched_as(\result.pattern, base, req, old);
  ensures \result.pattern == RA_PATTERN_MARKER ?
	  \result.fact == RA_FACT_NEXT_HOLE : \result.fact == RA_FACT_NONE;
 */
struct ra_query ra_base_async_query(const struct ra_base *base,
				    const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old);

/*@
  requires a_base(base) && request(req) && \valid_read(old);
  requires base_touched_as(query.pattern, base, req, old);
  assigns \nothing;
  ensures \result.pattern == RA_PATTERN_NONE ==> \result.window.size == 0;
  ensures starts(query.pattern) && !can_start(req) ?
	  \result.pattern == RA_PATTERN_NONE :
	  \result.pattern == query.pattern;
 */
struct ra_decision ra_base_async(const struct ra_base *base,
				 const struct ra_request *req,
				 const struct ra_window *old,
				 struct ra_query query,
				 unsigned long next_hole);

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures \result.window.start == req->index;
  ensures \result.window.size == \min(req->nr_pages, cap(limits));
  ensures \result.nr_cut == req->nr_pages - \result.window.size;
  ensures cap(limits) == 0 <==> \result.reason == RA_REASON_OFF;
 */
struct ra_decision ra_base_forced(const struct ra_request *req,
				  const struct ra_limits *limits,
				  enum ra_pattern pattern);

/*@
  requires \valid_read(limits);
  assigns \nothing;
  ensures \result.window.size == limits->ra_pages;
 */
struct ra_decision ra_base_around(unsigned long index,
				  const struct ra_limits *limits);

/*@
  assigns \nothing;
  ensures \result.start == start;
  ensures \result.nr_pages == in_file(start, nr_pages, nr_file_pages);
  ensures \result.marker == (unsigned long)RA_NO_MARKER ||
	  start <= \result.marker < start + \result.nr_pages;
 */
struct ra_span ra_base_span(unsigned long start, unsigned long nr_pages,
			    unsigned long async_size,
			    unsigned long nr_file_pages);

/*@
  requires \valid_read(window);
  assigns \nothing;
 */
unsigned long ra_base_last_page(const struct ra_window *window,
				unsigned long nr_file_pages);

/*@
  requires a_base(base) && size >= 4 && order <= 30 && 2 <= max_order <= 30;
  assigns \nothing;
  ensures \result <= 30;
 */
unsigned int ra_base_first_order(const struct ra_base *base, unsigned int size,
				 unsigned int order, unsigned int max_order);

/*@
  requires a_base(base) && index <= last && order <= 30;
  assigns \nothing;
 */
unsigned int ra_base_folio_order(const struct ra_base *base,
				 unsigned long index, unsigned long last,
				 unsigned int order);

/*@
  requires \valid_read(window) && order < 8 * sizeof(index);
  assigns \nothing;
 */
bool ra_base_has_marker(const struct ra_window *window, unsigned long index,
			unsigned int order);

/*@
  requires a_base(base);
  assigns \nothing;
  ensures \result.start == window.start;
 */
struct ra_window ra_base_past_end(const struct ra_base *base,
				  struct ra_window window, unsigned long last);

/*@
  assigns \nothing;
  ensures \result.start == window.start;
 */
struct ra_window ra_base_left(struct ra_window window, unsigned int nr_pages);

#endif /* _PROOF_CONTRACTS_H */
