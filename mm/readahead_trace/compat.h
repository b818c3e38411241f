/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What differs between the kernels that the module knows.  No other file of the
 * module looks at the kernel's version.
 */
#ifndef _MM_READAHEAD_TRACE_COMPAT_H
#define _MM_READAHEAD_TRACE_COMPAT_H

#include <linux/version.h>

/* That the kernel has the series is seen by Kbuild, before anything is compiled. */
#if LINUX_VERSION_MAJOR != 6 || LINUX_VERSION_PATCHLEVEL != 1
#error "readahead_trace: kernel not supported, supported are: 6.1 with the readahead series"
#endif

#ifndef CONFIG_HAVE_FUNCTION_ARG_ACCESS_API
#error "readahead_trace: this architecture cannot tell a probe the arguments of a function"
#endif

#include <linux/uio.h>

/* The function that serves splice and sendfile from the page cache. */
#define RA_COMPAT_SPLICE_READ	"generic_file_splice_read"

/*
 * Whether a buffered read was made by that function, which reads into a pipe
 * through the ordinary read path.
 */
static inline bool ra_compat_read_is_splice(const struct iov_iter *iter)
{
	return iov_iter_is_pipe(iter);
}

#endif /* _MM_READAHEAD_TRACE_COMPAT_H */
