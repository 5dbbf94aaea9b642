/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h - how far the workers of a running search are: one bar a lane of the
 * run (core/run.h). For squares lanes 0..7 are the transforms, 8 the quick run.
 *
 * Main thread only; the window calls tw_lanes_update () every frame, which
 * reads the run's counters and touches only what has changed.
 */
#ifndef TW_APP_LANES_H
#define TW_APP_LANES_H

#include <gtk/gtk.h>

#include "core/run.h"

#define TW_TYPE_LANES (tw_lanes_get_type ())
G_DECLARE_FINAL_TYPE (TwLanes, tw_lanes, TW, LANES, GtkWidget)

/* A new search begins: no lane is shown until it works, nothing at all before
 * the first one does. */
void tw_lanes_reset (TwLanes *self, gboolean transforms);
void tw_lanes_update (TwLanes *self, TwRun *run);
/* What is shown as a value, for the run that it belongs to; floating. */
GVariant *tw_lanes_save (TwLanes *self);
void tw_lanes_restore (TwLanes *self, GVariant *saved);
/* For tests: lanes that are shown, and how far one is, 0..1. */
guint tw_lanes_get_n_shown (TwLanes *self);
double tw_lanes_get_fraction (TwLanes *self, int lane);

#endif
