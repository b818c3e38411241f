// SPDX-License-Identifier: GPL-2.0
/*
 * The rules of the unpatched kernels, quirks included.
 *
 * Observation: to say what a kernel without this series does, and what another
 * policy would have done instead, one needs its rules as they are; the mended
 * ones of policy "classic" say something else just where it matters.
 *
 * Deduction: reproduce, and repair nothing.  What differs from one kernel to the
 * next is a row of struct ra_base, all else is common.  Nothing here decides
 * for a patched kernel.
 *
 * With m the largest window of the request, see readahead_policy.c, the first
 * that holds decides.  A sync request (a reader waits):
 *
 *   first page of the file                                    initial0
 *   6.1: where the last window has its marker or its end      subsequent
 *   more than m pages                                         oversize
 *   same page as the end of the previous read, or the next    initial
 *   more cached pages just before it than it asks for         context
 *   none of these                                             random
 *
 * An async request (a marker was touched):
 *
 *   6.1: first page of the file                               initial0
 *   where the last window has its marker                      subsequent
 *   6.1: where the last window ends                           subsequent
 *   anywhere else                                             marker
 *
 * A first window for n pages is r = n rounded up to a power of two, times 4 up
 * to m/32, times 2 up to m/4, else m; the window after one of c pages is 4c below
 * m/16, 2c up to m/2, else m, and never less than c.  All divisions round down.
 *
 * What is odd in these rules, and stays so here:
 *
 * - The place of the marker counts also when there is no window: a descriptor
 *   that remembers 0+0-0 expects its next request at page 0.  The window after
 *   none is 0 pages, for nothing times four is nothing.
 *
 * - A first window for 0 pages, or for more than half of what a long holds, has
 *   no defined size: the base shifts by the width of a long.  That takes a sync
 *   request of 0 pages at page 0 or next to the previous read.  Here such a
 *   decision reads nothing and has RA_PATTERN_NONE, which no rule gives.
 *
 * - Sizes are 32 bit.  A marker hit that asks for 2^32 pages minus the distance
 *   to the hole is sized as if that sum were 0, and so is the window.
 *
 * - A search of the page cache that finds no hole returns the last page it
 *   looked at (6.12: only the search backwards).  So a run of cached pages counts
 *   one page less than the limit at most, and a marker hit on 6.1 without a hole
 *   in reach gets a window that begins with a cached page.
 *
 * - What a file system leaves unread is taken off the size without a floor: see
 *   ra_base_left().
 *
 * - 6.1 adds to the size how far the window begins behind the end of the file:
 *   see ra_base_past_end().
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

const struct ra_base ra_base_6_1 = {
	.joint = true,
	.merges_own_hit = true,
	.skips_order_1 = true,
	.keeps_max_order = true,
	.grows_past_end = true,
};

const struct ra_base ra_base_6_12 = {
	.halves_full_marker = true,
};

/* The largest window that this request may get, in pages. */
static unsigned int base_max_pages(const struct ra_request *req,
				   const struct ra_limits *limits)
{
	if (req->nr_pages > limits->ra_pages &&
	    limits->io_pages > limits->ra_pages)
		return min_t(unsigned long, req->nr_pages, limits->io_pages);
	return limits->ra_pages;
}

/* Only such a request has a defined first window. */
static bool base_can_start(const struct ra_request *req)
{
	return req->nr_pages && req->nr_pages <= 1UL << (BITS_PER_LONG - 1);
}

/* The size of a first window for @nr_pages requested pages. */
static unsigned int base_init_size(unsigned long nr_pages, unsigned int max)
{
	unsigned long size = roundup_pow_of_two(nr_pages);

	if (size <= max / 32)
		return size * 4;
	if (size <= max / 4)
		return size * 2;
	return max;
}

/* The size of the window after one of @size pages. */
static unsigned int base_next_size(unsigned int size, unsigned int max)
{
	if (size < max / 16)
		return size * 4;
	if (size <= max / 2)
		return size * 2;
	return max;
}

/* Read this window and the next together if the request would hit the marker. */
static void base_merge_own_hit(struct ra_window *window, unsigned long index,
			       unsigned int max)
{
	unsigned long next;

	if (index != window->start || window->size != window->async_size)
		return;

	next = base_next_size(window->size, max);
	if (window->size + next <= max) {
		window->async_size = (unsigned int)next;
		window->size += (unsigned int)next;
	} else {
		window->size = max;
		window->async_size = max >> 1;
	}
}

static struct ra_decision base_decision(const struct ra_base *base,
					const struct ra_request *req,
					struct ra_window window,
					unsigned int max,
					enum ra_pattern pattern)
{
	struct ra_decision decision = { .pattern = pattern };

