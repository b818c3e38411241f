/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases of the policy core: the edges of each rule, and what it refuses.
 *
 * Each case is named for the property that it shows.  The expected values are
 * worked out from the rules by hand, as the comments tell; none was copied from
 * what the code returns.  In the comments r is the request rounded up to a power
 * of two, m the largest window of the request, c the size of the last window;
 * divisions round down.
 *
 * There are three tables: what policy "classic" decides, what the unpatched
 * kernels decide, and which pages those read for a decision.
 *
 * The same tables serve KUnit and user space, so they include nothing but the
 * interface of the core, and the functions behind them only compare.
 */
#ifndef _READAHEAD_POLICY_CASES_H
#define _READAHEAD_POLICY_CASES_H

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/readahead_policy.h>

/**
 * enum ra_policy_call - which decision a case asks for
 * @RA_CALL_SYNC: that of a sync request, after its query
 * @RA_CALL_ASYNC: that of an async request, after its query
 * @RA_CALL_FORCED: that of a forced request with the expected pattern
 * @RA_CALL_SINGLE: ra_classic_single()
 * @RA_CALL_AROUND: that of a fault
 * @RA_CALL_LEFT: ra_classic_left() of the window before; no rule decides, so the
 *	pattern is RA_PATTERN_NONE
 * @RA_CALL_HUGE: that of a fault in a mapping that wants huge pages
 * @RA_CALL_HUGE_SINGLE: the same if one huge page is enough
 * @RA_CALL_BESIDE: ra_classic_beside() of the window before, by no rule either
 */
enum ra_policy_call {
	RA_CALL_SYNC,
	RA_CALL_ASYNC,
	RA_CALL_FORCED,
	RA_CALL_SINGLE,
	RA_CALL_AROUND,
	RA_CALL_LEFT,
	RA_CALL_HUGE,
	RA_CALL_HUGE_SINGLE,
	RA_CALL_BESIDE,
};

/**
 * enum ra_bases - for which unpatched kernels a case holds
 * @RA_BASE_6_1: for 6.1
 * @RA_BASE_6_12: for 6.12
 * @RA_BASE_EACH: for each of them
 */
enum ra_bases {
	RA_BASE_6_1 = 1,
	RA_BASE_6_12 = 2,
	RA_BASE_EACH = RA_BASE_6_1 | RA_BASE_6_12,
};

/**
 * struct ra_policy_case - one decision and what it must come to
 * @name: the property that it shows
 * @bases: the unpatched kernels whose rules decide, for ra_base_cases only
 * @call: which decision
 * @req: the request
 * @limits: what the device and the file allow
 * @old: the window before
 * @taken: pages that another decision reads, for RA_CALL_BESIDE
 * @fact: the fact that the caller would fetch, given also when none is asked
 *	for: it must then make no difference
 * @query: the fact that must be asked for
 * @want: the decision that must be made
 */
struct ra_policy_case {
	const char *name;
	enum ra_bases bases;
	enum ra_policy_call call;
	struct ra_request req;
	struct ra_limits limits;
	struct ra_window old;
	struct ra_window taken;
	unsigned long fact;
	struct ra_query query;
	struct ra_decision want;
};

/**
 * enum ra_fill_call - which step of reading a decision a case asks for
 * @RA_FILL_SPAN: ra_base_span()
 * @RA_FILL_LAST_PAGE: ra_base_last_page()
 * @RA_FILL_FIRST_ORDER: ra_base_first_order()
 * @RA_FILL_FOLIO_ORDER: ra_base_folio_order()
 * @RA_FILL_HAS_MARKER: ra_base_has_marker()
 * @RA_FILL_PAST_END: ra_base_past_end()
 * @RA_FILL_LEFT: ra_base_left()
 */
enum ra_fill_call {
	RA_FILL_SPAN,
	RA_FILL_LAST_PAGE,
	RA_FILL_FIRST_ORDER,
	RA_FILL_FOLIO_ORDER,
	RA_FILL_HAS_MARKER,
	RA_FILL_PAST_END,
	RA_FILL_LEFT,
};

/**
 * struct ra_fill_result - what a step of reading a decision comes to
 * @span: for RA_FILL_SPAN
 * @window: for RA_FILL_PAST_END and RA_FILL_LEFT
 * @value: for all others
 *
 * What a step does not come to is 0.
 */
struct ra_fill_result {
	struct ra_span span;
	struct ra_window window;
	unsigned long value;
};

/**
 * struct ra_fill_case - one step of reading a decision and what it must come to
 * @name: the property that it shows
 * @bases: the kernels that read
 * @call: which step
 * @window: the window that is read
 * @nr_file_pages: length of the file, in pages
 * @index: first page of a folio
 * @last: last page that a folio may cover
 * @order: order of a folio
 * @max_order: largest order of the mapping
 * @nr_left: pages that the file system left
 * @want: what it must come to
 */
struct ra_fill_case {
	const char *name;
	enum ra_bases bases;
	enum ra_fill_call call;
	struct ra_window window;
	unsigned long nr_file_pages;
	unsigned long index;
	unsigned long last;
	unsigned int order;
	unsigned int max_order;
	unsigned int nr_left;
	struct ra_fill_result want;
};

/* Pages @i to @i + @n - 1, the previous read ended in front of byte 0 of @p. */
#define RA_SYNC(i, n, p)						\
	.call = RA_CALL_SYNC,						\
	.req = { .index = (i), .nr_pages = (n), .prev_index = (p) }
/* The same in a mapping that is hinted sequential, which knows no @p. */
#define RA_SYNC_HINTED(i, n)						\
	.call = RA_CALL_SYNC,						\
	.req = { .index = (i), .nr_pages = (n), .prev_index = RA_FAR,	\
		 .sequential = true }
/* The marker of the folio of 2^@o pages at @i was touched, @n pages to go. */
#define RA_ASYNC(i, n, o)						\
	.call = RA_CALL_ASYNC,						\
	.req = { .index = (i), .nr_pages = (n), .order = (o) }
#define RA_FORCED(i, n)							\
	.call = RA_CALL_FORCED, .req = { .index = (i), .nr_pages = (n) }
#define RA_SINGLE(i, n)							\
	.call = RA_CALL_SINGLE, .req = { .index = (i), .nr_pages = (n) }
#define RA_AROUND(i)							\
	.call = RA_CALL_AROUND, .req = { .index = (i), .nr_pages = 1 }
/* The file system left the pages of the window from @i on. */
#define RA_LEAVES(i)							\
	.call = RA_CALL_LEFT, .req = { .index = (i) }
/* A fault on page @i, where a huge page has 2^@o pages. */
#define RA_HUGE(i, o)							\
	.call = RA_CALL_HUGE,						\
	.req = { .index = (i), .nr_pages = 1, .order = (o) }
#define RA_HUGE_SINGLE(i, o)						\
	.call = RA_CALL_HUGE_SINGLE,					\
	.req = { .index = (i), .nr_pages = 1, .order = (o) }
/* The window was decided for page @i, and @n pages from @s on are taken. */
#define RA_BESIDE(i, s, n)						\
	.call = RA_CALL_BESIDE, .req = { .index = (i) },		\
	.taken = { (s), (n), 0 }
/* The limits, and a file of @end pages. */
#define RA_LIMITS_IN(ra, io, end)					\
	.limits = { .ra_pages = (ra), .io_pages = (io),			\
		    .nr_file_pages = (end) }
/* The limits, and a file that does not end. */
#define RA_LIMITS(ra, io)	RA_LIMITS_IN(ra, io, RA_TOP)
/* The same with a limit for explicit requests, which is 0 elsewhere. */
#define RA_LIMITS_EXPLICIT_IN(ra, io, ex, end)				\
	.limits = { .ra_pages = (ra), .io_pages = (io),			\
		    .explicit_pages = (ex), .nr_file_pages = (end) }
#define RA_LIMITS_EXPLICIT(ra, io, ex)					\
	RA_LIMITS_EXPLICIT_IN(ra, io, ex, RA_TOP)
