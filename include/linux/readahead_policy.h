/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The readahead policy core: the rules that turn one request into one
 * readahead decision.
 *
 * Everything here is a pure function of its arguments: values in, one decision
 * out.  The core does not lock, allocate, sleep, read a clock or look at the
 * page cache, so one source serves the kernel, its tests and user space.
 *
 * A decision is made in three steps, the second by the caller:
 *
 *   1. ra_*_query() tells the pattern, and which single fact about the page cache
 *      is needed;
 *   2. the caller fetches that one fact;
 *   3. ra_*_sync() or ra_*_async() decides.
 *
 * There are two sets of rules: ra_classic_*(), by which the kernel decides, and
 * ra_base_*(), those of the kernels without this series, for comparison.
 *
 * All sizes are in pages, all indices are page numbers within the file.
 */
#ifndef _LINUX_READAHEAD_POLICY_H
#define _LINUX_READAHEAD_POLICY_H

#include <linux/types.h>

/**
 * enum ra_pattern - the rule that chose a readahead
 * @RA_PATTERN_NONE: no rule of ours: a file system or the kernel itself asked
 * @RA_PATTERN_INITIAL0: sync request for the first page of the file
 * @RA_PATTERN_INITIAL: sync request next to the previous read, or at the end of
 *	the window in a mapping that is hinted sequential
 * @RA_PATTERN_SUBSEQUENT: request at the index where the window said it would
 *	come
 * @RA_PATTERN_MARKER: a marker was hit without window state that explains it
 * @RA_PATTERN_CONTEXT: sync request after a run of cached pages
 * @RA_PATTERN_OVERSIZE: sync request larger than the largest window
 * @RA_PATTERN_REVERSE: descending requests (policy adaptive only)
 * @RA_PATTERN_STRIDE: requests at a constant distance (policy adaptive only)
 * @RA_PATTERN_THRASH: pages of the window were evicted before they were used
 *	(policy adaptive only)
 * @RA_PATTERN_AROUND: read-around of a page fault
 * @RA_PATTERN_FADVISE: explicit request: readahead(2), FADV_WILLNEED or
 *	MADV_WILLNEED
 * @RA_PATTERN_RANDOM: none of these, or readahead is off or hinted away
 * @RA_PATTERN_COUNT: number of patterns
 *
 * The order is that of the rows of the stats table.
 */
enum ra_pattern {
	RA_PATTERN_NONE,
	RA_PATTERN_INITIAL0,
	RA_PATTERN_INITIAL,
	RA_PATTERN_SUBSEQUENT,
	RA_PATTERN_MARKER,
	RA_PATTERN_CONTEXT,
	RA_PATTERN_OVERSIZE,
	RA_PATTERN_REVERSE,
	RA_PATTERN_STRIDE,
	RA_PATTERN_THRASH,
	RA_PATTERN_AROUND,
	RA_PATTERN_FADVISE,
	RA_PATTERN_RANDOM,
	RA_PATTERN_COUNT
};

/**
 * enum ra_reason - why a decision reads nothing
 * @RA_REASON_NONE: it reads something
 * @RA_REASON_WRITEBACK: the marker bit means reclaim on a page under writeback
 * @RA_REASON_CONGESTED: the block cgroup of the caller is congested
 * @RA_REASON_NO_HOLE: nothing is missing: all of it is cached, or behind the end
 *	of the file, or nothing was asked for
 * @RA_REASON_HINT: the application said that it reads at random
 * @RA_REASON_MMAP_MISS: too many faults missed for read-around to pay
 * @RA_REASON_OFF: read_ahead_kb is 0
 * @RA_REASON_COUNT: number of reasons
 */
enum ra_reason {
	RA_REASON_NONE,
	RA_REASON_WRITEBACK,
	RA_REASON_CONGESTED,
	RA_REASON_NO_HOLE,
	RA_REASON_HINT,
	RA_REASON_MMAP_MISS,
	RA_REASON_OFF,
	RA_REASON_COUNT
};

/**
 * enum ra_by - who asked for a readahead
 * @RA_BY_KERNEL: a file system or other kernel code
 * @RA_BY_READ: a read system call, buffered
 * @RA_BY_SPLICE: a splice or sendfile
 * @RA_BY_FAULT: a page fault
 * @RA_BY_FADVISE: an explicit request
 * @RA_BY_COUNT: number of askers
 */
