/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-convert.c - each puzzle in each format: what is written is read as a puzzle with as many
 * solutions, or the format refuses the puzzle with a reason. Models are counted by a search of the
 * test. The tables below are the matrix in docs/formats.md. */
#include "test-puzzles.h"
#include "test-tools.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-count.h"
#include "puzzle/pieces/puzzle.h"

enum {
  MOST_CELLS = 64,
  FEWER_CELLS = 40, /* of small tests */
};

#define DOMINO(rules) "{\"name\": \"D\", \"cells\": [\"aa\"]" rules "}"
#define BOARD(rows)   "{\"board\": [" rows "]"
#define PIECES(list)  ", \"pieces\": [" list "]"
#define SMALL         BOARD ("\"aaaa\", \"aaaa\"")
#define BENT(rules)   "{\"name\": \"V\", \"cells\": [\"aa\", \"a\"]" rules "}"
#define TURNED        "may not be rotated or flipped freely"
#define PLACED        "pieces are placed beforehand"
#define MULTIPLE      "multiplicities are not supported"
#define LIMITED       "has a limited number of copies"
#define STAY_FREE     "cells stay free"
#define RULES         "the colours have rules"
#define NO_PIECES     "there are no pieces"
#define OTHERWISE     "would be read as another puzzle"
#define L4(rules)     "{\"name\": \"L\", \"cells\": [\"aaa\", \"a\"]" rules "}"

/* Why a format refuses a puzzle; NULL: it has as many solutions there. JSON and models express every
 * rule. */
