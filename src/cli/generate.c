/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.c - tilewright-cli generate: makes boards with obstacles, and tetromino squares that
 * have a solution. The same seed gives the same puzzle on every machine. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli/command.h"
#include "core/base/generator.h"
#include "core/pieces/bigboard.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/tetrominoes/tetrominoes.h"

typedef struct {
  int width;
  int height;
  double density;
  gint64 seed;
  int count;
  int tetrominoes;  /* side of a tetromino square; 0: make boards */
  gboolean contest; /* draw size and density from the seed */
  char *output;
} Generate;

enum {
  MAX_COUNT = 100000,
};

static gboolean
in_range (const char *option, double value, double least, double most)
{
  if (value >= least && value <= most)
    return TRUE;
  return tw_cli_error (_ ("--%s: %.10g is not between %.10g and %.10g"), option, value, least,
                       most);
}

static gboolean
check_ranges (const Generate *generate)
{
  return in_range ("width", generate->width, 1, TW_BOARD_MAX_SIDE)
         && in_range ("height", generate->height, 1, TW_BOARD_MAX_SIDE)
         && in_range ("density", generate->density, 0, 1)
         && in_range ("seed", (double) generate->seed, 0, (double) G_MAXINT64)
         && in_range ("count", generate->count, 1, MAX_COUNT)
         && (generate->tetrominoes == 0
             || in_range ("tetrominoes", generate->tetrominoes, TW_TETROMINO_MIN_SIDE,
                          TW_TETROMINO_MAX_SIDE));
}

static TilewrightPuzzle *
make_board (const Generate *generate, guint64 seed)
{
  TwBoardPlan plan = { generate->width, generate->height, generate->density };

  if (generate->contest)
    plan = tw_generate_plan (seed);
  return tilewright_puzzle_new_random ((guint) plan.width, (guint) plan.height, plan.density, seed,
                                       NULL);
}

/* Counts the figures of a random tiling. */
static TilewrightPuzzle *
make_tetrominoes (const Generate *generate, guint64 seed)
{
  const TwLimits none = { 0 };
  TwRun *run = tw_run_new (&none);
  TwTetrominoProblem task;
  bool made = run != NULL && tw_bigboard_generate (generate->tetrominoes, seed, run, &task, NULL);
  g_autofree char *id = g_strdup_printf ("%" G_GUINT64_FORMAT, seed);

  tw_run_free (run);
  return tilewright_puzzle_wrap (made ? tw_tetrominoes_puzzle_new (id, &task, NULL) : NULL);
}

/* Several puzzles go to a folder and use consecutive seeds. */
static gboolean
write_puzzle (const Generate *generate, int index)
{
  guint64 seed = (guint64) generate->seed + (guint64) index;
  g_autoptr (TilewrightPuzzle) puzzle = generate->tetrominoes > 0
                                          ? make_tetrominoes (generate, seed)
                                          : make_board (generate, seed);
  g_autofree char *id = NULL;

  if (puzzle == NULL)
    return tw_cli_error (_ ("not enough memory for the puzzle"));

  g_autofree char *text = tilewright_puzzle_write (puzzle, "own", NULL, NULL);

  if (generate->count == 1)
    return tw_cli_write (generate->output != NULL ? generate->output : "-", text, strlen (text));

  g_object_get (puzzle, "id", &id, NULL);

  g_autofree char *name = g_strconcat (id, ".json", NULL);
  g_autofree char *path = g_build_filename (generate->output, name, NULL);

  return tw_cli_write (path, text, strlen (text));
}

TwExit
tw_cli_generate (int argc, char **argv)
{
  Generate generate = { .width = 20, .height = 20, .density = 0.03, .seed = 1, .count = 1 };
  g_auto (GStrv) rest = NULL;
  const GOptionEntry entries[] = {
    { "width", 0, 0, G_OPTION_ARG_INT, &generate.width, N_ ("Columns [20]"), N_ ("N") },
    { "height", 0, 0, G_OPTION_ARG_INT, &generate.height, N_ ("Rows [20]"), N_ ("N") },
    { "density", 0, 0, G_OPTION_ARG_DOUBLE, &generate.density,
      N_ ("Share of the cells that are obstacles, 0 to 1 [0.03]"), N_ ("NUMBER") },
    { "contest", 0, 0, G_OPTION_ARG_NONE, &generate.contest,
      N_ ("Size and density as in the contest of 2015, drawn from the seed"), NULL },
    { "tetrominoes", 0, 0, G_OPTION_ARG_INT, &generate.tetrominoes,
      N_ ("Make a tetromino square of side N that has a solution, instead of a board"), N_ ("N") },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &generate.seed,
      N_ ("Random seed; the same seed makes the same board [1]"), N_ ("N") },
    { "count", 0, 0, G_OPTION_ARG_INT, &generate.count,
      N_ ("Number of boards, with consecutive seeds, written to the folder FILE [1]"), N_ ("N") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &generate.output,
      N_ ("Where to write it; - is standard output [-]"), N_ ("FILE") },
    { 0 },
  };
  TwExit code = TW_EXIT_BAD_INPUT;

  if (tw_cli_parse (argc, argv, "",
                    N_ ("Makes boards with single-cell obstacles, or tetromino squares."), entries,
                    NULL, &rest)
      && check_ranges (&generate)) {
    if (rest[0] != NULL)
      tw_cli_error (_ ("unexpected argument “%s”; see “%s --help”"), rest[0], g_get_prgname ());
    else if (generate.tetrominoes % 2 != 0)
      tw_cli_error (_ ("--tetrominoes: a square of odd side has no solution"));
    else if (generate.count > 1 && generate.output == NULL)
      tw_cli_error (_ ("several puzzles need a folder: give one with --output"));
    else if (generate.count > 1 && g_mkdir_with_parents (generate.output, 0777) != 0)
      tw_cli_error ("%s: %s", generate.output, g_strerror (errno));
    else if (generate.count > 1 || tw_cli_can_write (generate.output))
      code = TW_EXIT_FOUND;
  }
  for (int i = 0; i < generate.count && code == TW_EXIT_FOUND; i++)
    if (!write_puzzle (&generate, i))
      code = TW_EXIT_BAD_INPUT;
  g_free (generate.output);
  return code;
}
