/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - the pictures on the cards of the gallery: a puzzle with a part of what a
 * quick search lays on it, drawn by the painter of the canvas. Pictures that were
 * drawn before lie in the user's cache folder.
 *
 * Threads: any; meant for a worker, as a picture takes up to some tenths of a second.
 */
#ifndef TW_APP_GALLERY_PICTURES_H
#define TW_APP_GALLERY_PICTURES_H

#include <gtk/gtk.h>

#include "draw/palette.h"

/* At most `size` device pixels a side; NULL: the file is no puzzle or cannot be read.
 * g_object_unref () it. */
GdkTexture *tw_gallery_draw (const char *uri, int size, TwTheme theme, GCancellable *cancellable);

#endif
