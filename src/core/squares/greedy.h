/* SPDX-License-Identifier: GPL-3.0-or-later */
/* greedy.h - a first tiling at once. */
#ifndef TW_CORE_SQUARES_GREEDY_H
#define TW_CORE_SQUARES_GREEDY_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"

/* Puts the largest square that fits on the first uncovered cell, columns from
 * the left, each from the top, until all is covered. Appends to `tiling`;
 * false when memory is short. */
bool tw_greedy_cover (const TwBoard *board, TwTiling *tiling);

/* The engine: the best of tw_greedy_cover () over the asked transforms. */
TwStatus tw_greedy_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

#endif
