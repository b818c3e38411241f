// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the lines of readahead traces, those of 2009 and those of
 * readahead_trace, by one description of the form:
 *
 *   readahead-PATTERN(pid=N(COMM), dev=HH:HH(DISK), ino=N(FILE), req=N+N,
 *                     ra=N+N-N, async=0|1[, miss=N]) = N[ KEY=VALUE]...
 *   CALL(pid=N(COMM), dev=HH:HH(DISK), ino=N(FILE), pos=N, count=N)[ KEY=VALUE]...
 *
 * A line that has any other form is refused, with its number and the column:
 * what is to be tested is the program that printed it.  Keys that are not known
 * here are ignored, as the form demands; words of a known list are not.
 *
 * usage: ra-line [--complete] [--fields NAME,NAME,...] [FILE]
 *
 * Without --fields a summary of all lines is printed: how many, how many of them
 * are decisions, the sum of their results, the distinct pages in their windows.
 * With it, one line of the named fields for each, with tabs between, "-" for
 * what is absent, names unescaped but for control characters and backslashes.
 * --complete demands the keys that the module prints always.  Exit status: 0, 1
 * if a line was refused, 2 if the arguments were.
 */
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
/* Twice the longest file name there is. */
#define TEXT_MAX		512

enum field {
	PATTERN, CALL, PID, COMM, MAJOR, MINOR, DISK, INO, NAME, INDEX,
	NR_PAGES, START, SIZE, ASYNC_SIZE, ASYNC, MISS, RESULT, POS, COUNT,
	TS, CPU, TGID, BY, HINT, REASON, CUT, DUP, POLICY,
	NR_FIELDS
};

static const char * const field_names[] = {
	[PATTERN] = "pattern", [CALL] = "call", [PID] = "pid",
	[COMM] = "comm", [MAJOR] = "major", [MINOR] = "minor",
	[DISK] = "disk", [INO] = "ino", [NAME] = "name", [INDEX] = "index",
	[NR_PAGES] = "nr_pages", [START] = "start", [SIZE] = "size",
	[ASYNC_SIZE] = "async_size", [ASYNC] = "async", [MISS] = "miss",
	[RESULT] = "result", [POS] = "pos", [COUNT] = "count", [TS] = "ts",
	[CPU] = "cpu", [TGID] = "tgid", [BY] = "by", [HINT] = "hint",
	[REASON] = "reason", [CUT] = "cut", [DUP] = "dup",
	[POLICY] = "policy",
};

static_assert(ARRAY_SIZE(field_names) == NR_FIELDS, "a field has no name");

/* How the value of a field is written. */
enum form {
	DECIMAL,
	BIT,
	HEX,
	ESCAPED,
	WORD,
	NOTHING,
};

/* Words that a field may have, up to a NULL. */
static const char * const patterns[] = {
	"none", "initial0", "initial", "subsequent", "marker", "context",
	"oversize", "reverse", "stride", "thrash", "around", "fadvise",
	"random", NULL
};

static const char * const calls[] = {
	"filemap_read", "generic_file_splice_read", "filemap_splice_read",
	"filemap_fault", NULL
};

static const char * const askers[] = {
	"read", "splice", "fault", "fadvise", "kernel", NULL
};

static const char * const hints[] = {
	"none", "random", "sequential", "hugepage", NULL
};

static const char * const reasons[] = {
	"writeback", "congested", "no_hole", "hint", "mmap_miss", "off", NULL
};

static const char * const policies[] = { "classic", "adaptive", NULL };

/* A literal text and the value behind it. */
struct step {
	const char *text;
	enum form form;
	enum field field;
	const char * const *words;
	bool optional;
};

static const struct step origin_steps[] = {
	{ "(pid=", DECIMAL, PID, NULL, false },
	{ "(", ESCAPED, COMM, NULL, false },
	{ "), dev=", HEX, MAJOR, NULL, false },
	{ ":", HEX, MINOR, NULL, false },
	{ "(", ESCAPED, DISK, NULL, false },
	{ "), ino=", DECIMAL, INO, NULL, false },
	{ "(", ESCAPED, NAME, NULL, false },
};