/* A window, in the order in which trace lines show it: start+size-async_size. */
#define RA_OLD(s, n, a)		.old = { (s), (n), (a) }
#define RA_ASKS_NONE(m)		.query = { .fact = RA_FACT_NONE, .max_pages = (m) }
#define RA_ASKS_HISTORY(m)	.query = { .fact = RA_FACT_HISTORY, .max_pages = (m) }
#define RA_ASKS_HOLE(m)		.query = { .fact = RA_FACT_NEXT_HOLE, .max_pages = (m) }
#define RA_READS(p, s, n, a)						\
	.want = { .window = { (s), (n), (a) }, .pattern = RA_PATTERN_##p }
#define RA_READS_ALONE(p, s, n, cut)					\
	.want = { .window = { (s), (n), 0 }, .pattern = RA_PATTERN_##p,	\
		  .nr_cut = (cut), .standalone = true }
#define RA_READS_NOTHING(p, s, why)					\
	.want = { .window = { (s), 0, 0 }, .pattern = RA_PATTERN_##p,	\
		  .reason = RA_REASON_##why }
#define RA_READS_NONE_ALONE(p, s, why, cut)				\
	.want = { .window = { (s), 0, 0 }, .pattern = RA_PATTERN_##p,	\
		  .reason = RA_REASON_##why, .nr_cut = (cut),		\
		  .standalone = true }

/* The window @s+@n-@a in a file of @end pages, as single pages. */
#define RA_SPAN(s, n, a, end)						\
	.bases = RA_BASE_EACH, .call = RA_FILL_SPAN,			\
	.window = { (s), (n), (a) }, .nr_file_pages = (end)
#define RA_LAST_PAGE(s, n, end)						\
	.bases = RA_BASE_EACH, .call = RA_FILL_LAST_PAGE,		\
	.window = { (s), (n), 0 }, .nr_file_pages = (end)
/* A window of @n pages, for a hit folio of order @o; the mapping has up to @m. */
#define RA_FIRST_ORDER(n, o, m)						\
	.call = RA_FILL_FIRST_ORDER, .window.size = (n),		\
	.order = (o), .max_order = (m)
/* Folios up to order @o from page @i, page @l is the last. */
#define RA_FOLIO_ORDER(i, l, o)						\
	.call = RA_FILL_FOLIO_ORDER,					\
	.index = (i), .last = (l), .order = (o)
/* The folio of order @o at page @i of the window @s+@n-@a. */
#define RA_HAS_MARKER(i, o, s, n, a)					\
	.bases = RA_BASE_EACH, .call = RA_FILL_HAS_MARKER,		\
	.window = { (s), (n), (a) }, .index = (i), .order = (o)
#define RA_PAST_END(s, n, a, l)						\
	.call = RA_FILL_PAST_END,					\
	.window = { (s), (n), (a) }, .last = (l)
#define RA_LEFT(s, n, a, left)						\
	.bases = RA_BASE_EACH, .call = RA_FILL_LEFT,			\
	.window = { (s), (n), (a) }, .nr_left = (left)
#define RA_IS_SPAN(s, n, m)	.want.span = { (s), (n), (m) }
#define RA_IS_WINDOW(s, n, a)	.want.window = { (s), (n), (a) }
#define RA_IS(v)		.want.value = (v)

/* The highest page number of all. */
#define RA_TOP	(~0UL)
/* Half of what a long holds: 2^63 or 2^31. */
#define RA_HALF	(1UL << (BITS_PER_LONG - 1))
/* @n less than 2^32. */
#define RA_2_32_LESS(n)	(0xffffffffUL - (n) + 1)
/* A previous read that is near nothing. */
#define RA_FAR	1000000UL
/* Position -1 as a page number, as far as a page number holds it. */
#define RA_NEVER	((unsigned long)(~0ULL >> 12))

static const struct ra_policy_case ra_policy_cases[] = {
	/*
	 * initial0: the first window, m = 32.
	 */
	{	/* r = 1 <= 32/32: 4; the marker stands 1 page in: 4 - 1 = 3. */
		.name = "sync: page 0, a request of m/32 is read four times over",
		RA_SYNC(0, 1, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/* r = 2 > 1, <= 8: 4; 4 - 2 = 2. */
		.name = "sync: page 0, a request above m/32 is doubled",
		RA_SYNC(0, 2, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 2),
	},
	{	/* r = 4 (3 rounded up): 8; 8 - 3 = 5. */
		.name = "sync: page 0, a request is rounded up to a power of two",
		RA_SYNC(0, 3, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 8, 5),
	},
	{	/* r = 8 <= 8: 16; 16 - 8 = 8. */
		.name = "sync: page 0, a request of m/4 is doubled",
		RA_SYNC(0, 8, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 16, 8),
	},
	{	/* r = 16 > 8: m; 32 - 9 = 23. */
		.name = "sync: page 0, a request that rounds up above m/4 gets m",
		RA_SYNC(0, 9, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 32, 23),
	},
	{	/* r = 32: m; 32 - 31 = 1. */
		.name = "sync: page 0, one page less than m leaves one for the marker",
		RA_SYNC(0, 31, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 32, 1),
	},
	{	/*
		 * All 32 pages were asked for, so the window is all marker and
		 * hits itself; 32 + 32 > 32, so the marker goes to the middle.
		 */
		.name = "sync: page 0, a request of m takes its own marker's hit",
		RA_SYNC(0, 32, 0), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 32, 16),
	},
	{	/* The fact would be a run of cached pages; none precedes page 0. */
		.name = "sync: page 0 asks for no fact and heeds none",
		RA_SYNC(0, 1, RA_FAR), RA_LIMITS(32, 320), .fact = 20,
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},

	/*
	 * The limits: small, odd, just beside a power of two.
	 */
	{	/* r = 1 > 1/4: m = 1, all marker; 1 + 1 > 1: marker 1/2 = 0. */
		.name = "sync: m = 1 reads one page and sets no marker",
		RA_SYNC(0, 1, 0), RA_LIMITS(1, 1),
		RA_ASKS_NONE(1), RA_READS(INITIAL0, 0, 1, 0),
	},
	{	/* r = 1 > 2/4: m = 2; 2 - 1 = 1. */
		.name = "sync: m = 2 reads one page ahead",
		RA_SYNC(0, 1, 0), RA_LIMITS(2, 2),
		RA_ASKS_NONE(2), RA_READS(INITIAL0, 0, 2, 1),
	},
	{	/* 31/32 = 0 < r = 1 <= 31/4 = 7: 2; 2 - 1 = 1. */
		.name = "sync: m = 31 has no room for four times one page",
		RA_SYNC(0, 1, 0), RA_LIMITS(31, 31),
		RA_ASKS_NONE(31), RA_READS(INITIAL0, 0, 2, 1),
	},
	{	/* r = 8 > 31/4 = 7: m; 31 - 8 = 23. */
		.name = "sync: m = 31 gives 8 pages the whole window",
		RA_SYNC(0, 8, 0), RA_LIMITS(31, 31),
		RA_ASKS_NONE(31), RA_READS(INITIAL0, 0, 31, 23),
	},
	{	/* r = 8 > 20/4 = 5: m; 20 - 5 = 15. */
		.name = "sync: m = 20 gives m/4 the whole window, as it is rounded up",
		RA_SYNC(0, 5, 0), RA_LIMITS(20, 20),
		RA_ASKS_NONE(20), RA_READS(INITIAL0, 0, 20, 15),
	},
	{	/* r = 4 <= 5: 8; 8 - 4 = 4. */
		.name = "sync: m = 20 doubles a request below m/4",
		RA_SYNC(0, 4, 0), RA_LIMITS(20, 20),
		RA_ASKS_NONE(20), RA_READS(INITIAL0, 0, 8, 4),
	},
	{	/* All marker; 31 + 31 > 31: 31/2 = 15. */
		.name = "sync: m = 31 puts the marker of a full request in the middle",
		RA_SYNC(0, 31, 0), RA_LIMITS(31, 31),
		RA_ASKS_NONE(31), RA_READS(INITIAL0, 0, 31, 15),
	},
	{	/* r = 1 <= 33/32 = 1: 4; 4 - 1 = 3. */
		.name = "sync: m = 33 starts as m = 32",
		RA_SYNC(0, 1, 0), RA_LIMITS(33, 33),
		RA_ASKS_NONE(33), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/* r = 64 > 8: m; all marker; 33/2 = 16. */
		.name = "sync: m = 33 is reached by a request of 33 pages",
		RA_SYNC(0, 33, 0), RA_LIMITS(33, 33),
		RA_ASKS_NONE(33), RA_READS(INITIAL0, 0, 33, 16),
	},

	/*
	 * oversize: above the window, up to what the device takes at once.
	 */
	{	/* m = min(40, 320) = 40; r = 64: m; all marker; 40/2 = 20. */
		.name = "sync: a request above ra_pages may grow to io_pages",
		RA_SYNC(0, 40, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(40), RA_READS(INITIAL0, 0, 40, 20),
	},
	{	/* m = min(40, 36) = 36 of the 40. */
		.name = "sync: a request above io_pages is cut there",
		RA_SYNC(100, 40, RA_FAR), RA_LIMITS(32, 36),
		RA_ASKS_NONE(36), RA_READS(OVERSIZE, 100, 36, 0),
	},
	{	/* io_pages is no larger than ra_pages: m = 32. */
		.name = "sync: an io_pages of ra_pages lends nothing",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 0),
	},
	{	/* m = 32 again: a small io_pages does not shrink the window. */
		.name = "sync: an io_pages below ra_pages takes nothing away",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 8),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 0),
	},
	{	/* m = min(33, 33) = 33: not above m, and near nothing. */
		.name = "sync: a request of exactly io_pages is not oversize",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 33),
		RA_ASKS_HISTORY(33), RA_READS_ALONE(RANDOM, 100, 33, 0),
	},
	{	/* The history of 64 would be enough for a context. */
		.name = "sync: an oversize request asks for no fact",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 32), .fact = 64,
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 0),
	},
	{	/* D2: nothing says that these 321 pages belong to a run. */
		.name = "sync: oversize alone has no marker",
		RA_SYNC(100, 321, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS(OVERSIZE, 100, 320, 0),
	},
	{	/* 100 - 98 = 2. */
		.name = "sync: oversize behind a gap has no marker",
		RA_SYNC(100, 40, 98), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 0),
	},
	{	/* 100 - 101 is as far as can be. */
		.name = "sync: oversize before the previous read has no marker",
		RA_SYNC(100, 40, 101), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 0),
	},
	{	/* A first window: r = 64: m, all marker; 32 + 32 > 32: 16. */
		.name = "sync: oversize from where the previous read ended",
		RA_SYNC(100, 40, 100), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},
	{	/* No page of the 2 is left for a marker. */
		.name = "sync: oversize with m = 1",
		RA_SYNC(100, 2, RA_FAR), RA_LIMITS(1, 1),
		RA_ASKS_NONE(1), RA_READS(OVERSIZE, 100, 1, 0),
	},
	{	/* m = 320; r is no number, and not needed. */
		.name = "sync: more pages than can be rounded up, alone",
		RA_SYNC(100, RA_HALF + 1, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS(OVERSIZE, 100, 320, 0),
	},
	{	/* 32 + 100 = 132, where there is no marker; the size decides. */
		.name = "sync: the rest of a large request may be oversize again",
		RA_SYNC(132, 68, RA_FAR), RA_LIMITS(32, 32), RA_OLD(100, 32, 0),
		.fact = 132,
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 132, 32, 0),
	},
	{	/*
		 * Of 384 pages from 100 on, 320 were read without a marker: 64
		 * are left.  The history would be enough for a context.
		 */
		.name = "sync: the rest of a large request is read as asked",
		RA_SYNC(420, 64, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(100, 320, 0), .fact = 320,
		RA_ASKS_NONE(64), RA_READS_ALONE(RANDOM, 420, 64, 0),
	},
	{	/* 450 - 420 = 30. */
		.name = "sync: the rest of a large request is cut at the end",
		RA_SYNC(420, 64, RA_FAR), RA_LIMITS_IN(32, 320, 450),
		RA_OLD(100, 320, 0), .fact = 320,
		RA_ASKS_NONE(64), RA_READS_ALONE(RANDOM, 420, 30, 0),
	},
	{	/* One page of 320 is marker; 32 > 20: min(32 + 20, 32). */
		.name = "sync: behind a window with a marker history counts",
		RA_SYNC(420, 20, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(100, 320, 1), .fact = 32,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 420, 32, 1),
	},
	{	/* 421 != 100 + 320; 9 + 1 = 10. */
		.name = "sync: one page behind a window without a marker",
		RA_SYNC(421, 1, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(100, 320, 0), .fact = 9,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 421, 10, 1),
	},
	{	/* 419 is the last page of 100 + 320; 9 + 1 = 10. */
		.name = "sync: the last page of a window without a marker",
		RA_SYNC(419, 1, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(100, 320, 0), .fact = 9,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 419, 10, 1),
	},
	{	/* No window leaves no rest; 9 + 1 = 10. */
		.name = "sync: an empty window leaves no rest",
		RA_SYNC(420, 1, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(420, 0, 0), .fact = 9,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 420, 10, 1),
	},
	{	/* 2^64 - 4 + 8 is not 4; 4 pages back to page 0: 8 + 1 = 9. */
		.name = "sync: a window that wraps leaves no rest",
		RA_SYNC(4, 1, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(RA_TOP - 3, 8, 0), .fact = 4,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 4, 9, 1),
	},
	{	/*
		 * The next read, not the rest: c = 320 > m = 64, all marker;
		 * above m: m, marker 32.
		 */
		.name = "sync: a run behind a window without a marker goes on",
		RA_SYNC(420, 64, 420), RA_LIMITS(32, 320), RA_OLD(100, 320, 0),
		RA_ASKS_NONE(64), RA_READS(INITIAL, 420, 64, 32),
	},
	{	/* c = 4: 8; the next one is 16; 8 + 16 = 24 <= 32. */
		.name = "sync: a sequential mapping behind a window without one",
		RA_SYNC_HINTED(104, 1), RA_LIMITS(32, 320), RA_OLD(100, 4, 0),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 104, 24, 16),
	},

	/*
	 * initial: next to the previous read.
	 */
	{	/* 100 - 100 = 0; a new window, as at page 0. */
		.name = "sync: the page where the previous read ended starts a run",
		RA_SYNC(100, 1, 100), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* 100 - 99 = 1. */
		.name = "sync: the page behind the previous read starts a run",
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/*
		 * Known fault: a read of page 98 ends in front of page 99, so
		 * a read of page 100 passes with page 99 left out.
		 */
		.name = "sync: a gap of one page passes for a run",
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320), RA_OLD(98, 1, 0),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* 100 - 98 = 2. */
		.name = "sync: two pages behind the previous read is no run",
		RA_SYNC(100, 1, 98), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 1, 0),
	},
	{	/* 100 - 101 is as far as can be, it does not count as near. */
		.name = "sync: a page before the previous read is no run",
		RA_SYNC(100, 1, 101), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 1, 0),
	},
	{	/* prev_pos is -1 before the first read: 1 - (2^52 - 1) is far. */
		.name = "sync: no previous read is near no page",
		RA_SYNC(1, 1, RA_NEVER), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 1, 1, 0),
	},
	{	/* m = 32 as io_pages lends nothing: oversize decides before. */
		.name = "sync: an oversize request next to the previous is oversize",
		RA_SYNC(100, 40, 99), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},

	/*
	 * initial: a run that lost its marker, at the end of the last window.
	 */
	{	/*
		 * 108 = 100 + 8; c = 8 >= 32/16, <= 16: 16, all marker: hits
		 * itself; the next one is 32; 16 + 32 > 32: m, marker 16.
		 */
		.name = "sync: the end of the last window goes on from its size",
		RA_SYNC(108, 1, 107), RA_LIMITS(32, 320), RA_OLD(100, 8, 4),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 108, 32, 16),
	},
	{	/*
		 * m = 128: c = 4 < 128/16 = 8: 16, all marker; the next one
		 * is 32; 16 + 32 = 48 <= 128: both, marker of the second.
		 */
		.name = "sync: the merged window is this one and the next",
		RA_SYNC(104, 1, 103), RA_LIMITS(128, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(128), RA_READS(INITIAL, 104, 48, 32),
	},
	{	/* c = 4 <= 16: 8; the next one is 16; 8 + 16 = 24 <= 32. */
		.name = "sync: a merged window below m keeps its ramp",
		RA_SYNC(104, 1, 103), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 104, 24, 16),
	},
	{	/* c = 8 <= 48/2 = 24: 16 <= 24: 32; 16 + 32 = 48 <= 48. */
		.name = "sync: a merged window of exactly m keeps its ramp",
		RA_SYNC(108, 1, 107), RA_LIMITS(48, 48), RA_OLD(100, 8, 4),
		RA_ASKS_NONE(48), RA_READS(INITIAL, 108, 48, 32),
	},
	{	/* 47/2 = 23: 16 and 32 again, but 48 > 47: m and its half, 23. */
		.name = "sync: a merged window one page above m is cut to m",
		RA_SYNC(108, 1, 107), RA_LIMITS(47, 47), RA_OLD(100, 8, 4),
		RA_ASKS_NONE(47), RA_READS(INITIAL, 108, 47, 23),
	},
	{	/* 108 - 108 = 0: the last read ended inside page 108. */
		.name = "sync: the end of the window, with a read that ended there",
		RA_SYNC(108, 1, 108), RA_LIMITS(32, 320), RA_OLD(100, 8, 4),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 108, 32, 16),
	},
	{	/*
		 * 4 KiB every 16 KiB: window 100+4, page 104 comes, but the last
		 * read was page 100 and ended in front of 101: 104 - 101 = 3.
		 */
		.name = "sync: the end of the window alone proves no run",
		RA_SYNC(104, 1, 101), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 104, 1, 0),
	},
	{	/* A fault leaves no previous read; the mapping's hint replaces it. */
		.name = "sync: the end of the window with a sequential mapping",
		RA_SYNC_HINTED(104, 1),
		RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 104, 24, 16),
	},
	{	/* 105 != 100 + 4. */
		.name = "sync: a sequential mapping proves nothing elsewhere",
		RA_SYNC_HINTED(105, 1),
		RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 105, 1, 0),
	},
	{	/*
		 * m = 32; c = 512 of a huge page mapping: larger than m, kept,
		 * all marker; 512 + 32 > 32: m, marker 16.
		 */
		.name = "sync: behind a window larger than m comes one of m",
		RA_SYNC(612, 1, 611), RA_LIMITS(32, 320), RA_OLD(100, 512, 512),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 612, 32, 16),
	},
	{	/*
		 * The end of the window decides before the size does: m = 32;
		 * c = 16: 32, all marker: m, marker 16.
		 */
		.name = "sync: an oversize request at the end of the window",
		RA_SYNC(116, 40, 115), RA_LIMITS(32, 32), RA_OLD(100, 16, 8),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 116, 32, 16),
	},
	{	/*
		 * There is no window, so its start is no end of one.  Page 100
		 * has to be read: a new window, r = 1: 4.
		 */
		.name = "sync: the end of an empty window is the start of a run",
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320), RA_OLD(100, 0, 0),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* No run: as asked. */
		.name = "sync: the end of an empty window with nothing before it",
		RA_SYNC_HINTED(100, 1),
		RA_LIMITS(32, 320), RA_OLD(100, 0, 0),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 1, 0),
	},

	/*
	 * D1: a page that is missing where the marker should be.
	 */
	{	/*
		 * Window 100+4-3 has its marker at 101.  That page was evicted:
		 * it is read now, from 101 on, not from 104.
		 */
		.name = "sync: a miss at the marker reads the missed page",
		RA_SYNC(101, 1, 101), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 101, 4, 3),
	},
	{	/* The same, by a reader that comes from elsewhere. */
		.name = "sync: a miss at the marker out of the blue is random",
		RA_SYNC(101, 2, RA_FAR), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 101, 2, 0),
	},
	{	/* 1 page before 101 is cached: 1 is not more than 1. */
		.name = "sync: a miss at the marker behind one cached page",
		RA_SYNC(101, 1, RA_FAR), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		.fact = 1,
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 101, 1, 0),
	},
	{	/* All 32 pages are marker, which is page 100 itself. */
		.name = "sync: a miss at a marker that starts its window",
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},

	/*
	 * context: the pages that a run leaves behind.
	 */
	{	/* 3 < 4. */
		.name = "sync: a history shorter than the request is none",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 3,
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 4, 0),
	},
	{	/* 4 is not more than 4. */
		.name = "sync: a history as long as the request is none",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 4,
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 4, 0),
	},
	{	/* 5 + 4 = 9, the marker on the last page. */
		.name = "sync: a history longer than the request is a run",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 5,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 9, 1),
	},
	{	/* min(32 + 4, 32). */
		.name = "sync: a context window is limited to m",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 32,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 32, 1),
	},
	{	/* 6 pages before page 6 are all there are: 2 * 6 + 1 = 13. */
		.name = "sync: a history back to the start of the file doubles",
		RA_SYNC(6, 1, RA_FAR), RA_LIMITS(32, 320), .fact = 6,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 6, 13, 1),
	},
	{	/* 5 of 6: 5 + 1 = 6. */
		.name = "sync: a history short of the start does not double",
		RA_SYNC(6, 1, RA_FAR), RA_LIMITS(32, 320), .fact = 5,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 6, 6, 1),
	},
	{	/* 2 * 20 + 1 = 41 > 32. */
		.name = "sync: a doubled history is limited to m",
		RA_SYNC(20, 1, RA_FAR), RA_LIMITS(32, 320), .fact = 20,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 20, 32, 1),
	},
	{	/* min(2 + 1, 1) = 1: all marker; 1 + 1 > 1: m, marker 1/2 = 0. */
		.name = "sync: a context window of m = 1 has no marker",
		RA_SYNC(100, 1, RA_FAR), RA_LIMITS(1, 1), .fact = 2,
		RA_ASKS_HISTORY(1), RA_READS(CONTEXT, 100, 1, 0),
	},
	{	/* Next to the previous read, so no fact: r = 4: 8; 8 - 4 = 4. */
		.name = "sync: a request next to the previous heeds no history",
		RA_SYNC(100, 4, 100), RA_LIMITS(32, 320), .fact = 20,
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 8, 4),
	},

	/*
	 * random: none of these.
	 */
	{	/* As asked, whatever the last window was. */
		.name = "sync: a random request leaves the window alone",
		RA_SYNC(5000, 7, RA_FAR), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 5000, 7, 0),
	},
	{	/* 32 = m is not above m. */
		.name = "sync: a random request of m pages is read as asked",
		RA_SYNC(5000, 32, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 5000, 32, 0),
	},

	/*
	 * subsequent: the ramp of a 4 KiB reader from page 0, m = 32, that
	 * begins with 0+4-3.  Each window starts where the last one ended, and
	 * is all marker: the reader hits it at its first page.
	 */
	{	/* Marker at 0 + 4 - 3 = 1; c = 4 >= 2, <= 16: 8. */
		.name = "async: the ramp, 4 to 8",
		RA_ASYNC(1, 1, 0), RA_LIMITS(32, 320), RA_OLD(0, 4, 3),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 4, 8, 8),
	},
	{	/* Marker at 4 + 8 - 8 = 4; 2 * 8. */
		.name = "async: the ramp, 8 to 16",
		RA_ASYNC(4, 1, 0), RA_LIMITS(32, 320), RA_OLD(4, 8, 8),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 12, 16, 16),
	},
	{	/* c = 16 <= 16: 32. */
		.name = "async: the ramp, 16 to 32",
		RA_ASYNC(12, 1, 0), RA_LIMITS(32, 320), RA_OLD(12, 16, 16),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 28, 32, 32),
	},
	{	/* c = 32 > 16: m. */
		.name = "async: the ramp ends at m",
		RA_ASYNC(28, 1, 0), RA_LIMITS(32, 320), RA_OLD(28, 32, 32),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 60, 32, 32),
	},
	{	/* c = 1 < 32/16 = 2: 4. */
		.name = "async: a window below m/16 is followed by four times it",
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 1, 1),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 101, 4, 4),
	},
	{	/* c = 2, not below 2: 4. */
		.name = "async: a window of m/16 is followed by twice it",
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 2, 2),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 102, 4, 4),
	},
	{	/* c = 17 > 16: m. */
		.name = "async: a window above m/2 is followed by m",
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 17, 17),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 117, 32, 32),
	},
	{	/* 31/16 = 1, 31/2 = 15: c = 15: 30, c = 16 would get m = 31. */
		.name = "async: m = 31, 15 pages are followed by 30",
		RA_ASYNC(100, 1, 0), RA_LIMITS(31, 31), RA_OLD(100, 15, 15),
		RA_ASKS_NONE(31), RA_READS(SUBSEQUENT, 115, 30, 30),
	},
	{	/* c = 16 > 15. */
		.name = "async: m = 31, 16 pages are followed by 31",
		RA_ASYNC(100, 1, 0), RA_LIMITS(31, 31), RA_OLD(100, 16, 16),
		RA_ASKS_NONE(31), RA_READS(SUBSEQUENT, 116, 31, 31),
	},
	{	/* 33/2 = 16: 32, one page short of m. */
		.name = "async: m = 33, 16 pages are followed by 32",
		RA_ASYNC(100, 1, 0), RA_LIMITS(33, 33), RA_OLD(100, 16, 16),
		RA_ASKS_NONE(33), RA_READS(SUBSEQUENT, 116, 32, 32),
	},
	{	/* c = 2 > 2/2: m = 2. */
		.name = "async: m = 2 stays at 2",
		RA_ASYNC(1, 1, 0), RA_LIMITS(2, 2), RA_OLD(0, 2, 1),
		RA_ASKS_NONE(2), RA_READS(SUBSEQUENT, 2, 2, 2),
	},
	{	/* max(512, 32): the marker is not where the reader is. */
		.name = "async: a window larger than m keeps its size",
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 512, 512),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 612, 512, 512),
	},
	{	/* 100 + 512 - 100 = 512 has its marker. */
		.name = "async: a window larger than m, with its marker inside",
		RA_ASYNC(512, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 512, 100),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 612, 512, 512),
	},
	{	/* m = min(64, 320) = 64; c = 32 <= 32: 64. */
		.name = "async: a large request ramps up to io_pages",
		RA_ASYNC(100, 64, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		RA_ASKS_NONE(64), RA_READS(SUBSEQUENT, 132, 64, 64),
	},
	{	/* A hole right behind would make it a window at 102. */
		.name = "async: at the expected index asks for no fact",
		RA_ASYNC(101, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		.fact = 102,
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 8, 8),
	},
	{	/*
		 * No marker was set by 100+4, but a page there has one: the index
		 * is the end of the window, c = 4: 8 at 104, all marker, which
		 * is this very page: 8 + 16 <= 32.
		 */
		.name = "async: a foreign marker at the window's end hits itself",
		RA_ASYNC(104, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 0),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 24, 16),
	},

	/*
	 * Large folios: the marker is on the folio that holds the page, and is
	 * hit at the folio's first page.
	 */
	{	/* 100 + 16 - 10 = 106, down to a multiple of 4: 104. */
		.name = "async: the expected index is rounded down to the folio",
		RA_ASYNC(104, 1, 2), RA_LIMITS(32, 320), RA_OLD(100, 16, 10),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 116, 32, 32),
	},
	{	/* A folio of one page is not rounded: 104 != 106; hole at 116. */
		.name = "async: a small folio beside the expected index is another",
		RA_ASYNC(104, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 16, 10),
		.fact = 116,
		/* 116 - 104 + 1 = 13 >= 2, <= 16: 26. */
		RA_ASKS_HOLE(32), RA_READS(MARKER, 116, 26, 26),
	},
	{	/* 106 is in the folio at 104, not in the one at 108. */
		.name = "async: the folio behind the expected index is another",
		RA_ASYNC(108, 1, 2), RA_LIMITS(32, 320), RA_OLD(100, 16, 10),
		.fact = 116,
		/* 8 + 1 = 9: 18. */
		RA_ASKS_HOLE(32), RA_READS(MARKER, 116, 18, 18),
	},
	{	/* 600 + 8 - 4 = 604, down to a multiple of 512: 512 < 600. */
		.name = "async: a huge folio may begin before the window",
		RA_ASYNC(512, 1, 9), RA_LIMITS(32, 320), RA_OLD(600, 8, 4),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 608, 16, 16),
	},

	/*
	 * marker: elsewhere.  The window of another reader reaches to the hole.
	 */
	{	/* 501 - 500 + 1 = 2 >= 2, <= 16: 4. */
		.name = "async: a marker elsewhere, hole at the next page",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 501,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 501, 4, 4),
	},
	{	/* 507 - 500 + 1 = 8: 16. */
		.name = "async: a marker elsewhere, hole 7 pages on",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 507,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 507, 16, 16),
	},
	{	/* 516 - 500 + 1 = 17 > 16: m. */
		.name = "async: a marker elsewhere, hole more than m/2 on",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 516,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 516, 32, 32),
	},
	{	/* 532 - 500 = 32 is not beyond 32. */
		.name = "async: a marker elsewhere, hole at the limit",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 532,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 532, 32, 32),
	},
	{	/* 533 - 500 = 33 > 32. */
		.name = "async: a marker elsewhere, no hole within the limit",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 533,
		RA_ASKS_HOLE(32), RA_READS_NOTHING(MARKER, 500, NO_HOLE),
	},
	{	/* The search went past the last index of all and came out at 0. */
		.name = "async: a marker elsewhere, a hole at 0 is none",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 0,
		RA_ASKS_HOLE(32), RA_READS_NOTHING(MARKER, 500, NO_HOLE),
	},
	{	/* 499 - 500 wraps, and must not come out as near. */
		.name = "async: a hole before the request is none",
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 499,
		RA_ASKS_HOLE(32), RA_READS_NOTHING(MARKER, 500, NO_HOLE),
	},
	{	/* m = min(40, 320) = 40; 502 - 500 + 40 = 42 > 20: m. */
		.name = "async: a marker elsewhere, a large request",
		RA_ASYNC(500, 40, 0), RA_LIMITS(32, 320), .fact = 502,
		RA_ASKS_HOLE(40), RA_READS(MARKER, 502, 40, 40),
	},
	{	/* 1 + 1 = 2 > 1/2: m = 1. */
		.name = "async: a marker elsewhere, m = 1",
		RA_ASYNC(500, 1, 0), RA_LIMITS(1, 1), .fact = 501,
		RA_ASKS_HOLE(1), RA_READS(MARKER, 501, 1, 1),
	},
	{	/* No window at all, marker 0 + 0 - 0 = 0; 1 - 0 + 1 = 2: 4. */
		.name = "async: a marker at page 0 without a window",
		RA_ASYNC(0, 1, 0), RA_LIMITS(32, 320), .fact = 1,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 1, 4, 4),
	},
	{	/* 100 + 0 - 0 = 100, but that is no page of the window. */
		.name = "async: an empty window has no marker",
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 0, 0),
		.fact = 101,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 101, 4, 4),
	},

	/*
	 * forced: no rule, only the cap.
	 */
	{	/* max(32, 320) = 320. */
		.name = "forced: a request of the cap is read in full",
		RA_FORCED(9, 320), RA_LIMITS(32, 320),
		RA_READS_ALONE(FADVISE, 9, 320, 0),
	},
	{	/* 321 - 320 = 1 page is cut. */
		.name = "forced: what lies above the cap is cut and counted",
		RA_FORCED(9, 321), RA_LIMITS(32, 320),
		RA_READS_ALONE(FADVISE, 9, 320, 1),
	},
	{	/* max(32, 8) = 32; 40 - 32 = 8. */
		.name = "forced: the larger limit is the cap",
		RA_FORCED(9, 40), RA_LIMITS(32, 8),
		RA_READS_ALONE(FADVISE, 9, 32, 8),
	},
	{	/* 400 - 320 = 80 pages are for the reader's next request. */
		.name = "forced: a reader loses nothing above the cap",
		RA_FORCED(9, 400), RA_LIMITS(32, 320),
		RA_READS_ALONE(RANDOM, 9, 320, 0),
	},
	{	/* max(0, 0) = 0. */
		.name = "forced: a cap of 0 reads nothing and says why",
		RA_FORCED(9, 1), RA_LIMITS(0, 0),
		RA_READS_NONE_ALONE(RANDOM, 9, OFF, 0),
	},
	{	/* 1 of 8 pages for a reader with read_ahead_kb 0. */
		.name = "single: one page is read with readahead off",
		RA_SINGLE(9, 8), RA_LIMITS(0, 320),
		RA_READS_ALONE(RANDOM, 9, 1, 0),
	},
	{	/* The cgroup is congested: as with readahead off. */
		.name = "single: one page is read whatever the window",
		RA_SINGLE(9, 8), RA_LIMITS(32, 320),
		RA_READS_ALONE(RANDOM, 9, 1, 0),
	},
	{
		.name = "single: a cap of 0 reads nothing and says why",
		RA_SINGLE(9, 8), RA_LIMITS(0, 0),
		RA_READS_NONE_ALONE(RANDOM, 9, OFF, 0),
	},

	/*
	 * around: 32 pages, 16 of them before the fault, the marker 8 before
	 * the end.
	 */
	{	/* 1000 - 16 = 984. */
		.name = "around: half of the window lies before the fault",
		RA_AROUND(1000), RA_LIMITS(32, 320),
		RA_READS(AROUND, 984, 32, 8),
	},
	{	/* 16 - 16 = 0. */
		.name = "around: the window may just begin at page 0",
		RA_AROUND(16), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 15 - 16 < 0. */
		.name = "around: the window does not begin before page 0",
		RA_AROUND(15), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 0 - 16 < 0. */
		.name = "around: a fault on page 0 reads from there",
		RA_AROUND(0), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 1/2 = 0, 1/4 = 0. */
		.name = "around: m = 1 is the page of the fault, without a marker",
		RA_AROUND(7), RA_LIMITS(1, 320),
		RA_READS(AROUND, 7, 1, 0),
	},
	{	/* 7 - 1 = 6, 2/4 = 0. */
		.name = "around: m = 2 has no marker",
		RA_AROUND(7), RA_LIMITS(2, 320),
		RA_READS(AROUND, 6, 2, 0),
	},
	{	/* 1000 - 31/2 = 985, 31/4 = 7. */
		.name = "around: an odd m rounds both parts down",
		RA_AROUND(1000), RA_LIMITS(31, 320),
		RA_READS(AROUND, 985, 31, 7),
	},
	{	/* 2^63 + 1000 - 16 (on 32 bit 2^31 + 1000 - 16). */
		.name = "around: a page above half of what a long holds",
		RA_AROUND(RA_HALF + 1000), RA_LIMITS(32, 320),
		RA_READS(AROUND, RA_HALF + 984, 32, 8),
	},

	/*
	 * The end of the file: windows are cut there, and one that ends there
	 * has no marker.
	 */
	{	/* 0+4-3, one page less than the file. */
		.name = "end: a window that ends before the end keeps its marker",
		RA_SYNC(0, 1, 0), RA_LIMITS_IN(32, 320, 5),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/* 0+4-3 fills the file. */
		.name = "end: a window that ends with the file has no marker",
		RA_SYNC(0, 1, 0), RA_LIMITS_IN(32, 320, 4),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 0),
	},
	{	/* 3 of 4, without the marker that would be page 1. */
		.name = "end: a window is cut where the file ends",
		RA_SYNC(0, 1, 0), RA_LIMITS_IN(32, 320, 3),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 3, 0),
	},
	{	/* 1 of 4. */
		.name = "end: a file of one page is read in one",
		RA_SYNC(0, 1, 0), RA_LIMITS_IN(32, 320, 1),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 1, 0),
	},
	{	/* 100+32-16, of which 120 - 100 = 20 are in the file. */
		.name = "end: an oversize window is cut",
		RA_SYNC(100, 33, 99), RA_LIMITS_IN(32, 32, 120),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 20, 0),
	},
	{	/* 100+32-0, of which 120 - 100 = 20 are in the file. */
		.name = "end: an oversize window without a marker is cut",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS_IN(32, 32, 120),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 20, 0),
	},
	{
		.name = "end: an oversize request behind the end reads nothing",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS_IN(32, 32, 100),
		RA_ASKS_NONE(32), RA_READS_NOTHING(OVERSIZE, 100, NO_HOLE),
	},
	{	/* 108+32-16, of which 12 are in the file. */
		.name = "end: a merged window is cut",
		RA_SYNC(108, 1, 107), RA_LIMITS_IN(32, 320, 120),
		RA_OLD(100, 8, 4),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 108, 12, 0),
	},
	{	/* 100+9-1, of which 8 are in the file. */
		.name = "end: a context window is cut",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS_IN(32, 320, 108), .fact = 5,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 8, 0),
	},
	{	/* 5003 - 5000 = 3 of 7. */
		.name = "end: a random request is cut",
		RA_SYNC(5000, 7, RA_FAR), RA_LIMITS_IN(32, 320, 5003),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 5000, 3, 0),
	},
	{	/* Page 200 is the first behind a file of 200. */
		.name = "end: a run that arrives at the end reads nothing",
		RA_SYNC(200, 1, 199), RA_LIMITS_IN(32, 320, 200),
		RA_ASKS_NONE(32), RA_READS_NOTHING(INITIAL, 200, NO_HOLE),
	},
	{
		.name = "end: the end of a window at the end reads nothing",
		RA_SYNC(104, 1, 103), RA_LIMITS_IN(32, 320, 104),
		RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS_NOTHING(INITIAL, 104, NO_HOLE),
	},
	{
		.name = "end: a random request behind the end reads nothing",
		RA_SYNC(200, 4, RA_FAR), RA_LIMITS_IN(32, 320, 100),
		RA_ASKS_HISTORY(32), RA_READS_NONE_ALONE(RANDOM, 200, NO_HOLE, 0),
	},
	{
		.name = "end: an empty file has nothing to read",
		RA_SYNC(0, 1, 0), RA_LIMITS_IN(32, 320, 0),
		RA_ASKS_NONE(32), RA_READS_NOTHING(INITIAL0, 0, NO_HOLE),
	},
	{	/* 60+32-32, of which 80 - 60 = 20 are in the file. */
		.name = "end: the last window of the ramp is cut",
		RA_ASYNC(28, 1, 0), RA_LIMITS_IN(32, 320, 80),
		RA_OLD(28, 32, 32),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 60, 20, 0),
	},
	{	/* 60 + 32 = 92, one page before the end. */
		.name = "end: the window before the last page is whole",
		RA_ASYNC(28, 1, 0), RA_LIMITS_IN(32, 320, 93),
		RA_OLD(28, 32, 32),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 60, 32, 32),
	},
	{	/* 28 + 32 = 60. */
		.name = "end: a window that begins at the end is none",
		RA_ASYNC(28, 1, 0), RA_LIMITS_IN(32, 320, 60),
		RA_OLD(28, 32, 32),
		RA_ASKS_NONE(32), RA_READS_NOTHING(SUBSEQUENT, 28, NO_HOLE),
	},
	{	/* 60 > 50: the file was truncated since. */
		.name = "end: a window that begins behind the end is none",
		RA_ASYNC(28, 1, 0), RA_LIMITS_IN(32, 320, 50),
		RA_OLD(28, 32, 32),
		RA_ASKS_NONE(32), RA_READS_NOTHING(SUBSEQUENT, 28, NO_HOLE),
	},
	{	/* 7 + 1 = 8: 16 at 507; 510 - 507 = 3. */
		.name = "end: a window at a hole is cut",
		RA_ASYNC(500, 1, 0), RA_LIMITS_IN(32, 320, 510), .fact = 507,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 507, 3, 0),
	},
	{	/* All of the file is cached: the first hole is its end. */
		.name = "end: a hole at the end is none",
		RA_ASYNC(500, 1, 0), RA_LIMITS_IN(32, 320, 501), .fact = 501,
		RA_ASKS_HOLE(32), RA_READS_NOTHING(MARKER, 500, NO_HOLE),
	},
	{	/* 984+32-8, of which 1010 - 984 = 26 are in the file. */
		.name = "end: read-around is cut",
		RA_AROUND(1000), RA_LIMITS_IN(32, 320, 1010),
		RA_READS(AROUND, 984, 26, 0),
	},
	{	/* 1001 - 984 = 17. */
		.name = "end: read-around of the last page",
		RA_AROUND(1000), RA_LIMITS_IN(32, 320, 1001),
		RA_READS(AROUND, 984, 17, 0),
	},
	{	/* 984 > 900. */
		.name = "end: read-around far behind the end is none",
		RA_AROUND(1000), RA_LIMITS_IN(32, 320, 900),
		RA_READS_NOTHING(AROUND, 1000, NO_HOLE),
	},
	{	/* 100 - 90 = 10 of 20, and no page of the file is cut. */
		.name = "end: a forced request is cut there, not at the cap",
		RA_FORCED(90, 20), RA_LIMITS_IN(32, 320, 100),
		RA_READS_ALONE(FADVISE, 90, 10, 0),
	},
	{	/* 400 of 1000 are in the file, 320 below the cap: 80 are cut. */
		.name = "end: only pages of the file count as cut",
		RA_FORCED(0, 1000), RA_LIMITS_IN(32, 320, 400),
		RA_READS_ALONE(FADVISE, 0, 320, 80),
	},
	{
		.name = "end: a forced request behind the end reads nothing",
		RA_FORCED(100, 20), RA_LIMITS_IN(32, 320, 100),
		RA_READS_NONE_ALONE(FADVISE, 100, NO_HOLE, 0),
	},
	{	/* The cap is why: 8 pages of the file were asked for. */
		.name = "end: a cap of 0 cuts the pages of the file",
		RA_FORCED(92, 20), RA_LIMITS_IN(0, 0, 100),
		RA_READS_NONE_ALONE(FADVISE, 92, OFF, 8),
	},
	{
		.name = "end: a single page behind the end reads nothing",
		RA_SINGLE(100, 8), RA_LIMITS_IN(32, 320, 100),
		RA_READS_NONE_ALONE(RANDOM, 100, NO_HOLE, 0),
	},

	/*
	 * Requests for nothing.
	 */
	{
		.name = "nothing: 0 pages at page 0",
		RA_SYNC(0, 0, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS_NONE_ALONE(RANDOM, 0, NO_HOLE, 0),
	},
	{
		.name = "nothing: 0 pages next to the previous read",
		RA_SYNC(100, 0, 100), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS_NONE_ALONE(RANDOM, 100, NO_HOLE, 0),
	},
	{
		.name = "nothing: 0 pages at the end of the window",
		RA_SYNC(104, 0, 103), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS_NONE_ALONE(RANDOM, 104, NO_HOLE, 0),
	},
	{	/* Nobody waits, whatever is cached, so it is not looked for. */
		.name = "nothing: 0 pages behind cached ones",
		RA_SYNC(100, 0, RA_FAR), RA_LIMITS(32, 320), .fact = 20,
		RA_ASKS_NONE(32),
		RA_READS_NONE_ALONE(RANDOM, 100, NO_HOLE, 0),
	},
	{	/* The marker says when, not how much is wanted: c = 4: 8. */
		.name = "nothing: a marker is heeded with 0 pages to go",
		RA_ASYNC(101, 0, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 8, 8),
	},
	{	/* 501 - 500 + 0 = 1 < 2: 4. */
		.name = "nothing: a marker elsewhere with 0 pages to go",
		RA_ASYNC(500, 0, 0), RA_LIMITS(32, 320), .fact = 501,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 501, 4, 4),
	},
	{
		.name = "nothing: 0 pages asked for explicitly",
		RA_FORCED(9, 0), RA_LIMITS(32, 320),
		RA_READS_NONE_ALONE(FADVISE, 9, NO_HOLE, 0),
	},

	/*
	 * Numbers at the top of their range: nothing wraps.
	 */
	{	/* m = 320; r is no number, but above m/4: m, marker 320/2. */
		.name = "top: more pages than can be rounded up, at page 0",
		RA_SYNC(0, RA_HALF + 1, 0), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS(INITIAL0, 0, 320, 160),
	},
	{
		.name = "top: more pages than can be rounded up, elsewhere",
		RA_SYNC(100, RA_HALF + 1, 99), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS(OVERSIZE, 100, 320, 160),
	},
	{	/* As many as there are: m = 32, all marker: 16. */
		.name = "top: all pages there are",
		RA_SYNC(0, RA_TOP, 0), RA_LIMITS(32, 0),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 32, 16),
	},
	{	/* m = 320; 502 - 500 + 2^32 - 2 = 2^32 > 160: m. */
		.name = "top: a sum of 2^32 behind a marker",
		RA_ASYNC(500, RA_2_32_LESS(2), 0), RA_LIMITS(32, 320),
		.fact = 502,
		RA_ASKS_HOLE(320), RA_READS(MARKER, 502, 320, 320),
	},
	{	/* 2 and all there are is more than 160. */
		.name = "top: a sum above all numbers behind a marker",
		RA_ASYNC(500, RA_TOP, 0), RA_LIMITS(32, 320), .fact = 502,
		RA_ASKS_HOLE(320), RA_READS(MARKER, 502, 320, 320),
	},
	{	/* 2^32 - 2 + 4 = 2^32 + 2: m. */
		.name = "top: a history and a request of 2^32 + 2 together",
		RA_SYNC(RA_TOP - 100, 4, RA_FAR), RA_LIMITS(32, 320),
		.fact = RA_2_32_LESS(2),
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, RA_TOP - 100, 32, 1),
	},
	{	/* Doubled, that is more than all numbers: m. */
		.name = "top: a history that cannot be doubled",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = RA_TOP,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 32, 1),
	},
	{	/* Twice 2^63 (on 32 bit 2^31) would be 0: m. */
		.name = "top: a history that is 0 when doubled",
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = RA_HALF,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 32, 1),
	},
	{	/* The marker is at 2^64 - 4 + 8 - 6, the end beyond all pages. */
		.name = "top: the window behind the last page is none",
		RA_ASYNC(RA_TOP - 1, 1, 0), RA_LIMITS(32, 320),
		RA_OLD(RA_TOP - 3, 8, 6),
		RA_ASKS_NONE(32), RA_READS_NOTHING(SUBSEQUENT, RA_TOP - 1, NO_HOLE),
	},
	{	/* 2^64 - 4 + 8 wraps to 4, which is not where it ends. */
		.name = "top: a window's end does not wrap to the first pages",
		RA_SYNC(4, 1, 3), RA_LIMITS(32, 320), RA_OLD(RA_TOP - 3, 8, 4),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 4, 4, 3),
	},
	{	/* The file has RA_TOP pages, 2 of them from there. */
		.name = "top: a request beyond the last page is cut",
		RA_SYNC(RA_TOP - 2, 7, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, RA_TOP - 2, 2, 0),
	},
	{	/* RA_TOP - 9 are in the file, 320 of them are read. */
		.name = "top: all pages there are, asked for explicitly",
		RA_FORCED(9, RA_TOP), RA_LIMITS(32, 320),
		RA_READS_ALONE(FADVISE, 9, 320, RA_TOP - 9 - 320),
	},
	{	/* RA_TOP - 1 - 16 to the end are 17 pages. */
		.name = "top: read-around of the last page",
		RA_AROUND(RA_TOP - 1), RA_LIMITS(32, 320),
		RA_READS(AROUND, RA_TOP - 17, 17, 0),
	},
