// SPDX-License-Identifier: GPL-2.0
/*
 * The rules of policy "classic": those of ondemand readahead.
 *
 * Observation: most files are read from one end to the other, by requests much
 * smaller than what a device moves at its best, and a reader that waits for
 * each of them sees the device's latency every time.
 *
 * Deduction: read a window that is larger than the request, and start the next
 * window while the reader is still busy with this one.  Two moments are enough
 * to drive this.  A reader that finds a page missing waits already (a sync
 * request); a reader that touches the marked page of a window does not wait yet
 * (an async request).  The marker stands async_size pages before the window's
 * end:
 *
 *                   |<---- async_size ----|
 *   |------------- size ----------------->|
 *   |===============#=====================|
 *   ^start          ^marker
 *
 * Which of the two a request is, and what it has to do with the reads before it,
 * is its pattern, see readahead_pattern.c.  The pattern chooses the window:
 *
 *   initial0                               a first window at the request
 *   oversize next to the previous read     a first window at the request
 *   oversize elsewhere                     the largest window, without a marker
 *   initial where the last window ends     the window after the last one
 *   initial elsewhere                      a first window at the request
 *   subsequent                             the window after the last one
 *   marker                                 from the next hole on, see below
 *   context                                the run's length and the request
 *   random                                 the request as it is
 *
 * The largest window is ra_pages.  A request above it may get up to io_pages,
 * the largest request of the device, since to cut it would cost a round trip.
 *
 * With the largest window of m pages, a first window for n pages is r = n
 * rounded up to a power of two, times 4 up to m/32, times 2 up to m/4, else m;
 * the window after one of c pages is 4c below m/16, 2c up to m/2, else m.  All
 * divisions round down.  From a marker to the next hole is what another window
 * had left; with the request, that is the c of the window at the hole.
 *
 * No window reaches over the end of the file, and one that ends with it has no
 * marker, as nothing is left to be read in time.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/readahead_policy.h>

/* The size of a first window for @nr_pages requested pages. */
static unsigned int ra_init_size(unsigned long nr_pages, unsigned int max)
{
	unsigned long size;

	/* Rounding up would not lead below, and is not defined for all. */
	if (nr_pages > max / 4)
		return max;

	size = roundup_pow_of_two(nr_pages);
	if (size <= max / 32)
		return size * 4;
	if (size <= max / 4)
		return size * 2;
	return max;
}

/* The size of the window after one of @size pages. */
static unsigned int ra_next_size(unsigned long size, unsigned int max)
{
	if (size < max / 16)
		return size * 4;
	if (size <= max / 2)
		return size * 2;
	return max;
}

/*
 * A window that is all marker would be hit by the very request that caused it.
 * Take that hit here and now, and read this window and the next one together.
 */
static void ra_merge_own_hit(struct ra_window *window, unsigned long index,
			     unsigned int max)
{
	unsigned int next;

	if (index != window->start || window->size != window->async_size)
		return;

	next = ra_next_size(window->size, max);
	if (window->size <= max && next <= max - window->size) {
		window->async_size = next;
		window->size += next;
	} else {
		window->size = max;
		window->async_size = max >> 1;
	}
}

/* @window as far as it lies before @end; one that ends there has no marker. */
static struct ra_window ra_cut(struct ra_window window, unsigned long end)
{
	unsigned long left = window.start < end ? end - window.start : 0;

	if (window.size >= left) {
		window.size = left;
		window.async_size = 0;
	}
	return window;
}

/* @window as far as it lies within the file; the last one needs no marker. */
static struct ra_decision ra_within_file(const struct ra_request *req,
					 const struct ra_limits *limits,
					 struct ra_window window,
					 enum ra_pattern pattern)
{
	struct ra_decision decision = { .pattern = pattern };

	window = ra_cut(window, limits->nr_file_pages);
	if (!window.size) {
		window.start = req->index;
		decision.reason = RA_REASON_NO_HOLE;
	}
	decision.window = window;
	return decision;
}

/* The first window of what may become a run. */
static struct ra_decision ra_start(const struct ra_request *req,
				   const struct ra_limits *limits,
				   unsigned int max, enum ra_pattern pattern)
{
	struct ra_window window = { .start = req->index };

	window.size = ra_init_size(req->nr_pages, max);
	window.async_size = window.size > req->nr_pages ?
			    window.size - req->nr_pages : window.size;
	ra_merge_own_hit(&window, req->index, max);
	return ra_within_file(req, limits, window, pattern);
}

/* The window behind the last one, in the ramp or at its end. */
static struct ra_decision ra_advance(const struct ra_request *req,
				     const struct ra_limits *limits,
				     const struct ra_window *old,
				     unsigned int max, enum ra_pattern pattern)
{
	struct ra_window window = { .start = size_add(old->start, old->size) };

	/* A huge page mapping may have read more than the largest window. */
	window.size = max(old->size, ra_next_size(old->size, max));
	window.async_size = window.size;
	ra_merge_own_hit(&window, req->index, max);
	return ra_within_file(req, limits, window, pattern);
}

