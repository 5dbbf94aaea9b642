/* SPDX-License-Identifier: GPL-3.0-or-later */
/* square-hand.c - see square-hand.h. */
#include "app/window/square-hand.h"

#include <stdlib.h>

#include "app/actions.h"
#include "app/part.h"
#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"

struct _TwSquareHand {
  GObject parent_instance;

  TwCanvas *canvas;
  TwSession *session;
  GtkEventController *drag; /* the canvas owns it */
  gboolean active;
  int x; /* where the square that is stretched starts; -1: none is */
  int y;
  double press_x; /* position of the press, in the widget */
  double press_y;
};

G_DEFINE_FINAL_TYPE (TwSquareHand, tw_square_hand, G_TYPE_OBJECT)

static gboolean
is_possible (TwSquareHand *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  return puzzle != NULL && tw_puzzle_takes_squares (puzzle);
}

/* --- the square that is stretched ------------------------------------------------------- */

/* From the first cell to the one at the cursor, or beyond it in the shorter direction. */
static TwSquare
stretched (TwSquareHand *self)
{
  const TwView *view = tw_canvas_get_view (self->canvas);
  int dx = view->cursor_x - self->x, dy = view->cursor_y - self->y;
  int size = MAX (abs (dx), abs (dy)) + 1;

  return (TwSquare){ .x = dx < 0 ? self->x - size + 1 : self->x,
                     .y = dy < 0 ? self->y - size + 1 : self->y,
                     .size = size };
}

/* Shows the square and the cells that refuse it; returns whether it may lie there. */
static gboolean
show (TwSquareHand *self)
{
  const TwScene *scene = tw_canvas_get_scene (self->canvas);

  if (self->x < 0 || tw_canvas_get_view (self->canvas)->cursor_x < 0) {
    tw_canvas_set_ghost (self->canvas, NULL);
    return FALSE;
  }
  TwSquare square = stretched (self);
  gsize room = (gsize) square.size * (gsize) square.size;
  g_autofree int *x = g_new (int, room);
  g_autofree int *y = g_new (int, room);
  g_autofree int *taken_x = g_new (int, room);
  g_autofree int *taken_y = g_new (int, room);
  TwCanvasGhost ghost = { .x = x, .y = y, .square = square.size, .colour = (guint) square.size };
  TwCanvasGhost taken = { .x = taken_x, .y = taken_y };
  gboolean left = tw_document_count_left (tw_session_get_document (self->session), square.size) > 0;

  for (int cy = MAX (square.y, 0); cy < MIN (square.y + square.size, scene->height); cy++)
    for (int cx = MAX (square.x, 0); cx < MIN (square.x + square.size, scene->width); cx++) {
      x[ghost.n_cells] = cx;
      y[ghost.n_cells++] = cy;
      if (!left || !tw_scene_is_uncovered (scene, cx, cy)) {
        taken_x[taken.n_cells] = cx;
        taken_y[taken.n_cells++] = cy;
      }
    }
  if (!left)
    ghost.refusal = _ ("No square of this size is left");
  else if (taken.n_cells > 0)
    ghost.refusal = _ ("These cells are covered already or must stay empty");
  else if ((gsize) ghost.n_cells < room)
    ghost.refusal = _ ("The square does not lie within the board there");
  tw_canvas_set_ghost (self->canvas, &ghost);
  tw_canvas_set_marks (self->canvas, &taken);
  return ghost.refusal == NULL;
}

static void
drop (TwSquareHand *self)
{
  if (self->x < 0)
    return;
  self->x = -1;
  tw_canvas_set_ghost (self->canvas, NULL);
  tw_canvas_set_marks (self->canvas, NULL);
}

/* --- steps -------------------------------------------------------------------------------- */

/* Copies the squares on the board, without the one on this cell. Returns the size of that square;
 * 0: there is none. */
static int
copy_squares (TwSquareHand *self, TwTiling *copy, int x, int y)
{
  const TwTiling *squares = tw_document_get_squares (tw_session_get_document (self->session));
  int size = 0;

  for (gsize i = 0; i < squares->count; i++) {
    TwSquare s = squares->squares[i];

    if (x >= s.x && y >= s.y && x < s.x + s.size && y < s.y + s.size)
      size = s.size;
    else
      tw_tiling_add (copy, s);
  }
  return size;
}

static void
take_off (TwSquareHand *self)
{
  const TwView *view = tw_canvas_get_view (self->canvas);
  g_auto (TwTiling) squares = { 0 };
  int size = copy_squares (self, &squares, view->cursor_x, view->cursor_y);

  if (size > 0) {
    g_autofree char *name = g_strdup_printf (_ ("Take off a square of %d"), size);

    tw_document_lay_squares (tw_session_get_document (self->session), &squares, name);
  }
}

