// SPDX-License-Identifier: GPL-2.0
/*
 * One thread of execution: its descriptors, its buffer, what it reports.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ra-driver.h"

/*
 * The largest read of the script, known after the checking pass. The buffer
 * is allocated and touched before any operation is timed, else the first
 * large read would be charged for it.
 */
static uint64_t largest_read;

/**
 * ra_need_buffer - announce the size of a read
 * @size: in bytes; called in the checking pass
 */
void ra_need_buffer(uint64_t size)
{
	if (size > largest_read)
		largest_read = size;
}

static void context_buffer(struct ra_context *ctx)
{
	int error;

	if (ctx->set->mode != RA_RUN || !largest_read)
		return;
	ctx->buf_size = largest_read;
	error = posix_memalign(&ctx->buf, RA_PAGE_SIZE, ctx->buf_size);
	if (error)
		ra_fail("no memory for reads of %zu bytes", ctx->buf_size);
	memset(ctx->buf, 1, ctx->buf_size);
}

/**
 * ra_context_new - the first thread
 * @set: options of the run
 * @script: what it will execute
 *
 * Return: a context without descriptors, for ra_context_free().
 */
struct ra_context *ra_context_new(const struct ra_settings *set,
				  const struct ra_script *script)
{
	struct ra_context *ctx = ra_alloc(1, sizeof(*ctx));

	ctx->set = set;
	ctx->script = script;
	ctx->index = -1;
	context_buffer(ctx);
	return ctx;
}

/**
 * ra_context_copy - another thread
 * @from: the one that starts it
 * @index: its number
 *
 * The copy uses the descriptors of @from, which must keep them open.
 *
 * Return: a context, for ra_context_free().
 */
struct ra_context *ra_context_copy(const struct ra_context *from, int index)
{
	struct ra_context *ctx = ra_alloc(1, sizeof(*ctx));
	size_t i;

	memcpy(ctx, from, sizeof(*ctx));
	for (i = 0; i < RA_MAX_HANDLES; i++)
		ctx->handles[i].owned = false;
	ctx->index = index;
	ctx->extra = NULL;
	ctx->buf = NULL;
	context_buffer(ctx);
	return ctx;
}

static void handle_close(struct ra_handle *handle)
{
	if (handle->owned && handle->map)
		munmap(handle->map, handle->size);
	if (handle->owned && handle->fd >= 0)
		close(handle->fd);
	memset(handle, 0, sizeof(*handle));
	handle->fd = -1;
}

/**
 * ra_context_free - end a thread
 * @ctx: closes what it opened itself
 */
void ra_context_free(struct ra_context *ctx)
{
	size_t i;

	for (i = 0; i < RA_MAX_HANDLES; i++)
		if (ctx->handles[i].name[0])
			handle_close(&ctx->handles[i]);
	free(ctx->extra);
	free(ctx->buf);
	free(ctx);
}

static struct ra_handle *handle_lookup(struct ra_context *ctx,
				       const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < RA_MAX_HANDLES; i++)
		if (len && strlen(ctx->handles[i].name) == len &&
		    !strncmp(ctx->handles[i].name, name, len))
			return &ctx->handles[i];
	return NULL;
}

/**
 * ra_handle_find - the descriptor with a label
 * @ctx: where to look
 * @name: the label
 *
 * Return: the descriptor; ends the program when no open gave it.
 */
struct ra_handle *ra_handle_find(struct ra_context *ctx, const char *name)
{
	struct ra_handle *handle = handle_lookup(ctx, name, strlen(name));

	if (!handle)
		ra_usage("no open descriptor is called '%s'", name);
	return handle;
}

/**
 * ra_handle_list - the descriptors with labels
 * @ctx: where to look
 * @names: labels with commas between them
 * @list: room for RA_MAX_HANDLES
 *
 * Return: how many there are, at least 1.
 */
unsigned int ra_handle_list(struct ra_context *ctx, const char *names,
			    struct ra_handle **list)
{
	unsigned int nr = 0;
	size_t len;

	while (true) {
		len = strcspn(names, ",");
		if (nr == RA_MAX_HANDLES)
			ra_usage("more than %d descriptors", RA_MAX_HANDLES);
		list[nr] = handle_lookup(ctx, names, len);
		if (!list[nr++])
			ra_usage("no open descriptor is called '%.*s'",
				 (int)len, names);
		if (!names[len])
			return nr;
		names += len + 1;
	}
}

