/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces.h - puzzles with coloured boards and pieces, from drawings and the JSON format of
 * this project. */
#ifndef TW_PUZZLE_KINDS_PIECES_PIECES_H
#define TW_PUZZLE_KINDS_PIECES_PIECES_H

#include "puzzle/kinds/pieces/puzzle.h"

G_BEGIN_DECLS

extern const TwKind tw_kind_pieces;

G_END_DECLS

#endif
