// SPDX-License-Identifier: GPL-2.0
/*
 * Makes readahead decisions of one pattern, for callgrind to count: from the call
 * of page_cache_sync_ra() or page_cache_async_ra() to its return, without the
 * search of the page cache and without the read.
 *
 * usage: decide subsequent|marker|random NUMBER
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standin.h"
#include "../../unit/number.h"

#define FILE_PAGES	256
#define RA_PAGES	32
#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/**
 * struct cost_case - one decision
 * @name: the pattern
 * @index: page that a reader waits for or whose marker it touches
 * @async: touch the marker
 * @old: the window before
 * @hole: page that is missing
 * @then: the window after it
 */
struct cost_case {
	const char *name;
	pgoff_t index;
	bool async;
	struct file_ra_state old;
	pgoff_t hole;
	struct file_ra_state then;
};

static const struct cost_case cases[] = {
	{
		/* The window after one of half the largest. */
		.name = "subsequent", .index = 32, .async = true,
		.old = { .start = 32, .size = 16, .async_size = 16 },
		.hole = 255,
		.then = { .start = 48, .size = 32, .async_size = 32 },
	}, {
		/* Four pages to the hole and one asked for, twice. */
		.name = "marker", .index = 64, .async = true,
		.old = { .start = 32, .size = 16, .async_size = 16 },
		.hole = 68,
		.then = { .start = 68, .size = 10, .async_size = 10 },
	}, {
		/* A page read alone leaves the window as it was. */
		.name = "random", .index = 129,
		.old = { .start = 32, .size = 16, .async_size = 16 },
		.hole = 128,
		.then = { .start = 32, .size = 16, .async_size = 16 },
	},
};

void kernel_leave_undefined(void)
{
	abort();
}

bool blk_cgroup_congested(void)
{
	return false;
}

bool folio_test_writeback(const struct folio *folio)
{
	(void)folio;
	return false;
}

void folio_clear_readahead(struct folio *folio)
{
	folio->marked = false;
}

void folio_unlock(struct folio *folio)
{
	(void)folio;
}

void folio_put(struct folio *folio)
{
	(void)folio;
}

struct folio *filemap_alloc_folio(gfp_t gfp, unsigned int order)
{
	(void)gfp;
	return cache_new_folio(order);
}

int filemap_add_folio(struct address_space *mapping, struct folio *folio,
		      pgoff_t index, gfp_t gfp)
{
	(void)mapping;
	(void)gfp;
	return cache_insert(folio, index) ? 0 : -EEXIST;
}

void filemap_remove_folio(struct folio *folio)
{
	cache_remove(folio);
}

pgoff_t page_cache_next_miss(struct address_space *mapping, pgoff_t index,
			     unsigned long max_scan)
{
	(void)mapping;
	CALLGRIND_TOGGLE_COLLECT;
	while (max_scan-- && cache_find(index))
		index++;
	CALLGRIND_TOGGLE_COLLECT;
	return index;
}

pgoff_t page_cache_prev_miss(struct address_space *mapping, pgoff_t index,
			     unsigned long max_scan)
{
	(void)mapping;
	CALLGRIND_TOGGLE_COLLECT;
	while (max_scan-- && cache_find(index))
		index--;
	CALLGRIND_TOGGLE_COLLECT;
	return index;
}

struct fd fdget(int fd)
{
	(void)fd;
	return (struct fd){ NULL };
}

int vfs_fadvise(struct file *file, loff_t offset, loff_t len, int advice)
{
	(void)file;
	(void)offset;
	(void)len;
	(void)advice;
	return -EINVAL;
}

/* The file system reads everything at once. */
static void fs_readahead(struct readahead_control *ractl)
{
	while (readahead_folio(ractl))
		;
}

static const struct address_space_operations aops = {
	.readahead = fs_readahead,
};

static void fill(pgoff_t hole)
{
	pgoff_t i;

	for (i = 0; i < FILE_PAGES; i++)
		if (i != hole && !cache_find(i))
			cache_insert(cache_new_folio(0), i);
	if (cache_find(hole))
		cache_remove(cache_find(hole));
}

/* Another window means that another rule was counted. */
static void check(const struct cost_case *c, const struct file_ra_state *ra)
{
	if (ra->start == c->then.start && ra->size == c->then.size &&
	    ra->async_size == c->then.async_size)
		return;
	fprintf(stderr, "decide: %s came to the window %lu+%u-%u, not %lu+%u-%u.\n",
		c->name, ra->start, ra->size, ra->async_size, c->then.start,
		c->then.size, c->then.async_size);
	exit(1);
}

static void decide(const struct cost_case *c)
{
	struct inode inode = {
		.i_size = (loff_t)FILE_PAGES << PAGE_SHIFT,
		.bdi = { RA_PAGES, 320 },
	};
	struct address_space mapping = { .host = &inode, .a_ops = &aops };
	struct file file = { .f_mode = FMODE_READ };
	struct file_ra_state ra = c->old;
	struct readahead_control ractl = {
		.file = &file, .mapping = &mapping, .ra = &ra,
		._index = c->index,
	};

	ra.ra_pages = RA_PAGES;
	ra.prev_pos = -1;
	fill(c->hole);
	CALLGRIND_TOGGLE_COLLECT;
	if (c->async)
		page_cache_async_ra(&ractl, cache_find(c->index), 1);
	else
		page_cache_sync_ra(&ractl, 1);
	CALLGRIND_TOGGLE_COLLECT;
	check(c, &ra);
}

static const struct cost_case *find_case(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		if (!strcmp(name, cases[i].name))
			return &cases[i];
	return NULL;
}

static int bad_usage(void)
{
	fprintf(stderr, "usage: decide subsequent|marker|random NUMBER\n");
	return 2;
}

int main(int argc, char **argv)
{
	const struct cost_case *c = argc == 3 ? find_case(argv[1]) : NULL;
	u64 nr;

	if (!c)
		return bad_usage();
	nr = number_argument("decide", argv[2], "NUMBER");
	if (!nr)
		return bad_usage();
	while (nr--)
		decide(c);
	return 0;
}
