/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-shared-dual.c - the prices that threads share and the bounds of large boards: on boards small
 * enough to know the optimum, and with runs that end at their stop points. */
#include <math.h>

#include "core/base/transform.h"
#include "core/squares/engines/engine.h"
#include "core/squares/engines/proof.h"
#include "core/squares/engines/shared-dual.h"
#include "core/squares/local/greedy.h"
#include "core/squares/best.h"
#include "random-board.h"

/* What a proof needs that shares its prices; `run` has the deadline. */
typedef struct {
  TwRun *run;
  TwDualView master;
  TwSharedDual dual;
} Fixture;

/* Returns false when memory is short or the run ends. */
static bool
begin (Fixture *f, const TwBoard *board, int64_t best, TwRun *run)
{
  AUTO_TILING tiling = { 0 };
  bool fine = tw_greedy_cover (board, &tiling) && tw_squares_offer (run, board, &tiling, 0);

  *f = (Fixture){ .run = run };
  fine = fine && tw_dual_view_init (&f->master, board, 0, best, run)
         && tw_dual_view_solve (&f->master, 300, run);
  f->dual = (TwSharedDual){ .board = board, .run = run };
  f->dual.lns = fine ? tw_lns_new (board, f->master.prices, run) : NULL;
  return f->dual.lns != NULL && tw_shared_dual_init (&f->dual);
}

/* `fine`: the value that begin () has returned. */
static void
end (Fixture *f, bool fine)
{
  if (fine)
    tw_shared_dual_clear (&f->dual);
  tw_lns_free (f->dual.lns);
  tw_dual_view_clear (&f->master);
  CHECK_INT (tw_run_memory_used (f->run), 0);
  tw_run_free (f->run);
}

static double
publish (const TwDualView *view, double seconds, void *data)
{
  tw_shared_dual_publish (data, view);
  return HUGE_VAL;
}

static bool
prove (Fixture *f)
{
  return tw_proof_nested (&f->master, SIZE_MAX, f->run, f->run, NULL, publish, NULL, &f->dual);
}

static TwRun *
ticking_run (double seconds, double tick)
{
  TwRun *run = tw_run_new (&(TwLimits){ .seconds = seconds });

  tw_run_test_set_tick (run, tick);
  return run;
}

/* The bound rises to the optimum or close to it, but not above it. */
TEST_IF (!THREAD_SANITIZED, bound, "no bound above the optimum")
{
  uint64_t seed = 5;
  int proved = 0;

  for (int i = 0; i < 6; i++) {
    AUTO_BOARD *board = random_board (i % 2 ? 12 : 60, i % 2 ? 60 : 12, 4 + 3 * (unsigned) i,
                                      &seed);
    int64_t optimum = fewest_squares (board), first;
    Fixture f;

    CHECK (begin (&f, board, optimum + 5, ticking_run (100, 1e-3)));
    first = tw_run_bound (f.run);
    CHECK (!tw_shared_dual_is_ready (&f.dual));
    prove (&f);
    CHECK (tw_shared_dual_is_ready (&f.dual));
    CHECK (tw_run_bound (f.run) >= first);
    CHECK (tw_run_bound (f.run) <= optimum);
    CHECK (tw_run_bound (f.run) >= optimum - 3);
    proved += tw_run_bound (f.run) == optimum;
    CHECK_INT (tw_run_stop_reason (f.run), TW_STOP_NONE);
    end (&f, true);
  }
  printf ("# %d of 6 bounds are the optimum\n", proved);
  CHECK (proved >= 3);
}

/* A copy is the published prices in another orientation: squares keep their reduced costs. */
TEST (copies, "copies in all orientations")
{
  uint64_t seed = 9;
  AUTO_BOARD *board = random_board (14, 9, 10, &seed);
  Fixture f;

  CHECK (begin (&f, board, 70, tw_run_new (&(TwLimits){ 0 })));
  CHECK (tw_dual_view_cut (&f.master, 300, f.run));
  CHECK (tw_shared_dual_publish (&f.dual, &f.master));
  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    AUTO_BOARD *turned = tw_transform_board (k, board);
    TwPrices *prices = NULL;
    TwReducedCosts reduced = { 0 };

    CHECK (tw_shared_dual_copy (&f.dual, turned, k, &prices, &reduced, f.run));
    CHECK_INT (prices->total, f.master.prices->total);
    for (int y = 0; y < board->height; y++) {
      for (int x = 0; x < board->width; x++) {
        TwSquare square = tw_transform_square (k, board->width, board->height,
                                               (TwSquare){ .x = x, .y = y, .size = 1 });
        size_t from = tw_board_index (board, x, y);
        size_t to = tw_board_index (turned, square.x, square.y);

        if (tw_board_is_free (board, x, y))
          CHECK_INT (reduced.costs[reduced.first[to]],
                     f.dual.reduced.costs[f.dual.reduced.first[from]]);
      }
    }
    tw_reduced_costs_clear (&reduced, f.run);
    tw_prices_free (prices, f.run);
  }
  end (&f, true);
}

