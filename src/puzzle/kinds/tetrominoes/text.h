/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - signatures and solutions of tetromino squares as text: for the kind
 * (tetrominoes.c), the command line and the network. */
#pragma once

#include <json-glib/json-glib.h>

#include "puzzle/tetrominoes.h"

/* Parses "I60,J103,...": letters in any order, each at most once, each with its number; absent
 * letters count 0. Returns FALSE with "signature: ..." when the text is malformed. */
gboolean tw_tetromino_parse_signature (const char *text, gint64 counts[TW_N_TETROMINO_LETTERS],
                                       GError **error);

/* Appends a tetromino at any position to the placements of a board of this side; cells outside are
 * skipped. */
void tw_tetromino_add_placement (TwResult *result, int side, int figure, int angle, int x, int y);
/* Reads [["L", 1, 0, 0], ...] into placements of `result`, whose board is `side` cells wide and
 * high. Reads at most side * side of them. Their positions are not checked. */
gboolean tw_tetromino_read_solution (JsonArray *array, int side, TwResult *result, GError **error);
