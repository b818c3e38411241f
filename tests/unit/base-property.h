/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What holds for the rules of the unpatched kernels, ra_base_*().
 *
 * They reproduce code that is not defined for each input and repairs nothing, so
 * less holds, and some of it on conditions: each property states those that it
 * has.  Whatever the input, nothing undefined is done; where the base is not
 * defined, the verdict is RA_PATTERN_NONE and nothing is read.
 */
#ifndef _TESTS_UNIT_BASE_PROPERTY_H
#define _TESTS_UNIT_BASE_PROPERTY_H

#include "policy-property.h"

static const struct ra_base *const bases[] = { &ra_base_6_1, &ra_base_6_12 };

/* What is wrong with the first base that has something wrong. */
static const char *of_any_base(const struct sample *s,
			       const char *(*violation)(const struct sample *s,
							const struct ra_base *b))
{
	const char *found = NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bases) && !found; i++)
		found = violation(s, bases[i]);
	return found;
}

static struct ra_decision base_sync(const struct sample *s,
				    const struct ra_base *base)
{
	return decide_sync_by_base(base, &s->req, &s->limits, &s->old, s->fact);
}

static struct ra_decision base_async(const struct sample *s,
				     const struct ra_base *base)
{
	return decide_async_by_base(base, &s->req, &s->limits, &s->old, s->fact);
}

/* The marker of the last window lies in the folio that the request names. */
static bool is_at_marker(const struct sample *s)
{
	const unsigned long marker = s->old.start + s->old.size -
				     s->old.async_size;

	return s->req.index == marker >> s->req.order << s->req.order;
}

/* The 6.1 rules look for a run's next request at two places. */
static bool is_expected(const struct sample *s, const struct ra_base *base)
{
	const bool at_end = s->req.index - s->old.start == s->old.size;

	return is_at_marker(s) || (base == &ra_base_6_1 && at_end);
}

/* A number of pages that can be rounded up to a power of two. */
static bool has_first_window(const struct sample *s)
{
	return s->req.nr_pages && s->req.nr_pages - 1 <= LONG_MAX;
}

/*
 * Properties of the decisions
 */

static enum ra_pattern table_of_sync(const struct sample *s,
				     const struct ra_base *base)
{
	enum ra_pattern first = RA_PATTERN_INITIAL;

	if (s->req.index && base == &ra_base_6_1 && is_expected(s, base))
		return RA_PATTERN_SUBSEQUENT;
	if (!s->req.index)
		first = RA_PATTERN_INITIAL0;
	else if (s->req.nr_pages > largest(s))
		first = RA_PATTERN_OVERSIZE;
	else if (!is_next(s))
		return s->fact > s->req.nr_pages ? RA_PATTERN_CONTEXT :
		       RA_PATTERN_RANDOM;
	return has_first_window(s) ? first : RA_PATTERN_NONE;
}

static const char *one_sync_is_misnamed(const struct sample *s,
					const struct ra_base *base)
{
	return base_sync(s, base).pattern == table_of_sync(s, base) ? NULL :
	       "the pattern is not that of the table";
}

static const char *base_sync_is_misnamed(const struct sample *s)
{
	return of_any_base(s, one_sync_is_misnamed);
}

static enum ra_pattern table_of_async(const struct sample *s,
				      const struct ra_base *base)
{
	if (base == &ra_base_6_1 && !s->req.index)
		return has_first_window(s) ? RA_PATTERN_INITIAL0 :
		       RA_PATTERN_NONE;
	return is_expected(s, base) ? RA_PATTERN_SUBSEQUENT :
	       RA_PATTERN_MARKER;
}

static const char *one_async_is_misnamed(const struct sample *s,
					 const struct ra_base *base)
{
	return base_async(s, base).pattern == table_of_async(s, base) ? NULL :
	       "the pattern is not that of the table";
}

static const char *base_async_is_misnamed(const struct sample *s)
{
	return of_any_base(s, one_async_is_misnamed);
}