static const struct step decision_start = {
	"readahead-", WORD, PATTERN, patterns, false
};

static const struct step decision_steps[] = {
	{ "), req=", DECIMAL, INDEX, NULL, false },
	{ "+", DECIMAL, NR_PAGES, NULL, false },
	{ ", ra=", DECIMAL, START, NULL, false },
	{ "+", DECIMAL, SIZE, NULL, false },
	{ "-", DECIMAL, ASYNC_SIZE, NULL, false },
	{ ", async=", BIT, ASYNC, NULL, false },
	{ ", miss=", DECIMAL, MISS, NULL, true },
	{ ") = ", DECIMAL, RESULT, NULL, false },
};

static const struct step call_start = {
	"", WORD, CALL, calls, false
};

static const struct step call_steps[] = {
	{ "), pos=", DECIMAL, POS, NULL, false },
	{ ", count=", DECIMAL, COUNT, NULL, false },
	{ ")", NOTHING, 0, NULL, false },
};

static const struct step keys[] = {
	{ "ts=", DECIMAL, TS, NULL, false },
	{ "cpu=", DECIMAL, CPU, NULL, false },
	{ "tgid=", DECIMAL, TGID, NULL, false },
	{ "by=", WORD, BY, askers, false },
	{ "hint=", WORD, HINT, hints, false },
	{ "reason=", WORD, REASON, reasons, false },
	{ "cut=", DECIMAL, CUT, NULL, false },
	{ "dup=", DECIMAL, DUP, NULL, false },
	{ "policy=", WORD, POLICY, policies, false },
};

struct value {
	bool present;
	bool is_text;
	unsigned long long number;
	char text[TEXT_MAX];	/* unescaped */
};

/* One line, while it is read and after. */
struct line {
	const char *text;
	const char *at;
	char fault[128];
	struct value values[NR_FIELDS];
};

static __attribute__((format(printf, 2, 3)))
bool refuse(struct line *line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(line->fault, sizeof(line->fault), fmt, args);
	va_end(args);
	return false;
}

/* Digits as printf() writes them: no sign, no zero in front. */
static bool take_decimal(struct line *line, struct value *value)
{
	char *end;

	if (*line->at < '0' || *line->at > '9')
		return refuse(line, "a number is missing");
	if (line->at[0] == '0' && line->at[1] >= '0' && line->at[1] <= '9')
		return refuse(line, "a number begins with 0");
	errno = 0;
	value->number = strtoull(line->at, &end, 10);
	if (errno)
		return refuse(line, "a number is too large");
	line->at = end;
	return true;
}

static bool take_bit(struct line *line, struct value *value)
{
	if (*line->at != '0' && *line->at != '1')
		return refuse(line, "neither 0 nor 1");
	value->number = *line->at++ - '0';
	return true;
}

/* At least two digits, lower case, as %02x writes them. */
static bool take_hex(struct line *line, struct value *value)
{
	const size_t len = strspn(line->at, "0123456789abcdef");
	char *end;

	if (len < 2 || len > 8 || (len > 2 && *line->at == '0'))
		return refuse(line, "no device number in hex");
	value->number = strtoull(line->at, &end, 16);
	line->at += len;
	return true;
}

static bool take_word(struct line *line, struct value *value,
		      const char * const *words)
{
	const size_t len = strspn(line->at, "abcdefghijklmnopqrstuvwxyz0123456789_");

	for (; *words; words++) {
		if (strlen(*words) == len && !strncmp(line->at, *words, len)) {
			strcpy(value->text, *words);
			line->at += len;
			return true;
		}
	}
	return refuse(line, "unknown word '%.*s'", (int)(len < 40 ? len : 40),
		      line->at);
}

/*
 * Bytes of the character of UTF-8 at @at, 0 if there is none: a wrong byte, more
 * bytes than needed, half of a surrogate pair, beyond the last character, or one
 * of the second set of control characters.
 */
