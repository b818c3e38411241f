// SPDX-License-Identifier: GPL-2.0
/* A file that is read by a policy of the core, see adaptive-file.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>
#include <linux/minmax.h>

#include "adaptive-file.h"

/* The device takes so many pages at once. */
#define MAX_REQUEST	320

/* How far the kernel searches the page cache, in pages. */
#define MAX_SEARCH	256

/* What a page costs the reader, a call and a decision, in ns. */
#define PAGE_NS		700
#define CALL_NS		400
#define DECISION_NS	3000

static void wrong(const char *what, unsigned long index)
{
	printf("# %s at page %lu\n", what, index);
	exit(1);
}

/**
 * file_open - a cold file on a device of which nothing is known
 * @file: the file
 * @nr_pages: its length, in pages
 * @pipe: the device
 */
void file_open(struct file *file, unsigned long nr_pages, struct pipe pipe)
{
	memset(file, 0, sizeof(*file));
	file->nr_pages = nr_pages;
	file->pipe = pipe;
	file->prev_pos = ~0ULL;
	file->now_ns = 1;
	file->pages = calloc(nr_pages, sizeof(*file->pages));
	if (!file->pages)
		wrong("no memory", 0);
}

/**
 * file_close - free what file_open() took
 * @file: the file
 */
void file_close(struct file *file)
{
	free(file->pages);
}

/**
 * file_reopen - close the descriptor and open the file anew
 * @file: the file; its pages stay cached
 */
void file_reopen(struct file *file)
{
	struct ra_runs runs;

	ra_adaptive_closed(&file->streams, file->prev_pos, FILE_PAGE_SHIFT);
	runs = file->streams.runs;
	memset(&file->streams, 0, sizeof(file->streams));
	memset(&file->window, 0, sizeof(file->window));
	file->streams.runs = runs;
	file->prev_pos = ~0ULL;
}

static void ask_device(struct file *file, unsigned long start,
		       unsigned long nr_pages)
{
	struct pipe *pipe = &file->pipe;
	unsigned long i, nr;

	pipe->free_ns = max(pipe->free_ns, file->now_ns);
	for (; nr_pages; nr_pages -= nr) {
		nr = min(nr_pages, (unsigned long)MAX_REQUEST);
		pipe->free_ns += nr * FILE_PAGE_SIZE * 1000 / pipe->bytes_per_us;
		for (i = 0; i < nr; i++)
			file->pages[start++].arrives_ns =
				pipe->free_ns + pipe->latency_ns;
		file->nr_read += nr;
		file->nr_requests++;
	}
}

/* Reads what is not cached of @window; returns the number of pages. */
static unsigned long read_window(struct file *file,
				 const struct ra_window *window)
{
	const unsigned long end = window->start + window->size;
	unsigned long i = window->start, from, nr_added = 0;

	if (end > file->nr_pages || end < window->start)
		wrong("a window ends behind the file", end);
	while (i < end) {
		if (file->pages[i].arrives_ns) {
			i++;
			continue;
		}
		for (from = i; i < end && !file->pages[i].arrives_ns; i++)
			if (i == end - window->async_size)
				file->pages[i].marked = true;
		ask_device(file, from, i - from);
		nr_added += i - from;
	}
	return nr_added;
}

/* Cached pages just before @index, @max_pages at the most. */
static unsigned long count_history(const struct file *file,
				   unsigned long index, unsigned long max_pages)
{
	unsigned long nr = 0;

	while (nr < max_pages && nr < index &&
	       file->pages[index - 1 - nr].arrives_ns)
		nr++;
	return nr;
}

/* The first page behind @index that is not cached, 0 if there is none near. */
static unsigned long next_hole(const struct file *file, unsigned long index,
			       unsigned long max_pages)
{
	unsigned long i;

	for (i = index + 1; i < file->nr_pages && i <= index + max_pages; i++)
		if (!file->pages[i].arrives_ns)
			return i;
	return 0;
}

static struct ra_around look_around(const struct file *file,
				    const struct ra_access *access, bool async)
{
	const unsigned long most = min(access->nr_pages + 1,
				       (unsigned long)MAX_SEARCH);
	const unsigned long index = access->index;
	struct ra_around around = { };

	if (!index)
		return around;
	if (!async) {
		around.before = count_history(file, index, most) >= most;
		return around;
	}
	around.before = file->pages[index - 1].arrives_ns;
	around.next_hole = next_hole(file, index, MAX_SEARCH);
	return around;
}

