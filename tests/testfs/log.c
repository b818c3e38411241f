// SPDX-License-Identifier: GPL-2.0
/*
 * What the file system was asked for, in the order of the calls.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include "testfs.h"

#define TESTFS_LOG_ENTRIES	4096U

/**
 * struct testfs_log_entry - one call
 * @index: first page
 * @offered: pages, 0 for a call of ->read_folio()
 * @taken: how many of them were read
 */
struct testfs_log_entry {
	unsigned long index;
	unsigned long offered;
	unsigned long taken;
};

static DEFINE_MUTEX(testfs_log_mutex); /* the two below */
static struct testfs_log_entry testfs_log[TESTFS_LOG_ENTRIES];
static unsigned long testfs_log_total;

static void testfs_log_add(struct testfs_log_entry entry)
{
	mutex_lock(&testfs_log_mutex);
	if (testfs_log_total < TESTFS_LOG_ENTRIES)
		testfs_log[testfs_log_total] = entry;
	testfs_log_total++;
	mutex_unlock(&testfs_log_mutex);
}

/**
 * testfs_log_readahead() - log a call of ->readahead()
 * @index: first page
 * @offered: pages offered, at least one
 * @taken: how many of them were read
 *
 * Context: may sleep.
 */
void testfs_log_readahead(unsigned long index, unsigned long offered,
			  unsigned long taken)
{
	testfs_log_add((struct testfs_log_entry){ index, offered, taken });
}

/**
 * testfs_log_read_folio() - log a call of ->read_folio()
 * @index: the folio's first page
 *
 * Context: may sleep.
 */
void testfs_log_read_folio(unsigned long index)
{
	testfs_log_add((struct testfs_log_entry){ .index = index });
}

/**
 * testfs_log_reset() - forget all calls
 */
void testfs_log_reset(void)
{
	mutex_lock(&testfs_log_mutex);
	testfs_log_total = 0;
	mutex_unlock(&testfs_log_mutex);
}

static void testfs_log_line(struct seq_file *m,
			    const struct testfs_log_entry *entry)
{
	if (entry->offered)
		seq_printf(m, "readahead index=%lu offered=%lu taken=%lu\n",
			   entry->index, entry->offered, entry->taken);
	else
		seq_printf(m, "read_folio index=%lu\n", entry->index);
}

/**
 * testfs_log_show() - print the log
 * @m: where to
 */
void testfs_log_show(struct seq_file *m)
{
	unsigned long i, kept;

	mutex_lock(&testfs_log_mutex);
	kept = min_t(unsigned long, testfs_log_total, TESTFS_LOG_ENTRIES);
	for (i = 0; i < kept; i++)
		testfs_log_line(m, &testfs_log[i]);
	if (testfs_log_total > kept)
		seq_printf(m, "lost=%lu\n", testfs_log_total - kept);
	mutex_unlock(&testfs_log_mutex);
}
