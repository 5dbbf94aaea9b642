/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces-fixture.h - boards with the twelve pentominoes in a window, for tests. */
#pragma once

#include "ui-test.h"

enum { PIECE_I = 1, PIECE_X = 9, N_PENTOMINOES = 12 };

/* Writes a drawing of a board, `sets` copies of the twelve pentominoes, and another piece. */
GFile *pieces_draw_with (const char *name, int width, int height, int sets, const char *another);
GFile *pieces_draw (const char *name, int width, int height, int sets);

/* Default options but for the limit of solutions, and more time than any test takes. */
void pieces_use_limit (int limit);

/* The file is read without a message. */
TwWindow *pieces_open (GFile *file);
/* A board of 20 x 3 cells, with this limit. */
TwWindow *pieces_open_strip (int limit);
const TwPieceProblem *pieces_problem (TwWindow *window);
