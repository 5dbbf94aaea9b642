/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entries.h - the puzzles of a contest session as rows of a list of results. Main thread only. */
#pragma once

#include "net/contest-session.h"

/* Returns a list of TwEntry that follows the session's entries as long as the list lives; each row
 * object is created once. The caller drops the reference. */
GListModel *tw_online_entries_new (TwContestSession *session);

/* The state of the session in one sentence, translated: "12 of 50 accepted, 1,234 squares, score
 * 1,254 (20 of them penalty)". The caller frees it with g_free (). */
char *tw_online_describe_totals (TwContestSession *session);
