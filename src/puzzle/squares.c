/* SPDX-License-Identifier: GPL-3.0-or-later */
/* squares.c - see squares.h. */
#include "puzzle/squares.h"

#include <math.h>
#include <string.h>

#include "core/squares/count/folded.h"
#include "core/squares/count/rectangle-tilings.h"
#include "core/squares/best.h"
#include "puzzle/core-values.h"
#include "puzzle/kind-solve.h"
#include "puzzle/checkpoint.h"

TwPuzzle *
tw_squares_puzzle_new (const char *id, TwBoard *board)
{
  return tw_puzzle_new (tw_kind_find ("squares"), id, board, NULL, NULL);
}

/* Returns a solution that is proved to have the fewest squares; NULL: *status says why there is
 * none. */
static TwResult *
find_optimum (TwPuzzle *puzzle, const TwOptions *options, TwRun *parent, TwStatus *status)
{
  g_autoptr (TwRun) run = tw_run_new_child (parent, options->time);
  g_autoptr (TwResult) result = NULL;

  *status = TW_STATUS_OUT_OF_MEMORY;
  if (run == NULL)
    return NULL;
  result = tw_kind_solve (puzzle, options, run, NULL);
  *status = result->status;
  if (result->status == TW_STATUS_FEASIBLE)
    *status = tw_run_stop_reason (run) != TW_STOP_NONE
                ? tw_status_of_stop (tw_run_stop_reason (run))
                : TW_STATUS_TIMEOUT;
  return result->status == TW_STATUS_OPTIMAL ? g_steal_pointer (&result) : NULL;
}

/* Returns a solution with as few squares as `optimum`; NULL: the checker refuses it. Takes ownership of
 * the squares. */
static TwResult *
optimal_new (const TwResult *optimum, TwTiling *squares)
{
  g_autoptr (TwResult) result = tw_result_new (optimum->puzzle);

  result->status = TW_STATUS_OPTIMAL;
  result->bound = tw_result_count (optimum);
  *(TwTiling *) result->payload = *squares;
  *squares = (TwTiling){ 0 };
  return tw_kind_check (result, NULL) == 0 ? g_steal_pointer (&result) : NULL;
}

static gboolean
is_same (const TwResult *a, const TwResult *b)
{
  const TwTiling *one = tw_result_tiling (a), *other = tw_result_tiling (b);

  return one->count == other->count
         && memcmp (one->squares, other->squares, one->count * sizeof *one->squares) == 0;
}

/* Lists solutions with as few squares as `optimum`, which is the first one. */
static GPtrArray *
list_like (TwResult *optimum, const TwCertificate *certificate, TwRun *run)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);
  g_autoptr (TwResult) sorted = tw_result_dup_solution (optimum);
  TwTiling tilings[TW_SQUARE_OPTIMA] = { 0 };
  gsize n = TW_SQUARE_OPTIMA;

  tw_tiling_sort (sorted->payload);
  g_ptr_array_add (list, tw_result_ref (optimum));
  tw_squares_list_optimal (tw_puzzle_get_board (optimum->puzzle), certificate, run, tilings, &n);
  for (gsize i = 0; i < n; i++) {
    tw_tiling_sort (&tilings[i]);
    g_autoptr (TwResult) other = optimal_new (optimum, &tilings[i]);
    if (other != NULL && !is_same (sorted, other) && list->len < TW_SQUARE_OPTIMA)
      g_ptr_array_add (list, g_steal_pointer (&other));
  }
  return list;
}

/* Counts the tilings with as few squares as the solution, which is optimal, and lists them if `list`
 * is not NULL. Frees the run. */
