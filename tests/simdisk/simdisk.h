/* SPDX-License-Identifier: GPL-2.0 */
/*
 * simdisk: a disk whose speed is a formula.
 *
 * A benchmark of readahead needs a device that every kernel meets in exactly
 * the same way, so the device is a model and not a recording. One request
 * holds the pipe for
 *
 *	seek (when it does not start where the previous one ended)
 *	+ bytes / bandwidth
 *
 * and is done a fixed latency, plus the jitter of this request, after it has
 * left the pipe. The pipe takes requests in the order they arrive, one at a
 * time; latencies overlap, unless `serial` says that the pipe stays closed
 * until the request is done. An IOPS cap keeps the pipe closed for at least
 * 1 / iops after each request was let in. The number of requests in flight is
 * limited by the queue depth and the size of one by max_sectors_kb: both are
 * left to the block layer, as for a real disk.
 *
 * From this follow the closed formulas that the test of this module checks:
 * one request takes seek + bytes / bandwidth + latency; a deep queue is served
 * at min(bandwidth, bytes * iops, bytes * depth / (latency + bytes / bandwidth)).
 *
 * Everything that the outcome depends on is a value in struct simdisk_params,
 * the arrival times and the requests themselves. Nothing depends on the number
 * of CPUs, on random numbers or on the wall clock, so in a virtual machine
 * with virtual time a run repeats exactly.
 *
 * Data is copied when the request arrives, while the model's clock already
 * runs: the CPU time of the copy hides behind the device time, as the work of
 * a DMA engine would.
 */
#ifndef SIMDISK_H
#define SIMDISK_H

#include <linux/blk-mq.h>
#include <linux/configfs.h>
#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/timerqueue.h>
#include <linux/types.h>
#include <linux/xarray.h>

#define SIMDISK_SECTORS_PER_MB	2048ULL
#define SIMDISK_PHYSICAL_BLOCK	4096U
#define SIMDISK_LOG_ENTRIES	65536U
#define SIMDISK_MAX_RANGES	1024U
#define SIMDISK_MAX_FAIL	64U
#define SIMDISK_SEEN_BITS	14

/**
 * struct simdisk_params - what the user set; names as in configfs
 * @size_mb: capacity, in units of 2^20 bytes
 * @latency_us: from the end of the transfer to the completion
 * @bandwidth_mbps: speed of the pipe, 10^6 bytes per second; 0 is unlimited
 * @queue_depth: requests in flight
 * @max_sectors_kb: largest request, KiB
 * @optimal_io_size: what the device advises, bytes; 0 is no advice
 * @iops: requests let into the pipe per second; 0 is no cap
 * @seek_us: time the pipe is held for a request that is not contiguous with
 *	the previous one; the disk is rotational when it is not 0 at power-on
 * @serial: 1 if the pipe is closed until the previous request is done
 * @jitter_us: upper end of the uniform delay added to each latency
 * @jitter_spike_us: further delay of some requests
 * @jitter_spike_every: one request in this many is a spike; 0 is none
 * @seed: chooses among equally likely jitters
 *
 * All of one type, so that one pair of functions shows and stores any of them.
 */
struct simdisk_params {
	u64 size_mb;
	u64 latency_us;
	u64 bandwidth_mbps;
	u64 queue_depth;
	u64 max_sectors_kb;
	u64 optimal_io_size;
	u64 iops;
	u64 seek_us;
	u64 serial;
	u64 jitter_us;
	u64 jitter_spike_us;
	u64 jitter_spike_every;
	u64 seed;
};

/**
 * struct simdisk_model - what the model remembers between two requests
 * @free_ns: when the pipe takes the next request, CLOCK_MONOTONIC
 * @arrival_ns: arrival of the newest request, CLOCK_MONOTONIC
 * @head: the sector after the last one of the newest request
 */
struct simdisk_model {
	u64 free_ns;
	u64 arrival_ns;
	u64 head;
};

/**
 * struct simdisk_io - the part of a request that matters to the model
 * @sector: first sector
 * @nr_sectors: length in sectors
 * @write: 0 for a read, 1 for a write; index into the counters
 */
struct simdisk_io {
	u64 sector;
	u32 nr_sectors;
	u32 write;
};

/**
 * struct simdisk_counts - requests that arrived
 * @requests: number of requests, reads at index 0 and writes at 1
 * @sectors: their sectors, likewise
 */
struct simdisk_counts {
	u64 requests[2];
	u64 sectors[2];
};

