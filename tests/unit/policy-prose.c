// SPDX-License-Identifier: GPL-2.0
/*
 * Holds the policy core to what its comments say of it: in which order evidence
 * is taken, which window follows, how large it is, where its marker stands, what
 * is odd in the unpatched kernels.  The comments are read from the sources at
 * each run, so that neither can change without the other.
 *
 * usage: policy-prose POLICY-SOURCE PATTERN-SOURCE BASE-SOURCE
 */
#include <ctype.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

#include "decide.h"

#define MAX_LINES	400
#define MAX_LINE	100
#define MAX_ROWS	10
/* The limits in a file without an end. */
#define LIMITS(ra, io)							\
	{ .ra_pages = (ra), .io_pages = (io), .nr_file_pages = ULONG_MAX }

/* The comments of a source: line by line, and with each run of blanks made one. */
struct prose {
	char lines[MAX_LINES][MAX_LINE];
	size_t nr_lines;
	char joined[MAX_LINES * MAX_LINE];
	size_t len;
};

static struct prose policy, pattern, base;

/* A table in prose: what is on the left of a line, and what on the right. */
struct row {
	char left[MAX_LINE];
	char right[MAX_LINE];
	bool only_6_1;
};

struct table {
	struct row rows[MAX_ROWS];
	size_t nr;
};

static const char *const pattern_names[RA_PATTERN_COUNT] = {
	[RA_PATTERN_NONE] = "none",
	[RA_PATTERN_INITIAL0] = "initial0",
	[RA_PATTERN_INITIAL] = "initial",
	[RA_PATTERN_SUBSEQUENT] = "subsequent",
	[RA_PATTERN_MARKER] = "marker",
	[RA_PATTERN_CONTEXT] = "context",
	[RA_PATTERN_OVERSIZE] = "oversize",
	[RA_PATTERN_REVERSE] = "reverse",
	[RA_PATTERN_STRIDE] = "stride",
	[RA_PATTERN_THRASH] = "thrash",
	[RA_PATTERN_AROUND] = "around",
	[RA_PATTERN_FADVISE] = "fadvise",
	[RA_PATTERN_RANDOM] = "random",
};

/* --- reading ------------------------------------------------------------ */

/* Returns what stands behind @text. */
static const char *find(const struct prose *prose, const char *text)
{
	const char *at = strstr(prose->joined, text);

	if (!at)
		fail_msg("the comment does not say '%s'", text);
	return at + strlen(text);
}

/* The line that ends with @intro. */
static size_t find_intro(const struct prose *prose, const char *intro)
{
	const size_t len = strlen(intro);
	size_t i;

	for (i = 0; i < prose->nr_lines; i++) {
		const char *line = prose->lines[i];

		if (strlen(line) >= len && !strcmp(line + strlen(line) - len,
						   intro))
			return i;
	}
	fail_msg("no line of the comment ends with '%s'", intro);
	return 0;
}

/* Two blanks or more are between the two sides, and more in front of them. */
static struct row read_row(const char *line)
{
	const char *left = line + strspn(line, " ");
	const char *right = left;
	struct row row = { .only_6_1 = !strncmp(left, "6.1: ", 5) };
	size_t len;

	while (strstr(right, "  ")) {
		right = strstr(right, "  ");
		right += strspn(right, " ");
	}
	if (right == left)
		fail_msg("'%s' has no right side", line);
	left += row.only_6_1 ? 5 : 0;
	len = right - left;
	memcpy(row.left, left, len);
	while (len && row.left[len - 1] == ' ')
		row.left[--len] = '\0';
	strcpy(row.right, right);
	return row;
}

static struct table read_table(const struct prose *prose, const char *intro)
{
	struct table table = { .nr = 0 };
	size_t i = find_intro(prose, intro) + 2;

	for (; i < prose->nr_lines && !strncmp(prose->lines[i], "   ", 3); i++) {
		if (table.nr == MAX_ROWS)
			fail_msg("the table behind '%s' is too long", intro);
		table.rows[table.nr++] = read_row(prose->lines[i]);
	}
	if (!table.nr)
		fail_msg("there is no table behind '%s'", intro);
	return table;
}

static enum ra_pattern pattern_of(const char *name)
{
	int i;

	for (i = 0; i < RA_PATTERN_COUNT; i++)
		if (!strcmp(name, pattern_names[i]))
			return i;
	fail_msg("'%s' is no pattern", name);
	return RA_PATTERN_NONE;
}

/* --- evidence ----------------------------------------------------------- */

enum {
	FIRST = 1,	/* the first page of the file */
	ENDS = 2,	/* the last window ends there */
	MARKER = 4,	/* the last window has its marker there */
	OVER = 8,	/* more pages than the largest window */
	NEXT = 16,	/* the page where the previous read ended, or the next */
	HINTED = 32,	/* the mapping is hinted sequential */
	HISTORY = 64,	/* more cached pages before than it asks for */
	ALWAYS = 128,
};

