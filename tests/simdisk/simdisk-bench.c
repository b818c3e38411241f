// SPDX-License-Identifier: GPL-2.0
/*
 * simdisk-bench: reads or writes a block device past the page cache and says
 * how long it took. It knows nothing of the model: the test that runs it holds
 * the formulas.
 *
 * One request at a time is a plain pread; a deep queue goes through the
 * kernel's asynchronous I/O, by its system calls, to need no library.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/types.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_DEPTH	1024
#define HUGE_PAGE	(2UL << 20)

/**
 * struct job - what to do
 * @path: the device
 * @size: of a request, bytes
 * @count: number of requests
 * @depth: requests in flight
 * @offset: of the first request
 * @stride: from one request to the next in address
 * @shuffle: not 0: requests in an order that this number chooses
 * @write: write instead of read
 * @advise: ask for readahead through the page cache instead of reading
 * @each: print every request
 */
struct job {
	const char *path;
	__u64 size;
	__u64 count;
	__u64 depth;
	__u64 offset;
	__u64 stride;
	__u64 shuffle;
	bool write;
	bool advise;
	bool each;
};

/**
 * struct request - one request
 * @offset: where
 * @start: when it was submitted, ns
 * @ns: how long it took
 * @error: 0 or an errno
 */
struct request {
	__u64 offset;
	__u64 start;
	__u64 ns;
	int error;
};

static void bad_usage(void)
{
	fputs("usage: simdisk-bench [-aew] [-b SIZE] [-n COUNT] [-q DEPTH] [-o OFFSET]\n"
	      "                     [-s STRIDE] [-r SHUFFLE] DEVICE\n"
	      "\n"
	      "  -b SIZE     bytes of a request (4096)\n"
	      "  -n COUNT    number of requests (1)\n"
	      "  -q DEPTH    requests in flight (1)\n"
	      "  -o OFFSET   of the first request (0)\n"
	      "  -s STRIDE   from one request to the next (SIZE)\n"
	      "  -r SHUFFLE  not 0: in an order that the number chooses (0)\n"
	      "  -w          write, each block its own pattern\n"
	      "  -a          advise WILLNEED through the page cache, do not wait\n"
	      "  -e          a line \"OFFSET NS ERRNO\" for each request\n"
	      "\n"
	      "Prints \"requests N failed N ns N\", ns from first submission to last completion.\n",
	      stderr);
	exit(2);
}

