// SPDX-License-Identifier: GPL-2.0
/*
 * The disks as directories of /sys/kernel/config/simdisk.
 *
 *	settings	those of struct simdisk_params, by name
 *	power		1 makes /dev/NAME, 0 removes it and forgets its contents
 *	fail		"start+len,..." in sectors: what touches them gets EIO;
 *			"none" for none
 *	reads, read_sectors, writes, write_sectors
 *			requests that arrived, those that fail included
 *	range		adds ranges "start+len" that are counted by themselves;
 *			"none" removes all
 *	range_stat	"start+len reads read_sectors writes write_sectors"
 *	log		"ns sector nr_sectors" of the last 65536 reads, as they
 *			arrived, on CLOCK_MONOTONIC
 *	reset		1 zeroes counters and log, and starts the occurrences
 *			that jitter depends on afresh
 *
 * Values that shape the block device are set while power is off; those of the
 * model at any time, the disk is drained for the moment of the change. A value
 * that is not accepted changes nothing, returns -EINVAL and leaves one line in
 * the kernel log that says what is accepted.
 */
#define pr_fmt(fmt) "simdisk: " fmt

#include <linux/blkdev.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "simdisk.h"

/**
 * struct simdisk_rule - which values a setting takes
 * @name: of the file
 * @offset: of the value in struct simdisk_params
 * @min: smallest value
 * @max: largest value
 * @step: values are multiples of it
 * @fixed: cannot be changed while power is on
 */
struct simdisk_rule {
	const char *name;
	size_t offset;
	u64 min;
	u64 max;
	u64 step;
	bool fixed;
};

static struct simdisk *to_simdisk(struct config_item *item)
{
	return container_of(item, struct simdisk, item);
}

static u64 *simdisk_value(struct simdisk *sd, const struct simdisk_rule *rule)
{
	return (void *)&sd->params + rule->offset;
}

static int simdisk_refuse(struct simdisk *sd, const struct simdisk_rule *rule)
{
	pr_warn_ratelimited("%s/%s accepts a number from %llu to %llu, a multiple of %llu\n",
			    config_item_name(&sd->item), rule->name, rule->min,
			    rule->max, rule->step);
	return -EINVAL;
}

static int simdisk_parse(struct simdisk *sd, const struct simdisk_rule *rule,
			 const char *page, u64 *value)
{
	u64 rest;

	if (kstrtou64(page, 10, value) || *value < rule->min ||
	    *value > rule->max)
		return simdisk_refuse(sd, rule);
	div64_u64_rem(*value, rule->step, &rest);
	return rest ? simdisk_refuse(sd, rule) : 0;
}

/* The request path reads the settings without a lock: stop it for a change. */
static void simdisk_freeze(struct simdisk *sd)
{
	if (sd->disk)
		blk_mq_freeze_queue(sd->disk->queue);
}

static void simdisk_unfreeze(struct simdisk *sd)
{
	if (sd->disk)
		blk_mq_unfreeze_queue(sd->disk->queue);
}

static ssize_t simdisk_show(struct config_item *item,
			    const struct simdisk_rule *rule, char *page)
{
	return sysfs_emit(page, "%llu\n",
			  READ_ONCE(*simdisk_value(to_simdisk(item), rule)));
}

static int simdisk_set(struct simdisk *sd, const struct simdisk_rule *rule,
		       u64 value)
{
	if (sd->disk && rule->fixed) {
		pr_warn_ratelimited("%s/%s can be changed only while power is 0\n",
				    config_item_name(&sd->item), rule->name);
		return -EBUSY;
	}
	simdisk_freeze(sd);
	WRITE_ONCE(*simdisk_value(sd, rule), value);
	simdisk_unfreeze(sd);
	return 0;
}

static ssize_t simdisk_store(struct config_item *item,
			     const struct simdisk_rule *rule, const char *page,
			     size_t count)
{
	struct simdisk *sd = to_simdisk(item);
	u64 value;
	int err;

	err = simdisk_parse(sd, rule, page, &value);
	if (err)
		return err;

	mutex_lock(&sd->config_mutex);
	err = simdisk_set(sd, rule, value);
	mutex_unlock(&sd->config_mutex);
	return err ?: count;
}

/* One row per setting: name, values accepted, fixed while power is on. */
#define SIMDISK_SETTING(_name, _min, _max, _step, _fixed)		\
static const struct simdisk_rule simdisk_rule_##_name = {		\
	.name = #_name,							\
	.offset = offsetof(struct simdisk_params, _name),		\
	.min = _min,							\
	.max = _max,							\
	.step = _step,							\
	.fixed = _fixed,						\
};									\
									\
