/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetromino-json.h - signatures and solutions of tetromino squares as text: for
 * the kind (kind-tetrominoes.c), the command line and the network. */
#ifndef TW_PUZZLE_TETROMINO_JSON_H
#define TW_PUZZLE_TETROMINO_JSON_H

#include <json-glib/json-glib.h>

#include "core/pieces/tetromino.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

/* "I60,J103,...": letters in any order, each at most once, each with its number;
 * letters that are missing count 0. FALSE and "signature: ..." when it is not. */
gboolean tw_tetromino_parse_signature (const char *text, gint64 counts[TW_N_FIGURES],
                                       GError **error);
/* The other way, without figures that count 0. g_free () it. */
char *tw_tetromino_format_signature (const gint64 counts[TW_N_FIGURES]);

/* [["L", 1, 0, 0], ...] into placements of `result`, whose board is `side` cells
 * wide and high. At most side * side are taken. Where they lie is not judged. */
gboolean tw_tetromino_read_solution (JsonArray *array, int side, TwResult *result, GError **error);
/* The same as text on one line, as it is posted; "[]" when there is none. g_free () it. */
char *tw_tetromino_write_solution (const TwResult *result);

G_END_DECLS

#endif
