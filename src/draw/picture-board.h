/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture-board.h - the pixels of a picture as a board: a dark pixel is an obstacle, any other one a
 * free cell. Pictures that are opened, pasted or dropped become puzzles of the kind "squares" this way.
 *
 * Threads: no state; any thread. */
#pragma once

#include <cairo.h>

#include "puzzle/puzzle.h"

/* Returns FALSE and sets `error` when the picture is larger than a board may be. */
gboolean tw_picture_board_check (gint64 width, gint64 height, GError **error);
/* One pixel a cell; transparent pixels are white. The size of the picture must be checked. */
TwPuzzle *tw_picture_board_new (cairo_surface_t *picture);

/* Is the data a PNG file? */
gboolean tw_picture_board_sniff (const char *data, gsize length);
/* Reads a PNG file; its size is checked before it is decoded. Errors begin with `name`. */
TwPuzzle *tw_picture_board_read (const char *data, gsize length, const char *name, GError **error);
