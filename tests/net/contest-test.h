/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-test.h - contest sessions for tests: run one in a temporary folder with
 * short times and examine the outcome. */
#pragma once

#include "net/contest-session.h"

/* A new folder; contest_test_remove () removes it and frees the path. */
char *contest_test_folder (void);
void contest_test_remove (char *folder);

/* Short times: 0.6 s for a solution, at most 2 s for a request, waits of a few milliseconds, 3
 * attempts. */
TwContestTiming contest_test_timing (void);

/* Starts a session and waits for its end. Timing that is not set is that of tests. */
TwContestSession *contest_test_run (TwContestConfig config);
/* Waits until the session is in this state; fails if it ends in another. */
void contest_test_wait (TwContestSession *session, TwContestState state);
/* The facts of the entry with this index. */
const TwContestFacts *contest_test_facts (TwContestSession *session, guint index);
/* Changes the database of a session that has ended, as an earlier end would have left it. `format`
 * is that of printf () and gives SQL. */
void contest_test_sql (const char *folder, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Checks that no file of the folder but practice.db contains this text, also not in its name. */
void contest_test_assert_absent (const char *folder, const char *text);
