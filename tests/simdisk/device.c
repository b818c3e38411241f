// SPDX-License-Identifier: GPL-2.0
/*
 * The block device: takes requests, asks the model when each is done, and
 * completes them at that time, in the order of their due times.
 *
 * One timer per disk and one queue of what is pending, because a timer per
 * request would complete in an order that depends on which CPU armed it.
 */
#define pr_fmt(fmt) "simdisk: " fmt

#include <linux/blkdev.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include "compat.h"
#include "simdisk.h"

static void simdisk_end_bios(struct simdisk *sd, struct request *rq)
{
	blk_status_t status;
	struct bio *bio;

	/*
	 * Bios of different readers may be merged into one request. Only those
	 * that touch a failing sector fail, as from a disk that tells where
	 * the error is.
	 */
	do {
		bio = rq->bio;
		status = simdisk_ranges_hit(sd->fail, bio->bi_iter.bi_sector,
					    bio_sectors(bio)) ?
			 BLK_STS_IOERR : BLK_STS_OK;
	} while (blk_update_request(rq, status, bio->bi_iter.bi_size));
	__blk_mq_end_request(rq, BLK_STS_OK);
}

static void simdisk_end(struct simdisk *sd, struct simdisk_cmd *cmd)
{
	struct request *rq = blk_mq_rq_from_pdu(cmd);

	if (cmd->fails)
		simdisk_end_bios(sd, rq);
	else
		blk_mq_end_request(rq, BLK_STS_OK);
}

static void simdisk_arm(struct simdisk *sd)
{
	struct timerqueue_node *first = timerqueue_getnext(&sd->pending);

	if (first)
		hrtimer_start(&sd->timer, first->expires, HRTIMER_MODE_ABS);
}

/* Take what is due by now off the queue, as a list in due-time order. */
static struct simdisk_cmd *simdisk_take_due(struct simdisk *sd)
{
	struct simdisk_cmd *head = NULL, **tail = &head;
	struct timerqueue_node *node;
	ktime_t now = ktime_get();

	while ((node = timerqueue_getnext(&sd->pending))) {
		if (ktime_after(node->expires, now))
			break;
		timerqueue_del(&sd->pending, node);
		*tail = container_of(node, struct simdisk_cmd, due);
		tail = &(*tail)->next;
	}
	*tail = NULL;
	return head;
}

static void simdisk_complete_due(struct simdisk *sd)
{
	struct simdisk_cmd *cmd, *next;
	unsigned long flags;

	spin_lock_irqsave(&sd->lock, flags);
	cmd = simdisk_take_due(sd);
	simdisk_arm(sd);
	spin_unlock_irqrestore(&sd->lock, flags);

	for (; cmd; cmd = next) {
		next = cmd->next;
		simdisk_end(sd, cmd);
	}
}

static enum hrtimer_restart simdisk_timer(struct hrtimer *timer)
{
	simdisk_complete_due(container_of(timer, struct simdisk, timer));
	return HRTIMER_NORESTART;
}

/* Queue a completion; true if it is due already and the caller has to do it. */
static bool simdisk_add_due(struct simdisk *sd, struct simdisk_cmd *cmd,
			    u64 due)
{
	bool first;

	timerqueue_init(&cmd->due);
	cmd->due.expires = ns_to_ktime(due);
	first = timerqueue_add(&sd->pending, &cmd->due);
	if (due <= ktime_get_ns())
		return true;
	if (first)
		simdisk_arm(sd);
	return false;
}

/*
 * Account for a request and queue its completion. @now was read before the data
 * was copied; another CPU may have been faster since, and the pipe takes
 * requests in the order in which they come by here.
 */
static int simdisk_arrive(struct simdisk *sd, struct simdisk_cmd *cmd,
			  const struct simdisk_io *io, u64 now)
{
	struct simdisk_model *model = &sd->model;
	int occurrence;

	now = max(now, model->arrival_ns);
	occurrence = simdisk_log_arrival(sd, io, now);
	if (occurrence < 0)
		return occurrence;

	model->arrival_ns = now;
	return simdisk_add_due(sd, cmd, simdisk_model_due(&sd->params, model, io,
							  now, occurrence));
}

