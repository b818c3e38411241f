// SPDX-License-Identifier: GPL-2.0
/*
 * What is being added to the page cache right now.  A part of mm/readahead.c.
 *
 * A window takes a while to be added, page by page, and until it is there a
 * second reader of the file misses the same pages and decides for them again.
 * Both then go through the same pages, and the windows of the two overlap in a
 * way that neither of them remembers.
 *
 * So who adds a window says which pages it has, for as long as that takes; others
 * read beside it.  The record lies on the stack of the task that adds, in a list
 * for a few files by chance.  It is short: a list has as many records as there are
 * tasks that add pages to these files at this moment, mostly none.
 *
 * A decision is made from what was missing at a moment before.  So a list counts
 * the records that are gone: if one went meanwhile, the page cache is looked at
 * again.
 */
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/init.h>
#include <linux/pagemap.h>
#include <linux/readahead_policy.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/wait.h>

#define RA_ADDING_BITS	6

/* The pages of a file that a task is adding, or is about to decide for. */
struct ra_adding {
	struct hlist_node node;
	struct ra_adding_list *list;
	struct address_space *mapping;
	struct task_struct *task;
	struct ra_window window;
	unsigned int nr_gone;
};

struct ra_adding_list {
	spinlock_t lock;		/* of the list and its count */
	unsigned int nr_gone;
	struct hlist_head head;
	wait_queue_head_t wait;
} ____cacheline_aligned_in_smp;

static struct ra_adding_list ra_adding_lists[1 << RA_ADDING_BITS];

/*
 * The record of another task that has a page of @window.  A file system that reads
 * from its own file while it adds to it must not wait for itself.
 */
static const struct ra_adding *ra_adding_find(const struct ra_adding *adding,
					      const struct ra_window *window)
{
	const struct ra_adding *other;

	hlist_for_each_entry(other, &adding->list->head, node)
		if (other->mapping == adding->mapping &&
		    other->task != adding->task &&
		    other->window.start < window->start + window->size &&
		    window->start < other->window.start + other->window.size)
			return other;
	return NULL;
}

static bool ra_adding_is_free(const struct ra_adding *adding,
			      const struct ra_window *window)
{
	bool is_free;

	spin_lock(&adding->list->lock);
	is_free = !ra_adding_find(adding, window);
	spin_unlock(&adding->list->lock);
	return is_free;
}

/* Return: 0 when others have added all of @window, -ERESTARTSYS if killed. */
static int ra_adding_wait(const struct ra_adding *adding,
			  const struct ra_window *window)
{
	return wait_event_killable(adding->list->wait,
				   ra_adding_is_free(adding, window));
}

/*
 * Take @taken from @window, around @index.  If the end is cut off, the marker goes
 * with it.  A window without one expects it at its end, and would follow that of
 * the other window, so it gets a marker on its last page.
 */
static void ra_adding_cut(struct ra_window *window,
			  const struct ra_limits *limits,
			  const struct ra_window *taken, pgoff_t index)
{
	const bool has_marker = window->async_size;

	*window = ra_classic_beside(*window, limits, taken, index);
	if (has_marker && window->size &&
	    window->start + window->size == taken->start)
		window->async_size = 1;
}

/*
 * Take from @window what others are adding; the list is locked.
 *
 * Return: false if others are adding a page of @wanted.
 */
static noinline bool ra_adding_avoid(const struct ra_adding *adding,
				     const struct ra_limits *limits,
				     struct ra_window *window,
				     const struct ra_window *wanted)
{
	const struct ra_adding *other;

	if (wanted && ra_adding_find(adding, wanted))
		return false;
	while (window->size) {
		other = ra_adding_find(adding, window);
		if (!other)
			break;
		ra_adding_cut(window, limits, &other->window,
			      wanted ? wanted->start : window->start);
	}
	return true;
}

/*
 * Make the record of @window, but for pages that others are adding.  There is none
 * if nothing is left, nor if others are adding a page of @wanted.
 *
 * Return: false in the last case.
 */
static __always_inline bool ra_adding_try(struct ra_adding *adding,
					  const struct ra_limits *limits,
					  struct ra_window *window,
					  const struct ra_window *wanted)
{
	struct ra_adding_list *list = adding->list;
	bool is_free = true;

	spin_lock(&list->lock);
	if (!hlist_empty(&list->head))
		is_free = ra_adding_avoid(adding, limits, window, wanted);
	if (is_free && window->size) {
		adding->window = *window;
		hlist_add_head(&adding->node, &list->head);
	}
	spin_unlock(&list->lock);
	return is_free;
}

