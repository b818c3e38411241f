/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What those functions of tests/proof/eva.c need that ask and then decide, as the
 * kernel does: a decision may require no more than its query promises.
 */
#include "contracts.h"

/*@
  requires remembered(req, limits, old);
  assigns \nothing;
 */
static void call_sync(const struct ra_request *req,
		      const struct ra_limits *limits,
		      const struct ra_window *old);

/*@
  requires remembered(req, limits, old);
  assigns \nothing;
 */
static void call_async(const struct ra_request *req,
		       const struct ra_limits *limits,
		       const struct ra_window *old);

/*@
  requires a_base(base) && remembered(req, limits, old);
  assigns \nothing;
 */
static void call_base_sync(const struct ra_base *base,
			   const struct ra_request *req,
			   const struct ra_limits *limits,
			   const struct ra_window *old);

/*@
  requires a_base(base) && remembered(req, limits, old);
  assigns \nothing;
 */
static void call_base_async(const struct ra_base *base,
			    const struct ra_request *req,
			    const struct ra_limits *limits,
			    const struct ra_window *old);
