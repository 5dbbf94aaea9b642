/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solutions.h - the solution browser: the number of solutions, the one on the board, and a grid of
 * all: of a search for pieces, which grows while the search runs, or of optimal solutions of a puzzle
 * of squares. Part of the side pane. Main thread only. */
#pragma once

#include "app/part.h"

#include "puzzle/pieces/solutions.h"

#define TW_TYPE_SOLUTIONS (tw_solutions_get_type ())
G_DECLARE_FINAL_TYPE (TwSolutions, tw_solutions, TW, SOLUTIONS, TwPart)

/* Signal "chosen" (guint index): the user wants to see this solution. */

/* NULL shows nothing. Passing the same object again updates the counts; another object starts at
 * its first solution. */
void tw_solutions_show (TwSolutions *self, TwPieceSolutions *solutions, gboolean running);
void tw_solutions_show_results (TwSolutions *self, GPtrArray *results);
/* The solution on the board; NULL: nothing is shown. The caller drops the reference. */
TwResult *tw_solutions_dup_chosen (TwSolutions *self);
/* The index of the solution on the board, 0 <= index < kept; 0 when there is none. */
guint tw_solutions_get_index (TwSolutions *self);
void tw_solutions_set_index (TwSolutions *self, guint index);
guint tw_solutions_get_kept (TwSolutions *self);

/* "2,339 solutions", "17 solutions so far". Symmetric solutions are counted only if they were
 * requested. The caller frees it with g_free (). */
char *tw_solutions_describe (TwPieceSolutions *solutions, gboolean running);
/* "9,356 with symmetric ones"; NULL when the number is the same or not useful. The caller frees it
 * with g_free (). */
char *tw_solutions_describe_raw (TwPieceSolutions *solutions);
/* How a search that found solutions ended; NULL when there is nothing to say. The caller frees it
 * with g_free (). */
char *tw_solutions_describe_end (TwPieceSolutions *solutions);
