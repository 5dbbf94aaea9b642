/* SPDX-License-Identifier: GPL-3.0-or-later */
/* from-solution.h - a tiling by squares, or a tetromino square, as a piece puzzle on the same board:
 * its pieces can be cut out, printed and given to solvers of exact covers.
 *
 * Threads: any. Errors: TW_PUZZLE_ERROR. */
#pragma once

#include "puzzle/result.h"

/* Has the puzzle pieces, or has it them with this result, which may be NULL? */
gboolean tw_puzzle_becomes_pieces (const TwPuzzle *puzzle, const TwResult *result);

/* The pieces are the squares of the solution of `result`, in one size after the other from the
 * largest, or the tetrominoes of the puzzle, for which `result` is not needed and may be NULL. A puzzle
 * that has pieces is returned itself. The caller drops the reference. */
TwPuzzle *tw_puzzle_to_pieces (TwPuzzle *puzzle, const TwResult *result, GError **error);

/* The same in the format of piece puzzles, as an export of kinds (see kind-write.h). */
char *tw_puzzle_write_pieces (const TwPuzzle *puzzle, const TwResult *result, GError **error);

#define TW_PIECES_EXPORT                                           \
  {                                                                \
    "pieces", ".json", N_ ("A piece puzzle with the same pieces"), \
      .write_solved = tw_puzzle_write_pieces                       \
  }
