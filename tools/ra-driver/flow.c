// SPDX-License-Identifier: GPL-2.0
/*
 * The operations that decide what runs, how often and where: repeat, call,
 * thread, fork. A dry run executes everything in order in one thread, so that
 * it has one possible output.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ra-driver.h"

#define RA_MAX_THREADS	1024

struct worker {
	pthread_t thread;
	struct ra_context *ctx;
	char **argv;
};

/* Only the first thread starts and ends workers, so none of this is locked. */
static struct worker *workers[RA_MAX_THREADS];
static size_t nr_workers;
static size_t nr_children;

static void deeper(struct ra_context *ctx)
{
	if (++ctx->depth > RA_MAX_DEPTH)
		ra_usage("more than %d operations inside each other",
			 RA_MAX_DEPTH);
}

/**
 * ra_op_repeat - repeat N OPERATION
 * @ctx: runs it
 * @argv: the words
 */
void ra_op_repeat(struct ra_context *ctx, char **argv)
{
	uint64_t nr = ra_positive(argv[0], "N");

	deeper(ctx);
	if (ctx->set->mode == RA_CHECK)
		nr = 1;
	while (nr--)
		ra_run_words(ctx, argv + 1);
	ctx->depth--;
}

/**
 * ra_op_call - call NAME: run the operations between 'def NAME' and 'end'
 * @ctx: runs them
 * @argv: the words
 */
void ra_op_call(struct ra_context *ctx, char **argv)
{
	const struct ra_script *script = ctx->script;
	size_t i;

	for (i = 0; i < script->nr_ops; i++)
		if (!strcmp(script->ops[i].argv[0], "def") &&
		    !strcmp(script->ops[i].argv[1], argv[0]))
			break;
	if (i == script->nr_ops)
		ra_usage("nothing is defined as '%s'", argv[0]);
	deeper(ctx);
	ra_run_range(ctx, i + 1, ra_script_end(script, i));
	ctx->depth--;
}

/* In one thread, one worker after the other: the checking pass and dry runs. */
static void run_in_turn(struct ra_context *ctx, uint64_t nr, char **argv)
{
	struct ra_context *copy;
	uint64_t i;

	for (i = 0; i < nr; i++) {
		copy = ra_context_copy(ctx, (int)i);
		ra_run_words(copy, argv);
		ra_context_free(copy);
	}
}

static void *worker_main(void *data)
{
	struct worker *worker = data;

	ra_run_words(worker->ctx, worker->argv);
	return NULL;
}

static void worker_start(struct ra_context *ctx, int index, char **argv)
{
	struct worker *worker = ra_alloc(1, sizeof(*worker));
	int error;

	worker->ctx = ra_context_copy(ctx, index);
	worker->argv = argv;
	error = pthread_create(&worker->thread, NULL, worker_main, worker);
	if (error)
		ra_fail("cannot start a thread: %s", strerror(error));
	workers[nr_workers++] = worker;
}

static uint64_t worker_number(struct ra_context *ctx, const char *word)
{
	uint64_t nr = ra_positive(word, "N");

	if (ctx->index >= 0)
		ra_usage("thread and fork are for the first thread only");
	if (nr > RA_MAX_THREADS)
		ra_usage("more than %d threads or processes", RA_MAX_THREADS);
	return nr;
}

/**
 * ra_op_thread - thread N OPERATION: start N threads that run it
 * @ctx: lends them its descriptors
 * @argv: the words
 */
void ra_op_thread(struct ra_context *ctx, char **argv)
{
	uint64_t nr = worker_number(ctx, argv[0]);
	uint64_t i;

	if (nr_workers + nr > RA_MAX_THREADS)
		ra_usage("more than %d threads at a time", RA_MAX_THREADS);
	deeper(ctx);
	if (ctx->set->mode != RA_RUN) {
		run_in_turn(ctx, nr, argv + 1);
		nr_workers += nr;
	} else {
		for (i = 0; i < nr; i++)
			worker_start(ctx, (int)i, argv + 1);
	}
	ctx->depth--;
}

/**
 * ra_op_join - join: wait until all threads have ended
 * @ctx: waits
 * @argv: the words
 */
void ra_op_join(struct ra_context *ctx, char **argv)
{
	size_t i;

	(void)argv;
	if (ctx->index >= 0)
		ra_usage("join is for the first thread only");
	for (i = 0; ctx->set->mode == RA_RUN && i < nr_workers; i++) {
		pthread_join(workers[i]->thread, NULL);
		ra_context_free(workers[i]->ctx);
		free(workers[i]);
	}
	nr_workers = 0;
}

static void child_main(struct ra_context *ctx, int index, char **argv)
{
	struct ra_context *copy = ra_context_copy(ctx, index);

	ra_run_words(copy, argv);
	ra_context_free(copy);
	fflush(stdout);
	_exit(0);
}

/**
 * ra_op_fork - fork N OPERATION: start N processes that run it
 * @ctx: they inherit its descriptors
 * @argv: the words
 */
void ra_op_fork(struct ra_context *ctx, char **argv)
{
	uint64_t nr = worker_number(ctx, argv[0]);
	pid_t pid;
	uint64_t i;

	if (nr_workers)
		ra_usage("fork needs a join before it: threads may hold locks");
	deeper(ctx);
	if (ctx->set->mode != RA_RUN)
		run_in_turn(ctx, nr, argv + 1);
	for (i = 0; ctx->set->mode == RA_RUN && i < nr; i++) {
		fflush(stdout);
		pid = fork();
		if (pid < 0)
			ra_fail("cannot fork: %s", strerror(errno));
		if (!pid)
			child_main(ctx, (int)i, argv + 1);
		nr_children++;
	}
	ctx->depth--;
}

/**
 * ra_op_wait - wait: wait until all processes have ended
 * @ctx: waits
 * @argv: the words
 *
 * Fails when one of them failed.
 */
void ra_op_wait(struct ra_context *ctx, char **argv)
{
	bool failed = false;
	int status;

	(void)argv;
	if (ctx->index >= 0)
		ra_usage("wait is for the first thread only");
	for (; nr_children; nr_children--) {
		if (wait(&status) < 0)
			ra_fail("cannot wait: %s", strerror(errno));
		if (!WIFEXITED(status) || WEXITSTATUS(status))
			failed = true;
	}
	if (failed)
		ra_fail("a forked reader failed");
}