static ssize_t simdisk_##_name##_show(struct config_item *item,		\
				      char *page)			\
{									\
	return simdisk_show(item, &simdisk_rule_##_name, page);		\
}									\
									\
static ssize_t simdisk_##_name##_store(struct config_item *item,	\
				       const char *page, size_t count)	\
{									\
	return simdisk_store(item, &simdisk_rule_##_name, page, count);	\
}									\
									\
static struct configfs_attribute simdisk_attr_##_name = {		\
	.ca_name = #_name,						\
	.ca_mode = 0644,						\
	.ca_owner = THIS_MODULE,					\
	.show = simdisk_##_name##_show,					\
	.store = simdisk_##_name##_store,				\
}

SIMDISK_SETTING(size_mb, 1, 1 << 20, 1, true);
SIMDISK_SETTING(latency_us, 0, 10000000, 1, false);
SIMDISK_SETTING(bandwidth_mbps, 0, 1000000, 1, false);
SIMDISK_SETTING(queue_depth, 1, 1024, 1, true);
SIMDISK_SETTING(max_sectors_kb, 4, 16384, 4, true);
SIMDISK_SETTING(optimal_io_size, 0, 1 << 30, SIMDISK_PHYSICAL_BLOCK, true);
SIMDISK_SETTING(iops, 0, 10000000, 1, false);
SIMDISK_SETTING(seek_us, 0, 1000000, 1, false);
SIMDISK_SETTING(serial, 0, 1, 1, false);
SIMDISK_SETTING(jitter_us, 0, 1000000, 1, false);
SIMDISK_SETTING(jitter_spike_us, 0, 10000000, 1, false);
SIMDISK_SETTING(jitter_spike_every, 0, 1000000, 1, false);
SIMDISK_SETTING(seed, 0, U64_MAX, 1, false);

static const struct simdisk_rule simdisk_rule_power = {
	.name = "power", .max = 1, .step = 1,
};

static const struct simdisk_rule simdisk_rule_reset = {
	.name = "reset", .min = 1, .max = 1, .step = 1,
};

static ssize_t simdisk_power_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%d\n", !!READ_ONCE(to_simdisk(item)->disk));
}

static ssize_t simdisk_power_store(struct config_item *item, const char *page,
				   size_t count)
{
	struct simdisk *sd = to_simdisk(item);
	u64 value;
	int err;

	err = simdisk_parse(sd, &simdisk_rule_power, page, &value);
	if (err)
		return err;

	mutex_lock(&sd->config_mutex);
	if (value && !sd->disk)
		err = simdisk_power_on(sd);
	else if (!value && sd->disk)
		simdisk_power_off(sd);
	mutex_unlock(&sd->config_mutex);
	return err ?: count;
}
CONFIGFS_ATTR(simdisk_, power);

static ssize_t simdisk_reset_store(struct config_item *item, const char *page,
				   size_t count)
{
	struct simdisk *sd = to_simdisk(item);
	u64 value;
	int err;

	err = simdisk_parse(sd, &simdisk_rule_reset, page, &value);
	if (err)
		return err;
	simdisk_log_reset(sd);
	return count;
}
CONFIGFS_ATTR_WO(simdisk_, reset);

static struct simdisk_ranges *simdisk_parse_ranges(struct simdisk *sd,
						   const char *name,
						   const char *page,
						   unsigned int max_nr)
{
	u64 capacity = sd->params.size_mb * SIMDISK_SECTORS_PER_MB;
	struct simdisk_ranges *ranges;

	ranges = simdisk_ranges_parse(page, capacity, max_nr);
	if (PTR_ERR_OR_ZERO(ranges) == -EINVAL)
		pr_warn_ratelimited("%s/%s accepts none, or up to %u ranges start+len of sectors below %llu\n",
				    config_item_name(&sd->item), name, max_nr,
				    capacity);
	return ranges;
}

static ssize_t simdisk_fail_show(struct config_item *item, char *page)
{
	struct simdisk *sd = to_simdisk(item);
	unsigned int i;
	ssize_t len = 0;

	mutex_lock(&sd->config_mutex);
	for (i = 0; sd->fail && i < sd->fail->nr; i++)
		len += sysfs_emit_at(page, len, "%s%llu+%llu", i ? "," : "",
				     sd->fail->range[i].start,
				     sd->fail->range[i].len);
	mutex_unlock(&sd->config_mutex);
	return len + sysfs_emit_at(page, len, "%s\n", len ? "" : "none");
}

