/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One readahead decision as it is told to listeners.
 */
#ifndef _LINUX_READAHEAD_RECORD_H
#define _LINUX_READAHEAD_RECORD_H

#include <linux/fs.h>
#include <linux/readahead_policy.h>

/**
 * struct ra_record - one readahead decision and what it did
 * @inode: the inode whose pages are read
 * @file: the open file of the asker; NULL when file systems or the kernel ask
 * @req: the pages asked for
 * @old: the window of the descriptor before the decision
 * @window: the window that was decided, before the file system or the page
 *	cache could change it; for a random or forced read the pages asked for
 *	with no marker; size 0 when nothing is read
 * @nr_added: pages added to the page cache, in pages
 * @nr_cut: pages asked for explicitly, but above the cap, in pages
 * @mmap_miss: the miss counter of the file, valid when @by is RA_BY_FAULT
 * @pattern: the rule that decided
 * @reason: why nothing is read, RA_REASON_NONE otherwise
 * @by: who asked
 * @hint: the hint in force
 * @adaptive: policy adaptive decided, not policy classic
 * @async: a marker was hit and nobody waits; false: somebody asks for the page
 *
 * Valid only while the event is being told.
 */
struct ra_record {
	struct inode *inode;
	const struct file *file;
	struct ra_request req;
	struct ra_window old;
	struct ra_window window;
	unsigned long nr_added;
	unsigned long nr_cut;
	unsigned int mmap_miss;
	enum ra_pattern pattern;
	enum ra_reason reason;
	enum ra_by by;
	enum ra_hint hint;
	bool adaptive;
	bool async;
};

/**
 * ra_record_dev - the device that a decision reads from
 * @rec: the decision
 *
 * A block device's own pages hang off an inode of the bdev file system, whose
 * device number nobody knows; there the device itself is named.
 *
 * Return: the number as lsblk prints it.
 */
static inline dev_t ra_record_dev(const struct ra_record *rec)
{
	const struct inode *inode = rec->inode;

	return S_ISBLK(inode->i_mode) ? inode->i_rdev : inode->i_sb->s_dev;
}

#endif /* _LINUX_READAHEAD_RECORD_H */
