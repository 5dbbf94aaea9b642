/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip.h - the inner search of bigboard.c: fill a rectangle of a few rows and
 * any length with tetrominoes in given numbers.
 *
 * The first free cell in column-major order is filled again and again; all
 * that a figure can touch from there lies within a window of 3 x height + 1
 * cells, which fits 128 bits. What the free cells look like and which
 * figures are left is the whole state, so states that failed are remembered
 * exactly, and a search without a limit is a proof.
 *
 * A strip belongs to one thread.
 */
#ifndef TW_CORE_PIECES_STRIP_H
#define TW_CORE_PIECES_STRIP_H

#include "core/pieces/tetromino.h"
#include "core/run.h"

enum {
  TW_STRIP_MAX_HEIGHT = 40,
};

typedef struct TwStrip TwStrip;

typedef enum {
  TW_STRIP_FOUND,
  TW_STRIP_NONE,      /* proved: these figures do not fill this rectangle */
  TW_STRIP_LIMIT,     /* gave up at the limit */
  TW_STRIP_STOPPED,   /* the poll or the watch said so */
  TW_STRIP_NO_MEMORY, /* for callers */
} TwStripEnd;

/* Called now and then with the strip as it is filled at the moment; false ends the
 * search as if it was stopped. */
typedef bool (*TwStripWatch) (const TwStrip *strip, void *data);

/* `remember`: how many failed states may be kept, 0: none. NULL when memory is short. `run` must outlive the strip. */
TwStrip *tw_strip_new (TwRun *run, int length, int height, size_t remember);
void tw_strip_free (TwStrip *strip);

/* Makes the random choices follow `seed` from here on. */
void tw_strip_seed (TwStrip *strip, uint64_t seed);
void tw_strip_set_watch (TwStrip *strip, TwStripWatch watch, void *data);

/* Fills the rectangle with exactly `counts`, or, when these are more than
 * needed, with some of them. At most `limit` figures are tried (0: no limit).
 * What failed once is kept for the next call, so `counts` of a strip that
 * remembers must always be the same. */
TwStripEnd tw_strip_search (TwStrip *strip, const int64_t counts[TW_N_FIGURES], uint64_t limit,
                            TwPoll *poll);

/* The figures placed so far, or all of them when FOUND was returned, in the
 * order in which they were placed. `to` has room for length x height / 4. */
size_t tw_strip_placements (const TwStrip *strip, TwTetromino *to);

#endif