/* What each row that the comments may have on the left says, in these terms. */
static const struct {
	const char *text;
	unsigned int either[2];
} evidence[] = {
	{ "first page of the file", { FIRST } },
	{ "next to the previous read, where the last window ends",
	  { ENDS | NEXT, ENDS | HINTED } },
	{ "where the last window has its marker or its end", { MARKER, ENDS } },
	{ "where the last window has its marker", { MARKER } },
	{ "where the last window ends", { ENDS } },
	{ "more pages than the largest window", { OVER } },
	{ "more than m pages", { OVER } },
	{ "same page as the end of the previous read, or the next", { NEXT } },
	/* Without a marker, the end of the window is its place. */
	{ "where a window without a marker ends", { ENDS | MARKER } },
	{ "more cached pages just before it than it asks for", { HISTORY } },
	{ "none of these", { ALWAYS } },
	{ "anywhere else", { ALWAYS } },
};

static bool row_holds(const struct row *row, unsigned int holds)
{
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(evidence); i++) {
		if (strcmp(row->left, evidence[i].text))
			continue;
		for (k = 0; k < 2; k++) {
			const unsigned int all = evidence[i].either[k];

			if (all && (holds & all) == all)
				return true;
		}
		return false;
	}
	fail_msg("'%s' is no evidence", row->left);
	return false;
}

/* The first row that holds decides. */
static enum ra_pattern expected(const struct table *table, unsigned int holds,
				bool is_6_1)
{
	size_t i;

	for (i = 0; i < table->nr; i++) {
		const struct row *row = &table->rows[i];

		if ((is_6_1 || !row->only_6_1) && row_holds(row, holds))
			return pattern_of(row->right);
	}
	fail_msg("no row of the table holds for evidence %#x", holds);
	return RA_PATTERN_NONE;
}

/* A request for which exactly the evidence in @holds is true, with m = 32. */
struct scene {
	unsigned int holds;
	struct ra_limits limits;
	struct ra_request req;
	struct ra_window old;
	unsigned long history;
};

/*
 * A window of 8 pages ends there, or has its marker there, or both, or has the
 * page between them.  @distance is from the end of the previous read.
 */
static struct scene make_scene(unsigned int holds, unsigned long distance)
{
	struct scene s = {
		.holds = holds | ALWAYS,
		.limits = LIMITS(32, 32),
		.req = { .index = holds & FIRST ? 0 : 1000,
			 .nr_pages = holds & OVER ? 40 : 1,
			 .sequential = holds & HINTED },
		.old = { .size = 8, .async_size = 4 },
	};

	s.req.prev_index = s.req.index - distance;
	s.old.start = s.req.index - 6;
	if (holds & ENDS)
		s.old.start = s.req.index - 8;
	else if (holds & MARKER)
		s.old.start = s.req.index - 4;
	if ((holds & ENDS) && (holds & MARKER))
		s.old.async_size = 0;
	s.history = s.req.nr_pages + (holds & HISTORY ? 1 : 0);
	return s;
}

/* Calls @check for each combination of evidence that @mask leaves possible. */
static void each_scene(unsigned int mask, const void *data,
		       void (*check)(const struct scene *s, const void *data))
{
	static const unsigned long near[] = { 0, 1 };
	static const unsigned long far[] = { 2, 3, 500, -1UL };
	unsigned int holds;
	size_t i;

	for (holds = 0; holds < ALWAYS; holds++) {
		const bool next = holds & NEXT;

		if (holds & ~mask)
			continue;
		for (i = 0; i < (next ? ARRAY_SIZE(near) : ARRAY_SIZE(far)); i++) {
			const struct scene s =
				make_scene(holds, next ? near[i] : far[i]);

			check(&s, data);
		}
	}
}

#define SYNC_EVIDENCE	(FIRST | ENDS | MARKER | OVER | NEXT | HINTED | HISTORY)
#define ASYNC_EVIDENCE	(FIRST | ENDS | MARKER)

static void same_pattern(const struct scene *s, const char *who,
			 enum ra_pattern got, enum ra_pattern want)
{
	if (got != want)
		fail_msg("evidence %#x: %s decides %s, the comment says %s",
			 s->holds, who, pattern_names[got], pattern_names[want]);
}

/* --- mm/readahead_pattern.c --------------------------------------------- */

static void check_sync(const struct scene *s, const void *table)
{
	const enum ra_pattern want = expected(table, s->holds, false);
	/* Nothing that comes before it decides. */
	const bool searched = expected(table, s->holds | HISTORY, false) ==
			      RA_PATTERN_CONTEXT;
	const struct ra_query query =
		ra_classic_sync_query(&s->req, &s->limits, &s->old);
	struct ra_request none = s->req;

	same_pattern(s, "classic",
		     decide_sync_by_classic(&s->req, &s->limits, &s->old,
				     s->history).pattern, want);
	same_pattern(s, "the pattern", query.pattern,
		     searched ? RA_PATTERN_CONTEXT : want);
	/* "Only the last needs a search of the page cache." */
	assert_int_equal(query.fact,
			 searched ? RA_FACT_HISTORY : RA_FACT_NONE);
	none.nr_pages = 0;
	same_pattern(s, "no page at all",
		     ra_classic_sync_query(&none, &s->limits, &s->old).pattern,
		     RA_PATTERN_RANDOM);
}

static void test_sync(void **state)
{
	const struct table table =
		read_table(&pattern, "A sync request (a reader waits):");

	(void)state;
	find(&pattern, "only the last needs a search of the page cache.");
	find(&pattern, "A sync request for no page at all is random, whatever else holds.");
	each_scene(SYNC_EVIDENCE, &table, check_sync);
}

