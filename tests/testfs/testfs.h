/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ra_testfs: a file system that does to readahead what a test asks for.
 *
 * A mount has one file, "f", as large as the mount option `size` says (K, M, G,
 * T, P and E are powers of 1024), 1 MiB by default. Nothing is stored: every
 * eight bytes of a page are the page's number, little endian, so sizes near the
 * end of what a file can have cost nothing. Reading waits for nothing either.
 * The backing device is /sys/class/bdi/MAJOR:MINOR by the mount's own device.
 *
 * A file system may take fewer folios than readahead offers it, and need not say
 * why. Which ones is a control here, and a log tells what was offered and what
 * was taken: an account of the decisions by someone who knows nothing of them.
 *
 * Two more controls bend the kernel itself, by kprobes that exist only while
 * they are on: they bring about what is otherwise a matter of luck.
 *
 * Files in /sys/kernel/debug/ra_testfs, for all mounts together:
 *
 *	take		folios that ->readahead takes of each call, from the first
 *			on; "all" by default
 *	leave		"START+LEN": a call that is offered one of these pages takes
 *			those before it and leaves the rest; "none" by default
 *	times		so many calls leave something, then the two above are as by
 *			default again; 0 by default: no limit
 *	log		what was called since the last reset, a line each:
 *			"readahead index=I offered=N taken=N" and "read_folio
 *			index=I"; "lost=N" at the end if there were too many
 *	reset		1 empties the log and zeroes the hits
 *	congested_pid	the block cgroup of this process passes for congested; 0
 *			by default: off
 *	add_delay_dev	"MAJOR:MINOR", whose files the next one is about
 *	add_delay_us	before a folio is added to the page cache, that long is
 *			spent busy, up to 10000; 0 by default: off
 *	hits		how often the two hooks did something, and how often the
 *			first was missed for want of memory
 *
 * A value that is not accepted changes nothing, returns -EINVAL and leaves one
 * line in the kernel log that says what is accepted.
 */
#ifndef RA_TESTFS_H
#define RA_TESTFS_H

#include <linux/types.h>

struct seq_file;

/* super.c */
int testfs_register(void);
void testfs_unregister(void);

/* log.c */
void testfs_log_readahead(unsigned long index, unsigned long offered,
			  unsigned long taken);
void testfs_log_read_folio(unsigned long index);
void testfs_log_reset(void);
void testfs_log_show(struct seq_file *m);

/* hooks.c */
int testfs_set_congested(int pid);
int testfs_congested(void);
int testfs_set_add_delay(unsigned int us);
unsigned int testfs_add_delay(void);
void testfs_set_add_delay_dev(dev_t dev);
dev_t testfs_add_delay_dev(void);
void testfs_hits_reset(void);
void testfs_hits_show(struct seq_file *m);
void testfs_hooks_remove(void);

/* control.c */
unsigned long testfs_to_take(unsigned long index, unsigned long offered);
void testfs_control_init(void);
void testfs_control_exit(void);

#endif /* RA_TESTFS_H */
