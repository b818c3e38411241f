// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks into the kernel, there only while they are on.
 *
 * Both functions are called from other source files than their own, hence out of
 * line and with the arguments where the calling convention puts them.
 */
#define pr_fmt(fmt) "ra_testfs: " fmt

#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include "testfs.h"

static int testfs_congested_pid;
static unsigned int testfs_delay_us;
static dev_t testfs_delay_dev;
static atomic_t testfs_congested_hits;
static atomic_t testfs_delay_hits;

/* A nonzero return keeps the call of another process as it is. */
static int testfs_congested_entry(struct kretprobe_instance *instance,
				  struct pt_regs *regs)
{
	return current->tgid != READ_ONCE(testfs_congested_pid);
}

static int testfs_congested_return(struct kretprobe_instance *instance,
				   struct pt_regs *regs)
{
	regs_set_return_value(regs, true);
	atomic_inc(&testfs_congested_hits);
	return 0;
}

static struct kretprobe testfs_congested_probe;

static int testfs_add_entry(struct kprobe *probe, struct pt_regs *regs)
{
	struct address_space *mapping =
		(void *)regs_get_kernel_argument(regs, 0);

	if (mapping->host->i_sb->s_dev == READ_ONCE(testfs_delay_dev)) {
		udelay(READ_ONCE(testfs_delay_us));
		atomic_inc(&testfs_delay_hits);
	}
	return 0;
}

static struct kprobe testfs_add_probe;

/* A probe that was unregistered keeps marks of it, and cannot come back as is. */
static int testfs_congested_on(void)
{
	memset(&testfs_congested_probe, 0, sizeof(testfs_congested_probe));
	testfs_congested_probe.kp.symbol_name = "blk_cgroup_congested";
	testfs_congested_probe.entry_handler = testfs_congested_entry;
	testfs_congested_probe.handler = testfs_congested_return;
	return register_kretprobe(&testfs_congested_probe);
}

static int testfs_add_delay_on(void)
{
	memset(&testfs_add_probe, 0, sizeof(testfs_add_probe));
	testfs_add_probe.symbol_name = "filemap_add_folio";
	testfs_add_probe.pre_handler = testfs_add_entry;
	return register_kprobe(&testfs_add_probe);
}

/**
 * testfs_set_congested() - let one process find its block cgroup congested
 * @pid: the process, by its first thread; 0: none
 *
 * Context: one caller at a time of this and testfs_hooks_remove().
 * Return: 0 or a negative error, then nothing has changed.
 */
int testfs_set_congested(int pid)
{
	int err;

	if (pid && !testfs_congested_pid) {
		err = testfs_congested_on();
		if (err)
			return err;
	}
	if (!pid && testfs_congested_pid)
		unregister_kretprobe(&testfs_congested_probe);
	WRITE_ONCE(testfs_congested_pid, pid);
	return 0;
}

/**
 * testfs_congested() - the process that finds its block cgroup congested
 *
 * Return: its number, 0 if there is none.
 */
int testfs_congested(void)
{
	return testfs_congested_pid;
}

/**
 * testfs_set_add_delay() - let folios be added late
 * @us: how long each one is held up, in microseconds; 0: off
 *
 * Context: one caller at a time of this and testfs_hooks_remove().
 * Return: 0 or a negative error, then nothing has changed.
 */
int testfs_set_add_delay(unsigned int us)
{
	int err;

	if (us && !testfs_delay_us) {
		err = testfs_add_delay_on();
		if (err)
			return err;
	}
	if (!us && testfs_delay_us)
		unregister_kprobe(&testfs_add_probe);
	WRITE_ONCE(testfs_delay_us, us);
	return 0;
}

/**
 * testfs_add_delay() - how long a folio is held up
 *
 * Return: microseconds, 0 if the hook is off.
 */
unsigned int testfs_add_delay(void)
{
	return testfs_delay_us;
}

/**
 * testfs_set_add_delay_dev() - choose whose folios are held up
 * @dev: device of the file system
 */
void testfs_set_add_delay_dev(dev_t dev)
{
	WRITE_ONCE(testfs_delay_dev, dev);
}

/**
 * testfs_add_delay_dev() - whose folios are held up
 *
 * Return: device of the file system, 0 if none was chosen.
 */
dev_t testfs_add_delay_dev(void)
{
	return testfs_delay_dev;
}

/**
 * testfs_hits_reset() - count the hits from 0 on
 */
void testfs_hits_reset(void)
{
	atomic_set(&testfs_congested_hits, 0);
	atomic_set(&testfs_delay_hits, 0);
}

/**
 * testfs_hits_show() - print how often the hooks did something
 * @m: where to
 */
void testfs_hits_show(struct seq_file *m)
{
	seq_printf(m, "congested=%d missed=%d\nadd_delay=%d\n",
		   atomic_read(&testfs_congested_hits),
		   testfs_congested_probe.nmissed,
		   atomic_read(&testfs_delay_hits));
}

/**
 * testfs_hooks_remove() - switch all hooks off, and wait until none runs
 */
void testfs_hooks_remove(void)
{
	testfs_set_congested(0);
	testfs_set_add_delay(0);
}
