/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pictures.h - writes solutions as pictures, for the commands that have solutions. */
#pragma once

#include <tilewright.h>

/* The options --png, --svg, ... */
extern const GOptionEntry tw_picture_entries[];
/* The number of pictures that go to standard output. */
guint tw_pictures_on_stdout (void);
/* Called before a long search. For several puzzles each path must be a folder, in which a picture has
 * the name of its puzzle. Returns FALSE after reporting an error. */
gboolean tw_pictures_can_write (const GPtrArray *puzzles);
/* Draws the solution of the puzzle with this index, if it has one. */
gboolean tw_pictures_write (guint puzzle, TilewrightResult *result);
