/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h - the best answer and the proven bound over time, as two step lines.
 *
 * Hidden until there is more than a point to see. Main thread only; the window adds a sample a frame, equal ones cost nothing.
 */
#ifndef TW_APP_PLOT_H
#define TW_APP_PLOT_H

#include <gtk/gtk.h>

#define TW_TYPE_PLOT (tw_plot_get_type ())
G_DECLARE_FINAL_TYPE (TwPlot, tw_plot, TW, PLOT, GtkWidget)

void tw_plot_clear (TwPlot *self);
/* `best`: -1 none; `bound`: 0 or less none. `seconds` must not go back. */
void tw_plot_add (TwPlot *self, double seconds, gint64 best, gint64 bound);
/* What the lower and the upper edge stand for; FALSE: nothing is drawn. */
gboolean tw_plot_get_scale (TwPlot *self, gint64 *least, gint64 *most);
guint tw_plot_get_n_samples (TwPlot *self);
/* What is drawn as a value, for the run that it belongs to; floating. */
GVariant *tw_plot_save (TwPlot *self);
void tw_plot_restore (TwPlot *self, GVariant *saved);

#endif
