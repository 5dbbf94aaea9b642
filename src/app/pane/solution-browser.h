/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution-browser.h - chooses the solution that is on the board: the result of the shown document,
 * one of the solutions of a search for pieces, or two that are compared. Main thread only. */
#pragma once

#include "app/canvas/canvas.h"
#include "app/document/session.h"
#include "app/pane/compare.h"
#include "app/pane/solutions.h"
#include "app/pane/why-bar.h"

#define TW_TYPE_SOLUTION_BROWSER (tw_solution_browser_get_type ())
G_DECLARE_FINAL_TYPE (TwSolutionBrowser, tw_solution_browser, TW, SOLUTION_BROWSER, GObject)

/* Property "comparing" (boolean): the solution on the board is compared with the one that the user
 * looks at next; tiles that both have are pale. Ends when a search begins or the puzzle changes.
 * So does "explaining" (boolean): the board shows why a bound holds, or why there is no solution.
 *
 * Signal "board-changed": the canvas has another scene. Actions of the window:
 * view.previous-solution, view.next-solution, view.compare, view.compare-other, view.why. */

/* The widgets belong to the window and outlive the browser. */
TwSolutionBrowser *tw_solution_browser_new (gpointer window, TwSession *session, TwCanvas *canvas,
                                            TwCompare *compare, TwWhyBar *why_bar,
                                            TwSolutions *solutions);

/* Puts a result on the board; NULL: the board without a solution. */
void tw_solution_browser_show (TwSolutionBrowser *self, TwResult *result);
/* The search has other solutions, or another search is shown. */
void tw_solution_browser_update (TwSolutionBrowser *self);
/* Compares the solution on the board with that of the entry. */
void tw_solution_browser_compare (TwSolutionBrowser *self, TwEntry *entry);
/* The result with the solution that is on the board; NULL: none. */
TwResult *tw_solution_browser_dup_shown (TwSolutionBrowser *self);
/* Describes that result; NULL: there is no solution. The caller frees it with g_free (). */
char *tw_solution_browser_dup_caption (TwSolutionBrowser *self);
