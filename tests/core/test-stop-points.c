/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-stop-points.c - reaches every stop point of the square-cover engines, where a search may be
 * cancelled or run out of memory, and checks that the search ends correctly there. */
#include "core/squares/engines/edge-demand.h"
#include "core/squares/engines/engine.h"
#include "core/squares/engines/proof.h"
#include "core/squares/engines/strategy.h"
#include "core/squares/local/blocks.h"
#include "core/squares/local/coarse.h"
#include "core/squares/local/greedy.h"
#include "core/squares/local/regions.h"
#include "core/squares/local/skyline.h"
#include "core/squares/bands/nested-beam.h"
#include "core/squares/best.h"
#include "random-board.h"

/* A search that is stopped at each of its stop points. The larger ones would run for long, so they
 * stop at a given point at the latest. */
typedef struct {
  const char *engine; /* NULL: `solve` */
  int width, height;
  unsigned percent; /* percentage of blocked cells */
  uint64_t seed;
  int threads;
  uint64_t last_point; /* 0: runs to its end */
  /* What engines reach late. */
  TwStatus (*solve) (const TwBoard *board, const TwOptions *options, TwRun *run);
} Search;

static TwStatus
solve_bands (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  AUTO_VIEW view = { 0 };
  TwReducedCosts reduced = { 0 };
  TwEdgeDemand edges = { 0 };
  TwBands *bands = NULL;
  AUTO_TILING tiling = { 0 };
  int64_t above;

  tw_greedy_solve (board, options, run);
  if (tw_dual_view_init (&view, board, 0, 100, run) && tw_dual_view_solve (&view, 300, run)
      && tw_dual_view_cut (&view, 400, run))
    bands = tw_dual_view_bands (&view, 1, SIZE_MAX, view.run, &above);
  while (bands != NULL && tw_bands_climb (bands, INT64_MAX / 2, NULL))
    ;
  if (bands != NULL)
    tw_edge_demand_step (&edges, &view, bands);
  tw_edge_demand_clear (&edges, &view);
  tw_bands_free (bands);
  if (view.prices != NULL)
    tw_proof_nested (&view, SIZE_MAX, run, run, NULL, NULL, NULL, NULL);
  if (view.prices != NULL && tw_reduced_costs_init (&reduced, view.board, view.prices, NULL, run)) {
    TwNestedBeam task = {
      .board = view.board,
      .reduced = &reduced,
      .unit = view.unit,
      .width = 20,
      .memory = SIZE_MAX,
    };

    tw_nested_beam_search (&task, run, &tiling);
  }
  if (view.board != NULL)
    tw_reduced_costs_clear (&reduced, run);
  return tw_run_status (run);
}

static TwStatus
solve_coarse (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwDualSolver *solver = tw_dual_solver_new (board, run);
  TwRegions *regions = tw_regions_new (run);
  AUTO_TILING tiling = { 0 }, better = { 0 };
  uint64_t seed = 1, fronts = 5000;

  if (solver != NULL)
    tw_coarse_start (solver, board, run);
  tw_dual_solver_free (solver);
  tw_greedy_solve (board, options, run);
  if (regions != NULL && tw_regions_take_tiling (regions, run)) {
    for (int i = 0; i < 20 && tw_regions_improve (regions, &seed, run); i++)
      ;
    tw_regions_offer (regions, board, run);
  }
  tw_regions_free (regions);
  if (tw_squares_copy_best (run, &tiling, NULL) && tiling.count <= TW_SKYLINE_SQUARES)
    tw_skyline_cover (&tiling, (int) tiling.count - 1, &seed, &fronts, run, &better);
  return tw_run_status (run);
}

/* Steps of a dual solver so large that most of them pass over active squares only. */
static TwStatus
solve_active (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwDualSolver *solver = tw_dual_solver_new (board, run);

  if (solver != NULL)
    tw_dual_solver_iterate (solver, 3);
  tw_dual_solver_free (solver);
  tw_greedy_solve (board, options, run);
  return tw_run_status (run);
}

static TwStatus
solve_blocks (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  tw_greedy_solve (board, options, run);
  if (tw_run_best (run) >= 0)
    tw_blocks_solve (board, options, 16, tw_strategy_solve_priced, run);
  return tw_run_status (run);
}

enum {
  MIDDLE = TEST_SANITIZED ? 20 : 24, /* some points are reached later then */
};

