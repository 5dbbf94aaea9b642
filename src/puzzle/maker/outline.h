/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outline.h - boards of made puzzles: outlines grown at random, and holes. Any thread. */
#pragma once

#include <glib.h>

#include "core/base/board.h"

enum {
  TW_OUTLINE_MAX_CELLS = 400,
};

/* Grows a connected board of `n` cells from one cell, 1..TW_OUTLINE_MAX_CELLS; with `symmetric` a half
 * turn maps it to itself. The same *random gives the same board on every machine. */
TwBoard *tw_outline_grow (int n, gboolean symmetric, guint64 *random);

/* Blocks `n` free cells at random; with `symmetric` a half turn maps them to themselves. Returns FALSE
 * when it finds no such cells. */
gboolean tw_outline_punch (TwBoard *board, int n, gboolean symmetric, guint64 *random);
