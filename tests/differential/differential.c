// SPDX-License-Identifier: GPL-2.0
/*
 * Holds ra_base_*() against the kernel that it describes.
 *
 * usage: differential SCALE REQUESTS SEED    random streams, until so many
 *                                            requests were compared
 *        differential --replay FILE          one stream, as a failure prints it
 *        differential --show SCALE SEED      the first stream of a seed, as text
 *
 * SCALE is the largest window in pages: 33 (which stands for all small ones),
 * 1024, 16384 or 1048576.  Counts, and the shortest stream that shows a
 * difference, go to stdout; what is wrong with the usage goes to stderr.
 */
#include <string.h>
#include <time.h>

#include <linux/kernel.h>

#include "../unit/number.h"
#include "generate.h"
#include "play.h"
#include "shrink.h"

/* How long a shorter stream is looked for, once there is a difference. */
#define MAX_OTHERS	20
#define MAX_STREAMS	10000
#define MAX_SEARCHED	200000
#define MAX_SECONDS	20

static const struct scale scales[] = {
	{ "33", 33, 60 },
	{ "1024", 1024, 40 },
	{ "16384", 16384, 24 },
	{ "1048576", 1 << 20, 12 },
};

static const char * const pattern_names[RA_PATTERN_COUNT] = {
	"none", "initial0", "initial", "subsequent", "marker", "context",
	"oversize", "reverse", "stride", "thrash", "around", "fadvise",
	"random",
};

static const char * const request_names[REQUEST_COUNT] = {
	"sync", "async", "forced", "around",
};

static const char * const trait_names[TRAIT_COUNT] = {
	"undefined", "nothing", "forced", "no-hole", "behind", "large",
	"fell-back", "grown", "left", "shrunk", "refused", "no-memory",
	"marked", "searched",
};

static int refuse(const char *what, const char *word)
{
	fprintf(stderr, "differential: '%s' is not %s.\n", word, what);
	return 2;
}

static const struct scale *find_scale(const char *word)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(scales); i++)
		if (!strcmp(word, scales[i].name))
			return &scales[i];
	return NULL;
}

static void print_counts(const struct counts *counts, const u64 *kinds)
{
	unsigned int i, j;

	printf("requests %llu\n", counts->requests);
	for (i = 0; i < NR_KINDS; i++)
		printf("stream-%s %llu\n", kind_names[i], kinds[i]);
	for (i = 0; i < REQUEST_COUNT; i++)
		for (j = 0; j < RA_PATTERN_COUNT; j++)
			if (counts->patterns[i][j])
				printf("%s-%s %llu\n", request_names[i],
				       pattern_names[j],
				       counts->patterns[i][j]);
	for (i = 0; i < TRAIT_COUNT; i++)
		printf("with-%s %llu\n", trait_names[i], counts->traits[i]);
}

/* Another stream that shows a difference, if one comes soon. */
static bool find_difference(struct random *random, const struct scale *scale,
			    struct stream *stream)
{
	struct counts counts = { .requests = 0 };
	unsigned int i;

	for (i = 0; i < MAX_STREAMS && counts.requests < MAX_SEARCHED; i++) {
		stream->nr = 0;
		generate(random, scale, stream);
		if (!play_stream(stream, &counts, NULL))
			return true;
	}
	return false;
}

/*
 * The shortest stream that shows a difference, and what it shows.  No step can be
 * dropped from a stream that was shrunk, yet one that began otherwise may come
 * out shorter.
 */
static int report_difference(struct random *random, const struct scale *scale,
			     struct stream *stream)
{
	const time_t deadline = time(NULL) + MAX_SECONDS;
	struct stream other = { .steps = NULL }, longer;
	struct counts counts = { .requests = 0 };
	unsigned int i;

	shrink(stream);
	for (i = 0; i < MAX_OTHERS && time(NULL) < deadline; i++) {
		if (!find_difference(random, scale, &other))
			break;
		shrink(&other);
		if (other.nr < stream->nr) {
			longer = *stream;
			*stream = other;
			other = longer;
		}
	}
	stream_print(stdout, stream);
	play_stream(stream, &counts, stdout);
	return 1;
}

static int run(const struct scale *scale, u64 nr_requests, u64 seed)
{
	struct random random = { .state = seed };
	struct stream stream = { .steps = NULL };
	struct counts counts = { .requests = 0 };
	u64 kinds[NR_KINDS] = { 0 }, before;
	unsigned int kind;

	while (counts.requests < nr_requests) {
		stream.nr = 0;
		kind = generate(&random, scale, &stream);
		before = counts.requests;
		if (!play_stream(&stream, &counts, NULL))
			return report_difference(&random, scale, &stream);
		kinds[kind] += counts.requests - before;
	}
	print_counts(&counts, kinds);
	return 0;
}

static int show(const struct scale *scale, u64 seed)
{
	struct random random = { .state = seed };
	struct stream stream = { .steps = NULL };

	generate(&random, scale, &stream);
	stream_print(stdout, &stream);
	return 0;
}

/* A directory can be opened, and only then not be read. */
static int read_stream(const char *name, struct stream *stream)
{
	FILE *in = fopen(name, "r");
	unsigned int line;
	bool failed;

	if (!in)
		return refuse("a file that can be read", name);
	line = stream_parse(in, stream);
	failed = !line && !feof(in);
	fclose(in);
	if (failed)
		return refuse("a file that can be read", name);
	if (!line)
		return 0;
	fprintf(stderr, "differential: line %u of '%s' is no step.\n", line,
		name);
	return 2;
}

static int replay(const char *name)
{
	struct stream stream = { .steps = NULL };
	struct counts counts = { .requests = 0 };
	int status = read_stream(name, &stream);

	if (status)
		return status;
	if (!play_stream(&stream, &counts, stdout))
		return 1;
	printf("requests %llu\n", counts.requests);
	return 0;
}

static int bad_usage(void)
{
	fprintf(stderr, "%s\n",
		"usage: differential SCALE REQUESTS SEED | --replay FILE | --show SCALE SEED");
	return 2;
}

static int parse_run(char **args)
{
	const struct scale *scale = find_scale(args[0]);
	u64 nr_requests, seed;

	if (!scale)
		return refuse("a scale", args[0]);
	if (!parse_number(args[1], &nr_requests))
		return refuse("a number of requests", args[1]);
	if (!parse_number(args[2], &seed))
		return refuse("a seed", args[2]);
	return run(scale, nr_requests, seed);
}

static int parse_show(char **args)
{
	const struct scale *scale = find_scale(args[0]);
	u64 seed;

	if (!scale)
		return refuse("a scale", args[0]);
	if (!parse_number(args[1], &seed))
		return refuse("a seed", args[1]);
	return show(scale, seed);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "--replay"))
		return replay(argv[2]);
	if (argc == 4 && !strcmp(argv[1], "--show"))
		return parse_show(argv + 2);
	if (argc == 4)
		return parse_run(argv + 1);
	return bad_usage();
}
