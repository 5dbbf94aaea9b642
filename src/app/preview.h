/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preview.h - a small picture of one puzzle with its answer, drawn by a worker.
 *
 * For rows of lists, which are made, filled and dropped at any time: a picture that
 * is not wanted any more is not drawn, one that comes too late is dropped, and
 * the entry keeps the last one. Main thread only.
 */
#ifndef TW_APP_PREVIEW_H
#define TW_APP_PREVIEW_H

#include <gtk/gtk.h>

#include "puzzle/entry.h"

#define TW_TYPE_PREVIEW (tw_preview_get_type ())
G_DECLARE_FINAL_TYPE (TwPreview, tw_preview, TW, PREVIEW, GtkWidget)

enum {
  TW_PREVIEW_SIZE = 48, /* logical pixels a side */
};

/* The entry as it is now: its answer, else the old one, else the puzzle alone.
 * NULL, or an entry without a puzzle: nothing. */
void tw_preview_show (TwPreview *self, TwEntry *entry);
/* Whether the picture of what was shown last has come. */
gboolean tw_preview_is_drawn (TwPreview *self);

#endif
