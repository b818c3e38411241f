// SPDX-License-Identifier: GPL-2.0
/*
 * Drops steps, half of them first and single ones last, then makes the numbers
 * of those that remain smaller, as long as base and model still differ.
 */
#include <string.h>
#include <time.h>

#include <linux/kernel.h>
#include <linux/minmax.h>

#include "play.h"
#include "shrink.h"

#define MAX_SECONDS	30

static time_t deadline;

static bool differs(const struct stream *stream)
{
	struct counts counts = { .requests = 0 };

	return !play_stream(stream, &counts, NULL);
}

static bool late(void)
{
	return time(NULL) > deadline;
}

/* Drops @nr steps from @from on, unless they are needed. */
static bool drop(struct stream *stream, size_t from, size_t nr)
{
	struct stream shorter = { .steps = NULL };
	size_t i;

	for (i = 0; i < stream->nr; i++) {
		const struct step *step = &stream->steps[i];

		if (i < from || i >= from + nr)
			stream_add(&shorter, step->op, step->args[0],
				   step->args[1], step->args[2]);
	}
	if (!differs(&shorter))
		return false;
	memcpy(stream->steps, shorter.steps,
	       shorter.nr * sizeof(*shorter.steps));
	stream->nr = shorter.nr;
	return true;
}

static bool drop_some(struct stream *stream, size_t nr)
{
	bool dropped = false;
	size_t from = 0;

	while (from < stream->nr && !late()) {
		if (drop(stream, from, min(nr, stream->nr - from)))
			dropped = true;
		else
			from += nr;
	}
	return dropped;
}

static bool drop_steps(struct stream *stream)
{
	bool dropped = false;
	size_t nr;

	for (nr = stream->nr; nr; nr /= 2)
		while (drop_some(stream, nr))
			dropped = true;
	return dropped;
}

static bool try_number(struct stream *stream, struct step *step,
		       unsigned int arg, u64 number)
{
	const u64 old = step->args[arg];

	if (number >= old)
		return false;
	step->args[arg] = number;
	if (step_valid(step) && differs(stream))
		return true;
	step->args[arg] = old;
	return false;
}

static bool shrink_number(struct stream *stream, struct step *step,
			  unsigned int arg)
{
	const u64 old = step->args[arg];
	bool smaller = true;

	while (smaller && step->args[arg] && !late()) {
		const u64 number = step->args[arg];
		unsigned int bit;

		smaller = try_number(stream, step, arg, 0);
		for (bit = 63; !smaller && bit < 64; bit--)
			smaller = try_number(stream, step, arg,
					     number - (1ULL << bit));
	}
	return step->args[arg] != old;
}

static bool shrink_numbers(struct stream *stream)
{
	bool smaller = false;
	unsigned int arg;
	size_t i;

	for (i = 0; i < stream->nr; i++)
		for (arg = 0; arg < op_nr_args(stream->steps[i].op); arg++)
			if (shrink_number(stream, &stream->steps[i], arg))
				smaller = true;
	return smaller;
}

/**
 * shrink - make a stream shorter that shows a difference
 * @stream: the stream; it still shows one afterwards
 */
void shrink(struct stream *stream)
{
	deadline = time(NULL) + MAX_SECONDS;
	while (!late() && (drop_steps(stream) || shrink_numbers(stream)))
		;
}
