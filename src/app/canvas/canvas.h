/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas.h - the board on screen: zoom, pan, fit, hover and a cell cursor.
 *
 * The canvas shows a scene (draw/scene.h) and, above it, the front of a running sweep. The static
 * layer, which changes only with the scene or the view, is cached as a texture; front, hover and
 * cursor are drawn in every frame.
 *
 * Only the window uses it. Main thread only. */
#pragma once

#include <gtk/gtk.h>

#include "app/canvas/overlay.h"
#include "core/run/run.h"
#include "draw/painter.h"

#define TW_TYPE_CANVAS (tw_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TwCanvas, tw_canvas, TW, CANVAS, GtkWidget)

/* Signals: "cursor-changed": the mouse or the keys point at another cell, which is cursor_x, cursor_y
 * of tw_canvas_get_view (); "hint-changed". */

/* A scene of another size is scaled to fit. NULL clears the canvas. */
void tw_canvas_set_scene (TwCanvas *self, TwScene *scene);
TwScene *tw_canvas_get_scene (TwCanvas *self);
/* `front` is in the coordinates of the run (core/run/run.h). NULL: no sweep is running. */
void tw_canvas_set_front (TwCanvas *self, const TwFront *front);

/* Selects the optional layers: TW_PAINT_LABELS, TW_PAINT_PATTERNS, TW_PAINT_GRID. */
void tw_canvas_set_paint_flags (TwCanvas *self, TwPaintFlags flags);
/* Animates the regions of the scene one after the other, unless the desktop or the user has turned
 * animations off; or a wave that crosses them. A scene of the same size that is set during the
 * animation continues it. */
void tw_canvas_animate (TwCanvas *self, gboolean wave);
gboolean tw_canvas_is_waving (TwCanvas *self);
/* Ends the animation: the whole scene is shown. */
void tw_canvas_end_reveal (TwCanvas *self);
/* Draws a ring around the region and scrolls it into view. TW_SCENE_NO_REGION removes the ring. */
void tw_canvas_select_region (TwCanvas *self, int32_t region);

/* The canvas copies the ghost. NULL: no piece is held. */
void tw_canvas_set_ghost (TwCanvas *self, const TwCanvasGhost *ghost);
/* Draws a ring around cells that cannot be covered; only the cells of `marks` count, which the canvas
 * copies. NULL: no ring. */
void tw_canvas_set_marks (TwCanvas *self, const TwCanvasGhost *marks);
int tw_canvas_get_n_marks (TwCanvas *self);
/* Moves the cursor to a cell, or to the cell at a position in the widget, as the keys and the mouse
 * do. */
void tw_canvas_point_at_cell (TwCanvas *self, int x, int y);
void tw_canvas_point_at (TwCanvas *self, double x, double y);

void tw_canvas_fit (TwCanvas *self);
/* Zooms around the centre of the visible area. */
void tw_canvas_zoom (TwCanvas *self, double factor);
/* What is at the cursor, or why the ghost may not lie there. */
const char *tw_canvas_get_hint (TwCanvas *self);
/* The current view, with the theme of the widget; for exports and tests. */
const TwView *tw_canvas_get_view (TwCanvas *self);
/* Wraps the pixels of an image surface and takes ownership of it; NULL: the surface has failed. Any
 * thread. */
GdkTexture *tw_canvas_texture_from_surface (cairo_surface_t *surface);
