/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - counts solutions, on the calling thread or on another one; see tilewright/puzzle.h. */
#include "library/private.h"

#include "core/squares/engines/rectangle.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-count.h"
#include "puzzle/squares.h"
#include "puzzle/tasks.h"

typedef struct {
  TilewrightGoal goal;
  TwOptions options;
} Count;

/* Return the digits; NULL with the reason in *status. */
static char *
count_squares (TwPuzzle *puzzle, const Count *count, TwRun *run, TwStatus *status)
{
  static const TwSquareCountGoal goals[] = { TW_SQUARE_COUNT_ALL, TW_SQUARE_COUNT_DISTINCT,
                                             TW_SQUARE_COUNT_FEWEST, TW_SQUARE_COUNT_RECTANGLES };
  g_auto (TwSquareCount) found = { .squares = -1 };

  tw_square_count (puzzle, &count->options, goals[count->goal], run, NULL, &found);
  *status = found.status;
  return g_steal_pointer (&found.digits);
}

static char *
count_others (TwPuzzle *puzzle, const Count *count, TwRun *run, TwStatus *status)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  gpointer live = kind->solve->live_new != NULL ? kind->solve->live_new (puzzle, &count->options)
                                                : NULL;
  g_autoptr (TwResult) result = tw_kind_solve (puzzle, &count->options, run, live);
  TwSolutionCount found = kind->count->of (result);
  gboolean distinct = count->goal == TILEWRIGHT_GOAL_DISTINCT;
  const char *digits = distinct ? found.distinct_digits : found.raw_digits;

  if (live != NULL)
    kind->solve->live_free (live);
  *status = tw_status_of_stop (found.stop);
  if (!found.complete)
    return NULL;
  return digits != NULL
           ? g_strdup (digits)
           : g_strdup_printf ("%" G_GUINT64_FORMAT, distinct ? found.distinct : found.raw);
}

gboolean
tilewright_is_empty_rectangle (const TwBoard *board)
{
  return tw_rectangle_is_empty (board) || (board->width == 1 && board->height == 1);
}

static gboolean
accept (TwPuzzle *puzzle, TilewrightOptions *options, TilewrightGoal goal, Count *count,
        GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  gboolean squares = (kind->flags & TW_KIND_FEWEST_SQUARES) != 0;

  if (!tilewright_options_read (options, puzzle, &count->options, error))
    return FALSE;
  if ((!squares && kind->count == NULL) || (!squares && goal >= TILEWRIGHT_GOAL_FEWEST)
      || (squares && goal == TILEWRIGHT_GOAL_DISTINCT
          && !tilewright_is_empty_rectangle (tw_puzzle_get_board (puzzle))))
    return tw_fail_usage (error, "%s: %s", tw_puzzle_get_name (puzzle),
                          _ ("such solutions of this kind of puzzle cannot be counted"));
  count->goal = goal;
  count->options.count_only = true;
  return TRUE;
}

static char *
count_blocking (TilewrightPuzzle *self, const Count *count, GCancellable *cancellable,
                GError **error)
{
  TwPuzzle *puzzle = tilewright_puzzle_peek (self);
  gboolean squares = (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0;
  gulong handler;
  TwRun *run = tilewright_run_begin (&count->options, cancellable, &handler, error);
  TwStatus status;
  char *digits;

  if (run == NULL)
    return NULL;
  digits = (squares ? count_squares : count_others) (puzzle, count, run, &status);
  tilewright_run_end (run, cancellable, handler);
  if (digits == NULL)
    tilewright_run_fail (status, cancellable, error);
  return digits;
}

char *
tilewright_puzzle_count (TilewrightPuzzle *self, TilewrightGoal goal, TilewrightOptions *options,
                         GCancellable *cancellable, GError **error)
{
  Count count;

  g_return_val_if_fail (TILEWRIGHT_IS_PUZZLE (self), NULL);
  return accept (tilewright_puzzle_peek (self), options, goal, &count, error)
           ? count_blocking (self, &count, cancellable, error)
           : NULL;
}

static void
count_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *digits = count_blocking (source, data, cancellable, &error);

  tw_task_return_pointer (task, digits, g_free, &error);
}

void
tilewright_puzzle_count_async (TilewrightPuzzle *self, TilewrightGoal goal,
                               TilewrightOptions *options, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  g_autofree Count *count = g_new (Count, 1);
  GError *error = NULL;

  g_return_if_fail (TILEWRIGHT_IS_PUZZLE (self));
  if (accept (tilewright_puzzle_peek (self), options, goal, count, &error))
    tw_task_run (count_thread, g_steal_pointer (&count), g_free, self, cancellable, callback,
                 user_data);
  else
    g_task_report_error (self, callback, user_data, NULL, error);
}

char *
tilewright_puzzle_count_finish (TilewrightPuzzle *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
