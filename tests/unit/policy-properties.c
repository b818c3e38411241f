// SPDX-License-Identifier: GPL-2.0
/*
 * What holds for every decision of the policy core, tried on random inputs.
 *
 * usage: policy-properties [SEED [SAMPLES]]
 *
 * The properties are those of policy-property.h and base-property.h, which the
 * fuzzer runs too.  Each sample is made of random bytes: see policy-sample.h.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

#include "base-property.h"
#include "number.h"
#include "policy-property.h"
#include "random.h"

static u64 seed;
static unsigned long nr_samples = 200000;

static struct sample draw_sample(struct random *random)
{
	u64 words[SAMPLE_BYTES / sizeof(u64)];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		words[i] = random_u64(random);
	return sample_of((const unsigned char *)words, sizeof(words));
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
 * Nor do they about a window that has no page in question, see window_in_file().
 */
static void test_reach_windows(void **state)
{
	unsigned long nr_left = 0, nr_cut = 0, nr_around = 0, nr_behind = 0, i;
	unsigned long nr_parts = 0, nr_rests = 0;
	struct random random = { .state = seed };

	(void)state;
	for (i = 0; i < nr_samples; i++) {
		const struct sample s = draw_sample(&random);
		const struct ra_window window = window_in_file(&s);
		const struct ra_decision d = sync_decision(&s);
		const unsigned long page =
			window.size ? page_of(&s, &window, 0) : 0;
		const bool taken = is_taken(&window, &s.taken);

		nr_left += window.size != 0;
		nr_cut += window.size && window.size > page;
		nr_around += taken && !holds_page(&s.taken, page);
		nr_behind += taken && holds_page(&s.taken, page);
		nr_parts += d.pattern == RA_PATTERN_OVERSIZE && !is_next(&s);
		nr_rests += d.pattern == RA_PATTERN_RANDOM && s.req.nr_pages &&
			    sync_query(&s).fact == RA_FACT_NONE;
	}
	print_message("# pages left: %lu, near page 0: %lu of %lu samples\n",
		      nr_left, nr_cut, nr_samples);
	print_message("# pages taken beside: %lu, the page itself: %lu\n",
		      nr_around, nr_behind);
	print_message("# parts of a request: %lu, rests: %lu\n", nr_parts,
		      nr_rests);
	assert_true(nr_left > nr_samples / 10);
	assert_true(nr_cut > nr_samples / 1000);
	assert_true(nr_around > nr_samples / 1000);
	assert_true(nr_behind > nr_samples / 1000);
	assert_true(nr_parts > nr_samples / 1000);
	assert_true(nr_rests > nr_samples / 1000);
}

/*
 * Streams: a reader from page 0 to some way into the file, or to its end, through
 * a page cache that forgets nothing.
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
		fail_msg("%lu+%u-%u behind %lu cached of %lu, limits %u %u, asked for %lu",
			 d->window.start, d->window.size, d->window.async_size,
			 s->nr_cached, s->limits.nr_file_pages,
			 s->limits.ra_pages, s->limits.io_pages, nr_pages);
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
		d = decide_sync_by_classic(&req, &s->limits, &s->window, index);
		stream_apply(s, &d, nr_pages);
	}
	if (s->marker && index == s->marker) {
		s->marker = 0;
		d = decide_async_by_classic(&req, &s->limits, &s->window,
				     s->nr_cached);
		stream_apply(s, &d, nr_pages);
	}
}

static void stream_read(struct stream *s, unsigned long index,
			unsigned long nr_pages)
{
	unsigned long i;

	for (i = 0; i < nr_pages && index + i < s->limits.nr_file_pages; i++)
		stream_touch(s, index + i, nr_pages - i);
	s->prev_index = index + nr_pages;
}

static struct stream draw_stream(struct random *random, bool to_the_end)
{
	struct stream s = { 0 };

	s.limits.ra_pages = 2 + random_below(random, 70);
	s.limits.io_pages = random_below(random, 140);
	s.limits.nr_file_pages = to_the_end ? 1 + random_below(random, 1000) :
				 ULONG_MAX;
	return s;
}

/* Requests of 1 to @most pages, up to the end of the file or page 1000. */
static void stream_run(struct stream *s, struct random *random,
		       unsigned long most)
{
	const unsigned long end = min(s->limits.nr_file_pages, 1000UL);
	unsigned long index = 0, nr;

	while (index < end) {
		nr = 1 + random_below(random, most);
		stream_read(s, index, nr);
		index += nr;
	}
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
		struct stream s = draw_stream(&random, false);
		const unsigned long most = 1 + random_below(&random, 100);

		stream_run(&s, &random, most);
		assert_int_equal(s.nr_misses, 1);
		assert_true(s.window.size >= s.limits.ra_pages);
		assert_true(s.window.size <=
			    max_t(unsigned long, s.limits.ra_pages,
				  min_t(unsigned long, most,
					s.limits.io_pages)));
	}
}

