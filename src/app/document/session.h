/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h - what a person works on in one main window: the open documents, the one that is shown
 * (usually one of them, otherwise a guest, which is not saved, kept or asked about), and its search.
 * The parts of the window and its companions share it.
 *
 * Knows no widget. Main thread only. */
#pragma once

#include "app/document/search.h"

#define TW_TYPE_SESSION (tw_session_get_type ())
G_DECLARE_FINAL_TYPE (TwSession, tw_session, TW, SESSION, GObject)

/* Properties (boolean): "at-start": the start page hides the documents, until another one is shown;
 * "paused": the time of play stands still and the board is hidden, until the next step or another
 * document; "can-pause": the time would run.
 *
 * Signals: "document-changed": another document is shown, or the same one is to be shown again;
 * "puzzle-changed", "result-changed", "title-changed" and "solved" of the shown document;
 * "changed": after any of these, after "at-start", and when a search begins or ends;
 * "opened": new documents are about to be shown;
 * "message" (string): what the user has to know; NULL: the last message no longer applies;
 * "notice" (string text, string label, string action, string target): something is done; the action
 * with that target, which may be NULL, leads to it;
 * "closing": the window is about to close, and the session still has its documents. */

TwSession *tw_session_new (void);

/* --- the documents ------------------------------------------------------------------ */

guint tw_session_get_n (TwSession *self);
TwDocument *tw_session_get (TwSession *self, guint index);
/* The document that is shown, its puzzle and its result; NULL: none. */
TwDocument *tw_session_get_document (TwSession *self);
TwPuzzle *tw_session_get_puzzle (TwSession *self);
TwResult *tw_session_get_result (TwSession *self);
/* The index of the shown document, or of the last one that was shown before a guest. */
guint tw_session_get_index (TwSession *self);
gboolean tw_session_has_guest (TwSession *self);
/* The options of the document at that index, or of none; a guest is solved with them, too. */
GSettings *tw_session_get_settings (TwSession *self);
gboolean tw_session_is_at_start (TwSession *self);
/* Whether somebody looks at the window, so that the time of play runs. */
void tw_session_set_attended (TwSession *self, gboolean attended);

/* All of these drop the search of the document that was shown. */
void tw_session_show (TwSession *self, guint index);
/* Shows a document that is none of the session, and watches the job (NULL: none) that solves it. */
void tw_session_show_guest (TwSession *self, TwDocument *guest, TwJob *job);
/* Adds the documents, takes ownership of the array, shows the first one and returns its index. */
guint tw_session_open (TwSession *self, GPtrArray *documents);
/* The same for documents made from files: one that is open already is not added but shown. */
void tw_session_open_once (TwSession *self, GPtrArray *documents);
/* The same for puzzles that no file holds. */
void tw_session_open_new (TwSession *self, GPtrArray *puzzles);
/* Closes those of the documents that are open, and shows a neighbour if there is one. */
void tw_session_close_documents (TwSession *self, GPtrArray *documents);
/* Shows a puzzle with a solution from another source (NULL: none); opens the puzzle if it is not
 * open yet. */
void tw_session_look_at (TwSession *self, TwPuzzle *puzzle, TwResult *result);

/* --- what would be lost --------------------------------------------------------------- */

/* The index of the first document with unsaved changes (`modified`), or else of the first one with
 * solutions or placements that no file holds, of the session or among some of its documents (NULL:
 * all); -1: none. */
int tw_session_find_unsaved (TwSession *self, GPtrArray *among, gboolean *modified);
/* The user agreed to lose unsaved data: closing does not ask again. The next change resets this. */
void tw_session_set_approved (TwSession *self, gboolean approved);
gboolean tw_session_get_approved (TwSession *self);
/* The documents that share a file with the shown one, which is one of them: array of TwDocument. */
GPtrArray *tw_session_dup_group (TwSession *self);

/* --- work and words ------------------------------------------------------------------- */

TwSearch *tw_session_get_search (TwSession *self);
/* The session is busy between these two. The second returns FALSE when the window has closed. */
void tw_session_hold (TwSession *self);
gboolean tw_session_release (TwSession *self);
/* The searches of a companion have the processors, until they are over. */
void tw_session_set_lent (TwSession *self, gboolean lent);
/* Whether a search of the shown document can start. */
gboolean tw_session_can_search (TwSession *self);
/* Whether the session is reading, writing or searching. */
gboolean tw_session_is_busy (TwSession *self);
/* Emit "message" and "notice". */
void tw_session_say (TwSession *self, const char *message);
void tw_session_notify_user (TwSession *self, const char *text, const char *label,
                             const char *action, const char *target);
/* The window has closed; drops the search. */
void tw_session_close (TwSession *self);
gboolean tw_session_is_closed (TwSession *self);
