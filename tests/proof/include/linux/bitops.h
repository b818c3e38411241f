/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in: what the policy core uses of the kernel's header of this name, as
 * contracts.  These are trusted, not proved; tests/proof/trusted.c tries them.
 */
#ifndef _PROOF_LINUX_BITOPS_H
#define _PROOF_LINUX_BITOPS_H

#define BITS_PER_LONG		((int)(8 * sizeof(long)))

/*@
  requires word != 0;
  assigns \result \from word;
  ensures 0 <= \result < 8 * sizeof(word);
 */
unsigned long __ffs(unsigned long word);

#endif /* _PROOF_LINUX_BITOPS_H */