/* A sum of two window sizes, or of a history and a request, fits everywhere. */
static bool sums_fit(const struct sample *s)
{
	return largest(s) <= UINT_MAX / 4 && s->old.size <= UINT_MAX / 4 &&
	       s->fact <= ULONG_MAX / 4 && s->req.nr_pages <= UINT_MAX / 4;
}

static struct ra_window formula_of_base(const struct sample *s,
					const struct ra_base *base,
					enum ra_pattern pattern)
{
	struct ra_window window;

	if (pattern == RA_PATTERN_SUBSEQUENT)
		window = next_window(s);
	else if (pattern == RA_PATTERN_MARKER)
		window = hole_window(s);
	else if (pattern == RA_PATTERN_CONTEXT)
		window = context_window(s);
	else
		window = first_window(s, base == &ra_base_6_12);
	return base == &ra_base_6_1 ? with_own_hit(window, s) : window;
}

static bool is_by_formula(const struct sample *s, const struct ra_base *base,
			  const struct ra_decision *d)
{
	const struct ra_window window = formula_of_base(s, base, d->pattern);

	return d->standalone || d->reason != RA_REASON_NONE ||
	       same_window(&d->window, &window);
}

/* Precondition: the sums that the base does not guard fit their types. */
static const char *one_is_missized(const struct sample *s,
				   const struct ra_base *base)
{
	const struct ra_decision sync = base_sync(s, base);
	const struct ra_decision async = base_async(s, base);

	if (!sums_fit(s))
		return NULL;
	return is_by_formula(s, base, &sync) && is_by_formula(s, base, &async) ?
	       NULL : "the window is not that of the formulas";
}

static const char *base_is_missized(const struct sample *s)
{
	return of_any_base(s, one_is_missized);
}

/* What is not defined is not read, and changes no window. */
static const char *undefined_is_read(const struct ra_decision *d)
{
	if (d->pattern != RA_PATTERN_NONE)
		return NULL;
	if (d->window.size || d->window.async_size || !d->standalone)
		return "a decision that is not defined makes a window";
	return NULL;
}

static const char *one_undefined_is_read(const struct sample *s,
					 const struct ra_base *base)
{
	const struct ra_decision sync = base_sync(s, base);
	const struct ra_decision async = base_async(s, base);
	const char *violation = undefined_is_read(&sync);

	return violation ? violation : undefined_is_read(&async);
}

static const char *base_undefined_is_read(const struct sample *s)
{
	return of_any_base(s, one_undefined_is_read);
}

static const char *exceeds_limits(const struct sample *s,
				  const struct ra_decision *d)
{
	if (d->window.size <= largest(s))
		return NULL;
	if (d->pattern != RA_PATTERN_SUBSEQUENT)
		return "the window is larger than the largest one";
	return d->window.size > s->old.size ?
	       "the window is larger than the largest one and the last" : NULL;
}

static const char *one_exceeds_limits(const struct sample *s,
				      const struct ra_base *base)
{
	const struct ra_decision sync = base_sync(s, base);
	const struct ra_decision async = base_async(s, base);
	const char *violation = exceeds_limits(s, &sync);

	return violation ? violation : exceeds_limits(s, &async);
}

static const char *base_exceeds_limits(const struct sample *s)
{
	return of_any_base(s, one_exceeds_limits);
}

/* Precondition: the sums that the base does not guard fit their types. */
static const char *one_loses_marker(const struct sample *s,
				    const struct ra_base *base)
{
	const struct ra_window sync = base_sync(s, base).window;
	const struct ra_window async = base_async(s, base).window;

	if (!largest(s) || !sums_fit(s))
		return NULL;
	return sync.async_size > sync.size || async.async_size > async.size ?
	       "the marker is before the window" : NULL;
}

static const char *base_loses_marker(const struct sample *s)
{
	return of_any_base(s, one_loses_marker);
}