#if BITS_PER_LONG == 64
	{	/* 2^31 + 1 > m/4: m = 2^32 - 1; less the request: 2^31 - 2. */
		.name = "top: a first window of the largest m there is",
		RA_SYNC(0, 2147483649, 0), RA_LIMITS(~0U, 0),
		RA_ASKS_NONE(~0U), RA_READS(INITIAL0, 0, ~0U, 2147483646),
	},
	{	/* 5 - (2^32 - 1)/2 < 0; (2^32 - 1)/4 = 1073741823. */
		.name = "top: read-around of the largest m there is",
		RA_AROUND(5), RA_LIMITS(~0U, 320),
		RA_READS(AROUND, 0, ~0U, 1073741823),
	},
	{	/* c = 2^31 - 1 = m/2: 2c = 2^32 - 2. */
		.name = "top: the ramp just below the largest m there is",
		RA_ASYNC(0, 1, 0), RA_LIMITS(~0U, 0),
		RA_OLD(0, 2147483647, 2147483647),
		RA_ASKS_NONE(~0U),
		RA_READS(SUBSEQUENT, 2147483647, 4294967294U, 4294967294U),
	},
	{	/*
		 * c = 2^30: 2^31, all marker; the next one is m = 2^32 - 1, and
		 * both are more than m: m, marker m/2 = 2^31 - 1.
		 */
		.name = "top: a merged window of 2^31 and 2^32 - 1 is cut to m",
		RA_SYNC(1073741924, 1, 1073741923), RA_LIMITS(~0U, 0),
		RA_OLD(100, 1073741824, 1),
		RA_ASKS_NONE(~0U), RA_READS(INITIAL, 1073741924, ~0U, 2147483647),
	},
	{	/* The size of a window is 32 bit, its pages are not. */
		.name = "top: a window may begin above 2^32",
		RA_ASYNC(4294967296, 1, 0), RA_LIMITS(32, 320),
		RA_OLD(4294967296, 16, 16),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 4294967312, 32, 32),
	},
