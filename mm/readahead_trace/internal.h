/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of the readahead trace module share.  main.c describes the
 * design.
 */
#ifndef _MM_READAHEAD_TRACE_INTERNAL_H
#define _MM_READAHEAD_TRACE_INTERNAL_H

#include <linux/readahead_record.h>
#include <linux/sched.h>
#include <linux/types.h>

struct dentry;
struct seq_file;

#define RA_TRACE_VERSION	"0.1"

/* The kernel's limit for a name is NAME_MAX; it also fits name_len below. */
#define RA_TRACE_NAME_MAX	255
/* What sb->s_id and the name of a disk with its partition have room for. */
#define RA_TRACE_DEV_NAME_MAX	32
/*
 * The longest line: three names of which each byte becomes four, sixteen
 * numbers of up to 20 digits, 400 bytes of text around them.
 */
#define RA_TRACE_LINE_MAX	2048

/**
 * enum ra_trace_kind - what a record tells
 * @RA_TRACE_DECISION: a readahead decision
 * @RA_TRACE_READ: a buffered read
 * @RA_TRACE_SPLICE: a splice or sendfile from the page cache
 * @RA_TRACE_FAULT: a page fault on a file mapping
 * @RA_TRACE_KIND_COUNT: number of kinds
 */
enum ra_trace_kind {
	RA_TRACE_DECISION,
	RA_TRACE_READ,
	RA_TRACE_SPLICE,
	RA_TRACE_FAULT,
	RA_TRACE_KIND_COUNT
};

/**
 * enum ra_trace_fate - what became of something that could be a line
 * @RA_TRACE_OFF: tracing is off
 * @RA_TRACE_FILTERED: kept out by a filter
 * @RA_TRACE_WRITTEN: in the buffer
 * @RA_TRACE_LOST: the buffer was full
 */
enum ra_trace_fate {
	RA_TRACE_OFF,
	RA_TRACE_FILTERED,
	RA_TRACE_WRITTEN,
	RA_TRACE_LOST
};

/**
 * struct ra_trace_decision - a decision in a record, as in struct ra_record
 * @req: the pages asked for
 * @window: the window that was decided
 * @nr_added: pages added, in pages
 * @nr_cut: pages above the cap, in pages
 * @mmap_miss: the miss counter, valid when @by is RA_BY_FAULT
 * @pattern: enum ra_pattern
 * @reason: enum ra_reason
 * @by: enum ra_by
 * @hint: enum ra_hint
 * @adaptive: policy adaptive decided, not policy classic
 * @async: a marker was hit
 */
struct ra_trace_decision {
	struct ra_request req;
	struct ra_window window;
	unsigned long nr_added;
	unsigned long nr_cut;
	unsigned int mmap_miss;
	u8 pattern;
	u8 reason;
	u8 by;
	u8 hint;
	bool adaptive;
	bool async;
};

/**
 * struct ra_trace_call - a read call in a record
 * @pos: first byte
 * @count: bytes asked for
 */
struct ra_trace_call {
	loff_t pos;
	size_t count;
};

/**
 * struct ra_trace_record - one line before it is text
 * @ts_ns: when, CLOCK_MONOTONIC
 * @ino: the inode
 * @decision: valid when @kind is RA_TRACE_DECISION
 * @call: valid otherwise
 * @dev: the device as lsblk prints it
 * @cpu: the CPU
 * @pid: the thread, in the initial namespace
 * @tgid: its thread group, likewise
 * @kind: enum ra_trace_kind
 * @name_len: bytes of @name that are valid
 * @comm: the name of the thread
 * @dev_name: the name of the device
 * @name: the name of the file, without a final zero
 *
 * Names are kept as they are and escaped when they are printed.  @name is the
 * last member: only what is valid of it goes into the buffer.
 */
struct ra_trace_record {
	u64 ts_ns;
	unsigned long ino;
	union {
		struct ra_trace_decision decision;
		struct ra_trace_call call;
	};
	dev_t dev;
	unsigned int cpu;
	pid_t pid;
	pid_t tgid;
	u8 kind;
	u8 name_len;
	char comm[TASK_COMM_LEN];
	char dev_name[RA_TRACE_DEV_NAME_MAX];
	char name[RA_TRACE_NAME_MAX];
};

/**
 * struct ra_trace_file - one file of the debugfs directory
 * @name: its name
 * @mode: its mode
 * @show: prints it; NULL when @fops has its own way to read
 * @write: takes a written text without its final newline; NULL: read only
 * @accepts: what @write accepts, for a log line; NULL: anything, unseen
 * @fops: NULL for the usual ones
 */
struct ra_trace_file {
	const char *name;
	umode_t mode;
	int (*show)(struct seq_file *m, void *v);
	int (*write)(const char *text);
	const char *accepts;
	const struct file_operations *fops;
};

/* calls.c */
int ra_calls_check(void);
int ra_calls_set(bool on);
unsigned long ra_calls_missed(void);
int ra_calls_show(struct seq_file *m, void *v);
int ra_calls_write(const char *text);
void ra_calls_features(struct seq_file *m);

/* debugfs.c */
int ra_debugfs_create(void);
void ra_debugfs_remove(void);
ssize_t ra_debugfs_write(struct file *file, const char __user *ubuf,
			 size_t count, loff_t *ppos);

/* filter.c */
bool ra_filter_pass(const struct inode *inode, dev_t dev);
int ra_filter_parse_bool(const char *text, bool *value);
int ra_filter_pid_show(struct seq_file *m, void *v);
int ra_filter_pid_write(const char *text);
int ra_filter_ino_show(struct seq_file *m, void *v);
int ra_filter_ino_write(const char *text);
int ra_filter_dev_show(struct seq_file *m, void *v);
int ra_filter_dev_write(const char *text);

/* format.c */
const char *ra_format_pattern(unsigned int pattern);
const char *ra_format_reason(unsigned int reason);
const char *ra_format_by(unsigned int by);
size_t ra_format_line(const struct ra_trace_record *rec, char *buf,
		      size_t size);

/* log.c */
int ra_log_init(void);
void ra_log_exit(void);
void ra_log_decision(const struct ra_trace_record *rec);
int ra_log_show(struct seq_file *m, void *v);
int ra_log_write(const char *text);

/* record.c */
dev_t ra_record_inode_dev(const struct inode *inode);
void ra_record_fill(struct ra_trace_record *rec, enum ra_trace_kind kind,
		    struct inode *inode, const struct file *file);
void ra_record_decide(struct ra_trace_record *rec, const struct ra_record *from);

/* ring.c */
int ra_ring_init(void);
void ra_ring_exit(void);
bool ra_ring_is_on(void);
enum ra_trace_fate ra_ring_write(struct ra_trace_record *rec);
int ra_ring_show(struct seq_file *m, void *v);
int ra_ring_switch(const char *text);
void ra_ring_features(struct seq_file *m);

/* stats.c */
int ra_stats_init(void);
void ra_stats_exit(void);
void ra_stats_decision(const struct ra_record *rec, enum ra_trace_fate fate);
void ra_stats_call(enum ra_trace_fate fate);
void ra_stats_unread(unsigned long lines);
int ra_stats_show(struct seq_file *m, void *v);
int ra_stats_full_show(struct seq_file *m, void *v);
int ra_stats_reset(const char *text);

/* stream.c */
extern const struct file_operations ra_stream_fops;

#endif /* _MM_READAHEAD_TRACE_INTERNAL_H */
