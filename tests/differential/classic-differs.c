// SPDX-License-Identifier: GPL-2.0
/*
 * Where ra_classic_*() differs from ra_base_*() for 6.1, fault by fault.
 *
 * usage: classic-differs SEED SAMPLES
 *
 * Each fault of the base that was mended is a predicate on the input, worked out
 * from the rules.  An input for which none holds must be decided alike by both.
 * An input for which just one holds must be decided differently, so no predicate
 * claims more than its fault explains.  Where several hold, two faults may cancel
 * out; such inputs are counted.  A request that the base only took for a part of
 * a run, for its place, has to be decided as the base does without that place.
 *
 * Both are asked about the same page cache, each through a search that returns
 * what it is used to: see struct ra_query and mm/readahead_base.c.
 */
#include <limits.h>
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_policy.h>

#include "../unit/number.h"
#include "../unit/random.h"

/* Another one shows that the test can fail. */
#ifndef BASE
#define BASE	ra_base_6_1
#endif

enum kind {
	KIND_SYNC,
	KIND_ASYNC,
	KIND_FORCED,
	KIND_SINGLE,
	KIND_AROUND,
	KIND_COUNT
};

/**
 * struct input - all that a decision may depend on
 * @kind: who asks
 * @forced: pattern of a forced request
 * @req: what is asked
 * @limits: what is allowed
 * @old: the window that the descriptor remembers
 * @run: pages just before the request that are cached
 * @gap: distance from the request to the next page that is not cached
 * @base: what the base decides
 */
struct input {
	enum kind kind;
	enum ra_pattern forced;
	struct ra_request req;
	struct ra_limits limits;
	struct ra_window old;
	unsigned long run;
	unsigned long gap;
	struct ra_decision base;
};

/*
 * Rules, written down once more.
 */
static unsigned int max_pages(const struct input *in)
{
	const struct ra_limits *limits = &in->limits;
	const unsigned long nr_pages = in->req.nr_pages;

	if (nr_pages <= limits->ra_pages || limits->io_pages < limits->ra_pages)
		return limits->ra_pages;
	return nr_pages < limits->io_pages ? nr_pages : limits->io_pages;
}

static u64 next_size(u64 size, u64 max)
{
	if (size < max / 16)
		return 4 * size;
	return size <= max / 2 ? 2 * size : max;
}

static u64 first_size(u64 nr_pages, u64 max)
{
	u64 size = 1;

	while (size < nr_pages && size <= max)
		size *= 2;
	if (size <= max / 32)
		return 4 * size;
	return size <= max / 4 ? 2 * size : max;
}

static unsigned long old_end(const struct input *in)
{
	return in->old.start + in->old.size;
}

/* The folio that was hit holds the page where the last window has its marker. */
static bool at_marker(const struct input *in)
{
	const unsigned long marker = old_end(in) - in->old.async_size;

	return in->req.index >> in->req.order == marker >> in->req.order &&
	       in->req.index % (1UL << in->req.order) == 0;
}

static bool at_end(const struct input *in)
{
	return in->req.index == old_end(in);
}

static bool is_next(const struct input *in)
{
	return in->req.index == in->req.prev_index ||
	       in->req.index == in->req.prev_index + 1;
}

/* Where the last window has its marker or its end, at a page but the first. */
static bool has_async_place(const struct input *in)
{
	return in->req.index && (at_marker(in) || at_end(in));
}

static bool asks_history(const struct input *in)
{
	return in->kind == KIND_SYNC && in->req.index &&
	       !has_async_place(in) && in->req.nr_pages <= max_pages(in) &&
	       !is_next(in);
}

static bool starts(const struct input *in)
{
	if (in->kind == KIND_ASYNC)
		return !in->req.index;
	return in->kind == KIND_SYNC && !has_async_place(in) &&
	       !asks_history(in);
}

static bool asks_hole(const struct input *in)
{
	return in->kind == KIND_ASYNC && in->req.index && !at_marker(in) &&
	       !at_end(in);
}

static bool advances(const struct input *in)
{
	return in->kind <= KIND_ASYNC && has_async_place(in);
}

static unsigned long nr_forced(const struct input *in)
{
	return in->kind == KIND_SINGLE ? 1 : in->req.nr_pages;
}

/* The pages of the request that the file has. */
static unsigned long in_file(const struct input *in)
{
	const unsigned long end = in->limits.nr_file_pages;

	if (in->req.index >= end)
		return 0;
	return min(nr_forced(in), end - in->req.index);
}

