// SPDX-License-Identifier: GPL-2.0
/*
 * Properties of policy adaptive that hold for any requests, in any order, whatever was
 * learned of the device and whatever the page cache says:
 *
 *  - the demand has all pages of the request, and lies in the file;
 *  - so does each piece, and a marker lies in its piece;
 *  - what is read ahead is no more than the limit;
 *  - nothing is read ahead of a request that follows no other.
 *
 * usage: adaptive-properties SEED NR
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/readahead_adaptive.h>

#include "number.h"
#include "random.h"

#define PAGE_SHIFT	12

struct world {
	struct random random;
	struct ra_streams streams;
	struct ra_device device;
	struct ra_bounds bounds;
	u64 pos, len, step;
	u64 now_ns;
	unsigned long nr_decided;
};

static void violated(const struct world *world, const char *what)
{
	printf("# decision %lu: %s\n", world->nr_decided, what);
	exit(1);
}

static void check_window(const struct world *world, const struct ra_window *window)
{
	if (window->size && (window->start >= world->bounds.nr_file_pages ||
			     window->size > world->bounds.nr_file_pages -
					    window->start))
		violated(world, "pages behind the end of the file");
	if (window->async_size > window->size)
		violated(world, "a marker before its window");
}

static void check_plan(const struct world *world, const struct ra_plan *plan,
		       const struct ra_access *access, bool async)
{
	u64 nr_ahead = plan->demand.size - (async ? 0 : access->nr_pages);
	u64 most = world->bounds.max_pages;
	unsigned int i;

	check_window(world, &plan->demand);
	if (!async && (plan->demand.start > access->index ||
		       plan->demand.start + plan->demand.size <
		       access->index + access->nr_pages))
		violated(world, "the request is not read");
	if (async && plan->demand.size)
		violated(world, "a demand where nobody waits");
	if (plan->pattern == RA_PATTERN_RANDOM && (nr_ahead || plan->nr_pieces))
		violated(world, "readahead of a random request");
	for (i = 0; i < plan->nr_pieces; i++) {
		const struct ra_window window =
			ra_adaptive_piece(plan, PAGE_SHIFT, i);

		check_window(world, &window);
		nr_ahead += window.size;
	}
	/* a record that begins within a page ends in one page more */
	if (plan->pattern == RA_PATTERN_STRIDE)
		most *= 2;
	/* the rest of the request that touched the marker is not ahead */
	if (async)
		most += access->nr_pages;
	if (nr_ahead > most)
		violated(world, "more than the limit");
}

/* The next request: on with the last ones, near them, or anywhere. */
static void next_access(struct world *world, struct ra_access *access)
{
	const u64 file_end = (u64)world->bounds.nr_file_pages << PAGE_SHIFT;
	struct random *random = &world->random;

	switch (random_below(random, 8)) {
	case 0:
		world->pos = random_below(random, file_end);
		break;
	case 1:
		world->len = 1 + random_magnitude(random, 22);
		break;
	case 2:
		world->step = random_below(random, 2) ?
			      world->len : random_magnitude(random, 24);
		break;
	case 3:
		world->step = -world->step;
		break;
	default:
		world->pos += world->step;
	}
	world->pos %= file_end;
	memset(access, 0, sizeof(*access));
	access->pos = world->pos;
	access->end_pos = min(world->pos + world->len, file_end);
	access->index = access->pos >> PAGE_SHIFT;
	access->nr_pages = ((access->end_pos - 1) >> PAGE_SHIFT) + 1 -
			   access->index;
	access->nr_pages = min(access->nr_pages,
			       (unsigned long)world->bounds.max_pages);
	access->len = access->end_pos - access->pos;
	access->prev_pos = random_below(random, 3) ?
			   access->pos : random_u64(random);
}

static void decide(struct world *world)
{
	struct random *random = &world->random;
	const bool async = random_below(random, 3) == 0;
	struct ra_around around = { .before = random_below(random, 2) };
	struct ra_streams *streams = &world->streams;
	struct ra_stream *stream;
	struct ra_access access;
	struct ra_window window;
	struct ra_plan plan;

	next_access(world, &access);
	world->bounds.busy = !random_below(random, 8);
	world->bounds.proven = !random_below(random, 64);
	if (random_below(random, 2))
		around.next_hole = min(access.index + 1 +
				       (unsigned long)random_below(random, 256),
				       world->bounds.nr_file_pages);
	stream = ra_adaptive_find(streams, &access, async);
	plan = async ? ra_adaptive_async(streams, stream, &access,
					 &world->bounds, &world->device, &around) :
		       ra_adaptive_sync(streams, stream, &access,
					&world->bounds, &world->device, &around);
	check_plan(world, &plan, &access, async);
	if (plan.demand.size)
		ra_adaptive_demanded(streams, &plan.demand, world->now_ns);
	window = ra_adaptive_piece(&plan, PAGE_SHIFT, 0);
	if (plan.nr_pieces && window.size)
		ra_adaptive_asked(streams, &window, window.size);
	world->now_ns += random_magnitude(random, 34);
	if (ra_adaptive_waits(streams, access.index))
		ra_adaptive_arrived(streams, &world->device, access.index,
				    world->now_ns);
	world->nr_decided++;
}

static void new_world(struct world *world)
{
	struct random *random = &world->random;

	memset(&world->streams, 0, sizeof(world->streams));
	world->bounds.page_shift = PAGE_SHIFT;
	world->bounds.nr_file_pages = 1 + random_magnitude(random, 30);
	world->bounds.max_pages = 1 + random_magnitude(random, 16);
	world->bounds.min_pages = random_below(random, 4) ?
				  0 : random_magnitude(random, 10);
	world->device.latency_ns = random_magnitude(random, 31);
	world->device.pages_per_s = random_magnitude(random, 31);
	world->device.nr_full = random_below(random, 4);
	world->len = 1 + random_magnitude(random, 20);
	world->step = world->len;
	world->pos = 0;
	world->now_ns = 1 + random_magnitude(random, 50);
}

int main(int argc, char **argv)
{
	struct world world = { };
	u64 seed, nr, i;

	if (argc != 3) {
		fprintf(stderr, "usage: adaptive-properties SEED NR\n");
		return 2;
	}
	seed = number_argument("adaptive-properties", argv[1], "the seed");
	nr = number_argument("adaptive-properties", argv[2], "the number");
	world.random.state = seed;
	for (i = 0; i < nr; i++) {
		if (!random_below(&world.random, 200) || !i)
			new_world(&world);
		decide(&world);
	}
	printf("%llu decisions of seed %llu, %zu bits: all properties hold\n",
	       nr, seed, 8 * sizeof(long));
	return 0;
}