/*
 * Sequential streams that share a descriptor overwrite each other's window, but
 * each leaves a run of cached pages behind.  One that reaches back to the start
 * of the file counts double.
 */
static struct ra_decision ra_context(const struct ra_request *req,
				     const struct ra_limits *limits,
				     unsigned long history, unsigned int max)
{
	struct ra_window window = { .start = req->index, .async_size = 1 };

	if (history >= req->index)
		history = size_add(history, history);
	window.size = min_t(unsigned long, size_add(history, req->nr_pages),
			    max);
	ra_merge_own_hit(&window, req->index, max);
	return ra_within_file(req, limits, window, RA_PATTERN_CONTEXT);
}

/* The window at the first hole behind a marker that no window state explains. */
static struct ra_decision ra_from_hole(const struct ra_request *req,
				       const struct ra_limits *limits,
				       unsigned long next_hole,
				       unsigned int max)
{
	struct ra_window window = { .start = next_hole };
	unsigned long left_over;

	if (next_hole > req->index && next_hole - req->index <= max) {
		left_over = next_hole - req->index;
		window.size = ra_next_size(size_add(left_over, req->nr_pages),
					   max);
		window.async_size = window.size;
	}
	return ra_within_file(req, limits, window, RA_PATTERN_MARKER);
}

/* Pages that are read as they were asked for, and prove nothing. */
static struct ra_decision ra_as_asked(const struct ra_request *req,
				      const struct ra_limits *limits,
				      unsigned int nr_pages,
				      enum ra_pattern pattern)
{
	const struct ra_window window = { req->index, nr_pages, 0 };
	struct ra_decision decision = ra_within_file(req, limits, window,
						     pattern);

	decision.standalone = true;
	return decision;
}

/*
 * As much of a large request as one window takes.  Nothing says that the reader
 * goes on behind it, so there is no marker.
 */
static struct ra_decision ra_no_marker(const struct ra_request *req,
				       const struct ra_limits *limits,
				       unsigned int max)
{
	const struct ra_window window = { req->index, max, 0 };

	return ra_within_file(req, limits, window, RA_PATTERN_OVERSIZE);
}

/**
 * ra_classic_sync - decide for a reader that waits for a page
 * @req: the pages a reader waits for
 * @limits: what the device and the file allow; the largest window is not 0
 * @old: the window that the descriptor remembers
 * @query: what ra_classic_sync_query() returned for these
 * @history: the fact that it asks for, in pages
 *
 * Return: the window to read; empty when no page is asked for, or the first one
 * lies behind the end of the file.
 */
struct ra_decision ra_classic_sync(const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old,
				   struct ra_query query,
				   unsigned long history)
{
	const enum ra_pattern pattern = query.pattern;
	const unsigned int max = query.max_pages;

	if (pattern == RA_PATTERN_RANDOM ||
	    (pattern == RA_PATTERN_CONTEXT && history <= req->nr_pages))
		return ra_as_asked(req, limits, req->nr_pages,
				   RA_PATTERN_RANDOM);
	if (pattern == RA_PATTERN_CONTEXT)
		return ra_context(req, limits, history, max);
	if (pattern == RA_PATTERN_OVERSIZE && !ra_is_next(req))
		return ra_no_marker(req, limits, max);
	if (pattern == RA_PATTERN_INITIAL && ra_window_ends_at(old, req->index))
		return ra_advance(req, limits, old, max, pattern);
	return ra_start(req, limits, max, pattern);
}

/**
 * ra_classic_async - decide for a reader that touched a marker
 * @req: the page with the marker, and how many a reader wants from there
 * @limits: what the device and the file allow; the largest window is not 0
 * @old: the window that the descriptor remembers
 * @query: what ra_classic_async_query() returned for these
 * @next_hole: the fact that it asks for, an index
 *
 * Return: the window to read, empty when there is no hole within the largest
 * window, or none within the file.
 */
struct ra_decision ra_classic_async(const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old,
				    struct ra_query query,
				    unsigned long next_hole)
{
	const unsigned int max = query.max_pages;

	if (query.pattern == RA_PATTERN_SUBSEQUENT)
		return ra_advance(req, limits, old, max, RA_PATTERN_SUBSEQUENT);
	return ra_from_hole(req, limits, next_hole, max);
}

/* @nr_pages of a request that no rule is asked about, @cap of them at most. */
static struct ra_decision ra_capped(const struct ra_request *req,
				    const struct ra_limits *limits,
				    unsigned long nr_pages, unsigned int cap,
				    enum ra_pattern pattern)
{
	struct ra_decision decision;

	decision = ra_as_asked(req, limits,
			       min_t(unsigned long, nr_pages, cap), pattern);
	if (!cap)
		decision.reason = RA_REASON_OFF;
	return decision;
}

