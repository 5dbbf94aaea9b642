/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bands.h - lower bounds on the total reduced cost of a tiling, band by band.
 *
 * Dual prices bound a tiling by the prices of its cells. A tiling costs more than that by the sum
 * of the reduced costs of its squares. Fractional optima only use squares of reduced cost 0, but
 * whole tilings cannot always do so. For each band of columns a sweep along the band finds the
 * exact minimum of the reduced cost, with squares free to protrude over the edges of the band. A
 * square that lies in several bands pays each of them the fraction of its reduced cost that matches
 * its fraction of columns there, so the sum over all bands is a lower bound for every tiling. (A
 * Lagrangian decomposition: Guignard and Kim 1987.) */
#pragma once

#include "core/base/board.h"
#include "core/base/tiling.h"
#include "core/run/run.h"
#include "core/run/team.h"
#include "core/squares/duals/prices.h"

/* Thread-safe: any number of threads may call tw_bands_climb () at once; each works on another
 * band. */
typedef struct TwBands TwBands;

/* `cuts` (NULL: none) are those whose charges the reduced costs contain: a covering then pays for
 * each further member of a cut, so the gap of a single band is exact.
 *
 * Divides the board into `count` bands (1 to its width) of nearly equal breadth. Work on a band
 * stops, and its bound stays at the value proved so far, when `memory` bytes are charged to the
 * run. Work on all bands stops at once if a square larger than 255 fits on the board. Copies its
 * arguments. Returns NULL when memory is short. */
TwBands *tw_bands_new (const TwBoard *board, const TwReducedCosts *reduced, const TwCutList *cuts,
                       int32_t unit, int count, size_t memory, TwRun *run);
void tw_bands_free (TwBands *bands);

/* Takes the idle band whose last step was the cheapest, and raises its bound or finds its minimum.
 * A gap of `enough` units is all that the caller needs. The threads of the team (NULL: none) share
 * the tables of a band's parts. Returns false when no band is left for this thread, or the run
 * ends. */
bool tw_bands_climb (TwBands *bands, int64_t enough, const TwTeamRule *team);
/* Keeps all states in the tables, as a band does itself when shorter tables do not help. Tests
 * compare both. Before the first step. */
void tw_bands_use_complete_tables (TwBands *bands);
/* Works on this band only from now on; the others count as 0. Before the first step. */
void tw_bands_keep_one (TwBands *bands, int band);
/* Copies the tiling of the least reduced cost. Returns false when it is not known: there are
 * several bands, or the gap is not exact yet. */
bool tw_bands_copy_tiling (TwBands *bands, TwTiling *tiling);
/* Adds, for each square of the bands' coverings of least reduced cost, the fraction of its columns
 * in its band to all of its cells (row-major). Of a square that crosses a whole band one possible
 * place counts. Returns false when a minimum is not known. */
bool tw_bands_add_covers (TwBands *bands, double *cover);
/* Calls `visit` for each search that a checker needs to repeat the proof of the bounds: it shows
 * that the columns cost at least `least`. No other thread may use the bands. */
typedef void (*TwBandVisit) (void *data, int from, int breadth, int64_t least);
void tw_bands_describe (const TwBands *bands, TwBandVisit visit, void *data);
/* Returns the number of states that all sweeps have kept. No other thread may use the bands. */
uint64_t tw_bands_states (const TwBands *bands);
/* Returns the sum of the proved bounds of all bands. Sets `exact` (may be NULL) when it equals the
 * sum of the minima. */
int64_t tw_bands_gap (TwBands *bands, bool *exact);
