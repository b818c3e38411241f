// SPDX-License-Identifier: GPL-2.0
/*
 * many-readers: threads that read the same files at the same time and look at
 * every byte. ra-driver counts reads, this program judges them: the right data,
 * EIO, or something that no read may return.
 *
 * A file that it wrote holds its own number (of the inode) and the place of each
 * word, so neither another file nor another place passes for what was asked.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAX_READERS	1024
#define MAX_FILES	64
#define MAX_SIZE	0x10000000000ULL
#define WORD		sizeof(uint64_t)
#define STACK_SIZE	(64 * 1024)

/**
 * struct options - what to do, the same for all readers
 * @nr_readers: threads; number i reads file i modulo the number of files
 * @pos: first byte that each reads
 * @count: bytes that each reads in a round
 * @bs: bytes a read
 * @rounds: at least so many are made
 * @seconds: and they go on until these have passed
 * @write: not 0: write files of this size, and read nothing
 * @share: the readers of a file share one descriptor
 * @map: read through a mapping
 * @evict: before each round the page cache forgets the files
 * @mark: not NULL: a file that gets a line before each round
 */
struct options {
	uint64_t nr_readers;
	uint64_t pos;
	uint64_t count;
	uint64_t bs;
	uint64_t rounds;
	uint64_t seconds;
	uint64_t write;
	bool share;
	bool map;
	bool evict;
	const char *mark;
};

/**
 * struct counts - what came of the reads
 * @right: every byte was as it was written
 * @wrong: some byte was not
 * @cut: fewer bytes came than there are
 * @eio: the read failed with EIO, or the access to the mapping with SIGBUS
 * @other: it failed otherwise
 */
struct counts {
	uint64_t right;
	uint64_t wrong;
	uint64_t cut;
	uint64_t eio;
	uint64_t other;
};

/**
 * struct source - a file that is read
 * @path: its name
 * @fd: a descriptor, the only one of its readers if they share it
 * @ino: number of the inode
 * @size: in bytes
 * @map: the first byte of its mapping, if it has one
 */
struct source {
	const char *path;
	int fd;
	uint64_t ino;
	uint64_t size;
	char *map;
};

/**
 * struct reader - one thread
 * @thread: the thread
 * @source: what it reads
 * @fd: through which descriptor
 * @buf: @bs bytes
 * @counts: what came of it
 */
struct reader {
	pthread_t thread;
	const struct source *source;
	int fd;
	uint64_t *buf;
	struct counts counts;
};

static struct options options = {
	.nr_readers = 1, .count = 4096, .bs = 4096, .rounds = 1,
};

static struct source sources[MAX_FILES];
static unsigned int nr_sources;
static struct reader readers[MAX_READERS];

/* All readers and the first thread meet here before each round and after it. */
static pthread_barrier_t meeting;
static bool over;

/* Where the reader of this thread goes on when a mapping cannot be read. */
static __thread sigjmp_buf no_page;

static void bad_usage(void)
{
	fputs("usage: many-readers [-ems] [-n READERS] [-p POS] [-c COUNT] [-b SIZE]\n"
	      "                    [-r ROUNDS] [-t SECONDS] [-l FILE] FILE...\n"
	      "       many-readers -w BYTES FILE...\n"
	      "\n"
	      "  -n READERS  threads, each reads the next of the files (1)\n"
	      "  -p POS      first byte that each of them reads (0)\n"
	      "  -c COUNT    bytes that each reads in a round (4096)\n"
	      "  -b SIZE     of a read (4096)\n"
	      "  -r ROUNDS   how often, at least (1)\n"
	      "  -t SECONDS  rounds go on until they have passed (0)\n"
	      "  -s          the readers of a file share one descriptor\n"
	      "  -m          read through mappings\n"
	      "  -e          before each round the page cache forgets the files\n"
	      "  -l FILE     a line \"round\" is added to it before each round\n"
	      "  -w BYTES    write the files\n"
	      "\n"
	      "Numbers are decimal and multiples of 8, but for READERS, ROUNDS and SECONDS.\n"
	      "All readers begin a round together. Prints \"rounds=N right=N wrong=N cut=N eio=N other=N\",\n"
	      "in reads; SIGBUS counts as eio. What was read wrong is no failure of this program.\n",
	      stderr);
	exit(2);
}