static const struct {
  const char *rule;
  const char *text;
  guint64 solutions;
  const char *ascii, *dlx, *cover, *xmpuzzle;
} cases[] = {
  { "each piece at most once",
    BOARD ("\"aaaa\"") PIECES (DOMINO ("") ", {\"name\": \"I\", \"cells\": [\"aaaa\"]}, "
                                           "{\"name\": \"T\", \"cells\": [\"aaa\"]}, "
                                           "{\"name\": \"M\", \"cells\": [\"a\"]}") "}",
    3, "would be taken for the board", NULL, NULL, NULL },
  { "each piece once",
    BOARD ("\"aaa\", \"aaa\"") PIECES (BENT (", \"least\": 1") ", " DOMINO (
      ", \"least\": 1") ", "
                        "{\"name\": \"M\", \"cells\": [\"a\"], \"least\": 1}") "}",
    12, NULL, NULL, NULL, NULL },
  { "several equal pieces", SMALL PIECES (DOMINO (", \"most\": 4")) "}", 5, NULL, NULL, MULTIPLE,
    NULL },
  { "a limited number of copies", SMALL PIECES (DOMINO (", \"most\": 2") ", " L4 ("")) "}", 8, NULL,
    LIMITED, MULTIPLE, NULL },
  { "all pieces must be used", SMALL PIECES (DOMINO (", \"least\": 4")) "}", 5, NULL, LIMITED,
    MULTIPLE, NULL },
  { "some pieces must be used",
    SMALL PIECES (L4 (", \"least\": 1, \"most\": 2") ", " DOMINO (", \"most\": 4")) "}", 10,
    "some pieces must be used", LIMITED, MULTIPLE, NULL },
  { "no rotation", SMALL PIECES (L4 (", \"most\": 2, \"rotate\": false")) "}", 0, TURNED, NULL,
    MULTIPLE, TURNED },
  { "no flips", SMALL PIECES (L4 (", \"most\": 2, \"flip\": false")) "}", 1, TURNED, NULL, MULTIPLE,
    TURNED },
  { "neither, where it makes no difference",
    BOARD ("\"aaaa\", \"aaaa\"")
      PIECES ("{\"cells\": [\"aa\", \"aa\"], \"most\": 2, \"rotate\": false, \"flip\": false}") "}",
    1, NULL, NULL, MULTIPLE, NULL },
  { "one free cell", BOARD ("\"aaa\"") ", \"free\": 1" PIECES (DOMINO ("")) "}", 2, STAY_FREE, NULL,
    NULL, STAY_FREE },
  { "two free cells", BOARD ("\"aaaa\"") ", \"free\": 2" PIECES (DOMINO ("")) "}", 3, STAY_FREE,
    STAY_FREE, MULTIPLE, STAY_FREE },
  { "two free cells of a piece that must be used",
    BOARD ("\"aaaa\"") ", \"free\": 2" PIECES (DOMINO (", \"least\": 1")) "}", 3, STAY_FREE, NULL,
    MULTIPLE, NULL },
  { "at most two free cells",
    BOARD ("\"aaaa\"") ", \"most_free\": 2" PIECES (DOMINO (", \"most\": 2")) "}", 4, STAY_FREE,
    STAY_FREE, MULTIPLE, NULL },
  { "any free cells", BOARD ("\"aaa\"") ", \"most_free\": 3" PIECES (DOMINO ("")) "}", 3, STAY_FREE,
    NULL, MULTIPLE, NULL },
  { "only some cells may stay free",
    BOARD ("\"+a++\"") ", \"free\": 2, \"takes\": {\"+\": \"a \"}" PIECES (
      DOMINO (", \"least\": 1")) "}",
    2, STAY_FREE, NULL, MULTIPLE, NULL },
  { "a cell that takes two colours",
    BOARD ("\"ccca\"") ", \"takes\": {\"c\": \"ab\"}" PIECES (
      "{\"name\": \"D\", \"cells\": [\"ab\"], \"most\": 2}") "}",
    2, RULES, NULL, MULTIPLE, NULL },
  { "a placed piece",
    SMALL PIECES (
      DOMINO (", \"most\": 4")) ", \"placed\": [{\"piece\": \"D\", \"x\": 0, \"y\": 0}]}",
    2, PLACED, NULL, MULTIPLE, PLACED },
  { "all pieces are placed",
    BOARD ("\"aa\"") PIECES (DOMINO ("")) ", \"placed\": [{\"piece\": \"D\", \"x\": 0, \"y\": 0}]}",
    1, PLACED, NULL, NULL, PLACED },
  { "all is placed and a piece is unused",
    BOARD ("\"aa\"")
      PIECES (DOMINO ("") ", " BENT ("")) ", \"placed\": [{\"piece\": \"D\", \"x\": 0, \"y\": 0}]}",
    1, PLACED, NULL, NULL, PLACED },
  { "colours", BOARD ("\"ab\", \"ba\"") PIECES ("{\"cells\": [\"ab\"], \"most\": 2}") "}", 2, NULL,
    NULL, MULTIPLE, NULL },
  { "a hole", BOARD ("\"aaa\", \"a a\", \"aaa\"") PIECES (DOMINO (", \"most\": 4")) "}", 2, NULL,
    NULL, MULTIPLE, NULL },
  { "a board of two parts", BOARD ("\"aa a\", \"   a\"") PIECES (DOMINO (", \"most\": 2")) "}", 1,
    "the board has several parts", NULL, MULTIPLE, NULL },
  { "a piece of two parts", SMALL PIECES ("{\"cells\": [\"a a\"], \"most\": 4}") "}", 1,
    "has several parts", NULL, MULTIPLE, NULL },
  { "a piece larger than the board",
    BOARD ("\"aa\"") PIECES (DOMINO ("") ", {\"cells\": [\"aaaa\"]}") "}", 1,
    "would be taken for the board", NULL, NULL, NULL },
  { "no pieces", BOARD ("\"aa\"") PIECES ("") "}", 0, NO_PIECES, NULL, NULL, NO_PIECES },
  { "a piece that is not used", BOARD ("\"aaa\"") PIECES (DOMINO (", \"most\": 0")) "}", 0,
    NO_PIECES, NULL, NULL, NO_PIECES },
  { "colours of JSON", BOARD ("\"{{{{\"") PIECES ("{\"cells\": [\"{{\"], \"most\": 2}") "}", 1,
    OTHERWISE, NULL, MULTIPLE, NULL },
  { "colours of Bouwkamp codes",
    BOARD ("\"1(1(\"") PIECES ("{\"cells\": [\"1(\"], \"most\": 2}") "}", 1, OTHERWISE, NULL,
    MULTIPLE, NULL },
  { "colours of Quadrillion", BOARD ("\".*.*\"") PIECES ("{\"cells\": [\".*\"], \"most\": 2}") "}",
    1, NULL, NULL, MULTIPLE, NULL },
};

