/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What holds for every decision of ra_classic_*(), whatever the input.
 *
 * Each property is a function from a sample to NULL, or to what is wrong with
 * it.  The random test and the fuzzer both run the list at the end.  A property
 * is a bound, an independence, or a second way to the same result.
 *
 * D1, D2 and D3 are the demands on sync and async decisions: a sync decision
 * reads the page that is missed; a marker stands inside the caller's own request
 * only when that is known to be sequential; neither of the two takes a branch of
 * the other.
 */
#ifndef _TESTS_UNIT_POLICY_PROPERTY_H
#define _TESTS_UNIT_POLICY_PROPERTY_H

#include <linux/minmax.h>

#include "decide.h"
#include "policy-formula.h"
#include "policy-sample.h"

/**
 * struct property - one property
 * @name: what holds
 * @violation: NULL if it does, else what is wrong
 */
struct property {
	const char *name;
	const char *(*violation)(const struct sample *s);
};

/*
 * Shorthands
 */

static struct ra_decision sync_decision(const struct sample *s)
{
	return decide_sync_by_classic(&s->req, &s->limits, &s->old, s->fact);
}

static struct ra_decision async_decision(const struct sample *s)
{
	return decide_async_by_classic(&s->req, &s->limits, &s->old, s->fact);
}

static struct ra_query sync_query(const struct sample *s)
{
	return ra_classic_sync_query(&s->req, &s->limits, &s->old);
}

static struct ra_query async_query(const struct sample *s)
{
	return ra_classic_async_query(&s->req, &s->limits, &s->old);
}

static struct ra_decision single_decision(const struct sample *s)
{
	return ra_classic_single(&s->req, &s->limits);
}

static struct ra_decision fadvise_decision(const struct sample *s)
{
	return ra_classic_forced(&s->req, &s->limits, RA_PATTERN_FADVISE);
}

static struct ra_decision forced_decision(const struct sample *s)
{
	return ra_classic_forced(&s->req, &s->limits, RA_PATTERN_RANDOM);
}

static struct ra_decision around_decision(const struct sample *s)
{
	return ra_classic_around(&s->req, &s->limits);
}

/* A fault that wants huge pages of that order. */
static struct ra_decision huge_decision_of(const struct sample *s, bool single)
{
	struct ra_request req = s->req;

	req.order = s->folio_order;
	return ra_classic_huge(&req, &s->limits, single);
}

static struct ra_decision huge_decision(const struct sample *s)
{
	return huge_decision_of(s, false);
}

static struct ra_decision huge_single_decision(const struct sample *s)
{
	return huge_decision_of(s, true);
}

/* Every way to a decision of these rules. */
static struct ra_decision (*const decisions[])(const struct sample *s) = {
	sync_decision, async_decision, single_decision, fadvise_decision,
	forced_decision, around_decision, huge_decision, huge_single_decision,
};

/* What no rule may exceed where it is not asked. */
static unsigned int cap_of(const struct sample *s)
{
	return max(s->limits.ra_pages, s->limits.io_pages);
}

/* An explicit request has a limit of its own. */
static unsigned int explicit_cap_of(const struct sample *s)
{
	return larger(cap_of(s), s->limits.explicit_pages);
}

/* Pages of the file from @index on. */
static unsigned long pages_from(const struct sample *s, unsigned long index)
{
	return index < s->limits.nr_file_pages ?
	       s->limits.nr_file_pages - index : 0;
}

static bool holds_page(const struct ra_window *window, unsigned long index)
{
	return index >= window->start && index - window->start < window->size;
}

/* The request begins where the previous read ended, or in the page behind. */
static bool is_next(const struct sample *s)
{
	return s->req.index == s->req.prev_index ||
	       s->req.index == s->req.prev_index + 1;
}

/* The request begins where a window ends that does not reach over the last index. */
static bool is_at_end(const struct sample *s)
{
	return s->old.size && s->old.size <= s->req.index &&
	       s->req.index - s->old.size == s->old.start;
}

static bool same_window(const struct ra_window *a, const struct ra_window *b)
{
	return a->start == b->start && a->size == b->size &&
	       a->async_size == b->async_size;
}

static bool same_decision(const struct ra_decision *a,
			  const struct ra_decision *b)
{
	return same_window(&a->window, &b->window) && a->nr_cut == b->nr_cut &&
	       a->pattern == b->pattern && a->reason == b->reason &&
	       a->standalone == b->standalone;
}

/* Facts that would change a decision that heeds them. */
static unsigned long other_fact(const struct sample *s, unsigned int i)
{
	const unsigned long facts[] = {
		0, 1, s->req.nr_pages + 1, s->req.index, s->req.index + 1,
		ULONG_MAX,
	};

	return i < ARRAY_SIZE(facts) ? facts[i] : s->fact;
}

