// SPDX-License-Identifier: GPL-2.0
/*
 * Makes text of records.
 *
 * The part up to the result has the form of the 2009 readahead traces, so that
 * one parser reads both; everything new stands after it as key=value, where the
 * old parsers do not look.  A name is printed in parentheses between commas and
 * blanks, so these, and all that would break a line or a terminal, are octal
 * escapes in it.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "compat.h"
#include "internal.h"

/**
 * struct ra_text - text that grows in a buffer
 * @buf: the buffer
 * @size: its size
 * @len: bytes of it in use, less than @size
 */
struct ra_text {
	char *buf;
	size_t size;
	size_t len;
};

/* The names that the event ra_decision prints. */
static const char * const ra_pattern_names[] = {
	[RA_PATTERN_NONE]	= "none",
	[RA_PATTERN_INITIAL0]	= "initial0",
	[RA_PATTERN_INITIAL]	= "initial",
	[RA_PATTERN_SUBSEQUENT]	= "subsequent",
	[RA_PATTERN_MARKER]	= "marker",
	[RA_PATTERN_CONTEXT]	= "context",
	[RA_PATTERN_OVERSIZE]	= "oversize",
	[RA_PATTERN_REVERSE]	= "reverse",
	[RA_PATTERN_STRIDE]	= "stride",
	[RA_PATTERN_THRASH]	= "thrash",
	[RA_PATTERN_AROUND]	= "around",
	[RA_PATTERN_FADVISE]	= "fadvise",
	[RA_PATTERN_RANDOM]	= "random",
};

static_assert(ARRAY_SIZE(ra_pattern_names) == RA_PATTERN_COUNT);

static const char * const ra_reason_names[] = {
	[RA_REASON_NONE]	= "none",
	[RA_REASON_WRITEBACK]	= "writeback",
	[RA_REASON_CONGESTED]	= "congested",
	[RA_REASON_NO_HOLE]	= "no_hole",
	[RA_REASON_HINT]	= "hint",
	[RA_REASON_MMAP_MISS]	= "mmap_miss",
	[RA_REASON_OFF]		= "off",
};

static_assert(ARRAY_SIZE(ra_reason_names) == RA_REASON_COUNT);

static const char * const ra_by_names[] = {
	[RA_BY_KERNEL]		= "kernel",
	[RA_BY_READ]		= "read",
	[RA_BY_SPLICE]		= "splice",
	[RA_BY_FAULT]		= "fault",
	[RA_BY_FADVISE]		= "fadvise",
};

static_assert(ARRAY_SIZE(ra_by_names) == RA_BY_COUNT);

static const char * const ra_hint_names[] = {
	[RA_HINT_NONE]		= "none",
	[RA_HINT_RANDOM]	= "random",
	[RA_HINT_SEQUENTIAL]	= "sequential",
	[RA_HINT_HUGEPAGE]	= "hugepage",
};

static_assert(ARRAY_SIZE(ra_hint_names) == RA_HINT_COUNT);

static const char * const ra_call_names[] = {
	[RA_TRACE_READ]		= "filemap_read",
	[RA_TRACE_SPLICE]	= RA_COMPAT_SPLICE_READ,
	[RA_TRACE_FAULT]	= "filemap_fault",
};

static_assert(ARRAY_SIZE(ra_call_names) == RA_TRACE_KIND_COUNT);

/* A printable default: the kernel may know values that the module does not. */
static const char *ra_format_name(const char * const *names, size_t nr,
				  unsigned int value)
{
	return value < nr && names[value] ? names[value] : "unknown";
}

/**
 * ra_format_pattern - the name of a pattern
 * @pattern: enum ra_pattern
 *
 * Return: its name.
 */
const char *ra_format_pattern(unsigned int pattern)
{
	return ra_format_name(ra_pattern_names, ARRAY_SIZE(ra_pattern_names),
			      pattern);
}

/**
 * ra_format_reason - the name of a reason
 * @reason: enum ra_reason
 *
 * Return: its name.
 */
const char *ra_format_reason(unsigned int reason)
{
	return ra_format_name(ra_reason_names, ARRAY_SIZE(ra_reason_names),
			      reason);
}

/**
 * ra_format_by - the name of an asker
 * @by: enum ra_by
 *
 * Return: its name.
 */
const char *ra_format_by(unsigned int by)
{
	return ra_format_name(ra_by_names, ARRAY_SIZE(ra_by_names), by);
}

static const char *ra_format_hint(unsigned int hint)
{
	return ra_format_name(ra_hint_names, ARRAY_SIZE(ra_hint_names), hint);
}

static __printf(2, 3)
void ra_text_printf(struct ra_text *text, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	text->len += vscnprintf(text->buf + text->len, text->size - text->len,
				fmt, args);
	va_end(args);
}