static guint64
count (TwPuzzle *puzzle)
{
  g_autoptr (TwResult) result = test_solve_all (puzzle);
  TwSolutionCount found = tw_puzzle_get_kind (puzzle)->count->of (result);

  g_assert_true (found.complete || result->status == TW_STATUS_INFEASIBLE);
  return found.raw;
}

/* --- models ------------------------------------------------------------------------------- */

typedef struct {
  GArray *terms; /* of int: a variable, negative for the coefficient -1 */
  int least;
  gboolean equal;
} Sum;

typedef struct {
  GArray *sums;      /* of Sum */
  GPtrArray *having; /* by variable: GArray of guint, the sums that have it */
  int n_variables;
  gint8 *values; /* by variable; -1: open */
} Model;

/* Can the sums with this variable still be satisfied? */
static gboolean
is_possible (const Model *model, int variable)
{
  const GArray *having = g_ptr_array_index (model->having, (guint) variable);

  for (guint i = 0; i < having->len; i++) {
    const Sum *sum = &g_array_index (model->sums, Sum, g_array_index (having, guint, i));
    int low = 0, high = 0;

    for (guint t = 0; t < sum->terms->len; t++) {
      int term = g_array_index (sum->terms, int, t), sign = term < 0 ? -1 : 1;
      int value = model->values[abs (term)];

      low += value >= 0 ? sign * value : MIN (sign, 0);
      high += value >= 0 ? sign * value : MAX (sign, 0);
    }
    if (high < sum->least || (sum->equal && low > sum->least))
      return FALSE;
  }
  return TRUE;
}

static guint64
count_models (Model *model, int variable)
{
  guint64 n = 0;

  if (variable > model->n_variables)
    return 1;
  for (gint8 value = 0; value < 2; value++) {
    model->values[variable] = value;
    if (is_possible (model, variable))
      n += count_models (model, variable + 1);
  }
  model->values[variable] = -1;
  return n;
}

/* Counts the models of an OPB file ("+1 x1 -1 x2 >= 0 ;") or a CNF file ("1 -2 0"). */
static guint64
count_text (const char *text, gboolean cnf)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Model model = { .sums = g_array_new (FALSE, FALSE, sizeof (Sum)) };

  for (char **line = lines; *line != NULL; line++) {
    g_auto (GStrv) words = g_strsplit (*line, " ", -1);
    Sum sum = { .terms = g_array_new (FALSE, FALSE, sizeof (int)), .least = cnf ? 1 : 0 };

    if (**line == 'p')
      model.n_variables = atoi (words[2]);
    if (g_str_has_prefix (*line, "* #variable="))
      model.n_variables = atoi (words[2]);
    for (char **word = words; strchr ("*cpm", **line) == NULL && *word != NULL; word++) {
      int term = cnf ? atoi (*word) : **word == 'x' ? atoi (*word + 1) : 0;

      if (!cnf && term > 0 && g_str_has_prefix (word[-1], "-"))
        term = -term;
      if (term != 0)
        g_array_append_val (sum.terms, term);
      sum.least -= cnf && term < 0;
      sum.equal = sum.equal || g_str_equal (*word, "=");
      if (g_str_equal (*word, "=") || g_str_equal (*word, ">="))
        sum.least = atoi (word[1]);
    }
    if (**line != '\0' && strchr ("*cpm", **line) == NULL)
      g_array_append_val (model.sums, sum);
    else
      g_array_unref (sum.terms);
  }
  model.having = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (int v = 0; v <= model.n_variables; v++)
    g_ptr_array_add (model.having, g_array_new (FALSE, FALSE, sizeof (guint)));
  for (guint i = 0; i < model.sums->len; i++) {
    const GArray *terms = g_array_index (model.sums, Sum, i).terms;

    for (guint t = 0; t < terms->len; t++)
      g_array_append_val (
        (GArray *) g_ptr_array_index (model.having, (guint) abs (g_array_index (terms, int, t))),
        i);
  }
  model.values = g_malloc ((gsize) model.n_variables + 1);
  memset (model.values, -1, (gsize) model.n_variables + 1);
  guint64 n = count_models (&model, 1);
  for (guint i = 0; i < model.sums->len; i++)
    g_array_unref (g_array_index (model.sums, Sum, i).terms);
  g_array_unref (model.sums);
  g_ptr_array_unref (model.having);
  g_free (model.values);
  return n;
}

