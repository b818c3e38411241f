/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the functions inside mm/readahead_pattern.c promise to each other.
 */
#include "contracts.h"

/*@
  requires given(req, limits);
  assigns \nothing;
  ensures \result == largest(req, limits);
 */
static unsigned int ra_max_pages(const struct ra_request *req,
				 const struct ra_limits *limits);

/*@
  requires request(req) && \valid_read(old);
  assigns \nothing;
  ensures req->index != 0 ==> (\result == 1 <==> run_end(req, old));
 */
static bool ra_is_end_of_run(const struct ra_request *req,
			     const struct ra_window *old);

/*@
  requires request(req) && \valid_read(old);
  assigns \nothing;
  ensures \result == 1 <==> rest(req, old);
 */
static bool ra_is_rest(const struct ra_request *req,
		       const struct ra_window *old);

/*@
  requires request(req) && \valid_read(old);
  assigns \nothing;
  ensures \result == 1 <==> on_marker(req, old);
 */
static bool ra_is_marker(const struct ra_request *req,
			 const struct ra_window *old);

/*@
  requires request(req) && \valid_read(old);
  assigns \nothing;
  ensures missed_as(\result, req, old, max_pages);
 */
static enum ra_pattern ra_sync_pattern(const struct ra_request *req,
				       const struct ra_window *old,
				       unsigned int max_pages);
