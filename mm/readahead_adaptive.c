// SPDX-License-Identifier: GPL-2.0
/*
 * The rules of policy "adaptive".
 *
 * How far ahead?
 *
 * Observation: a device delivers at its best as long as it always has something
 * to do.  A request that is sent now arrives a latency L later.
 *
 * Deduction: what is on its way must never be less than the bandwidth B times L.
 * A window is asked for in n pieces, each when the reader enters the piece that
 * lies a window before it, so just before that one piece of the window is missing.
 * The distance to read ahead, D, follows:
 *
 *	D (n - 1) / n >= B L		D = B L n / (n - 1)
 *
 * More than D only makes everybody else wait longer.  A large n needs less, but
 * decides more often; n = 4 is within a third of the least.  Where a piece would be
 * so small that the request costs more than its transfer, it is larger, and D is
 * B L and a piece.
 *
 * L is what a reader waits for a page with little else on its way, less the time
 * of the transfer.  B is what arrives between two moments at which the reader had
 * to wait, the most of it, as a reader may be slower than the device.  As long as
 * twice the distance brings a quarter more, it is doubled: nobody knows a device
 * that was never used.  Who never waits needs no larger distance.
 *
 * What will be read?
 *
 * Observation: two requests in a row happen by chance, a third that follows the
 * same rule hardly.
 *
 * Deduction: streams.  A request that follows none of them is read as it is, and
 * kept for a while; but who begins with the file, or says that it reads in order, or
 * reads the same length each time, is believed at once.  One that begins where a
 * kept one ended (or ends where it began) makes a stream, with as many pages ahead
 * as were seen.  Three whose ends have the same distance make a strided one.  A
 * stream that has proved itself reads ahead up to four times what it has seen, and
 * up to D.
 *
 * The positions are compared by the ends of the requests: of a record that begins
 * within a cached page, only the end is seen.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/readahead_adaptive.h>

/* Pieces of a window, see above. */
#define RA_NR_PIECES	4

/*
 * What goes with the request of a stream which is not proved yet, in pages of 4 KiB:
 * a transfer of 128 KiB costs less than the latency of any device that has moving
 * parts or a network in it, and at most half as much again on others.  With larger
 * pages it is as many of them, up to 2 MiB.
 */
#define RA_FIRST_AHEAD	32

/* Pages ahead while nothing is known of a device; 1 MiB with pages of 4 KiB. */
#define RA_UNKNOWN_AHEAD	256

/* Requests by which a stream has proved itself. */
#define RA_PROVED	3

/* Runs that ended after which the next one is expected to be like them. */
#define RA_LIKE_RUNS	4

/*
 * Ends of runs not to believe in after runs were resumed; one may seem to be, as the
 * new place happens to lie behind cached pages.  A second one before as many ended
 * is taken seriously.
 */
#define RA_RESUMED	(2 * RA_NR_STREAMS)
#define RA_DOUBT	4

/*
 * Requests in a row of one stream after which it is no longer read in turn with
 * others, and of others after which it is idle.
 */
#define RA_ALONE	RA_NR_STREAMS
#define RA_IDLE		(4 * RA_NR_STREAMS)

/* Requests in a row that leave out pages of a run: by then it is none. */
#define RA_MAX_GAPS	3

/* Measurements without gain after which a device is known. */
#define RA_FULL		3

/* Pages ahead that no limit is needed for, 64 GiB of them. */
#define RA_MAX_AHEAD	0x1000000U

#define RA_NS_PER_S	1000000000ULL

static unsigned long ra_page(u64 pos, const struct ra_bounds *bounds)
{
	return pos >> bounds->page_shift;
}

/* @len bytes fill so many pages, if they begin with one. */
static unsigned long ra_pages(u64 len, const struct ra_bounds *bounds)
{
	return ra_page(len + (1ULL << bounds->page_shift) - 1, bounds);
}

/* D, for each of @nr streams that share the device. */
static unsigned int ra_distance(const struct ra_device *device, unsigned int nr)
{
	u64 pages;

	if (!device->latency_ns || !device->pages_per_s)
		return RA_UNKNOWN_AHEAD / nr;

	/* in steps of 1 us, so that a second times 2^40 pages has room */
	pages = (u64)(device->latency_ns / 1000) * device->pages_per_s;
	pages = div_u64(pages, 1000000 * nr);
	pages += max_t(u64, div_u64(pages, RA_NR_PIECES - 1), RA_FIRST_AHEAD);
	if (device->nr_full < RA_FULL)
		pages *= 2;
	return min_t(u64, pages, UINT_MAX);
}

/**
 * ra_adaptive_distance - how far to read ahead on a device
 * @device: what was learned of it
 *
 * Return: D, see above, in pages; a guess if nothing is known.
 */
unsigned int ra_adaptive_distance(const struct ra_device *device)
{
	return ra_distance(device, 1);
}

/*
 * The request begins behind a page that the previous one left out.  Where it begins
 * is known if that is within a page; else it may have read pages already, as far as
 * a request of @len bytes goes.
 */
static bool ra_is_skip(const struct ra_access *access, unsigned int len,
		       const struct ra_bounds *bounds)
{
	u64 start = access->pos;

	if (!(start & ((1ULL << bounds->page_shift) - 1)))
		start = min(start, access->end_pos - min_t(u64, len,
							   access->end_pos));
	return access->prev_pos < start &&
	       start - access->prev_pos <
		       (u64)RA_UNKNOWN_AHEAD << bounds->page_shift &&
	       ra_page(start, bounds) > ra_pages(access->prev_pos, bounds);
}

