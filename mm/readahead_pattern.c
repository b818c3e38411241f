// SPDX-License-Identifier: GPL-2.0
/*
 * Which pattern does a request belong to?
 *
 * Observation: what a reader will want next cannot be known, but what it did is
 * evidence, and the kernel sees three kinds of it for free: where the previous
 * read through this descriptor ended, where the last window said that the next
 * request would come, and which pages before this one are cached.
 *
 * Deduction: take the evidence in the order of its strength and its price; the
 * first that holds names the pattern, and only the last needs a search of the
 * page cache.  A sync request (a reader waits):
 *
 *   first page of the file                                    initial0
 *   next to the previous read, where the last window ends     initial
 *   more pages than the largest window                        oversize
 *   same page as the end of the previous read, or the next    initial
 *   where a window without a marker ends                      random
 *   more cached pages just before it than it asks for         context
 *   none of these                                             random
 *
 * A sync request for no page at all is random, whatever else holds.
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
 * A request that is larger than a window is read in parts.  The first leaves a
 * window without a marker, and the page behind it is missed by the same reader:
 * that is no run, though all pages before it are cached.
 *
 * A page that is missing where the marker should be says that the page was
 * evicted, or never read: it has to be read now, so nothing may be decided from
 * the window behind it.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

/* The largest window that this request may get, in pages. */
static unsigned int ra_max_pages(const struct ra_request *req,
				 const struct ra_limits *limits)
{
	if (req->nr_pages > limits->ra_pages &&
	    limits->io_pages > limits->ra_pages)
		return min_t(unsigned long, req->nr_pages, limits->io_pages);
	return limits->ra_pages;
}

/* A run that touched no marker arrives at the end of the last window. */
static bool ra_is_end_of_run(const struct ra_request *req,
			     const struct ra_window *old)
{
	return ra_window_ends_at(old, req->index) &&
	       (ra_is_next(req) || req->sequential);
}

/*
 * The rest of a request that was too large for one window.  The pages before it
 * are the request's own, so they are no run.
 */
static bool ra_is_rest(const struct ra_request *req,
		       const struct ra_window *old)
{
	return ra_window_ends_at(old, req->index) && !old->async_size;
}

/*
 * The marker that was touched is the one of the last window.  A window without
 * one expects it at its end; who meets a foreign marker there goes on as well.
 */
static bool ra_is_marker(const struct ra_request *req,
			 const struct ra_window *old)
{
	unsigned long marker = old->start + old->size - old->async_size;

	return old->size && req->index == round_down(marker, 1UL << req->order);
}

static enum ra_pattern ra_sync_pattern(const struct ra_request *req,
				       const struct ra_window *old,
				       unsigned int max_pages)
{
	if (!req->nr_pages)
		return RA_PATTERN_RANDOM;
	if (!req->index)
		return RA_PATTERN_INITIAL0;
	if (ra_is_end_of_run(req, old))
		return RA_PATTERN_INITIAL;
	if (req->nr_pages > max_pages)
		return RA_PATTERN_OVERSIZE;
	if (ra_is_next(req))
		return RA_PATTERN_INITIAL;
	if (ra_is_rest(req, old))
		return RA_PATTERN_RANDOM;
	return RA_PATTERN_CONTEXT;
}

/**
 * ra_classic_sync_query - the pattern of a request that a reader waits for
 * @req: the pages a reader waits for
 * @limits: what the device allows; the largest window is not 0
 * @old: the window that the descriptor remembers
 *
 * Return: what ra_classic_sync() has to know.  RA_PATTERN_CONTEXT comes with
 * RA_FACT_HISTORY, which tells whether it is that or RA_PATTERN_RANDOM.
 */
struct ra_query ra_classic_sync_query(const struct ra_request *req,
				      const struct ra_limits *limits,
				      const struct ra_window *old)
{
	const unsigned int max_pages = ra_max_pages(req, limits);
	const enum ra_pattern pattern = ra_sync_pattern(req, old, max_pages);
	const struct ra_query query = {
		.pattern = pattern,
		.fact = pattern == RA_PATTERN_CONTEXT ? RA_FACT_HISTORY :
							RA_FACT_NONE,
		.max_pages = max_pages,
	};

	return query;
}

/**
 * ra_classic_async_query - the pattern of a request that touched a marker
 * @req: the page with the marker, and how many a reader wants from there
 * @limits: what the device allows; the largest window is not 0
 * @old: the window that the descriptor remembers
 *
 * The marker of a large folio is touched at the folio's first page, wherever in
 * it the marked page is.
 *
 * Return: what ra_classic_async() has to know: RA_PATTERN_SUBSEQUENT comes with
 * RA_FACT_NONE, RA_PATTERN_MARKER with RA_FACT_NEXT_HOLE.
 */
struct ra_query ra_classic_async_query(const struct ra_request *req,
				       const struct ra_limits *limits,
				       const struct ra_window *old)
{
	const bool is_marker = ra_is_marker(req, old);
	const struct ra_query query = {
		.pattern = is_marker ? RA_PATTERN_SUBSEQUENT :
				       RA_PATTERN_MARKER,
		.fact = is_marker ? RA_FACT_NONE : RA_FACT_NEXT_HOLE,
		.max_pages = ra_max_pages(req, limits),
	};

	return query;
}
