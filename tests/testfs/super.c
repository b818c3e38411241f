// SPDX-License-Identifier: GPL-2.0
/*
 * Mounts, the one file of each, and its pages.
 */
#define pr_fmt(fmt) "ra_testfs: " fmt

#include <linux/backing-dev.h>
#include <linux/fs.h>
#include <linux/fs_context.h>
#include <linux/fs_parser.h>
#include <linux/highmem.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/pagemap.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "testfs.h"

#define TESTFS_MAGIC		0x72615f74
#define TESTFS_DEFAULT_SIZE	SZ_1M

enum {
	TESTFS_INO_ROOT = 1,
	TESTFS_INO_FILE,
};

/* The folio is locked; this unlocks it. */
static void testfs_fill(struct folio *folio)
{
	size_t nr_words = PAGE_SIZE / sizeof(u64);
	unsigned long i;
	void *page;

	for (i = 0; i < folio_nr_pages(folio); i++) {
		page = kmap_local_folio(folio, i * PAGE_SIZE);
		memset64(page, (__force u64)cpu_to_le64(folio->index + i),
			 nr_words);
		kunmap_local(page);
	}
	flush_dcache_folio(folio);
	folio_mark_uptodate(folio);
	folio_unlock(folio);
}

static int testfs_read_folio(struct file *file, struct folio *folio)
{
	testfs_log_read_folio(folio->index);
	testfs_fill(folio);
	return 0;
}

static void testfs_readahead(struct readahead_control *ractl)
{
	unsigned long index = readahead_index(ractl);
	unsigned long offered = readahead_count(ractl);
	unsigned long to_take = testfs_to_take(index, offered);
	unsigned long taken = 0;
	struct folio *folio;

	while (taken < to_take) {
		folio = readahead_folio(ractl);
		if (!folio)
			break;
		taken += folio_nr_pages(folio);
		testfs_fill(folio);
	}
	testfs_log_readahead(index, offered, taken);
}

static const struct address_space_operations testfs_aops = {
	.read_folio	= testfs_read_folio,
	.readahead	= testfs_readahead,
};

static const struct super_operations testfs_super_ops = {
	.statfs		= simple_statfs,
	.drop_inode	= generic_delete_inode,
};

static struct inode *testfs_new_inode(struct super_block *sb,
				      unsigned long ino, umode_t mode)
{
	struct inode *inode = new_inode(sb);

	if (inode) {
		inode->i_ino = ino;
		inode->i_mode = mode;
	}
	return inode;
}

static int testfs_add_root(struct super_block *sb)
{
	struct inode *inode = testfs_new_inode(sb, TESTFS_INO_ROOT,
					       S_IFDIR | 0755);

	if (!inode)
		return -ENOMEM;
	inode->i_op = &simple_dir_inode_operations;
	inode->i_fop = &simple_dir_operations;
	inc_nlink(inode);
	sb->s_root = d_make_root(inode);
	return sb->s_root ? 0 : -ENOMEM;
}

static int testfs_add_file(struct super_block *sb, const char *name, u64 size)
{
	struct dentry *dentry = d_alloc_name(sb->s_root, name);
	struct inode *inode;

	if (!dentry)
		return -ENOMEM;
	inode = testfs_new_inode(sb, TESTFS_INO_FILE, S_IFREG | 0444);
	if (!inode) {
		dput(dentry);
		return -ENOMEM;
	}
	inode->i_fop = &generic_ro_fops;
	inode->i_mapping->a_ops = &testfs_aops;
	i_size_write(inode, size);
	/* the reference stays: the file lives in its dentry */
	d_add(dentry, inode);
	return 0;
}

static int testfs_fill_super(struct super_block *sb, struct fs_context *fc)
{
	u64 *size = fc->fs_private;
	int err;

	sb->s_maxbytes = MAX_LFS_FILESIZE;
	sb->s_blocksize = PAGE_SIZE;
	sb->s_blocksize_bits = PAGE_SHIFT;
	sb->s_magic = TESTFS_MAGIC;
	sb->s_op = &testfs_super_ops;
	err = super_setup_bdi_name(sb, "%u:%u", MAJOR(sb->s_dev),
				   MINOR(sb->s_dev));
	if (err)
		return err;
	err = testfs_add_root(sb);
	if (err)
		return err;
	return testfs_add_file(sb, "f", *size);
}

enum {
	TESTFS_OPTION_SIZE,
};

static const struct fs_parameter_spec testfs_parameters[] = {
	fsparam_string("size", TESTFS_OPTION_SIZE),
	{}
};

static int testfs_parse_param(struct fs_context *fc,
			      struct fs_parameter *param)
{
	struct fs_parse_result result;
	u64 *size = fc->fs_private;
	char *end;
	u64 value;
	int option;

	option = fs_parse(fc, testfs_parameters, param, &result);
	if (option < 0)
		return option;

	value = memparse(param->string, &end);
	if (end == param->string || *end || value > MAX_LFS_FILESIZE)
		return invalf(fc, "ra_testfs: size=%s is no size of a file",
			      param->string);
	*size = value;
	return 0;
}

static int testfs_get_tree(struct fs_context *fc)
{
	return get_tree_nodev(fc, testfs_fill_super);
}

static void testfs_free_context(struct fs_context *fc)
{
	kfree(fc->fs_private);
}

static const struct fs_context_operations testfs_context_ops = {
	.parse_param	= testfs_parse_param,
	.get_tree	= testfs_get_tree,
	.free		= testfs_free_context,
};

static int testfs_init_context(struct fs_context *fc)
{
	u64 *size = kmalloc(sizeof(*size), GFP_KERNEL);

	if (!size)
		return -ENOMEM;
	*size = TESTFS_DEFAULT_SIZE;
	fc->fs_private = size;
	fc->ops = &testfs_context_ops;
	return 0;
}

static struct file_system_type testfs_type = {
	.owner			= THIS_MODULE,
	.name			= "ra_testfs",
	.init_fs_context	= testfs_init_context,
	.parameters		= testfs_parameters,
	.kill_sb		= kill_litter_super,
};

/**
 * testfs_register() - let it be mounted
 *
 * Return: 0 or a negative error.
 */
int testfs_register(void)
{
	return register_filesystem(&testfs_type);
}

/**
 * testfs_unregister() - undo testfs_register()
 */
void testfs_unregister(void)
{
	unregister_filesystem(&testfs_type);
}
