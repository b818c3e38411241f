/* SPDX-License-Identifier: GPL-2.0 */
/* Stand-in: what the policy core uses of the kernel's header of this name. */
#ifndef _TESTS_LINUX_OVERFLOW_H
#define _TESTS_LINUX_OVERFLOW_H

#include <stddef.h>
#include <stdint.h>

/* The sum, or the largest number when that is more. */
static inline size_t size_add(size_t a, size_t b)
{
	return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

#endif /* _TESTS_LINUX_OVERFLOW_H */
