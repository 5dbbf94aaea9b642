/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - answers as pictures, for commands that have some. */
#ifndef TW_CLI_PICTURES_H
#define TW_CLI_PICTURES_H

#include "puzzle/result.h"

G_BEGIN_DECLS

enum {
  TW_N_PICTURES = 4, /* PNG, SVG, PDF, text */
};

/* What the user asked for. Zero-initialised is nothing. */
typedef struct {
  char *paths[TW_N_PICTURES];
  int cell; /* side of a cell in pixels or points; 0: chosen */
  gboolean dark;
  GHashTable *used; /* names that were given in a folder */
} TwPictures;

enum {
  TW_N_PICTURE_ENTRIES = TW_N_PICTURES + 2,
};
/* The options --png, --svg, ...; fills TW_N_PICTURE_ENTRIES entries. */
void tw_pictures_add_entries (TwPictures *pictures, GOptionEntry *entries);
void tw_pictures_clear (TwPictures *pictures);

/* How many of them go to standard output. */
guint tw_pictures_on_stdout (const TwPictures *pictures);
/* Asked before a long search. For several puzzles every path must be a folder.
 * FALSE: that was said already. */
gboolean tw_pictures_can_write (const TwPictures *pictures, gboolean several);
/* Draws the answer of `result`, if it has one. In a folder the picture has the
 * puzzle's name. */
gboolean tw_pictures_write (TwPictures *pictures, const TwResult *result, gboolean several);

G_END_DECLS

#endif
