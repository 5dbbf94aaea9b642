/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-tools.c - see test-tools.h. */
#include "test-tools.h"

#include <glib/gstdio.h>
#include <unistd.h>

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

/* Threads that libraries start once and that then wait until the process ends. */
static gboolean
stays (const char *name)
{
  static const char *const names[] = { "gmain", "gdbus", "pool-spawner", "dconf worker", NULL };

  return g_strv_contains (names, name);
}

/* The names of all other threads but the main thread. */
static char *
passing_threads (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  GString *names = g_string_new (NULL);
  const char *id;

  while (tasks != NULL && (id = g_dir_read_name (tasks)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/task", id, "comm", NULL);
    g_autofree char *name = NULL;

    if (atoi (id) != getpid () && g_file_get_contents (path, &name, NULL, NULL)
        && !stays (g_strchomp (name)))
      g_string_append_printf (names, " %s", name);
  }
  return g_string_free (names, FALSE);
}

void
test_await_threads (void)
{
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  gboolean wait = TEST_SANITIZED;

  g_thread_pool_set_max_unused_threads (0); /* idle threads of the pool end */
  while (wait) {
    g_autofree char *names = passing_threads ();

    wait = names[0] != '\0';
    if (wait && g_get_monotonic_time () > end)
      g_error ("threads that do not end:%s", names);
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_thread_yield ();
  }
}

void
test_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
}

int
test_run_and_await (void)
{
  int status = g_test_run ();

  test_await_threads ();
  return status;
}

void
test_keep_result_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  (void) source;
  *(GAsyncResult **) data = g_object_ref (result);
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
