// SPDX-License-Identifier: GPL-2.0
/*
 * Calls each public function of the policy core with any input that its contract
 * allows, for Frama-C's Eva: a volatile variable holds any value of its type.
 * Each decision comes after its query, and WP proves that the one takes whatever
 * the other tells.
 */
#include <linux/readahead_policy.h>

#define MAX_ORDER	30

static volatile unsigned int any_int;
static volatile unsigned long any_long;

/* A number from @low to @high. */
static unsigned int any_between(unsigned int low, unsigned int high)
{
	const unsigned int number = any_int;

	if (number < low)
		return low;
	return number > high ? high : number;
}

static struct ra_request any_request(void)
{
	return (struct ra_request) {
		.index = any_long,
		.nr_pages = any_long,
		.prev_index = any_long,
		.sequential = any_int & 1,
		.order = any_between(0, 8 * sizeof(long) - 1),
	};
}

static struct ra_limits any_limits(void)
{
	return (struct ra_limits) { any_int, any_int, any_int, any_long };
}

static struct ra_window any_window(void)
{
	return (struct ra_window) { any_long, any_int, any_int };
}

static struct ra_base any_base(void)
{
	return (struct ra_base) {
		.joint = any_int & 1,
		.merges_own_hit = any_int & 1,
		.halves_full_marker = any_int & 1,
		.skips_order_1 = any_int & 1,
		.keeps_max_order = any_int & 1,
		.grows_past_end = any_int & 1,
	};
}

static void call_sync(const struct ra_request *req,
		      const struct ra_limits *limits,
		      const struct ra_window *old)
{
	const struct ra_query query = ra_classic_sync_query(req, limits, old);

	ra_classic_sync(req, limits, old, query, any_long);
}

static void call_async(const struct ra_request *req,
		       const struct ra_limits *limits,
		       const struct ra_window *old)
{
	const struct ra_query query = ra_classic_async_query(req, limits, old);

	ra_classic_async(req, limits, old, query, any_long);
}

/*
 * Eva does not see how the fields of a query hang together: that one for no page
 * is random it sees when it looks at those requests by themselves.
 */
static void call_classic(const struct ra_request *req,
			 const struct ra_limits *limits,
			 const struct ra_window *old)
{
	if (req->nr_pages)
		call_sync(req, limits, old);
	else
		call_sync(req, limits, old);
	call_async(req, limits, old);
	ra_classic_single(req, limits);
	ra_classic_forced(req, limits, any_int);
	ra_classic_around(req, limits);
}

static void call_windows(const struct ra_request *req,
			 const struct ra_limits *limits)
{
	struct ra_request huge = *req;
	struct ra_window taken = any_window();

	huge.order = any_between(0, MAX_ORDER);
	ra_classic_huge(&huge, limits, any_int & 1);
	ra_classic_beside(any_window(), limits, &taken, any_long);
	ra_classic_left(any_window(), any_long);
}

static void call_base_sync(const struct ra_base *base,
			   const struct ra_request *req,
			   const struct ra_limits *limits,
			   const struct ra_window *old)
{
	const struct ra_query query = ra_base_sync_query(base, req, limits,
							 old);

	ra_base_sync(base, req, old, query, any_long);
}

static void call_base_async(const struct ra_base *base,
			    const struct ra_request *req,
			    const struct ra_limits *limits,
			    const struct ra_window *old)
{
	const struct ra_query query = ra_base_async_query(base, req, limits,
							  old);

	ra_base_async(base, req, old, query, any_long);
}

static void call_base(const struct ra_base *base, const struct ra_request *req,
		      const struct ra_limits *limits,
		      const struct ra_window *old)
{
	call_base_sync(base, req, limits, old);
	call_base_async(base, req, limits, old);
	ra_base_forced(req, limits, any_int);
	ra_base_around(any_long, limits);
}

static void call_base_folios(const struct ra_base *base,
			     const struct ra_window *window)
{
	unsigned long index = any_long;
	unsigned long last = any_long;

	ra_base_span(any_long, any_long, any_long, any_long);
	ra_base_last_page(window, any_long);
	ra_base_first_order(base, any_int | 4, any_between(0, MAX_ORDER),
			    any_between(2, MAX_ORDER));
	if (index <= last)
		ra_base_folio_order(base, index, last,
				    any_between(0, MAX_ORDER));
	ra_base_has_marker(window, any_long,
			   any_between(0, 8 * sizeof(long) - 1));
	ra_base_past_end(base, *window, any_long);
	ra_base_left(*window, any_int);
}

int main(void)
{
	const struct ra_request req = any_request();
	const struct ra_limits limits = any_limits();
	const struct ra_window window = any_window();
	const struct ra_base base = any_base();

	call_classic(&req, &limits, &window);
	call_windows(&req, &limits);
	call_base(&base, &req, &limits, &window);
	call_base_folios(&base, &window);
	return 0;
}
