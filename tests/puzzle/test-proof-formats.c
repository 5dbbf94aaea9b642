/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-proof-formats.c - proofs for VIPR and VeriPB: two small readers derive each constraint again
 * from the text alone, and viprchk and veripb check the files if they are installed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli-test.h"
#include "core/base/generator.h"
#include "core/base/transform.h"
#include "puzzle/kind.h"
#include "puzzle/kinds/squares/certificate.h"
#include "puzzle/kinds/squares/proof.h"
#include "puzzle/kinds/squares/squares.h"

enum {
  N_PLAIN = 16, /* boards of the first test without cuts */
};

/* --- words of a text ----------------------------------------------------------------------- */

typedef struct {
  char **words;
  guint next;
} Words;

static const char *
take (Words *words)
{
  while (words->words[words->next] != NULL && *words->words[words->next] == '\0')
    words->next++;
  g_assert_nonnull (words->words[words->next]);
  return words->words[words->next++];
}

static gint64
take_number (Words *words)
{
  char *end;
  gint64 number = g_ascii_strtoll (take (words), &end, 10);

  g_assert_cmpstr (end, ==, "");
  return number;
}

static void
skip (Words *words, const char *word)
{
  g_assert_cmpstr (take (words), ==, word);
}

/* --- VIPR ---------------------------------------------------------------------------------- */

/* A fraction in lowest terms; the numbers of these tests are far from 64 bits. */
typedef struct {
  gint64 above, below;
} Fraction;

typedef struct {
  char sense;
  Fraction rhs;
  Fraction *factors; /* of all variables */
} Constraint;

static Fraction
reduce (gint64 above, gint64 below)
{
  gint64 a = ABS (above), b = below;

  while (b != 0) {
    gint64 rest = a % b;

    a = b;
    b = rest;
  }
  return (Fraction){ above / a, below / a };
}

static Fraction
take_fraction (Words *words)
{
  char *end;
  gint64 above = g_ascii_strtoll (take (words), &end, 10), below = 1;

  if (*end == '/')
    below = g_ascii_strtoll (end + 1, &end, 10);
  g_assert_cmpstr (end, ==, "");
  g_assert_cmpint (below, >, 0);
  return reduce (above, below);
}

static void
add_product (Fraction *sum, Fraction a, Fraction b)
{
  Fraction product = reduce (a.above * b.above, a.below * b.below);

  *sum = reduce (sum->above * product.below + product.above * sum->below,
                 sum->below * product.below);
}

static gboolean
equal (Fraction a, Fraction b)
{
  return a.above == b.above && a.below == b.below;
}

static Constraint
take_constraint (Words *words, int n)
{
  Constraint c = { .factors = g_new (Fraction, n) };
  const char *word;

  take (words);
  c.sense = *take (words);
  c.rhs = take_fraction (words);
  for (int v = 0; v < n; v++)
    c.factors[v] = (Fraction){ 0, 1 };
  word = take (words);
  if (g_str_equal (word, "OBJ")) {
    for (int v = 0; v < n; v++)
      c.factors[v] = (Fraction){ 1, 1 };
    return c;
  }
  for (gint64 k = atoi (word); k > 0; k--) {
    gint64 v = take_number (words);

    g_assert_true (v >= 0 && v < n);
    c.factors[v] = take_fraction (words);
  }
  return c;
}

/* Returns whether the combination that follows implies the constraint, perhaps after rounding. */
static gboolean
derives (Words *words, const GArray *before, const Constraint *c, int n)
{
  gboolean rounds;
  Fraction rhs = { 0, 1 };
  g_autofree Fraction *sum = g_new (Fraction, n);

  skip (words, "{");
  rounds = g_str_equal (take (words), "rnd");
  for (int v = 0; v < n; v++)
    sum[v] = (Fraction){ 0, 1 };
  for (gint64 k = take_number (words); k > 0; k--) {
    gint64 index = take_number (words);
    Fraction factor = take_fraction (words);
    const Constraint *from;

    g_assert_true (index >= 0 && index < (gint64) before->len);
    from = &g_array_index (before, Constraint, index);
    if (from->sense == 'G' ? factor.above < 0 : from->sense != 'E')
      return FALSE;
    add_product (&rhs, factor, from->rhs);
    for (int v = 0; v < n; v++)
      if (from->factors[v].above != 0)
        add_product (&sum[v], factor, from->factors[v]);
  }
  skip (words, "}");
  g_assert_cmpint (take_number (words), ==, -1);
  for (int v = 0; v < n; v++)
    if (!equal (sum[v], c->factors[v]) || (rounds && sum[v].below != 1))
      return FALSE;
  if (rounds && rhs.below != 1) { /* up */
    gint64 floor = rhs.above / rhs.below - (rhs.above < 0);

    rhs = (Fraction){ floor + 1, 1 };
  }
  /* The sum may say more than the constraint. */
  return c->sense == 'G' && rhs.above * c->rhs.below >= c->rhs.above * rhs.below;
}