/* The request goes on where the previous one through the descriptor ended. */
static bool ra_is_in_turn(const struct ra_streams *streams,
			  const struct ra_access *access)
{
	return access->prev_pos <= access->pos &&
	       access->pos - access->prev_pos <= streams->max_len;
}

/* A run went on that had seemed to have ended: the ends of runs tell nothing. */
static void ra_resumed(struct ra_streams *streams)
{
	streams->nr_resumed = min(streams->nr_resumed + RA_DOUBT, RA_RESUMED);
	if (streams->nr_resumed > RA_DOUBT)
		streams->runs.nr_ended = 0;
}

/* Requests of another stream came between those of one. */
static void ra_check_resumed(struct ra_streams *streams,
			     const struct ra_access *access)
{
	if (!ra_is_in_turn(streams, access))
		ra_resumed(streams);
}

/* The length that a run will have at least, in pages; 0: not known. */
static unsigned int ra_min_run(const struct ra_streams *streams)
{
	return streams->runs.nr_ended >= RA_LIKE_RUNS ? streams->runs.min_run : 0;
}

/* Where a run of which @seen pages were seen is expected to end, if it ends soon. */
static unsigned long ra_run_end(const struct ra_streams *streams,
				unsigned long seen)
{
	if (streams->runs.nr_ended < RA_LIKE_RUNS || seen > streams->runs.max_run)
		return ULONG_MAX;
	return seen <= streams->runs.min_run ? streams->runs.min_run : streams->runs.max_run;
}

/*
 * Streams that are read in turn share the device: each is read at a part of its
 * bandwidth.
 */
static unsigned int ra_nr_active(const struct ra_streams *streams)
{
	unsigned int i, nr = 0;

	for (i = 0; i < RA_NR_STREAMS; i++)
		nr += streams->streams[i].nr_shared &&
		      streams->nr_requests - streams->streams[i].used <
		      RA_IDLE;
	return max(nr, 1U);
}

/*
 * Of @nr_ahead pages those that the run will have: all up to the length that each of
 * the last runs had, and none behind that which none of them had.  A run that is
 * longer may be much longer, and is followed like a new one.
 */
static unsigned long ra_within_run(const struct ra_streams *streams,
				   unsigned long seen, unsigned long nr_ahead)
{
	if (streams->runs.nr_ended < RA_LIKE_RUNS)
		return nr_ahead;
	if (seen <= streams->runs.min_run)
		return streams->runs.min_run - seen;
	if (seen <= streams->runs.max_run)
		return min(nr_ahead, streams->runs.max_run - seen);
	return min(nr_ahead, max(seen - streams->runs.max_run, 4UL));
}

/*
 * A large request of a stream that is not proved keeps the device busy for so long
 * that what goes with it hardly matters, and may be random.
 */
static unsigned int ra_unproved_ahead(const struct ra_stream *stream,
				      const struct ra_bounds *bounds,
				      unsigned long seen)
{
	if (stream->start && ra_pages(stream->len, bounds) > RA_UNKNOWN_AHEAD)
		return 0;
	return min_t(unsigned long, seen, RA_FIRST_AHEAD);
}

/* What the stream may have ahead, in pages, of which @seen were seen. */
static unsigned int ra_ahead(struct ra_streams *streams,
			     const struct ra_stream *stream,
			     const struct ra_device *device,
			     const struct ra_bounds *bounds, unsigned long seen)
{
	unsigned int most = ra_distance(device, ra_nr_active(streams));
	unsigned long grown = min_t(unsigned long, seen, RA_MAX_AHEAD);

	most = max3(most, bounds->min_pages, (unsigned int)RA_FIRST_AHEAD);
	/* who says that all will be read is taken at their word */
	if (bounds->proven)
		most *= 2;
	most = min(most, bounds->max_pages);
	if (stream->nr_seen < RA_PROVED && !bounds->proven)
		grown = ra_unproved_ahead(stream, bounds, seen);
	else if (!stream->start || stream->kind == RA_KIND_STRIDE ||
		 bounds->proven || seen >= RA_UNKNOWN_AHEAD)
		grown = 4 * grown;
	else if (seen >= RA_FIRST_AHEAD)
		grown = 2 * grown;
	if (stream->kind == RA_KIND_FORWARD)
		grown = ra_within_run(streams, seen, grown);
	if (stream->max_ahead)
		grown = min_t(unsigned long, grown, stream->max_ahead);
	streams->limited = grown >= most;
	return min_t(unsigned long, most, grown);
}

/* Pages were evicted before their use: half of the distance was too much. */
static void ra_thrashed(struct ra_stream *stream, unsigned long nr_ahead)
{
	stream->max_ahead = max_t(unsigned long, nr_ahead / 2, 1);
}

static void ra_saw(struct ra_streams *streams, struct ra_stream *stream)
{
	if (stream->nr_seen < 255)
		stream->nr_seen++;
	if (stream->used && stream->used != streams->nr_requests)
		stream->nr_shared = RA_ALONE;
	else if (stream->nr_shared)
		stream->nr_shared--;
	stream->used = ++streams->nr_requests;
	/* What is evicted today may have room tomorrow. */
	if (stream->max_ahead > RA_MAX_AHEAD)
		stream->max_ahead = 0;
	else if (stream->max_ahead)
		stream->max_ahead += DIV_ROUND_UP(stream->max_ahead, 8);
}