/* Precondition: as above.  The fault of 6.1 is the window behind the page. */
static const char *one_misses_page(const struct sample *s,
				   const struct ra_base *base)
{
	const struct ra_decision d = base_sync(s, base);

	if (!largest(s) || !s->req.nr_pages || !sums_fit(s) ||
	    d.pattern == RA_PATTERN_SUBSEQUENT || d.pattern == RA_PATTERN_NONE)
		return NULL;
	return d.window.start == s->req.index && d.window.size ? NULL :
	       "the missed page is not in the window";
}

static const char *base_misses_page(const struct sample *s)
{
	return of_any_base(s, one_misses_page);
}

static const char *one_idles_silently(const struct sample *s,
				      const struct ra_base *base)
{
	const struct ra_decision d = base_async(s, base);
	const bool in_reach = s->fact && s->fact - s->req.index <= largest(s);

	if (d.pattern != RA_PATTERN_MARKER)
		return d.reason == RA_REASON_NONE ? NULL :
		       "a window behind the last one needs no hole";
	if (d.reason != (in_reach ? RA_REASON_NONE : RA_REASON_NO_HOLE))
		return "the reason is not that there is no hole in reach";
	if (d.window.start != (in_reach ? s->fact : s->req.index))
		return "the window does not begin at the hole";
	return !in_reach && d.window.size ?
	       "something is read without a hole" : NULL;
}

static const char *base_idles_silently(const struct sample *s)
{
	return of_any_base(s, one_idles_silently);
}

/* A fact is asked for when it can decide, and then only. */
static const char *one_asks_in_vain(const struct sample *s,
				    const struct ra_base *base)
{
	const enum ra_pattern sync = base_sync(s, base).pattern;
	const enum ra_pattern async = base_async(s, base).pattern;
	const bool by_history = sync == RA_PATTERN_CONTEXT ||
				sync == RA_PATTERN_RANDOM;
	const bool by_hole = async == RA_PATTERN_MARKER;

	if (ra_base_sync_query(base, &s->req, &s->limits, &s->old).fact !=
	    (by_history ? RA_FACT_HISTORY : RA_FACT_NONE))
		return "the history is asked for in vain, or not asked for";
	if (ra_base_async_query(base, &s->req, &s->limits, &s->old).fact !=
	    (by_hole ? RA_FACT_NEXT_HOLE : RA_FACT_NONE))
		return "the hole is asked for in vain, or not asked for";
	return NULL;
}

static const char *base_asks_in_vain(const struct sample *s)
{
	return of_any_base(s, one_asks_in_vain);
}

/* Which fact decides does not depend on what it is. */
static const char *one_heeds_unasked_fact(const struct sample *s,
					  const struct ra_base *base)
{
	const bool asks_sync = ra_base_sync_query(base, &s->req, &s->limits,
						  &s->old).fact;
	const bool asks_async = ra_base_async_query(base, &s->req, &s->limits,
						    &s->old).fact;
	const struct ra_decision sync = base_sync(s, base);
	const struct ra_decision async = base_async(s, base);
	struct sample other = *s;
	unsigned int i;

	for (i = 0; i < NR_OTHER_FACTS; i++) {
		struct ra_decision sync2, async2;

		other.fact = other_fact(s, i);
		sync2 = base_sync(&other, base);
		async2 = base_async(&other, base);
		if ((!asks_sync && !same_decision(&sync, &sync2)) ||
		    (!asks_async && !same_decision(&async, &async2)))
			return "the decision heeds a fact that was not asked for";
	}
	return NULL;
}

static const char *base_heeds_unasked_fact(const struct sample *s)
{
	return of_any_base(s, one_heeds_unasked_fact);
}

static const char *base_forced_loses_pages(const struct sample *s)
{
	const struct ra_decision d = ra_base_forced(&s->req, &s->limits,
						    RA_PATTERN_FADVISE);

	if (d.window.start != s->req.index || d.window.async_size ||
	    !d.standalone || d.pattern != RA_PATTERN_FADVISE)
		return "a forced read is not what was asked";
	if (d.window.size > cap_of(s) ||
	    (d.nr_cut && d.window.size < cap_of(s)))
		return "the cut is not at the limit";
	if (d.window.size + d.nr_cut != s->req.nr_pages)
		return "pages are neither read nor counted as cut";
	return (d.reason == RA_REASON_OFF) == !cap_of(s) ? NULL :
	       "the reason is not that of the limits";
}

