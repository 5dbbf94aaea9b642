/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-test.h - contest sessions for tests: run one in a temporary folder with
 * short times and examine the outcome. */
#ifndef TW_TESTS_CONTEST_TEST_H
#define TW_TESTS_CONTEST_TEST_H

#include "net/contest-session.h"

/* A new folder, to be removed by contest_test_remove (), which frees the path. */
char *contest_test_folder (void);
void contest_test_remove (char *folder);

/* Times of tests: 0.6 s for an answer, requests of at most 2 s, waits of a few
 * milliseconds, 3 attempts. */
TwContestTiming contest_test_timing (void);

/* Starts a session and waits for its end. Missing timing is that of tests. */
TwContestSession *contest_test_run (TwContestConfig config);
/* Waits until the session is in this state; fails when it ends in another. */
void contest_test_wait (TwContestSession *session, TwContestState state);
/* Facts of the entry of this index. */
const TwContestFacts *contest_test_facts (TwContestSession *session, guint index);
/* No file of the folder has this text in it or in its name. */
void contest_test_assert_absent (const char *folder, const char *text);

#endif