static bool ra_is_forward(const struct ra_stream *stream,
			  const struct ra_access *access, bool async)
{
	/* an earlier page of the run may have been evicted since */
	return access->index >= stream->start &&
	       access->index + 1 + access->nr_pages >= stream->last &&
	       access->index < stream->front + !async;
}

static bool ra_is_reverse(const struct ra_stream *stream,
			  const struct ra_access *access, bool async)
{
	const unsigned long end = access->index + access->nr_pages;

	if (async)
		return access->index >= stream->front &&
		       access->index <= stream->last;
	return access->index < stream->last && end <= stream->last + 1 &&
	       end >= stream->front;
}

/* How many records behind the last one seen; -1: none of its records. */
static int ra_records(const struct ra_stream *stream, u64 end_pos)
{
	const bool back = stream->stride < 0;
	const u64 distance = back ? stream->end_pos - end_pos :
				    end_pos - stream->end_pos;
	const u64 stride = back ? -stream->stride : stream->stride;
	u64 nr;

	/* most are the next one */
	if (distance == stride)
		return 1;
	if (back ? end_pos > stream->end_pos : end_pos < stream->end_pos)
		return -1;
	nr = div64_u64(distance, stride);
	if (nr > stream->nr_records + 1 || nr * stride != distance)
		return -1;
	return nr;
}

/**
 * ra_adaptive_find - the stream that a request belongs to
 * @streams: what is remembered of the descriptor
 * @access: the request
 * @async: it touched a marker
 *
 * Return: the stream, NULL if there is none.
 */
struct ra_stream *ra_adaptive_find(struct ra_streams *streams,
				   const struct ra_access *access, bool async)
{
	struct ra_stream *stream;
	unsigned int i;

	for (i = 0; i < RA_NR_STREAMS; i++) {
		stream = &streams->streams[i];
		if (stream->kind == RA_KIND_FORWARD ?
			    ra_is_forward(stream, access, async) :
		    stream->kind == RA_KIND_REVERSE ?
			    ra_is_reverse(stream, access, async) :
		    stream->kind == RA_KIND_STRIDE &&
			    ra_records(stream, access->end_pos) >= 0)
			return stream;
	}
	return NULL;
}

/* A slot for a new stream: one that is free, or else the one unused for longest. */
static struct ra_stream *ra_new_stream(struct ra_streams *streams)
{
	struct ra_stream *oldest = &streams->streams[0];
	unsigned int i;

	for (i = 0; i < RA_NR_STREAMS; i++) {
		struct ra_stream *stream = &streams->streams[i];

		if (stream->kind == RA_KIND_NONE) {
			oldest = stream;
			break;
		}
		if (streams->nr_requests - stream->used >
		    streams->nr_requests - oldest->used)
			oldest = stream;
	}
	*oldest = (struct ra_stream){ };
	return oldest;
}

static struct ra_stream *ra_new_run(struct ra_streams *streams,
				    const struct ra_access *access,
				    enum ra_kind kind, unsigned long nr_before,
				    unsigned int len)
{
	struct ra_stream *stream = ra_new_stream(streams);
	const unsigned long end = access->index + access->nr_pages;

	stream->kind = kind;
	stream->nr_seen = 1;
	/* its first page may have been cached, and then it is longer */
	stream->len = max(access->len, len);
	if (kind == RA_KIND_FORWARD) {
		stream->start = access->index - nr_before;
		stream->last = access->index;
		stream->front = access->index;
	} else {
		stream->start = end + nr_before;
		stream->last = end;
		stream->front = end;
	}
	return stream;
}

/* The third of three requests whose ends have the same distance. */
static struct ra_stream *ra_new_stride(struct ra_streams *streams,
				       const struct ra_access *access)
{
	const struct ra_single *singles = streams->singles;
	struct ra_stream *stream;
	unsigned int i, j;

	for (i = 0; i < RA_NR_SINGLES - 1 && singles[i].len; i++) {
		const s64 stride = access->end_pos - singles[i].end_pos;

		for (j = i + 1; j < RA_NR_SINGLES && singles[j].len; j++) {
			if (singles[i].end_pos - singles[j].end_pos !=
			    (u64)stride || !stride)
				continue;
			stream = ra_new_stream(streams);
			stream->kind = RA_KIND_STRIDE;
			stream->nr_seen = RA_PROVED - 1;
			stream->nr_passed = RA_PROVED - 1;
			stream->stride = stride;
			stream->end_pos = singles[i].end_pos;
			stream->len = max(access->len, singles[i].len);
			return stream;
		}
	}
	return NULL;
}

/* A kept request that this one begins behind, or ends before. */
static struct ra_stream *ra_join_single(struct ra_streams *streams,
					const struct ra_access *access,
					const struct ra_bounds *bounds)
{
	const unsigned long end = access->index + access->nr_pages;
	unsigned int i;

	for (i = 0; i < RA_NR_SINGLES && streams->singles[i].len; i++) {
		const struct ra_single *single = &streams->singles[i];
		const unsigned long first =
			ra_page(single->end_pos - single->len, bounds);
		const unsigned long last = ra_page(single->end_pos - 1, bounds);

		if (access->index - last <= 1)
			return ra_new_run(streams, access, RA_KIND_FORWARD,
					  last - first + 1, single->len);
		if (end - first <= 1 && access->index < first)
			return ra_new_run(streams, access, RA_KIND_REVERSE,
					  last - first + 1, single->len);
	}
	return NULL;
}