#endif

	/*
	 * cut short: the window ends where the file system stopped, and its
	 * marker stays where it was: in 100+8-5 it is page 103.
	 */
	{	/* 105 - 8 = 97; 105 - 103 = 2. */
		.name = "cut short: the window moves and its marker stays",
		RA_LEAVES(105), RA_OLD(100, 8, 5), RA_IS_WINDOW(97, 8, 2),
	},
	{	/* 107 - 8 = 99; 107 - 103 = 4. */
		.name = "cut short: the last page alone",
		RA_LEAVES(107), RA_OLD(100, 8, 5), RA_IS_WINDOW(99, 8, 4),
	},
	{	/* 104 - 103 = 1. */
		.name = "cut short: all behind the marker",
		RA_LEAVES(104), RA_OLD(100, 8, 5), RA_IS_WINDOW(96, 8, 1),
	},
	{	/* 103 is not read. */
		.name = "cut short: the marker and all behind it",
		RA_LEAVES(103), RA_OLD(100, 8, 5), RA_IS_WINDOW(95, 8, 0),
	},
	{	/* 101 - 8 = 93. */
		.name = "cut short: all but the first page",
		RA_LEAVES(101), RA_OLD(100, 8, 5), RA_IS_WINDOW(93, 8, 0),
	},
	{	/* 100 - 8 = 92. */
		.name = "cut short: all of the window",
		RA_LEAVES(100), RA_OLD(100, 8, 5), RA_IS_WINDOW(92, 8, 0),
	},
	{	/* 103 - 8 = 95; all of it was marker, from page 100 on: 3. */
		.name = "cut short: a window that is all marker",
		RA_LEAVES(103), RA_OLD(100, 8, 8), RA_IS_WINDOW(95, 8, 3),
	},
	{	/* 105 - 8 = 97. */
		.name = "cut short: a window without a marker",
		RA_LEAVES(105), RA_OLD(100, 8, 0), RA_IS_WINDOW(97, 8, 0),
	},
	{	/* 99 < 100. */
		.name = "cut short: a page before the window is none of it",
		RA_LEAVES(99), RA_OLD(100, 8, 5), RA_IS_WINDOW(100, 8, 5),
	},
	{	/* 108 = 100 + 8. */
		.name = "cut short: a page behind the window is none of it",
		RA_LEAVES(108), RA_OLD(100, 8, 5), RA_IS_WINDOW(100, 8, 5),
	},
	{
		.name = "cut short: an empty window stays as it is",
		RA_LEAVES(100), RA_OLD(100, 0, 0), RA_IS_WINDOW(100, 0, 0),
	},
	{	/* 8 pages are just those before page 8; 8 - 5 = 3. */
		.name = "cut short: a window that just fits before its end",
		RA_LEAVES(8), RA_OLD(2, 8, 5), RA_IS_WINDOW(0, 8, 3),
	},
	{	/* 7 pages are before page 7, and 7 - 5 = 2 from the marker on. */
		.name = "cut short: a window does not begin before page 0",
		RA_LEAVES(7), RA_OLD(2, 8, 5), RA_IS_WINDOW(0, 7, 2),
	},
	{	/* 0+4-3 has its marker at page 1. */
		.name = "cut short: the first window but for its first page",
		RA_LEAVES(1), RA_OLD(0, 4, 3), RA_IS_WINDOW(0, 1, 0),
	},
	{	/* No page is before page 0. */
		.name = "cut short: the first page of the file",
		RA_LEAVES(0), RA_OLD(0, 4, 3), RA_IS_WINDOW(0, 0, 0),
	},
	{	/* 5 pages are before page 5, all of them marker as before. */
		.name = "cut short: the largest window of all",
		RA_LEAVES(5), RA_OLD(0, ~0U, ~0U), RA_IS_WINDOW(0, 5, 5),
	},
	{	/* 2^64 - 1 - 8; the marker was at 2^64 - 4 + 8 - 4, page 0. */
		.name = "cut short: a window over the last page of all",
		RA_LEAVES(RA_TOP), RA_OLD(RA_TOP - 3, 8, 4),
		RA_IS_WINDOW(RA_TOP - 8, 8, 0),
	},
	{	/* Where 2^64 - 4 + 8 wraps to is not in the window. */
		.name = "cut short: a window that wraps has none of the first pages",
		RA_LEAVES(2), RA_OLD(RA_TOP - 3, 8, 4),
		RA_IS_WINDOW(RA_TOP - 3, 8, 4),
	},
