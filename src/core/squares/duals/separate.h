/* SPDX-License-Identifier: GPL-3.0-or-later */
/* separate.h - separation of zero-half cuts that the shares of a dual solver violate. */
#pragma once

#include "core/squares/duals/dual-solver.h"

/* Adds violated cuts to the dual solver of `board`, block by block; `seed` determines the position
 * of the blocks. Returns the number of cuts, -1 when memory is short or the run ends. */
int tw_separate (TwDualSolver *solver, const TwBoard *board, uint64_t *seed, TwRun *run);
