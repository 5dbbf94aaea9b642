/* SPDX-License-Identifier: GPL-3.0-or-later */
/* handout.h - a puzzle on paper, for a classroom: a PDF of two A4 pages, to be printed on both sides
 * of a sheet. The first has the board and the pieces in the same scale, to be cut out; the second
 * has the solution.
 *
 * The same result always gives the same bytes. Threads: any. */
#pragma once

#include "puzzle/result.h"

enum {
  TW_HANDOUT_MAX_PIECES = 200, /* copies that are drawn; with more, each piece is drawn once */
};

/* `result` has a solution. Returns NULL and sets `error` (TW_PUZZLE_ERROR) when there is not enough
 * memory, or when the board is too large to be drawn as paths. */
GBytes *tw_handout_write (const TwResult *result, GError **error);