#if BITS_PER_LONG == 64
	{	/* 2^32 + 2 - 8 = 2^32 - 6; the marker is page 2^32 - 1. */
		.name = "cut short: a window that moves below 2^32",
		RA_LEAVES(4294967298), RA_OLD(4294967292, 8, 5),
		RA_IS_WINDOW(4294967290, 8, 3),
	},
#endif

	/*
	 * huge: 512 pages around page 1000 are those from 512 on, the next ones
	 * begin at 1024.
	 */
	{	/* 1000/512 = 1. */
		.name = "huge: the huge page, and the next one behind a marker",
		RA_HUGE(1000, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, 512, 1024, 512),
	},
	{
		.name = "huge: only the huge page",
		RA_HUGE_SINGLE(1000, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, 512, 512, 0),
	},
	{
		.name = "huge: the first page of a huge page",
		RA_HUGE(1024, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, 1024, 1024, 512),
	},
	{
		.name = "huge: the last page of a huge page",
		RA_HUGE(1023, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, 512, 1024, 512),
	},
	{
		.name = "huge: a fault on page 0",
		RA_HUGE(0, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 1024, 512),
	},
	{
		.name = "huge: no limit of the device cuts it",
		RA_HUGE(1000, 9), RA_LIMITS(1, 0),
		RA_READS(AROUND, 512, 1024, 512),
	},
	{
		.name = "huge: a huge page of one page",
		RA_HUGE(7, 0), RA_LIMITS(32, 320),
		RA_READS(AROUND, 7, 2, 1),
	},
	{
		.name = "huge: one huge page of one page",
		RA_HUGE_SINGLE(7, 0), RA_LIMITS(32, 320),
		RA_READS(AROUND, 7, 1, 0),
	},
	{	/* 512 + 1024 = 1536, one page less than the file. */
		.name = "huge: a window that ends before the end",
		RA_HUGE(1000, 9), RA_LIMITS_IN(32, 320, 1537),
		RA_READS(AROUND, 512, 1024, 512),
	},
	{
		.name = "huge: a window that ends with the file has no marker",
		RA_HUGE(1000, 9), RA_LIMITS_IN(32, 320, 1536),
		RA_READS(AROUND, 512, 1024, 0),
	},
	{	/* 1001 - 512. */
		.name = "huge: the last page of the file",
		RA_HUGE(1000, 9), RA_LIMITS_IN(32, 320, 1001),
		RA_READS(AROUND, 512, 489, 0),
	},
	{	/* 1001 - 512. */
		.name = "huge: one huge page is cut as well",
		RA_HUGE_SINGLE(1000, 9), RA_LIMITS_IN(32, 320, 1001),
		RA_READS(AROUND, 512, 489, 0),
	},
	{	/* The huge page begins where the file ends. */
		.name = "huge: a page behind the end reads nothing",
		RA_HUGE(1000, 9), RA_LIMITS_IN(32, 320, 512),
		RA_READS_NOTHING(AROUND, 1000, NO_HOLE),
	},
	{	/* 2^63 and 1000 (on 32 bit 2^31 and 1000). */
		.name = "huge: a page above half of what a long holds",
		RA_HUGE(RA_HALF + 1000, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, RA_HALF + 512, 1024, 512),
	},
	{	/* Of 2^64 - 512 to 2^64 - 1 the last one is in no file. */
		.name = "huge: the last page of all",
		RA_HUGE(RA_TOP - 1, 9), RA_LIMITS(32, 320),
		RA_READS(AROUND, RA_TOP - 511, 511, 0),
	},
	{	/* 2 * 2^30 pages. */
		.name = "huge: the largest huge page there is",
		RA_HUGE(5, 30), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 2147483648U, 1073741824),
	},

	/*
	 * explicit: a limit of its own, for these requests only.
	 */
	{	/* max(32, 320, 512) = 512 of 600. */
		.name = "explicit: what lies above its limit is cut and counted",
		RA_FORCED(9, 600), RA_LIMITS_EXPLICIT(32, 320, 512),
		RA_READS_ALONE(FADVISE, 9, 512, 88),
	},
	{
		.name = "explicit: a request of its limit is read in full",
		RA_FORCED(9, 512), RA_LIMITS_EXPLICIT(32, 320, 512),
		RA_READS_ALONE(FADVISE, 9, 512, 0),
	},
	{	/* max(32, 320, 64) = 320 of 400. */
		.name = "explicit: the limit of the device may be larger",
		RA_FORCED(9, 400), RA_LIMITS_EXPLICIT(32, 320, 64),
		RA_READS_ALONE(FADVISE, 9, 320, 80),
	},
	{	/* max(1024, 320, 512) = 1024 of 2000. */
		.name = "explicit: the window may be larger",
		RA_FORCED(9, 2000), RA_LIMITS_EXPLICIT(1024, 320, 512),
		RA_READS_ALONE(FADVISE, 9, 1024, 976),
	},
	{	/* max(0, 0, 512) = 512. */
		.name = "explicit: its limit alone is enough",
		RA_FORCED(9, 8), RA_LIMITS_EXPLICIT(0, 0, 512),
		RA_READS_ALONE(FADVISE, 9, 8, 0),
	},
	{	/* 600 are in the file, 512 below the cap. */
		.name = "explicit: only pages of the file count as cut",
		RA_FORCED(0, 1000), RA_LIMITS_EXPLICIT_IN(32, 320, 512, 600),
		RA_READS_ALONE(FADVISE, 0, 512, 88),
	},
	{	/* 400 are in the file. */
		.name = "explicit: the end of the file comes first",
		RA_FORCED(0, 1000), RA_LIMITS_EXPLICIT_IN(32, 320, 512, 400),
		RA_READS_ALONE(FADVISE, 0, 400, 0),
	},
	{	/* max(32, 320) = 320. */
		.name = "explicit: a reader does not get its limit",
		RA_FORCED(9, 600), RA_LIMITS_EXPLICIT(32, 320, 512),
		RA_READS_ALONE(RANDOM, 9, 320, 0),
	},
	{	/* max(0, 0) = 0. */
		.name = "explicit: a reader is off whatever its limit",
		RA_FORCED(9, 8), RA_LIMITS_EXPLICIT(0, 0, 512),
		RA_READS_NONE_ALONE(RANDOM, 9, OFF, 0),
	},
	{	/* max(0, 0) = 0. */
		.name = "explicit: a single page is off whatever its limit",
		RA_SINGLE(9, 8), RA_LIMITS_EXPLICIT(0, 0, 512),
		RA_READS_NONE_ALONE(RANDOM, 9, OFF, 0),
	},
	{	/* m = min(40, 36) = 36. */
		.name = "explicit: a missed page does not get its limit",
		RA_SYNC(100, 40, RA_FAR), RA_LIMITS_EXPLICIT(32, 36, 512),
		RA_ASKS_NONE(36), RA_READS(OVERSIZE, 100, 36, 0),
	},
	{	/* m = 32. */
		.name = "explicit: a marker does not get its limit",
		RA_ASYNC(28, 1, 0), RA_LIMITS_EXPLICIT(32, 320, 512),
		RA_OLD(28, 32, 32),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 60, 32, 32),
	},
	{	/* 1000 - 16 = 984. */
		.name = "explicit: a fault does not get its limit",
		RA_AROUND(1000), RA_LIMITS_EXPLICIT(32, 320, 512),
		RA_READS(AROUND, 984, 32, 8),
	},
#if BITS_PER_LONG == 64
	{	/* 2^64 - 1 - 9 are in the file, 2^32 - 1 below the cap. */
		.name = "explicit: the largest limit there is",
		RA_FORCED(9, RA_TOP), RA_LIMITS_EXPLICIT(32, 320, ~0U),
		RA_READS_ALONE(FADVISE, 9, ~0U, RA_TOP - 9 - ~0U),
	},
#endif

	/*
	 * beside: 100+32-16 ends at 132 and has its marker at 116; others read
	 * some of its pages.
	 */
	{	/* 110 - 100; what comes next is for others to say. */
		.name = "beside: the part before the pages taken",
		RA_BESIDE(100, 110, 8), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(100, 10, 0),
	},
	{	/* 110 - 100, also from the last page before them. */
		.name = "beside: the last page before the pages taken",
		RA_BESIDE(109, 110, 8), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(100, 10, 0),
	},
	{	/* 131 - 100. */
		.name = "beside: the last page is taken",
		RA_BESIDE(100, 131, 10), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(100, 31, 0),
	},
	{	/* 101 - 100. */
		.name = "beside: all but the first page are taken",
		RA_BESIDE(100, 101, 40), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(100, 1, 0),
	},
	{	/* 102 to 132, with the marker at 116. */
		.name = "beside: the part behind the pages taken",
		RA_BESIDE(120, 90, 12), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(102, 30, 16),
	},
	{	/* 101 to 132. */
		.name = "beside: the first page is taken",
		RA_BESIDE(101, 100, 1), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(101, 31, 16),
	},
	{	/* 118 to 132; page 116 is taken, so the marker comes first. */
		.name = "beside: the marker is taken",
		RA_BESIDE(118, 110, 8), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(118, 14, 14),
	},
	{	/* 116 to 132: all that is left is behind the marker. */
		.name = "beside: all before the marker is taken",
		RA_BESIDE(120, 100, 16), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(116, 16, 16),
	},
	{	/* 110 to 132. */
		.name = "beside: the part behind, of a window without a marker",
		RA_BESIDE(110, 90, 20), RA_OLD(100, 32, 0), RA_LIMITS(32, 320),
		RA_IS_WINDOW(110, 22, 0),
	},
	{	/* 131 to 132. */
		.name = "beside: all but the last page are taken",
		RA_BESIDE(131, 50, 81), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(131, 1, 1),
	},
	{	/* 32 pages from 118 on. */
		.name = "beside: the page itself is taken",
		RA_BESIDE(112, 110, 8), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(118, 32, 16),
	},
	{	/* The first of 110 to 117. */
		.name = "beside: the page is the first one taken",
		RA_BESIDE(110, 110, 8), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(118, 32, 16),
	},
	{	/* The last of 110 to 117. */
		.name = "beside: the page is the last one taken",
		RA_BESIDE(117, 110, 8), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(118, 32, 16),
	},
	{	/* 90 + 20 = 110. */
		.name = "beside: the first pages are taken, and the page itself",
		RA_BESIDE(100, 90, 20), RA_OLD(100, 32, 32), RA_LIMITS(32, 320),
		RA_IS_WINDOW(110, 32, 32),
	},
	{
		.name = "beside: the same window is taken",
		RA_BESIDE(100, 100, 32), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(132, 32, 16),
	},
	{	/* 90 + 100 = 190. */
		.name = "beside: a larger window is taken",
		RA_BESIDE(100, 90, 100), RA_OLD(100, 32, 16), RA_LIMITS(32, 320),
		RA_IS_WINDOW(190, 32, 16),
	},
	{	/* 0 + 1 = 1. */
		.name = "beside: page 0 is taken",
		RA_BESIDE(0, 0, 1), RA_OLD(0, 4, 3), RA_LIMITS(32, 320),
		RA_IS_WINDOW(1, 4, 3),
	},
	{	/* 140 - 118. */
		.name = "beside: a window that moves is cut at the end",
		RA_BESIDE(112, 110, 8), RA_OLD(100, 32, 16),
		RA_LIMITS_IN(32, 320, 140), RA_IS_WINDOW(118, 22, 0),
	},
	{	/* 118 + 32 = 150. */
		.name = "beside: a window that moves to the end has no marker",
		RA_BESIDE(112, 110, 8), RA_OLD(100, 32, 16),
		RA_LIMITS_IN(32, 320, 150), RA_IS_WINDOW(118, 32, 0),
	},
	{
		.name = "beside: a window that moves to before the end",
		RA_BESIDE(112, 110, 8), RA_OLD(100, 32, 16),
		RA_LIMITS_IN(32, 320, 151), RA_IS_WINDOW(118, 32, 16),
	},
	{
		.name = "beside: all up to the end is taken",
		RA_BESIDE(100, 90, 42), RA_OLD(100, 32, 0),
		RA_LIMITS_IN(32, 320, 132), RA_IS_WINDOW(132, 0, 0),
	},
	{	/* The file was truncated since the others decided. */
		.name = "beside: pages behind the end are taken",
		RA_BESIDE(100, 90, 100), RA_OLD(100, 32, 0),
		RA_LIMITS_IN(32, 320, 132), RA_IS_WINDOW(190, 0, 0),
	},
	{	/* The pages taken end with the last page of all. */
		.name = "beside: nothing is behind the last page of all",
		RA_BESIDE(RA_TOP - 5, RA_TOP - 10, 20),
		RA_OLD(RA_TOP - 20, 20, 0), RA_LIMITS(32, 320),
		RA_IS_WINDOW(RA_TOP, 0, 0),
	},
	{	/* 2^64 - 21 to 2^64 - 11. */
		.name = "beside: the part before the last pages of all",
		RA_BESIDE(RA_TOP - 20, RA_TOP - 10, 20),
		RA_OLD(RA_TOP - 20, 20, 0), RA_LIMITS(32, 320),
		RA_IS_WINDOW(RA_TOP - 20, 10, 0),
	},
};

