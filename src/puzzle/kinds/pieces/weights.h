/* SPDX-License-Identifier: GPL-3.0-or-later */
/* weights.h - weights of cells that prove that a piece puzzle has no solution: area, colours and
 * colourings as one argument. The pieces of a solution have the weight of the board together. The
 * proof is that no choice of a number and of places for each piece has it, even with overlaps. */
#pragma once

#include "core/run/run.h"
#include "puzzle/kinds/pieces/exact-cover.h"

/* Returns a weight for each of the width x height cells, which the caller frees with g_free (); NULL
 * when none is found, time or memory runs out. `cells` are colours, 0 for a hole. */
guint32 *tw_weights_find (const TwPieceItem *items, gsize n_items, const guint8 *cells, int width,
                          int height, TwRun *run);
