// SPDX-License-Identifier: GPL-2.0
/*
 * The operations on mappings, and the question which pages are resident.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ra-driver.h"

/**
 * ra_op_mmap - mmap FD [exec]: map the whole file
 * @ctx: keeps the mapping with the descriptor
 * @argv: the words
 */
void ra_op_mmap(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	int prot = PROT_READ;
	void *map;

	if (argv[1] && strcmp(argv[1], "exec"))
		ra_usage("mmap takes 'exec' or nothing after the label, not '%s'",
			 argv[1]);
	if (argv[1])
		prot |= PROT_EXEC;
	if (handle->mapped)
		ra_usage("'%s' is mapped already", argv[0]);
	handle->mapped = true;
	if (ra_dry(ctx, "mmap fd=%s exec=%d", handle->name, !!argv[1]))
		return;
	map = mmap(NULL, handle->size, prot, MAP_SHARED, handle->fd, 0);
	if (map == MAP_FAILED)
		ra_fail("cannot map %s: %s", handle->name, strerror(errno));
	handle->map = map;
}

static struct ra_handle *mapped(struct ra_context *ctx, const char *name)
{
	struct ra_handle *handle = ra_handle_find(ctx, name);

	if (!handle->mapped)
		ra_usage("there is no mapping of '%s'", name);
	return handle;
}

/**
 * ra_op_munmap - munmap FD
 * @ctx: loses the mapping
 * @argv: the words
 */
void ra_op_munmap(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = mapped(ctx, argv[0]);

	handle->mapped = false;
	if (ra_dry(ctx, "munmap fd=%s", handle->name))
		return;
	munmap(handle->map, handle->size);
	handle->map = NULL;
}

static void touch_page(struct ra_context *ctx, struct ra_handle *handle,
		       uint64_t page)
{
	if (ra_dry(ctx, "touch fd=%s page=%llu", handle->name,
		   (unsigned long long)page))
		return;
	if (page * RA_PAGE_SIZE >= handle->size)
		ra_fail("page %llu is past the end of %s",
			(unsigned long long)page, handle->name);
	/* Atomic, so that the compiler cannot leave the access out. */
	__atomic_load_n(&handle->map[page * RA_PAGE_SIZE], __ATOMIC_RELAXED);
	ctx->result.calls++;
	ctx->result.bytes++;
	ra_file_mark(ctx, handle->file, page * RA_PAGE_SIZE, 1);
}

static uint64_t page_number(const char *word, const char *what)
{
	uint64_t page = ra_number(word, what);

	if (page > INT64_MAX / RA_PAGE_SIZE)
		ra_usage("%s is too large: '%s'", what, word);
	return page;
}

/**
 * ra_op_touch - touch FD PAGE: read one byte of the mapping
 * @ctx: touches
 * @argv: the words
 */
void ra_op_touch(struct ra_context *ctx, char **argv)
{
	touch_page(ctx, mapped(ctx, argv[0]), page_number(argv[1], "PAGE"));
}

/**
 * ra_op_touchseq - touchseq FD PAGE N [STEP]: N pages, STEP apart
 * @ctx: touches
 * @argv: the words; STEP is 1 when absent and may be negative
 */
void ra_op_touchseq(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = mapped(ctx, argv[0]);
	uint64_t page = page_number(argv[1], "PAGE");
	uint64_t nr = page_number(argv[2], "N");
	int64_t step = argv[3] ? ra_signed(argv[3], "STEP") : 1;
	int64_t last, i;

	if (__builtin_mul_overflow(step, (int64_t)nr - 1, &last) ||
	    __builtin_add_overflow(last, (int64_t)page, &last) ||
	    last > (int64_t)(INT64_MAX / RA_PAGE_SIZE))
		ra_usage("the last page is too large");
	if (nr && last < 0)
		ra_usage("the touches end before the start of the file");
	for (i = 0; i < (int64_t)nr; i++)
		touch_page(ctx, handle, page + (uint64_t)(i * step));
}

/**
 * ra_op_touchrandom - touchrandom FD PAGE PAGES N SEED
 * @ctx: touches
 * @argv: the words
 *
 * N different pages out of PAGES pages from PAGE on, in random order.
 */
