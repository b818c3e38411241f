/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stand-in: what the policy core uses of the kernel's header of this name.
 * Written as plain conditions, which is all that the prover reads; an operand is
 * evaluated twice, and none in the core has a side effect.
 */
#ifndef _PROOF_LINUX_MINMAX_H
#define _PROOF_LINUX_MINMAX_H

#define min(x, y)		((x) < (y) ? (x) : (y))
#define max(x, y)		((x) > (y) ? (x) : (y))
#define min_t(type, x, y)	min((type)(x), (type)(y))
#define max_t(type, x, y)	max((type)(x), (type)(y))

#endif /* _PROOF_LINUX_MINMAX_H */