#define NR_OTHER_FACTS	6

/*
 * Properties of every decision
 */

static const char *is_malformed(const struct ra_decision *d)
{
	if (d->window.start + d->window.size < d->window.start)
		return "the end of the window wraps";
	if (d->window.async_size > d->window.size)
		return "the marker is before the window";
	if (d->pattern <= RA_PATTERN_NONE || d->pattern >= RA_PATTERN_COUNT)
		return "no rule decided";
	if (d->pattern == RA_PATTERN_REVERSE ||
	    d->pattern == RA_PATTERN_STRIDE || d->pattern == RA_PATTERN_THRASH)
		return "a rule of another policy decided";
	return NULL;
}

static const char *any_is_malformed(const struct sample *s)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(decisions); i++) {
		const struct ra_decision d = decisions[i](s);
		const char *violation = is_malformed(&d);

		if (violation)
			return violation;
	}
	return NULL;
}

static const char *any_leaves_file(const struct sample *s)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(decisions); i++) {
		const struct ra_window window = decisions[i](s).window;

		if (window.size > pages_from(s, window.start))
			return "the window reaches over the end of the file";
	}
	return NULL;
}

static const char *idles_silently(const struct sample *s,
				  const struct ra_decision *d)
{
	const unsigned int cap = d->pattern == RA_PATTERN_FADVISE ?
				 explicit_cap_of(s) : cap_of(s);

	if (d->window.size)
		return d->reason == RA_REASON_NONE ? NULL :
		       "something is read, with a reason not to";
	if (d->reason == RA_REASON_NONE)
		return "nothing is read, without a reason";
	if (d->reason != RA_REASON_NO_HOLE && d->reason != RA_REASON_OFF)
		return "the reason is one that no rule can know";
	if (d->reason == RA_REASON_OFF && cap)
		return "readahead is said to be off while it is not";
	if (d->window.start != s->req.index)
		return "an empty window is not at the request";
	return NULL;
}

/* Progress: a decision that reads nothing has a reason. */
static const char *any_idles_silently(const struct sample *s)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(decisions); i++) {
		const struct ra_decision d = decisions[i](s);
		const char *violation = idles_silently(s, &d);

		if (violation)
			return violation;
	}
	return NULL;
}

static const char *is_wrongly_standalone(const struct ra_decision *d)
{
	const bool as_asked = d->pattern == RA_PATTERN_RANDOM ||
			      d->pattern == RA_PATTERN_FADVISE;

	if (d->standalone != as_asked)
		return "pages read as asked, and no others, leave the window alone";
	if (d->standalone && d->window.async_size)
		return "pages read as asked have a marker (D2)";
	if (d->nr_cut && d->pattern != RA_PATTERN_FADVISE)
		return "pages are cut off that nobody asked for explicitly";
	return NULL;
}

static const char *any_is_wrongly_standalone(const struct sample *s)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(decisions); i++) {
		const struct ra_decision d = decisions[i](s);
		const char *violation = is_wrongly_standalone(&d);

		if (violation)
			return violation;
	}
	return NULL;
}

/*
 * What @whole becomes in a file that ends behind @left pages of it: a window that
 * reaches the end has nothing behind it that a marker could bring.
 */
static bool is_cut_of(const struct ra_window *cut,
		      const struct ra_window *whole, unsigned long left)
{
	if (left > whole->size || !whole->size)
		return same_window(cut, whole);
	if (!left)
		return !cut->size && !cut->async_size;
	return cut->start == whole->start && cut->size == left &&
	       !cut->async_size;
}

/*
 * The file's length does nothing but cut.  The longest file serves for one
 * without an end.
 */
static const char *any_heeds_file_end(const struct sample *s)
{
	struct sample endless = *s;
	unsigned int i;

	endless.limits.nr_file_pages = ULONG_MAX;
	for (i = 0; i < ARRAY_SIZE(decisions); i++) {
		const struct ra_decision d = decisions[i](s);
		const struct ra_decision whole = decisions[i](&endless);

		if (d.pattern != whole.pattern)
			return "the length of the file changes the pattern";
		if (!is_cut_of(&d.window, &whole.window,
			       pages_from(s, whole.window.start)))
			return "the end of the file does more than cut";
	}
	return NULL;
}

/* An explicit request has a limit of its own, which is nothing to others. */
static const char *any_heeds_explicit(const struct sample *s)
{
	struct sample other = *s;
	unsigned int i;

	other.limits.explicit_pages = ~s->limits.explicit_pages;
	for (i = 0; i < ARRAY_SIZE(decisions); i++) {
		const struct ra_decision d = decisions[i](s);
		const struct ra_decision d2 = decisions[i](&other);

		if (d.pattern != RA_PATTERN_FADVISE && !same_decision(&d, &d2))
			return "the limit of explicit requests makes a difference";
	}
	return NULL;
}

