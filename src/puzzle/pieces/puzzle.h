/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.h - puzzles that place pieces, whatever their kind: the value that readers, the editor, the
 * window and pictures share. Its payload is a problem of core/pieces with the names of its colours.
 * Kinds with TW_KIND_PIECES have such puzzles.
 *
 * Ownership and threads: as in puzzle/puzzle.h; the payload is immutable.
 */
#pragma once

#include "core/pieces/grade.h"
#include "puzzle/puzzle.h"

enum {
  TW_PIECE_MAX_COLOURS = 254, /* the number of colours that a scene can show */
};
/* The characters of colours 1, 2, ... of a problem. Zero-initialised: no colours. */
typedef struct {
  gunichar names[TW_PIECE_MAX_COLOURS + 1];
  guint count;
} TwPieceColours;

/* Returns the number of a colour, adding it if necessary; 0 when there are too many. */
guint8 tw_piece_colours_add (TwPieceColours *colours, gunichar name);

/* Takes ownership of `problem` and of `blocked`, which is NULL or has width x height bytes:
 * non-zero for cells that are obstacles and not holes in the outline. `colours` may be NULL: there
 * is then one unnamed colour. */
TwPuzzle *tw_piece_puzzle_new (const TwKind *kind, const char *id, TwPieceProblem *problem,
                               const TwPieceColours *colours, guint8 *blocked);

/* Does the kind of the puzzle have a piece problem? */
gboolean tw_puzzle_has_pieces (const TwPuzzle *puzzle);
gboolean tw_kind_has_pieces (const TwKind *kind);
const TwPieceProblem *tw_piece_puzzle_get_problem (const TwPuzzle *puzzle);
const TwPieceColours *tw_piece_puzzle_get_colours (const TwPuzzle *puzzle);

/* How hard the puzzle is, for the maker and the reader while there is only one reference; a copy with
 * other rules has no grade. */
void tw_piece_puzzle_set_grade (TwPuzzle *puzzle, TwGrade grade);
TwGrade tw_piece_puzzle_get_grade (const TwPuzzle *puzzle);

/* Whether pieces may be rotated or reflected. */
typedef enum {
  TW_ORIENTATIONS_KEEP, /* as in the puzzle */
  TW_ORIENTATIONS_ALLOW,
  TW_ORIENTATIONS_FORBID,
} TwOrientations;

/* Makes a copy of the puzzle with other rules; returns NULL and sets `error` when a piece placed
 * beforehand breaks them. */
TwPuzzle *tw_piece_puzzle_with_orientations (TwPuzzle *puzzle, TwOrientations rotate,
                                             TwOrientations flip, GError **error);

/* The same for one piece. */
TwPuzzle *tw_piece_puzzle_with_piece_orientations (TwPuzzle *puzzle, guint piece, gboolean rotate,
                                                   gboolean flip, GError **error);

/* Makes a copy of the puzzle whose solutions leave `n_free` cells free; returns NULL and sets `error`
 * when the board has fewer. */
TwPuzzle *tw_piece_puzzle_with_free (TwPuzzle *puzzle, int n_free, GError **error);

/* Makes a copy of the puzzle with exactly these pieces placed beforehand; returns NULL and the
 * fault of the first piece that cannot be placed there. */
TwPuzzle *tw_piece_puzzle_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n,
                                       TwPlaceFault *fault);
/* The number of cells under pieces placed beforehand, and of all cells that a solution covers. */
gsize tw_piece_puzzle_count_covered (const TwPuzzle *puzzle, gsize *wanted);
/* The first piece with the same cells; equal pieces are drawn alike. */
guint tw_piece_puzzle_alike (const TwPuzzle *puzzle, guint piece);
/* The index of the first piece of this name; -1 when there is none. */
int tw_piece_puzzle_find (const TwPuzzle *puzzle, const char *name);

/* The default name of piece number `i`: A, B, ..., Z, AA, ... */
char *tw_piece_name (guint i);
