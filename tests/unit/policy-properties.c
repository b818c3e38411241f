// SPDX-License-Identifier: GPL-2.0
/*
 * What holds for every decision of the policy core, tried on random inputs.
 *
 * usage: policy-properties [SEED [SAMPLES]]
 *
 * The inputs are those that the core is made for.  Within them each property
 * must hold, whatever the last window was:
 *
 *   indices       within a file of 2^63 - 1 bytes in pages of 4 KiB
 *   nr_pages      1 to 2^30, within that file
 *   ra_pages      1 to 2^31; also 0 for forced reads
 *   io_pages      0 to 2^30
 *   last window   anywhere in the file, up to 2^31 pages, or empty: the file
 *                 system takes from its size what it did not read
 *   facts         anything, also what no page cache would say
 *
 * The sizes leave room for a sum of two in the 32 bits of a window's size.
 */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

#include "random.h"

#define FILE_PAGES	(LLONG_MAX / 4096UL + 1)
#define MAX_NR_PAGES	0x40000000UL
#define MAX_ORDER	18

/* One input; what a property does not look at it may change. */
struct sample {
	struct ra_request req;
	struct ra_limits limits;
	struct ra_window old;
	unsigned long fact;
};

/* A property: NULL if it holds for the sample, else what is wrong. */
struct property {
	const char *name;
	const char *(*violation)(const struct sample *s);
};

static u64 seed;
static unsigned long nr_samples = 500000;

/*
 * Inputs
 */

static unsigned long draw_ra_pages(struct random *random)
{
	static const unsigned long edges[] = {
		1, 2, 3, 4, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1023, 1024,
		1025, 16384, 1UL << 20, 1UL << 31,
	};

	if (random_below(random, 4))
		return edges[random_below(random, ARRAY_SIZE(edges))];
	return 1 + random_magnitude(random, 31);
}

static unsigned long draw_io_pages(struct random *random,
				   unsigned long ra_pages)
{
	switch (random_below(random, 4)) {
	case 0:
		return min_t(unsigned long, MAX_NR_PAGES,
			     ra_pages - 1 + random_below(random, 3));
	case 1:
		return min(ra_pages * 2, MAX_NR_PAGES);
	default:
		return random_magnitude(random, 30);
	}
}

static unsigned long draw_nr_pages(struct random *random,
				   const struct ra_limits *limits)
{
	const unsigned long edges[] = {
		1, 2, limits->ra_pages / 32, limits->ra_pages / 4,
		limits->ra_pages, limits->io_pages, limits->ra_pages * 2,
	};
	unsigned long nr;

	if (random_below(random, 4))
		nr = edges[random_below(random, ARRAY_SIZE(edges))] +
		     random_below(random, 3) - 1;
	else
		nr = random_magnitude(random, 30);
	/* An edge of 0 less one wraps. */
	return nr > MAX_NR_PAGES ? 1 : max(nr, 1UL);
}

static struct ra_window draw_window(struct random *random,
				    const struct ra_limits *limits)
{
	struct ra_window w = { 0 };

	w.start = random_below(random, 2) ? random_below(random, 64) :
		  random_magnitude(random, 51);
	if (random_below(random, 2))
		w.size = random_below(random, limits->ra_pages * 2 + 1) %
			 ((1UL << 31) + 1);
	else
		w.size = random_magnitude(random, 31);
	switch (random_below(random, 3)) {
	case 0:
		w.async_size = w.size;
		break;
	case 1:
		w.async_size = random_below(random, w.size + 1UL);
		break;
	}
	return w;
}

