/* SPDX-License-Identifier: GPL-3.0-or-later */
/* squares.h - puzzles that are a board to be covered with the fewest squares, and the numbers of
 * their tilings by squares and by rectangles.
 *
 * Counting blocks: for workers and the command line. Any thread.
 */
#pragma once

#include "core/options.h"
#include "core/run/run.h"
#include "core/squares/count/count.h"
#include "puzzle/puzzle.h"
#include "puzzle/result.h"

/* Takes ownership of `board`, which is the whole puzzle; `id` may be NULL. */
TwPuzzle *tw_squares_puzzle_new (const char *id, TwBoard *board);

typedef enum {
  TW_SQUARE_COUNT_ALL,
  TW_SQUARE_COUNT_DISTINCT,   /* up to symmetry; the board must be an empty rectangle */
  TW_SQUARE_COUNT_FEWEST,     /* those with the fewest squares */
  TW_SQUARE_COUNT_BY_SIZE,    /* those of each number of squares */
  TW_SQUARE_COUNT_BY_SIDE,    /* all, and the squares of each side in them */
  TW_SQUARE_COUNT_RECTANGLES, /* all tilings by rectangles */
} TwSquareCountGoal;

typedef struct {
  TwStatus status; /* OPTIMAL: counted; otherwise the reason why not */
  char *digits;    /* the number in decimal digits; NULL: not counted */
  gint64 squares;  /* of each counted tiling; -1: any number */
  /* BY_SIZE: the number for each number of squares from 0 on. BY_SIDE: the number of squares of each
   * side from 0 on. Otherwise NULL. */
  char **by_size;
  double seconds;
} TwSquareCount;

/* Returns a run for tw_square_count (), to cancel it and to show its progress; NULL when memory is
 * short. */
TwRun *tw_square_count_run_new (const TwOptions *options, TwSquareCountGoal goal);
/* Counts tilings of a puzzle of kind squares. For the fewest squares it first proves the optimum.
 * Each step has the time limit of the options. `state` may be NULL; otherwise all tilings of an empty
 * board are counted, and the count continues from that state. */
void tw_square_count (TwPuzzle *puzzle, const TwOptions *options, TwSquareCountGoal goal,
                      TwRun *run, TwSquareCountState *state, TwSquareCount *count);
void tw_square_count_clear (TwSquareCount *count);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TwSquareCount, tw_square_count_clear)

/* A state as text, with the size of the board and the time used so far; the caller frees it. */
char *tw_square_count_write_state (const TwBoard *board, const TwSquareCountState *state,
                                   double seconds);
/* Sets `state` and `seconds`. Returns FALSE and sets `error` when the text is damaged or belongs to
 * another board. */
gboolean tw_square_count_read_state (const char *text, const TwBoard *board,
                                     TwSquareCountState *state, double *seconds, GError **error);

enum {
  TW_SQUARE_OPTIMA = 100, /* the largest number of optimal solutions that are listed */
};

/* Returns the decimal digits of the number of solutions with as few squares as this one, which is
 * proved optimal; NULL when that takes longer than the options or `parent`, which may be NULL, allow.
 * The caller frees them with g_free (). *list receives different ones of these solutions, of which
 * `optimum` is the first, all others if there is time; it is NULL when they are not counted. `list`
 * may be NULL. */
char *tw_square_count_optima (TwResult *optimum, const TwOptions *options, TwRun *parent,
                              GPtrArray **list);
/* Draws one of all tilings of a puzzle of kind squares, each with the same probability, with the
 * seed of the options. Blocking like the above. */
TwResult *tw_square_draw (TwPuzzle *puzzle, const TwOptions *options, TwRun *run);
