// SPDX-License-Identifier: GPL-2.0
/*
 * What should come of a request: the decisions of ra_base_*(), and a model of
 * how a base carries them out.  It looks at the page cache as it was before the
 * request, and changes nothing but its own log.
 *
 * A base reads single pages up to the end of the file.  Pages that are cached
 * are passed over and end a batch; each batch is given to the file system, which
 * may leave the end of it unread.  Without memory the rest is not read.  Large
 * folios are tried for windows of 4 pages and more; after the first that fails
 * all of the window is tried again with single pages, but from there on, where
 * it has no right to be that long.
 *
 * Rows that differ by base, besides those of struct ra_base:
 *
 *                                              6.1             6.12
 *   a search forwards without a hole returns   its last page   the next one
 *   no memory to add a page to the cache       next page       ends the span
 *   the next chunk of a forced read begins     at its place    where the last
 *                                                              one ended
 */
#include <linux/kernel.h>
#include <linux/minmax.h>

#include "cache.h"
#include "model.h"

#ifndef BASE
#error "say which base: -DBASE=ra_base_6_1"
#endif

/* What a base reads in one go for a forced request, in pages. */
#define CHUNK		((2UL << 20) >> PAGE_SHIFT)

static const struct world *world;
static struct log *model_log;
static struct ra_window window;		/* as the descriptor remembers it */
static unsigned long nr_free;
static struct log batch;		/* what the file system was not given yet */

static bool is_6_12(void)
{
	return !BASE.joint;
}

static unsigned long nr_file_pages(void)
{
	const unsigned long long page = 1ULL << PAGE_SHIFT;

	return (world->nr_bytes + page - 1) >> PAGE_SHIFT;
}

static struct ra_limits limits(void)
{
	return (struct ra_limits){
		.ra_pages = world->ra_pages,
		.io_pages = world->io_pages,
		.nr_file_pages = nr_file_pages(),
	};
}

/*
 * Facts.  What is counted stops at the limit, and a search that meets no hole
 * says that its last page, or the one behind it, is one.
 */
static unsigned long history(unsigned long index, unsigned int max_pages)
{
	unsigned long nr = 0;

	while (nr < max_pages && nr < index && cache_find(index - 1 - nr))
		nr++;
	return nr < max_pages ? nr : max_pages - 1;
}

static unsigned long next_hole(unsigned long index, unsigned int max_pages)
{
	unsigned long i;

	for (i = 1; i <= max_pages; i++)
		if (index + i == 0 || !cache_find(index + i))
			return index + i;
	return is_6_12() ? index + i : index + i - 1;
}

static unsigned long fetch(const struct ra_request *req, struct ra_query query)
{
	unsigned long fact = 0;

	switch (query.fact) {
	case RA_FACT_NONE:
		break;
	case RA_FACT_HISTORY:
		fact = history(req->index, query.max_pages);
		log_single(model_log, EVENT_SEARCH_BACK, req->index - 1,
			   query.max_pages);
		log_single(model_log, EVENT_FOUND, req->index - 1 - fact, 1);
		break;
	case RA_FACT_NEXT_HOLE:
		fact = next_hole(req->index, query.max_pages);
		log_single(model_log, EVENT_SEARCH_FORWARD, req->index + 1,
			   query.max_pages);
		log_single(model_log, EVENT_FOUND, fact, 1);
		break;
	}
	return fact;
}

/*
 * The file system
 */
static void leave(unsigned long index, unsigned int order)
{
	const unsigned int nr_pages = 1U << order;

	if (window.async_size >= nr_pages)
		log_folios(model_log, EVENT_REMOVE, index, order, 1);
	log_folios(model_log, EVENT_LEFT, index, order, 1);
	window = ra_base_left(window, nr_pages);
}

/* Reads @nr_taken folios of one entry of a batch and leaves the others. */
static void give_folios(const struct event *event, unsigned long nr_taken)
{
	unsigned long i;

	if (nr_taken)
		log_folios(model_log, event->kind, event->index, event->order,
			   nr_taken);
	for (i = nr_taken; i < event->nr; i++)
		leave(event->index + (i << event->order), event->order);
}

