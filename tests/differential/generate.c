// SPDX-License-Identifier: GPL-2.0
/*
 * Random streams: the patterns in which files are read, each on a file and a
 * machine of its own, now and then disturbed, and noise that is no pattern.
 */
#include <limits.h>

#include <linux/kernel.h>
#include <linux/minmax.h>

#include "generate.h"

#define MAX_BYTES	(sizeof(long) == 8 ? (u64)LLONG_MAX : \
			 (u64)ULONG_MAX << PAGE_SHIFT)

const char * const kind_names[NR_KINDS] = {
	"sequential", "reverse", "stride", "random", "interleaved", "oversize",
	"faults", "explicit", "end-of-file", "evicted", "forged", "noise",
};

/* The stream that is being made. */
struct maker {
	struct random *random;
	const struct scale *scale;
	struct stream *stream;
	unsigned int ra_pages;
	unsigned int io_pages;
	unsigned long base;		/* where in the file it happens */
	unsigned long end;		/* of the file, in pages */
};

static u64 below(struct maker *m, u64 limit)
{
	return random_below(m->random, limit);
}

static bool one_in(struct maker *m, u64 n)
{
	return !below(m, n);
}

static u64 pick(struct maker *m, const u64 *from, size_t nr)
{
	return from[below(m, nr)];
}

/* A number near @n, on both sides of it. */
static u64 near(struct maker *m, u64 n, u64 distance)
{
	return n - distance + below(m, 2 * distance + 1);
}

static void add(struct maker *m, enum op op, u64 a, u64 b, u64 c)
{
	stream_add(m->stream, op, a, b, c);
}

/*
 * Settings
 */
static unsigned int pick_ra_pages(struct maker *m)
{
	static const u64 small[] = { 0, 1, 2, 31, 32, 33, 32, 32 };
	static const u64 huge[] = {
		1U << 31, (1U << 31) - 1, (1U << 31) + 1, UINT_MAX,
	};

	if (m->scale->ra_pages != 33)
		return m->scale->ra_pages;
	if (one_in(m, 64))
		return pick(m, huge, ARRAY_SIZE(huge));
	if (one_in(m, 8))
		return below(m, 34);
	return pick(m, small, ARRAY_SIZE(small));
}

static void limits(struct maker *m)
{
	const u64 ra = m->ra_pages = pick_ra_pages(m);
	const u64 io[] = {
		0, 1, ra - 1, ra, ra + 1, ra / 2, 2 * ra, ra + 3,
		one_in(m, 8) ? 8 * ra : ra, one_in(m, 8) ? 320 : ra,
	};

	m->io_pages = pick(m, io, ARRAY_SIZE(io));
	if (m->io_pages > 1U << 23)
		m->io_pages = 320;
	add(m, OP_LIMITS, ra, m->io_pages, 0);
}

static unsigned long pick_base(struct maker *m)
{
	const u64 ends[] = {
		0, 1ULL << 31, 1ULL << 32, 1ULL << 63, ULLONG_MAX,
	};

	if (one_in(m, 3))
		return below(m, 64);
	if (one_in(m, 4))
		return random_magnitude(m->random, 64);
	if (one_in(m, 4))
		return near(m, MAX_BYTES >> PAGE_SHIFT, 64);
	return near(m, pick(m, ends, ARRAY_SIZE(ends)), 64);
}

static u64 pick_bytes(struct maker *m)
{
	const u64 pages = m->base + random_magnitude(m->random, 8) +
			  below(m, 8) * m->ra_pages;

	switch (below(m, 12)) {
	case 0:
		return 0;
	case 1:
		return random_magnitude(m->random, 63);
	case 2:
		return below(m, 64) << PAGE_SHIFT;
	case 3:
	case 4:
	case 5:
		return MAX_BYTES - below(m, 2);
	default:
		return (pages << PAGE_SHIFT) - below(m, 3) * below(m, 4096);
	}
}

