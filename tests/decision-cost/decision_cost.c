// SPDX-License-Identifier: GPL-2.0
/*
 * decision_cost: what one readahead decision costs inside the kernel, for the
 * patterns that happen most.
 *
 * Observation: a decision ends in a read, and the read costs far more than the
 * decision and varies.
 *
 * Deduction: ask for decisions about a file of our own whose pages are all
 * there, but for the holes that a rule needs, so that no I/O follows, and for
 * the same read by page_cache_ra_unbounded() alone.  In virtual time one
 * instruction takes one nanosecond, so the difference is the number of
 * instructions from the call of page_cache_sync_ra() or page_cache_async_ra()
 * to the read, search of the page cache included.
 *
 * Interrupts and refills of the page allocator only add, so the least of many
 * rounds counts.
 *
 * Loading the module measures and leaves a line "PATTERN DECIDED READ" for each
 * pattern in debugfs decision_cost: nanoseconds with the decision, and of the
 * read alone.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/fs_context.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/pagemap.h>
#include <linux/pseudo_fs.h>
#include <linux/seq_file.h>

#define FILE_PAGES	256
#define RA_PAGES	8
#define NR_ROUNDS	500

/**
 * struct cost_case - one decision, and the read that follows from it
 * @name: the pattern
 * @index: page that a reader waits for or whose marker it touches
 * @async: touch the marker
 * @old: the window before: start, size, async_size
 * @hole: page that is missing each time, 0: none
 * @then: the window after it
 * @read_start: first page of the read that follows
 * @read_pages: pages of that read
 */
struct cost_case {
	const char *name;
	pgoff_t index;
	bool async;
	struct file_ra_state old;
	pgoff_t hole;
	struct file_ra_state then;
	pgoff_t read_start;
	unsigned int read_pages;
};

static const struct cost_case cases[] = {
	{
		.name = "subsequent", .index = 16, .async = true,
		.old = { .start = 16, .size = 8, .async_size = 8 },
		.then = { .start = 24, .size = 8, .async_size = 8 },
		.read_start = 24, .read_pages = 8,
	}, {
		.name = "marker", .index = 64, .async = true,
		.old = { .start = 16, .size = 8, .async_size = 8 },
		.hole = 68,
		.then = { .start = 68, .size = 8, .async_size = 8 },
		.read_start = 68, .read_pages = 8,
	}, {
		/* The hole is the page before, so there is no history. */
		.name = "random", .index = 129,
		.old = { .start = 16, .size = 8, .async_size = 8 },
		.hole = 128,
		.then = { .start = 16, .size = 8, .async_size = 8 },
		.read_start = 129, .read_pages = 1,
	},
};

/* The least that each case took, with the decision and without. */
static struct cost {
	u64 decided;
	u64 read;
} costs[ARRAY_SIZE(cases)];
static struct vfsmount *mnt;
static struct inode *inode;
static struct dentry *result;

/* Pages are up to date at once: there is no device. */
static void cost_readahead(struct readahead_control *ractl)
{
	struct folio *folio;

	while ((folio = readahead_folio(ractl))) {
		folio_mark_uptodate(folio);
		folio_unlock(folio);
	}
}

static const struct address_space_operations cost_aops = {
	.readahead = cost_readahead,
};

static int cost_init_fs_context(struct fs_context *fc)
{
	return init_pseudo(fc, 0x72616463) ? 0 : -ENOMEM;
}

static struct file_system_type cost_fs = {
	.name = "decision_cost",
	.init_fs_context = cost_init_fs_context,
	.kill_sb = kill_anon_super,
};

static int make_file(void)
{
	inode = new_inode(mnt->mnt_sb);
	if (!inode)
		return -ENOMEM;
	inode->i_mode = S_IFREG;
	i_size_write(inode, FILE_PAGES * PAGE_SIZE);
	inode->i_mapping->a_ops = &cost_aops;
	mapping_set_gfp_mask(inode->i_mapping, GFP_KERNEL);
	return 0;
}

