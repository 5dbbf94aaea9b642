/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - counts solutions, on the calling thread or on another one; see tilewright/puzzle.h. */
#include "library/private.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/kinds/squares/count.h"
#include "puzzle/tasks.h"

typedef struct {
  TilewrightGoal goal;
  TwOptions options;
} Count;

static char *
count_squares (TwPuzzle *puzzle, const Count *count, GCancellable *cancellable, GError **error)
{
  static const TwSquareCountGoal goals[] = { TW_SQUARE_COUNT_ALL, TW_SQUARE_COUNT_DISTINCT,
                                             TW_SQUARE_COUNT_FEWEST };
  g_auto (TwSquareCount) found = { .squares = -1 };
  gulong handler;
  TwRun *run = tilewright_run_begin (&count->options, cancellable, &handler, error);

  if (run == NULL)
    return NULL;
  tw_square_count (puzzle, &count->options, goals[count->goal], run, NULL, &found);
  tilewright_run_end (run, cancellable, handler);
  if (found.digits == NULL)
    tilewright_run_fail (found.status, cancellable, error);
  return g_steal_pointer (&found.digits);
}

static char *
count_others (TwPuzzle *puzzle, const Count *count, GCancellable *cancellable, GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  gulong handler;
  TwRun *run = tilewright_run_begin (&count->options, cancellable, &handler, error);
  gpointer live = NULL;
  g_autoptr (TwResult) result = NULL;
  TwSolutionCount found;

  if (run == NULL)
    return NULL;
  if (kind->live_new != NULL)
    live = kind->live_new (puzzle, &count->options);
  result = tw_kind_solve (puzzle, &count->options, run, live);
  if (live != NULL)
    kind->live_free (live);
  tilewright_run_end (run, cancellable, handler);
  found = kind->count (result);
  if (!found.complete) {
    tilewright_run_fail (tw_status_of_stop (found.stop), cancellable, error);
    return NULL;
  }
  if (count->goal == TILEWRIGHT_GOAL_DISTINCT)
    return found.distinct_digits != NULL ? g_strdup (found.distinct_digits)
                                         : g_strdup_printf ("%" G_GUINT64_FORMAT, found.distinct);
  return found.raw_digits != NULL ? g_strdup (found.raw_digits)
                                  : g_strdup_printf ("%" G_GUINT64_FORMAT, found.raw);
}

/* A board of one cell has one tiling whether the cell is free or not. */
static gboolean
is_empty_rectangle (const TwBoard *board)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;

  return n_cells == 1 || tw_board_count_free (board) == n_cells;
}

static gboolean
accept (TwPuzzle *puzzle, TilewrightOptions *options, TilewrightGoal goal, Count *count,
        GError **error)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  gboolean squares = (kind->flags & TW_KIND_FEWEST_SQUARES) != 0;

  if (!tilewright_options_read (options, puzzle, &count->options, error))
    return FALSE;
  if ((!squares && kind->count == NULL) || (!squares && goal == TILEWRIGHT_GOAL_FEWEST)
      || (squares && goal == TILEWRIGHT_GOAL_DISTINCT
          && !is_empty_rectangle (tw_puzzle_get_board (puzzle))))
    return tw_fail (error, TW_PUZZLE_ERROR_USAGE, "%s: %s", tw_puzzle_get_name (puzzle),
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

  return (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0
           ? count_squares (puzzle, count, cancellable, error)
           : count_others (puzzle, count, cancellable, error);
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
