/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-certificate.c - certificates: tilewright-check (TW_TEST_CHECK) accepts each one, and its
 * claim is true; modified ones are rejected unless their claim is still true. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli-test.h"
#include "recount.h"
#include "core/base/generator.h"
#include "core/squares/engines/engine.h"
#include "puzzle/kinds/squares/certificate.h"
#include "puzzle/squares.h"
#include "puzzle/kind-solve.h"

/* Takes ownership of the board. */
static TwResult *
solve (TwBoard *board)
{
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, board);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwResult *result;
  TwOptions options;

  tw_options_init (&options);
  options.threads = 1;
  result = tw_kind_solve (puzzle, &options, run, NULL);
  g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
  tw_run_free (run);
  return result;
}

/* The checker's output; "" when it rejects the certificate. */
static char *
check (const char *text, gsize length)
{
  g_autofree char *path = cli_path ("c.twc");
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL, *err = NULL;
  const char *argv[] = { g_getenv ("TW_TEST_CHECK"), path, NULL };
  g_autoptr (GSubprocess) process = NULL;

  g_assert_true (g_file_set_contents (path, text, (gssize) length, &error));
  process = g_subprocess_newv (
    argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &out, &err, &error);
  g_assert_true (g_subprocess_get_if_exited (process));
  if (g_subprocess_get_exit_status (process) == 0)
    return g_steal_pointer (&out);
  /* One line that names the position, not a sanitizer report. */
  g_assert_cmpint (g_subprocess_get_exit_status (process), <=, 2);
  g_assert_true (g_str_has_prefix (err, path));
  g_assert_null (strstr (strchr (err, '\n'), "\n "));
  g_assert_cmpstr (out, ==, "");
  return g_strdup ("");
}

/* The minimum number of squares of the board at the start of the certificate. */
static int64_t
optimum_of (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int width = atoi (lines[1] + 6), height = atoi (strrchr (lines[1], ' '));
  TwBoard *board = tw_board_new (width, height);
  TwRun *run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options;
  int64_t best;

  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      tw_board_set (board, x, y, lines[2 + y][x] == '.');
  }
  tw_options_init (&options);
  options.threads = 1;
  g_assert_cmpint (tw_squares_engine_find ("optimal")->solve (board, &options, run), ==,
                   TW_STATUS_OPTIMAL);
  best = tw_run_best (run);
  tw_run_free (run);
  tw_board_free (board);
  return best;
}

static char *
certify (const TwResult *result, gsize *length, gint64 *bound)
{
  g_autoptr (GError) error = NULL;
  TwOptions options;
  char *text;

  tw_options_init (&options);
  options.time = 1000;
  text = tw_certificate_write (result, &options, length, bound, &error);
  g_assert_no_error (error);
  return text;
}

TEST (accepted, "/certificate/accepted")
{
  for (int i = 0; i < 40; i++) {
    /* Sparse boards need sweeps; dense ones have several components. */
    static const double densities[] = { 0.02, 0.08, 0.2, 0.5 };
    g_autoptr (TwResult)
      result = solve (tw_generate_board (3 + i % 14, 3 + i / 3, densities[i % 4], (uint64_t) i));
    gint64 bound = -1;
    gsize length = 0;
    g_autofree char *text = certify (result, &length, &bound);
    g_autofree char *said = check (text, length);
    g_autofree char *expected = g_strdup_printf ("%" G_GSIZE_FORMAT " squares, optimal: ",
                                                 tw_result_tiling (result)->count);

    g_assert_cmpint (bound, ==, (gint64) tw_result_tiling (result)->count);
    g_assert_nonnull (strstr (said, expected));
  }
}

/* Changes a digit, a cell, or a line. */
static char *
mutate (const char *text, GRand *random)
{
  GString *changed = g_string_new (text);
  int kind = g_rand_int_range (random, 0, 6);
  gsize at = (gsize) g_rand_int_range (random, 0, (gint32) changed->len);

  if (kind < 4) { /* change the next digit or cell */
    while (strchr ("0123456789.#", changed->str[at]) == NULL)
      at = (at + 1) % changed->len;
    changed->str[at] = changed->str[at] == '.'   ? '#'
                       : changed->str[at] == '#' ? '.'
                                                 : (char) ('0' + g_rand_int_range (random, 0, 10));
  } else { /* drop or duplicate a line */
    gsize end = at + strcspn (changed->str + at, "\n") + 1;
    g_autofree char *line = NULL;

    while (at > 0 && changed->str[at - 1] != '\n')
      at--;
    end = MIN (end, changed->len);
    line = g_strndup (changed->str + at, end - at);
    if (kind == 4)
      g_string_erase (changed, (gssize) at, (gssize) (end - at));
    else
      g_string_insert (changed, (gssize) at, line);
  }
  return g_string_free (changed, FALSE);
}

