/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generate.c - tilewright-cli generate: makes puzzles at random (puzzle/maker). The same seed gives
 * the same puzzles on every machine. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli/command.h"
#include "core/base/threads.h"
#include "core/pieces/tetromino.h"
#include "library/private.h"
#include "puzzle/grids.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/maker/maker.h"
#include "puzzle/play.h"

static int width = 20, height = 20, count = 1;
static double density = 0.03, seconds = 300;
static gint64 seed = 1;
static int tetrominoes, capped, perfect, outline, n_pieces, level, threads;
static gboolean contest, symmetric, unique, up_to_symmetry, certificates;
static char *output, *pieces, *board, *used;

static const GOptionEntry entries[] = {
  TW_INT ("width", &width, N_ ("Columns [20]")),
  TW_INT ("height", &height, N_ ("Rows [20]")),
  TW_OPTION (DOUBLE, "density", &density, N_ ("NUMBER"),
             N_ ("Share of the cells that are obstacles, 0 to 1 [0.03]")),
  TW_FLAG ("contest", &contest,
           N_ ("Size and density as in the contest of 2015, drawn from the seed")),
  TW_OPTION (STRING, "pieces", &pieces, N_ ("SET"),
             N_ ("Make piece puzzles from pentominoes, one-sided-tetrominoes, …, quadrillion (its "
                 "grids arranged at random) or the pieces of a puzzle file")),
  TW_INT ("tetrominoes", &tetrominoes,
          N_ ("Make a tetromino square of side N that has a solution, instead of a board")),
  TW_INT ("capped", &capped,
          N_ ("Make rectangles with sides up to N, to be tiled with the fewest equal squares")),
  TW_OPTION (INT, "perfect", &perfect, N_ ("ORDER"),
             N_ ("Make rectangles to be tiled with ORDER different squares")),
  TW_OPTION (
    STRING, "board", &board, "N[xM]|FILE",
    N_ ("The board of pieces, also that of a puzzle or a PNG picture, whose dark pixels are "
        "blocked; cells that the pieces cannot fill become holes")),
  TW_INT ("outline", &outline, N_ ("Grow a board of N cells at random")),
  TW_FLAG ("symmetric", &symmetric,
           N_ ("A half turn maps the outline and the holes to themselves")),
  TW_INT ("number", &n_pieces, N_ ("How many pieces are used [as many as fit]")),
  TW_OPTION (STRING, "use", &used, N_ ("NAMES"),
             N_ ("Pieces that must be used, separated by commas")),
  TW_FLAG (
    "unique", &unique,
    N_ ("Make puzzles with one solution: pieces are placed beforehand, none of them "
        "superfluous; boards have one optimal tiling, tetromino squares and rectangles one up "
        "to symmetry")),
  TW_FLAG ("up-to-symmetry", &up_to_symmetry,
           N_ ("With --unique: solutions that are rotated or reflected count as one")),
  TW_INT (
    "level", &level,
    N_ (
      "Make unique puzzles of this level, 1 to 5: the hardest step that they need; at levels 1 to "
      "3 more pieces are placed beforehand where that makes them easy enough")),
  TW_FLAG (
    "certificates", &certificates,
    N_ ("Beside each puzzle a certificate: with --unique or --level that the pieces have one "
        "solution (a tetromino square as many as it has images), otherwise of the solution")),
  TW_OPTION (INT64, "seed", &seed, N_ ("N"),
             N_ ("Random seed; the same seed makes the same puzzles [1]")),
  TW_INT ("count", &count,
          N_ ("Number of puzzles, written to the folder FILE; boards have consecutive seeds [1]")),
  TW_OPTION (DOUBLE, "time", &seconds, N_ ("NUMBER"), N_ ("Time budget in seconds [300]")),
  TW_INT ("threads", &threads, N_ ("Worker threads; 0: one for every processor [0]")),
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
    N_ ("Where to write it; - is standard output [-]"), N_ ("FILE") },
  { 0 },
};

typedef struct {
  TwMaker *maker;
  TwRun *run;
  GPtrArray *puzzles; /* the puzzles made so far, to be certified */
  GPtrArray *paths;   /* of their files */
  gboolean made;
  gboolean unwritten;
  GError *error;
} Work;

