/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results-table.h - the columns of a list of results that compares old and new solutions: name, size,
 * before, now, difference, bound, time and status, sorted by a click on a title. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "puzzle/entry.h"

/* Returns a floating table of TwEntry without a model, whose cells follow the entries. */
GtkColumnView *tw_results_table_new (void);
