// SPDX-License-Identifier: GPL-2.0
/*
 * The operations that read through a descriptor.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ra-driver.h"

static void read_at(struct ra_context *ctx, struct ra_handle *handle,
		    uint64_t pos, uint64_t count)
{
	ssize_t got;

	if (ctx->set->mode == RA_CHECK)
		ra_need_buffer(count);
	if (ra_dry(ctx, "pread fd=%s pos=%llu count=%llu", handle->name,
		   (unsigned long long)pos, (unsigned long long)count))
		return;
	got = pread(handle->fd, ctx->buf, count, (off_t)pos);
	if (got < 0)
		ra_error(ctx, "pread", handle, pos, errno);
	else
		ctx->result.bytes += (uint64_t)got;
	ctx->result.calls++;
	ra_file_mark(ctx, handle->file, pos, count);
}

static void require_multiple(uint64_t count, uint64_t unit, const char *what)
{
	if (count % unit)
		ra_usage("%s must be a multiple of %llu, not %llu", what,
			 (unsigned long long)unit, (unsigned long long)count);
}

/* Sums that pass the largest file offset are refused before they wrap. */
static uint64_t product(uint64_t a, uint64_t b, const char *what)
{
	uint64_t value;

	if (__builtin_mul_overflow(a, b, &value) || value > INT64_MAX)
		ra_usage("%s is too large", what);
	return value;
}

static void require_range(uint64_t pos, uint64_t count)
{
	if (pos > (uint64_t)INT64_MAX - count)
		ra_usage("the range ends above the largest file offset");
}

/**
 * ra_op_pread - pread FD POS COUNT: one read
 * @ctx: reads
 * @argv: the words
 */
void ra_op_pread(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t count = ra_positive(argv[2], "COUNT");

	require_range(pos, count);
	read_at(ctx, handle, pos, count);
}

/**
 * ra_op_seq - seq FD POS COUNT BS: in order; the last read may be short
 * @ctx: reads
 * @argv: the words
 */
void ra_op_seq(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t count = ra_number(argv[2], "COUNT");
	uint64_t bs = ra_positive(argv[3], "BS");
	uint64_t piece;

	require_range(pos, count);
	for (; count; count -= piece, pos += piece) {
		piece = count < bs ? count : bs;
		read_at(ctx, handle, pos, piece);
	}
}

/**
 * ra_op_rev - rev FD POS COUNT BS: the range from its end to its start
 * @ctx: reads
 * @argv: the words
 */
void ra_op_rev(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t count = ra_number(argv[2], "COUNT");
	uint64_t bs = ra_positive(argv[3], "BS");

	require_multiple(count, bs, "COUNT");
	require_range(pos, count);
	for (; count; count -= bs)
		read_at(ctx, handle, pos + count - bs, bs);
}

/**
 * ra_op_stride - stride FD POS STEP BS N: BS bytes at POS, POS + STEP, ...
 * @ctx: reads
 * @argv: the words; STEP may be negative
 */
void ra_op_stride(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	int64_t step = ra_signed(argv[2], "STEP");
	uint64_t bs = ra_positive(argv[3], "BS");
	uint64_t nr = ra_positive(argv[4], "N");
	uint64_t way, i;

	way = product((uint64_t)llabs(step), nr - 1, "N x STEP");
	if (step < 0 && way > pos)
		ra_usage("the stride ends before the start of the file");
	require_range(pos, bs);
	if (step > 0)
		require_range(pos + bs, way);
	for (i = 0; i < nr; i++)
		read_at(ctx, handle, pos + i * (uint64_t)step, bs);
}

/**
 * ra_op_streams - streams FD[,FD...] N TOTAL BS [POS]
 * @ctx: reads
 * @argv: the words
 *
 * The range is cut into N parts; each is read in order, one piece of each
 * part in turn. Stream number i uses descriptor i modulo their number.
 */
void ra_op_streams(struct ra_context *ctx, char **argv)
{
	struct ra_handle *list[RA_MAX_HANDLES];
	unsigned int nr_fds = ra_handle_list(ctx, argv[0], list);
	uint64_t nr = ra_positive(argv[1], "N");
	uint64_t total = ra_number(argv[2], "TOTAL");
	uint64_t bs = ra_positive(argv[3], "BS");
	uint64_t start = argv[4] ? ra_number(argv[4], "POS") : 0;
	uint64_t part, pos, i;

	require_multiple(total, product(nr, bs, "N x BS"), "TOTAL");
	require_range(start, total);
	part = total / nr;
	for (pos = 0; pos < part; pos += bs)
		for (i = 0; i < nr; i++)
			read_at(ctx, list[i % nr_fds], start + i * part + pos,
				bs);
}

/**
 * ra_op_alternate - alternate FD,FD[,FD...] POS COUNT BS
 * @ctx: reads
 * @argv: the words
 *
 * The range is read in order, each piece through the next descriptor.
 */