/* A page near one that a rule compares with, or any. */
static unsigned long draw_index(struct random *random, const struct sample *s)
{
	const struct ra_window *old = &s->old;
	const unsigned long edges[] = {
		0, old->start, old->start + old->size,
		old->start + old->size - old->async_size,
		round_down(old->start + old->size - old->async_size,
			   1UL << s->req.order),
		1UL << 31, 1UL << 32, FILE_PAGES - s->req.nr_pages,
	};
	unsigned long index;

	switch (random_below(random, 8)) {
	case 0:
		index = random_magnitude(random, 51);
		break;
	case 1:
		index = random_below(random, 64);
		break;
	case 2:
	case 3:
		index = edges[random_below(random, ARRAY_SIZE(edges))] +
			random_below(random, 5) - 2;
		break;
	default:
		index = edges[random_below(random, ARRAY_SIZE(edges))];
		break;
	}
	return index > FILE_PAGES - s->req.nr_pages ? 0 : index;
}

static unsigned long draw_prev_index(struct random *random, unsigned long index)
{
	if (random_below(random, 2))
		return index + random_below(random, 5) - 2;
	return random_magnitude(random, 51);
}

static unsigned long draw_fact(struct random *random, const struct sample *s)
{
	switch (random_below(random, 5)) {
	case 0:
		return random_magnitude(random, 51);
	case 1:
		return s->req.nr_pages + random_below(random, 3) - 1;
	case 2:
		return s->req.index;
	case 3:
		return random_below(random, s->limits.ra_pages + 1);
	default:
		return s->req.index + random_below(random, s->limits.ra_pages + 2);
	}
}

static struct sample draw_sample(struct random *random)
{
	struct sample s = { .limits.ra_pages = draw_ra_pages(random) };

	s.limits.io_pages = draw_io_pages(random, s.limits.ra_pages);
	s.old = draw_window(random, &s.limits);
	s.req.nr_pages = draw_nr_pages(random, &s.limits);
	s.req.order = random_below(random, 2) ? 0 :
		      random_below(random, MAX_ORDER + 1);
	s.req.index = draw_index(random, &s);
	s.req.prev_index = draw_prev_index(random, s.req.index);
	s.req.sequential = !random_below(random, 4);
	s.fact = draw_fact(random, &s);
	return s;
}

/*
 * Shorthands
 */

static struct ra_decision sync_decision(const struct sample *s)
{
	return ra_classic_sync(&s->req, &s->limits, &s->old, s->fact);
}

static struct ra_decision async_decision(const struct sample *s)
{
	return ra_classic_async(&s->req, &s->limits, &s->old, s->fact);
}

/* The largest window that a request of this size may get. */
static unsigned long largest(const struct sample *s)
{
	return max(s->limits.ra_pages,
		   min(s->req.nr_pages, s->limits.io_pages));
}

static bool same_window(const struct ra_window *a, const struct ra_window *b)
{
	return a->start == b->start && a->size == b->size &&
	       a->async_size == b->async_size;
}

static bool same_decision(const struct ra_decision *a,
			  const struct ra_decision *b)
{
	return same_window(&a->window, &b->window) && a->nr_cut == b->nr_cut &&
	       a->pattern == b->pattern && a->reason == b->reason &&
	       a->standalone == b->standalone;
}

/* Facts that would change a decision that heeds them. */
static unsigned long other_fact(const struct sample *s, unsigned int i)
{
	const unsigned long facts[] = {
		0, 1, s->req.nr_pages + 1, s->req.index, s->req.index + 1,
		ULONG_MAX,
	};

	return i < ARRAY_SIZE(facts) ? facts[i] : s->fact;
}

#define NR_OTHER_FACTS	6

/*
 * Properties of a sync decision
 */

static const char *sync_misses_page(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);

	if (!d.window.size)
		return "nothing is read";
	if (s->req.index < d.window.start)
		return "the window begins behind the missed page";
	if (s->req.index - d.window.start >= d.window.size)
		return "the window ends before the missed page";
	return NULL;
}

static const char *sync_exceeds_limits(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);

	if (d.window.size > largest(s))
		return "the window is larger than the largest one";
	if (d.window.async_size > d.window.size)
		return "the marker is before the window";
	if (d.window.start + d.window.size < d.window.start)
		return "the end of the window wraps";
	return NULL;
}

