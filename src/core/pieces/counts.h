/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.h - subset sums over the areas of the pieces: which areas a choice of pieces can have.
 * Private to core/pieces; called before a search and by its test of cut-off regions. */
#pragma once

#include "core/pieces/instance.h"

/* Sets of sums 0..n are bit sets of n / 64 + 1 words. to = from shifted up by `shift`, restricted to
 * sums up to n; `to` may be `from`. With `keep` the result is added to the sums already in `to`. */
void tw_counts_shift (uint64_t *to, const uint64_t *from, int n, int64_t shift, bool keep);

/* Sets fills[s], 0 <= s <= n_cells, to 1 when a choice of at most most[c] pieces of each class c
 * has s cells in total, otherwise to 0. */
void tw_counts_fills (const TwInstance *instance, const int *most, uint8_t *fills);

/* Checks that some choice of pieces has exactly the area of the board; *reason says why not. */
TwEnd tw_counts_check_area (const TwInstance *instance, TwPieceReason *reason);
/* Narrows least and most of each class to the counts that occur in some choice with exactly the
 * area of the board; often only one choice remains. When memory runs out, they do not change. */
void tw_counts_narrow (TwInstance *instance);

/* Finds out whether some choice of pieces has exactly `want` cells in total, when a piece of class
 * c has size[c] cells; NULL: its own size. *least and *most receive the smallest and the largest
 * possible sum. */
TwEnd tw_counts_reach (const TwInstance *instance, const int *size, int want, bool *reached,
                       int64_t *least, int64_t *most);
