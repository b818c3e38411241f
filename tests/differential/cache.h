/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A simulated page cache of one file: which folio, if any, holds each page.
 *
 * Pages are kept in chunks of 512 slots, chunks in a hash.  The last chunk that
 * was found is found first, for nearly all accesses are to neighbours.
 */
#ifndef _TESTS_CACHE_H
#define _TESTS_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#define CHUNK_BITS	9
#define CHUNK_PAGES	(1UL << CHUNK_BITS)

/**
 * struct folio - some pages of the file in memory
 * @index: the first page
 * @next_free: the next one that is not in use
 * @order: there are two to the power of this
 * @marked: has the readahead marker
 */
struct folio {
	union {
		unsigned long index;
		struct folio *next_free;
	};
	unsigned char order;
	bool marked;
};

/**
 * struct chunk - 512 neighbouring pages
 * @key: index of the first, divided by 512
 * @next: next chunk of the same hash value, or the next one that is not in use
 * @slots: the folio that holds each page
 */
struct chunk {
	unsigned long key;
	struct chunk *next;
	struct folio *slots[CHUNK_PAGES];
};

extern struct chunk *cache_last_chunk;
extern unsigned long cache_nr_pages;

struct chunk *cache_find_chunk(unsigned long key);
struct folio *cache_new_folio(unsigned int order);
void cache_free_folio(struct folio *folio);
bool cache_insert(struct folio *folio, unsigned long index);
void cache_remove(struct folio *folio);
void cache_drop(void);

/* The folio that holds page @index, or NULL. */
static inline struct folio *cache_find(unsigned long index)
{
	const unsigned long key = index >> CHUNK_BITS;
	const struct chunk *chunk = cache_last_chunk;

	if (!chunk || chunk->key != key)
		chunk = cache_find_chunk(key);
	return chunk ? chunk->slots[index % CHUNK_PAGES] : NULL;
}

#endif /* _TESTS_CACHE_H */