static void file(struct maker *m)
{
	static const u64 orders[] = { 2, 3, 4, 5, 8, 9, 11, 13 };
	u64 bytes;

	m->base = pick_base(m);
	bytes = min(pick_bytes(m), MAX_BYTES);
	m->end = (bytes + (1ULL << PAGE_SHIFT) - 1) >> PAGE_SHIFT;
	add(m, OP_SIZE, bytes, 0, 0);
	if (one_in(m, 2))
		add(m, OP_LARGE, pick(m, orders, ARRAY_SIZE(orders)), 0, 0);
}

static void file_system(struct maker *m)
{
	if (one_in(m, 8))
		add(m, OP_FS, 1, 0, 0);
	else if (one_in(m, 4))
		add(m, OP_FS, 0, random_magnitude(m->random, 20), 0);
	else
		add(m, OP_FS, 0, ULONG_MAX, 0);
}

/* Also the bound of what a window that fell below zero makes the base do. */
static void memory(struct maker *m)
{
	const u64 usual = m->scale->ra_pages > 33 ?
			  2ULL * m->scale->ra_pages + 4096 :
			  one_in(m, 8) ? 400 : 80;
	const u64 pages = one_in(m, 6) ? random_magnitude(m->random, 20) :
					 usual;

	add(m, OP_MEMORY, min(pages, usual), one_in(m, 8) ? below(m, 9) : 30,
	    0);
}

static void refusals(struct maker *m)
{
	if (one_in(m, 8))
		add(m, OP_REFUSE, 1 + random_magnitude(m->random, 12), 0, 0);
	else
		add(m, OP_REFUSE, 0, 0, 0);
}

/* A window too large to be read would be read in as many chunks if it is forced. */
static bool is_huge(const struct maker *m)
{
	return m->ra_pages > 1U << 20;
}

static void state(struct maker *m)
{
	add(m, OP_STATE, one_in(m, 32), !is_huge(m) && one_in(m, 16),
	    one_in(m, 16));
}

static void prev_pos(struct maker *m)
{
	const u64 page = m->base + below(m, 5) - 2;

	switch (below(m, 4)) {
	case 0:
		add(m, OP_PREV, ULLONG_MAX, 0, 0);
		break;
	case 1:
		add(m, OP_PREV, random_magnitude(m->random, 64), 0, 0);
		break;
	default:
		add(m, OP_PREV, (page << PAGE_SHIFT) + below(m, 4096), 0, 0);
	}
}

static void settings(struct maker *m)
{
	limits(m);
	file(m);
	memory(m);
	if (one_in(m, 3))
		file_system(m);
	if (one_in(m, 6))
		refusals(m);
	if (one_in(m, 6))
		state(m);
	if (one_in(m, 3))
		prev_pos(m);
}

/*
 * Numbers for a step
 */

/* How far apart things are that have to do with each other, in pages. */
static u64 reach(const struct maker *m)
{
	return (is_huge(m) ? 64 : m->ra_pages) + 4;
}

static u64 some_pages(struct maker *m)
{
	const u64 sizes[] = {
		1, 1, 2, 4, m->ra_pages, m->ra_pages + 1ULL, m->io_pages,
		m->io_pages + 1ULL, m->ra_pages / 2,
	};

	switch (below(m, 8)) {
	case 0:
	case 1:
		return pick(m, sizes, ARRAY_SIZE(sizes));
	case 2:
		return below(m, 2 * reach(m));
	case 3:
		return below(m, 3);
	default:
		return 1 + random_magnitude(m->random, 6) % reach(m);
	}
}

/* Also what no reader would ask for. */
static u64 any_pages(struct maker *m)
{
	if (one_in(m, 16))
		return random_magnitude(m->random, 64);
	if (one_in(m, 64))
		return near(m, 1ULL << 31, 2) << (one_in(m, 2) ? 32 : 0);
	return some_pages(m);
}

static u64 some_index(struct maker *m)
{
	if (one_in(m, 16))
		return 0;
	if (one_in(m, 8))
		return near(m, m->end, reach(m));
	return m->base + below(m, 4 * reach(m));
}

static u64 any_index(struct maker *m)
{
	return one_in(m, 8) ? pick_base(m) : some_index(m);
}

