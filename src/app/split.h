/* SPDX-License-Identifier: GPL-3.0-or-later */
/* split.h - content with a pane at its end. Where there is room the pane
 * stands beside the content; in a narrow window it lies over the content and
 * is shown on demand. Children: "content" and "pane".
 */
#ifndef TW_APP_SPLIT_H
#define TW_APP_SPLIT_H

#include <gtk/gtk.h>

#define TW_TYPE_SPLIT (tw_split_get_type ())
G_DECLARE_FINAL_TYPE (TwSplit, tw_split, TW, SPLIT, GtkWidget)

/* Properties: "content", "pane" (GtkWidget), "show-pane" (boolean),
 * "collapsed" (boolean, read only: too narrow for both). */
gboolean tw_split_get_show_pane (TwSplit *self);
void tw_split_set_show_pane (TwSplit *self, gboolean show_pane);
gboolean tw_split_get_collapsed (TwSplit *self);
/* While it is bare the pane is hidden, whatever "show-pane" says. */
void tw_split_set_bare (TwSplit *self, gboolean bare);
/* Whether the user wants the pane where there is room for it: what to remember. */
gboolean tw_split_get_pane_wanted (TwSplit *self);

#endif
