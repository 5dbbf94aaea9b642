/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h - plots the best solution and the proved bound over time, as two step lines with axes and
 * a legend. Below the pointer it shows the values of that time.
 *
 * Hidden until there is more than one point. Main thread only; the window adds a sample in every
 * frame, and equal samples cost nothing. */
#pragma once

#include <gtk/gtk.h>

#define TW_TYPE_PLOT (tw_plot_get_type ())
G_DECLARE_FINAL_TYPE (TwPlot, tw_plot, TW, PLOT, GtkWidget)

void tw_plot_clear (TwPlot *self);
/* `best`: -1 for none; `bound`: 0 or less for none. `seconds` must not decrease. */
void tw_plot_add (TwPlot *self, double seconds, gint64 best, gint64 bound);
/* The values at the lower and the upper edge; FALSE: nothing is drawn. */
gboolean tw_plot_get_scale (TwPlot *self, gint64 *least, gint64 *most);
enum {
  TW_PLOT_MOST_TICKS = 5,
};

/* The values at which the axis of time, or of squares, has a tick; returns their number.
 * `ticks` has room for TW_PLOT_MOST_TICKS + 1. */
guint tw_plot_get_ticks (TwPlot *self, gboolean time, double *ticks);
/* What the plot says below the pointer: "0.42 s: 105 squares, at least 101"; NULL: nothing. The
 * caller frees it with g_free (). */
char *tw_plot_describe_at (TwPlot *self, double seconds);
/* The displayed state as a floating GVariant, to be stored with its run. */
GVariant *tw_plot_save (TwPlot *self);
void tw_plot_restore (TwPlot *self, GVariant *saved);
