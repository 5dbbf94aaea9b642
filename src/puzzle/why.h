/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.h - why the bound of a result holds, or why there is no solution, for people: a sentence, and a
 * layer over the board that shows what the sentence speaks of. Kinds explain their results
 * (kind-solution.h); draw/scene.h draws the layer.
 *
 * A value does not change once it is made. Any thread. */
#pragma once

#include "puzzle/result.h"

typedef enum {
  TW_LAYER_NONE,    /* the sentence says it all */
  TW_LAYER_MARKS,   /* cells of weight 1: each needs a square of its own */
  TW_LAYER_PRICES,  /* dual prices, `unit` of which are worth one square */
  TW_LAYER_COLOURS, /* two colours: dark cells have the weight 1 */
  TW_LAYER_RING,    /* cells of weight 1: they cannot be covered */
} TwLayerKind;

typedef struct TwWhy {
  TwLayerKind layer;
  gint32 unit;
  gint32 *weights;   /* one for each cell, row-major */
  char *sentence;    /* translated */
  TwResult *example; /* placements to show instead of a solution; NULL: none */
} TwWhy;

/* All weights are 0, and the unit is 1. */
TwWhy *tw_why_new (const TwPuzzle *puzzle, TwLayerKind layer);
void tw_why_free (TwWhy *why);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwWhy, tw_why_free)

/* A reason, which elsewhere follows a colon, as a sentence. The caller frees it with g_free (). */
char *tw_why_sentence (const char *reason);

/* Whether a result has a bound, or a proof that there is no solution, that its kind can explain. `result`
 * may be NULL. */
gboolean tw_result_has_why (const TwResult *result);
/* Explains it by the dual prices, or otherwise by the simplest means. Takes as long as the run lasts.
 * Returns NULL when there is no evidence, or it was not found in time. */
TwWhy *tw_result_explain (const TwResult *result, gboolean prices, TwRun *run);
