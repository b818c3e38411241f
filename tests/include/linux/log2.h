/* SPDX-License-Identifier: GPL-2.0 */
/* Stand-in: what the policy core uses of the kernel's header of this name. */
#ifndef _TESTS_LINUX_LOG2_H
#define _TESTS_LINUX_LOG2_H

#include <limits.h>

/*
 * Undefined for 0 and above the largest power of two, as in the kernel: the
 * shift then is as wide as the type, which a sanitizer reports.
 */
static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	const int nr_bits = sizeof(n) * CHAR_BIT;

	return 1UL << (n == 1 ? 0 : nr_bits - __builtin_clzl(n - 1));
}

/* Undefined for 0, as in the kernel. */
static inline int ilog2(unsigned long n)
{
	return (int)(sizeof(n) * CHAR_BIT) - 1 - __builtin_clzl(n);
}

#endif /* _TESTS_LINUX_LOG2_H */