static const char *sync_heeds_unasked_fact(const struct sample *s)
{
	const struct ra_query query = ra_classic_sync_query(&s->req, &s->limits,
							    &s->old);
	const struct ra_decision d = sync_decision(s);
	struct sample other = *s;
	unsigned int i;

	if (query.max_pages != largest(s))
		return "the query looks further or less far than a window";
	if (query.fact == RA_FACT_HISTORY)
		return NULL;
	if (query.fact != RA_FACT_NONE)
		return "the query asks for what no sync rule knows";
	for (i = 0; i < NR_OTHER_FACTS; i++) {
		struct ra_decision d2;

		other.fact = other_fact(s, i);
		d2 = sync_decision(&other);
		if (!same_decision(&d, &d2))
			return "the decision heeds a fact that was not asked for";
	}
	return NULL;
}

/* When history is asked for it decides between two rules, at one place. */
static const char *sync_wastes_fact(const struct sample *s)
{
	struct sample other = *s;

	if (ra_classic_sync_query(&s->req, &s->limits, &s->old).fact !=
	    RA_FACT_HISTORY)
		return NULL;
	other.fact = s->req.nr_pages;
	if (sync_decision(&other).pattern != RA_PATTERN_RANDOM)
		return "a history as long as the request is taken for a run";
	other.fact = s->req.nr_pages + 1;
	if (sync_decision(&other).pattern != RA_PATTERN_CONTEXT)
		return "a history longer than the request is not taken for a run";
	return NULL;
}

/* D3: what belongs to async decisions is nothing to a sync one. */
static const char *sync_takes_async_branch(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);
	struct sample other = *s;
	struct ra_decision d2;

	if (d.pattern == RA_PATTERN_SUBSEQUENT ||
	    d.pattern == RA_PATTERN_MARKER)
		return "a sync request is named as if it had touched a marker";
	other.old.async_size = s->old.size - s->old.async_size;
	other.req.order = MAX_ORDER - s->req.order;
	d2 = sync_decision(&other);
	if (!same_decision(&d, &d2))
		return "the place of the marker makes a difference";
	return NULL;
}

static const char *sync_random_changes_state(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);
	const bool random = d.pattern == RA_PATTERN_RANDOM;

	if (d.reason != RA_REASON_NONE || d.nr_cut)
		return "a sync decision has no reason to read less";
	if (d.standalone != random)
		return "a random request, and no other, leaves the window alone";
	if (!d.standalone)
		return NULL;
	if (d.window.size != s->req.nr_pages || d.window.async_size)
		return "a random request is not read as asked";
	return NULL;
}

/*
 * Properties of an async decision
 */

static const char *async_idles_silently(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);

	if (d.window.size && d.reason != RA_REASON_NONE)
		return "something is read, with a reason not to";
	if (!d.window.size && d.reason == RA_REASON_NONE)
		return "nothing is read, without a reason";
	return NULL;
}

static const char *async_exceeds_limits(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);

	if (d.window.size > max_t(unsigned long, largest(s), s->old.size))
		return "the window is larger than the largest one and the last";
	if (d.window.async_size > d.window.size)
		return "the marker is before the window";
	if (d.window.start < s->req.index)
		return "the window begins before the reader";
	if (d.window.start + d.window.size < d.window.start)
		return "the end of the window wraps";
	return NULL;
}

/* Where it reads: behind the last window, or at a hole within the limit. */
static const char *async_reads_elsewhere(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);

	if (d.nr_cut || d.standalone)
		return "an async decision is a window like any other";
	if (d.pattern == RA_PATTERN_SUBSEQUENT)
		return d.window.start == s->old.start + s->old.size ? NULL :
		       "a subsequent window is not behind the last one";
	if (d.pattern != RA_PATTERN_MARKER)
		return "an async decision is named as if a reader waited";
	if (!d.window.size)
		return NULL;
	if (d.window.start != s->fact)
		return "the window does not begin at the hole";
	if (s->fact - s->req.index > largest(s))
		return "the hole is too far";
	return NULL;
}

