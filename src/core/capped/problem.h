/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.h - the problems of the capped family, and the checker of their solutions.
 *
 * A capped tiling covers a width x height rectangle with squares and uses no size more than `cap`
 * times. In an n x n square, n > 1, all squares are smaller than n. The least cap of n x n is h(n),
 * OEIS A036444; the fewest squares are A018835; a tiling with cap 1 is a perfect squared square or
 * rectangle.
 *
 * Used by the engine, the puzzle layer and the tests. */
#pragma once

#include "core/base/tiling.h"
#include "core/run/solution.h"

enum {
  TW_CAPPED_NO_CAP = 0,
  TW_CAPPED_MAX_SIDE = TW_BOARD_MAX_SIDE,
  TW_CAPPED_MAX_CAP = TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE,
};

typedef enum {
  TW_CAPPED_ANY,       /* find a tiling within the cap, or prove that there is none */
  TW_CAPPED_LEAST_CAP, /* find the least cap for which there is a tiling (at most `cap`) */
  TW_CAPPED_FEWEST,    /* find the fewest squares within the cap */
  TW_CAPPED_ALL,       /* find every tiling within the cap, up to symmetry */
  TW_CAPPED_QUILT,     /* find the fewest squares, of a square without a cap, whose sides have no
                        * common divisor (Mrs. Perkins's quilt) */
  TW_N_CAPPED_GOALS,
} TwCappedGoal;

typedef struct {
  int width; /* in cells */
  int height;
  int cap; /* maximum number of squares of one size; TW_CAPPED_NO_CAP: no limit */
  TwCappedGoal goal;
} TwCappedProblem;

/* The name of a goal: "any", "least-cap", "fewest", "all", "quilt". */
const char *tw_capped_goal_name (TwCappedGoal goal);
/* Returns false when there is no goal of this name. */
bool tw_capped_goal_find (const char *name, TwCappedGoal *goal);

/* Returns false when the problem is out of range: `error` (of `size` bytes, untranslated) then says
 * which value is wrong and what is allowed. */
bool tw_capped_problem_check (const TwCappedProblem *problem, char *error, size_t size);

/* Returns the side of the largest square that may be placed. */
int tw_capped_max_size (const TwCappedProblem *problem);
/* Returns the maximum number of squares of one size: the cap, or the number of cells. */
int tw_capped_limit (const TwCappedProblem *problem);

/* Returns the number of squares of the most frequent size; 0 when there are no squares. */
int tw_capped_multiplicity (const TwTiling *tiling);

/* Checks a solution from scratch: each cell is covered exactly once (tw_tiling_check ()), no square
 * is as large as a square board, no size exceeds the cap, the sides of a quilt are coprime. `error` says what is wrong. */
TwJudgement tw_capped_judge (const TwCappedProblem *problem, const TwTiling *tiling, char *error,
                             size_t size);
/* Returns a solution of the problem for tw_run_judge (). */
TwSolution tw_capped_solution (const TwCappedProblem *problem, const TwTiling *tiling);
/* Returns whether the squares cover the rectangle exactly once: none reaches out, no two overlap,
 * and their area is that of the rectangle. For few squares and sides of any length. */
bool tw_capped_covers (int width, int height, const TwTiling *tiling);
/* Returns whether the judgement is TW_SOLUTION_RIGHT. */
bool tw_capped_check (const TwCappedProblem *problem, const TwTiling *tiling, char *error,
                      size_t size);
