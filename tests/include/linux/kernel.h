/* SPDX-License-Identifier: GPL-2.0 */
/* Stand-in: what the policy core uses of the kernel's header of this name. */
#ifndef _TESTS_LINUX_KERNEL_H
#define _TESTS_LINUX_KERNEL_H

#include <limits.h>

/* @to is a power of two, and has the type of @x. */
#define round_down(x, to)	((x) & ~((to) - 1))

#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif /* _TESTS_LINUX_KERNEL_H */
