/* SPDX-License-Identifier: GPL-3.0-or-later */
/* greedy.h - a first tiling within milliseconds. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/options.h"
#include "core/run/run.h"

/* Puts the largest square that fits on the first uncovered cell, by columns from the left and from
 * the top within a column, until all cells are covered. Appends to `tiling`. Returns false when
 * memory is short. */
bool tw_greedy_cover (const TwBoard *board, TwTiling *tiling);

/* The engine: the best result of tw_greedy_cover () over the selected transforms. */
TwStatus tw_greedy_solve (const TwBoard *board, const TwOptions *options, TwRun *run);