enum ra_by {
	RA_BY_KERNEL,
	RA_BY_READ,
	RA_BY_SPLICE,
	RA_BY_FAULT,
	RA_BY_FADVISE,
	RA_BY_COUNT
};

/**
 * enum ra_hint - the hint of the application that is in force
 * @RA_HINT_NONE: none
 * @RA_HINT_RANDOM: FADV_RANDOM on the descriptor or MADV_RANDOM on the mapping
 * @RA_HINT_SEQUENTIAL: MADV_SEQUENTIAL on the mapping
 * @RA_HINT_HUGEPAGE: MADV_HUGEPAGE on the mapping
 * @RA_HINT_COUNT: number of hints
 */
enum ra_hint {
	RA_HINT_NONE,
	RA_HINT_RANDOM,
	RA_HINT_SEQUENTIAL,
	RA_HINT_HUGEPAGE,
	RA_HINT_COUNT
};

/**
 * struct ra_request - what the caller wants to read
 * @index: first page wanted
 * @nr_pages: pages wanted from there, in pages
 * @prev_index: page of the byte behind the previous read through the same
 *	descriptor; for a sync request only
 * @sequential: the mapping is hinted sequential, and @prev_index knows nothing
 *	of it; for a sync request only
 * @order: order of the folio whose marker was hit, for an async request; of the
 *	folio that is wanted, for a fault that wants a huge page
 */
struct ra_request {
	unsigned long index;
	unsigned long nr_pages;
	unsigned long prev_index;
	bool sequential;
	unsigned int order;
};

/**
 * struct ra_limits - what the device, its settings and the file allow
 * @ra_pages: largest window, in pages: read_ahead_kb, or what a hint made of it
 * @io_pages: largest request of the device, in pages: max_sectors_kb
 * @explicit_pages: largest explicit request, in pages: read_ahead_max_kb; for
 *	those alone, and no rule of ra_base_*() asks
 * @nr_file_pages: length of the file, in pages; no rule of ra_base_*() asks
 */
struct ra_limits {
	unsigned int ra_pages;
	unsigned int io_pages;
	unsigned int explicit_pages;
	unsigned long nr_file_pages;
};

/**
 * enum ra_fact - what a rule may need to know about the page cache
 * @RA_FACT_NONE: nothing
 * @RA_FACT_HISTORY: how many pages just before the request are cached without a
 *	gap, in pages, counted up to &ra_query.max_pages or the start of the file
 * @RA_FACT_NEXT_HOLE: index of the first page behind the request's first one
 *	that is not cached; one more than &ra_query.max_pages behind it, or 0,
 *	means that there is none
 */
enum ra_fact {
	RA_FACT_NONE,
	RA_FACT_HISTORY,
	RA_FACT_NEXT_HOLE,
};

/**
 * struct ra_query - what a request is, and the one fact that a decision needs
 * @pattern: the pattern as far as it can be told without the fact
 * @fact: which fact
 * @max_pages: how far to look, and the largest window of this request, in pages
 */
struct ra_query {
	enum ra_pattern pattern;
	enum ra_fact fact;
	unsigned int max_pages;
};

/**
 * struct ra_window - one readahead window
 * @start: first page
 * @size: length, in pages; 0: no window
 * @async_size: pages from the marker to the end; 0: no marker
 */
struct ra_window {
	unsigned long start;
	unsigned int size;
	unsigned int async_size;
};

/**
 * ra_window_ends_at - a window has its end at a given page
 * @window: the window
 * @index: the page
 *
 * Return: true if @index is the first page behind a window that is not empty.
 */
static inline bool ra_window_ends_at(const struct ra_window *window,
				     unsigned long index)
{
	return index > window->start && index - window->start == window->size;
}

/**
 * ra_is_next - a request goes on where the previous read ended
 * @req: the request of a reader that waits
 *
 * Return: true if @req begins in the page where the previous read ended, or the
 * next one.
 */
static inline bool ra_is_next(const struct ra_request *req)
{
	return req->index - req->prev_index <= 1;
}

/**
 * struct ra_decision - what one request comes to
 * @window: the window to read; size 0: nothing is read
 * @nr_cut: pages that were asked for explicitly but lie above the cap, in pages
 * @pattern: the rule that decided
 * @reason: why nothing is read, RA_REASON_NONE if something is; of ra_base_*()
 *	only that no hole is in reach or that both limits are 0
 * @standalone: read the pages as they are and leave the window alone that the
 *	descriptor remembers
 */
