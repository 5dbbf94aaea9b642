/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.h - certificates of counts of piece puzzles, as docs/certificate.md describes them.
 *
 * Blocks for at most the time limit of the options: for workers and the command line. Any thread.
 */
#ifndef TW_PUZZLE_KINDS_PIECES_LEDGER_H
#define TW_PUZZLE_KINDS_PIECES_LEDGER_H

#include "core/run/options.h"
#include "puzzle/kinds/pieces/puzzle.h"

G_BEGIN_DECLS

/* Returns a certificate that a piece puzzle has `raw` solutions, symmetric ones included; the caller
 * frees it with g_free (). Returns NULL and sets `error` when the puzzle is too large for the format,
 * time or memory runs out, or the count turns out to be wrong. */
char *tw_ledger_write (TwPuzzle *puzzle, const TwOptions *options, guint64 raw, gsize *length,
                       GError **error);

G_END_DECLS

#endif
