/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-quadrillion.h - Quadrillion: twelve given pieces on four grids of 4 x 4
 * cells in any arrangement, some cells blocked, some pieces placed already.
 *
 * A file holds boards with empty lines between them: . free, * blocked, a space
 * outside, A to L a piece that is placed. At most 16 x 16 cells. Every piece is
 * used once; all solutions are listed, symmetric ones too. */
#ifndef TW_PUZZLE_KIND_QUADRILLION_H
#define TW_PUZZLE_KIND_QUADRILLION_H

#include "puzzle/piece-puzzle.h"

G_BEGIN_DECLS

enum {
  TW_QUADRILLION_MAX_SIDE = 16,
  TW_QUADRILLION_N_PIECES = 12,
  TW_QUADRILLION_PIECE_SIDE = 4,
};

extern const TwKind tw_kind_quadrillion;

/* Twelve shapes other than those of the product. */
typedef struct TwQuadrillionSet TwQuadrillionSet;

/* From twelve grids of 4 x 4 numbers, 0 or 1, separated by white space. NULL
 * and `error` "PLACE: REASON" when the text is none. */
TwQuadrillionSet *tw_quadrillion_set_read (const char *text, gsize length, GError **error);
void tw_quadrillion_set_free (TwQuadrillionSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwQuadrillionSet, tw_quadrillion_set_free)

/* The same board with these pieces; NULL and `error` when a placed piece is no
 * longer one of them. */
TwPuzzle *tw_quadrillion_with_set (TwPuzzle *puzzle, const TwQuadrillionSet *set, GError **error);

G_END_DECLS

#endif
