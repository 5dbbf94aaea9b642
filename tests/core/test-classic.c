/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-classic.c - the classic heuristic: sweeps within margins, stripes,
 * gates, jobs on threads. */
#include "core/squares/engines/classic.h"
#include "core/squares/engines/engine.h"
#include "core/squares/local/stripes.h"
#include "core/base/transform.h"
#include "core/squares/best.h"
#include "random-board.h"

#include <math.h>
#include <pthread.h>

TEST (margins, "margins and deviations")
{
  uint64_t seed = 99;

  for (int round = 0; round < test_size (300); round++) {
    int width = 1 + (int) (check_random (&seed) % 8), height = 1 + (int) (check_random (&seed) % 6);
    AUTO_BOARD *board = random_board (width, height, check_random (&seed) % 40, &seed);
    size_t fewest = (size_t) brute_force (board);

    CHECK (sweep_squares (board, 0, 0, HUGE_VAL) >= fewest);
    CHECK (sweep_squares (board, 2, 1, HUGE_VAL) >= fewest);
    /* With a margin as large as the board nothing is pruned. */
    CHECK_INT (sweep_squares (board, 64, 64, HUGE_VAL), fewest);
  }
}

TEST (tall_boards, "tall boards in a hurry")
{
  uint64_t seed = 77;

  for (int height = 38; height <= 120; height += 9) {
    AUTO_BOARD *board = random_board (12, height, 8, &seed);

    /* At the deadline from the start, each column keeps at least one state. */
    CHECK (sweep_squares (board, 1, 1, 0) >= 1);
  }
}

TEST (stripe_places, "where stripes lie")
{
  for (int width = 1; width <= 40; width += 3) {
    for (int height = 1; height <= 60; height += 7) {
      int n = tw_stripes_count (width, height, 15, 10);
      bool reached[2][2] = { { false } };

      for (int i = 0; i < n; i++) {
        TwStripe s = tw_stripes_get (width, height, 15, 10, i);
        int length = s.columns ? width : height;

        CHECK (s.begin >= 0 && s.size >= 1 && s.size <= 15 && s.begin + s.size <= length);
        CHECK (s.size == 15 || s.size == length);
        reached[s.columns][0] |= s.begin == 0;
        reached[s.columns][1] |= s.begin + s.size == length;
      }
      CHECK (reached[0][0] && reached[0][1] && reached[1][0] && reached[1][1]);
    }
  }
  CHECK_INT (tw_stripes_count (40, 40, 15, 10), 16);
}

/* Unit squares become a minimum tiling when one stripe covers the whole board; otherwise the result
 * is still a tiling and never worse. */
TEST (stripes, "stripes improve")
{
  uint64_t seed = 12;
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  TwExact *exact = tw_exact_new (run);

  for (int round = 0; round < 60; round++) {
    int width = 1 + (int) (check_random (&seed) % 7), height = 1 + (int) (check_random (&seed) % 6);
    AUTO_BOARD *board = random_board (width, height, 15, &seed);
    AUTO_TILING tiling = { 0 };
    int size = round % 2 == 0 ? 15 : 3;
    size_t before;

    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (tw_board_is_free (board, x, y))
          tw_tiling_add (&tiling, (TwSquare){ x, y, 1 });
      }
    }
    for (int i = 0; i < tw_stripes_count (width, height, size, 2); i++) {
      before = tiling.count;
      CHECK (tw_stripe_improve (exact, board, tw_stripes_get (width, height, size, 2, i), &tiling)
             != TW_END_STOPPED);
      CHECK (tiling.count <= before);
      CHECK (tw_tiling_check (board, &tiling, NULL));
    }
    if (size == 15)
      CHECK_INT (tiling.count, brute_force (board));
  }
  tw_exact_free (exact);
}

TEST (gates, "time gates")
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 1000 }), *timeless = new_run ();
  TwOptions options;
  TwGates gates = { .options = &options, .run = run };

  tw_options_init (&options);
  CHECK (fabs (tw_gates_time (&gates, 40) - 400) < 1e-6);
  CHECK_INT (tw_gates_margin (&gates, 5, 0), 5);
  options.gate1_percent = 0;
  CHECK_INT (tw_gates_margin (&gates, 5, 19), 3);
  CHECK_INT (tw_gates_margin (&gates, 5, 20), 5);
  CHECK_INT (tw_gates_margin (&gates, 1, 0), 1);
  options.gate2_percent = 0;
  CHECK_INT (tw_gates_margin (&gates, 5, 30), 2);
  options.gate3_percent = 0;
  CHECK_INT (tw_gates_margin (&gates, 5, 30), 0);

  gates.run = timeless;
  CHECK_INT (tw_gates_margin (&gates, 5, 0), 5);
}

static int64_t
solve (const TwBoard *board, const TwOptions *options, TwStatus expected)
{
  AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
  AUTO_TILING tiling = { 0 };
  int transform;
  int64_t best;

  CHECK_INT (tw_classic_solve (board, options, run), expected);
  best = tw_run_best (run);
  CHECK_INT (tw_run_refused (run), 0);
  CHECK (tw_squares_copy_best (run, &tiling, &transform));
  CHECK (tw_tiling_check (board, &tiling, NULL));
  CHECK (tw_options_transform_mask (options) >> transform & 1 || transform == 0);
  return best;
}

