// SPDX-License-Identifier: GPL-2.0
/*
 * The counters: stats and stats_full.
 *
 * Each CPU has a set of its own, written only by that CPU with preemption off
 * and never in an interrupt, so the writer needs no atomic operation.  It keeps
 * a sequence count, so that a sum never holds half a decision (an io without its
 * readahead, say).
 */
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/seqlock.h>
#include <linux/string.h>

#include "internal.h"

/**
 * enum ra_stats_column - what is counted for each pattern
 * @RA_STATS_READAHEAD: decisions
 * @RA_STATS_IO: those that added pages
 * @RA_STATS_SYNC_IO: of these, the ones that somebody waits for
 * @RA_STATS_MMAP_IO: of these, the ones of page faults
 * @RA_STATS_EOF_IO: of these, the ones whose window has the last page of the file
 * @RA_STATS_REQ_PAGES: sum of the pages asked for
 * @RA_STATS_RA_PAGES: sum of the window sizes, in pages
 * @RA_STATS_ASYNC_PAGES: sum of the windows' async sizes, in pages
 * @RA_STATS_IO_PAGES: sum of the pages added
 * @RA_STATS_COLUMN_COUNT: number of columns
 */
enum ra_stats_column {
	RA_STATS_READAHEAD,
	RA_STATS_IO,
	RA_STATS_SYNC_IO,
	RA_STATS_MMAP_IO,
	RA_STATS_EOF_IO,
	RA_STATS_REQ_PAGES,
	RA_STATS_RA_PAGES,
	RA_STATS_ASYNC_PAGES,
	RA_STATS_IO_PAGES,
	RA_STATS_COLUMN_COUNT
};

/**
 * enum ra_stats_total - what is counted once
 * @RA_STATS_CUT_PAGES: pages asked for above the cap of explicit readahead
 * @RA_STATS_LINES: lines that went into the buffer
 * @RA_STATS_CALL_LINES: those of read_jprobes among them
 * @RA_STATS_LOST: lines that did not, or that no reader got
 * @RA_STATS_FILTERED: lines that the filters kept out
 * @RA_STATS_TOTAL_COUNT: number of totals
 */
enum ra_stats_total {
	RA_STATS_CUT_PAGES,
	RA_STATS_LINES,
	RA_STATS_CALL_LINES,
	RA_STATS_LOST,
	RA_STATS_FILTERED,
	RA_STATS_TOTAL_COUNT
};

static const char * const ra_stats_column_names[] = {
	[RA_STATS_READAHEAD]	= "readahead",
	[RA_STATS_IO]		= "io",
	[RA_STATS_SYNC_IO]	= "sync_io",
	[RA_STATS_MMAP_IO]	= "mmap_io",
	[RA_STATS_EOF_IO]	= "eof_io",
	[RA_STATS_REQ_PAGES]	= "req_pages",
	[RA_STATS_RA_PAGES]	= "ra_pages",
	[RA_STATS_ASYNC_PAGES]	= "async_pages",
	[RA_STATS_IO_PAGES]	= "io_pages",
};

static_assert(ARRAY_SIZE(ra_stats_column_names) == RA_STATS_COLUMN_COUNT);

static const char * const ra_stats_total_names[] = {
	[RA_STATS_CUT_PAGES]	= "cut_pages",
	[RA_STATS_LINES]	= "lines",
	[RA_STATS_CALL_LINES]	= "call_lines",
	[RA_STATS_LOST]		= "lost",
	[RA_STATS_FILTERED]	= "filtered",
};

static_assert(ARRAY_SIZE(ra_stats_total_names) == RA_STATS_TOTAL_COUNT);

/**
 * struct ra_stats - a set of counters
 * @pattern: per pattern and column
 * @reason: decisions that read nothing, by reason
 * @by: decisions, by asker
 * @total: what is counted once
 * @all: the same as one array, for sums and differences
 */
struct ra_stats {
	union {
		struct {
			unsigned long pattern[RA_PATTERN_COUNT]
					     [RA_STATS_COLUMN_COUNT];
			unsigned long reason[RA_REASON_COUNT];
			unsigned long by[RA_BY_COUNT];
			unsigned long total[RA_STATS_TOTAL_COUNT];
		};
		unsigned long all[RA_PATTERN_COUNT * RA_STATS_COLUMN_COUNT +
				  RA_REASON_COUNT + RA_BY_COUNT +
				  RA_STATS_TOTAL_COUNT];
	};
};

static_assert(sizeof(struct ra_stats) ==
	      sizeof_field(struct ra_stats, all));

/**
 * struct ra_stats_cpu - the counters of one CPU
 * @seq: odd while the CPU counts
 * @counts: since the module was loaded
 */
