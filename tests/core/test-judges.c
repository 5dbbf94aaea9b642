/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-judges.c - solutions that the checker rejects, or cannot check for lack of memory: only
 * stored solutions are claimed, and only a rejection is an error of the engine. */
#include <stdatomic.h>

#include "core/squares/engines/engine.h"
#include "random-board.h"

/* The checkers are compiled into this program so that their memory requests can fail: from request
 * number `failing` on, counted from 1; 0: none. */
static atomic_int failing, requests;
/* From this number on, the squares checker rejects. 0: never. */
static atomic_int refusing, verdicts;

static bool
is_due (atomic_int *count, atomic_int *first)
{
  int n = atomic_fetch_add (count, 1) + 1, from = atomic_load (first);

  return from > 0 && n >= from;
}

static void *
judge_calloc (size_t count, size_t size)
{
  return is_due (&requests, &failing) ? NULL : calloc (count, size);
}

#define calloc(count, size) judge_calloc (count, size)
#include "core/base/tiling.c"
#undef calloc

static bool
judge_for_capped (const TwBoard *board, const TwTiling *tiling, TwFault *fault)
{
  if (is_due (&verdicts, &refusing)) {
    *fault = (TwFault){ .kind = TW_FAULT_OVERLAP };
    return false;
  }
  return tw_tiling_check (board, tiling, fault);
}

#define tw_tiling_check(board, tiling, fault) judge_for_capped (board, tiling, fault)
#include "core/capped/problem.c"
#undef tw_tiling_check

static void
begin (int first_failing, int first_refusing)
{
  atomic_store (&requests, 0);
  atomic_store (&verdicts, 0);
  atomic_store (&failing, first_failing);
  atomic_store (&refusing, first_refusing);
}

static TwStatus
solve_capped (const TwCappedProblem *task, TwCappedResult *answer, TwRun *run)
{
  TwOptions options = options_with_threads (1);

  return tw_capped_solve (task, &options, run, answer);
}

/* The solution satisfies what the status claims. */
static void
check_claim (const TwCappedProblem *task, TwStatus status, const TwCappedResult *answer)
{
  char error[128];

  CHECK (status != TW_STATUS_INFEASIBLE);
  CHECK ((answer->best.count > 0) == (status == TW_STATUS_OPTIMAL || status == TW_STATUS_FEASIBLE));
  begin (0, 0);
  if (answer->best.count > 0) {
    CHECK (tw_capped_check (task, &answer->best, error, sizeof error));
    CHECK_INT (answer->multiplicity, tw_capped_multiplicity (&answer->best));
  }
  if (status == TW_STATUS_OPTIMAL && task->goal == TW_CAPPED_FEWEST)
    CHECK_INT (answer->best.count, 9);
  if (status == TW_STATUS_OPTIMAL && task->goal == TW_CAPPED_LEAST_CAP)
    CHECK_INT (answer->multiplicity, 3);
}

static void
test_capped (bool refuse)
{
  AUTO_CAPPED_RESULT answer = { .list_most = 3 };

  for (int goal = 0; goal < TW_N_CAPPED_GOALS; goal++) {
    const TwCappedProblem task = { 7, 7, goal == TW_CAPPED_ALL ? 4 : 0, (TwCappedGoal) goal };
    atomic_int *count = refuse ? &verdicts : &requests;
    uint64_t found;
    int all;
    AUTO_RUN *whole = tw_run_new (&(TwLimits){ 0 });

    begin (0, 0);
    CHECK (solve_capped (&task, &answer, whole) <= TW_STATUS_FEASIBLE);
    all = atomic_load (count);
    found = answer.count;
    CHECK (all > 0);
    for (int n = 1; n <= all; n++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      TwStatus status;

      begin (refuse ? 0 : n, refuse ? n : 0);
      status = solve_capped (&task, &answer, run);
      if (status == TW_STATUS_OPTIMAL)
        CHECK_INT (answer.count, found);
      if (answer.best.count == 0)
        CHECK_INT (status, refuse ? TW_STATUS_TIMEOUT : TW_STATUS_OUT_OF_MEMORY);
      CHECK ((tw_run_refused (run) > 0) == refuse);
      CHECK_INT (tw_run_memory_used (run), 0);
      check_claim (&task, status, &answer);
    }
  }
}

TEST (capped_without_memory, "capped squares that nobody can judge")
{
  test_capped (false);
}

TEST (capped_refused, "capped squares that are refused")
{
  test_capped (true);
}

/* The run's checker has no memory: not an error of the engine, and never a proof without a
 * solution. */
TEST (run, "covers that nobody can judge")
{
  size_t n_engines;
  const TwSquaresEngine *engines = tw_squares_engines (&n_engines);
  uint64_t seed = 12;
  AUTO_BOARD *board = random_board (9, 8, 10, &seed);
  TwOptions options = options_with_threads (1);

  for (size_t i = 0; i < n_engines; i++) {
    for (int n = 1; n <= 3; n++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 0.2 });
      TwStatus status;

      begin (n, 0);
      status = engines[i].solve (board, &options, run);
      CHECK_INT (tw_run_refused (run), 0);
      CHECK ((tw_run_best (run) >= 0)
             == (status == TW_STATUS_OPTIMAL || status == TW_STATUS_FEASIBLE));
      if (status == TW_STATUS_OPTIMAL)
        CHECK_INT (tw_run_bound (run), tw_run_best (run));
    }
  }
  begin (0, 0);
}

CHECK_MAIN
