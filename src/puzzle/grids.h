/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grids.h - boards that consist of grids of 4 x 4 cells, as those of Quadrillion. Any thread. */
#pragma once

#include <glib.h>

enum {
  TW_GRIDS_SIDE = 4,
};

/* Numbers the cells of each grid 1, 2, ...; those outside of the board, which are not zero in
 * `outside`, get 0. The first cell by rows that belongs to no grid yet is the corner of one. Returns
 * the number of grids; 0: the board does not consist of them. Both arrays have width x height bytes. */
guint tw_grids_number (int width, int height, const guint8 *outside, guint8 *numbers);
