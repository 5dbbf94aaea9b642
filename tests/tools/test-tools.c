/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-tools.c - see test-tools.h. */
#include "test-tools.h"

#include <glib/gstdio.h>

void
test_remove_tree (const char *path)
{
  g_autoptr (GDir) folder = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL
                                                                       : g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL) {
    g_autofree char *inner = g_build_filename (path, name, NULL);

    test_remove_tree (inner);
  }
  g_remove (path);
}

void
test_outcome_clear (TestOutcome *outcome)
{
  g_clear_pointer (&outcome->out, g_free);
  g_clear_pointer (&outcome->err, g_free);
}

void
test_outcome_set_ended (TestOutcome *outcome, GSubprocess *process)
{
  outcome->code = g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                                       : -1;
  outcome->ended = TRUE;
}