/* To be called before the page cache is looked at for a decision. */
static __always_inline void ra_adding_init(struct ra_adding *adding,
					   struct address_space *mapping)
{
	adding->list = &ra_adding_lists[hash_ptr(mapping, RA_ADDING_BITS)];
	adding->mapping = mapping;
	adding->task = current;
	/* pairs with ra_adding_end(): what was added by then is seen from now on */
	adding->nr_gone = smp_load_acquire(&adding->list->nr_gone);
}

/* Others may have added pages since the decision was made: leave these out. */
static noinline void ra_adding_trim(const struct ra_adding *adding,
				    const struct ra_limits *limits,
				    struct ra_window *window)
{
	const pgoff_t last = window->start + window->size - 1;
	struct ra_window cached = { .start = window->start };
	pgoff_t hole;

	rcu_read_lock();
	hole = page_cache_next_miss(adding->mapping, window->start,
				    window->size);
	rcu_read_unlock();
	if (hole - window->start >= window->size) {
		window->size = 0;
		return;
	}
	cached.size = hole - window->start;
	if (cached.size)
		ra_adding_cut(window, limits, &cached, hole);

	/* Who keeps no records may have added the rest as well meanwhile. */
	rcu_read_lock();
	cached.start = page_cache_prev_miss(adding->mapping, last,
					    window->size) + 1;
	rcu_read_unlock();
	cached.size = last + 1 - cached.start;
	if (cached.start <= hole)
		window->size = 0;
	else if (cached.size)
		ra_adding_cut(window, limits, &cached, hole);
}

/* All pages of a record were added, or tried. */
static __always_inline void ra_adding_end(struct ra_adding *adding)
{
	struct ra_adding_list *list = adding->list;

	spin_lock(&list->lock);
	hlist_del(&adding->node);
	/* pairs with ra_adding_init() */
	smp_store_release(&list->nr_gone, list->nr_gone + 1);
	spin_unlock(&list->lock);
	/* The lock orders this with who looked for records, and then sleeps. */
	if (waitqueue_active(&list->wait))
		wake_up_all(&list->wait);
}

/* The record was made; is there anything left to read? */
static __always_inline bool ra_adding_check(struct ra_adding *adding,
					    const struct ra_limits *limits,
					    struct ra_window *window)
{
	if (likely(READ_ONCE(adding->list->nr_gone) == adding->nr_gone))
		return true;
	ra_adding_trim(adding, limits, window);
	if (window->size)
		return true;
	ra_adding_end(adding);
	return false;
}

/*
 * Say what is about to be added, and nobody waits for.  @window is left without what
 * others are adding, and behind it if they add its start.  Does not sleep.
 *
 * Return: false if nothing is left to read; there is no record then.
 */
static __always_inline bool ra_adding_begin(struct ra_adding *adding,
					    const struct ra_limits *limits,
					    struct ra_window *window)
{
	ra_adding_try(adding, limits, window, NULL);
	return window->size && ra_adding_check(adding, limits, window);
}

/*
 * Say what is about to be added for a reader who missed page @index of it.  @window
 * is left without what others are adding; if they are adding that page, the reader
 * waits until it is there.
 *
 * Return: false if others have added the page, or the task may not wait or was
 * killed; there is no record then.
 */
static bool ra_adding_begin_missed(struct ra_adding *adding,
				   const struct ra_limits *limits,
				   struct ra_window *window, pgoff_t index,
				   bool nowait)
{
	const struct ra_window missed = { index, 1, 0 };

	while (!ra_adding_try(adding, limits, window, &missed))
		if (nowait || ra_page_cached(adding->mapping, index) ||
		    ra_adding_wait(adding, &missed))
			return false;

	/* The file was cut before the page, and others add what is left. */
	if (!window->size)
		return false;
	/* It was missed before this was called: how long before, nobody knows. */
	if (ra_page_cached(adding->mapping, index)) {
		ra_adding_end(adding);
		return false;
	}
	return ra_adding_check(adding, limits, window);
}

/*
 * Say that all of @window is about to be added; waits while others are adding any of
 * it.
 *
 * Return: false if the task may not wait or was killed; there is no record then.
 */
static bool ra_adding_begin_forced(struct ra_adding *adding,
				   struct ra_window window, bool nowait)
{
	while (!ra_adding_try(adding, NULL, &window, &window))
		if (nowait || ra_adding_wait(adding, &window))
			return false;
	return true;
}

static int __init ra_adding_lists_init(void)
{
	struct ra_adding_list *list;

	for (list = ra_adding_lists;
	     list < ra_adding_lists + ARRAY_SIZE(ra_adding_lists); list++) {
		spin_lock_init(&list->lock);
		INIT_HLIST_HEAD(&list->head);
		init_waitqueue_head(&list->wait);
	}
	return 0;
}
pure_initcall(ra_adding_lists_init);