void ra_op_alternate(struct ra_context *ctx, char **argv)
{
	struct ra_handle *list[RA_MAX_HANDLES];
	unsigned int nr_fds = ra_handle_list(ctx, argv[0], list);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t count = ra_number(argv[2], "COUNT");
	uint64_t bs = ra_positive(argv[3], "BS");
	uint64_t i;

	if (nr_fds < 2)
		ra_usage("alternate needs at least two descriptors");
	require_multiple(count, bs, "COUNT");
	require_range(pos, count);
	for (i = 0; i < count / bs; i++)
		read_at(ctx, list[i % nr_fds], pos + i * bs, bs);
}

/* Slot numbers in random order, each at most once. */
static uint64_t *draw(uint64_t range, uint64_t unit, uint64_t nr_draws,
		      uint64_t seed)
{
	if (nr_draws > range / unit)
		ra_usage("%llu draws without replacement from %llu places",
			 (unsigned long long)nr_draws,
			 (unsigned long long)(range / unit));
	return ra_random_draw(range / unit, nr_draws, seed);
}

/**
 * ra_op_random - random FD POS RANGE BS N SEED
 * @ctx: reads
 * @argv: the words
 *
 * N different BS-aligned pieces of the range in random order.
 */
void ra_op_random(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t range = ra_number(argv[2], "RANGE");
	uint64_t bs = ra_positive(argv[3], "BS");
	uint64_t nr = ra_positive(argv[4], "N");
	uint64_t *slots, i;

	require_range(pos, range);
	slots = draw(range, bs, nr, ra_number(argv[5], "SEED"));
	for (i = 0; i < nr; i++)
		read_at(ctx, handle, pos + slots[i] * bs, bs);
	free(slots);
}

static void run_limits(char *word, uint64_t *min, uint64_t *max)
{
	char copy[RA_MAX_WORD];
	char *dash;

	strncpy(copy, word, sizeof(copy) - 1);
	copy[sizeof(copy) - 1] = '\0';
	dash = strchr(copy, '-');
	if (dash)
		*dash++ = '\0';
	*min = ra_positive(copy, "RUN");
	*max = dash ? ra_positive(dash, "RUN") : *min;
	if (*max < *min)
		ra_usage("RUN is LENGTH or SHORTEST-LONGEST, not '%s'", word);
}

/**
 * ra_op_randrun - randrun FD POS RANGE BS RUN N SEED
 * @ctx: reads
 * @argv: the words; RUN is a length or SHORTEST-LONGEST, in pieces of BS
 *
 * N runs: a random start, then RUN pieces in order. The places are as long as
 * the longest run and drawn without replacement, so no run meets another.
 */
void ra_op_randrun(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t range = ra_number(argv[2], "RANGE");
	uint64_t bs = ra_positive(argv[3], "BS");
	uint64_t nr = ra_positive(argv[5], "N");
	uint64_t seed = ra_number(argv[6], "SEED");
	uint64_t min, max, unit, length, i, piece, *slots;

	run_limits(argv[4], &min, &max);
	unit = product(bs, max, "BS x RUN");
	require_range(pos, range);
	slots = draw(range, unit, nr, seed);
	for (i = 0; i < nr; i++) {
		length = min + ra_random_below(&seed, max - min + 1);
		for (piece = 0; piece < length; piece++)
			read_at(ctx, handle,
				pos + slots[i] * unit + piece * bs, bs);
	}
	free(slots);
}

static void drain(int from, int to, size_t count)
{
	ssize_t done;

	while (count) {
		done = splice(from, NULL, to, NULL, count, 0);
		if (done <= 0)
			ra_fail("cannot empty the pipe: %s", strerror(errno));
		count -= (size_t)done;
	}
}

static void splice_through(struct ra_context *ctx, struct ra_handle *handle,
			   uint64_t pos, uint64_t count)
{
	int pipes[2], null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	loff_t from = (loff_t)pos;
	ssize_t got;

	if (null < 0 || pipe2(pipes, O_CLOEXEC))
		ra_fail("cannot set up a pipe: %s", strerror(errno));
	while (count) {
		got = splice(handle->fd, &from, pipes[1], NULL, count, 0);
		ctx->result.calls++;
		if (got < 0)
			ra_error(ctx, "splice", handle, (uint64_t)from, errno);
		if (got <= 0)
			break;
		count -= (uint64_t)got;
		ctx->result.bytes += (uint64_t)got;
		drain(pipes[0], null, (size_t)got);
	}
	close(pipes[0]);
	close(pipes[1]);
	close(null);
}

/**
 * ra_op_splice - splice FD POS COUNT: into a pipe and on to /dev/null
 * @ctx: reads
 * @argv: the words
 */
void ra_op_splice(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t count = ra_positive(argv[2], "COUNT");

	require_range(pos, count);
	if (ra_dry(ctx, "splice fd=%s pos=%llu count=%llu", handle->name,
		   (unsigned long long)pos, (unsigned long long)count))
		return;
	splice_through(ctx, handle, pos, count);
	ra_file_mark(ctx, handle->file, pos, count);
}
