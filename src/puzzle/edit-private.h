/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-private.h - declarations shared by edit.c and edit-pieces.c. */
#pragma once

#include "puzzle/edit.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* Makes a puzzle with the names of `puzzle`. Takes ownership of `problem` and `blocked`, like
 * tw_piece_puzzle_new (). */
TwPuzzle *tw_edit_remake (TwPuzzle *puzzle, TwPieceProblem *problem, const TwPieceColours *colours,
                          guint8 *blocked);
/* Returns which blocked cells are obstacles, to be freed with g_free (); NULL when there are
 * none. */
guint8 *tw_edit_dup_blocked (const TwPuzzle *puzzle);
/* Sets *name to `text`, of which it takes ownership; `name` may be NULL. */
void tw_edit_say (char **name, char *text);
