/* SPDX-License-Identifier: GPL-2.0 */
/* Stand-in: what the policy core uses of the kernel's header of this name. */
#ifndef _TESTS_LINUX_BITOPS_H
#define _TESTS_LINUX_BITOPS_H

/* Also for the preprocessor, as in the kernel. */
#define BITS_PER_LONG		(__SIZEOF_LONG__ * __CHAR_BIT__)

/* The number of the lowest bit that is set; undefined for 0, as in the kernel. */
static inline unsigned long __ffs(unsigned long word)
{
	return __builtin_ctzl(word);
}

#endif /* _TESTS_LINUX_BITOPS_H */
