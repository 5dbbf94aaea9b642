/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.h - certificates of piece puzzles, as docs/certificate.md describes them.
 *
 * Each function blocks until it is done or the run ends: for workers and the command line. Any
 * thread. The caller frees the text with g_free (). Each returns NULL and sets `error` when the
 * puzzle is too large for the format, or time or memory runs out; `run` is NULL when memory is short.
 */
#pragma once

#include "core/run/run.h"
#include "puzzle/kinds/pieces/shared.h"

/* Certifies that a piece puzzle has `raw` solutions, symmetric ones included. Fails, too, when the
 * count turns out to be wrong. */
char *tw_ledger_write (TwPuzzle *puzzle, guint64 raw, TwRun *run, gsize *length, GError **error);

/* Certifies the solution of a result, or that there is none, by weights of cells or a count of 0.
 * `pieces` is the puzzle of the result, or has the same pieces in the same order. Fails, too, when
 * the result has no solution and no proof. */
char *tw_piece_certify_as (TwPuzzle *pieces, const TwResult *result, TwRun *run, gsize *length,
                           GError **error);
