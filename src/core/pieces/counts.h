/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.h - arithmetic of areas: what the pieces can add up to. Private to
 * core/pieces; called before a search and by its cut-off-region test. */
#ifndef TW_CORE_PIECES_COUNTS_H
#define TW_CORE_PIECES_COUNTS_H

#include "core/pieces/instance.h"

/* fills[s], 0 <= s <= n_cells, becomes 1 when at most most[c] pieces of each
 * class c can have s cells together, else 0. */
void tw_counts_fills (const TwInstance *instance, const int *most, uint8_t *fills);

/* Is there a choice of pieces with exactly the area of the board? *reason says
 * why not. */
TwCompile tw_counts_check_area (const TwInstance *instance, TwPieceReason *reason);
/* Narrows least and most of every class to the counts that occur in such a
 * choice: often that leaves no choice. Without memory they stay as they are. */
void tw_counts_narrow (TwInstance *instance);

/* Does some choice of pieces have exactly `want` cells, when a piece of class c
 * has size[c] of them? The sums at both ends go to *least and *most. */
TwCompile tw_counts_reach (const TwInstance *instance, const int *size, int want, bool *reached,
                           int64_t *least, int64_t *most);

#endif