static const char *base_around_misses_page(const struct sample *s)
{
	const struct ra_window window =
		ra_base_around(s->req.index, &s->limits).window;
	const unsigned int ra_pages = s->limits.ra_pages;
	unsigned long start = s->req.index - ra_pages / 2;

	if (s->req.index < ra_pages / 2 || start > LONG_MAX)
		start = 0;
	if (window.size != ra_pages || window.async_size != ra_pages / 4)
		return "read-around is not of the largest size";
	return window.start == start ? NULL :
	       "the page of the fault is not in the middle";
}

/*
 * Properties of the reading itself
 */

static const char *span_leaves_file(const struct sample *s)
{
	const unsigned long left = pages_from(s, s->req.index);
	const struct ra_span span = ra_base_span(s->req.index, s->req.nr_pages,
						 s->old.async_size,
						 s->limits.nr_file_pages);

	if (span.start != s->req.index ||
	    span.nr_pages != min(s->req.nr_pages, left))
		return "the span is not the window as far as the file goes";
	if (s->old.async_size && s->old.async_size <= span.nr_pages)
		return span.marker - span.start ==
		       span.nr_pages - s->old.async_size ? NULL :
		       "the marker is not counted from the end";
	return span.marker == RA_NO_MARKER ? NULL :
	       "there is a marker outside the span";
}

/* Precondition: a window of a page at least, a file of as many. */
static const char *last_page_leaves_file(const struct sample *s)
{
	const unsigned long end = s->old.start + s->old.size;
	const unsigned long last = ra_base_last_page(&s->old,
						     s->limits.nr_file_pages);

	if (!end || !s->limits.nr_file_pages)
		return NULL;
	if (last >= end || last >= s->limits.nr_file_pages)
		return "the last page is behind an end";
	return last == end - 1 || last == s->limits.nr_file_pages - 1 ? NULL :
	       "the last page is at no end";
}

/* Precondition: a window of at least 4 pages. */
static const char *one_first_order_is_large(const struct sample *s,
					    const struct ra_base *base)
{
	const unsigned int size = s->old.size;
	const unsigned int order = min_t(unsigned int, s->folio_order, 30);
	const bool kept = base == &ra_base_6_1 && order >= s->max_order;
	unsigned int first;

	if (size < 4)
		return NULL;
	first = ra_base_first_order(base, size, order, s->max_order);
	if (kept)
		return first == order ? NULL : "the largest order is not kept";
	if (first > s->max_order || first > order + 2 || size >> first == 0)
		return "the folio is larger than its limits";
	if (first < s->max_order && first < order + 2 && size >> first > 1)
		return "the folio is smaller than it may be";
	return NULL;
}

static const char *base_first_order_is_large(const struct sample *s)
{
	return of_any_base(s, one_first_order_is_large);
}

/* A folio of @order begins at @index and ends at @last or before. */
static bool folio_fits(unsigned long index, unsigned long last,
		       unsigned int order)
{
	const unsigned long more = (1UL << order) - 1;

	return !(index & more) && last - index >= more;
}

/* Precondition: the folio does not begin behind the last page. */
static const char *one_folio_is_wrong(const struct sample *s,
				      const struct ra_base *base)
{
	const unsigned long index = min(s->req.index, s->fact);
	const unsigned long last = max(s->req.index, s->fact);
	unsigned int expected = s->folio_order;

	while (!folio_fits(index, last, expected))
		expected--;
	if (expected == 1 && base == &ra_base_6_1)
		expected = 0;
	return ra_base_folio_order(base, index, last, s->folio_order) ==
	       expected ? NULL : "the folio is not the largest that fits";
}

