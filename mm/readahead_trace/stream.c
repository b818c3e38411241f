// SPDX-License-Identifier: GPL-2.0
/*
 * The file trace: lines as a stream, each line to exactly one reader.
 *
 * Who opens the file gets a buffer for lines that were taken out of the rings
 * and are not read yet: a line longer than what the reader has room for is
 * continued by its next read.  Not more is taken than the reader asked for, so
 * at most one line is cut when it closes the file; that one counts as lost.
 */
#include <linux/fs.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "internal.h"
#include "ring.h"

/* With the rest of struct ra_stream just below the size of four pages. */
#define RA_STREAM_SIZE		(7 * RA_TRACE_LINE_MAX)

/**
 * struct ra_stream - an open trace file
 * @lock: serialises reads through one descriptor, which may be shared
 * @stops: number of stops of the trace that this reader knows
 * @from: first byte of @buf that is not read yet
 * @to: end of the bytes in @buf
 * @buf: lines
 */
struct ra_stream {
	struct mutex lock; /* all below */
	unsigned int stops;
	size_t from;
	size_t to;
	char buf[RA_STREAM_SIZE];
};

static int ra_stream_open(struct inode *inode, struct file *file)
{
	struct ra_stream *stream;

	stream = kzalloc(sizeof(*stream), GFP_KERNEL);
	if (!stream)
		return -ENOMEM;
	mutex_init(&stream->lock);
	stream->stops = ra_ring_stops();
	file->private_data = stream;
	return stream_open(inode, file);
}

static int ra_stream_release(struct inode *inode, struct file *file)
{
	struct ra_stream *stream = file->private_data;
	unsigned long lines = 0;
	size_t i;

	for (i = stream->from; i < stream->to; i++)
		lines += stream->buf[i] == '\n';
	if (lines)
		ra_stats_unread(lines);
	kfree(stream);
	return 0;
}

static bool ra_stream_is_readable(const struct ra_stream *stream)
{
	return READ_ONCE(stream->from) != READ_ONCE(stream->to) ||
	       ra_ring_is_readable(READ_ONCE(stream->stops));
}

/*
 * Give the reader as much as there is.  Return the number of bytes, or an error
 * if there are none; 0 without an end says that another reader was faster.
 */
static ssize_t ra_stream_give(struct ra_stream *stream, char __user *ubuf,
			      size_t count, bool *end)
{
	size_t done = 0, nr;

	while (done < count) {
		if (stream->from == stream->to) {
			stream->from = 0;
			stream->to = ra_ring_take(&stream->stops, stream->buf,
						  sizeof(stream->buf),
						  count - done, end);
			/* What was read before an end is read first. */
			if (!stream->to)
				break;
		}
		nr = min(count - done, stream->to - stream->from);
		nr -= copy_to_user(ubuf + done, stream->buf + stream->from, nr);
		if (!nr)
			return done ? done : -EFAULT;
		stream->from += nr;
		done += nr;
	}
	return done;
}

static ssize_t ra_stream_read(struct file *file, char __user *ubuf,
			      size_t count, loff_t *ppos)
{
	struct ra_stream *stream = file->private_data;
	bool end = false;
	ssize_t ret = 0;

	if (!count)
		return 0;
	do {
		/* Another reader may have been faster, so this may come twice. */
		if (!ra_stream_is_readable(stream)) {
			if (file->f_flags & O_NONBLOCK)
				return -EAGAIN;
			ret = wait_event_interruptible(ra_ring_wait,
						       ra_stream_is_readable(stream));
		}
		if (ret)
			return ret;
		if (mutex_lock_interruptible(&stream->lock))
			return -ERESTARTSYS;
		ret = ra_stream_give(stream, ubuf, count, &end);
		mutex_unlock(&stream->lock);
	} while (!ret && !end);

	return ret;
}

static __poll_t ra_stream_poll(struct file *file, poll_table *wait)
{
	struct ra_stream *stream = file->private_data;

	poll_wait(file, &ra_ring_wait, wait);
	/* Pairs with wq_has_sleeper() in ra_ring_write(). */
	smp_mb();
	return ra_stream_is_readable(stream) ? EPOLLIN | EPOLLRDNORM : 0;
}

const struct file_operations ra_stream_fops = {
	.owner		= THIS_MODULE,
	.open		= ra_stream_open,
	.release	= ra_stream_release,
	.read		= ra_stream_read,
	.write		= ra_debugfs_write,
	.poll		= ra_stream_poll,
	.llseek		= no_llseek,
};
