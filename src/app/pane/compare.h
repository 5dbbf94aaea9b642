/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - compares two solutions of a puzzle: a bar above the board that says how many tiles
 * differ and chooses which of the two is on the board, and the scene in which the tiles that both
 * have are pale.
 *
 * The first solution stays until the comparison ends; the second one is the solution that the user
 * selects. The bar is visible while it compares. Main thread only. */
#pragma once

#include "app/part.h"

#include "draw/scene.h"
#include "puzzle/result.h"

#define TW_TYPE_COMPARE (tw_compare_get_type ())
G_DECLARE_FINAL_TYPE (TwCompare, tw_compare, TW, COMPARE, TwPart)

/* Signal "switched": the user wants the other one of the two on the board. */

/* `name` is the name of the first solution; translated. */
void tw_compare_begin (TwCompare *self, TwResult *first, const char *name);
void tw_compare_end (TwCompare *self);
gboolean tw_compare_is_active (TwCompare *self);
/* The puzzle of the first solution; NULL: nothing is compared. */
TwPuzzle *tw_compare_get_puzzle (TwCompare *self);
/* The second solution, of the same puzzle. The caller drops the reference to the scene. */
TwScene *tw_compare_show (TwCompare *self, TwResult *second, const char *name);
/* Puts the other one of the two on the board. */
void tw_compare_switch (TwCompare *self);
/* The first solution if that is on the board; otherwise NULL. */
TwResult *tw_compare_get_first_shown (TwCompare *self);
