// SPDX-License-Identifier: GPL-2.0
/*
 * The debugfs directory: a table of files, and features.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>
#include <linux/utsname.h>

#include "internal.h"

#define RA_DEBUGFS_DIR		"readahead"
/* Longer than each text that is accepted: a file number has 20 digits. */
#define RA_DEBUGFS_TEXT_MAX	32

static struct dentry *ra_debugfs_dir;

/**
 * struct ra_debugfs_fact - a line of features
 * @name: what
 * @how: exact, derived or not available, and from where
 */
struct ra_debugfs_fact {
	const char *name;
	const char *how;
};

static const struct ra_debugfs_fact ra_debugfs_facts[] = {
	{ "pattern",	"exact" },
	{ "reason",	"exact" },
	{ "by",		"exact" },
	{ "hint",	"exact; FADV_SEQUENTIAL derived from the doubled window" },
	{ "window",	"exact" },
	{ "added",	"exact" },
	{ "cut",	"exact" },
	{ "miss",	"exact" },
	{ "eof_io",	"derived from the window and the size of the file" },
	{ "name",	"exact; when no file is open derived from the cache of names" },
	{ "dup",	"not available" },
	{ "outcomes",	"not available" },
};

static int ra_debugfs_features_show(struct seq_file *m, void *v)
{
	size_t i;

	seq_printf(m, "module: %s\n", RA_TRACE_VERSION);
	seq_printf(m, "kernel: %s\n", init_utsname()->release);
	seq_puts(m, "attach: tracepoint ra_decision\n");
	ra_calls_features(m);
	ra_ring_features(m);
	for (i = 0; i < ARRAY_SIZE(ra_debugfs_facts); i++)
		seq_printf(m, "%s: %s\n", ra_debugfs_facts[i].name,
			   ra_debugfs_facts[i].how);
	return 0;
}

static const struct ra_trace_file ra_debugfs_files[] = {
	{ .name = "stats", .mode = 0644,
	  .show = ra_stats_show, .write = ra_stats_reset },
	{ .name = "stats_full", .mode = 0444,
	  .show = ra_stats_full_show },
	{ .name = "trace_enable", .mode = 0644,
	  .show = ra_ring_show, .write = ra_ring_switch,
	  .accepts = "0 or 1" },
	{ .name = "trace_pid", .mode = 0644,
	  .show = ra_filter_pid_show, .write = ra_filter_pid_write,
	  .accepts = "a thread group id, or 0 for all" },
	{ .name = "trace_ino", .mode = 0644,
	  .show = ra_filter_ino_show, .write = ra_filter_ino_write,
	  .accepts = "an inode number, or 0 for all" },
	{ .name = "trace_dev", .mode = 0644,
	  .show = ra_filter_dev_show, .write = ra_filter_dev_write,
	  .accepts = "major:minor in decimal, or 0 for all" },
	{ .name = "read_jprobes", .mode = 0644,
	  .show = ra_calls_show, .write = ra_calls_write,
	  .accepts = "0 or 1" },
	{ .name = "trace", .mode = 0444, .fops = &ra_stream_fops },
	{ .name = "trace_dmesg", .mode = 0644,
	  .show = ra_log_show, .write = ra_log_write,
	  .accepts = "0 or 1" },
	{ .name = "features", .mode = 0444,
	  .show = ra_debugfs_features_show },
};

static ssize_t ra_debugfs_refuse(const struct ra_trace_file *row)
{
	if (row->write)
		pr_info("%s/%s accepts %s\n", RA_DEBUGFS_DIR, row->name,
			row->accepts);
	else
		pr_info("%s/%s accepts no writes\n", RA_DEBUGFS_DIR, row->name);
	return -EINVAL;
}

/**
 * ra_debugfs_write - write to a file of the directory
 * @file: the file, opened
 * @ubuf: the text; one newline at its end is ignored
 * @count: its length in bytes
 * @ppos: ignored, each write is one command
 *
 * Return: @count, -EINVAL after a log line that says what is accepted, or the
 * error of the command.
 */
ssize_t ra_debugfs_write(struct file *file, const char __user *ubuf,
			 size_t count, loff_t *ppos)
{
	const struct ra_trace_file *row = file_inode(file)->i_private;
	char text[RA_DEBUGFS_TEXT_MAX];
	size_t len = count;
	int err;

	if (!row->write)
		return ra_debugfs_refuse(row);
	if (!row->accepts)
		len = 0;
	if (len >= sizeof(text))
		return ra_debugfs_refuse(row);
	if (copy_from_user(text, ubuf, len))
		return -EFAULT;
	if (len && text[len - 1] == '\n')
		len--;
	text[len] = '\0';
	if ((row->accepts && !len) || strlen(text) != len)
		return ra_debugfs_refuse(row);

	err = row->write(text);
	if (err == -EINVAL)
		return ra_debugfs_refuse(row);
	return err ? err : count;
}

static int ra_debugfs_open(struct inode *inode, struct file *file)
{
	const struct ra_trace_file *row = inode->i_private;

	return single_open(file, row->show, NULL);
}

static const struct file_operations ra_debugfs_fops = {
	.owner		= THIS_MODULE,
	.open		= ra_debugfs_open,
	.release	= single_release,
	.read		= seq_read,
	.write		= ra_debugfs_write,
	.llseek		= seq_lseek,
};

static int ra_debugfs_create_files(void)
{
	const struct ra_trace_file *row;
	struct dentry *dentry;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ra_debugfs_files); i++) {
		row = &ra_debugfs_files[i];
		dentry = debugfs_create_file(row->name, row->mode,
					     ra_debugfs_dir, (void *)row,
					     row->fops ?: &ra_debugfs_fops);
		if (IS_ERR(dentry)) {
			pr_err("cannot create %s/%s in debugfs: error %ld\n",
			       RA_DEBUGFS_DIR, row->name, PTR_ERR(dentry));
			return PTR_ERR(dentry);
		}
	}
	return 0;
}

/**
 * ra_debugfs_create - create the directory with all its files
 *
 * Return: 0, or an error and nothing is left.
 */
int ra_debugfs_create(void)
{
	int err;

	ra_debugfs_dir = debugfs_create_dir(RA_DEBUGFS_DIR, NULL);
	if (IS_ERR(ra_debugfs_dir)) {
		err = PTR_ERR(ra_debugfs_dir);
		pr_err("cannot create %s in debugfs: error %d\n",
		       RA_DEBUGFS_DIR, err);
		return err;
	}
	err = ra_debugfs_create_files();
	if (err)
		debugfs_remove(ra_debugfs_dir);
	return err;
}

/**
 * ra_debugfs_remove - undo ra_debugfs_create()
 */
void ra_debugfs_remove(void)
{
	debugfs_remove(ra_debugfs_dir);
}
