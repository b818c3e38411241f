// SPDX-License-Identifier: GPL-2.0
/*
 * What the test takes from the base's mm/filemap.c, see scripts/base-source: the
 * two searches, under names of their own, and the window around a fault.
 */
#include "standin.h"

#define page_cache_next_miss	base_next_miss
#define page_cache_prev_miss	base_prev_miss
#include "mm/search.c"

void base_around(struct file_ra_state *ra, const struct vm_fault *vmf)
{
#include "mm/around.c"
}