static TwStatus
count_like (TwResult *optimum, const TwOptions *options, TwRun *run, TwNatural *number,
            GPtrArray **list)
{
  const TwBoard *board = tw_puzzle_get_board (optimum->puzzle);
  TwCertificate *certificate = NULL;
  TwStatus status;

  if (run != NULL)
    certificate = tw_certify (board, tw_result_tiling (optimum), options, run);
  if (certificate == NULL)
    status = TW_STATUS_OUT_OF_MEMORY;
  else if (certificate->bound < tw_result_count (optimum))
    status = tw_run_stop_reason (run) == TW_STOP_CANCEL ? TW_STATUS_CANCELLED : TW_STATUS_TIMEOUT;
  else
    status = tw_squares_count_optimal (board, certificate, run, number);
  if (list != NULL)
    *list = status == TW_STATUS_OPTIMAL ? list_like (optimum, certificate, run) : NULL;
  tw_certificate_free (certificate);
  tw_run_free (run);
  return status;
}

static TwStatus
count_fewest (TwPuzzle *puzzle, const TwOptions *options, TwRun *run, TwNatural *number,
              gint64 *squares)
{
  TwStatus status;
  g_autoptr (TwResult) optimum = find_optimum (puzzle, options, run, &status);

  if (optimum == NULL)
    return status;
  *squares = tw_result_count (optimum);
  return count_like (optimum, options, tw_run_new_child (run, options->time), number, NULL);
}

static char *
dup_digits (const TwNatural *number)
{
  char digits[TW_NATURAL_DIGITS];

  tw_natural_print (number, digits);
  return g_strdup (digits);
}

char *
tw_square_count_optima (TwResult *optimum, const TwOptions *options, TwRun *parent,
                        GPtrArray **list)
{
  TwLimits limits = tw_kind_limits (options);
  TwRun *run = parent != NULL ? tw_run_new_child (parent, 0) : tw_run_new (&limits);
  TwNatural number;

  if (count_like (optimum, options, run, &number, list) != TW_STATUS_OPTIMAL)
    return NULL;
  return dup_digits (&number);
}

/* Counts a number for each number of squares, or for each side, and sets `number` to that of all
 * tilings. */
static TwStatus
count_each (const TwBoard *board, TwSquareCountGoal goal, TwRun *run, TwNatural *number,
            char ***each)
{
  gboolean sides = goal == TW_SQUARE_COUNT_BY_SIDE;
  gsize n = 1 + (sides ? (gsize) MIN (board->width, board->height) : tw_board_count_free (board));
  TwNatural *numbers = g_try_new (TwNatural, n);
  TwStatus status = TW_STATUS_OUT_OF_MEMORY;

  if (numbers != NULL)
    status = (sides ? tw_squares_count_by_side : tw_squares_count_by_size) (board, run, numbers);
  *number = (TwNatural){ { 0 } };
  if (status == TW_STATUS_OPTIMAL)
    *each = g_new0 (char *, n + 1);
  for (gsize i = 0; status == TW_STATUS_OPTIMAL && i < n; i++) {
    if ((!sides || i == 0) && !tw_natural_add (number, &numbers[i]))
      status = TW_STATUS_OUT_OF_MEMORY;
    (*each)[i] = sides && i == 0 ? g_strdup ("0") : dup_digits (&numbers[i]);
  }
  g_free (numbers);
  return status;
}

TwRun *
tw_square_count_run_new (const TwOptions *options, TwSquareCountGoal goal)
{
  TwLimits limits = tw_kind_limits (options);

  if (goal == TW_SQUARE_COUNT_FEWEST)
    limits.seconds = 0;
  return tw_run_new (&limits);
}

void
tw_square_count (TwPuzzle *puzzle, const TwOptions *options, TwSquareCountGoal goal, TwRun *run,
                 TwSquareCountState *state, TwSquareCount *count)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  int threads = tw_options_threads (options);
  TwNatural number;

  *count = (TwSquareCount){ .squares = -1 };
  tw_run_progress_bar (run, 0)->phase = TW_PHASE_SWEEP;
  if (goal == TW_SQUARE_COUNT_FEWEST)
    count->status = count_fewest (puzzle, options, run, &number, &count->squares);
  else if (goal == TW_SQUARE_COUNT_BY_SIZE || goal == TW_SQUARE_COUNT_BY_SIDE)
    count->status = count_each (board, goal, run, &number, &count->by_size);
  else if (goal == TW_SQUARE_COUNT_DISTINCT)
    count->status = tw_squares_count_distinct (board->width, board->height, threads, run, &number);
  else if (goal == TW_SQUARE_COUNT_RECTANGLES)
    count->status = tw_count_rectangle_tilings (board, threads, run, &number);
  else if (state != NULL)
    count->status = tw_squares_count_empty (board->width, board->height, threads, run, state,
                                            &number);
  else
    count->status = tw_squares_count (board, threads, run, &number);
  if (count->status == TW_STATUS_OPTIMAL)
    count->digits = dup_digits (&number);
  count->seconds = tw_run_elapsed (run);
}

