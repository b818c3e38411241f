// SPDX-License-Identifier: GPL-2.0
/*
 * Messages, numbers, the random generator, and the record of pages asked for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ra-driver.h"

#define RA_MAX_FILES	256

/* The line of the script that is being checked, 0 outside of that. */
unsigned int ra_line;

static struct ra_file files[RA_MAX_FILES];
static size_t nr_files;

static void complain(const char *fmt, va_list args)
{
	fflush(stdout);
	fputs("ra-driver: ", stderr);
	if (ra_line)
		fprintf(stderr, "operation %u: ", ra_line);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
}

/**
 * ra_usage - refuse what the user wrote
 * @fmt: one sentence, without a line end
 *
 * Does not return; the exit status is 2.
 */
void ra_usage(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	exit(2);
}

/**
 * ra_fail - give up because the system refused something
 * @fmt: one sentence, without a line end
 *
 * Does not return; the exit status is 1. Other threads may be running, so
 * nothing but the output is put in order.
 */
void ra_fail(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	_exit(1);
}

/**
 * ra_alloc - zeroed memory, or the end of the program
 * @nr: number of elements
 * @size: bytes in each
 *
 * Return: the memory, to be freed by free().
 */
void *ra_alloc(size_t nr, size_t size)
{
	void *mem = calloc(nr ? nr : 1, size);

	if (!mem)
		ra_fail("no memory for %zu x %zu bytes", nr, size);
	return mem;
}

/**
 * ra_now_ns - the time
 *
 * Return: CLOCK_MONOTONIC, in ns.
 */
uint64_t ra_now_ns(void)
{
	struct timespec now;

	if (clock_gettime(CLOCK_MONOTONIC, &now))
		ra_fail("cannot read the clock: %s", strerror(errno));
	return (uint64_t)now.tv_sec * 1000000000ULL + (uint64_t)now.tv_nsec;
}

static uint64_t suffix_factor(const char *suffix, const char *word,
			      const char *what)
{
	if (!*suffix)
		return 1;
	if (!suffix[1]) {
		switch (*suffix) {
		case 'k':
			return 1ULL << 10;
		case 'm':
			return 1ULL << 20;
		case 'g':
			return 1ULL << 30;
		}
	}
	ra_usage("%s must be a number with an optional k, m or g, not '%s'",
		 what, word);
}

/**
 * ra_number - read a number that is not negative
 * @word: decimal digits with an optional k, m or g (powers of 1024)
 * @what: what it stands for, for the message
 *
 * Return: the value, at most INT64_MAX; ends the program when @word is bad.
 */
uint64_t ra_number(const char *word, const char *what)
{
	unsigned long long value;
	uint64_t factor;
	char *end;

	if (*word < '0' || *word > '9')
		ra_usage("%s must be a number with an optional k, m or g, not '%s'",
			 what, word);
	errno = 0;
	value = strtoull(word, &end, 10);
	factor = suffix_factor(end, word, what);
	if (errno || value > (uint64_t)INT64_MAX / factor)
		ra_usage("%s is too large: '%s'", what, word);
	return value * factor;
}

/**
 * ra_positive - read a number above zero
 * @word: as for ra_number()
 * @what: what it stands for, for the message
 *
 * Return: the value, 1 to INT64_MAX; ends the program when @word is bad.
 */
uint64_t ra_positive(const char *word, const char *what)
{
	uint64_t value = ra_number(word, what);

	if (!value)
		ra_usage("%s must be above 0", what);
	return value;
}

/**
 * ra_signed - read a number that may be negative
 * @word: as for ra_number(), with an optional minus
 * @what: what it stands for, for the message
 *
 * Return: the value; ends the program when @word is bad.
 */
int64_t ra_signed(const char *word, const char *what)
{
	if (*word == '-')
		return -(int64_t)ra_number(word + 1, what);
	return (int64_t)ra_number(word, what);
}

/**
 * ra_choose - find a word among those that are accepted
 * @choices: the accepted words
 * @nr: how many there are
 * @word: what the user wrote
 * @what: what it stands for, for the message
 *
 * Return: the value of the choice; ends the program when there is none.
 */
int ra_choose(const struct ra_choice *choices, size_t nr, const char *word,
	      const char *what)
{
	char list[RA_MAX_WORD] = "";
	size_t len = 0, i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(choices[i].name, word))
			return choices[i].value;
		if (len < sizeof(list))
			len += (size_t)snprintf(list + len, sizeof(list) - len,
						" %s", choices[i].name);
	}
	ra_usage("%s is '%s', not one of:%s", what, word, list);
}

