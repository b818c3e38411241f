// SPDX-License-Identifier: GPL-2.0
/*
 * Which events become lines: trace_pid, trace_ino and trace_dev, 0 for all.
 *
 * Each filter is one word, read and written at once, so a probe needs no lock; a
 * probe that runs during a write may see the old value.
 */
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "internal.h"

static pid_t ra_filter_pid;
static unsigned long ra_filter_ino;
static dev_t ra_filter_dev;

/**
 * ra_filter_pass - does an event of the current task become a line?
 * @inode: whose pages are read
 * @dev: the device they are on
 *
 * Return: true if it does.
 */
bool ra_filter_pass(const struct inode *inode, dev_t dev)
{
	const pid_t pid = READ_ONCE(ra_filter_pid);
	const unsigned long ino = READ_ONCE(ra_filter_ino);
	const dev_t only = READ_ONCE(ra_filter_dev);

	return (!pid || pid == task_tgid_nr(current)) &&
	       (!ino || ino == inode->i_ino) &&
	       (!only || only == dev);
}

/* kstrtoul() also takes a sign and a newline; here a number is digits. */
static int ra_filter_parse(const char *text, unsigned long max,
			   unsigned long *value)
{
	unsigned long parsed;

	if (text[strspn(text, "0123456789")] || kstrtoul(text, 10, &parsed) ||
	    parsed > max)
		return -EINVAL;
	*value = parsed;
	return 0;
}

/**
 * ra_filter_parse_bool - take 0 or 1 and nothing else
 * @text: what was written
 * @value: set to it
 *
 * Return: 0, or -EINVAL with @value untouched.
 */
int ra_filter_parse_bool(const char *text, bool *value)
{
	if ((text[0] != '0' && text[0] != '1') || text[1])
		return -EINVAL;
	*value = text[0] == '1';
	return 0;
}

/**
 * ra_filter_pid_show - print trace_pid
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_filter_pid_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%d\n", READ_ONCE(ra_filter_pid));
	return 0;
}

/**
 * ra_filter_pid_write - write to trace_pid
 * @text: what was written
 *
 * Return: 0, or -EINVAL and the filter is as before.
 */
int ra_filter_pid_write(const char *text)
{
	unsigned long pid;
	int err = ra_filter_parse(text, INT_MAX, &pid);

	if (!err)
		WRITE_ONCE(ra_filter_pid, pid);
	return err;
}

/**
 * ra_filter_ino_show - print trace_ino
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_filter_ino_show(struct seq_file *m, void *v)
{
	seq_printf(m, "%lu\n", READ_ONCE(ra_filter_ino));
	return 0;
}

/**
 * ra_filter_ino_write - write to trace_ino
 * @text: what was written
 *
 * Return: 0, or -EINVAL and the filter is as before.
 */
int ra_filter_ino_write(const char *text)
{
	unsigned long ino;
	int err = ra_filter_parse(text, ULONG_MAX, &ino);

	if (!err)
		WRITE_ONCE(ra_filter_ino, ino);
	return err;
}

/**
 * ra_filter_dev_show - print trace_dev
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int ra_filter_dev_show(struct seq_file *m, void *v)
{
	const dev_t dev = READ_ONCE(ra_filter_dev);

	seq_printf(m, "%u:%u\n", MAJOR(dev), MINOR(dev));
	return 0;
}

/**
 * ra_filter_dev_write - write to trace_dev
 * @text: what was written
 *
 * Return: 0, or -EINVAL and the filter is as before.
 */
int ra_filter_dev_write(const char *text)
{
	const char *colon = strchr(text, ':');
	unsigned long major, minor;
	char digits[16];

	if (!strcmp(text, "0")) {
		WRITE_ONCE(ra_filter_dev, 0);
		return 0;
	}
	if (!colon || colon - text >= sizeof(digits))
		return -EINVAL;
	strscpy(digits, text, colon - text + 1);
	if (ra_filter_parse(digits, MAJOR(~0U), &major) ||
	    ra_filter_parse(colon + 1, MINORMASK, &minor))
		return -EINVAL;
	WRITE_ONCE(ra_filter_dev, MKDEV(major, minor));
	return 0;
}
