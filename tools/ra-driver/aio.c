// SPDX-License-Identifier: GPL-2.0
/*
 * Reads that are submitted together: io_submit() of a batch.
 *
 * A buffered read is done within that call, one after the other, and the kernel
 * may hold back what they ask of the disk until the last one is done. When the call
 * began and ended is told, on the clock that the simulated disk logs by.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ra-driver.h"

#define RA_MAX_BATCH	1024

/**
 * struct batch - reads to be submitted together
 * @iocb: one a read; aio_data is its place in @handle
 * @list: pointers to them, as io_submit() takes them
 * @event: how they ended
 * @handle: where each of them reads
 * @nr: how many there are
 */
struct batch {
	struct iocb iocb[RA_MAX_BATCH];
	struct iocb *list[RA_MAX_BATCH];
	struct io_event event[RA_MAX_BATCH];
	struct ra_handle *handle[RA_MAX_BATCH];
	unsigned int nr;
};

static void batch_add(struct ra_context *ctx, struct batch *batch,
		      struct ra_handle *handle, uint64_t pos, uint64_t bs)
{
	struct iocb *iocb = &batch->iocb[batch->nr];

	/* What is read does not matter: all of them share the buffer. */
	iocb->aio_lio_opcode = IOCB_CMD_PREAD;
	iocb->aio_fildes = (uint32_t)handle->fd;
	iocb->aio_buf = (uintptr_t)ctx->buf;
	iocb->aio_nbytes = bs;
	iocb->aio_offset = (int64_t)pos;
	iocb->aio_data = batch->nr;
	batch->list[batch->nr] = iocb;
	batch->handle[batch->nr++] = handle;
}

/* The words of one range: FD POS BS N. */
static void batch_range(struct ra_context *ctx, struct batch *batch,
			char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);
	uint64_t pos = ra_number(argv[1], "POS");
	uint64_t bs = ra_positive(argv[2], "BS");
	uint64_t nr = ra_positive(argv[3], "N");
	uint64_t count, i;

	if (nr > RA_MAX_BATCH - batch->nr)
		ra_usage("more than %d reads in one batch", RA_MAX_BATCH);
	if (__builtin_mul_overflow(bs, nr, &count) ||
	    count > (uint64_t)INT64_MAX - pos)
		ra_usage("the range ends above the largest file offset");
	if (ctx->set->mode == RA_CHECK)
		ra_need_buffer(bs);
	for (i = 0; i < nr; i++, pos += bs) {
		batch_add(ctx, batch, handle, pos, bs);
		ra_dry(ctx, "aio fd=%s pos=%llu count=%llu", handle->name,
		       (unsigned long long)pos, (unsigned long long)bs);
	}
}

static void batch_submit(struct ra_context *ctx, struct batch *batch,
			 aio_context_t aio)
{
	uint64_t start, end;
	long nr;

	start = ra_now_ns();
	nr = syscall(SYS_io_submit, aio, (long)batch->nr, batch->list);
	end = ra_now_ns();
	if (nr < 0)
		ra_fail("io_submit failed: %s", strerror(errno));
	if (nr != (long)batch->nr)
		ra_fail("io_submit took only %ld of %u reads", nr, batch->nr);
	ra_extra(ctx, "submit_start_ns=%llu submit_end_ns=%llu",
		 (unsigned long long)start, (unsigned long long)end);
}

static void batch_wait(struct batch *batch, aio_context_t aio)
{
	long nr;

	do {
		nr = syscall(SYS_io_getevents, aio, (long)batch->nr,
			     (long)batch->nr, batch->event, NULL);
	} while (nr < 0 && errno == EINTR);
	if (nr < 0)
		ra_fail("io_getevents failed: %s", strerror(errno));
	if (nr != (long)batch->nr)
		ra_fail("io_getevents told of only %ld of %u reads", nr,
			batch->nr);
}

static void batch_account(struct ra_context *ctx, const struct batch *batch)
{
	const struct iocb *iocb;
	unsigned int i, place;

	for (i = 0; i < batch->nr; i++) {
		place = (unsigned int)batch->event[i].data;
		iocb = &batch->iocb[place];
		if (batch->event[i].res < 0)
			ra_error(ctx, "aio", batch->handle[place],
				 (uint64_t)iocb->aio_offset,
				 (int)-batch->event[i].res);
		else
			ctx->result.bytes += (uint64_t)batch->event[i].res;
		ctx->result.calls++;
		ra_file_mark(ctx, batch->handle[place]->file,
			     (uint64_t)iocb->aio_offset, iocb->aio_nbytes);
	}
}

static void batch_run(struct ra_context *ctx, struct batch *batch)
{
	aio_context_t aio = 0;

	if (syscall(SYS_io_setup, (long)batch->nr, &aio))
		ra_fail("io_setup for %u reads failed: %s", batch->nr,
			strerror(errno));
	batch_submit(ctx, batch, aio);
	batch_wait(batch, aio);
	if (syscall(SYS_io_destroy, aio))
		ra_fail("io_destroy failed: %s", strerror(errno));
	batch_account(ctx, batch);
}

/**
 * ra_op_aio - aio FD POS BS N [FD POS BS N]...: reads in one io_submit()
 * @ctx: reads; reports submit_start_ns= and submit_end_ns= (CLOCK_MONOTONIC)
 * @argv: the words, four for each range, which is read in order
 */
void ra_op_aio(struct ra_context *ctx, char **argv)
{
	struct batch *batch = ra_alloc(1, sizeof(*batch));

	for (; argv[0]; argv += 4) {
		if (!argv[1] || !argv[2] || !argv[3])
			ra_usage("aio takes FD POS BS N for each range");
		batch_range(ctx, batch, argv);
	}
	if (ctx->set->mode == RA_RUN)
		batch_run(ctx, batch);
	free(batch);
}
