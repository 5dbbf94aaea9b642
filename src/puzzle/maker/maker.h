/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker.h - makes piece puzzles at random, each proved to be what was wished. For the command
 * line and the dialog of new puzzles.
 *
 * A candidate is a board, a choice of pieces that fill it, and a tiling by them. When one solution is
 * wished, all its pieces are placed beforehand, then taken away one by one as long as the others
 * leave one solution; so none of those that stay is superfluous. A candidate depends on the seed and
 * on its number only, and candidates are accepted in the order of their numbers; therefore the
 * puzzles do not depend on the number of threads.
 */
#pragma once

#include "core/pieces/grade.h"
#include "puzzle/maker/outline.h"
#include "puzzle/pieces/puzzle.h"

enum {
  TW_MAKER_MAX_PUZZLES = 10000,
  TW_MAKER_MAX_PIECES = 400, /* in one puzzle */
};

typedef enum {
  TW_MAKER_ANY,      /* at least one solution */
  TW_MAKER_DISTINCT, /* one up to the symmetries of the board */
  TW_MAKER_ONE,      /* exactly one */
} TwMakerSolutions;

typedef struct {
  TwPuzzle *set;        /* the pieces, and the board unless there is one below */
  const TwBoard *board; /* of free and blocked cells; or NULL */
  int outline;          /* cells of a board that grows at random; 0: none */
  gboolean symmetric;   /* a half turn maps the outline, or the holes, to itself */
  int n_pieces;         /* how many are used; 0: any number */
  char **used;          /* names of pieces that are used; may be NULL */
  TwMakerSolutions solutions;
  TwStep level; /* with TW_MAKER_ONE; TW_STEP_NONE: any */
  guint64 seed;
} TwMakerPlan;

/* Receives puzzle number `index` = 0, 1, ...; it owns the puzzle. The calls follow one another, on
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
