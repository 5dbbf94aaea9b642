/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minizinc.h - capped tilings as MiniZinc models, for other solvers and as a second opinion in the
 * tests. Called by capped.c. */
#pragma once

#include <glib.h>

#include "core/capped/task.h"

enum {
  TW_MINIZINC_MAX_TILES = 2000, /* a model has a constraint for each pair of tiles */
};

/* Returns a complete model, to be freed with g_free (); NULL with TW_PUZZLE_ERROR_SIZE when it
 * would have more than TW_MINIZINC_MAX_TILES tiles. The model prints a line "SIDE X Y" for each
 * square, X and Y counted from 0. */
char *tw_minizinc_write (const TwCappedTask *task, GError **error);
