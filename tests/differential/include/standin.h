/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a kernel's own mm/readahead.c and the searches of its mm/filemap.c need
 * to be compiled in user space, unmodified: types with the fields that they
 * touch, and the simulated page cache behind the calls that they make.
 *
 * Each header that they include is made at build time and holds one line, which
 * includes this file.  What has no effect on which pages are read does nothing.
 */
#ifndef _TESTS_STANDIN_H
#define _TESTS_STANDIN_H

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "cache.h"

#ifndef PAGE_SHIFT
#error "give the page size: -DPAGE_SHIFT=12"
#endif
#define PAGE_SIZE	(1UL << PAGE_SHIFT)

typedef unsigned long pgoff_t;
typedef unsigned int gfp_t;

/* Of the language and of linux/kernel.h. */
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define BUG_ON(x)		do { if (unlikely(x)) __builtin_trap(); } while (0)
#define VM_BUG_ON(x)		BUG_ON(x)
#define EXPORT_SYMBOL(name)	_Static_assert(1, "no modules here")
#define EXPORT_SYMBOL_GPL(name)	EXPORT_SYMBOL(name)

/* As in the kernel, but for operands of two types: the bases compare such. */
#define pick(x, op, y) (__extension__ ({	\
	const __auto_type x_ = (x);		\
	const __auto_type y_ = (y);		\
						\
	x_ op y_ ? x_ : y_;			\
}))
#define min(x, y)		pick(x, <, y)
#define max(x, y)		pick(x, >, y)
#define min_t(type, x, y)	min((type)(x), (type)(y))
#define max_t(type, x, y)	max((type)(x), (type)(y))

/* @to is a power of two; the bases also give one that is narrower than @x. */
#define round_down(x, to)	((x) & ~((__typeof__(x))(to) - 1))
#define round_up(x, to)		round_down((x) + (to) - 1, to)
#define IS_ALIGNED(x, to)	(((x) & ((to) - 1)) == 0)
#define DIV_ROUND_UP(x, by)	(((x) + (by) - 1) / (by))

#define __ffs(word)		((unsigned long)__builtin_ctzl(word))
#define ilog2(n)		((int)sizeof(long) * CHAR_BIT - 1 - \
				 __builtin_clzl(n))

void kernel_leave_undefined(void) __attribute__((noreturn));

/* The kernel's is not defined for 0 and above the largest power of two. */
static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	const unsigned long largest = ~(~0UL >> 1);

	if (!n || n > largest)
		kernel_leave_undefined();
	return n == 1 ? 1 : 2UL << ilog2(n - 1);
}

/* Files and devices. */
struct backing_dev_info {
	unsigned long ra_pages;
	unsigned long io_pages;
};

struct super_block {
	dev_t s_dev;
};

struct inode {
	struct super_block *i_sb;
	loff_t i_size;
	mode_t i_mode;
	dev_t i_rdev;
	struct backing_dev_info bdi;
};

struct xarray {
	int unused;
};

struct readahead_control;
struct file;

struct address_space_operations {
	int (*read_folio)(struct file *file, struct folio *folio);
	void (*readahead)(struct readahead_control *ractl);
};

struct address_space {
	struct inode *host;
	const struct address_space_operations *a_ops;
	struct xarray i_pages;
	unsigned int max_order;		/* 0: no large folios */
};

#define FMODE_READ	1
#define FMODE_RANDOM	2

struct file {
	unsigned int f_mode;
	struct address_space *f_mapping;
	struct inode *f_inode;
};

struct file_ra_state {
	pgoff_t start;
	unsigned int size;
	unsigned int async_size;
	unsigned int ra_pages;
	unsigned int mmap_miss;
	loff_t prev_pos;
};

struct readahead_control {
	struct file *file;
	struct address_space *mapping;
	struct file_ra_state *ra;
	pgoff_t _index;
	unsigned int _nr_pages;
	unsigned int _batch_count;
	bool _workingset;
	unsigned long _pflags;
};

#define inode_to_bdi(inode)		(&(inode)->bdi)
#define i_size_read(inode)		((inode)->i_size)
#define file_inode(file)		((file)->f_inode)
#define readahead_index(ractl)		((ractl)->_index)
#define readahead_count(ractl)		((ractl)->_nr_pages)
#define readahead_pos(ractl)		((loff_t)(ractl)->_index * PAGE_SIZE)
#define readahead_gfp_mask(mapping)	((void)(mapping), 0U)

/* Mappings without a smallest folio, which 6.1 does not know. */
#define MAX_PAGECACHE_ORDER			(mapping->max_order)
#define mapping_large_folio_support(mapping)	((mapping)->max_order > 0)
#define mapping_max_folio_order(mapping)	((mapping)->max_order)
#define mapping_min_folio_order(mapping)	((void)(mapping), 0U)
#define mapping_min_folio_nrpages(mapping)	((void)(mapping), 1U)
#define mapping_align_index(mapping, index)	((void)(mapping), (index))

/* Folios.  The few single pages that 6.1 still handles are folios here. */
#define page					folio
#define folio_order(folio)			((unsigned int)(folio)->order)
#define folio_nr_pages(folio)			(1UL << (folio)->order)
#define folio_set_readahead(folio)		((void)((folio)->marked = true))
#define folio_test_workingset(folio)		((folio)->index % 8 == 5)
#define PageWorkingset(folio)			folio_test_workingset(folio)
#define folio_get(folio)			((void)(folio))
#define __page_cache_alloc(gfp)			filemap_alloc_folio(gfp, 0)
#define add_to_page_cache_lru(folio, mapping, index, gfp) \
	filemap_add_folio(mapping, folio, index, gfp)
