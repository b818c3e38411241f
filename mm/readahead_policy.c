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
 * Evidence that a request belongs to a sequential run is taken in this order,
 * the first that holds decides.  A sync request (a reader waits):
 *
 *   first page of the file                                    initial0
 *   next to the previous read, where the last window ends     initial
 *   more pages than the largest window                        oversize
 *   same page as the end of the previous read, or the next    initial
 *   more cached pages just before it than it asks for         context
 *   none of these                                             random
 *
 * An async request (a marker was touched):
 *
 *   where the last window has its marker                      subsequent
 *   anywhere else                                             marker
 *
 * A run whose marker was lost arrives at the end of its window by a sync
 * request.  It goes on from the size that it had.  The place alone proves
 * nothing: reads at a distance of one window would all be taken for a run.  A
 * fault keeps no position; there a mapping that is hinted sequential is proof.
 *
 * A page that is missing where the marker should be says that the page was
 * evicted, or never read: it has to be read now, so nothing may be decided from
 * the window behind it.
 *
 * The largest window is ra_pages.  A request above it may get up to io_pages,
 * the largest request of the device, since to cut it would cost a round trip.
 *
 * With the largest window of m pages, a first window for n pages is r = n
 * rounded up to a power of two, times 4 up to m/32, times 2 up to m/4, else m;
 * the window after one of c pages is 4c below m/16, 2c up to m/2, else m.  All
 * divisions round down.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

/* The largest window that this request may get, in pages. */
static unsigned long ra_max_pages(const struct ra_request *req,
				  const struct ra_limits *limits)
{
	if (req->nr_pages > limits->ra_pages &&
	    limits->io_pages > limits->ra_pages)
		return min(req->nr_pages, limits->io_pages);
	return limits->ra_pages;
}

/* The size of a first window for @nr_pages requested pages. */
static unsigned long ra_init_size(unsigned long nr_pages, unsigned long max)
{
	unsigned long size = roundup_pow_of_two(nr_pages);

	if (size <= max / 32)
		return size * 4;
	if (size <= max / 4)
		return size * 2;
	return max;
}

/* The size of the window after one of @size pages. */
static unsigned long ra_next_size(unsigned int size, unsigned long max)
{
	unsigned long cur = size;

	if (cur < max / 16)
		return cur * 4;
	if (cur <= max / 2)
		return cur * 2;
	return max;
}

/*
 * A window that is all marker would be hit by the very request that caused it.
 * Take that hit here and now, and read this window and the next one together.
 */
static void ra_merge_own_hit(struct ra_window *window, unsigned long index,
			     unsigned long max)
{
	unsigned long next;

	if (index != window->start || window->size != window->async_size)
		return;

	next = ra_next_size(window->size, max);
	if (window->size + next <= max) {
		window->async_size = next;
		window->size += next;
	} else {
		window->size = max;
		window->async_size = max >> 1;
	}
}

/* The first window of what may become a run. */
static struct ra_decision ra_start(const struct ra_request *req,
				   unsigned long max, enum ra_pattern pattern)
{
	struct ra_decision decision = { .pattern = pattern };
	struct ra_window *window = &decision.window;

	window->start = req->index;
	window->size = ra_init_size(req->nr_pages, max);
	window->async_size = window->size > req->nr_pages ?
			     window->size - req->nr_pages : window->size;
	ra_merge_own_hit(window, req->index, max);
	return decision;
}

/* The marker that was touched is the one of the last window. */
static bool ra_is_marker(const struct ra_request *req,
			 const struct ra_window *old)
{
	unsigned long marker = old->start + old->size - old->async_size;

	return old->size && req->index == round_down(marker, 1UL << req->order);
}

/* The request begins in the page where the previous read ended, or the next. */
static bool ra_is_next(const struct ra_request *req)
{
	return req->index - req->prev_index <= 1;
}

