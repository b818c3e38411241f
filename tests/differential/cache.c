// SPDX-License-Identifier: GPL-2.0
/*
 * The simulated page cache.
 *
 * A stream of a hundred requests fills it and then all of it is dropped, so
 * folios come from blocks of which only a count has to be reset, and chunks go
 * back to a list.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"

#define HASH_BITS	14
#define BLOCK_FOLIOS	4096
#define MAX_BLOCKS	4096

struct chunk *cache_last_chunk;
unsigned long cache_nr_pages;

static struct chunk *hash[1 << HASH_BITS];
static unsigned long *used_keys;
static size_t nr_used_keys, room_for_keys;
static struct chunk *free_chunks;

static struct folio *blocks[MAX_BLOCKS];
static size_t nr_folios;
static struct folio *free_folios;

static void *must(void *memory)
{
	if (memory)
		return memory;
	fprintf(stderr, "differential: out of memory\n");
	exit(1);
}

static struct chunk **hash_head(unsigned long key)
{
	return &hash[(unsigned int)(key * 0x9e3779b1UL) >> (32 - HASH_BITS)];
}

struct chunk *cache_find_chunk(unsigned long key)
{
	struct chunk *chunk = *hash_head(key);

	while (chunk && chunk->key != key)
		chunk = chunk->next;
	if (chunk)
		cache_last_chunk = chunk;
	return chunk;
}

static void remember_key(unsigned long key)
{
	if (nr_used_keys == room_for_keys) {
		room_for_keys = room_for_keys * 2 + 1024;
		used_keys = must(realloc(used_keys,
					 room_for_keys * sizeof(*used_keys)));
	}
	used_keys[nr_used_keys++] = key;
}

static struct chunk *make_chunk(unsigned long key)
{
	struct chunk **head = hash_head(key), *chunk = free_chunks;

	if (chunk)
		free_chunks = chunk->next;
	else
		chunk = must(malloc(sizeof(*chunk)));
	memset(chunk->slots, 0, sizeof(chunk->slots));
	chunk->key = key;
	chunk->next = *head;
	*head = chunk;
	remember_key(key);
	return chunk;
}

static struct folio **slot_of(unsigned long index)
{
	const unsigned long key = index >> CHUNK_BITS;
	struct chunk *chunk = cache_last_chunk;

	if (!chunk || chunk->key != key) {
		chunk = cache_find_chunk(key);
		if (!chunk)
			chunk = make_chunk(key);
		cache_last_chunk = chunk;
	}
	return &chunk->slots[index % CHUNK_PAGES];
}

/* A folio that is in use by nobody, and not in the cache yet. */
struct folio *cache_new_folio(unsigned int order)
{
	struct folio *folio = free_folios;

	if (folio) {
		free_folios = folio->next_free;
	} else {
		struct folio **block = &blocks[nr_folios / BLOCK_FOLIOS];

		if (!*block)
			*block = must(calloc(BLOCK_FOLIOS, sizeof(**block)));
		folio = *block + nr_folios++ % BLOCK_FOLIOS;
	}
	folio->index = 0;
	folio->order = order;
	folio->marked = false;
	return folio;
}

void cache_free_folio(struct folio *folio)
{
	folio->next_free = free_folios;
	free_folios = folio;
}

/* Puts @folio at @index, a multiple of its length; false if that is taken. */
bool cache_insert(struct folio *folio, unsigned long index)
{
	const unsigned long nr_pages = 1UL << folio->order;
	unsigned long i;

	for (i = 0; i < nr_pages; i++)
		if (cache_find(index + i))
			return false;
	for (i = 0; i < nr_pages; i++)
		*slot_of(index + i) = folio;
	folio->index = index;
	cache_nr_pages += nr_pages;
	return true;
}

/* Takes @folio out of the cache, and leaves it to the caller. */
void cache_remove(struct folio *folio)
{
	const unsigned long nr_pages = 1UL << folio->order;
	unsigned long i;

	for (i = 0; i < nr_pages; i++)
		*slot_of(folio->index + i) = NULL;
	cache_nr_pages -= nr_pages;
}

/* All chunks with the hash of @key. */
static void free_row(unsigned long key)
{
	struct chunk **head = hash_head(key), *chunk;

	while ((chunk = *head)) {
		*head = chunk->next;
		chunk->next = free_chunks;
		free_chunks = chunk;
	}
}

/* Empties the cache; no folio that it gave out is valid any more. */
void cache_drop(void)
{
	while (nr_used_keys)
		free_row(used_keys[--nr_used_keys]);
	cache_last_chunk = NULL;
	cache_nr_pages = 0;
	nr_folios = 0;
	free_folios = NULL;
}
