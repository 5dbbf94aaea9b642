/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.c - tilewright-cli generate: makes boards with obstacles, tetromino squares that have a
 * solution, and piece puzzles. The same seed gives the same puzzle on every machine. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli/make-pieces.h"
#include "core/base/generator.h"
#include "core/pieces/bigboard.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/pieces/from-solution.h"
#include "puzzle/tetrominoes.h"

static int width = 20, height = 20, count = 1;
static double density = 0.03;
static gint64 seed = 1;
static int tetrominoes; /* side of a tetromino square; 0: make boards */
static gboolean contest;
static char *output;

static const GOptionEntry entries[] = {
  TW_INT ("width", &width, N_ ("Columns [20]")),
  TW_INT ("height", &height, N_ ("Rows [20]")),
  TW_OPTION (DOUBLE, "density", &density, N_ ("NUMBER"),
             N_ ("Share of the cells that are obstacles, 0 to 1 [0.03]")),
  TW_FLAG ("contest", &contest,
           N_ ("Size and density as in the contest of 2015, drawn from the seed")),
  TW_INT ("tetrominoes", &tetrominoes,
          N_ ("Make a tetromino square of side N that has a solution, instead of a board")),
  TW_OPTION (INT64, "seed", &seed, N_ ("N"),
             N_ ("Random seed; the same seed makes the same puzzles [1]")),
  TW_INT ("count", &count,
          N_ ("Number of puzzles, written to the folder FILE; boards have consecutive seeds [1]")),
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
    N_ ("Where to write it; - is standard output [-]"), N_ ("FILE") },
  { 0 },
};

enum {
  MAX_COUNT = 100000,
  CANDIDATE_SECONDS = 10,
};

static gboolean
check_ranges (void)
{
  return tw_cli_in_range ("width", width, 1, TW_BOARD_MAX_SIDE)
         && tw_cli_in_range ("height", height, 1, TW_BOARD_MAX_SIDE)
         && tw_cli_in_range ("density", density, 0, 1)
         && tw_cli_in_range ("seed", (double) seed, 0, (double) G_MAXINT64)
         && tw_cli_in_range ("count", count, 1, MAX_COUNT)
         && (tetrominoes == 0
             || tw_cli_in_range ("tetrominoes", tetrominoes, TW_TETROMINO_MIN_SIDE,
                                 TW_TETROMINO_MAX_SIDE));
}

static TilewrightPuzzle *
make_board (guint64 number)
{
  TwBoardPlan plan = { width, height, density };

  if (contest)
    plan = tw_generate_plan (number);
  return tilewright_puzzle_new_random ((guint) plan.width, (guint) plan.height, plan.density,
                                       number, NULL);
}

/* Counts the figures of a random tiling. */
static TilewrightPuzzle *
make_tetrominoes (guint64 number)
{
  const TwLimits none = { 0 };
  TwRun *run = tw_run_new (&none);
  TwTetrominoProblem task;
  bool made = run != NULL && tw_bigboard_generate (tetrominoes, number, run, &task, NULL);
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, number);

  tw_run_free (run);
  return tilewright_puzzle_wrap (made ? tw_tetrominoes_puzzle_new (id, &task, NULL) : NULL);
}

static TilewrightPuzzle *
make_puzzle (guint64 number)
{
  return tetrominoes > 0 ? make_tetrominoes (number) : make_board (number);
}

/* --- one solution ------------------------------------------------------------- */

/* Looks for the next puzzle with one solution. */
typedef struct {
  guint64 number; /* of the next candidate */
  TwRun *run;
  TilewrightPuzzle *found;
} Search;

/* Has the board one optimal tiling, or the tetromino square one tiling up to symmetry? A candidate
 * whose tilings are not counted within the time budget of `options` is not taken. */
static gboolean
has_one_solution (TilewrightPuzzle *puzzle, TilewrightOptions *options)
{
  g_autoptr (TilewrightPuzzle) pieces = tilewright_puzzle_wrap (
    tetrominoes > 0 ? tw_puzzle_to_pieces (tilewright_puzzle_peek (puzzle), NULL, NULL) : NULL);
  g_autofree char *digits = tilewright_puzzle_count (
    pieces != NULL ? pieces : puzzle,
    pieces != NULL ? TILEWRIGHT_GOAL_DISTINCT : TILEWRIGHT_GOAL_FEWEST, options, NULL, NULL);

  return g_strcmp0 (digits, "1") == 0;
}

