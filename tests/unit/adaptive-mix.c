// SPDX-License-Identifier: GPL-2.0
/*
 * Policy adaptive against policy classic in a simulation, on workloads that nobody
 * chose: a device of random latency and bandwidth, read by one to three readers of
 * random kinds through one descriptor, one of which may change its kind half way.
 * Policy classic with the usual 128 KiB is the base; the best of 128, 512, 2048 and
 * 8192 KiB for the very workload is the best-tuned one. Prints how the speed and the
 * amplification are distributed, and the worst ten workloads.
 *
 * usage: adaptive-mix SEED NR [PERCENT]
 *
 * Exit status 1 if more than PERCENT (1) of 100 workloads are slower than 0.95
 * of the base, or the slower half is not as fast as the base.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/kernel.h>

#include "adaptive-file.h"
#include "number.h"
#include "random.h"

#define NR_PAGES	131072UL
#define FILE_BYTES	(NR_PAGES * FILE_PAGE_SIZE)
#define MAX_READERS	3
#define MAX_READS	6000

enum kind { FORWARD, REVERSE, STRIDE, STRIDE_DOWN, RANDOM, RUNS, NR_KINDS };

static const char * const kind_names[] = {
	"forward", "reverse", "stride", "stride down", "random", "runs",
};

struct reader {
	enum kind kind;
	u64 pos, len, step;
	u64 min_run, max_run, left;
};

struct workload {
	u64 seed;
	char name[256];
	double base, tuned, speed, base_amp, amp;
};

static const u64 lens[] = {
	512, 4096, 5000, 8192, 9000, 11264, 16384, 20000, 65536, 131072, 300000,
};

static const u64 latencies_us[] = { 80, 200, 500, 1000, 2000, 5000, 10000, 20000 };
static const u64 bandwidths[] = { 100, 200, 400, 800, 1600, 3000 };

static void say(struct workload *workload, const char *text)
{
	strncat(workload->name, text,
		sizeof(workload->name) - strlen(workload->name) - 1);
}

static void new_reader(struct reader *reader, struct random *random,
		       struct workload *workload)
{
	char text[80];

	memset(reader, 0, sizeof(*reader));
	reader->kind = random_below(random, NR_KINDS);
	reader->len = lens[random_below(random, ARRAY_SIZE(lens))];
	reader->step = reader->len;
	reader->pos = random_below(random, FILE_BYTES * 3 / 4);
	if (random_below(random, 4) == 0)
		reader->pos = 0;
	if (reader->kind == REVERSE || reader->kind == STRIDE_DOWN)
		reader->pos = FILE_BYTES / 2 + random_below(random, FILE_BYTES / 2);
	if (reader->kind == STRIDE || reader->kind == STRIDE_DOWN)
		reader->step += 1 + random_below(random, random_below(random, 2) ?
						 3 * reader->len : 1000000);
	reader->min_run = 1 + random_below(random, 30);
	reader->max_run = reader->min_run;
	if (random_below(random, 2))
		reader->max_run += random_below(random, 60);
	snprintf(text, sizeof(text), " %s %llu", kind_names[reader->kind],
		 reader->len);
	say(workload, text);
	if (reader->step != reader->len)
		snprintf(text, sizeof(text), " every %llu;", reader->step);
	else if (reader->kind == RUNS)
		snprintf(text, sizeof(text), " times %llu to %llu;",
			 reader->min_run, reader->max_run);
	else
		snprintf(text, sizeof(text), ";");
	say(workload, text);
}

/* Where the next read begins; false if there is none. */
static bool next_read(struct reader *reader, struct random *random)
{
	switch (reader->kind) {
	case RANDOM:
		reader->pos = round_down(random_below(random, FILE_BYTES -
						      reader->len),
					 FILE_PAGE_SIZE);
		return true;
	case RUNS:
		if (!reader->left) {
			reader->left = reader->min_run +
				random_below(random, reader->max_run -
						     reader->min_run + 1);
			reader->pos = round_down(random_below(random,
							      FILE_BYTES * 7 / 8),
						 FILE_PAGE_SIZE);
		} else {
			reader->pos += reader->len;
		}
		reader->left--;
		return reader->pos + reader->len < FILE_BYTES;
	case REVERSE:
	case STRIDE_DOWN:
		if (reader->pos < reader->step)
			return false;
		reader->pos -= reader->step;
		return true;
	default:
		reader->pos += reader->step;
		return reader->pos + reader->len < FILE_BYTES;
	}
}