static int utf8_length(const unsigned char *at)
{
	static const unsigned long least[] = { 0, 0, 0xa0, 0x800, 0x10000 };
	const int nr = at[0] < 0xc0 ? 0 : at[0] < 0xe0 ? 2 :
		       at[0] < 0xf0 ? 3 : at[0] < 0xf8 ? 4 : 0;
	unsigned long code = nr ? at[0] & (0x7f >> nr) : 0;
	int i;

	for (i = 1; i < nr; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (at[i] & 0x3f);
	}
	if (!nr || code < least[nr] || code > 0x10ffff ||
	    (code >= 0xd800 && code <= 0xdfff))
		return 0;
	return nr;
}

static bool is_octal(char c, char last)
{
	return c >= '0' && c <= last;
}

/* A byte as \ooo; no name holds a zero. */
static int take_escape(struct line *line, char *to)
{
	const char *at = line->at;

	if (!is_octal(at[1], '3') || !is_octal(at[2], '7') ||
	    !is_octal(at[3], '7')) {
		refuse(line, "a backslash without three octal digits");
		return 0;
	}
	*to = (at[1] - '0') << 6 | (at[2] - '0') << 3 | (at[3] - '0');
	if (!*to) {
		refuse(line, "a name with a zero byte");
		return 0;
	}
	line->at += 4;
	return 1;
}

/* The next character of a name as bytes at @to: how many, 0 if it is wrong. */
static int take_character(struct line *line, char *to)
{
	const unsigned char first = *line->at;
	int nr = 1;

	if (first == '\\')
		return take_escape(line, to);
	if (first <= ' ' || first == 0x7f || strchr("(,", first)) {
		refuse(line, "a character that a name may not hold");
		return 0;
	}
	if (first >= 0x80)
		nr = utf8_length((const unsigned char *)line->at);
	if (!nr)
		refuse(line, "bytes that are no character");
	memcpy(to, line->at, nr);
	line->at += nr;
	return nr;
}

/* Up to the closing parenthesis. */
static bool take_escaped(struct line *line, struct value *value)
{
	size_t len = 0;
	int nr;

	while (*line->at != ')') {
		if (len > TEXT_MAX - 5)
			return refuse(line, "a name is too long");
		nr = take_character(line, value->text + len);
		if (!nr)
			return false;
		len += nr;
	}
	value->text[len] = '\0';
	return true;
}

static bool take_value(struct line *line, const struct step *step)
{
	struct value *value = &line->values[step->field];

	if (step->form == NOTHING)
		return true;
	if (value->present)
		return refuse(line, "a second '%s'", step->text);
	value->present = true;
	value->is_text = step->form == ESCAPED || step->form == WORD;
	switch (step->form) {
	case BIT:
		return take_bit(line, value);
	case HEX:
		return take_hex(line, value);
	case ESCAPED:
		return take_escaped(line, value);
	case WORD:
		return take_word(line, value, step->words);
	default:
		return take_decimal(line, value);
	}
}

static bool starts_with(const struct line *line, const char *text)
{
	return !strncmp(line->at, text, strlen(text));
}

static bool take_step(struct line *line, const struct step *step)
{
	if (!starts_with(line, step->text))
		return step->optional ||
		       refuse(line, "'%s' is missing", step->text);
	line->at += strlen(step->text);
	return take_value(line, step);
}

static bool take_steps(struct line *line, const struct step *steps, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!take_step(line, &steps[i]))
			return false;
	return true;
}

/* KEY=VALUE with a blank in front; the value of an unknown key is skipped. */
static bool take_key(struct line *line)
{
	size_t i, len;

	if (*line->at != ' ')
		return refuse(line, "neither a blank nor the end of the line");
	line->at++;
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		if (starts_with(line, keys[i].text))
			return take_step(line, &keys[i]);

	len = strspn(line->at, "abcdefghijklmnopqrstuvwxyz0123456789_");
	if (!len || line->at[len] != '=')
		return refuse(line, "no KEY=VALUE");
	line->at += len + 1;
	len = 0;
	while (line->at[len] > ' ' || (unsigned char)line->at[len] >= 0x80)
		len++;
	if (!len)
		return refuse(line, "a key without a value");
	line->at += len;
	return true;
}

static bool has(const struct line *line, enum field field)
{
	return line->values[field].present;
}

static unsigned long long number(const struct line *line, enum field field)
{
	return line->values[field].number;
}

