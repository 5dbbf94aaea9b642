/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli-test.c - see cli-test.h. */
#include "cli-test.h"

#include <glib/gstdio.h>
#include <signal.h>

static char *folder;
static const char *program;

char *
cli_path (const char *name)
{
  return g_canonicalize_filename (name, folder);
}

GSubprocess *
cli_start (const char *line)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *whole = g_strconcat (program, " ", line, NULL);
  g_auto (GStrv) words = g_strsplit (whole, " ", -1);
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_set_cwd (launcher, folder);
  GSubprocess *process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words,
                                                       &error);
  g_assert_no_error (error);
  return process;
}

TestOutcome
cli_finish (GSubprocess *process)
{
  TestOutcome outcome = { 0 };
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8 (process, NULL, NULL, &outcome.out, &outcome.err, &error);
  g_assert_no_error (error);
  test_outcome_set_ended (&outcome, process);
  return outcome;
}

TestOutcome
cli_run (const char *line)
{
  g_autoptr (GSubprocess) process = cli_start (line);

  return cli_finish (process);
}

void
cli_write_file (const char *name, const char *text)
{
  g_autofree char *path = cli_path (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
cli_expect (const char *line, int code, const char *out_part, const char *err_part)
{
  g_auto (TestOutcome) outcome = cli_run (line);

  if (outcome.code != code || strstr (outcome.out, out_part) == NULL
      || strstr (outcome.err, err_part) == NULL)
    g_error ("“%s” gave %d, “%s”, “%s”", line, outcome.code, outcome.out, outcome.err);
}

char *
cli_expected_sum (const char *puzzle)
{
  g_autofree char *line = g_strdup_printf ("count --engine cover %s", puzzle);
  g_auto (TestOutcome) outcome = cli_run (line);

  g_assert_cmpint (outcome.code, ==, 0);
  return g_strndup (outcome.out, (gsize) (strchr (outcome.out, '(') - outcome.out));
}

gboolean
cli_catches_usr1 (GSubprocess *process)
{
  const char *identifier = g_subprocess_get_identifier (process);
  g_autofree char *path = g_strdup_printf ("/proc/%s/status", identifier);
  g_autofree char *text = NULL;
  const char *line;

  if (identifier == NULL || !g_file_get_contents (path, &text, NULL, NULL)
      || (line = strstr (text, "SigCgt:\t")) == NULL || strstr (text, "State:\tZ") != NULL)
    return TRUE;
  return g_ascii_strtoull (line + strlen ("SigCgt:\t"), NULL, 16) >> (SIGUSR1 - 1) & 1;
}

void
cli_test_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  program = g_getenv ("TW_TEST_CLI");
  if (program == NULL)
    g_error ("TW_TEST_CLI does not name the program");
  folder = g_dir_make_tmp ("tilewright-XXXXXX", NULL);
  g_chmod (folder, 0755);
}

int
cli_test_run (void)
{
  int status = g_test_run ();

  test_remove_tree (folder);
  g_free (folder);
  return status;
}