/*
 * Properties of a sync decision
 */

/* D1, wherever there is something to read and a window to read it with. */
static const char *sync_misses_page(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);
	const bool may_read = s->req.nr_pages && largest(s) &&
			      pages_from(s, s->req.index);

	if (!may_read)
		return d.window.size ? "something is read that is not there" :
		       NULL;
	if (!holds_page(&d.window, s->req.index))
		return "the missed page is not in the window";
	if (d.window.start != s->req.index)
		return "pages before the missed one are read";
	return NULL;
}

static const char *sync_exceeds_limits(const struct sample *s)
{
	return sync_decision(s).window.size > largest(s) ?
	       "the window is larger than the largest one" : NULL;
}

/* In the ramp of a run the marker brings the rest of a request. */
static const char *sync_reads_too_little(const struct sample *s)
{
	const unsigned long wanted = min_t(unsigned long, s->req.nr_pages,
					   largest(s));
	const struct ra_decision d = sync_decision(s);

	if (d.pattern == RA_PATTERN_INITIAL && is_at_end(s))
		return NULL;
	return d.window.size < min(wanted, pages_from(s, s->req.index)) ?
	       "part of the request is not read, though the limit allows it" :
	       NULL;
}

static const char *sync_reads_beside_random(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);

	if (d.pattern != RA_PATTERN_RANDOM)
		return NULL;
	return d.window.size == min(s->req.nr_pages,
				    pages_from(s, s->req.index)) ? NULL :
	       "a random request is not read as asked";
}

/* The pattern by the table, in an arithmetic without wraps. */
static const char *sync_is_misnamed(const struct sample *s)
{
	const enum ra_pattern pattern = sync_decision(s).pattern;
	const bool in_run = is_at_end(s) && (is_next(s) || s->req.sequential);
	enum ra_pattern expected = RA_PATTERN_RANDOM;

	if (!s->req.nr_pages)
		expected = RA_PATTERN_RANDOM;
	else if (!s->req.index)
		expected = RA_PATTERN_INITIAL0;
	else if (in_run)
		expected = RA_PATTERN_INITIAL;
	else if (s->req.nr_pages > largest(s))
		expected = RA_PATTERN_OVERSIZE;
	else if (is_next(s))
		expected = RA_PATTERN_INITIAL;
	else if (is_at_end(s) && !s->old.async_size)
		expected = RA_PATTERN_RANDOM;
	else if (s->fact > s->req.nr_pages)
		expected = RA_PATTERN_CONTEXT;
	return pattern == expected ? NULL : "the pattern is not that of the table";
}

/* The window as the formulas give it, in a file without an end. */
static struct ra_window formula_of_sync(const struct sample *s,
					enum ra_pattern pattern)
{
	if (pattern == RA_PATTERN_CONTEXT)
		return with_own_hit(context_window(s), s);
	if (pattern == RA_PATTERN_INITIAL && is_at_end(s))
		return with_own_hit(next_window(s), s);
	if (pattern == RA_PATTERN_OVERSIZE && !is_next(s))
		return part_window(s);
	return with_own_hit(first_window(s, false), s);
}

static const char *sync_is_missized(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);
	struct ra_window whole;

	if (d.pattern == RA_PATTERN_RANDOM)
		return NULL;
	whole = formula_of_sync(s, d.pattern);
	return is_cut_of(&d.window, &whole, pages_from(s, s->req.index)) ?
	       NULL : "the window is not that of the formulas";
}

/*
 * A request for the first page begins a run as long as nothing speaks against
 * it; a run at the end of its window and cached pages before it are proof.
 */
static bool is_sequential(const struct sample *s, const struct ra_decision *d)
{
	return is_next(s) || !s->req.index ||
	       d->pattern == RA_PATTERN_INITIAL ||
	       d->pattern == RA_PATTERN_CONTEXT;
}

static bool has_marker_inside(const struct sample *s,
			      const struct ra_decision *d)
{
	return d->window.async_size &&
	       d->window.size - d->window.async_size < s->req.nr_pages;
}

/* D2 */
static const char *sync_marks_random(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);

	return has_marker_inside(s, &d) && !is_sequential(s, &d) ?
	       "a request that is not known to be sequential has a marker inside" :
	       NULL;
}

/* The next part of a request that is read in parts, as the first one left it. */
static struct sample rest_of(const struct sample *s,
			     const struct ra_window *part)
{
	struct sample rest = *s;

	rest.req.index += part->size;
	rest.req.nr_pages -= part->size;
	rest.old = *part;
	/* All that was read, and as much before it. */
	rest.fact = rest.req.index;
	return rest;
}

