/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in: what the policy core uses of the kernel's header of this name.
 * As there, min() and max() refuse operands of two types, and every operand is
 * evaluated once.
 */
#ifndef _TESTS_LINUX_MINMAX_H
#define _TESTS_LINUX_MINMAX_H

#include <assert.h>

#define minmax_pick(x, op, y) (__extension__ ({				\
	const __auto_type x_ = (x);					\
	const __auto_type y_ = (y);					\
									\
	static_assert(__builtin_types_compatible_p(__typeof__(x_),	\
						   __typeof__(y_)),	\
		      "operands of two types");				\
	x_ op y_ ? x_ : y_;						\
}))

#define min(x, y)		minmax_pick(x, <, y)
#define max(x, y)		minmax_pick(x, >, y)
#define min3(x, y, z)		min(min(x, y), z)
#define max3(x, y, z)		max(max(x, y), z)
#define min_t(type, x, y)	min((type)(x), (type)(y))
#define max_t(type, x, y)	max((type)(x), (type)(y))
#define clamp_t(type, x, low, high)	\
	min_t(type, max_t(type, x, low), high)

#endif /* _TESTS_LINUX_MINMAX_H */