/* A run that touched no marker arrives at the end of the last window. */
static bool ra_is_end_of_run(const struct ra_request *req,
			     const struct ra_window *old)
{
	return old->size && req->index == old->start + old->size &&
	       (ra_is_next(req) || req->sequential);
}

/* The window behind the last one, in the ramp or at its end. */
static struct ra_decision ra_advance(const struct ra_request *req,
				     const struct ra_window *old,
				     unsigned long max, enum ra_pattern pattern)
{
	struct ra_decision decision = { .pattern = pattern };
	struct ra_window *window = &decision.window;

	window->start = old->start + old->size;
	/* A huge page mapping may have read more than the largest window. */
	window->size = max_t(unsigned long, old->size,
			     ra_next_size(old->size, max));
	window->async_size = window->size;
	ra_merge_own_hit(window, req->index, max);
	return decision;
}

/*
 * Sequential streams that share a descriptor overwrite each other's window, but
 * each leaves a run of cached pages behind.  One that reaches back to the start
 * of the file counts double.
 */
static struct ra_decision ra_context(const struct ra_request *req,
				     unsigned long history, unsigned long max)
{
	struct ra_decision decision = { .pattern = RA_PATTERN_CONTEXT };
	struct ra_window *window = &decision.window;

	if (history >= req->index)
		history *= 2;

	window->start = req->index;
	window->size = min(history + req->nr_pages, max);
	window->async_size = 1;
	ra_merge_own_hit(window, req->index, max);
	return decision;
}

/* Pages that are read as they were asked for, and prove nothing. */
static struct ra_decision ra_as_asked(const struct ra_request *req,
				      unsigned long nr_pages,
				      enum ra_pattern pattern)
{
	struct ra_decision decision = {
		.window.start = req->index,
		.pattern = pattern,
		.standalone = true,
	};

	decision.window.size = nr_pages;
	return decision;
}

/**
 * ra_classic_sync_query - what ra_classic_sync() has to know
 * @req: the pages a reader waits for
 * @limits: what the device allows; its largest window is not 0
 * @old: the window that the descriptor remembers
 *
 * Return: RA_FACT_HISTORY or RA_FACT_NONE.
 */
struct ra_query ra_classic_sync_query(const struct ra_request *req,
				      const struct ra_limits *limits,
				      const struct ra_window *old)
{
	struct ra_query query = { .max_pages = ra_max_pages(req, limits) };

	if (req->index && !ra_is_end_of_run(req, old) &&
	    req->nr_pages <= query.max_pages && !ra_is_next(req))
		query.fact = RA_FACT_HISTORY;
	return query;
}

/**
 * ra_classic_sync - decide for a reader that waits for a page
 * @req: the pages a reader waits for, at least one
 * @limits: what the device allows; its largest window is not 0
 * @old: the window that the descriptor remembers
 * @history: the fact that ra_classic_sync_query() asked for, in pages
 *
 * Return: the window to read, never empty.
 */
struct ra_decision ra_classic_sync(const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old,
				   unsigned long history)
{
	unsigned long max = ra_max_pages(req, limits);

	if (!req->index)
		return ra_start(req, max, RA_PATTERN_INITIAL0);
	if (ra_is_end_of_run(req, old))
		return ra_advance(req, old, max, RA_PATTERN_INITIAL);
	if (req->nr_pages > max)
		return ra_start(req, max, RA_PATTERN_OVERSIZE);
	if (ra_is_next(req))
		return ra_start(req, max, RA_PATTERN_INITIAL);
	if (history > req->nr_pages)
		return ra_context(req, history, max);
	return ra_as_asked(req, req->nr_pages, RA_PATTERN_RANDOM);
}

/**
 * ra_classic_async_query - what ra_classic_async() has to know
 * @req: the pages a reader that touched a marker still wants
 * @limits: what the device allows; its largest window is not 0
 * @old: the window that the descriptor remembers
 *
 * Return: RA_FACT_NEXT_HOLE or RA_FACT_NONE.
 */
