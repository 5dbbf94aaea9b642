/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-tools.h - what tests of several folders share: scratch folders, the end of a test program, and
 * the runs of programs that are looked at when they have ended. The tests also use the headers that it
 * includes. */
#pragma once

#include <gio/gio.h>

#include "test-cases.h"
#include "test-size.h"

/* The file, or the folder with all that is in it; links are not followed. */
void test_remove_tree (const char *path);

/* Adds what TEST defines to the tests of GLib. */
static inline void
test_add_cases (void)
{
  for (const TestCase *test = test_cases; test != NULL; test = test->next)
    g_test_add_func (test->path, test->run);
}

/* The main () of a program that needs nothing else between its beginning and its tests. */
#define TEST_MAIN(init, run)       \
  int main (int argc, char **argv) \
  {                                \
    init (&argc, &argv);           \
    test_add_cases ();             \
    return run ();                 \
  }

/* g_test_init () without options. */
void test_init (int *argc, char ***argv);
/* Calls g_test_run (), and test_await_threads () afterwards. */
int test_run_and_await (void);
/* Waits until no thread can start or end any more, and fails the test when a thread never ends. Only
 * sanitized programs wait: LeakSanitizer stops all threads when the program ends, and crashes now and
 * then when one of them is just starting or ending (“Tracer caught signal 11”). The caller has ended
 * its work before. Main thread only. */
void test_await_threads (void);

/* Runs the main loop until the condition holds. */
#define test_spin_until(condition) \
  while (!(condition))             \
  g_main_context_iteration (NULL, TRUE)

/* Keeps the result for a caller that waits for it: data is a GAsyncResult **. */
void test_keep_result_cb (GObject *source, GAsyncResult *result, gpointer data);

typedef struct {
  int code; /* -1: ended by a signal */
  char *out;
  char *err;
  gboolean ended;
} TestOutcome;

void test_outcome_clear (TestOutcome *outcome);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestOutcome, test_outcome_clear)

/* The process has been waited for: how it ended. */
void test_outcome_set_ended (TestOutcome *outcome, GSubprocess *process);