static void punch(pgoff_t index)
{
	if (index)
		invalidate_inode_pages2_range(inode->i_mapping, index, index);
}

static void fill(void)
{
	struct file_ra_state ra = { .ra_pages = RA_PAGES, .prev_pos = -1 };
	DEFINE_READAHEAD(ractl, NULL, &ra, inode->i_mapping, 0);

	page_cache_ra_unbounded(&ractl, FILE_PAGES, 0);
}

/*
 * Time of one decision and its read, or of that read alone; @ra is the window
 * before, and then the one after.
 */
static u64 time_one(const struct cost_case *c, struct folio *folio,
		    struct file_ra_state *ra, bool decide)
{
	DEFINE_READAHEAD(ractl, NULL, ra, inode->i_mapping,
			 decide ? c->index : c->read_start);
	u64 start;

	*ra = c->old;
	ra->ra_pages = RA_PAGES;
	ra->prev_pos = -1;
	if (c->async)
		folio_set_readahead(folio);
	start = ktime_get_ns();
	if (!decide)
		page_cache_ra_unbounded(&ractl, c->read_pages, 0);
	else if (c->async)
		page_cache_async_ra(&ractl, folio, 1);
	else
		page_cache_sync_ra(&ractl, 1);
	return ktime_get_ns() - start;
}

/* Another window means that another rule was measured. */
static bool is_expected(const struct cost_case *c,
			const struct file_ra_state *ra)
{
	if (ra->start == c->then.start && ra->size == c->then.size &&
	    ra->async_size == c->then.async_size)
		return true;
	pr_err("%s came to the window %lu+%u-%u, not %lu+%u-%u\n", c->name,
	       ra->start, ra->size, ra->async_size, c->then.start,
	       c->then.size, c->then.async_size);
	return false;
}

/* One round, of which the least counts. */
static bool measure_round(const struct cost_case *c, struct folio *folio,
			  struct cost *cost)
{
	struct file_ra_state ra;

	punch(c->hole);
	cost->decided = min(cost->decided, time_one(c, folio, &ra, true));
	if (!is_expected(c, &ra))
		return false;
	punch(c->hole);
	cost->read = min(cost->read, time_one(c, folio, &ra, false));
	return true;
}

static int measure_case(int nr)
{
	const struct cost_case *c = &cases[nr];
	struct folio *folio = filemap_get_folio(inode->i_mapping, c->index);
	bool good = true;
	int i;

	if (!folio)
		return -ENOMEM;
	costs[nr] = (struct cost){ U64_MAX, U64_MAX };
	for (i = 0; good && i < NR_ROUNDS; i++)
		good = measure_round(c, folio, &costs[nr]);
	folio_put(folio);
	return good ? 0 : -EINVAL;
}

static int measure(void)
{
	int i, err;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		fill();
		err = measure_case(i);
		if (err)
			return err;
	}
	return 0;
}

static int cost_show(struct seq_file *m, void *v)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		seq_printf(m, "%s %llu %llu\n", cases[i].name,
			   costs[i].decided, costs[i].read);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(cost);

static int __init cost_init(void)
{
	int err;

	mnt = kern_mount(&cost_fs);
	if (IS_ERR(mnt))
		return PTR_ERR(mnt);
	err = make_file();
	if (err)
		goto unmount;

	err = measure();
	if (err)
		goto drop_file;
	result = debugfs_create_file("decision_cost", 0444, NULL, NULL,
				     &cost_fops);
	return 0;

drop_file:
	iput(inode);
unmount:
	kern_unmount(mnt);
	return err;
}
module_init(cost_init);

static void __exit cost_exit(void)
{
	debugfs_remove(result);
	iput(inode);
	kern_unmount(mnt);
}
module_exit(cost_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Instructions of one readahead decision");