static void decide_classic(struct file *file, const struct ra_access *access,
			   bool async)
{
	const struct ra_limits limits = {
		.ra_pages = file->ra_pages,
		.io_pages = MAX_REQUEST,
		.nr_file_pages = file->nr_pages,
	};
	const struct ra_request req = {
		.index = access->index,
		.nr_pages = access->nr_pages,
		.prev_index = access->prev_pos >> FILE_PAGE_SHIFT,
	};
	const struct ra_window *old = &file->window;
	struct ra_decision decision;
	unsigned long fact = 0;
	struct ra_query query;

	query = async ? ra_classic_async_query(&req, &limits, old) :
			ra_classic_sync_query(&req, &limits, old);
	if (query.fact == RA_FACT_HISTORY)
		fact = count_history(file, req.index, query.max_pages);
	else if (query.fact == RA_FACT_NEXT_HOLE)
		fact = next_hole(file, req.index, query.max_pages);
	decision = async ? ra_classic_async(&req, &limits, old, query, fact) :
			   ra_classic_sync(&req, &limits, old, query, fact);
	if (!decision.window.size)
		return;
	if (!decision.standalone)
		file->window = decision.window;
	read_window(file, &decision.window);
}

static void decide_adaptive(struct file *file, const struct ra_access *access,
			    bool async)
{
	const struct ra_bounds bounds = {
		.nr_file_pages = file->nr_pages,
		.max_pages = 4096,
		.page_shift = FILE_PAGE_SHIFT,
	};
	struct ra_streams *streams = &file->streams;
	struct ra_stream *stream = ra_adaptive_find(streams, access, async);
	const struct ra_around around = look_around(file, access, async);
	unsigned long nr_ahead = 0, nr_added = 0;
	struct ra_window window;
	struct ra_plan plan;
	unsigned int i;

	plan = async ? ra_adaptive_async(streams, stream, access, &bounds,
					 &file->device, &around) :
		       ra_adaptive_sync(streams, stream, access, &bounds,
					&file->device, &around);
	if (plan.demand.size)
		ra_adaptive_demanded(streams, &plan.demand, file->now_ns);
	for (i = 0; i < plan.nr_pieces; i++)
		nr_ahead += ra_adaptive_piece(&plan, FILE_PAGE_SHIFT, i).size;
	if (nr_ahead) {
		window = ra_adaptive_piece(&plan, FILE_PAGE_SHIFT, 0);
		ra_adaptive_asked(streams, &window, nr_ahead);
	}
	if (plan.demand.size)
		nr_added = read_window(file, &plan.demand);
	for (i = 0; i < plan.nr_pieces; i++) {
		window = ra_adaptive_piece(&plan, FILE_PAGE_SHIFT, i);
		nr_added += read_window(file, &window);
	}
	if (nr_added < plan.demand.size + nr_ahead)
		ra_adaptive_spoiled(streams);
}

/* One decision, and what is read for it. */
static void decide(struct file *file, const struct ra_access *access, bool async)
{
	if (file->ra_pages)
		decide_classic(file, access, async);
	else
		decide_adaptive(file, access, async);
	file->now_ns += DECISION_NS;
}

static void read_page(struct file *file, unsigned long index, u64 pos, u64 end_pos)
{
	struct page *page = &file->pages[index];
	const struct ra_access access = {
		.index = index,
		.nr_pages = ((end_pos - 1) >> FILE_PAGE_SHIFT) + 1 - index,
		.prev_pos = file->prev_pos,
		.pos = pos,
		.end_pos = end_pos,
		.len = end_pos - pos,
	};

	page->touched = true;
	if (!page->arrives_ns)
		decide(file, &access, false);
	if (!page->arrives_ns)
		wrong("a page that was waited for is not read", index);
	if (page->marked) {
		page->marked = false;
		decide(file, &access, true);
	}
	if (page->arrives_ns > file->now_ns) {
		file->now_ns = page->arrives_ns;
		if (ra_adaptive_waits(&file->streams, index))
			ra_adaptive_arrived(&file->streams, &file->device, index,
					    file->now_ns);
	}
	file->now_ns += PAGE_NS;
}

/**
 * file_read - one read call
 * @file: the file
 * @pos: where it begins, in bytes
 * @len: its length, in bytes; it lies within the file
 */
void file_read(struct file *file, u64 pos, u64 len)
{
	const u64 end_pos = pos + len;
	u64 here = pos;

	while (here < end_pos) {
		read_page(file, here >> FILE_PAGE_SHIFT, here, end_pos);
		here = round_down(here, FILE_PAGE_SIZE) + FILE_PAGE_SIZE;
	}
	file->prev_pos = end_pos;
	file->now_ns += CALL_NS;
}

/**
 * file_touched - how many pages were read by someone
 * @file: the file
 *
 * Return: the number of pages.
 */
u64 file_touched(const struct file *file)
{
	unsigned long i;
	u64 nr = 0;

	for (i = 0; i < file->nr_pages; i++)
		nr += file->pages[i].touched;
	return nr;
}