/* --- the matrix --------------------------------------------------------------------------- */

static char *export(TwPuzzle *puzzle, const char *format, GError **error)
{
  return tw_kind_export (tw_kind_find_export (tw_puzzle_get_kind (puzzle), format), puzzle, NULL,
                         error);
}

static void
check_format (gsize i, TwPuzzle *puzzle, const char *format, const char *name, const char *refusal)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = export(puzzle, format, &error);
  g_autoptr (TwPuzzle) again = text != NULL ? test_parse (text, name, &error) : NULL;

  if (refusal != NULL && (again != NULL || strstr (error->message, refusal) == NULL))
    g_error ("%s in %s: %s", cases[i].rule, format, error != NULL ? error->message : "accepted");
  if (refusal == NULL && again == NULL)
    g_error ("%s in %s: %s", cases[i].rule, format, error->message);
  if (again != NULL && count (again) != cases[i].solutions)
    g_error ("%s in %s: %" G_GUINT64_FORMAT " solutions", cases[i].rule, format, count (again));
}

TEST (rules, "/convert/rules")
{
  static const char *const others[] = { "mps", "minizinc" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwPuzzle) puzzle = test_puzzle (cases[i].text, "x.json");

    if (count (puzzle) != cases[i].solutions)
      g_error ("%s: %" G_GUINT64_FORMAT " solutions", cases[i].rule, count (puzzle));
    check_format (i, puzzle, "json", "x.json", NULL);
    check_format (i, puzzle, "ascii", "x.txt", cases[i].ascii);
    check_format (i, puzzle, "dlx", "x.dlx", cases[i].dlx);
    check_format (i, puzzle, "cover", "x.dlx", cases[i].cover);
    check_format (i, puzzle, "xmpuzzle", "x.xmpuzzle", cases[i].xmpuzzle);
    for (int cnf = 0; cnf < 2; cnf++) {
      g_autofree char *text = export(puzzle, cnf ? "cnf" : "opb", &error);

      g_assert_no_error (error);
      if (count_text (text, cnf) != cases[i].solutions)
        g_error ("%s in %s", cases[i].rule, text);
    }
    for (gsize k = 0; k < G_N_ELEMENTS (others); k++) {
      g_autofree char *text = export(puzzle, others[k], &error);

      g_assert_no_error (error);
      g_assert_nonnull (text);
    }
  }
}

/* The models of capped squares; without a limit the numbers are those of OEIS A045846 less one, as no
 * square has the side of the board. */
TEST (capped, "/convert/capped")
{
  static const struct {
    const char *text;
    guint64 models;
  } tasks[] = {
    { "{\"kind\": \"capped\", \"size\": 2, \"cap\": 4}", 1 },
    { "{\"kind\": \"capped\", \"size\": 3, \"cap\": 9}", 5 },
    { "{\"kind\": \"capped\", \"size\": 4, \"cap\": 16}", 39 },
    { "{\"kind\": \"capped\", \"size\": 3, \"cap\": 5}", 4 },
    { "{\"kind\": \"capped\", \"size\": 3, \"cap\": 4}", 0 },
    { "{\"kind\": \"capped\", \"size\": [3, 2], \"cap\": 5}", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tasks); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwPuzzle) puzzle = test_puzzle (tasks[i].text, "x.json");

    for (int cnf = 0; cnf < 2; cnf++) {
      g_autofree char *text = export(puzzle, cnf ? "cnf" : "opb", &error);

      g_assert_no_error (error);
      g_assert_cmpuint (count_text (text, cnf), ==, tasks[i].models);
    }
  }
}

/* The rows for the cells at the end of the pseudo-Boolean model: they say which placements cover each
 * cell. A drawing does not say that a piece must be used where the number of cells implies it. */