/* TW_TEST_MUTATIONS sets a larger number for manual runs. */
TEST (mutated, "/certificate/mutated")
{
  const char *asked = g_getenv ("TW_TEST_MUTATIONS");
  int count = asked != NULL ? atoi (asked) : test_size (600), refused = 0;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int i = 0; i < count;) {
    g_autoptr (TwResult) result = solve (
      tw_generate_board (6 + i / 50 % 7, 6 + i / 50 % 5, 0.05 + i / 50 % 3 * 0.1, (uint64_t) i));
    gint64 bound;
    gsize length;
    g_autofree char *text = certify (result, &length, &bound);

    for (int j = 0; j < 50; j++, i++) {
      g_autofree char *changed = mutate (text, random);
      g_autofree char *said = check (changed, strlen (changed));
      const char *claim = strstr (said, "at least ");

      if (*said == '\0') {
        refused++;
        continue;
      }
      if (claim != NULL) {
        g_assert_cmpint (atoi (claim + strlen ("at least ")), <=, optimum_of (changed));
      } else {
        claim = strstr (said, " squares, optimal");
        g_assert_nonnull (claim);
        while (claim[-1] != ' ')
          claim--;
        g_assert_cmpint (atoi (claim), ==, optimum_of (changed));
      }
    }
  }
  g_test_message ("%d of %d refused", refused, count);
  g_assert_cmpint (refused, >, count / 3);
}

/* Every proper prefix of a certificate is rejected; small tests try every third. */
TEST (truncated, "/certificate/truncated")
{
  g_autoptr (TwResult) result = solve (tw_generate_board (5, 4, 0.1, 3));
  gint64 bound;
  gsize length;
  g_autofree char *text = certify (result, &length, &bound);

  for (gsize i = 0; i < length; i += (gsize) test_demand (1, 3)) {
    g_autofree char *said = check (text, i);

    g_assert_cmpstr (said, ==, "");
  }
}

#define ROW      "............\n"
#define TEN_ROWS ROW ROW ROW ROW ROW ROW ROW ROW ROW ROW
#define BEGIN    "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 2\n0 0 1\n1 0 1\n"

