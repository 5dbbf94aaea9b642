/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preview.h - a small picture of one puzzle with its solution, drawn by a worker thread.
 *
 * Meant for list rows, which are created, bound and destroyed at any time: a queued picture that is
 * no longer needed is not drawn, a late one is dropped, and the entry caches the last one. Main
 * thread only. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/entry.h"

#define TW_TYPE_PREVIEW (tw_preview_get_type ())
G_DECLARE_FINAL_TYPE (TwPreview, tw_preview, TW, PREVIEW, GtkWidget)

enum {
  TW_PREVIEW_SIZE = 48, /* logical pixels a side */
};

/* Shows the entry: its solution, otherwise its old solution, otherwise the puzzle alone. NULL or an
 * entry without a puzzle shows nothing. */
void tw_preview_show (TwPreview *self, TwEntry *entry);
/* Whether the picture of the current entry has been drawn. */
gboolean tw_preview_is_drawn (TwPreview *self);