static bool is_forced(const struct input *in)
{
	return in->kind == KIND_FORCED || in->kind == KIND_SINGLE;
}

static unsigned long cap(const struct input *in)
{
	return max(in->limits.ra_pages, in->limits.io_pages);
}

/*
 * The faults
 */

/* A page that a reader waits for is taken for the marker, and passed over. */
static bool sync_at_marker(const struct input *in)
{
	return in->kind == KIND_SYNC && in->req.index && in->old.size &&
	       at_marker(in) && !at_end(in);
}

/* The run goes on, but by the rule for markers. */
static bool sync_at_end_of_run(const struct input *in)
{
	return in->kind == KIND_SYNC && in->req.index && in->old.size &&
	       at_end(in) && (is_next(in) || in->req.sequential);
}

/*
 * A part of a large request was read without a marker.  What is left of it is
 * taken for the next one of a run.
 */
static bool sync_rest_of_request(const struct input *in)
{
	return in->kind == KIND_SYNC && in->old.size && !in->old.async_size &&
	       in->req.index > in->old.start && at_end(in) && !is_next(in) &&
	       !in->req.sequential && in->req.nr_pages &&
	       in->req.nr_pages <= max_pages(in);
}

/* The place alone counts as proof of a run. */
static bool sync_at_end_unproved(const struct input *in)
{
	return in->kind == KIND_SYNC && in->req.index && in->old.size &&
	       at_end(in) && !is_next(in) && !in->req.sequential &&
	       !sync_rest_of_request(in);
}

/* A window at random has a marker that its own request is sure to touch. */
static bool sync_marker_in_oversize(const struct input *in)
{
	return starts(in) && in->kind == KIND_SYNC && in->req.index &&
	       in->req.nr_pages > max_pages(in) && !is_next(in) &&
	       max_pages(in) > 1;
}

/* A window that is not there has a marker, and an end. */
static bool sync_at_empty_window(const struct input *in)
{
	return in->kind == KIND_SYNC && !in->old.size && has_async_place(in);
}

/* No page is wanted, and yet a rule is asked, or has no answer. */
static bool sync_no_pages(const struct input *in)
{
	return in->kind == KIND_SYNC && !in->req.nr_pages;
}

/* Rounding so many pages up leaves the range of a long. */
static bool sync_undefined(const struct input *in)
{
	return in->kind == KIND_SYNC && starts(in) &&
	       in->req.nr_pages > 1 + (ULONG_MAX >> 1);
}

/* A marker on the first page starts the file anew. */
static bool async_at_0(const struct input *in)
{
	return in->kind == KIND_ASYNC && !in->req.index;
}

/* A marker behind the window is taken for its own. */
static bool async_at_end(const struct input *in)
{
	return in->kind == KIND_ASYNC && in->req.index && in->old.size &&
	       at_end(in) && !at_marker(in);
}

static bool async_at_empty_window(const struct input *in)
{
	return in->kind == KIND_ASYNC && !in->old.size && has_async_place(in);
}

/*
 * The history is as long as the limit, and counted as one less.  It matters to a
 * request of that many pages.
 */
static bool history_one_short(const struct input *in)
{
	return asks_history(in) && in->run >= max_pages(in) &&
	       in->req.nr_pages == max_pages(in) - 1;
}

/* All pages in reach are cached, and the last of them is taken for a hole. */
static bool hole_that_is_none(const struct input *in)
{
	return asks_hole(in) && in->gap > max_pages(in) &&
	       in->req.index <= ULONG_MAX - max_pages(in);
}

/* What is wanted, with the distance to the hole, is more than 32 bits hold. */
static bool wrap_marker(const struct input *in)
{
	const u64 max = max_pages(in);
	const u64 sum = (u64)in->gap + in->req.nr_pages;
	const u64 wanted = sum < in->gap ? ULLONG_MAX : sum;

	return asks_hole(in) && in->gap <= max &&
	       in->req.index <= ULONG_MAX - in->gap &&
	       next_size((unsigned int)sum, max) != next_size(wanted, max);
}

/* The last window ends behind the last index that there is. */
static bool wrap_start(const struct input *in)
{
	return advances(in) && old_end(in) < in->old.start;
}