/* Bytes of the UTF-8 sequence that starts a name; 0 when none does. */
static unsigned int ra_utf8_len(const u8 *name, size_t len)
{
	const u8 first = name[0];
	unsigned int nr, i;
	u32 code;

	if (first < 0x80)
		return 1;
	nr = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
	if (first < 0xc2 || first > 0xf4 || nr > len)
		return 0;
	code = first & (0x7f >> nr);
	for (i = 1; i < nr; i++) {
		if ((name[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (name[i] & 0x3f);
	}
	/* What could be written shorter, surrogates, beyond the last code. */
	if ((nr == 3 && code < 0x800) || (nr == 4 && code < 0x10000) ||
	    (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
		return 0;
	return nr;
}

/*
 * Of the ASCII characters all that are no ordinary part of a name, of the others
 * the 32 control characters that follow ASCII: a terminal obeys them too.
 */
static bool ra_utf8_is_plain(const u8 *name, unsigned int nr)
{
	if (nr == 1)
		return name[0] > ' ' && name[0] < 0x7f &&
		       !strchr("\\(),", name[0]);
	return nr > 2 || name[0] != 0xc2 || name[1] >= 0xa0;
}

static void ra_text_escape(struct ra_text *text, const char *name, size_t len)
{
	const u8 *at = (const u8 *)name;
	unsigned int nr, i;

	while (len) {
		nr = ra_utf8_len(at, len);
		if (nr && ra_utf8_is_plain(at, nr)) {
			ra_text_printf(text, "%.*s", nr, at);
		} else {
			nr = max(nr, 1U);
			for (i = 0; i < nr; i++)
				ra_text_printf(text, "\\%03o", at[i]);
		}
		at += nr;
		len -= nr;
	}
}

/* What stands first within the parentheses of each line. */
static void ra_text_origin(struct ra_text *text,
			   const struct ra_trace_record *rec)
{
	ra_text_printf(text, "pid=%d(", rec->pid);
	ra_text_escape(text, rec->comm, strnlen(rec->comm, TASK_COMM_LEN));
	ra_text_printf(text, "), dev=%02x:%02x(", MAJOR(rec->dev),
		       MINOR(rec->dev));
	ra_text_escape(text, rec->dev_name,
		       strnlen(rec->dev_name, RA_TRACE_DEV_NAME_MAX));
	ra_text_printf(text, "), ino=%lu(", rec->ino);
	ra_text_escape(text, rec->name, rec->name_len);
	ra_text_printf(text, ")");
}

static void ra_text_when(struct ra_text *text,
			 const struct ra_trace_record *rec)
{
	ra_text_printf(text, " ts=%llu cpu=%u tgid=%d", rec->ts_ns, rec->cpu,
		       rec->tgid);
}

static void ra_text_decision(struct ra_text *text,
			     const struct ra_trace_record *rec)
{
	const struct ra_trace_decision *d = &rec->decision;

	ra_text_printf(text, "readahead-%s(", ra_format_pattern(d->pattern));
	ra_text_origin(text, rec);
	ra_text_printf(text, ", req=%lu+%lu, ra=%lu+%u-%u, async=%d",
		       d->req.index, d->req.nr_pages, d->window.start,
		       d->window.size, d->window.async_size, d->async);
	if (d->by == RA_BY_FAULT)
		ra_text_printf(text, ", miss=%u", d->mmap_miss);
	ra_text_printf(text, ") = %lu", d->nr_added);

	ra_text_when(text, rec);
	ra_text_printf(text, " by=%s hint=%s", ra_format_by(d->by),
		       ra_format_hint(d->hint));
	if (d->reason != RA_REASON_NONE)
		ra_text_printf(text, " reason=%s", ra_format_reason(d->reason));
	if (d->nr_cut)
		ra_text_printf(text, " cut=%lu", d->nr_cut);
	ra_text_printf(text, " policy=%s\n",
		       d->adaptive ? "adaptive" : "classic");
}

static void ra_text_call(struct ra_text *text,
			 const struct ra_trace_record *rec)
{
	ra_text_printf(text, "%s(", ra_call_names[rec->kind]);
	ra_text_origin(text, rec);
	ra_text_printf(text, ", pos=%lld, count=%zu)", rec->call.pos,
		       rec->call.count);
	ra_text_when(text, rec);
	ra_text_printf(text, "\n");
}

/**
 * ra_format_line - make a line of a record
 * @rec: the record
 * @buf: where to put the line, newline and final zero included
 * @size: room there, RA_TRACE_LINE_MAX is enough for each line
 *
 * Return: length of the line in bytes.
 */
size_t ra_format_line(const struct ra_trace_record *rec, char *buf, size_t size)
{
	struct ra_text text = { .buf = buf, .size = size };

	if (rec->kind == RA_TRACE_DECISION)
		ra_text_decision(&text, rec);
	else
		ra_text_call(&text, rec);
	return text.len;
}
