/* SPDX-License-Identifier: GPL-3.0-or-later */
/* canvas-private.h - the canvas as its own files see it: canvas.c, and
 * canvas-reveal.c, which lays the regions of a scene one after the other.
 */
#ifndef TW_APP_CANVAS_PRIVATE_H
#define TW_APP_CANVAS_PRIVATE_H

#include "app/canvas.h"

struct _TwCanvas {
  GtkWidget parent_instance;

  TwScene *scene;
  TwView view;
  gboolean fit;
  GskRenderNode *layer; /* the static layer of what is visible; NULL: must be drawn */
  TwSceneFront front;

  double mouse_x; /* where the last motion was, NAN: not above the canvas */
  double mouse_y;
  double pointer_x; /* what is pointed at by mouse, NAN: nothing, or by keys */
  double pointer_y;
  double drag_x; /* of the gesture so far */
  double drag_y;
  double pinch; /* scale factor of the gesture so far */
  char *hint;

  guint reveal_id;     /* 0: the scene is there at once */
  gint64 reveal_begin; /* time of its first frame, 0: none yet */

  int *ghost_x; /* cells of the piece that is held */
  int *ghost_y;
  TwCanvasGhost ghost;
};

/* The scene is there as a whole. */
void tw_canvas_end_reveal (TwCanvas *self);

#endif
