/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A stream of steps: what happens to one file, from an empty page cache on.
 *
 * As text it is one step a line, a word and its numbers in decimal; "#" begins a
 * comment.  A stream that begins with no settings is about an empty file.
 */
#ifndef _TESTS_STREAM_H
#define _TESTS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <linux/types.h>

#define MAX_ARGS	3

/**
 * enum op - what a step does
 * @OP_LIMITS: ra_pages io_pages: set them
 * @OP_SIZE: bytes: length of the file
 * @OP_LARGE: order: the mapping takes folios up to this; 0: single pages
 * @OP_WINDOW: start size async_size: what the descriptor remembers
 * @OP_PREV: bytes: the end of the previous read, as 64 bits without a sign
 * @OP_FS: one_by_one nr_taken: see struct world
 * @OP_MEMORY: nr_free order: see struct world
 * @OP_REFUSE: nr_refused: see struct world
 * @OP_STATE: congested random no_file: see struct world
 * @OP_WRITEBACK: 0 or 1: folios with a marker are under writeback
 * @OP_CACHE: index nr_pages: these pages get cached, one by one
 * @OP_FOLIO: index order: a large folio gets cached
 * @OP_MARK: index: the folio there gets a marker
 * @OP_EVICT: index nr_pages: the folios there leave the page cache
 * @OP_DROP: all do
 * @OP_SYNC: index nr_pages: request
 * @OP_ASYNC: index nr_pages order: request; the order if nothing is cached there
 * @OP_FORCED: index nr_pages: request
 * @OP_AROUND: index: request
 * @OP_READ: index nr_pages: a reader touches these pages, with the requests that
 *	come of it
 * @OP_FAULT: index sequential: a fault touches this page
 * @OP_COUNT: number of them
 */
enum op {
	OP_LIMITS,
	OP_SIZE,
	OP_LARGE,
	OP_WINDOW,
	OP_PREV,
	OP_FS,
	OP_MEMORY,
	OP_REFUSE,
	OP_STATE,
	OP_WRITEBACK,
	OP_CACHE,
	OP_FOLIO,
	OP_MARK,
	OP_EVICT,
	OP_DROP,
	OP_SYNC,
	OP_ASYNC,
	OP_FORCED,
	OP_AROUND,
	OP_READ,
	OP_FAULT,
	OP_COUNT
};

struct step {
	enum op op;
	u64 args[MAX_ARGS];
};

struct stream {
	struct step *steps;
	size_t nr, room;
};

unsigned int op_nr_args(enum op op);
bool step_valid(const struct step *step);
void stream_add(struct stream *stream, enum op op, u64 a, u64 b, u64 c);
void stream_print(FILE *out, const struct stream *stream);
unsigned int stream_parse(FILE *in, struct stream *stream);

#endif /* _TESTS_STREAM_H */
