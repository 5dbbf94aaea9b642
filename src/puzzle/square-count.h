/* SPDX-License-Identifier: GPL-3.0-or-later */
/* square-count.h - how many tilings by squares a board has, as text and for JSON.
 *
 * Blocking: for workers and the command line. Any thread.
 */
#ifndef TW_PUZZLE_SQUARE_COUNT_H
#define TW_PUZZLE_SQUARE_COUNT_H

#include "core/options.h"
#include "core/run.h"
#include "puzzle/puzzle.h"

G_BEGIN_DECLS

typedef struct {
  TwStatus status; /* OPTIMAL: counted; otherwise why not */
  char *digits;    /* the number in decimal digits; NULL: not counted */
  gint64 squares;  /* of each tiling counted; -1: any number */
  double seconds;
} TwSquareCount;

/* Counts all tilings of a puzzle of kind squares, or, when `fewest`, those with the fewest squares; then the
 * optimum is proved first. Each step has the options' time. */
void tw_square_count (TwPuzzle *puzzle, const TwOptions *options, gboolean fewest,
                      TwSquareCount *count);
void tw_square_count_clear (TwSquareCount *count);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwSquareCount, tw_square_count_clear)

G_END_DECLS

#endif