/**
 * ra_random_next - the splitmix64 generator
 * @state: the seed at first, then left alone by the caller
 *
 * Small, and the same on every machine; the order of reads is a function of
 * the seed that the script states.
 *
 * Return: 64 random bits.
 */
uint64_t ra_random_next(uint64_t *state)
{
	uint64_t mix = *state += 0x9e3779b97f4a7c15ULL;

	mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9ULL;
	mix = (mix ^ (mix >> 27)) * 0x94d049bb133111ebULL;
	return mix ^ (mix >> 31);
}

/**
 * ra_random_below - a random number below a bound, each equally likely
 * @state: as for ra_random_next()
 * @bound: above 0
 *
 * Return: 0 to @bound - 1.
 */
uint64_t ra_random_below(uint64_t *state, uint64_t bound)
{
	uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
	uint64_t value;

	do {
		value = ra_random_next(state);
	} while (value >= limit);
	return value % bound;
}

/**
 * ra_random_draw - draw without replacement
 * @nr_slots: slots to draw from, numbered from 0
 * @nr_draws: how many to draw, at most @nr_slots
 * @seed: fixes the order
 *
 * Return: @nr_draws different slots in random order; the caller frees them.
 */
uint64_t *ra_random_draw(uint64_t nr_slots, uint64_t nr_draws, uint64_t seed)
{
	uint64_t *slots = ra_alloc(nr_slots, sizeof(*slots));
	uint64_t i, other, keep;

	for (i = 0; i < nr_slots; i++)
		slots[i] = i;
	for (i = 0; i < nr_draws && i < nr_slots; i++) {
		other = i + ra_random_below(&seed, nr_slots - i);
		keep = slots[i];
		slots[i] = slots[other];
		slots[other] = keep;
	}
	return slots;
}

static void file_init(struct ra_file *file, const struct stat *st,
		      uint64_t size)
{
	size_t bytes;
	void *seen;

	file->dev = S_ISBLK(st->st_mode) ? st->st_rdev : st->st_dev;
	file->ino = S_ISBLK(st->st_mode) ? 0 : st->st_ino;
	file->nr_pages = (size + RA_PAGE_SIZE - 1) / RA_PAGE_SIZE;
	bytes = file->nr_pages / 8 + 1;
	seen = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (seen == MAP_FAILED)
		ra_fail("no memory to note %zu bytes of pages", bytes);
	file->seen = seen;
}

static struct ra_file *file_find(const struct stat *st)
{
	dev_t dev = S_ISBLK(st->st_mode) ? st->st_rdev : st->st_dev;
	ino_t ino = S_ISBLK(st->st_mode) ? 0 : st->st_ino;
	size_t i;

	for (i = 0; i < nr_files; i++)
		if (files[i].dev == dev && files[i].ino == ino)
			return &files[i];
	return NULL;
}

/**
 * ra_file_get - find or start the record of a file
 * @path: its name
 * @start: start one if there is none
 *
 * Records are started in the checking pass, before there is any thread or
 * process, so that all of them share one record without a lock.
 *
 * Return: the record, or NULL when the file cannot be examined.
 */
struct ra_file *ra_file_get(const char *path, bool start)
{
	struct ra_file *file = NULL;
	struct stat st;
	off_t size;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	size = lseek(fd, 0, SEEK_END);
	if (size >= 0 && !fstat(fd, &st))
		file = file_find(&st);
	if (size >= 0 && !file && start) {
		if (nr_files == RA_MAX_FILES)
			ra_usage("more than %d files in one script",
				 RA_MAX_FILES);
		file = &files[nr_files++];
		file_init(file, &st, (uint64_t)size);
	}
	close(fd);
	return file;
}

/**
 * ra_file_mark - note that bytes were asked for
 * @ctx: counts the pages that are new
 * @file: the record, or NULL
 * @pos: first byte
 * @count: number of bytes
 *
 * Pages past the end of the file are not counted.
 */
void ra_file_mark(struct ra_context *ctx, struct ra_file *file, uint64_t pos,
		  uint64_t count)
{
	uint64_t page = pos / RA_PAGE_SIZE;
	uint64_t last = (pos + count - 1) / RA_PAGE_SIZE;
	uint8_t bit;

	if (!file || !count)
		return;
	for (; page <= last && page < file->nr_pages; page++) {
		bit = (uint8_t)(1U << (page % 8));
		if (__atomic_load_n(&file->seen[page / 8],
				    __ATOMIC_RELAXED) & bit)
			continue;
		if (!(__atomic_fetch_or(&file->seen[page / 8], bit,
					__ATOMIC_RELAXED) & bit))
			ctx->result.pages++;
	}
}