static struct ra_handle *handle_new(struct ra_context *ctx, const char *name)
{
	struct ra_handle *handle = NULL;
	size_t i;

	if (!*name || strchr(name, ',') ||
	    strlen(name) >= sizeof(handle->name))
		ra_usage("a label is 1 to %zu characters without a comma, not '%s'",
			 sizeof(handle->name) - 1, name);
	if (handle_lookup(ctx, name, strlen(name)))
		ra_usage("the descriptor '%s' is open already", name);
	for (i = 0; i < RA_MAX_HANDLES && !handle; i++)
		if (!ctx->handles[i].name[0])
			handle = &ctx->handles[i];
	if (!handle)
		ra_usage("more than %d descriptors", RA_MAX_HANDLES);
	memset(handle, 0, sizeof(*handle));
	memcpy(handle->name, name, strlen(name));
	handle->fd = -1;
	handle->owned = true;
	return handle;
}

/**
 * ra_op_open - open NAME FD [direct]
 * @ctx: gets the descriptor
 * @argv: the words
 */
void ra_op_open(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = handle_new(ctx, argv[1]);
	bool checking = ctx->set->mode == RA_CHECK;
	int flags = O_RDONLY | O_CLOEXEC;
	off_t size;

	if (argv[2] && strcmp(argv[2], "direct"))
		ra_usage("open takes 'direct' or nothing after the label, not '%s'",
			 argv[2]);
	if (argv[2])
		flags |= O_DIRECT;
	handle->file = ra_file_get(argv[0], checking);
	if (ra_dry(ctx, "open path=%s fd=%s", argv[0], argv[1]))
		return;
	handle->fd = open(argv[0], flags);
	if (handle->fd < 0)
		ra_fail("cannot open %s: %s", argv[0], strerror(errno));
	size = lseek(handle->fd, 0, SEEK_END);
	if (size < 0)
		ra_fail("cannot find the size of %s: %s", argv[0],
			strerror(errno));
	handle->size = (uint64_t)size;
}

/**
 * ra_op_close - close FD
 * @ctx: loses the descriptor
 * @argv: the words
 */
void ra_op_close(struct ra_context *ctx, char **argv)
{
	struct ra_handle *handle = ra_handle_find(ctx, argv[0]);

	if (!handle->owned)
		ra_usage("'%s' belongs to the thread that opened it", argv[0]);
	ra_dry(ctx, "close fd=%s", argv[0]);
	handle_close(handle);
}

/**
 * ra_dry - print a system call when it shall not be made
 * @ctx: knows the mode
 * @fmt: the call as key=value words
 *
 * Return: true when the caller must not make the call.
 */
bool ra_dry(const struct ra_context *ctx, const char *fmt, ...)
{
	va_list args;

	if (ctx->set->mode == RA_RUN)
		return false;
	if (ctx->set->mode == RA_CHECK)
		return true;
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	if (ctx->index >= 0)
		printf(" thread=%d", ctx->index);
	putchar('\n');
	return true;
}

/**
 * ra_extra - add words to the result line of the current operation
 * @ctx: whose operation
 * @fmt: key=value words
 */
void ra_extra(struct ra_context *ctx, const char *fmt, ...)
{
	char *word = NULL, *all = NULL;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vasprintf(&word, fmt, args);
	va_end(args);
	if (len < 0 || asprintf(&all, "%s %s", ctx->extra ? ctx->extra : "",
				word) < 0)
		ra_fail("no memory for a result line");
	free(word);
	free(ctx->extra);
	ctx->extra = all;
}

/**
 * ra_error - a read failed
 * @ctx: whose read
 * @what: the system call
 * @handle: where it read
 * @pos: first byte
 * @error: the errno
 *
 * Ends the program unless --keep-going was given.
 */
void ra_error(struct ra_context *ctx, const char *what,
	      const struct ra_handle *handle, uint64_t pos, int error)
{
	if (!ctx->set->keep_going)
		ra_fail("%s of %s at byte %llu failed: %s", what, handle->name,
			(unsigned long long)pos, strerror(error));
	ctx->result.errors++;
}
