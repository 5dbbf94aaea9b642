/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace.h - the open documents of a window, and the one that is shown: usually one of them,
 * otherwise a guest, which is not saved, restored or asked about.
 *
 * Knows no widget. Main thread only. */
#pragma once

#include "app/document/document.h"

#define TW_TYPE_WORKSPACE (tw_workspace_get_type ())
G_DECLARE_FINAL_TYPE (TwWorkspace, tw_workspace, TW, WORKSPACE, GObject)

TwWorkspace *tw_workspace_new (void);

guint tw_workspace_get_n (TwWorkspace *self);
TwDocument *tw_workspace_get (TwWorkspace *self, guint index);
/* The document that is shown; NULL: none. */
TwDocument *tw_workspace_get_shown (TwWorkspace *self);
/* The index of the shown document, or of the last one that was shown before a guest. */
guint tw_workspace_get_index (TwWorkspace *self);
void tw_workspace_show (TwWorkspace *self, guint index);
void tw_workspace_show_guest (TwWorkspace *self, TwDocument *guest);
gboolean tw_workspace_has_guest (TwWorkspace *self);
/* Takes ownership of `documents`. They replace the open documents, except unmodified ones with
 * solutions or placements that no file holds. Returns the index of the first one. */
guint tw_workspace_replace (TwWorkspace *self, GPtrArray *documents);
/* The index of the document of that puzzle; adds one if there is none. */
guint tw_workspace_find (TwWorkspace *self, TwPuzzle *puzzle);

/* The index of the first document with unsaved changes, or with solutions or placements that no
 * file holds; -1: none. */
int tw_workspace_find_modified (TwWorkspace *self);
int tw_workspace_find_work (TwWorkspace *self);
/* Whether all such work belongs to documents that the next start can restore: those of a file. */
gboolean tw_workspace_can_restore (TwWorkspace *self);
/* The documents that share a file with the shown one, which is one of them: array of TwDocument. */
GPtrArray *tw_workspace_dup_group (TwWorkspace *self);
/* The URIs of the files of the documents. */
GStrv tw_workspace_dup_uris (TwWorkspace *self);
/* As tw_kept_print (). */
char *tw_workspace_print_kept (TwWorkspace *self);
