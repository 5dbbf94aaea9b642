/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - builds scenes from puzzles and solutions (puzzle/) for the window and the command
 * line. */
#pragma once

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
