/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opening.h - a better tiling while the first prices of a board are still being found, which only one thread can
 * work on: windows of the tiling that there is, by rough prices of their own. */
#ifndef TW_CORE_SQUARES_OPENING_H
#define TW_CORE_SQUARES_OPENING_H

#include "core/board.h"
#include "core/options.h"
#include "core/run.h"

typedef struct TwOpening TwOpening;

/* Improves the best tiling of `run`, which must have one, on a thread of its own. `board` and `options` must stay
 * till the end. NULL when there can be no such thread: then nothing is done. */
TwOpening *tw_opening_begin (const TwBoard *board, const TwOptions *options, TwRun *run);
/* Ends it at once and waits for that. NULL is fine. */
void tw_opening_end (TwOpening *opening);

#endif
