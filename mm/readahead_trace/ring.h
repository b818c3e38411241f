/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stream.c needs of the ring buffer.
 */
#ifndef _MM_READAHEAD_TRACE_RING_H
#define _MM_READAHEAD_TRACE_RING_H

#include <linux/types.h>
#include <linux/wait.h>

extern wait_queue_head_t ra_ring_wait;

unsigned int ra_ring_stops(void);
bool ra_ring_is_readable(unsigned int stops);
size_t ra_ring_take(unsigned int *stops, char *buf, size_t size, size_t want,
		    bool *end);

#endif /* _MM_READAHEAD_TRACE_RING_H */
