/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof.h - proves that no tiling has fewer squares.
 *
 * Cuts are separated, and a single band (bands.h), which counts the surplus of the cuts, is swept up
 * to the best tiling. Rounds of separation and attempts take turns while the cuts raise the bound, so
 * neither needs to know how hard the board is. While the gap is large, several bands raise the bound
 * faster than a single one. */
#pragma once

#include "core/squares/sweep/dual-view.h"

/* Called by tw_proof_nested () with its prices, after each round of prices and before each attempt:
 * the caller may search for tilings for `seconds` of processor time, since the proof finds few on
 * its way. Returns the processor time of the thread at which the proof must end; HUGE_VAL:
 * never. */
typedef double (*TwProofPause) (const TwDualView *view, double seconds, void *data);
/* Tells a caller of tw_proof_nested () what the bounds rest on. With bands but no view, the bands
 * have come to their end; they belong to the prices of the call before, which named the view. The
 * last call has a view but no bands. */
typedef void (*TwProofWitness) (const TwDualView *view, const TwBands *bands, void *data);
/* Raises the bound of `to` until it meets the best tiling of `to`, `run` (a child of `to`, or `to`)
 * ends, or the bands need more than `memory` bytes. Returns true when the bound meets the best tiling.
 * `team`, `pause` and `witness` may be NULL. A team shares the sweeps of an attempt; `pause` may change
 * its rule. */
bool tw_proof_nested (const TwDualView *master, size_t memory, TwRun *run, TwRun *to,
                      const TwTeamRule *team, TwProofPause pause, TwProofWitness witness,
                      void *data);
