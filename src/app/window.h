/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h - the main window: one or more puzzles, one of them on the canvas,
 * and at most one running search. Made by the application and by tests.
 *
 * Main thread only. Files are read and written by workers; what they bring
 * back too late is dropped.
 */
#ifndef TW_APP_WINDOW_H
#define TW_APP_WINDOW_H

#include "app/canvas.h"
#include "app/document/document.h"
#include "puzzle/drafts.h"
#include "puzzle/job.h"

#define TW_TYPE_WINDOW (tw_window_get_type ())
G_DECLARE_FINAL_TYPE (TwWindow, tw_window, TW, WINDOW, GtkApplicationWindow)

TwWindow *tw_window_new (GtkApplication *application);
/* The keys of all windows; once an application. */
void tw_window_install_keys (GtkApplication *application);

/* Reads the files in the background and shows the first of their puzzles. What
 * cannot be read is told in the banner; when that is all, nothing changes. */
void tw_window_open_files (TwWindow *self, GFile **files, int n_files);

/* Shows a puzzle with an answer (NULL: none) that was found elsewhere. The puzzle
 * joins those of the window unless it is one of them; its search, if one runs for it
 * or another, is dropped. */
void tw_window_look_at (TwWindow *self, TwPuzzle *puzzle, TwResult *result);

/* The window of that type which is transient for this one; NULL: there is none. */
GtkWindow *tw_window_find_companion (TwWindow *self, GType type);

gboolean tw_window_is_empty (TwWindow *self);
/* A puzzle was changed and not saved. */
gboolean tw_window_is_modified (TwWindow *self);
/* What goes on once nothing can be lost (`go`), or does not. */
typedef void (*TwWindowDone) (TwWindow *self, gboolean go, gpointer data);
/* Asks what to do with changes that are not saved, if there are any, and then
 * calls `done`, once. */
void tw_window_before_loss (TwWindow *self, TwWindowDone done, gpointer data);
/* The same before the window is closed, also about solutions and placements that the
 * session will not keep. */
void tw_window_before_close (TwWindow *self, gboolean quitting, TwWindowDone done, gpointer data);
/* What is not saved may be lost: closing asks no more. Ends with the next change. */
void tw_window_set_approved (TwWindow *self, gboolean approved);
gboolean tw_window_get_approved (TwWindow *self);
/* Shows what an earlier run could not save, as changed. */
void tw_window_restore_draft (TwWindow *self, TwDraft *draft);
/* Keeps what is not saved for the next run; closing asks no more. */
void tw_window_leave_draft (TwWindow *self);
/* The same at the next start: with the solutions and placements of tw_window_print_kept (),
 * which stand in the file `kept` if there are any. */
void tw_window_open_session (TwWindow *self, GFile **files, int n_files, const char *kept);
/* NULL: it holds nothing beyond its files. g_free () it. */
char *tw_window_print_kept (TwWindow *self);
/* Solutions or placements, which stand in no file. */
gboolean tw_window_has_work (TwWindow *self);
/* The window may not be closed without a question; `quitting`: all windows are. */
gboolean tw_window_would_lose (TwWindow *self, gboolean quitting);
/* Of the files that its puzzles stand in. */
GStrv tw_window_dup_uris (TwWindow *self);
/* Reading, writing or searching. */
gboolean tw_window_is_busy (TwWindow *self);
TwCanvas *tw_window_get_canvas (TwWindow *self);
/* All may be NULL: the open puzzle that is shown, ... */
TwDocument *tw_window_get_document (TwWindow *self);
TwPuzzle *tw_window_get_puzzle (TwWindow *self);
TwResult *tw_window_get_result (TwWindow *self);
TwJob *tw_window_get_job (TwWindow *self);
/* What the banner says, NULL when it is hidden. */
const char *tw_window_get_message (TwWindow *self);

#endif