TEST (hostile, "/certificate/hostile")
{
  static const char *const texts[] = {
    "",
    "tilewright-certificate 1\n",
    "tilewright-certificate 2\nboard 1001 1\n",
    "tilewright-certificate 2\nboard 1 0\n",
    "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 99999999999999999999\n",
    "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 2\n0 0 1\n0 0 1\n",
    "tilewright-certificate 2\nboard 2 1\n.x\nsquares\nsolution 1\n0 0 1\n",
    "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 1\n0 0 1\n",
    "tilewright-certificate 2\nboard 2 1\n..\nsquares\nsolution 1\n1 0 2147483647\n",
    BEGIN "unit 0\ncomponent 1\nend bound 1\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n2 0\nbands 0\nend bound 2\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend bound 3\n",
    BEGIN "unit 1\ncomponent 3\ndual 0\n1 1\nbands 0\nend bound 3\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend optimal 1\n",
    BEGIN "unit 1\ncomponent 2\ndual 8193\n",
    BEGIN "unit 1\ncomponent 2\ndual 1\n0 0\ncut 2 1 0 0\nbands 0\nend bound 2\n",
    BEGIN "unit 1\ncomponent 2\ndual 1\n1 1\ncut 0 2 0 0 0 0\nbands 0\nend bound 1\n",
    BEGIN "unit 1\ncomponent 2\ndual 1\n1 1\ncut 1 1 0 0\nbands 0\nend bound 2\n",
    BEGIN "unit 1\ncomponent 1\nband 0 1 1\nend bound 2\n",
    BEGIN "unit 1\ncomponent 1\ncomponent 1\nend bound 2\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n0 0\nbands 1\nband 0 2 2\nend bound 2\n",
    BEGIN "unit 1\ncomponent 3\ndual 0\n0 0\nbands 1\nband 0 1 3\nend bound 3\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n0 0\nbands 2\nband 0 1 2\nband 0 1 2\nend bound 2\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n0 0\nbands 1\nband 0 1 2\ncomponent 1\nend bound 2\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n0 0\nbands 0\nend bound 2\n",
    BEGIN "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend bound 2\nmore\n",
    /* The first of a great many solutions refutes the claim. */
    ("tilewright-certificate 2\nboard 12 10\n" TEN_ROWS "squares\nend none\n"),
    BEGIN "more end solution\n",
    BEGIN "more\nunit 1\ncomponent 1\nend bound 1\n",
    BEGIN "unit 1\n\ncomponent 1\nend bound 1\n",
    BEGIN "unit  1\ncomponent 1\nend bound 1\n",
  };
  /* Two columns: each half alone costs nothing, as the square over both belongs to them equally. */
  static const char halves[] =
    "tilewright-certificate 2\nboard 2 3\n..\n..\n..\nsquares\nsolution 3\n0 0 2\n"
    "0 2 1\n1 2 1\nunit 4\ncomponent 3\ndual 0\n0 0\n0 0\n0 0\nbands 1\n"
    "band 0 2 12\nend optimal 3\n";
  g_autofree char *said = NULL, *joined = NULL, *too_much = NULL, *refused = NULL;
  g_auto (GStrv) parts = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *none = check (texts[i], strlen (texts[i]));

    g_assert_cmpstr (none, ==, "");
  }
  /* The same with true claims. */
  said = check (
    BEGIN "unit 1\ncomponent 2\ndual 0\n0 0\nbands 1\nband 0 1 2\nend bound 2\n",
    strlen (BEGIN "unit 1\ncomponent 2\ndual 0\n0 0\nbands 1\nband 0 1 2\nend bound 2\n"));
  joined = check (halves, strlen (halves));
  g_assert_nonnull (strstr (joined, "3 squares, optimal"));
  parts = g_strsplit (halves, "band 0 2 12", 2);
  too_much = g_strjoin ("band 0 2 13", parts[0], parts[1], NULL);
  refused = check (too_much, strlen (too_much));
  g_assert_cmpstr (refused, ==, "");
  g_assert_nonnull (strstr (said, "at least 2 proved"));
}

/* A component line for each cell of a checkerboard: their time is that of their columns. */
TEST (many_components, "/certificate/many-components")
{
  const int side = test_demand (400, 150);
  GString *text = g_string_new (NULL);
  g_autofree char *said = NULL;

  g_string_printf (text, "tilewright-certificate 2\nboard %d %d\n", side, side);
  for (int i = 0; i < side * side; i++)
    g_string_append_printf (text, "%c%s", (i / side + i) % 2 == 0 ? '.' : '#',
                            i % side == side - 1 ? "\n" : "");
  g_string_append_printf (text, "squares\nsolution %d\n", side * side / 2);
  for (int i = 0; i < side * side; i++)
    if ((i / side + i) % 2 == 0)
      g_string_append_printf (text, "%d %d 1\n", i % side, i / side);
  g_string_append (text, "unit 1\n");
  for (int i = 0; i < side * side / 2; i++)
    g_string_append (text, "component 1\n");
  g_string_append_printf (text, "end optimal %d\n", side * side / 2);
  said = check (text->str, text->len);
  g_assert_nonnull (strstr (said, "optimal"));
  g_string_free (text, TRUE);
}

static int
run_check (const char *option, const char *value, const char *path)
{
  const char *argv[] = { g_getenv ("TW_TEST_CHECK"), option, value, path, NULL };
  g_autoptr (GSubprocess) process = g_subprocess_newv (
    argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);

  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  return g_subprocess_get_exit_status (process);
}

/* Bad numbers of leaves, claims of leaves that are skipped, whose sum exceeds 64 bits, and "none" of
 * leaves most of which are skipped. */
