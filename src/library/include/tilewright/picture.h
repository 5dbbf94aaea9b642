/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - draws puzzles and solutions. */
#pragma once

#include <tilewright/types.h>

/**
 * TilewrightPicture:
 * A picture of a puzzle, with or without a solution. How it looks are properties, which are set when
 * it is made. The same picture always gives the same bytes.
 */
#define TILEWRIGHT_TYPE_PICTURE (tilewright_picture_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightPicture, tilewright_picture, TILEWRIGHT, PICTURE, GObject)

/**
 * tilewright_picture_new:
 * @result: (nullable): a result of the puzzle, whose solution is drawn
 */
TILEWRIGHT_API TilewrightPicture *tilewright_picture_new (TilewrightPuzzle *puzzle,
                                                          TilewrightResult *result);

/**
 * tilewright_picture_to_bytes:
 * Returns: the contents of a file
 * Errors: SIZE, USAGE.
 */
TILEWRIGHT_API GBytes *tilewright_picture_to_bytes (TilewrightPicture *self,
                                                    TilewrightFormat format, GError **error);

/**
 * tilewright_picture_draw:
 * @width: of the page, in user units
 * @height: of the page
 *
 * Draws the picture centred and as large as the page allows. Ignores the property `cell`.
 */
TILEWRIGHT_API void tilewright_picture_draw (TilewrightPicture *self, cairo_t *cr, double width,
                                             double height);
