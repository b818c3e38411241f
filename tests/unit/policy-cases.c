// SPDX-License-Identifier: GPL-2.0
/*
 * Runs each case of mm/readahead_policy_cases.h as a test of its own.
 *
 * usage: policy-cases [--list]    (--list: only the names, one a line)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <linux/kernel.h>

#include "readahead_policy_cases.h"

#define NR_POLICY	ARRAY_SIZE(ra_policy_cases)
#define NR_BASE		ARRAY_SIZE(ra_base_cases)
#define NR_FILL		ARRAY_SIZE(ra_fill_cases)

static struct CMUnitTest tests[NR_POLICY + NR_BASE + NR_FILL];

static void check_decision(const struct ra_policy_case *c, const char *fault,
			   const struct ra_decision *got)
{
	if (fault)
		fail_msg("%s: got %lu+%u-%u by %d for %d, cut %lu, not %lu+%u-%u by %d for %d, cut %lu",
			 fault, got->window.start, got->window.size,
			 got->window.async_size, got->pattern, got->reason,
			 got->nr_cut, c->want.window.start, c->want.window.size,
			 c->want.window.async_size, c->want.pattern,
			 c->want.reason, c->want.nr_cut);
}

static void test_policy(void **state)
{
	const struct ra_policy_case *c = *state;
	struct ra_decision got = { .reason = RA_REASON_NONE };
	const char *fault = ra_policy_case_fault(c, &got);

	check_decision(c, fault, &got);
}

static void test_base(void **state)
{
	const struct ra_policy_case *c = *state;
	struct ra_decision got = { .reason = RA_REASON_NONE };
	const char *fault = ra_base_case_fault(c, &got);

	check_decision(c, fault, &got);
}

static void test_fill(void **state)
{
	const struct ra_fill_case *c = *state;
	struct ra_fill_result got = { .value = 0 };
	const char *fault = ra_fill_case_fault(c, &got);

	if (fault)
		fail_msg("%s: got %lu, %lu+%lu marker %lu, %lu+%u-%u, not %lu, %lu+%lu marker %lu, %lu+%u-%u",
			 fault, got.value, got.span.start, got.span.nr_pages,
			 got.span.marker, got.window.start, got.window.size,
			 got.window.async_size, c->want.value,
			 c->want.span.start, c->want.span.nr_pages,
			 c->want.span.marker, c->want.window.start,
			 c->want.window.size, c->want.window.async_size);
}

/* cmocka passes @c on as it is; nothing writes to it. */
static void add_test(size_t nr, const char *name, CMUnitTestFunction function,
		     const void *c)
{
	tests[nr].name = name;
	tests[nr].test_func = function;
	tests[nr].initial_state = (void *)c;
}

static void add_all(void)
{
	size_t i, nr = 0;

	for (i = 0; i < NR_POLICY; i++)
		add_test(nr++, ra_policy_cases[i].name, test_policy,
			 &ra_policy_cases[i]);
	for (i = 0; i < NR_BASE; i++)
		add_test(nr++, ra_base_cases[i].name, test_base,
			 &ra_base_cases[i]);
	for (i = 0; i < NR_FILL; i++)
		add_test(nr++, ra_fill_cases[i].name, test_fill,
			 &ra_fill_cases[i]);
}

int main(int argc, char **argv)
{
	size_t i;

	add_all();
	if (argc == 2 && !strcmp(argv[1], "--list")) {
		for (i = 0; i < ARRAY_SIZE(tests); i++)
			puts(tests[i].name);
		return 0;
	}
	if (argc != 1) {
		fprintf(stderr, "usage: policy-cases [--list]\n");
		return 2;
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return _cmocka_run_group_tests("policy cases", tests, ARRAY_SIZE(tests),
				       NULL, NULL) != 0;
}