static void die(const char *format, ...)
{
	va_list args;

	fputs("many-readers: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/**
 * struct number - an option that takes a number
 * @letter: of the option
 * @value: where it goes
 * @min: smallest value
 * @max: largest value
 * @step: values are multiples of it
 */
struct number {
	char letter;
	uint64_t *value;
	uint64_t min;
	uint64_t max;
	uint64_t step;
};

static const struct number numbers[] = {
	{ 'n', &options.nr_readers, 1, MAX_READERS, 1 },
	{ 'p', &options.pos, 0, MAX_SIZE, WORD },
	{ 'c', &options.count, WORD, MAX_SIZE, WORD },
	{ 'b', &options.bs, WORD, 1 << 24, WORD },
	{ 'r', &options.rounds, 1, 1000000, 1 },
	{ 't', &options.seconds, 0, 1000000, 1 },
	{ 'w', &options.write, WORD, MAX_SIZE, WORD },
	{ 0 }
};

static void take_number(const struct number *number, const char *text)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9' ||
	    value < number->min || value > number->max || value % number->step)
		bad_usage();
	*number->value = value;
}

static uint64_t word_at(const struct source *source, uint64_t pos)
{
	return source->ino << 40 ^ pos;
}

static bool all_right(const struct source *source, const uint64_t *words,
		      uint64_t pos, uint64_t count)
{
	uint64_t i;

	for (i = 0; i < count / WORD; i++)
		if (words[i] != word_at(source, pos + i * WORD))
			return false;
	return true;
}

static void on_sigbus(int signal)
{
	(void)signal;
	siglongjmp(no_page, 1);
}

/* As pread(), from the mapping. */
static ssize_t read_map(struct reader *reader, uint64_t pos, uint64_t count)
{
	if (sigsetjmp(no_page, 1)) {
		errno = EIO;
		return -1;
	}
	memcpy(reader->buf, reader->source->map + pos, count);
	return (ssize_t)count;
}

static void read_once(struct reader *reader, uint64_t pos, uint64_t count)
{
	struct counts *counts = &reader->counts;
	ssize_t got;

	got = options.map ? read_map(reader, pos, count) :
			    pread(reader->fd, reader->buf, count, (off_t)pos);
	if (got < 0 && errno == EIO)
		counts->eio++;
	else if (got < 0)
		counts->other++;
	else if ((uint64_t)got != count)
		counts->cut++;
	else if (all_right(reader->source, reader->buf, pos, count))
		counts->right++;
	else
		counts->wrong++;
}

static void read_round(struct reader *reader)
{
	uint64_t pos = options.pos, end = options.pos + options.count, piece;

	for (; pos < end; pos += piece) {
		piece = end - pos < options.bs ? end - pos : options.bs;
		read_once(reader, pos, piece);
	}
}

static void *reader_main(void *data)
{
	pthread_barrier_wait(&meeting);
	while (!over) {
		read_round(data);
		pthread_barrier_wait(&meeting);
		pthread_barrier_wait(&meeting);
	}
	return NULL;
}

/* A page that is mapped stays: it is taken out of the mapping first. */
static void evict(const struct source *source)
{
	int error;

	if (options.map && madvise(source->map, source->size, MADV_DONTNEED))
		die("cannot unmap %s: %s", source->path, strerror(errno));
	error = posix_fadvise(source->fd, 0, 0, POSIX_FADV_DONTNEED);
	if (error)
		die("%s stays in the page cache: %s", source->path, strerror(error));
}

static void evict_all(void)
{
	unsigned int i;

	for (i = 0; options.evict && i < nr_sources; i++)
		evict(&sources[i]);
}