/* Twice the history, with the request, is more than a long holds. */
static bool wrap_context(const struct input *in)
{
	const u64 max = max_pages(in);
	const u64 history = min((u64)in->run, max - 1);
	const u64 run = history >= in->req.index ? 2 * history : history;
	const u64 sum = run + in->req.nr_pages;

	return asks_history(in) && history > in->req.nr_pages &&
	       min((u64)(unsigned long)sum, max) != min(sum, max);
}

/* A window and the next one together are more than a long holds. */
static bool wrap_merge(const struct input *in)
{
	const u64 max = max_pages(in);
	u64 size, next;

	if (advances(in) && at_end(in))
		size = max((u64)in->old.size, next_size(in->old.size, max));
	else if (starts(in) && first_size(in->req.nr_pages, max) <=
		 in->req.nr_pages)
		size = first_size(in->req.nr_pages, max);
	else
		return false;
	next = next_size(size, max);
	return (unsigned long)(size + next) < size + next &&
	       (unsigned long)(size + next) <= max;
}

/* A window that reaches the end of the file is not cut there, or has a marker. */
static bool end_of_file(const struct input *in)
{
	const struct ra_window *window = &in->base.window;
	const unsigned long end = in->limits.nr_file_pages;
	const unsigned long left = window->start < end ?
				   end - window->start : 0;

	return !is_forced(in) && window->size &&
	       (window->size > left ||
		(window->size == left && window->async_size));
}

/* Above LONG_MAX an index is taken for one below 0. */
static bool around_negative(const struct input *in)
{
	const unsigned long half = in->limits.ra_pages / 2;

	return in->kind == KIND_AROUND && in->req.index > half &&
	       in->req.index - half > LONG_MAX;
}

/* Pages behind the end of the file are read, or counted as cut. */
static bool forced_end_of_file(const struct input *in)
{
	return is_forced(in) && nr_forced(in) > in_file(in) &&
	       (cap(in) || in->kind == KIND_SINGLE ||
		in->forced == RA_PATTERN_FADVISE);
}

/* What a reader comes back for counts as cut. */
static bool forced_reader_cut(const struct input *in)
{
	return is_forced(in) && nr_forced(in) > cap(in) &&
	       (in->kind == KIND_SINGLE || in->forced == RA_PATTERN_RANDOM);
}

/* Explicit requests get no more than others, or are off with them. */
static bool forced_explicit_cut(const struct input *in)
{
	return in->kind == KIND_FORCED && in->forced == RA_PATTERN_FADVISE &&
	       in->limits.explicit_pages > cap(in) &&
	       (in_file(in) > cap(in) || !cap(in));
}

/* Nothing is read, and no reason given. */
static bool forced_no_pages(const struct input *in)
{
	return in->kind == KIND_FORCED && !in->req.nr_pages && cap(in);
}

#define FAULT(fault)	{ .name = #fault, .holds = fault }

static struct fault {
	const char *name;
	bool (*holds)(const struct input *in);
	u64 nr_held, nr_differed, nr_alone;
} faults[] = {
	FAULT(sync_at_marker),
	FAULT(sync_at_end_of_run),
	FAULT(sync_rest_of_request),
	FAULT(sync_at_end_unproved),
	FAULT(sync_at_empty_window),
	FAULT(sync_no_pages),
	FAULT(sync_undefined),
	FAULT(sync_marker_in_oversize),
	FAULT(async_at_0),
	FAULT(async_at_end),
	FAULT(async_at_empty_window),
	FAULT(history_one_short),
	FAULT(hole_that_is_none),
	FAULT(wrap_marker),
	FAULT(wrap_start),
	FAULT(wrap_context),
	FAULT(wrap_merge),
	FAULT(end_of_file),
	FAULT(around_negative),
	FAULT(forced_end_of_file),
	FAULT(forced_reader_cut),
	FAULT(forced_explicit_cut),
	FAULT(forced_no_pages),
};

/* On 64 bits, sums of numbers of 32 bits do not wrap. */
static bool can_happen(const struct fault *fault)
{
	return sizeof(long) == 4 || (fault->holds != wrap_context &&
				     fault->holds != wrap_merge);
}

/*
 * What each is told of the page cache
 */
static unsigned long hole_at(const struct input *in, unsigned int max,
			     unsigned long none)
{
	const unsigned long last = ULONG_MAX - in->req.index;

	if (in->gap <= max)
		return in->gap <= last ? in->req.index + in->gap : 0;
	return max <= last ? none : 0;
}