	if (base->merges_own_hit)
		base_merge_own_hit(&window, req->index, max);
	decision.window = window;
	return decision;
}

static struct ra_decision base_as_asked(const struct ra_request *req,
					unsigned int nr_pages,
					enum ra_pattern pattern)
{
	struct ra_decision decision = {
		.window = { .start = req->index, .size = nr_pages },
		.pattern = pattern,
		.standalone = true,
	};

	return decision;
}

static struct ra_decision base_start(const struct ra_base *base,
				     const struct ra_request *req,
				     unsigned int max, enum ra_pattern pattern)
{
	struct ra_window window = { .start = req->index };

	if (!base_can_start(req))
		return base_as_asked(req, 0, RA_PATTERN_NONE);

	window.size = base_init_size(req->nr_pages, max);
	if (window.size > req->nr_pages)
		window.async_size = window.size - (unsigned int)req->nr_pages;
	else if (base->halves_full_marker)
		window.async_size = window.size >> 1;
	else
		window.async_size = window.size;
	return base_decision(base, req, window, max, pattern);
}

static struct ra_decision base_advance(const struct ra_base *base,
				       const struct ra_request *req,
				       const struct ra_window *old,
				       unsigned int max)
{
	struct ra_window window = { .start = old->start + old->size };

	window.size = max(old->size, base_next_size(old->size, max));
	window.async_size = window.size;
	return base_decision(base, req, window, max, RA_PATTERN_SUBSEQUENT);
}

static struct ra_decision base_context(const struct ra_base *base,
				       const struct ra_request *req,
				       unsigned long history, unsigned int max)
{
	struct ra_window window = { .start = req->index, .async_size = 1 };

	if (history >= req->index)
		history *= 2;
	window.size = min_t(unsigned long, history + req->nr_pages, max);
	return base_decision(base, req, window, max, RA_PATTERN_CONTEXT);
}

/* The rule for a marker without window state. */
static struct ra_decision base_marker(const struct ra_base *base,
				      const struct ra_request *req,
				      unsigned int max,
				      unsigned long next_hole)
{
	struct ra_decision nothing = {
		.window.start = req->index,
		.pattern = RA_PATTERN_MARKER,
		.reason = RA_REASON_NO_HOLE,
	};
	struct ra_window window = { .start = next_hole };

	if (!next_hole || next_hole - req->index > max)
		return nothing;

	window.size = (unsigned int)(next_hole - req->index + req->nr_pages);
	window.size = base_next_size(window.size, max);
	window.async_size = window.size;
	return base_decision(base, req, window, max, RA_PATTERN_MARKER);
}

static bool base_is_marker(const struct ra_request *req,
			   const struct ra_window *old)
{
	unsigned long marker = old->start + old->size - old->async_size;

	return req->index == round_down(marker, 1UL << req->order);
}

static bool base_is_expected(const struct ra_base *base,
			     const struct ra_request *req,
			     const struct ra_window *old)
{
	return base_is_marker(req, old) ||
	       (base->joint && req->index == old->start + old->size);
}

/* The pattern of a sync request; RA_PATTERN_CONTEXT if the history tells. */
static enum ra_pattern base_sync_pattern(const struct ra_base *base,
					 const struct ra_request *req,
					 const struct ra_window *old,
					 unsigned int max)
{
	if (!req->index)
		return RA_PATTERN_INITIAL0;
	if (base->joint && base_is_expected(base, req, old))
		return RA_PATTERN_SUBSEQUENT;
	if (req->nr_pages > max)
		return RA_PATTERN_OVERSIZE;
	if (req->index - req->prev_index <= 1)
		return RA_PATTERN_INITIAL;
	return RA_PATTERN_CONTEXT;
}

static enum ra_pattern base_async_pattern(const struct ra_base *base,
					  const struct ra_request *req,
					  const struct ra_window *old)
{
	if (base->joint && !req->index)
		return RA_PATTERN_INITIAL0;
	if (base_is_expected(base, req, old))
		return RA_PATTERN_SUBSEQUENT;
	return RA_PATTERN_MARKER;
}

/**
 * ra_base_sync_query - what ra_base_sync() has to know
 * @base: the kernel
 * @req: the pages a reader waits for
 * @limits: what the device allows; its largest window is not 0
 * @old: the window that the descriptor remembers
 *
 * Return: the pattern, and RA_FACT_HISTORY if that is RA_PATTERN_CONTEXT, for
 * then the fact tells whether it is that or RA_PATTERN_RANDOM.
 */
struct ra_query ra_base_sync_query(const struct ra_base *base,
				   const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old)
{
	struct ra_query query = { .max_pages = base_max_pages(req, limits) };

	query.pattern = base_sync_pattern(base, req, old, query.max_pages);
	if (query.pattern == RA_PATTERN_CONTEXT)
		query.fact = RA_FACT_HISTORY;
	return query;
}

