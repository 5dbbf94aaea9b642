/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact.h - the exact column sweep for boards of at most 15 rows.
 *
 * For each column the sweep keeps the cheapest partial tiling of every boundary shape (shapes.h). A
 * profile is packed into one word, four bits a row. The rank of its shape among the shapes of that
 * height indexes a flat table, so equal profiles merge without hashing. The engine "optimal" uses
 * it, and so does the improvement step on stripes of large boards. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"

enum {
  TW_EXACT_MAX_HEIGHT = 15,
};

/* Tables that one thread reuses for many boards; charged to the run. */
typedef struct TwExact TwExact;

TwExact *tw_exact_new (TwRun *run);
void tw_exact_free (TwExact *exact);

/* Reports columns and front of later calls on this progress bar of the run, as a sweep of the board
 * after `transform`. */
void tw_exact_show (TwExact *exact, int bar, int transform);

/* Appends a minimum tiling of `board` (at most 15 rows) to `tiling` if it has fewer than `limit`
 * squares (SIZE_MAX: no limit); otherwise returns TW_END_NONE. TW_END_STOPPED also means that memory
 * is short, which the run records. */
TwEnd tw_exact_cover (TwExact *exact, const TwBoard *board, size_t limit, TwTiling *tiling);

/* Returns the number of states kept after a column, 0 .. width - 1, of the last covered board. */
size_t tw_exact_states (const TwExact *exact, int column);
/* Returns the number of derived tilings, summed over all columns. */
uint64_t tw_exact_derived (const TwExact *exact);
