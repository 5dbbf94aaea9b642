/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stroke.h - drawing cells on a canvas: by dragging with mouse, pen or finger,
 * by keys (Space at the cell cursor, Delete, Shift with the arrows). Cells are
 * shown while the button is down; the whole stroke is one change at its end.
 *
 * Used by the window's edit mode and by the editor of pieces. Main thread only.
 */
#ifndef TW_APP_STROKE_H
#define TW_APP_STROKE_H

#include "app/canvas.h"
#include "puzzle/edit.h"

typedef enum {
  TW_STROKE_DRAW,   /* with the tool that is chosen */
  TW_STROKE_ERASE,  /* with the other button, or Delete */
  TW_STROKE_TOGGLE, /* Space: whichever changes the cell */
} TwStrokeIntent;

/* What the owner answers. */
typedef struct {
  /* The value to draw with, beginning at a cell; -1: not now (it says why). */
  int (*begin) (gpointer data, int x, int y, TwStrokeIntent intent);
  /* How a cell of that value looks, 0xRRGGBB. */
  guint32 (*colour) (gpointer data, guint8 value, TwTheme theme);
  void (*end) (gpointer data, const TwEditCell *cells, gsize n);
} TwStrokeFuncs;

typedef struct TwStroke TwStroke;

/* Belongs to the canvas and goes with it; not enabled at first. */
TwStroke *tw_stroke_new (TwCanvas *canvas, const TwStrokeFuncs *funcs, gpointer data);
/* FALSE also drops a stroke that has not ended. */
void tw_stroke_set_enabled (TwStroke *self, gboolean enabled);

#endif
