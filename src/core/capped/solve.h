/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solve.h - the engine of the capped family: decides a cap, finds the least cap,
 * the fewest squares, or all tilings.
 *
 * Called on a worker thread by the puzzle layer; starts workers of its own and
 * has joined them when it returns. Known values: OEIS A036444 (least cap of an
 * n x n square), A018835 (fewest smaller squares).
 */
#ifndef TW_CORE_CAPPED_SOLVE_H
#define TW_CORE_CAPPED_SOLVE_H

#include "core/capped/task.h"
#include "core/options.h"
#include "core/run.h"

/* What was found. Zero-initialise, set list_most, and clear with
 * tw_capped_answer_clear (). */
typedef struct {
  size_t list_most; /* in: keep at most so many tilings of the goal "all" */

  TwTiling best;      /* empty: none */
  int multiplicity;   /* of `best`: how often its most frequent size occurs */
  int cap_bound;      /* proved: no tiling has a smaller cap; 0: nothing is proved */
  int64_t most_bound; /* proved: no tiling within the cap has fewer squares */
  uint64_t count;     /* goal "all": tilings up to symmetry */
  bool complete;      /* goal "all": these are all */
  TwTiling *list;     /* goal "all": the first of them, by squares in row-major order */
  size_t listed;
} TwCappedAnswer;

void tw_capped_answer_clear (TwCappedAnswer *answer);

/* The task must pass tw_capped_task_check (). Every tiling has passed
 * tw_capped_check () before it reaches the answer or the run.
 * OPTIMAL: least cap or fewest squares, proved, or all tilings listed;
 * FEASIBLE: a tiling within the cap; INFEASIBLE: proved that there is none;
 * else what stopped the run. */
TwStatus tw_capped_solve (const TwCappedTask *task, const TwOptions *options, TwRun *run,
                          TwCappedAnswer *answer);

#endif
