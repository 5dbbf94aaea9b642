/* test-strategy.c - the automatic engine on boards of every kind, and the windows it improves. */
#include "check.h"
#include "core/squares/engine.h"
#include "core/squares/greedy.h"
#include "core/squares/priced-view.h"
#include "core/squares/windows.h"
#include "random-board.h"

static TwStatus
solve (const TwBoard *board, int threads, TwRun *run)
{
  TwOptions options;

  tw_options_init (&options);
  options.threads = threads;
  return tw_squares_engines (&(size_t){ 0 })[0].solve (board, &options, run);
}

/* OEIS A219158, rows 1 to 15. */
static void
test_rectangles (void)
{
  static const char *const rows[] = {
    "1",
    "2 1",
    "3 3 1",
    "4 2 4 1",
    "5 4 4 5 1",
    "6 3 2 3 5 1",
    "7 5 5 5 5 5 1",
    "8 4 5 2 5 4 7 1",
    "9 6 3 6 6 3 6 7 1",
    "10 5 6 4 2 4 6 5 6 1",
    "11 7 6 6 6 6 6 6 7 6 1",
    "12 6 4 3 6 2 6 3 4 5 7 1",
    "13 8 7 7 6 6 6 6 7 7 6 7 1",
    "14 7 7 5 7 5 2 5 7 5 7 5 7 1",
    "15 9 5 7 3 4 8 8 4 3 7 5 8 7 1",
  };

  for (int n = 1; n <= 15; n++) {
    const char *row = rows[n - 1];

    for (int m = 1; m <= n; m++) {
      TwRun *run = tw_run_new (&(TwLimits){ 0 });
      TwBoard *board = tw_board_new_empty (m % 2 ? n : m, m % 2 ? m : n);
      char *end;

      CHECK_INT (solve (board, 1, run), TW_STATUS_OPTIMAL);
      CHECK_INT (tw_run_best (run), strtol (row, &end, 10));
      row = end;
      tw_board_free (board);
      tw_run_free (run);
    }
  }
}

/* Boards that are blocked, a single cell, a line, or fall apart. */
static void
test_odd_boards (void)
{
  static const char *const walls[] = {
    "........*........", "........*........", "........*........", "*****************",
    "...*...*.*.......", "...*...*.*.......", "...*...***.......",
  };
  TwBoard *boards[] = {
    tw_board_new (7, 5),
    tw_board_new_empty (1, 1),
    tw_board_new_empty (1, 300),
    board_from_rows (7, walls),
  };
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    TwRun *exact = tw_run_new (&(TwLimits){ 0 });
    TwOptions options;
    int64_t best;

    tw_options_init (&options);
    CHECK_INT (tw_squares_engine_find ("optimal")->solve (boards[i], &options, exact),
               TW_STATUS_OPTIMAL);
    best = tw_run_best (exact);
    for (int threads = 1; threads <= 3; threads++) {
      TwRun *run = tw_run_new (&(TwLimits){ 0 });

      CHECK_INT (solve (boards[i], threads, run), TW_STATUS_OPTIMAL);
      CHECK_INT (tw_run_best (run), best);
      CHECK_INT (tw_run_bound (run), best);
      CHECK_INT (tw_run_memory_used (run), 0);
      tw_run_free (run);
    }
    tw_run_free (exact);
    tw_board_free (boards[i]);
  }
}

static void
test_windows (void)
{
  uint64_t seed = 31;

  for (int i = 0; i < 6; i++) {
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    TwBoard *board = random_board (20 + 15 * i, 50, 2 + 2 * (unsigned) i, &seed);
    TwPricedView view;
    TwWindows *windows;
    TwTiling tiling = { 0 };
    int64_t last;
    int steps = 0;

    CHECK (tw_greedy_cover (board, &tiling));
    CHECK (tw_run_offer (run, board, &tiling, 0));
    CHECK (tw_priced_view_init (&view, board, 0, (int64_t) tiling.count, run));
    CHECK (tw_priced_view_price (&view, 300, run));
    windows = tw_windows_new (board, view.prices, run);
    last = tw_run_best (run);
    for (; steps < 300 && tw_windows_improve (windows, &seed, run, run); steps++) {
      CHECK (tw_run_best (run) <= last);
      last = tw_run_best (run);
    }
    CHECK_INT (steps, 300);
    CHECK (last < (int64_t) tiling.count);
    CHECK (last >= tw_run_bound (run));
    CHECK_INT (tw_run_refused (run), 0);
    tw_windows_free (windows);
    tw_priced_view_clear (&view);
    tw_tiling_clear (&tiling);
    CHECK_INT (tw_run_memory_used (run), 0);
    tw_run_free (run);
    tw_board_free (board);
  }
}

/* A board large enough for windows first, stopped here and there, memory failing here and there. */
static void
test_large (void)
{
  uint64_t seed = 77;
  TwBoard *board = random_board (52, 50, 6, &seed);

  for (uint64_t n = 1; n < 4000; n += 1 + n / 4) {
    for (int memory = 0; memory < 2; memory++) {
      TwRun *run = tw_run_new (&(TwLimits){ 0 });

      tw_run_test_stop_at (run, n * (memory ? 2 : 1), TW_STOP_CANCEL);
      if (memory)
        tw_run_test_fail_memory (run, n);
      CHECK (solve (board, 1 + (n % 3 == 0), run) != TW_STATUS_INFEASIBLE);
      CHECK (tw_run_best (run) < 0 || tw_run_bound (run) <= tw_run_best (run));
      CHECK_INT (tw_run_refused (run), 0);
      CHECK_INT (tw_run_memory_used (run), 0);
      tw_run_free (run);
    }
  }
  tw_board_free (board);
}

int
main (void)
{
  check_run ("empty rectangles of OEIS A219158", test_rectangles);
  check_run ("odd boards", test_odd_boards);
  check_run ("windows improve and never worsen", test_windows);
  check_run ("large boards stopped anywhere", test_large);
  return check_done ();
}
