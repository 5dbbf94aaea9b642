/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run-window.h - shows a run folder (puzzle/cluster): how many units are done and running, the
 * share of the search, rate, time left, and the result so far. It follows the folder with a
 * GFileMonitor; a worker thread reads the files. Opening a run folder opens this window. Main
 * thread only. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_RUN_WINDOW (tw_run_window_get_type ())
G_DECLARE_FINAL_TYPE (TwRunWindow, tw_run_window, TW, RUN_WINDOW, GtkWindow)

TwRunWindow *tw_run_window_new (GtkWindow *parent, GFile *folder);