static void
lay (TwSquareHand *self)
{
  TwSquare square = stretched (self);
  g_auto (TwTiling) squares = { 0 };
  gboolean fits = show (self);

  drop (self);
  if (!fits)
    return;
  g_autofree char *name = g_strdup_printf (_ ("Lay a square of %d"), square.size);

  copy_squares (self, &squares, -1, -1);
  tw_tiling_add (&squares, square);
  tw_document_lay_squares (tw_session_get_document (self->session), &squares, name);
}

/* At the cursor: takes off the square that lies there, or begins to stretch one. */
static void
begin (TwSquareHand *self)
{
  const TwView *view = tw_canvas_get_view (self->canvas);

  if (tw_search_is_running (tw_session_get_search (self->session))) {
    tw_session_say (self->session, _ ("Stop the search before you lay squares"));
    return;
  }
  if (tw_session_get_result (self->session) != NULL) /* instead, the squares by hand are shown */
    tw_document_set_result (tw_session_get_document (self->session), NULL);
  if (tw_scene_region_at (tw_canvas_get_scene (self->canvas), view->cursor_x, view->cursor_y)
      != TW_SCENE_NO_REGION) {
    take_off (self);
    return;
  }
  self->x = view->cursor_x;
  self->y = view->cursor_y;
  show (self);
}

/* --- pointer and keys ------------------------------------------------------------------------ */

static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, TwSquareHand *self)
{
  tw_canvas_point_at (self->canvas, x, y);
  if (tw_canvas_get_view (self->canvas)->cursor_x < 0) { /* beside the board the drag pans */
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  self->press_x = x;
  self->press_y = y;
  begin (self);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, TwSquareHand *self)
{
  tw_canvas_point_at (self->canvas, self->press_x + dx, self->press_y + dy);
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, TwSquareHand *self)
{
  if (self->x >= 0 && tw_canvas_get_view (self->canvas)->cursor_x >= 0)
    lay (self);
  drop (self);
}

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state,
        TwSquareHand *self)
{
  if (!self->active || tw_canvas_get_view (self->canvas)->cursor_x < 0
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key) {
  case GDK_KEY_space:
  case GDK_KEY_KP_Space:
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    (self->x >= 0 ? lay : begin) (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
  case GDK_KEY_BackSpace:
    take_off (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Escape:
    if (self->x < 0)
      return GDK_EVENT_PROPAGATE;
    drop (self);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

static void
cursor_changed_cb (TwSquareHand *self)
{
  if (self->x >= 0)
    show (self);
}

/* --- the object -------------------------------------------------------------------------------- */

static void
set_active (TwSquareHand *self, gboolean active)
{
  drop (self);
  self->active = active && is_possible (self);
  /* The capture phase comes before the canvas's own drag gesture, which pans. */
  gtk_event_controller_set_propagation_phase (self->drag,
                                              self->active ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE);
  g_object_notify (G_OBJECT (self), "active");
  if (self->active)
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
document_changed_cb (TwSquareHand *self)
{
  g_object_set (self, "active", FALSE, NULL);
}

static const TwAction actions[] = {
  { "squares", .state = "active", .enabled = "possible", .keys = { "<Control>j" } },
  { 0 },
};

static void
tw_square_hand_class_init (TwSquareHandClass *klass)
{
  static const TwFlag flags[] = {
    { "active", .set = G_CALLBACK (set_active), .offset = offsetof (TwSquareHand, active) },
    { "possible", .get = G_CALLBACK (is_possible) },
    { 0 },
  };

  TW_OWN (klass, TwSquareHand, session, g_object_unref);
  tw_class_add_flags (klass, flags);
}

static void
tw_square_hand_init (TwSquareHand *self)
{
  self->x = -1;
}

TwSquareHand *
tw_square_hand_new (TwCanvas *canvas, TwSession *session)
{
  TwSquareHand *self = g_object_new (TW_TYPE_SQUARE_HAND, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->canvas = canvas;
  self->session = g_object_ref (session);
  self->drag = GTK_EVENT_CONTROLLER (gtk_gesture_drag_new ());
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (self->drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, 0);
  g_signal_connect_object (self->drag, "drag-update", G_CALLBACK (drag_update_cb), self, 0);
  g_signal_connect_object (self->drag, "drag-end", G_CALLBACK (drag_end_cb), self, 0);
  tw_connect (self->drag, "cancel", G_CALLBACK (drop), self);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, 0);
  set_active (self, FALSE);
  gtk_widget_add_controller (GTK_WIDGET (canvas), self->drag);
  gtk_widget_add_controller (GTK_WIDGET (canvas), keys);
  tw_connect (canvas, "cursor-changed", G_CALLBACK (cursor_changed_cb), self);
  tw_connect (session, "document-changed", G_CALLBACK (document_changed_cb), self);
  tw_connect (session, "puzzle-changed", G_CALLBACK (drop), self);
  tw_connect (session, "changed", G_CALLBACK (tw_flags_update), self);
  tw_connect (tw_session_get_search (session), "notify::running", G_CALLBACK (drop), self);
  tw_actions_add (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (canvas))), "piece", self, actions);
  return self;
}
