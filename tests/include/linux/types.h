/* SPDX-License-Identifier: GPL-2.0 */
/* Stand-in: what the policy core uses of the kernel's header of this name. */
#ifndef _TESTS_LINUX_TYPES_H
#define _TESTS_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long s64;

#endif /* _TESTS_LINUX_TYPES_H */
