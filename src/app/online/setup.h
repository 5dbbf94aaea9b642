/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.h - asks for the parameters of a contest session: server, key, mode, kind and number
 * of puzzles, and the folder.
 *
 * A page of the panel of online puzzles. The choices are stored in the settings, except for the key and the
 * folder. Main thread only. */
#pragma once

#include "app/part.h"

#include "net/contest-folder.h"
#include "net/contest-session.h"

#define TW_TYPE_ONLINE_SETUP (tw_online_setup_get_type ())
G_DECLARE_FINAL_TYPE (TwOnlineSetup, tw_online_setup, TW, ONLINE_SETUP, TwPart)

/* Signals: "begin" (): start a session with the present values; "resume" (GFile): resume the
 * session in that folder; "failed" (string): an error for the banner. */

/* Reads the form. The widget owns the strings; they are valid until it changes. */
void tw_online_setup_get_config (TwOnlineSetup *self, TwContestConfig *config);
/* Asks the user for the key of a server. */
void tw_online_setup_ask_for_key (TwOnlineSetup *self, const char *server);
/* The display name of the server, for questions. */
const char *tw_online_setup_get_server_name (TwOnlineSetup *self);
/* NULL: the next session creates a new one. */
void tw_online_setup_set_folder (TwOnlineSetup *self, GFile *folder);

/* A session that can be resumed: "today 13:00, 5 of 10, 822 squares". The caller frees it with g_free
 * (). */
char *tw_online_describe_session (const TwContestSummary *summary);
/* Finishes with a GPtrArray of TwContestSummary, the newest first, at most `most`; the start page
 * offers the first one, too. */
void tw_online_list_sessions (guint most, GAsyncReadyCallback done, gpointer data);