/*
 * D2, part by part: what the parts of a request leave behind makes it no run, and
 * the last one ends where the request does.
 */
static const char *sync_marks_parts(const struct sample *s)
{
	struct ra_decision d = sync_decision(s);
	struct sample part = *s;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		if (d.pattern != RA_PATTERN_OVERSIZE || is_next(&part) ||
		    !d.window.size)
			return NULL;
		if (d.window.async_size || d.standalone)
			return "a part of a request is not remembered as one";
		part = rest_of(&part, &d.window);
		d = sync_decision(&part);
		/* The previous read may have ended just there. */
		if (is_next(&part))
			return NULL;
		if (d.pattern != RA_PATTERN_OVERSIZE &&
		    d.pattern != RA_PATTERN_RANDOM && !part.req.sequential)
			return "the rest of a request is taken for a run";
	}
	return NULL;
}

/*
 * A reader that comes from elsewhere to the end of a window, for no more than one
 * window: without a marker there, it wants the rest of a request.
 */
static const char *sync_mistakes_rest(const struct sample *s)
{
	struct sample rest = *s;

	rest.req.nr_pages = min_t(unsigned long, s->req.nr_pages,
				  s->limits.ra_pages);
	rest.req.prev_index = s->req.index + 1;
	rest.req.sequential = false;
	if (!rest.req.index || !rest.req.nr_pages)
		return NULL;
	rest.old = make_window(s->req.index - 1, 1, 0);
	if (sync_query(&rest).pattern != RA_PATTERN_RANDOM)
		return "the rest of a request is taken for more";
	rest.old.async_size = 1;
	if (sync_query(&rest).fact != RA_FACT_HISTORY)
		return "the end of a window with a marker is taken for a rest";
	rest.old = make_window(s->req.index, 1, 0);
	return sync_query(&rest).fact == RA_FACT_HISTORY ? NULL :
	       "the last page of a window is taken for a rest";
}

static const char *sync_heeds_unasked_fact(const struct sample *s)
{
	const struct ra_query query = sync_query(s);
	const struct ra_decision d = sync_decision(s);
	struct sample other = *s;
	unsigned int i;

	if (query.max_pages != largest(s))
		return "the query looks further or less far than a window";
	if (query.fact == RA_FACT_HISTORY)
		return NULL;
	if (query.fact != RA_FACT_NONE)
		return "the query asks for what no sync rule knows";
	for (i = 0; i < NR_OTHER_FACTS; i++) {
		struct ra_decision d2;

		other.fact = other_fact(s, i);
		d2 = sync_decision(&other);
		if (!same_decision(&d, &d2))
			return "the decision heeds a fact that was not asked for";
	}
	return NULL;
}

/* When history is asked for it decides between two rules, at one place. */
static const char *sync_wastes_fact(const struct sample *s)
{
	struct sample other = *s;

	if (!s->req.nr_pages || sync_query(s).fact != RA_FACT_HISTORY)
		return NULL;
	other.fact = s->req.nr_pages;
	if (sync_decision(&other).pattern != RA_PATTERN_RANDOM)
		return "a history as long as the request is taken for a run";
	if (s->req.nr_pages == ULONG_MAX)
		return NULL;
	other.fact = s->req.nr_pages + 1;
	if (sync_decision(&other).pattern != RA_PATTERN_CONTEXT)
		return "a history longer than the request is not taken for a run";
	return NULL;
}

/* More cached pages before a request are no reason to read less. */
static const char *sync_falls_with_history(const struct sample *s)
{
	const unsigned int size = sync_decision(s).window.size;
	struct sample other = *s;
	unsigned int i;

	for (i = 0; i < NR_OTHER_FACTS; i++) {
		other.fact = other_fact(s, i);
		if (other.fact >= s->fact &&
		    sync_decision(&other).window.size < size)
			return "a longer history makes the window smaller";
	}
	return NULL;
}

/* More wanted pages at the start of a file are no reason to read less. */
static const char *sync_falls_with_request(const struct sample *s)
{
	struct sample less = *s;
	struct sample more;

	less.req.index = 0;
	more = less;
	if (less.req.nr_pages < ULONG_MAX)
		more.req.nr_pages++;
	return sync_decision(&more).window.size <
	       sync_decision(&less).window.size ?
	       "a larger request makes the window smaller" : NULL;
}

/* D3: what belongs to async decisions is nothing to a sync one. */
static const char *sync_takes_async_branch(const struct sample *s)
{
	const struct ra_decision d = sync_decision(s);
	struct sample other = *s;
	struct ra_decision d2;

	/* That there is none is what the first part of a request leaves. */
	if (s->old.async_size && s->old.async_size != s->old.size)
		other.old.async_size = s->old.size - s->old.async_size;
	other.req.order = BITS_PER_LONG - 1 - s->req.order;
	d2 = sync_decision(&other);
	if (!same_decision(&d, &d2))
		return "the place of the marker makes a difference";
	return NULL;
}

