/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h - proves that no tiling has fewer squares.
 *
 * The target starts at the bound of the dual prices. An exact priced sweep either finds a tiling
 * that meets the target, which is then optimal, or proves that there is none; then the bound and
 * the target rise by one. */
#ifndef TW_CORE_SQUARES_ENGINES_PROOF_H
#define TW_CORE_SQUARES_ENGINES_PROOF_H

#include "core/run/options.h"
#include "core/squares/sweep/dual-view.h"

/* Raises the bound of `to` until it meets the best tiling of `to`, `run` (a child of `to`, or `to`)
 * ends, or the sweeps would need more than `memory` bytes. `master` provides prices and is only
 * read. `cutter`, a view of the same board, separates cuts whenever the sweeps have become long;
 * when it is NULL, the function returns at that point. Returns true when the bound meets the best
 * tiling. */
bool tw_proof_climb (const TwDualView *master, TwDualView *cutter, size_t memory, TwRun *run,
                     TwRun *to);

/* The engine: prices, one narrow priced sweep, then tw_proof_climb (), all on one thread. */
TwStatus tw_proof_solve (const TwBoard *board, const TwOptions *options, TwRun *run);

#endif