static const char *base_folio_is_wrong(const struct sample *s)
{
	return of_any_base(s, one_folio_is_wrong);
}

/* Precondition: the folio begins where one of its order can. */
static const char *base_marks_other_folio(const struct sample *s)
{
	const unsigned int order = s->folio_order;
	const unsigned long index = s->req.index >> order << order;
	const unsigned long marker = s->old.start + s->old.size -
				     s->old.async_size;
	const bool holds = marker >= index && (marker - index) >> order == 0;

	return ra_base_has_marker(&s->old, index, order) == holds ? NULL :
	       "the marker is not on the folio that holds the page";
}

static const char *one_grows_otherwise(const struct sample *s,
				       const struct ra_base *base)
{
	const unsigned long last = s->fact;
	const struct ra_window grown = ra_base_past_end(base, s->old, last);
	const unsigned int by = grown.size - s->old.size;

	if (grown.start != s->old.start ||
	    grown.async_size - s->old.async_size != by)
		return "a window grows otherwise than in its size";
	if (base != &ra_base_6_1 || s->old.start <= last)
		return by ? "a window grows without being behind the end" :
		       NULL;
	return (unsigned int)((last + 1 + by) & UINT_MAX) ==
	       (unsigned int)(s->old.start & UINT_MAX) ? NULL :
	       "a window does not grow by its distance to the end";
}

static const char *base_grows_otherwise(const struct sample *s)
{
	return of_any_base(s, one_grows_otherwise);
}

static const char *base_left_is_kept(const struct sample *s)
{
	const struct ra_window left = ra_base_left(s->old, s->nr_left);
	const unsigned int gone = s->old.async_size - left.async_size;

	if (left.start != s->old.start ||
	    left.size + s->nr_left != s->old.size)
		return "what was left is not taken off the size";
	if (left.async_size > s->old.async_size)
		return "there is more behind the marker than before";
	return gone == (s->nr_left <= s->old.async_size ? s->nr_left : 0) ?
	       NULL : "what was left is not taken off behind the marker";
}

static const struct property base_properties[] = {
	{ "base sync: the pattern is that of the table, or none",
	  base_sync_is_misnamed },
	{ "base async: the pattern is that of the table, or none",
	  base_async_is_misnamed },
	{ "base: the window is that of the formulas", base_is_missized },
	{ "base: what is not defined reads nothing", base_undefined_is_read },
	{ "base: the window keeps to the limits", base_exceeds_limits },
	{ "base: a marker inside, or none", base_loses_marker },
	{ "base sync: the missed page is in the window, but for 6.1's fault",
	  base_misses_page },
	{ "base async: begins at the hole in reach, or says that there is none",
	  base_idles_silently },
	{ "base: asks for the fact that decides", base_asks_in_vain },
	{ "base: no fact that was not asked for", base_heeds_unasked_fact },
	{ "base forced: every page is read or counted as cut",
	  base_forced_loses_pages },
	{ "base around: the page is in the middle, but for 32 bit's fault",
	  base_around_misses_page },
	{ "base span: ends where the file does, marker from there",
	  span_leaves_file },
	{ "base last page: the nearer of two ends", last_page_leaves_file },
	{ "base first order: as large as its limits",
	  base_first_order_is_large },
	{ "base folio order: the largest that fits", base_folio_is_wrong },
	{ "base marker: on the folio that holds the page",
	  base_marks_other_folio },
	{ "base past the end: 6.1 grows by the distance",
	  base_grows_otherwise },
	{ "base left: taken off the size, without a floor",
	  base_left_is_kept },
};

#define NR_PROPERTIES	(ARRAY_SIZE(classic_properties) +	\
			 ARRAY_SIZE(base_properties))

/* All properties, those of ra_classic_*() first. */
static const struct property *property_at(unsigned int i)
{
	return i < ARRAY_SIZE(classic_properties) ? &classic_properties[i] :
	       &base_properties[i - ARRAY_SIZE(classic_properties)];
}

#endif /* _TESTS_UNIT_BASE_PROPERTY_H */
