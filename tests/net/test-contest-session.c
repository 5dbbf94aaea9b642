/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-contest-session.c - whole contests against the practice server. */
#include "contest-test.h"
#include "test-tools.h"

TEST (squares, "/contest/squares")
{
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = contest_test_run ((TwContestConfig){
    .mode = TW_CONTEST_MODE_CONTEST,
    .key = "secret-key",
    .count = 2,
    .folder = folder,
    .practice_seed = 1,
  });
  GListModel *entries = tw_contest_session_get_entries (session);
  TwContestTotals totals;

  g_assert_cmpstr (tw_contest_session_look (session).error, ==, NULL);
  g_assert_cmpint (tw_contest_session_look (session).state, ==, TW_CONTEST_FINISHED);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 3);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (TwContestEntry) entry = g_list_model_get_item (entries, i);
    const TwContestFacts *facts = tw_contest_entry_get_facts (entry);

    g_assert_cmpstr (facts->error, ==, NULL);
    g_assert_cmpuint (facts->index, ==, i);
    g_assert_cmpint (facts->mode, ==, i == 0 ? TW_CONTEST_MODE_TRIAL : TW_CONTEST_MODE_CONTEST);
    g_assert_cmpint (facts->status, ==, TW_CONTEST_ACCEPTED);
    g_assert_cmpint (facts->score, ==, facts->squares);
    g_assert_cmpint (facts->penalty, ==, 0);
    g_assert_cmpuint (facts->attempts, ==, 1);
    g_assert_true (contest_test_has_file (folder, "puzzle", i));
    g_assert_true (contest_test_has_file (folder, "answer", i));
    g_assert_true (contest_test_has_file (folder, "reply", i));
  }
  tw_contest_session_get_totals (session, &totals);
  g_assert_cmpuint (totals.wanted, ==, 2);
  g_assert_cmpuint (totals.accepted, ==, 2);
  g_assert_cmpuint (totals.in_time, ==, 2);
  contest_test_assert_absent (folder, "secret-key");
  contest_test_remove (folder);
}

TEST (tetrominoes, "/contest/tetrominoes")
{
  char *folder = contest_test_folder ();
  g_autoptr (TwContestSession) session = contest_test_run ((TwContestConfig){
    .tetrominoes = 8,
    .count = 2,
    .folder = folder,
    .practice_seed = 1,
  });

  g_assert_cmpstr (tw_contest_session_look (session).error, ==, NULL);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpint (contest_test_facts (session, i)->status, ==, TW_CONTEST_ACCEPTED);
    g_assert_cmpint (contest_test_facts (session, i)->squares, ==, 16);
  }
  contest_test_remove (folder);
}

TEST_MAIN (test_init, test_run_and_await)
