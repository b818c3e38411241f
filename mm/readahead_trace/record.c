// SPDX-License-Identifier: GPL-2.0
/*
 * Gathers the facts of a line.
 *
 * This runs in probes with preemption disabled, for read calls even within a
 * breakpoint, which counts as NMI context: a lock may be taken only where it is
 * certain that the event is a decision.  Names of dentries are therefore read
 * without one, under the sequence count by which lookups notice a rename.
 */
#include <linux/blkdev.h>
#include <linux/dcache.h>
#include <linux/rcupdate.h>
#include <linux/seqlock.h>
#include <linux/string.h>
#include <linux/timekeeping.h>

#include "internal.h"

/**
 * ra_record_inode_dev - the device of an inode
 * @inode: the inode
 *
 * Return: the number by the same rule as for a decision.
 */
dev_t ra_record_inode_dev(const struct inode *inode)
{
	const struct ra_record rec = { .inode = (struct inode *)inode };

	return ra_record_dev(&rec);
}

/*
 * The length and the bytes of a name may belong to two names while a rename
 * runs: then the copy ends at the zero that each name has, and is repeated.
 */
static u8 ra_record_copy_name(const struct dentry *dentry, char *to)
{
	const char *name;
	unsigned int seq, len, i;

	rcu_read_lock();
	do {
		seq = raw_read_seqcount_begin(&dentry->d_seq);
		name = READ_ONCE(dentry->d_name.name);
		len = min_t(unsigned int, READ_ONCE(dentry->d_name.len),
			    RA_TRACE_NAME_MAX);
		for (i = 0; i < len; i++) {
			to[i] = READ_ONCE(name[i]);
			if (!to[i])
				break;
		}
	} while (read_seqcount_retry(&dentry->d_seq, seq));
	rcu_read_unlock();

	return i;
}

/* One of the names of an inode that nobody has opened, or none. */
static u8 ra_record_copy_alias(struct inode *inode, char *to)
{
	const struct dentry *dentry;
	u8 len = 0;

	spin_lock(&inode->i_lock);
	hlist_for_each_entry(dentry, &inode->i_dentry, d_u.d_alias) {
		len = ra_record_copy_name(dentry, to);
		break;
	}
	spin_unlock(&inode->i_lock);

	return len;
}

static void ra_record_dev_name(const struct inode *inode, char *to)
{
	if (S_ISBLK(inode->i_mode))
		snprintf(to, RA_TRACE_DEV_NAME_MAX, "%pg",
			 I_BDEV((struct inode *)inode));
	else
		strscpy(to, inode->i_sb->s_id, RA_TRACE_DEV_NAME_MAX);
}

/**
 * ra_record_fill - fill in what all records have
 * @rec: the record
 * @kind: what it tells
 * @inode: whose pages are read
 * @file: through which file, or NULL; only decisions may have none
 */
void ra_record_fill(struct ra_trace_record *rec, enum ra_trace_kind kind,
		    struct inode *inode, const struct file *file)
{
	rec->ts_ns = ktime_get_mono_fast_ns();
	rec->ino = inode->i_ino;
	rec->dev = ra_record_inode_dev(inode);
	rec->cpu = smp_processor_id();
	rec->pid = task_pid_nr(current);
	rec->tgid = task_tgid_nr(current);
	rec->kind = kind;
	memcpy(rec->comm, current->comm, TASK_COMM_LEN);
	ra_record_dev_name(inode, rec->dev_name);
	if (file)
		rec->name_len = ra_record_copy_name(file->f_path.dentry,
						    rec->name);
	else
		rec->name_len = ra_record_copy_alias(inode, rec->name);
}

/**
 * ra_record_decide - fill in what only decisions have
 * @rec: the record
 * @from: the decision
 */
void ra_record_decide(struct ra_trace_record *rec, const struct ra_record *from)
{
	rec->decision = (struct ra_trace_decision) {
		.req		= from->req,
		.window		= from->window,
		.nr_added	= from->nr_added,
		.nr_cut		= from->nr_cut,
		.mmap_miss	= from->mmap_miss,
		.pattern	= from->pattern,
		.reason		= from->reason,
		.by		= from->by,
		.hint		= from->hint,
		.adaptive	= from->adaptive,
		.async		= from->async,
	};
}
