/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas-private.h - the canvas as seen by its own files: canvas.c, and canvas-reveal.c, which
 * animates the regions of a scene. */
#pragma once

#include "app/canvas/canvas.h"

struct _TwCanvas {
  GtkWidget parent_instance;

  TwScene *scene;
  TwView view;
  gboolean fit;
  GskRenderNode *layer; /* the cached static layer of the visible area; NULL: it must be drawn */
  TwSceneFront front;

  double mouse_x; /* position of the last motion event; NAN: the mouse is not above the canvas */
  double mouse_y;
  double pointer_x; /* the position the mouse points at; NAN: none, or keys are in use */
  double pointer_y;
  double drag_x; /* offset of the current drag gesture */
  double drag_y;
  double pinch; /* scale factor of the current pinch gesture */
  char *hint;

  guint reveal_id;     /* 0: no animation is running */
  gint64 reveal_begin; /* frame time of its first frame; 0: no frame yet */

  int *ghost_x; /* cells of the held piece */
  int *ghost_y;
  TwCanvasGhost ghost;
};