void ra_op_touchrandom(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = mapped(ctx, argv[0]);
	uint64_t page = page_number(argv[1], "PAGE");
	uint64_t range = page_number(argv[2], "PAGES");
	uint64_t nr = ra_positive(argv[3], "N");
	uint64_t seed = ra_number(argv[4], "SEED");
	uint64_t *slots, i;

	if (nr > range)
		ra_usage("%llu draws without replacement from %llu places",
			 (unsigned long long)nr, (unsigned long long)range);
	slots = ra_random_draw(range, nr, seed);
	for (i = 0; i < nr; i++)
		touch_page(ctx, handle, page + slots[i]);
	free(slots);
}

static const struct ra_choice map_advice[] = {
	{ "normal", MADV_NORMAL },
	{ "random", MADV_RANDOM },
	{ "sequential", MADV_SEQUENTIAL },
	{ "willneed", MADV_WILLNEED },
	{ "dontneed", MADV_DONTNEED },
	{ "hugepage", MADV_HUGEPAGE },
	{ "nohugepage", MADV_NOHUGEPAGE },
	{ "populate_read", MADV_POPULATE_READ },
};

/**
 * ra_op_madvise - madvise FD ADVICE [POS LEN]: the whole mapping, or a part
 * @ctx: advises
 * @argv: the words
 */
void ra_op_madvise(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = mapped(ctx, argv[0]);
	int advice = ra_choose(map_advice, ARRAY_SIZE(map_advice), argv[1],
			       "ADVICE");
	bool part = argv[2] && argv[3];
	uint64_t pos = part ? ra_number(argv[2], "POS") : 0;
	uint64_t len = part ? ra_number(argv[3], "LEN") : 0;

	if (argv[2] && !part)
		ra_usage("madvise takes both POS and LEN, or neither");
	if (ra_dry(ctx, "madvise fd=%s advice=%s pos=%llu len=%llu",
		   handle->name, argv[1], (unsigned long long)pos,
		   (unsigned long long)len))
		return;
	if (!part)
		len = handle->size;
	if (pos > handle->size || len > handle->size - pos)
		ra_fail("the advice goes past the end of %s", handle->name);
	if (madvise(handle->map + pos, len, advice))
		ra_fail("madvise %s of %s failed: %s", argv[1], handle->name,
			strerror(errno));
}

static void resident_run(struct ra_context *ctx, uint64_t from, uint64_t to)
{
	ra_extra(ctx, "run=%llu-%llu", (unsigned long long)from,
		 (unsigned long long)to);
}

static uint64_t resident_count(struct ra_context *ctx,
			       const unsigned char *vec, uint64_t nr_pages,
			       bool runs)
{
	uint64_t page, start = 0, nr = 0;
	bool inside = false, here;

	for (page = 0; page <= nr_pages; page++) {
		here = page < nr_pages && (vec[page] & 1);
		nr += here;
		if (here && !inside)
			start = page;
		if (!here && inside && runs)
			resident_run(ctx, start, page - 1);
		inside = here;
	}
	return nr;
}

/**
 * ra_op_resident - resident FD [runs]: which pages are in the page cache
 * @ctx: reports resident=PAGES of=PAGES, and with 'runs' each run of pages
 * @argv: the words
 *
 * Asks mincore() through a mapping of its own, which reads nothing.
 */
void ra_op_resident(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t nr_pages, nr;
	unsigned char *vec;
	void *map;

	if (argv[1] && strcmp(argv[1], "runs"))
		ra_usage("resident takes 'runs' or nothing after the label, not '%s'",
			 argv[1]);
	if (ra_dry(ctx, "mincore fd=%s", handle->name))
		return;
	nr_pages = (handle->size + RA_PAGE_SIZE - 1) / RA_PAGE_SIZE;
	vec = ra_alloc(nr_pages, 1);
	map = mmap(NULL, handle->size, PROT_READ, MAP_SHARED, handle->fd, 0);
	if (map == MAP_FAILED || mincore(map, handle->size, vec))
		ra_fail("cannot ask which pages of %s are resident: %s",
			handle->name, strerror(errno));
	munmap(map, handle->size);
	nr = resident_count(ctx, vec, nr_pages, argv[1]);
	ra_extra(ctx, "resident=%llu of=%llu", (unsigned long long)nr,
		 (unsigned long long)nr_pages);
	free(vec);
}
