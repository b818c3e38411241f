/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in: what the policy core uses of the kernel's header of this name, as
 * contracts.  These are trusted, not proved; tests/proof/trusted.c tries them.
 */
#ifndef _PROOF_LINUX_LOG2_H
#define _PROOF_LINUX_LOG2_H

#include <limits.h>

/*@
  requires 1 <= n <= ULONG_MAX / 2 + 1;
  assigns \result \from n;
  ensures n <= \result <= ULONG_MAX / 2 + 1;
  ensures \result < 2 * n;
 */
unsigned long roundup_pow_of_two(unsigned long n);

/*@
  axiomatic log2 {
    logic integer log2(integer n);
  }
*/

/*@
  requires n >= 1;
  assigns \result \from n;
  ensures \result == log2(n);
  ensures 0 <= \result < 8 * sizeof(n);
  ensures n <= UINT_MAX ==> \result < 32;
 */
int ilog2(unsigned long n);

#endif /* _PROOF_LINUX_LOG2_H */
