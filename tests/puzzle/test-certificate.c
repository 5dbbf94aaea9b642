/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-certificate.c - certificates: tilewright-check (TW_TEST_CHECK) accepts each one, and its
 * claim is true; modified ones are rejected unless their claim is still true. */
#include <stdio.h>

#include "cli-test.h"
#include "test-puzzles.h"
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
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = test_options ();

  options.threads = 1;
  TwResult *result = tw_kind_solve (puzzle, &options, run, NULL);
  g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
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

  g_assert_true (g_file_set_contents (path, text, (gssize) length, &error));
  g_autoptr (GSubprocess) process = g_subprocess_newv (
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
  g_autoptr (TwBoard) board = tw_board_new (width, height);
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = test_options ();

  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      tw_board_set (board, x, y, lines[2 + y][x] == '.');
  }
  options.threads = 1;
  g_assert_cmpint (tw_squares_engine_find ("optimal")->solve (board, &options, run), ==,
                   TW_STATUS_OPTIMAL);
  return tw_run_best (run);
}

static char *
certify (const TwResult *result, gsize *length, gint64 *bound)
{
  g_autoptr (GError) error = NULL;
  TwOptions options = test_options ();

  options.time = 1000;
  TwLimits limits = tw_kind_limits (&options);
  g_autoptr (TwRun) run = tw_run_new (&limits);
  char *text = tw_certificate_write (result, &options, run, length, bound, &error);

  g_assert_no_error (error);
  return text;
}

TEST (accepted, "/certificate/accepted")
{
  g_autoptr (TwResult) last = NULL;

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
    /* It proves neither the solution of another board, nor one of which it gives a bound only. */
    g_assert_true (tw_certificate_proves (result, text));
    g_assert_true (last == NULL || !tw_certificate_proves (last, text));
    g_autoptr (GString) bounded = g_string_new (text);
    g_string_replace (bounded, "end optimal", "end bound", 1);
    g_assert_false (tw_certificate_proves (result, bounded->str));
    g_clear_pointer (&last, tw_result_unref);
    last = tw_result_ref (result);
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

/* The number that a count of the ledger's puzzle gives. */
static guint64
count_pieces (void)
{
  TestOutcome counted = cli_run ("count p.txt --json -");
  const char *raw = strstr (counted.out, "\"raw\"");

  g_assert_nonnull (raw);
  guint64 number = g_ascii_strtoull (strchr (raw, ':') + 1, NULL, 10);
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
  g_autoptr (GRand) random = g_rand_new_with_seed (13);

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
}

TEST_MAIN (cli_test_init, cli_test_run)