TEST (sample, "/certificate/sample")
{
  static const char dominoes[] =
    "tilewright-certificate 2\nboard 2 2\n..\n..\npieces 1\npiece 2 2 2\nshape 2 1\n..\n"
    "shape 1 2\n.\n.\nledger 2\nbranch 0 0\noption 1 1\nleaf 1\noption 2 1\nleaf 1\n"
    "end count 2\n";
  g_autofree char *path = cli_path ("s.twc"), *folder = cli_path ("."), *large = NULL;
  GString *leaves = g_string_new (""), *none = g_string_new ("");

  cli_write_file ("s.twc", dominoes);
  g_assert_cmpint (run_check ("--sample", "1", path), ==, 0);
  g_assert_cmpint (run_check ("--sample", "-1", path), ==, 2);
  g_assert_cmpint (run_check ("--sample", "5x", path), ==, 2);
  g_assert_cmpint (run_check ("--sample", "0", path), ==, 2);

  /* The board of one cell is covered by one of 500 pieces, in one way each. */
  g_string_append (leaves, "tilewright-certificate 2\nboard 1 1\n.\npieces 500\n");
  for (int i = 0; i < 500; i++)
    g_string_append (leaves, "piece 0 1 1\nshape 1 1\n.\n");
  g_string_append (leaves, "ledger 500\nbranch 0 0\n");
  for (int i = 1; i <= 500; i++)
    g_string_append_printf (leaves, "option %d 1\nleaf %s\n", i,
                            i <= 2   ? "9223372036854775807"
                            : i == 3 ? "2"
                                     : "1");
  g_string_append (leaves, "end count 497\n");
  large = g_string_free (leaves, FALSE);
  cli_write_file ("s.twc", large);
  /* A sample of one seldom has one of the three false leaves. */
  g_assert_cmpint (run_check ("--sample", "1", path), ==, 1);

  /* The last piece must be used, so it has the only solution. */
  g_string_append (none, "tilewright-certificate 2\nboard 1 1\n.\npieces 500\n");
  for (int i = 1; i <= 500; i++)
    g_string_append_printf (none, "piece %d 1 1\nshape 1 1\n.\n", i / 500);
  g_string_append (none, "ledger 500\nbranch 0 0\n");
  for (int i = 1; i <= 500; i++)
    g_string_append_printf (none, "option %d 1\nleaf 0\n", i);
  g_string_append (none, "end none\n");
  cli_write_file ("s.twc", none->str);
  g_string_free (none, TRUE);
  g_assert_cmpint (run_check ("--sample", "1", path), ==, 1);

  g_assert_cmpint (run_check ("--sample", "1", folder), ==, 2);
}

TEST (command_line, "/certificate/command-line")
{
  g_autofree char *written = cli_path ("x.twc"), *text = NULL, *said = NULL;
  gsize length;

  cli_write_file ("a.txt", ".....\n.#...\n.....\n...#.\n.....\n");
  cli_expect ("solve a.txt --certificate x.twc", 0, "the certificate proves that", "");
  g_assert_true (g_file_get_contents (written, &text, &length, NULL));
  said = check (text, length);
  g_assert_nonnull (strstr (said, "optimal"));
  cli_expect ("solve a.txt --certificate -", 0, "tilewright-certificate 2\nboard 5 5\n", "");
  cli_expect ("solve a.txt --certificate - --json -", 2, "", "standard output");
  cli_expect ("solve a.txt a.txt --certificate y.twc", 2, "", "needs a single puzzle");
  cli_expect ("solve a.txt --certificate none/y.twc", 2, "", "none/y.twc");
}

/* The number that a count of the ledger's puzzle gives. */
static guint64
count_pieces (void)
{
  TestOutcome counted = cli_run ("count p.txt --json -");
  const char *raw = strstr (counted.out, "\"raw\"");
  guint64 number;

  g_assert_nonnull (raw);
  number = g_ascii_strtoull (strchr (raw, ':') + 1, NULL, 10);
  test_outcome_clear (&counted);
  return number;
}

