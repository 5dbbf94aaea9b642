/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-capped.h - tilings of an empty rectangle with squares, no size used more
 * than so many times. Its engine is that of core/capped/solve.h.
 *
 * File formats: a JSON object of our own,
 *
 *   {"kind": "capped", "id": "...", "size": [33, 32], "cap": 1, "goal": "any"}
 *
 * (size may be one number; cap and goal may be absent: no cap, and least-cap or
 * with a cap any), or Bouwkamp codes, one a line (core/capped/bouwkamp.h), each
 * a tiling that is known already. */
#ifndef TW_PUZZLE_KIND_CAPPED_H
#define TW_PUZZLE_KIND_CAPPED_H

#include "core/capped/solve.h"
#include "puzzle/kind.h"

G_BEGIN_DECLS

enum {
  TW_CAPPED_MAX_LISTED = 1000, /* tilings kept of the goal "all" */
};

extern const TwKind tw_kind_capped;

/* NULL and TW_PUZZLE_ERROR_USAGE when the task is out of range. `known` is a
 * tiling that is known already, copied; it may be NULL. `id` may be NULL. */
TwPuzzle *tw_capped_puzzle_new (const char *id, const TwCappedTask *task, const TwTiling *known,
                                GError **error);
/* Owned by the puzzle. */
const TwCappedTask *tw_capped_get_task (const TwPuzzle *puzzle);
const TwTiling *tw_capped_get_known (const TwPuzzle *puzzle); /* NULL: none */

/* What the search for all tilings found, NULL for results that hold none:
 * count, list, proved bounds. Owned by the result. */
const TwCappedAnswer *tw_capped_get_answer (const TwResult *result);

G_END_DECLS

#endif
