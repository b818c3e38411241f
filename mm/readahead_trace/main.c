// SPDX-License-Identifier: GPL-2.0
/*
 * The readahead trace module: counts readahead decisions and, if asked to,
 * tells each of them as a line of text.
 *
 * The kernel calls ra_trace_probe() at the end of each decision, in the context
 * of whoever asked for the pages, with preemption disabled.  That is a place to
 * be quick in, and from that everything else follows:
 *
 * Counters are per CPU, because all readers of the machine pass here and a
 * shared cache line would be the most expensive part of the decision.  One
 * decision is counted on one CPU, between the two halves of a sequence count of
 * that CPU; whoever sums them up gets whole decisions, sums over all possible
 * CPUs and so loses none when a CPU goes away.  A reset does not write to the
 * counters either: it remembers the sums and shows the difference from then on,
 * and so cannot lose a count that is being made.  See stats.c.
 *
 * Lines are binary records until somebody reads them: to make 200 bytes of text
 * takes longer than to copy the facts.  The records lie in the kernel's ring
 * buffer, one per CPU, which needs no lock of the writer.  It does not overwrite:
 * what finds no room is counted as lost, exactly, and what a reader gets is
 * gapless up to there.  See ring.c, and format.c for the text.
 *
 * Readers sleep on a wait queue of the module.  Neither a probe within a
 * breakpoint (calls.c) nor the middle of the memory management is a place to
 * wake somebody from, so the writer queues irq_work that does it.  See stream.c.
 *
 * Lifetime.  Each debugfs file names the module as its owner, so the module
 * stays as long as one is open; a reader that sleeps in trace therefore makes
 * rmmod say busy until tracing is switched off, which ends the reader.  What was
 * set up is taken down in the mirrored order: first the files, then the probes,
 * then tracepoint_synchronize_unregister() and the unregistering of kprobes wait
 * for probes that still run, irq_work_sync() for the last wakeup, and only then
 * the memory goes.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/init.h>
#include <linux/module.h>
#include <linux/tracepoint.h>
#include <trace/events/readahead_policy.h>

#include "internal.h"

static enum ra_trace_fate ra_trace_line(const struct ra_record *rec)
{
	struct ra_trace_record line;

	if (!ra_ring_is_on())
		return RA_TRACE_OFF;
	if (!ra_filter_pass(rec->inode, ra_record_dev(rec)))
		return RA_TRACE_FILTERED;

	ra_record_fill(&line, RA_TRACE_DECISION, rec->inode, rec->file);
	ra_record_decide(&line, rec);
	ra_log_decision(&line);

	return ra_ring_write(&line);
}

static void ra_trace_probe(void *data, const struct ra_record *rec)
{
	ra_stats_decision(rec, ra_trace_line(rec));
}

static int __init ra_trace_init(void)
{
	int err;

	err = ra_calls_check();
	if (err)
		return err;
	err = ra_stats_init();
	if (err)
		return err;
	err = ra_log_init();
	if (err)
		goto exit_stats;
	err = ra_ring_init();
	if (err)
		goto exit_log;
	err = register_trace_ra_decision(ra_trace_probe, NULL);
	if (err) {
		pr_err("cannot attach to the trace point ra_decision: error %d\n",
		       err);
		goto exit_ring;
	}
	err = ra_debugfs_create();
	if (err)
		goto unregister_probe;

	return 0;

unregister_probe:
	unregister_trace_ra_decision(ra_trace_probe, NULL);
	tracepoint_synchronize_unregister();
exit_ring:
	ra_ring_exit();
exit_log:
	ra_log_exit();
exit_stats:
	ra_stats_exit();
	return err;
}

static void __exit ra_trace_exit(void)
{
	ra_debugfs_remove();
	ra_calls_set(false);
	unregister_trace_ra_decision(ra_trace_probe, NULL);
	tracepoint_synchronize_unregister();
	ra_ring_exit();
	ra_log_exit();
	ra_stats_exit();
}

module_init(ra_trace_init);
module_exit(ra_trace_exit);

MODULE_DESCRIPTION("Statistics and trace of readahead decisions");
MODULE_AUTHOR("Readahead Project");
MODULE_VERSION(RA_TRACE_VERSION);
MODULE_LICENSE("GPL");
