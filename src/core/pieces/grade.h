/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grade.h - how hard a piece puzzle is for a person: a solver that never guesses, on the placements
 * of an instance. docs/algorithms/difficulty.md defines its steps and names the sources.
 *
 * A step places what is in every solution or removes placements that are in none. The solver takes
 * the easiest step that does something and applies it wherever it holds, at once. So the grade
 * depends neither on an order of cells and pieces nor on how the puzzle is turned.
 *
 * Threads: any; the caller limits the time by the run.
 */
#pragma once

#include "core/pieces/problem.h"
#include "core/run/run.h"

/* The steps, from the easiest one on; the level of a puzzle is the hardest step that it needs. */
typedef enum {
  TW_STEP_NONE,
  TW_STEP_CELL,   /* only one placement covers a cell */
  TW_STEP_REGION, /* a placement cuts off a region that the other pieces cannot fill */
  TW_STEP_PIECE,  /* a piece that has to be used has only one place */
  TW_STEP_TRIAL,  /* the steps above refute a placement */
  TW_STEP_NESTED, /* the same with trials inside the trial */
} TwStep;

enum {
  TW_GRADE_MAX_LEVEL = TW_STEP_NESTED,
  TW_GRADE_MAX_TRIALS = 1000000,
  TW_GRADE_MAX_CELLS = 128, /* open ones */
};

typedef struct {
  TwStep level; /* TW_STEP_NONE: not graded */
  int trials;   /* the trials of all refutations, each counted as small as possible */
} TwGrade;

/* Receives each deduction: `placed` is whether the placement is in every solution or in none. Its
 * piece is the first of the equal pieces; -1: the cell stays free. */
typedef void (*TwGradeVisit) (void *data, TwPiecePlacement placement, TwStep step, bool placed);

/* Returns TW_END_FOUND and the grade when the puzzle has exactly one solution, where equal pieces
 * are interchangeable; TW_END_NONE when it has none. TW_END_LIMIT: the puzzle is too large, needs too
 * many trials or a step harder than `most`, or has several solutions. `visit` may be NULL. */
TwEnd tw_grade_find (const TwPieceProblem *problem, TwStep most, TwRun *run, TwGradeVisit visit,
                     void *data, TwGrade *grade);
