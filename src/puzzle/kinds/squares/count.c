/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - counts tilings by squares; see count.h. Called by the command line. */
#include "puzzle/kinds/squares/count.h"

#include "core/squares/count/count.h"
#include "puzzle/kind.h"

static TwRun *
new_run (const TwOptions *options)
{
  TwLimits limits = tw_kind_limits (options);

  return tw_run_new (&limits);
}

static TwStatus
count_all (const TwBoard *board, const TwOptions *options, gboolean distinct, TwNatural *number)
{
  TwRun *run = new_run (options);
  int threads = tw_options_threads (options);
  TwStatus status = TW_STATUS_OUT_OF_MEMORY;

  if (run != NULL)
    status = distinct
               ? tw_squares_count_distinct (board->width, board->height, threads, run, number)
               : tw_squares_count (board, threads, run, number);
  tw_run_free (run);
  return status;
}

/* Returns a solution that is proved to have the fewest squares; NULL: *status says why there is
 * none. */
static TwResult *
find_optimum (TwPuzzle *puzzle, const TwOptions *options, TwStatus *status)
{
  TwRun *run = new_run (options);
  g_autoptr (TwResult) result = NULL;

  *status = TW_STATUS_OUT_OF_MEMORY;
  if (run == NULL)
    return NULL;
  result = tw_kind_solve (puzzle, options, run, NULL);
  *status = result->status;
  if (result->status == TW_STATUS_FEASIBLE)
    *status = tw_run_stop_reason (run) == TW_STOP_MEMORY ? TW_STATUS_OUT_OF_MEMORY
                                                         : TW_STATUS_TIMEOUT;
  tw_run_free (run);
  return result->status == TW_STATUS_OPTIMAL ? g_steal_pointer (&result) : NULL;
}

static TwStatus
count_fewest (TwPuzzle *puzzle, const TwOptions *options, TwNatural *number, gint64 *squares)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  TwStatus status;
  g_autoptr (TwResult) optimum = find_optimum (puzzle, options, &status);
  TwCertificate *certificate = NULL;
  TwRun *run;

  if (optimum == NULL)
    return status;
  *squares = (gint64) optimum->tiling.count;
  run = new_run (options);
  if (run != NULL)
    certificate = tw_certify (board, &optimum->tiling, true, options, run);
  if (certificate == NULL)
    status = TW_STATUS_OUT_OF_MEMORY;
  else if (certificate->bound < *squares)
    status = TW_STATUS_TIMEOUT;
  else
    status = tw_squares_count_optimal (board, certificate, run, number);
  tw_certificate_free (certificate);
  tw_run_free (run);
  return status;
}

void
tw_square_count (TwPuzzle *puzzle, const TwOptions *options, TwSquareCountGoal goal,
                 TwSquareCount *count)
{
  gint64 began = g_get_monotonic_time ();
  TwNatural number;

  *count = (TwSquareCount){ .squares = -1 };
  count->status = goal == TW_SQUARE_COUNT_FEWEST
                    ? count_fewest (puzzle, options, &number, &count->squares)
                    : count_all (tw_puzzle_get_board (puzzle), options,
                                 goal == TW_SQUARE_COUNT_DISTINCT, &number);
  if (count->status == TW_STATUS_OPTIMAL) {
    count->digits = g_malloc (TW_NATURAL_DIGITS);
    tw_natural_print (&number, count->digits);
  }
  count->seconds = (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC;
}

void
tw_square_count_clear (TwSquareCount *count)
{
  g_clear_pointer (&count->digits, g_free);
}
