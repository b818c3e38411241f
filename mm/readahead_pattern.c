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
 */
#include <linux/kernel.h>
#include <linux/readahead_policy.h>

/* The request begins in the page where the previous read ended, or the next. */
static bool ra_is_next(const struct ra_request *req)
{
	return req->index - req->prev_index <= 1;
}

/* A run that touched no marker arrives at the end of the last window. */
static bool ra_is_end_of_run(const struct ra_request *req,
			     const struct ra_window *old)
{
	return ra_window_ends_at(old, req->index) &&
	       (ra_is_next(req) || req->sequential);
}

/**
 * ra_pattern_sync - the pattern of a request that a reader waits for
 * @req: the pages a reader waits for
 * @old: the window that the descriptor remembers
 * @max_pages: the largest window of this request, in pages
 *
 * Return: a pattern; RA_PATTERN_CONTEXT means that the cached pages before the
 * request tell whether it is that or RA_PATTERN_RANDOM.
 */
enum ra_pattern ra_pattern_sync(const struct ra_request *req,
				const struct ra_window *old,
				unsigned int max_pages)
{
	if (!req->index)
		return RA_PATTERN_INITIAL0;
	if (ra_is_end_of_run(req, old))
		return RA_PATTERN_INITIAL;
	if (req->nr_pages > max_pages)
		return RA_PATTERN_OVERSIZE;
	if (ra_is_next(req))
		return RA_PATTERN_INITIAL;
	return RA_PATTERN_CONTEXT;
}

/**
 * ra_pattern_async - the pattern of a request that touched a marker
 * @req: the page with the marker, and how many a reader wants from there
 * @old: the window that the descriptor remembers
 *
 * The marker of a large folio is touched at the folio's first page, wherever in
 * it the marked page is.
 *
 * Return: RA_PATTERN_SUBSEQUENT or RA_PATTERN_MARKER.
 */
enum ra_pattern ra_pattern_async(const struct ra_request *req,
				 const struct ra_window *old)
{
	unsigned long marker = old->start + old->size - old->async_size;

	if (old->size && req->index == round_down(marker, 1UL << req->order))
		return RA_PATTERN_SUBSEQUENT;
	return RA_PATTERN_MARKER;
}
