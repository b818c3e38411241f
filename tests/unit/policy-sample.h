/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One input of the policy core, made of bytes.
 *
 * A rule compares pages and sizes with each other, and numbers drawn one by one
 * would hardly ever be equal, or one apart.  So each number is told by a byte
 * that chooses between values which matter in the sample so far, with or without
 * a small distance, and numbers of any magnitude.  A fuzzer that changes a byte
 * changes one of these choices; a random test draws all bytes.
 *
 * Nothing is left out: each number takes each value that its type holds, but for
 * the orders, which have to be below the width of a long.
 */
#ifndef _TESTS_UNIT_POLICY_SAMPLE_H
#define _TESTS_UNIT_POLICY_SAMPLE_H

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/readahead_policy.h>

/**
 * struct sample - one input; what a property does not look at it may change
 * @req: the request
 * @limits: the limits, and the length of the file
 * @old: the window that the descriptor remembers, also one that no rule makes
 * @fact: the fact about the page cache, also one that no page cache would say
 * @folio_order: order of a folio, 0 to 30
 * @max_order: largest order of the mapping, 2 to 30
 * @nr_left: pages that the file system left, in pages
 * @taken: pages that another decision reads
 */
struct sample {
	struct ra_request req;
	struct ra_limits limits;
	struct ra_window old;
	unsigned long fact;
	unsigned int folio_order;
	unsigned int max_order;
	unsigned int nr_left;
	struct ra_window taken;
};

#define MAX_FOLIO_ORDER	30

/* More bytes than a sample can take. */
#define SAMPLE_BYTES	192

/* What is left to read; behind the end there are zeroes. */
struct bytes {
	const unsigned char *next;
	size_t nr_left;
};

static unsigned char take_byte(struct bytes *bytes)
{
	if (!bytes->nr_left)
		return 0;
	bytes->nr_left--;
	return *bytes->next++;
}

/* Any number; each magnitude as likely as any other. */
static unsigned long take_any(struct bytes *bytes)
{
	const unsigned int nr_bits = take_byte(bytes) % (BITS_PER_LONG + 1);
	unsigned long value = 0;
	unsigned int i;

	if (!nr_bits)
		return 0;
	for (i = 0; i < sizeof(value); i++)
		value = value << CHAR_BIT | take_byte(bytes);
	return value >> (BITS_PER_LONG - nr_bits);
}

/* @value, or a number up to two away from it. */
static unsigned long take_near(struct bytes *bytes, unsigned long value)
{
	return value + take_byte(bytes) % 5 - 2;
}

/* One of @edges, a number near one, a small one, or any. */
static unsigned long take_number(struct bytes *bytes,
				 const unsigned long *edges,
				 unsigned int nr_edges)
{
	const unsigned char kind = take_byte(bytes);
	const unsigned long edge = edges[kind / 8 % nr_edges];

	switch (kind % 8) {
	case 0 ... 3:
		return edge;
	case 4 ... 5:
		return take_near(bytes, edge);
	case 6:
		return take_byte(bytes) % 64;
	default:
		return take_any(bytes);
	}
}

#define take(bytes, ...)						\
	take_number(bytes, (const unsigned long[]){ __VA_ARGS__ },	\
		    ARRAY_SIZE(((const unsigned long[]){ __VA_ARGS__ })))
#define take_size(bytes, ...)						\
	((unsigned int)(take(bytes, __VA_ARGS__) & UINT_MAX))

static void take_limits(struct bytes *bytes, struct ra_limits *limits)
{
	unsigned int ra_pages;

	ra_pages = take_size(bytes, 32, 0, 1, 2, 3, 4, 16, 31, 33, 64, 1024,
			     16384, 1UL << 20, 1UL << 31, UINT_MAX);
	limits->ra_pages = ra_pages;
	limits->io_pages = take_size(bytes, 0, ra_pages, 320, ra_pages * 2UL,
				     UINT_MAX);
}

static void take_window(struct bytes *bytes, struct ra_window *window,
			const struct ra_limits *limits)
{
	const unsigned long ra_pages = limits->ra_pages;
	unsigned int size;

	window->start = take(bytes, 0, 64, 1UL << 31, ULONG_MAX - ra_pages,
			     ULONG_MAX);
	size = take_size(bytes, ra_pages, 0, 1, ra_pages / 2, ra_pages / 16,
			 ra_pages * 2, UINT_MAX, 0 - window->start);
	window->size = size;
	window->async_size = take_size(bytes, size, 0, 1, size / 2, ra_pages);
}

/* A page near one that a rule compares with, or any. */
static unsigned long take_index(struct bytes *bytes, const struct sample *s)
{
	const unsigned long end = s->old.start + s->old.size;
	const unsigned long marker = end - s->old.async_size;

	return take(bytes, end, round_down(marker, 1UL << s->req.order), 0,
		    marker, s->old.start, 1UL << 31, LONG_MAX,
		    ULONG_MAX - s->limits.ra_pages, ULONG_MAX);
}

