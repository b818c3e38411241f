// SPDX-License-Identifier: GPL-2.0
/*
 * The cases of mm/readahead_policy_cases.h where a page number has 32 bits. There
 * is no cmocka for such a program on a 64-bit system, so this reports by itself.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <linux/kernel.h>

#include "readahead_policy_cases.h"

static_assert(BITS_PER_LONG == 32, "not a 32-bit program");

#define NR_POLICY	ARRAY_SIZE(ra_policy_cases)
#define NR_BASE		ARRAY_SIZE(ra_base_cases)
#define NR_FILL		ARRAY_SIZE(ra_fill_cases)

static unsigned int nr_done, nr_failed;

static void result(const char *name, const char *fault)
{
	nr_done++;
	if (fault) {
		nr_failed++;
		printf("not ok %u - %s\n# %s\n", nr_done, name, fault);
	} else {
		printf("ok %u - %s\n", nr_done, name);
	}
}

static void run_policy(const struct ra_policy_case *c)
{
	struct ra_decision got = { .reason = RA_REASON_NONE };

	result(c->name, ra_policy_case_fault(c, &got));
}

static void run_base(const struct ra_policy_case *c)
{
	struct ra_decision got = { .reason = RA_REASON_NONE };

	result(c->name, ra_base_case_fault(c, &got));
}

static void run_fill(const struct ra_fill_case *c)
{
	struct ra_fill_result got = { .value = 0 };

	result(c->name, ra_fill_case_fault(c, &got));
}

int main(void)
{
	size_t i;

	printf("1..%zu\n", NR_POLICY + NR_BASE + NR_FILL);
	for (i = 0; i < NR_POLICY; i++)
		run_policy(&ra_policy_cases[i]);
	for (i = 0; i < NR_BASE; i++)
		run_base(&ra_base_cases[i]);
	for (i = 0; i < NR_FILL; i++)
		run_fill(&ra_fill_cases[i]);
	return nr_failed != 0;
}
