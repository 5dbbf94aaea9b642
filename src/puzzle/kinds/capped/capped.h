/* SPDX-License-Identifier: GPL-3.0-or-later */
/* capped.h - tilings of an empty rectangle with squares where the number of equal squares is
 * capped. The engine is core/capped/solve.h.
 *
 * File formats: a JSON object,
 *
 *   {"kind": "capped", "id": "...", "size": [33, 32], "cap": 1, "goal": "any"}
 *
 * where size may be one number, cap may be absent (no cap), and goal may be absent (least-cap, or
 * any with a cap); or Bouwkamp codes, one a line (core/capped/bouwkamp.h), each of which is a
 * known tiling.
 */
#pragma once

#include "core/capped/solve.h"
#include "puzzle/formats/model.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-divide.h"

enum {
  TW_CAPPED_MAX_LISTED = 1000, /* tilings kept for the goal "all" */
};

extern const TwKind tw_kind_capped;

/* Returns NULL with TW_PUZZLE_ERROR_USAGE when the problem is out of range. `known` is a known
 * tiling, which is copied; it may be NULL. `id` may be NULL. */
TwPuzzle *tw_capped_puzzle_new (const char *id, const TwCappedProblem *problem,
                                const TwTiling *known, GError **error);
/* Owned by the puzzle. */
const TwCappedProblem *tw_capped_get_problem (const TwPuzzle *puzzle);
const TwTiling *tw_capped_get_known (const TwPuzzle *puzzle); /* NULL: none */

/* Sets the members of a result whose payload, a TwCappedResult, a search has filled. */
void tw_capped_set_status (TwResult *result, TwStatus status);

extern const TwKindDivide tw_capped_parts; /* parts.c */
/* Adds a tiling, as a Bouwkamp code, to those found. Returns FALSE when it does not solve the puzzle,
 * or memory is short. In parts.c. */
gboolean tw_capped_add_tiling (const TwCappedProblem *problem, const char *code,
                               TwCappedResult *found);

/* Certificates as docs/certificate.md describes them. A proof is certified if the plain search of a
 * checker can repeat it; the writer runs that search, too. In certificate.c. */
extern const TwKindCertify tw_capped_certify;

/* The puzzle as a 0/1 model, for other solvers and as a second opinion in the tests. `board` is that of
 * the problem, without obstacles. Returns NULL and sets `error` when the model would be too large.
 * In model.c. */
TwModel *tw_model_of_capped (const TwCappedProblem *problem, const TwBoard *board, GError **error);