static ssize_t simdisk_fail_store(struct config_item *item, const char *page,
				  size_t count)
{
	struct simdisk *sd = to_simdisk(item);
	struct simdisk_ranges *ranges;
	int err;

	mutex_lock(&sd->config_mutex);
	ranges = simdisk_parse_ranges(sd, "fail", page, SIMDISK_MAX_FAIL);
	err = PTR_ERR_OR_ZERO(ranges);
	if (!err) {
		simdisk_freeze(sd);
		swap(sd->fail, ranges);
		simdisk_unfreeze(sd);
		kvfree(ranges);
	}
	mutex_unlock(&sd->config_mutex);
	return err ?: count;
}
CONFIGFS_ATTR(simdisk_, fail);

/* Ranges are added; an empty list removes all. */
static int simdisk_add_ranges(struct simdisk *sd,
			      const struct simdisk_ranges *added)
{
	struct simdisk_ranges *ranges;

	ranges = simdisk_ranges_join(added->nr ? sd->ranges : NULL, added);
	if (IS_ERR(ranges)) {
		pr_warn_ratelimited("%s/range accepts up to %u ranges in all\n",
				    config_item_name(&sd->item),
				    SIMDISK_MAX_RANGES);
		return PTR_ERR(ranges);
	}

	spin_lock_irq(&sd->lock);
	simdisk_ranges_take_counts(ranges, sd->ranges);
	swap(sd->ranges, ranges);
	spin_unlock_irq(&sd->lock);
	kvfree(ranges);
	return 0;
}

static ssize_t simdisk_range_store(struct config_item *item, const char *page,
				   size_t count)
{
	struct simdisk *sd = to_simdisk(item);
	struct simdisk_ranges *added;
	int err;

	mutex_lock(&sd->config_mutex);
	added = simdisk_parse_ranges(sd, "range", page, SIMDISK_MAX_RANGES);
	err = PTR_ERR_OR_ZERO(added);
	if (!err) {
		err = simdisk_add_ranges(sd, added);
		kvfree(added);
	}
	mutex_unlock(&sd->config_mutex);
	return err ?: count;
}
CONFIGFS_ATTR_WO(simdisk_, range);

#define SIMDISK_COUNTER(_name, _member, _index)				\
static ssize_t simdisk_##_name##_show(struct config_item *item,		\
				      char *page)			\
{									\
	struct simdisk *sd = to_simdisk(item);				\
									\
	return sysfs_emit(page, "%llu\n",				\
			  READ_ONCE(sd->counts._member[_index]));	\
}									\
									\
CONFIGFS_ATTR_RO(simdisk_, _name)

SIMDISK_COUNTER(reads, requests, 0);
SIMDISK_COUNTER(read_sectors, sectors, 0);
SIMDISK_COUNTER(writes, requests, 1);
SIMDISK_COUNTER(write_sectors, sectors, 1);

static ssize_t simdisk_range_line(struct simdisk *sd, u64 nr, char *buf,
				  size_t size)
{
	struct simdisk_range range;
	bool found;

	spin_lock_irq(&sd->lock);
	found = sd->ranges && nr < sd->ranges->nr;
	if (found)
		range = sd->ranges->range[nr];
	spin_unlock_irq(&sd->lock);

	if (!found)
		return 0;
	return snprintf(buf, size, "%llu+%llu %llu %llu %llu %llu\n",
			range.start, range.len,
			range.counts.requests[0], range.counts.sectors[0],
			range.counts.requests[1], range.counts.sectors[1]);
}

/*
 * Text longer than a page. configfs asks twice: for the length, then for the
 * text. What was added in between is left out, what is missing becomes empty
 * lines: the length cannot be taken back.
 */
static ssize_t simdisk_read_lines(struct config_item *item, char *buf,
				  size_t size,
				  ssize_t (*line)(struct simdisk *sd, u64 nr,
						  char *buf, size_t size))
{
	struct simdisk *sd = to_simdisk(item);
	char text[128];
	size_t len = 0;
	ssize_t part;
	u64 nr = 0;

	while ((part = line(sd, nr++, text, sizeof(text))) > 0) {
		if (buf && part > size - len)
			break;
		if (buf)
			memcpy(buf + len, text, part);
		len += part;
	}
	if (!buf)
		return len;
	memset(buf + len, '\n', size - len);
	return size;
}