static unsigned long fact_for_base(const struct input *in,
				   struct ra_query query)
{
	const unsigned int max = query.max_pages;

	if (query.fact == RA_FACT_HISTORY)
		return min(in->run, (unsigned long)max - 1);
	if (query.fact == RA_FACT_NEXT_HOLE)
		return hole_at(in, max, in->req.index + max);
	return 0;
}

static unsigned long fact_for_classic(const struct input *in,
				      struct ra_query query)
{
	const unsigned int max = query.max_pages;

	if (query.fact == RA_FACT_HISTORY)
		return min(in->run, (unsigned long)max);
	if (query.fact == RA_FACT_NEXT_HOLE)
		return hole_at(in, max, in->req.index + max + 1);
	return 0;
}

static struct ra_decision ask_base(const struct input *in)
{
	const struct ra_base *base = &BASE;
	const struct ra_request *req = &in->req;
	const struct ra_request single = { .index = req->index, .nr_pages = 1 };
	const struct ra_limits *limits = &in->limits;
	struct ra_query query;

	switch (in->kind) {
	case KIND_SYNC:
		query = ra_base_sync_query(base, req, limits, &in->old);
		return ra_base_sync(base, req, &in->old, query,
				    fact_for_base(in, query));
	case KIND_ASYNC:
		query = ra_base_async_query(base, req, limits, &in->old);
		return ra_base_async(base, req, &in->old, query,
				     fact_for_base(in, query));
	case KIND_FORCED:
		return ra_base_forced(req, limits, in->forced);
	case KIND_SINGLE:
		return ra_base_forced(&single, limits, RA_PATTERN_RANDOM);
	default:
		return ra_base_around(req->index, limits);
	}
}

static struct ra_decision ask_classic(const struct input *in)
{
	const struct ra_request *req = &in->req;
	const struct ra_limits *limits = &in->limits;
	struct ra_query query;

	switch (in->kind) {
	case KIND_SYNC:
		query = ra_classic_sync_query(req, limits, &in->old);
		return ra_classic_sync(req, limits, &in->old, query,
				       fact_for_classic(in, query));
	case KIND_ASYNC:
		query = ra_classic_async_query(req, limits, &in->old);
		return ra_classic_async(req, limits, &in->old, query,
					fact_for_classic(in, query));
	case KIND_FORCED:
		return ra_classic_forced(req, limits, in->forced);
	case KIND_SINGLE:
		return ra_classic_single(req, limits);
	default:
		return ra_classic_around(req, limits);
	}
}

static bool decision_equal(const struct ra_decision *a,
			   const struct ra_decision *b)
{
	return a->window.start == b->window.start &&
	       a->window.size == b->window.size &&
	       a->window.async_size == b->window.async_size &&
	       a->nr_cut == b->nr_cut && a->pattern == b->pattern &&
	       a->reason == b->reason && a->standalone == b->standalone;
}

/*
 * Inputs
 */
static struct random random_state;

static u64 below(u64 limit)
{
	return random_below(&random_state, limit);
}

static bool one_in(u64 n)
{
	return !below(n);
}

static u64 magnitude(unsigned int nr_bits)
{
	return random_magnitude(&random_state, nr_bits);
}

static unsigned int some_limit(void)
{
	static const unsigned int limits[] = {
		1, 2, 31, 32, 33, 1024, 16384, 1 << 20,
	};

	return one_in(2) ? limits[below(ARRAY_SIZE(limits))] : magnitude(32);
}

static void draw_limits(struct input *in)
{
	struct ra_limits *limits = &in->limits;

	limits->ra_pages = some_limit();
	limits->io_pages = one_in(3) ? some_limit() :
			   limits->ra_pages - 1 + (unsigned int)below(3);
	if (one_in(8))
		limits->io_pages = 0;
	if (!limits->ra_pages && !is_forced(in))
		limits->ra_pages = 1;
	if (is_forced(in) && one_in(8))
		limits->ra_pages = 0;
	limits->explicit_pages = one_in(2) ? some_limit() :
				 cap(in) - 1 + (unsigned int)below(3);
}

static void draw_window(struct ra_window *window, unsigned int max)
{
	window->start = one_in(16) ? ULONG_MAX - magnitude(12) : magnitude(64);
	window->size = one_in(8) ? 0 :
		       one_in(8) ? magnitude(32) : 1 + below(max);
	window->async_size = one_in(3) ? window->size :
			     one_in(8) ? magnitude(32) :
			     below(window->size + 1ULL);
}

