// SPDX-License-Identifier: GPL-2.0
/*
 * From text to operations, and their execution.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "ra-driver.h"

/* Shared with forked readers, so that the totals hold their work too. */
static struct ra_result *total;

static void op_add(struct ra_script *script, char *line)
{
	static const char blanks[] = " \t\r";
	struct ra_op *op;
	char *word, *keep;
	int nr = 0;

	word = strtok_r(line, blanks, &keep);
	if (!word)
		return;
	ra_line = (unsigned int)script->nr_ops + 1;
	script->ops = realloc(script->ops,
			      (script->nr_ops + 1) * sizeof(*script->ops));
	if (!script->ops)
		ra_fail("no memory for the script");
	op = &script->ops[script->nr_ops++];
	memset(op, 0, sizeof(*op));
	op->line = ra_line;
	for (; word; word = strtok_r(NULL, blanks, &keep)) {
		if (nr == RA_MAX_ARGS || strlen(word) >= RA_MAX_WORD)
			ra_usage("more than %d words, or one of more than %d characters",
				 RA_MAX_ARGS, RA_MAX_WORD - 1);
		op->argv[nr++] = word;
	}
	ra_line = 0;
}

static char *text_keep(struct ra_script *script, const char *text)
{
	size_t size = (script->nr_texts + 1) * sizeof(*script->texts);
	char **texts = realloc(script->texts, size);
	char *copy = strdup(text);

	if (!texts || !copy)
		ra_fail("no memory for the script");
	script->texts = texts;
	script->texts[script->nr_texts++] = copy;
	return copy;
}

/**
 * ra_script_free - forget all operations
 * @script: becomes empty
 */
void ra_script_free(struct ra_script *script)
{
	while (script->nr_texts)
		free(script->texts[--script->nr_texts]);
	free(script->texts);
	free(script->ops);
	memset(script, 0, sizeof(*script));
}

/**
 * ra_script_add - add operations
 * @script: gets them
 * @text: operations with line ends or semicolons between them; # starts a
 *	comment that goes to the end of the line
 */
void ra_script_add(struct ra_script *script, const char *text)
{
	char *copy = text_keep(script, text);
	char *line, *op, *keep_line, *keep_op;

	line = strtok_r(copy, "\n", &keep_line);
	for (; line; line = strtok_r(NULL, "\n", &keep_line)) {
		line[strcspn(line, "#")] = '\0';
		op = strtok_r(line, ";", &keep_op);
		for (; op; op = strtok_r(NULL, ";", &keep_op))
			op_add(script, op);
	}
}

/**
 * ra_script_load - add the operations in a file
 * @script: gets them
 * @path: the file, or - for standard input
 */
void ra_script_load(struct ra_script *script, const char *path)
{
	FILE *stream = strcmp(path, "-") ? fopen(path, "re") : stdin;
	char *text = NULL;
	size_t size = 0;

	if (!stream)
		ra_usage("cannot open the script %s: %s", path,
			 strerror(errno));
	if (getdelim(&text, &size, '\0', stream) < 0)
		ra_usage("the script %s is empty", path);
	ra_script_add(script, text);
	free(text);
	if (stream != stdin)
		fclose(stream);
}

/**
 * ra_script_end - where a definition ends
 * @script: the script
 * @start: the place of its 'def'
 *
 * Return: the place of its 'end'; ends the program when there is none.
 */
size_t ra_script_end(const struct ra_script *script, size_t start)
{
	size_t i;

	for (i = start + 1; i < script->nr_ops; i++) {
		if (!strcmp(script->ops[i].argv[0], "end"))
			return i;
		if (!strcmp(script->ops[i].argv[0], "def"))
			break;
	}
	ra_usage("a 'def' must have its 'end' before the next 'def'");
}

static void expand(struct ra_context *ctx, const char *from, char *to)
{
	size_t room = RA_MAX_WORD - 1;
	const char *place = strstr(from, "%t");

	if (!place) {
		strcpy(to, from);
		return;
	}
	if (ctx->index < 0)
		ra_usage("%%t in '%s' is for threads and forked processes",
			 from);
	if (snprintf(to, room, "%.*s%d%s", (int)(place - from), from,
		     ctx->index, place + 2) >= (int)room)
		ra_usage("'%s' is too long", from);
}

