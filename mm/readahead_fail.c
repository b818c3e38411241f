// SPDX-License-Identifier: GPL-2.0
/*
 * Fault injection: readahead that leaves its folios unread.
 *
 * A file system may leave what it cannot read now, and a reader who needs such a
 * folio then reads it alone.  That path is rarely taken, and readers have been
 * seen to loop or to hang there.  This makes it happen at will, by the knobs of
 * Documentation/fault-injection/fault-injection.rst; @space counts bytes.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fault-inject.h>
#include <linux/pagemap.h>

#include "internal.h"

static DECLARE_FAULT_ATTR(fail_readahead);

/**
 * should_fail_readahead - have the folios of a readahead left unread
 * @ractl: the folios, locked and in the page cache
 *
 * Context: any that reads ahead.
 * Return: true if the file system is not to be asked.
 */
bool should_fail_readahead(struct readahead_control *ractl)
{
	return should_fail(&fail_readahead, readahead_length(ractl));
}

static int __init setup_fail_readahead(char *str)
{
	return setup_fault_attr(&fail_readahead, str);
}
__setup("fail_readahead=", setup_fail_readahead);

#ifdef CONFIG_FAULT_INJECTION_DEBUG_FS
static int __init fail_readahead_debugfs(void)
{
	return PTR_ERR_OR_ZERO(fault_create_debugfs_attr("fail_readahead", NULL,
							 &fail_readahead));
}
late_initcall(fail_readahead_debugfs);
#endif
