/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers that a seed repeats: splitmix64, a counter that is stepped by
 * the golden ratio and mixed by Stafford's thirteenth variant.
 */
#ifndef _TESTS_UNIT_RANDOM_H
#define _TESTS_UNIT_RANDOM_H

#include <linux/types.h>

struct random {
	u64 state;
};

static inline u64 random_u64(struct random *random)
{
	u64 z;

	random->state += 0x9e3779b97f4a7c15ULL;
	z = random->state;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* 0 to @limit - 1; the bias is far below what a test could see. */
static inline u64 random_below(struct random *random, u64 limit)
{
	return random_u64(random) % limit;
}

/* 0 to 2^@nr_bits - 1, each magnitude as likely as any other. */
static inline u64 random_magnitude(struct random *random, unsigned int nr_bits)
{
	const unsigned int bits = random_below(random, nr_bits + 1);

	return bits ? random_u64(random) >> (64 - bits) : 0;
}

#endif /* _TESTS_UNIT_RANDOM_H */
