/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Policy "adaptive" of the readahead policy core.
 *
 * Like the rest of the core this is computing alone: what is remembered comes in
 * as a struct that the caller owns and locks, time and measurements come in as
 * values, and what is to be read goes out as a plan.
 *
 * Pages are page numbers within the file, sizes are in pages; positions are in
 * bytes, since a record of an odd size begins in the middle of a page.
 */
#ifndef _LINUX_READAHEAD_ADAPTIVE_H
#define _LINUX_READAHEAD_ADAPTIVE_H

#include <linux/readahead_policy.h>

/*
 * Observation: a program that reads one file at several places at once, such as
 * a merge, mostly has eight or fewer of them.  More are recognised by what they
 * leave in the page cache; only their windows have to be found again.
 */
#define RA_NR_STREAMS		8

/* Requests that belong to no stream; two strided runs can alternate in these. */
#define RA_NR_SINGLES		4

/**
 * enum ra_policy - by which rules a descriptor is read ahead
 * @RA_POLICY_SYSTEM: for a device: as the system
 * @RA_POLICY_CLASSIC: those of ra_classic_*()
 * @RA_POLICY_ADAPTIVE: those of ra_adaptive_*()
 */
enum ra_policy {
	RA_POLICY_SYSTEM,
	RA_POLICY_CLASSIC,
	RA_POLICY_ADAPTIVE,
};

/**
 * enum ra_kind - how the requests of a stream follow each other
 * @RA_KIND_NONE: an unused slot
 * @RA_KIND_FORWARD: each begins where the one before it ended
 * @RA_KIND_REVERSE: each ends where the one before it began
 * @RA_KIND_STRIDE: each ends at a constant distance from the end of the one before
 */
enum ra_kind {
	RA_KIND_NONE,
	RA_KIND_FORWARD,
	RA_KIND_REVERSE,
	RA_KIND_STRIDE,
};

/**
 * struct ra_stream - requests that follow each other by one rule
 * @start: forward: first page of the run; reverse: the page behind its highest
 * @last: forward: the page behind the farthest request; reverse: the first page of
 *	the lowest one
 * @front: forward: the first page that was not asked for; reverse: the lowest page
 *	that was
 * @nr_passed: stride: records passed since the first
 * @end_pos: stride: end of the last request seen, in bytes
 * @stride: stride: distance of two records, in bytes; not 0
 * @len: stride: length of a record, in bytes; else of the longest request seen, in
 *	bytes
 * @nr_records: stride: records asked for beyond the last request seen
 * @max_ahead: what may be read ahead since pages were evicted before their use,
 *	in pages; 0: that never happened
 * @used: when it was used last, in requests of the descriptor
 * @nr_seen: requests that followed the rule, counted up to 255
 * @nr_gaps: requests in a row that left pages out
 * @nr_shared: requests left until it no longer counts as one of several that are
 *	read in turn
 * @kind: the rule
 * @ended: forward: the run seemed to have ended
 */
struct ra_stream {
	unsigned long start;
	unsigned long last;
	unsigned long front;
	unsigned long nr_passed;
	u64 end_pos;
	s64 stride;
	unsigned int len;
	unsigned int nr_records;
	unsigned int max_ahead;
	unsigned int used;
	u8 nr_seen;
	u8 nr_gaps;
	u8 nr_shared;
	u8 kind;
	bool ended;
};

/**
 * struct ra_single - a request that belongs to no stream
 * @end_pos: its end, in bytes
 * @len: its length, in bytes
 */
struct ra_single {
	u64 end_pos;
	unsigned int len;
};

/**
 * struct ra_probe - a measurement under way
 * @index: first of the pages whose arrival is waited for
 * @nr_pages: their number; 0: no measurement
 * @from_ns: when the time began that is measured, in ns
 * @from_asked: &ra_streams.nr_asked at that moment
 * @asked: &ra_streams.nr_asked just before @index was asked for
 * @limited: of the rate: the device set how much was asked for, not the reader; of
 *	the latency: other pages were on their way
 * @passed: of the rate: since @from_ns, the reader came by other pages and did not wait
 */
struct ra_probe {
	unsigned long index;
	unsigned int nr_pages;
	u64 from_ns;
	u64 from_asked;
	u64 asked;
	bool limited;
	bool passed;
};

/**
 * struct ra_runs - how long the last runs forward were
 * @min_run: length of the shortest of them, in pages
 * @max_run: length of the longest of them, in pages
 * @nr_ended: runs that ended since some were resumed, up to 255
 */
struct ra_runs {
	unsigned int min_run;
	unsigned int max_run;
	u8 nr_ended;
};

/**
 * struct ra_streams - what is remembered of the requests of one descriptor
 * @streams: the streams
 * @singles: the last requests that belonged to none, the newest first
 * @latency: a request of a reader that waits
 * @rate: pages that arrive between two moments at which the reader waited
 * @nr_asked: pages asked for so far
 * @nr_requests: requests seen so far
 * @max_len: length of the longest request seen, in bytes
 * @runs: the runs of the descriptor, or of earlier ones of the file
 * @nr_resumed: ends of runs not to believe in, as runs that had seemed to end went on
 * @limited: the device set how much is read ahead in the last plan
 */
