/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-cli-count.c - counts on the command line that are stopped, killed and resumed; damaged
 * checkpoints; many pieces; little memory. The table cli/count.txt has the rest. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "cli-test.h"
#include "puzzle/checkpoint.h"

#define COUNT_16   "count --empty 16 --threads 1 --progress --checkpoint squares"
#define TILINGS_16 ": tilings by squares: 408199838581532754602910469192704 ("

/* A count of squares that was killed or stopped continues after its last complete part. */
TEST (squares_checkpoint, "/cli-count/squares-checkpoint")
{
  static const int signals[] = { SIGKILL, SIGTERM };
  g_autofree char *path = cli_path ("squares");

  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++) {
    g_autoptr (GSubprocess) process = cli_start (COUNT_16, FALSE, NULL);
    g_autofree char *text = NULL;

    g_assert_true (cli_wait_for (process, "squares: the checkpoint is written"));
    g_subprocess_send_signal (process, signals[i]);

    g_auto (TestOutcome) outcome = cli_finish (process, NULL);

    if (signals[i] == SIGTERM && outcome.code != 0) {
      g_assert_cmpint (outcome.code, ==, 3);
      g_assert_nonnull (strstr (outcome.out, "not counted: cancelled"));
    }
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_nonnull (strstr (text, "tilewright-squares 1\nboard 16 16\nestimate 4.0819983858"));
    cli_expect (COUNT_16, 0, TILINGS_16, "squares: the checkpoint is written");
    g_remove (path);
  }
}

TEST (wrong_checkpoint, "/cli-count/wrong-checkpoint")
{
  g_autofree char *path = cli_path ("kept"), *text = NULL;

  cli_expect ("count --empty 16 --checkpoint kept", 0, TILINGS_16, "");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  cli_expect ("count --empty 16 --checkpoint kept", 0, TILINGS_16, "");
  cli_expect ("count --empty 16x17 --checkpoint kept", 2, "", "kept: not a checkpoint of this");
  *strstr (text, "4.08") = '5';
  cli_write_file ("kept", text);
  cli_expect ("count --empty 16 --checkpoint kept", 2, "", "kept: this checkpoint is damaged");
  cli_expect_content ("kept", text);
  cli_write_file ("kept", "no checkpoint");
  cli_expect ("count --empty 16 --checkpoint kept", 2, "", "kept: not a checkpoint");
  cli_expect_content ("kept", "no checkpoint");
  /* Numbers that contradict each other, and the right sum. */
  g_free (text);
  text = tw_piece_checkpoint_text ("tilewright-squares 1\nboard 3 3\nestimate 6\nresidue 7\n", 1);
  cli_write_file ("kept", text);

  g_auto (TestOutcome) outcome = cli_run ("count --empty 3 --checkpoint kept");

  g_assert_cmpint (outcome.code, ==, 2);
  g_assert_cmpstr (outcome.out, ==, "");
  g_assert_nonnull (strstr (outcome.err, "kept: this checkpoint is damaged"));
  cli_expect_content ("kept", text);
  /* A name that is not UTF-8 is shown with a replacement character. */
  cli_write_file ("kept\xff", text);
  cli_expect ("count --empty 3 --checkpoint kept\xff", 2, "", "kept\uFFFD: this checkpoint is");
  cli_expect ("count --empty 16 --fewest --checkpoint new", 2, "", "without obstacles");
  cli_write_file ("two.txt", "..#...\n..#...\n###...\n");
  cli_expect ("count two.txt --checkpoint new", 2, "", "without obstacles");
}

/* A transfer matrix starts again after a stop; the search before it has a checkpoint. */
TEST (matrix, "/cli-count/matrix")
{
  cli_write_file (
    "mixed.json",
    "{\"board\": [\"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\","
    " \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\"], \"pieces\": ["
    "{\"cells\": [\"a\"], \"most\": 64}, {\"cells\": [\"aa\"], \"most\": 32},"
    "{\"cells\": [\"aaa\"], \"most\": 21}, {\"cells\": [\"aa\", \"a\"], \"most\": 21}]}");

  g_auto (TestOutcome) stopped = cli_run ("count mixed.json --checkpoint matrix --time 0.1");

  g_assert_true (stopped.code == 0 || strstr (stopped.out, "at least ") != NULL);
  cli_expect ("count mixed.json --checkpoint matrix --time 100", 0,
              " solutions, 92109458286284989468604 with symmetric ones (frontier, ", "");
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
TEST (checkpoint, "/cli-count/checkpoint")
{
  static const char *const wrong[] = { "-1", "nan", "1e99", "2 s", "" };
  g_autofree char *path = cli_path ("kept");
  int stops = 0, code = 3;

  cli_test_clear (); /* of other checkpoints */
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
TEST (damaged_checkpoint, "/cli-count/damaged-checkpoint")
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
TEST (killed, "/cli-count/killed")
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
TEST (signals, "/cli-count/signals")
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
TEST (many_pieces, "/cli-count/many-pieces")
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
TEST (no_memory, "/cli-count/no-memory")
{
#if TEST_SANITIZED
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

TEST_MAIN (cli_test_init, cli_test_run)