static void check_async(const struct scene *s, const void *table)
{
	const enum ra_pattern want = expected(table, s->holds, false);
	const struct ra_query query =
		ra_classic_async_query(&s->req, &s->limits, &s->old);

	same_pattern(s, "the pattern", query.pattern, want);
	assert_int_equal(query.fact, want == RA_PATTERN_MARKER ?
			 RA_FACT_NEXT_HOLE : RA_FACT_NONE);
}

static void test_async(void **state)
{
	const struct table table =
		read_table(&pattern, "An async request (a marker was touched):");

	(void)state;
	each_scene(ASYNC_EVIDENCE, &table, check_async);
}

/* Reads at a distance of one window, which is all that they have in common. */
static void test_place_alone(void **state)
{
	const struct ra_limits limits = LIMITS(32, 32);
	struct ra_window old = { .start = 100 };

	(void)state;
	find(&pattern, "The place alone proves nothing: reads at a distance of one window");
	for (old.size = 4; old.size <= 32; old.size++) {
		const struct ra_request req = {
			.index = old.start + old.size,
			.nr_pages = 1,
			.prev_index = old.start + 1,
		};
		const struct ra_decision d =
			decide_sync_by_classic(&req, &limits, &old, 0);

		assert_int_equal(d.pattern, RA_PATTERN_RANDOM);
		assert_int_equal(d.window.size, 1);
	}
}

/* Nothing is decided from the window behind a page that is missing. */
static void test_miss_at_marker(void **state)
{
	const struct ra_limits limits = LIMITS(32, 32);
	struct ra_window old = { .start = 100, .size = 16 };

	(void)state;
	find(&pattern, "A page that is missing where the marker should be");
	find(&pattern, "it has to be read now");
	for (old.async_size = 1; old.async_size <= old.size; old.async_size++) {
		struct ra_request req = { .nr_pages = 1 };
		struct ra_decision d;

		req.index = old.start + old.size - old.async_size;
		req.prev_index = req.index;
		d = decide_sync_by_classic(&req, &limits, &old, 0);
		assert_int_equal(d.window.start, req.index);
		assert_true(d.window.size > 0);
	}
}

/* The parts of a request of @nr_pages pages; all before it is cached as well. */
static void check_parts(const struct ra_limits *limits, unsigned long nr_pages)
{
	struct ra_request req = { .index = 1000, .nr_pages = nr_pages };
	struct ra_window old = { 0 };
	struct ra_decision d;

	while (req.nr_pages > limits->ra_pages) {
		d = decide_sync_by_classic(&req, limits, &old, req.index);
		assert_int_equal(d.pattern, RA_PATTERN_OVERSIZE);
		assert_int_equal(d.window.async_size, 0);
		assert_false(d.standalone);
		req.index += d.window.size;
		req.nr_pages -= d.window.size;
		old = d.window;
	}
	if (!req.nr_pages)
		return;
	d = decide_sync_by_classic(&req, limits, &old, req.index);
	assert_int_equal(d.pattern, RA_PATTERN_RANDOM);
	assert_int_equal(d.window.size, req.nr_pages);
}

static void test_parts(void **state)
{
	const struct ra_limits limits = LIMITS(32, 32);
	unsigned long nr;

	(void)state;
	find(&pattern, "A request that is larger than a window is read in parts.");
	find(&pattern, "The first leaves a window without a marker, and the page behind it is missed by the same reader: that is no run, though all pages before it are cached.");
	for (nr = 33; nr < 200; nr++)
		check_parts(&limits, nr);
}

/* --- sizes, as the prose has them --------------------------------------- */

/* The numbers of the prose; mm/readahead_base.c has its own. */
struct sizes {
	unsigned long first_mul[2], first_div[2];
	unsigned long next_mul[2], next_div[2];
};

static struct sizes read_sizes(const struct prose *prose)
{
	const char *first = find(prose, "r = n rounded up to a power of two,");
	const char *next = find(prose, "the window after one of c pages is");
	struct sizes s;
	int nr, end = 0;

	find(prose, "All divisions round down.");
	nr = sscanf(first, " times %lu up to m/%lu, times %lu up to m/%lu, else m; %n",
		    &s.first_mul[0], &s.first_div[0],
		    &s.first_mul[1], &s.first_div[1], &end);
	assert_int_equal(nr, 4);
	assert_int_not_equal(end, 0);
	end = 0;
	nr = sscanf(next, " %luc below m/%lu, %luc up to m/%lu, else m%n",
		    &s.next_mul[0], &s.next_div[0],
		    &s.next_mul[1], &s.next_div[1], &end);
	assert_int_equal(nr, 4);
	assert_int_not_equal(end, 0);
	return s;
}

static unsigned long first_size(const struct sizes *s, unsigned long n,
				unsigned long m)
{
	unsigned long r = 1;

	while (r < n)
		r *= 2;
	if (r <= m / s->first_div[0])
		return r * s->first_mul[0];
	if (r <= m / s->first_div[1])
		return r * s->first_mul[1];
	return m;
}

static unsigned long next_size(const struct sizes *s, unsigned long c,
			       unsigned long m)
{
	if (c < m / s->next_div[0])
		return c * s->next_mul[0];
	if (c <= m / s->next_div[1])
		return c * s->next_mul[1];
	return m;
}

