// SPDX-License-Identifier: GPL-2.0
/*
 * Holds ra_base_*() against the kernel that it describes, and ends at the first
 * difference: what differs and how short it can be told is of no interest here.
 *
 * usage: first-difference RA_PAGES STEPS REQUESTS SEED
 *
 * RA_PAGES and STEPS are those of a scale, see struct scale.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include <linux/kernel.h>

#include "../differential/generate.h"
#include "../differential/play.h"

static bool parse_number(const char *word, u64 *number)
{
	char *end;

	errno = 0;
	*number = strtoull(word, &end, 10);
	return isdigit((unsigned char)*word) && !errno && !*end;
}

static int refuse(const char *sentence)
{
	fprintf(stderr, "first-difference: %s\n", sentence);
	return 2;
}

static int run(const struct scale *scale, u64 nr_requests, u64 seed)
{
	struct random random = { .state = seed };
	struct stream stream = { .steps = NULL };
	struct counts counts = { .requests = 0 };

	while (counts.requests < nr_requests) {
		stream.nr = 0;
		generate(&random, scale, &stream);
		if (!play_stream(&stream, &counts, NULL))
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct scale scale = { .name = "first-difference" };
	u64 numbers[4];
	size_t i;

	if (argc != 5)
		return refuse("usage: first-difference RA_PAGES STEPS REQUESTS SEED");
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		if (!parse_number(argv[i + 1], &numbers[i]))
			return refuse("one of the numbers is none.");
	scale.ra_pages = numbers[0];
	scale.nr_steps = numbers[1];
	return run(&scale, numbers[2], numbers[3]);
}