static void
clear_constraint (gpointer data)
{
  g_free (((Constraint *) data)->factors);
}

/* Returns the proved bound; -1 when a derivation is wrong. *n_cuts receives the rounded constraints
 * before those of the components. */
static gint64
check_vipr (const char *text, const TwBoard *board, gint64 *upper, int *n_cuts)
{
  Words words = { .words = g_strsplit_set (strchr (text, '\n') + 1, " \n", -1) };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Constraint));
  g_autofree gint64 *solution = NULL;
  int n, n_constraints, n_bounds, n_derived;
  gint64 lower;
  gboolean fine = TRUE;

  g_array_set_clear_func (all, clear_constraint);
  skip (&words, "VER");
  skip (&words, "1.0");
  skip (&words, "VAR");
  n = (int) take_number (&words);
  for (int v = 0; v < n; v++)
    take (&words);
  skip (&words, "INT");
  g_assert_cmpint (take_number (&words), ==, n);
  for (int v = 0; v < n; v++)
    g_assert_cmpint (take_number (&words), ==, v);
  skip (&words, "OBJ");
  skip (&words, "min");
  g_assert_cmpint (take_number (&words), ==, n);
  for (int v = 0; v < n; v++) {
    g_assert_cmpint (take_number (&words), ==, v);
    skip (&words, "1");
  }
  skip (&words, "CON");
  n_constraints = (int) take_number (&words);
  n_bounds = (int) take_number (&words);
  g_assert_cmpint (n_bounds, ==, n);
  g_assert_cmpint (n_constraints, ==, n + (int) tw_board_count_free (board));
  for (int i = 0; i < n_constraints; i++) {
    Constraint c = take_constraint (&words, n);

    g_array_append_val (all, c);
  }
  skip (&words, "RTP");
  skip (&words, "range");
  lower = take_number (&words);
  *upper = take_number (&words);
  skip (&words, "SOL");
  skip (&words, "1");
  take (&words);
  solution = g_new0 (gint64, n);
  for (gint64 k = take_number (&words); k > 0; k--) {
    gint64 v = take_number (&words);

    solution[v] = take_number (&words);
    *upper -= solution[v];
  }
  g_assert_cmpint (*upper, ==, 0);
  for (int i = 0; i < n_constraints; i++) {
    const Constraint *c = &g_array_index (all, Constraint, i);
    gint64 sum = 0;

    for (int v = 0; v < n; v++) {
      sum += c->factors[v].above * solution[v];
      *upper += i == 0 ? solution[v] : 0;
    }
    g_assert_true (c->sense == 'E' ? sum == c->rhs.above : sum >= c->rhs.above);
  }
  skip (&words, "DER");
  n_derived = (int) take_number (&words);
  *n_cuts = 0;
  for (int i = 0; fine && i < n_derived; i++) {
    Constraint c;

    *n_cuts += *words.words[words.next] == 'c';
    c = take_constraint (&words, n);
    fine = derives (&words, all, &c, n);
    g_array_append_val (all, c);
  }
  if (fine) {
    const Constraint *last = &g_array_index (all, Constraint, all->len - 1);

    for (int v = 0; v < n; v++)
      fine = fine && equal (last->factors[v], (Fraction){ 1, 1 });
    fine = fine && last->sense == 'G' && last->rhs.above >= lower;
  }
  g_strfreev (words.words);
  return fine ? lower : -1;
}

/* --- VeriPB -------------------------------------------------------------------------------- */

