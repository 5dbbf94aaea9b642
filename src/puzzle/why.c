/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.c - see why.h. */
#include "puzzle/why.h"

#include <string.h>

#include "puzzle/kind-solution.h"

TwWhy *
tw_why_new (const TwPuzzle *puzzle, TwLayerKind layer)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  TwWhy *why = g_new0 (TwWhy, 1);

  why->layer = layer;
  why->unit = 1;
  why->weights = g_new0 (gint32, (gsize) board->width * (gsize) board->height);
  return why;
}

void
tw_why_free (TwWhy *why)
{
  g_free (why->weights);
  g_free (why->sentence);
  g_clear_pointer (&why->example, tw_result_unref);
  g_free (why);
}

char *
tw_why_sentence (const char *reason)
{
  g_autofree char *first = g_utf8_substring (reason, 0, *reason != '\0' ? 1 : 0);
  g_autofree char *capital = g_utf8_strup (first, -1);

  return g_strconcat (capital, reason + strlen (first), NULL);
}

gboolean
tw_result_has_why (const TwResult *result)
{
  return result != NULL && tw_puzzle_get_kind (result->puzzle)->solution->explain != NULL
         && (result->bound > 0 || result->status == TW_STATUS_INFEASIBLE);
}

TwWhy *
tw_result_explain (const TwResult *result, gboolean prices, TwRun *run)
{
  return tw_result_has_why (result)
           ? tw_puzzle_get_kind (result->puzzle)->solution->explain (result, prices, run)
           : NULL;
}
