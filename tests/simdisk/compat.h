/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between the kernels that simdisk is loaded into. No other file
 * of simdisk asks for the version.
 */
#ifndef SIMDISK_COMPAT_H
#define SIMDISK_COMPAT_H

#include <linux/backing-dev-defs.h>
#include <linux/blkdev.h>
#include <linux/version.h>
#include "simdisk.h"

#define SIMDISK_MQ_FLAGS \
	(BLK_MQ_F_SHOULD_MERGE | BLK_MQ_F_NO_SCHED_BY_DEFAULT)

#if LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL == 1

/*
 * The size of a request is set behind blk_queue_max_hw_sectors(), which would
 * cut it to 1280 KiB whatever the device can do. The rest of the limits is out
 * of the way: max_sectors_kb alone bounds a request.
 */
static inline void simdisk_set_limits(struct gendisk *disk,
				      const struct simdisk_params *params)
{
	struct request_queue *q = disk->queue;
	unsigned int max_sectors = params->max_sectors_kb * 2;

	blk_queue_logical_block_size(q, SECTOR_SIZE);
	blk_queue_physical_block_size(q, SIMDISK_PHYSICAL_BLOCK);
	blk_queue_io_min(q, SIMDISK_PHYSICAL_BLOCK);
	if (params->optimal_io_size)
		blk_queue_io_opt(q, params->optimal_io_size);
	blk_queue_max_segments(q, USHRT_MAX);
	blk_queue_max_segment_size(q, UINT_MAX);
	blk_queue_max_hw_sectors(q, max_sectors);
	q->limits.max_sectors = max_sectors;
	disk->bdi->io_pages = max_sectors >> (PAGE_SHIFT - SECTOR_SHIFT);
	if (!params->seek_us)
		blk_queue_flag_set(QUEUE_FLAG_NONROT, q);
}

static inline struct gendisk *
simdisk_alloc_disk(struct blk_mq_tag_set *set,
		   const struct simdisk_params *params, void *queuedata)
{
	struct gendisk *disk = blk_mq_alloc_disk(set, queuedata);

	if (!IS_ERR(disk))
		simdisk_set_limits(disk, params);
	return disk;
}

#elif LINUX_VERSION_MAJOR == 6 && LINUX_VERSION_PATCHLEVEL == 12

static inline struct gendisk *
simdisk_alloc_disk(struct blk_mq_tag_set *set,
		   const struct simdisk_params *params, void *queuedata)
{
	struct queue_limits lim = {
		.logical_block_size	= SECTOR_SIZE,
		.physical_block_size	= SIMDISK_PHYSICAL_BLOCK,
		.io_min			= SIMDISK_PHYSICAL_BLOCK,
		.io_opt			= params->optimal_io_size,
		.max_segments		= USHRT_MAX,
		.max_segment_size	= UINT_MAX,
		.max_hw_sectors		= params->max_sectors_kb * 2,
		.max_user_sectors	= params->max_sectors_kb * 2,
		.features		= params->seek_us ? BLK_FEAT_ROTATIONAL : 0,
	};

	return blk_mq_alloc_disk(set, &lim, queuedata);
}

#else
#error "simdisk knows Linux 6.1 and 6.12 only"
#endif

#endif /* SIMDISK_COMPAT_H */