/* Counts of pieces: equal pieces, optional ones, colours, a hole; then changed ledgers. */
TEST (ledger, "/certificate/ledger")
{
  static const char *const puzzles[] = {
    "aa\naa\n\naa  aa\n",
    "aaaa\naaaa\naaaa\n\naa  aa  aaa\na   a\n\naaa  aaaa  a\n",
    "abab\nbaba\nabab\n\nab  ab  ab  ab  ab  ab  aba\n",
    "aaaaa\naa aa\naaaaa\n\naa  aa  aa  aa  aaa  aaa\n              a    a\n",
    ("{\"board\": [\"aaba\", \"baab\"], \"free\": 3, \"pieces\": [{\"cells\": [\"aa\"]},"
     " {\"cells\": [\"ba\"], \"most\": 2}, {\"cells\": [\"a\"]}]}"),
    /* The deepest tree of the writer has other leaves than the one above it: none, or twice as
     * many. */
    "{\"board\": [\"aaaaaaaaaaaa\"], \"pieces\": [{\"cells\": [\"a\"], \"most\": 11}]}",
    ("{\"board\": [\"aaaaaaaaaaabbb\"], \"pieces\": [{\"cells\": [\"a\"], \"most\": 11},"
     " {\"cells\": [\"bb\"]}, {\"cells\": [\"b\"]}]}"),
    "aaa\naaa\n\naa  aa\n",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  int refused = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (puzzles); i++) {
    g_autofree char *path = cli_path ("p.twc"), *text = NULL, *said = NULL, *expected = NULL;
    gsize length, ledger;

    cli_write_file ("p.txt", puzzles[i]);
    cli_expect ("count p.txt --certificate p.twc --quiet", 0, "", "");
    g_assert_true (g_file_get_contents (path, &text, &length, NULL));
    said = check (text, length);
    expected = g_strdup_printf (" %" G_GUINT64_FORMAT " solution", count_pieces ());
    g_assert_nonnull (strstr (said, expected));
    ledger = (gsize) (strstr (text, "ledger") - text);
    for (int j = 0; j < test_demand (40, 10); j++) {
      g_autofree char *tail = mutate (text + ledger, random);
      g_autofree char *changed = g_strdup_printf ("%.*s%s", (int) ledger, text, tail);
      g_autofree char *answer = check (changed, strlen (changed));

      refused += *answer == '\0';
      g_assert_true (*answer == '\0' || strstr (answer, expected) != NULL);
    }
  }
  g_assert_cmpint (refused, >, test_demand (100, 25));
  cli_expect ("solve p.txt --certificate -", 1, "end none\n", "");
  cli_write_file ("p.txt", puzzles[0]);
  cli_expect ("solve p.txt --certificate q.twc", 0, "the solution is correct", "");
  cli_expect ("count p.txt --certificate - --json -", 2, "", "standard output");
  cli_write_file ("b.txt", ".....\n.#...\n.....\n");
  cli_expect ("count b.txt --certificate q.twc", 2, "", "piece puzzles only");
}

/* Options left out, leaves that are wrong, and shapes that a piece must not have. */
TEST (hostile_ledger, "/certificate/hostile-ledger")
{
#define DOMINOES                                                                                \
  "tilewright-certificate 2\nboard 2 2\n..\n..\npieces 1\npiece 2 2 2\nshape 2 1\n..\nshape 1 " \
  "2\n.\n.\n"
  static const char *const texts[] = {
    DOMINOES "ledger 1\nleaf 1\nend count 1\n",
    DOMINOES "ledger 2\nleaf 2\nend count 2\n",
    DOMINOES "ledger 1\nleaf 2\nend count 3\n",
    DOMINOES "ledger 1\nbranch 0 0\noption 1 1\nleaf 1\nend count 1\n",
    DOMINOES "ledger 2\nbranch 0 0\noption 2 1\nleaf 1\noption 1 1\nleaf 1\nend count 2\n",
    DOMINOES "ledger 2\nbranch 0 2\noption 1 1\nleaf 1\noption 2 1\nleaf 1\nend count 2\n",
    ("tilewright-certificate 2\nboard 2 1\n..\npieces 1\npiece 1 1 2\nshape 2 1\n..\nshape 2 "
     "1\n..\n"
     "ledger 1\nleaf 2\nend count 2\n"),
    "tilewright-certificate 2\nboard 2 1\n..\npieces 1\npiece 1 1 1\nshape 3 1\n...\n",
    "tilewright-certificate 2\nboard 2 0\n",
    "tilewright-certificate 2\nboard 2 1\n..\npieces 1\npiece 2 1 0\n",
  };
  static const char good[] = DOMINOES
    "ledger 2\nbranch 0 0\noption 1 1\nleaf 1\noption 2 1\nleaf 1\nend count 2\n";
  g_autofree char *said = check (good, strlen (good));

  g_assert_nonnull (strstr (said, " 2 solutions"));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *none = check (texts[i], strlen (texts[i]));

    g_assert_cmpstr (none, ==, "");
  }
}

