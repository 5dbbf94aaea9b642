/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window.h - the main window: one or more puzzles, one of them on the canvas, and at most one
 * running search. The application and the tests create it. Main thread only. Worker threads read
 * and write files; late results are dropped. */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/workspace.h"
#include "app/window/hand.h"
#include "app/window/saver.h"
#include "puzzle/drafts.h"
#include "puzzle/job.h"

#define TW_TYPE_WINDOW (tw_window_get_type ())
G_DECLARE_FINAL_TYPE (TwWindow, tw_window, TW, WINDOW, GtkApplicationWindow)

/* Signal "closing": the window is about to close and still holds its puzzles. */

TwWindow *tw_window_new (GtkApplication *application);
/* The window of the application that was active last; NULL: none. */
TwWindow *tw_window_get_active (GtkApplication *application);
/* The same if it is empty, otherwise a new one. */
TwWindow *tw_window_get_empty (GtkApplication *application);
/* Installs the accelerators of all windows; call once per application. */
void tw_window_install_keys (GtkApplication *application);

/* Milliseconds from a change until its draft is written. */
void tw_window_set_draft_delay (TwWindow *self, guint delay);
/* Reads the files and folders in the background and shows the first puzzle. The banner lists files
 * that cannot be read; when none can be read, nothing else changes. */
void tw_window_open_files (TwWindow *self, GFile **files, int n_files);

/* Takes ownership of `puzzles`, at least one, and shows the first. They replace the open puzzles,
 * except unmodified ones with solutions or placements that no file holds. Returns the index of the
 * first. */
guint tw_window_set_puzzles (TwWindow *self, GPtrArray *puzzles);

/* Shows a puzzle with a solution from another source (NULL: none). The puzzle is added to the
 * window unless it is open already. A running search of the window is cancelled. */
void tw_window_look_at (TwWindow *self, TwPuzzle *puzzle, TwResult *result);

/* Shows a document that is no page of the window, and watches the job (NULL: none) that solves
 * it. */
void tw_window_show_guest (TwWindow *self, TwDocument *guest, TwJob *job);
/* As tw_toast_show_text (). */
void tw_window_show_toast (TwWindow *self, const char *text, const char *label, const char *action,
                           const char *target);

/* Shows a widget above the side pane, or instead of it while it is `alone`; NULL removes it. */
void tw_window_show_panel (TwWindow *self, GtkWidget *panel, gboolean alone);
GtkWidget *tw_window_get_panel (TwWindow *self);
/* Shows the hidden pane and moves the focus to the panel. */
void tw_window_reveal_panel (TwWindow *self);

/* The window of that type that is transient for this one; NULL: none. */
GtkWindow *tw_window_find_companion (TwWindow *self, GType type);

gboolean tw_window_is_empty (TwWindow *self);
/* Shows the unsaved changes of an earlier run, as modified. */
void tw_window_restore_draft (TwWindow *self, TwDraft *draft);
/* The store for unsaved changes; NULL: none is kept. */
void tw_window_set_drafts (TwWindow *self, TwDrafts *drafts);
/* Stores unsaved changes for the next run; closing does not ask again. */
void tw_window_leave_draft (TwWindow *self);
/* Restores a window at the next start, with the solutions and placements that tw_workspace_print_kept
 * () returned. The file `kept` holds them if there are any. */
void tw_window_open_session (TwWindow *self, GFile **files, int n_files, const char *kept);
/* Whether the window is reading, writing or searching. */
gboolean tw_window_is_busy (TwWindow *self);
TwWorkspace *tw_window_get_workspace (TwWindow *self);
TwSaver *tw_window_get_saver (TwWindow *self);
TwCanvas *tw_window_get_canvas (TwWindow *self);
TwHand *tw_window_get_hand (TwWindow *self);
/* The objects of the current puzzle; each may be NULL. */
TwDocument *tw_window_get_document (TwWindow *self);
TwPuzzle *tw_window_get_puzzle (TwWindow *self);
TwResult *tw_window_get_result (TwWindow *self);
TwJob *tw_window_get_job (TwWindow *self);
/* The result with the solution that is on the board; NULL: none. */
TwResult *tw_window_dup_shown_result (TwWindow *self);
