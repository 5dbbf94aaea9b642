/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal.h - the engine "optimal": an exact column sweep along the longer side. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"

/* Time and memory grow 2.2-fold with each row of the shorter side: 15 rows take a fraction of a
 * second, 20 rows about 10 s. Returns TW_STATUS_OUT_OF_MEMORY when the memory budget does not
 * suffice. */
TwStatus tw_optimal_solve (const TwBoard *board, const TwOptions *options, TwRun *run);
