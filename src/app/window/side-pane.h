/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side-pane.h - the pane beside the canvas, and the picture of a document on the canvas: the board
 * with its solution, the summary, the plot, the bars, the list of solutions and the browser, the
 * pieces and the options. It follows a search at frame rate. Main thread only. */
#pragma once

#include "app/part.h"
#include "app/canvas/canvas.h"
#include "app/pane/solution-browser.h"
#include "app/pane/summary.h"
#include "app/pieces/pieces.h"

#define TW_TYPE_SIDE_PANE (tw_side_pane_get_type ())
G_DECLARE_FINAL_TYPE (TwSidePane, tw_side_pane, TW, SIDE_PANE, TwPart)

/* Call once. The pane follows the session, of whose document the canvas shows the board. */
void tw_side_pane_connect (TwSidePane *self, TwCanvas *canvas, TwCompare *compare,
                           TwWhyBar *why_bar, TwSession *session);
/* Shows a widget above the figures, or instead of them while it expands; NULL removes it. */
void tw_side_pane_set_panel (TwSidePane *self, GtkWidget *panel);
GtkWidget *tw_side_pane_get_panel (TwSidePane *self);
/* Whether there is anything to show but the panel. */
void tw_side_pane_show_figures (TwSidePane *self, gboolean shown);
/* The search is about to stop. */
void tw_side_pane_update_words (TwSidePane *self);

/* The options of the next search. */
void tw_side_pane_get_options (TwSidePane *self, TwOptions *options);
TwSolutionBrowser *tw_side_pane_get_browser (TwSidePane *self);
TwSummary *tw_side_pane_get_summary (TwSidePane *self);
TwPieces *tw_side_pane_get_pieces (TwSidePane *self);