static const char *async_heeds_unasked_fact(const struct sample *s)
{
	const struct ra_query query = ra_classic_async_query(&s->req,
							     &s->limits,
							     &s->old);
	const struct ra_decision d = async_decision(s);
	struct sample other = *s;
	unsigned int i;

	if (query.max_pages != largest(s))
		return "the query looks further or less far than a window";
	if (query.fact == RA_FACT_NEXT_HOLE)
		return d.pattern == RA_PATTERN_MARKER ? NULL :
		       "a hole is asked for in vain";
	if (query.fact != RA_FACT_NONE)
		return "the query asks for what no async rule knows";
	for (i = 0; i < NR_OTHER_FACTS; i++) {
		struct ra_decision d2;

		other.fact = other_fact(s, i);
		d2 = async_decision(&other);
		if (!same_decision(&d, &d2))
			return "the decision heeds a fact that was not asked for";
	}
	return NULL;
}

/* D3: where the previous read ended is nothing to an async decision. */
static const char *async_takes_sync_branch(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);
	struct sample other = *s;
	struct ra_decision d2;

	other.req.prev_index = s->req.index + s->req.prev_index % 3;
	other.req.sequential = !s->req.sequential;
	d2 = async_decision(&other);
	return same_decision(&d, &d2) ? NULL :
	       "the previous read makes a difference";
}

/*
 * Properties of the others
 */

static const char *forced_loses_pages(const struct sample *s)
{
	struct ra_limits limits = s->limits;
	struct ra_decision d;
	unsigned long cap;

	/* read_ahead_kb 0 is where forced reads come from, among others. */
	if (s->fact % 2)
		limits.ra_pages = 0;
	cap = max(limits.ra_pages, limits.io_pages);
	d = ra_classic_forced(&s->req, &limits, RA_PATTERN_FADVISE);
	if (d.window.start != s->req.index || d.window.async_size)
		return "the pages are not read as asked";
	if (d.window.size + d.nr_cut != s->req.nr_pages)
		return "pages are neither read nor cut";
	if (d.window.size > cap || (d.nr_cut && d.window.size < cap))
		return "the cut is not at the cap";
	if (!d.standalone || d.pattern != RA_PATTERN_FADVISE)
		return "a forced read is taken for a rule";
	return NULL;
}

/* A file system may set both limits to 0. */
static const char *forced_idles_silently(const struct sample *s)
{
	struct ra_limits limits = { 0 };
	struct ra_decision d;

	if (s->fact % 2)
		limits.io_pages = s->limits.io_pages;
	d = ra_classic_forced(&s->req, &limits, RA_PATTERN_RANDOM);
	if (d.window.size && d.reason != RA_REASON_NONE)
		return "something is read, with a reason not to";
	if (!d.window.size && d.reason == RA_REASON_NONE)
		return "nothing is read, without a reason";
	return NULL;
}

static const char *around_misses_page(const struct sample *s)
{
	const unsigned long index = s->req.index;
	const struct ra_decision d = ra_classic_around(index, &s->limits);

	if (d.pattern != RA_PATTERN_AROUND || d.reason != RA_REASON_NONE ||
	    d.nr_cut || d.standalone)
		return "read-around is not one";
	if (d.window.size != s->limits.ra_pages)
		return "the window is not of the largest size";
	if (index < d.window.start || index - d.window.start >= d.window.size)
		return "the page of the fault is not in the window";
	if (index >= d.window.size && index - d.window.start != d.window.size / 2)
		return "the page of the fault is not in the middle";
	if (d.window.async_size != d.window.size / 4)
		return "the marker is not a quarter before the end";
	return NULL;
}

