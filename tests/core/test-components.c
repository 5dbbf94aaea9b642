/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-components.c - boards with several components: the result is the sum of the components, and
 * the counters are valid at any time. */
#include "core/squares/engines/components.h"
#include "core/squares/engines/strategy.h"
#include "core/squares/workers.h"
#include "random-board.h"

/* Boards of many components compared with brute force on the whole board. */
TEST (brute_force, "many parts against brute force")
{
  uint64_t seed = 44;

  for (int round = 0; round < test_size (300); round++) {
    int width = 2 + (int) (check_random (&seed) % 6), height = 2 + (int) (check_random (&seed) % 6);
    AUTO_BOARD *board = random_board (width, height, 30 + check_random (&seed) % 40, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwOptions options = options_with_threads (1 + round % 2);

    CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_OPTIMAL);
    CHECK_INT (tw_run_best (run), brute_force (board));
    CHECK_INT (tw_run_bound (run), tw_run_best (run));
    CHECK_INT (tw_run_refused (run), 0);
  }
}

/* Two halves beside a wall, with more rows than LOW in components.c: compared with the sweep of
 * the whole board. */
static TwBoard *
two_halves (uint64_t *seed)
{
  TwBoard *board = random_board (25, 12, 5, seed);

  for (int y = 0; y < board->height; y++)
    tw_board_set (board, 12, y, TW_CELL_BLOCKED);
  return board;
}

TEST (halves, "two halves against the whole")
{
  uint64_t seed = 9;

  for (int round = 0; round < 6; round++) {
    AUTO_BOARD *board = two_halves (&seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 }), *other = tw_run_new (&(TwLimits){ 0 });
    TwOptions options = default_options ();

    CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_OPTIMAL);
    CHECK_INT (tw_optimal_solve (board, &options, other), TW_STATUS_OPTIMAL);
    CHECK_INT (tw_run_best (run), tw_run_best (other));
  }
}

/* A chess board: one component per white cell, each a unit square. */
TEST (many_parts, "very many parts")
{
  enum {
    SIDE = 300,
  };
  AUTO_BOARD *board = tw_board_new_empty (SIDE, SIDE);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 600 });
  TwOptions options = default_options ();

  for (int y = 0; y < SIDE; y++) {
    for (int x = y % 2; x < SIDE; x += 2)
      tw_board_set (board, x, y, TW_CELL_BLOCKED);
  }
  CHECK_INT (tw_strategy_solve (board, &options, run), TW_STATUS_OPTIMAL);
  CHECK_INT (tw_run_best (run), SIDE * SIDE / 2);
}

/* The sum of the minimum numbers of squares of the components. */
static int64_t
sum_of_parts (const TwBoard *board)
{
  AUTO_FREE int32_t *labels = malloc ((size_t) board->width * (size_t) board->height
                                      * sizeof *labels);
  int n = tw_board_label_components (board, labels);
  AUTO_FREE TwBoardBox *boxes = malloc ((size_t) n * sizeof *boxes);
  int64_t sum = 0;

  tw_board_component_boxes (board, labels, n, boxes);
  for (int i = 0; i < n; i++) {
    AUTO_BOARD *part = tw_board_cut_component (board, labels, i, &boxes[i]);

    sum += fewest_squares (part);
  }
  CHECK (n > 100);
  return sum;
}

static void
look (TwRun *run, void *data)
{
  const int64_t *fewest = data;
  int64_t bound = tw_run_bound (run);

  CHECK (bound <= *fewest);
  CHECK (tw_run_best (run) < 0 || tw_run_best (run) >= *fewest);
}

/* Small and larger components on several threads: every intermediate claim is true, and the result
 * is the optimum. When stopped, the result may be worse, but its claims are still true. */