static const struct ra_base *const bases[] = { &ra_base_6_1, &ra_base_6_12 };

static void same_size(const char *what, unsigned long n, unsigned long m,
		      unsigned long got, unsigned long want)
{
	if (got != want)
		fail_msg("%s %lu pages, m = %lu: %lu, the comment says %lu",
			 what, n, m, got, want);
}

/* All sizes up to a little above the largest window, by one set of rules. */
static void check_first(const struct sizes *s, const struct ra_base *by,
			unsigned int m)
{
	const struct ra_limits limits = LIMITS(m, 0);
	const struct ra_window old = { 0 };
	unsigned long n;

	for (n = 1; n <= m + 3; n++) {
		const struct ra_request req = { .nr_pages = n };
		const struct ra_decision d = by ?
			decide_sync_by_base(by, &req, &limits, &old, 0) :
			decide_sync_by_classic(&req, &limits, &old, 0);

		same_size("a first window for", n, m, d.window.size,
			  first_size(s, n, m));
	}
}

static void check_next(const struct sizes *s, const struct ra_base *by,
		       unsigned int m)
{
	const struct ra_limits limits = LIMITS(m, 0);
	const struct ra_request req = { .index = 100, .nr_pages = 1 };
	unsigned long c;

	for (c = 1; c <= m + 3; c++) {
		const struct ra_window old = { 100, c, c };
		const struct ra_decision d = by ?
			decide_async_by_base(by, &req, &limits, &old, 0) :
			decide_async_by_classic(&req, &limits, &old, 0);

		same_size("a window after one of", c, m, d.window.size,
			  max(next_size(s, c, m), c));
	}
}

/* To the hole and with the request, as if that had been the last window. */
static void check_hole(const struct sizes *s, const struct ra_base *by,
		       unsigned int m)
{
	const struct ra_limits limits = LIMITS(m, 0);
	const struct ra_window old = { 100, 32, 32 };
	const struct ra_request req = { .index = 5000, .nr_pages = m % 7 + 1 };
	unsigned long d;

	for (d = 1; d <= m; d++) {
		const struct ra_decision got = by ?
			decide_async_by_base(by, &req, &limits, &old, req.index + d) :
			decide_async_by_classic(&req, &limits, &old, req.index + d);

		assert_int_equal(got.window.start, req.index + d);
		same_size("a window at a hole behind", d, m, got.window.size,
			  next_size(s, d + req.nr_pages, m));
	}
}

static void each_largest(const struct sizes *s, const struct ra_base *by,
			 void (*check)(const struct sizes *s,
				       const struct ra_base *by,
				       unsigned int m))
{
	static const unsigned int large[] = { 1023, 1024, 1025, 16384 };
	unsigned int m;
	size_t i;

	for (m = 1; m <= 300; m++)
		check(s, by, m);
	for (i = 0; i < ARRAY_SIZE(large); i++)
		check(s, by, large[i]);
}

static void test_sizes(void **state)
{
	const struct sizes s = read_sizes(&policy);

	(void)state;
	each_largest(&s, NULL, check_first);
	each_largest(&s, NULL, check_next);
}

static void test_hole(void **state)
{
	const struct sizes s = read_sizes(&policy);

	(void)state;
	find(&policy, "From a marker to the next hole is what another window had left; with the request, that is the c of the window at the hole.");
	each_largest(&s, NULL, check_hole);
}

static void test_base_sizes(void **state)
{
	const struct sizes s = read_sizes(&base);
	size_t i;

	(void)state;
	find(&base, "else m, and never less than c.");
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		each_largest(&s, bases[i], check_first);
		each_largest(&s, bases[i], check_next);
		each_largest(&s, bases[i], check_hole);
	}
}

/* --- mm/readahead_policy.c ---------------------------------------------- */

/* One page after the other, as long as the request and the device want more. */
static void check_largest(unsigned long nr_pages, const struct ra_limits *limits)
{
	const struct ra_request req = { .index = 1000, .nr_pages = nr_pages };
	const struct ra_window old = { 0 };
	unsigned long want = limits->ra_pages;
	size_t i;

	while (want < nr_pages && want < limits->io_pages)
		want++;
	assert_int_equal(ra_classic_sync_query(&req, limits, &old).max_pages,
			 want);
	assert_int_equal(ra_classic_async_query(&req, limits, &old).max_pages,
			 want);
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		assert_int_equal(ra_base_sync_query(bases[i], &req, limits,
						    &old).max_pages, want);
		assert_int_equal(ra_base_async_query(bases[i], &req, limits,
						     &old).max_pages, want);
	}
}

static void test_largest(void **state)
{
	struct ra_limits limits = LIMITS(0, 0);
	unsigned long nr;

	(void)state;
	find(&policy, "The largest window is ra_pages. A request above it may get up to io_pages");
	find(&base, "With m the largest window of the request, see readahead_policy.c");
	for (limits.ra_pages = 1; limits.ra_pages < 20; limits.ra_pages++)
		for (limits.io_pages = 0; limits.io_pages < 40; limits.io_pages++)
			for (nr = 1; nr < 60; nr++)
				check_largest(nr, &limits);
}