static void
search_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (TilewrightOptions) options = tilewright_options_new ();
  Search *search = data;

  g_object_set (options, "time", (double) CANDIDATE_SECONDS, NULL);
  while (search->found == NULL && !tw_run_should_stop (search->run)) {
    g_autoptr (TilewrightPuzzle) puzzle = make_puzzle (search->number++);

    if (puzzle == NULL)
      break;
    if (has_one_solution (puzzle, options))
      search->found = g_steal_pointer (&puzzle);
  }
  g_task_return_boolean (task, TRUE);
}

/* Returns NULL after reporting an error. */
static TilewrightPuzzle *
find_next (Search *search)
{
  g_clear_object (&search->found);
  if (!tw_cli_wants_unique ()) {
    search->found = make_puzzle (search->number++);
    if (search->found == NULL)
      tw_cli_error (_ ("not enough memory for the puzzle"));
    return search->found;
  }
  tw_cli_run_work (_ ("Puzzles"), search->run, 0, search_cb, search);
  if (search->found == NULL)
    tw_cli_error (_ ("the time is up: no further puzzle with one solution was found"));
  return search->found;
}

/* Several puzzles go to a folder and use consecutive seeds, of which those without one solution are
 * left out when one is asked for. */
static TwExit
write_puzzle (Search *search)
{
  TilewrightPuzzle *puzzle = find_next (search);
  g_autofree char *id = NULL;

  if (puzzle == NULL)
    return tw_cli_wants_unique () ? TW_EXIT_STOPPED : TW_EXIT_BAD_INPUT;

  g_autofree char *text = tilewright_puzzle_write (puzzle, "own", NULL, NULL);

  if (count == 1)
    return tw_cli_write (output != NULL ? output : "-", text, strlen (text)) ? TW_EXIT_FOUND
                                                                             : TW_EXIT_BAD_INPUT;

  g_object_get (puzzle, "id", &id, NULL);

  g_autofree char *name = g_strconcat (id, ".json", NULL);
  g_autofree char *path = g_build_filename (output, name, NULL);

  return tw_cli_write (path, text, strlen (text)) ? TW_EXIT_FOUND : TW_EXIT_BAD_INPUT;
}

static TwExit
generate (char **words, TwOptions *options)
{
  TwExit code = TW_EXIT_FOUND;
  Search search = { 0 };

  if (!check_ranges ())
    return TW_EXIT_BAD_INPUT;
  if (tetrominoes % 2 != 0)
    return tw_cli_bad_input (_ ("--tetrominoes: a square of odd side has no solution"));
  if (count > 1 && output == NULL)
    return tw_cli_bad_input (_ ("several puzzles need a folder: give one with --output"));
  if (count > 1 && g_mkdir_with_parents (output, 0777) != 0)
    return tw_cli_bad_input ("%s: %s", output, g_strerror (errno));
  if (count == 1 && !tw_cli_can_write (output))
    return TW_EXIT_BAD_INPUT;
  if (tw_cli_makes_pieces ())
    return tw_cli_make_pieces (seed, (guint) count, output);
  search.number = (guint64) seed;
  search.run = tw_cli_make_run ();
  if (search.run == NULL)
    return TW_EXIT_BAD_INPUT;
  for (int i = 0; i < count && code == TW_EXIT_FOUND; i++)
    code = write_puzzle (&search);
  tw_cli_end_runs ();
  g_clear_object (&search.found);
  tw_run_free (search.run);
  return code;
}

const TwCommand tw_cli_generate = {
  .name = "generate",
  .summary = N_ ("Make puzzles at random"),
  .parameters = "",
  .description = N_ (
    "Makes boards with single-cell obstacles, tetromino squares, or piece puzzles."),
  .run = generate,
  .tables = { entries, tw_cli_make_entries },
};
