// SPDX-License-Identifier: GPL-2.0
/* Streams as text. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/number.h"
#include "stream.h"

#define MAX_ORDER	30
#define MAX_FOLIO	14

/* The kernel's own limit for the length of a file. */
#define MAX_BYTES	(sizeof(long) == 8 ? LLONG_MAX : \
			 (long long)((u64)ULONG_MAX << PAGE_SHIFT))

struct op_row {
	const char *name;
	unsigned int nr_args;
	u64 max[MAX_ARGS];
};

static const struct op_row rows[OP_COUNT] = {
	[OP_LIMITS] = { "limits", 2, { UINT_MAX, UINT_MAX } },
	[OP_SIZE] = { "size", 1, { MAX_BYTES } },
	[OP_LARGE] = { "large", 1, { MAX_FOLIO } },
	[OP_WINDOW] = { "window", 3, { ULONG_MAX, UINT_MAX, UINT_MAX } },
	[OP_PREV] = { "prev", 1, { ULLONG_MAX } },
	[OP_FS] = { "fs", 2, { 1, ULONG_MAX } },
	[OP_MEMORY] = { "memory", 2, { ULONG_MAX, MAX_ORDER } },
	[OP_REFUSE] = { "refuse", 1, { ULONG_MAX } },
	[OP_STATE] = { "state", 3, { 1, 1, 1 } },
	[OP_WRITEBACK] = { "writeback", 1, { 1 } },
	[OP_CACHE] = { "cache", 2, { ULONG_MAX, 1 << 22 } },
	[OP_FOLIO] = { "folio", 2, { ULONG_MAX, MAX_FOLIO } },
	[OP_MARK] = { "mark", 1, { ULONG_MAX } },
	[OP_EVICT] = { "evict", 2, { ULONG_MAX, 1 << 22 } },
	[OP_DROP] = { "drop", 0, { 0 } },
	[OP_SYNC] = { "sync", 2, { ULONG_MAX, ULONG_MAX } },
	[OP_ASYNC] = { "async", 3, { ULONG_MAX, ULONG_MAX, MAX_ORDER } },
	[OP_FORCED] = { "forced", 2, { ULONG_MAX, ULONG_MAX } },
	[OP_AROUND] = { "around", 1, { ULONG_MAX } },
	[OP_READ] = { "read", 2, { ULONG_MAX, 1 << 22 } },
	[OP_FAULT] = { "fault", 2, { ULONG_MAX, 1 } },
};

unsigned int op_nr_args(enum op op)
{
	return rows[op].nr_args;
}

/* No kernel has mappings whose largest folio is of two pages. */
bool step_valid(const struct step *step)
{
	unsigned int i;

	for (i = 0; i < MAX_ARGS; i++)
		if (step->args[i] > rows[step->op].max[i])
			return false;
	return step->op != OP_LARGE || step->args[0] != 1;
}

/* Numbers that a step cannot have are cut down to the bits that it can. */
void stream_add(struct stream *stream, enum op op, u64 a, u64 b, u64 c)
{
	const u64 args[MAX_ARGS] = { a, b, c };
	struct step *step;
	unsigned int i;

	if (stream->nr == stream->room) {
		stream->room = stream->room * 2 + 64;
		stream->steps = realloc(stream->steps,
					stream->room * sizeof(*stream->steps));
		if (!stream->steps)
			abort();
	}
	step = &stream->steps[stream->nr++];
	step->op = op;
	for (i = 0; i < MAX_ARGS; i++)
		step->args[i] = args[i] <= rows[op].max[i] ? args[i] :
				args[i] & (rows[op].max[i] >> 1);
}

void stream_print(FILE *out, const struct stream *stream)
{
	size_t i;
	unsigned int j;

	for (i = 0; i < stream->nr; i++) {
		const struct step *step = &stream->steps[i];

		fputs(rows[step->op].name, out);
		for (j = 0; j < rows[step->op].nr_args; j++)
			fprintf(out, " %llu", step->args[j]);
		fputc('\n', out);
	}
}

static bool parse_op(const char *word, enum op *op)
{
	unsigned int i;

	for (i = 0; word && i < OP_COUNT; i++)
		if (!strcmp(word, rows[i].name)) {
			*op = i;
			return true;
		}
	return false;
}

static bool parse_step(char *line, struct step *step)
{
	const char *word;
	unsigned int i;

	if (!parse_op(strtok(line, " \t\n"), &step->op))
		return false;
	for (i = 0; i < rows[step->op].nr_args; i++) {
		word = strtok(NULL, " \t\n");
		if (!word || !parse_number(word, &step->args[i]))
			return false;
	}
	return !strtok(NULL, " \t\n") && step_valid(step);
}

/* The line as it is without comment; false if nothing is left. */
static bool strip(char *line)
{
	line[strcspn(line, "#")] = '\0';
	return line[strspn(line, " \t\n")];
}

/* A byte of 0 would hide what comes after it. */
static bool parse_line(char *line, size_t length, struct stream *stream)
{
	struct step step = { .op = OP_COUNT };

	if (strlen(line) != length)
		return false;
	if (!strip(line))
		return true;
	if (!parse_step(line, &step))
		return false;
	stream_add(stream, step.op, step.args[0], step.args[1], step.args[2]);
	return true;
}

/**
 * stream_parse - read a stream
 * @in: text
 * @stream: the steps are added to it
 *
 * Return: 0, or the number of the first line that is none.  After 0, feof(@in)
 * tells whether all of it could be read.
 */
unsigned int stream_parse(FILE *in, struct stream *stream)
{
	unsigned int number = 0, bad = 0;
	char *line = NULL;
	size_t room = 0;
	ssize_t length;

	while (!bad && (length = getline(&line, &room, in)) >= 0) {
		number++;
		if (!parse_line(line, length, stream))
			bad = number;
	}
	free(line);
	return bad;
}
