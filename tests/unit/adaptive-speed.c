// SPDX-License-Identifier: GPL-2.0
/*
 * What policy adaptive reaches of a device, in a simulation: for each way of reading,
 * on devices of several latencies and bandwidths of which nothing is known, the share
 * of what the device can do and the amplification. A line for each that is out of its
 * bounds; all lines with -v. Exit status 1 if there was one.
 *
 * The bounds are no figures of the program. The device delivers at most what its
 * bandwidth is, and a reader who has nothing on its way at the start loses a few
 * latencies; a single reader of records of one length has them one after the other.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>

#include "adaptive-file.h"
#include "random.h"

#define KB	1024ULL
#define MB	(1024 * KB)
#define NR_PAGES	(512 * MB / FILE_PAGE_SIZE)

/* Latencies that a reader may lose until the device is busy, at the most. */
#define RAMP	10

struct way {
	const char *name;
	u64 start, len, step;
	unsigned int nr_streams, nr_reads;
	bool down;
	double most_amp;
};

/*
 * Offset of the first record, length, distance, streams, records of each. Pages that
 * are read in vain lie behind the end, so few reads may have more of them.
 */
static const struct way ways[] = {
	{ "forward 4 KiB", 0, 4 * KB, 4 * KB, 1, 65536, false, 1.03 },
	{ "forward 4 KiB from 3 MiB", 3 * MB, 4 * KB, 4 * KB, 1, 65536, false,
	  1.03 },
	{ "forward 64 KiB", 0, 64 * KB, 64 * KB, 1, 4096, false, 1.03 },
	{ "forward 1 MiB", 0, MB, MB, 1, 256, false, 1.03 },
	{ "forward 11 KiB", 0, 11 * KB, 11 * KB, 1, 24000, false, 1.03 },
	{ "forward 5000 bytes", 17, 5000, 5000, 1, 50000, false, 1.03 },
	{ "reverse 4 KiB", 256 * MB, 4 * KB, 4 * KB, 1, 65535, true, 1.03 },
	{ "reverse 64 KiB", 256 * MB, 64 * KB, 64 * KB, 1, 4095, true, 1.03 },
	{ "reverse 11 KiB", 256 * MB, 11 * KB, 11 * KB, 1, 23000, true, 1.03 },
	{ "16 KiB every 64 KiB", 0, 16 * KB, 64 * KB, 1, 8000, false, 1.05 },
	{ "16 KiB every 48 KiB down", 512 * MB - 16 * KB, 16 * KB, 48 * KB, 1,
	  8000, true, 1.05 },
	{ "28 KiB every 100 KiB from 1 MiB", MB, 28 * KB, 100 * KB, 1, 5000,
	  false, 1.05 },
	{ "11 KiB every 22 KiB", 0, 11 * KB, 22 * KB, 1, 20000, false, 1.05 },
	{ "9000 bytes every 70000", 0, 9000, 70000, 1, 7500, false, 1.06 },
	{ "2 streams of 16 KiB", 0, 16 * KB, 16 * KB, 2, 8192, false, 1.05 },
	{ "8 streams of 16 KiB", 0, 16 * KB, 16 * KB, 8, 4000, false, 1.05 },
};

static const struct pipe devices[] = {
	{ 80000, 2000, 0 },
	{ 1000000, 500, 0 },
	{ 1000000, 125, 0 },
	{ 3000000, 300, 0 },
	{ 10000000, 200, 0 },
};

static void read_all(struct file *file, const struct way *way)
{
	unsigned int i, j;
	u64 pos;

	for (i = 0; i < way->nr_reads; i++)
		for (j = 0; j < way->nr_streams; j++) {
			pos = way->down ? way->start - i * way->step :
					  way->start + i * way->step;
			file_read(file, pos + j * (512 * MB / way->nr_streams),
				  way->len);
		}
}

/* Share of the time in which the device could have delivered what was asked for. */
static double share(const struct file *file, double *bound)
{
	const double bytes = (double)file_touched(file) * FILE_PAGE_SIZE;
	const double transfer_ns = bytes * 1000 / file->pipe.bytes_per_us;
	const double copy_ns = file_touched(file) * 2000.0;
	const double least_ns = transfer_ns > copy_ns ? transfer_ns : copy_ns;

	*bound = 0.94 * least_ns /
		 (least_ns + RAMP * (double)file->pipe.latency_ns);
	return least_ns / (double)file->now_ns;
}

