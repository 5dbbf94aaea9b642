/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-private.h - what edit.c and edit-pieces.c share. */
#ifndef TW_PUZZLE_EDIT_PRIVATE_H
#define TW_PUZZLE_EDIT_PRIVATE_H

#include "puzzle/edit.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"

#define edit_error(error, ...) \
  g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE, __VA_ARGS__)

/* Takes over `problem` and `blocked`, as tw_piece_puzzle_new () does; what it is
 * called is as in `puzzle`. */
TwPuzzle *tw_edit_remake (TwPuzzle *puzzle, TwPieceProblem *problem, const TwPieceColours *colours,
                          guint8 *blocked);
/* Which blocked cells are obstacles; NULL when none is. g_free () it. */
guint8 *tw_edit_dup_blocked (const TwPuzzle *puzzle);
/* Sets *name, if it is wanted, to `text`, which is taken over. */
void tw_edit_say (char **name, char *text);

#endif