/* What no decision can be, however well it is written. */
static bool makes_sense(struct line *line)
{
	if (!has(line, PATTERN))
		return true;
	if (number(line, ASYNC_SIZE) > number(line, SIZE))
		return refuse(line, "the marker is before the window");
	if (number(line, START) + number(line, SIZE) < number(line, START))
		return refuse(line, "the end of the window wraps");
	if (has(line, REASON) && number(line, RESULT))
		return refuse(line, "pages were read, with a reason not to");
	if (has(line, BY) && has(line, MISS) != !strcmp(line->values[BY].text,
							"fault"))
		return refuse(line, "miss= belongs to faults, and to them only");
	return true;
}

static bool is_complete(struct line *line)
{
	static const enum field always[] = { TS, CPU, TGID };
	static const enum field decision[] = { BY, HINT, POLICY };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(always); i++)
		if (!has(line, always[i]))
			return refuse(line, "there is no %s=",
				      field_names[always[i]]);
	for (i = 0; has(line, PATTERN) && i < ARRAY_SIZE(decision); i++)
		if (!has(line, decision[i]))
			return refuse(line, "there is no %s=",
				      field_names[decision[i]]);
	return true;
}

static bool parse_line(struct line *line, const char *text, bool complete)
{
	const struct step *start = &decision_start, *steps = decision_steps;
	size_t i, nr = ARRAY_SIZE(decision_steps);

	for (i = 0; i < NR_FIELDS; i++)
		line->values[i].present = false;
	line->text = text;
	line->at = text;
	if (!starts_with(line, decision_start.text)) {
		start = &call_start;
		steps = call_steps;
		nr = ARRAY_SIZE(call_steps);
	}
	if (!take_step(line, start) ||
	    !take_steps(line, origin_steps, ARRAY_SIZE(origin_steps)) ||
	    !take_steps(line, steps, nr))
		return false;
	while (*line->at)
		if (!take_key(line))
			return false;
	return makes_sense(line) && (!complete || is_complete(line));
}

/*
 * The summary
 */

struct window {
	unsigned long long dev, ino, start, size;
};

static struct {
	unsigned long long nr_lines, nr_decisions, results;
	struct window *windows;
	size_t nr_windows, room;
} sum;

static void *must(void *memory)
{
	if (!memory) {
		fprintf(stderr, "ra-line: out of memory.\n");
		exit(1);
	}
	return memory;
}

static void add_to_sum(const struct line *line)
{
	sum.nr_lines++;
	if (!has(line, PATTERN))
		return;
	sum.nr_decisions++;
	sum.results += number(line, RESULT);
	if (sum.nr_windows == sum.room) {
		sum.room = sum.room * 2 + 1024;
		sum.windows = must(realloc(sum.windows, sum.room *
					   sizeof(*sum.windows)));
	}
	sum.windows[sum.nr_windows++] = (struct window){
		.dev = number(line, MAJOR) << 32 | number(line, MINOR),
		.ino = number(line, INO),
		.start = number(line, START),
		.size = number(line, SIZE),
	};
}

static int compare(unsigned long long a, unsigned long long b)
{
	return (a > b) - (a < b);
}

static int compare_windows(const void *a, const void *b)
{
	const struct window *x = a, *y = b;
	int by = compare(x->dev, y->dev);

	if (!by)
		by = compare(x->ino, y->ino);
	return by ? by : compare(x->start, y->start);
}

/* Pages of all files that lie in one window at least. */
static unsigned long long distinct_pages(void)
{
	unsigned long long nr = 0, end = 0, begin;
	const struct window *w, *last = NULL;
	size_t i;

	if (sum.nr_windows)
		qsort(sum.windows, sum.nr_windows, sizeof(*sum.windows),
		      compare_windows);
	for (i = 0; i < sum.nr_windows; i++, last = w) {
		w = &sum.windows[i];
		if (!last || w->dev != last->dev || w->ino != last->ino)
			end = 0;
		begin = w->start > end ? w->start : end;
		if (w->start + w->size > begin) {
			end = w->start + w->size;
			nr += end - begin;
		}
	}
	return nr;
}