/**
 * ra_base_sync - what a base decides for a reader that waits for a page
 * @base: the kernel
 * @req: the pages a reader waits for
 * @old: the window that the descriptor remembers
 * @query: what ra_base_sync_query() returned for these
 * @history: the fact that it asks for, in pages: what the base's own search
 *	makes of it
 *
 * The first window of a request for 0 pages, or for more than half of what a
 * long holds, is not defined.
 *
 * Return: the window to read; RA_PATTERN_NONE where the base is not defined.
 */
struct ra_decision ra_base_sync(const struct ra_base *base,
				const struct ra_request *req,
				const struct ra_window *old,
				struct ra_query query,
				unsigned long history)
{
	const unsigned int max = query.max_pages;
	const enum ra_pattern pattern = query.pattern;

	if (pattern == RA_PATTERN_SUBSEQUENT)
		return base_advance(base, req, old, max);
	if (pattern != RA_PATTERN_CONTEXT)
		return base_start(base, req, max, pattern);
	if (history > req->nr_pages)
		return base_context(base, req, history, max);
	return base_as_asked(req, req->nr_pages, RA_PATTERN_RANDOM);
}

/**
 * ra_base_async_query - what ra_base_async() has to know
 * @base: the kernel
 * @req: the pages a reader that touched a marker still wants
 * @limits: what the device allows; its largest window is not 0
 * @old: the window that the descriptor remembers
 *
 * Return: the pattern, and RA_FACT_NEXT_HOLE if that is RA_PATTERN_MARKER.
 */
struct ra_query ra_base_async_query(const struct ra_base *base,
				    const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old)
{
	struct ra_query query = { .max_pages = base_max_pages(req, limits) };

	query.pattern = base_async_pattern(base, req, old);
	if (query.pattern == RA_PATTERN_MARKER)
		query.fact = RA_FACT_NEXT_HOLE;
	return query;
}

/**
 * ra_base_async - what a base decides for a reader that touched a marker
 * @base: the kernel
 * @req: the page with the marker, and how many a reader wants from there
 * @old: the window that the descriptor remembers
 * @query: what ra_base_async_query() returned for these
 * @next_hole: the fact that it asks for, an index: what the base's own search
 *	returns
 *
 * On 6.1 the first window of a request at page 0 is defined as in
 * ra_base_sync().
 *
 * Return: the window to read, empty when there is no hole; RA_PATTERN_NONE where
 * the base is not defined.
 */
struct ra_decision ra_base_async(const struct ra_base *base,
				 const struct ra_request *req,
				 const struct ra_window *old,
				 struct ra_query query,
				 unsigned long next_hole)
{
	const unsigned int max = query.max_pages;

	if (query.pattern == RA_PATTERN_INITIAL0)
		return base_start(base, req, max, RA_PATTERN_INITIAL0);
	if (query.pattern == RA_PATTERN_SUBSEQUENT)
		return base_advance(base, req, old, max);
	return base_marker(base, req, max, next_hole);
}

/**
 * ra_base_forced - what a base decides for pages that no rule is asked about
 * @req: the pages; they may lie behind the end of the file
 * @limits: what the device allows
 * @pattern: RA_PATTERN_FADVISE or RA_PATTERN_RANDOM
 *
 * A sync request while readahead is off, or for a congested cgroup, is such a
 * request for one page, if it comes with a file.
 *
 * Return: the pages to read, up to the larger of the two limits.
 */
struct ra_decision ra_base_forced(const struct ra_request *req,
				  const struct ra_limits *limits,
				  enum ra_pattern pattern)
{
	unsigned int cap = max(limits->io_pages, limits->ra_pages);
	struct ra_decision decision;

	decision = base_as_asked(req, min_t(unsigned long, req->nr_pages, cap),
				 pattern);
	decision.nr_cut = req->nr_pages - decision.window.size;
	if (!cap)
		decision.reason = RA_REASON_OFF;
	return decision;
}

/**
 * ra_base_around - what a base decides for a fault of which nothing is known
 * @index: page of the fault
 * @limits: what the device allows; its largest window is not 0
 *
 * Return: a window of the largest size around the page, three quarters of it
 * before the marker.  It begins at page 0 for each page that is half a window or
 * more above half of what a long holds: on 32 bit, from 8 TiB on.
 */
struct ra_decision ra_base_around(unsigned long index,
				  const struct ra_limits *limits)
{
	struct ra_decision decision = { .pattern = RA_PATTERN_AROUND };
	struct ra_window *window = &decision.window;

	window->start = max_t(long, 0, index - limits->ra_pages / 2);
	window->size = limits->ra_pages;
	window->async_size = limits->ra_pages / 4;
	return decision;
}