/* --- checkpoints --------------------------------------------------------------------- */

#define FIRST_LINE "tilewright-squares 1\n"

char *
tw_square_count_write_state (const TwBoard *board, const TwSquareCountState *state, double seconds)
{
  g_autoptr (GString) text = g_string_new (FIRST_LINE);
  char estimate[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (estimate, sizeof estimate, state->estimate);
  g_string_append_printf (text, "board %d %d\nestimate %s\n", board->width, board->height,
                          estimate);
  for (int i = 0; i < state->n_residues; i++)
    g_string_append_printf (text, "residue %" G_GUINT64_FORMAT "\n", state->residues[i]);
  return tw_piece_checkpoint_text (text->str, seconds);
}

/* The text after the checksum is verified. */
static TwCheckpointFault
parse_state (const char *text, const TwBoard *board, TwSquareCountState *state)
{
  g_autofree char *size = g_strdup_printf ("board %d %d\n", board->width, board->height);
  char *end;

  if (!g_str_has_prefix (text, size))
    return TW_CHECKPOINT_FOREIGN;
  text += strlen (size);
  if (!g_str_has_prefix (text, "estimate "))
    return TW_CHECKPOINT_DAMAGED;
  state->estimate = g_ascii_strtod (text + strlen ("estimate "), &end);
  if (!isfinite (state->estimate) || state->estimate < 0)
    return TW_CHECKPOINT_DAMAGED;
  while (g_str_has_prefix (end, "\nresidue ") && state->n_residues < TW_SQUARE_COUNT_RESIDUES) {
    guint64 residue = g_ascii_strtoull (end + strlen ("\nresidue "), &end, 10);

    if (residue > G_MAXINT64)
      return TW_CHECKPOINT_DAMAGED;
    state->residues[state->n_residues++] = residue;
  }
  return g_str_equal (end, "\n") ? TW_CHECKPOINT_OK : TW_CHECKPOINT_DAMAGED;
}

gboolean
tw_square_count_read_state (const char *text, const TwBoard *board, TwSquareCountState *state,
                            double *seconds, GError **error)
{
  g_autofree char *rest = g_strdup (text);
  TwCheckpointFault fault = TW_CHECKPOINT_DAMAGED;

  if (g_str_has_prefix (rest, FIRST_LINE) && tw_piece_checkpoint_take_seconds (rest, seconds))
    fault = parse_state (rest + strlen (FIRST_LINE), board, state);
  if (fault != TW_CHECKPOINT_OK)
    tw_fail_format (error, "%s", tw_piece_checkpoint_fault_text (fault));
  return fault == TW_CHECKPOINT_OK;
}

void
tw_square_count_clear (TwSquareCount *count)
{
  g_clear_pointer (&count->digits, g_free);
  g_clear_pointer (&count->by_size, g_strfreev);
}

TwResult *
tw_square_draw (TwPuzzle *puzzle, const TwOptions *options, TwRun *run)
{
  gint64 began = g_get_monotonic_time ();
  TwResult *result = tw_result_new (puzzle);

  g_free (result->engine);
  result->engine = g_strdup (TW_ENGINE_RANDOM);
  result->status = tw_squares_draw (tw_puzzle_get_board (puzzle), options, run);
  if (result->status == TW_STATUS_FEASIBLE && !tw_squares_copy_best (run, result->payload, NULL))
    result->status = TW_STATUS_OUT_OF_MEMORY;
  tw_tiling_sort (result->payload);
  result->seconds = (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC;
  return result;
}