/*
 * The unpatched kernels.  A case that begins with "base" holds for each of
 * them; where they differ there is one for each.
 */
static const struct ra_policy_case ra_base_cases[] = {
	/*
	 * A sync request, the rules in their order.
	 */
	{	/* r = 1 <= 32/32: 4; 4 - 1 = 3. */
		.name = "base sync: page 0",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 1, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/* r = 2 > 32/32 = 1, <= 8: 4; 4 - 2 = 2. */
		.name = "base sync: page 0, a request above m/32 is doubled",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 2, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 2),
	},
	{	/* r = 4 > 1, <= 8: 8; 8 - 3 = 5. */
		.name = "base sync: page 0, a request up to m/4 is doubled",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 3, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 8, 5),
	},
	{	/* r = 8 <= 8: 16; 16 - 8 = 8. */
		.name = "base sync: page 0, a request of m/4 is doubled",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 8, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 16, 8),
	},
	{	/* r = 8 > 31/4 = 7: m; 31 - 8 = 23. */
		.name = "base sync: page 0, m/4 rounds down",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 8, RA_FAR), RA_LIMITS(31, 31),
		RA_ASKS_NONE(31), RA_READS(INITIAL0, 0, 31, 23),
	},
	{	/*
		 * r = 32: m, all of it asked for: 6.1 makes all of it marker and
		 * merges, 32 + 32 > 32: 16; 6.12 takes the half of it.
		 */
		.name = "base sync: page 0, a request of m has its marker inside",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 32, RA_FAR), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 32, 16),
	},
	{	/* r = 16 > 8: m; 32 - 9 = 23. */
		.name = "base sync: page 0, a request above m/4 gets m",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 9, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 32, 23),
	},
	{	/* 0 + 4 - 4 = 0 is where the window has its marker. */
		.name = "base sync: page 0 comes before the window",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 1, RA_FAR), RA_LIMITS(32, 320), RA_OLD(0, 4, 4),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/* The file has one page: the cut comes with the reading. */
		.name = "base sync: no rule asks for the end of the file",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 1, RA_FAR), RA_LIMITS_IN(32, 320, 1),
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/*
		 * The missed page 101 has its marker at 100 + 4 - 3; the window
		 * after 4 pages: 8 at 104.  Page 101 is not in it.
		 */
		.name = "6.1 sync: a miss at the marker reads behind the window",
		.bases = RA_BASE_6_1,
		RA_SYNC(101, 1, RA_FAR), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 8, 8),
	},
	{
		.name = "6.12 sync: a miss at the marker proves nothing",
		.bases = RA_BASE_6_12,
		RA_SYNC(101, 1, RA_FAR), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 101, 1, 0),
	},
	{	/*
		 * 8 at 104, all marker, which is this very page; the next one
		 * is 16: 8 + 16 = 24 <= 32.
		 */
		.name = "6.1 sync: the end of the window alone is a run",
		.bases = RA_BASE_6_1,
		RA_SYNC(104, 1, 101), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 24, 16),
	},
	{	/* 24/16 = 1 <= c = 4 <= 12: 8, 8 <= 12: 16; 8 + 16 <= 24. */
		.name = "6.1 sync: a merged window of exactly m keeps its ramp",
		.bases = RA_BASE_6_1,
		RA_SYNC(104, 1, 101), RA_LIMITS(24, 24), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(24), RA_READS(SUBSEQUENT, 104, 24, 16),
	},
	{	/* c = 8: 16, the next one 32; 16 + 32 > 32: m, marker 16. */
		.name = "6.1 sync: a merged window above m is cut to m",
		.bases = RA_BASE_6_1,
		RA_SYNC(108, 1, 101), RA_LIMITS(32, 320), RA_OLD(100, 8, 4),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 108, 32, 16),
	},
	{
		.name = "6.12 sync: the end of the window alone proves nothing",
		.bases = RA_BASE_6_12,
		RA_SYNC(104, 1, 101), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 104, 1, 0),
	},
	{	/* 104 - 103 = 1: a first window, r = 1: 4. */
		.name = "6.12 sync: a run at the end of the window starts again",
		.bases = RA_BASE_6_12,
		RA_SYNC(104, 1, 103), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 104, 4, 3),
	},
	{	/* c = 16: 32, all marker; 32 + 32 > 32: m, marker 16. */
		.name = "6.1 sync: the end of the window comes before the size",
		.bases = RA_BASE_6_1,
		RA_SYNC(116, 40, RA_FAR), RA_LIMITS(32, 32), RA_OLD(100, 16, 8),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 116, 32, 16),
	},
	{	/* r = 64 > 8: m = 32 of 40; marker in the middle: 16. */
		.name = "6.12 sync: the size comes, whatever the window",
		.bases = RA_BASE_6_12,
		RA_SYNC(116, 40, RA_FAR), RA_LIMITS(32, 32), RA_OLD(100, 16, 8),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 116, 32, 16),
	},
	{	/*
		 * All marker, so 32 + 32 > 32 puts the marker at m/2 on 6.1; on
		 * 6.12 the half is the rule itself.
		 */
		.name = "base sync: an oversize window has its marker inside",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 32), .fact = 64,
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},
	{	/* m = min(33, 36) = 33. */
		.name = "base sync: a request up to io_pages is not oversize",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 36),
		RA_ASKS_HISTORY(33), RA_READS_ALONE(RANDOM, 100, 33, 0),
	},
	{	/* m = min(40, 36) = 36; r = 64: m, marker 18. */
		.name = "base sync: a request above io_pages gets that",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 40, RA_FAR), RA_LIMITS(32, 36),
		RA_ASKS_NONE(36), RA_READS(OVERSIZE, 100, 36, 18),
	},
	{	/* 40 > 32 = m, as 100 - 99 = 1 says less. */
		.name = "base sync: oversize comes before initial",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 40, 99), RA_LIMITS(32, 8),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},
	{	/* 100 - 100 = 0. */
		.name = "base sync: the page where the previous read ended",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 1, 100), RA_LIMITS(32, 320), .fact = 20,
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* 100 - 99 = 1. */
		.name = "base sync: the page behind the previous read",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* 100 - 98 = 2. */
		.name = "base sync: two pages behind the previous read",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 1, 98), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 1, 0),
	},
	{	/* 100 - 101 is as far as can be. */
		.name = "base sync: a page before the previous read",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 1, 101), RA_LIMITS(32, 320),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 1, 0),
	},
	{	/* No base knows of the hint here. */
		.name = "base sync: a sequential mapping is no evidence",
		.bases = RA_BASE_EACH,
		RA_SYNC_HINTED(105, 1), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 105, 1, 0),
	},
	{	/* 4 is not more than 4. */
		.name = "base sync: a history as long as the request is none",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 4,
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 4, 0),
	},
	{	/* 5 + 4 = 9. */
		.name = "base sync: a history longer than the request is a run",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 5,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 9, 1),
	},
	{	/* 2 * 6 + 1 = 13. */
		.name = "base sync: a history back to page 0 doubles",
		.bases = RA_BASE_EACH,
		RA_SYNC(6, 1, RA_FAR), RA_LIMITS(32, 320), .fact = 6,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 6, 13, 1),
	},
	{	/* 5 + 1 = 6. */
		.name = "base sync: a history short of page 0 does not double",
		.bases = RA_BASE_EACH,
		RA_SYNC(6, 1, RA_FAR), RA_LIMITS(32, 320), .fact = 5,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 6, 6, 1),
	},
	{	/* min(31 + 2, 32); no search of the base finds 32 pages. */
		.name = "base sync: the longest history gets m",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 2, RA_FAR), RA_LIMITS(32, 320), .fact = 31,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 32, 1),
	},
	{	/* So 31 is not more than 31, although all before is cached. */
		.name = "base sync: m - 1 pages never are context",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 31, RA_FAR), RA_LIMITS(32, 320), .fact = 31,
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 31, 0),
	},
	{	/* min(2 + 1, 1) = 1, all marker; 1 + 1 > 1: 1/2 = 0. */
		.name = "6.1 sync: a context window of m = 1 has no marker",
		.bases = RA_BASE_6_1,
		RA_SYNC(100, 1, RA_FAR), RA_LIMITS(1, 1), .fact = 2,
		RA_ASKS_HISTORY(1), RA_READS(CONTEXT, 100, 1, 0),
	},
	{	/* The marker of a context window is its last page. */
		.name = "6.12 sync: a context window of m = 1 is all marker",
		.bases = RA_BASE_6_12,
		RA_SYNC(100, 1, RA_FAR), RA_LIMITS(1, 1), .fact = 2,
		RA_ASKS_HISTORY(1), RA_READS(CONTEXT, 100, 1, 1),
	},
	{
		.name = "base sync: a random request leaves the window alone",
		.bases = RA_BASE_EACH,
		RA_SYNC(5000, 32, RA_FAR), RA_LIMITS(32, 320),
		RA_OLD(100, 32, 32),
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 5000, 32, 0),
	},

	/*
	 * An async request.
	 */
	{	/* r = 1: 4; 4 - 1 = 3; the hole at 1 is not asked for. */
		.name = "6.1 async: page 0 is a first page",
		.bases = RA_BASE_6_1,
		RA_ASYNC(0, 1, 0), RA_LIMITS(32, 320), RA_OLD(200, 32, 32),
		.fact = 1,
		RA_ASKS_NONE(32), RA_READS(INITIAL0, 0, 4, 3),
	},
	{	/* 1 - 0 + 1 = 2: 4. */
		.name = "6.12 async: page 0 is a page like any other",
		.bases = RA_BASE_6_12,
		RA_ASYNC(0, 1, 0), RA_LIMITS(32, 320), RA_OLD(200, 32, 32),
		.fact = 1,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 1, 4, 4),
	},
	{	/* c = 4 >= 2, <= 16: 8. */
		.name = "base async: the marker of the window",
		.bases = RA_BASE_EACH,
		RA_ASYNC(101, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		.fact = 102,
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 8, 8),
	},
	{	/* c = 1 < 2: 4. */
		.name = "base async: a window below m/16 is followed by 4 times it",
		.bases = RA_BASE_EACH,
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 1, 1),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 101, 4, 4),
	},
	{	/* c = 17 > 16: m. */
		.name = "base async: a window above m/2 is followed by m",
		.bases = RA_BASE_EACH,
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 17, 17),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 117, 32, 32),
	},
	{	/* max(512, 32). */
		.name = "base async: a window is never less than the last one",
		.bases = RA_BASE_EACH,
		RA_ASYNC(100, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 512, 512),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 612, 512, 512),
	},
	{	/* 100 + 512 - 100 = 512 has its marker. */
		.name = "base async: a window above m, with its marker inside",
		.bases = RA_BASE_EACH,
		RA_ASYNC(512, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 512, 100),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 612, 512, 512),
	},
	{	/* 100 + 16 - 10 = 106, down to a multiple of 4: 104. */
		.name = "base async: the marker is rounded down to the folio",
		.bases = RA_BASE_EACH,
		RA_ASYNC(104, 1, 2), RA_LIMITS(32, 320), RA_OLD(100, 16, 10),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 116, 32, 32),
	},
	{	/* 106 is not 104; 116 - 104 + 1 = 13: 26. */
		.name = "base async: a small folio beside the marker",
		.bases = RA_BASE_EACH,
		RA_ASYNC(104, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 16, 10),
		.fact = 116,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 116, 26, 26),
	},
	{	/* c = 4: 8 at 104, where the reader is; 8 + 16 = 24 <= 32. */
		.name = "6.1 async: the end of the window is expected",
		.bases = RA_BASE_6_1,
		RA_ASYNC(104, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		.fact = 105,
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 24, 16),
	},
	{	/* 105 - 104 + 1 = 2: 4. */
		.name = "6.12 async: the end of the window is a page like any",
		.bases = RA_BASE_6_12,
		RA_ASYNC(104, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		.fact = 105,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 105, 4, 4),
	},
	{	/* A window without a marker: 104 is both; 8 at 104. */
		.name = "6.12 async: a foreign marker does not hit itself",
		.bases = RA_BASE_6_12,
		RA_ASYNC(104, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 4, 0),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 8, 8),
	},
	{	/*
		 * Expected are 107 rounded down to 104, and 117; the folio at 116
		 * holds that.  132 - 116 + 1 = 17 > 16: m.
		 */
		.name = "6.1 async: the end of the window is not rounded",
		.bases = RA_BASE_6_1,
		RA_ASYNC(116, 1, 2), RA_LIMITS(32, 320), RA_OLD(100, 17, 10),
		.fact = 132,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 132, 32, 32),
	},
	{	/* 501 - 500 + 1 = 2: 4. */
		.name = "base async: a marker elsewhere",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), RA_OLD(100, 32, 32),
		.fact = 501,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 501, 4, 4),
	},
	{	/* m = min(40, 320) = 40; 502 - 500 + 40 = 42 > 20: m. */
		.name = "base async: a marker elsewhere, a large request",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, 40, 0), RA_LIMITS(32, 320), .fact = 502,
		RA_ASKS_HOLE(40), RA_READS(MARKER, 502, 40, 40),
	},
	{	/*
		 * 32 - 0 is not beyond 32.  6.1 gets this answer when pages 501
		 * to 532 are all cached: its search returns the last one.
		 */
		.name = "base async: a hole at the limit, found or not",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), .fact = 532,
		/* 32 + 1 > 16: m. */
		RA_ASKS_HOLE(32), RA_READS(MARKER, 532, 32, 32),
	},
	{	/* 33 > 32: what 6.12 gets when all of them are cached. */
		.name = "base async: a hole beyond the limit is none",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), .fact = 533,
		RA_ASKS_HOLE(32), RA_READS_NOTHING(MARKER, 500, NO_HOLE),
	},
	{
		.name = "base async: a hole at 0 is none",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, 1, 0), RA_LIMITS(32, 320), .fact = 0,
		RA_ASKS_HOLE(32), RA_READS_NOTHING(MARKER, 500, NO_HOLE),
	},

	/*
	 * What is odd.
	 */
	{	/* 0 + 0 - 0 = 0 is where the marker is; 4 * 0 = 0. */
		.name = "6.12 async: no window expects page 0, and reads nothing",
		.bases = RA_BASE_6_12,
		RA_ASYNC(0, 1, 0), RA_LIMITS(32, 320), .fact = 1,
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 0, 0, 0),
	},
	{	/* 0 is not below 8/16 = 0, and 2 * 0 = 0 as well. */
		.name = "6.12 async: no window, m below 16",
		.bases = RA_BASE_6_12,
		RA_ASYNC(0, 1, 0), RA_LIMITS(8, 320), .fact = 1,
		RA_ASKS_NONE(8), RA_READS(SUBSEQUENT, 0, 0, 0),
	},
	{	/* 0 is not below 0, but 0 <= 1/2 = 0: 2 * 0. */
		.name = "base async: an empty window is followed by none",
		.bases = RA_BASE_EACH,
		RA_ASYNC(100, 1, 0), RA_LIMITS(1, 320), RA_OLD(100, 0, 0),
		.fact = 101,
		RA_ASKS_NONE(1), RA_READS(SUBSEQUENT, 100, 0, 0),
	},
	{	/* 4 * 0 = 0; all marker at the request: 0 + 0 <= 32. */
		.name = "6.1 sync: the place of an empty window reads nothing",
		.bases = RA_BASE_6_1,
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320), RA_OLD(100, 0, 0),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 100, 0, 0),
	},
	{
		.name = "6.12 sync: the place of an empty window says nothing",
		.bases = RA_BASE_6_12,
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320), RA_OLD(100, 0, 0),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* 0 has no power of two above it. */
		.name = "base sync: 0 pages at page 0 are not defined",
		.bases = RA_BASE_EACH,
		RA_SYNC(0, 0, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS_ALONE(NONE, 0, 0, 0),
	},
	{
		.name = "base sync: 0 pages next to the previous read are not",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 0, 100), RA_LIMITS(32, 320),
		RA_ASKS_NONE(32), RA_READS_ALONE(NONE, 100, 0, 0),
	},
	{	/* 0 is not more than 0. */
		.name = "base sync: 0 pages elsewhere are random",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 0, RA_FAR), RA_LIMITS(32, 320), .fact = 0,
		RA_ASKS_HISTORY(32), RA_READS_ALONE(RANDOM, 100, 0, 0),
	},
	{	/* 1 + 0 = 1, all marker, at the request: 4 * 1 more. */
		.name = "6.1 sync: 0 pages behind one cached page",
		.bases = RA_BASE_6_1,
		RA_SYNC(100, 0, RA_FAR), RA_LIMITS(32, 320), .fact = 1,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 5, 4),
	},
	{	/* 1 + 0 = 1. */
		.name = "6.12 sync: 0 pages behind one cached page",
		.bases = RA_BASE_6_12,
		RA_SYNC(100, 0, RA_FAR), RA_LIMITS(32, 320), .fact = 1,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 1, 1),
	},
	{	/* The size of the window does not depend on the request. */
		.name = "6.1 sync: 0 pages at the end of the window are defined",
		.bases = RA_BASE_6_1,
		RA_SYNC(104, 0, RA_FAR), RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(SUBSEQUENT, 104, 24, 16),
	},
	{
		.name = "6.1 async: 0 pages at page 0 are not defined",
		.bases = RA_BASE_6_1,
		RA_ASYNC(0, 0, 0), RA_LIMITS(32, 320), RA_OLD(200, 32, 32),
		RA_ASKS_NONE(32), RA_READS_ALONE(NONE, 0, 0, 0),
	},
	{	/* 1 - 0 + 0 = 1 < 2: 4. */
		.name = "6.12 async: 0 pages at page 0 are defined",
		.bases = RA_BASE_6_12,
		RA_ASYNC(0, 0, 0), RA_LIMITS(32, 320), RA_OLD(200, 32, 32),
		.fact = 1,
		RA_ASKS_HOLE(32), RA_READS(MARKER, 1, 4, 4),
	},
	{	/* r is that half itself, m = 320, marker 160. */
		.name = "base sync: half of what a long holds is defined",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, RA_HALF, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS(OVERSIZE, 100, 320, 160),
	},
	{	/* r would be one bit more than there are. */
		.name = "base sync: more than half of what a long holds is not",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, RA_HALF + 1, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS_ALONE(NONE, 100, 0, 0),
	},
	{	/* 502 - 500 + 2^32 - 2 = 2^32, which 32 bits hold as 0. */
		.name = "base async: a sum of 2^32 is nothing",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, RA_2_32_LESS(2), 0), RA_LIMITS(32, 320),
		.fact = 502,
		RA_ASKS_HOLE(320), RA_READS(MARKER, 502, 0, 0),
	},
	{	/* One more is 1 < 320/16 = 20: 4. */
		.name = "base async: a sum of 2^32 + 1 is one page",
		.bases = RA_BASE_EACH,
		RA_ASYNC(500, RA_2_32_LESS(1), 0), RA_LIMITS(32, 320),
		.fact = 502,
		RA_ASKS_HOLE(320), RA_READS(MARKER, 502, 4, 4),
	},
