// SPDX-License-Identifier: GPL-2.0
/*
 * Holds the rules to what the comment on top of mm/readahead_policy.c says of
 * them: the order in which evidence is taken, the sizes of windows, the place
 * of the marker.  The comment is read from the source file at each run, so that
 * neither can change without the other.
 *
 * usage: policy-prose SOURCE-FILE
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

#define MAX_ROWS	8

/* The comment, its lines joined and each run of blanks made one. */
static char prose[16384];

/* One line of a table: evidence, and the rule that it speaks for. */
struct row {
	const char *text;
	enum ra_pattern pattern;
};

static const struct row sync_rows[] = {
	{ "first page of the file initial0", RA_PATTERN_INITIAL0 },
	{ "next to the previous read, where the last window ends initial",
	  RA_PATTERN_INITIAL },
	{ "more pages than the largest window oversize", RA_PATTERN_OVERSIZE },
	{ "same page as the end of the previous read, or the next initial",
	  RA_PATTERN_INITIAL },
	{ "more cached pages just before it than it asks for context",
	  RA_PATTERN_CONTEXT },
	{ "none of these random", RA_PATTERN_RANDOM },
};

static const struct row async_rows[] = {
	{ "where the last window has its marker subsequent",
	  RA_PATTERN_SUBSEQUENT },
	{ "anywhere else marker", RA_PATTERN_MARKER },
};

/* What the prose says of sizes, in its own numbers. */
static struct {
	unsigned long first_mul[2], first_div[2];
	unsigned long next_mul[2], next_div[2];
} sizes;

static const char *find(const char *text)
{
	const char *at = strstr(prose, text);

	if (!at)
		fail_msg("the comment does not say '%s'", text);
	return at + strlen(text);
}

/* The rows follow their introduction in this order, with nothing between. */
static void check_table(const char *intro, const struct row *rows, size_t nr,
			const char *then)
{
	const char *at = find(intro);
	size_t i;

	for (i = 0; i < nr; i++) {
		const size_t len = strlen(rows[i].text);

		if (*at != ' ' || strncmp(at + 1, rows[i].text, len))
			fail_msg("row %zu should be '%s', the comment has '%.70s'",
				 i + 1, rows[i].text, at);
		at += 1 + len;
	}
	if (strncmp(at, then, strlen(then)))
		fail_msg("behind the table should be '%s', the comment has '%.70s'",
			 then, at);
}

static void test_sync_rows(void **state)
{
	(void)state;
	check_table("A sync request (a reader waits):", sync_rows,
		    ARRAY_SIZE(sync_rows), " An async request");
}

static void test_async_rows(void **state)
{
	(void)state;
	check_table("An async request (a marker was touched):", async_rows,
		    ARRAY_SIZE(async_rows), " A run whose marker was lost");
}

/*
 * A request for which exactly the rows in @holds are true, and what tells two
 * rows with one name apart: the size of the window.  With m = 32, 40 pages are
 * more than the largest window, and 2 cached pages are more than 1.
 */
static struct ra_decision decide_with_evidence(unsigned int holds,
					       unsigned long *nr_pages)
{
	const struct ra_limits limits = { .ra_pages = 32, .io_pages = 32 };
	struct ra_request req = {
		.index = holds & 1 ? 0 : 1000,
		.nr_pages = holds & 4 ? 40 : 1,
	};
	struct ra_window old = { .size = 8, .async_size = 4 };

	old.start = req.index - (holds & 2 ? 8 : 6);
	req.prev_index = req.index - (holds & 8 ? 1 : 3);
	/* Without the previous read, only a hint makes the second row true. */
	req.sequential = holds & 2 && !(holds & 8);
	*nr_pages = req.nr_pages;
	return ra_classic_sync(&req, &limits, &old,
			       holds & 16 ? req.nr_pages + 1 : req.nr_pages);
}

/* Sizes, worked out by hand for the request above. */
static unsigned int size_by_row(size_t row, unsigned long nr_pages)
{
	switch (row) {
	case 1:	/* the window after 8, and the next: 16 + 32, cut to m */
	case 2:	/* 40 round up to 64 > m/4 */
		return 32;
	case 0:
	case 3:	/* 1 = m/32: times 4 */
		return nr_pages == 1 ? 4 : 32;
	case 4:	/* 2 cached pages and the one asked for */
		return 3;
	default:
		return nr_pages;
	}
}

