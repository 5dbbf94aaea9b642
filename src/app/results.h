/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results.h - a list of results: picture, name, squares, bound, score, time and how
 * it stands, with a field to search in it.
 *
 * Shows any list of TwEntry and follows its changes. Used by the windows of
 * re-solving and of online contests, and by the main window for earlier answers.
 * Main thread only.
 */
#ifndef TW_APP_RESULTS_H
#define TW_APP_RESULTS_H

#include <gtk/gtk.h>

#include "puzzle/entry.h"

#define TW_TYPE_RESULTS (tw_results_get_type ())
G_DECLARE_FINAL_TYPE (TwResults, tw_results, TW, RESULTS, GtkWidget)

/* Signal "picked" (TwEntry): the user wants to look at it. */

/* What a list of several entries is without; search is on at first. */
void tw_results_set_searchable (TwResults *self, gboolean searchable);
/* What stands there while there is no entry; translated. */
void tw_results_set_placeholder (TwResults *self, const char *text);
/* List of TwEntry; takes a reference. NULL: nothing. */
void tw_results_set_model (TwResults *self, GListModel *entries);
/* What the search leaves of it, for tests. */
GListModel *tw_results_get_shown (TwResults *self);
/* Brings an entry into sight and marks it. */
void tw_results_select (TwResults *self, TwEntry *entry);
/* As the user does it by mouse or Enter. */
void tw_results_pick (TwResults *self, guint position);

/* The figures of a row in words: "104 squares (124 before) · at least 100 · 0.08 s". */
char *tw_results_describe (TwEntry *entry);

#endif
