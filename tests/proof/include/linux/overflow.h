/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in: what the policy core uses of the kernel's header of this name, as
 * contracts.  These are trusted, not proved; tests/proof/trusted.c tries them.
 */
#ifndef _PROOF_LINUX_OVERFLOW_H
#define _PROOF_LINUX_OVERFLOW_H

#include <stddef.h>
#include <stdint.h>

/*@
  assigns \result \from a, b;
  ensures \result == \min(a + b, SIZE_MAX);
 */
size_t size_add(size_t a, size_t b);

#endif /* _PROOF_LINUX_OVERFLOW_H */