/* --- the wishes -------------------------------------------------------------------------- */

static gboolean
check_ranges (void)
{
  return tw_cli_in_range ("width", width, 1, TW_BOARD_MAX_SIDE)
         && tw_cli_in_range ("height", height, 1, TW_BOARD_MAX_SIDE)
         && tw_cli_in_range ("density", density, 0, 1)
         && tw_cli_in_range ("seed", (double) seed, 0, 9e18) /* the next seeds are numbers, too */
         && tw_cli_in_range ("count", count, 1, TW_MAKER_MAX_PUZZLES)
         && (tetrominoes == 0
             || tw_cli_in_range ("tetrominoes", tetrominoes, TW_TETROMINO_MIN_SIDE,
                                 TW_TETROMINO_MAX_SIDE))
         && (capped == 0 || tw_cli_in_range ("capped", capped, 2, TW_MAKER_MAX_CAPPED_SIDE))
         && (perfect == 0
             || tw_cli_in_range ("perfect", perfect, TW_MAKER_LEAST_ORDER, TW_MAKER_MAX_ORDER))
         && tw_cli_in_range ("outline", outline, 0, TW_OUTLINE_MAX_CELLS)
         && tw_cli_in_range ("number", n_pieces, 0, TW_MAKER_MAX_PIECES)
         && tw_cli_in_range ("level", level, 0, TW_GRADE_MAX_LEVEL)
         && tw_cli_in_range ("time", seconds, 0.01, 1e6)
         && tw_cli_in_range ("threads", threads, 0, TW_THREADS_MOST);
}

/* Which families have this wish, and what it needs. */
static gboolean
check_wishes (TwMakerFamily family)
{
  const struct {
    const char *option;
    gboolean given;
    guint families;
  } wishes[] = {
    { "contest", contest, 1 << TW_MAKE_BOARDS },
    { "board", board != NULL, 1 << TW_MAKE_PIECES },
    { "outline", outline != 0, 1 << TW_MAKE_PIECES },
    { "symmetric", symmetric, 1 << TW_MAKE_PIECES },
    { "number", n_pieces != 0, 1 << TW_MAKE_PIECES },
    { "use", used != NULL, 1 << TW_MAKE_PIECES },
    { "level", level != 0, 1 << TW_MAKE_PIECES },
    { "up-to-symmetry", up_to_symmetry, 1 << TW_MAKE_PIECES },
  };
  gboolean counted = family == TW_MAKE_PIECES || family == TW_MAKE_TETROMINOES;
  gboolean piped = output == NULL || g_str_equal (output, "-");

  if ((pieces != NULL) + (tetrominoes != 0) + (capped != 0) + (perfect != 0) > 1)
    return tw_cli_error (_ ("--pieces, --tetrominoes, --capped and --perfect exclude each other"));
  for (gsize i = 0; i < G_N_ELEMENTS (wishes); i++)
    if (wishes[i].given && (wishes[i].families & 1U << family) == 0)
      return tw_cli_error (_ ("--%s: not for this family of puzzles"), wishes[i].option);
  if (up_to_symmetry && (!unique || level != 0))
    return tw_cli_error (_ ("--up-to-symmetry needs --unique and no --level"));
  if (certificates && counted && ((!unique && level == 0) || up_to_symmetry))
    return tw_cli_error (_ ("--certificates needs --unique or --level"));
  if (certificates && piped)
    return tw_cli_error (_ ("--certificates needs a file: give one with --output"));
  if (certificates && unique && !counted)
    tw_cli_error (
      _ ("the certificates prove the solutions; that a tiling by squares is the only one "
         "has no certificate"));
  if (board != NULL && outline != 0)
    return tw_cli_error (_ ("--board and --outline exclude each other"));
  if (count > 1 && piped)
    return tw_cli_error (_ ("several puzzles need a folder: give one with --output"));
  return TRUE;
}

/* The path beside that of a puzzle: "a.json", "a.twc". */
static char *
certificate_path (const char *path)
{
  const char *folders = strrchr (path, '/');
  const char *dot = strrchr (folders != NULL ? folders : path, '.');
  g_autofree char *base = dot != NULL ? g_strndup (path, (gsize) (dot - path)) : g_strdup (path);

  return g_strconcat (base, ".twc", NULL);
}