/* Sum of factors times variables >= rhs. */
typedef struct {
  gint64 *factors;
  gint64 rhs;
} Sum;

static void
clear_sum (gpointer data)
{
  g_free (((Sum *) data)->factors);
}

static void
push (GArray *sums, const Sum *sum, int n)
{
  Sum copy = { g_memdup2 (sum->factors, (gsize) n * sizeof *sum->factors), sum->rhs };

  g_array_append_val (sums, copy);
}

/* Reads "+1 x1 -2 x2 >= 3 ;" lines; an equation is two constraints. */
static GArray *
read_opb (const char *text, int *n)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (Sum));

  g_array_set_clear_func (sums, clear_sum);
  g_assert_cmpint (sscanf (lines[0], "* #variable= %d", n), ==, 1);
  for (char **line = lines; *line != NULL; line++) {
    Words words = { 0 };
    Sum sum = { 0 };
    const char *word;

    if (**line == '*' || **line == '\0' || g_str_has_prefix (*line, "min:"))
      continue;
    words.words = g_strsplit (*line, " ", -1);
    sum.factors = g_new0 (gint64, *n);
    for (word = take (&words); *word == '+' || *word == '-'; word = take (&words)) {
      gint64 factor = g_ascii_strtoll (word, NULL, 10);

      sum.factors[atoi (take (&words) + 1) - 1] = factor;
    }
    g_assert_cmpstr (word, ==, "=");
    sum.rhs = take_number (&words);
    push (sums, &sum, *n);
    for (int v = 0; v < *n; v++)
      sum.factors[v] = -sum.factors[v];
    sum.rhs = -sum.rhs;
    push (sums, &sum, *n);
    g_free (sum.factors);
    g_strfreev (words.words);
  }
  return sums;
}

/* Divides the form in which all factors are positive, with negated variables, and rounds up. */
static void
divide (Sum *sum, gint64 divisor, int n)
{
  gint64 degree = sum->rhs, back = 0;

  for (int v = 0; v < n; v++)
    degree += sum->factors[v] < 0 ? -sum->factors[v] : 0;
  for (int v = 0; v < n; v++) {
    gint64 factor = (ABS (sum->factors[v]) + divisor - 1) / divisor;

    back += sum->factors[v] < 0 ? factor : 0;
    sum->factors[v] = sum->factors[v] < 0 ? -factor : factor;
  }
  sum->rhs = (degree > 0 ? (degree + divisor - 1) / divisor : -(-degree / divisor)) - back;
}

/* Computes a line "pol ..." and appends its result. */
static void
compute (GArray *sums, const char *line, int n)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Sum));

  g_array_set_clear_func (stack, clear_sum);
  for (char **word = words + 1; *word != NULL; word++) {
    Sum *top = stack->len > 0 ? &g_array_index (stack, Sum, stack->len - 1) : NULL;

    if (g_str_equal (*word, "+")) {
      g_assert_cmpuint (stack->len, >=, 2);
      for (int v = 0; v < n; v++)
        top[-1].factors[v] += top->factors[v];
      top[-1].rhs += top->rhs;
      g_array_set_size (stack, stack->len - 1);
    } else if (**word == 'x') {
      Sum sum = { g_new0 (gint64, n), 0 };

      sum.factors[atoi (*word + 1) - 1] = 1;
      g_array_append_val (stack, sum);
    } else if (g_strcmp0 (word[1], "*") == 0) {
      gint64 factor = g_ascii_strtoll (*word++, NULL, 10);

      g_assert_cmpint (factor, >, 0);
      for (int v = 0; v < n; v++)
        top->factors[v] *= factor;
      top->rhs *= factor;
    } else if (g_strcmp0 (word[1], "d") == 0) {
      divide (top, g_ascii_strtoll (*word++, NULL, 10), n);
    } else {
      int id = atoi (*word);

      g_assert_true (id >= 1 && id <= (int) sums->len);
      push (stack, &g_array_index (sums, Sum, id - 1), n);
    }
  }
  g_assert_cmpuint (stack->len, ==, 1);
  push (sums, &g_array_index (stack, Sum, 0), n);
}

