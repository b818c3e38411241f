// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of sector ranges, as text "start+len": those that are counted and
 * those that fail.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "simdisk.h"

static struct simdisk_ranges *simdisk_ranges_alloc(unsigned int nr)
{
	struct simdisk_ranges *ranges;

	ranges = kvzalloc(struct_size(ranges, range, nr), GFP_KERNEL);
	return ranges ?: ERR_PTR(-ENOMEM);
}

static int simdisk_range_parse(char *word, u64 capacity,
			       struct simdisk_range *range)
{
	char *start = strsep(&word, "+");

	if (!word || kstrtou64(start, 10, &range->start) ||
	    kstrtou64(word, 10, &range->len))
		return -EINVAL;
	if (!range->len || range->start >= capacity ||
	    range->len > capacity - range->start)
		return -EINVAL;
	return 0;
}

static int simdisk_ranges_fill(struct simdisk_ranges *ranges, char *text,
			       u64 capacity, unsigned int max_nr)
{
	char *word;

	while ((word = strsep(&text, ",\n "))) {
		if (!*word)
			continue;
		if (ranges->nr == max_nr ||
		    simdisk_range_parse(word, capacity,
					&ranges->range[ranges->nr]))
			return -EINVAL;
		ranges->nr++;
	}
	return 0;
}

/**
 * simdisk_ranges_parse() - text to ranges
 * @text: "start+len" in sectors, separated by commas, blanks or newlines;
 *	nothing, or the word "none", is the empty list
 * @capacity: sectors of the disk: ranges must lie inside
 * @max_nr: most ranges accepted
 *
 * Return: the ranges, to be freed by kvfree(), or ERR_PTR() of -EINVAL or
 * -ENOMEM.
 */
struct simdisk_ranges *simdisk_ranges_parse(const char *text, u64 capacity,
					    unsigned int max_nr)
{
	struct simdisk_ranges *ranges = simdisk_ranges_alloc(max_nr);
	char *copy;
	int err = 0;

	if (IS_ERR(ranges))
		return ranges;
	if (sysfs_streq(text, "none"))
		return ranges;

	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		err = -ENOMEM;
	else
		err = simdisk_ranges_fill(ranges, copy, capacity, max_nr);
	kfree(copy);
	if (!err)
		return ranges;

	kvfree(ranges);
	return ERR_PTR(err);
}

/**
 * simdisk_ranges_join() - one list behind the other
 * @a: first list, or NULL
 * @b: second list
 *
 * The new list counts nothing yet, see simdisk_ranges_take_counts().
 *
 * Return: a new list, or ERR_PTR() of -EINVAL if it gets too long, or -ENOMEM.
 */
struct simdisk_ranges *simdisk_ranges_join(const struct simdisk_ranges *a,
					   const struct simdisk_ranges *b)
{
	unsigned int nr = a ? a->nr : 0;
	struct simdisk_ranges *ranges;

	if (nr + b->nr > SIMDISK_MAX_RANGES)
		return ERR_PTR(-EINVAL);
	ranges = simdisk_ranges_alloc(nr + b->nr);
	if (IS_ERR(ranges))
		return ranges;

	if (nr)
		memcpy(ranges->range, a->range, array_size(nr, sizeof(*a->range)));
	memcpy(ranges->range + nr, b->range, array_size(b->nr, sizeof(*b->range)));
	ranges->nr = nr + b->nr;
	return ranges;
}

/**
 * simdisk_ranges_take_counts() - go on counting where another list stopped
 * @ranges: a list that begins with all of @old, or with none of it
 * @old: the list before it, or NULL
 *
 * Context: nobody counts in either list meanwhile.
 */
void simdisk_ranges_take_counts(struct simdisk_ranges *ranges,
				const struct simdisk_ranges *old)
{
	unsigned int i;

	for (i = 0; old && i < min(old->nr, ranges->nr); i++)
		ranges->range[i].counts = old->range[i].counts;
}

static u64 simdisk_range_overlap(const struct simdisk_range *range, u64 sector,
				 u64 nr_sectors)
{
	u64 start = max(range->start, sector);
	u64 end = min(range->start + range->len, sector + nr_sectors);

	return end > start ? end - start : 0;
}

/**
 * simdisk_ranges_hit() - is any of these sectors in one of the ranges
 * @ranges: the list, or NULL
 * @sector: first sector
 * @nr_sectors: number of sectors
 *
 * Return: true if so.
 */
bool simdisk_ranges_hit(const struct simdisk_ranges *ranges, u64 sector,
			u64 nr_sectors)
{
	unsigned int i;

	for (i = 0; ranges && i < ranges->nr; i++)
		if (simdisk_range_overlap(&ranges->range[i], sector, nr_sectors))
			return true;
	return false;
}

/**
 * simdisk_ranges_count() - count a request in each range that it touches
 * @ranges: the list, or NULL
 * @io: the request
 */
void simdisk_ranges_count(struct simdisk_ranges *ranges,
			  const struct simdisk_io *io)
{
	unsigned int i;
	u64 sectors;

	for (i = 0; ranges && i < ranges->nr; i++) {
		struct simdisk_range *range = &ranges->range[i];

		sectors = simdisk_range_overlap(range, io->sector,
						io->nr_sectors);
		if (!sectors)
			continue;
		range->counts.requests[io->write]++;
		range->counts.sectors[io->write] += sectors;
	}
}

/**
 * simdisk_ranges_reset() - set the counts of all ranges to zero
 * @ranges: the list, or NULL
 */
void simdisk_ranges_reset(struct simdisk_ranges *ranges)
{
	unsigned int i;

	for (i = 0; ranges && i < ranges->nr; i++)
		memset(&ranges->range[i].counts, 0,
		       sizeof(ranges->range[i].counts));
}
