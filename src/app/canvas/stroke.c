/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stroke.c - see stroke.h. */
#include "app/canvas/stroke.h"

#include "puzzle/drop.h"

#include <stdlib.h>

struct TwStroke {
  TwCanvas *canvas; /* owns the stroke */
  const TwStrokeFuncs *funcs;
  gpointer data;

  GtkEventController *drag; /* NULL: disabled; the canvas owns both controllers */
  GtkEventController *keys;

  GArray *cells;   /* TwEditCell */
  guint8 *touched; /* one byte per cell of the scene during a stroke, otherwise NULL */
  guint8 value;
  int last_x;
  int last_y;
  double start_x; /* start of the drag, in widget coordinates */
  double start_y;
};

static void
forget (TwStroke *self)
{
  g_array_set_size (self->cells, 0);
  g_clear_pointer (&self->touched, g_free);
  tw_canvas_set_ghost (self->canvas, NULL);
}

static void
show (TwStroke *self)
{
  gsize n = self->cells->len;
  g_autofree int *x = g_new (int, n + 1);
  g_autofree int *y = g_new (int, n + 1);
  const TwView *view = tw_canvas_get_view (self->canvas);
  TwCanvasGhost ghost = {
    .x = x,
    .y = y,
    .n_cells = (int) n,
    .paint = TRUE,
    .colour = self->funcs->colour (self->data, self->value, view->theme),
  };

  for (gsize i = 0; i < n; i++) {
    x[i] = g_array_index (self->cells, TwEditCell, i).x;
    y[i] = g_array_index (self->cells, TwEditCell, i).y;
  }
  tw_canvas_set_ghost (self->canvas, &ghost);
}

static void
add (TwStroke *self, int x, int y)
{
  const TwScene *scene = tw_canvas_get_scene (self->canvas);
  const TwEditCell cell = { x, y, self->value };

  if (x < 0 || y < 0 || x >= scene->width || y >= scene->height)
    return;
  guint8 *touched = &self->touched[(gsize) y * (gsize) scene->width + (gsize) x];
  if (*touched)
    return;
  *touched = 1;
  g_array_append_val (self->cells, cell);
}

/* Draws from the last cell to this one without gaps, with Bresenham's line algorithm. */
static void
draw_to (TwStroke *self, int x, int y)
{
  int dx = abs (x - self->last_x), dy = -abs (y - self->last_y);
  int step_x = self->last_x < x ? 1 : -1, step_y = self->last_y < y ? 1 : -1;
  int error = dx + dy;

  for (;;) {
    int twice = 2 * error;

    add (self, self->last_x, self->last_y);
    if (self->last_x == x && self->last_y == y)
      break;
    if (twice >= dy) {
      error += dy;
      self->last_x += step_x;
    }
    if (twice <= dx) {
      error += dx;
      self->last_y += step_y;
    }
  }
}

static gboolean
begin (TwStroke *self, int x, int y, TwStrokeIntent intent)
{
  const TwScene *scene = tw_canvas_get_scene (self->canvas);
  int value = self->funcs->begin (self->data, x, y, intent);

  if (value < 0)
    return FALSE;
  forget (self);
  self->touched = g_malloc0 ((gsize) scene->width * (gsize) scene->height);
  self->value = (guint8) value;
  self->last_x = x;
  self->last_y = y;
  draw_to (self, x, y);
  return TRUE;
}

static void
end (TwStroke *self)
{
  g_autoptr (GArray) cells = g_steal_pointer (&self->cells);

  self->cells = g_array_new (FALSE, FALSE, sizeof (TwEditCell));
  forget (self);
  if (cells->len > 0)
    self->funcs->end (self->data, (const TwEditCell *) (const void *) cells->data, cells->len);
}

/* --- dragging ------------------------------------------------------------------- */

