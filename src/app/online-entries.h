/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-entries.h - the puzzles of a contest session as rows of a list of results.
 *
 * Main thread only.
 */
#ifndef TW_APP_ONLINE_ENTRIES_H
#define TW_APP_ONLINE_ENTRIES_H

#include "net/contest-session.h"

/* A list of TwEntry that follows the session's entries for as long as it lives; each
 * row is made once. The caller drops it. */
GListModel *tw_online_entries_new (TwContestSession *session);

/* Where the session stands, in one sentence, translated: "12 of 50 accepted, 1,234
 * squares, score 1,254 (20 of them penalty)". g_free () it. */
char *tw_online_describe_totals (TwContestSession *session);

#endif