static void take_request(struct bytes *bytes, struct sample *s)
{
	struct ra_request *req = &s->req;
	const unsigned long ra_pages = s->limits.ra_pages;
	const unsigned char order = take_byte(bytes);

	req->order = order % 2 ? 0 : order / 2 % BITS_PER_LONG;
	req->nr_pages = take(bytes, 1, 0, 2, ra_pages / 32, ra_pages / 4,
			     ra_pages, ra_pages * 2, s->limits.io_pages,
			     1UL << 31, LONG_MAX, ULONG_MAX);
	req->index = take_index(bytes, s);
	req->prev_index = take(bytes, req->index, req->index - 1, 0,
			       req->index + 1, ULONG_MAX);
	req->sequential = take_byte(bytes) % 4 == 3;
}

/* Most files go on, and the rules differ where they end. */
static unsigned long take_file_end(struct bytes *bytes, const struct sample *s)
{
	const unsigned long index = s->req.index;
	const unsigned long end = s->old.start + s->old.size;

	return take(bytes, ULONG_MAX, LONG_MAX / 4096 + 1, ULONG_MAX,
		    index + 1, index + s->req.nr_pages, end, end + 1, index, 0);
}

/* What an explicit request may get, beside what any may get. */
static unsigned int take_explicit(struct bytes *bytes, const struct sample *s)
{
	const struct ra_limits *limits = &s->limits;

	return take_size(bytes, 0, 1024, limits->ra_pages, limits->io_pages,
			 limits->io_pages * 2UL, s->req.nr_pages, UINT_MAX);
}

/* Pages that begin or end where the last window or its marker does. */
static void take_taken(struct bytes *bytes, struct sample *s)
{
	const struct ra_window *old = &s->old;
	const unsigned long end = old->start + old->size;
	const unsigned long marker = end - old->async_size;
	const unsigned long start =
		take(bytes, old->start, old->start - 1, marker, end - 1,
		     old->start + old->size / 2, s->req.index, ULONG_MAX);

	s->taken.start = start;
	s->taken.size = take_size(bytes, 1, old->size, old->size / 2,
				  end - start, marker - start, UINT_MAX);
}

/* A history near the request's size, or a hole near the request. */
static unsigned long take_fact(struct bytes *bytes, const struct sample *s)
{
	const unsigned long index = s->req.index;
	const unsigned long nr_pages = s->req.nr_pages;
	const unsigned long ra_pages = s->limits.ra_pages;

	return take(bytes, index + 1, nr_pages + 1, index + ra_pages,
		    index + nr_pages, 0, nr_pages, index + ra_pages / 2, index,
		    s->limits.nr_file_pages, ULONG_MAX);
}

/**
 * sample_of - the input that bytes tell
 * @data: the bytes
 * @size: how many; what is missing counts as zeroes, what is too much as nothing
 *
 * Return: the sample.
 */
static inline struct sample sample_of(const unsigned char *data, size_t size)
{
	struct bytes bytes = { data, size };
	struct sample s = { 0 };

	take_limits(&bytes, &s.limits);
	take_window(&bytes, &s.old, &s.limits);
	take_request(&bytes, &s);
	s.limits.nr_file_pages = take_file_end(&bytes, &s);
	s.fact = take_fact(&bytes, &s);
	s.folio_order = take_byte(&bytes) % (MAX_FOLIO_ORDER + 1);
	s.max_order = 2 + take_byte(&bytes) % (MAX_FOLIO_ORDER - 1);
	s.nr_left = take_size(&bytes, 1, 4, s.old.size, s.old.async_size,
			      s.old.size + 4UL);
	s.limits.explicit_pages = take_explicit(&bytes, &s);
	take_taken(&bytes, &s);
	return s;
}

/**
 * show_sample - say on stderr what a sample is
 * @s: the sample
 */
static inline void show_sample(const struct sample *s)
{
	const struct ra_request *req = &s->req;

	fprintf(stderr, "# request: %lu pages from page %lu, %shinted sequential\n",
		req->nr_pages, req->index, req->sequential ? "" : "not ");
	fprintf(stderr, "# previous read up to page %lu; marker hit on a folio of order %u\n",
		req->prev_index, req->order);
	fprintf(stderr, "# limits: ra_pages %u, io_pages %u, explicit %u, file of %lu pages\n",
		s->limits.ra_pages, s->limits.io_pages,
		s->limits.explicit_pages, s->limits.nr_file_pages);
	fprintf(stderr, "# last window: %lu+%u-%u; fact: %lu\n", s->old.start,
		s->old.size, s->old.async_size, s->fact);
	fprintf(stderr, "# large folios: order %u, mapping up to order %u; left unread: %u pages\n",
		s->folio_order, s->max_order, s->nr_left);
	fprintf(stderr, "# taken by others: %u pages from page %lu\n",
		s->taken.size, s->taken.start);
}

#endif /* _TESTS_UNIT_POLICY_SAMPLE_H */