struct ra_query ra_classic_async_query(const struct ra_request *req,
				       const struct ra_limits *limits,
				       const struct ra_window *old)
{
	struct ra_query query = { .max_pages = ra_max_pages(req, limits) };

	if (!ra_is_marker(req, old))
		query.fact = RA_FACT_NEXT_HOLE;
	return query;
}

/**
 * ra_classic_async - decide for a reader that touched a marker
 * @req: the page with the marker, and how many a reader wants from there
 * @limits: what the device allows; its largest window is not 0
 * @old: the window that the descriptor remembers
 * @next_hole: the fact that ra_classic_async_query() asked for, an index
 *
 * Return: the window to read, empty when there is no hole.
 */
struct ra_decision ra_classic_async(const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old,
				    unsigned long next_hole)
{
	struct ra_decision decision = { .pattern = RA_PATTERN_MARKER };
	struct ra_window *window = &decision.window;
	unsigned long max = ra_max_pages(req, limits);

	if (ra_is_marker(req, old))
		return ra_advance(req, old, max, RA_PATTERN_SUBSEQUENT);

	window->start = req->index;
	if (!next_hole || next_hole - req->index > max) {
		decision.reason = RA_REASON_NO_HOLE;
		return decision;
	}

	/* From the marker to the hole is what another window had left. */
	window->start = next_hole;
	window->size = next_hole - req->index;
	window->size = ra_next_size(window->size + req->nr_pages, max);
	window->async_size = window->size;
	return decision;
}

/* @nr_pages of a request that no rule is asked about. */
static struct ra_decision ra_capped(const struct ra_request *req,
				    const struct ra_limits *limits,
				    unsigned long nr_pages,
				    enum ra_pattern pattern)
{
	unsigned long cap = max(limits->io_pages, limits->ra_pages);
	struct ra_decision decision;

	decision = ra_as_asked(req, min(nr_pages, cap), pattern);
	if (!cap)
		decision.reason = RA_REASON_OFF;
	return decision;
}

/**
 * ra_classic_single - decide while readahead is off or the cgroup is congested
 * @req: the pages a reader waits for, at least one
 * @limits: what the device allows
 *
 * Return: the first page alone, nothing when both limits are 0.
 */
struct ra_decision ra_classic_single(const struct ra_request *req,
				     const struct ra_limits *limits)
{
	return ra_capped(req, limits, 1, RA_PATTERN_RANDOM);
}

/**
 * ra_classic_forced - decide for pages that are read without any rule
 * @req: the pages, all of them within the file
 * @limits: what the device allows
 * @pattern: RA_PATTERN_FADVISE or RA_PATTERN_RANDOM
 *
 * Return: the pages to read, up to the larger of the two limits; none when both
 * are 0, or when @req has none.
 */
struct ra_decision ra_classic_forced(const struct ra_request *req,
				     const struct ra_limits *limits,
				     enum ra_pattern pattern)
{
	struct ra_decision decision;

	decision = ra_capped(req, limits, req->nr_pages, pattern);
	/* A reader comes back for the rest, an explicit request does not. */
	if (pattern == RA_PATTERN_FADVISE)
		decision.nr_cut = req->nr_pages - decision.window.size;
	return decision;
}

/**
 * ra_classic_around - decide for a page fault of which nothing is known
 * @index: page of the fault
 * @limits: what the device allows; its largest window is not 0
 *
 * Return: a window of the largest size around the page, three quarters of it
 * before the marker.
 */
struct ra_decision ra_classic_around(unsigned long index,
				     const struct ra_limits *limits)
{
	struct ra_decision decision = { .pattern = RA_PATTERN_AROUND };
	struct ra_window *window = &decision.window;

	window->start = max_t(long, 0, index - limits->ra_pages / 2);
	window->size = limits->ra_pages;
	window->async_size = limits->ra_pages / 4;
	return decision;
}
