/* SPDX-License-Identifier: GPL-2.0 */
/* Plays a stream to the base and to the model, and compares the two. */
#ifndef _TESTS_PLAY_H
#define _TESTS_PLAY_H

#include "stream.h"
#include "world.h"

/**
 * enum trait - what makes a request worth counting, besides its pattern
 * @TRAIT_UNDEFINED: the base is not defined
 * @TRAIT_NOTHING: it does nothing, and no rule is asked
 * @TRAIT_FORCED: a sync request is forced, for the hint or while readahead is off
 * @TRAIT_NO_HOLE: the marker rule finds nothing to read
 * @TRAIT_BEHIND: the window, or what is read as asked, is not within the file
 * @TRAIT_LARGE: the window was filled with large folios
 * @TRAIT_FELL_BACK: and then with single pages
 * @TRAIT_GROWN: a window behind the file grew
 * @TRAIT_LEFT: the file system left folios
 * @TRAIT_SHRUNK: so many that the remembered size fell below zero
 * @TRAIT_REFUSED: the page cache refused a folio
 * @TRAIT_NO_MEMORY: there was no memory for a folio
 * @TRAIT_MARKED: a marker was set
 * @TRAIT_SEARCHED: the page cache was searched
 * @TRAIT_COUNT: number of them
 */
enum trait {
	TRAIT_UNDEFINED,
	TRAIT_NOTHING,
	TRAIT_FORCED,
	TRAIT_NO_HOLE,
	TRAIT_BEHIND,
	TRAIT_LARGE,
	TRAIT_FELL_BACK,
	TRAIT_GROWN,
	TRAIT_LEFT,
	TRAIT_SHRUNK,
	TRAIT_REFUSED,
	TRAIT_NO_MEMORY,
	TRAIT_MARKED,
	TRAIT_SEARCHED,
	TRAIT_COUNT
};

/**
 * struct counts - requests that were compared
 * @requests: all
 * @patterns: by the call and the pattern that was decided
 * @traits: by trait; a request may have several
 */
struct counts {
	unsigned long long requests;
	unsigned long long patterns[REQUEST_COUNT][RA_PATTERN_COUNT];
	unsigned long long traits[TRAIT_COUNT];
};

bool play_stream(const struct stream *stream, struct counts *counts, FILE *why);

#endif /* _TESTS_PLAY_H */