static char *
model_of (TwPuzzle *puzzle)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = export(puzzle, "opb", &error);

  g_assert_no_error (error);
  const char *rows = text + strlen (text) - 1;
  for (gsize n = tw_board_count_free (tw_puzzle_get_board (puzzle)); rows > text && n > 0;)
    n -= *--rows == '\n';
  g_assert_true (rows > text);
  return g_strdup (rows);
}

/* Why a drawing or BurrTools' format refuses a puzzle of the collection. */
static const struct {
  const char *file;
  const char *refusal;
} refused[] = {
  { "pentominoes-onesided-3x30.json", TURNED }, { "tetrominoes-onesided-4x7.json", TURNED },
  { "pentominoes-level-1.json", PLACED },       { "pentominoes-level-2.json", PLACED },
  { "pentominoes-level-3.json", PLACED },       { "pentominoes-level-4.json", PLACED },
};

/* The puzzles of the collection keep their model; each text is read as the kind that wrote it. */
TEST (collection, "/convert/collection")
{
  const char *folder = g_getenv ("TW_TEST_PUZZLES");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  static const char *const formats[] = { "json", "ascii", "xmpuzzle" };
  static const char *const names[] = { "x.json", "x.txt", "x.xmpuzzle" };
  guint n_same = 0, n_models = 0, n_refused = 0;
  const char *file;

  g_assert_nonnull (dir);
  while ((file = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, file, NULL);
    g_autoptr (GFile) from = g_file_new_for_path (path);
    g_autoptr (GPtrArray) puzzles = tw_puzzles_load (from, NULL, NULL);

    if (puzzles == NULL) {
      g_assert_true (g_str_equal (file, "catalogue.json")
                     || g_str_has_suffix (file, "-solution.json")
                     || g_str_has_suffix (file, ".twc"));
      continue;
    }
    g_autofree char *before = NULL;
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, 0);
    const TwKind *kind = tw_puzzle_get_kind (puzzle);
    for (gsize i = 0; i < G_N_ELEMENTS (formats) && tw_kind_find_export (kind, formats[i]); i++) {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = export(puzzle, formats[i], &error), *after = NULL;
      const char *refusal = NULL;

      for (gsize k = 0; k < G_N_ELEMENTS (refused) && i > 0; k++)
        if (g_str_equal (file, refused[k].file))
          refusal = refused[k].refusal;
      if (text == NULL) {
        if (refusal == NULL || strstr (error->message, refusal) == NULL)
          g_error ("%s in %s: %s", file, formats[i], error->message);
        n_refused++;
        continue;
      }
      g_assert_null (refusal);
      g_autoptr (TwPuzzle) again = test_parse (text, names[i], &error);
      g_assert_no_error (error);
      /* The model of a large board takes long to write. */
      n_same++;
      if (tw_board_count_free (tw_puzzle_get_board (puzzle))
          > (size_t) test_demand (MOST_CELLS, FEWER_CELLS)) {
        g_assert_cmpuint (tw_board_count_free (tw_puzzle_get_board (again)), ==,
                          tw_board_count_free (tw_puzzle_get_board (puzzle)));
        continue;
      }
      if (before == NULL)
        before = model_of (puzzle);
      after = model_of (again);
      n_models++;
      if (!g_str_equal (before, after))
        g_error ("%s in %s has another model", file, formats[i]);
    }
    if (kind->read->json != NULL && tw_kind_find_export (kind, "ascii")
        && !tw_puzzle_has_pieces (puzzle)) {
      g_autofree char *text = export(puzzle, "ascii", NULL);
      g_autoptr (TwPuzzle) again = test_parse (text, "x.txt", NULL);
      const TwBoard *a = tw_puzzle_get_board (puzzle), *b = tw_puzzle_get_board (again);

      g_assert_cmpint (a->width, ==, b->width);
      g_assert_cmpmem (a->cells, (gsize) (a->width * a->height), b->cells,
                       (gsize) (b->width * b->height));
      n_same++;
    }
  }
  g_test_message ("%u equal, %u of them by their models, %u refused", n_same, n_models, n_refused);
  g_assert_cmpuint (n_same, >, 100);
  g_assert_cmpuint (n_refused, ==, 2 * G_N_ELEMENTS (refused));
}

TEST_MAIN (test_init, g_test_run)
