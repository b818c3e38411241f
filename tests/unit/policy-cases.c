// SPDX-License-Identifier: GPL-2.0
/* Runs each case of readahead_policy_cases.h as a test of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/kernel.h>

#include "readahead_policy_cases.h"

static void test_case(void **state)
{
	const struct ra_policy_case *c = *state;
	struct ra_decision got = { .reason = RA_REASON_NONE };
	const char *fault = ra_policy_case_fault(c, &got);

	if (fault)
		fail_msg("%s: got %lu+%u-%u by %d for %d, not %lu+%u-%u by %d for %d",
			 fault, got.window.start, got.window.size,
			 got.window.async_size, got.pattern, got.reason,
			 c->want.window.start, c->want.window.size,
			 c->want.window.async_size, c->want.pattern,
			 c->want.reason);
}

int main(void)
{
	static struct CMUnitTest tests[ARRAY_SIZE(ra_policy_cases)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		tests[i].name = ra_policy_cases[i].name;
		tests[i].test_func = test_case;
		/* cmocka passes it on as it is; nothing writes to it. */
		tests[i].initial_state = (void *)&ra_policy_cases[i];
	}
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return _cmocka_run_group_tests("policy cases", tests, ARRAY_SIZE(tests),
				       NULL, NULL) != 0;
}
