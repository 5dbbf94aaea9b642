/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twins.h - which piece puzzles are the same up to rotation and reflection. Any thread. */
#pragma once

#include "core/pieces/problem.h"

#include <glib.h>

/* Returns a text that two problems share if and only if a transform maps one to the other: the board
 * with its colours, the pieces with their counts, and those placed beforehand. The caller frees it
 * with g_free (). */
char *tw_piece_problem_key (const TwPieceProblem *problem);