#if BITS_PER_LONG == 64
	{	/* Twice 2^32 - 1 and 4: min() is taken in 64 bits. */
		.name = "base sync: a history near 2^32 gets m",
		.bases = RA_BASE_EACH,
		RA_SYNC(100, 4, RA_FAR), RA_LIMITS(32, 320), .fact = 4294967295,
		RA_ASKS_HISTORY(32), RA_READS(CONTEXT, 100, 32, 1),
	},
#endif

	/*
	 * forced and around.
	 */
	{	/* max(32, 320) = 320; 321 - 320 = 1. */
		.name = "base forced: what lies above the cap is cut",
		.bases = RA_BASE_EACH,
		RA_FORCED(9, 321), RA_LIMITS(32, 320),
		RA_READS_ALONE(FADVISE, 9, 320, 1),
	},
	{	/* max(32, 8) = 32; 40 - 32 = 8. */
		.name = "base forced: the larger limit is the cap",
		.bases = RA_BASE_EACH,
		RA_FORCED(9, 40), RA_LIMITS(32, 8),
		RA_READS_ALONE(RANDOM, 9, 32, 8),
	},
	{	/* The pages are cut at the end when they are read. */
		.name = "base forced: behind the end of the file",
		.bases = RA_BASE_EACH,
		RA_FORCED(9, 7), RA_LIMITS_IN(32, 320, 3),
		RA_READS_ALONE(FADVISE, 9, 7, 0),
	},
	{	/* max(32, 320) = 320; 600 - 320 = 280. */
		.name = "base forced: an explicit request has no limit of its own",
		.bases = RA_BASE_EACH,
		RA_FORCED(9, 600), RA_LIMITS_EXPLICIT(32, 320, 512),
		RA_READS_ALONE(FADVISE, 9, 320, 280),
	},
	{	/* max(0, 0) = 0. */
		.name = "base forced: a cap of 0 reads nothing",
		.bases = RA_BASE_EACH,
		RA_FORCED(9, 7), RA_LIMITS(0, 0),
		RA_READS_NONE_ALONE(FADVISE, 9, OFF, 7),
	},
	{	/* 1000 - 16 = 984; 32/4 = 8. */
		.name = "base around: half of the window before the fault",
		.bases = RA_BASE_EACH,
		RA_AROUND(1000), RA_LIMITS_IN(32, 320, 1001),
		RA_READS(AROUND, 984, 32, 8),
	},
	{	/* 15 - 16 < 0. */
		.name = "base around: not before page 0",
		.bases = RA_BASE_EACH,
		RA_AROUND(15), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 2^63 + 15 - 16 = 2^63 - 1, the largest signed number. */
		.name = "base around: the highest page that is not negative",
		.bases = RA_BASE_EACH,
		RA_AROUND(RA_HALF + 15), RA_LIMITS(32, 320),
		RA_READS(AROUND, RA_HALF - 1, 32, 8),
	},
	{	/* 2^63 + 16 - 16 = 2^63, as a signed number below 0. */
		.name = "base around: from the next page on at page 0",
		.bases = RA_BASE_EACH,
		RA_AROUND(RA_HALF + 16), RA_LIMITS(32, 320),
		RA_READS(AROUND, 0, 32, 8),
	},
};

/*
 * Which pages the unpatched kernels read for a decision.
 */
