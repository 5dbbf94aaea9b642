/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-json.h - reads and writes boards and solutions of the grid-covering contest of 2015 as
 * JSON.
 *
 *   {"id": "...", "width": 25, "height": 20, "puzzle": [[true, false, ...], ...]}
 *   {"id": "...", "squares": [{"X": 3, "Y": 5, "Size": 2}, ...]}
 *
 * puzzle[y][x] lists the rows from the top; true cells must be covered. X, Y is the upper-left
 * cell of a square. Members may come in any order, unknown members are ignored, `id` may be
 * absent. Errors are TW_PUZZLE_ERROR_FORMAT, "puzzle[3][7]: ...", without a file name.
 */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "puzzle/json.h"

/* The caller frees the board with tw_board_free (). */
TwBoard *tw_contest_read_board (JsonObject *object, GError **error);
/* Writes a board, one row a line; `id` may be NULL. The caller frees the text with g_free (). */
char *tw_contest_write_board (const char *id, const TwBoard *board);

/* Appends the squares of the member "squares" to `tiling`. Reads at most `most` squares;
 * coordinates may be any 32-bit numbers. */
gboolean tw_contest_read_squares (JsonObject *object, gsize most, TwTiling *tiling, GError **error);
/* Adds the member "squares" to the open object. */
void tw_contest_write_squares (const TwTiling *tiling, TwJsonBuilder *builder);
