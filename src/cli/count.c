/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - tilewright-cli count: counts the solutions of piece puzzles and of boards for
 * squares. */
#include <glib-unix.h>
#include <string.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/checkpoint.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/solutions.h"

static char *json, *certificate, *checkpoint;
static double every = 60; /* seconds between two checkpoints */
static char *empty;
static gboolean fewest, by_size, by_side, rectangles;
static gboolean distinct; /* up to symmetry */

static const GOptionEntry entries[] = {
  TW_FILE ("json", &json, N_ ("Write the counts as JSON")),
  TW_FILE ("certificate", &certificate,
           N_ ("Write a certificate of the count, for tilewright-check (pieces only)")),
  TW_FILE ("checkpoint", &checkpoint,
           N_ ("Save a stopped count in this file; continue from it if it exists")),
  TW_OPTION (DOUBLE, "checkpoint-every", &every, N_ ("SECONDS"),
             N_ ("Seconds between two checkpoints [60]")),
  TW_OPTION (STRING, "empty", &empty, N_ ("N[xM]"),
             N_ ("Count the tilings of an empty board by squares, N wide and M high")),
  TW_FLAG ("fewest", &fewest, N_ ("Count only the tilings with the fewest squares")),
  TW_FLAG ("by-size", &by_size, N_ ("Count tilings by squares for each number of squares")),
  TW_FLAG ("by-side", &by_side,
           N_ ("Count tilings by squares, and the squares of each side in all of them together")),
  TW_FLAG ("rectangles", &rectangles,
           N_ ("Count the tilings of a board by rectangles instead of squares")),
  TW_FLAG ("up-to-symmetry", &distinct,
           N_ ("Count tilings of an empty board by squares up to rotation and reflection")),
  { 0 },
};

typedef struct {
  TwJob *job;        /* the running job */
  GMutex lock;       /* guards `reached` */
  char *reached;     /* the latest checkpoint, not written yet; NULL: none */
  TwResult *stopped; /* the result in the checkpoint file; NULL: none */
  TwCliSquares squares;
  TwOptions *options;
  GPtrArray *puzzles;
} Count;

static TwSolutionCount
count_of (const TwResult *result)
{
  return tw_puzzle_get_kind (result->puzzle)->count->of (result);
}

static gboolean
is_complete (const TwResult *result)
{
  return count_of (result).complete;
}

/* For a stopped count, returns the reason for stopping even if solutions were found. */
static const char *
status_name (const TwResult *result)
{
  if (is_complete (result))
    return "complete";
  return tw_status_name (tw_status_of_stop (count_of (result).stop));
}

static char *
count_to_json (const TwResult *result)
{
  TwSolutionCount number = count_of (result);
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_kind_write_names (result->puzzle, builder);
  tw_json_add_string (builder, "status", status_name (result));
  tw_json_add_string (builder, "engine", result->engine);
  tw_json_add_count (builder, "raw", number.raw, number.raw_digits);
  tw_json_add_count (builder, "distinct", number.distinct, number.distinct_digits);
  tw_json_add_string (builder, "reason", result->reason);
  tw_json_add_seconds (builder, "seconds", result->seconds);
  tw_result_write_statistics (result, builder);
  return tw_json_end (builder);
}

/* "board.txt: 2339 solutions, 9356 with symmetric ones (cover, 0.25 s)" */
static void
print_count (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  const char *name = tw_puzzle_get_name (result->puzzle);
  g_autofree char *count = kind->solution->describe (result);
  g_autofree char *why = count == NULL ? tw_result_describe (result) : NULL;
  g_autofree char *figures = tw_cli_figures (result);

  if (!is_complete (result) && result->reason != NULL)
    g_print ("%s: %s (%s)\n", name, result->reason, figures);
  else if (count == NULL)
    g_print ("%s: %s\n", name, why);
  else if (!is_complete (result))
    /* Translators: the second is "2 solutions; the time limit was reached before all were found" */
    g_print (_ ("%s: at least %s (%s)\n"), name, count, figures);
  else if (count_of (result).raw == 0 && result->reason != NULL)
    g_print (_ ("%s: no solution: %s (%s)\n"), name, result->reason, figures);
  else
    g_print ("%s: %s (%s)\n", name, count, figures);
}

