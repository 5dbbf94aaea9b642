/* SPDX-License-Identifier: GPL-3.0-or-later */
/* best.h - tilings by squares as the best solutions of a run. Any thread may call these functions. */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/base/transform.h"
#include "core/run/run.h"

/* Checks `tiling` by the independent checker against `board` (in its original orientation) and keeps
 * a copy when it has fewer squares than the best: see tw_run_offer (). `transform` is the transform
 * whose sweep found it, TW_NO_TRANSFORM for other methods. */
bool tw_squares_offer (TwRun *run, const TwBoard *board, const TwTiling *tiling, int transform);
/* Copies the best tiling; `transform` may be NULL. Returns false when there is none or memory is
 * short. */
bool tw_squares_copy_best (TwRun *run, TwTiling *tiling, int *transform);