/*
 * Properties of an async decision
 */

/* A window grew past the limit by a hint, or by what the file system left. */
static const char *async_exceeds_limits(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);

	if (d.window.size <= largest(s))
		return NULL;
	if (d.pattern != RA_PATTERN_SUBSEQUENT)
		return "the window is larger than the largest one";
	if (d.window.size > s->old.size)
		return "the window is larger than the largest one and the last";
	return NULL;
}

/* The pattern by the table: the marker's folio is the one that was touched. */
static const char *async_is_misnamed(const struct sample *s)
{
	const unsigned long marker = s->old.start + s->old.size -
				     s->old.async_size;
	const unsigned int order = s->req.order;
	const unsigned long folio = marker >> order << order;
	const enum ra_pattern expected = s->old.size && s->req.index == folio ?
					 RA_PATTERN_SUBSEQUENT :
					 RA_PATTERN_MARKER;

	return async_decision(s).pattern == expected ? NULL :
	       "the pattern is not that of the table";
}

/* Where it reads: behind the last window, or at a hole within the limit. */
static const char *async_reads_elsewhere(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);

	if (!d.window.size)
		return NULL;
	if (d.pattern == RA_PATTERN_SUBSEQUENT)
		return d.window.start >= s->old.start &&
		       d.window.start - s->old.start == s->old.size ? NULL :
		       "a subsequent window is not behind the last one";
	if (d.window.start != s->fact)
		return "the window does not begin at the hole";
	if (s->fact - s->req.index > largest(s))
		return "the hole is too far";
	return NULL;
}

/* A hole is in reach behind the request, up to the distance of the largest window. */
static const char *async_is_missized(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);
	const bool reached = d.pattern == RA_PATTERN_SUBSEQUENT ?
		s->old.size <= ULONG_MAX - s->old.start :
		s->fact > s->req.index &&
		s->fact - s->req.index <= largest(s);
	struct ra_window whole = { .start = s->req.index };

	if (reached && d.pattern == RA_PATTERN_SUBSEQUENT)
		whole = with_own_hit(next_window(s), s);
	else if (reached)
		whole = hole_window(s);
	return is_cut_of(&d.window, &whole, pages_from(s, whole.start)) ?
	       NULL : "the window is not that of the formulas";
}

/*
 * With a window that has its marker inside, and a hole behind the request, what
 * is read lies before the reader.
 */
static const char *async_looks_back(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);
	const bool sane = d.pattern == RA_PATTERN_SUBSEQUENT ?
			  s->old.async_size <= s->old.size :
			  s->fact > s->req.index;

	return sane && d.window.start < s->req.index ?
	       "the window begins behind the reader" : NULL;
}

static const char *async_heeds_unasked_fact(const struct sample *s)
{
	const struct ra_query query = async_query(s);
	const struct ra_decision d = async_decision(s);
	struct sample other = *s;
	unsigned int i;

	if (query.max_pages != largest(s))
		return "the query looks further or less far than a window";
	if (query.fact == RA_FACT_NEXT_HOLE)
		return d.pattern == RA_PATTERN_MARKER ? NULL :
		       "a hole is asked for in vain";
	if (query.fact != RA_FACT_NONE)
		return "the query asks for what no async rule knows";
	for (i = 0; i < NR_OTHER_FACTS; i++) {
		struct ra_decision d2;

		other.fact = other_fact(s, i);
		d2 = async_decision(&other);
		if (!same_decision(&d, &d2))
			return "the decision heeds a fact that was not asked for";
	}
	return NULL;
}

/* That there is no hole can be said in two ways. */
static const char *async_reads_without_hole(const struct sample *s)
{
	struct sample none = *s;

	if (async_query(s).fact != RA_FACT_NEXT_HOLE)
		return NULL;
	none.fact = 0;
	if (async_decision(&none).window.size)
		return "a window begins at a hole that is not there";
	if (ULONG_MAX - s->req.index <= largest(s))
		return NULL;
	none.fact = s->req.index + largest(s) + 1;
	return async_decision(&none).window.size ?
	       "a window begins at a hole that is not in reach" : NULL;
}

/* D3: where the previous read ended is nothing to an async decision. */
static const char *async_takes_sync_branch(const struct sample *s)
{
	const struct ra_decision d = async_decision(s);
	struct sample other = *s;
	struct ra_decision d2;

	other.req.prev_index = s->req.index + s->req.prev_index % 3;
	other.req.sequential = !s->req.sequential;
	d2 = async_decision(&other);
	return same_decision(&d, &d2) ? NULL :
	       "the previous read makes a difference";
}