static void ra_keep_single(struct ra_streams *streams,
			   const struct ra_access *access)
{
	unsigned int i;

	for (i = RA_NR_SINGLES - 1; i > 0; i--)
		streams->singles[i] = streams->singles[i - 1];
	streams->singles[0].end_pos = access->end_pos;
	streams->singles[0].len = access->len;
	streams->nr_requests++;
}

/* The run that was read up to @end_pos when this request came. */
static struct ra_stream *ra_last_run(struct ra_streams *streams, u64 end_pos,
				     const struct ra_bounds *bounds)
{
	const unsigned long end = ra_pages(end_pos, bounds);
	unsigned int i;

	for (i = 0; i < RA_NR_STREAMS; i++) {
		struct ra_stream *stream = &streams->streams[i];

		if (stream->kind == RA_KIND_FORWARD &&
		    end >= stream->last && end <= stream->front)
			return stream;
	}
	return NULL;
}

/* The length of the run that has ended, in pages; 0: none has, or not known. */
static unsigned long ra_ended_run(struct ra_streams *streams,
				  const struct ra_access *access,
				  const struct ra_bounds *bounds)
{
	const struct ra_single *single = &streams->singles[0];
	const u64 end_pos = access->prev_pos;
	struct ra_stream *stream = ra_last_run(streams, end_pos, bounds);

	if (!stream)
		return single->len && single->end_pos == end_pos ?
		       ra_pages(single->len, bounds) : 0;
	if (stream->ended) {
		ra_resumed(streams);
		return 0;
	}
	stream->ended = true;
	/* The first marker stands behind the request: who did not touch it left it out. */
	if (stream->nr_seen < RA_PROVED)
		return stream->last - stream->start;
	return ra_pages(end_pos, bounds) - stream->start;
}

/*
 * Programs that look for something and read on from there tend to read the same
 * length each time.
 */
static void ra_learn_run(struct ra_streams *streams,
			 const struct ra_access *access,
			 const struct ra_bounds *bounds)
{
	struct ra_runs *runs = &streams->runs;
	unsigned long run;

	if (access->prev_pos == ~0ULL || !access->prev_pos)
		return;
	if (streams->nr_resumed && streams->nr_resumed-- > RA_DOUBT)
		return;
	run = ra_ended_run(streams, access, bounds);
	if (!run)
		return;
	run = min_t(unsigned long, run, RA_MAX_AHEAD);
	/* nearly all of them, and soon what has changed */
	if (!runs->nr_ended || run < runs->min_run)
		runs->min_run = run;
	else
		runs->min_run += (run - runs->min_run) / 8;
	if (!runs->nr_ended || run > runs->max_run)
		runs->max_run = run;
	else
		runs->max_run -= (runs->max_run - run) / 8;
	if (runs->nr_ended < 255)
		runs->nr_ended++;
}

/**
 * ra_adaptive_closed - nothing will be read through the descriptor any more
 * @streams: what is remembered of it
 * @end_pos: where the last read ended, in bytes; ~0: not known
 * @page_shift: bytes of a page, as a power of two
 *
 * The runs are complete then, for who opens the file next.
 */
void ra_adaptive_closed(struct ra_streams *streams, u64 end_pos,
			unsigned int page_shift)
{
	const struct ra_access access = { .prev_pos = end_pos };
	const struct ra_bounds bounds = { .page_shift = page_shift };

	ra_learn_run(streams, &access, &bounds);
}

/*
 * The request is expected to go on like the last runs.  Where the one before it ended
 * is not known of faults, so nobody would learn that these do not; but the first
 * request of a descriptor may be like those of the one before.
 */
static bool ra_is_like_runs(const struct ra_streams *streams,
			    const struct ra_access *access)
{
	return ra_min_run(streams) > access->nr_pages &&
	       (access->prev_pos != ~0ULL || !streams->nr_requests);
}

/* The stream that a request starts; NULL: it may be the first of one. */
static struct ra_stream *ra_start_stream(struct ra_streams *streams,
					 const struct ra_access *access,
					 const struct ra_bounds *bounds,
					 const struct ra_around *around)
{
	struct ra_stream *stream;

	if (!access->index || bounds->proven)
		return ra_new_run(streams, access, RA_KIND_FORWARD, 0, 0);
	stream = ra_join_single(streams, access, bounds);
	if (!stream && around->before)
		stream = ra_new_run(streams, access, RA_KIND_FORWARD,
				    min(access->index, access->nr_pages),
				    streams->max_len);
	if (stream) {
		ra_check_resumed(streams, access);
		return stream;
	}
	ra_learn_run(streams, access, bounds);
	if (ra_is_like_runs(streams, access)) {
		/* should it be none, it is the first of something else */
		ra_keep_single(streams, access);
		return ra_new_run(streams, access, RA_KIND_FORWARD, 0, 0);
	}
	return ra_new_stride(streams, access);
}

/* Pieces of a run: a power of two, so that large folios fit. */
static unsigned long ra_piece_size(unsigned int nr_ahead)
{
	const unsigned int few = min_t(unsigned int, nr_ahead / 2,
				       RA_FIRST_AHEAD);

	return 1UL << ilog2(max3(nr_ahead / RA_NR_PIECES, few, 4U));
}

