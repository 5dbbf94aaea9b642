/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saver.h - saves the puzzles of a session, and asks before unsaved changes, solutions or
 * placements would be lost. A file is always rewritten completely, with all puzzles of the session
 * that came from it. Main thread; a worker thread prints and writes.
 *
 * The parent window may be closed while a file is being written: the saver then reports nothing. */
#pragma once

#include <gtk/gtk.h>

#include "app/document/keeper.h"

typedef struct TwSaver TwSaver;

/* The parent frees the saver when it is finalized; running tasks hold references to the parent. Its
 * action file.save-solution saves the solutions of the shown document; tw_saver_continue () follows.
 */
TwSaver *tw_saver_new (GtkWindow *parent, TwSession *session, TwKeeper *keeper);
void tw_saver_free (TwSaver *self);

/* All three save the shown document; the second asks for a file, the first if there is none. The first
 * does not replace what another window or program has written to the file since. */
void tw_saver_save (TwSaver *self);
void tw_saver_save_as (TwSaver *self);
void tw_saver_save_to (TwSaver *self, GFile *file);

/* Called once it is decided whether to proceed (`go`). */
typedef void (*TwSaverDone) (GtkWindow *parent, gboolean go, gpointer data);
/* Asks about changes, solutions and placements that no file holds, if there are any, and then calls
 * `done` once. `documents` will be closed; NULL: the parent window and all its documents will be. */
void tw_saver_before_close (TwSaver *self, GPtrArray *documents, TwSaverDone done, gpointer data);
/* The solutions were saved, or could not be. */
void tw_saver_continue (TwSaver *self, gboolean written);
/* All windows are about to close. */
void tw_saver_set_quitting (TwSaver *self, gboolean quitting);
/* What becomes of the documents when the window closes: those of the last windows return at the next
 * start, unless that is not wanted. */
TwStoreEnd tw_saver_get_end (TwSaver *self);
/* Whether closing must ask first: something would be lost. */
gboolean tw_saver_would_lose (TwSaver *self);
/* Returns FALSE when the parent must stay open; it is closed later if the user agrees. */
gboolean tw_saver_may_close (TwSaver *self);