static void mark_round(void)
{
	static const char line[] = "round\n";
	int fd;

	if (!options.mark)
		return;
	fd = open(options.mark, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0 || write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		die("cannot write %s: %s", options.mark, strerror(errno));
	close(fd);
}

/* Return: the number of rounds. */
static uint64_t run(void)
{
	uint64_t end = now_ns() + options.seconds * 1000000000, rounds = 0;

	do {
		evict_all();
		mark_round();
		pthread_barrier_wait(&meeting);
		/* They read; nobody looks at 'over' before the second meeting. */
		pthread_barrier_wait(&meeting);
		rounds++;
		over = rounds >= options.rounds && now_ns() >= end;
	} while (!over);
	pthread_barrier_wait(&meeting);
	return rounds;
}

static int open_source(const struct source *source)
{
	int fd = open(source->path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		die("cannot open %s: %s", source->path, strerror(errno));
	return fd;
}

static void source_open(struct source *source)
{
	struct stat st;

	source->fd = open_source(source);
	if (fstat(source->fd, &st))
		die("cannot look at %s: %s", source->path, strerror(errno));
	if ((uint64_t)st.st_size < options.pos + options.count)
		die("%s ends before the last byte to be read", source->path);
	source->ino = st.st_ino;
	source->size = (uint64_t)st.st_size;
	if (!options.map)
		return;
	source->map = mmap(NULL, source->size, PROT_READ, MAP_SHARED,
			   source->fd, 0);
	if (source->map == MAP_FAILED)
		die("cannot map %s: %s", source->path, strerror(errno));
}

static void reader_start(unsigned int i, const pthread_attr_t *attr)
{
	struct reader *reader = &readers[i];
	int error;

	reader->source = &sources[i % nr_sources];
	reader->fd = options.share ? reader->source->fd :
				     open_source(reader->source);
	reader->buf = calloc(options.bs / WORD, WORD);
	if (!reader->buf)
		die("no memory for a buffer");
	error = pthread_create(&reader->thread, attr, reader_main, reader);
	if (error)
		die("cannot start a thread: %s", strerror(error));
}

static void readers_start(void)
{
	pthread_attr_t attr;
	unsigned int i;

	if (pthread_barrier_init(&meeting, NULL,
				 (unsigned int)options.nr_readers + 1))
		die("cannot make a barrier");
	if (pthread_attr_init(&attr) ||
	    pthread_attr_setstacksize(&attr, STACK_SIZE))
		die("cannot choose the size of a stack");
	for (i = 0; i < options.nr_readers; i++)
		reader_start(i, &attr);
	pthread_attr_destroy(&attr);
}

static void readers_join(struct counts *sum)
{
	const struct counts *counts;
	unsigned int i;

	for (i = 0; i < options.nr_readers; i++) {
		pthread_join(readers[i].thread, NULL);
		counts = &readers[i].counts;
		sum->right += counts->right;
		sum->wrong += counts->wrong;
		sum->cut += counts->cut;
		sum->eio += counts->eio;
		sum->other += counts->other;
	}
}

static void read_files(void)
{
	struct sigaction action = { .sa_handler = on_sigbus };
	struct counts sum = { 0 };
	uint64_t rounds;
	unsigned int i;

	if (sigaction(SIGBUS, &action, NULL))
		die("cannot handle SIGBUS: %s", strerror(errno));
	for (i = 0; i < nr_sources; i++)
		source_open(&sources[i]);
	readers_start();
	rounds = run();
	readers_join(&sum);
	printf("rounds=%llu right=%llu wrong=%llu cut=%llu eio=%llu other=%llu\n",
	       (unsigned long long)rounds, (unsigned long long)sum.right,
	       (unsigned long long)sum.wrong, (unsigned long long)sum.cut,
	       (unsigned long long)sum.eio, (unsigned long long)sum.other);
}

static void write_file(struct source *source)
{
	uint64_t words[4096 / WORD], pos, count, i;
	struct stat st;
	FILE *file = fopen(source->path, "w");

	if (!file || fstat(fileno(file), &st))
		die("cannot make %s: %s", source->path, strerror(errno));
	source->ino = st.st_ino;
	for (pos = 0; pos < options.write; pos += count) {
		count = options.write - pos;
		if (count > sizeof(words))
			count = sizeof(words);
		for (i = 0; i < count / WORD; i++)
			words[i] = word_at(source, pos + i * WORD);
		if (fwrite(words, 1, count, file) != count)
			die("cannot write %s: %s", source->path, strerror(errno));
	}
	if (fflush(file) || fsync(fileno(file)) || fclose(file))
		die("cannot write %s: %s", source->path, strerror(errno));
}

static void take_option(int letter)
{
	const struct number *number = numbers;

	while (number->letter && number->letter != letter)
		number++;
	if (number->letter)
		take_number(number, optarg);
	else if (letter == 'l')
		options.mark = optarg;
	else if (letter == 'e')
		options.evict = true;
	else if (letter == 's')
		options.share = true;
	else if (letter == 'm')
		options.map = true;
	else
		bad_usage();
}

static void parse(int argc, char **argv)
{
	int letter;

	opterr = 0;
	while ((letter = getopt(argc, argv, "n:p:c:b:r:t:l:w:ems")) >= 0)
		take_option(letter);
	nr_sources = (unsigned int)(argc - optind);
	if (!nr_sources || nr_sources > MAX_FILES)
		bad_usage();
}

int main(int argc, char **argv)
{
	unsigned int i;

	parse(argc, argv);
	for (i = 0; i < nr_sources; i++)
		sources[i].path = argv[optind + (int)i];
	if (!options.write)
		read_files();
	for (i = 0; options.write && i < nr_sources; i++)
		write_file(&sources[i]);
	if (fflush(stdout))
		die("cannot write the result: %s", strerror(errno));
	return 0;
}
