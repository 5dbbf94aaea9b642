/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stroke.h - draws cells on a canvas by dragging with mouse, pen or finger, or with keys (Space at
 * the cell cursor, Delete, Shift with the arrows). The cells are previewed while the button is
 * down; the whole stroke becomes one change when it ends.
 *
 * The window's edit mode and the piece editor use it. Main thread only. */
#pragma once

#include "app/canvas/canvas.h"
#include "puzzle/edit.h"

typedef enum {
  TW_STROKE_DRAW,   /* draw with the selected tool */
  TW_STROKE_ERASE,  /* secondary button, or Delete */
  TW_STROKE_TOGGLE, /* Space: draw or erase, whichever changes the cell */
} TwStrokeIntent;

/* Callbacks of the owner. */
typedef struct {
  /* Returns the value to draw with for a stroke that starts at this cell; -1: refused (the callback
   * informs the user). */
  int (*begin) (gpointer data, int x, int y, TwStrokeIntent intent);
  /* The colour of a cell with that value, 0xRRGGBB. */
  guint32 (*colour) (gpointer data, guint8 value, TwTheme theme);
  void (*end) (gpointer data, const TwEditCell *cells, gsize n);
} TwStrokeFuncs;

typedef struct TwStroke TwStroke;

/* The canvas owns the stroke. It is disabled initially. */
TwStroke *tw_stroke_new (TwCanvas *canvas, const TwStrokeFuncs *funcs, gpointer data);
/* FALSE also cancels a stroke in progress. */
void tw_stroke_set_enabled (TwStroke *self, gboolean enabled);