static const Search searches[] = {
  { "greedy", 6, 6, 20, 1, 1, 0, NULL },
  { "optimal", 9, 8, 8, 1, 1, 0, NULL },
  { "optimal", 17, 18, 35, 1, 1, 0, NULL },
  { "optimal", 18, 18, 16, 1, 1, 0, NULL },
  { "heuristic", 9, 10, 10, 1, 2, 0, NULL },
  { "heuristic", 9, 57, 40, 1, 1, 0, NULL }, /* rows without a rank */
  { "auto", 9, 7, 0, 1, 1, 0, NULL },        /* an empty rectangle */
  { "auto", 14, 12, 45, 1, 1, 0, NULL },     /* components */
  { "auto", 13, 11, 8, 17, 1, 0, NULL },
  { "priced", 13, 11, 8, 17, 2, 0, NULL },
  { "auto", MIDDLE, MIDDLE, 2, 3, 1, 0, NULL },
  { "priced", 24, 24, 2, 3, 1, 0, NULL }, /* sweeps of growing width */
  /* Not proved quickly. Later searches, too, reach the points of the second half. */
  { "auto", 30, 30, 2, 4, 1, TEST_SANITIZED ? 50000 : 200000, NULL },
  { "auto", 120, 20, 5, 3, 1, 260000, NULL }, /* large-neighbourhood search */
  { "auto", 120, 20, 5, 3, 2, 130000, NULL }, /* the same in parallel with dual prices and cuts */
  { "auto", 70, 70, 40, 77, 2, 0, NULL },     /* components, one of them large */
  { "priced", 220, 205, 0, 1, 2, 400, NULL }, /* very large, nearly empty */
  { NULL, 40, 30, 6, 1, 2, 2000, solve_blocks },
  { NULL, 22, 18, 3, 1, 1, 0, solve_bands },
  { NULL, 160, 130, 0, 1, 1, 0, solve_coarse },
  { NULL, 230, 200, 0, 1, 1, 0, solve_active },
};

enum {
  N_SEARCHES = sizeof searches / sizeof searches[0],
  /* Sanitizers make searches slow, so each stop point is used once. */
  FIRST_ENDS = TEST_SANITIZED ? 1 : 4,
  LATER_ENDS = TEST_SANITIZED ? 0 : 1,
};

static bool
is_ours (const TwStopPoint *point)
{
  return strstr (point->file, "core/squares/") != NULL;
}

/* Runs the search to the n-th visit of the stop point (NULL: to its end); the caller frees the
 * run. */
static TwRun *
run_search (const Search *search, const TwStopPoint *point, uint64_t n, TwStop why)
{
  uint64_t seed = search->seed;
  AUTO_BOARD *board = random_board (search->width, search->height, search->percent, &seed);
  TwRun *run = run_to_point (search->last_point, why);
  TwOptions options = options_with_threads (search->threads);
  TwStatus status;

  CHECK (tw_run_test_end_at (run, point, n, why));
  status = search->engine == NULL
             ? search->solve (board, &options, run)
             : tw_squares_engine_find (search->engine)->solve (board, &options, run);
  CHECK (status != TW_STATUS_INFEASIBLE);
  if (status == TW_STATUS_OPTIMAL)
    CHECK_INT (tw_run_bound (run), tw_run_best (run));
  else
    CHECK_INT (status, tw_run_status (run));
  CHECK (tw_run_best (run) < 0 || tw_run_bound (run) <= tw_run_best (run));
  CHECK_INT (tw_run_refused (run), 0);
  CHECK_INT (tw_run_memory_used (run), 0);
  return run;
}

TEST (stop_points, "ended at every stop point")
{
  static const TwStop reasons[] = { TW_STOP_CANCEL, TW_STOP_DEADLINE, TW_STOP_MEMORY };
  size_t n_points, n_ours = 0, ends = 0;
  const TwStopPoint *points = tw_stop_points (&n_points);
  AUTO_FREE bool *met = calloc (n_points + 1, sizeof (bool)); /* stopped there */

  for (size_t i = 0; i < N_SEARCHES && check_case_failures == 0; i++) {
    const Search *search = &searches[i];
    AUTO_RUN *whole = NULL;

    if (search->engine != NULL && tw_squares_engine_find (search->engine) == NULL)
      continue; /* not compiled in */
    whole = run_search (search, NULL, 0, TW_STOP_CANCEL);
    for (size_t p = 0; p < n_points; p++) {
      uint64_t visits = tw_run_test_visits (whole, &points[p]);
      const uint64_t at[] = { 1, 2, visits / 2, visits };

      if (visits == 0 || !is_ours (&points[p]))
        continue;
      /* Stops at the first visit in every search; in the first search that reaches the point, also
       * at the second, the middle and the last visit. In small size only a tenth of the searches
       * stop at a point that an earlier one has reached. */
      if (met[p] && (p + i) % 10 >= (size_t) test_size (10))
        continue;
      for (size_t j = 0, n = met[p] ? LATER_ENDS : FIRST_ENDS; j < n; j++) {
        AUTO_RUN *run = NULL;

        if (at[j] > visits || (j > 0 && at[j] <= at[j - 1]))
          continue;
        run = run_search (search, &points[p], at[j], reasons[ends++ % 3]);
        met[p] = met[p] || tw_run_test_visits (run, &points[p]) > 0;
        CHECK (tw_run_bound (run) <= tw_run_best (whole));
      }
    }
  }
  for (size_t p = 0; p < n_points; p++) {
    if (is_ours (&points[p])) {
      n_ours++;
      if (!met[p])
        printf ("# never reached: %s:%d\n", points[p].file, points[p].line);
      CHECK (met[p]);
    }
  }
  printf ("# %zu ends at %zu stop points\n", ends, n_ours);
  CHECK (n_ours > 50);
}

CHECK_MAIN