/* Returns whether the claim of the checker about this certificate of pieces is true. */
static gboolean
is_true (const char *text, const char *said)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n", -1);
  gint64 found = recount ((const char *const *) words);
  const char *count = strstr (said, "pieces, ");

  count = count != NULL ? count + 8 : strstr (said, "piece, ") + 7;
  if (found < 0)
    return TRUE;
  if (g_str_has_prefix (count, "a solution"))
    return found > 0;
  return found == (g_str_has_prefix (count, "no solution") ? 0 : atoll (count));
}

/* Only the cells of a shape have to lie on the board, not its empty rows and columns; brute force
 * and the description of the format agree. */
TEST (overhang, "/certificate/overhang")
{
  static const char text[] =
    "tilewright-certificate 2\nboard 2 2\n..\n..\npieces 1\npiece 2 2 1\nshape 2 2\n##\n..\n"
    "ledger 1\nleaf 1\nend count 1\n";
  g_autofree char *said = check (text, strlen (text));

  g_assert_nonnull (strstr (said, " 1 solution:"));
  g_assert_true (is_true (text, said));
}

/* Solutions of the families that place pieces, and proofs that there is none: by area, colours, an
 * unreachable cell, a piece that fits nowhere, regions, colourings and a search. Then changed ones:
 * each is refused, or its claim is true. TW_TEST_MUTATIONS sets a larger number for manual runs. */
TEST (families, "/certificate/families")
{
  static const struct {
    const char *name, *puzzle, *command;
    const char *step; /* of the certificate */
    const char *said;
  } cases[] = {
    { "p.txt", "aaaa\naaaa\n\naaa  aaa\na    a\n", "p.txt", "solution 2\n", "a solution" },
    { "p.txt", "aaaa\naaaa\n\naa  aa\naa  aa\n", "p.txt --no-rotate", "solution 2\n",
      "a solution" },
    { "p.txt", "abab\nbaba\n\nab  ab  ba  ba\n", "p.txt", "solution 4\n", "a solution" },
    { "p.json",
      "{\"board\": [\"aaba\", \"baab\"], \"free\": 3, \"pieces\": [{\"cells\": [\"aa\"]},"
      " {\"cells\": [\"ba\"], \"most\": 2}, {\"cells\": [\"a\"]}]}",
      "p.json", "solution ", "a solution" },
    /* Pieces with the same cells that may be turned differently. */
    { "p.json",
      "{\"board\": [\"aaa\", \"aaa\"], \"pieces\": [{\"cells\": [\"aaa\"], \"least\": 1},"
      " {\"cells\": [\"aaa\"], \"least\": 1, \"rotate\": false}]}",
      "p.json", "solution 2\n", "a solution" },
    { "p.json",
      "{\"board\": [\"aaa\", \"aaa\"], \"free\": 1, \"pieces\": [{\"cells\": [\"aa\"], \"most\": "
      "3}]}",
      "p.json", "weights\n", "no solution" },
    { "p.txt", "aaa\naaa\n\naa  aa\n", "p.txt", "weights\n", "no solution" },
    { "p.txt", "aaa aaa\naaaaaaa\n\naaa  aaa  aaa  aa\na    a    a    aa\n", "p.txt", "weights\n",
      "no solution" },
    { "p.txt", "abab\nbaba\n\naaa  aaa\nb    b\n", "p.txt", "weights\n", "no solution" },
    { "p.txt", "aab\naaa\n\naa  aa  aa\n", "p.txt", "weights\n", "no solution" },
    { "p.txt", "aaaa\naaaa\n\naaa  aaa\n a   a\n", "p.txt", "weights\n", "no solution" },
    { "p.txt", "aaaa\naaaa\naaaa\n\naaa  aaa  aaa\na a  a a  aaa\n            a\n", "p.txt",
      "ledger ", "0 solutions" },
    { NULL, NULL, "--tetrominoes 4 O2,L2", "solution 4\n", "a solution" },
    { NULL, NULL, "--tetrominoes 5 I6", "weights\n", "no solution" },
    { NULL, NULL, "--tetrominoes 4 I5", "weights\n", "no solution" },
    { NULL, NULL, "--tetrominoes 4 I3,T1", "weights\n", "no solution" },
    { NULL, NULL, "--tetrominoes 6 L1,O8", "weights\n", "no solution" },
    { NULL, NULL, "--tetrominoes 6 I1,O8", "weights\n", "no solution" },
    { NULL, NULL, "--tetrominoes 4 S2,Z2", "weights\n", "no solution" },
    { NULL, NULL, "--tetrominoes 4 I2,S1,Z1", "ledger ", "0 solutions" },
    { "board.txt",
      "........\n........\n.....*..\n........\n........\n........\n..**....\n**...**.\n",
      "board.txt", "solution 12\n", "a solution" },
  };
  const char *asked = g_getenv ("TW_TEST_MUTATIONS");
  int count = asked != NULL ? atoi (asked) : test_demand (20, 6), refused = 0;
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gboolean none = strstr (cases[i].said, "a solution") == NULL;
    g_autofree char *path = cli_path ("f.twc"), *text = NULL, *said = NULL;
    g_autofree char *command = g_strdup_printf ("solve %s --certificate f.twc", cases[i].command);
    gsize length;

    if (cases[i].name != NULL)
      cli_write_file (cases[i].name, cases[i].puzzle);
    cli_expect (command, none ? 1 : 0,
                none ? "the certificate proves that there is no solution"
                     : "the certificate proves that the solution is correct",
                "");
    g_assert_true (g_file_get_contents (path, &text, &length, NULL));
    g_assert_nonnull (strstr (text, cases[i].step));
    said = check (text, length);
    g_test_message ("%s: %s", cases[i].command, said);
    g_assert_nonnull (strstr (said, cases[i].said));
    g_assert_true (is_true (text, said));
    for (int j = 0; j < count; j++) {
      g_autofree char *changed = mutate (text, random);
      g_autofree char *answer = check (changed, strlen (changed));

      refused += *answer == '\0';
      g_assert_true (*answer == '\0' || is_true (changed, answer));
    }
  }
  g_test_message ("%d of %d refused", refused, count * (int) G_N_ELEMENTS (cases));
  g_assert_cmpint (refused, >, count * (int) G_N_ELEMENTS (cases) / 3);
  cli_write_file ("cover.dlx", "a b\na\nb\n");
  cli_expect ("solve cover.dlx --certificate q.twc", 2, "", "no certificate");
}