static gboolean
accept_output (void)
{
  g_autofree char *certificate = certificates ? certificate_path (output) : NULL;

  if (count > 1 && g_mkdir_with_parents (output, 0777) != 0)
    return tw_cli_error ("%s: %s", output, g_strerror (errno));
  return count > 1 || (tw_cli_can_write (output) && tw_cli_can_write (certificate));
}

/* The first puzzle of a file. */
static TwPuzzle *
load (char *path)
{
  g_autoptr (GPtrArray) puzzles = tw_cli_load ((char *[]){ path, NULL });

  return puzzles != NULL ? tw_puzzle_ref (puzzles->pdata[0]) : NULL;
}

/* Finds plan->set, the pieces with their own board, or that of --board when they are a known set. */
static gboolean
load_set (TwMakerPlan *plan)
{
  gboolean sized = board != NULL && !g_file_test (board, G_FILE_TEST_EXISTS);
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) set = NULL;

  plan->arranges = g_str_equal (pieces, "quadrillion");
  if (plan->arranges) {
    TwGrid grids[TW_GRIDS_N];
    guint64 random = plan->seed;

    tw_grids_arrange (grids, &random);
    plan->set = tw_grids_puzzle_new (grids, NULL);
    return TRUE;
  }
  if (g_file_test (pieces, G_FILE_TEST_EXISTS)) {
    plan->set = load (pieces);
    return plan->set != NULL
           && (tw_puzzle_has_pieces (plan->set)
               || tw_cli_error (_ ("%s: there are no pieces"), pieces));
  }
  set = tilewright_puzzle_new_from_spec (sized ? board : "1", pieces, &error);
  if (set == NULL)
    return tw_cli_error ("%s", error->message);
  if (board == NULL && outline == 0)
    return tw_cli_error (_ ("--pieces %s needs --board or --outline"), pieces);
  plan->set = tw_puzzle_ref (tilewright_puzzle_peek (set));
  return TRUE;
}

/* The board of a file or of a size; NULL after reporting an error. */
static TwPuzzle *
load_board (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) rectangle = NULL;

  if (g_file_test (board, G_FILE_TEST_EXISTS))
    return load (board);
  rectangle = tilewright_puzzle_new_from_spec (board, NULL, &error);
  if (rectangle != NULL)
    return tw_puzzle_ref (tilewright_puzzle_peek (rectangle));
  tw_cli_error ("%s", error->message);
  return NULL;
}

/* Returns NULL after reporting an error. */
static TwMaker *
make_maker (void)
{
  g_autoptr (TwPuzzle) set = NULL, outlined = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = used != NULL ? g_strsplit (used, ",", -1) : NULL;
  TwMakerPlan plan = { .family = pieces != NULL     ? TW_MAKE_PIECES
                                 : tetrominoes != 0 ? TW_MAKE_TETROMINOES
                                 : capped != 0      ? TW_MAKE_CAPPED
                                 : perfect != 0     ? TW_MAKE_PERFECT
                                                    : TW_MAKE_BOARDS,
                       .solutions = up_to_symmetry        ? TW_MAKER_DISTINCT
                                    : unique || level > 0 ? TW_MAKER_ONE
                                                          : TW_MAKER_ANY,
                       .seed = (guint64) seed,
                       .width = tetrominoes != 0 ? tetrominoes
                                : capped != 0    ? capped
                                                 : width,
                       .height = height,
                       .density = density,
                       .contest = contest,
                       .order = perfect,
                       .outline = outline,
                       .symmetric = symmetric,
                       .n_pieces = n_pieces,
                       .used = names,
                       .level = (TwStep) level };
  TwMaker *maker;

  if (!check_ranges () || !check_wishes (plan.family))
    return NULL;
  if (pieces != NULL && !load_set (&plan))
    return NULL;
  set = plan.set;
  if (board != NULL) {
    outlined = load_board ();
    if (outlined == NULL)
      return NULL;
    plan.board = tw_puzzle_get_board (outlined);
  }
  maker = tw_maker_new (&plan, &error);
  if (maker == NULL)
    tw_cli_error (tetrominoes != 0 ? "--tetrominoes: %s" : "%s", error->message);
  return maker;
}