struct ra_decision {
	struct ra_window window;
	unsigned long nr_cut;
	enum ra_pattern pattern;
	enum ra_reason reason;
	bool standalone;
};

/**
 * struct ra_base - how one unpatched kernel differs from the others
 * @joint: one set of rules serves sync and async requests
 * @merges_own_hit: a window that is all marker and begins with the request is
 *	read together with the next one
 * @halves_full_marker: a first window no larger than the request has its marker
 *	in the middle, not at its start
 * @skips_order_1: there are no folios of two pages
 * @keeps_max_order: a hit folio of the largest order is not limited by the window
 * @grows_past_end: a window that begins behind the end of the file grows by the
 *	distance, if the mapping has large folios
 */
struct ra_base {
	bool joint;
	bool merges_own_hit;
	bool halves_full_marker;
	bool skips_order_1;
	bool keeps_max_order;
	bool grows_past_end;
};

extern const struct ra_base ra_base_6_1;
extern const struct ra_base ra_base_6_12;

#define RA_NO_MARKER	(~0UL)

/**
 * struct ra_span - pages to read one by one
 * @start: first page
 * @nr_pages: length, in pages; 0: nothing
 * @marker: page that gets the marker, RA_NO_MARKER: none
 */
struct ra_span {
	unsigned long start;
	unsigned long nr_pages;
	unsigned long marker;
};

struct ra_query ra_classic_sync_query(const struct ra_request *req,
				      const struct ra_limits *limits,
				      const struct ra_window *old);
struct ra_decision ra_classic_sync(const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old,
				   struct ra_query query,
				   unsigned long history);
struct ra_query ra_classic_async_query(const struct ra_request *req,
				       const struct ra_limits *limits,
				       const struct ra_window *old);
struct ra_decision ra_classic_async(const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old,
				    struct ra_query query,
				    unsigned long next_hole);
struct ra_decision ra_classic_single(const struct ra_request *req,
				     const struct ra_limits *limits);
struct ra_decision ra_classic_forced(const struct ra_request *req,
				     const struct ra_limits *limits,
				     enum ra_pattern pattern);
struct ra_decision ra_classic_around(const struct ra_request *req,
				     const struct ra_limits *limits);
struct ra_decision ra_classic_huge(const struct ra_request *req,
				   const struct ra_limits *limits, bool single);
struct ra_window ra_classic_beside(struct ra_window window,
				   const struct ra_limits *limits,
				   const struct ra_window *taken,
				   unsigned long index);
struct ra_window ra_classic_left(struct ra_window window, unsigned long index);

struct ra_query ra_base_sync_query(const struct ra_base *base,
				   const struct ra_request *req,
				   const struct ra_limits *limits,
				   const struct ra_window *old);
struct ra_decision ra_base_sync(const struct ra_base *base,
				const struct ra_request *req,
				const struct ra_window *old,
				struct ra_query query,
				unsigned long history);
struct ra_query ra_base_async_query(const struct ra_base *base,
				    const struct ra_request *req,
				    const struct ra_limits *limits,
				    const struct ra_window *old);
struct ra_decision ra_base_async(const struct ra_base *base,
				 const struct ra_request *req,
				 const struct ra_window *old,
				 struct ra_query query,
				 unsigned long next_hole);
struct ra_decision ra_base_forced(const struct ra_request *req,
				  const struct ra_limits *limits,
				  enum ra_pattern pattern);
struct ra_decision ra_base_around(unsigned long index,
				  const struct ra_limits *limits);
struct ra_span ra_base_span(unsigned long start, unsigned long nr_pages,
			    unsigned long async_size,
			    unsigned long nr_file_pages);
unsigned long ra_base_last_page(const struct ra_window *window,
				unsigned long nr_file_pages);
unsigned int ra_base_first_order(const struct ra_base *base, unsigned int size,
				 unsigned int order, unsigned int max_order);
unsigned int ra_base_folio_order(const struct ra_base *base,
				 unsigned long index, unsigned long last,
				 unsigned int order);
bool ra_base_has_marker(const struct ra_window *window, unsigned long index,
			unsigned int order);
struct ra_window ra_base_past_end(const struct ra_base *base,
				  struct ra_window window, unsigned long last);
struct ra_window ra_base_left(struct ra_window window, unsigned int nr_pages);

#endif /* _LINUX_READAHEAD_POLICY_H */
