/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What came of one request, in the order in which it happened.  The base and the
 * model each write such a log, and the two must be the same.
 *
 * Neighbours of one kind and order are one entry, so that a window of a million
 * pages is compared as quickly as one of four.
 */
#ifndef _TESTS_LOG_H
#define _TESTS_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * enum event_kind - what can happen
 * @EVENT_SEARCH_BACK: searched for cached pages, from index backwards
 * @EVENT_SEARCH_FORWARD: searched for a hole, from index on
 * @EVENT_FOUND: index is what the search returned
 * @EVENT_CLEAR: a marker was taken off a folio
 * @EVENT_ADD: a folio was added to the page cache
 * @EVENT_REFUSED: the page cache did not take a folio
 * @EVENT_NO_MEMORY: there was no memory for a folio
 * @EVENT_READ: the file system was given a folio and reads it
 * @EVENT_READ_MARKED: the same with a marker
 * @EVENT_REMOVE: the file system did not read a folio, which was removed
 * @EVENT_LEFT: it did not read a folio, which was unlocked
 * @EVENT_UNDEFINED: the base used an operand that has no defined result
 * @EVENT_WRONG: the core says something that cannot be, whatever the base does
 * @EVENT_COUNT: number of kinds
 */
enum event_kind {
	EVENT_SEARCH_BACK,
	EVENT_SEARCH_FORWARD,
	EVENT_FOUND,
	EVENT_CLEAR,
	EVENT_ADD,
	EVENT_REFUSED,
	EVENT_NO_MEMORY,
	EVENT_READ,
	EVENT_READ_MARKED,
	EVENT_REMOVE,
	EVENT_LEFT,
	EVENT_UNDEFINED,
	EVENT_WRONG,
	EVENT_COUNT
};

/**
 * struct event - something that happened to neighbouring folios
 * @kind: what
 * @order: their order; of a search: 0
 * @index: the first page
 * @nr: how many folios; of a search: its limit
 */
struct event {
	enum event_kind kind;
	unsigned int order;
	unsigned long index;
	unsigned long nr;
};

struct log {
	struct event *events;
	size_t nr, room;
};

void log_grow(struct log *log);
bool log_equal(const struct log *a, const struct log *b);
void log_print(FILE *out, const char *title, const struct log *log);

/* An entry of its own, whatever came before. */
static inline void log_single(struct log *log, enum event_kind kind,
			      unsigned long index, unsigned long nr)
{
	if (log->nr == log->room)
		log_grow(log);
	log->events[log->nr++] = (struct event){ kind, 0, index, nr };
}

/* @nr folios of an order, the first of them at @index. */
static inline void log_folios(struct log *log, enum event_kind kind,
			      unsigned long index, unsigned int order,
			      unsigned long nr)
{
	struct event *last = log->nr ? &log->events[log->nr - 1] : NULL;

	if (last && last->kind == kind && last->order == order &&
	    last->index + (last->nr << order) == index) {
		last->nr += nr;
		return;
	}
	log_single(log, kind, index, nr);
	log->events[log->nr - 1].order = order;
}

#endif /* _TESTS_LOG_H */
