/* SPDX-License-Identifier: GPL-3.0-or-later */
/* controls.h - the option controls for the next search: engine, time, threads, memory and, for
 * squares, cost margin, size deviation and the transforms to run.
 *
 * Names, ranges and explanations come from the options table; the values live in the settings. */
#pragma once

#include "app/part.h"

#include "core/options.h"
#include "puzzle/kind.h"

#define TW_TYPE_CONTROLS (tw_controls_get_type ())
G_DECLARE_FINAL_TYPE (TwControls, tw_controls, TW, CONTROLS, TwPart)

/* Lists the engines of this kind of puzzle; `settings` are the options of the puzzle. Call it first. */
void tw_controls_set_puzzle (TwControls *self, const TwKind *kind, GSettings *settings);
/* Fills `options` with the current values, adjusted to the kind. */
void tw_controls_get_options (TwControls *self, TwOptions *options);
