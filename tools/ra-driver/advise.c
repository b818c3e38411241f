// SPDX-License-Identifier: GPL-2.0
/*
 * The operations that advise the kernel or empty its caches.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ra-driver.h"

static const struct ra_choice file_advice[] = {
	{ "normal", POSIX_FADV_NORMAL },
	{ "random", POSIX_FADV_RANDOM },
	{ "sequential", POSIX_FADV_SEQUENTIAL },
	{ "willneed", POSIX_FADV_WILLNEED },
	{ "dontneed", POSIX_FADV_DONTNEED },
	{ "noreuse", POSIX_FADV_NOREUSE },
};

static void advise(struct ra_context *ctx, struct ra_handle *handle,
		   uint64_t pos, uint64_t len, const char *name)
{
	int advice = ra_choose(file_advice, ARRAY_SIZE(file_advice), name,
			       "ADVICE");
	int error;

	if (ra_dry(ctx, "fadvise fd=%s pos=%llu len=%llu advice=%s",
		   handle->name, (unsigned long long)pos,
		   (unsigned long long)len, name))
		return;
	error = posix_fadvise(handle->fd, (off_t)pos, (off_t)len, advice);
	if (error)
		ra_fail("fadvise %s of %s failed: %s", name, handle->name,
			strerror(error));
}

/**
 * ra_op_fadvise - fadvise FD POS LEN ADVICE
 * @ctx: advises
 * @argv: the words; LEN 0 means to the end of the file
 */
void ra_op_fadvise(struct ra_context *ctx, char **argv)
{
	advise(ctx, ra_handle_find(ctx, argv[0]), ra_number(argv[1], "POS"),
	       ra_number(argv[2], "LEN"), argv[3]);
}

/**
 * ra_op_evict - evict FD [POS LEN]: drop clean pages from the page cache
 * @ctx: advises
 * @argv: the words; without a range, the whole file
 */
void ra_op_evict(struct ra_context *ctx, char **argv)
{
	bool part = argv[1];

	if (part && !argv[2])
		ra_usage("evict takes both POS and LEN, or neither");
	advise(ctx, ra_handle_find(ctx, argv[0]),
	       part ? ra_number(argv[1], "POS") : 0,
	       part ? ra_number(argv[2], "LEN") : 0, "dontneed");
}

/**
 * ra_op_readahead - readahead FD POS COUNT: the system call
 * @ctx: asks
 * @argv: the words
 */
void ra_op_readahead(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t count = ra_positive(argv[2], "COUNT");

	if (ra_dry(ctx, "readahead fd=%s pos=%llu count=%llu", handle->name,
		   (unsigned long long)pos, (unsigned long long)count))
		return;
	ctx->result.calls++;
	if (readahead(handle->fd, (off64_t)pos, count))
		ra_error(ctx, "readahead", handle, pos, errno);
}

/**
 * ra_op_dropcaches - dropcaches: write dirty data, then drop clean caches
 * @ctx: knows the mode
 * @argv: the words
 *
 * Concerns the whole machine, so it is for virtual machines.
 */
void ra_op_dropcaches(struct ra_context *ctx, char **argv)
{
	static const char path[] = "/proc/sys/vm/drop_caches";
	int fd;

	(void)argv;
	if (ra_dry(ctx, "dropcaches"))
		return;
	sync();
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, "3", 1) != 1)
		ra_fail("cannot write %s: %s", path, strerror(errno));
	close(fd);
}

/**
 * ra_op_sleep - sleep US
 * @ctx: waits
 * @argv: the words
 */
void ra_op_sleep(struct ra_context *ctx, char **argv)
{
	uint64_t us = ra_number(argv[0], "US");
	struct timespec left = {
		.tv_sec = (time_t)(us / 1000000),
		.tv_nsec = (long)(us % 1000000) * 1000,
	};

	if (ra_dry(ctx, "sleep us=%llu", (unsigned long long)us))
		return;
	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
		; /* a signal came: sleep for what is left */
}