/* One workload: speed in MB/s of pages that were asked for, by policy @ra_pages. */
static double run(struct workload *workload, unsigned int ra_pages, double *amp)
{
	struct random random = { workload->seed };
	struct reader readers[MAX_READERS];
	unsigned int i, nr = 1, turn, nr_reads = 0;
	bool changes;
	struct pipe pipe = { };
	struct file file;
	u64 limit, bytes = 0;
	double speed;

	pipe.latency_ns = 1000 * latencies_us[random_below(&random,
						ARRAY_SIZE(latencies_us))];
	pipe.bytes_per_us = bandwidths[random_below(&random,
						    ARRAY_SIZE(bandwidths))];
	snprintf(workload->name, sizeof(workload->name), "%llu us, %llu MB/s:",
		 pipe.latency_ns / 1000, pipe.bytes_per_us);
	nr += random_below(&random, 3) == 0;
	nr += random_below(&random, 4) == 0;
	for (i = 0; i < nr; i++)
		new_reader(&readers[i], &random, workload);
	changes = random_below(&random, 5) == 0;
	turn = 1 + random_below(&random, 8);
	limit = 8000000 + random_below(&random, 60) * 1000000;

	file_open(&file, NR_PAGES, pipe);
	file.ra_pages = ra_pages;
	while (bytes < limit && nr_reads < MAX_READS) {
		i = turn > 4 ? random_below(&random, nr) : nr_reads / turn % nr;
		if (!next_read(&readers[i], &random))
			break;
		file_read(&file, readers[i].pos, readers[i].len);
		bytes += readers[i].len;
		nr_reads++;
		if (changes && bytes > limit / 2) {
			changes = false;
			say(workload, " then");
			new_reader(&readers[0], &random, workload);
		}
	}
	*amp = (double)file.nr_read / (file_touched(&file) ?: 1);
	speed = file_touched(&file) * FILE_PAGE_SIZE * 1000.0 / file.now_ns;
	file_close(&file);
	return speed;
}

static void measure(struct workload *workload)
{
	unsigned int ra_pages;
	double amp, speed;

	workload->base = run(workload, 32, &workload->base_amp);
	workload->tuned = workload->base;
	for (ra_pages = 128; ra_pages <= 2048; ra_pages *= 4) {
		speed = run(workload, ra_pages, &amp);
		if (speed > workload->tuned)
			workload->tuned = speed;
	}
	workload->speed = run(workload, 0, &workload->amp);
}

static int by_number(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int by_speed(const void *a, const void *b)
{
	const struct workload *x = a, *y = b;
	const double of_x = x->speed / x->base, of_y = y->speed / y->base;

	return by_number(&of_x, &of_y);
}

enum figure { OF_BASE, OF_TUNED, AMP };

static void print_figure(const char *name, const struct workload *workloads,
			 unsigned int nr, enum figure figure)
{
	double *values = calloc(nr, sizeof(*values));
	unsigned int i;

	for (i = 0; values && i < nr; i++)
		values[i] = figure == AMP ? workloads[i].amp :
			    workloads[i].speed / (figure == OF_BASE ?
						  workloads[i].base :
						  workloads[i].tuned);
	if (values) {
		qsort(values, nr, sizeof(*values), by_number);
		printf("# %-22s least %6.2f, 1%% %6.2f, 5%% %6.2f, half %6.2f, 95%% %7.2f, most %8.2f\n",
		       name, values[0], values[nr / 100], values[nr / 20],
		       values[nr / 2], values[nr - 1 - nr / 20], values[nr - 1]);
	}
	free(values);
}

/* The figures of all workloads; returns how many are slower than 0.95 of the base. */
static unsigned int report(struct workload *workloads, unsigned int nr)
{
	unsigned int i, nr_slow = 0, nr_untuned = 0, nr_more = 0;

	for (i = 0; i < nr; i++) {
		const struct workload *w = &workloads[i];

		nr_slow += w->speed < 0.95 * w->base;
		nr_untuned += w->speed < 0.95 * w->tuned;
		nr_more += w->amp > 1.1 && w->amp > w->base_amp;
	}
	qsort(workloads, nr, sizeof(*workloads), by_speed);
	print_figure("speed of the base", workloads, nr, OF_BASE);
	print_figure("speed of best-tuned", workloads, nr, OF_TUNED);
	print_figure("amplification", workloads, nr, AMP);
	for (i = 0; i < 10 && i < nr; i++)
		printf("# %.2f of the base, %.2f of best-tuned, amp %.2f (base %.2f):%s\n",
		       workloads[i].speed / workloads[i].base,
		       workloads[i].speed / workloads[i].tuned, workloads[i].amp,
		       workloads[i].base_amp, workloads[i].name);
	printf("%u workloads: %u below 0.95 of the base, %u below 0.95 of best-tuned, %u read more than 1.10 and the base\n",
	       nr, nr_slow, nr_untuned, nr_more);
	return nr_slow;
}

int main(int argc, char **argv)
{
	struct workload *workloads;
	u64 seed, nr, percent = 1, i;
	unsigned int nr_slow;

	if (argc < 3 || argc > 4) {
		fprintf(stderr, "usage: adaptive-mix SEED NR [PERCENT]\n");
		return 2;
	}
	seed = number_argument("adaptive-mix", argv[1], "the seed");
	nr = number_argument("adaptive-mix", argv[2], "the number of workloads");
	if (argc == 4)
		percent = number_argument("adaptive-mix", argv[3], "the share");
	if (!nr || nr > 1000000) {
		fprintf(stderr, "adaptive-mix: %llu workloads are none or too many.\n",
			nr);
		return 2;
	}
	workloads = calloc(nr, sizeof(*workloads));
	if (!workloads)
		return 1;
	for (i = 0; i < nr; i++) {
		workloads[i].seed = seed * 1000003 + i;
		measure(&workloads[i]);
	}
	nr_slow = report(workloads, nr);
	i = workloads[nr / 2].speed < workloads[nr / 2].base;
	free(workloads);
	return nr_slow * 100 > nr * percent || i;
}