TEST (side_by_side, "small and larger parts side by side")
{
  uint64_t seed = 12;

  for (int round = 0; round < 4; round++) {
    AUTO_BOARD *board = random_board (70, 60, 46, &seed);
    int64_t fewest = sum_of_parts (board);

    for (int threads = 1; threads <= 4; threads++) {
      AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
      TwOptions options = options_with_threads (threads);

      tw_run_watch (run, look, &fewest);
      if (threads == 4)
        tw_run_test_stop_at (run, (uint64_t) 200 << round, TW_STOP_CANCEL);
      CHECK_INT (tw_strategy_solve (board, &options, run),
                 threads < 4 ? TW_STATUS_OPTIMAL : TW_STATUS_FEASIBLE);
      if (threads < 4)
        CHECK_INT (tw_run_best (run), fewest);
      CHECK (tw_run_bound (run) <= fewest);
      CHECK_INT (tw_run_refused (run), 0);
    }
  }
}

static int calls;
static TwStop first_end; /* how the first search ends without a proof */

static TwStatus
solve_at_second (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  if (calls++ == 0) {
    if (first_end != TW_STOP_NONE)
      tw_run_stop (run, first_end);
    return tw_run_status (run);
  }
  return tw_optimal_solve (board, options, run);
}

/* A component whose search ran out of time is searched again in the time that other components
 * leave. A component whose search gave up is not. */
TEST (rounds, "unused time is redistributed")
{
  uint64_t seed = 14;
  AUTO_BOARD *board = two_halves (&seed);
  int64_t fewest = fewest_squares (board);

  for (int i = 0; i < 2; i++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 1000 });
    TwOptions options = options_with_threads (1);

    calls = 0;
    first_end = i == 0 ? TW_STOP_DEADLINE : TW_STOP_NONE;
    CHECK_INT (tw_components_solve (board, &options, run, solve_at_second),
               i == 0 ? TW_STATUS_OPTIMAL : TW_STATUS_FEASIBLE);
    CHECK_INT (calls, i == 0 ? 3 : 2);
    CHECK (i > 0 || tw_run_best (run) == fewest);
    /* The bar counts the cells of the components that are proved. */
    const TwProgressBar *bar = tw_run_progress_bar (run, TW_STRATEGY_PROOF_BAR);
    CHECK_INT (bar->steps, (int) tw_board_count_free (board));
    CHECK (i == 0 ? bar->step == bar->steps : bar->step > 0 && bar->step < bar->steps);
    CHECK_INT (bar->phase, i == 0 ? TW_PHASE_DONE : TW_PHASE_STOPPED);
    CHECK (tw_run_best (run) >= fewest && tw_run_bound (run) <= fewest);
  }
}

/* Stopped at any point, the bound does not exceed the best. */
TEST (interruptions, "stopped anywhere")
{
  uint64_t seed = 10;
  AUTO_BOARD *board = two_halves (&seed);
  TwOptions options = options_with_threads (1);
  uint64_t points;
  int64_t fewest;
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
  CHECK_INT (tw_strategy_solve (board, &options, whole), TW_STATUS_OPTIMAL);
  points = tw_run_test_points (whole);
  fewest = tw_run_best (whole);

  for (uint64_t n = 1; n <= points; n += 1 + points / 60) {
    AUTO_RUN *run = run_to_point (n, TW_STOP_CANCEL);
    TwStatus status = tw_strategy_solve (board, &options, run);

    CHECK (tw_run_bound (run) <= fewest);
    CHECK (tw_run_best (run) < 0 || tw_run_best (run) >= fewest);
    CHECK (status != TW_STATUS_OPTIMAL || tw_run_best (run) == fewest);
    CHECK_INT (tw_run_refused (run), 0);
  }
}

TEST (no_memory, "memory that fails")
{
  uint64_t seed = 11;
  AUTO_BOARD *board = two_halves (&seed);
  TwOptions options = default_options ();

  for (uint64_t n = 1; n < 40; n++) {
    AUTO_RUN *run = run_to_request (n);
    CHECK (tw_strategy_solve (board, &options, run) != TW_STATUS_INFEASIBLE);
    CHECK (tw_run_best (run) < 0 || tw_run_bound (run) <= tw_run_best (run));
  }
}

CHECK_MAIN