static blk_status_t simdisk_queue_rq(struct blk_mq_hw_ctx *hctx,
				     const struct blk_mq_queue_data *bd)
{
	struct request *rq = bd->rq;
	struct simdisk *sd = rq->q->queuedata;
	struct simdisk_cmd *cmd = blk_mq_rq_to_pdu(rq);
	const struct simdisk_io io = {
		.sector = blk_rq_pos(rq),
		.nr_sectors = blk_rq_sectors(rq),
		.write = op_is_write(req_op(rq)),
	};
	u64 now = ktime_get_ns();
	int ret;

	if (req_op(rq) != REQ_OP_READ && req_op(rq) != REQ_OP_WRITE)
		return BLK_STS_NOTSUPP;

	blk_mq_start_request(rq);
	cmd->fails = simdisk_ranges_hit(sd->fail, io.sector, io.nr_sectors);
	if (!simdisk_store_copy(sd, rq))
		return BLK_STS_RESOURCE;

	spin_lock_irq(&sd->lock);
	ret = simdisk_arrive(sd, cmd, &io, now);
	spin_unlock_irq(&sd->lock);

	if (ret < 0)
		return BLK_STS_RESOURCE;
	if (ret)
		simdisk_complete_due(sd);
	return BLK_STS_OK;
}

/* A model may well take longer than the block layer's patience. */
static enum blk_eh_timer_return simdisk_timeout(struct request *rq)
{
	return BLK_EH_RESET_TIMER;
}

static const struct blk_mq_ops simdisk_mq_ops = {
	.queue_rq	= simdisk_queue_rq,
	.timeout	= simdisk_timeout,
};

/* An opener holds the module, nothing else: the disk may go under it. */
static const struct block_device_operations simdisk_fops = {
	.owner		= THIS_MODULE,
};

static int simdisk_add_disk(struct simdisk *sd)
{
	struct gendisk *disk;
	int err;

	disk = simdisk_alloc_disk(&sd->tag_set, &sd->params, sd);
	if (IS_ERR(disk))
		return PTR_ERR(disk);

	disk->fops = &simdisk_fops;
	disk->flags |= GENHD_FL_NO_PART;
	strscpy(disk->disk_name, config_item_name(&sd->item), DISK_NAME_LEN);
	set_capacity(disk, sd->params.size_mb * SIMDISK_SECTORS_PER_MB);
	err = add_disk(disk);
	if (err) {
		put_disk(disk);
		return err;
	}
	sd->disk = disk;
	return 0;
}

static int simdisk_init_tags(struct simdisk *sd)
{
	struct blk_mq_tag_set *set = &sd->tag_set;

	memset(set, 0, sizeof(*set));
	set->ops = &simdisk_mq_ops;
	set->nr_hw_queues = 1;
	set->queue_depth = sd->params.queue_depth;
	set->numa_node = NUMA_NO_NODE;
	set->cmd_size = sizeof(struct simdisk_cmd);
	set->flags = SIMDISK_MQ_FLAGS;
	return blk_mq_alloc_tag_set(set);
}

/**
 * simdisk_power_on() - create /dev/NAME
 * @sd: a disk that is off
 *
 * Context: @sd->config_mutex is held.
 * Return: 0 or a negative error.
 */
int simdisk_power_on(struct simdisk *sd)
{
	int err;

	memset(&sd->model, 0, sizeof(sd->model));
	timerqueue_init_head(&sd->pending);
	hrtimer_init(&sd->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	sd->timer.function = simdisk_timer;
	simdisk_log_reset(sd);

	err = simdisk_log_init(sd);
	if (err)
		goto free_log;
	err = simdisk_init_tags(sd);
	if (err)
		goto free_log;
	err = simdisk_add_disk(sd);
	if (err)
		goto free_tags;
	return 0;

free_tags:
	blk_mq_free_tag_set(&sd->tag_set);
free_log:
	simdisk_log_free(sd);
	return err;
}

/**
 * simdisk_power_off() - remove /dev/NAME and forget its contents
 * @sd: a disk that is on
 *
 * Requests in flight are completed at their due time, then those that still
 * come fail in the block layer: del_gendisk() returns when all are done.
 *
 * Context: @sd->config_mutex is held.
 */
void simdisk_power_off(struct simdisk *sd)
{
	del_gendisk(sd->disk);
	hrtimer_cancel(&sd->timer);
	put_disk(sd->disk);
	sd->disk = NULL;
	blk_mq_free_tag_set(&sd->tag_set);
	simdisk_log_free(sd);
	simdisk_store_free(sd);
}

static int __init simdisk_init(void)
{
	return simdisk_config_register();
}
module_init(simdisk_init);

static void __exit simdisk_exit(void)
{
	simdisk_config_unregister();
}
module_exit(simdisk_exit);

MODULE_DESCRIPTION("Simulated disk with a closed-form timing model");
MODULE_LICENSE("GPL");