/**
 * ra_base_span - the pages that a base reads for a decision, as single pages
 * @start: first page
 * @nr_pages: pages from there
 * @async_size: pages from the marker to the end; 0: no marker
 * @nr_file_pages: length of the file, in pages
 *
 * A window that reaches over the end of the file is cut there, and the marker is
 * counted from the cut, not from where the window would have ended.  A marker
 * that would lie before the start is lost.  Pages that are cached already are
 * passed over, and so is the marker if its page is one of them.
 *
 * Return: the span, empty behind the end of the file.
 */
struct ra_span ra_base_span(unsigned long start, unsigned long nr_pages,
			    unsigned long async_size,
			    unsigned long nr_file_pages)
{
	struct ra_span span = { .start = start, .marker = RA_NO_MARKER };

	if (start >= nr_file_pages)
		return span;
	span.nr_pages = min(nr_pages, nr_file_pages - start);
	if (async_size && async_size <= span.nr_pages)
		span.marker = start + span.nr_pages - async_size;
	return span;
}

/**
 * ra_base_last_page - the last page that large folios of a window may cover
 * @window: the window
 * @nr_file_pages: length of the file, in pages
 *
 * An empty file does not limit a window here.
 *
 * Return: an index; below the window's start when that is behind the end of the
 * file.
 */
unsigned long ra_base_last_page(const struct ra_window *window,
				unsigned long nr_file_pages)
{
	return min(nr_file_pages - 1, window->start + window->size - 1);
}

/**
 * ra_base_first_order - the largest folio that a base tries for a window
 * @base: the kernel
 * @size: length of the window, in pages, at least 4: a smaller one is read as
 *	single pages
 * @order: order of the folio whose marker was hit, 0 for a sync request; up to 30
 * @max_order: largest order of the mapping, 2 to 30
 *
 * Return: an order.  A folio of it is no larger than the window, but on 6.1 when
 * @order is @max_order already.
 */
unsigned int ra_base_first_order(const struct ra_base *base, unsigned int size,
				 unsigned int order, unsigned int max_order)
{
	if (order >= max_order && base->keeps_max_order)
		return order;
	return min_t(unsigned int, ilog2(size), min(order + 2, max_order));
}

/**
 * ra_base_folio_order - the order of one folio of a window
 * @base: the kernel
 * @index: its first page, not behind @last
 * @last: the last page, see ra_base_last_page()
 * @order: what ra_base_first_order() returned
 *
 * Return: the largest order up to @order that fits the alignment of @index and
 * ends at @last or before.
 */
unsigned int ra_base_folio_order(const struct ra_base *base,
				 unsigned long index, unsigned long last,
				 unsigned int order)
{
	if (index & ((1UL << order) - 1))
		order = __ffs(index);
	while (order && index + (1UL << order) - 1 > last)
		order--;
	return order == 1 && base->skips_order_1 ? 0 : order;
}

/**
 * ra_base_has_marker - a large folio of a window gets the marker
 * @window: the window
 * @index: first page of the folio
 * @order: its order
 *
 * Return: true if the folio holds the page async_size pages before the end.
 */
bool ra_base_has_marker(const struct ra_window *window, unsigned long index,
			unsigned int order)
{
	unsigned long marker = window->start + window->size -
			       window->async_size;

	return index == round_down(marker, 1UL << order);
}

/**
 * ra_base_past_end - a window after it was filled with large folios
 * @base: the kernel
 * @window: the window as it was decided
 * @last: the last page, see ra_base_last_page()
 *
 * 6.1 makes room for a last folio that reaches over the end.  None does, yet a
 * window that begins behind the end of the file grows by the distance.
 *
 * Return: the window that the descriptor remembers.
 */
struct ra_window ra_base_past_end(const struct ra_base *base,
				  struct ra_window window, unsigned long last)
{
	unsigned int distance = (unsigned int)(window.start - last - 1);

	if (base->grows_past_end && window.start > last) {
		window.size += distance;
		window.async_size += distance;
	}
	return window;
}

/**
 * ra_base_left - a window after the file system left a folio unread
 * @window: the window
 * @nr_pages: pages of the folio
 *
 * The size has no floor: a window of 4 pages of which 8 were left, since the
 * request reached over it, is remembered as one of 2^32 - 4 pages.  The folio
 * stays in the page cache when @nr_pages is more than the async_size left.
 *
 * Return: the window that the descriptor remembers.
 */
struct ra_window ra_base_left(struct ra_window window, unsigned int nr_pages)
{
	window.size -= nr_pages;
	if (window.async_size >= nr_pages)
		window.async_size -= nr_pages;
	return window;
}
