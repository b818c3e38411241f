// SPDX-License-Identifier: GPL-2.0
/*
 * What the disk remembers of the requests that arrived: the log of reads and
 * the number of times each request was seen, which the jitter asks for.
 */
#include <linux/hash.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include "simdisk.h"

/**
 * struct simdisk_seen - a request that was seen
 * @node: in its bucket
 * @io: the request. Reads and writes are told apart, so that preparing a file
 *	does not change the jitter of reading it
 * @epoch: value of seen_epoch when @count was started
 * @count: how often it was seen since
 */
struct simdisk_seen {
	struct hlist_node node;
	struct simdisk_io io;
	u32 epoch;
	u32 count;
};

/**
 * simdisk_log_init() - get the memory of log and occurrences
 * @sd: a disk that is off
 *
 * Return: 0 or -ENOMEM; simdisk_log_free() is right in both cases.
 */
int simdisk_log_init(struct simdisk *sd)
{
	sd->log = vmalloc(array_size(SIMDISK_LOG_ENTRIES, sizeof(*sd->log)));
	sd->seen = kvcalloc(1U << SIMDISK_SEEN_BITS, sizeof(*sd->seen),
			    GFP_KERNEL);
	return sd->log && sd->seen ? 0 : -ENOMEM;
}

/**
 * simdisk_log_free() - give it back
 * @sd: a disk that has no request in flight and gets no more
 *
 * The lock keeps a reader of the log out: the files stay while power is off.
 */
void simdisk_log_free(struct simdisk *sd)
{
	struct simdisk_log_entry *log;
	struct simdisk_seen *seen;
	struct hlist_node *next;
	unsigned int i;

	spin_lock_irq(&sd->lock);
	log = sd->log;
	sd->log = NULL;
	sd->log_total = 0;
	spin_unlock_irq(&sd->lock);
	vfree(log);

	for (i = 0; sd->seen && i < 1U << SIMDISK_SEEN_BITS; i++)
		hlist_for_each_entry_safe(seen, next, &sd->seen[i], node)
			kfree(seen);
	kvfree(sd->seen);
	sd->seen = NULL;
}

static struct simdisk_seen *simdisk_seen_find(struct hlist_head *head,
					      const struct simdisk_io *io)
{
	struct simdisk_seen *seen;

	hlist_for_each_entry(seen, head, node)
		if (seen->io.sector == io->sector &&
		    seen->io.nr_sectors == io->nr_sectors &&
		    seen->io.write == io->write)
			return seen;
	return NULL;
}

/* How often this request was seen before, or -ENOMEM. */
static int simdisk_seen_next(struct simdisk *sd, const struct simdisk_io *io)
{
	struct hlist_head *head;
	struct simdisk_seen *seen;

	/* without jitter nobody asks: spend neither time nor memory */
	if (!sd->params.jitter_us && !sd->params.jitter_spike_every)
		return 0;

	head = &sd->seen[hash_64(io->sector, SIMDISK_SEEN_BITS)];
	seen = simdisk_seen_find(head, io);
	if (!seen) {
		seen = kzalloc(sizeof(*seen), GFP_ATOMIC | __GFP_NOWARN);
		if (!seen)
			return -ENOMEM;
		seen->io = *io;
		seen->epoch = sd->seen_epoch;
		hlist_add_head(&seen->node, head);
	}
	if (seen->epoch != sd->seen_epoch) {
		seen->epoch = sd->seen_epoch;
		seen->count = 0;
	}
	return seen->count++ & INT_MAX;
}

/**
 * simdisk_log_arrival() - count and log a request
 * @sd: the disk
 * @io: the request
 * @now: its arrival
 *
 * Context: @sd->lock is held.
 * Return: how often the request was seen before; -ENOMEM if that cannot be
 * said, nothing is counted then.
 */
int simdisk_log_arrival(struct simdisk *sd, const struct simdisk_io *io,
			u64 now)
{
	int occurrence = simdisk_seen_next(sd, io);
	struct simdisk_log_entry *entry;

	if (occurrence < 0)
		return occurrence;

	sd->counts.requests[io->write]++;
	sd->counts.sectors[io->write] += io->nr_sectors;
	simdisk_ranges_count(sd->ranges, io);
	if (!io->write) {
		entry = &sd->log[sd->log_total++ % SIMDISK_LOG_ENTRIES];
		entry->ns = now;
		entry->sector = io->sector;
		entry->nr_sectors = io->nr_sectors;
	}
	return occurrence;
}

/**
 * simdisk_log_reset() - start counting afresh
 * @sd: the disk, on or off
 *
 * Occurrences start afresh as well, so that two runs that each begin with a
 * reset meet the same jitter. The pipe and the head stay where they are.
 */
void simdisk_log_reset(struct simdisk *sd)
{
	spin_lock_irq(&sd->lock);
	memset(&sd->counts, 0, sizeof(sd->counts));
	simdisk_ranges_reset(sd->ranges);
	sd->log_total = 0;
	sd->seen_epoch++;
	spin_unlock_irq(&sd->lock);
}

/**
 * simdisk_log_line() - one read of the log as text
 * @sd: the disk
 * @nr: number of the line, from the oldest that is kept
 * @buf: where to
 * @size: room in @buf
 *
 * Return: length as from snprintf(), 0 behind the last line.
 */
ssize_t simdisk_log_line(struct simdisk *sd, u64 nr, char *buf, size_t size)
{
	struct simdisk_log_entry entry;
	bool found;

	spin_lock_irq(&sd->lock);
	if (sd->log_total > SIMDISK_LOG_ENTRIES)
		nr += sd->log_total - SIMDISK_LOG_ENTRIES;
	found = sd->log && nr < sd->log_total;
	if (found)
		entry = sd->log[nr % SIMDISK_LOG_ENTRIES];
	spin_unlock_irq(&sd->lock);

	if (!found)
		return 0;
	return snprintf(buf, size, "%llu %llu %u\n", entry.ns, entry.sector,
			entry.nr_sectors);
}
