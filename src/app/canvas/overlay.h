/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overlay.h - what lies above the tiles of the canvas for a while: the piece in hand, marked cells and
 * a wave.
 *
 * Only the canvas draws it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "draw/painter.h"

/* A piece that is held above the board and not placed yet. */
typedef struct {
  const int *x; /* its cells */
  const int *y;
  int n_cells;
  unsigned colour; /* as in TwScenePiece; for a stroke: 0xRRGGBB */
  int square;      /* the size of a square, which is written on it; 0: this is a piece */
  gboolean paint;  /* these are not a piece but the cells of a stroke, with their new values */
  /* Why it may not lie there, translated and static: it is drawn pale, with a dashed outline. NULL: it
   * may. */
  const char *refusal;
} TwCanvasGhost;

/* Frees the cells of `to`, which owns them, and copies those of `from`. NULL: no cells. */
void tw_overlay_copy_cells (TwCanvasGhost *to, const TwCanvasGhost *from);

void tw_overlay_draw_ghost (cairo_t *cr, const TwView *view, const TwCanvasGhost *ghost);
/* A pale band that crosses the tiles from one corner of the board to the other; position 0..1. */
void tw_overlay_draw_wave (cairo_t *cr, const TwView *view, const TwScene *scene, double position);