static void die(const char *format, ...)
{
	va_list args;

	fputs("simdisk-bench: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

static __u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

static __u64 number(const char *text)
{
	char *end;
	__u64 value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9')
		bad_usage();
	return value;
}

static __u64 *number_option(struct job *job, int c)
{
	switch (c) {
	case 'b':
		return &job->size;
	case 'n':
		return &job->count;
	case 'q':
		return &job->depth;
	case 'o':
		return &job->offset;
	case 's':
		return &job->stride;
	case 'r':
		return &job->shuffle;
	}
	return NULL;
}

static bool *flag_option(struct job *job, int c)
{
	switch (c) {
	case 'a':
		return &job->advise;
	case 'e':
		return &job->each;
	case 'w':
		return &job->write;
	}
	bad_usage();
	return NULL;
}

static void parse(struct job *job, int argc, char **argv)
{
	__u64 *value;
	int c;

	while ((c = getopt(argc, argv, "aewb:n:q:o:s:r:")) != -1) {
		value = number_option(job, c);
		if (value)
			*value = number(optarg);
		else
			*flag_option(job, c) = true;
	}
	if (optind != argc - 1 || !job->size || !job->count || !job->depth ||
	    job->depth > MAX_DEPTH)
		bad_usage();
	job->path = argv[optind];
	if (!job->stride)
		job->stride = job->size;
}

static struct request *make_requests(const struct job *job)
{
	struct request *requests = calloc(job->count, sizeof(*requests));
	__u64 i, other, offset, x = job->shuffle;

	if (!requests)
		die("no memory for %llu requests", job->count);
	for (i = 0; i < job->count; i++)
		requests[i].offset = job->offset + i * job->stride;

	for (i = job->count - 1; job->shuffle && i > 0; i--) {
		x = x * 6364136223846793005ULL + 1442695040888963407ULL;
		other = (x >> 33) % (i + 1);
		offset = requests[i].offset;
		requests[i].offset = requests[other].offset;
		requests[other].offset = offset;
	}
	return requests;
}

/* In huge pages, so that the size of a request is not limited by its segments. */
static char *make_buffer(__u64 size)
{
	char *map, *buffer;

	map = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		die("no memory for a buffer: %s", strerror(errno));
	buffer = (char *)(((uintptr_t)map + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1));
	/* without huge pages the requests are right as well, only smaller */
	madvise(buffer, size, MADV_HUGEPAGE);
	memset(buffer, 0xa5, size);
	return buffer;
}

/* Every 512 bytes begin with their own address. */
static void fill(char *buffer, const struct job *job, __u64 offset)
{
	__u64 i;

	for (i = 0; i + 512 <= job->size; i += 512) {
		__u64 mark = offset + i + 1;

		memset(buffer + i, 0x5a, 512);
		memcpy(buffer + i, &mark, sizeof(mark));
	}
}

static int result(const struct job *job, __s64 done)
{
	if (done < 0)
		return -done;
	return (__u64)done == job->size ? 0 : ENODATA;
}

static void run_one(const struct job *job, int fd, char *buffer,
		    struct request *request)
{
	ssize_t done;

	if (job->write)
		fill(buffer, job, request->offset);
	request->start = now();
	if (job->write)
		done = pwrite(fd, buffer, job->size, request->offset);
	else
		done = pread(fd, buffer, job->size, request->offset);
	request->error = result(job, done < 0 ? -errno : done);
	request->ns = now() - request->start;
}

static void advise_one(const struct job *job, int fd, struct request *request)
{
	request->start = now();
	request->error = posix_fadvise(fd, request->offset, job->size,
				       POSIX_FADV_WILLNEED);
	request->ns = now() - request->start;
}

static void prepare(const struct job *job, int fd, struct iocb *iocb,
		    char *buffer, struct request *request)
{
	if (job->write)
		fill(buffer, job, request->offset);
	memset(iocb, 0, sizeof(*iocb));
	iocb->aio_data = (uintptr_t)request;
	iocb->aio_lio_opcode = job->write ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD;
	iocb->aio_fildes = fd;
	iocb->aio_buf = (uintptr_t)buffer;
	iocb->aio_nbytes = job->size;
	iocb->aio_offset = request->offset;
	request->start = now();
}

static void submit(aio_context_t context, struct iocb **iocbs, long nr)
{
	if (syscall(SYS_io_submit, context, nr, iocbs) != nr)
		die("requests are not taken: %s", strerror(errno));
}

/*
 * Fills the queue in one call, then replaces each request by the next one when
 * it is done.
 */
static void run_deep(const struct job *job, int fd, char *buffer,
		     struct request *requests)
{
	struct iocb iocbs[MAX_DEPTH], *list[MAX_DEPTH];
	struct io_event events[MAX_DEPTH];
	__u64 sent, done = 0;
	aio_context_t context = 0;
	long i, nr;

	if (syscall(SYS_io_setup, job->depth, &context))
		die("no asynchronous I/O: %s", strerror(errno));
	for (sent = 0; sent < job->depth && sent < job->count; sent++) {
		list[sent] = &iocbs[sent];
		prepare(job, fd, &iocbs[sent], buffer + sent * job->size,
			&requests[sent]);
	}
	submit(context, list, sent);

	while (done < job->count) {
		nr = syscall(SYS_io_getevents, context, 1, job->depth, events,
			     NULL);
		if (nr < 0)
			die("no completion: %s", strerror(errno));
		for (i = 0; i < nr; i++, done++) {
			struct request *request = (void *)(uintptr_t)events[i].data;
			struct iocb *iocb = (void *)(uintptr_t)events[i].obj;

			request->error = result(job, events[i].res);
			request->ns = now() - request->start;
			if (sent == job->count)
				continue;
			prepare(job, fd, iocb, (char *)(uintptr_t)iocb->aio_buf,
				&requests[sent++]);
			submit(context, &iocb, 1);
		}
	}
	syscall(SYS_io_destroy, context);
}

static void run(const struct job *job, struct request *requests)
{
	int flags = (job->write ? O_WRONLY : O_RDONLY) |
		    (job->advise ? 0 : O_DIRECT);
	int fd = open(job->path, flags);
	char *buffer;
	__u64 i;

	if (fd < 0)
		die("%s: %s", job->path, strerror(errno));
	buffer = make_buffer(job->size * job->depth);
	if (job->depth > 1 && !job->advise) {
		run_deep(job, fd, buffer, requests);
		return;
	}
	for (i = 0; i < job->count; i++) {
		if (job->advise)
			advise_one(job, fd, &requests[i]);
		else
			run_one(job, fd, buffer, &requests[i]);
	}
}

static void report(const struct job *job, const struct request *requests)
{
	__u64 i, failed = 0, end = 0;

	for (i = 0; i < job->count; i++) {
		const struct request *r = &requests[i];

		failed += r->error != 0;
		if (r->start + r->ns > end)
			end = r->start + r->ns;
		if (job->each)
			printf("%llu %llu %d\n", r->offset, r->ns, r->error);
	}
	printf("requests %llu failed %llu ns %llu\n", job->count, failed,
	       end - requests[0].start);
}

int main(int argc, char **argv)
{
	struct job job = { .size = 4096, .count = 1, .depth = 1 };
	struct request *requests;

	parse(&job, argc, argv);
	requests = make_requests(&job);
	run(&job, requests);
	report(&job, requests);
	free(requests);
	return fflush(stdout) ? 1 : 0;
}
