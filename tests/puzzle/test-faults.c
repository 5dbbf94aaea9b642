/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-faults.c - each file that the command line writes, with each system call on it failing in
 * turn (fail-io.c, TW_TEST_FAIL_IO): afterwards the file is the old or the complete new one, no
 * temporary file remains, and an error names the file. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-test.h"

#define OLD "the old file\n"

enum {
  MOST_CALLS = 40, /* for one file; every loop over the calls ends earlier */
};

static const struct {
  const char *command; /* writes the file fault-here */
  const char *end;     /* the end of the complete new file; NULL: a PNG, whose end contains a NUL */
} commands[] = {
  { "solve board.txt --quiet --json fault-here", "}\n" },
  { "solve board.txt --quiet --certificate fault-here", "\nend optimal 13\n" },
  { "solve board.txt --quiet --png fault-here", NULL },
  { "solve board.txt --quiet --svg fault-here", "</svg>\n" },
  { "solve board.txt --quiet --pdf fault-here", "%%EOF\n" },
  { "solve board.txt --quiet --txt fault-here", "\n" },
  { "convert board.txt -o fault-here", "\n" },
  { "resolve folder --quiet --csv fault-here", "\n" },
  { "resolve folder --quiet --json fault-here", "\n" },
  { "count pieces.txt --checkpoint fault-here", "\n" },
};

static void
reset (gboolean old)
{
  g_autofree char *path = cli_path ("fault-here"), *sign = cli_path ("sign");

  g_remove (path);
  g_remove (sign);
  if (old)
    cli_write_file ("fault-here", OLD);
}

static gboolean
was_met (void)
{
  g_autofree char *sign = cli_path ("sign");

  return g_file_test (sign, G_FILE_TEST_EXISTS);
}

/* Counts files whose names begin with that of the file, such as temporary ones. */
static guint
count_files (void)
{
  g_autofree char *path = cli_path (".");
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  guint count = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    count += strstr (name, "fault-here") != NULL;
  return count;
}

/* Whether the file is the complete new one; otherwise it is the old one. */
static gboolean
is_new (gsize i, gboolean old)
{
  g_autofree char *path = cli_path ("fault-here"), *text = NULL;
  const char *end = commands[i].end != NULL ? commands[i].end
                                            : "IEND\xae"
                                              "B`\x82";
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL)) {
    g_assert_false (old);
    return FALSE;
  }
  if (old && g_str_equal (text, OLD))
    return FALSE;
  g_assert_cmpuint (length, >, strlen (end));
  g_assert_cmpmem (text + length - strlen (end), strlen (end), end, strlen (end));
  return TRUE;
}

static TestOutcome
run (gsize i, const char *call, int n, const char *how)
{
  g_autofree char *fault = g_strdup_printf ("%s %d %s fault-here", call, n, how);
  g_autofree char *sign = cli_path ("sign");
  TestOutcome outcome;

  g_setenv ("TW_FAIL_IO", fault, TRUE);
  g_setenv ("TW_FAIL_IO_SEEN", sign, TRUE);
  g_setenv ("LD_PRELOAD", g_getenv ("TW_TEST_FAIL_IO"), TRUE);
  outcome = cli_run (commands[i].command);
  g_unsetenv ("LD_PRELOAD");
  return outcome;
}

TEST (errors, "/faults/errors")
{
  static const char *const calls[] = { "open", "write", "fsync", "rename", "close" };
  guint met = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++) {
    gboolean resumes = strstr (commands[i].command, "--checkpoint") != NULL;

    for (gsize c = 0; c < G_N_ELEMENTS (calls); c++) {
      for (int n = 1; n <= MOST_CALLS; n++) {
        g_auto (TestOutcome) outcome = { 0 };

        reset (!resumes);
        outcome = run (i, calls[c], n, "28" /* ENOSPC */);
        if (!was_met ())
          break;
        met++;
        g_test_message ("%s: %s %d: %d, %s", commands[i].command, calls[c], n, outcome.code,
                        outcome.err);
        g_assert_cmpint (n, <, MOST_CALLS);
        g_assert_cmpint (outcome.code, >=, 0);
        if (!is_new (i, !resumes)) {
          g_assert_cmpint (outcome.code, ==, 2);
          g_assert_nonnull (strstr (outcome.err, "fault-here"));
        }
        g_assert_cmpuint (count_files (), <=, 1);
      }
    }
  }
  /* Each file is at least opened, written and renamed. */
  g_assert_cmpuint (met, >=, 3 * G_N_ELEMENTS (commands));
}

/* A disk that accepts half of the data, and a power failure at each call. */
TEST (ends, "/faults/ends")
{
  static const struct {
    const char *call, *how;
  } faults[] = {
    { "write", "half" }, { "write", "kill" }, { "fsync", "kill" }, { "rename", "kill" }
  };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++) {
    gboolean resumes = strstr (commands[i].command, "--checkpoint") != NULL;

    for (gsize f = 0; f < G_N_ELEMENTS (faults); f++) {
      g_auto (TestOutcome) outcome = { 0 };

      reset (!resumes);
      outcome = run (i, faults[f].call, 1, faults[f].how);
      if (was_met ())
        g_assert_false (is_new (i, !resumes));
    }
  }
}

int
main (int argc, char **argv)
{
  cli_test_init (&argc, &argv);
  cli_write_file ("board.txt", "....#...\n........\n..#.....\n........\n.....#..\n........\n");
  cli_write_file ("pieces.txt",
                  "aaaaaa\naaaaaa\naaaaaa\n\naaa\n\naaa\n\naaa\n\naaa\n\naaa\n\naaa\n");
  {
    g_autofree char *folder = cli_path ("folder");

    g_mkdir (folder, 0700);
    cli_write_file (
      "folder/p1-in.json",
      "{\"id\": \"p1\", \"width\": 3, \"height\": 2, \"puzzle\": [[true, true, true], "
      "[true, true, false]]}\n");
  }
  test_add_cases ();
  return cli_test_run ();
}
