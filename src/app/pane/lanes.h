/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes.h - the progress of the workers of a running search: one bar for each lane of the run
 * (core/run/run.h). For squares, lanes 0..7 are the transforms and lane 8 is the quick run.
 *
 * Main thread only. The window calls tw_lanes_update () in every frame; it reads the run's counters
 * and updates only what has changed.
 */
#ifndef TW_APP_PANE_LANES_H
#define TW_APP_PANE_LANES_H

#include <gtk/gtk.h>

#include "core/run/run.h"

#define TW_TYPE_LANES (tw_lanes_get_type ())
G_DECLARE_FINAL_TYPE (TwLanes, tw_lanes, TW, LANES, GtkWidget)

/* A new search starts. A lane is hidden until it starts work; the widget is hidden until the first
 * lane does. */
void tw_lanes_reset (TwLanes *self, gboolean transforms);
void tw_lanes_update (TwLanes *self, TwRun *run);
/* The displayed state as a floating GVariant, to be stored with its run. */
/* The search has ended: lanes that had not ended were stopped. */
void tw_lanes_end (TwLanes *self);
/* Marks the lane that found the shown solution of `count` squares; `transform` is that of the
 * solution, TW_NO_TRANSFORM: other methods, which share a lane. `count` below 0: marks none. */
void tw_lanes_set_winner (TwLanes *self, gint64 count, int transform);
/* Returns -1 when no visible lane is marked. */
int tw_lanes_get_winner (TwLanes *self);
GVariant *tw_lanes_save (TwLanes *self);
void tw_lanes_restore (TwLanes *self, GVariant *saved);
/* For tests: the number of visible lanes, and the progress of one, 0..1. */
guint tw_lanes_get_n_shown (TwLanes *self);
double tw_lanes_get_fraction (TwLanes *self, int lane);

#endif