/*
 * Properties of the others
 */

static const char *forced_loses_pages(const struct sample *s)
{
	const struct ra_decision d = fadvise_decision(s);
	const unsigned long wanted = min(s->req.nr_pages,
					 pages_from(s, s->req.index));

	if (d.window.start != s->req.index || d.pattern != RA_PATTERN_FADVISE)
		return "a forced read is not what was asked";
	if (d.window.size > explicit_cap_of(s))
		return "more is read than the limits allow";
	if (d.nr_cut && d.window.size < explicit_cap_of(s))
		return "the cut is not at the limit";
	if (d.nr_cut != wanted - d.window.size)
		return "pages of the file are neither read nor counted as cut";
	return NULL;
}

/*
 * A reader gets the same pages, but comes back for the rest: as long as there is
 * no limit for explicit requests alone.
 */
static const char *forced_differs(const struct sample *s)
{
	struct ra_decision d = forced_decision(s);
	struct sample same = *s;
	struct ra_decision fadvise;

	same.limits.explicit_pages = cap_of(s);
	fadvise = fadvise_decision(&same);

	d.pattern = RA_PATTERN_FADVISE;
	d.nr_cut = fadvise.nr_cut;
	return same_decision(&d, &fadvise) ? NULL :
	       "who asks makes a difference to what is read";
}

static const char *single_is_not_one(const struct sample *s)
{
	struct sample one = *s;
	struct ra_decision d = single_decision(s);
	struct ra_decision d2;

	one.req.nr_pages = 1;
	d2 = forced_decision(&one);
	return same_decision(&d, &d2) ? NULL :
	       "a single page is not read like a forced read of one";
}

static const char *around_misses_page(const struct sample *s)
{
	const unsigned int ra_pages = s->limits.ra_pages;
	const struct ra_decision d = around_decision(s);

	if (d.pattern != RA_PATTERN_AROUND)
		return "read-around is not one";
	if (d.window.size > ra_pages)
		return "the window is larger than the largest one";
	if (!ra_pages || !pages_from(s, s->req.index))
		return NULL;
	if (!holds_page(&d.window, s->req.index))
		return "the page of the fault is not in the window";
	if (s->req.index - d.window.start != min_t(unsigned long, ra_pages / 2,
						   s->req.index))
		return "the page of the fault is not in the middle";
	if (d.window.async_size > ra_pages / 4)
		return "the marker is more than a quarter before the end";
	return NULL;
}

/* A fault is for one page, so D2 leaves it no marker. */
static const char *around_marks_fault(const struct sample *s)
{
	const struct ra_window window = around_decision(s).window;
	const unsigned int place = window.size - window.async_size;

	return window.async_size && window.start + place == s->req.index ?
	       "the page of the fault has the marker" : NULL;
}

/* All of a huge page, and the next one, lie as the order says. */
static struct ra_window huge_window(const struct sample *s, bool single)
{
	const u64 nr_huge = 1ULL << s->folio_order;
	const unsigned long start = s->req.index - s->req.index % nr_huge;

	return single ? make_window(start, nr_huge, 0) :
			make_window(start, 2 * nr_huge, nr_huge);
}

static const char *huge_is_missized(const struct sample *s)
{
	unsigned int single;

	for (single = 0; single < 2; single++) {
		const struct ra_decision d = huge_decision_of(s, single);
		const struct ra_window whole = huge_window(s, single);

		if (d.pattern != RA_PATTERN_AROUND)
			return "a huge page is read by a rule of another kind";
		if (!is_cut_of(&d.window, &whole, pages_from(s, whole.start)))
			return "the window is not the huge page and the next one";
	}
	return NULL;
}

/* D1 and D2; no limit but the end of the file keeps a page from being read. */
static const char *huge_misses_page(const struct sample *s)
{
	const unsigned long index = s->req.index;
	unsigned int single;

	for (single = 0; single < 2; single++) {
		const struct ra_window window =
			huge_decision_of(s, single).window;
		const unsigned long marker = window.start + window.size -
					     window.async_size;

		if (pages_from(s, index) && !holds_page(&window, index))
			return "the page of the fault is not in the window";
		if (window.async_size && marker <= index)
			return "the marker is not behind the page of the fault";
		if (window.async_size && single)
			return "one huge page has a marker";
	}
	return NULL;
}

/* What is asked for with a hint is nothing to the limits of the device. */
static const char *huge_heeds_limits(const struct sample *s)
{
	const struct ra_decision d = huge_decision(s);
	struct sample other = *s;
	struct ra_decision d2;

	other.limits.ra_pages = ~s->limits.ra_pages;
	other.limits.io_pages = ~s->limits.io_pages;
	other.req.nr_pages = ~s->req.nr_pages;
	other.req.prev_index = s->req.index;
	d2 = huge_decision(&other);
	return same_decision(&d, &d2) ? NULL :
	       "a limit of the device makes a difference";
}

