// SPDX-License-Identifier: GPL-2.0
/*
 * The controls as files in debugfs, and loading the module.
 */
#define pr_fmt(fmt) "ra_testfs: " fmt

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include "testfs.h"

#define TESTFS_TEXT_SIZE	64
#define TESTFS_MAX_DELAY_US	10000

/**
 * struct testfs_leave - what a file system leaves of a readahead
 * @take: at most so many pages are taken of a call
 * @start: first of the pages that are not taken
 * @len: number of such pages, 0: none
 * @times: calls that still leave something before all is taken, 0: no limit
 */
struct testfs_leave {
	unsigned long take;
	unsigned long start;
	unsigned long len;
	unsigned long times;
};

static DEFINE_SPINLOCK(testfs_leave_lock); /* the one below */
static struct testfs_leave testfs_leave = { .take = ULONG_MAX };

static DEFINE_MUTEX(testfs_control_mutex); /* one change at a time */
static struct dentry *testfs_dir;

static struct testfs_leave testfs_leave_now(void)
{
	struct testfs_leave leave;

	spin_lock(&testfs_leave_lock);
	leave = testfs_leave;
	spin_unlock(&testfs_leave_lock);
	return leave;
}

/* How many of the pages from @index on come before those that are left. */
static unsigned long testfs_before_left(const struct testfs_leave *leave,
					unsigned long index)
{
	if (!leave->len || index >= leave->start + leave->len)
		return ULONG_MAX;
	return index < leave->start ? leave->start - index : 0;
}

/**
 * testfs_to_take() - how many pages of a readahead the file system takes
 * @index: first page offered
 * @offered: pages offered
 *
 * Context: one call for each readahead, as those that leave pages are counted.
 * Return: at most @offered.
 */
unsigned long testfs_to_take(unsigned long index, unsigned long offered)
{
	struct testfs_leave *leave = &testfs_leave;
	unsigned long to_take;

	spin_lock(&testfs_leave_lock);
	to_take = min3(leave->take, offered, testfs_before_left(leave, index));
	if (to_take < offered && leave->times && !--leave->times) {
		leave->take = ULONG_MAX;
		leave->len = 0;
	}
	spin_unlock(&testfs_leave_lock);
	return to_take;
}

static void testfs_take_show(struct seq_file *m)
{
	const unsigned long take = testfs_leave_now().take;

	if (take == ULONG_MAX)
		seq_puts(m, "all\n");
	else
		seq_printf(m, "%lu\n", take);
}

static int testfs_take_store(char *text)
{
	unsigned long take = ULONG_MAX;

	if (strcmp(text, "all") && kstrtoul(text, 10, &take))
		return -EINVAL;
	spin_lock(&testfs_leave_lock);
	testfs_leave.take = take;
	spin_unlock(&testfs_leave_lock);
	return 0;
}

static void testfs_leave_show(struct seq_file *m)
{
	const struct testfs_leave leave = testfs_leave_now();

	if (leave.len)
		seq_printf(m, "%lu+%lu\n", leave.start, leave.len);
	else
		seq_puts(m, "none\n");
}

static int testfs_leave_store(char *text)
{
	unsigned long start = 0, len = 0;
	char *plus = strchr(text, '+');

	if (strcmp(text, "none")) {
		if (!plus)
			return -EINVAL;
		*plus = 0;
		if (kstrtoul(text, 10, &start) || kstrtoul(plus + 1, 10, &len))
			return -EINVAL;
		if (!len || start + len < start)
			return -EINVAL;
	}
	spin_lock(&testfs_leave_lock);
	testfs_leave.start = start;
	testfs_leave.len = len;
	spin_unlock(&testfs_leave_lock);
	return 0;
}

static void testfs_times_show(struct seq_file *m)
{
	seq_printf(m, "%lu\n", testfs_leave_now().times);
}

static int testfs_times_store(char *text)
{
	unsigned long times;

	if (kstrtoul(text, 10, &times))
		return -EINVAL;
	spin_lock(&testfs_leave_lock);
	testfs_leave.times = times;
	spin_unlock(&testfs_leave_lock);
	return 0;
}

static int testfs_reset_store(char *text)
{
	if (strcmp(text, "1"))
		return -EINVAL;
	testfs_log_reset();
	testfs_hits_reset();
	return 0;
}

static void testfs_congested_pid_show(struct seq_file *m)
{
	seq_printf(m, "%d\n", testfs_congested());
}

static int testfs_congested_pid_store(char *text)
{
	int pid;

	if (kstrtoint(text, 10, &pid) || pid < 0)
		return -EINVAL;
	return testfs_set_congested(pid);
}

static void testfs_add_delay_dev_show(struct seq_file *m)
{
	dev_t dev = testfs_add_delay_dev();

	seq_printf(m, "%u:%u\n", MAJOR(dev), MINOR(dev));
}

