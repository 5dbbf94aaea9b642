/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.h - boards that fall into parts no square can join.
 *
 * Each 4-connected component is solved by itself, in a run of its own; the sums of the
 * best tilings and of the bounds are the whole board's, live while the parts are being
 * solved.
 */
#ifndef TW_CORE_SQUARES_COMPONENTS_H
#define TW_CORE_SQUARES_COMPONENTS_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"

typedef TwStatus (*TwSquaresSolve) (const TwBoard *board, const TwOptions *options, TwRun *run);

/* Solves the components of `board`, small ones first and side by side, by the exact sweep where it
 * is quick and by `solve` else. Each has a share of the time by its size; what is left then goes to
 * those that this was not enough for. A board in one piece goes to `solve` as it is. */
TwStatus tw_components_solve (const TwBoard *board, const TwOptions *options, TwRun *run,
                              TwSquaresSolve solve);

#endif
