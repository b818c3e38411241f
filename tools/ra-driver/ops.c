// SPDX-License-Identifier: GPL-2.0
/*
 * The table of operations.
 */
#include <stdio.h>
#include <string.h>

#include "ra-driver.h"

#define OP(_name, _min, _max, _usage)	\
	{ #_name, _min, _max, false, _usage, ra_op_##_name }
#define FLOW(_name, _min, _max, _usage)	\
	{ #_name, _min, _max, true, _usage, ra_op_##_name }

static const struct ra_op_desc ops[] = {
	OP(open, 2, 3, "NAME FD [direct]"),
	OP(close, 1, 1, "FD"),
	OP(pread, 3, 3, "FD POS COUNT"),
	OP(seq, 4, 4, "FD POS COUNT BS"),
	OP(rev, 4, 4, "FD POS COUNT BS"),
	OP(stride, 5, 5, "FD POS STEP BS N"),
	OP(streams, 4, 5, "FD[,FD...] N TOTAL BS [POS]"),
	OP(alternate, 4, 4, "FD,FD[,FD...] POS COUNT BS"),
	OP(random, 6, 6, "FD POS RANGE BS N SEED"),
	OP(randrun, 7, 7, "FD POS RANGE BS RUN[-LONGEST] N SEED"),
	OP(splice, 3, 3, "FD POS COUNT"),
	OP(aio, 4, 12, "FD POS BS N [FD POS BS N]..."),
	OP(mmap, 1, 2, "FD [exec]"),
	OP(munmap, 1, 1, "FD"),
	OP(touch, 2, 2, "FD PAGE"),
	OP(touchseq, 3, 4, "FD PAGE N [STEP]"),
	OP(touchrandom, 5, 5, "FD PAGE PAGES N SEED"),
	OP(madvise, 2, 4, "FD ADVICE [POS LEN]"),
	OP(fadvise, 4, 4, "FD POS LEN ADVICE"),
	OP(evict, 1, 3, "FD [POS LEN]"),
	OP(readahead, 3, 3, "FD POS COUNT"),
	OP(resident, 1, 2, "FD [runs]"),
	OP(dropcaches, 0, 0, ""),
	OP(sleep, 1, 1, "US"),
	OP(cached, 4, 4, "NAME BS N JOBS"),
	OP(shared, 4, 4, "NAME BS N JOBS"),
	FLOW(repeat, 2, RA_MAX_ARGS, "N OPERATION"),
	FLOW(thread, 2, RA_MAX_ARGS, "N OPERATION"),
	FLOW(join, 0, 0, ""),
	FLOW(fork, 2, RA_MAX_ARGS, "N OPERATION"),
	FLOW(wait, 0, 0, ""),
	FLOW(call, 1, 1, "NAME"),
};

/**
 * ra_op_find - look up an operation
 * @name: its name
 *
 * Return: its row, or NULL.
 */
const struct ra_op_desc *ra_op_find(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		if (!strcmp(ops[i].name, name))
			return &ops[i];
	return NULL;
}

/**
 * ra_op_list - print all operations
 */
void ra_op_list(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ops); i++)
		printf("  %s %s\n", ops[i].name, ops[i].usage);
}
