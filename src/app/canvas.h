/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.h - the board on screen: zoom, pan, fit, hover and a cell cursor.
 *
 * Shows a scene (draw/scene.h) and, above it, the front of a running sweep.
 * The layer that changes only with the scene or the view is kept as a texture;
 * front, hover and cursor are drawn every frame.
 *
 * Used by the window only. Main thread only.
 */
#ifndef TW_APP_CANVAS_H
#define TW_APP_CANVAS_H

#include <gtk/gtk.h>

#include "core/run.h"
#include "draw/painter.h"

#define TW_TYPE_CANVAS (tw_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TwCanvas, tw_canvas, TW, CANVAS, GtkWidget)

/* Properties: "hint" (string, what is under the pointer or the cursor, empty
 * when nothing is), "zoom" (double, pixels a cell, 0 without a scene), "fit"
 * (boolean, the whole board is kept in sight); all are read only. */

/* Signal "cursor-changed": another cell is pointed at, by mouse or keys; it is
 * cursor_x, cursor_y of tw_canvas_get_view (). */

/* A piece that is held above the board and not placed yet. */
typedef struct {
  const int *x; /* its cells */
  const int *y;
  int n_cells;
  unsigned colour; /* as in TwScenePiece; of a stroke: 0xRRGGBB */
  gboolean fits;   /* else it is drawn pale, with a dashed outline */
  gboolean paint;  /* no piece, but cells as they are going to be */
} TwCanvasGhost;

/* A scene of another size is shown whole. NULL: nothing to show. */
void tw_canvas_set_scene (TwCanvas *self, TwScene *scene);
TwScene *tw_canvas_get_scene (TwCanvas *self);
/* In the coordinates of the run (core/run.h); NULL: no sweep is running. */
void tw_canvas_set_front (TwCanvas *self, const TwFront *front);
gboolean tw_canvas_has_front (TwCanvas *self);

/* What is drawn besides the colours: TW_PAINT_LABELS, TW_PAINT_PATTERNS, TW_PAINT_GRID. */
void tw_canvas_set_paint_flags (TwCanvas *self, TwPaintFlags flags);
/* Lays the regions of the scene one after the other, unless the desktop or the user
 * wants no animations. A scene of the same size that comes meanwhile goes on with it. */
void tw_canvas_reveal (TwCanvas *self);
gboolean tw_canvas_is_revealing (TwCanvas *self);
/* The region with a ring around it, TW_SCENE_NO_REGION: none; it is brought into sight. */
void tw_canvas_select_region (TwCanvas *self, int32_t region);

/* Copied; NULL: nothing is held. */
void tw_canvas_set_ghost (TwCanvas *self, const TwCanvasGhost *ghost);
/* Points at a cell, or at what lies under a position in the widget, as keys and
 * mouse do. */
void tw_canvas_point_at_cell (TwCanvas *self, int x, int y);
void tw_canvas_point_at (TwCanvas *self, double x, double y);

void tw_canvas_fit (TwCanvas *self);
/* Around the middle of what is seen. */
void tw_canvas_zoom (TwCanvas *self, double factor);
double tw_canvas_get_zoom (TwCanvas *self);
const char *tw_canvas_get_hint (TwCanvas *self);
/* How the scene is looked at, with the theme of the widget, for exports and tests. */
const TwView *tw_canvas_get_view (TwCanvas *self);
/* The pixels of an image surface; takes it over. Any thread. */
GdkTexture *tw_canvas_texture_from_surface (cairo_surface_t *surface);

#endif