struct ra_stats_cpu {
	seqcount_t seq;
	struct ra_stats counts;
};

static struct ra_stats_cpu __percpu *ra_stats_cpus;

/* Guards the three below, which are too large for a stack. */
static DEFINE_MUTEX(ra_stats_lock);
static struct ra_stats ra_stats_base;
static struct ra_stats ra_stats_copy;
static struct ra_stats ra_stats_now;

/*
 * Without the lock dependency tracking of the ordinary functions, because that
 * does not like to be called within a breakpoint.
 */
static struct ra_stats *ra_stats_begin(void)
{
	struct ra_stats_cpu *cpu = get_cpu_ptr(ra_stats_cpus);

	raw_write_seqcount_begin(&cpu->seq);
	return &cpu->counts;
}

static void ra_stats_end(void)
{
	raw_write_seqcount_end(&this_cpu_ptr(ra_stats_cpus)->seq);
	put_cpu_ptr(ra_stats_cpus);
}

static void ra_stats_fate(struct ra_stats *counts, enum ra_trace_fate fate)
{
	switch (fate) {
	case RA_TRACE_OFF:
		break;
	case RA_TRACE_FILTERED:
		counts->total[RA_STATS_FILTERED]++;
		break;
	case RA_TRACE_WRITTEN:
		counts->total[RA_STATS_LINES]++;
		break;
	case RA_TRACE_LOST:
		counts->total[RA_STATS_LOST]++;
		break;
	}
}

static bool ra_stats_has_last_page(const struct ra_record *rec)
{
	const loff_t bytes = i_size_read(rec->inode);
	const struct ra_window *window = &rec->window;
	unsigned long last;

	if (bytes <= 0)
		return false;
	last = (bytes - 1) >> PAGE_SHIFT;
	return window->start > last || window->size > last - window->start;
}

static void ra_stats_io(unsigned long *row, const struct ra_record *rec)
{
	row[RA_STATS_IO]++;
	if (!rec->async && rec->by != RA_BY_FADVISE)
		row[RA_STATS_SYNC_IO]++;
	if (rec->by == RA_BY_FAULT)
		row[RA_STATS_MMAP_IO]++;
	if (ra_stats_has_last_page(rec))
		row[RA_STATS_EOF_IO]++;
}

/**
 * ra_stats_decision - count a decision
 * @rec: the decision
 * @fate: what became of its line
 *
 * Context: never in an interrupt.
 */
void ra_stats_decision(const struct ra_record *rec, enum ra_trace_fate fate)
{
	struct ra_stats *counts = ra_stats_begin();
	unsigned long *row = counts->pattern[rec->pattern];

	row[RA_STATS_READAHEAD]++;
	if (rec->nr_added)
		ra_stats_io(row, rec);
	row[RA_STATS_REQ_PAGES] += rec->req.nr_pages;
	row[RA_STATS_RA_PAGES] += rec->window.size;
	row[RA_STATS_ASYNC_PAGES] += rec->window.async_size;
	row[RA_STATS_IO_PAGES] += rec->nr_added;
	counts->reason[rec->reason]++;
	counts->by[rec->by]++;
	counts->total[RA_STATS_CUT_PAGES] += rec->nr_cut;
	ra_stats_fate(counts, fate);
	ra_stats_end();
}

/**
 * ra_stats_call - count a line of read_jprobes
 * @fate: what became of it
 */
void ra_stats_call(enum ra_trace_fate fate)
{
	struct ra_stats *counts = ra_stats_begin();

	if (fate == RA_TRACE_WRITTEN)
		counts->total[RA_STATS_CALL_LINES]++;
	ra_stats_fate(counts, fate);
	ra_stats_end();
}

/**
 * ra_stats_unread - count lines that a reader took and did not read to the end
 * @lines: number of lines
 */
void ra_stats_unread(unsigned long lines)
{
	struct ra_stats *counts = ra_stats_begin();

	counts->total[RA_STATS_LOST] += lines;
	ra_stats_end();
}

/* Sum up into ra_stats_now what was counted since the module was loaded. */
static void ra_stats_sum(void)
{
	struct ra_stats_cpu *from;
	unsigned int seq;
	size_t i;
	int cpu;

	lockdep_assert_held(&ra_stats_lock);

	memset(&ra_stats_now, 0, sizeof(ra_stats_now));
	for_each_possible_cpu(cpu) {
		from = per_cpu_ptr(ra_stats_cpus, cpu);
		do {
			seq = read_seqcount_begin(&from->seq);
			ra_stats_copy = from->counts;
		} while (read_seqcount_retry(&from->seq, seq));
		for (i = 0; i < ARRAY_SIZE(ra_stats_now.all); i++)
			ra_stats_now.all[i] += ra_stats_copy.all[i];
	}
}

