/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared.h - what the kinds that place pieces share. */
#pragma once

#include "puzzle/kind.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/pieces/solutions.h"

void tw_piece_puzzle_payload_clear (gpointer payload);
gboolean tw_piece_puzzle_engine (guint index, TwEngineInfo *info);
gpointer tw_piece_puzzle_live_new (const TwPuzzle *puzzle, const TwOptions *options);
void tw_piece_puzzle_live_free (gpointer live);
gpointer tw_piece_puzzle_live_continue (const TwResult *stopped);
void tw_piece_puzzle_solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run,
                            gpointer live, TwResult *result);
gboolean tw_piece_puzzle_snapshot (const TwPuzzle *puzzle, TwRun *run, gpointer live,
                                   TwResult *result);
void tw_piece_puzzle_write_solution (const TwResult *result, TwJsonBuilder *builder);
gboolean tw_piece_puzzle_read_solution (TwResult *result, JsonObject *object, GError **error);
gsize tw_piece_puzzle_check (const TwResult *result, GPtrArray *faults);
TwSolutionCount tw_piece_puzzle_count (const TwResult *result);
/* The number of solutions as text; NULL when only one was requested. */
char *tw_piece_puzzle_describe_solution (const TwResult *result);
void tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text);

/* Returns the translated reason why there is no solution; the caller frees it with g_free (). */
char *tw_piece_reason_text (const TwPieceProblem *problem, const TwPieceColours *colours,
                            const TwPieceReason *reason);

/* The export formats: json, ascii, cover, ...; in pieces.c. */
extern const TwKindExport tw_piece_exports[];

/* The members that the tables of these kinds share. */
#define TW_PIECE_KIND_MEMBERS                                                             \
  .form = TW_FORM_PIECES, .payload_size = sizeof (TwPiecesPayload),                       \
  .payload_clear = tw_piece_puzzle_payload_clear, .exports = tw_piece_exports,            \
  .engine = tw_piece_puzzle_engine, .live_new = tw_piece_puzzle_live_new,                 \
  .live_free = tw_piece_puzzle_live_free, .live_continue = tw_piece_puzzle_live_continue, \
  .solve = tw_piece_puzzle_solve, .snapshot = tw_piece_puzzle_snapshot,                   \
  .write_solution = tw_piece_puzzle_write_solution,                                       \
  .read_solution = tw_piece_puzzle_read_solution, .check = tw_piece_puzzle_check,         \
  .certify = tw_piece_puzzle_certify, .certify_count = tw_ledger_write,                   \
  .count = tw_piece_puzzle_count, .describe = tw_piece_puzzle_describe,                   \
  .describe_solution = tw_piece_puzzle_describe_solution
