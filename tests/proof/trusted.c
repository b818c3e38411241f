// SPDX-License-Identifier: GPL-2.0
/*
 * Tries what the prover has to believe: what tests/proof/include promises of the
 * kernel's functions, and contracts.h of C's operators, at each power of two and
 * beside it.  Prints each promise that is broken; the exit status says whether one
 * is.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <linux/bitops.h>
#include <linux/log2.h>
#include <linux/overflow.h>

static int nr_broken;

static void promise(bool kept, const char *what, unsigned long n)
{
	if (kept)
		return;
	printf("%s, for %lu\n", what, n);
	nr_broken++;
}

static void try_bits(unsigned long n)
{
	promise(__ffs(n) < BITS_PER_LONG, "__ffs() is below the width", n);
	promise(ilog2(n) >= 0 && ilog2(n) < BITS_PER_LONG,
		"ilog2() is below the width", n);
	promise(n > UINT_MAX || ilog2(n) < 32,
		"ilog2() of an int is below 32", n);
}

static void try_roundup(unsigned long n)
{
	const unsigned long up = roundup_pow_of_two(n);

	promise(up >= n, "roundup_pow_of_two() is no smaller", n);
	promise(up - n < n, "roundup_pow_of_two() is less than twice", n);
	promise(up <= ULONG_MAX / 2 + 1,
		"roundup_pow_of_two() is a power of two", n);
}

/* The sum is right, or it does not fit and the largest number stands for it. */
static void try_sum(unsigned long a, unsigned long b)
{
	const bool fits = b <= SIZE_MAX - a;

	promise(size_add(a, b) == (fits ? a + b : SIZE_MAX),
		"size_add() is the sum or the largest number", a);
}

/* The page in its huge page, as contracts.h has it. */
static void try_huge(unsigned long page, int order)
{
	const unsigned long start = page & (unsigned long)~((1 << order) - 1);

	promise(1 << order >= 1 && 1 << order <= 1 << 30,
		"a shift up to 30 is a positive int", order);
	promise(start <= page && page - start < 1UL << order,
		"a page is in its huge page", page);
}

static void try(unsigned long n)
{
	int bit;

	if (n)
		try_bits(n);
	if (n && n <= ULONG_MAX / 2 + 1)
		try_roundup(n);
	for (bit = 0; bit < BITS_PER_LONG; bit++) {
		try_sum(n, 1UL << bit);
		try_sum(n, -(1UL << bit));
		try_sum(n, (1UL << bit) - 1);
	}
	for (bit = 0; bit <= 30; bit++)
		try_huge(n, bit);
}

int main(void)
{
	int bit;

	for (bit = 0; bit < BITS_PER_LONG; bit++) {
		try((1UL << bit) - 1);
		try(1UL << bit);
		try((1UL << bit) + 1);
		try(-(1UL << bit));
	}
	return nr_broken != 0;
}