/* Returns the proved bound; -1 when the proof is wrong. */
static gint64
check_veripb (const char *opb, const char *text, gint64 *upper)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int n, id, at, formula;
  g_autoptr (GArray) sums = read_opb (opb, &n);
  guint n_formula = sums->len;
  long lower, best;
  char **line = lines;

  g_assert_cmpstr (*line++, ==, "pseudo-Boolean proof version 2.0");
  g_assert_cmpint (**line++, ==, '*');
  g_assert_cmpint (sscanf (*line++, "f %d", &formula), ==, 1);
  g_assert_cmpint (formula, ==, (int) n_formula);
  for (; g_str_has_prefix (*line, "pol "); line++)
    compute (sums, *line, n);
  g_assert_cmpstr (*line++, ==, "output NONE");
  g_assert_cmpint (sscanf (*line, "conclusion BOUNDS %ld : %d %ld :%n", &lower, &id, &best, &at),
                   ==, 3);
  *upper = 0;
  {
    Words words = { .words = g_strsplit (*line++ + at, " ", -1) };
    g_autofree gint64 *solution = g_new (gint64, n);

    for (int v = 0; v < n; v++) {
      const char *word = take (&words);

      solution[v] = *word != '~';
      g_assert_cmpint (atoi (word + (*word == '~') + 1), ==, v + 1);
      *upper += solution[v];
    }
    g_assert_null (words.words[words.next]);
    g_strfreev (words.words);
    for (guint i = 0; i < n_formula; i++) {
      gint64 sum = 0;

      for (int v = 0; v < n; v++)
        sum += g_array_index (sums, Sum, i).factors[v] * solution[v];
      g_assert_cmpint (sum, >=, g_array_index (sums, Sum, i).rhs);
    }
  }
  g_assert_cmpint (*upper, ==, best);
  g_assert_cmpstr (*line, ==, "end pseudo-Boolean proof");
  for (int v = 0; v < n; v++)
    if (g_array_index (sums, Sum, id - 1).factors[v] > 1)
      return -1;
  return g_array_index (sums, Sum, id - 1).rhs >= lower ? lower : -1;
}

/* --- the tests ----------------------------------------------------------------------------- */

/* Runs the program where it is installed, on one file or two. */
static void
ask (const char *program, const char *first, const char *second)
{
  g_autofree char *path = g_find_program_in_path (program);
  const char *argv[] = { path, first, second, NULL };
  g_autofree char *out = NULL;
  g_autoptr (GSubprocess) process = NULL;

  if (path == NULL)
    return;
  process = g_subprocess_newv (
    argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, NULL));
  g_assert_true (strstr (out, "uccessfully verified") != NULL
                 || strstr (out, "erification succeeded") != NULL || strstr (out, "s VERIFIED"));
}

static TwResult *
solve (TwBoard *board)
{
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, board);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options;
  TwResult *result;

  tw_options_init (&options);
  options.threads = 1;
  result = tw_kind_solve (puzzle, &options, run, NULL);
  g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
  tw_run_free (run);
  return result;
}

/* The text with `more` in place of the first `part`. */
static char *
replace (const char *text, const char *part, const char *more)
{
  g_auto (GStrv) halves = g_strsplit (text, part, 2);

  g_assert_nonnull (halves[1]);
  return g_strjoin (more, halves[0], halves[1], NULL);
}

/* Board number i: first small boards with one component or several, then boards that need cuts,
 * upright and lying. */
static TwBoard *
make_board (int i)
{
  static const double densities[] = { 0.03, 0.1, 0.25, 0.5 };
  static const struct {
    int side, height, percent, seed;
  } cut[] = { { 9, 11, 3, 5 }, { 10, 11, 3, 1 }, { 11, 12, 3, 4 }, { 14, 14, 6, 3 } };
  TwBoard *board, *turned;

  if (i < N_PLAIN)
    return tw_generate_board (3 + i % 11, 3 + i / 3, densities[i % 4], (uint64_t) i);
  i -= N_PLAIN;
  board = tw_generate_board (cut[i / 2].side, cut[i / 2].height, cut[i / 2].percent / 100.0,
                             (uint64_t) cut[i / 2].seed);
  turned = tw_transform_board (i % 2 == 0 ? 0 : TW_TRANSFORM_TRANSPOSE, board);
  tw_board_free (board);
  return turned;
}

