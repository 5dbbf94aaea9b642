/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-pieces.c - the part of tilewright-cli generate that makes piece puzzles (puzzle/maker). */
#include "cli/make-pieces.h"

#include <string.h>

#include "core/base/threads.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/maker/maker.h"

static char *pieces, *board, *used;
static int outline, n_pieces, level, threads;
static double seconds = 300;
static gboolean symmetric, unique, up_to_symmetry, certificates;

const GOptionEntry tw_cli_make_entries[] = {
  TW_OPTION (STRING, "pieces", &pieces, N_ ("SET"),
             N_ ("Make piece puzzles from pentominoes, one-sided-tetrominoes, … or the pieces of a "
                 "puzzle file")),
  TW_OPTION (STRING, "board", &board, "N[xM]",
             N_ ("The board; cells that the pieces cannot fill become holes")),
  TW_INT ("outline", &outline, N_ ("Grow a board of N cells at random")),
  TW_FLAG ("symmetric", &symmetric,
           N_ ("A half turn maps the outline and the holes to themselves")),
  TW_INT ("number", &n_pieces, N_ ("How many pieces are used [as many as fit]")),
  TW_OPTION (STRING, "use", &used, N_ ("NAMES"),
             N_ ("Pieces that must be used, separated by commas")),
  TW_FLAG (
    "unique", &unique,
    N_ ("Make puzzles with one solution: pieces are placed beforehand, none of them "
        "superfluous; boards have one optimal tiling, tetromino squares one up to symmetry")),
  TW_FLAG ("up-to-symmetry", &up_to_symmetry,
           N_ ("With --unique: solutions that are rotated or reflected count as one")),
  TW_INT ("level", &level,
          N_ ("Make unique puzzles of this level, 1 to 5: the hardest step that they need")),
  TW_FLAG (
    "certificates", &certificates,
    N_ ("With --unique or --level: beside each puzzle a certificate that it has one solution")),
  TW_OPTION (DOUBLE, "time", &seconds, N_ ("NUMBER"), N_ ("Time budget in seconds [300]")),
  TW_INT ("threads", &threads, N_ ("Worker threads; 0: one for every processor [0]")),
  { 0 },
};

typedef struct {
  TwMaker *maker;
  TwRun *run;
  gint64 seed;
  guint count;
  const char *output;
  GPtrArray *puzzles; /* the puzzles made so far, to be certified */
  GPtrArray *paths;   /* of their files */
  gboolean made;
  gboolean unwritten;
  GError *error;
} Work;

gboolean
tw_cli_makes_pieces (void)
{
  return pieces != NULL;
}

gboolean
tw_cli_wants_unique (void)
{
  return unique;
}

TwRun *
tw_cli_make_run (void)
{
  TwRun *made = NULL;

  if (!tw_cli_in_range ("time", seconds, 0.01, 1e6))
    return NULL;
  made = tw_run_new (&(TwLimits){ .seconds = seconds });
  if (made == NULL)
    tw_cli_error (_ ("not enough memory for the puzzle"));
  return made;
}