/* Pieces from page @low to @high, upwards, or from @high downwards. */
static void ra_plan_run(struct ra_plan *plan, unsigned int page_shift,
			unsigned long size, unsigned long low,
			unsigned long high, bool down)
{
	const unsigned long first = round_down(low, size);
	const unsigned long last = round_down(high - 1, size);

	plan->pos = (u64)(down ? last : first) << page_shift;
	plan->len = (u64)size << page_shift;
	plan->step = down ? -(s64)plan->len : (s64)plan->len;
	plan->low = low;
	plan->high = high;
	plan->nr_pieces = (last - first) / size + 1;
	plan->marker_every = 1;
}

/*
 * Read from the front up to @nr_ahead pages behind the request, but not to @most and
 * behind.  All pieces but the first and the last have the same size.
 */
static void ra_plan_forward(struct ra_plan *plan, struct ra_stream *stream,
			    const struct ra_bounds *bounds,
			    unsigned long end, unsigned int nr_ahead,
			    unsigned long most)
{
	const unsigned long size = ra_piece_size(nr_ahead);
	const unsigned long from = stream->front;
	unsigned long to = end + nr_ahead;

	to = min3(round_down(to + size - 1, size), most,
		  bounds->nr_file_pages);
	to = min(to, end + bounds->max_pages);
	if (from >= to)
		return;

	ra_plan_run(plan, bounds->page_shift, size, from, to, false);
	stream->front = to;
}

/*
 * Where the reader enters a piece from above: at the first page of its topmost
 * record, before it waits for it.  A record that is no whole number of pages may lie
 * on two pieces, and begins with the lower one.  There the lowest record of the piece
 * above is the last one before the wait.
 */
static unsigned long ra_marker_back(const struct ra_stream *stream,
				    const struct ra_bounds *bounds,
				    unsigned long size)
{
	const unsigned long record = min(ra_pages(stream->len, bounds), size);

	if (stream->len & ((1ULL << bounds->page_shift) - 1))
		return max(size - record, record);
	return record;
}

/* The same downwards. */
static void ra_plan_reverse(struct ra_plan *plan, struct ra_stream *stream,
			    const struct ra_bounds *bounds,
			    unsigned long index, unsigned int nr_ahead)
{
	const unsigned long size = ra_piece_size(nr_ahead);
	const unsigned long from = stream->front;
	unsigned long to = index - min_t(unsigned long, nr_ahead, index);

	to = max(round_down(to, size),
		 index - min_t(unsigned long, bounds->max_pages, index));
	if (to >= from)
		return;

	ra_plan_run(plan, bounds->page_shift, size, to, from, true);
	plan->marker_back = ra_marker_back(stream, bounds, size);
	stream->front = to;
}

/* The records behind those that were asked for. */
static void ra_plan_stride(struct ra_plan *plan, struct ra_stream *stream,
			   const struct ra_bounds *bounds,
			   unsigned int nr_ahead)
{
	const unsigned long record = ra_pages(stream->len, bounds);
	const u64 file_end = (u64)bounds->nr_file_pages << bounds->page_shift;
	const u64 stride = stream->stride < 0 ? -stream->stride :
						stream->stride;
	unsigned int nr = min(max(nr_ahead / record, 1UL),
			      bounds->max_pages / record);
	u64 room;

	room = stream->stride < 0 ?
		       stream->end_pos - min_t(u64, stream->end_pos, stream->len) :
		       file_end - min(file_end, stream->end_pos) +
			       stream->len - 1;
	nr = min_t(u64, nr, div64_u64(room, stride));
	if (nr <= stream->nr_records)
		return;

	plan->pos = stream->end_pos - stream->len +
		    stream->stride * (s64)(stream->nr_records + 1);
	plan->len = stream->len;
	plan->step = stream->stride;
	plan->high = bounds->nr_file_pages;
	plan->nr_pieces = nr - stream->nr_records;
	plan->marker_every = max(nr / RA_NR_PIECES, 1U);
	stream->nr_records = nr;
}

/*
 * What is read in one go with what the reader waits for, in pages.  The rest of a run
 * whose length is known goes with it as long as that delays the reader by less than
 * the latency.
 */
static unsigned int ra_one_go(const struct ra_streams *streams,
			      const struct ra_stream *stream,
			      const struct ra_device *device)
{
	if (ra_min_run(streams) <= stream->last - stream->start)
		return RA_FIRST_AHEAD;
	return max_t(unsigned int, RA_FIRST_AHEAD,
		     ra_adaptive_distance(device) / 2);
}

/* Plan for a request of @stream that was found to follow its rule. */
static void ra_advance_forward(struct ra_plan *plan,
			       struct ra_streams *streams,
			       struct ra_stream *stream,
			       const struct ra_access *access,
			       const struct ra_bounds *bounds,
			       const struct ra_device *device, bool async)
{
	const unsigned long end = access->index + access->nr_pages;
	unsigned long run_end;
	unsigned int nr_ahead;

	stream->last = max(stream->last, async ? access->index + 1 : end);
	run_end = size_add(stream->start,
			   ra_run_end(streams, stream->last - stream->start));
	nr_ahead = ra_ahead(streams, stream, device, bounds,
			    stream->last - stream->start);
	if (!async && nr_ahead <= ra_one_go(streams, stream, device)) {
		/* one request of the device for both, as little as it is */
		if (!access->index && !ra_min_run(streams))
			nr_ahead = RA_FIRST_AHEAD;
		nr_ahead = min(nr_ahead, bounds->max_pages);
		nr_ahead = min_t(unsigned long, nr_ahead,
				 bounds->nr_file_pages - end);
		plan->demand.size += nr_ahead;
		plan->demand.async_size = nr_ahead;
		stream->front = max(stream->front, end + nr_ahead);
		return;
	}
	if (!async)
		stream->front = max(stream->front, end);
	ra_plan_forward(plan, stream, bounds, end, nr_ahead, run_end);
}

