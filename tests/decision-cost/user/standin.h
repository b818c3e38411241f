/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stand-ins of the differential test, with what the mm/readahead.c of the
 * series needs besides, and with the counter of callgrind off from where pages
 * begin to be read until they are.  Nobody listens to what is told.
 */
#ifndef _TESTS_COST_STANDIN_H
#define _TESTS_COST_STANDIN_H

#include <valgrind/callgrind.h>

/* What the series adds to struct readahead_control and to the device. */
#define _pflags	_pflags; unsigned char _by, _hint; unsigned int _nr_added; \
	bool _nowait; struct ra_adding *_adding
#define io_pages io_pages, ra_max_pages
#include "../../differential/include/standin.h"
#undef io_pages
#undef _pflags

#undef memalloc_nofs_save
#undef memalloc_nofs_restore
#define memalloc_nofs_save()		({ CALLGRIND_TOGGLE_COLLECT; 0U; })
#define memalloc_nofs_restore(flags)	({ (void)(flags); CALLGRIND_TOGGLE_COLLECT; })

typedef unsigned long long u64;

#undef __always_inline
#define __always_inline		inline __attribute__((__always_inline__))
#define __flatten		__attribute__((flatten))
#define noinline		__attribute__((noinline))
#define READ_ONCE(x)		(x)

/*
 * As the kernel compiles it; the one in tests/include compares instead, for tools
 * that do not know the builtin, and costs up to three instructions more.
 */
static inline size_t size_add(size_t a, size_t b)
{
	size_t sum;

	return __builtin_add_overflow(a, b, &sum) ? ~(size_t)0 : sum;
}

#include "../../../include/linux/readahead_policy.h"
#include "../../../include/linux/readahead_record.h"

#define trace_ra_decision(rec)			((void)(rec))
#define trace_ra_decision_enabled()		false
#define trace_page_cache_ra_unbounded(...)	((void)0)
#define trace_page_cache_ra_order(...)		((void)0)
#define trace_page_cache_sync_ra(...)		((void)0)
#define trace_page_cache_async_ra(...)		((void)0)
#define ra_tell(ractl, req, old, decision, async) \
	((void)(req), (void)(old), (void)(decision))
#define ra_tell_idle(ractl, req, pattern, reason, async)	((void)(reason))

/* What is being added is another matter, which the measure in the kernel has. */
struct ra_adding { };
#define ra_adding_init(adding, mapping)		((void)(adding))
#define ra_adding_begin(...)			true
#define ra_adding_begin_missed(...)		true
#define ra_adding_begin_forced(...)		true
#define ra_adding_end(adding)			((void)(adding))
#define ra_page_cached(mapping, index)		false

#define SZ_2M					0x200000
#define rounddown(x, y)				((x) - (x) % (y))
#define should_fail_readahead(ractl)		false
/* policy classic is measured, in a kernel that has no other */
#define ra_is_adaptive(ractl)			false
#define ra_by_adaptive(ractl)			false
#define ra_set_nomem(ractl)			do { } while (0)
#define blk_flush_plug(plug, from_schedule)	((void)0)
#define folio_test_clear_readahead(folio)	(folio_clear_readahead(folio), true)
#define folio_next_index(folio)			((folio)->index + folio_nr_pages(folio))
#define filemap_get_folio(mapping, index)	((struct folio *)NULL)

static inline struct ra_window ra_window(const struct file_ra_state *ra)
{
	return ra ? (struct ra_window){ ra->start, ra->size, ra->async_size } :
		    (struct ra_window){ 0 };
}

#endif /* _TESTS_COST_STANDIN_H */