static void
test_derivations (void)
{
  int n_tight = 0, n_cuts = 0;

  for (int i = 0; i < N_PLAIN + 8; i++) {
    g_autoptr (TwResult) result = solve (make_board (i));
    const TwKindExport *export = tw_kind_find_export (&tw_kind_squares, "opb");
    g_autofree char *opb = tw_kind_export (export, result->puzzle, NULL, NULL);
    g_autofree char *vipr_path = cli_path ("p.vipr"), *opb_path = cli_path ("p.opb");
    g_autofree char *pbp_path = cli_path ("p.pbp");
    g_autoptr (TwDual) dual = NULL;
    g_autoptr (GError) error = NULL;
    TwOptions options;
    gsize length;
    gint64 claim, bound, again, upper;
    int cuts;

    tw_options_init (&options);
    options.threads = 1;

    g_autofree char *certificate = tw_certificate_write (result, &options, &length, &claim, &error);

    dual = tw_dual_read (certificate, length, &error);
    g_assert_no_error (error);

    g_autofree char *vipr = tw_proof_write (dual, TW_PROOF_VIPR, &length, &bound, &error);
    g_autofree char *pbp = tw_proof_write (dual, TW_PROOF_VERIPB, &length, &again, &error);

    g_assert_no_error (error);
    g_assert_cmpint (bound, ==, again);
    g_assert_cmpint (bound, <=, claim);
    n_tight += bound == claim;
    g_assert_cmpint (check_vipr (vipr, tw_puzzle_get_board (result->puzzle), &upper, &cuts), ==,
                     bound);
    g_assert_cmpint (upper, ==, (gint64) tw_result_tiling (result)->count);
    n_cuts += cuts;
    g_assert_cmpint (check_veripb (opb, pbp, &upper), ==, bound);
    g_assert_cmpint (upper, ==, (gint64) tw_result_tiling (result)->count);

    /* A larger claim is refused. */
    g_autofree char *old = g_strdup_printf ("RTP range %" G_GINT64_FORMAT " ", bound);
    g_autofree char *new = g_strdup_printf ("RTP range %" G_GINT64_FORMAT " ", bound + 1);
    g_autofree char *changed = replace (vipr, old, new);

    g_assert_cmpint (check_vipr (changed, tw_puzzle_get_board (result->puzzle), &upper, &cuts), ==,
                     -1);

    g_autofree char *old_end = g_strdup_printf ("BOUNDS %" G_GINT64_FORMAT " ", bound);
    g_autofree char *new_end = g_strdup_printf ("BOUNDS %" G_GINT64_FORMAT " ", bound + 1);
    g_autofree char *changed_end = replace (pbp, old_end, new_end);

    g_assert_cmpint (check_veripb (opb, changed_end, &upper), ==, -1);

    cli_write_file ("p.vipr", vipr);
    cli_write_file ("p.opb", opb);
    cli_write_file ("p.pbp", pbp);
    ask ("viprchk", vipr_path, NULL);
    ask ("veripb", opb_path, pbp_path);
  }
  g_test_message ("%d bounds are tight; %d cuts", n_tight, n_cuts);
  g_assert_cmpint (n_tight, >, N_PLAIN);
  g_assert_cmpint (n_cuts, >, 50);
}

#define BEGIN "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 2\n0 0 1\n1 0 1\n"

