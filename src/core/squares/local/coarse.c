/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarse.c - boards at half the scale; see coarse.h. Called by the strategy and by blocks. */
#include "core/squares/local/coarse.h"

#include <math.h>

#include "core/squares/local/greedy.h"
#include "core/squares/local/regions.h"
#include "core/squares/best.h"

/* Boards with fewer cells, or with a smaller mean side of the largest squares, are not halved. */
#define LEAST_CELLS 20000
#define LEAST_ROOM  20

/* Dual solver steps on each coarse board. A step costs an eighth of one on the board itself. */
#define COARSE_STEPS 400

/* Seconds for the coarse boards of a run without a deadline. */
#define COARSE_SECONDS 10

bool
tw_coarse_helps (const TwBoard *board)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;

  return n_cells >= LEAST_CELLS && tw_board_count_squares (board) >= LEAST_ROOM * n_cells;
}

TwBoard *
tw_coarse_board (const TwBoard *board)
{
  TwBoard *coarse = tw_board_new_empty (board->width / 2, board->height / 2);

  for (int y = 0; coarse != NULL && y < 2 * coarse->height; y++) {
    for (int x = 0; x < 2 * coarse->width; x++) {
      if (!tw_board_is_free (board, x, y))
        tw_board_set (coarse, x / 2, y / 2, TW_CELL_BLOCKED);
    }
  }
  return coarse;
}

bool
tw_coarse_refine (const TwBoard *board, TwTiling *tiling)
{
  TwBoard *rest = tw_board_copy (board);
  bool fine = rest != NULL;

  for (size_t i = 0; fine && i < tiling->count; i++) {
    TwSquare *square = &tiling->squares[i];

    *square = (TwSquare){ .x = 2 * square->x, .y = 2 * square->y, .size = 2 * square->size };
    for (int y = square->y; y < square->y + square->size; y++) {
      for (int x = square->x; x < square->x + square->size; x++)
        tw_board_set (rest, x, y, TW_CELL_BLOCKED);
    }
  }
  fine = fine && tw_greedy_cover (rest, tiling);
  tw_board_free (rest);
  return fine;
}

/* --- prices --------------------------------------------------------------- */

/* Starts at a quarter of the coarse prices in each cell of the board. */
static bool
start_at_coarse (TwDualSolver *solver, const TwBoard *board, const TwDualSolver *from,
                 const TwBoard *coarse, TwRun *run)
{
  size_t n_coarse = (size_t) coarse->width * (size_t) coarse->height;
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  double *prices = tw_run_calloc (run, n_coarse, sizeof *prices);
  double *values = tw_run_calloc (run, n_cells, sizeof *values);
  bool fine = prices != NULL && values != NULL;

  if (fine) {
    tw_dual_solver_copy_values (from, prices);
    for (int y = 0; y < 2 * coarse->height; y++) {
      for (int x = 0; x < 2 * coarse->width; x++) {
        if (tw_board_is_free (board, x, y))
          values[tw_board_index (board, x, y)] = prices[tw_board_index (coarse, x / 2, y / 2)] / 4;
      }
    }
    tw_dual_solver_start_at_values (solver, values);
  }
  tw_run_mfree (run, values);
  tw_run_mfree (run, prices);
  return fine;
}

bool
tw_coarse_start (TwDualSolver *solver, const TwBoard *board, TwRun *run)
{
  TwBoard *coarse = tw_coarse_helps (board) ? tw_coarse_board (board) : NULL;
  TwDualSolver *from;

  if (coarse == NULL)
    return !tw_run_should_stop (run);
  from = tw_dual_solver_new (coarse, run);
  if (from != NULL && tw_coarse_start (from, coarse, run)
      && tw_dual_solver_iterate (from, COARSE_STEPS))
    start_at_coarse (solver, board, from, coarse, run);
  tw_dual_solver_free (from);
  tw_board_free (coarse);
  return !tw_run_should_stop (run);
}

/* --- tilings -------------------------------------------------------------- */

/* Improves the best tiling of the run, on one thread. */
static void
improve (const TwBoard *board, double seconds, uint64_t seed, TwRun *run)
{
  TwRun *limited = tw_run_new_child (run, seconds);
  TwRegions *regions = limited != NULL ? tw_regions_new (limited) : NULL;

  if (regions != NULL && tw_regions_take_tiling (regions, run)) {
    while (tw_regions_improve (regions, &seed, limited))
      ;
    tw_regions_offer (regions, board, run);
  }
  tw_regions_free (regions);
  tw_run_free (limited);
}

void
tw_coarse_solve (const TwBoard *board, const TwOptions *options, double seconds,
                 TwCoarseEngine *solve, TwRun *run)
{
  TwBoard *coarse = tw_coarse_helps (board) ? tw_coarse_board (board) : NULL;
  TwRun *child;
  TwTiling tiling = { 0 };

  if (coarse == NULL)
    return;
  seconds = seconds < HUGE_VAL ? seconds : COARSE_SECONDS;
  child = tw_run_new_child (run, seconds);
  if (child != NULL) {
    if (tw_coarse_helps (coarse))
      tw_coarse_solve (coarse, options, seconds * 3 / 4, solve, child);
    else
      solve (coarse, options, child);
    if (tw_squares_copy_best (child, &tiling, NULL) && tw_coarse_refine (board, &tiling)) {
      tw_squares_offer (run, board, &tiling, TW_NO_TRANSFORM);
      improve (board, seconds / 4, (uint64_t) options->seed, run);
    }
  }
  tw_tiling_clear (&tiling);
  tw_run_free (child);
  tw_board_free (coarse);
}
