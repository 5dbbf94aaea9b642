/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-solution.h - the solutions of a kind: what they consist of, their cost, how they are written,
 * read, checked and described. */
#pragma once

#include <json-glib/json-glib.h>

#include "puzzle/json.h"
#include "puzzle/kind.h"

/* What the solutions of a kind consist of; the payload of its results begins with it. */
typedef enum {
  TW_FORM_OTHER,   /* only the kind knows */
  TW_FORM_SQUARES, /* a TwTiling */
  TW_FORM_PIECES,  /* TwPlacements */
} TwSolutionForm;

enum {
  TW_MAX_FAULT_TEXTS = 100,
  TW_COST_LEAST = 0, /* the least possible cost: a solution with it is optimal */
};

struct TwKindSolution {
  /* The payload of a result: zeroed memory of this size at first, which begins with a solution of
   * the form. `payload_clear` frees what follows the solution; it may be NULL. `copy`
   * copies the solution into a new payload; only kinds of TW_FORM_OTHER need it. */
  TwSolutionForm form;
  const char *goal; /* what a solution does, one sentence; untranslated */
  gsize payload_size;
  void (*payload_clear) (gpointer payload);
  void (*copy) (gpointer copy, gconstpointer payload);

  /* The cost to minimise, at least TW_COST_LEAST, of a result with a solution. NULL: all solutions
   * are equally good. */
  gint64 (*cost) (const TwResult *result);
  gboolean bounds_cost; /* the bound of a result is a lower bound on this cost */
  /* Adds the members of the solution, in the result format, to the open object. Also called for
   * results without a solution. */
  void (*write) (const TwResult *result, TwJsonBuilder *builder);
  /* Reads the members that `write` writes; the common members have been read. Rejects
   * lists of impossible length, but accepts placements outside the board or on each other, which
   * `check` reports. */
  gboolean (*read) (TwResult *result, JsonObject *object, GError **error);
  /* The name of the member whose value, an array, is also accepted alone as a whole solution. May
   * be NULL. */
  const char *bare;
  /* Checks the solution with the kind's independent checker, appends a translated text (to be
   * freed with g_free ()) for each fault, and returns the number of faults. At most
   * TW_MAX_FAULT_TEXTS texts are appended. */
  gsize (*check) (const TwResult *result, GPtrArray *faults);
  /* The solution in one translated sentence. When it is NULL or returns NULL, the number of pieces
   * or squares is shown. */
  char *(*describe) (const TwResult *result);
  /* The number of squares of one size that a solution may have. NULL: any number. */
  int (*most_of_size) (const TwPuzzle *puzzle, int size);
  /* See tw_result_explain (): `result` has a bound or is a proof. May be NULL. */
  struct TwWhy *(*explain) (const TwResult *result, gboolean prices, TwRun *run);
};

/* Whether squares can be laid on the board by hand. */
static inline gboolean
tw_puzzle_takes_squares (const TwPuzzle *puzzle)
{
  return tw_puzzle_get_kind (puzzle)->solution->form == TW_FORM_SQUARES;
}