/*
 * Properties of what happens to a window when it is read
 */

/* A window as rules make them: in the file, and its marker in it. */
static struct ra_window window_in_file(const struct sample *s)
{
	const unsigned long left = pages_from(s, s->old.start);
	struct ra_window window = s->old;

	window.async_size = min(window.async_size, window.size);
	if (window.size >= left)
		window = make_window(window.start, left, 0);
	return window;
}

/* One of its pages. */
static unsigned long page_of(const struct sample *s,
			     const struct ra_window *window, unsigned int i)
{
	const unsigned long places[] = {
		s->req.index - window->start, s->nr_left, s->fact, 0,
		window->size - window->async_size, window->size - 1,
	};

	return window->start + places[i] % window->size;
}

#define NR_PLACES	6

/* The page of the marker; that of none is the first one behind the window. */
static unsigned long marker_of(const struct ra_window *window)
{
	return window->start + window->size - window->async_size;
}

static const char *left_at(const struct ra_window *window, unsigned long index)
{
	const unsigned long marker = marker_of(window);
	const struct ra_window left = ra_classic_left(*window, index);

	if (left.start > index || index - left.start != left.size)
		return "the window does not end where the file system stopped";
	if (left.size != min_t(unsigned long, window->size, index))
		return "the window loses its length";
	if (left.async_size > left.size)
		return "the marker is before the window";
	if (marker < index ? marker_of(&left) != marker : left.async_size)
		return "the marker does not stay where it was";
	return NULL;
}

static const char *left_is_wrong(const struct sample *s)
{
	const struct ra_window window = window_in_file(s);
	const char *violation = NULL;
	unsigned int i;

	for (i = 0; window.size && i < NR_PLACES && !violation; i++)
		violation = left_at(&window, page_of(s, &window, i));
	return violation;
}

/* Any window, and any page that it does not hold. */
static const char *left_changes_others(const struct sample *s)
{
	const unsigned long pages[] = {
		s->req.index, s->old.start - 1, s->old.start + s->old.size,
		s->fact, s->taken.start,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		const struct ra_window left = ra_classic_left(s->old, pages[i]);

		if (!holds_page(&s->old, pages[i]) &&
		    !same_window(&left, &s->old))
			return "a page outside the window changes it";
	}
	return NULL;
}

/* Pages that are left one after the other, from the last one on. */
static const char *left_is_not_joint(const struct sample *s)
{
	const struct ra_window window = window_in_file(s);
	unsigned long first, second;
	struct ra_window once, twice;

	if (!window.size)
		return NULL;
	first = page_of(s, &window, 0);
	second = page_of(s, &window, 1);
	once = ra_classic_left(window, min(first, second));
	twice = ra_classic_left(ra_classic_left(window, max(first, second)),
				min(first, second));
	return first == second || same_window(&once, &twice) ? NULL :
	       "pages that are left in two steps come to another window";
}

/* The pages in the way, in a file of any length; false if there are none. */
static bool is_taken(const struct ra_window *window,
		     const struct ra_window *taken)
{
	return window->size && taken->size &&
	       (holds_page(window, taken->start) ||
		holds_page(taken, window->start));
}

/* The first page behind those taken, in 64 bits or up to the last of all. */
static unsigned long end_of(const struct ra_window *window)
{
	return window->start + min_t(unsigned long, window->size,
				     ULONG_MAX - window->start);
}

/* What is between the pages taken and the end of the window, on both sides. */
static const char *beside_around(const struct ra_window *window,
				 const struct ra_window *taken,
				 unsigned long index,
				 const struct ra_window *rest)
{
	const unsigned long end = end_of(window);
	const bool before = index < taken->start;

	if (!holds_page(rest, index))
		return "the page is not in the part around it";
	if (rest->start != (before ? window->start : end_of(taken)) ||
	    end_of(rest) != (before ? taken->start : end))
		return "the part is not all that there is around the page";
	if (before && rest->async_size)
		return "a marker is before pages that others read";
	if (!before && rest->async_size != min(window->async_size, rest->size))
		return "the marker does not stay, nor come first";
	return NULL;
}

static const char *beside_behind(const struct sample *s,
				 const struct ra_window *window,
				 const struct ra_window *taken,
				 const struct ra_window *rest)
{
	const struct ra_window whole = make_window(end_of(taken), window->size,
						   window->async_size);

	return is_cut_of(rest, &whole, pages_from(s, whole.start)) ? NULL :
	       "the window behind the pages taken is not as large as before";
}