/**
 * ra_classic_single - decide while readahead is off or the cgroup is congested
 * @req: the pages a reader waits for, at least one
 * @limits: what the device and the file allow
 *
 * Return: the first page alone, nothing when both limits are 0.
 */
struct ra_decision ra_classic_single(const struct ra_request *req,
				     const struct ra_limits *limits)
{
	return ra_capped(req, limits, 1,
			 max(limits->io_pages, limits->ra_pages),
			 RA_PATTERN_RANDOM);
}

/**
 * ra_classic_forced - decide for pages that are read without any rule
 * @req: the pages
 * @limits: what the device and the file allow
 * @pattern: RA_PATTERN_FADVISE or RA_PATTERN_RANDOM
 *
 * A reader comes back for what is cut off, an explicit request does not: that has
 * a limit of its own, to be read in full.
 *
 * Return: the pages to read, up to the largest of the limits that hold and the end
 * of the file; none when all of these are 0, or when @req has none in the file.
 */
struct ra_decision ra_classic_forced(const struct ra_request *req,
				     const struct ra_limits *limits,
				     enum ra_pattern pattern)
{
	unsigned int cap = max(limits->io_pages, limits->ra_pages);
	struct ra_decision decision;
	unsigned long in_file = 0;

	if (pattern == RA_PATTERN_FADVISE)
		cap = max(cap, limits->explicit_pages);
	if (req->index < limits->nr_file_pages)
		in_file = min(req->nr_pages,
			      limits->nr_file_pages - req->index);
	decision = ra_capped(req, limits, in_file, cap, pattern);
	if (pattern == RA_PATTERN_FADVISE)
		decision.nr_cut = in_file - decision.window.size;
	return decision;
}

/**
 * ra_classic_around - decide for a page fault of which nothing is known
 * @req: the page of the fault
 * @limits: what the device and the file allow; the largest window is not 0
 *
 * Return: a window of the largest size around the page, three quarters of it
 * before the marker; cut at the end of the file, where it has no marker.
 */
struct ra_decision ra_classic_around(const struct ra_request *req,
				     const struct ra_limits *limits)
{
	struct ra_window window = {
		.size = limits->ra_pages,
		.async_size = limits->ra_pages / 4,
	};

	window.start = req->index - min_t(unsigned long, req->index,
					  limits->ra_pages / 2);
	return ra_within_file(req, limits, window, RA_PATTERN_AROUND);
}

/**
 * ra_classic_huge - decide for a page fault in a mapping that wants huge pages
 * @req: the page of the fault, and the order of a huge page, up to 30
 * @limits: what the device and the file allow
 * @single: only the huge page itself is wanted
 *
 * The window is what was asked for with MADV_HUGEPAGE, so no limit cuts it but
 * the end of the file.
 *
 * Return: the huge page around the page, and the next one behind a marker.
 */
struct ra_decision ra_classic_huge(const struct ra_request *req,
				   const struct ra_limits *limits, bool single)
{
	const unsigned int nr_huge = 1U << req->order;
	const struct ra_window window = {
		.start = round_down(req->index, 1UL << req->order),
		.size = single ? nr_huge : 2 * nr_huge,
		.async_size = single ? 0 : nr_huge,
	};

	return ra_within_file(req, limits, window, RA_PATTERN_AROUND);
}

/**
 * ra_classic_beside - a window without pages that another decision reads
 * @window: what was decided
 * @limits: what the file allows
 * @taken: the pages that are read already; the two have some in common
 * @index: a page of @window
 *
 * Return: the part of @window around @index that has none of these pages; if they
 * have @index, a window as large as @window behind them, within the file.
 */
struct ra_window ra_classic_beside(struct ra_window window,
				   const struct ra_limits *limits,
				   const struct ra_window *taken,
				   unsigned long index)
{
	const unsigned long end = size_add(taken->start, taken->size);

	if (index < taken->start)
		return ra_cut(window, taken->start);

	if (index >= end)
		window.size -= end - window.start;
	window.async_size = min(window.async_size, window.size);
	window.start = end;
	return ra_cut(window, limits->nr_file_pages);
}

/**
 * ra_classic_left - the window after a file system left some pages unread
 * @window: the window that the descriptor remembers
 * @index: the first page that was left
 *
 * The next window depends on where the last one ends and how long it was meant
 * to be.  So a window that is cut short moves: it ends where the file system
 * stopped, with its length, but for what would lie before the file.
 *
 * Return: the window to remember, @window as it is if @index lies outside.
 */
struct ra_window ra_classic_left(struct ra_window window, unsigned long index)
{
	unsigned int left;

	if (index < window.start || index - window.start >= window.size)
		return window;

	left = window.size - (index - window.start);
	window.async_size -= min(left, window.async_size);
	window.size = min_t(unsigned long, window.size, index);
	window.start = index - window.size;
	return window;
}
