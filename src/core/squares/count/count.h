/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.h - counts the tilings of a board by squares: all of them, or only the optimal ones.
 *
 * The count sweeps over columns as in priced-sweep.h, but every state stores the number of partial
 * tilings that lead to it. Each tiling is counted once, since its squares are placed in the order
 * of their upper-left cells. Components are counted one by one and the counts are multiplied;
 * empty rectangles have a separate method (rectangle.h). Known values: OEIS A045846 (n x n).
 *
 * When only optimal tilings are counted, states also differ by their number of squares. A state is
 * dropped when its squares plus its dual bound (certify.h) exceed the optimum; no such state leads
 * to an optimal tiling. */
#pragma once

#include "core/base/board.h"
#include "core/base/natural.h"
#include "core/options.h"
#include "core/run/run.h"
#include "core/squares/certify.h"
#include "core/squares/count/state.h"

/* Sets `count` to the number of all tilings and returns OPTIMAL. Returns OUT_OF_MEMORY also when
 * the count has more bits than a TwNatural; otherwise the status of the stopped run. */
TwStatus tw_squares_count (const TwBoard *board, int threads, TwRun *run, TwNatural *count);

/* Counts the tilings of an empty rectangle in passes: each pass adds its result to `state`, and a
 * later call with the same rectangle and state does the missing passes only. This needs less memory
 * and more time than tw_squares_count (). */
TwStatus tw_squares_count_empty (int width, int height, int threads, TwRun *run,
                                 TwSquareCountState *state, TwNatural *count);

/* Counts the tilings of `certificate->bound` squares in the same way. That bound must be the
 * optimum, so the certificate must be of a solution with that many squares. It may belong to
 * another run. */
TwStatus tw_squares_count_optimal (const TwBoard *board, const TwCertificate *certificate,
                                   TwRun *run, TwNatural *count);

/* Sets `tilings` to different ones of these tilings, all if there are not more than *n, and *n to their
 * number. `tilings` has room for *n empty tilings, which the caller clears. */
TwStatus tw_squares_list_optimal (const TwBoard *board, const TwCertificate *certificate,
                                  TwRun *run, TwTiling *tilings, size_t *n);

/* Sets counts[k] to the number of tilings of k squares, for k = 0 to the number of free cells. */
TwStatus tw_squares_count_by_size (const TwBoard *board, TwRun *run, TwNatural *counts);

/* Sets counts[0] to the number of tilings, and counts[k] to the number of squares of side k in all of them
 * together, for k = 1 to the shorter side of the board. Little memory costs time: some sides are counted
 * after the others. Known values: OEIS A226936 (n x n). */
TwStatus tw_squares_count_by_side (const TwBoard *board, TwRun *run, TwNatural *counts);

/* Offers one of all tilings to the run, each with the same probability. It is drawn with the seed of
 * the options from the numbers of tilings that complete each state. */
TwStatus tw_squares_draw (const TwBoard *board, const TwOptions *options, TwRun *run);
