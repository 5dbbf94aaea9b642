/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - writes solutions as pictures, for the commands that have solutions. */
#pragma once

#include "puzzle/result.h"

enum {
  TW_N_PICTURES = 5, /* PNG, SVG, PDF, text, handout */
};

/* The pictures that the user requested; zero-initialised: none. */
typedef struct {
  char *paths[TW_N_PICTURES];
  int cell; /* side of a cell in pixels or points; 0: automatic */
  gboolean dark;
  GPtrArray *files[TW_N_PICTURES]; /* the path for each puzzle; NULL: no such pictures */
} TwPictures;

enum {
  TW_N_PICTURE_ENTRIES = TW_N_PICTURES + 2,
};
/* The options --png, --svg, ...; fills TW_N_PICTURE_ENTRIES entries. */
void tw_pictures_add_entries (TwPictures *pictures, GOptionEntry *entries);
void tw_pictures_clear (TwPictures *pictures);

/* The number of pictures that go to standard output. */
guint tw_pictures_on_stdout (const TwPictures *pictures);
/* Called before a long search. For several puzzles each path must be a folder, in which a picture has
 * the name of its puzzle. Returns FALSE after reporting an error. */
gboolean tw_pictures_can_write (TwPictures *pictures, const GPtrArray *puzzles);
/* Draws the solution of the puzzle with this index, if it has one. */
gboolean tw_pictures_write (const TwPictures *pictures, guint puzzle, const TwResult *result);
