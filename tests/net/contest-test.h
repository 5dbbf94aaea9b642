/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-test.h - contest sessions for tests: against a faulty server, with short times, in a
 * temporary folder. */
#pragma once

#include "faulty.h"
#include "net/contest-session.h"

#define CONTEST_TEST_KEY "key-of-the-test"

/* A new folder; contest_test_remove () removes it and frees the path. */
char *contest_test_folder (void);
void contest_test_remove (char *folder);

/* Short times: 5 s for a solution, waits of a few milliseconds, 3 attempts. */
TwContestTiming contest_test_timing (void);

/* Starts a session and waits for its end. Timing that is not set is that of tests. */
TwContestSession *contest_test_run (TwContestConfig config);
/* Waits for the end of the session. */
void contest_test_await (TwContestSession *session);
/* Waits until the session is in this state; fails if it ends in another. */
void contest_test_wait (TwContestSession *session, TwContestState state);
/* The facts of the entry with this index. */
const TwContestFacts *contest_test_facts (TwContestSession *session, guint index);
/* Whether the folder has this file of a puzzle, such as "answer". */
gboolean contest_test_has_file (const char *folder, const char *stem, guint index);
/* Changes the database of a session that has ended, as an earlier end would have left it. `format`
 * is that of printf () and gives SQL. */
void contest_test_sql (const char *folder, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Checks that no file of the folder but practice.db contains this text, also not in its name. */
void contest_test_assert_absent (const char *folder, const char *text);

/* A faulty server, a folder, and the latest session. */
typedef struct {
  Faulty *server;
  char *folder;
  TwContestSession *session;
  GString *messages; /* all messages of the session, a line each */
} Contest;

/* `gets` and `posts` are the faults of the server; NULL: none. */
void contest_init (Contest *contest, const Fault gets[FAULTY_MAX], const Fault posts[FAULTY_MAX]);
void contest_clear (Contest *contest);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Contest, contest_clear)

/* Starts a session in the folder, instead of the one before. What is not set is that of tests:
 * server, key, timing; a count of 0 resumes the folder. */
void contest_start (Contest *contest, TwContestConfig config);
/* Starts a session of `count` puzzles and waits for its end. */
void contest_run (Contest *contest, guint count);
/* Checks the state of the session; `error` is part of its error, NULL: there is none. */
void contest_assert (const Contest *contest, TwContestState state, const char *error);
void contest_assert_status (const Contest *contest, guint index, TwContestStatus status);
