/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core-test.h - boards, tilings, problems, runs and other things of the tests of core that end with
 * their block, as in AUTO_BOARD *board = tw_board_new_empty (3, 3); and options. */
#pragma once

#include "check.h"
#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/capped/solve.h"
#include "core/pieces/checkpoint.h"
#include "core/pieces/exact-cover.h"
#include "core/pieces/problem.h"
#include "core/pieces/search.h"
#include "core/pieces/shape.h"
#include "core/pieces/sink.h"
#include "core/squares/bands/bands.h"
#include "core/squares/certify.h"
#include "core/squares/duals/dual-solver.h"
#include "core/squares/sweep/dual-view.h"
#include "core/options.h"
#include "core/run/run.h"

#define DEFINE_CLOSE(name, Type, free_it) \
  static inline void name (Type **thing)  \
  {                                       \
    free_it (*thing);                     \
  }

DEFINE_CLOSE (close_bands, TwBands, tw_bands_free)
DEFINE_CLOSE (close_board, TwBoard, tw_board_free)
DEFINE_CLOSE (close_certificate, TwCertificate, tw_certificate_free)
DEFINE_CLOSE (close_dual_solver, TwDualSolver, tw_dual_solver_free)
DEFINE_CLOSE (close_problem, TwPieceProblem, tw_piece_problem_free)
DEFINE_CLOSE (close_sink, TwPieceSink, tw_piece_sink_free)

static inline void
close_memory (void *thing)
{
  free (*(void **) thing);
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
  if (*run != NULL)
    END_RUN (*run);
}

#define AUTO_BANDS         __attribute__ ((cleanup (close_bands))) TwBands
#define AUTO_BOARD         __attribute__ ((cleanup (close_board))) TwBoard
#define AUTO_CAPPED_RESULT __attribute__ ((cleanup (tw_capped_result_clear))) TwCappedResult
#define AUTO_CERTIFICATE   __attribute__ ((cleanup (close_certificate))) TwCertificate
#define AUTO_CHECKPOINT    __attribute__ ((cleanup (tw_checkpoint_clear))) TwCheckpoint
#define AUTO_COVER_RESULT  __attribute__ ((cleanup (tw_exact_cover_result_clear))) TwExactCoverResult
#define AUTO_DUAL_SOLVER   __attribute__ ((cleanup (close_dual_solver))) TwDualSolver
#define AUTO_PIECES_RESULT __attribute__ ((cleanup (tw_pieces_result_clear))) TwPiecesResult
#define AUTO_PROBLEM       __attribute__ ((cleanup (close_problem))) TwPieceProblem
#define AUTO_RUN           __attribute__ ((cleanup (close_run))) TwRun
#define AUTO_SHAPE         __attribute__ ((cleanup (tw_shape_clear))) TwShape
#define AUTO_SINK          __attribute__ ((cleanup (close_sink))) TwPieceSink
#define AUTO_TILING        __attribute__ ((cleanup (tw_tiling_clear))) TwTiling
#define AUTO_VIEW          __attribute__ ((cleanup (tw_dual_view_clear))) TwDualView
/* Before a pointer to memory of malloc (). */
#define AUTO_FREE __attribute__ ((cleanup (close_memory)))

static inline TwRun *
new_run (void)
{
  return tw_run_new (&(TwLimits){ 0 });
}

#ifdef TW_STOP_POINTS
/* A run that ends at its n-th point; 0 only counts points and requests. */
static inline TwRun *
run_to_point (uint64_t n, TwStop why)
{
  TwRun *run = new_run ();

  tw_run_test_stop_at (run, n, why);
  return run;
}

/* A run whose n-th request for memory fails, and all later ones. */
static inline TwRun *
run_to_request (uint64_t n)
{
  TwRun *run = new_run ();

  tw_run_test_fail_memory (run, n);
  return run;
}

/* For n = 1, 2, ...: first a run that is cancelled at each of its points, then one that fails at each
 * of its requests. */
static inline TwRun *
run_to_end (uint64_t n, uint64_t points)
{
  return n <= points ? run_to_point (n, TW_STOP_CANCEL) : run_to_request (n - points);
}
#endif

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

/* Sets up a view of the board after transform k, and takes this number of steps of its dual solver. */
static inline void
price_view (TwDualView *view, const TwBoard *board, int k, int64_t best, int steps, TwRun *run)
{
  CHECK (tw_dual_view_init (view, board, k, best, run));
  CHECK (tw_dual_view_solve (view, steps, run));
}
