// SPDX-License-Identifier: GPL-2.0
/*
 * Plays a stream.  A step that is a request is shown to the model first, which
 * looks and does not touch, then to the base, which acts.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>

#include "cache.h"
#include "model.h"
#include "play.h"

/* More cached pages than this, and all are dropped before the next request. */
#define MAX_CACHED	(1UL << 22)

/* One read makes no more requests than this. */
#define MAX_REQUESTS	8

static struct world world;
static struct log base_log, model_log;
static struct counts *counts;
static FILE *why;

static unsigned long nr_file_pages(void)
{
	const u64 page = 1ULL << PAGE_SHIFT;

	return (world.nr_bytes + page - 1) >> PAGE_SHIFT;
}

static bool window_equal(const struct ra_window *a, const struct ra_window *b)
{
	return a->start == b->start && a->size == b->size &&
	       a->async_size == b->async_size;
}

static void print_window(const char *title, const struct ra_window *window)
{
	fprintf(why, "# %s window %lu+%u-%u\n", title, window->start,
		window->size, window->async_size);
}

static void explain(const struct request *req, const struct world *base,
		    const struct world *model)
{
	static const char * const kinds[REQUEST_COUNT] = {
		"sync", "async", "forced", "around",
	};

	fprintf(why, "# %s index=%lu nr_pages=%lu order=%u\n",
		kinds[req->kind], req->index, req->nr_pages, req->order);
	print_window("old", &world.window);
	print_window("base", &base->window);
	print_window("model", &model->window);
	log_print(why, "base", &base_log);
	log_print(why, "model", &model_log);
}

static bool has_event(enum event_kind kind)
{
	size_t i;

	for (i = 0; i < base_log.nr; i++)
		if (base_log.events[i].kind == kind)
			return true;
	return false;
}

static bool is_behind(const struct ra_window *window)
{
	return window->size && window->start >= nr_file_pages();
}

static void count(const struct request *req, const struct world *after,
		  const struct outcome *outcome)
{
	const struct ra_decision *decision = &outcome->decision;
	const bool has[TRAIT_COUNT] = {
		[TRAIT_UNDEFINED] = has_event(EVENT_UNDEFINED),
		[TRAIT_NOTHING] = !outcome->decided,
		[TRAIT_FORCED] = outcome->forced && req->kind == REQUEST_SYNC,
		[TRAIT_NO_HOLE] = decision->reason == RA_REASON_NO_HOLE,
		[TRAIT_BEHIND] = is_behind(&decision->window),
		[TRAIT_LARGE] = outcome->large,
		[TRAIT_FELL_BACK] = outcome->fell_back,
		[TRAIT_GROWN] = outcome->grown,
		[TRAIT_LEFT] = has_event(EVENT_LEFT),
		[TRAIT_SHRUNK] = has_event(EVENT_LEFT) &&
				 after->window.size > 1U << 31,
		[TRAIT_REFUSED] = has_event(EVENT_REFUSED),
		[TRAIT_NO_MEMORY] = has_event(EVENT_NO_MEMORY),
		[TRAIT_MARKED] = has_event(EVENT_READ_MARKED),
		[TRAIT_SEARCHED] = has_event(EVENT_FOUND),
	};
	unsigned int i;

	counts->requests++;
	if (outcome->decided)
		counts->patterns[req->kind][decision->pattern]++;
	for (i = 0; i < TRAIT_COUNT; i++)
		counts->traits[i] += has[i];
}

static bool request(const struct request *req)
{
	struct world base = world, model = world;
	struct outcome outcome;

	base_log.nr = 0;
	model_log.nr = 0;
	outcome = model_request(&model, req, &model_log);
	kernel_request(&base, req, &base_log);
	count(req, &base, &outcome);
	if (!window_equal(&base.window, &model.window) ||
	    !log_equal(&base_log, &model_log)) {
		if (why)
			explain(req, &base, &model);
		return false;
	}
	world.window = base.window;
	if (cache_nr_pages > MAX_CACHED)
		cache_drop();
	return true;
}

static bool simple_request(enum request_kind kind, unsigned long index,
			   unsigned long nr_pages, unsigned int order)
{
	const struct request req = { kind, index, nr_pages, order };

	return request(&req);
}

/* A marker is hit where it is, and with the order of the folio that has it. */
static bool async(unsigned long index, unsigned long nr_pages,
		  unsigned int order)
{
	const struct folio *folio = cache_find(index);

	return simple_request(REQUEST_ASYNC, index, nr_pages,
			      folio ? folio->order : order);
}

/* A fault of which nothing is known asks for nothing while readahead is off. */
static bool around(unsigned long index)
{
	return !world.ra_pages || simple_request(REQUEST_AROUND, index, 1, 0);
}

static void cache_page(unsigned long index, unsigned int order)
{
	struct folio *folio = cache_new_folio(order);

	if (!cache_insert(folio, index >> order << order))
		cache_free_folio(folio);
}