#define put_page(folio)				folio_put(folio)

bool folio_test_writeback(const struct folio *folio);
void folio_clear_readahead(struct folio *folio);
void folio_unlock(struct folio *folio);
void folio_put(struct folio *folio);
struct folio *filemap_alloc_folio(gfp_t gfp, unsigned int order);
int filemap_add_folio(struct address_space *mapping, struct folio *folio,
		      pgoff_t index, gfp_t gfp);
void filemap_remove_folio(struct folio *folio);

#define xa_load(xa, index)	((void)(xa), cache_find(index))
#define xa_is_value(entry)	((void)(entry), false)

/* The next folio of a batch, all of which are in the cache. */
static inline struct folio *readahead_folio(struct readahead_control *ractl)
{
	struct folio *folio;

	BUG_ON(ractl->_batch_count > ractl->_nr_pages);
	ractl->_nr_pages -= ractl->_batch_count;
	ractl->_index += ractl->_batch_count;
	ractl->_batch_count = 0;
	if (!ractl->_nr_pages)
		return NULL;

	folio = cache_find(ractl->_index);
	BUG_ON(!folio || folio->index != ractl->_index);
	ractl->_batch_count = folio_nr_pages(folio);
	return folio;
}

/*
 * A walk over the cache: the first step looks at the index that it has.
 *
 * The kernel's own walk loses its way when it begins within a large folio, not
 * at its first page: it goes on from the start of the folio, and counts from where
 * it began.  For folios of pages 8 to 11 and 12 to 15 and page 16, with holes at 7
 * and 17, it finds the hole behind page 9 at 18, and the one before page 15 at 10.
 * The policy core is told what the search returned, whatever that is, so this walk
 * does without.
 */
struct xa_state {
	pgoff_t xa_index;
	bool started;
};

#define XA_STATE(name, xa, index)	\
	struct xa_state name = { ((void)(xa), (index)), false }

static inline void *xas_walk(struct xa_state *xas, pgoff_t step)
{
	if (xas->started)
		xas->xa_index += step;
	xas->started = true;
	return cache_find(xas->xa_index);
}

#define xas_next(xas)	xas_walk(xas, 1)
#define xas_prev(xas)	xas_walk(xas, -1UL)

pgoff_t page_cache_next_miss(struct address_space *mapping, pgoff_t index,
			     unsigned long max_scan);
pgoff_t page_cache_prev_miss(struct address_space *mapping, pgoff_t index,
			     unsigned long max_scan);

/* The base's own code out of its mm/filemap.c, under names of the test. */
struct vm_fault {
	pgoff_t pgoff;
};

pgoff_t base_next_miss(struct address_space *mapping, pgoff_t index,
		       unsigned long max_scan);
pgoff_t base_prev_miss(struct address_space *mapping, pgoff_t index,
		       unsigned long max_scan);
void base_around(struct file_ra_state *ra, const struct vm_fault *vmf);

/* Locks, plugs and accounting. */
struct blk_plug {
	int unused;
};

#define blk_start_plug(plug)			((void)(plug))
#define blk_finish_plug(plug)			((void)(plug))
#define psi_memstall_enter(flags)		((void)(flags))
#define psi_memstall_leave(flags)		((void)(flags))
#define rcu_read_lock()				((void)0)
#define rcu_read_unlock()			((void)0)
#define memalloc_nofs_save()			0U
#define memalloc_nofs_restore(flags)		((void)(flags))
#define filemap_invalidate_lock_shared(mapping)		((void)(mapping))
#define filemap_invalidate_unlock_shared(mapping)	((void)(mapping))

bool blk_cgroup_congested(void);

/* The system call, which the test does not make. */
struct fd {
	struct file *file;
};

#define POSIX_FADV_WILLNEED	3
#define fd_empty(f)		(!(f).file)
#define fd_file(f)		((f).file)
#define fdput(f)		((void)(f))
#define CLASS(type, name)	struct type name = fdget
#define SYSCALL_DEFINE3(name, t1, a1, t2, a2, t3, a3) \
	long sys_##name(t1 a1, t2 a2, t3 a3)

struct fd fdget(int fd);
int vfs_fadvise(struct file *file, loff_t offset, loff_t len, int advice);
ssize_t ksys_readahead(int fd, loff_t offset, size_t count);
long sys_readahead(int fd, loff_t offset, size_t count);

/* What a base itself gives to the rest of the kernel. */
void file_ra_state_init(struct file_ra_state *ra, struct address_space *mapping);
void page_cache_ra_unbounded(struct readahead_control *ractl,
			     unsigned long nr_to_read,
			     unsigned long lookahead_size);
void page_cache_ra_order(struct readahead_control *ractl,
			 struct file_ra_state *ra, unsigned int new_order);
void force_page_cache_ra(struct readahead_control *ractl,
			 unsigned long nr_to_read);
void page_cache_sync_ra(struct readahead_control *ractl,
			unsigned long req_count);
void page_cache_async_ra(struct readahead_control *ractl, struct folio *folio,
			 unsigned long req_count);
void readahead_expand(struct readahead_control *ractl, loff_t new_start,
		      size_t new_len);

#endif /* _TESTS_STANDIN_H */