/* The column of @text in the line of the drawing that has it. */
static long column(const char *text, long after)
{
	size_t i;

	for (i = 0; i < policy.nr_lines; i++) {
		const char *at = strstr(policy.lines[i], text);

		if (at)
			return at - policy.lines[i] + after;
	}
	fail_msg("the drawing has no '%s'", text);
	return 0;
}

/* The marker is where the brackets say, and the code expects it there. */
static void test_drawing(void **state)
{
	const long end = column("async_size ----|", 15);
	const long marker = column("=#=", 1);

	(void)state;
	find(&policy, "async_size ----| |------------- size ----------------->| |===");
	find(&policy, "===| ^start ^marker");
	assert_int_equal(column("|<---- async_size", 0), marker);
	assert_int_equal(column("^marker", 0), marker);
	assert_int_equal(column("|------------- size", 0),
			 column("^start", 0));
	assert_int_equal(column("|====", 0), column("^start", 0));
	assert_int_equal(column("size ----------------->|", 23), end);
	assert_int_equal(column("#=====================|", 22), end);
}

static void test_marker(void **state)
{
	const struct ra_limits limits = LIMITS(32, 32);
	struct ra_request req = { .nr_pages = 1 };
	struct ra_window old = { .start = 100, .size = 16 };

	(void)state;
	find(&policy, "The marker stands async_size pages before the window's end:");
	for (old.async_size = 1; old.async_size <= old.size; old.async_size++) {
		for (req.index = 90; req.index < 130; req.index++) {
			const bool at_marker = req.index + old.async_size ==
					       old.start + old.size;

			const struct ra_query query =
				ra_classic_async_query(&req, &limits, &old);

			assert_int_equal(query.pattern == RA_PATTERN_SUBSEQUENT,
					 at_marker);
		}
	}
}

/* One pattern, and where: a row without a place is meant anywhere. */
static bool row_names(const struct row *row, const char *name,
		      unsigned int holds)
{
	static const struct {
		const char *text;
		unsigned int holds;
	} places[] = {
		{ "", ALWAYS },
		{ " elsewhere", ALWAYS },
		{ " where the last window ends", ENDS },
		{ " next to the previous read", NEXT },
	};
	const size_t len = strlen(name);
	size_t i;

	if (strncmp(row->left, name, len))
		return false;
	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (!strcmp(row->left + len, places[i].text))
			return holds & places[i].holds;
	return false;
}

/* The first row that holds decides. */
static const struct row *window_row(const struct table *table,
				    enum ra_pattern by, unsigned int holds)
{
	size_t i;

	for (i = 0; i < table->nr; i++)
		if (row_names(&table->rows[i], pattern_names[by], holds))
			return &table->rows[i];
	fail_msg("the table has no row for %s", pattern_names[by]);
	return NULL;
}

#define HOLE	3	/* pages from a marker to the next hole */

/* The window that the right side of a row means, without its marker. */
static struct ra_window window_of(const char *text, const struct scene *s)
{
	const struct sizes sizes = read_sizes(&policy);
	const unsigned long n = s->req.nr_pages;
	struct ra_window w = { .start = s->req.index };

	if (!strcmp(text, "a first window at the request")) {
		w.size = first_size(&sizes, n, 32);
	} else if (!strcmp(text, "the largest window, without a marker")) {
		w.size = 32;
	} else if (!strcmp(text, "the window after the last one")) {
		w.start = s->old.start + s->old.size;
		w.size = next_size(&sizes, s->old.size, 32);
	} else if (!strcmp(text, "from the next hole on, see below")) {
		w.start += HOLE;
		w.size = next_size(&sizes, HOLE + n, 32);
	} else if (!strcmp(text, "the run's length and the request")) {
		w.size = min_t(unsigned long, s->history + n, 32);
	} else if (!strcmp(text, "the request as it is")) {
		w.size = n;
	} else {
		fail_msg("'%s' is no window", text);
	}
	return w;
}

/*
 * A window of the last one's size that begins with the request is all marker;
 * it is read together with the next: of 16 and 32 pages comes one of m = 32.
 */
static unsigned int with_own_hit(const struct ra_window *w,
				 const struct scene *s)
{
	return w->start == s->req.index && s->holds & ENDS && w->size == 16 ?
	       32 : w->size;
}

/* With m = 32 each window has room for one; what is read as asked has none. */
static bool has_marker(const char *text)
{
	return !strstr(text, "without a marker") &&
	       strcmp(text, "the request as it is");
}

static void check_window(const struct scene *s, const struct table *table,
			 const struct ra_decision *d)
{
	const struct row *row = window_row(table, d->pattern, s->holds);
	const struct ra_window want = window_of(row->right, s);
	const unsigned int size = with_own_hit(&want, s);

	if (d->window.start != want.start || d->window.size != size)
		fail_msg("evidence %#x: %s gives %lu+%u, not %s, %lu+%u",
			 s->holds, pattern_names[d->pattern], d->window.start,
			 d->window.size, row->right, want.start, size);
	if (!!d->window.async_size != has_marker(row->right))
		fail_msg("evidence %#x: %s, but there are %u pages from the marker on",
			 s->holds, row->right, d->window.async_size);
}

static void check_sync_window(const struct scene *s, const void *table)
{
	const struct ra_decision d = decide_sync_by_classic(&s->req, &s->limits,
						     &s->old, s->history);

	check_window(s, table, &d);
}

