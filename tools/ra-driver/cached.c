// SPDX-License-Identifier: GPL-2.0
/*
 * What a read of cached pages costs.
 *
 * In virtual time one instruction is one nanosecond, so the time of N reads is
 * the number of instructions they execute. Starting threads and leaving them
 * costs instructions too, hence two lengths, N and 2 N, of which the
 * difference is N reads and nothing else. N reads before them, which are not
 * timed, let caches and the scheduler settle.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ra-driver.h"

/**
 * struct reader - one thread that reads cached pages
 * @thread: the thread
 * @start: all threads and the one that takes the time meet here
 * @fd: its own descriptor
 * @buf: destination, @bs bytes
 * @bs: bytes a read
 * @first: first byte of the range it reads
 * @range: length of that range, a multiple of @bs; the reader starts again
 *	at its end
 * @nr_reads: reads to make
 */
struct reader {
	pthread_t thread;
	pthread_barrier_t *start;
	int fd;
	void *buf;
	uint64_t bs;
	uint64_t first;
	uint64_t range;
	uint64_t nr_reads;
};

static void *reader_main(void *data)
{
	struct reader *reader = data;
	uint64_t end = reader->first + reader->range;
	uint64_t pos = reader->first;
	uint64_t i;

	pthread_barrier_wait(reader->start);
	for (i = 0; i < reader->nr_reads; i++) {
		if (pread(reader->fd, reader->buf, reader->bs, (off_t)pos) !=
		    (ssize_t)reader->bs)
			ra_fail("a cached read at byte %llu came short",
				(unsigned long long)pos);
		pos += reader->bs;
		if (pos == end)
			pos = reader->first;
	}
	return NULL;
}

static void readers_start(struct reader *readers, uint64_t nr, uint64_t reads,
			  pthread_barrier_t *start)
{
	uint64_t i;
	int error;

	for (i = 0; i < nr; i++) {
		readers[i].start = start;
		readers[i].nr_reads = reads;
		error = pthread_create(&readers[i].thread, NULL, reader_main,
				       &readers[i]);
		if (error)
			ra_fail("cannot start a thread: %s", strerror(error));
	}
}

static uint64_t readers_time(struct reader *readers, uint64_t nr,
			     uint64_t reads)
{
	pthread_barrier_t barrier;
	uint64_t start, i;

	if (pthread_barrier_init(&barrier, NULL, (unsigned int)nr + 1))
		ra_fail("cannot make a barrier");
	readers_start(readers, nr, reads, &barrier);
	/* Before the barrier: after it, the readers may run first. */
	start = ra_now_ns();
	pthread_barrier_wait(&barrier);
	for (i = 0; i < nr; i++)
		pthread_join(readers[i].thread, NULL);
	start = ra_now_ns() - start;
	pthread_barrier_destroy(&barrier);
	return start;
}

static uint64_t open_and_warm(const char *path, uint64_t bs, int *fd)
{
	char buf[16 * RA_PAGE_SIZE];
	off_t size;

	*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0)
		ra_fail("cannot open %s: %s", path, strerror(errno));
	while (read(*fd, buf, sizeof(buf)) > 0)
		; /* the contents do not matter */
	size = lseek(*fd, 0, SEEK_END);
	if (size < (off_t)bs)
		ra_fail("%s is smaller than one read", path);
	return (uint64_t)size;
}

static struct reader *readers_new(const char *path, uint64_t bs, uint64_t nr,
				  bool own_block)
{
	struct reader *readers = ra_alloc(nr, sizeof(*readers));
	uint64_t size, i;

	for (i = 0; i < nr; i++) {
		size = open_and_warm(path, bs, &readers[i].fd);
		readers[i].bs = bs;
		readers[i].range = own_block ? bs : size - size % bs;
		readers[i].first = own_block ? i % (size / bs) * bs : 0;
		readers[i].buf = ra_alloc(bs, 1);
		memset(readers[i].buf, 1, bs);
	}
	return readers;
}

static void readers_free(struct reader *readers, uint64_t nr)
{
	uint64_t i;

	for (i = 0; i < nr; i++) {
		close(readers[i].fd);
		free(readers[i].buf);
	}
	free(readers);
}

static void measure(struct ra_context *ctx, const char *path, uint64_t bs,
		    uint64_t reads, uint64_t nr, bool own_block)
{
	struct reader *readers = readers_new(path, bs, nr, own_block);
	uint64_t once, twice;

	readers_time(readers, nr, reads);
	once = readers_time(readers, nr, reads);
	twice = readers_time(readers, nr, 2 * reads);
	readers_free(readers, nr);
	ctx->result.calls = 4 * reads * nr;
	ctx->result.bytes = 4 * reads * nr * bs;
	ra_extra(ctx, "bs=%llu jobs=%llu reads=%llu ns_once=%llu ns_twice=%llu",
		 (unsigned long long)bs, (unsigned long long)nr,
		 (unsigned long long)(reads * nr), (unsigned long long)once,
		 (unsigned long long)twice);
	ra_extra(ctx, "ns_per_read=%.3f",
		 ((double)twice - (double)once) / (double)(reads * nr));
}

static void cached_op(struct ra_context *ctx, char **argv, bool own_block)
{
	uint64_t bs = ra_positive(argv[1], "BS");
	uint64_t reads = ra_positive(argv[2], "N");
	uint64_t nr = ra_positive(argv[3], "JOBS");

	if (nr > 1024 || reads > 1ULL << 40)
		ra_usage("at most 1024 jobs of 2^40 reads");
	if (ctx->index >= 0)
		ra_usage("cached reads start their own threads");
	if (ra_dry(ctx, "%s path=%s bs=%llu reads=%llu jobs=%llu",
		   own_block ? "shared" : "cached", argv[0],
		   (unsigned long long)bs, (unsigned long long)reads,
		   (unsigned long long)nr))
		return;
	measure(ctx, argv[0], bs, reads, nr, own_block);
}

/**
 * ra_op_cached - cached NAME BS N JOBS: each job re-reads the whole file
 * @ctx: reports ns_per_read=
 * @argv: the words
 */
void ra_op_cached(struct ra_context *ctx, char **argv)
{
	cached_op(ctx, argv, false);
}

/**
 * ra_op_shared - shared NAME BS N JOBS: each job re-reads its own block
 * @ctx: reports ns_per_read=
 * @argv: the words
 *
 * The shape of the fxmark test DRBM: many readers, one file, a block each.
 */
void ra_op_shared(struct ra_context *ctx, char **argv)
{
	cached_op(ctx, argv, true);
}
