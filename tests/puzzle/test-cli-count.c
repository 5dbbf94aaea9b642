/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tilewright-cli count of tilings by squares: checkpoints, progress, signals, the empty board. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "cli-test.h"
#include "puzzle/kinds/pieces/checkpoint.h"

#define COUNT_16   "count --empty 16 --threads 1 --progress --checkpoint squares"
#define TILINGS_16 ": tilings by squares: 408199838581532754602910469192704 ("

/* A board without cells has one tiling, without squares. */
static void
test_nothing (void)
{
  cli_expect ("count --empty 0", 0, "0 × 0: tilings by squares: 1 (", "");
  cli_expect ("count --empty 0x0 --json -", 0, "\"tilings\":\"1\"", "");
  cli_expect ("count --empty 0 --up-to-symmetry", 0, "up to symmetry: 1 (", "");
  cli_expect ("count --empty 0 --fewest", 0, "0 squares, optimal; optimal tilings: 1 (", "");
  cli_expect ("count --empty 0 --by-size", 0, "\n0 squares: 1 tilings\n", "");
  cli_expect ("count --empty 3x0", 2, "", "--empty: invalid size “3x0”");
  cli_expect ("count --empty 00", 2, "", "--empty: invalid size “00”");
}

/* A count of squares that was killed or stopped continues after its last complete part. */
static void
test_checkpoint (void)
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

static void
test_wrong_checkpoint (void)
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

/* A transfer matrix starts again after a stop. With the engine auto, the search before it has a
 * checkpoint. */
static void
test_matrix (void)
{
  g_autofree char *path = cli_path ("matrix");

  cli_write_file (
    "mixed.json",
    "{\"board\": [\"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\","
    " \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\", \"aaaaaaaa\"], \"pieces\": ["
    "{\"cells\": [\"a\"], \"most\": 64}, {\"cells\": [\"aa\"], \"most\": 32},"
    "{\"cells\": [\"aaa\"], \"most\": 21}, {\"cells\": [\"aa\", \"a\"], \"most\": 21}]}");
  cli_expect ("count mixed.json --engine frontier --checkpoint matrix --time 0.01", 3, "",
              "matrix: not written; the engine frontier starts again");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  g_auto (TestOutcome) stopped = cli_run ("count mixed.json --checkpoint matrix --time 0.1");

  g_assert_true (stopped.code == 0 || strstr (stopped.out, "at least ") != NULL);
  cli_expect ("count mixed.json --checkpoint matrix --time 100", 0,
              " solutions, 92109458286284989468604 with symmetric ones (frontier, ", "");
}

/* The sweep shows its share; a signal stops it. */
static void
test_progress (void)
{
  static const char *const counts[] = { "count --empty 23 --time 100 --progress",
                                        "count --empty 16 --by-size --time 100 --progress",
                                        "count --empty 23 --up-to-symmetry --time 100 --progress" };

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++) {
    g_autoptr (GSubprocess) process = cli_start (counts[i], FALSE, NULL);

    g_assert_true (cli_wait_for (process, ", sweep "));
    g_subprocess_send_signal (process, SIGINT);

    g_auto (TestOutcome) outcome = cli_finish (process, NULL);

    g_assert_cmpint (outcome.code, ==, 3);
    g_assert_nonnull (strstr (outcome.out, "not counted: cancelled"));
  }
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  g_test_add_func ("/cli-count/nothing", test_nothing);
  g_test_add_func ("/cli-count/checkpoint", test_checkpoint);
  g_test_add_func ("/cli-count/wrong-checkpoint", test_wrong_checkpoint);
  g_test_add_func ("/cli-count/matrix", test_matrix);
  g_test_add_func ("/cli-count/progress", test_progress);
  return cli_test_run ();
}
