/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - the JSON format of piece puzzles.
 *
 *   {"format": "tilewright-pieces", "version": 1,
 *    "board": ["aab", "a b"],              a space is no cell, rows may be ragged
 *    "rotate": true, "flip": true,         defaults for all pieces
 *    "pieces": [{"name": "A", "cells": ["aa", "a"], "least": 0, "most": 1,
 *                "rotate": true, "flip": false}, ...],
 *    "free": 2,                            cells that a solution leaves free
 *    "placed": [{"piece": "A", "transform": 0, "x": 0, "y": 0}, ...]}
 *
 * Only "board" and each piece's "cells" are required. By default least is 0, most is 1 (or least,
 * when that is more), rotate and flip are true, free is 0. docs/formats.md says which names pieces
 * without one get, and describes "most_free", "takes", "level" and "trials". Transforms are
 * numbered as in core/base/transform.h; x and y are the upper-left cell of the bounding box of the
 * transformed piece. Any character is a colour.
 */
#pragma once

#include "puzzle/kinds/pieces/shared.h"

TwPuzzle *tw_piece_json_read (const TwKind *kind, JsonObject *object, GError **error);
/* Writes any piece puzzle; the caller frees the text with g_free (). */
char *tw_piece_json_write (const TwPuzzle *puzzle);