static void print_result(const struct ra_context *ctx, const char *op,
			 const char *fd, const struct ra_result *result,
			 uint64_t ns)
{
	printf("op=%s fd=%s thread=%d calls=%llu bytes=%llu pages=%llu errors=%llu ns=%llu%s\n",
	       op, fd, ctx->index, (unsigned long long)result->calls,
	       (unsigned long long)result->bytes,
	       (unsigned long long)result->pages,
	       (unsigned long long)result->errors, (unsigned long long)ns,
	       ctx->extra ? ctx->extra : "");
}

static void finish_op(struct ra_context *ctx, char **argv, uint64_t ns)
{
	const struct ra_result *result = &ctx->result;
	const char *fd = "-";

	if (ctx->set->mode != RA_RUN)
		return;
	__atomic_add_fetch(&total->calls, result->calls, __ATOMIC_RELAXED);
	__atomic_add_fetch(&total->bytes, result->bytes, __ATOMIC_RELAXED);
	__atomic_add_fetch(&total->pages, result->pages, __ATOMIC_RELAXED);
	__atomic_add_fetch(&total->errors, result->errors, __ATOMIC_RELAXED);
	if (!ctx->set->results)
		return;
	if (argv[1])
		fd = argv[!strcmp(argv[0], "open") ? 2 : 1];
	print_result(ctx, argv[0], fd, result, ns);
}

static void run_plain(struct ra_context *ctx, const struct ra_op_desc *desc,
		      char **argv)
{
	char words[RA_MAX_ARGS][RA_MAX_WORD];
	char *list[RA_MAX_ARGS + 1];
	uint64_t start;
	int i;

	for (i = 0; argv[i]; i++) {
		expand(ctx, argv[i], words[i]);
		list[i] = words[i];
	}
	list[i] = NULL;
	memset(&ctx->result, 0, sizeof(ctx->result));
	free(ctx->extra);
	ctx->extra = NULL;
	start = ra_now_ns();
	desc->run(ctx, list + 1);
	finish_op(ctx, list, ra_now_ns() - start);
}

/**
 * ra_run_words - run one operation
 * @ctx: runs it
 * @argv: its name and its words, then NULL
 */
void ra_run_words(struct ra_context *ctx, char **argv)
{
	const struct ra_op_desc *desc = ra_op_find(argv[0]);
	int argc = 0;

	if (!desc)
		ra_usage("there is no operation '%s'; --help lists them",
			 argv[0]);
	while (argv[argc + 1])
		argc++;
	if (argc < desc->min_args || argc > desc->max_args)
		ra_usage("usage: %s %s", desc->name, desc->usage);
	if (desc->flow)
		desc->run(ctx, argv + 1);
	else
		run_plain(ctx, desc, argv);
}

/**
 * ra_run_range - run a part of the script
 * @ctx: runs it
 * @from: first operation
 * @end: the operation after the last one
 *
 * Definitions are passed over; they run when called.
 */
void ra_run_range(struct ra_context *ctx, size_t from, size_t end)
{
	struct ra_op *op;

	while (from < end) {
		op = &ctx->script->ops[from];
		if (ctx->set->mode == RA_CHECK)
			ra_line = op->line;
		if (!strcmp(op->argv[0], "def")) {
			if (!op->argv[1] || op->argv[2])
				ra_usage("usage: def NAME");
			from = ra_script_end(ctx->script, from);
		} else {
			ra_run_words(ctx, op->argv);
		}
		from++;
	}
}

static void run_all(const struct ra_settings *set,
		    const struct ra_script *script)
{
	struct ra_context *ctx = ra_context_new(set, script);
	uint64_t start = ra_now_ns();

	ra_run_range(ctx, 0, script->nr_ops);
	ra_op_join(ctx, NULL);
	ra_op_wait(ctx, NULL);
	free(ctx->extra);
	ctx->extra = NULL;
	if (set->mode == RA_RUN && set->results)
		print_result(ctx, "total", "-", total, ra_now_ns() - start);
	ra_context_free(ctx);
}

/**
 * ra_script_run - check a script, then execute it
 * @set: options of the run
 * @script: the operations
 */
void ra_script_run(const struct ra_settings *set,
		   const struct ra_script *script)
{
	struct ra_settings check = *set;

	if (!script->nr_ops)
		ra_usage("no operations; --help lists them");
	total = mmap(NULL, sizeof(*total), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (total == MAP_FAILED)
		ra_fail("no memory for the totals");
	check.mode = RA_CHECK;
	run_all(&check, script);
	ra_line = 0;
	run_all(set, script);
}
