/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gallery.h - the start page, which a window shows before a puzzle is open: entries for a new
 * puzzle, a file and online puzzles; the recent files; the installed collection as cards by family,
 * records as larger cards with their solutions, with a search.
 *
 * Worker threads read the catalogue and draw the pictures once the page is mapped, and stop when it
 * is unmapped. Activating a card activates the window's action file.open-uri. Main thread only. */
#pragma once

#include "app/part.h"

#define TW_TYPE_GALLERY (tw_gallery_get_type ())
G_DECLARE_FINAL_TYPE (TwGallery, tw_gallery, TW, GALLERY, TwPart)

/* Whether the page is so narrow that the entries are stacked. */
void tw_gallery_set_narrow (TwGallery *self, gboolean narrow);
void tw_gallery_search (TwGallery *self, const char *query);
/* Whether all cards exist and their pictures are drawn. */
gboolean tw_gallery_is_settled (TwGallery *self);
/* The cards of the collection that match the search, without records: they are to be solved. They belong
 * to the gallery. */
GPtrArray *tw_gallery_list_cards (TwGallery *self);
