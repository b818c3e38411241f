/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ra-driver: runs a list of read operations in a stated order.
 *
 * A readahead decision depends on what was read before it, on which
 * descriptor and in which order. fio fixes none of these when several
 * descriptors are involved, so the patterns that need them are written as a
 * small script which this program executes one operation at a time.
 */
#ifndef RA_DRIVER_H
#define RA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define RA_PAGE_SIZE	4096ULL
#define RA_MAX_HANDLES	128
#define RA_MAX_ARGS	16
#define RA_MAX_WORD	256
#define RA_MAX_DEPTH	8

/* The compiler compares the format with what follows it. */
#define RA_PRINTF(fmt, first)	__attribute__((format(printf, fmt, first)))

#define RA_NORETURN	__attribute__((noreturn))

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/**
 * enum ra_mode - what executing an operation means
 * @RA_CHECK: nothing but the tests of the arguments; every script passes
 *	through this mode first, so that a mistake in the last line is told
 *	before the first one has read anything
 * @RA_DRY: print the system calls instead of making them
 * @RA_RUN: make them
 */
enum ra_mode {
	RA_CHECK,
	RA_DRY,
	RA_RUN,
};

/**
 * struct ra_settings - options of the whole run
 * @mode: what executing an operation means
 * @results: print one line per operation
 * @keep_going: count a failing read instead of stopping at it
 */
struct ra_settings {
	enum ra_mode mode;
	bool results;
	bool keep_going;
};

/**
 * struct ra_file - which pages of one file were asked for
 * @dev: device of the file system
 * @ino: inode number
 * @nr_pages: size of the file, in pages, rounded up
 * @seen: one bit a page, shared with forked readers
 */
struct ra_file {
	dev_t dev;
	ino_t ino;
	uint64_t nr_pages;
	uint8_t *seen;
};

/**
 * struct ra_handle - an open descriptor under the name the script gave it
 * @name: the label; empty when the slot is free
 * @fd: the descriptor, -1 unless the mode is RA_RUN
 * @owned: this context opened it and closes it
 * @mapped: the mmap operation was executed
 * @size: size of the file in bytes at open
 * @map: the mapping of the whole file, or NULL
 * @file: the record of pages asked for
 */
struct ra_handle {
	char name[32];
	int fd;
	bool owned;
	bool mapped;
	uint64_t size;
	uint8_t *map;
	struct ra_file *file;
};

/**
 * struct ra_result - what one operation did
 * @calls: reads or touches made
 * @bytes: bytes returned by them
 * @pages: pages that nothing in this run had asked for before
 * @errors: reads that failed
 */
struct ra_result {
	uint64_t calls;
	uint64_t bytes;
	uint64_t pages;
	uint64_t errors;
};

/* Defined below. */
struct ra_script;

/**
 * struct ra_context - one thread of execution
 * @set: options of the run
 * @script: the script that is executed
 * @handles: descriptors by label
 * @result: what the current operation did so far
 * @extra: further key=value words for the result line of the operation
 * @buf: destination of reads, aligned for direct I/O
 * @buf_size: its size in bytes
 * @index: number of the thread or process, for %t in the script; -1 in the
 *	first thread
 * @depth: nesting of call, repeat, thread and fork
 */
struct ra_context {
	const struct ra_settings *set;
	const struct ra_script *script;
	struct ra_handle handles[RA_MAX_HANDLES];
	struct ra_result result;
	char *extra;
	void *buf;
	size_t buf_size;
	int index;
	unsigned int depth;
};

/**
 * struct ra_op - one line of a script
 * @argv: the words, the name of the operation first, then NULL
 * @line: where it stands, for messages; counts from 1
 */
struct ra_op {
	char *argv[RA_MAX_ARGS + 1];
	unsigned int line;
};

/**
 * struct ra_script - all operations in order
 * @ops: the operations
 * @nr_ops: how many there are
 * @texts: what the words of the operations point into
 * @nr_texts: how many there are
 */
struct ra_script {
	struct ra_op *ops;
	size_t nr_ops;
	char **texts;
	size_t nr_texts;
};

/**
 * struct ra_op_desc - one kind of operation
 * @name: first word
 * @min_args: fewest words after the name
 * @max_args: most words after the name
 * @flow: only decides what runs and when, so it has no result line
 * @usage: the words after the name
 * @run: executes it, with the words after the name, then NULL
 */
struct ra_op_desc {
	const char *name;
	int min_args;
	int max_args;
	bool flow;
	const char *usage;
	void (*run)(struct ra_context *ctx, char **argv);
};

/**
 * struct ra_choice - one of the words that are accepted somewhere
 * @name: the word
 * @value: what it stands for
 */
struct ra_choice {
	const char *name;
	int value;
};

