/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count-squares.c - the part of tilewright-cli count that counts tilings by squares. */
#include "cli/command.h"

#include <string.h>

#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"

static gboolean
is_zero (const char *digits)
{
  return strcmp (digits, "0") == 0;
}

static char *
to_json (const TwResult *figures, TwSquareCountGoal goal, const TwSquareCount *count)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_kind_write_names (figures->puzzle, builder);
  tw_json_add_string (builder, "status",
                      count->digits != NULL ? "complete" : tw_status_name (count->status));
  if (count->squares >= 0)
    tw_json_add_int (builder, "numberOfSquares", count->squares);
  if (goal == TW_SQUARE_COUNT_DISTINCT)
    tw_json_add_boolean (builder, "upToSymmetry", TRUE);
  else if (goal == TW_SQUARE_COUNT_RECTANGLES)
    tw_json_add_boolean (builder, "rectangles", TRUE);
  /* A string, because the number may be larger than JSON readers can represent. */
  tw_json_add_string (builder, "tilings", count->digits);
  if (count->by_size != NULL) {
    gboolean sides = goal == TW_SQUARE_COUNT_BY_SIDE;

    tw_json_begin_array (builder, sides ? "bySide" : "bySize");
    for (guint k = 0; count->by_size[k] != NULL; k++) {
      if (is_zero (count->by_size[k]))
        continue;
      tw_json_begin_object (builder, NULL);
      tw_json_add_int (builder, sides ? "side" : "numberOfSquares", k);
      tw_json_add_string (builder, sides ? "squares" : "tilings", count->by_size[k]);
      tw_json_end_object (builder);
    }
    tw_json_end_array (builder);
  }
  tw_json_add_seconds (builder, "seconds", count->seconds);
  tw_result_write_statistics (figures, builder);
  return tw_json_end (builder);
}

static void
print (const TwResult *figures, TwSquareCountGoal goal, const TwSquareCount *count)
{
  const char *name = tw_puzzle_get_name (figures->puzzle);
  g_autofree char *text = tw_cli_figures (figures);

  if (count->digits == NULL)
    g_print (_ ("%s: not counted: %s (%s)\n"), name, tw_status_name (count->status), text);
  else if (count->squares >= 0)
    g_print (_ ("%s: %lld squares, optimal; optimal tilings: %s (%s)\n"), name,
             (long long) count->squares, count->digits, text);
  else if (goal == TW_SQUARE_COUNT_DISTINCT)
    g_print (_ ("%s: tilings by squares up to symmetry: %s (%s)\n"), name, count->digits, text);
  else if (goal == TW_SQUARE_COUNT_RECTANGLES)
    g_print (_ ("%s: tilings by rectangles: %s (%s)\n"), name, count->digits, text);
  else
    g_print (_ ("%s: tilings by squares: %s (%s)\n"), name, count->digits, text);
  for (guint k = 0; count->by_size != NULL && count->by_size[k] != NULL; k++) {
    if (is_zero (count->by_size[k]))
      continue;
    if (goal == TW_SQUARE_COUNT_BY_SIDE)
      /* Translators: a row of a table: "side 4: 1234 squares in all tilings together" */
      g_print (_ ("side %u: %s squares\n"), k, count->by_size[k]);
    else
      /* Translators: a row of a table: "12 squares: 3456 tilings" */
      g_print (_ ("%u squares: %s tilings\n"), k, count->by_size[k]);
  }
}

/* What the thread that counts uses. */
typedef struct {
  TwPuzzle *puzzle;
  const TwOptions *options;
  TwCliSquares *squares;
  TwRun *run;
  TwSquareCount *count;
  gboolean unwritten; /* the checkpoint could not be written */
} Work;

static void
write_state_cb (const TwSquareCountState *state)
{
  Work *work = state->data;
  const char *path = work->squares->checkpoint;
  g_autofree char *text = tw_square_count_write_state (
    tw_puzzle_get_board (work->puzzle), state, work->squares->seconds + tw_run_elapsed (work->run));

  if (!tw_cli_write (path, text, strlen (text))) {
    work->unwritten = TRUE;
  } else if (tw_cli_progress && !tw_cli_quiet) {
    g_autofree char *name = g_filename_display_name (path);

    g_printerr (_ ("%s: the checkpoint is written\n"), name);
  }
}

static void
count_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  TwCliSquares *squares = work->squares;

  tw_square_count (work->puzzle, work->options, squares->goal, work->run,
                   squares->checkpoint != NULL ? &squares->state : NULL, work->count);
  g_task_return_boolean (task, TRUE);
}

TwExit
tw_cli_count_squares (TwPuzzle *puzzle, const TwOptions *options, TwCliSquares *squares,
                      char **json)
{
  g_auto (TwSquareCount) count = { .status = TW_STATUS_OUT_OF_MEMORY, .squares = -1 };
  g_autoptr (TwResult) figures = tw_result_new (puzzle);
  TwRun *run = tw_square_count_run_new (options, squares->goal);
  Work work = { puzzle, options, squares, run, &count, FALSE };

  squares->state.changed_cb = write_state_cb;
  squares->state.data = &work;
  if (run != NULL)
    tw_cli_run_work (tw_puzzle_get_name (puzzle), run, squares->seconds, count_cb, &work);
  tw_cli_batch_step ();
  count.seconds += squares->seconds;
  if (squares->checkpoint != NULL && run != NULL && !squares->state.is_wrong)
    write_state_cb (&squares->state);
  figures->seconds = count.seconds;
  figures->nodes = run != NULL ? tw_run_nodes (run) : 0;
  tw_run_free (run);
  if (squares->summary && !squares->state.is_wrong)
    print (figures, squares->goal, &count);
  *json = to_json (figures, squares->goal, &count);
  if (work.unwritten)
    return TW_EXIT_BAD_INPUT;
  return count.digits != NULL ? TW_EXIT_FOUND : TW_EXIT_STOPPED;
}
