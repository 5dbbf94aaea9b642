/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thumbs.h - a grid of small pictures that are drawn when they come into sight.
 *
 * Shows what a source has: the pieces of a puzzle, or the solutions found so
 * far, of which there may be any number. Scenes are made and drawn by one
 * worker thread; a picture that has left the sight again is not drawn.
 *
 * Used by the panes of piece puzzles. Main thread only.
 */
#ifndef TW_APP_THUMBS_H
#define TW_APP_THUMBS_H

#include <gtk/gtk.h>

#include "draw/scene.h"

#define TW_TYPE_THUMBS (tw_thumbs_get_type ())
G_DECLARE_FINAL_TYPE (TwThumbs, tw_thumbs, TW, THUMBS, GtkWidget)

/* Signals: "picked" (guint): the user chose a picture; "activated" (guint): by
 * Enter or a double click. "dragged" (guint): it is being dragged away. */

typedef struct {
  GBoxedCopyFunc ref; /* of the data */
  GDestroyNotify unref;
  /* On the worker; NULL: there is nothing to see. */
  TwScene *(*scene) (gpointer data, guint position);
  /* What stands below the picture, and what is said of it. g_free () both. */
  char *(*caption) (gpointer data, guint position);
  char *(*describe) (gpointer data, guint position);
  gboolean draggable; /* as a G_TYPE_UINT, the position */
} TwThumbsSource;

/* The name of the grid, and what screen readers call it. */
void tw_thumbs_set_title (TwThumbs *self, const char *name, const char *title);
/* The first `n` of the source; the same source with a larger `n` grows. Another
 * `data` begins anew, with nothing selected. NULL data: nothing. */
void tw_thumbs_show (TwThumbs *self, const TwThumbsSource *source, gpointer data, guint n);
guint tw_thumbs_get_n (TwThumbs *self);
/* GTK_INVALID_LIST_POSITION: none. Does not emit "picked". */
void tw_thumbs_select (TwThumbs *self, guint position);
guint tw_thumbs_get_selected (TwThumbs *self);
/* How many pictures have been drawn. */
guint tw_thumbs_get_n_drawn (TwThumbs *self);

#endif