static ssize_t simdisk_range_stat_read(struct config_item *item, void *buf,
				       size_t size)
{
	return simdisk_read_lines(item, buf, size, simdisk_range_line);
}
CONFIGFS_BIN_ATTR_RO(simdisk_, range_stat, NULL, 0);

static ssize_t simdisk_log_read(struct config_item *item, void *buf,
				size_t size)
{
	return simdisk_read_lines(item, buf, size, simdisk_log_line);
}
CONFIGFS_BIN_ATTR_RO(simdisk_, log, NULL, 0);

static struct configfs_attribute *simdisk_attrs[] = {
	&simdisk_attr_size_mb,
	&simdisk_attr_latency_us,
	&simdisk_attr_bandwidth_mbps,
	&simdisk_attr_queue_depth,
	&simdisk_attr_max_sectors_kb,
	&simdisk_attr_optimal_io_size,
	&simdisk_attr_iops,
	&simdisk_attr_seek_us,
	&simdisk_attr_serial,
	&simdisk_attr_jitter_us,
	&simdisk_attr_jitter_spike_us,
	&simdisk_attr_jitter_spike_every,
	&simdisk_attr_seed,
	&simdisk_attr_fail,
	&simdisk_attr_power,
	&simdisk_attr_reads,
	&simdisk_attr_read_sectors,
	&simdisk_attr_writes,
	&simdisk_attr_write_sectors,
	&simdisk_attr_range,
	&simdisk_attr_reset,
	NULL,
};

static struct configfs_bin_attribute *simdisk_bin_attrs[] = {
	&simdisk_attr_range_stat,
	&simdisk_attr_log,
	NULL,
};

static void simdisk_release(struct config_item *item)
{
	struct simdisk *sd = to_simdisk(item);

	kvfree(sd->ranges);
	kvfree(sd->fail);
	kfree(sd);
}

static struct configfs_item_operations simdisk_item_ops = {
	.release	= simdisk_release,
};

static const struct config_item_type simdisk_item_type = {
	.ct_item_ops	= &simdisk_item_ops,
	.ct_attrs	= simdisk_attrs,
	.ct_bin_attrs	= simdisk_bin_attrs,
	.ct_owner	= THIS_MODULE,
};

static struct config_item *simdisk_make_item(struct config_group *group,
					     const char *name)
{
	struct simdisk *sd;

	if (strlen(name) >= DISK_NAME_LEN) {
		pr_warn_ratelimited("the name of a disk has at most %d characters\n",
				    DISK_NAME_LEN - 1);
		return ERR_PTR(-EINVAL);
	}

	sd = kzalloc(sizeof(*sd), GFP_KERNEL);
	if (!sd)
		return ERR_PTR(-ENOMEM);

	mutex_init(&sd->config_mutex);
	spin_lock_init(&sd->lock);
	xa_init(&sd->pages);
	sd->params.size_mb = 256;
	sd->params.queue_depth = 64;
	sd->params.max_sectors_kb = 1280;
	config_item_init_type_name(&sd->item, name, &simdisk_item_type);
	return &sd->item;
}

static void simdisk_drop_item(struct config_group *group,
			      struct config_item *item)
{
	struct simdisk *sd = to_simdisk(item);

	mutex_lock(&sd->config_mutex);
	if (sd->disk)
		simdisk_power_off(sd);
	mutex_unlock(&sd->config_mutex);
	config_item_put(item);
}

static struct configfs_group_operations simdisk_group_ops = {
	.make_item	= simdisk_make_item,
	.drop_item	= simdisk_drop_item,
};

static const struct config_item_type simdisk_group_type = {
	.ct_group_ops	= &simdisk_group_ops,
	.ct_owner	= THIS_MODULE,
};

static struct configfs_subsystem simdisk_subsystem = {
	.su_group.cg_item = {
		.ci_namebuf	= "simdisk",
		.ci_type	= &simdisk_group_type,
	},
};

/**
 * simdisk_config_register() - make /sys/kernel/config/simdisk
 *
 * Return: 0 or a negative error.
 */
int simdisk_config_register(void)
{
	config_group_init(&simdisk_subsystem.su_group);
	mutex_init(&simdisk_subsystem.su_mutex);
	return configfs_register_subsystem(&simdisk_subsystem);
}

/**
 * simdisk_config_unregister() - remove it
 *
 * Every disk holds the module, so none is left when this is called.
 */
void simdisk_config_unregister(void)
{
	configfs_unregister_subsystem(&simdisk_subsystem);
}
