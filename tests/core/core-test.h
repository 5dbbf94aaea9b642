/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core-test.h - boards, tilings, problems and runs of the tests of core that end with their block, as
 * in AUTO_BOARD *board = tw_board_new_empty (3, 3); and options. */
#pragma once

#include "check.h"
#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/pieces/problem.h"
#include "core/options.h"
#include "core/run/run.h"

static inline void
close_board (TwBoard **board)
{
  tw_board_free (*board);
}

static inline void
close_problem (TwPieceProblem **problem)
{
  tw_piece_problem_free (*problem);
}

/* All memory that the search took from the run has been given back. */
#define END_RUN(run)                         \
  do {                                       \
    CHECK_INT (tw_run_memory_used (run), 0); \
    tw_run_free (run);                       \
  } while (0)

static inline void
close_run (TwRun **run)
{
  END_RUN (*run);
}

#define AUTO_BOARD   __attribute__ ((cleanup (close_board))) TwBoard
#define AUTO_PROBLEM __attribute__ ((cleanup (close_problem))) TwPieceProblem
#define AUTO_RUN     __attribute__ ((cleanup (close_run))) TwRun
#define AUTO_TILING  __attribute__ ((cleanup (tw_tiling_clear))) TwTiling

static inline TwOptions
default_options (void)
{
  TwOptions options;

  tw_options_init (&options);
  return options;
}

static inline TwOptions
options_with_threads (int threads)
{
  TwOptions options = default_options ();

  options.threads = threads;
  return options;
}