static gboolean
is_squares (const TwPuzzle *puzzle)
{
  return (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) != 0;
}

static gboolean
accept_puzzles (const Count *count)
{
  const struct {
    gboolean wanted;
    const char *option;
  } only_squares[] = { { fewest, "fewest" }, { by_size, "by-size" }, { by_side, "by-side" } };

  for (guint i = 0; i < count->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (count->puzzles, i);

    if (!is_squares (puzzle) && tw_puzzle_get_kind (puzzle)->count == NULL)
      return tw_cli_error (
        _ ("%s: only the solutions of piece puzzles and tilings by squares can be "
           "counted"),
        tw_puzzle_get_name (puzzle));
    for (gsize j = 0; j < G_N_ELEMENTS (only_squares); j++)
      if (only_squares[j].wanted && !is_squares (puzzle))
        return tw_cli_error (_ ("%s: --%s is for tilings by squares only"),
                             tw_puzzle_get_name (puzzle), only_squares[j].option);
    if (rectangles && !is_squares (puzzle))
      return tw_cli_error (_ ("%s: --rectangles is for boards without pieces only"),
                           tw_puzzle_get_name (puzzle));
    if (distinct
        && !(is_squares (puzzle) && tilewright_is_empty_rectangle (tw_puzzle_get_board (puzzle))))
      return tw_cli_error (
        _ ("%s: --up-to-symmetry is for tilings of boards without obstacles by squares"),
        tw_puzzle_get_name (puzzle));
    if (!tw_cli_accepts_options (puzzle, count->options))
      return FALSE;
  }
  return TRUE;
}

/* --- resuming a count ---------------------------------------------------------- */

#define CHECKPOINT_START "tilewright-pieces "

/* The file need not exist yet. A file that is not a checkpoint is not overwritten. */
static gboolean
read_checkpoint (Count *count)
{
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean squares, good;
  TwPuzzle *puzzle;
  gsize length;

  if (checkpoint == NULL)
    return TRUE;
  if (g_str_equal (checkpoint, "-")) /* is read, too */
    return tw_cli_error (_ ("--%s: expected %s"), "checkpoint", _ ("FILE"));
  if (count->puzzles->len != 1)
    return tw_cli_error (_ ("--checkpoint needs a single puzzle"));
  puzzle = g_ptr_array_index (count->puzzles, 0);
  squares = is_squares (puzzle) && tilewright_is_empty_rectangle (tw_puzzle_get_board (puzzle))
            && count->squares.goal == TW_SQUARE_COUNT_ALL;
  if (is_squares (puzzle) && !squares)
    return tw_cli_error (_ ("--checkpoint is for all tilings of a board without obstacles"));
  if (!squares && !tw_puzzle_has_pieces (puzzle))
    return tw_cli_error (_ ("--checkpoint is for piece puzzles only"));
  if (squares)
    count->squares.checkpoint = checkpoint;
  if (!tw_cli_can_write (checkpoint))
    return FALSE;
  if (!g_file_test (checkpoint, G_FILE_TEST_EXISTS))
    return TRUE;
  text = tw_file_read_path (checkpoint, &length, &error);
  if (text == NULL)
    return tw_cli_error ("%s", error->message);
  name = g_filename_display_name (checkpoint);
  if (!g_str_has_prefix (text, squares ? TW_CLI_SQUARES_CHECKPOINT : CHECKPOINT_START))
    return tw_cli_error (_ ("%s: not a checkpoint"), name);
  if (squares)
    good = tw_square_count_read_state (text, tw_puzzle_get_board (puzzle), &count->squares.state,
                                       &count->squares.seconds, &error);
  else
    good = (count->stopped = tw_piece_puzzle_stopped_at (puzzle, count->options, text, &error))
           != NULL;
  return good || tw_cli_error ("%s: %s", name, error->message);
}

static gboolean
write_checkpoint (const Count *count, const TwResult *result)
{
  g_autofree char *text = tw_piece_puzzle_dup_checkpoint (result);

  if (checkpoint == NULL)
    return TRUE;
  if (text == NULL && !is_complete (result)) {
    g_autofree char *name = g_filename_display_name (checkpoint);

    /* A transfer matrix has no checkpoints. */
    tw_cli_error (_ ("%s: not written; the engine %s starts again after a stop"), name,
                  result->engine);
  }
  return text == NULL || tw_cli_write (checkpoint, text, strlen (text));
}