static bool try(const struct way *way, const struct pipe *device, bool verbose)
{
	struct file file;
	double got, bound, amp;
	bool good;

	file_open(&file, NR_PAGES, *device);
	read_all(&file, way);
	got = share(&file, &bound);
	amp = (double)file.nr_read / file_touched(&file);
	good = got >= bound && amp <= way->most_amp;
	if (verbose || !good)
		printf("# %-32s %5llu us %4llu MB/s: share %.3f (%.3f), amp %.3f (%.2f), window %u\n",
		       way->name, device->latency_ns / 1000,
		       device->bytes_per_us, got, bound, amp, way->most_amp,
		       ra_adaptive_distance(&file.device));
	file_close(&file);
	return good;
}

/*
 * Short reads, each through a descriptor of its own: what the first ones had is known
 * of the file, so the others get it in one request, and nothing more.
 */
static bool try_short(const struct pipe *device, bool verbose)
{
	const u64 len = 256 * KB, record = 64 * KB;
	const unsigned int nr = 500, nr_first = 8;
	struct file file;
	u64 i, pos, nr_requests = 0, nr_read = 0;
	bool good;

	file_open(&file, NR_PAGES, *device);
	for (i = 0; i < nr; i++) {
		if (i == nr_first) {
			nr_requests = file.nr_requests;
			nr_read = file.nr_read;
		}
		/* all of them apart, in an order that is none */
		for (pos = 0; pos < len; pos += record)
			file_read(&file, (1 + i * 211 % nr) * MB + pos, record);
		file_reopen(&file);
	}
	nr_requests = file.nr_requests - nr_requests;
	nr_read = file.nr_read - nr_read;
	/* in one request, unless its transfer would delay the reader much more */
	good = (nr_requests <= nr - nr_first + 5 ||
		device->latency_ns * device->bytes_per_us < 1500 * len) &&
	       nr_read <= (nr - nr_first) * len / FILE_PAGE_SIZE * 101 / 100;
	if (verbose || !good)
		printf("# short reads, %5llu us: %llu requests and %llu pages of %u reads\n",
		       device->latency_ns / 1000, nr_requests, nr_read,
		       nr - nr_first);
	file_close(&file);
	return good;
}

/*
 * A file that was read in runs, and then with a stride within what a run had: that it
 * finds the records in the pages of a run must not be taken for a run.
 */
static bool try_no_run(const struct pipe *device, bool verbose)
{
	const unsigned int nr_runs = 8, nr = 2000;
	u64 i, pos, nr_read;
	struct file file;
	bool good;

	file_open(&file, NR_PAGES, *device);
	for (i = 0; i < nr_runs; i++) {
		for (pos = 0; pos < 144 * KB; pos += 8 * KB)
			file_read(&file, (400 + i * 5 % nr_runs) * MB + pos,
				  8 * KB);
		file_reopen(&file);
	}
	nr_read = file.nr_read;
	for (i = 0; i < nr; i++)
		file_read(&file, MB + i * 64 * KB, 16 * KB);
	nr_read = file.nr_read - nr_read;
	good = nr_read <= nr * 4 * 120 / 100;
	if (verbose || !good)
		printf("# no runs, %5llu us: %llu pages for %u\n",
		       device->latency_ns / 1000, nr_read, nr * 4);
	file_close(&file);
	return good;
}

int main(int argc, char **argv)
{
	const bool verbose = argc == 2 && !strcmp(argv[1], "-v");
	unsigned int i, j, nr_bad = 0;

	for (i = 0; i < ARRAY_SIZE(ways); i++)
		for (j = 0; j < ARRAY_SIZE(devices); j++)
			nr_bad += !try(&ways[i], &devices[j], verbose);
	for (j = 0; j < ARRAY_SIZE(devices); j++)
		nr_bad += !try_short(&devices[j], verbose) +
			  !try_no_run(&devices[j], verbose);
	printf("%zu ways of reading, %u out of bounds\n",
	       (ARRAY_SIZE(ways) + 2) * ARRAY_SIZE(devices), nr_bad);
	return nr_bad != 0;
}