/**
 * struct simdisk_range - sectors that are counted, or that fail
 * @start: first sector
 * @len: number of sectors
 * @counts: requests that touched the range, and the sectors they touched of it
 */
struct simdisk_range {
	u64 start;
	u64 len;
	struct simdisk_counts counts;
};

/**
 * struct simdisk_ranges - a list of ranges in the order they were written
 * @nr: number of ranges
 * @range: the ranges; they may overlap
 */
struct simdisk_ranges {
	unsigned int nr;
	struct simdisk_range range[];
};

/**
 * struct simdisk_log_entry - one read request
 * @ns: arrival, CLOCK_MONOTONIC
 * @sector: first sector
 * @nr_sectors: length in sectors
 */
struct simdisk_log_entry {
	u64 ns;
	u64 sector;
	u32 nr_sectors;
};

/**
 * struct simdisk_cmd - per-request memory, behind struct request
 * @due: place in the queue of completions
 * @next: next of those that are completed together
 * @fails: some of the request's bios touch a failing range
 */
struct simdisk_cmd {
	struct timerqueue_node due;
	struct simdisk_cmd *next;
	bool fails;
};

/**
 * struct simdisk - one simulated disk
 * @item: its configfs directory
 * @config_mutex: held while anything is configured; protects @disk, the
 *	pointers @fail and @ranges against other writers, and @params
 * @params: the settings. Written with the request queue frozen, so that the
 *	request path reads them without a lock
 * @fail: sectors that return an I/O error, NULL if none; written like @params
 * @tag_set: of @disk
 * @disk: NULL while power is off
 * @pages: contents; a page that is not there reads as zeroes
 * @timer: expires when the first of @pending is due
 * @lock: protects all that follows
 * @pending: requests in flight, by due time, equal ones by arrival
 * @model: state of the pipe
 * @counts: of the whole disk
 * @ranges: counted ranges, NULL if none
 * @log: ring of the last %SIMDISK_LOG_ENTRIES reads, NULL while power is off
 * @log_total: reads since the last reset
 * @seen: how often each request has been seen, NULL while power is off
 * @seen_epoch: raised by a reset: older entries of @seen count from 0 again
 */
struct simdisk {
	struct config_item item;
	struct mutex config_mutex; /* configuration, one at a time */
	struct simdisk_params params;
	struct simdisk_ranges *fail;
	struct blk_mq_tag_set tag_set;
	struct gendisk *disk;
	struct xarray pages;
	struct hrtimer timer;

	spinlock_t lock; /* the request path: all below */
	struct timerqueue_head pending;
	struct simdisk_model model;
	struct simdisk_counts counts;
	struct simdisk_ranges *ranges;
	struct simdisk_log_entry *log;
	u64 log_total;
	struct hlist_head *seen;
	u32 seen_epoch;
};

/* model.c */
u64 simdisk_model_due(const struct simdisk_params *params,
		      struct simdisk_model *model,
		      const struct simdisk_io *io, u64 now, u32 occurrence);
u64 simdisk_jitter_ns(const struct simdisk_params *params,
		      const struct simdisk_io *io, u32 occurrence);

/* store.c */
bool simdisk_store_copy(struct simdisk *sd, struct request *rq);
void simdisk_store_free(struct simdisk *sd);

/* ranges.c */
struct simdisk_ranges *simdisk_ranges_parse(const char *text, u64 capacity,
					    unsigned int max_nr);
struct simdisk_ranges *simdisk_ranges_join(const struct simdisk_ranges *a,
					   const struct simdisk_ranges *b);
void simdisk_ranges_take_counts(struct simdisk_ranges *ranges,
				const struct simdisk_ranges *old);
bool simdisk_ranges_hit(const struct simdisk_ranges *ranges, u64 sector,
			u64 nr_sectors);
void simdisk_ranges_count(struct simdisk_ranges *ranges,
			  const struct simdisk_io *io);
void simdisk_ranges_reset(struct simdisk_ranges *ranges);

/* log.c */
int simdisk_log_init(struct simdisk *sd);
void simdisk_log_free(struct simdisk *sd);
int simdisk_log_arrival(struct simdisk *sd, const struct simdisk_io *io,
			u64 now);
void simdisk_log_reset(struct simdisk *sd);
ssize_t simdisk_log_line(struct simdisk *sd, u64 nr, char *buf, size_t size);

/* device.c */
int simdisk_power_on(struct simdisk *sd);
void simdisk_power_off(struct simdisk *sd);

/* config.c */
int simdisk_config_register(void);
void simdisk_config_unregister(void);

#endif /* SIMDISK_H */