/* util.c */
extern unsigned int ra_line;
void ra_usage(const char *fmt, ...)
	RA_NORETURN RA_PRINTF(1, 2);
void ra_fail(const char *fmt, ...)
	RA_NORETURN RA_PRINTF(1, 2);
void *ra_alloc(size_t nr, size_t size);
uint64_t ra_now_ns(void);
uint64_t ra_number(const char *word, const char *what);
uint64_t ra_positive(const char *word, const char *what);
int64_t ra_signed(const char *word, const char *what);
int ra_choose(const struct ra_choice *choices, size_t nr, const char *word,
	      const char *what);
uint64_t ra_random_next(uint64_t *state);
uint64_t ra_random_below(uint64_t *state, uint64_t bound);
uint64_t *ra_random_draw(uint64_t nr_slots, uint64_t nr_draws, uint64_t seed);
struct ra_file *ra_file_get(const char *path, bool start);
void ra_file_mark(struct ra_context *ctx, struct ra_file *file, uint64_t pos,
		  uint64_t count);

/* script.c */
void ra_script_load(struct ra_script *script, const char *path);
void ra_script_add(struct ra_script *script, const char *text);
void ra_script_free(struct ra_script *script);
size_t ra_script_end(const struct ra_script *script, size_t start);
void ra_run_range(struct ra_context *ctx, size_t from, size_t end);
void ra_run_words(struct ra_context *ctx, char **argv);
void ra_script_run(const struct ra_settings *set,
		   const struct ra_script *script);

/* context.c */
struct ra_context *ra_context_new(const struct ra_settings *set,
				  const struct ra_script *script);
struct ra_context *ra_context_copy(const struct ra_context *from, int index);
void ra_context_free(struct ra_context *ctx);
struct ra_handle *ra_handle_find(struct ra_context *ctx, const char *name);
unsigned int ra_handle_list(struct ra_context *ctx, const char *names,
			    struct ra_handle **list);
void ra_op_open(struct ra_context *ctx, char **argv);
void ra_op_close(struct ra_context *ctx, char **argv);
bool ra_dry(const struct ra_context *ctx, const char *fmt, ...)
	RA_PRINTF(2, 3);
void ra_extra(struct ra_context *ctx, const char *fmt, ...)
	RA_PRINTF(2, 3);
void ra_error(struct ra_context *ctx, const char *what,
	      const struct ra_handle *handle, uint64_t pos, int error);
void ra_need_buffer(uint64_t size);

/* ops.c */
const struct ra_op_desc *ra_op_find(const char *name);
void ra_op_list(void);

/* read.c, aio.c, map.c, advise.c, cached.c, flow.c: the other operations */
void ra_op_pread(struct ra_context *ctx, char **argv);
void ra_op_seq(struct ra_context *ctx, char **argv);
void ra_op_rev(struct ra_context *ctx, char **argv);
void ra_op_stride(struct ra_context *ctx, char **argv);
void ra_op_streams(struct ra_context *ctx, char **argv);
void ra_op_alternate(struct ra_context *ctx, char **argv);
void ra_op_random(struct ra_context *ctx, char **argv);
void ra_op_randrun(struct ra_context *ctx, char **argv);
void ra_op_splice(struct ra_context *ctx, char **argv);
void ra_op_aio(struct ra_context *ctx, char **argv);
void ra_op_mmap(struct ra_context *ctx, char **argv);
void ra_op_munmap(struct ra_context *ctx, char **argv);
void ra_op_touch(struct ra_context *ctx, char **argv);
void ra_op_touchseq(struct ra_context *ctx, char **argv);
void ra_op_touchrandom(struct ra_context *ctx, char **argv);
void ra_op_madvise(struct ra_context *ctx, char **argv);
void ra_op_resident(struct ra_context *ctx, char **argv);
void ra_op_fadvise(struct ra_context *ctx, char **argv);
void ra_op_evict(struct ra_context *ctx, char **argv);
void ra_op_readahead(struct ra_context *ctx, char **argv);
void ra_op_dropcaches(struct ra_context *ctx, char **argv);
void ra_op_sleep(struct ra_context *ctx, char **argv);
void ra_op_cached(struct ra_context *ctx, char **argv);
void ra_op_shared(struct ra_context *ctx, char **argv);
void ra_op_repeat(struct ra_context *ctx, char **argv);
void ra_op_thread(struct ra_context *ctx, char **argv);
void ra_op_join(struct ra_context *ctx, char **argv);
void ra_op_fork(struct ra_context *ctx, char **argv);
void ra_op_wait(struct ra_context *ctx, char **argv);
void ra_op_call(struct ra_context *ctx, char **argv);

#endif /* RA_DRIVER_H */
