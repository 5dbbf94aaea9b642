/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Priced sweeps: exact ones compared with brute force, narrow ones verified by the checker. */
#include "random-board.h"

#include "core/base/transform.h"

static TwPricedTask
task_of (const TwDualView *view, int64_t target)
{
  return (TwPricedTask){
    .board = view->board,
    .prices = view->prices,
    .target = target,
    .memory = SIZE_MAX,
    .transform = view->transform,
  };
}

TEST (exact, "exact sweeps against plain search")
{
  AUTO_RUN *run = new_run ();
  uint64_t seed = 3;

  for (int i = 0; i < test_size (1000); i++) {
    AUTO_BOARD *board = random_board_of (1, 6, 1, 6, i % 50, &seed);
    int best = brute_force (board), k = i % TW_N_TRANSFORMS;
    AUTO_RUN *shown = new_run ();
    AUTO_VIEW view = { 0 };
    AUTO_TILING tiling = { 0 };
    TwPricedTask task;

    CHECK (tw_dual_view_init (&view, board, k, best, run));
    CHECK (tw_dual_view_solve (&view, 1 + i / 2, shown));
    CHECK (tw_run_bound (shown) <= best);
    task = task_of (&view, best - 1);
    CHECK_INT (tw_priced_sweep (&task, run, &tiling, NULL), TW_END_NONE);
    task.target = best + i % 3;
    CHECK_INT (tw_priced_sweep (&task, run, &tiling, NULL), TW_END_FOUND);
    CHECK_INT (tiling.count, best);
    CHECK (tw_tiling_check (view.board, &tiling, NULL));
    CHECK (tw_dual_view_offer (&view, &tiling, shown));
    CHECK_INT (tw_run_best (shown), best);
  }
}

/* A sweep that keeps one state still covers the board, and claims no proof. */
TEST (narrow, "narrow sweeps")
{
  AUTO_RUN *run = new_run ();
  uint64_t seed = 5;

  for (int i = 0; i < 40; i++) {
    AUTO_BOARD *board = random_board (20 + (int) (check_random (&seed) % 30), 20, 4, &seed);
    AUTO_VIEW view = { 0 }, other = { 0 };
    AUTO_TILING tiling = { 0 };
    TwPricedTask task;
    size_t count;

    price_view (&view, board, 0, 1000, 100, run);
    task = task_of (&view, 1000);
    task.width = 1;
    CHECK_INT (tw_priced_sweep (&task, run, &tiling, NULL), TW_END_FOUND);
    CHECK (tw_tiling_check (view.board, &tiling, NULL));
    count = tiling.count;
    task.target = (int64_t) count - 1;
    task.width = 20;
    if (tw_priced_sweep (&task, run, &tiling, NULL) == TW_END_FOUND)
      CHECK (tiling.count < count && tw_tiling_check (view.board, &tiling, NULL));

    CHECK (tw_dual_view_init_from (&other, &view, i % TW_N_TRANSFORMS, run));
    CHECK_INT (other.prices->total, view.prices->total);
    task = task_of (&other, 1000);
    task.width = 3;
    CHECK_INT (tw_priced_sweep (&task, run, &tiling, NULL), TW_END_FOUND);
    CHECK (tw_tiling_check (other.board, &tiling, NULL));
  }
}

/* Long rows and wide obstacles: profile entries beyond a byte, squares as large as the board. */
TEST (extremes, "extreme boards")
{
  AUTO_RUN *run = new_run ();
  const struct {
    int width, height, from, to; /* blocked columns */
    int best;
  } cases[] = {
    { 1000, 1, 0, 0, 1000 }, { 1000, 1, 1, 999, 2 }, { 600, 2, 2, 598, 2 }, { 300, 1, 0, 300, 0 },
    { 257, 257, 0, 0, 1 },   { 400, 2, 1, 1, 200 },  { 520, 3, 3, 517, 2 }, { 6, 300, 1, 5, 600 },
  };

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    AUTO_BOARD *board = tw_board_new_empty (cases[i].width, cases[i].height);
    AUTO_VIEW view = { 0 };
    AUTO_TILING tiling = { 0 };
    TwPricedTask task;

    for (int y = 0; y < board->height; y++) {
      for (int x = cases[i].from; x < cases[i].to; x++)
        tw_board_set (board, x, y, TW_CELL_BLOCKED);
    }
    price_view (&view, board, 0, 1200, 3, run);
    task = task_of (&view, 1200);
    task.width = board->height > 100 ? 1 : 5;
    CHECK_INT (tw_priced_sweep (&task, run, &tiling, NULL), TW_END_FOUND);
    CHECK (tw_tiling_check (board, &tiling, NULL));
    if (board->width <= 255 || board->height <= 255)
      CHECK_INT (tiling.count, cases[i].best);
  }
}

CHECK_MAIN
