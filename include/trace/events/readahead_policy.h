/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The readahead decisions, one event each: which rule decided what, on whose
 * behalf, and how many pages came of it.
 *
 * events/readahead.h, the name one would expect, is taken by the events that
 * tell what was called.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM readahead_policy

#if !defined(_TRACE_READAHEAD_POLICY_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_READAHEAD_POLICY_H

#include <linux/readahead_record.h>
#include <linux/tracepoint.h>

#define show_ra_pattern(val)					\
	__print_symbolic(val,					\
		{ RA_PATTERN_NONE,		"none" },	\
		{ RA_PATTERN_INITIAL0,		"initial0" },	\
		{ RA_PATTERN_INITIAL,		"initial" },	\
		{ RA_PATTERN_SUBSEQUENT,	"subsequent" },	\
		{ RA_PATTERN_MARKER,		"marker" },	\
		{ RA_PATTERN_CONTEXT,		"context" },	\
		{ RA_PATTERN_OVERSIZE,		"oversize" },	\
		{ RA_PATTERN_REVERSE,		"reverse" },	\
		{ RA_PATTERN_STRIDE,		"stride" },	\
		{ RA_PATTERN_THRASH,		"thrash" },	\
		{ RA_PATTERN_AROUND,		"around" },	\
		{ RA_PATTERN_FADVISE,		"fadvise" },	\
		{ RA_PATTERN_RANDOM,		"random" })

#define show_ra_reason(val)					\
	__print_symbolic(val,					\
		{ RA_REASON_NONE,		"none" },	\
		{ RA_REASON_WRITEBACK,		"writeback" },	\
		{ RA_REASON_CONGESTED,		"congested" },	\
		{ RA_REASON_NO_HOLE,		"no_hole" },	\
		{ RA_REASON_HINT,		"hint" },	\
		{ RA_REASON_MMAP_MISS,		"mmap_miss" },	\
		{ RA_REASON_OFF,		"off" })

#define show_ra_by(val)						\
	__print_symbolic(val,					\
		{ RA_BY_KERNEL,			"kernel" },	\
		{ RA_BY_READ,			"read" },	\
		{ RA_BY_SPLICE,			"splice" },	\
		{ RA_BY_FAULT,			"fault" },	\
		{ RA_BY_FADVISE,		"fadvise" })

#define show_ra_hint(val)					\
	__print_symbolic(val,					\
		{ RA_HINT_NONE,			"none" },	\
		{ RA_HINT_RANDOM,		"random" },	\
		{ RA_HINT_SEQUENTIAL,		"sequential" },	\
		{ RA_HINT_HUGEPAGE,		"hugepage" })

TRACE_EVENT(ra_decision,

	TP_PROTO(const struct ra_record *rec),

	TP_ARGS(rec),

	TP_STRUCT__entry(
		__field(dev_t,		dev)
		__field(unsigned long,	ino)
		__field(unsigned long,	index)
		__field(unsigned long,	nr_pages)
		__field(unsigned long,	old_start)
		__field(unsigned int,	old_size)
		__field(unsigned int,	old_async_size)
		__field(unsigned long,	start)
		__field(unsigned int,	size)
		__field(unsigned int,	async_size)
		__field(unsigned long,	nr_added)
		__field(unsigned long,	nr_cut)
		__field(unsigned int,	mmap_miss)
		__field(u8,		pattern)
		__field(u8,		reason)
		__field(u8,		by)
		__field(u8,		hint)
		__field(bool,		async)
	),

	TP_fast_assign(
		__entry->dev		= ra_record_dev(rec);
		__entry->ino		= rec->inode->i_ino;
		__entry->index		= rec->req.index;
		__entry->nr_pages	= rec->req.nr_pages;
		__entry->old_start	= rec->old.start;
		__entry->old_size	= rec->old.size;
		__entry->old_async_size	= rec->old.async_size;
		__entry->start		= rec->window.start;
		__entry->size		= rec->window.size;
		__entry->async_size	= rec->window.async_size;
		__entry->nr_added	= rec->nr_added;
		__entry->nr_cut		= rec->nr_cut;
		__entry->mmap_miss	= rec->mmap_miss;
		__entry->pattern	= rec->pattern;
		__entry->reason		= rec->reason;
		__entry->by		= rec->by;
		__entry->hint		= rec->hint;
		__entry->async		= rec->async;
	),

	TP_printk("dev=%d:%d ino=%lu pattern=%s async=%d by=%s hint=%s index=%lu nr_pages=%lu old_start=%lu old_size=%u old_async_size=%u start=%lu size=%u async_size=%u nr_added=%lu nr_cut=%lu mmap_miss=%u reason=%s",
		  MAJOR(__entry->dev), MINOR(__entry->dev), __entry->ino,
		  show_ra_pattern(__entry->pattern),
		  __entry->async,
		  show_ra_by(__entry->by),
		  show_ra_hint(__entry->hint),
		  __entry->index, __entry->nr_pages,
		  __entry->old_start, __entry->old_size,
		  __entry->old_async_size,
		  __entry->start, __entry->size, __entry->async_size,
		  __entry->nr_added, __entry->nr_cut, __entry->mmap_miss,
		  show_ra_reason(__entry->reason))
);

#endif /* _TRACE_READAHEAD_POLICY_H */

/* This part must be outside protection */
#include <trace/define_trace.h>