static void cache_pages(unsigned long index, unsigned long nr_pages)
{
	while (nr_pages--)
		cache_page(index++, 0);
}

static void evict(unsigned long index, unsigned long nr_pages)
{
	struct folio *folio;

	for (; nr_pages--; index++) {
		folio = cache_find(index);
		if (!folio)
			continue;
		cache_remove(folio);
		cache_free_folio(folio);
	}
}

static void mark(unsigned long index)
{
	struct folio *folio = cache_find(index);

	if (folio)
		folio->marked = true;
}

/* The reader gets the page that it waits for, whatever readahead did. */
static unsigned long pass(unsigned long index)
{
	const struct folio *folio;

	if (!cache_find(index))
		cache_page(index, 0);
	folio = cache_find(index);
	return folio->index + (1UL << folio->order);
}

/* What a reader that wants the pages up to @end asks for at @index, if it does. */
static bool touch(unsigned long index, unsigned long end, unsigned int *nr)
{
	const struct folio *folio = cache_find(index);

	if (!folio) {
		++*nr;
		return simple_request(REQUEST_SYNC, index, end - index, 0);
	}
	if (!folio->marked)
		return true;
	++*nr;
	return simple_request(REQUEST_ASYNC, folio->index, end - folio->index,
			      folio->order);
}

/* A read system call; like that, it does not begin behind the end of the file. */
static bool reader(unsigned long index, unsigned long nr_pages)
{
	const unsigned long file_end = nr_file_pages();
	unsigned long end;
	unsigned int nr = 0;

	if (index >= file_end)
		return true;
	end = index + min(nr_pages, file_end - index);
	while (index < end && nr < MAX_REQUESTS) {
		if (!touch(index, end, &nr))
			return false;
		index = pass(index);
	}
	/* Every other read ends within its last page. */
	world.prev_pos = ((u64)end << PAGE_SHIFT) - nr_pages % 2;
	return true;
}

static bool fault(unsigned long index, bool sequential)
{
	const struct folio *folio = cache_find(index);
	bool same = true;

	if (index >= nr_file_pages())
		return true;
	if (folio && folio->marked)
		same = async(index, world.ra_pages, 0);
	else if (!folio && sequential && world.ra_pages)
		same = simple_request(REQUEST_SYNC, index, world.ra_pages, 0);
	else if (!folio)
		same = around(index);
	pass(index);
	return same;
}

static void set(const struct step *step)
{
	const u64 *args = step->args;

	switch (step->op) {
	case OP_LIMITS:
		world.ra_pages = args[0];
		world.io_pages = args[1];
		break;
	case OP_SIZE:
		world.nr_bytes = args[0];
		break;
	case OP_LARGE:
		world.max_order = args[0];
		break;
	case OP_WINDOW:
		world.window = (struct ra_window){ args[0], args[1], args[2] };
		break;
	case OP_PREV:
		world.prev_pos = args[0];
		break;
	case OP_FS:
		world.one_by_one = args[0];
		world.nr_taken = args[1];
		break;
	case OP_MEMORY:
		world.nr_free = args[0];
		world.free_order = args[1];
		break;
	case OP_REFUSE:
		world.nr_refused = args[0];
		break;
	case OP_STATE:
		world.congested = args[0];
		world.random = args[1];
		world.no_file = args[2];
		break;
	case OP_WRITEBACK:
		world.writeback = args[0];
		break;
	default:
		break;
	}
}

static bool play_step(const struct step *step)
{
	const u64 *args = step->args;

	switch (step->op) {
	case OP_CACHE:
		cache_pages(args[0], args[1]);
		break;
	case OP_FOLIO:
		cache_page(args[0], args[1]);
		break;
	case OP_MARK:
		mark(args[0]);
		break;
	case OP_EVICT:
		evict(args[0], args[1]);
		break;
	case OP_DROP:
		cache_drop();
		break;
	case OP_SYNC:
		return simple_request(REQUEST_SYNC, args[0], args[1], 0);
	case OP_ASYNC:
		return async(args[0], args[1], args[2]);
	case OP_FORCED:
		return simple_request(REQUEST_FORCED, args[0], args[1], 0);
	case OP_AROUND:
		return around(args[0]);
	case OP_READ:
		return reader(args[0], args[1]);
	case OP_FAULT:
		return fault(args[0], args[1]);
	default:
		set(step);
	}
	return true;
}

/**
 * play_stream - play a stream from an empty page cache on
 * @stream: the stream
 * @c: each request is counted here
 * @out: where a difference is explained; NULL: nowhere
 *
 * Return: true if base and model agree in each request.
 */
bool play_stream(const struct stream *stream, struct counts *c, FILE *out)
{
	bool same = true;
	size_t i;

	world = (struct world){ .nr_taken = ~0UL, .nr_free = 1 << 21,
				.free_order = 30, .prev_pos = -1 };
	counts = c;
	why = out;
	for (i = 0; same && i < stream->nr; i++)
		same = play_step(&stream->steps[i]);
	cache_drop();
	return same;
}