/* Weights and solutions that are wrong. */
TEST (hostile_families, "/certificate/hostile-families")
{
  static const char *const texts[] = {
    DOMINOES "weights\n1 1\n1 1\nend none\n",
    DOMINOES "weights\n1 0\n0 1\nend none\n",
    DOMINOES "weights\n1 1\n1\nend none\n",
    DOMINOES "weights\n1 1\n1 134217729\nend none\n",
    DOMINOES "weights\n1 1\n1 134217728\nend none\n",
    DOMINOES "weights\n1 1\n1 -1\nend none\n",
    DOMINOES "solution 2\n0 0 1\n0 1 1\nend count 1\n",
    DOMINOES "solution 2\n0 0 1\n0 0 1\nend solution\n",
    DOMINOES "solution 1\n0 0 1\nend solution\n",
    DOMINOES "solution 2\n0 0 1\n1 1 1\nend solution\n",
    DOMINOES "solution 2\n0 0 1\n0 1 3\nend solution\n",
    DOMINOES "solution 2\n0 0 1\n0 2 1\nend solution\n",
    DOMINOES "solution 3\n0 0 1\n0 1 1\n0 0 1\nend solution\n",
    ("tilewright-certificate 2\nboard 1 1\n.\npieces 2\npiece 0 1 1\nshape 1 1\n.\npiece 1 1 "
     "0\nsolution 1\n0 0 1\nend solution\n"),
    /* The ledger says how many solutions there are. */
    "tilewright-certificate 2\nboard 1 1\n.\npieces 0\nweights\n1\nend count 0\n",
  };
  static const char good[] = DOMINOES "solution 2\n0 0 1\n0 1 1\nend solution\n";
  g_autofree char *said = check (good, strlen (good));

  g_assert_nonnull (strstr (said, "a solution"));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *none = check (texts[i], strlen (texts[i]));

    g_assert_cmpstr (none, ==, "");
  }
}

/* Tilings of rectangles with a cap, and proofs that there is none, or no better one. A changed
 * certificate is refused, or its claim is true. */
