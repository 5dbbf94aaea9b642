/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli-pieces.c - piece puzzles on the command line: unusual ones, many pieces, numbers of
 * solutions, counts that are stopped and resumed. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "cli-test.h"

/* Invalid piece puzzles, puzzles without a solution, and valid ones that only look unusual. */
static void
test_odd_pieces (void)
{
  static const struct {
    const char *name;
    const char *text;
    int code;
    const char *says;
  } files[] = {
    { "p.txt", "", 2, "p.txt: the file is empty" },
    { "p.txt", " \t\r\n \n", 2, "p.txt: " },
    { "p.txt", "aaa\na\n", 2, "p.txt: line 1, column 1: a board and at least one piece" },
    { "boards.txt", "....\n.?..\n", 2,
      "boards.txt: line 2, column 2: expected ., * or A to L, not “?”" },
    { "p.json", "{\"board\": [\"a\\tb\"], \"pieces\": []}", 2, "p.json: board[0]: character 2" },
    { "p.json",
      "{\"board\": [\"aaa\"], \"pieces\": [{\"name\": \"P\", \"cells\": [\"aa\"], \"most\": 2}],"
      " \"placed\": [{\"piece\": \"P\", \"x\": 0, \"y\": 0}, {\"piece\": \"P\", \"x\": 1, \"y\": "
      "0}]}",
      2, "p.json: placed[1].at X = 1, Y = 0: the piece lies on another piece" },
    { "p.json", "{\"board\": [\"aa\"], \"pieces\": [{\"cells\": [\"aaa\"]}]}", 1,
      "no choice of pieces covers exactly 2 cells" },
    { "p.json", "{\"board\": [\"aa\"], \"pieces\": [{\"cells\": [\"aaa\"], \"least\": 1}]}", 1,
      "the pieces that must be used cover 3 cells, the board has 2" },
    { "p.txt", "ab\nab\n\naa\n\naa\n", 1,
      "no piece has the colour “b” of the cell at column 2, row 1" },
    { "p.txt", "aa\naa\n\n\taa\n\n\taa\n", 0, "p.txt: 2 pieces" },
    { "p.txt", "aaa\r\n\r\naa\r\n\r\na\r\n", 0, "p.txt: 2 pieces" },
    { "p.txt",
      "\xef\xbb\xbf"
      "aaa\n\naa\n\na\n",
      0, "p.txt: 2 pieces" },
    { "p.json", "\xef\xbb\xbf{\"board\": [\"aa\"],\r\n \"pieces\": [{\"cells\": [\"aa\"]}]}\r\n", 0,
      "p.json: 1 piece" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    static const char *const verbs[] = { "solve", "count" };

    cli_write_file (files[i].name, files[i].text);
    for (gsize v = 0; v < G_N_ELEMENTS (verbs); v++) {
      g_autofree char *line = g_strdup_printf ("%s %s", verbs[v], files[i].name);
      g_auto (TestOutcome) outcome = cli_run (line);
      gboolean counted = v == 1 && files[i].code < 2; /* 0 is a count, too */
      const char *said = files[i].code == 2 ? outcome.err : outcome.out;

      if (outcome.code != (counted ? 0 : files[i].code)
          || strstr (said, counted && files[i].code == 0 ? "1 solution" : files[i].says) == NULL)
        g_error ("“%s” of “%s” gave %d, “%s”, “%s”", line, files[i].text, outcome.code, outcome.out,
                 outcome.err);
    }
  }
}

/* When more than one solution is requested, the number of solutions is printed. */
static void
test_how_many (void)
{
  cli_write_file ("dominoes.json", "{\"board\": [\"aaaa\", \"aaaa\", \"aaaa\", \"aaaa\"],"
                                   " \"pieces\": [{\"cells\": [\"aa\"], \"most\": 8}]}");
  cli_expect ("solve dominoes.json", 0, "dominoes.json: 8 pieces (", "");
  cli_expect ("solve dominoes.json --random --seed 7 --json random.json", 0,
              "dominoes.json: 8 pieces (frontier", "");
  cli_expect ("check dominoes.json random.json", 0, "", "");
  cli_expect ("solve dominoes.json --engine random --all", 0, ": 8 pieces (frontier", "");
  cli_expect ("solve --capped 4 --random", 2, "", "--random is for");
  cli_expect ("solve --all dominoes.json", 0, ": 9 solutions, 36 with symmetric ones (", "");
  cli_expect ("solve --all --raw true dominoes.json", 0, ": 36 solutions (", "");
  cli_expect ("solve --limit 2 --raw true dominoes.json", 0, ": 2 solutions, perhaps more (", "");
  cli_expect ("solve --all --limit 2 dominoes.json", 0, ": 2 solutions, ", "");
  cli_expect ("solve --limit 2 dominoes.json", 0, ", perhaps more (", "");
  cli_expect ("count dominoes.json", 0, ": 9 solutions, 36 with symmetric ones (", "");
  cli_expect ("count --raw true --limit 2 dominoes.json", 0, ": 36 solutions (", "");
  cli_write_file (
    "large.json",
    "{\"board\": [\"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\","
    " \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\"], \"pieces\": ["
    "{\"cells\": [\"a\"], \"most\": 64}, {\"cells\": [\"aa\"], \"most\": 32},"
    "{\"cells\": [\"aaa\"], \"most\": 21}, {\"cells\": [\"aa\", \"a\"], \"most\": 21}]}");
  cli_expect ("count --time 1000 large.json", 0,
              " solutions, 92109458286284989468604 with symmetric ones (", "");
  cli_expect ("count --time 1000 large.json --raw true", 0, ": 92109458286284989468604 solutions (",
              "");
  cli_expect ("count --time 1000 large.json --json -", 0, "\"raw\":\"92109458286284989468604\"",
              "");
  cli_write_file ("strip.txt", "aaa\n\naa\n\na\n");
  cli_expect ("solve --all strip.txt", 0, ": 1 solution, 2 with symmetric ones (", "");
  cli_expect ("info strip.txt", 0, "Piece A             0–1 × 2 cells\n", "");
  cli_expect ("count strip.txt", 0, "strip.txt: 1 solution, 2 with symmetric ones (", "");
}

#define FREE_COUNT ": 36247 solutions, 144988 with symmetric ones ("

/* Puzzles whose solutions leave cells free, in each command; tests/core/test-pieces-ranges.c has
 * the counts. */
static void
test_free (void)
{
  cli_write_file ("q.json",
                  "{\"board\": [\"aaaaaa\", \"aaaaaa\", \"aaaaaa\", \"aaaaaa\"], \"pieces\": ["
                  "{\"cells\": [\"aaa\", \"a\"], \"least\": 1, \"most\": 3},"
                  "{\"cells\": [\"aa\", \"aa\", \"a\"], \"most\": 2},"
                  "{\"cells\": [\"aa\"], \"most\": 2}]}");
  cli_expect ("convert q.json --free 5 --output free.json", 0, "", "");
  cli_expect ("info free.json", 0, "Cells left free     5\n", "");
  cli_expect ("count --time 1000 free.json", 0, FREE_COUNT, "");
  cli_expect ("count --time 1000 q.json --free 5 --engine cover --threads 1", 0, FREE_COUNT, "");
  cli_expect ("count --time 1000 q.json --free 5 --engine frontier", 0, FREE_COUNT, "");
  cli_expect ("count free.json --free 0", 0, ": 140 solutions, 560 with symmetric ones (", "");
  cli_expect ("solve free.json --json out.json", 0, "free.json: ", "");
  cli_expect ("check free.json out.json", 0, "", "");
  cli_expect ("check q.json out.json", 1, "not covered", "");
  cli_expect ("solve q.json --free 24", 1,
              "the pieces that must be used cover 4 cells, the board "
              "without its free cells has 0",
              "");
  cli_expect ("solve q.json --free 25", 2, "", "q.json: 25 cells cannot stay free");
  cli_expect ("solve q.json --free=-1", 2, "", "--free");
  cli_expect ("solve q.json --free x", 2, "", "--free");
  cli_write_file ("board.txt", "...\n...\n");
  cli_expect ("solve board.txt --free 1", 2, "", "piece puzzles");

  cli_expect ("split free.json --force --units 8 run", 0, "run: ", "");
  for (int unit = 0; unit < 9; unit++) {
    g_autofree char *work = g_strdup_printf ("work run --unit %d", unit);

    cli_expect (work, 0, "", "");
  }
  cli_expect ("merge run", 0, FREE_COUNT, "");

  cli_expect ("convert free.json --to cover", 0, "5:5|free ", "");
  cli_expect ("convert free.json --to xmpuzzle", 2, "", "cells stay free");
  /* One free cell is a primary item of the exact-cover text; a piece of one cell is not a free
   * cell. */
  cli_write_file ("one.json",
                  "{\"board\": [\"aaba\"], \"free\": 1, \"pieces\": [{\"cells\": [\"aa\"]},"
                  "{\"cells\": [\"b\"]}, {\"cells\": [\"a\"]}]}");
  cli_expect ("count one.json", 0, ": 2 solutions (", "");
  cli_expect ("convert one.json --to dlx --output one.dlx", 0, "", "");
  cli_expect ("count one.dlx", 0, ": 2 solutions (", "");
  cli_expect ("solve one.json --free 4", 0, "one.json: 0 pieces (", "");
  cli_expect ("convert one.json --free 4 --output none.json", 0, "", "");
  cli_expect ("solve none.json --json out.json", 0, "", "");
  cli_expect ("check none.json out.json", 0, "none.json: correct: 0 pieces\n", "");
  cli_expect ("convert one.json --free 2 --to dlx", 2, "", "cells stay free");
}

/* Replaces the time used in the checkpoint `kept`; returns the new text. */
static char *
claim_seconds (const char *seconds)
{
  g_autofree char *path = cli_path ("kept");
  g_autofree char *text = NULL;
  g_autofree char *sum = NULL;
  g_autoptr (GString) changed = NULL;
  char *line;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  line = g_strrstr (text, "\nseconds ");
  g_assert_nonnull (line);
  line[1] = '\0';
  changed = g_string_new (text);
  g_string_append_printf (changed, "seconds %s ", seconds);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, changed->str, (gssize) changed->len);
  g_string_append_printf (changed, "%.16s\n", sum);
  cli_write_file ("kept", changed->str);
  return g_strdup (changed->str);
}

