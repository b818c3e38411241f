// SPDX-License-Identifier: GPL-2.0
/*
 * The contents: pages that are allocated when something other than zeroes is
 * written to them for the first time.
 *
 * Zeroes are not stored, so that a file of zeroes may be larger than memory:
 * tests of memory pressure need such files.
 */
#include <linux/bvec.h>
#include <linux/gfp.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/string.h>
#include "simdisk.h"

/* Two CPUs may write different sectors of one page: the first page stays. */
static struct page *simdisk_store_add(struct simdisk *sd, unsigned long index)
{
	struct page *page, *old;

	page = alloc_page(GFP_ATOMIC | __GFP_NOWARN | __GFP_ZERO);
	if (!page)
		return NULL;

	old = xa_cmpxchg(&sd->pages, index, NULL, page,
			 GFP_ATOMIC | __GFP_NOWARN);
	if (!old)
		return page;

	__free_page(page);
	return xa_is_err(old) ? NULL : old;
}

static bool simdisk_store_write(struct simdisk *sd, u64 pos, const void *data,
				unsigned int len)
{
	struct page *page = xa_load(&sd->pages, pos >> PAGE_SHIFT);

	if (!page) {
		if (!memchr_inv(data, 0, len))
			return true;
		page = simdisk_store_add(sd, pos >> PAGE_SHIFT);
		if (!page)
			return false;
	}
	memcpy(page_address(page) + offset_in_page(pos), data, len);
	return true;
}

static void simdisk_store_read(struct simdisk *sd, u64 pos, void *data,
			       unsigned int len)
{
	struct page *page = xa_load(&sd->pages, pos >> PAGE_SHIFT);

	if (page)
		memcpy(data, page_address(page) + offset_in_page(pos), len);
	else
		memset(data, 0, len);
}

static bool simdisk_store_bvec(struct simdisk *sd, u64 pos,
			       struct bio_vec *bvec, bool write)
{
	void *data = bvec_kmap_local(bvec);
	unsigned int done, len;
	bool ok = true;

	for (done = 0; ok && done < bvec->bv_len; done += len, pos += len) {
		len = min_t(unsigned int, bvec->bv_len - done,
			    PAGE_SIZE - offset_in_page(pos));
		if (write)
			ok = simdisk_store_write(sd, pos, data + done, len);
		else
			simdisk_store_read(sd, pos, data + done, len);
	}
	kunmap_local(data);
	return ok;
}

/**
 * simdisk_store_copy() - move the data of a request
 * @sd: the disk
 * @rq: a read or a write
 *
 * Context: any in which I/O may be submitted; does not sleep.
 * Return: false if memory ran out. The request can be tried again: what was
 * written already is written again.
 */
bool simdisk_store_copy(struct simdisk *sd, struct request *rq)
{
	u64 pos = (u64)blk_rq_pos(rq) << SECTOR_SHIFT;
	bool write = op_is_write(req_op(rq));
	struct req_iterator iter;
	struct bio_vec bvec;

	rq_for_each_segment(bvec, rq, iter) {
		if (!simdisk_store_bvec(sd, pos, &bvec, write))
			return false;
		if (!write)
			flush_dcache_page(bvec.bv_page);
		pos += bvec.bv_len;
	}
	return true;
}

/**
 * simdisk_store_free() - forget the contents
 * @sd: a disk that has no request in flight and gets no more
 */
void simdisk_store_free(struct simdisk *sd)
{
	struct page *page;
	unsigned long index;

	xa_for_each(&sd->pages, index, page) {
		__free_page(page);
		cond_resched();
	}
	xa_destroy(&sd->pages);
}