/* --- the puzzles ------------------------------------------------------------------------- */

static gboolean
write_cb (TwPuzzle *puzzle, guint index, gpointer data)
{
  Work *work = data;
  g_autoptr (TilewrightPuzzle) object = tilewright_puzzle_wrap (puzzle);
  g_autofree char *text = NULL, *path = NULL;

  text = tilewright_puzzle_write (object, "own", NULL, NULL);
  if (count == 1) {
    path = g_strdup (output != NULL ? output : "-");
  } else {
    const char *end = *text == '{' ? ".json" : tw_kind_extension (tw_puzzle_get_kind (puzzle));
    g_autofree char *name = g_strconcat (tw_puzzle_get_id (puzzle), end, NULL);

    path = g_build_filename (output, name, NULL);
  }
  work->unwritten = !tw_cli_write (path, text, strlen (text));
  g_ptr_array_add (work->puzzles, tw_puzzle_ref (puzzle));
  g_ptr_array_add (work->paths, g_steal_pointer (&path));
  tw_cli_batch_step ();
  return !work->unwritten;
}

static void
make_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;

  work->made = tw_maker_run (work->maker, (guint) count,
                             threads > 0 ? threads : tw_threads_processors (), work->run, write_cb,
                             work, &work->error);
  g_task_return_boolean (task, TRUE);
}

/* That a puzzle has one solution is known from the count of its pieces. */
static TwExit
certify (TwPuzzle *puzzle, const char *path)
{
  TwPuzzle *set = tw_play_get_pieces (puzzle);
  g_autofree char *file = certificate_path (path);
  g_autoptr (TilewrightResult) result = NULL;
  TwOptions options;

  tw_options_init (&options);
  options.time = set != NULL ? seconds : seconds / 2; /* the proof of a bound takes longer */
  options.threads = threads;
  if (set != NULL) {
    options.limit = 0;
    options.count_only = true;
  }
  result = tw_cli_run (set != NULL ? set : puzzle, &options);
  options.time = seconds;
  return tw_cli_certify (file, tilewright_result_peek (result), &options, set != NULL);
}

static TwExit
certify_all (const Work *work)
{
  TwExit code = TW_EXIT_FOUND;

  for (guint i = 0; certificates && i < work->puzzles->len && code == TW_EXIT_FOUND; i++)
    code = certify (work->puzzles->pdata[i], work->paths->pdata[i]);
  return code;
}

static TwExit
generate (char **words, TwOptions *options)
{
  g_autoptr (TwMaker) maker = make_maker ();
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  Work work = { .maker = maker, .puzzles = puzzles, .paths = paths };
  TwExit code;

  if (maker == NULL || !accept_output ())
    return TW_EXIT_BAD_INPUT;
  work.run = tw_run_new (&(TwLimits){ .seconds = seconds });
  if (work.run == NULL)
    return tw_cli_bad_input (_ ("not enough memory for the puzzle"));
  tw_cli_batch ((guint) count);
  tw_cli_run_work (pieces != NULL ? pieces : _ ("Puzzles"), work.run, 0, make_cb, &work);
  code = work.unwritten ? TW_EXIT_BAD_INPUT : certify_all (&work);
  tw_cli_end_runs ();
  if (!work.made && !work.unwritten) {
    const char *stopped = tw_run_stop_reason (work.run) == TW_STOP_DEADLINE ? _ ("the time is up: ")
                                                                            : "";

    tw_cli_error ("%s%s", stopped, work.error->message);
  }
  g_clear_error (&work.error);
  tw_run_free (work.run);
  return work.made ? code : work.unwritten ? TW_EXIT_BAD_INPUT : TW_EXIT_STOPPED;
}

const TwCommand tw_cli_generate = {
  .name = "generate",
  .summary = N_ ("Make puzzles at random"),
  .parameters = "",
  .description = N_ (
    "Makes boards with single-cell obstacles, piece puzzles, tetromino squares, or "
    "rectangles to be tiled by squares."),
  .run = generate,
  .tables = { entries, tw_cli_progress_entries, tw_cli_quiet_entries },
};
