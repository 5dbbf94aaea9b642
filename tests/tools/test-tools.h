/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-tools.h - what tests of several folders share: scratch folders, and the runs of
 * programs that are looked at when they have ended. */
#ifndef TW_TESTS_TEST_TOOLS_H
#define TW_TESTS_TEST_TOOLS_H

#include <gio/gio.h>

/* The file, or the folder with all that is in it; links are not followed. */
void test_remove_tree (const char *path);

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

#endif