static int testfs_add_delay_dev_store(char *text)
{
	char *colon = strchr(text, ':');
	unsigned int major, minor;

	if (!colon)
		return -EINVAL;
	*colon = 0;
	if (kstrtouint(text, 10, &major) || kstrtouint(colon + 1, 10, &minor))
		return -EINVAL;
	if (major >> (32 - MINORBITS) || minor > MINORMASK)
		return -EINVAL;
	testfs_set_add_delay_dev(MKDEV(major, minor));
	return 0;
}

static void testfs_add_delay_us_show(struct seq_file *m)
{
	seq_printf(m, "%u\n", testfs_add_delay());
}

static int testfs_add_delay_us_store(char *text)
{
	unsigned int us;

	if (kstrtouint(text, 10, &us) || us > TESTFS_MAX_DELAY_US)
		return -EINVAL;
	return testfs_set_add_delay(us);
}

/**
 * struct testfs_control - a file in debugfs
 * @name: of the file
 * @accepts: what may be written, in words
 * @show: prints the value, NULL if it cannot be read
 * @store: takes a value without white space around it, NULL if there is nothing
 *	to write; -EINVAL for a value that is not accepted
 */
struct testfs_control {
	const char *name;
	const char *accepts;
	void (*show)(struct seq_file *m);
	int (*store)(char *text);
};

static const struct testfs_control testfs_controls[] = {
	{ "take", "a number of folios or 'all'",
	  testfs_take_show, testfs_take_store },
	{ "leave", "START+LEN in pages or 'none'",
	  testfs_leave_show, testfs_leave_store },
	{ "times", "a number of calls or 0",
	  testfs_times_show, testfs_times_store },
	{ "log", NULL, testfs_log_show, NULL },
	{ "reset", "1", NULL, testfs_reset_store },
	{ "congested_pid", "the number of a process or 0",
	  testfs_congested_pid_show, testfs_congested_pid_store },
	{ "add_delay_dev", "MAJOR:MINOR",
	  testfs_add_delay_dev_show, testfs_add_delay_dev_store },
	{ "add_delay_us", "a number from 0 to 10000",
	  testfs_add_delay_us_show, testfs_add_delay_us_store },
	{ "hits", NULL, testfs_hits_show, NULL },
};

static int testfs_control_show(struct seq_file *m, void *unused)
{
	const struct testfs_control *control = m->private;

	control->show(m);
	return 0;
}

static int testfs_control_open(struct inode *inode, struct file *file)
{
	return single_open(file, testfs_control_show, inode->i_private);
}

static int testfs_control_store(const struct testfs_control *control,
				char *text)
{
	int err;

	mutex_lock(&testfs_control_mutex);
	err = control->store(text);
	mutex_unlock(&testfs_control_mutex);
	if (err == -EINVAL)
		pr_warn_ratelimited("%s accepts %s\n", control->name,
				    control->accepts);
	else if (err)
		pr_warn_ratelimited("%s: error %d\n", control->name, err);
	return err;
}

static ssize_t testfs_control_write(struct file *file, const char __user *buf,
				    size_t count, loff_t *pos)
{
	const struct testfs_control *control = file_inode(file)->i_private;
	char *text;
	int err;

	if (count >= TESTFS_TEXT_SIZE)
		return -EINVAL;
	text = memdup_user_nul(buf, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	err = testfs_control_store(control, strim(text));
	kfree(text);
	return err ?: count;
}

static const struct file_operations testfs_control_fops = {
	.owner		= THIS_MODULE,
	.open		= testfs_control_open,
	.read		= seq_read,
	.write		= testfs_control_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static umode_t testfs_control_mode(const struct testfs_control *control)
{
	return (control->show ? 0400 : 0) | (control->store ? 0200 : 0);
}

/**
 * testfs_control_init() - create the files
 */
void testfs_control_init(void)
{
	const struct testfs_control *control = testfs_controls;
	int i;

	testfs_dir = debugfs_create_dir("ra_testfs", NULL);
	for (i = 0; i < ARRAY_SIZE(testfs_controls); i++, control++)
		debugfs_create_file(control->name, testfs_control_mode(control),
				    testfs_dir, (void *)control,
				    &testfs_control_fops);
}

/**
 * testfs_control_exit() - remove the files and wait for those who use them
 */
void testfs_control_exit(void)
{
	debugfs_remove(testfs_dir);
}

static int __init testfs_init(void)
{
	int err = testfs_register();

	if (!err)
		testfs_control_init();
	return err;
}
module_init(testfs_init);

/* No control can switch a hook on again once the files are gone. */
static void __exit testfs_exit(void)
{
	testfs_control_exit();
	testfs_hooks_remove();
	testfs_unregister();
}
module_exit(testfs_exit);

MODULE_DESCRIPTION("File system that leaves folios of a readahead, for tests");
MODULE_LICENSE("GPL");