static void print_sum(void)
{
	printf("lines %llu\n", sum.nr_lines);
	printf("decisions %llu\n", sum.nr_decisions);
	printf("results %llu\n", sum.results);
	printf("pages %llu\n", distinct_pages());
}

/*
 * Fields
 */

static enum field chosen[64];
static size_t nr_chosen;

static void print_text(const char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < ' ' || *text == 0x7f || *text == '\\')
			printf("\\%03o", (unsigned char)*text);
		else
			putchar(*text);
	}
}

static void print_fields(const struct line *line)
{
	size_t i;

	for (i = 0; i < nr_chosen; i++) {
		const struct value *value = &line->values[chosen[i]];

		if (i)
			putchar('\t');
		if (!value->present)
			putchar('-');
		else if (value->is_text)
			print_text(value->text);
		else
			printf("%llu", value->number);
	}
	putchar('\n');
}

static enum field find_field(const char *name)
{
	int i;

	for (i = 0; i < NR_FIELDS; i++)
		if (!strcmp(name, field_names[i]))
			return i;
	fprintf(stderr, "ra-line: there is no field '%s'; there are:", name);
	for (i = 0; i < NR_FIELDS; i++)
		fprintf(stderr, " %s", field_names[i]);
	fprintf(stderr, ".\n");
	exit(2);
}

static void choose_fields(char *list)
{
	char *name;

	for (name = strsep(&list, ","); name; name = strsep(&list, ",")) {
		if (nr_chosen == ARRAY_SIZE(chosen)) {
			fprintf(stderr, "ra-line: more than %zu fields are too many.\n",
				ARRAY_SIZE(chosen));
			exit(2);
		}
		chosen[nr_chosen++] = find_field(name);
	}
}

/* A line ends with a newline; a zero byte would hide the rest of it. */
static bool parse_raw(struct line *line, char *text, size_t len, bool complete)
{
	line->text = text;
	line->at = text;
	if (text[len - 1] != '\n')
		return refuse(line, "the line has no end");
	text[len - 1] = '\0';
	if (strlen(text) != len - 1)
		return refuse(line, "the line holds a zero byte");
	return parse_line(line, text, complete);
}

static bool read_lines(FILE *file, const char *name, bool complete)
{
	static struct line line;
	unsigned long nr = 0;
	char *text = NULL;
	size_t room = 0;
	bool good = true;
	ssize_t len;

	while ((len = getline(&text, &room, file)) > 0) {
		nr++;
		if (!parse_raw(&line, text, len, complete)) {
			fprintf(stderr, "ra-line: %s:%lu:%zu: %s\n", name, nr,
				(size_t)(line.at - line.text) + 1, line.fault);
			good = false;
			continue;
		}
		if (nr_chosen)
			print_fields(&line);
		else
			add_to_sum(&line);
	}
	free(text);
	if (ferror(file)) {
		fprintf(stderr, "ra-line: cannot read %s.\n", name);
		return false;
	}
	return good;
}

static void bad_usage(void)
{
	fprintf(stderr, "usage: ra-line [--complete] [--fields NAME,NAME,...] [FILE]\n");
	exit(2);
}

int main(int argc, char **argv)
{
	const char *name = "standard input";
	bool complete = false, good;
	FILE *file = stdin;
	int i;

	for (i = 1; i < argc && !strncmp(argv[i], "--", 2); i++) {
		if (!strcmp(argv[i], "--complete"))
			complete = true;
		else if (!strcmp(argv[i], "--fields") && i + 1 < argc)
			choose_fields(argv[++i]);
		else
			bad_usage();
	}
	if (argc - i > 1)
		bad_usage();
	if (i < argc) {
		name = argv[i];
		file = fopen(name, "r");
	}
	if (!file) {
		fprintf(stderr, "ra-line: cannot open %s: %s.\n", name,
			strerror(errno));
		return 2;
	}
	good = read_lines(file, name, complete);
	if (!nr_chosen)
		print_sum();
	if (fflush(stdout)) {
		fprintf(stderr, "ra-line: cannot write the result.\n");
		return 1;
	}
	return !good;
}