static void check_async_window(const struct scene *s, const void *table)
{
	const struct ra_decision d = decide_async_by_classic(&s->req, &s->limits,
						      &s->old,
						      s->req.index + HOLE);

	check_window(s, table, &d);
}

static void test_windows(void **state)
{
	const struct table table =
		read_table(&policy, "The pattern chooses the window:");

	(void)state;
	each_scene(SYNC_EVIDENCE, &table, check_sync_window);
	/* One that is hit at page 0 would have begun before it. */
	each_scene(ASYNC_EVIDENCE & ~FIRST & ~ENDS, &table, check_async_window);
}

/* The file ends anywhere from the request on, or not at all. */
static void check_end(const struct scene *s, const struct ra_decision *whole,
		      struct ra_decision (*decide)(const struct scene *s))
{
	struct scene cut = *s;
	const unsigned long start = whole->window.start;
	const unsigned long end = start + whole->window.size;
	unsigned long *nr = &cut.limits.nr_file_pages;

	for (*nr = start; *nr < end + 2; (*nr)++) {
		const struct ra_decision d = decide(&cut);

		assert_int_equal(d.pattern, whole->pattern);
		assert_int_equal(d.window.size, min(end, *nr) - start);
		assert_int_equal(d.window.async_size,
				 end < *nr ? whole->window.async_size : 0);
		assert_int_equal(d.reason, d.window.size ? RA_REASON_NONE :
				 RA_REASON_NO_HOLE);
		if (d.window.size)
			assert_int_equal(d.window.start, start);
	}
}

static struct ra_decision decide_sync(const struct scene *s)
{
	return decide_sync_by_classic(&s->req, &s->limits, &s->old, s->history);
}

static struct ra_decision decide_async(const struct scene *s)
{
	return decide_async_by_classic(&s->req, &s->limits, &s->old,
				s->req.index + HOLE);
}

static struct ra_decision decide_around(const struct scene *s)
{
	return ra_classic_around(&s->req, &s->limits);
}

static void check_ends(const struct scene *s, const void *unused)
{
	const struct ra_decision sync = decide_sync(s);
	const struct ra_decision async = decide_async(s);
	const struct ra_decision around = decide_around(s);

	(void)unused;
	check_end(s, &sync, decide_sync);
	if (!(s->holds & FIRST))
		check_end(s, &async, decide_async);
	check_end(s, &around, decide_around);
}

static void test_end(void **state)
{
	(void)state;
	find(&policy, "No window reaches over the end of the file, and one that ends with it has no marker");
	each_scene(SYNC_EVIDENCE, NULL, check_ends);
}

/* All of it is before the marker but a quarter, and half before the fault. */
static void test_around(void **state)
{
	struct ra_limits limits = LIMITS(0, 0);
	const struct ra_request req = { .index = 1000, .nr_pages = 1 };
	static const char says[] =
		"a window of the largest size around the page, three quarters of it before the marker";

	(void)state;
	find(&policy, says);
	find(&base, says);
	for (limits.ra_pages = 4; limits.ra_pages <= 400; limits.ra_pages += 4) {
		const unsigned int m = limits.ra_pages;
		const struct ra_window a = ra_classic_around(&req, &limits).window;
		const struct ra_window b = ra_base_around(1000, &limits).window;

		assert_int_equal(a.start, 1000 - m / 2);
		assert_int_equal(a.size, m);
		assert_int_equal(a.size - a.async_size, m / 4 * 3);
		assert_memory_equal(&a, &b, sizeof(a));
	}
}

/* The huge page is found page by page, in huge pages of every order. */
static void check_huge(const struct ra_request *req)
{
	const struct ra_limits limits = LIMITS(32, 32);
	const unsigned long nr = 1UL << req->order;
	const struct ra_decision one = ra_classic_huge(req, &limits, true);
	const struct ra_decision two = ra_classic_huge(req, &limits, false);
	unsigned long start = req->index;

	while (start % nr)
		start--;
	assert_int_equal(two.window.start, start);
	assert_int_equal(two.window.size, nr + nr);
	assert_int_equal(two.window.async_size, nr);
	assert_int_equal(one.window.start, start);
	assert_int_equal(one.window.size, nr);
	assert_int_equal(one.window.async_size, 0);
}

static void test_huge(void **state)
{
	struct ra_request req = { .nr_pages = 1 };

	(void)state;
	find(&policy, "Return: the huge page around the page, and the next one behind a marker.");
	find(&policy, "no limit cuts it but the end of the file.");
	for (req.order = 0; req.order < 10; req.order++)
		for (req.index = 0; req.index < 2100; req.index += 7)
			check_huge(&req);
}

/* Each page of each window, near the start of the file. */
static void check_left(const struct ra_window *window)
{
	unsigned long index;

	for (index = 0; index < window->start + window->size + 3; index++) {
		const struct ra_window left = ra_classic_left(*window, index);
		const unsigned long end = left.start + left.size;

		if (index < window->start ||
		    index >= window->start + window->size) {
			assert_memory_equal(&left, window, sizeof(left));
			continue;
		}
		assert_int_equal(end, index);
		assert_int_equal(left.size,
				 window->size < index ? window->size : index);
	}
}

