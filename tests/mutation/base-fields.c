// SPDX-License-Identifier: GPL-2.0
/*
 * Each field of struct ra_base does what its description says, and nothing else.
 *
 * The two bases that there are differ in all fields at once, so nothing that they
 * are asked can tell whether a rule looks at the right one.  Here are bases that
 * no kernel has, with one field set each.
 */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/readahead_policy.h>

enum field {
	NONE,
	JOINT,
	MERGES_OWN_HIT,
	HALVES_FULL_MARKER,
	SKIPS_ORDER_1,
	KEEPS_MAX_ORDER,
	GROWS_PAST_END,
};

static const struct ra_base bases[] = {
	[NONE] = { .joint = false },
	[JOINT] = { .joint = true },
	[MERGES_OWN_HIT] = { .merges_own_hit = true },
	[HALVES_FULL_MARKER] = { .halves_full_marker = true },
	[SKIPS_ORDER_1] = { .skips_order_1 = true },
	[KEEPS_MAX_ORDER] = { .keeps_max_order = true },
	[GROWS_PAST_END] = { .grows_past_end = true },
};

/* Pages 100 to 107 with the marker at 104. */
static const struct ra_window old = { 100, 8, 4 };
static const struct ra_limits limits = { .ra_pages = 64 };

/* One page at 108, where @old ends, by a reader that comes from elsewhere. */
static unsigned long sync_at_end(const struct ra_base *base)
{
	const struct ra_request req = { 108, 1, 5000 };

	return ra_base_sync_query(base, &req, &limits, &old).pattern;
}

static unsigned long async_at_end(const struct ra_base *base)
{
	const struct ra_request req = { 108, 1 };

	return ra_base_async_query(base, &req, &limits, &old).pattern;
}

static unsigned long async_at_0(const struct ra_base *base)
{
	const struct ra_request req = { 0, 1 };

	return ra_base_async_query(base, &req, &limits, &old).pattern;
}

/* A window whose marker stands behind it: the next one begins with the hit. */
static unsigned long next_at_hit(const struct ra_base *base)
{
	const struct ra_window all_read = { 100, 8, 0 };
	const struct ra_request req = { 108, 1 };
	const struct ra_query query = ra_base_async_query(base, &req, &limits,
							  &all_read);

	return ra_base_async(base, &req, &all_read, query, 0).window.size;
}

/* As many pages as the largest window has, from the first page on. */
static unsigned long full_first(const struct ra_base *base)
{
	const struct ra_request req = { 0, 64 };
	const struct ra_query query = ra_base_sync_query(base, &req, &limits,
							 &old);

	return ra_base_sync(base, &req, &old, query, 0).window.async_size;
}

static unsigned long folio_of_two(const struct ra_base *base)
{
	return ra_base_folio_order(base, 2, 3, 1);
}

static unsigned long max_order(const struct ra_base *base)
{
	return ra_base_first_order(base, 4, 9, 9);
}

static unsigned long past_end(const struct ra_base *base)
{
	return ra_base_past_end(base, old, 49).size;
}

/**
 * struct check - a question, and which fields change the answer
 * @name: what is asked
 * @ask: asks it
 * @field: the field that changes the answer
 * @other: another one that does
 * @usual: the answer without them
 * @changed: the answer with one of them
 */
static const struct check {
	const char *name;
	unsigned long (*ask)(const struct ra_base *base);
	enum field field, other;
	unsigned long usual, changed;
} checks[] = {
	{ "sync request where the window ends", sync_at_end, JOINT, JOINT,
	  RA_PATTERN_CONTEXT, RA_PATTERN_SUBSEQUENT },
	{ "async request where the window ends", async_at_end, JOINT, JOINT,
	  RA_PATTERN_MARKER, RA_PATTERN_SUBSEQUENT },
	{ "async request at page 0", async_at_0, JOINT, JOINT,
	  RA_PATTERN_MARKER, RA_PATTERN_INITIAL0 },
	/* 8 is 64/16 or more, so 16 are next; with the 32 behind them 48. */
	{ "window that begins with the hit", next_at_hit, MERGES_OWN_HIT,
	  MERGES_OWN_HIT, 16, 48 },
	/* 64 are all marker; half of the largest window has no other size. */
	{ "first window no larger than the request", full_first,
	  HALVES_FULL_MARKER, MERGES_OWN_HIT, 64, 32 },
	{ "folio of two pages", folio_of_two, SKIPS_ORDER_1, SKIPS_ORDER_1,
	  1, 0 },
	/* 4 pages are order 2. */
	{ "hit folio of the largest order", max_order, KEEPS_MAX_ORDER,
	  KEEPS_MAX_ORDER, 2, 9 },
	/* 100 - 49 - 1 = 50 pages between the file's end and the window. */
	{ "window behind the end of the file", past_end, GROWS_PAST_END,
	  GROWS_PAST_END, 8, 58 },
};

static int try_check(const struct check *check)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		const unsigned long got = check->ask(&bases[i]);
		const unsigned long want = i == check->field ||
			i == check->other ? check->changed : check->usual;

		if (got != want) {
			printf("# %s: field %zu: %lu, not %lu\n", check->name,
			       i, got, want);
			failed = 1;
		}
	}
	return failed;
}

int main(void)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(checks); i++)
		failed |= try_check(&checks[i]);
	return failed;
}
