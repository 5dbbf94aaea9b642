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

/* Counts the tilings with as few squares as the solution, which is optimal. */
static TwStatus
count_like (const TwResult *optimum, const TwOptions *options, TwNatural *number)
{
  const TwBoard *board = tw_puzzle_get_board (optimum->puzzle);
  TwCertificate *certificate = NULL;
  TwRun *run = new_run (options);
  TwStatus status;

  if (run != NULL)
    certificate = tw_certify (board, tw_result_tiling (optimum), options, run);
  if (certificate == NULL)
    status = TW_STATUS_OUT_OF_MEMORY;
  else if (certificate->bound < tw_result_count (optimum))
    status = TW_STATUS_TIMEOUT;
  else
    status = tw_squares_count_optimal (board, certificate, run, number);
  tw_certificate_free (certificate);
  tw_run_free (run);
  return status;
}

static TwStatus
count_fewest (TwPuzzle *puzzle, const TwOptions *options, TwNatural *number, gint64 *squares)
{
  TwStatus status;
  g_autoptr (TwResult) optimum = find_optimum (puzzle, options, &status);

  if (optimum == NULL)
    return status;
  *squares = tw_result_count (optimum);
  return count_like (optimum, options, number);
}

static char *
dup_digits (const TwNatural *number)
{
  char digits[TW_NATURAL_DIGITS];

  tw_natural_print (number, digits);
  return g_strdup (digits);
}

char *
tw_square_count_optima (const TwResult *optimum, double seconds)
{
  TwOptions options;
  TwNatural number;

  tw_options_init (&options);
  options.time = seconds;
  options.memory = 512;
  options.threads = 1;
  if (count_like (optimum, &options, &number) != TW_STATUS_OPTIMAL)
    return NULL;
  return dup_digits (&number);
}

/* Also sets `number` to the sum. */
static TwStatus
count_by_size (const TwBoard *board, const TwOptions *options, TwNatural *number, char ***by_size)
{
  gsize n = tw_board_count_free (board) + 1;
  TwNatural *numbers = g_try_new (TwNatural, n);
  TwRun *run = new_run (options);
  TwStatus status = TW_STATUS_OUT_OF_MEMORY;

  if (run != NULL && numbers != NULL)
    status = tw_squares_count_by_size (board, run, numbers);
  *number = (TwNatural){ { 0 } };
  if (status == TW_STATUS_OPTIMAL)
    *by_size = g_new0 (char *, n + 1);
  for (gsize i = 0; status == TW_STATUS_OPTIMAL && i < n; i++) {
    (*by_size)[i] = dup_digits (&numbers[i]);
    if (!tw_natural_add (number, &numbers[i]))
      status = TW_STATUS_OUT_OF_MEMORY;
  }
  tw_run_free (run);
  g_free (numbers);
  return status;
}

void
tw_square_count (TwPuzzle *puzzle, const TwOptions *options, TwSquareCountGoal goal,
                 TwSquareCount *count)
{
  gint64 began = g_get_monotonic_time ();
  TwNatural number;

  *count = (TwSquareCount){ .squares = -1 };
  if (goal == TW_SQUARE_COUNT_FEWEST)
    count->status = count_fewest (puzzle, options, &number, &count->squares);
  else if (goal == TW_SQUARE_COUNT_BY_SIZE)
    count->status = count_by_size (tw_puzzle_get_board (puzzle), options, &number, &count->by_size);
  else
    count->status = count_all (tw_puzzle_get_board (puzzle), options,
                               goal == TW_SQUARE_COUNT_DISTINCT, &number);
  if (count->status == TW_STATUS_OPTIMAL)
    count->digits = dup_digits (&number);
  count->seconds = (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC;
}

void
tw_square_count_clear (TwSquareCount *count)
{
  g_clear_pointer (&count->digits, g_free);
  g_clear_pointer (&count->by_size, g_strfreev);
}

TwResult *
tw_square_draw (TwPuzzle *puzzle, const TwOptions *options)
{
  gint64 began = g_get_monotonic_time ();
  TwResult *result = tw_result_new (puzzle);
  TwRun *run = new_run (options);

  g_free (result->engine);
  result->engine = g_strdup ("random");
  result->status = TW_STATUS_OUT_OF_MEMORY;
  if (run != NULL)
    result->status = tw_squares_draw (tw_puzzle_get_board (puzzle), options, run);
  if (result->status == TW_STATUS_FEASIBLE && !tw_run_copy_best (run, result->payload, NULL))
    result->status = TW_STATUS_OUT_OF_MEMORY;
  tw_tiling_sort (result->payload);
  tw_run_free (run);
  result->seconds = (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  return result;
}
