/* picture.h - from puzzles and answers (puzzle/) to scenes: for the window and
 * the command line. */
#ifndef TW_DRAW_PICTURE_H
#define TW_DRAW_PICTURE_H

#include "draw/scene.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

/* The puzzle with the answer on it; `result` may be NULL or without one. Any
 * thread. */
TwScene *tw_picture_scene (const TwPuzzle *puzzle, const TwResult *result);

G_END_DECLS

#endif