#define DOMINOES_COUNT ": 42873 solutions, 167089 with symmetric ones"

/* An exact-cover search that takes about a second on one thread. Where it has to end by itself,
 * --time 1000 replaces the default of 10 seconds, which a busy machine with sanitizers exceeds. */
static void
cli_write_dominoes (void)
{
  cli_write_file ("dominoes.json", "{\"board\": [\"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\","
                                   " \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\"],"
                                   " \"pieces\": [{\"cells\": [\"aa\"], \"most\": 24}]}");
}

/* A count that is stopped and resumed several times gives the same result. */
static void
test_checkpoint (void)
{
  static const char *const wrong[] = { "-1", "nan", "1e99", "2 s", "" };
  g_autofree char *path = cli_path ("kept");
  int stops = 0, code = 3;

  cli_write_file ("p.txt", "aaa\n\naa\n\na\n");
  cli_write_dominoes ();
  for (int hundredths = 1; code == 3; hundredths *= 2, stops++) {
    g_autofree char *line = g_strdup_printf (
      "count dominoes.json --engine cover --threads 1 --checkpoint kept --time %d.%02d",
      hundredths / 100, hundredths % 100);
    g_auto (TestOutcome) outcome = cli_run (line);

    code = outcome.code;
    if (code == 0) {
      char *seconds = strstr (outcome.out, "(cover, ");

      g_assert_nonnull (strstr (outcome.out, DOMINOES_COUNT));
      g_assert_nonnull (seconds);
      g_assert_cmpfloat (g_ascii_strtod (seconds + strlen ("(cover, "), NULL), >=, 1000);
    } else {
      g_assert_nonnull (strstr (outcome.out, ": at least "));
      g_assert_nonnull (
        strstr (outcome.out, "; the time limit was reached before all were found (cover, "));
      g_free (claim_seconds ("1000.000"));
    }
  }
  g_assert_cmpint (code, ==, 0);
  g_assert_cmpint (stops, >, 1);
  cli_expect ("count p.txt --checkpoint kept", 2, "", "kept: not a checkpoint of this puzzle");
  cli_expect ("count dominoes.json --checkpoint p.txt", 2, "", "p.txt: not a checkpoint");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *text = claim_seconds (wrong[i]);
    g_autofree char *after = NULL;

    cli_expect ("count dominoes.json --checkpoint kept", 2, "", "kept: this checkpoint is damaged");
    g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
    g_assert_cmpstr (text, ==, after);
  }
  cli_expect ("count p.txt p.txt --checkpoint kept", 2, "", "--checkpoint needs a single puzzle");
}