/* The run ends after growing numbers of stop points or requests for memory: the shared data stay
 * valid. */
TEST_IF (!THREAD_SANITIZED, ends, "ended at stop points and without memory")
{
  static const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  uint64_t seed = 5;
  AUTO_BOARD *board = random_board (12, 60, 4, &seed);
  int64_t optimum = fewest_squares (board);
  int begun = 0, ended = 0;

  for (uint64_t n = 1; n < 30000; n += test_step (n, 5)) {
    for (int memory = 0; memory < 2; memory++) {
      TwRun *run = ticking_run (100, 1e-3);
      Fixture f;
      bool fine;

      if (memory)
        tw_run_test_fail_memory (run, n);
      else
        tw_run_test_stop_at (run, n, reasons[n % 3]);
      fine = begin (&f, board, optimum + 5, run);
      if (fine) {
        TwPrices *prices = NULL;
        TwReducedCosts reduced = { 0 };

        begun++;
        prove (&f);
        if (tw_shared_dual_is_ready (&f.dual)
            && !tw_shared_dual_copy (&f.dual, board, 0, &prices, &reduced, run))
          ended++;
        tw_reduced_costs_clear (&reduced, run);
        tw_prices_free (prices, run);
      }
      CHECK (tw_run_bound (run) <= optimum);
      CHECK_INT (tw_run_refused (run), 0);
      end (&f, fine);
    }
  }
  printf ("# %d begun, %d without memory for a copy\n", begun, ended);
  CHECK (begun > test_share (20));
  CHECK (ended > 0);
}

/* The engine on broad boards: bounds by bands beside large-neighbourhood search. The clock advances
 * with the work. */
TEST (engine, "broad boards")
{
  uint64_t seed = 8;
  AUTO_BOARD *board = random_board (104, 102, 12, &seed);

  for (int threads = 1; threads <= 2; threads++) {
    AUTO_RUN *run = ticking_run (3, 5e-6);
    TwOptions options = options_with_threads (threads);

    CHECK_INT (tw_squares_engine_find ("auto")->solve (board, &options, run), TW_STATUS_FEASIBLE);
    printf ("# %d threads: %d of %d squares\n", threads, (int) tw_run_bound (run),
            (int) tw_run_best (run));
    CHECK (tw_run_bound (run) > tw_run_best (run) * 9 / 10);
    CHECK (tw_run_bound (run) <= tw_run_best (run));
    CHECK_INT (tw_run_refused (run), 0);
  }
}

/* A certificate of a broad board has bands; its bound is below the squares of a tiling that is not
 * optimal, and it is kept when the time ends early. */
TEST_IF (!THREAD_SANITIZED, certificate, "certificates of broad boards")
{
  uint64_t seed = 8;
  AUTO_BOARD *board = random_board (104, 102, 12, &seed);
  AUTO_TILING tiling = { 0 };
  int64_t last = 0;

  CHECK (tw_greedy_cover (board, &tiling));
  for (double seconds = 0.01; seconds < 20; seconds *= 20) {
    AUTO_RUN *run = ticking_run (seconds, 1e-3);
    TwOptions options = default_options ();
    AUTO_CERTIFICATE *certificate = tw_certify (board, &tiling, &options, run);

    CHECK (certificate != NULL);
    if (certificate == NULL)
      break;
    printf ("# %g s: %d of %d squares\n", seconds, (int) certificate->bound, (int) tiling.count);
    CHECK (certificate->bound < (int64_t) tiling.count);
    CHECK (certificate->bound >= last);
    last = certificate->bound;
  }
  CHECK (last > (int64_t) tiling.count * 3 / 4);
}

CHECK_MAIN
