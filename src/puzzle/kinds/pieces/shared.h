/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared.h - what the kinds that place pieces share. */
#pragma once

#include "puzzle/kind-certify.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/why.h"

extern const TwKindSolve tw_piece_solve;
extern const TwKindSolution tw_piece_solution; /* solution.c */
extern const TwKindCount tw_piece_count;
extern const TwKindCertify tw_piece_certify;  /* ledger.c */
extern const TwKindExport tw_piece_exports[]; /* json, ascii, cover, ...; pieces.c */

/* Adds the pieces of such placements to the solution: TwKindWrite.read_model; exact-cover.c. */
gboolean tw_model_read_pieces (TwResult *result, const GPtrArray *names);

void tw_piece_puzzle_describe (const TwPuzzle *puzzle, GString *text);

/* Returns the translated reason why there is no solution; the caller frees it with g_free (). */
char *tw_piece_reason_text (const TwPieceProblem *problem, const TwPieceColours *colours,
                            const TwPieceReason *reason);
/* TwKindSolution.explain of puzzles that place pieces; explain.c. */
TwWhy *tw_piece_explain (const TwResult *result, gboolean prices, TwRun *run);
