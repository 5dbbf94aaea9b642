/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folded.h - counts the tilings of an empty rectangle by squares up to its symmetries.
 *
 * By Burnside's lemma that number is the mean, over all symmetries, of the number of tilings which a
 * symmetry maps to themselves. Those are counted on a part of the board that the symmetry's images
 * cover once:
 *  - reflection across a line between or through columns: the squares that cross the line are
 *    centred on it, so the half board is counted for the profiles of such squares only;
 *  - half turn: the half board is counted for the profiles of crossing squares that the half turn
 *    maps to each other;
 *  - quarter turn: the squares that cross the upper half of the middle line reach by some cells into
 *    the quadrant on the left, and their images reach by the rest of their size into its lower side.
 *    The remaining cells of the quadrant are counted for each row of such squares;
 *  - diagonal: each square on the diagonal lies symmetrically. The cells above the diagonal are
 *    counted column by column; a square on the diagonal adds its rows when it ends.
 * Known values: OEIS A224239 (n x n). */
#pragma once

#include "core/base/natural.h"
#include "core/run/run.h"

/* Sets `count` to the number of tilings up to rotations and reflections of the rectangle, like
 * tw_squares_count () (count.h). */
TwStatus tw_squares_count_distinct (int width, int height, int threads, TwRun *run,
                                    TwNatural *count);