/* Damaged checkpoints are refused and left unchanged, and so are those of the previous format
 * version. */
static void
test_damaged_checkpoint (void)
{
  static const char old[] = "tilewright-pieces 2 d18b8f5d9b869e73\n2080 410 410 3f7ac9482e39e913\n";
  g_autofree char *path = cli_path ("kept");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GString) changed = g_string_new (NULL);

  cli_write_dominoes ();
  g_remove (path);
  cli_expect ("count dominoes.json --engine cover --threads 1 --checkpoint kept --time 0.05", 3, "",
              "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; i < g_strv_length (lines); i++) {
    g_string_truncate (changed, 0);
    for (guint j = 0; j < i; j++)
      g_string_append_printf (changed, "%s\n", lines[j]);
    cli_write_file ("kept", changed->str);
    if (i + 1 < g_strv_length (lines))
      cli_expect ("count dominoes.json --checkpoint kept", 2, "", "checkpoint");
    cli_expect_content ("kept", changed->str);
    /* Duplicate this line. */
    g_string_append_printf (changed, "%s\n", lines[i]);
    for (guint j = i; j + 1 < g_strv_length (lines); j++)
      g_string_append_printf (changed, "%s\n", lines[j]);
    cli_write_file ("kept", changed->str);
    cli_expect ("count dominoes.json --checkpoint kept", 2, "", "checkpoint");
  }
  cli_write_file ("kept", old);
  cli_expect ("count dominoes.json --checkpoint kept", 2, "",
              "kept: this checkpoint is from another version");
  cli_write_file ("kept", text);
  cli_expect ("count dominoes.json --engine cover --checkpoint kept --time 1000", 0, DOMINOES_COUNT,
              "");
  cli_expect ("count dominoes.json --checkpoint kept --checkpoint-every 0", 2, "",
              "--checkpoint-every: expected 0.01 to");
}

