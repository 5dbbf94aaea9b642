/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-divide.h - how one puzzle of a kind is divided into parts that many machines solve
 * independently (puzzle/cluster). A part is a number from 0; its answer is one line of JSON, which
 * only these functions read.
 */
#pragma once

#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/kind.h"

struct TwKindDivide {
  gboolean exact; /* a part that is solved twice has the same answer */
  /* Returns the number of parts, if possible at least `wanted`, and sets *detail, a number of the
   * kind that, together with the puzzle, defines the parts. Returns 0 and sets `error` when the
   * puzzle cannot be divided. */
  guint (*divide) (const TwPuzzle *puzzle, guint wanted, TwRun *run, guint *detail, GError **error);
  /* The number of parts of a division with this detail; 0 when there is no such division. Another
   * version may divide the puzzle in another way. */
  guint (*count) (const TwPuzzle *puzzle, guint detail, TwRun *run);
  /* Returns the line of JSON for one part, which the caller frees with g_free (); NULL when the run
   * ended before the part was solved, or the checker refused its solution. */
  char *(*solve) (TwPuzzle *puzzle, guint detail, guint part, const TwOptions *options, TwRun *run);
  /* Joins the solutions of all parts into one result. An entry of `answers` is NULL when its part
   * is missing. Sets *decided when no missing part can change the result. Returns NULL and sets
   * `error` when an entry is malformed. */
  TwResult *(*join) (TwPuzzle *puzzle, guint detail, GPtrArray *answers, gboolean *decided,
                     GError **error);
};
