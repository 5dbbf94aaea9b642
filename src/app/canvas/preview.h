/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preview.h - a small square picture, drawn by a worker thread while it is on screen: of a puzzle
 * with its solution, of a piece, of a card of the gallery.
 *
 * Meant for lists, whose rows are created, bound and destroyed at any time: a queued picture that
 * is no longer needed is not drawn, and a late one is dropped. Its side is its size request. Main
 * thread only. */
#pragma once

#include "app/part.h"
#include "draw/painter.h"

#define TW_TYPE_PREVIEW (tw_preview_get_type ())
G_DECLARE_FINAL_TYPE (TwPreview, tw_preview, TW, PREVIEW, TwPart)

/* A source of pictures. Its functions are called on any thread, `find` on the main thread. */
typedef struct {
  GBoxedCopyFunc ref; /* for `data`, which is immutable */
  GDestroyNotify unref;
  /* The scene of a picture, NULL: nothing to show; or the whole picture, of at most `size` device
   * pixels a side. One of the two is set. */
  TwScene *(*scene) (gpointer data, guint position);
  GdkTexture *(*draw) (gpointer data, guint position, int size, TwTheme theme,
                       GCancellable *cancellable);
  /* A picture that need not be drawn, which may be larger; NULL: there is none. May be NULL itself. */
  GdkTexture *(*find) (gpointer data, guint position, int size, TwTheme theme);
} TwPreviewSource;
/* Its data are TwPuzzle; without a solution. */
extern const TwPreviewSource tw_preview_puzzles;

/* Shows the picture of `data` at `position`; NULL data: nothing. `keeper` caches the last
 * picture, which is shown until the new one is drawn; NULL: there is no cache. */
void tw_preview_show (TwPreview *self, const TwPreviewSource *source, gpointer data, guint position,
                      GObject *keeper);
/* Whether a picture is being drawn. */
gboolean tw_preview_is_busy (TwPreview *self);
