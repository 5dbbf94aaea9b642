/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-json.h - boards and answers of the grid-covering contest of 2015 as
 * JSON, in and out.
 *
 *   {"id": "...", "width": 25, "height": 20, "puzzle": [[true, false, ...], ...]}
 *   {"id": "...", "squares": [{"X": 3, "Y": 5, "Size": 2}, ...]}
 *
 * puzzle[y][x], rows from the top; true must be covered. X, Y: the upper-left
 * cell. Members may come in any order, others are passed over, `id` may be absent.
 * Errors: TW_PUZZLE_ERROR_FORMAT, "puzzle[3][7]: ..."; no file name.
 */
#ifndef TW_PUZZLE_CONTEST_JSON_H
#define TW_PUZZLE_CONTEST_JSON_H

#include <json-glib/json-glib.h>

#include "core/board.h"
#include "core/tiling.h"

G_BEGIN_DECLS

/* Freed by tw_board_free (). */
TwBoard *tw_contest_read_board (JsonObject *object, GError **error);
/* A board on several lines, a row a line; `id` may be NULL. g_free () it. */
char *tw_contest_write_board (const char *id, const TwBoard *board);

/* Appends the squares of the answer's member "squares" to `tiling`. At most
 * `most` squares; coordinates may lie anywhere within 32 bits. */
gboolean tw_contest_read_squares (JsonObject *object, gsize most, TwTiling *tiling, GError **error);
/* Adds the member "squares" to the open object. */
void tw_contest_write_squares (const TwTiling *tiling, JsonBuilder *builder);

G_END_DECLS

#endif
