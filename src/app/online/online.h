/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online.h - solves the puzzles of a contest server as they arrive: a panel of the main window that
 * asks for the server, shows the progress of the session and lists its results. The main window
 * shows the running search and the results that are picked. Main thread only. Actions, with the
 * prefix "online.": pause, continue, stop, resume, new-session, close, and solve-again, which
 * passes the session's folder to the re-solve window. When the panel or its window is closed, the
 * session ends cleanly in the background. */
#pragma once

#include "app/part.h"
#include "app/document/session.h"
#include "net/contest-session.h"

#define TW_TYPE_ONLINE (tw_online_get_type ())
G_DECLARE_FINAL_TYPE (TwOnline, tw_online, TW, ONLINE, TwPart)

/* Signal "closed": the user closes the panel. It expands while it is shown instead of the side pane,
 * not above it. */

/* A panel of the main window, which shows the session. */
TwOnline *tw_online_new (GtkWindow *main_window, TwSession *session);

/* Resumes the session in that folder, unless one runs. */
void tw_online_resume (TwOnline *self, GFile *folder);
/* NULL before the first session. */
TwContestSession *tw_online_get_session (TwOnline *self);
/* Whether a session has started and not ended. */
gboolean tw_online_is_busy (TwOnline *self);
/* For tests: the timing of the next sessions, see TwContestConfig. The caller keeps it alive. */
void tw_online_set_timing (TwOnline *self, const TwContestTiming *timing);
