/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side-pane.h - the pane beside the canvas, and the picture of a document on the canvas: the board
 * with its solution, the summary, the plot, the bars, the list of solutions and the browser, the
 * pieces and the options. It follows the document, and a search at frame rate. Main thread only. */
#pragma once

#include "app/part.h"
#include "app/canvas/canvas.h"
#include "app/document/search.h"
#include "app/pane/compare.h"
#include "app/pane/summary.h"
#include "app/pieces/pieces.h"

#define TW_TYPE_SIDE_PANE (tw_side_pane_get_type ())
G_DECLARE_FINAL_TYPE (TwSidePane, tw_side_pane, TW, SIDE_PANE, TwPart)

/* Signal "browsed": the browser of solutions has another number of them, or shows another one; or a
 * comparison begins or ends. */

/* Call once. The search is one of the documents that the pane shows. */
void tw_side_pane_connect (TwSidePane *self, TwCanvas *canvas, TwCompare *compare,
                           TwSearch *search);
/* NULL: none. */
void tw_side_pane_set_document (TwSidePane *self, TwDocument *document);
/* Shows a widget above the figures, or instead of them while it is `alone`; NULL removes it. */
void tw_side_pane_set_panel (TwSidePane *self, GtkWidget *panel, gboolean alone);
GtkWidget *tw_side_pane_get_panel (TwSidePane *self);
/* Whether there is anything to show but the panel. */
void tw_side_pane_show_figures (TwSidePane *self, gboolean shown);
/* Shows the page of the result when there is one, otherwise what to set up before a search. */
void tw_side_pane_choose_page (TwSidePane *self);
/* Shows the board without a solution, as before a new search. */
void tw_side_pane_clear_board (TwSidePane *self);
/* The search is about to stop. */
void tw_side_pane_update_words (TwSidePane *self);

/* The browser of solutions: how many it has, and which one is on the board. */
guint tw_side_pane_get_n_kept (TwSidePane *self);
guint tw_side_pane_get_index (TwSidePane *self);
void tw_side_pane_step (TwSidePane *self, int step);
/* The result with the solution that is on the board; NULL: none. */
TwResult *tw_side_pane_dup_shown (TwSidePane *self);

/* Compares the solution on the board with the one that the user looks at next: tiles that both have
 * are pale. Ends when a search begins or the puzzle changes. */
gboolean tw_side_pane_can_compare (TwSidePane *self);
gboolean tw_side_pane_is_comparing (TwSidePane *self);
void tw_side_pane_set_comparing (TwSidePane *self, gboolean comparing);

/* The options of the next search. */
void tw_side_pane_get_options (TwSidePane *self, TwOptions *options);
TwSummary *tw_side_pane_get_summary (TwSidePane *self);
TwPieces *tw_side_pane_get_pieces (TwSidePane *self);
