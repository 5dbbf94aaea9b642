/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-window.h - solves puzzles of a contest server, one after another, as they
 * come: asks for the server, shows how the session goes, lists its results. Opened
 * by the main window, which shows the search that runs and the results that are
 * picked.
 *
 * Main thread only. Actions, all with the prefix "online.": pause, continue, stop,
 * resume, new-session, solve-again, which hands the
 * session's folder to the window of re-solving. When it is closed, its session ends cleanly in the background.
 */
#ifndef TW_APP_ONLINE_WINDOW_H
#define TW_APP_ONLINE_WINDOW_H

#include "app/window.h"
#include "net/contest-session.h"

#define TW_TYPE_ONLINE_WINDOW (tw_online_window_get_type ())
G_DECLARE_FINAL_TYPE (TwOnlineWindow, tw_online_window, TW, ONLINE_WINDOW, GtkWindow)

TwOnlineWindow *tw_online_window_new (TwWindow *main_window);
/* The one that belongs to a main window, made when there is none, brought to the front. */
TwOnlineWindow *tw_online_window_present (TwWindow *main_window);

/* NULL before the first session. */
TwContestSession *tw_online_window_get_session (TwOnlineWindow *self);
/* A session was begun and is not over. */
gboolean tw_online_window_is_busy (TwOnlineWindow *self);
/* What the banner says, NULL when it is hidden. */
const char *tw_online_window_get_message (TwOnlineWindow *self);
/* For tests: how fast the next sessions are, see TwContestConfig; kept by reference. */
void tw_online_window_set_timing (TwOnlineWindow *self, const TwContestTiming *timing);

#endif
