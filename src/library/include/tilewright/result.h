/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.h - how a search ended, and the solution that it found. */
#pragma once

#include <tilewright/types.h>

/**
 * TilewrightPlacement:
 * One square or piece of a solution: read-only properties.
 */
#define TILEWRIGHT_TYPE_PLACEMENT (tilewright_placement_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightPlacement, tilewright_placement, TILEWRIGHT, PLACEMENT, GObject)

/**
 * tilewright_placement_get_cells:
 * Returns: (array length=n_cells) (transfer none): the covered cells, each as y times the width of
 *   the board plus x
 */
TILEWRIGHT_API const guint32 *tilewright_placement_get_cells (TilewrightPlacement *self,
                                                              gsize *n_cells);

/**
 * TilewrightResult:
 * A result. It never changes. Its figures are properties.
 */
#define TILEWRIGHT_TYPE_RESULT (tilewright_result_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightResult, tilewright_result, TILEWRIGHT, RESULT, GObject)

/**
 * tilewright_result_new_from_json:
 * @json: the text of tilewright_result_to_json (), or a bare solution as contests write it
 *
 * Reads a result of the puzzle. Its solution is not checked, see tilewright_result_check ().
 * Errors: SYNTAX, FORMAT.
 */
TILEWRIGHT_API TilewrightResult *tilewright_result_new_from_json (TilewrightPuzzle *puzzle,
                                                                  const char *json, GError **error);

/**
 * tilewright_result_to_json:
 * Returns: the result as `tilewright-cli solve --json` writes it, on one line
 */
TILEWRIGHT_API char *tilewright_result_to_json (TilewrightResult *self);

/* The properties of these names. */
TILEWRIGHT_API TilewrightStatus tilewright_result_get_status (TilewrightResult *self);
TILEWRIGHT_API gint64 tilewright_result_get_cost (TilewrightResult *self);
TILEWRIGHT_API gint64 tilewright_result_get_bound (TilewrightResult *self);
TILEWRIGHT_API gint64 tilewright_result_get_gap (TilewrightResult *self);

/**
 * tilewright_result_has_solution:
 * Returns: whether the status is optimal or feasible
 */
TILEWRIGHT_API gboolean tilewright_result_has_solution (TilewrightResult *self);

/**
 * tilewright_result_get_placements:
 * Returns: (transfer full): a list of #TilewrightPlacement, the squares or pieces of the solution,
 *   made when they are asked for
 */
TILEWRIGHT_API GListModel *tilewright_result_get_placements (TilewrightResult *self);

/**
 * tilewright_result_get_solutions:
 * Returns: (transfer full): a list of #TilewrightResult, all solutions that the search kept, made
 *   when they are asked for. The option `limit` says how many are searched for.
 */
TILEWRIGHT_API GListModel *tilewright_result_get_solutions (TilewrightResult *self);

/**
 * tilewright_result_describe:
 * Returns: one sentence for people, translated: "47 squares, optimal"
 */
TILEWRIGHT_API char *tilewright_result_describe (TilewrightResult *self);

/**
 * tilewright_result_check:
 * @n_faults: (out) (optional): the number of faults
 *
 * Checks the solution with a checker that shares no code with the engines. A result without a
 * solution has no faults.
 * Returns: (transfer full): what is wrong, translated, at most 100 sentences; empty: nothing
 */
TILEWRIGHT_API GStrv tilewright_result_check (TilewrightResult *self, gsize *n_faults);

/**
 * tilewright_result_certify:
 * @options: (nullable): the limits of time and memory
 * @bound: (out) (optional): the lower bound that the certificate proves
 *
 * Proves the bound of the result, or that there is no solution, for `tilewright-check`. Blocks. When
 * time is short the bound is smaller. tilewright-check, if it is installed, has accepted it.
 * Returns: the contents of a certificate file
 * Errors: USAGE when there are no certificates of this kind; FORMAT; SIZE; G_IO_ERROR_CANCELLED.
 */
TILEWRIGHT_API GBytes *tilewright_result_certify (TilewrightResult *self,
                                                  TilewrightOptions *options,
                                                  GCancellable *cancellable, gint64 *bound,
                                                  GError **error);