static const struct property properties[] = {
	{ "sync: the missed page is in the window (D1)", sync_misses_page },
	{ "sync: the window keeps to the limits", sync_exceeds_limits },
	{ "sync: at most one fact, and none unasked", sync_heeds_unasked_fact },
	{ "sync: a fact asked for decides", sync_wastes_fact },
	{ "sync: no async branch (D3)", sync_takes_async_branch },
	{ "sync: random leaves the window alone", sync_random_changes_state },
	{ "async: reads something or says why", async_idles_silently },
	{ "async: the window keeps to the limits", async_exceeds_limits },
	{ "async: reads behind the window or at the hole",
	  async_reads_elsewhere },
	{ "async: at most one fact, and none unasked",
	  async_heeds_unasked_fact },
	{ "async: no sync branch (D3)", async_takes_sync_branch },
	{ "forced: every page is read or counted as cut", forced_loses_pages },
	{ "forced: reads something or says why", forced_idles_silently },
	{ "around: the page of the fault is in the window",
	  around_misses_page },
};

static void show_sample(const struct sample *s)
{
	print_error("# index=%lu nr_pages=%lu prev_index=%lu sequential=%d order=%u\n",
		    s->req.index, s->req.nr_pages, s->req.prev_index,
		    s->req.sequential, s->req.order);
	print_error("# ra_pages=%lu io_pages=%lu old=%lu+%u-%u fact=%lu\n",
		    s->limits.ra_pages, s->limits.io_pages, s->old.start,
		    s->old.size, s->old.async_size, s->fact);
}

static void test_property(void **state)
{
	const struct property *property = *state;
	struct random random = { .state = seed };
	unsigned long i;

	for (i = 0; i < nr_samples; i++) {
		const struct sample s = draw_sample(&random);
		const char *violation = property->violation(&s);

		if (violation) {
			show_sample(&s);
			fail_msg("%s (sample %lu of seed %llu)", violation, i,
				 seed);
		}
	}
}

/*
 * Random inputs show nothing about a rule that they never reach.
 */
static void test_reach(void **state)
{
	static const struct {
		enum ra_pattern pattern;
		const char *name;
	} expected[] = {
		{ RA_PATTERN_INITIAL0, "initial0" },
		{ RA_PATTERN_INITIAL, "initial" },
		{ RA_PATTERN_OVERSIZE, "oversize" },
		{ RA_PATTERN_CONTEXT, "context" },
		{ RA_PATTERN_RANDOM, "random" },
		{ RA_PATTERN_SUBSEQUENT, "subsequent" },
		{ RA_PATTERN_MARKER, "marker" },
	};
	unsigned long reached[RA_PATTERN_COUNT] = { 0 };
	unsigned long no_hole = 0, empty_old = 0, i;
	struct random random = { .state = seed };

	(void)state;
	for (i = 0; i < nr_samples; i++) {
		const struct sample s = draw_sample(&random);

		reached[sync_decision(&s).pattern]++;
		reached[async_decision(&s).pattern]++;
		no_hole += async_decision(&s).reason == RA_REASON_NO_HOLE;
		empty_old += !s.old.size && s.req.index == s.old.start;
	}
	for (i = 0; i < ARRAY_SIZE(expected); i++)
		print_message("# %s: %lu of %lu samples\n", expected[i].name,
			      reached[expected[i].pattern], nr_samples);
	print_message("# no hole: %lu, request at an empty window: %lu\n",
		      no_hole, empty_old);
	for (i = 0; i < ARRAY_SIZE(expected); i++)
		assert_true(reached[expected[i].pattern] > nr_samples / 1000);
	assert_true(no_hole > nr_samples / 1000);
	assert_true(empty_old > nr_samples / 10000);
}

/*
 * Streams: a reader from page 0 to some way into the file, through a page cache
 * that forgets nothing.
 */
struct stream {
	struct ra_limits limits;
	struct ra_window window;
	unsigned long nr_cached;	/* pages 0 to there are cached */
	unsigned long marker;		/* 0: none, page 0 never has one */
	unsigned long prev_index;
	unsigned long nr_misses;
};

