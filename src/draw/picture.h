/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - builds scenes from puzzles and solutions (puzzle/) for the window and the command
 * line. */
#pragma once

#include <cairo.h>

#include "draw/scene.h"
#include "puzzle/result.h"

/* The puzzle with the solution of `result`. Without one (`result` may be NULL) the scene has only
 * the fixed pieces. Any thread. */
TwScene *tw_picture_scene (const TwPuzzle *puzzle, const TwResult *result);
/* The same with the layer that explains the bound of the result, or why there is none; with the example
 * of the explanation, if it has one, instead of the solution. */
TwScene *tw_picture_why (const TwPuzzle *puzzle, const TwResult *result, const TwWhy *why);
/* One piece of a piece puzzle, transformed, without a board. Any thread. */
TwScene *tw_picture_piece (const TwPuzzle *puzzle, guint piece, int transform);
/* The puzzle with the stored solution, at most `size` pixels a side: for a card of the start page. If
 * `stored` is NULL, with a part of a solution that a search of at most `seconds` finds. The caller
 * destroys the surface and checks its status. Any thread. */
cairo_surface_t *tw_picture_card (TwPuzzle *puzzle, const TwResult *stored, int size, TwTheme theme,
                                  double seconds);
