/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-squares.h - minimum-square covers of a board with obstacles. */
#ifndef TW_PUZZLE_KIND_SQUARES_H
#define TW_PUZZLE_KIND_SQUARES_H

#include "puzzle/kind.h"

G_BEGIN_DECLS

extern const TwKind tw_kind_squares;

/* Takes over `board`; `id` may be NULL. For the editor, the generator, tests. */
TwPuzzle *tw_squares_puzzle_new (const char *id, TwBoard *board);

/* For kinds whose answers are squares on the board: their check. */
gsize tw_squares_check (const TwResult *result, GPtrArray *faults);

G_END_DECLS

#endif