/* --- checkpoints during the search ------------------------------------------------ */

static gboolean
write_reached_cb (gpointer data)
{
  Count *count = data;
  g_autofree char *reached = NULL;
  g_autofree char *text = NULL;

  g_mutex_lock (&count->lock);
  reached = g_steal_pointer (&count->reached);
  g_mutex_unlock (&count->lock);
  if (reached == NULL)
    return G_SOURCE_REMOVE;
  text = tw_piece_checkpoint_text (reached, tw_job_elapsed (count->job));
  if (tw_cli_write (checkpoint, text, strlen (text)) && tw_cli_progress) {
    g_autofree char *name = g_filename_display_name (checkpoint);

    g_printerr (_ ("%s: the checkpoint is written\n"), name);
  }
  return G_SOURCE_REMOVE;
}

/* Called on a thread of the search, which must not wait for the disk: only stores the text. */
static void
reached_cb (const char *text, gpointer data)
{
  Count *count = data;

  g_mutex_lock (&count->lock);
  g_free (count->reached);
  count->reached = g_strdup (text);
  g_mutex_unlock (&count->lock);
  g_idle_add (write_reached_cb, count);
}

static gboolean
due_cb (gpointer data)
{
  Count *count = data;

  tw_piece_solutions_ask_checkpoint (tw_job_get_live (count->job), reached_cb, count);
  return G_SOURCE_CONTINUE;
}

static void
started_cb (TwJob *job, gpointer data)
{
  Count *count = data;

  count->job = job;
  if (checkpoint == NULL)
    return;
  g_timeout_add ((guint) (every * 1000), due_cb, count);
  g_unix_signal_add (SIGUSR1, due_cb, count);
}

static TilewrightResult *
count_one (Count *count, TwPuzzle *puzzle)
{
  g_autoptr (TilewrightSolver) solver = tw_cli_solver_new (puzzle, count->options);
  TilewrightResult *result;

  if (count->stopped != NULL) {
    g_autoptr (TilewrightPuzzle) object = tilewright_puzzle_wrap (tw_puzzle_ref (puzzle));
    g_autoptr (TilewrightResult)
      stopped = tilewright_result_wrap (object, tw_result_ref (count->stopped));

    tilewright_solver_resume (solver, stopped, NULL);
  }
  result = tw_cli_run_solver (solver, started_cb, count);
  count->job = NULL;
  while (g_source_remove_by_user_data (count))
    continue;
  g_clear_pointer (&count->reached, g_free);
  return result;
}

/* Does the checkpoint belong to another puzzle? */
static gboolean
is_foreign (const Count *count, const TwResult *result)
{
  return count->stopped != NULL && result->status == TW_STATUS_CANCELLED && result->reason != NULL;
}

/* The board of no cells, which has one tiling. Boards have at least one cell; this one is
 * blocked. */
static TwPuzzle *
no_cells_new (void)
{
  TwBoard *board = tw_board_new_empty (1, 1);

  board->cells[0] = TW_CELL_BLOCKED;
  return tw_squares_puzzle_new ("0 × 0", board);
}

static gboolean
add_empty (Count *count)
{
  g_autoptr (GError) error = NULL;
  int width, height;

  if (empty == NULL)
    return TRUE;
  if (g_str_equal (empty, "0") || g_str_equal (empty, "0x0")) {
    g_ptr_array_add (count->puzzles, no_cells_new ());
    return TRUE;
  }
  if (!tw_kind_parse_size (empty, &width, &height, &error))
    return tw_cli_error ("--empty: %s", error->message);
  g_ptr_array_add (count->puzzles,
                   tw_squares_puzzle_new (NULL, tw_board_new_empty (width, height)));
  return TRUE;
}