static const struct ra_fill_case ra_fill_cases[] = {
	/*
	 * span: page by page.
	 */
	{	/* 0 + 4 - 3 = 1. */
		.name = "span: a window within the file",
		RA_SPAN(0, 4, 3, 1000), RA_IS_SPAN(0, 4, 1),
	},
	{	/* 80 - 60 = 20; 80 - 8 = 72, where 60 + 32 - 8 = 84 was meant. */
		.name = "span: the marker is counted from the cut",
		RA_SPAN(60, 32, 8, 80), RA_IS_SPAN(60, 20, 72),
	},
	{	/* 80 - 20 = 60. */
		.name = "span: a cut window that is just all marker",
		RA_SPAN(60, 32, 20, 80), RA_IS_SPAN(60, 20, 60),
	},
	{	/* 80 - 21 < 60. */
		.name = "span: a marker before the start is lost",
		RA_SPAN(60, 32, 21, 80), RA_IS_SPAN(60, 20, RA_NO_MARKER),
	},
	{
		.name = "span: no marker",
		RA_SPAN(60, 7, 0, 80), RA_IS_SPAN(60, 7, RA_NO_MARKER),
	},
	{	/* 80 - 79 = 1. */
		.name = "span: the last page of the file",
		RA_SPAN(79, 4, 1, 80), RA_IS_SPAN(79, 1, 79),
	},
	{
		.name = "span: nothing at the end of the file",
		RA_SPAN(80, 4, 3, 80), RA_IS_SPAN(80, 0, RA_NO_MARKER),
	},
	{
		.name = "span: nothing in an empty file",
		RA_SPAN(0, 4, 3, 0), RA_IS_SPAN(0, 0, RA_NO_MARKER),
	},
	{
		.name = "span: an empty window",
		RA_SPAN(60, 0, 0, 80), RA_IS_SPAN(60, 0, RA_NO_MARKER),
	},

	/*
	 * last page, order of the first folio, order of each one.
	 */
	{	/* 100 + 8 - 1. */
		.name = "last page: of the window",
		RA_LAST_PAGE(100, 8, 1000), RA_IS(107),
	},
	{	/* 104 - 1. */
		.name = "last page: of the file",
		RA_LAST_PAGE(100, 8, 104), RA_IS(103),
	},
	{	/* 50 - 1. */
		.name = "last page: before a window behind the end",
		RA_LAST_PAGE(100, 8, 50), RA_IS(49),
	},
	{	/* 0 - 1 is the highest page. */
		.name = "last page: an empty file sets no limit",
		RA_LAST_PAGE(100, 8, 0), RA_IS(107),
	},
	{	/* min(2, 0 + 2, 9). */
		.name = "base first order: the smallest window",
		.bases = RA_BASE_EACH, RA_FIRST_ORDER(4, 0, 9), RA_IS(2),
	},
	{	/* 2^2 <= 7 < 2^3. */
		.name = "base first order: the window limits it",
		.bases = RA_BASE_EACH, RA_FIRST_ORDER(7, 4, 9), RA_IS(2),
	},
	{	/* min(3, 2 + 2, 9). */
		.name = "base first order: a window of a power of two",
		.bases = RA_BASE_EACH, RA_FIRST_ORDER(8, 2, 9), RA_IS(3),
	},
	{	/* min(5, 1 + 2, 9). */
		.name = "base first order: two more than the hit folio's",
		.bases = RA_BASE_EACH, RA_FIRST_ORDER(32, 1, 9), RA_IS(3),
	},
	{	/* min(10, 8 + 2, 9). */
		.name = "base first order: the mapping limits it",
		.bases = RA_BASE_EACH, RA_FIRST_ORDER(1024, 8, 9), RA_IS(9),
	},
	{	/* Not limited by 2^5 = 32. */
		.name = "6.1 first order: a hit folio of the largest order",
		.bases = RA_BASE_6_1, RA_FIRST_ORDER(32, 9, 9), RA_IS(9),
	},
	{
		.name = "6.1 first order: a hit folio above the largest order",
		.bases = RA_BASE_6_1, RA_FIRST_ORDER(32, 10, 9), RA_IS(10),
	},
	{	/* min(5, min(9 + 2, 9)). */
		.name = "6.12 first order: a hit folio of the largest order",
		.bases = RA_BASE_6_12, RA_FIRST_ORDER(32, 9, 9), RA_IS(5),
	},
	{	/* 4 = 1 * 2^2. */
		.name = "base folio order: aligned",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(4, 31, 2), RA_IS(2),
	},
	{	/* 4 = 0b100. */
		.name = "base folio order: as the index is aligned",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(4, 31, 3), RA_IS(2),
	},
	{	/* Page 0 fits every order. */
		.name = "base folio order: page 0",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(0, 31, 4), RA_IS(4),
	},
	{
		.name = "base folio order: an odd index",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(5, 31, 2), RA_IS(0),
	},
	{	/* 6 = 0b110, 1 is not allowed. */
		.name = "6.1 folio order: no two pages by alignment",
		.bases = RA_BASE_6_1, RA_FOLIO_ORDER(6, 31, 2), RA_IS(0),
	},
	{
		.name = "6.12 folio order: two pages by alignment",
		.bases = RA_BASE_6_12, RA_FOLIO_ORDER(6, 31, 2), RA_IS(1),
	},
	{	/* 4 to 7 are too many, 4 to 5 not, but 1 is not allowed. */
		.name = "6.1 folio order: no two pages at the end",
		.bases = RA_BASE_6_1, RA_FOLIO_ORDER(4, 6, 2), RA_IS(0),
	},
	{
		.name = "6.12 folio order: two pages at the end",
		.bases = RA_BASE_6_12, RA_FOLIO_ORDER(4, 6, 2), RA_IS(1),
	},
	{	/* 4 to 7. */
		.name = "base folio order: up to the last page",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(4, 7, 2), RA_IS(2),
	},
	{	/* 8 to 15 are too many, 8 to 11 not. */
		.name = "base folio order: not behind the last page",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(8, 13, 3), RA_IS(2),
	},
	{
		.name = "base folio order: the last page alone",
		.bases = RA_BASE_EACH, RA_FOLIO_ORDER(8, 8, 3), RA_IS(0),
	},

	/*
	 * marker: 100 + 16 - 10 = 106.
	 */
	{	/* 104 to 107. */
		.name = "marker: in the folio that holds its page",
		RA_HAS_MARKER(104, 2, 100, 16, 10), RA_IS(true),
	},
	{
		.name = "marker: not in the folio behind",
		RA_HAS_MARKER(108, 2, 100, 16, 10), RA_IS(false),
	},
	{
		.name = "marker: not in the folio before",
		RA_HAS_MARKER(104, 1, 100, 16, 10), RA_IS(false),
	},
	{
		.name = "marker: in a folio of one page",
		RA_HAS_MARKER(106, 0, 100, 16, 10), RA_IS(true),
	},
	{	/* The marker would be page 116, the first behind the window. */
		.name = "marker: a window without one",
		RA_HAS_MARKER(112, 2, 100, 16, 0), RA_IS(false),
	},

	/*
	 * past end: 6.1 adds the distance from the end to the start.
	 */
	{	/* 104 - 99 - 1 = 4. */
		.name = "6.1 past end: a window behind the end grows",
		.bases = RA_BASE_6_1,
		RA_PAST_END(104, 8, 8, 99), RA_IS_WINDOW(104, 12, 12),
	},
	{
		.name = "6.12 past end: a window behind the end does not",
		.bases = RA_BASE_6_12,
		RA_PAST_END(104, 8, 8, 99), RA_IS_WINDOW(104, 8, 8),
	},
	{	/* 100 - 99 - 1 = 0. */
		.name = "base past end: a window at the end does not",
		.bases = RA_BASE_EACH,
		RA_PAST_END(100, 8, 4, 99), RA_IS_WINDOW(100, 8, 4),
	},
	{
		.name = "base past end: a window at the last page does not",
		.bases = RA_BASE_EACH,
		RA_PAST_END(99, 8, 4, 99), RA_IS_WINDOW(99, 8, 4),
	},
	{
		.name = "base past end: a window in the file does not",
		.bases = RA_BASE_EACH,
		RA_PAST_END(92, 8, 4, 99), RA_IS_WINDOW(92, 8, 4),
	},
#if BITS_PER_LONG == 64
	{	/* 2^32 + 104 - 99 - 1 = 2^32 + 4, of which 32 bits keep 4. */
		.name = "6.1 past end: the distance is 32 bit",
		.bases = RA_BASE_6_1,
		RA_PAST_END(4294967400, 8, 8, 99),
		RA_IS_WINDOW(4294967400, 12, 12),
	},
#endif

	/*
	 * left: what the file system did not read.
	 */
	{	/* 8 - 2, 5 - 2. */
		.name = "left: pages behind the marker",
		RA_LEFT(100, 8, 5, 2), RA_IS_WINDOW(100, 6, 3),
	},
	{	/* 8 - 5, 5 - 5. */
		.name = "left: all pages behind the marker",
		RA_LEFT(100, 8, 5, 5), RA_IS_WINDOW(100, 3, 0),
	},
	{	/* 8 - 6; 5 < 6. */
		.name = "left: more than the pages behind the marker",
		RA_LEFT(100, 8, 5, 6), RA_IS_WINDOW(100, 2, 5),
	},
	{	/* 4 - 8 = -4, in 32 bits 2^32 - 4; 3 < 8. */
		.name = "left: more than the window",
		RA_LEFT(100, 4, 3, 8), RA_IS_WINDOW(100, 4294967292U, 3),
	},
};

static inline const char *ra_policy_query_fault(const struct ra_query *got,
						const struct ra_query *want)
{
	if (got->fact != want->fact)
		return "the fact asked for";
	if (got->max_pages != want->max_pages)
		return "how far to look for the fact";
	return NULL;
}

static inline const char *ra_policy_window_fault(const struct ra_window *got,
						 const struct ra_window *want)
{
	if (got->start != want->start)
		return "start";
	if (got->size != want->size)
		return "size";
	if (got->async_size != want->async_size)
		return "async_size";
	return NULL;
}

static inline const char *
ra_policy_decision_fault(const struct ra_decision *got,
			 const struct ra_decision *want)
{
	if (got->pattern != want->pattern)
		return "pattern";
	if (got->reason != want->reason)
		return "reason";
	if (got->nr_cut != want->nr_cut)
		return "nr_cut";
	if (got->standalone != want->standalone)
		return "standalone";
	return ra_policy_window_fault(&got->window, &want->window);
}

static inline void ra_classic_case(const struct ra_policy_case *c,
				   struct ra_query *query,
				   struct ra_decision *got)
{
	switch (c->call) {
	case RA_CALL_SYNC:
		*query = ra_classic_sync_query(&c->req, &c->limits, &c->old);
		*got = ra_classic_sync(&c->req, &c->limits, &c->old, *query,
				       c->fact);
		break;
	case RA_CALL_ASYNC:
		*query = ra_classic_async_query(&c->req, &c->limits, &c->old);
		*got = ra_classic_async(&c->req, &c->limits, &c->old, *query,
					c->fact);
		break;
	case RA_CALL_FORCED:
		*got = ra_classic_forced(&c->req, &c->limits, c->want.pattern);
		break;
	case RA_CALL_SINGLE:
		*got = ra_classic_single(&c->req, &c->limits);
		break;
	case RA_CALL_AROUND:
		*got = ra_classic_around(&c->req, &c->limits);
		break;
	case RA_CALL_LEFT:
		got->pattern = RA_PATTERN_NONE;
		got->window = ra_classic_left(c->old, c->req.index);
		break;
	case RA_CALL_HUGE:
		*got = ra_classic_huge(&c->req, &c->limits, false);
		break;
	case RA_CALL_HUGE_SINGLE:
		*got = ra_classic_huge(&c->req, &c->limits, true);
		break;
	case RA_CALL_BESIDE:
		got->pattern = RA_PATTERN_NONE;
		got->window = ra_classic_beside(c->old, &c->limits, &c->taken,
						c->req.index);
		break;
	}
}

static inline void ra_base_case(const struct ra_base *base,
				const struct ra_policy_case *c,
				struct ra_query *query, struct ra_decision *got)
{
	switch (c->call) {
	case RA_CALL_SYNC:
		*query = ra_base_sync_query(base, &c->req, &c->limits, &c->old);
		*got = ra_base_sync(base, &c->req, &c->old, *query, c->fact);
		break;
	case RA_CALL_ASYNC:
		*query = ra_base_async_query(base, &c->req, &c->limits,
					     &c->old);
		*got = ra_base_async(base, &c->req, &c->old, *query, c->fact);
		break;
	case RA_CALL_FORCED:
		*got = ra_base_forced(&c->req, &c->limits, c->want.pattern);
		break;
	case RA_CALL_AROUND:
		*got = ra_base_around(c->req.index, &c->limits);
		break;
	case RA_CALL_SINGLE:
	case RA_CALL_LEFT:
	case RA_CALL_HUGE:
	case RA_CALL_HUGE_SINGLE:
	case RA_CALL_BESIDE:
		/* No base has it; the decision left empty is a failure. */
		break;
	}
}

/* The pattern told before the fact is known is that of the decision. */
static inline const char *ra_policy_told_fault(const struct ra_policy_case *c,
					       enum ra_pattern told)
{
	if (c->call != RA_CALL_SYNC && c->call != RA_CALL_ASYNC)
		return NULL;
	if (told == c->want.pattern || c->want.pattern == RA_PATTERN_NONE)
		return NULL;
	if (told == RA_PATTERN_CONTEXT && c->want.pattern == RA_PATTERN_RANDOM)
		return NULL;
	return "the pattern told before the fact";
}

/* One case by one set of rules; @base NULL means policy "classic". */
static inline const char *ra_policy_case_fault_by(const struct ra_base *base,
						  const struct ra_policy_case *c,
						  struct ra_decision *got)
{
	struct ra_query query = { .fact = RA_FACT_NONE };
	const struct ra_decision none = { .pattern = RA_PATTERN_COUNT };
	const char *fault;

	*got = none;
	if (base)
		ra_base_case(base, c, &query, got);
	else
		ra_classic_case(c, &query, got);
	fault = ra_policy_query_fault(&query, &c->query);
	if (!fault)
		fault = ra_policy_told_fault(c, query.pattern);
	return fault ? fault : ra_policy_decision_fault(got, &c->want);
}

/**
 * ra_policy_case_fault - carry out a case of ra_policy_cases
 * @c: the case
 * @got: where to put the decision that was made
 *
 * Return: what differs from the expectation, NULL if nothing does.
 */
static inline const char *ra_policy_case_fault(const struct ra_policy_case *c,
					       struct ra_decision *got)
{
	const char *fault = ra_policy_case_fault_by(NULL, c, got);

	return c->bases ? "meant for an unpatched kernel" : fault;
}

/**
 * ra_base_case_fault - carry out a case of ra_base_cases
 * @c: the case
 * @got: where to put the decision that was made, the last one of several
 *
 * Return: what differs from the expectation, NULL if nothing does.
 */
static inline const char *ra_base_case_fault(const struct ra_policy_case *c,
					     struct ra_decision *got)
{
	const char *fault = c->bases ? NULL : "meant for no kernel";

	if (c->bases & RA_BASE_6_1)
		fault = ra_policy_case_fault_by(&ra_base_6_1, c, got);
	if (!fault && c->bases & RA_BASE_6_12)
		fault = ra_policy_case_fault_by(&ra_base_6_12, c, got);
	return fault;
}

static inline void ra_fill_case(const struct ra_base *base,
				const struct ra_fill_case *c,
				struct ra_fill_result *got)
{
	switch (c->call) {
	case RA_FILL_SPAN:
		got->span = ra_base_span(c->window.start, c->window.size,
					 c->window.async_size,
					 c->nr_file_pages);
		break;
	case RA_FILL_LAST_PAGE:
		got->value = ra_base_last_page(&c->window, c->nr_file_pages);
		break;
	case RA_FILL_FIRST_ORDER:
		got->value = ra_base_first_order(base, c->window.size, c->order,
						 c->max_order);
		break;
	case RA_FILL_FOLIO_ORDER:
		got->value = ra_base_folio_order(base, c->index, c->last,
						 c->order);
		break;
	case RA_FILL_HAS_MARKER:
		got->value = ra_base_has_marker(&c->window, c->index, c->order);
		break;
	case RA_FILL_PAST_END:
		got->window = ra_base_past_end(base, c->window, c->last);
		break;
	case RA_FILL_LEFT:
		got->window = ra_base_left(c->window, c->nr_left);
		break;
	}
}

static inline const char *ra_fill_case_fault_by(const struct ra_base *base,
						const struct ra_fill_case *c,
						struct ra_fill_result *got)
{
	const struct ra_fill_result none = { .value = 0 };
	const struct ra_fill_result *want = &c->want;

	*got = none;
	ra_fill_case(base, c, got);
	if (got->value != want->value)
		return "value";
	if (got->span.start != want->span.start)
		return "start of the span";
	if (got->span.nr_pages != want->span.nr_pages)
		return "length of the span";
	if (got->span.marker != want->span.marker)
		return "marker of the span";
	return ra_policy_window_fault(&got->window, &want->window);
}

/**
 * ra_fill_case_fault - carry out a case of ra_fill_cases
 * @c: the case
 * @got: where to put what it came to, for the last one of several kernels
 *
 * Return: what differs from the expectation, NULL if nothing does.
 */
static inline const char *ra_fill_case_fault(const struct ra_fill_case *c,
					     struct ra_fill_result *got)
{
	const char *fault = c->bases ? NULL : "meant for no kernel";

	if (c->bases & RA_BASE_6_1)
		fault = ra_fill_case_fault_by(&ra_base_6_1, c, got);
	if (!fault && c->bases & RA_BASE_6_12)
		fault = ra_fill_case_fault_by(&ra_base_6_12, c, got);
	return fault;
}

#undef RA_SYNC
#undef RA_SYNC_HINTED
#undef RA_ASYNC
#undef RA_FORCED
#undef RA_SINGLE
#undef RA_AROUND
#undef RA_LEAVES
#undef RA_HUGE
#undef RA_HUGE_SINGLE
#undef RA_BESIDE
#undef RA_LIMITS_IN
#undef RA_LIMITS
#undef RA_LIMITS_EXPLICIT_IN
#undef RA_LIMITS_EXPLICIT
#undef RA_OLD
#undef RA_ASKS_NONE
#undef RA_ASKS_HISTORY
#undef RA_ASKS_HOLE
#undef RA_READS
#undef RA_READS_ALONE
#undef RA_READS_NOTHING
#undef RA_READS_NONE_ALONE
#undef RA_SPAN
#undef RA_LAST_PAGE
#undef RA_FIRST_ORDER
#undef RA_FOLIO_ORDER
#undef RA_HAS_MARKER
#undef RA_PAST_END
#undef RA_LEFT
#undef RA_IS_SPAN
#undef RA_IS_WINDOW
#undef RA_IS
#undef RA_TOP
#undef RA_HALF
#undef RA_2_32_LESS
#undef RA_FAR
#undef RA_NEVER

#endif /* _READAHEAD_POLICY_CASES_H */
