/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress-bars.h - the progress of the workers of a running search: one bar for each bar of the
 * run (core/run/run.h). For squares, bars 0..7 are the transforms and bar 8 is the quick run. Main
 * thread only. The window calls tw_progress_bars_update () in every frame; it reads the run's
 * counters and updates only what has changed. */
#pragma once

#include "app/part.h"

#include "core/run/run.h"

#define TW_TYPE_PROGRESS_BARS (tw_progress_bars_get_type ())
G_DECLARE_FINAL_TYPE (TwProgressBars, tw_progress_bars, TW, PROGRESS_BARS, TwPart)

/* A new search starts. A bar is hidden until it starts work; the widget is hidden until the first
 * bar does. */
void tw_progress_bars_reset (TwProgressBars *self, gboolean transforms);
/* `elapsed`: the seconds that the search has taken, including those before it was continued. */
void tw_progress_bars_update (TwProgressBars *self, TwRun *run, double elapsed);
/* The search has ended: bars that had not ended were stopped. */
void tw_progress_bars_end (TwProgressBars *self);
/* Marks the bar that found the shown solution of `count` squares; `transform` is that of the
 * solution, TW_NO_TRANSFORM: other methods, which share a bar. `count` below 0: marks none. */
void tw_progress_bars_set_winner (TwProgressBars *self, gint64 count, int transform);
/* The displayed state as a floating GVariant, to be stored with its run. */
GVariant *tw_progress_bars_save (TwProgressBars *self);
void tw_progress_bars_restore (TwProgressBars *self, GVariant *saved);
