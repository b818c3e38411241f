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
 * The same table serves KUnit and user space, so it includes nothing but the
 * interface of the core, and ra_policy_case_fault() only compares.
 */
#ifndef _READAHEAD_POLICY_CASES_H
#define _READAHEAD_POLICY_CASES_H

#include <linux/readahead_policy.h>

/**
 * enum ra_policy_call - which decision a case asks for
 * @RA_CALL_SYNC: ra_classic_sync(), after its query
 * @RA_CALL_ASYNC: ra_classic_async(), after its query
 * @RA_CALL_FORCED: ra_classic_forced() with the expected pattern
 * @RA_CALL_SINGLE: ra_classic_single()
 * @RA_CALL_AROUND: ra_classic_around() at the request's index
 */
enum ra_policy_call {
	RA_CALL_SYNC,
	RA_CALL_ASYNC,
	RA_CALL_FORCED,
	RA_CALL_SINGLE,
	RA_CALL_AROUND,
};

/**
 * struct ra_policy_case - one decision and what it must come to
 * @name: the property that it shows
 * @call: which decision
 * @req: the request
 * @limits: what the device allows
 * @old: the window before
 * @fact: the fact that the caller would fetch, given also when none is asked
 *	for: it must then make no difference
 * @query: the fact that must be asked for
 * @want: the decision that must be made
 */
struct ra_policy_case {
	const char *name;
	enum ra_policy_call call;
	struct ra_request req;
	struct ra_limits limits;
	struct ra_window old;
	unsigned long fact;
	struct ra_query query;
	struct ra_decision want;
};

/* Pages @i to @i + @n - 1, the previous read ended in front of byte 0 of @p. */
#define RA_SYNC(i, n, p)						\
	.call = RA_CALL_SYNC,						\
	.req = { .index = (i), .nr_pages = (n), .prev_index = (p) }
/* The marker of the folio of 2^@o pages at @i was touched, @n pages to go. */
#define RA_ASYNC(i, n, o)						\
	.call = RA_CALL_ASYNC,						\
	.req = { .index = (i), .nr_pages = (n), .order = (o) }
#define RA_LIMITS(ra, io)						\
	.limits = { .ra_pages = (ra), .io_pages = (io) }