struct ra_streams {
	struct ra_stream streams[RA_NR_STREAMS];
	struct ra_single singles[RA_NR_SINGLES];
	struct ra_probe latency;
	struct ra_probe rate;
	u64 nr_asked;
	unsigned int nr_requests;
	unsigned int max_len;
	struct ra_runs runs;
	u8 nr_resumed;
	bool limited;
};

/**
 * struct ra_device - what was learned of a device
 * @latency_ns: from asking for a few pages to their arrival, without the time that
 *	their transfer takes, in ns; 0: not known
 * @pages_per_s: pages that arrive in a second while readers wait; 0: not known
 * @nr_full: measurements in a row by which a larger window brought no more
 * @nr_pages: pages of the smallest request by which the latency is known
 */
struct ra_device {
	unsigned long latency_ns;
	unsigned long pages_per_s;
	unsigned int nr_full;
	unsigned int nr_pages;
};

/**
 * struct ra_bounds - what bounds a plan
 * @nr_file_pages: length of the file, in pages
 * @max_pages: the largest distance to read ahead, in pages: read_ahead_max_kb
 * @min_pages: the least of what is read ahead of a proved stream at the end of its
 *	ramp, in pages: a read_ahead_kb that somebody set
 * @page_shift: bytes of a page, as a power of two
 * @proven: the application says that it reads in order
 * @busy: other tasks are adding pages for requests of the same descriptor
 */
struct ra_bounds {
	unsigned long nr_file_pages;
	unsigned int max_pages;
	unsigned int min_pages;
	unsigned int page_shift;
	bool proven;
	bool busy;
};

/**
 * struct ra_access - a request as this policy sees it
 * @index: first page that is missing, or the one with the marker
 * @nr_pages: pages wanted from there, at least one
 * @prev_pos: where the previous read through the descriptor ended, in bytes;
 *	~0: not known
 * @pos: where this one begins, or goes on with a new page, in bytes
 * @end_pos: where it ends, in bytes
 * @len: from @pos to there, in bytes
 */
struct ra_access {
	unsigned long index;
	unsigned long nr_pages;
	u64 prev_pos;
	u64 pos;
	u64 end_pos;
	unsigned int len;
};

/**
 * struct ra_around - what of the page cache a request without a stream asks for
 * @before: more pages just before the request are cached than it asks for, or than
 *	the caller looks at; of a marker: the page before it is
 * @next_hole: first page behind a touched marker that is not cached, 0: none as far as
 *	the caller looks
 */
struct ra_around {
	bool before;
	unsigned long next_hole;
};

/**
 * struct ra_plan - what to read for one request
 * @demand: the pages that the reader waits for, with what is read in the same go;
 *	size 0: none
 * @pos: where the first piece to read ahead begins, in bytes
 * @len: length of a piece, in bytes
 * @step: distance from one piece to the next, in bytes
 * @low: first page that a piece may have
 * @high: the page behind the last one that a piece may have
 * @nr_pieces: number of pieces; 0: nothing is read ahead
 * @marker_every: every so many pieces there is a marker, at least 1
 * @marker_back: the marker stands so many pages before the end of its piece;
 *	0: on its first page
 * @pattern: what the request was found to be
 */
struct ra_plan {
	struct ra_window demand;
	u64 pos;
	u64 len;
	s64 step;
	unsigned long low;
	unsigned long high;
	unsigned int nr_pieces;
	unsigned int marker_every;
	unsigned int marker_back;
	enum ra_pattern pattern;
};

struct ra_stream *ra_adaptive_find(struct ra_streams *streams,
				   const struct ra_access *access, bool async);
struct ra_plan ra_adaptive_sync(struct ra_streams *streams,
				struct ra_stream *stream,
				const struct ra_access *access,
				const struct ra_bounds *bounds,
				const struct ra_device *device,
				const struct ra_around *around);
struct ra_plan ra_adaptive_async(struct ra_streams *streams,
				 struct ra_stream *stream,
				 const struct ra_access *access,
				 const struct ra_bounds *bounds,
				 const struct ra_device *device,
				 const struct ra_around *around);
struct ra_window ra_adaptive_piece(const struct ra_plan *plan,
				   unsigned int page_shift, unsigned int nr);
unsigned int ra_adaptive_distance(const struct ra_device *device);
void ra_adaptive_demanded(struct ra_streams *streams,
			  const struct ra_window *window, u64 now_ns);
void ra_adaptive_asked(struct ra_streams *streams,
		       const struct ra_window *window,
		       unsigned long nr_pages);
void ra_adaptive_spoiled(struct ra_streams *streams);
void ra_adaptive_closed(struct ra_streams *streams, u64 end_pos,
			unsigned int page_shift);
bool ra_adaptive_waits(const struct ra_streams *streams, unsigned long index);
void ra_adaptive_arrived(struct ra_streams *streams, struct ra_device *device,
			 unsigned long index, u64 now_ns);

#endif /* _LINUX_READAHEAD_ADAPTIVE_H */
