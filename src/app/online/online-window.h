/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-window.h - solves the puzzles of a contest server as they arrive: asks for the server,
 * shows the progress of the session and lists its results. The main window opens it, and shows the
 * running search and the results that are picked.
 *
 * Main thread only. Actions, with the prefix "online.": pause, continue, stop, resume, new-session,
 * and solve-again, which passes the session's folder to the re-solve window. When the window is
 * closed, its session ends cleanly in the background.
 */
#ifndef TW_APP_ONLINE_ONLINE_WINDOW_H
#define TW_APP_ONLINE_ONLINE_WINDOW_H

#include "app/window/window.h"
#include "net/contest-session.h"

#define TW_TYPE_ONLINE_WINDOW (tw_online_window_get_type ())
G_DECLARE_FINAL_TYPE (TwOnlineWindow, tw_online_window, TW, ONLINE_WINDOW, GtkWindow)

TwOnlineWindow *tw_online_window_new (TwWindow *main_window);
/* Presents the online window of a main window; creates it if necessary. */
TwOnlineWindow *tw_online_window_present (TwWindow *main_window);

/* NULL before the first session. */
TwContestSession *tw_online_window_get_session (TwOnlineWindow *self);
/* Whether a session has started and not ended. */
gboolean tw_online_window_is_busy (TwOnlineWindow *self);
/* The text of the banner; NULL when it is hidden. */
const char *tw_online_window_get_message (TwOnlineWindow *self);
/* For tests: the timing of the next sessions, see TwContestConfig. The caller keeps it alive. */
void tw_online_window_set_timing (TwOnlineWindow *self, const TwContestTiming *timing);

#endif