/* Killed repeatedly, the count continues from its last checkpoint each time. */
static void
test_killed (void)
{
  g_autofree char *path = cli_path ("killed");
  int killed = 0;

  cli_write_dominoes ();
  for (int i = 0; i < 4; i++) {
    g_autoptr (GSubprocess) process = cli_start (
      "count dominoes.json --engine cover --threads 1 --checkpoint killed --checkpoint-every 0.02 "
      "--time 1000 "
      "--progress",
      FALSE, NULL);

    if (cli_wait_for (process, "killed: the checkpoint is written"))
      killed++;
    g_subprocess_force_exit (process);
    g_assert_true (g_subprocess_wait (process, NULL, NULL));
    g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  }
  g_assert_cmpint (killed, >, 0);
  cli_expect ("count dominoes.json --engine cover --threads 1 --checkpoint killed --time 1000", 0,
              DOMINOES_COUNT, "");
}

/* SIGUSR1 writes a checkpoint and continues; SIGTERM and SIGINT write one and end. */
static void
test_signals (void)
{
  static const int signals[] = { SIGUSR1, SIGTERM, SIGINT };
  g_autofree char *path = cli_path ("told");

  cli_write_dominoes ();
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++) {
    g_autoptr (GSubprocess) process = cli_start (
      "count dominoes.json --engine cover --threads 1 --checkpoint told --progress --time 1000",
      FALSE, NULL);

    g_remove (path);
    /* After the first progress line the signal handlers are installed. */
    g_assert_true (cli_wait_for (process, "dominoes.json"));
    g_subprocess_send_signal (process, signals[i]);
    if (signals[i] == SIGUSR1)
      g_assert_true (cli_wait_for (process, "told: the checkpoint is written"));

    g_auto (TestOutcome) outcome = cli_finish (process, NULL);

    g_assert_cmpint (outcome.code, ==, signals[i] == SIGUSR1 ? 0 : 3);
    if (signals[i] == SIGUSR1)
      g_assert_nonnull (strstr (outcome.out, DOMINOES_COUNT));
    g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
    cli_expect ("count dominoes.json --engine cover --checkpoint told --time 1000", 0,
                DOMINOES_COUNT, "");
  }
}

