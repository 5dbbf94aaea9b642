/* SPDX-License-Identifier: GPL-3.0-or-later */
/* next-step.h - the next piece that a person can be sure of, and why, by the solver that grades
 * puzzles (core/pieces/grade.h). For hints.
 *
 * Threads: any; it blocks, so a worker calls it. */
#pragma once

#include "core/pieces/grade.h"
#include "puzzle/puzzle.h"

typedef struct {
  TwPiecePlacement placement; /* in every solution; its piece is the first of the equal pieces */
  TwStep step;                /* the hardest one up to it */
} TwNextStep;

/* Looks for the next step of a puzzle that has pieces, in addition to those that are placed. Returns
 * FALSE when there is none within the limits of the run, which the search uses up or stops. */
gboolean tw_next_step_find (const TwPuzzle *puzzle, TwRun *run, TwNextStep *next);

/* A sentence: "Piece P: nothing else fits one of its cells", translated; the caller frees it with g_free (). */
char *tw_next_step_describe (const TwPuzzle *puzzle, const TwNextStep *next);
