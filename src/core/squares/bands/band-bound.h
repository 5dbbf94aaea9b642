/* SPDX-License-Identifier: GPL-3.0-or-later */
/* band-bound.h - the bound of a single band, for boards whose bands are computed on many machines.
 *
 * Each machine computes the dual prices of the whole board, with cuts, in the same way, and then
 * the least reduced cost of one band (bands.h). The bounds of all bands add up, because all have the
 * same prices; a hash of the reduced costs shows whether that is so. Floating-point arithmetic may
 * differ between machines, so the sums of different hashes are never mixed.
 *
 * The puzzle layer calls it on a worker thread. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"

/* No covering has less than (above + the sum of `gap` of all bands) / unit squares. */
typedef struct {
  int32_t unit;
  int64_t above;   /* the bound of the prices, in units */
  int64_t gap;     /* proved for this band, in units */
  uint64_t prices; /* hash of the prices and of what cuts charge */
  bool exact;      /* the gap is the minimum of the band */
} TwBandBound;

/* Computes the bound of band number `band` of `count`, 1 to the longer side of the board. The prices
 * take as long as they need; then the gap is raised for at most options->time seconds, and as long
 * as options->memory lasts. Returns false when the run ends or memory is short before the prices
 * are known. */
bool tw_band_bound (const TwBoard *board, int count, int band, const TwOptions *options, TwRun *run,
                    TwBandBound *bound);