static gboolean
cell_at (TwStroke *self, double x, double y, int *cell_x, int *cell_y)
{
  TwScene *scene = tw_canvas_get_scene (self->canvas);

  return scene != NULL
         && tw_view_cell_at (tw_canvas_get_view (self->canvas), scene, x, y, cell_x, cell_y);
}

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, TwStroke *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (drag));
  TwStrokeIntent intent = button == GDK_BUTTON_SECONDARY ? TW_STROKE_ERASE : TW_STROKE_DRAW;
  int cell_x, cell_y;

  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  /* The middle button, or a press beside the board, pans. */
  if (button == GDK_BUTTON_MIDDLE || button > GDK_BUTTON_SECONDARY
      || !cell_at (self, x, y, &cell_x, &cell_y)) {
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  self->start_x = x;
  self->start_y = y;
  if (begin (self, cell_x, cell_y, intent))
    show (self);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, TwStroke *self)
{
  double x = self->start_x + dx, y = self->start_y + dy;
  int cell_x, cell_y;

  if (self->touched == NULL)
    return;
  tw_canvas_point_at (self->canvas, x, y);
  /* A stroke that leaves the board continues where it re-enters. */
  if (!cell_at (self, x, y, &cell_x, &cell_y))
    return;
  draw_to (self, cell_x, cell_y);
  show (self);
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, TwStroke *self)
{
  if (self->touched != NULL)
    end (self);
}

static void
drag_cancel_cb (GtkGesture *drag, GdkEventSequence *sequence, TwStroke *self)
{
  forget (self);
}

/* --- keys ------------------------------------------------------------------------ */

static void
draw_cell (TwStroke *self, int x, int y, TwStrokeIntent intent)
{
  if (begin (self, x, y, intent))
    end (self);
}

/* Shift and an arrow key also draw the next cell. */
static gboolean
draw_on (TwStroke *self, int dx, int dy)
{
  const TwView *view = tw_canvas_get_view (self->canvas);
  const TwScene *scene = tw_canvas_get_scene (self->canvas);
  int x = CLAMP (view->cursor_x + dx, 0, scene->width - 1);
  int y = CLAMP (view->cursor_y + dy, 0, scene->height - 1);

  tw_canvas_point_at_cell (self->canvas, x, y);
  draw_cell (self, x, y, TW_STROKE_DRAW);
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, TwStroke *self)
{
  const TwView *view = tw_canvas_get_view (self->canvas);
  gboolean shift = (state & GDK_SHIFT_MASK) != 0;

  if (tw_canvas_get_scene (self->canvas) == NULL || view->cursor_x < 0 || self->touched != NULL
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key) {
  case GDK_KEY_space:
  case GDK_KEY_KP_Space:
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    draw_cell (self, view->cursor_x, view->cursor_y, TW_STROKE_TOGGLE);
    return GDK_EVENT_STOP;
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
  case GDK_KEY_BackSpace:
    draw_cell (self, view->cursor_x, view->cursor_y, TW_STROKE_ERASE);
    return GDK_EVENT_STOP;
  case GDK_KEY_Left:
    return shift && draw_on (self, -1, 0);
  case GDK_KEY_Right:
    return shift && draw_on (self, 1, 0);
  case GDK_KEY_Up:
    return shift && draw_on (self, 0, -1);
  case GDK_KEY_Down:
    return shift && draw_on (self, 0, 1);
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

/* --- creation and destruction ----------------------------------------------------- */

TW_DEFINE_FREE (stroke_free, TwStroke, (cells, g_array_unref), (touched, g_free))

TwStroke *
tw_stroke_new (TwCanvas *canvas, const TwStrokeFuncs *funcs, gpointer data)
{
  TwStroke *self = g_new0 (TwStroke, 1);

  self->canvas = canvas;
  self->funcs = funcs;
  self->data = data;
  self->cells = g_array_new (FALSE, FALSE, sizeof (TwEditCell));
  g_object_set_data_full (G_OBJECT (canvas), "tw-stroke", self, stroke_free);
  return self;
}

void
tw_stroke_set_enabled (TwStroke *self, gboolean enabled)
{
  GtkWidget *widget = GTK_WIDGET (self->canvas);
  GtkGesture *drag;

  if (enabled == (self->drag != NULL))
    return;
  if (!enabled) {
    forget (self);
    gtk_widget_remove_controller (widget, g_steal_pointer (&self->drag));
    gtk_widget_remove_controller (widget, g_steal_pointer (&self->keys));
    return;
  }
  drag = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  self->drag = GTK_EVENT_CONTROLLER (drag);
  self->keys = gtk_event_controller_key_new ();
  g_signal_connect (self->keys, "key-pressed", G_CALLBACK (key_cb), self);
  /* The capture phase comes before the canvas's own drag gesture, which pans. */
  gtk_event_controller_set_propagation_phase (self->drag, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (self->keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (widget, self->drag);
  gtk_widget_add_controller (widget, self->keys);
}