static void test_sync_order(void **state)
{
	unsigned int holds;

	(void)state;
	for (holds = 0; holds < 32; holds++) {
		unsigned long nr_pages;
		struct ra_decision d = decide_with_evidence(holds, &nr_pages);
		size_t row = 0;

		while (row < 5 && !(holds & (1U << row)))
			row++;
		if (d.pattern != sync_rows[row].pattern ||
		    d.window.size != size_by_row(row, nr_pages))
			fail_msg("evidence %#x: pattern %d size %u, row %zu says %d %u",
				 holds, d.pattern, d.window.size, row + 1,
				 sync_rows[row].pattern,
				 size_by_row(row, nr_pages));
	}
}

/* Every page near a window, which has its marker where the drawing has it. */
static void test_async_order(void **state)
{
	const struct ra_limits limits = { .ra_pages = 32, .io_pages = 32 };
	struct ra_request req = { .nr_pages = 1 };
	struct ra_window old = { .start = 100, .size = 16 };

	(void)state;
	for (old.async_size = 1; old.async_size <= old.size; old.async_size++) {
		for (req.index = 90; req.index < 130; req.index++) {
			const bool at_marker = req.index + old.async_size ==
					       old.start + old.size;
			const struct ra_decision d =
				ra_classic_async(&req, &limits, &old,
						 req.index + 1);

			assert_int_equal(d.pattern,
					 async_rows[!at_marker].pattern);
		}
	}
}

static void test_size_formulas(void **state)
{
	const char *first = find("n rounded up to a power of two,");
	const char *next = find("the window after one of c pages is");
	int nr, end = 0;

	(void)state;
	nr = sscanf(first, " times %lu up to m/%lu, times %lu up to m/%lu, else m%n",
		    &sizes.first_mul[0], &sizes.first_div[0],
		    &sizes.first_mul[1], &sizes.first_div[1], &end);
	assert_int_equal(nr, 4);
	assert_int_not_equal(end, 0);
	end = 0;
	nr = sscanf(next, " %luc below m/%lu, %luc up to m/%lu, else m%n",
		    &sizes.next_mul[0], &sizes.next_div[0],
		    &sizes.next_mul[1], &sizes.next_div[1], &end);
	assert_int_equal(nr, 4);
	assert_int_not_equal(end, 0);
}

/* As the prose has it, in the numbers of the prose; divisions round down. */
static unsigned long first_size(unsigned long n, unsigned long m)
{
	unsigned long r = 1;

	while (r < n)
		r *= 2;
	if (r <= m / sizes.first_div[0])
		return r * sizes.first_mul[0];
	if (r <= m / sizes.first_div[1])
		return r * sizes.first_mul[1];
	return m;
}

static unsigned long next_size(unsigned long c, unsigned long m)
{
	if (c < m / sizes.next_div[0])
		return c * sizes.next_mul[0];
	if (c <= m / sizes.next_div[1])
		return c * sizes.next_mul[1];
	return m;
}

static void check_first(unsigned long n, const struct ra_limits *limits)
{
	const struct ra_request req = { .nr_pages = n };
	const struct ra_window old = { 0 };
	const struct ra_decision d = ra_classic_sync(&req, limits, &old, 0);
	const unsigned long want = first_size(n, limits->ra_pages);

	if (d.window.size != want)
		fail_msg("a first window for %lu pages, m = %lu: %u, the comment says %lu",
			 n, limits->ra_pages, d.window.size, want);
}

static void check_next(unsigned long c, const struct ra_limits *limits)
{
	const struct ra_window old = { 100, c, c };
	const struct ra_request req = { .index = 100, .nr_pages = 1 };
	const struct ra_decision d = ra_classic_async(&req, limits, &old, 0);
	/* One that is larger than the largest is kept, as its comment says. */
	const unsigned long want = max(next_size(c, limits->ra_pages), c);

	if (d.window.size != want)
		fail_msg("a window after one of %lu pages, m = %lu: %u, the comment says %lu",
			 c, limits->ra_pages, d.window.size, want);
}