static void ra_advance_reverse(struct ra_plan *plan,
			       struct ra_streams *streams,
			       struct ra_stream *stream,
			       const struct ra_access *access,
			       const struct ra_bounds *bounds,
			       const struct ra_device *device, bool async)
{
	unsigned int nr_ahead;

	stream->last = min(stream->last, access->index);
	stream->front = min(stream->front, access->index);
	stream->len = max(stream->len, access->len);
	nr_ahead = ra_ahead(streams, stream, device, bounds,
			    stream->start - stream->last);
	if (!async && stream->nr_seen < RA_PROVED) {
		nr_ahead = min3(nr_ahead, (unsigned int)RA_FIRST_AHEAD,
				(unsigned int)min_t(unsigned long, UINT_MAX,
						    access->index));
		plan->demand.start -= nr_ahead;
		plan->demand.size += nr_ahead;
		/* on the page that is touched first of the next request */
		if (nr_ahead)
			plan->demand.async_size = access->nr_pages +
				min_t(unsigned long, nr_ahead,
				      access->nr_pages);
		stream->front = plan->demand.start;
		return;
	}
	ra_plan_reverse(plan, stream, bounds, access->index, nr_ahead);
}

static void ra_advance_stride(struct ra_plan *plan,
			      struct ra_streams *streams,
			      struct ra_stream *stream,
			      const struct ra_access *access,
			      const struct ra_bounds *bounds,
			      const struct ra_device *device, bool async)
{
	const int nr = ra_records(stream, access->end_pos);
	unsigned long record, seen;

	/* of one whose first page was cached, only the rest was seen */
	stream->len = max(stream->len, access->len);
	record = ra_pages(stream->len, bounds);
	if (!async && nr > 0 && (unsigned int)nr <= stream->nr_records &&
	    !bounds->busy)
		ra_thrashed(stream, stream->nr_records * record);
	stream->end_pos = access->end_pos;
	stream->nr_records -= min_t(unsigned int, stream->nr_records, nr);
	stream->nr_passed += nr;
	/* among few places for large records, three are soon in line by chance */
	if (record > RA_UNKNOWN_AHEAD && stream->nr_seen <= RA_PROVED)
		return;
	seen = record * min_t(unsigned long, stream->nr_passed, RA_MAX_AHEAD);
	ra_plan_stride(plan, stream, bounds,
		       ra_ahead(streams, stream, device, bounds, seen));
}

/*
 * The reader is behind the pages whose arrival is measured, and did not wait for them,
 * or another descriptor did.  What is measured next says how fast the device is at
 * least.
 */
static void ra_check_passed(struct ra_probe *probe,
			    const struct ra_stream *stream,
			    const struct ra_access *access)
{
	const unsigned long end = probe->index + probe->nr_pages;

	if (!probe->nr_pages)
		return;
	if (stream->kind == RA_KIND_FORWARD ?
		    probe->index < stream->start || end > access->index :
		    stream->kind != RA_KIND_REVERSE || end > stream->start ||
			    probe->index < access->index + access->nr_pages)
		return;
	probe->nr_pages = 0;
	probe->passed = true;
}

static void ra_advance_stream(struct ra_plan *plan, struct ra_streams *streams,
			      struct ra_stream *stream,
			      const struct ra_access *access,
			      const struct ra_bounds *bounds,
			      const struct ra_device *device, bool async)
{
	ra_saw(streams, stream);
	ra_check_passed(&streams->rate, stream, access);
	switch (stream->kind) {
	case RA_KIND_FORWARD:
		ra_advance_forward(plan, streams, stream, access, bounds,
				   device, async);
		break;
	case RA_KIND_REVERSE:
		ra_advance_reverse(plan, streams, stream, access, bounds,
				   device, async);
		break;
	default:
		ra_advance_stride(plan, streams, stream, access, bounds,
				  device, async);
	}
}

static enum ra_pattern ra_kind_pattern(const struct ra_stream *stream,
				       enum ra_pattern forward)
{
	if (stream->kind == RA_KIND_REVERSE)
		return RA_PATTERN_REVERSE;
	if (stream->kind == RA_KIND_STRIDE)
		return RA_PATTERN_STRIDE;
	return forward;
}

/* A page of the run ahead is missing: what was read is gone before its use. */
static bool ra_is_thrashed(const struct ra_stream *stream,
			   const struct ra_access *access,
			   const struct ra_bounds *bounds)
{
	if (bounds->busy)
		return false;
	if (stream->kind == RA_KIND_FORWARD)
		return access->index >= stream->last &&
		       access->index < stream->front;
	return stream->kind == RA_KIND_REVERSE &&
	       access->index + access->nr_pages <= stream->last &&
	       access->index >= stream->front;
}

static bool ra_is_gap(const struct ra_stream *stream,
		      const struct ra_access *access,
		      const struct ra_bounds *bounds)
{
	return access->prev_pos >= (u64)stream->start << bounds->page_shift &&
	       ra_is_skip(access, stream->len, bounds);
}

