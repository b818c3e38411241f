/* SPDX-License-Identifier: GPL-2.0 */
/* Random streams. */
#ifndef _TESTS_GENERATE_H
#define _TESTS_GENERATE_H

#include "../unit/random.h"
#include "stream.h"

/**
 * struct scale - how large things are in a stream
 * @name: for the command line
 * @ra_pages: the largest window; 33: one of those around 0, 2 and 32
 * @nr_steps: how many steps follow the settings
 */
struct scale {
	const char *name;
	unsigned int ra_pages;
	unsigned int nr_steps;
};

#define NR_KINDS	12

extern const char * const kind_names[NR_KINDS];

unsigned int generate(struct random *random, const struct scale *scale,
		      struct stream *stream);

#endif /* _TESTS_GENERATE_H */
