/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bouwkamp.h - Bouwkamp codes, the standard notation of squared rectangles.
 *
 * "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)": order (number of squares), width, height, then the sizes
 * from top to bottom and left to right. Adjacent squares whose upper sides are on one horizontal
 * line share brackets. After C. J. Bouwkamp, "On the dissection of rectangles into squares"
 * (1946-47), and the lists of A. J. W. Duijvestijn.
 *
 * The reader accepts the variants found in lists: commas or blanks between numbers; a head of all
 * three numbers, of width and height only, or none; no brackets at all (the head is then required).
 *
 * Used by the puzzle layer. No state; safe on any thread. */
#pragma once

#include "core/base/tiling.h"

/* Reads one code of `length` characters. `tiling` is sorted in row-major order; the caller clears
 * it. Returns false when the code is invalid: `error` (of `size` bytes, untranslated) then says at
 * which character (from 1) and why. */
bool tw_bouwkamp_read (const char *text, size_t length, int *width, int *height, TwTiling *tiling,
                       char *error, size_t size);

/* Returns the code without a newline; the caller frees it. NULL when memory is short. The tiling
 * must cover the rectangle. */
char *tw_bouwkamp_write (int width, int height, const TwTiling *tiling);