/* No decision of a stream is in vain, also not the last ones before the end. */
static void test_stream_to_end(void **state)
{
	struct random random = { .state = seed };
	unsigned int i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		struct stream s = draw_stream(&random, true);

		stream_run(&s, &random, 1 + random_below(&random, 100));
		assert_int_equal(s.nr_misses, 1);
		assert_int_equal(s.nr_cached, s.limits.nr_file_pages);
		assert_int_equal(s.marker, 0);
	}
}

/*
 * A request at random, larger than the largest window, in a file of which nothing
 * is cached: all of it is read, in parts, and no page behind it.  Pages before the
 * request count as cached, so that its own parts look like a run.
 */
static void test_large_alone(void **state)
{
	struct random random = { .state = seed };
	unsigned int i;

	(void)state;
	for (i = 0; i < 1000; i++) {
		struct stream s = draw_stream(&random, false);
		const unsigned long index = 1 + random_below(&random, 5000);
		const unsigned long largest = max(s.limits.ra_pages,
						  s.limits.io_pages);
		const unsigned long nr = largest + 1 +
					 random_below(&random, 5 * largest);

		s.nr_cached = index;
		/* The previous read was behind all of this. */
		s.prev_index = index + nr + 1 + random_below(&random, 1000);
		stream_read(&s, index, nr);
		assert_int_equal(s.nr_cached, index + nr);
		assert_int_equal(s.marker, 0);
		assert_int_equal(s.nr_misses, (nr + largest - 1) / largest);
	}
}

static void parse_arguments(int argc, char **argv)
{
	const char *name = "policy-properties";

	if (argc > 3) {
		fprintf(stderr, "usage: policy-properties [SEED [SAMPLES]]\n");
		exit(2);
	}
	seed = argc > 1 ? number_argument(name, argv[1], "seed") :
	       fresh_seed();
	if (argc > 2)
		nr_samples = number_argument(name, argv[2],
					     "number of samples");
	printf("# seed %llu, %lu samples\n", seed,
	       nr_samples);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static struct CMUnitTest tests[NR_PROPERTIES + 5] = {
		[NR_PROPERTIES] = {
			.name = "the samples reach each rule",
			.test_func = test_reach,
		},
		[NR_PROPERTIES + 1] = {
			.name = "the samples reach each window that is changed",
			.test_func = test_reach_windows,
		},
		[NR_PROPERTIES + 2] = {
			.name = "a sequential stream waits once and reads once",
			.test_func = test_stream,
		},
		[NR_PROPERTIES + 3] = {
			.name = "a stream to the end of the file reads all and no more",
			.test_func = test_stream_to_end,
		},
		[NR_PROPERTIES + 4] = {
			.name = "large requests at random read what they ask for",
			.test_func = test_large_alone,
		},
	};
	size_t i;

	parse_arguments(argc, argv);
	for (i = 0; i < NR_PROPERTIES; i++) {
		tests[i].name = property_at(i)->name;
		tests[i].test_func = test_property;
		/* cmocka passes it on as it is; nothing writes to it. */
		tests[i].initial_state = (void *)property_at(i);
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return _cmocka_run_group_tests("policy properties", tests,
				       ARRAY_SIZE(tests), NULL, NULL) != 0;
}
