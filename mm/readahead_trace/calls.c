// SPDX-License-Identifier: GPL-2.0
/*
 * read_jprobes: the read calls themselves as lines, by kprobes.
 *
 * The name is of 2009, when the probes were jprobes.  They stand at the entry of
 * the functions, which sleep: a probe at their return would need a record for
 * each task that is in there.
 *
 * A handler runs either from the function tracer or from a breakpoint.  The
 * latter counts as NMI context, so nothing here takes a lock.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/uio.h>

#include "compat.h"
#include "internal.h"

static void ra_calls_line(enum ra_trace_kind kind, const struct file *file,
			  loff_t pos, size_t count)
{
	struct inode *inode = file->f_mapping->host;
	struct ra_trace_record line;

	if (!ra_filter_pass(inode, ra_record_inode_dev(inode))) {
		ra_stats_call(RA_TRACE_FILTERED);
		return;
	}
	ra_record_fill(&line, kind, inode, file);
	line.call = (struct ra_trace_call) { .pos = pos, .count = count };
	ra_stats_call(ra_ring_write(&line));
}

NOKPROBE_SYMBOL(ra_calls_line);

/* filemap_read(struct kiocb *iocb, struct iov_iter *iter, ssize_t done) */
static int ra_calls_read(struct kprobe *p, struct pt_regs *regs)
{
	const struct kiocb *iocb = (void *)regs_get_kernel_argument(regs, 0);
	const struct iov_iter *iter = (void *)regs_get_kernel_argument(regs, 1);

	if (ra_ring_is_on() && !ra_compat_read_is_splice(iter))
		ra_calls_line(RA_TRACE_READ, iocb->ki_filp, iocb->ki_pos,
			      iov_iter_count(iter));
	return 0;
}

NOKPROBE_SYMBOL(ra_calls_read);

/* (struct file *in, loff_t *ppos, pipe, size_t len, flags) */
static int ra_calls_splice(struct kprobe *p, struct pt_regs *regs)
{
	const struct file *in = (void *)regs_get_kernel_argument(regs, 0);
	const loff_t *ppos = (void *)regs_get_kernel_argument(regs, 1);

	if (ra_ring_is_on())
		ra_calls_line(RA_TRACE_SPLICE, in, *ppos,
			      regs_get_kernel_argument(regs, 3));
	return 0;
}

NOKPROBE_SYMBOL(ra_calls_splice);

/* filemap_fault(struct vm_fault *vmf) */
static int ra_calls_fault(struct kprobe *p, struct pt_regs *regs)
{
	const struct vm_fault *vmf = (void *)regs_get_kernel_argument(regs, 0);

	if (ra_ring_is_on())
		ra_calls_line(RA_TRACE_FAULT, vmf->vma->vm_file,
			      (loff_t)vmf->pgoff << PAGE_SHIFT, PAGE_SIZE);
	return 0;
}

NOKPROBE_SYMBOL(ra_calls_fault);

static struct kprobe ra_calls_probes[] = {
	{ .symbol_name = "filemap_read", .pre_handler = ra_calls_read },
	{ .symbol_name = RA_COMPAT_SPLICE_READ,
	  .pre_handler = ra_calls_splice },
	{ .symbol_name = "filemap_fault", .pre_handler = ra_calls_fault },
};

/* Guards all below and what it takes to register the probes above. */
static DEFINE_MUTEX(ra_calls_lock);
static bool ra_calls_on;
/* Of probes that were registered before. */
static unsigned long ra_calls_nr_missed;

static int ra_calls_register(struct kprobe *probe, u32 flags)
{
	int err;

	/* Left behind by the last registration. */
	probe->addr = NULL;
	probe->flags = flags;
	err = register_kprobe(probe);
	if (err)
		pr_err("cannot place a probe on %s: error %d%s\n",
		       probe->symbol_name, err, err == -ENOENT ?
		       ", this kernel has no such function" : "");
	return err;
}

/**
 * ra_calls_check - see whether read_jprobes would work
 *
 * Each probe is placed for a moment without being armed.
 *
 * Return: 0, or the error of the first that cannot be placed.
 */
int ra_calls_check(void)
{
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(ra_calls_probes); i++) {
		err = ra_calls_register(&ra_calls_probes[i],
					KPROBE_FLAG_DISABLED);
		if (err)
			return err;
		unregister_kprobe(&ra_calls_probes[i]);
	}
	return 0;
}

/* Remove the first so many probes, the last of them first. */
static void ra_calls_stop(size_t nr)
{
	lockdep_assert_held(&ra_calls_lock);

	while (nr--) {
		unregister_kprobe(&ra_calls_probes[nr]);
		ra_calls_nr_missed += ra_calls_probes[nr].nmissed;
	}
}

static int ra_calls_start(void)
{
	size_t i;
	int err;

	lockdep_assert_held(&ra_calls_lock);

	for (i = 0; i < ARRAY_SIZE(ra_calls_probes); i++) {
		err = ra_calls_register(&ra_calls_probes[i], 0);
		if (err) {
			ra_calls_stop(i);
			return err;
		}
	}
	return 0;
}

/**
 * ra_calls_set - place or remove the probes
 * @on: which
 *
 * Return: 0, or an error and no probe is placed.
 */
int ra_calls_set(bool on)
{
	int err = 0;

	mutex_lock(&ra_calls_lock);
	if (on && !ra_calls_on)
		err = ra_calls_start();
	else if (!on && ra_calls_on)
		ra_calls_stop(ARRAY_SIZE(ra_calls_probes));
	if (!err)
		ra_calls_on = on;
	mutex_unlock(&ra_calls_lock);
	return err;
}

/**
 * ra_calls_missed - how many calls were not seen?
 *
 * Return: those that ran within another probe, since the module was loaded.
 */
unsigned long ra_calls_missed(void)
{
	unsigned long missed;
	size_t i;

	mutex_lock(&ra_calls_lock);
	missed = ra_calls_nr_missed;
	for (i = 0; ra_calls_on && i < ARRAY_SIZE(ra_calls_probes); i++)
		missed += ra_calls_probes[i].nmissed;
	mutex_unlock(&ra_calls_lock);
	return missed;
}

/**
 * ra_calls_show - print read_jprobes
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_calls_show(struct seq_file *m, void *v)
{
	mutex_lock(&ra_calls_lock);
	seq_printf(m, "%d\n", ra_calls_on);
	mutex_unlock(&ra_calls_lock);
	return 0;
}

/**
 * ra_calls_write - write to read_jprobes
 * @text: what was written
 *
 * Return: 0, -EINVAL, or the error of a probe that cannot be placed.
 */
int ra_calls_write(const char *text)
{
	bool on;
	int err = ra_filter_parse_bool(text, &on);

	return err ? err : ra_calls_set(on);
}

/**
 * ra_calls_features - print which functions are probed
 * @m: where to
 */
void ra_calls_features(struct seq_file *m)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ra_calls_probes); i++)
		seq_printf(m, "attach_calls: kprobe %s\n",
			   ra_calls_probes[i].symbol_name);
}