/* 10,000 cells and 10,000 pieces: equal ones, and different ones that do not fit. */
static void
test_many_pieces (void)
{
  g_autoptr (GString) text = g_string_new ("{\"board\": [");
  g_autofree char *row = g_strnfill (100, 'a');

  for (int y = 0; y < 100; y++)
    g_string_append_printf (text, "%s\"%s\"", y == 0 ? "" : ", ", row);
  g_string_append (text, "], \"pieces\": [");
  for (int i = 0; i < 10000; i++)
    g_string_append_printf (text, "%s{\"cells\": [\"%s\"]}", i == 0 ? "" : ", ",
                            i % 2 == 0 ? "a" : "aa");
  g_string_append (text, "]}");
  cli_write_file ("many.json", text->str);
  cli_expect ("solve many.json --time 1000", 0, "many.json: ", "");
  cli_expect ("count many.json --time 0.2", 3, "many.json: at least", "");
  g_string_insert (text, (gssize) text->len - 2, ", {\"cells\": [\"a\"]}");
  cli_write_file ("many.json", text->str);
  cli_expect ("solve many.json", 2, "", "many.json: pieces: 10001 are more than 10000");
}

/* Memory ends at any point, even before the search has a thread: the count reports it and does not
 * crash. */
static void
test_no_memory (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip ("a sanitizer needs more address space than any limit here");
#else
  gboolean complete = FALSE;

  cli_write_file ("strip.txt", "aaa\n\naa\n\na\n");
  for (int limit = 40; limit < 400 && !complete; limit += 2) {
    g_autoptr (GSubprocess) process = cli_start_within ("count strip.txt", (guint64) limit << 20);
    g_auto (TestOutcome) outcome = cli_finish (process, NULL);

    /* GLib aborts with a trap when it runs out of memory. */
    if (g_subprocess_get_if_signaled (process))
      g_assert_cmpint (g_subprocess_get_term_sig (process), !=, SIGSEGV);
    complete = outcome.code == 0;
    if (outcome.code == 3)
      g_assert_nonnull (strstr (outcome.out, "strip.txt: the memory budget was used up"));
  }
  g_assert_true (complete);
#endif
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-pieces/odd-pieces", test_odd_pieces);
  g_test_add_func ("/cli-pieces/how-many", test_how_many);
  g_test_add_func ("/cli-pieces/free", test_free);
  g_test_add_func ("/cli-pieces/checkpoint", test_checkpoint);
  g_test_add_func ("/cli-pieces/damaged-checkpoint", test_damaged_checkpoint);
  g_test_add_func ("/cli-pieces/killed", test_killed);
  g_test_add_func ("/cli-pieces/signals", test_signals);
  g_test_add_func ("/cli-pieces/many-pieces", test_many_pieces);
  g_test_add_func ("/cli-pieces/no-memory", test_no_memory);
  return cli_test_run ();
}