static TwExit
count_all (Count *count)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  gboolean summary = !tw_cli_quiet && !tw_cli_stdout_is_taken ();
  gboolean several = count->puzzles->len > 1;
  g_autoptr (TwResult) complete = NULL; /* to be certified */
  TwExit code = TW_EXIT_FOUND;

  count->squares.summary = summary;
  tw_cli_batch (count->puzzles->len);
  for (guint i = 0; i < count->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (count->puzzles, i);

    tw_stream_start (puzzle);
    if (is_squares (puzzle)) {
      char *text;

      code = tw_exit_worse (code,
                            tw_cli_count_squares (puzzle, count->options, &count->squares, &text));
      g_ptr_array_add (texts, text);
      tw_stream_end (text);
      if (count->squares.state.is_wrong) {
        tw_cli_error_in (checkpoint, tw_piece_checkpoint_fault_text (TW_CHECKPOINT_DAMAGED));
        return TW_EXIT_BAD_INPUT;
      }
      continue;
    }

    g_autoptr (TilewrightResult) found = count_one (count, puzzle);
    TwResult *result = tilewright_result_peek (found);

    if (is_foreign (count, result)) {
      tw_cli_error_in (checkpoint, result->reason);
      return TW_EXIT_BAD_INPUT;
    }
    if (!write_checkpoint (count, result))
      code = TW_EXIT_BAD_INPUT;
    if (summary)
      print_count (result);
    g_ptr_array_add (texts, count_to_json (result));
    tw_stream_end (g_ptr_array_index (texts, texts->len - 1));
    if (!is_complete (result))
      code = tw_exit_worse (code, TW_EXIT_STOPPED);
    else if (certificate != NULL)
      complete = tw_result_ref (result);
  }
  if (complete == NULL)
    tw_cli_end_runs ();
  if ((json != NULL && !tw_cli_write_json (json, texts, several)) || !tw_stream_is_complete ())
    code = TW_EXIT_BAD_INPUT;
  if (complete != NULL)
    code = tw_exit_worse (code, tw_cli_certify (certificate, complete, count->options, TRUE));
  tw_cli_end_runs ();
  return code;
}

static gboolean
accept (Count *count, char **files)
{
  if (!(every >= 0.01 && every <= 1e6))
    return tw_cli_error (_ ("--checkpoint-every: expected 0.01 to 1000000 seconds"));
  if (fewest + distinct + by_size + by_side + rectangles > 1)
    return tw_cli_error (_ (
      "--fewest, --by-size, --by-side, --rectangles and --up-to-symmetry cannot be used together"));
  count->options->count_only = true;
  count->squares.goal = fewest       ? TW_SQUARE_COUNT_FEWEST
                        : distinct   ? TW_SQUARE_COUNT_DISTINCT
                        : by_size    ? TW_SQUARE_COUNT_BY_SIZE
                        : by_side    ? TW_SQUARE_COUNT_BY_SIDE
                        : rectangles ? TW_SQUARE_COUNT_RECTANGLES
                                     : TW_SQUARE_COUNT_ALL;
  return tw_cli_add_puzzles (files, count->puzzles) && add_empty (count)
         && tw_cli_has_puzzles (count->puzzles->len) && accept_puzzles (count)
         && tw_variants_apply (count->puzzles, count->options) && tw_cli_can_write (json)
         && tw_stream_can_write () && tw_cli_can_certify (certificate, count->puzzles, TRUE)
         && read_checkpoint (count);
}

static TwExit
count (char **files, TwOptions *options)
{
  Count self = { .options = options };
  TwExit code;

  self.puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_mutex_init (&self.lock);
  code = accept (&self, files) ? count_all (&self) : TW_EXIT_BAD_INPUT;
  g_mutex_clear (&self.lock);
  g_ptr_array_unref (self.puzzles);
  g_clear_pointer (&self.stopped, tw_result_unref);
  return code;
}

const TwCommand tw_cli_count = {
  .name = "count",
  .summary = N_ ("Count the solutions of piece puzzles"),
  .parameters = N_ ("FILE|FOLDER…"),
  .description = N_ (
    "Counts the solutions of piece puzzles, in total and up to the symmetries of the "
    "board,\nand the tilings of boards by squares."),
  .solver = TRUE,
  .run = count,
  .tables = { entries, tw_stream_entries, tw_variant_entries, tw_cli_progress_entries,
              tw_cli_quiet_entries },
};
