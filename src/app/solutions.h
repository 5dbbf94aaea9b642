/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solutions.h - the browser of solutions: how many there are, which one is on
 * the board, a grid of all. Part of the side pane; grows while a search runs.
 *
 * Main thread only.
 */
#ifndef TW_APP_SOLUTIONS_H
#define TW_APP_SOLUTIONS_H

#include <gtk/gtk.h>

#include "puzzle/piece-puzzle.h"

#define TW_TYPE_SOLUTIONS (tw_solutions_get_type ())
G_DECLARE_FINAL_TYPE (TwSolutions, tw_solutions, TW, SOLUTIONS, GtkWidget)

/* Signal "chosen" (guint index): the user wants to see that solution. */

/* NULL answers: nothing is shown. The same answers again bring the counts up to
 * date; other answers begin at the first solution. */
void tw_solutions_show (TwSolutions *self, TwPieceAnswers *answers, gboolean running);
TwPieceAnswers *tw_solutions_get_answers (TwSolutions *self);
/* Which one is on the board, 0 <= index < kept; 0 when there is none. */
guint tw_solutions_get_index (TwSolutions *self);
void tw_solutions_set_index (TwSolutions *self, guint index);
guint tw_solutions_get_kept (TwSolutions *self);

/* "2,339 solutions", "17 solutions so far": without symmetric ones, unless these were
 * asked for; g_free () it. */
char *tw_solutions_describe (TwPieceAnswers *answers, gboolean running);
/* "9,356 with symmetric ones", NULL when that is the same or of no interest. g_free () it. */
char *tw_solutions_describe_raw (TwPieceAnswers *answers);
/* How a search that found some ended, NULL when there is nothing to say. g_free () it. */
char *tw_solutions_describe_end (TwPieceAnswers *answers);

#endif
