// SPDX-License-Identifier: GPL-2.0
/* The log of a request. */
#include <stdlib.h>
#include <string.h>

#include "log.h"

#define MAX_PRINTED	40

static const char * const kind_names[EVENT_COUNT] = {
	[EVENT_SEARCH_BACK] = "search-back",
	[EVENT_SEARCH_FORWARD] = "search-forward",
	[EVENT_FOUND] = "found",
	[EVENT_CLEAR] = "clear-marker",
	[EVENT_ADD] = "add",
	[EVENT_REFUSED] = "refused",
	[EVENT_NO_MEMORY] = "no-memory",
	[EVENT_READ] = "read",
	[EVENT_READ_MARKED] = "read-marked",
	[EVENT_REMOVE] = "remove",
	[EVENT_LEFT] = "left",
	[EVENT_UNDEFINED] = "undefined",
	[EVENT_WRONG] = "wrong",
};

void log_grow(struct log *log)
{
	log->room = log->room * 2 + 64;
	log->events = realloc(log->events, log->room * sizeof(*log->events));
	if (!log->events) {
		fprintf(stderr, "differential: out of memory\n");
		exit(1);
	}
}

static bool event_equal(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && a->order == b->order &&
	       a->index == b->index && a->nr == b->nr;
}

bool log_equal(const struct log *a, const struct log *b)
{
	size_t i;

	if (a->nr != b->nr)
		return false;
	for (i = 0; i < a->nr; i++)
		if (!event_equal(&a->events[i], &b->events[i]))
			return false;
	return true;
}

void log_print(FILE *out, const char *title, const struct log *log)
{
	size_t i;

	for (i = 0; i < log->nr && i < MAX_PRINTED; i++) {
		const struct event *event = &log->events[i];

		fprintf(out, "# %s %s index=%lu order=%u nr=%lu\n", title,
			kind_names[event->kind], event->index, event->order,
			event->nr);
	}
	if (i < log->nr)
		fprintf(out, "# %s and %zu more\n", title, log->nr - i);
}