static void test_left(void **state)
{
	struct ra_window window = { 0 };

	(void)state;
	find(&policy, "a window that is cut short moves: it ends where the file system stopped, with its length, but for what would lie before the file.");
	find(&policy, "@window as it is if @index lies outside.");
	for (window.start = 0; window.start < 20; window.start++)
		for (window.size = 0; window.size < 20; window.size++)
			check_left(&window);
}

/* --- mm/readahead_base.c ------------------------------------------------ */

static void check_base_sync(const struct scene *s, const void *table)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		const bool is_6_1 = bases[i] == &ra_base_6_1;
		const struct ra_decision d =
			decide_sync_by_base(bases[i], &s->req, &s->limits, &s->old,
				     s->history);

		same_pattern(s, is_6_1 ? "6.1" : "6.12", d.pattern,
			     expected(table, s->holds, is_6_1));
	}
}

static void test_base_sync(void **state)
{
	const struct table table =
		read_table(&base, "A sync request (a reader waits):");

	(void)state;
	each_scene(SYNC_EVIDENCE, &table, check_base_sync);
}

static void check_base_async(const struct scene *s, const void *table)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		const bool is_6_1 = bases[i] == &ra_base_6_1;
		const struct ra_decision d =
			decide_async_by_base(bases[i], &s->req, &s->limits, &s->old,
				      s->req.index + HOLE);

		same_pattern(s, is_6_1 ? "6.1" : "6.12", d.pattern,
			     expected(table, s->holds, is_6_1));
	}
}

static void test_base_async(void **state)
{
	const struct table table =
		read_table(&base, "An async request (a marker was touched):");

	(void)state;
	each_scene(ASYNC_EVIDENCE, &table, check_base_async);
}

static void test_base_no_window(void **state)
{
	const struct ra_limits limits = LIMITS(32, 32);
	struct ra_request req = { .nr_pages = 1 };
	struct ra_window old;
	struct ra_decision d;
	unsigned int size;

	(void)state;
	assert_int_equal(sscanf(find(&base, "a descriptor that remembers"),
				" %lu+%u-%u expects its next request at page %lu.",
				&old.start, &old.size, &old.async_size,
				&req.index), 4);
	assert_int_equal(sscanf(find(&base, "The window after none is"),
				" %u pages,", &size), 1);
	d = decide_async_by_base(&ra_base_6_12, &req, &limits, &old, req.index + 1);
	assert_int_equal(d.pattern, RA_PATTERN_SUBSEQUENT);
	assert_int_equal(d.window.size, size);
}

static enum ra_pattern base_pattern(const struct ra_base *by,
				    unsigned long index, unsigned long nr_pages,
				    unsigned long distance)
{
	const struct ra_limits limits = LIMITS(32, 32);
	const struct ra_window old = { 500, 8, 4 };
	const struct ra_request req = { .index = index, .nr_pages = nr_pages,
					.prev_index = index - distance };

	return decide_sync_by_base(by, &req, &limits, &old, 0).pattern;
}

static void test_base_undefined(void **state)
{
	const unsigned long half = 1UL << (BITS_PER_LONG - 1);
	size_t i;

	(void)state;
	find(&base, "A first window for 0 pages, or for more than half of what a long holds, has no defined size");
	find(&base, "That takes a sync request of 0 pages at page 0 or next to the previous read.");
	find(&base, "reads nothing and has RA_PATTERN_NONE, which no rule gives.");
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		const struct ra_base *b = bases[i];

		assert_int_equal(base_pattern(b, 0, 0, 9), RA_PATTERN_NONE);
		assert_int_equal(base_pattern(b, 9, 0, 0), RA_PATTERN_NONE);
		assert_int_equal(base_pattern(b, 9, 0, 1), RA_PATTERN_NONE);
		assert_int_equal(base_pattern(b, 9, 0, 2), RA_PATTERN_RANDOM);
		assert_int_equal(base_pattern(b, 9, half, 9),
				 RA_PATTERN_OVERSIZE);
		assert_int_equal(base_pattern(b, 9, half + 1, 9),
				 RA_PATTERN_NONE);
		assert_int_equal(base_pattern(b, 0, ULONG_MAX, 9),
				 RA_PATTERN_NONE);
	}
}

static void test_base_32_bit(void **state)
{
	const struct ra_limits limits = LIMITS(32, 320);
	const struct ra_window old = { 100, 32, 32 };
	struct ra_request req = { .index = 5000 };
	unsigned long d, nr_bits;
	size_t i;

	(void)state;
	assert_int_equal(sscanf(find(&base, "Sizes are"), " %lu bit.", &nr_bits),
			 1);
	assert_int_equal(nr_bits, sizeof(old.size) * CHAR_BIT);
	find(&base, "A marker hit that asks for 2^32 pages minus the distance to the hole is sized as if that sum were 0, and so is the window.");
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		for (d = 1; d <= 320; d++) {
			struct ra_decision got;

			req.nr_pages = 0xffffffffUL - d + 1;
			got = decide_async_by_base(bases[i], &req, &limits, &old,
					    req.index + d);
			assert_int_equal(got.pattern, RA_PATTERN_MARKER);
			assert_int_equal(got.window.start, req.index + d);
			assert_int_equal(got.window.size, 0);
		}
	}
}