static void stream_apply(struct stream *s, const struct ra_decision *d,
			 unsigned long nr_pages)
{
	if (d->window.start != s->nr_cached || !d->window.size)
		fail_msg("%lu+%u-%u behind %lu cached, limits %lu %lu, asked for %lu",
			 d->window.start, d->window.size, d->window.async_size,
			 s->nr_cached, s->limits.ra_pages, s->limits.io_pages,
			 nr_pages);
	s->nr_cached += d->window.size;
	s->marker = d->window.async_size ?
		    s->nr_cached - d->window.async_size : 0;
	s->window = d->window;
}

static void stream_touch(struct stream *s, unsigned long index,
			 unsigned long nr_pages)
{
	struct ra_request req = {
		.index = index,
		.nr_pages = nr_pages,
		.prev_index = s->prev_index,
	};
	struct ra_decision d;

	if (index == s->nr_cached) {
		s->nr_misses++;
		d = ra_classic_sync(&req, &s->limits, &s->window, index);
		stream_apply(s, &d, nr_pages);
	}
	if (s->marker && index == s->marker) {
		s->marker = 0;
		d = ra_classic_async(&req, &s->limits, &s->window,
				     s->nr_cached);
		stream_apply(s, &d, nr_pages);
	}
}

static void stream_read(struct stream *s, unsigned long index,
			unsigned long nr_pages)
{
	unsigned long i;

	for (i = 0; i < nr_pages; i++)
		stream_touch(s, index + i, nr_pages - i);
	s->prev_index = index + nr_pages;
}

/*
 * Of each stream only the first page is waited for, no page is read twice or
 * left out, and the window grows to the largest one.
 */
static void test_stream(void **state)
{
	struct random random = { .state = seed };
	unsigned int i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		struct stream s = {
			.limits.ra_pages = 2 + random_below(&random, 70),
			.limits.io_pages = random_below(&random, 140),
		};
		const unsigned long most = 1 + random_below(&random, 100);
		unsigned long index = 0, nr;

		while (index < 1000) {
			nr = 1 + random_below(&random, most);
			stream_read(&s, index, nr);
			index += nr;
		}
		assert_int_equal(s.nr_misses, 1);
		assert_true(s.window.size >= s.limits.ra_pages);
		assert_true(s.window.size <=
			    max(s.limits.ra_pages,
				min(most, s.limits.io_pages)));
	}
}

/* One line and status 2 for what is no number. */
static u64 number_argument(const char *text, const char *what)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || end == text || *end || !strchr("0123456789", text[0])) {
		fprintf(stderr, "policy-properties: %s '%s' is not a number below 2^64.\n",
			what, text);
		exit(2);
	}
	return value;
}

static void parse_arguments(int argc, char **argv)
{
	struct timespec now;

	if (argc > 3) {
		fprintf(stderr, "usage: policy-properties [SEED [SAMPLES]]\n");
		exit(2);
	}
	clock_gettime(CLOCK_REALTIME, &now);
	seed = argc > 1 ? number_argument(argv[1], "seed") :
	       (u64)now.tv_sec * 1000000000 + now.tv_nsec;
	if (argc > 2)
		nr_samples = number_argument(argv[2], "number of samples");
	printf("# seed %llu, %lu samples\n", seed,
	       nr_samples);
	fflush(stdout);
}

#define NR_PROPERTIES	ARRAY_SIZE(properties)

int main(int argc, char **argv)
{
	static struct CMUnitTest tests[NR_PROPERTIES + 2] = {
		[NR_PROPERTIES] = {
			.name = "the samples reach each rule",
			.test_func = test_reach,
		},
		[NR_PROPERTIES + 1] = {
			.name = "a sequential stream waits once and reads once",
			.test_func = test_stream,
		},
	};
	size_t i;

	parse_arguments(argc, argv);
	for (i = 0; i < NR_PROPERTIES; i++) {
		tests[i].name = properties[i].name;
		tests[i].test_func = test_property;
		/* cmocka passes it on as it is; nothing writes to it. */
		tests[i].initial_state = (void *)&properties[i];
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return _cmocka_run_group_tests("policy properties", tests,
				       ARRAY_SIZE(tests), NULL, NULL) != 0;
}
