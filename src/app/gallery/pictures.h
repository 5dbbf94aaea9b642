/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - the pictures on the cards of the gallery: a puzzle with a partial solution from a
 * short search, drawn by the painter of the canvas. Pictures are cached in the user's cache folder.
 *
 * Threads: any; meant for a worker thread, since drawing a picture takes up to a few tenths of a
 * second. */
#pragma once

#include <gtk/gtk.h>

#include "draw/palette.h"

/* Returns a picture of at most `size` device pixels a side; NULL: the file is not a puzzle or
 * cannot be read. The caller calls g_object_unref (). */
GdkTexture *tw_gallery_draw (const char *uri, int size, TwTheme theme, GCancellable *cancellable);