/* A stream that leaves out bytes time and again is none. */
static bool ra_left_out(struct ra_stream *stream,
			const struct ra_access *access,
			const struct ra_bounds *bounds)
{
	if (stream->kind != RA_KIND_FORWARD)
		return false;
	if (!ra_is_gap(stream, access, bounds)) {
		stream->nr_gaps = 0;
		return false;
	}
	stream->len = max(stream->len, access->len);
	if (++stream->nr_gaps < RA_MAX_GAPS)
		return false;
	*stream = (struct ra_stream){ };
	return true;
}

/**
 * ra_adaptive_sync - plan for a reader that waits for a page
 * @streams: what is remembered of the descriptor
 * @stream: what ra_adaptive_find() returned
 * @access: the request
 * @bounds: what bounds the plan; the request lies in the file
 * @device: what was learned of the device
 * @around: what was found in the page cache; not asked for if there is a stream
 *
 * Return: the plan; its demand has the whole request.
 */
struct ra_plan ra_adaptive_sync(struct ra_streams *streams,
				struct ra_stream *stream,
				const struct ra_access *access,
				const struct ra_bounds *bounds,
				const struct ra_device *device,
				const struct ra_around *around)
{
	struct ra_plan plan = {
		.demand = { access->index, access->nr_pages, 0 },
		.pattern = RA_PATTERN_RANDOM,
	};
	bool thrashed;

	streams->max_len = max(streams->max_len, access->len);
	if (stream && ra_left_out(stream, access, bounds))
		stream = NULL;
	if (stream && stream->kind == RA_KIND_FORWARD)
		ra_check_resumed(streams, access);
	if (!stream) {
		stream = ra_start_stream(streams, access, bounds, around);
		if (!stream) {
			ra_keep_single(streams, access);
			return plan;
		}
		plan.pattern = ra_kind_pattern(stream, access->index ?
					       RA_PATTERN_INITIAL :
					       RA_PATTERN_INITIAL0);
		ra_advance_stream(&plan, streams, stream, access, bounds, device,
				  false);
		return plan;
	}

	thrashed = ra_is_thrashed(stream, access, bounds);
	plan.pattern = thrashed ? RA_PATTERN_THRASH :
				  ra_kind_pattern(stream, RA_PATTERN_INITIAL);
	if (thrashed && stream->kind == RA_KIND_FORWARD) {
		ra_thrashed(stream, stream->front - access->index);
		stream->front = access->index;
	} else if (thrashed) {
		ra_thrashed(stream, access->index - stream->front);
		stream->front = access->index;
	}
	ra_advance_stream(&plan, streams, stream, access, bounds, device, false);
	return plan;
}

/**
 * ra_adaptive_async - plan for a reader that touched a marker
 * @streams: what is remembered of the descriptor
 * @stream: what ra_adaptive_find() returned
 * @access: the request
 * @bounds: what bounds the plan; the marker lies in the file
 * @device: what was learned of the device
 * @around: what was found in the page cache; not asked for if there is a stream
 *
 * A marker without a stream may be what another descriptor left.  That is followed
 * if the page before it is cached too, else it stood before a record.
 *
 * Return: the plan, without a demand.
 */
struct ra_plan ra_adaptive_async(struct ra_streams *streams,
				 struct ra_stream *stream,
				 const struct ra_access *access,
				 const struct ra_bounds *bounds,
				 const struct ra_device *device,
				 const struct ra_around *around)
{
	struct ra_plan plan = {
		.demand = { access->index, 0, 0 },
		.pattern = RA_PATTERN_MARKER,
	};

	if (stream && ra_left_out(stream, access, bounds))
		return plan;
	if (!stream) {
		if (!around->before || !around->next_hole ||
		    ra_is_skip(access, streams->max_len, bounds))
			return plan;
		stream = ra_new_run(streams, access, RA_KIND_FORWARD,
				    min(access->index,
					around->next_hole - access->index),
				    streams->max_len);
		stream->nr_seen = RA_PROVED - 1;
		stream->front = around->next_hole;
	} else {
		if (stream->kind == RA_KIND_FORWARD)
			ra_check_resumed(streams, access);
		plan.pattern = ra_kind_pattern(stream, RA_PATTERN_SUBSEQUENT);
	}
	ra_advance_stream(&plan, streams, stream, access, bounds, device, true);
	return plan;
}

/**
 * ra_adaptive_piece - a piece of a plan, as pages
 * @plan: the plan
 * @page_shift: bytes of a page, as a power of two
 * @nr: which piece, from 0
 *
 * Return: the pages of the piece, async_size of them from the marker on.
 */
struct ra_window ra_adaptive_piece(const struct ra_plan *plan,
				   unsigned int page_shift, unsigned int nr)
{
	const u64 pos = plan->pos + plan->step * (s64)nr;
	const unsigned long low = max_t(u64, pos >> page_shift, plan->low);
	const unsigned long high = min_t(u64, ((pos + plan->len - 1) >>
					       page_shift) + 1, plan->high);
	struct ra_window window = { .start = low };

	if (low >= high)
		return window;

	window.size = high - low;
	if (nr % plan->marker_every == 0)
		window.async_size = plan->marker_back ?
				    min(plan->marker_back, window.size) :
				    window.size;
	return window;
}

/**
 * ra_adaptive_spoiled - what is being measured would tell nothing
 * @streams: what is remembered of the descriptor
 *
 * What is cached arrives faster than a device delivers.
 */
void ra_adaptive_spoiled(struct ra_streams *streams)
{
	streams->rate.nr_pages = 0;
	streams->rate.from_ns = 0;
}

