/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strip.h - the inner search of bigboard.c: fills a rectangle of a few rows and any length with
 * given numbers of tetrominoes.
 *
 * Each step fills the first free cell in column-major order. All cells that a figure can reach
 * from there lie within a window of 3 x height + 1 cells, which fits 128 bits. The covered cells
 * of the window and the remaining figures are the whole state. Failed states are therefore
 * remembered exactly, and a search without a limit is a proof.
 *
 * A strip belongs to one thread.
 */
#pragma once

#include "core/pieces/tetromino.h"
#include "core/run/run.h"

enum {
  TW_STRIP_MAX_HEIGHT = 40,
};

typedef struct TwStrip TwStrip;

/* Called at intervals with the partial tiling of the strip; returning false ends the search with
 * TW_END_STOPPED. */
typedef bool (*TwStripWatch) (const TwStrip *strip, void *data);

/* `remember` is the largest number of failed states to keep; 0: none. Returns NULL when memory
 * runs out. `run` must outlive the strip. */
TwStrip *tw_strip_new (TwRun *run, int length, int height, size_t remember);
void tw_strip_free (TwStrip *strip);

/* Seeds the random choices of the next search. */
void tw_strip_seed (TwStrip *strip, uint64_t seed);
void tw_strip_set_watch (TwStrip *strip, TwStripWatch watch, void *data);

/* Fills the rectangle with exactly `counts`, or, when they exceed the area, with some of them.
 * Tries at most `limit` figures (0: no limit). TW_END_NONE is a proof; the poll or the watch stops
 * the search. Failed states are kept for the next call, so a strip that remembers must always be
 * called with the same `counts`. */
TwEnd tw_strip_search (TwStrip *strip, const int64_t counts[TW_N_TETROMINO_LETTERS], uint64_t limit,
                       TwPoll *poll);

/* Lists the figures placed so far, or all of them after FOUND, in the order of placement. `to` has
 * room for length x height / 4 figures. */
size_t tw_strip_placements (const TwStrip *strip, TwTetromino *to);