TEST (rectangles, "/certificate/rectangles")
{
  static const struct {
    const char *command, *claim, *said;
  } cases[] = {
    { "--capped 5 --cap 4 --goal least-cap", "end least-cap 4\n", ", least cap" },
    { "--capped 7 --goal fewest", "end fewest 9\n", "9 squares, fewest" },
    { "--capped 6 --cap 3", "end none\n", "no solution" },
    { "--capped 33x32 --cap 1", "end solution\n", "9 squares," },
    { "--capped 6x4 --goal fewest", "end fewest 3\n", "3 squares, fewest" },
  };
  /* Known: A036444 and A018835; the truth after a change of the size. */
  static const int least_cap[] = { 0, 1, 4, 5, 4, 4, 4, 3, 4, 3, 4, 3, 3, 3 };
  static const int fewest[] = { 0, 1, 4, 6, 4, 8, 4, 9, 4, 6, 4, 11, 4, 11 };
  static const char *const wrong[] = {
    "tilewright-certificate 2\nboard 2 2\n..\n..\ncapped 4\nend none\n",
    "tilewright-certificate 2\nboard 2 2\n..\n..\ncapped 3\nend fewest 0\n",
    "tilewright-certificate 2\nboard 2 2\n..\n..\ncapped 4\nsolution 1\n0 0 2\nend solution\n",
    "tilewright-certificate 2\nboard 2 1\n..\ncapped 1\nsolution 2\n0 0 1\n1 0 1\nend solution\n",
    "tilewright-certificate 2\nboard 2 1\n..\ncapped 2\nsolution 2\n0 0 1\n0 0 1\nend solution\n",
    "tilewright-certificate 2\nboard 2 1\n..\ncapped 2\nsolution 1\n0 0 1\nend solution\n",
    "tilewright-certificate 2\nboard 2 1\n..\ncapped 2\nsolution 2\n0 0 1\n2 0 1\nend solution\n",
    ("tilewright-certificate 2\nboard 4 2\n....\n....\ncapped 8\nsolution 8\n"
     "0 0 1\n1 0 1\n2 0 1\n3 0 1\n0 1 1\n1 1 1\n2 1 1\n3 1 1\nend fewest 8\n"),
    "tilewright-certificate 2\nboard 2 1\n..\ncapped 2\nsolution 2\n0 0 1\n1 0 1\nend fewest 1\n",
    "tilewright-certificate 2\nboard 1 1\n.\ncapped 0\nend none\n",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (13);

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *none = check (wrong[i], strlen (wrong[i]));

    g_assert_cmpstr (none, ==, "");
  }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    gboolean none = strstr (cases[i].claim, "none") != NULL;
    g_autofree char *path = cli_path ("r.twc"), *text = NULL, *said = NULL;
    g_autofree char *command = g_strdup_printf ("solve %s --certificate r.twc", cases[i].command);
    gsize length;

    cli_expect (command, none ? 1 : 0,
                none                                  ? "proves that there is no solution"
                : strstr (cases[i].claim, "solution") ? "that the solution is correct"
                                                      : "that the solution is optimal",
                "");
    g_assert_true (g_file_get_contents (path, &text, &length, NULL));
    g_assert_true (g_str_has_suffix (text, cases[i].claim));
    said = check (text, length);
    g_assert_nonnull (strstr (said, cases[i].said));
    for (int j = 0; j < test_demand (20, 6); j++) {
      g_autofree char *changed = mutate (text, random);
      g_autofree char *answer = check (changed, strlen (changed));
      const char *size = strstr (changed, "board "), *capped = strstr (changed, "capped ");
      int wide, high, cap, n = 0;

      if (*answer == '\0')
        continue;
      g_assert_cmpint (sscanf (size, "board %d %d", &wide, &high), ==, 2);
      g_assert_cmpint (sscanf (capped, "capped %d\nsolution %d", &cap, &n), >=, 1);
      /* A cell that is no longer free makes another board. */
      if (wide != high || memchr (size, '#', (gsize) (capped - size)) != NULL
          || wide >= (int) G_N_ELEMENTS (least_cap))
        continue;
      if (strstr (changed, "end none") != NULL)
        g_assert_cmpint (cap, <, least_cap[wide]);
      else
        g_assert_cmpint (cap, >=, least_cap[wide]);
      if (strstr (changed, "end least-cap") != NULL)
        g_assert_cmpint (cap, ==, least_cap[wide]);
      if (strstr (changed, "end fewest") != NULL)
        g_assert_cmpint (n, >=, fewest[wide]);
    }
  }
  cli_expect ("solve --capped 101x1 --goal fewest --certificate r.twc", 2, "",
              "too large for a certificate");
}

TEST_MAIN (cli_test_init, cli_test_run)