static const char *beside_at(const struct sample *s,
			     const struct ra_window *window,
			     const struct ra_window *taken, unsigned long index)
{
	const struct ra_window rest =
		ra_classic_beside(*window, &s->limits, taken, index);

	if (is_taken(&rest, taken))
		return "a page is read that others read";
	if (rest.size > pages_from(s, rest.start))
		return "the window reaches over the end of the file";
	if (rest.async_size > rest.size)
		return "the marker is before the window";
	return holds_page(taken, index) ?
	       beside_behind(s, window, taken, &rest) :
	       beside_around(window, taken, index, &rest);
}

static const char *beside_is_wrong(const struct sample *s)
{
	const struct ra_window window = window_in_file(s);
	const char *violation = NULL;
	unsigned int i;

	if (!is_taken(&window, &s->taken))
		return NULL;
	for (i = 0; i < NR_PLACES && !violation; i++)
		violation = beside_at(s, &window, &s->taken,
				      page_of(s, &window, i));
	return violation;
}

/* Any page of a window may be the only one taken, also the first and the last. */
static const char *beside_one_is_wrong(const struct sample *s)
{
	const struct ra_window window = window_in_file(s);
	const char *violation = NULL;
	unsigned int i;

	if (!window.size)
		return NULL;
	for (i = 0; i < NR_PLACES && !violation; i++) {
		const struct ra_window taken =
			make_window(page_of(s, &window, i), 1, 0);

		violation = beside_at(s, &window, &taken,
				      page_of(s, &window, 1));
	}
	return violation;
}

static const struct property classic_properties[] = {
	{ "any: a window has an end and a marker inside, or none",
	  any_is_malformed },
	{ "any: the window ends where the file does", any_leaves_file },
	{ "any: reads something or says why", any_idles_silently },
	{ "any: pages read as asked are standalone, without a marker (D2)",
	  any_is_wrongly_standalone },
	{ "any: the end of the file cuts, and leaves no marker there",
	  any_heeds_file_end },
	{ "any: only an explicit request heeds its limit", any_heeds_explicit },
	{ "sync: the missed page is in the window (D1)", sync_misses_page },
	{ "sync: the window keeps to the limits", sync_exceeds_limits },
	{ "sync: the request is read as far as the limits allow",
	  sync_reads_too_little },
	{ "sync: a random request is read as asked",
	  sync_reads_beside_random },
	{ "sync: the pattern is that of the table", sync_is_misnamed },
	{ "sync: the window is that of the formulas", sync_is_missized },
	{ "sync: no marker in a request not known to be sequential (D2)",
	  sync_marks_random },
	{ "sync: no run is made of the parts of one request (D2)",
	  sync_marks_parts },
	{ "sync: without a marker the end of a window is no run (D2)",
	  sync_mistakes_rest },
	{ "sync: at most one fact, and none unasked", sync_heeds_unasked_fact },
	{ "sync: a fact asked for decides", sync_wastes_fact },
	{ "sync: the window does not fall with the history",
	  sync_falls_with_history },
	{ "sync: the window does not fall with the request",
	  sync_falls_with_request },
	{ "sync: no async branch (D3)", sync_takes_async_branch },
	{ "async: the window keeps to the limits", async_exceeds_limits },
	{ "async: the pattern is that of the table", async_is_misnamed },
	{ "async: the window is that of the formulas", async_is_missized },
	{ "async: reads behind the window or at the hole",
	  async_reads_elsewhere },
	{ "async: reads ahead of the reader", async_looks_back },
	{ "async: at most one fact, and none unasked",
	  async_heeds_unasked_fact },
	{ "async: without a hole nothing is read", async_reads_without_hole },
	{ "async: no sync branch (D3)", async_takes_sync_branch },
	{ "forced: every page of the file is read or counted as cut",
	  forced_loses_pages },
	{ "forced: who asks does not change what is read", forced_differs },
	{ "single: one page, like a forced read of it", single_is_not_one },
	{ "around: the page of the fault is in the window",
	  around_misses_page },
	{ "around: the page of the fault has no marker (D2)",
	  around_marks_fault },
	{ "huge: the huge page and the next one", huge_is_missized },
	{ "huge: the page of the fault is in the window, before the marker",
	  huge_misses_page },
	{ "huge: no limit of the device counts", huge_heeds_limits },
	{ "left: the window ends where the file system stopped", left_is_wrong },
	{ "left: other pages change nothing", left_changes_others },
	{ "left: in two steps as in one", left_is_not_joint },
	{ "beside: no page twice, and none left out", beside_is_wrong },
	{ "beside: the same with one page taken", beside_one_is_wrong },
};

#endif /* _TESTS_UNIT_POLICY_PROPERTY_H */