/* 6.1 answers with the last page it looked at, 6.12 with the one behind it. */
static void test_base_no_hole(void **state)
{
	const struct ra_limits limits = LIMITS(32, 32);
	const struct ra_window old = { 100, 32, 32 };
	const struct ra_request req = { .index = 5000, .nr_pages = 1 };
	struct ra_decision d;

	(void)state;
	find(&base, "a marker hit on 6.1 without a hole in reach gets a window that begins with a cached page.");
	d = decide_async_by_base(&ra_base_6_1, &req, &limits, &old, 5032);
	assert_int_equal(d.window.start, 5032);
	assert_int_equal(d.window.size, 32);
	d = decide_async_by_base(&ra_base_6_12, &req, &limits, &old, 5033);
	assert_int_equal(d.window.size, 0);
	assert_int_equal(d.reason, RA_REASON_NO_HOLE);
}

static void test_base_left(void **state)
{
	struct ra_window window = { .start = 100, .async_size = 3 };
	unsigned int left, less;

	(void)state;
	assert_int_equal(sscanf(find(&base, "The size has no floor: a window of"),
				" %u pages of which %u were left",
				&window.size, &left), 2);
	assert_int_equal(sscanf(find(&base, "is remembered as one of 2^32 -"),
				" %u pages.", &less), 1);
	window = ra_base_left(window, left);
	assert_true(window.size == (1ULL << 32) - less);
}

static void test_base_past_end(void **state)
{
	const struct ra_window window = { 500, 8, 4 };
	unsigned long last;

	(void)state;
	find(&base, "6.1 adds to the size how far the window begins behind the end of the file");
	find(&base, "a window that begins behind the end of the file grows by the distance.");
	for (last = 400; last < 600; last++) {
		/* The file ends behind page @last. */
		const unsigned long far = last + 1 < 500 ? 500 - last - 1 : 0;

		assert_int_equal(ra_base_past_end(&ra_base_6_1, window,
						  last).size, 8 + far);
		assert_int_equal(ra_base_past_end(&ra_base_6_12, window,
						  last).size, 8);
	}
}

/* --- the program -------------------------------------------------------- */

static void add_line(struct prose *prose, const char *line)
{
	char *to = prose->lines[prose->nr_lines++];
	size_t len = strcspn(line, "\n");

	memcpy(to, line, len);
	for (; *line; line++) {
		if (!isspace((unsigned char)*line))
			prose->joined[prose->len++] = *line;
		else if (prose->len && prose->joined[prose->len - 1] != ' ')
			prose->joined[prose->len++] = ' ';
	}
}

/* The lines of all comments of more than one line. */
static void read_prose(struct prose *prose, const char *name)
{
	FILE *file = fopen(name, "r");
	char line[256];

	if (!file) {
		fprintf(stderr, "policy-prose: cannot read %s.\n", name);
		exit(2);
	}
	while (fgets(line, sizeof(line), file)) {
		const char *text = line;

		text += strspn(text, "\t");
		if (strncmp(text, " *", 2) || text[2] == '/')
			continue;
		if (prose->nr_lines == MAX_LINES || strlen(text) > MAX_LINE) {
			fprintf(stderr, "policy-prose: %s has too much text.\n",
				name);
			exit(2);
		}
		add_line(prose, text + 2);
	}
	fclose(file);
}

static const struct CMUnitTest tests[] = {
	{ .name = "pattern: sync, the first row that holds decides", test_sync },
	{ .name = "pattern: async, the first row that holds decides",
	  test_async },
	{ .name = "pattern: the place alone proves nothing", test_place_alone },
	{ .name = "pattern: a miss at the marker is read from there",
	  test_miss_at_marker },
	{ .name = "pattern: a large request is read in parts", test_parts },
	{ .name = "policy: the drawing is true to itself", test_drawing },
	{ .name = "policy: the marker is async_size before the end",
	  test_marker },
	{ .name = "policy: the pattern chooses the window", test_windows },
	{ .name = "policy: the largest window is as said", test_largest },
	{ .name = "policy: windows follow the formulas", test_sizes },
	{ .name = "policy: a window at a hole follows the formula", test_hole },
	{ .name = "policy: windows end with the file", test_end },
	{ .name = "policy: read-around is as said", test_around },
	{ .name = "policy: huge pages are read as said", test_huge },
	{ .name = "policy: a window that is cut short moves", test_left },
	{ .name = "base: sync, the first row that holds decides",
	  test_base_sync },
	{ .name = "base: async, the first row that holds decides",
	  test_base_async },
	{ .name = "base: windows follow the formulas", test_base_sizes },
	{ .name = "base: no window expects a request", test_base_no_window },
	{ .name = "base: what is not defined", test_base_undefined },
	{ .name = "base: sizes are 32 bit", test_base_32_bit },
	{ .name = "base: no hole in reach", test_base_no_hole },
	{ .name = "base: a size without a floor", test_base_left },
	{ .name = "base: a window behind the end", test_base_past_end },
};

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: policy-prose POLICY-SOURCE PATTERN-SOURCE BASE-SOURCE\n");
		return 2;
	}
	read_prose(&policy, argv[1]);
	read_prose(&pattern, argv[2]);
	read_prose(&base, argv[3]);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("policy prose", tests, NULL, NULL) != 0;
}