/* Sum up what was counted since the last reset. */
static void ra_stats_sum_since_reset(void)
{
	size_t i;

	ra_stats_sum();
	for (i = 0; i < ARRAY_SIZE(ra_stats_now.all); i++)
		ra_stats_now.all[i] -= ra_stats_base.all[i];
}

/**
 * ra_stats_reset - count from zero, for the eye
 * @text: ignored, anything resets
 *
 * Return: 0.
 */
int ra_stats_reset(const char *text)
{
	mutex_lock(&ra_stats_lock);
	ra_stats_sum();
	ra_stats_base = ra_stats_now;
	mutex_unlock(&ra_stats_lock);
	return 0;
}

static unsigned long ra_stats_mean(unsigned long sum, unsigned long nr)
{
	return nr ? sum / nr : 0;
}

static void ra_stats_row(struct seq_file *m, const char *name,
			 const unsigned long *row)
{
	const unsigned long nr = row[RA_STATS_READAHEAD];

	seq_printf(m, "%-10s %10lu %10lu %10lu %10lu %10lu %10lu %10lu %10lu\n",
		   name, nr, row[RA_STATS_IO], row[RA_STATS_SYNC_IO],
		   row[RA_STATS_MMAP_IO], row[RA_STATS_EOF_IO],
		   ra_stats_mean(row[RA_STATS_RA_PAGES], nr),
		   ra_stats_mean(row[RA_STATS_ASYNC_PAGES], nr),
		   ra_stats_mean(row[RA_STATS_IO_PAGES], row[RA_STATS_IO]));
}

/**
 * ra_stats_show - print the table
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_stats_show(struct seq_file *m, void *v)
{
	unsigned long all[RA_STATS_COLUMN_COUNT] = {};
	unsigned int pattern, column;

	seq_printf(m, "%-10s %10s %10s %10s %10s %10s %10s %10s %10s\n",
		   "pattern", "readahead", "io", "sync_io", "mmap_io",
		   "eof_io", "ra_size", "async_size", "io_size");

	mutex_lock(&ra_stats_lock);
	ra_stats_sum_since_reset();
	for (pattern = 0; pattern < RA_PATTERN_COUNT; pattern++) {
		ra_stats_row(m, ra_format_pattern(pattern),
			     ra_stats_now.pattern[pattern]);
		for (column = 0; column < RA_STATS_COLUMN_COUNT; column++)
			all[column] += ra_stats_now.pattern[pattern][column];
	}
	mutex_unlock(&ra_stats_lock);
	ra_stats_row(m, "all", all);

	return 0;
}

static void ra_stats_show_patterns(struct seq_file *m)
{
	unsigned int pattern, column;

	for (pattern = 0; pattern < RA_PATTERN_COUNT; pattern++)
		for (column = 0; column < RA_STATS_COLUMN_COUNT; column++)
			seq_printf(m, "%s.%s: %lu\n",
				   ra_format_pattern(pattern),
				   ra_stats_column_names[column],
				   ra_stats_now.pattern[pattern][column]);
}

/**
 * ra_stats_full_show - print all that is counted, one value a line
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_stats_full_show(struct seq_file *m, void *v)
{
	unsigned int i;

	seq_puts(m, "version 1\n");

	mutex_lock(&ra_stats_lock);
	ra_stats_sum_since_reset();
	ra_stats_show_patterns(m);
	for (i = RA_REASON_NONE + 1; i < RA_REASON_COUNT; i++)
		seq_printf(m, "reason.%s: %lu\n", ra_format_reason(i),
			   ra_stats_now.reason[i]);
	for (i = 0; i < RA_BY_COUNT; i++)
		seq_printf(m, "by.%s: %lu\n", ra_format_by(i),
			   ra_stats_now.by[i]);
	for (i = 0; i < RA_STATS_TOTAL_COUNT; i++)
		seq_printf(m, "%s: %lu\n", ra_stats_total_names[i],
			   ra_stats_now.total[i]);
	mutex_unlock(&ra_stats_lock);
	seq_printf(m, "calls_missed: %lu\n", ra_calls_missed());

	return 0;
}

/**
 * ra_stats_init - get the counters
 *
 * Return: 0 or -ENOMEM.
 */
int ra_stats_init(void)
{
	int cpu;

	ra_stats_cpus = alloc_percpu(struct ra_stats_cpu);
	if (!ra_stats_cpus)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		seqcount_init(&per_cpu_ptr(ra_stats_cpus, cpu)->seq);
	return 0;
}

/**
 * ra_stats_exit - undo ra_stats_init()
 */
void ra_stats_exit(void)
{
	free_percpu(ra_stats_cpus);
}