static void end_batch(void)
{
	unsigned long nr_taken = world->one_by_one ? ~0UL : world->nr_taken;
	size_t i;

	for (i = 0; i < batch.nr; i++) {
		const struct event *event = &batch.events[i];
		const unsigned long nr = min(nr_taken, event->nr);

		give_folios(event, nr);
		nr_taken -= nr;
	}
	batch.nr = 0;
}

/*
 * The page cache
 */
enum added {
	ADDED,
	NOT_ALLOCATED,
	NOT_TAKEN,
	NOT_TAKEN_NO_MEMORY
};

static bool is_free(unsigned long index, unsigned int order)
{
	unsigned long i;

	for (i = 0; i < 1UL << order; i++)
		if (cache_find(index + i))
			return false;
	return true;
}

static enum added add(unsigned long index, unsigned int order, bool marked)
{
	const enum refusal refusal = world_refusal(world, index);

	if (!world_alloc(world, &nr_free, order)) {
		log_single(model_log, EVENT_NO_MEMORY, order, 1);
		return NOT_ALLOCATED;
	}
	if (refusal || !is_free(index, order)) {
		log_folios(model_log, EVENT_REFUSED, index, order, 1);
		return refusal == REFUSAL_NO_MEMORY ? NOT_TAKEN_NO_MEMORY :
						      NOT_TAKEN;
	}
	log_folios(model_log, EVENT_ADD, index, order, 1);
	log_folios(&batch, marked ? EVENT_READ_MARKED : EVENT_READ, index,
		   order, 1);
	return ADDED;
}

static bool ends_span(enum added added)
{
	return added == NOT_ALLOCATED ||
	       (added == NOT_TAKEN_NO_MEMORY && is_6_12());
}

/* What the base does not show, but follows from what it does. */
static void insist(bool right)
{
	if (!right)
		log_single(model_log, EVENT_WRONG, 0, 1);
}

/* Returns where it ended. */
static unsigned long read_span(struct ra_span span)
{
	const unsigned long end = span.start + span.nr_pages;
	unsigned long index;

	insist(span.marker == RA_NO_MARKER ||
	       span.marker - span.start < span.nr_pages);
	for (index = span.start; index != end; index++) {
		enum added added = NOT_TAKEN;

		if (!cache_find(index))
			added = add(index, 0, index == span.marker);
		if (ends_span(added))
			break;
		if (added != ADDED)
			end_batch();
	}
	end_batch();
	return index;
}

static void read_large(unsigned int hit_order, struct outcome *outcome)
{
	const struct ra_window decided = window;
	const unsigned long last = ra_base_last_page(&decided, nr_file_pages());
	const unsigned int first = ra_base_first_order(&BASE, decided.size,
						       hit_order,
						       world->max_order);
	unsigned long index = decided.start;
	enum added added = ADDED;

	while (index <= last) {
		unsigned int order = ra_base_folio_order(&BASE, index, last,
							 first);

		added = add(index, order,
			    ra_base_has_marker(&decided, index, order));
		if (added != ADDED)
			break;
		index += 1UL << order;
	}

	if (added == ADDED)
		window = ra_base_past_end(&BASE, decided, last);
	outcome->large = true;
	outcome->grown = window.size != decided.size;
	end_batch();
	if (added == ADDED)
		return;
	outcome->fell_back = true;
	read_span(ra_base_span(index, window.size, window.async_size,
			       nr_file_pages()));
}

static void read_window(unsigned int hit_order, struct outcome *outcome)
{
	if (world->max_order && window.size >= 4)
		read_large(hit_order, outcome);
	else
		read_span(ra_base_span(window.start, window.size,
				       window.async_size, nr_file_pages()));
}

/*
 * The requests
 */
static void decide(struct outcome *outcome, struct ra_decision decision)
{
	outcome->decided = true;
	outcome->decision = decision;
}

static void act(struct outcome *outcome, unsigned int hit_order)
{
	const struct ra_decision *decision = &outcome->decision;

	if (decision->pattern == RA_PATTERN_NONE) {
		log_single(model_log, EVENT_UNDEFINED, 0, 1);
		return;
	}
	insist(!decision->nr_cut);
	if (decision->reason) {
		insist(!decision->window.size);
		return;
	}
	if (decision->standalone) {
		read_span(ra_base_span(decision->window.start,
				       decision->window.size, 0,
				       nr_file_pages()));
		return;
	}
	window = decision->window;
	read_window(hit_order, outcome);
}