static unsigned long draw_index(const struct input *in)
{
	const struct ra_window *old = &in->old;
	const unsigned long places[] = {
		0, old->start, old->start + old->size,
		old->start + old->size - old->async_size,
		in->limits.nr_file_pages, ULONG_MAX, LONG_MAX,
		in->limits.ra_pages,
	};

	if (one_in(4))
		return magnitude(64);
	return places[below(ARRAY_SIZE(places))] +
	       (one_in(2) ? 0 : below(5) - 2);
}

static unsigned long draw_nr_pages(const struct input *in)
{
	const u64 sizes[] = {
		0, 1, in->limits.ra_pages - 1ULL, in->limits.ra_pages,
		in->limits.ra_pages + 1ULL, in->limits.io_pages,
		in->limits.io_pages + 1ULL, 1ULL << 31, 1ULL << 32, ULONG_MAX,
	};

	if (one_in(2))
		return magnitude(one_in(4) ? 64 : 12);
	return sizes[below(ARRAY_SIZE(sizes))];
}

static void draw_request(struct input *in)
{
	struct ra_request *req = &in->req;

	req->index = draw_index(in);
	req->nr_pages = draw_nr_pages(in);
	req->prev_index = one_in(2) ? magnitude(64) :
			  req->index - 1 + below(3);
	req->sequential = one_in(4);
	req->order = in->kind == KIND_ASYNC && one_in(2) ? below(14) : 0;
	if (one_in(2))
		req->index = req->index >> req->order << req->order;
}

/* The cached pages before the request begin at the first page at the earliest. */
static void draw_cache(struct input *in)
{
	const u64 max = max_pages(in);
	const u64 run = one_in(2) ? below(2 * max + 1) : magnitude(12);

	in->run = min((u64)in->req.index, one_in(4) ? ULONG_MAX : run);
	in->gap = 1 + (one_in(2) ? below(max + 2) : magnitude(12));
	/* Sums of 2^32 pages and a few. */
	if (in->kind == KIND_ASYNC && one_in(8))
		in->req.nr_pages = (1ULL << 32) - in->gap + below(max + 1);
}

static void draw(struct input *in)
{
	*in = (struct input){ .kind = below(KIND_COUNT) };
	in->forced = one_in(2) ? RA_PATTERN_FADVISE : RA_PATTERN_RANDOM;
	draw_limits(in);
	draw_window(&in->old, in->limits.ra_pages + 1ULL ?: 1);
	in->limits.nr_file_pages = one_in(4) ? magnitude(64) :
				   one_in(3) ? in->old.start + below(4096) :
				   ULONG_MAX;
	draw_request(in);
	draw_cache(in);
}

/*
 * The test
 */
static void print_window(const char *title, const struct ra_window *window)
{
	printf("# %s window %lu+%u-%u\n", title, window->start, window->size,
	       window->async_size);
}

static void print_decision(const char *title, const struct ra_decision *d)
{
	print_window(title, &d->window);
	printf("# %s pattern=%d reason=%d nr_cut=%lu standalone=%d\n", title,
	       d->pattern, d->reason, d->nr_cut, d->standalone);
}

static int explain(const char *what, const struct input *in,
		   const struct ra_decision *classic)
{
	printf("# %s\n# kind=%d forced=%d index=%lu nr_pages=%lu\n", what,
	       in->kind, in->forced, in->req.index, in->req.nr_pages);
	printf("# prev_index=%lu sequential=%d order=%u\n",
	       in->req.prev_index, in->req.sequential, in->req.order);
	printf("# ra_pages=%u io_pages=%u explicit_pages=%u nr_file_pages=%lu\n",
	       in->limits.ra_pages, in->limits.io_pages,
	       in->limits.explicit_pages, in->limits.nr_file_pages);
	printf("# run=%lu gap=%lu\n", in->run, in->gap);
	print_window("old", &in->old);
	print_decision("base", &in->base);
	print_decision("classic", classic);
	return 1;
}

static unsigned int count_faults(const struct input *in)
{
	unsigned int nr = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++)
		nr += faults[i].holds(in);
	return nr;
}

/* The place of the request is taken for more than it proves. */
static bool is_misplaced(const struct input *in)
{
	return sync_at_marker(in) || sync_at_end_unproved(in) ||
	       sync_at_empty_window(in) || async_at_end(in) ||
	       async_at_empty_window(in);
}