/* A window, in the order in which trace lines show it: start+size-async_size. */
#define RA_OLD(s, n, a)		.old = { (s), (n), (a) }
#define RA_ASKS_NONE(m)		.query = { RA_FACT_NONE, (m) }
#define RA_ASKS_HISTORY(m)	.query = { RA_FACT_HISTORY, (m) }
#define RA_ASKS_HOLE(m)		.query = { RA_FACT_NEXT_HOLE, (m) }
#define RA_READS(p, s, n, a)						\
	.want = { .window = { (s), (n), (a) }, .pattern = RA_PATTERN_##p }
#define RA_READS_ALONE(p, s, n, cut)					\
	.want = { .window = { (s), (n), 0 }, .pattern = RA_PATTERN_##p,	\
		  .nr_cut = (cut), .standalone = true }
#define RA_READS_NOTHING(p, s, why)					\
	.want = { .window = { (s), 0, 0 }, .pattern = RA_PATTERN_##p,	\
		  .reason = RA_REASON_##why }

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
	{	/* m = min(40, 36) = 36; 40 > 36; r = 64: m; all marker; 18. */
		.name = "sync: a request above io_pages is cut there",
		RA_SYNC(100, 40, RA_FAR), RA_LIMITS(32, 36),
		RA_ASKS_NONE(36), RA_READS(OVERSIZE, 100, 36, 18),
	},
	{	/* io_pages is no larger than ra_pages: m = 32; marker 16. */
		.name = "sync: an io_pages of ra_pages lends nothing",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 32),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},
	{	/* m = 32 again: a small io_pages does not shrink the window. */
		.name = "sync: an io_pages below ra_pages takes nothing away",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 8),
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},
	{	/* m = min(33, 33) = 33: not above m, and near nothing. */
		.name = "sync: a request of exactly io_pages is not oversize",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 33),
		RA_ASKS_HISTORY(33), RA_READS_ALONE(RANDOM, 100, 33, 0),
	},
	{	/* The history of 32 would be enough for a context of 1 page. */
		.name = "sync: an oversize request asks for no fact",
		RA_SYNC(100, 33, RA_FAR), RA_LIMITS(32, 32), .fact = 64,
		RA_ASKS_NONE(32), RA_READS(OVERSIZE, 100, 32, 16),
	},
	{	/*
		 * Known fault, D2: nothing says that this request belongs to a
		 * run, yet the marker, at 100 + 320 - 160, is inside it: 320 of
		 * the 321 pages are read and the reader will hit it at 260.
		 */
		.name = "sync: oversize alone sets a marker inside the request",
		RA_SYNC(100, 321, RA_FAR), RA_LIMITS(32, 320),
		RA_ASKS_NONE(320), RA_READS(OVERSIZE, 100, 320, 160),
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
		.call = RA_CALL_SYNC,
		.req = { .index = 104, .nr_pages = 1, .prev_index = RA_FAR,
			 .sequential = true },
		RA_LIMITS(32, 320), RA_OLD(100, 4, 3),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 104, 24, 16),
	},
	{	/* 105 != 100 + 4. */
		.name = "sync: a sequential mapping proves nothing elsewhere",
		.call = RA_CALL_SYNC,
		.req = { .index = 105, .nr_pages = 1, .prev_index = RA_FAR,
			 .sequential = true },
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
		 * The file system left all 4 pages of the window at 100, so its
		 * size is 0 and its end is its start; the read failed and comes
		 * again.  Page 100 has to be read: a new window, r = 1: 4.
		 */
		.name = "sync: the end of an empty window is the start of a run",
		RA_SYNC(100, 1, 99), RA_LIMITS(32, 320), RA_OLD(100, 0, 0),
		RA_ASKS_NONE(32), RA_READS(INITIAL, 100, 4, 3),
	},
	{	/* No run: as asked. */
		.name = "sync: the end of an empty window with nothing before it",
		.call = RA_CALL_SYNC,
		.req = { .index = 100, .nr_pages = 1, .prev_index = RA_FAR,
			 .sequential = true },
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
	{	/* The file system left all pages of 100+0: it has no marker. */
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
		.call = RA_CALL_FORCED, .req = { .index = 9, .nr_pages = 320 },
		RA_LIMITS(32, 320), RA_READS_ALONE(FADVISE, 9, 320, 0),
	},
	{	/* 321 - 320 = 1 page is cut. */
		.name = "forced: what lies above the cap is cut and counted",
		.call = RA_CALL_FORCED, .req = { .index = 9, .nr_pages = 321 },
		RA_LIMITS(32, 320), RA_READS_ALONE(FADVISE, 9, 320, 1),
	},
	{	/* max(32, 8) = 32; 40 - 32 = 8. */
		.name = "forced: the larger limit is the cap",
		.call = RA_CALL_FORCED, .req = { .index = 9, .nr_pages = 40 },
		RA_LIMITS(32, 8), RA_READS_ALONE(FADVISE, 9, 32, 8),
	},
	{	/* 400 - 320 = 80 pages are for the reader's next request. */
		.name = "forced: a reader loses nothing above the cap",
		.call = RA_CALL_FORCED, .req = { .index = 9, .nr_pages = 400 },
		RA_LIMITS(32, 320), RA_READS_ALONE(RANDOM, 9, 320, 0),
	},
	{	/* max(0, 0) = 0. */
		.name = "forced: a cap of 0 reads nothing and says why",
		.call = RA_CALL_FORCED, .req = { .index = 9, .nr_pages = 1 },
		RA_LIMITS(0, 0),
		.want = { .window = { 9, 0, 0 }, .pattern = RA_PATTERN_RANDOM,
			  .reason = RA_REASON_OFF, .standalone = true },
	},
	{	/* 1 of 8 pages for a reader with read_ahead_kb 0. */
		.name = "single: one page is read with readahead off",
		.call = RA_CALL_SINGLE, .req = { .index = 9, .nr_pages = 8 },
		RA_LIMITS(0, 320), RA_READS_ALONE(RANDOM, 9, 1, 0),
	},
	{	/* The cgroup is congested: as with readahead off. */
		.name = "single: one page is read whatever the window",
		.call = RA_CALL_SINGLE, .req = { .index = 9, .nr_pages = 8 },
		RA_LIMITS(32, 320), RA_READS_ALONE(RANDOM, 9, 1, 0),
	},
	{
		.name = "single: a cap of 0 reads nothing and says why",
		.call = RA_CALL_SINGLE, .req = { .index = 9, .nr_pages = 8 },
		RA_LIMITS(0, 0),
		.want = { .window = { 9, 0, 0 }, .pattern = RA_PATTERN_RANDOM,
			  .reason = RA_REASON_OFF, .standalone = true },
	},

	/*
	 * around: 32 pages, 16 of them before the fault, the marker 8 before
	 * the end.
	 */
	{	/* 1000 - 16 = 984. */
		.name = "around: half of the window lies before the fault",
		.call = RA_CALL_AROUND, .req = { .index = 1000 },
		RA_LIMITS(32, 320), RA_READS(AROUND, 984, 32, 8),
	},
	{	/* 16 - 16 = 0. */
		.name = "around: the window may just begin at page 0",
		.call = RA_CALL_AROUND, .req = { .index = 16 },
		RA_LIMITS(32, 320), RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 15 - 16 < 0. */
		.name = "around: the window does not begin before page 0",
		.call = RA_CALL_AROUND, .req = { .index = 15 },
		RA_LIMITS(32, 320), RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 0 - 16 < 0. */
		.name = "around: a fault on page 0 reads from there",
		.call = RA_CALL_AROUND, .req = { .index = 0 },
		RA_LIMITS(32, 320), RA_READS(AROUND, 0, 32, 8),
	},
	{	/* 1/2 = 0, 1/4 = 0. */
		.name = "around: m = 1 is the page of the fault, without a marker",
		.call = RA_CALL_AROUND, .req = { .index = 7 },
		RA_LIMITS(1, 320), RA_READS(AROUND, 7, 1, 0),
	},
	{	/* 7 - 1 = 6, 2/4 = 0. */
		.name = "around: m = 2 has no marker",
		.call = RA_CALL_AROUND, .req = { .index = 7 },
		RA_LIMITS(2, 320), RA_READS(AROUND, 6, 2, 0),
	},
	{	/* 1000 - 31/2 = 985, 31/4 = 7. */
		.name = "around: an odd m rounds both parts down",
		.call = RA_CALL_AROUND, .req = { .index = 1000 },
		RA_LIMITS(31, 320), RA_READS(AROUND, 985, 31, 7),
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

static inline const char *
ra_policy_decision_fault(const struct ra_decision *got,
			 const struct ra_decision *want)
{
	if (got->pattern != want->pattern)
		return "pattern";
	if (got->reason != want->reason)
		return "reason";
	if (got->window.start != want->window.start)
		return "start";
	if (got->window.size != want->window.size)
		return "size";
	if (got->window.async_size != want->window.async_size)
		return "async_size";
	if (got->nr_cut != want->nr_cut)
		return "nr_cut";
	if (got->standalone != want->standalone)
		return "standalone";
	return NULL;
}

/**
 * ra_policy_case_fault - carry out a case
 * @c: the case
 * @got: where to put the decision that was made
 *
 * Return: what differs from the expectation, NULL if nothing does.
 */
static inline const char *ra_policy_case_fault(const struct ra_policy_case *c,
					       struct ra_decision *got)
{
	struct ra_query query = c->query;
	const char *fault;

	switch (c->call) {
	case RA_CALL_SYNC:
		query = ra_classic_sync_query(&c->req, &c->limits, &c->old);
		*got = ra_classic_sync(&c->req, &c->limits, &c->old, c->fact);
		break;
	case RA_CALL_ASYNC:
		query = ra_classic_async_query(&c->req, &c->limits, &c->old);
		*got = ra_classic_async(&c->req, &c->limits, &c->old, c->fact);
		break;
	case RA_CALL_FORCED:
		*got = ra_classic_forced(&c->req, &c->limits, c->want.pattern);
		break;
	case RA_CALL_SINGLE:
		*got = ra_classic_single(&c->req, &c->limits);
		break;
	case RA_CALL_AROUND:
		*got = ra_classic_around(c->req.index, &c->limits);
		break;
	}

	fault = ra_policy_query_fault(&query, &c->query);
	return fault ? fault : ra_policy_decision_fault(got, &c->want);
}

#undef RA_SYNC
#undef RA_ASYNC
#undef RA_LIMITS
#undef RA_OLD
#undef RA_ASKS_NONE
#undef RA_ASKS_HISTORY
#undef RA_ASKS_HOLE
#undef RA_READS
#undef RA_READS_ALONE
#undef RA_READS_NOTHING
#undef RA_FAR
#undef RA_NEVER

#endif /* _READAHEAD_POLICY_CASES_H */