TEST (engine, "the engine")
{
  uint64_t seed = 31;
  TwOptions options = default_options ();

  options.cost_margin = 2;
  options.size_deviation = 2;
  options.stripe_height = 8;
  options.stripe_step = 5;
  for (int round = 0; round < 12; round++) {
    AUTO_BOARD *board = random_board (10 + round, 22 - round, 6, &seed);
    int64_t alone, together, many;

    strcpy (options.transforms, "6");
    options.threads = 1;
    alone = solve (board, &options, TW_STATUS_FEASIBLE);
    strcpy (options.transforms, "0,1,2,3,4,5,6,7");
    together = solve (board, &options, TW_STATUS_FEASIBLE);
    options.threads = 3;
    many = solve (board, &options, TW_STATUS_FEASIBLE);
    CHECK (together <= alone);
    CHECK_INT (many, together);
  }
}

/* Transforms that other searches are working on are done last, but they are done; the best tiling
 * is the same. */
TEST (elsewhere, "transforms that others are at work on")
{
  uint64_t seed = 9;
  TwOptions options = default_options ();

  options.cost_margin = 1;
  options.size_deviation = 1;
  options.threads = 1;
  for (int round = 0; round < 4; round++) {
    AUTO_BOARD *board = random_board (16, 14, 6, &seed);
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    AUTO_RUN *child = tw_run_new_child (run, 0);
    int64_t best = solve (board, &options, TW_STATUS_FEASIBLE);

    tw_run_set_elsewhere (run, 0xAA);
    CHECK_INT (tw_run_elsewhere (child), 0xAA);
    CHECK_INT (tw_classic_solve (board, &options, child), TW_STATUS_FEASIBLE);
    CHECK_INT (tw_run_best (child), best);
    for (int k = 0; k < TW_N_TRANSFORMS; k++)
      CHECK (tw_run_progress_bar (child, k)->best >= best);
  }
}

TEST (nothing_to_do, "a board without free cells")
{
  AUTO_BOARD *board = tw_board_new (4, 4);
  TwOptions options = default_options ();

  CHECK_INT (solve (board, &options, TW_STATUS_OPTIMAL), 0);
}

/* Stopped or out of memory at any point: no crash, no leak, and every claim is true. */
TEST (interruptions, "interrupted at every point")
{
  uint64_t seed = 8;
  AUTO_BOARD *board = random_board (9, 8, 10, &seed);
  TwOptions options = default_options ();
  AUTO_RUN *whole = run_to_point (0, TW_STOP_NONE);
  uint64_t points, requests;

  options.cost_margin = 1;
  options.size_deviation = 1;
  options.stripe_height = 5;
  strcpy (options.transforms, "0,5");
  options.threads = 2;
  tw_classic_solve (board, &options, whole);
  points = tw_run_test_points (whole);
  requests = tw_run_test_requests (whole);
  CHECK (points > 100 && requests > 50);

  for (uint64_t n = 1; n <= points; n += 1 + points / 200) {
    AUTO_RUN *run = run_to_point (n, TW_STOP_CANCEL);
    TwStatus status = tw_classic_solve (board, &options, run);

    CHECK_INT (status, tw_run_best (run) < 0 ? TW_STATUS_CANCELLED : TW_STATUS_FEASIBLE);
  }
  for (uint64_t n = 1; n <= requests; n++) {
    AUTO_RUN *run = run_to_request (n);

    CHECK_INT (tw_classic_solve (board, &options, run), TW_STATUS_FEASIBLE);
  }
}

/* Another thread polls the counters and then cancels, like the window. */
static void *
watch_and_cancel (void *data)
{
  TwRun *run = data;
  TwFront front;
  AUTO_TILING tiling = { 0 };

  while (!tw_run_get_front (run, &front) || front.column < 2)
    ;
  CHECK (front.rows >= 1 && front.transform >= 0 && front.transform < 8);
  CHECK (tw_squares_copy_best (run, &tiling, NULL));
  tw_run_cancel (run);
  return NULL;
}

TEST (cancel, "cancelled from another thread")
{
  uint64_t seed = 4;
  AUTO_BOARD *board = random_board (200, 200, 3, &seed);
  AUTO_RUN *run = tw_run_new (&(TwLimits){ .seconds = 600 });
  TwOptions options = default_options ();
  pthread_t watcher;
  int n_stopped = 0;

  options.cost_margin = 0;
  options.size_deviation = 0;
  options.threads = 2;
  CHECK_INT (pthread_create (&watcher, NULL, watch_and_cancel, run), 0);
  CHECK_INT (tw_classic_solve (board, &options, run), TW_STATUS_FEASIBLE);
  pthread_join (watcher, NULL);
  CHECK_INT (tw_run_stop_reason (run), TW_STOP_CANCEL);
  /* The bars stay where they stopped. */
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++)
    if (tw_run_progress_bar (run, i)->phase != TW_PHASE_IDLE) {
      CHECK_INT (tw_run_progress_bar (run, i)->phase, TW_PHASE_STOPPED);
      n_stopped += tw_run_progress_bar (run, i)->step < tw_run_progress_bar (run, i)->steps;
    }
  CHECK (n_stopped > 0);
}

TEST (table, "the table of engines")
{
  size_t count;
  const TwSquaresEngine *engines = tw_squares_engines (&count);

  CHECK (count >= 3);
  for (size_t i = 0; i < count; i++)
    CHECK (tw_squares_engine_find (engines[i].name) == &engines[i]);
  CHECK (tw_squares_engine_find ("none") == NULL);
}

CHECK_MAIN
