/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers on the command line of a test program. */
#ifndef _TESTS_UNIT_NUMBER_H
#define _TESTS_UNIT_NUMBER_H

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <linux/types.h>

/**
 * parse_number - a number in decimal, and nothing but that
 * @text: what should be a number
 * @number: the number, if it is one
 *
 * A zero in front makes no octal one: a seed is cut out of a date.
 *
 * Return: true if @text is a number below 2^64.
 */
static inline bool parse_number(const char *text, u64 *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	return isdigit((unsigned char)*text) && !errno && !*end;
}

/**
 * number_argument - a number, or one line on stderr and exit status 2
 * @program: name of the program, for that line
 * @text: what should be a number
 * @what: what it should be the number of
 *
 * Return: the number.
 */
static inline u64 number_argument(const char *program, const char *text,
				  const char *what)
{
	u64 number;

	if (!parse_number(text, &number)) {
		fprintf(stderr, "%s: %s '%s' is not a number below 2^64.\n",
			program, what, text);
		exit(2);
	}
	return number;
}

/**
 * fresh_seed - a seed that no other run has had
 *
 * Return: the seed.
 */
static inline u64 fresh_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (u64)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif /* _TESTS_UNIT_NUMBER_H */