static u64 some_order(struct maker *m)
{
	return one_in(m, 2) ? 0 : below(m, 14);
}

static void forge_window(struct maker *m, u64 start)
{
	const u64 size = one_in(m, 8) ? random_magnitude(m->random, 32) :
					below(m, 2 * reach(m));
	const u64 async = one_in(m, 8) ? random_magnitude(m->random, 32) :
			  one_in(m, 3) ? size : below(m, size + 2);

	add(m, OP_WINDOW, start, size, async);
}

/*
 * Steps
 */
static void disturb(struct maker *m)
{
	switch (below(m, 10)) {
	case 0:
		add(m, OP_EVICT, some_index(m), below(m, 2 * reach(m)), 0);
		break;
	case 1:
		add(m, OP_MARK, some_index(m), 0, 0);
		break;
	case 2:
		add(m, OP_WRITEBACK, below(m, 2), 0, 0);
		break;
	case 3:
		state(m);
		break;
	case 4:
		file_system(m);
		break;
	case 5:
		refusals(m);
		break;
	case 6:
		memory(m);
		break;
	case 7:
		add(m, OP_CACHE, some_index(m), below(m, 16), 0);
		break;
	case 8:
		add(m, OP_FOLIO, some_index(m), below(m, 14), 0);
		break;
	default:
		prev_pos(m);
	}
}

static void sequential(struct maker *m, unsigned int nr_steps)
{
	const u64 nr_pages = 1 + some_pages(m);
	u64 at = one_in(m, 2) ? 0 : m->base;

	for (; nr_steps; nr_steps--) {
		add(m, OP_READ, at, nr_pages, 0);
		at += nr_pages + (one_in(m, 16) ? 1 : 0);
	}
}

static void reverse(struct maker *m, unsigned int nr_steps)
{
	const u64 nr_pages = 1 + some_pages(m);
	u64 at = m->base + nr_steps * nr_pages;

	for (; nr_steps; nr_steps--, at -= nr_pages)
		add(m, OP_READ, at, nr_pages, 0);
}

static void stride(struct maker *m, unsigned int nr_steps)
{
	const u64 nr_pages = some_pages(m), distance = some_pages(m);
	u64 at = m->base;

	for (; nr_steps; nr_steps--, at += nr_pages + distance)
		add(m, OP_READ, at, nr_pages, 0);
}

static void at_random(struct maker *m, unsigned int nr_steps)
{
	while (nr_steps--)
		add(m, OP_READ, some_index(m), some_pages(m), 0);
}

static void interleaved(struct maker *m, unsigned int nr_steps)
{
	u64 at[4], nr_pages[4];
	const unsigned int nr = 2 + below(m, 3);
	unsigned int i;

	for (i = 0; i < nr; i++) {
		at[i] = m->base + i * 4 * reach(m);
		nr_pages[i] = 1 + some_pages(m);
	}
	for (; nr_steps; nr_steps--) {
		i = below(m, nr);
		add(m, OP_READ, at[i], nr_pages[i], 0);
		at[i] += nr_pages[i];
	}
}

static void oversize(struct maker *m, unsigned int nr_steps)
{
	u64 at = m->base;

	for (; nr_steps; nr_steps--) {
		const u64 nr_pages = reach(m) + below(m, 2 * reach(m));

		add(m, OP_READ, at, nr_pages, 0);
		at += one_in(m, 2) ? nr_pages : below(m, 4 * reach(m));
	}
}

static void faults(struct maker *m, unsigned int nr_steps)
{
	const bool hinted = one_in(m, 3), jumps = one_in(m, 2);
	u64 at = m->base;

	for (; nr_steps; nr_steps--) {
		add(m, OP_FAULT, at, hinted, 0);
		if (jumps)
			at = some_index(m);
		else
			at += 1 + below(m, reach(m)) * one_in(m, 2);
	}
}

