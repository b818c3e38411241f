// SPDX-License-Identifier: GPL-2.0
/*
 * The rest of the kernel, as the base's readahead sees it: memory, page cache
 * and file system, all of which write down what they are asked for.
 */
#include <setjmp.h>

#include "standin.h"
#include "world.h"

static const struct world *world;
static unsigned long nr_free;
static struct log *base_log;
static jmp_buf undefined;

void kernel_leave_undefined(void)
{
	longjmp(undefined, 1);
}

bool blk_cgroup_congested(void)
{
	return world->congested;
}

bool folio_test_writeback(const struct folio *folio)
{
	(void)folio;
	return world->writeback;
}

void folio_clear_readahead(struct folio *folio)
{
	log_folios(base_log, EVENT_CLEAR, folio->index, folio->order, 1);
	folio->marked = false;
}

struct folio *filemap_alloc_folio(gfp_t gfp, unsigned int order)
{
	(void)gfp;
	if (world_alloc(world, &nr_free, order))
		return cache_new_folio(order);
	log_single(base_log, EVENT_NO_MEMORY, order, 1);
	return NULL;
}

int filemap_add_folio(struct address_space *mapping, struct folio *folio,
		      pgoff_t index, gfp_t gfp)
{
	const enum refusal refusal = world_refusal(world, index);

	(void)mapping;
	(void)gfp;
	if (refusal || !cache_insert(folio, index)) {
		log_folios(base_log, EVENT_REFUSED, index, folio->order, 1);
		return refusal == REFUSAL_NO_MEMORY ? -ENOMEM : -EEXIST;
	}
	log_folios(base_log, EVENT_ADD, index, folio->order, 1);
	return 0;
}

void filemap_remove_folio(struct folio *folio)
{
	log_folios(base_log, EVENT_REMOVE, folio->index, folio->order, 1);
	cache_remove(folio);
}

/* The base unlocks only what the file system left; it puts everything. */
void folio_unlock(struct folio *folio)
{
	log_folios(base_log, EVENT_LEFT, folio->index, folio->order, 1);
}

void folio_put(struct folio *folio)
{
	if (cache_find(folio->index) != folio)
		cache_free_folio(folio);
}

static void read_folio(const struct folio *folio)
{
	log_folios(base_log, folio->marked ? EVENT_READ_MARKED : EVENT_READ,
		   folio->index, folio->order, 1);
}

static void fs_readahead(struct readahead_control *ractl)
{
	unsigned long nr_taken = world->nr_taken;
	const struct folio *folio;

	while (nr_taken-- && (folio = readahead_folio(ractl)))
		read_folio(folio);
}

static int fs_read_folio(struct file *file, struct folio *folio)
{
	(void)file;
	read_folio(folio);
	return 0;
}

static const struct address_space_operations many = {
	.readahead = fs_readahead,
};

static const struct address_space_operations one_by_one = {
	.read_folio = fs_read_folio,
};

/* Never called: the test makes no system call. */
struct fd fdget(int fd)
{
	(void)fd;
	return (struct fd){ NULL };
}

int vfs_fadvise(struct file *file, loff_t offset, loff_t len, int advice)
{
	(void)file;
	(void)offset;
	(void)len;
	(void)advice;
	return -EINVAL;
}

/* The base's own searches, with what they are asked and answer written down. */
pgoff_t page_cache_next_miss(struct address_space *mapping, pgoff_t index,
			     unsigned long max_scan)
{
	const pgoff_t found = base_next_miss(mapping, index, max_scan);

	log_single(base_log, EVENT_SEARCH_FORWARD, index, max_scan);
	log_single(base_log, EVENT_FOUND, found, 1);
	return found;
}

pgoff_t page_cache_prev_miss(struct address_space *mapping, pgoff_t index,
			     unsigned long max_scan)
{
	const pgoff_t found = base_prev_miss(mapping, index, max_scan);

	log_single(base_log, EVENT_SEARCH_BACK, index, max_scan);
	log_single(base_log, EVENT_FOUND, found, 1);
	return found;
}

/* The folio whose marker was hit; it may have left the cache meanwhile. */
static void call_async(struct readahead_control *ractl,
		       const struct request *req)
{
	struct folio gone = { .index = req->index, .order = req->order };
	struct folio *folio = cache_find(req->index);

	page_cache_async_ra(ractl, folio ? folio : &gone, req->nr_pages);
}

static void call_around(struct readahead_control *ractl,
			const struct request *req)
{
	const struct vm_fault fault = { .pgoff = req->index };

	base_around(ractl->ra, &fault);
	ractl->_index = ractl->ra->start;
	page_cache_ra_order(ractl, ractl->ra, 0);
}

static void call_base(struct readahead_control *ractl,
		      const struct request *req)
{
	switch (req->kind) {
	case REQUEST_SYNC:
		page_cache_sync_ra(ractl, req->nr_pages);
		break;
	case REQUEST_ASYNC:
		call_async(ractl, req);
		break;
	case REQUEST_FORCED:
		force_page_cache_ra(ractl, req->nr_pages);
		break;
	case REQUEST_AROUND:
		call_around(ractl, req);
		break;
	case REQUEST_COUNT:
		break;
	}
}

static void call_in_world(struct world *w, const struct request *req,
			  struct file_ra_state *ra)
{
	struct inode inode = {
		.i_size = (loff_t)w->nr_bytes,
		.bdi = { w->ra_pages, w->io_pages },
	};
	struct address_space mapping = {
		.host = &inode,
		.a_ops = w->one_by_one ? &one_by_one : &many,
		.max_order = w->max_order,
	};
	struct file file = {
		.f_mode = FMODE_READ | (w->random ? FMODE_RANDOM : 0),
	};
	struct readahead_control ractl = {
		.file = w->no_file ? NULL : &file,
		.mapping = &mapping,
		.ra = ra,
		._index = req->index,
	};

	if (setjmp(undefined))
		log_single(base_log, EVENT_UNDEFINED, 0, 1);
	else
		call_base(&ractl, req);
}

/**
 * kernel_request - let the base decide and read
 * @w: what it meets; the window in it is the new one afterwards, but where the
 *	base is not defined
 * @req: what is asked of it
 * @log: all that happened
 */
void kernel_request(struct world *w, const struct request *req, struct log *log)
{
	struct file_ra_state ra = {
		.start = w->window.start,
		.size = w->window.size,
		.async_size = w->window.async_size,
		.ra_pages = w->ra_pages,
		.prev_pos = w->prev_pos,
	};

	world = w;
	nr_free = w->nr_free;
	base_log = log;
	call_in_world(w, req, &ra);
	if (!log->nr || log->events[log->nr - 1].kind != EVENT_UNDEFINED)
		w->window = (struct ra_window){ ra.start, ra.size,
						ra.async_size };
}