/* A page that was asked for is read, or cut; nothing is read if nothing may. */
static void check_forced(const struct ra_decision *decision,
			 const struct ra_request *req)
{
	const bool off = !world->ra_pages && !world->io_pages;

	insist(decision->window.size + decision->nr_cut == req->nr_pages);
	insist((decision->reason == RA_REASON_OFF) == off);
	insist(decision->standalone);
}

static void forced(struct outcome *outcome, const struct ra_request *req,
		   enum ra_pattern pattern)
{
	const struct ra_limits allowed = limits();
	unsigned long index = req->index, nr_left, nr;

	decide(outcome, ra_base_forced(req, &allowed, pattern));
	outcome->forced = true;
	check_forced(&outcome->decision, req);
	nr_left = outcome->decision.window.size;
	while (nr_left) {
		const struct ra_span span =
			ra_base_span(index, min(nr_left, CHUNK), 0,
				     nr_file_pages());
		const unsigned long end = read_span(span);

		nr = min(nr_left, CHUNK);
		index = is_6_12() ? end : index + nr;
		nr_left -= nr;
	}
}

static void sync(struct outcome *outcome, const struct ra_request *req)
{
	const struct ra_limits allowed = limits();
	struct ra_query query;

	query = ra_base_sync_query(&BASE, req, &allowed, &window);
	decide(outcome, ra_base_sync(&BASE, req, &window, query,
				     fetch(req, query)));
	act(outcome, 0);
}

/* While readahead is off, or must not be, one page is read all the same. */
static void sync_or_forced(struct outcome *outcome,
			   const struct ra_request *req)
{
	const struct ra_request single = {
		.index = req->index,
		.nr_pages = 1,
	};

	if (!world->ra_pages || world->congested) {
		if (!world->no_file)
			forced(outcome, &single, RA_PATTERN_RANDOM);
	} else if (world->random && !world->no_file) {
		forced(outcome, req, RA_PATTERN_RANDOM);
	} else {
		sync(outcome, req);
	}
}

/* The marker bit of a folio under writeback means something else. */
static void async(struct outcome *outcome, const struct ra_request *req)
{
	const struct ra_limits allowed = limits();
	const struct folio *folio = cache_find(req->index);
	struct ra_query query;

	if (!world->ra_pages || world->writeback)
		return;
	log_folios(model_log, EVENT_CLEAR, folio ? folio->index : req->index,
		   req->order, 1);
	if (world->congested)
		return;

	query = ra_base_async_query(&BASE, req, &allowed, &window);
	decide(outcome, ra_base_async(&BASE, req, &window, query,
				      fetch(req, query)));
	act(outcome, req->order);
}

static void around(struct outcome *outcome, const struct ra_request *req)
{
	const struct ra_limits allowed = limits();

	decide(outcome, ra_base_around(req->index, &allowed));
	act(outcome, 0);
}

static void answer(struct outcome *outcome, const struct request *req)
{
	const struct ra_request asked = {
		.index = req->index,
		.nr_pages = req->nr_pages,
		.prev_index = (unsigned long long)world->prev_pos >> PAGE_SHIFT,
		.order = req->order,
	};

	switch (req->kind) {
	case REQUEST_SYNC:
		sync_or_forced(outcome, &asked);
		break;
	case REQUEST_ASYNC:
		async(outcome, &asked);
		break;
	case REQUEST_FORCED:
		forced(outcome, &asked, RA_PATTERN_FADVISE);
		break;
	case REQUEST_AROUND:
		around(outcome, &asked);
		break;
	case REQUEST_COUNT:
		break;
	}
}

/**
 * model_request - what should come of a request
 * @w: what it meets; the window in it is the new one afterwards
 * @req: what is asked
 * @log: all that should happen
 *
 * Return: the decision, and what became of it.
 */
struct outcome model_request(struct world *w, const struct request *req,
			     struct log *log)
{
	struct outcome outcome = { .decided = false };

	world = w;
	model_log = log;
	window = w->window;
	nr_free = w->nr_free;
	answer(&outcome, req);
	w->window = window;
	return outcome;
}
