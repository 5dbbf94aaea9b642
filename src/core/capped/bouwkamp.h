/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bouwkamp.h - the code in which squared rectangles are written down.
 *
 * "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)": order (number of squares), width,
 * height, then the sizes from the top, left to right; squares side by side
 * that hang from one horizontal line share brackets. After C. J. Bouwkamp, "On
 * the dissection of rectangles into squares" (1946-47), and the lists of A. J. W. Duijvestijn.
 *
 * Reading is lenient about what differs between lists: commas or blanks between
 * numbers; of the head all three numbers, only width and height, or nothing;
 * no brackets at all (then the head is needed).
 *
 * Used by the puzzle layer. No state; any thread.
 */
#ifndef TW_CORE_CAPPED_BOUWKAMP_H
#define TW_CORE_CAPPED_BOUWKAMP_H

#include "core/tiling.h"

/* Reads one code (a line: it ends at `length`). The tiling, sorted row-major,
 * is the caller's to clear. False when the code does not fit: `error` (of `size`
 * bytes, untranslated) says at which character (from 1) and why. */
bool tw_bouwkamp_read (const char *text, size_t length, int *width, int *height, TwTiling *tiling,
                       char *error, size_t size);

/* The code, without a newline; the caller frees it. NULL when memory is short.
 * The tiling must cover the rectangle. */
char *tw_bouwkamp_write (int width, int height, const TwTiling *tiling);

#endif
