/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - builds scenes from puzzles and solutions (puzzle/) for the window and the command
 * line. */
#pragma once

#include "draw/scene.h"
#include "puzzle/result.h"

/* The puzzle with the solution of `result`. Without one (`result` may be NULL) the scene has only
 * the fixed pieces. Any thread. */
TwScene *tw_picture_scene (const TwPuzzle *puzzle, const TwResult *result);
/* One piece of a piece puzzle, transformed, without a board. Any thread. */
TwScene *tw_picture_piece (const TwPuzzle *puzzle, guint piece, int transform);
