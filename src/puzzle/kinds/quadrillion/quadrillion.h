/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quadrillion.h - Quadrillion: twelve given pieces on four grids of 4 x 4 cells in any
 * arrangement; some cells are blocked, some pieces may be placed beforehand.
 *
 * A file holds boards separated by empty lines: . is a free cell, * a blocked one, a space lies
 * outside the board, A to L mark a placed piece. A board has at most 16 x 16 cells. Each piece is
 * used once; all solutions are listed, including symmetric ones. A text is taken for such a file
 * when each board consists of four grids of 4 x 4 cells, or when the file is named so: its name
 * contains "board" or "quadrillion".
 */
#pragma once

#include "puzzle/kind.h"

enum {
  TW_QUADRILLION_MAX_SIDE = 16,
  TW_QUADRILLION_N_PIECES = 12,
  TW_QUADRILLION_PIECE_SIDE = 4,
};

extern const TwKind tw_kind_quadrillion;

/* Twelve shapes that replace those of the product. */
typedef struct TwQuadrillionSet TwQuadrillionSet;

/* Reads twelve grids of 4 x 4 numbers, 0 or 1, separated by white space. Returns NULL and sets
 * `error` (TW_PUZZLE_ERROR_SYNTAX) to "PLACE: REASON" when the text is malformed. */
TwQuadrillionSet *tw_quadrillion_set_read (const char *text, gsize length, GError **error);
void tw_quadrillion_set_free (TwQuadrillionSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwQuadrillionSet, tw_quadrillion_set_free)
