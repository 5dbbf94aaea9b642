/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opening.h - improves the tiling while the first dual prices are computed, which keeps only one
 * thread busy. The opening runs large-neighbourhood search with rough prices. */
#pragma once

#include "core/base/board.h"
#include "core/options.h"
#include "core/run/run.h"

typedef struct TwOpening TwOpening;

/* Improves the best tiling of `run`, which must have one, on a new thread. `board` and `options`
 * must stay valid until tw_opening_end (). Returns NULL when the thread cannot be started. */
TwOpening *tw_opening_begin (const TwBoard *board, const TwOptions *options, TwRun *run);
/* Cancels the thread and joins it. Does nothing when `opening` is NULL. */
void tw_opening_end (TwOpening *opening);
