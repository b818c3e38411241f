// SPDX-License-Identifier: GPL-2.0
/*
 * The readahead decision event, for listeners in modules too.
 */
#define CREATE_TRACE_POINTS
#include <trace/events/readahead_policy.h>

EXPORT_TRACEPOINT_SYMBOL_GPL(ra_decision);
