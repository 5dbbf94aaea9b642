/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli-test.c - see cli-test.h. */
#include "cli-test.h"

#include <glib/gstdio.h>
#include <linux/capability.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static char *folder;
static const char *program;

char *
cli_path (const char *name)
{
  return g_canonicalize_filename (name, folder);
}

/* Root can read and write everywhere unless it drops these capabilities. They are lost when the
 * program starts, so the program itself may be in any folder. */
static void
drop_privileges (gpointer data)
{
  (void) data;
  if (geteuid () == 0
      && (prctl (PR_CAPBSET_DROP, CAP_DAC_OVERRIDE) != 0
          || prctl (PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH) != 0))
    _exit (125);
}

static void
limit_memory (gpointer data)
{
  const guint64 *bytes = data;

  setrlimit (RLIMIT_AS, &(struct rlimit){ .rlim_cur = *bytes, .rlim_max = *bytes });
}

static GSubprocess *
start (const char *line, GSpawnChildSetupFunc setup, gpointer data, const char *out_path)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE
    | (out_path == NULL ? G_SUBPROCESS_FLAGS_STDOUT_PIPE : 0));
  g_autofree char *whole = g_strconcat (program, " ", line, NULL);
  g_auto (GStrv) words = g_strsplit (whole, " ", -1);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_set_cwd (launcher, folder);
  if (out_path != NULL)
    g_subprocess_launcher_set_stdout_file_path (launcher, out_path);
  if (setup != NULL)
    g_subprocess_launcher_set_child_setup (launcher, setup, data, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words, &error);
  g_assert_no_error (error);
  return process;
}

GSubprocess *
cli_start (const char *line, gboolean unprivileged, const char *out_path)
{
  return start (line, unprivileged ? drop_privileges : NULL, NULL, out_path);
}

GSubprocess *
cli_start_within (const char *line, guint64 memory)
{
  return start (line, limit_memory, &memory, NULL);
}

TestOutcome
cli_finish (GSubprocess *process, const char *input)
{
  TestOutcome outcome = { 0 };
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8 (process, input, NULL, &outcome.out, &outcome.err, &error);
  g_assert_no_error (error);
  test_outcome_set_ended (&outcome, process);
  return outcome;
}

TestOutcome
cli_run_with (const char *input, const char *line)
{
  g_autoptr (GSubprocess) process = cli_start (line, FALSE, NULL);

  return cli_finish (process, input);
}

TestOutcome
cli_run (const char *line)
{
  return cli_run_with (NULL, line);
}

void
cli_write_file (const char *name, const char *text)
{
  g_autofree char *path = cli_path (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
cli_expect_content (const char *name, const char *content)
{
  g_autofree char *path = cli_path (name);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, content);
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

void
cli_test_clear (void)
{
  test_remove_tree (folder);
  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
}

int
cli_test_run (void)
{
  int status = g_test_run ();

  test_remove_tree (folder);
  g_free (folder);
  return status;
}

gboolean
cli_wait_for (GSubprocess *process, const char *part)
{
  g_autoptr (GDataInputStream)
    lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  gboolean found = FALSE;

  while (!found) {
    g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);

    if (line == NULL)
      break;
    found = strstr (line, part) != NULL;
  }
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  return found;
}
