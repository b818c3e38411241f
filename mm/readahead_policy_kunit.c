// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the readahead policy core: each case of readahead_policy_cases.h
 * is a parameter with a name of its own.
 *
 * The tables hold the unpatched kernels' rules to what they are as well.  No
 * other part of the kernel uses those, so they are linked in with this test only.
 */
#include <kunit/test.h>
#include <linux/readahead_policy.h>
#include <linux/string.h>

#include "readahead_policy_cases.h"

static void ra_policy_case_desc(const struct ra_policy_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

static void ra_fill_case_desc(const struct ra_fill_case *c, char *desc)
{
	strscpy(desc, c->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(ra_policy, ra_policy_cases, ra_policy_case_desc);
KUNIT_ARRAY_PARAM(ra_base, ra_base_cases, ra_policy_case_desc);
KUNIT_ARRAY_PARAM(ra_fill, ra_fill_cases, ra_fill_case_desc);

static void ra_show_decision(struct kunit *test, const char *which,
			     const struct ra_decision *d)
{
	kunit_err(test, "%s: %lu+%u-%u, cut %lu, by rule %d, for reason %d%s\n",
		  which, d->window.start, d->window.size, d->window.async_size,
		  d->nr_cut, d->pattern, d->reason,
		  d->standalone ? ", standalone" : "");
}

static void ra_check_decision(struct kunit *test, const char *fault,
			      const struct ra_decision *got)
{
	const struct ra_policy_case *c = test->param_value;

	if (!fault)
		return;
	ra_show_decision(test, "wanted", &c->want);
	ra_show_decision(test, "got", got);
	KUNIT_FAIL(test, "%s: %s", c->name, fault);
}

static void ra_test_policy(struct kunit *test)
{
	struct ra_decision got = { .reason = RA_REASON_NONE };
	const char *fault = ra_policy_case_fault(test->param_value, &got);

	ra_check_decision(test, fault, &got);
}

static void ra_test_base(struct kunit *test)
{
	struct ra_decision got = { .reason = RA_REASON_NONE };
	const char *fault = ra_base_case_fault(test->param_value, &got);

	ra_check_decision(test, fault, &got);
}

static void ra_show_fill(struct kunit *test, const char *which,
			 const struct ra_fill_result *r)
{
	kunit_err(test, "%s: %lu, span %lu+%lu marker %lu, window %lu+%u-%u\n",
		  which, r->value, r->span.start, r->span.nr_pages,
		  r->span.marker, r->window.start, r->window.size,
		  r->window.async_size);
}

static void ra_test_fill(struct kunit *test)
{
	const struct ra_fill_case *c = test->param_value;
	struct ra_fill_result got = { .value = 0 };
	const char *fault = ra_fill_case_fault(c, &got);

	if (!fault)
		return;
	ra_show_fill(test, "wanted", &c->want);
	ra_show_fill(test, "got", &got);
	KUNIT_FAIL(test, "%s: %s", c->name, fault);
}

static struct kunit_case ra_policy_test_cases[] = {
	KUNIT_CASE_PARAM(ra_test_policy, ra_policy_gen_params),
	KUNIT_CASE_PARAM(ra_test_base, ra_base_gen_params),
	KUNIT_CASE_PARAM(ra_test_fill, ra_fill_gen_params),
	{}
};

static struct kunit_suite ra_policy_suite = {
	.name = "readahead_policy",
	.test_cases = ra_policy_test_cases,
};

kunit_test_suite(ra_policy_suite);
