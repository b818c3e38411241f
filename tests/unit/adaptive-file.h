/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file that is read by a policy of the core: its page cache, the device below it
 * and the reader's clock, all in one process.
 *
 * The device is a pipe: a request of so many bytes arrives when the pipe is free,
 * plus its bytes by the bandwidth, plus the latency.
 */
#ifndef _TESTS_UNIT_ADAPTIVE_FILE_H
#define _TESTS_UNIT_ADAPTIVE_FILE_H

#include <linux/readahead_adaptive.h>
#include <linux/readahead_policy.h>
#include <linux/types.h>

#define FILE_PAGE_SHIFT		12
#define FILE_PAGE_SIZE		(1ULL << FILE_PAGE_SHIFT)

/**
 * struct pipe - a device
 * @latency_ns: latency, in ns
 * @bytes_per_us: bandwidth, in bytes per us, which is MB/s
 * @free_ns: when it has delivered all that was asked for so far, in ns
 */
struct pipe {
	u64 latency_ns;
	u64 bytes_per_us;
	u64 free_ns;
};

/**
 * struct page - what is known of one page of the file
 * @arrives_ns: when it is there, in ns; 0: it is not cached
 * @marked: it has the marker
 * @touched: it was read
 */
struct page {
	u64 arrives_ns;
	bool marked;
	bool touched;
};

/**
 * struct file - a file, and who reads it
 * @nr_pages: its length, in pages
 * @pages: the pages
 * @pipe: the device
 * @ra_pages: policy classic decides, with this largest window, in pages; 0: adaptive
 * @window: the window that policy classic remembers
 * @device: what was learned of it
 * @streams: what is remembered of the descriptor
 * @prev_pos: where the last read ended, in bytes
 * @now_ns: the reader's clock, in ns
 * @nr_read: pages that were read from the device
 * @nr_requests: requests to the device
 */
struct file {
	unsigned long nr_pages;
	struct page *pages;
	struct pipe pipe;
	unsigned int ra_pages;
	struct ra_window window;
	struct ra_device device;
	struct ra_streams streams;
	u64 prev_pos;
	u64 now_ns;
	u64 nr_read;
	u64 nr_requests;
};

void file_open(struct file *file, unsigned long nr_pages, struct pipe pipe);
void file_close(struct file *file);
void file_reopen(struct file *file);
void file_read(struct file *file, u64 pos, u64 len);
u64 file_touched(const struct file *file);

#endif /* _TESTS_UNIT_ADAPTIVE_FILE_H */
