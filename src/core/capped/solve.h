/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.h - the engine of the capped family: decides whether a cap is possible, finds the least
 * cap, the fewest squares, or all tilings.
 *
 * The puzzle layer calls it on a worker thread. It starts its own workers and joins them before it
 * returns. Known values: OEIS A036444 (least cap of an n x n square), A018835 (fewest smaller
 * squares), A005670 (quilts). */
#pragma once

#include "core/capped/problem.h"
#include "core/options.h"
#include "core/run/run.h"

/* The result. The caller zero-initialises it, sets list_most, and clears it with
 * tw_capped_result_clear (). The puzzle layer relies on `best` being the first member. */
typedef struct {
  TwTiling best;      /* the best tiling; empty: none */
  size_t list_most;   /* input: maximum number of tilings to store for the goal "all" */
  int multiplicity;   /* number of squares of the most frequent size in `best` */
  int cap_bound;      /* proved: no tiling has a smaller cap; 0: nothing is proved */
  int64_t most_bound; /* proved: no tiling within the cap has fewer squares */
  uint64_t count;     /* goal "all": number of tilings found, up to symmetry */
  bool complete;      /* goal "all": no further tilings exist */
  TwTiling *list;     /* goal "all": the stored tilings, in a fixed order that does not depend on
                       * the threads */
  size_t listed;
} TwCappedResult;

void tw_capped_result_clear (TwCappedResult *result);

/* Sorts the list: the order does not depend on the threads. */
void tw_capped_result_sort (TwCappedResult *result);

/* The problem must pass tw_capped_problem_check (). Every tiling passes tw_capped_check () before it is
 * stored in `result` or offered to the run. Returns OPTIMAL when the least cap or the fewest
 * squares are proved, or all tilings are listed; FEASIBLE when a tiling within the cap is found;
 * INFEASIBLE when it is proved that there is none; otherwise the status of the stopped run. */
TwStatus tw_capped_solve (const TwCappedProblem *problem, const TwOptions *options, TwRun *run,
                          TwCappedResult *result);

/* The same for a part of the search, on any machine. The tree of all tilings within the cap is
 * divided into the subtrees below the first `depth` squares, which lie in the first row; parts are
 * numbered from 0 in the order of the search. The goal is "any" or "all". */
typedef struct {
  int depth; /* from 1 on */
  uint64_t first, end;
} TwCappedPart;

/* Returns the number of parts; 0 when there are more than `most`, or memory is short. */
uint64_t tw_capped_count_parts (const TwCappedProblem *problem, int depth, uint64_t most,
                                TwRun *run);
/* Walks the subtrees from part->first up to, but excluding, part->end; all if `part` is NULL.
 * INFEASIBLE, or OPTIMAL with the goal "all", is said of these subtrees only. */
TwStatus tw_capped_solve_part (const TwCappedProblem *problem, const TwCappedPart *part,
                               const TwOptions *options, TwRun *run, TwCappedResult *result);
