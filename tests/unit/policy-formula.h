/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The windows by the formulas that the core states in prose, a second time and
 * in another form: by multiplication where the core divides and rounds down, in
 * 64 bits where it has to mind the width of a type, and without the end of the
 * file.  With the largest window of m pages,
 *
 *   r <= m/32 rounded down   is   32 r <= m
 *   c <  m/16 rounded down   is   16 (c + 1) <= m
 */
#ifndef _TESTS_UNIT_POLICY_FORMULA_H
#define _TESTS_UNIT_POLICY_FORMULA_H

#include <linux/types.h>

#include "policy-sample.h"

static u64 larger(u64 a, u64 b)
{
	return a > b ? a : b;
}

static u64 smaller(u64 a, u64 b)
{
	return a < b ? a : b;
}

/* m: the largest window that a request of this size may get. */
static unsigned int largest(const struct sample *s)
{
	return larger(s->limits.ra_pages,
		      smaller(s->req.nr_pages, s->limits.io_pages));
}

static u64 first_size(u64 nr_pages, u64 m)
{
	u64 r = 1;

	if (nr_pages > m)
		return m;
	while (r < nr_pages)
		r *= 2;
	if (32 * r <= m)
		return 4 * r;
	return 4 * r <= m ? 2 * r : m;
}

static u64 next_size(u64 c, u64 m)
{
	if (c > m)
		return m;
	if (16 * (c + 1) <= m)
		return 4 * c;
	return 2 * c <= m ? 2 * c : m;
}

static struct ra_window make_window(unsigned long start, u64 size,
				    u64 async_size)
{
	return (struct ra_window){ start, size, async_size };
}

/* The marker is behind the request; a window no larger than it is all marker. */
static struct ra_window first_window(const struct sample *s, bool halves)
{
	const u64 size = first_size(s->req.nr_pages, largest(s));
	const u64 all = halves ? size / 2 : size;

	return make_window(s->req.index, size, size > s->req.nr_pages ?
			   size - s->req.nr_pages : all);
}

/* Nothing says that the reader goes on, so that there is no marker. */
static struct ra_window part_window(const struct sample *s)
{
	return make_window(s->req.index, largest(s), 0);
}

/* A window does not shrink. */
static struct ra_window next_window(const struct sample *s)
{
	const u64 size = larger(s->old.size,
				next_size(s->old.size, largest(s)));

	return make_window(s->old.start + s->old.size, size, size);
}

/* A run from the start of the file counts double. */
static struct ra_window context_window(const struct sample *s)
{
	const u64 times = s->fact >= s->req.index ? 2 : 1;
	const u64 m = largest(s);
	const u64 size = s->fact > m ? m : times * s->fact + s->req.nr_pages;

	return make_window(s->req.index, smaller(size, m), 1);
}

/* From the marker to the hole another window had left something. */
static struct ra_window hole_window(const struct sample *s)
{
	const u64 m = largest(s);
	const u64 left_over = s->fact - s->req.index;
	const u64 size = s->req.nr_pages > m ? m :
			 next_size(left_over + s->req.nr_pages, m);

	return make_window(s->fact, size, size);
}

/* A window that is all marker, at the request, is read with the one behind it. */
static struct ra_window with_own_hit(struct ra_window window,
				     const struct sample *s)
{
	const u64 m = largest(s);
	const u64 next = next_size(window.size, m);

	if (window.start != s->req.index || window.size != window.async_size)
		return window;
	return window.size + next <= m ?
	       make_window(window.start, window.size + next, next) :
	       make_window(window.start, m, m / 2);
}

#endif /* _TESTS_UNIT_POLICY_FORMULA_H */
