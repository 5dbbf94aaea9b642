/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h - proving that no tiling has fewer squares.
 *
 * Target by target from the bound that the prices give: an exact priced sweep finds a tiling that
 * meets the target, which then is optimal, or proves that there is none, and the bound is one more.
 */
#ifndef TW_CORE_SQUARES_PROOF_H
#define TW_CORE_SQUARES_PROOF_H

#include "core/options.h"
#include "core/squares/priced-view.h"

/* Climbs from the bound of `to` until it meets its best tiling, `run` (a child of `to` or itself)
 * ends, or the sweeps may not grow over `memory` bytes. `master` has prices and is only read;
 * `cutter`, a view of the same board, looks for cuts whenever the sweeps have become long. When it is
 * NULL, the climb ends there. Returns true when the bound meets the best. */
bool tw_proof_climb (const TwPricedView *master, TwPricedView *cutter, size_t memory, TwRun *run,
                     TwRun *to);

/* The engine: prices, a narrow priced sweep, the climb; on one thread. */
TwStatus tw_proof_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

#endif
