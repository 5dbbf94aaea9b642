/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.h - a list of results: picture, name, squares, bound, score, time and status, with a
 * search field; or a table that compares them (results-table.h).
 *
 * Shows any list of TwEntry and follows its changes. The re-solve window, the panel of online puzzles and,
 * for earlier solutions, the main window use it. Main thread only. */
#pragma once

#include "app/part.h"

#include "puzzle/entry.h"

#define TW_TYPE_RESULTS (tw_results_get_type ())
G_DECLARE_FINAL_TYPE (TwResults, tw_results, TW, RESULTS, TwPart)

/* Signals: "picked" (TwEntry): the user wants to look at this entry; "compared" (TwEntry): the user
 * wants to compare it with the solution that is shown. */

/* Whether the search field is shown; it is by default. A list of a few entries does without it. */
void tw_results_set_searchable (TwResults *self, gboolean searchable);
/* The entries are those of searches: a row says first what was found, and has a context menu with
 * Compare. Call at most once, before there are entries. */
void tw_results_set_comparable (TwResults *self);
/* Shows the list as a table that compares old and new solutions, and sorts it again by the present
 * values. Call the first at most once. */
void tw_results_set_table (TwResults *self);
void tw_results_sort (TwResults *self);
/* A list without much room; longer ones scroll. */
void tw_results_set_max_height (TwResults *self, int height);
/* The text that an empty list shows; translated. */
void tw_results_set_placeholder (TwResults *self, const char *text);
/* `entries` is a list of TwEntry; the widget takes a reference. NULL: nothing. */
void tw_results_set_model (TwResults *self, GListModel *entries);
/* Scrolls an entry into view and selects it. */
void tw_results_select (TwResults *self, TwEntry *entry);
/* Activates an entry like a mouse click or Enter. */
void tw_results_pick (TwResults *self, guint position);

/* What a search found, and how: "104 squares, Column sweep". */
char *tw_results_title (TwEntry *entry);
/* The figures of a row as text: "104 squares · at least 100 · 0.08 s". */
char *tw_results_describe (TwEntry *entry);
