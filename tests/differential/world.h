/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a request meets: the descriptor, the file, the device, the memory and the
 * file system.  The base and the model are both shown the same world, and each
 * finds out for itself what follows.
 */
#ifndef _TESTS_WORLD_H
#define _TESTS_WORLD_H

#include <stdbool.h>

#include <linux/readahead_policy.h>

#include "log.h"

/**
 * struct world - everything but the page cache
 * @window: the window that the descriptor remembers
 * @prev_pos: byte behind the previous read
 * @ra_pages: largest window, in pages
 * @io_pages: largest request of the device, in pages
 * @nr_bytes: length of the file
 * @max_order: largest folio that the mapping takes; 0: single pages only
 * @one_by_one: the file system has no operation for many folios
 * @nr_taken: folios that the file system reads of each batch; it leaves the rest
 * @nr_free: pages of memory that a request finds
 * @free_order: largest folio that the memory has
 * @nr_refused: the page cache refuses folios whose index is a multiple of it;
 *	0: none
 * @congested: the cgroup of the caller is congested
 * @random: the descriptor is hinted random
 * @no_file: the caller has no descriptor
 * @writeback: the folio with the marker is under writeback
 */
struct world {
	struct ra_window window;
	long long prev_pos;
	unsigned int ra_pages;
	unsigned int io_pages;
	unsigned long long nr_bytes;
	unsigned int max_order;
	bool one_by_one;
	unsigned long nr_taken;
	unsigned long nr_free;
	unsigned int free_order;
	unsigned long nr_refused;
	bool congested;
	bool random;
	bool no_file;
	bool writeback;
};

enum request_kind {
	REQUEST_SYNC,
	REQUEST_ASYNC,
	REQUEST_FORCED,
	REQUEST_AROUND,
	REQUEST_COUNT
};

/**
 * struct request - one call of the base
 * @kind: which call
 * @index: first page wanted
 * @nr_pages: pages wanted
 * @order: of an async request: order of the folio with the marker
 */
struct request {
	enum request_kind kind;
	unsigned long index;
	unsigned long nr_pages;
	unsigned int order;
};

/* The page cache refuses a folio that would begin here, and why. */
enum refusal {
	REFUSAL_NONE,
	REFUSAL_TAKEN,
	REFUSAL_NO_MEMORY
};

static inline enum refusal world_refusal(const struct world *world,
					 unsigned long index)
{
	if (!world->nr_refused || index % world->nr_refused)
		return REFUSAL_NONE;
	return index / world->nr_refused % 2 ? REFUSAL_TAKEN :
					       REFUSAL_NO_MEMORY;
}

/* Takes a folio out of @nr_free pages of memory, if that can be. */
static inline bool world_alloc(const struct world *world,
			       unsigned long *nr_free, unsigned int order)
{
	if (order > world->free_order || *nr_free >> order == 0)
		return false;
	*nr_free -= 1UL << order;
	return true;
}

void kernel_request(struct world *world, const struct request *req,
		    struct log *log);

#endif /* _TESTS_WORLD_H */
