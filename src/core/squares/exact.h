/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact.h - the exact column sweep for boards of at most 15 rows.
 *
 * Column by column, the cheapest partial tiling of every boundary shape is
 * kept (shapes.h). A profile is packed four bits a row into one word; its
 * number among the shapes of its height indexes a flat table, so merging equal
 * profiles needs no hashing. Used by the "optimal" engine and, on stripes of
 * large boards, by the improvement step.
 */
#ifndef TW_CORE_SQUARES_EXACT_H
#define TW_CORE_SQUARES_EXACT_H

#include "core/board.h"
#include "core/run.h"

enum {
  TW_EXACT_MAX_HEIGHT = 15,
};

/* Tables that one thread uses for many boards; charged to the run. */
typedef struct TwExact TwExact;

TwExact *tw_exact_new (TwRun *run);
void tw_exact_free (TwExact *exact);

typedef enum {
  TW_EXACT_SOLVED,    /* `tiling` holds a minimum tiling */
  TW_EXACT_NO_BETTER, /* proved: none has fewer than `limit` squares */
  TW_EXACT_STOPPED,   /* the run stopped, or memory is short (the run is then told) */
} TwExactResult;

/* Shows columns and front of what follows on this lane of the run, as a sweep
 * of the board after `transform`. */
void tw_exact_show (TwExact *exact, int lane, int transform);

/* Appends a minimum tiling of `board` (at most 15 rows) to `tiling` if it has
 * fewer than `limit` squares; SIZE_MAX: no limit. */
TwExactResult tw_exact_cover (TwExact *exact, const TwBoard *board, size_t limit, TwTiling *tiling);

/* States kept after a column, 0 .. width - 1, of the board covered last. */
size_t tw_exact_states (const TwExact *exact, int column);
/* Derived tilings looked at, over all columns. */
uint64_t tw_exact_derived (const TwExact *exact);

#endif
