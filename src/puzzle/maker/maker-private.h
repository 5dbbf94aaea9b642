/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker-private.h - what maker.c asks of each family of puzzles. Private to puzzle/maker. */
#pragma once

#include "core/run/run.h"
#include "puzzle/maker/maker.h"

/* Why a candidate is no puzzle. */
typedef enum {
  TW_FATE_MADE,
  TW_FATE_NO_TILING, /* the chosen pieces do not fill the board, or not within the budget */
  TW_FATE_SEVERAL,   /* solutions, or too many to count within the budget */
  TW_FATE_OTHER_LEVEL,
  TW_FATE_TWIN, /* of an earlier puzzle */
  TW_FATE_LAST, /* there are no more candidates */
  TW_FATE_STOPPED,
  TW_N_FATES,
} TwMakerFate;

typedef struct {
  TwMakerFate fate;
  TwStep level; /* with TW_FATE_OTHER_LEVEL; TW_STEP_NONE: too hard to be graded */
  TwPuzzle *puzzle;
} TwCandidate;

/* The functions of a family; `state` belongs to it. */
typedef struct {
  /* Returns NULL and sets `error` when no puzzle can be as planned. The plan outlives the state. */
  gpointer (*prepare) (const TwMakerPlan *plan, GError **error);
  void (*free) (gpointer state);
  /* Prepares a run; returns FALSE and sets `error` when it proves that there is no puzzle. */
  gboolean (*start) (gpointer state, TwRun *run, GError **error);
  /* Makes a candidate. Any thread. */
  TwCandidate (*make) (gpointer state, guint64 number, TwRun *run);
} TwRecipe;

/* Is there one solution, raw or up to symmetry? Clears *decided when the budget of a search does not
 * suffice. */
gboolean tw_maker_has_one (const TwPieceProblem *problem, gboolean raw, TwRun *run,
                           gboolean *decided);

extern const TwRecipe tw_recipe_pieces; /* maker-pieces.c */
extern const TwRecipe tw_recipe_plain;  /* maker-others.c: boards, tetromino squares */
extern const TwRecipe tw_recipe_capped; /* maker-others.c: also perfect rectangles */
