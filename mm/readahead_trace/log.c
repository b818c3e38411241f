// SPDX-License-Identifier: GPL-2.0
/*
 * trace_dmesg: the lines of decisions in the kernel log, as in 2009.
 *
 * Each line that trace_enable and the filters let pass is printed, whether or
 * not the ring buffer had room for it.  There is no prefix, so that a log reads
 * like a trace.
 */
#define pr_fmt(fmt) fmt

#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/seq_file.h>

#include "internal.h"

/* A line is too large for the stack of a task that is deep in a read. */
struct ra_log_line {
	char text[RA_TRACE_LINE_MAX];
};

static bool ra_log_on;
static struct ra_log_line __percpu *ra_log_lines;

/**
 * ra_log_decision - print a decision if trace_dmesg says so
 * @rec: the decision
 *
 * Context: preemption disabled, never in an interrupt, so that the line of this
 * CPU is ours.
 */
void ra_log_decision(const struct ra_trace_record *rec)
{
	struct ra_log_line *line;

	if (!READ_ONCE(ra_log_on))
		return;
	line = this_cpu_ptr(ra_log_lines);
	ra_format_line(rec, line->text, sizeof(line->text));
	pr_info("%s", line->text);
}

/**
 * ra_log_show - print trace_dmesg
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_log_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%d\n", READ_ONCE(ra_log_on));
	return 0;
}

/**
 * ra_log_write - write to trace_dmesg
 * @text: what was written
 *
 * Return: 0 or -EINVAL.
 */
int ra_log_write(const char *text)
{
	bool on;
	int err = ra_filter_parse_bool(text, &on);

	if (!err)
		WRITE_ONCE(ra_log_on, on);
	return err;
}

/**
 * ra_log_init - get memory for one line per CPU
 *
 * Return: 0 or -ENOMEM.
 */
int ra_log_init(void)
{
	ra_log_lines = alloc_percpu(struct ra_log_line);
	return ra_log_lines ? 0 : -ENOMEM;
}

/**
 * ra_log_exit - undo ra_log_init()
 */
void ra_log_exit(void)
{
	free_percpu(ra_log_lines);
}
