/* SPDX-License-Identifier: GPL-3.0-or-later */
/* play.h - pieces that are placed on a board by hand: those of a piece puzzle, or the figures of a
 * tetromino square. For the window and for pictures. Any thread.
 */
#pragma once

#include "puzzle/pieces/puzzle.h"
#include "puzzle/result.h"

/* The piece puzzle whose pieces can be placed: the puzzle, or the figures that it owns; NULL: there are
 * no pieces. */
TwPuzzle *tw_play_get_pieces (const TwPuzzle *puzzle);
/* Makes a copy of a puzzle with pieces, as tw_piece_puzzle_with_placed () does. */
TwPuzzle *tw_play_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n,
                               TwPlaceFault *fault);
/* The pieces that are placed in `from`, as a result of `puzzle` without a solution. Both have the same
 * pieces. */
TwResult *tw_play_dup_placed (TwPuzzle *puzzle, const TwPuzzle *from);
/* The transform of piece `i` of a result of a puzzle with pieces. */
int tw_play_transform (const TwResult *result, gsize i);