/* The pages that are wanted and there, for they are nothing but that. */
static struct ra_decision as_asked(const struct input *in)
{
	return (struct ra_decision){
		.window = { in->req.index, in_file(in), 0 },
		.pattern = RA_PATTERN_RANDOM,
		.reason = in_file(in) ? RA_REASON_NONE : RA_REASON_NO_HOLE,
		.standalone = true,
	};
}

/*
 * An oversize window at random is that of the base, but for its marker; where
 * another fault holds too, it is cut at the end of the file, or not defined.
 */
static bool is_without_marker(const struct input *in, unsigned int nr_held,
			      const struct ra_decision *classic)
{
	struct ra_decision wanted = in->base;

	wanted.window.async_size = 0;
	return nr_held > 1 || decision_equal(&wanted, classic);
}

/* Explicit requests are read as by a device that takes so many at once. */
static bool is_read_in_full(const struct input *in,
			    const struct ra_decision *classic)
{
	struct input other = *in;

	other.limits.io_pages = in->limits.explicit_pages;
	other.limits.explicit_pages = 0;
	other.base = ask_base(&other);
	return count_faults(&other) || decision_equal(&other.base, classic);
}

/*
 * Where the place alone misled the base, classic decides as the base does with
 * no window to remember; at the end of a run, as the base does, by another name.
 */
static bool is_mended(const struct input *in, unsigned int nr_held,
		      const struct ra_decision *classic)
{
	struct input other = *in;

	if (sync_at_end_of_run(in)) {
		other.base.pattern = RA_PATTERN_INITIAL;
		return nr_held > 1 || decision_equal(&other.base, classic);
	}
	if (sync_rest_of_request(in)) {
		other.base = as_asked(in);
		return decision_equal(&other.base, classic);
	}
	if (sync_marker_in_oversize(in))
		return is_without_marker(in, nr_held, classic);
	if (forced_explicit_cut(in))
		return is_read_in_full(in, classic);
	if (!is_misplaced(in))
		return true;
	other.old = (struct ra_window){ 0, 0, 0 };
	other.base = ask_base(&other);
	return count_faults(&other) || decision_equal(&other.base, classic);
}

static void count_input(const struct input *in, bool differs, bool alone)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		if (!faults[i].holds(in))
			continue;
		faults[i].nr_held++;
		faults[i].nr_differed += differs;
		faults[i].nr_alone += alone;
	}
}

static int try_input(const struct input *in)
{
	const struct ra_decision classic = ask_classic(in);
	const bool differs = !decision_equal(&in->base, &classic);
	const unsigned int nr_held = count_faults(in);

	if (!nr_held && differs)
		return explain("no fault explains it", in, &classic);
	if (nr_held == 1 && !differs)
		return explain("a fault makes no difference", in, &classic);
	if (!is_mended(in, nr_held, &classic))
		return explain("mended in another way", in, &classic);
	count_input(in, differs, nr_held == 1);
	return 0;
}

static int try_inputs(u64 nr_samples)
{
	struct input in;

	while (nr_samples--) {
		draw(&in);
		in.base = ask_base(&in);
		if (try_input(&in))
			return 1;
	}
	return 0;
}

/* Each fault must have been seen, and by itself. */
static int print_faults(void)
{
	int status = 0;
	size_t i;

	printf("# fault, inputs that it holds for, of those decided differently,\n"
	       "# inputs that it alone holds for\n");
	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		const struct fault *fault = &faults[i];

		printf("%s %llu %llu %llu\n", fault->name, fault->nr_held,
		       fault->nr_differed, fault->nr_alone);
		if (!fault->nr_alone == can_happen(fault))
			status = 1;
	}
	return status;
}

static int bad_usage(const char *sentence)
{
	fprintf(stderr, "classic-differs: %s\n", sentence);
	return 2;
}

int main(int argc, char **argv)
{
	u64 nr_samples;

	if (argc != 3)
		return bad_usage("usage: classic-differs SEED SAMPLES");
	if (!parse_number(argv[1], &random_state.state))
		return bad_usage("the seed is not a number.");
	if (!parse_number(argv[2], &nr_samples))
		return bad_usage("the number of samples is not one.");
	if (try_inputs(nr_samples))
		return 1;
	return print_faults();
}