/**
 * ra_adaptive_demanded - a reader is about to wait for pages
 * @streams: what is remembered of the descriptor
 * @window: the pages
 * @now_ns: the time, in ns
 */
void ra_adaptive_demanded(struct ra_streams *streams,
			  const struct ra_window *window, u64 now_ns)
{
	streams->latency.index = window->start;
	streams->latency.nr_pages = window->size;
	streams->latency.from_ns = now_ns;
	streams->latency.limited = streams->rate.nr_pages;
	streams->nr_asked += window->size;
	/* what is on its way does not follow what arrived */
	ra_adaptive_spoiled(streams);
}

/**
 * ra_adaptive_asked - pages are asked for ahead of the reader
 * @streams: what is remembered of the descriptor
 * @window: the first of them that come together
 * @nr_pages: all of them
 */
void ra_adaptive_asked(struct ra_streams *streams,
		       const struct ra_window *window, unsigned long nr_pages)
{
	struct ra_probe *probe = &streams->rate;

	/* A reader that never came to wait says nothing of the device. */
	if (probe->nr_pages &&
	    streams->nr_asked - probe->asked > 64ULL * nr_pages)
		ra_adaptive_spoiled(streams);
	if (!probe->nr_pages) {
		probe->index = window->start;
		probe->nr_pages = window->size;
		probe->asked = streams->nr_asked;
		probe->limited = streams->limited;
	}
	streams->nr_asked += nr_pages;
}

static bool ra_probes(const struct ra_probe *probe, unsigned long index)
{
	return index - probe->index < probe->nr_pages;
}

/**
 * ra_adaptive_waits - the arrival of a page says something of the device
 * @streams: what is remembered of the descriptor
 * @index: the page
 *
 * Return: true if ra_adaptive_arrived() should be told.
 */
bool ra_adaptive_waits(const struct ra_streams *streams, unsigned long index)
{
	return ra_probes(&streams->latency, index) ||
	       ra_probes(&streams->rate, index);
}

/*
 * While the bandwidth is not known: what a larger request took longer than a small
 * one is the time of the transfer of the pages that it has more.
 */
static void ra_guess_rate(struct ra_device *device,
			  const struct ra_probe *probe, u64 ns)
{
	const unsigned int nr_more = probe->nr_pages - device->nr_pages;
	u64 rate;

	if (ns <= device->latency_ns)
		return;
	rate = div64_u64(nr_more * RA_NS_PER_S, ns - device->latency_ns);
	device->pages_per_s = clamp_t(u64, rate, 1, ULONG_MAX);
	device->nr_full = RA_FULL;
}

static void ra_learn_latency(struct ra_device *device,
			     const struct ra_probe *probe, u64 now_ns)
{
	u64 ns = now_ns - probe->from_ns;
	u64 known = device->latency_ns;

	if (!known || probe->nr_pages < device->nr_pages) {
		device->nr_pages = probe->nr_pages;
		known = min(known ?: ns, ns);
	} else if (!device->pages_per_s && !probe->limited &&
		   probe->nr_pages >= 2 * device->nr_pages +
				      RA_FIRST_AHEAD / 8) {
		ra_guess_rate(device, probe, ns);
		return;
	}
	if (device->pages_per_s)
		ns -= min(ns / 4, div64_u64(probe->nr_pages * RA_NS_PER_S,
					    device->pages_per_s));
	/* Others may have been before this request; nobody makes it faster. */
	if (ns < known)
		known = (known + ns) / 2;
	else if (!probe->limited)
		known += (min(ns, 2 * known) - known) / 8;
	device->latency_ns = clamp_t(u64, known, 1, ULONG_MAX);
}

static void ra_learn_rate(struct ra_device *device,
			  const struct ra_probe *probe, u64 now_ns)
{
	const u64 nr_pages = probe->asked - probe->from_asked;
	const u64 known = device->pages_per_s;
	const u64 ns = now_ns - probe->from_ns;
	u64 rate;

	if (!ns || !nr_pages || nr_pages > UINT_MAX)
		return;
	rate = div64_u64(nr_pages * RA_NS_PER_S, ns);
	/* a reader in a short run asks for less than the device could do */
	if (!probe->limited && !known)
		return;
	if ((!probe->limited || probe->passed) && rate <= known)
		return;
	if (rate > known + known / 4)
		device->nr_full = 0;
	else if (device->nr_full < RA_FULL)
		device->nr_full++;
	if (rate < known)
		rate = known - (known - rate) / 64;
	device->pages_per_s = min_t(u64, rate, ULONG_MAX);
}

/**
 * ra_adaptive_arrived - a page arrived for which a reader waited
 * @streams: what is remembered of the descriptor
 * @device: what was learned of the device
 * @index: the page
 * @now_ns: the time, in ns
 */
void ra_adaptive_arrived(struct ra_streams *streams, struct ra_device *device,
			 unsigned long index, u64 now_ns)
{
	struct ra_probe *probe = &streams->latency;

	if (ra_probes(probe, index)) {
		/* the transfer of a large one hides the latency */
		if (probe->nr_pages <= 2 * RA_FIRST_AHEAD ||
		    !device->latency_ns)
			ra_learn_latency(device, probe, now_ns);
		probe->nr_pages = 0;
	}

	probe = &streams->rate;
	if (ra_probes(probe, index)) {
		if (probe->from_ns)
			ra_learn_rate(device, probe, now_ns);
		probe->from_ns = now_ns;
		probe->from_asked = probe->asked;
		probe->nr_pages = 0;
		probe->passed = false;
	}
}
