/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gallery.h - the start page: what a window shows before a puzzle is open. Entries for
 * a new puzzle, a file and online puzzles; the files opened last; the installed
 * collection as cards by family, with a search.
 *
 * The catalogue is read and the pictures are drawn by workers once the page is on
 * the screen; they stop when it is not. A card that is chosen activates the window's
 * action win.open-uri. Main thread only.
 */
#ifndef TW_APP_GALLERY_GALLERY_H
#define TW_APP_GALLERY_GALLERY_H

#include <gtk/gtk.h>

#define TW_TYPE_GALLERY (tw_gallery_get_type ())
G_DECLARE_FINAL_TYPE (TwGallery, tw_gallery, TW, GALLERY, GtkWidget)

/* Whether there is only room for entries below each other. */
void tw_gallery_set_narrow (TwGallery *self, gboolean narrow);
/* Whether all cards are there and their pictures are drawn. */
gboolean tw_gallery_is_settled (TwGallery *self);

#endif
