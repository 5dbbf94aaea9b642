/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-certificate-format.c - tilewright-check (TW_TEST_CHECK) is as strict as docs/certificate.md,
 * no stricter and no less; its command line; and what becomes of a certificate that it refuses. */
#include <string.h>
#include <sys/stat.h>

#include "cli-test.h"

#define BOARD  "tilewright-certificate 2\nboard 2 1\n..\nsquares\n"
#define TILING BOARD "solution 2\n0 0 1\n1 0 1\n"
#define CAPPED "tilewright-certificate 2\nboard 2 1\n..\ncapped "
#define PIECES "tilewright-certificate 2\nboard 2 2\n..\n..\npieces "
/* Two dominoes in either orientation. */
#define DOMINOES PIECES "1\npiece 2 2 2\nshape 2 1\n..\nshape 1 2\n.\n.\n"

/* Runs the checker with the words of `arguments`, and with `input` as standard input. */
static TestOutcome
run (const char *arguments, const char *input)
{
  g_autofree char *line = g_strdup_printf ("%s %s", g_getenv ("TW_TEST_CHECK"), arguments);
  g_auto (GStrv) argv = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  TestOutcome outcome = { 0 };

  process = g_subprocess_newv ((const char *const *) argv,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &outcome.out, &outcome.err, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  outcome.code = g_subprocess_get_exit_status (process);
  return outcome;
}

/* Checks the exit code and a part of the output, on standard error when the code is not 0. */
static void
expect (const char *arguments, const char *input, int code, const char *part)
{
  TestOutcome outcome = run (arguments, input);

  g_test_message ("%s%s%s", input, outcome.out, outcome.err);
  g_assert_cmpint (outcome.code, ==, code);
  g_assert_nonnull (strstr (code == 0 ? outcome.out : outcome.err, part));
  g_assert_cmpstr (code == 0 ? outcome.err : outcome.out, ==, "");
  test_outcome_clear (&outcome);
}

typedef struct {
  const char *text;
  int code;
  const char *part;
} Case;

static void
expect_all (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    expect ("-", cases[i].text, cases[i].code, cases[i].part);
}

/* Numbers have one way to be written, and nothing is before the first word or after the last. */
TEST (words, "/certificate-format/words")
{
  static const Case cases[] = {
    { TILING "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend optimal 2\n", 0,
      "2 squares, optimal" },
    { TILING "unit 1 component 2\ndual\n0 1\n1 bands 0 end\noptimal 2\n", 0, "optimal" },
    { TILING "unit 2\ncomponent 2\ndual 0\n2 1\nbands 0\nend optimal 2\n", 0, "optimal" },
    { TILING "unit 2\ncomponent 1\nend bound 0\n", 0, "at least 0" },
    { TILING "unit 1\ncomponent 2\ndual 0\n01 1\nbands 0\nend optimal 2\n", 1, "\"01\"" },
    { TILING "unit 1\ncomponent 2\ndual 0\n+1 1\nbands 0\nend optimal 2\n", 1, "\"+1\"" },
    { TILING "unit 1\ncomponent 2\ndual -0\n1 1\nbands 0\nend optimal 2\n", 1, "\"-0\"" },
    { TILING "unit 1\ncomponent 2\ndual 00\n1 1\nbands 0\nend optimal 2\n", 1, "\"00\"" },
    { TILING "unit 1\ncomponent 1\nend bound -01\n", 1, "\"-01\"" },
    { TILING "unit 1\ncomponent 1\nend bound -\n", 1, "\"-\"" },
    { TILING "unit 1\ncomponent 1\nend bound 0x1\n", 1, "\"0x1\"" },
    { TILING "unit 1\ncomponent 1\nend bound 1", 1, "the file ends" },
    { TILING "unit 1\ncomponent 1\nend bound 1 ", 1, "text after the end" },
    { TILING "unit 1\ncomponent 1\nend bound 1\n\n", 1, "text after the end" },
    { TILING "unit 1\ncomponent 1\r\nend bound 1\n", 1, "unexpected text" },
    { "\n" TILING "unit 1\ncomponent 1\nend bound 1\n", 1, ":1: the file ends or has unexpected" },
    { " " TILING "unit 1\ncomponent 1\nend bound 1\n", 1, ":1: the file ends or has unexpected" },
    { "tilewright-certificate 02\n", 1, "\"02\"" },
    { "tilewright-certificate 3\n", 2, "version 2" },
  };

  expect_all (cases, G_N_ELEMENTS (cases));
}

/* The range of BOUND, claims that need no solution, and cells that no square covers. */
TEST (squares, "/certificate-format/squares")
{
  static const Case cases[] = {
    { BOARD "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend bound 2\n", 0, "at least 2 proved" },
    { BOARD "unit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend optimal 2\n", 1, "does not follow" },
    { BOARD "unit 1\ncomponent 0\nend bound 0\n", 1, "from 1 to 2" },
    { BOARD "unit 1\ncomponent 3\ndual 0\n1 1\nbands 0\nend bound 2\n", 1, "from 1 to 2" },
    { BOARD "unit 1\ncomponent 1\nend bound 2\n", 1, "does not follow" },
    { BOARD "unit 1\ncomponent 1\nend bound -1\n", 1, "\"-1\"" },
    { TILING "end solution\n", 0, "2 squares, a solution" },
    { TILING "end fewest 2\n", 0, "2 squares, fewest" },
    { BOARD "end solution\n", 1, "does not follow" },
    { BOARD "end none\n", 1, "does not follow" },
    { BOARD "ledger 1\nleaf 1\nend count 1\n", 1, "expected a proof" },
    { "tilewright-certificate 2\nboard 2 1\n.a\nsquares\n", 1, "cells . only" },
    { CAPPED "2\nsolution 2\n0 0 1\n1 0 1\nend fewest 2\n", 0, "fewest" },
    { CAPPED "2\nsolution 2\n0 0 1\n1 0 1\nend least-cap 2\n", 0, "least cap" },
    { CAPPED "1\nend none\n", 0, "no solution" },
    { CAPPED "2\nend none\n", 1, "does not follow" },
    { CAPPED "2\nunit 1\ncomponent 2\ndual 0\n1 1\nbands 0\nend bound 2\n", 0, "at least 2" },
    { CAPPED "1000001\n", 1, "from 1 to 1000000" },
    { "tilewright-certificate 2\nboard 2 1\n.#\ncapped 1\nsolution 1\n0 0 1\nend solution\n", 1,
      "no obstacles" },
  };

  expect_all (cases, G_N_ELEMENTS (cases));
}

TEST (pieces, "/certificate-format/pieces")
{
  static const Case cases[] = {
    /* Empty rows and columns of a shape, also where it is moved by them. */
    { PIECES "1\npiece 2 2 1\nshape 2 2\n##\n..\nend solution\n", 1, "does not follow" },
    { PIECES "1\npiece 2 2 1\nshape 2 2\n##\n..\nledger 1\nleaf 1\nend count 1\n", 0,
      "1 solution:" },
    { PIECES "1\npiece 2 2 2\nshape 2 2\n##\n..\nshape 2 1\n..\n", 1, "same shape twice" },
    { PIECES "1\npiece 2 2 1\nshape 2 2\n##\n##\n", 1, "empty" },
    { PIECES "1\npiece 2 2 1\nshape 3 1\n...\n", 1, "from 1 to 2" },
    { PIECES "1\npiece 2 1 0\n", 1, "from 2 to 10000" },
    { PIECES "1\npiece 0 10001 0\n", 1, "from 0 to 10000" },
    { PIECES "2001\n", 1, "from 0 to 2000" },
    { PIECES "0\nend none\n", 0, "no solution" },
    /* The search decides on "none", whatever a ledger says; weights need no search. */
    { PIECES "1\npiece 1 1 1\nshape 2 1\n..\nend none\n", 0, "no solution" },
    { DOMINOES "end none\n", 1, "does not follow" },
    { DOMINOES "ledger 2\nbranch 0 0\noption 1 1\nleaf 1\noption 2 1\nleaf 1\nend none\n", 1,
      "does not follow" },
    { PIECES "1\npiece 1 1 1\nshape 2 1\n..\nledger 1\nleaf 0\nend none\n", 0, "no solution" },
    { PIECES "1\npiece 1 1 1\nshape 2 1\n..\nledger 0\nbranch 0 0\nleaf 0\nend count 0\n", 1,
      "expected \"option\"" },
    { PIECES "1\npiece 1 1 0\nledger 0\nbranch 0 0\nend count 0\n", 0, "0 solutions" },
    { PIECES "1\npiece 1 1 1\nshape 2 1\n..\nweights\n1 1\n1 1\nend none\n", 0, "no solution" },
    { DOMINOES "unit 1\ncomponent 1\nend bound 1\n", 1, "expected a proof" },
    { DOMINOES "solution 2\n0 0 1\n0 1 1\nend fewest 2\n", 0, "fewest" },
    { DOMINOES "solution 2\n0 0 1\n0 1 1\nend least-cap 1\n", 1, "does not follow" },
  };

  expect_all (cases, G_N_ELEMENTS (cases));
}

/* Returns a board of free cells and what follows it. The caller frees it with g_free (). */
static char *
board_text (int width, int height, const char *rest)
{
  GString *text = g_string_new ("tilewright-certificate 2\n");
  g_autofree char *row = g_strnfill ((gsize) width, '.');

  g_string_append_printf (text, "board %d %d\n", width, height);
  for (int y = 0; y < height; y++)
    g_string_append_printf (text, "%s\n", row);
  g_string_append (text, rest);
  return g_string_free (text, FALSE);
}

/* Sides, and the number of cells of what is searched. */
TEST (sizes, "/certificate-format/sizes")
{
  static const struct {
    int width, height;
    const char *rest;
    int code;
    const char *part;
  } cases[] = {
    { 1000, 1, "squares\nunit 1\ncomponent 1\nend bound 1\n", 0, "at least 1" },
    { 1, 1001, "squares\n", 1, "from 1 to 1000" },
    { 1001, 1, "squares\n", 1, "from 1 to 1000" },
    { 101, 100, "capped 1\nend none\n", 2, "more than 10000 cells" },
    { 100, 100, "pieces 0\nend none\n", 0, "no solution" },
    { 101, 100, "pieces 0\n", 2, "more than 10000 cells" },
    { 101, 100, "squares\nweights\n", 2, "more than 10000 cells" },
    { 101, 100, "squares\nunit 1\ncomponent 1\nend bound 1\n", 0, "at least 1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = board_text (cases[i].width, cases[i].height, cases[i].rest);

    expect ("-", text, cases[i].code, cases[i].part);
  }
}

/* A file that is no regular file is refused before it is read: opening a FIFO would wait. */
TEST (files, "/certificate-format/files")
{
  g_autofree char *fifo = cli_path ("fifo"), *folder = cli_path ("."), *none = cli_path ("none");

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  expect (fifo, "", 2, "not a regular file");
  expect ("/dev/null", "", 2, "not a regular file");
  expect (folder, "", 2, "not a regular file");
  expect (none, "", 2, "No such file");
  expect ("-", TILING "end solution\n", 0, "standard input: board");
  expect ("--help -", "", 2, "Usage:");
  expect ("--sample 1", "", 2, "Usage:");
  expect ("--seed 1 -", "", 2, "Usage:");
  expect ("--sample 1 --seed -1 -", "", 2, "Usage:");
  expect ("--sample 01 -", "", 2, "Usage:");
  expect ("--help", "", 0, "--seed");
}

/* Runs draw different leaves, a seed draws the same ones. One half of the samples of 250 of 500
 * leaves has the only wrong one. */
TEST (seed, "/certificate-format/seed")
{
  g_autofree char *path = cli_path ("s.twc");
  GString *text = g_string_new ("tilewright-certificate 2\nboard 1 1\n.\npieces 500\n");
  int refused = 0, refused_with_seed = 0;

  for (int i = 0; i < 500; i++)
    g_string_append (text, "piece 0 1 1\nshape 1 1\n.\n");
  g_string_append (text, "ledger 500\nbranch 0 0\n");
  for (int i = 1; i <= 500; i++)
    g_string_append_printf (text, "option %d 1\nleaf %d\n", i, i == 250 ? 2 : 1);
  g_string_append (text, "end count 501\n");
  cli_write_file ("s.twc", text->str);
  g_string_free (text, TRUE);
  for (int i = 0; i < 60; i++) {
    g_autofree char *drawn = g_strdup_printf ("--sample 250 %s", path);
    g_autofree char *seeded = g_strdup_printf ("--seed %d --sample 250 %s", i / 2, path);
    TestOutcome outcome = run (drawn, "");

    refused += outcome.code;
    if (outcome.code == 0) { /* the seed that it names draws the same leaves */
      const char *seed = strstr (outcome.out, ", seed ");
      g_autofree char *again = NULL;

      g_assert_nonnull (seed);
      again = g_strdup_printf ("--sample 250 --seed %.*s %s", (int) strcspn (seed + 7, "\n"),
                               seed + 7, path);
      expect (again, "", 0, outcome.out);
    }
    test_outcome_clear (&outcome);
    outcome = run (seeded, "");
    refused_with_seed += i % 2 == 0 ? outcome.code : -outcome.code;
    test_outcome_clear (&outcome);
    g_assert_true (i % 2 == 0 || refused_with_seed == 0);
  }
  g_assert_cmpint (refused, >, 0);
  g_assert_cmpint (refused, <, 60);
}

/* Writes a certificate while this shell script is the checker, which main () has named. */
static void
expect_with_checker (const char *script, const char *line, int code, const char *err_part)
{
  g_autofree char *path = cli_path ("checker");
  g_autofree char *text = g_strconcat ("#!/bin/sh\n", script, "\n", NULL);

  cli_write_file ("checker", text);
  g_assert_cmpint (chmod (path, 0700), ==, 0);
  cli_expect (line, code, "", err_part);
}

/* A certificate that the checker refuses is not written, and the old file stays. One that is not
 * checked to the end is written, with a message. */
TEST (verified, "/certificate-format/verified")
{
  static const char solve[] = "solve a.txt --quiet --certificate x.twc";
  static const char count[] = "count p.txt --quiet --certificate x.twc";
  g_autofree char *path = cli_path ("x.twc"), *written = NULL;

  cli_write_file ("a.txt", "...\n...\n.#.\n");
  cli_write_file ("p.txt", "aa\naa\n\naa  aa\n");
  cli_write_file ("x.twc", "old\n");
  expect_with_checker ("cat >/dev/null; echo 'line 7: forged' >&2; exit 1", solve, 2,
                       "x.twc: internal fault: tilewright-check refuses the certificate, so it is "
                       "not written: line 7: forged\n");
  expect_with_checker ("echo forged; exit 1", count, 2, "internal fault");
  /* It ends before it has read everything. */
  expect_with_checker ("exit 1", "solve --capped 900x600 --goal any --quiet --certificate x.twc", 2,
                       "internal fault");
  cli_expect_content ("x.twc", "old\n");
  expect_with_checker ("exit 1", "solve a.txt --quiet --certificate -", 2, "internal fault");

  expect_with_checker ("exec tail -f /dev/null",
                       "solve a.txt --quiet --time 0.3 --certificate x.twc", 0,
                       "x.twc: the certificate was not checked: the time for the check was over");
  expect (path, "", 0, "optimal");
  expect_with_checker ("exec tail -f /dev/null",
                       "count p.txt --quiet --time 0.3 --certificate x.twc", 0,
                       "was not checked: the time");
  expect (path, "", 0, "2 solutions");
  expect_with_checker ("echo 'too large' >&2; exit 2", solve, 0, "was not checked: too large\n");
  expect_with_checker ("kill -9 $$", solve, 0, "was not checked: tilewright-check failed\n");
  expect (path, "", 0, "optimal");
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  /* The checker gets all of it. */
  expect_with_checker ("cat >read.twc", solve, 0, "");
  cli_expect_content ("read.twc", written);
  expect_with_checker ("exec \"$TW_TEST_CHECK\" \"$@\" >said",
                       "solve --capped 900x600 --goal any --quiet --certificate x.twc", 0, "");
  expect (path, "", 0, "a solution");
  cli_expect_content ("said", "standard input: board 0x59b3bc322c5b28a5, 900 x 600, no size more "
                              "than 540000 times, 3 squares, a solution\n");
}

int
main (int argc, char **argv)
{
  g_autofree char *checker = NULL;

  cli_test_init (&argc, &argv);
  checker = cli_path ("checker");
  g_setenv ("TW_CHECK_PROGRAM", checker, TRUE);
  test_add_cases ();
  return cli_test_run ();
}