static gboolean
write_cb (TwPuzzle *puzzle, guint index, gpointer data)
{
  Work *work = data;
  const TwBoard *made = tw_puzzle_get_board (puzzle);
  g_autoptr (GString) id = g_string_new (NULL);
  g_autoptr (TilewrightPuzzle) object = NULL;
  g_autofree char *text = NULL, *name = NULL, *path = NULL;

  g_string_printf (id, "%dx%d-%" G_GINT64_FORMAT, made->width, made->height, work->seed);
  if (work->count > 1)
    g_string_append_printf (id, "-%u", index + 1);
  tw_puzzle_set_id (puzzle, id->str);
  object = tilewright_puzzle_wrap (puzzle);
  text = tilewright_puzzle_write (object, "own", NULL, NULL);
  if (work->count == 1) {
    path = g_strdup (work->output != NULL ? work->output : "-");
  } else {
    name = g_strconcat (
      id->str, *text == '{' ? ".json" : tw_kind_extension (tw_puzzle_get_kind (puzzle)), NULL);
    path = g_build_filename (work->output, name, NULL);
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

  work->made = tw_maker_run (work->maker, work->count,
                             threads > 0 ? threads : tw_threads_processors (), work->run, write_cb,
                             work, &work->error);
  g_task_return_boolean (task, TRUE);
}

/* Writes the certificate beside the file of the puzzle: "a.json", "a.twc". */
static TwExit
certify (TwPuzzle *puzzle, const char *path)
{
  const char *dot = strrchr (path, '.');
  g_autofree char *base = dot != NULL ? g_strndup (path, (gsize) (dot - path)) : g_strdup (path);
  g_autofree char *file = g_strconcat (base, ".twc", NULL);
  g_autoptr (TilewrightResult) result = NULL;
  TwOptions options;

  tw_options_init (&options);
  options.limit = 0;
  options.count_only = true;
  options.time = seconds;
  options.threads = threads;
  result = tw_cli_run (puzzle, &options);
  return tw_cli_certify (file, tilewright_result_peek (result), &options, tw_cli_certify_count,
                         NULL);
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
run (Work *work)
{
  TwExit code;

  work->run = tw_cli_make_run ();
  if (work->run == NULL)
    return TW_EXIT_BAD_INPUT;
  tw_cli_batch (work->count);
  tw_cli_run_work (pieces, work->run, 0, make_cb, work);
  code = certify_all (work);
  tw_cli_end_runs ();
  if (!work->made && !work->unwritten) {
    const char *stopped = tw_run_stop_reason (work->run) == TW_STOP_DEADLINE
                            ? _ ("the time is up: ")
                            : "";

    tw_cli_error ("%s%s", stopped, work->error->message);
  }
  g_clear_error (&work->error);
  tw_run_free (work->run);
  return work->made ? code : work->unwritten ? TW_EXIT_BAD_INPUT : TW_EXIT_STOPPED;
}

/* The pieces with their own board, or that of --board when they are a known set. */
static TwPuzzle *
load_set (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TilewrightPuzzle) set = NULL;
  g_autoptr (GPtrArray) puzzles = NULL;

  if (!g_file_test (pieces, G_FILE_TEST_EXISTS)) {
    set = tilewright_puzzle_new_from_spec (board != NULL ? board : "1", pieces, &error);
    if (set == NULL)
      tw_cli_error ("%s", error->message);
    else if (board == NULL && outline == 0)
      tw_cli_error (_ ("--pieces %s needs --board or --outline"), pieces);
    else
      return tw_puzzle_ref (tilewright_puzzle_peek (set));
    return NULL;
  }
  puzzles = tw_cli_load ((char *[]){ pieces, NULL });
  if (puzzles == NULL)
    return NULL;
  if (tw_puzzle_has_pieces (puzzles->pdata[0]))
    return tw_puzzle_ref (puzzles->pdata[0]);
  tw_cli_error (_ ("%s: there are no pieces"), pieces);
  return NULL;
}

static gboolean
check_ranges (void)
{
  if (up_to_symmetry && (!unique || level != 0))
    return tw_cli_error (_ ("--up-to-symmetry needs --unique and no --level"));
  if (certificates && ((!unique && level == 0) || up_to_symmetry))
    return tw_cli_error (_ ("--certificates needs --unique or --level"));
  if (board != NULL && outline != 0)
    return tw_cli_error (_ ("--board and --outline exclude each other"));
  return tw_cli_in_range ("outline", outline, 0, TW_OUTLINE_MAX_CELLS)
         && tw_cli_in_range ("number", n_pieces, 0, TW_MAKER_MAX_PIECES)
         && tw_cli_in_range ("level", level, 0, TW_GRADE_MAX_LEVEL)
         && tw_cli_in_range ("threads", threads, 0, TW_THREADS_MOST);
}

TwExit
tw_cli_make_pieces (gint64 seed, guint count, const char *output)
{
  g_autoptr (TwPuzzle) set = NULL;
  g_autoptr (TwMaker) maker = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = used != NULL ? g_strsplit (used, ",", -1) : NULL;
  TwMakerPlan plan = { .outline = outline,
                       .symmetric = symmetric,
                       .n_pieces = n_pieces,
                       .used = names,
                       .solutions = up_to_symmetry        ? TW_MAKER_DISTINCT
                                    : unique || level > 0 ? TW_MAKER_ONE
                                                          : TW_MAKER_ANY,
                       .level = (TwStep) level,
                       .seed = (guint64) seed };
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  TwBoard *rectangle = NULL;
  int width, height;

  if (certificates && (output == NULL || g_str_equal (output, "-")))
    return tw_cli_bad_input (_ ("--certificates needs a file: give one with --output"));
  set = check_ranges () && tw_cli_in_range ("count", count, 1, TW_MAKER_MAX_PUZZLES) ? load_set ()
                                                                                     : NULL;
  if (set == NULL)
    return TW_EXIT_BAD_INPUT;
  if (board != NULL && tw_kind_parse_size (board, &width, &height, &error))
    plan.board = rectangle = tw_board_new_empty (width, height);
  plan.set = set;
  if (error == NULL)
    maker = tw_maker_new (&plan, &error);
  tw_board_free (rectangle);
  if (maker == NULL)
    return tw_cli_bad_input ("%s", error->message);
  return run (&(Work){ .maker = maker,
                       .seed = seed,
                       .count = count,
                       .output = output,
                       .puzzles = puzzles,
                       .paths = paths });
}
