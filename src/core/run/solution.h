/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution.h - a solution as the engines of all families hand it over, with the checker of its
 * family, which judges it before it is kept or shown. Plain data; any thread may judge. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  TW_SOLUTION_RIGHT,
  TW_SOLUTION_WRONG,    /* a fault of the engine */
  TW_SOLUTION_UNJUDGED, /* memory was short */
} TwJudgement;

typedef struct TwSolution TwSolution;
struct TwSolution {
  const void *problem;    /* the problem to be solved, of the family's type */
  const void *placements; /* of the family's type */
  size_t count;           /* of placements */
  int64_t cost;           /* the less the better; 0: all solutions are equally good */
  TwJudgement (*judge) (const TwSolution *solution);
};

/* How a run keeps its best solution. */
typedef struct {
  /* Returns a copy of what the solution consists of; NULL when memory is short. */
  void *(*copy) (const TwSolution *solution);
  void (*free_copy) (void *copy);
} TwSolutionKeeper;

/* Judges a solution and counts a wrong one in *refused. */
static inline TwJudgement
tw_solution_judge (const TwSolution *solution, _Atomic unsigned *refused)
{
  TwJudgement judgement = solution->judge (solution);

  if (judgement == TW_SOLUTION_WRONG)
    atomic_fetch_add (refused, 1);
  return judgement;
}