static void explicit(struct maker *m, unsigned int nr_steps)
{
	for (; nr_steps; nr_steps--) {
		add(m, OP_FORCED, some_index(m),
		    is_huge(m) ? below(m, 1 << 12) : any_pages(m), 0);
		if (one_in(m, 4))
			disturb(m);
		if (one_in(m, 2))
			add(m, OP_READ, some_index(m), some_pages(m), 0);
	}
}

static void end_of_file(struct maker *m, unsigned int nr_steps)
{
	for (; nr_steps; nr_steps--) {
		const u64 at = near(m, m->end, below(m, 2) ? 4 : reach(m));

		if (one_in(m, 2))
			add(m, OP_READ, at, some_pages(m), 0);
		else
			add(m, OP_SYNC, at, some_pages(m), 0);
		if (one_in(m, 4))
			add(m, OP_ASYNC, at, some_pages(m), some_order(m));
	}
}

static void evicted(struct maker *m, unsigned int nr_steps)
{
	const u64 nr_pages = 1 + some_pages(m);
	u64 at = m->base;

	for (; nr_steps; nr_steps--, at += nr_pages) {
		add(m, OP_READ, at, nr_pages, 0);
		if (one_in(m, 4))
			add(m, OP_EVICT, at + below(m, reach(m)),
			    below(m, 2 * reach(m)), 0);
	}
}

/* Windows and markers that no request before explains. */
static void forged(struct maker *m, unsigned int nr_steps)
{
	for (; nr_steps; nr_steps--) {
		const u64 at = some_index(m);

		if (one_in(m, 2))
			forge_window(m, at - below(m, 2 * reach(m)));
		if (one_in(m, 2))
			add(m, OP_CACHE, at - below(m, reach(m)),
			    below(m, 2 * reach(m)), 0);
		if (one_in(m, 4))
			prev_pos(m);
		if (one_in(m, 2))
			add(m, OP_MARK, at, 0, 0);
		if (one_in(m, 2))
			add(m, OP_ASYNC, at, any_pages(m), some_order(m));
		else
			add(m, OP_SYNC, at, any_pages(m), 0);
	}
}

/* A window at whose marker or end the next request comes. */
static void expect(struct maker *m, u64 at)
{
	const u64 size = below(m, 2 * reach(m));
	const u64 async = one_in(m, 3) ? size : below(m, size + 2);

	add(m, OP_WINDOW, one_in(m, 2) ? at - size : at - size + async, size,
	    async);
}

static void noise(struct maker *m, unsigned int nr_steps)
{
	for (; nr_steps; nr_steps--) {
		const u64 at = any_index(m);

		if (one_in(m, 3))
			disturb(m);
		if (one_in(m, 3))
			forge_window(m, any_index(m));
		else if (one_in(m, 3))
			expect(m, at);
		switch (below(m, 8)) {
		case 0:
			add(m, OP_FORCED, at, below(m, 1 << 12), 0);
			break;
		case 1:
			add(m, OP_AROUND, at, 0, 0);
			break;
		case 2:
		case 3:
		case 4:
			add(m, OP_ASYNC, at, any_pages(m), some_order(m));
			break;
		default:
			add(m, OP_SYNC, at, any_pages(m), 0);
		}
	}
}

static void (*const kinds[NR_KINDS])(struct maker *m, unsigned int nr_steps) = {
	sequential, reverse, stride, at_random, interleaved, oversize,
	faults, explicit, end_of_file, evicted, forged, noise,
};

/**
 * generate - make a random stream
 * @random: where its numbers come from
 * @scale: how large they are
 * @stream: where it goes to; empty
 *
 * Return: its kind, an index of kind_names[].
 */
unsigned int generate(struct random *random, const struct scale *scale,
		      struct stream *stream)
{
	struct maker m = { random, scale, stream, .ra_pages = 0 };
	const unsigned int kind = below(&m, NR_KINDS);
	const bool calm = one_in(&m, 2);
	unsigned int left = scale->nr_steps, nr;

	settings(&m);
	while (left) {
		nr = min(left, 1 + (unsigned int)below(&m, scale->nr_steps));
		kinds[kind](&m, nr);
		left -= nr;
		if (!calm)
			disturb(&m);
	}
	return kind;
}
