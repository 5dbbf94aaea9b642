/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.h - boards that consist of several 4-connected components.
 *
 * No square covers cells of two components, so each component is solved in a child run. The sums of
 * the best tilings and of the bounds are those of the whole board and are updated while components
 * are being solved. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"

typedef TwStatus (*TwSquaresSolve) (const TwBoard *board, const TwOptions *options, TwRun *run);

/* Solves the components of `board` in parallel, small ones first: by the exact sweep where that is
 * quick, otherwise by `solve`. Each component gets time in proportion to its size; unused time is
 * redistributed to the components that are not yet solved. A board of one component is passed to
 * `solve` unchanged. */
TwStatus tw_components_solve (const TwBoard *board, const TwOptions *options, TwRun *run,
                              TwSquaresSolve solve);
