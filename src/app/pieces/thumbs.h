/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thumbs.h - a grid of small pictures, which are drawn when they become visible.
 *
 * Shows the items of a source: the pieces of a puzzle, or the solutions found so far, of which
 * there may be any number. One worker thread builds and draws the scenes; a picture that is
 * scrolled out of view before its turn is skipped.
 *
 * The panes of piece puzzles use it. Main thread only. */
#pragma once

#include "app/canvas/preview.h"

#define TW_TYPE_THUMBS (tw_thumbs_get_type ())
G_DECLARE_FINAL_TYPE (TwThumbs, tw_thumbs, TW, THUMBS, TwPart)

/* Signals: "picked" (guint): the user selected a picture; "activated" (guint): the user pressed
 * Enter or double-clicked; "dragged" (guint): a drag has started; "moved" (double, double): it is at a
 * place in the coordinates of the window; "dropped" (boolean): it has ended, not by its loss. The
 * pointer stays with the grid, so that keys and the wheel work during the drag, unlike a drag of GDK. */

typedef struct {
  TwPreviewSource picture;
  /* The caption below the picture and its accessible description. The grid frees both with g_free
   * (). */
  char *(*caption) (gpointer data, guint position);
  char *(*describe) (gpointer data, guint position);
  /* Whether the picture is drawn pale: nothing is left of what it stands for. May be NULL. */
  gboolean (*spent) (gpointer data, guint position);
  gboolean draggable; /* a picture can be dragged */
} TwThumbsSource;

/* The name of the grid and its accessible label. */
void tw_thumbs_set_title (TwThumbs *self, const char *name, const char *title);
/* Whether the grid is as high as its rows, instead of scrolling; for at most some hundred pictures. */
void tw_thumbs_set_whole (TwThumbs *self, gboolean whole);
/* Shows the first `n` items of the source. The same source and data with a larger `n` grow the
 * grid. Other data starts over, with nothing selected. NULL data: nothing. */
void tw_thumbs_show (TwThumbs *self, const TwThumbsSource *source, gpointer data, guint n);
gpointer tw_thumbs_get_data (TwThumbs *self);
/* GTK_INVALID_LIST_POSITION: none. Does not emit "picked". */
void tw_thumbs_select (TwThumbs *self, guint position);
