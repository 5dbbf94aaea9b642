/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker.h - makes puzzles at random, each proved to be what was wished. For the command line and the
 * dialog of new puzzles.
 *
 * A candidate depends on the seed and on its number only, and candidates are accepted in the order of
 * their numbers; therefore the puzzles do not depend on the number of threads.
 */
#pragma once

#include "core/pieces/grade.h"
#include "puzzle/grids.h"
#include "puzzle/maker/outline.h"
#include "puzzle/pieces/puzzle.h"

enum {
  TW_MAKER_MAX_PUZZLES = 100000,
  TW_MAKER_MAX_PIECES = 400, /* in one puzzle */
  TW_MAKER_MAX_CAPPED_SIDE = 24,
  TW_MAKER_LEAST_ORDER = 9, /* of perfect rectangles */
  TW_MAKER_MAX_ORDER = 15,
};

typedef enum {
  TW_MAKE_PIECES,      /* a board and pieces that fill it */
  TW_MAKE_BOARDS,      /* to be covered by the fewest squares */
  TW_MAKE_TETROMINOES, /* a square and its figures */
  TW_MAKE_CAPPED,      /* rectangles to be tiled, with few squares of each size */
  TW_MAKE_PERFECT,     /* rectangles to be tiled with different squares */
} TwMakerFamily;

/* When one solution is wished, pieces are placed beforehand, none of them superfluous: without it there
 * would be several solutions, or the puzzle would be harder than wished. A board has one
 * tiling by the fewest squares; a tetromino square and a capped rectangle have one tiling up to
 * symmetry; a perfect rectangle is the only simple one with its sides and its number of squares. */
typedef enum {
  TW_MAKER_ANY,      /* at least one solution */
  TW_MAKER_DISTINCT, /* of pieces: one up to the symmetries of the board */
  TW_MAKER_ONE,      /* exactly one */
} TwMakerSolutions;

typedef struct {
  TwMakerFamily family;
  TwMakerSolutions solutions;
  guint64 seed;

  /* Boards; of tetrominoes the width is the side, of capped rectangles the longest side. */
  int width;
  int height;
  double density;
  gboolean contest; /* the seed of the board chooses these three */

  int order; /* of perfect rectangles: how many squares */

  /* Pieces. */
  TwPuzzle *set;        /* the pieces, and the board unless there is one below */
  gboolean arranges;    /* its four grids are arranged at random */
  const TwBoard *board; /* of free and blocked cells; or NULL */
  int outline;          /* cells of a board that grows at random; 0: none */
  gboolean symmetric;   /* a half turn maps the outline, or the holes, to itself */
  int n_pieces;         /* how many are used; 0: any number */
  char **used;          /* names of pieces that are used; may be NULL */
  TwStep level;         /* with TW_MAKER_ONE; TW_STEP_NONE: any */
} TwMakerPlan;

/* Receives puzzle number `index` = 0, 1, ..., which has an id and says what made it; it owns the puzzle. The calls follow one another, on
 * any thread. Returns FALSE to stop. */
typedef gboolean (*TwMakerFound) (TwPuzzle *puzzle, guint index, gpointer data);

typedef struct TwMaker TwMaker;

/* Copies the plan. Returns NULL and sets `error` when no puzzle can be as planned. */
TwMaker *tw_maker_new (const TwMakerPlan *plan, GError **error);
void tw_maker_free (TwMaker *maker);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwMaker, tw_maker_free)

/* Makes `count` puzzles, no two of them equal up to rotation and reflection. Blocks until they are
 * made, `run` stops or `found` returns FALSE. Returns FALSE and sets `error` when there are fewer. */
gboolean tw_maker_run (TwMaker *maker, guint count, int threads, TwRun *run, TwMakerFound found,
                       gpointer data, GError **error);

/* Arranges the four grids of Quadrillion at random, again while a short search proves that the pieces do
 * not fill their board, and returns this puzzle. The same *random gives the same. */
TwPuzzle *tw_maker_arrange (TwGrid *grids, guint64 *random, TwRun *run);