static void
test_refused (void)
{
  static const struct {
    const char *text, *reason;
  } cases[] = {
    { "", "line 1: expected “tilewright-certificate”" },
    { "tilewright-certificate 2\nboard 1 1\n.\npieces 1\n",
      "line 4: only certificates of minimum-square" },
    { "tilewright-certificate 2\nboard 2 0\n", "line 2: expected a number from 1 to 1000" },
    { "tilewright-certificate 2\nboard 2 1\n.x\n", "line 3: expected a row of 2 cells" },
    { "tilewright-certificate 2\nboard 2 1\n##\n", "line 3: the board has no free cell" },
    { "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 1\n0 0 1\n", "cell 1 0 once" },
    { BEGIN "unit 0\n", "line 8: expected a number from 1" },
    { BEGIN "unit 1\ncomponent 2\ndual 0\n1 2\nbands 0\nend bound 2\n",
      "line 11: expected a number" },
    { BEGIN "unit 1\ncomponent 2\ndual 0\n1 99999999999999999999\n", "line 11: expected a number" },
    { BEGIN "unit 1\ncomponent 2\ndual 1\n1 1\ncut 2 1 0 0\n",
      "line 12: expected a number from 0 to 1" },
    { BEGIN "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nledger 1\n", "line 13: expected “end”" },
    { BEGIN "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend bound 3\n",
      "line 13: expected a number from 0 to 2" },
    { BEGIN "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend bound 2\nmore\n",
      "line 14: there is text after the end" },
  };
  /* The prices of the square of side 2 are too high; the cut is charged to the one in the
   * corner. */
  static const char high[] =
    "tilewright-certificate 2\nboard 2 2\n..\n..\nsquares\nsolution 1\n0 0 2\n"
    "unit 2\ncomponent 2\ndual 0\n1 1 1 0\nbands 0\nend optimal 1\n";
  static const char charged[] =
    "tilewright-certificate 2\nboard 1 1\n.\nsquares\nsolution 1\n0 0 1\n"
    "unit 2\ncomponent 2\ndual 1\n2\ncut 1 1 0 0\nbands 0\nend optimal 1\n";

  g_autoptr (GString) large = g_string_new ("tilewright-certificate 2\nboard 100 100\n");
  g_autoptr (GString) prices = g_string_new (NULL);
  char row[102] = { [100] = '\n' };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (tw_dual_read (cases[i].text, strlen (cases[i].text), &error));
    g_assert_nonnull (strstr (error->message, cases[i].reason));
  }
  /* An empty board has too many squares for a model. */
  memset (row, '.', 100);
  for (int i = 0; i < 100; i++) {
    g_string_append (large, row);
    for (int x = 0; x < 100; x++)
      g_string_append (prices, "0 ");
  }
  g_string_append_printf (
    large, "squares\nsolution 1\n0 0 100\nunit 1\ncomponent 2\ndual 0\n%sbands 0\nend bound 1\n",
    prices->str);
  cli_write_file ("large.twc", large->str);
  cli_expect ("convert large.twc --to vipr", 2, "", "large.twc: the model would be too large");
  cli_write_file ("high.twc", high);
  cli_expect ("convert high.twc --to vipr", 2, "", "side 2 at 0 0 has a negative reduced cost");
  cli_write_file ("charged.twc", charged);
  cli_expect ("convert charged.twc --to pbp", 2, "", "side 1 at 0 0 has a negative reduced cost");
}

static void
test_command_line (void)
{
  /* Two columns: the dual is empty, and a band shows 3. */
  static const char bands[] =
    "tilewright-certificate 2\nboard 2 3\n..\n..\n..\nsquares\nsolution 3\n"
    "0 0 2\n0 2 1\n1 2 1\nunit 4\ncomponent 3\ndual 0\n0 0\n0 0\n0 0\n"
    "bands 1\nband 0 2 12\nend optimal 3\n";

  cli_write_file ("a.txt", ".....\n.#...\n.....\n...#.\n.....\n");
  cli_expect ("solve a.txt --certificate a.twc --quiet", 0, "", "");
  cli_expect ("convert a.twc --to vipr", 0, "VER 1.0\n", "");
  cli_expect ("convert a.twc --to pbp", 0, "conclusion BOUNDS 12 ", "");
  cli_write_file ("bands.twc", bands);
  cli_expect ("convert bands.twc --to vipr", 0, "RTP range 1 3\n", "at least 1 squares are needed");
  cli_expect ("convert a.twc bands.twc --to vipr", 2, "", "expected one certificate");
  cli_expect ("convert a.twc --to pbp --rotate", 2, "", "expected one certificate");
  cli_expect ("convert a.twc --to pbp --free 1", 2, "", "expected one certificate");
  cli_expect ("convert none.twc --to pbp", 2, "", "none.twc");
  cli_expect ("convert a.txt --to pbp", 2, "", "a.txt: line 1: expected “tilewright-certificate”");
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/proof-formats/derivations", test_derivations);
  g_test_add_func ("/proof-formats/refused", test_refused);
  g_test_add_func ("/proof-formats/command-line", test_command_line);
  return cli_test_run ();
}
