/* SPDX-License-Identifier: GPL-3.0-or-later */
/* task.h - what is asked of the capped family, and the judge of its answers.
 *
 * A capped tiling covers a width x height rectangle with squares, no size used
 * more than `cap` times. Of an n x n square, n > 1, the squares are smaller
 * than n. The least cap of n x n is h(n), OEIS A036444; the fewest squares are
 * A018835; cap 1 is a perfect squared square or rectangle.
 *
 * Used by the engine, the puzzle layer and the tests.
 */
#ifndef TW_CORE_CAPPED_TASK_H
#define TW_CORE_CAPPED_TASK_H

#include "core/tiling.h"

enum {
  TW_CAPPED_NO_CAP = 0,
  TW_CAPPED_MAX_SIDE = TW_BOARD_MAX_SIDE,
  TW_CAPPED_MAX_CAP = TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE,
};

typedef enum {
  TW_CAPPED_ANY,       /* one tiling within the cap, or that there is none */
  TW_CAPPED_LEAST_CAP, /* the least cap that has a tiling (and is within `cap`) */
  TW_CAPPED_FEWEST,    /* the fewest squares within the cap */
  TW_CAPPED_ALL,       /* every tiling within the cap, up to symmetry */
  TW_N_CAPPED_GOALS,
} TwCappedGoal;

typedef struct {
  int width; /* in cells */
  int height;
  int cap; /* at most so many squares of a size; TW_CAPPED_NO_CAP: any number */
  TwCappedGoal goal;
} TwCappedTask;

/* "any", "least-cap", "fewest", "all". */
const char *tw_capped_goal_name (TwCappedGoal goal);
bool tw_capped_goal_find (const char *name, TwCappedGoal *goal);

/* False when the task is out of range: `error` (of `size` bytes, untranslated)
 * then says which value is wrong and what is allowed. */
bool tw_capped_task_check (const TwCappedTask *task, char *error, size_t size);

/* The largest square that may be placed. */
int tw_capped_max_size (const TwCappedTask *task);
/* Squares allowed of one size: the cap, or as many as there are cells. */
int tw_capped_limit (const TwCappedTask *task);

/* How often the most frequent size occurs; 0 when there are no squares. */
int tw_capped_multiplicity (const TwTiling *tiling);

typedef enum {
  TW_CAPPED_RIGHT,
  TW_CAPPED_WRONG,
  TW_CAPPED_UNJUDGED, /* memory is short */
} TwCappedVerdict;

/* Judges an answer from scratch: covered exactly once (tw_tiling_check ()), no
 * square as large as a square board, no size more often than the cap. `error`
 * says what is wrong. */
TwCappedVerdict tw_capped_judge (const TwCappedTask *task, const TwTiling *tiling, char *error,
                                 size_t size);
/* Whether it was judged and is right. */
bool tw_capped_check (const TwCappedTask *task, const TwTiling *tiling, char *error, size_t size);

#endif
