/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Query and decision in one step, for tests that have the fact at hand: what no
 * query asks for must make no difference.
 */
#ifndef _TESTS_UNIT_DECIDE_H
#define _TESTS_UNIT_DECIDE_H

#include <linux/readahead_policy.h>

static inline struct ra_decision
decide_sync_by_classic(const struct ra_request *req,
		       const struct ra_limits *limits,
		       const struct ra_window *old, unsigned long history)
{
	return ra_classic_sync(req, limits, old,
			       ra_classic_sync_query(req, limits, old),
			       history);
}

static inline struct ra_decision
decide_async_by_classic(const struct ra_request *req,
			const struct ra_limits *limits,
			const struct ra_window *old, unsigned long next_hole)
{
	return ra_classic_async(req, limits, old,
				ra_classic_async_query(req, limits, old),
				next_hole);
}

static inline struct ra_decision
decide_sync_by_base(const struct ra_base *base, const struct ra_request *req,
		    const struct ra_limits *limits,
		    const struct ra_window *old, unsigned long history)
{
	return ra_base_sync(base, req, old,
			    ra_base_sync_query(base, req, limits, old),
			    history);
}

static inline struct ra_decision
decide_async_by_base(const struct ra_base *base, const struct ra_request *req,
		     const struct ra_limits *limits,
		     const struct ra_window *old, unsigned long next_hole)
{
	return ra_base_async(base, req, old,
			     ra_base_async_query(base, req, limits, old),
			     next_hole);
}

#endif /* _TESTS_UNIT_DECIDE_H */