/* All sizes up to a little above the largest window of @m pages. */
static void check_sizes(unsigned long m, bool first)
{
	const struct ra_limits limits = { .ra_pages = m };
	unsigned long n;

	for (n = 1; n <= m + 3; n++) {
		if (first)
			check_first(n, &limits);
		else
			check_next(n, &limits);
	}
}

static void check_all_sizes(bool first)
{
	unsigned long m;

	for (m = 1; m <= 300; m++)
		check_sizes(m, first);
	check_sizes(1023, first);
	check_sizes(1024, first);
	check_sizes(1025, first);
	check_sizes(16384, first);
}

static void test_first_size(void **state)
{
	(void)state;
	check_all_sizes(true);
}

static void test_next_size(void **state)
{
	(void)state;
	check_all_sizes(false);
}

/* One page after the other, as long as the request and the device want more. */
static void check_largest(unsigned long nr_pages, const struct ra_limits *limits)
{
	const struct ra_request req = { .index = 1000, .nr_pages = nr_pages };
	const struct ra_window old = { 0 };
	unsigned long want = limits->ra_pages;
	struct ra_query query;

	while (want < nr_pages && want < limits->io_pages)
		want++;
	query = ra_classic_sync_query(&req, limits, &old);
	assert_int_equal(query.max_pages, want);
	query = ra_classic_async_query(&req, limits, &old);
	assert_int_equal(query.max_pages, want);
}

static void test_largest(void **state)
{
	struct ra_limits limits;
	unsigned long nr;

	(void)state;
	find("The largest window is ra_pages. A request above it may get up to io_pages");
	for (limits.ra_pages = 1; limits.ra_pages < 20; limits.ra_pages++)
		for (limits.io_pages = 0; limits.io_pages < 40; limits.io_pages++)
			for (nr = 1; nr < 60; nr++)
				check_largest(nr, &limits);
}

/* A missing page where the marker should be: nothing from behind the window. */
static void test_miss_at_marker(void **state)
{
	const struct ra_limits limits = { .ra_pages = 32, .io_pages = 32 };
	struct ra_request req = { .nr_pages = 1 };
	struct ra_window old = { .start = 100, .size = 16 };

	(void)state;
	find("A page that is missing where the marker should be");
	for (old.async_size = 1; old.async_size <= old.size; old.async_size++) {
		struct ra_decision d;

		req.index = old.start + old.size - old.async_size;
		req.prev_index = req.index;
		d = ra_classic_sync(&req, &limits, &old, 0);
		assert_int_equal(d.window.start, req.index);
	}
}

/* The second comment of the file, behind the line with the licence. */
static void read_prose(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[256];
	size_t len = 0;
	char *c;

	if (!file) {
		fprintf(stderr, "policy-prose: cannot read %s.\n", name);
		exit(2);
	}
	while (fgets(line, sizeof(line), file) && !strstr(line, "*/")) {
		if (strncmp(line, " *", 2))
			continue;
		for (c = line + 2; *c && len < sizeof(prose) - 1; c++) {
			if (!isspace((unsigned char)*c))
				prose[len++] = *c;
			else if (len && prose[len - 1] != ' ')
				prose[len++] = ' ';
		}
	}
	fclose(file);
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		{ .name = "the table of sync rules", test_sync_rows },
		{ .name = "the table of async rules", test_async_rows },
		{ .name = "the formulas of sizes", test_size_formulas },
		{ .name = "sync: the first row that holds decides",
		  test_sync_order },
		{ .name = "async: the marker is async_size before the end",
		  test_async_order },
		{ .name = "the first window follows its formula",
		  test_first_size },
		{ .name = "the next window follows its formula",
		  test_next_size },
		{ .name = "the largest window is as said", test_largest },
		{ .name = "a miss at the marker is read from there",
		  test_miss_at_marker },
	};

	if (argc != 2) {
		fprintf(stderr, "usage: policy-prose SOURCE-FILE\n");
		return 2;
	}
	read_prose(argv[1]);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests_name("policy prose", tests, NULL, NULL) != 0;
}
