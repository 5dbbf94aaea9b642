/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picture.h - from puzzles and answers (puzzle/) to scenes: for the window and
 * the command line. */
#ifndef TW_DRAW_PICTURE_H
#define TW_DRAW_PICTURE_H

#include "draw/scene.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

/* The puzzle with the answer on it; without one (`result` may be NULL, too) with
 * the pieces placed beforehand. Any thread. */
TwScene *tw_picture_scene (const TwPuzzle *puzzle, const TwResult *result);
/* One piece of a puzzle that has pieces, turned, on nothing. Any thread. */
TwScene *tw_picture_piece (const TwPuzzle *puzzle, guint piece, int transform);

G_END_DECLS

#endif
