/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-place.c - holds a piece above the board: chosen in the pane, rotated and reflected, moved
 * by mouse, keys or dragging, placed and picked up again.
 */
#include "config.h"

#include "app/window/window-private.h"

#include <math.h>

#include "core/base/transform.h"
#include "puzzle/i18n.h"

/* A press that moves farther than this pans instead of clicking. */
#define CLICK_RADIUS 6.0

/* turned[k] is transform k followed by a clockwise rotation; the second table is k followed by a
 * left-right reflection. */
static const int turned[TW_N_TRANSFORMS] = { 6, 4, 7, 5, 2, 0, 3, 1 };
static const int mirrored[TW_N_TRANSFORMS] = { 2, 3, 0, 1, 6, 7, 4, 5 };

/* Returns NULL when there is nothing to place, or in edit mode. */
static const TwPieceProblem *
problem_of (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  gboolean pieces = puzzle != NULL && tw_puzzle_has_pieces (puzzle);
  return pieces && !self->editing ? tw_piece_puzzle_get_problem (puzzle) : NULL;
}

/* --- the held piece ----------------------------------------------------------- */

/* The placement of the held piece: its middle at the cursor, clamped to the board. */
static gboolean
hand_placement (TwWindow *self, TwPiecePlacement *placement)
{
  const TwPieceProblem *problem = problem_of (self);
  const TwView *view = tw_canvas_get_view (self->canvas);

  if (problem == NULL || self->hand < 0 || view->cursor_x < 0)
    return FALSE;
  const TwShape *shape = &problem->pieces[self->hand].shape;
  gboolean transposed = (self->hand_transform & TW_TRANSFORM_TRANSPOSE) != 0;
  int width = transposed ? shape->height : shape->width;
  int height = transposed ? shape->width : shape->height;
  int x = MIN (view->cursor_x - (width - 1) / 2, problem->board->width - width);
  int y = MIN (view->cursor_y - (height - 1) / 2, problem->board->height - height);

  *placement = (TwPiecePlacement){
    .piece = self->hand,
    .transform = (guint8) self->hand_transform,
    .x = (gint16) MAX (x, 0),
    .y = (gint16) MAX (y, 0),
  };
  return TRUE;
}

void
tw_window_update_hand (TwWindow *self)
{
  const TwPieceProblem *problem = problem_of (self);
  TwPiecePlacement placement;

  tw_pieces_set_hand (self->pieces, self->hand);
  tw_window_update_piece_actions (self);
  if (self->editing) /* the canvas shows a stroke */
    return;
  if (!hand_placement (self, &placement)) {
    tw_canvas_set_ghost (self->canvas, NULL);
    return;
  }
  int n = problem->pieces[placement.piece].shape.count;
  g_autofree int *x = g_new (int, n);
  g_autofree int *y = g_new (int, n);
  TwCanvasGhost ghost = {
    .x = x,
    .y = y,
    .n_cells = n,
    .colour = tw_piece_puzzle_alike (tw_window_get_puzzle (self), (guint) placement.piece),
    .fits = tw_piece_problem_judge (problem, placement, NULL, NULL) == TW_PLACE_OK,
  };

  tw_piece_placement_cells (problem, placement, x, y);
  tw_canvas_set_ghost (self->canvas, &ghost);
}

static void
take (TwWindow *self, int piece, int transform)
{
  self->hand = piece;
  self->hand_transform = transform;
  tw_window_update_hand (self);
}

void
tw_window_drop_hand (TwWindow *self)
{
  take (self, -1, 0);
}

/* The first transform that the piece may be placed with. */
static int
first_transform (const TwPiece *piece)
{
  for (int k = 0; k < TW_N_TRANSFORMS; k++)
    if (piece->transforms >> k & 1)
      return k;
  return 0;
}

void
tw_window_take_piece (TwWindow *self, guint piece)
{
  const TwPieceProblem *problem = problem_of (self);

  if (problem == NULL || piece >= problem->n_pieces || self->hand == (int) piece)
    return;
  take (self, (int) piece, first_transform (&problem->pieces[piece]));
}

/* The same, then moves the focus to the board. */
static void
take_to_board (TwWindow *self, guint piece)
{
  const TwView *view = tw_canvas_get_view (self->canvas);
  const TwPieceProblem *problem = problem_of (self);

  tw_window_take_piece (self, piece);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  if (problem != NULL && view->cursor_x < 0)
    tw_canvas_point_at_cell (self->canvas, problem->board->width / 2, problem->board->height / 2);
}

static void
turn (TwWindow *self, const int *to, const char *forbidden)
{
  const TwPieceProblem *problem = problem_of (self);
  int transform;

  if (problem == NULL || self->hand < 0)
    return;
  transform = to[self->hand_transform];
  if ((problem->pieces[self->hand].transforms >> transform & 1) == 0) {
    tw_window_say (self, forbidden);
    return;
  }
  take (self, self->hand, transform);
}

void
tw_window_rotate_piece (TwWindow *self)
{
  turn (self, turned, _ ("This piece may not be rotated"));
}

void
tw_window_flip_piece (TwWindow *self)
{
  turn (self, mirrored, _ ("This piece may not be flipped"));
}

/* --- placed pieces --------------------------------------------------------------- */

static const char *
fault_text (TwPlaceFault fault)
{
  switch (fault) {
  case TW_PLACE_TURNED:
    return _ ("This piece may not lie that way");
  case TW_PLACE_OUTSIDE:
    return _ ("The piece does not lie within the board there");
  case TW_PLACE_COLOUR:
    return _ ("The piece has other colours than the board there");
  case TW_PLACE_OVERLAP:
    return _ ("Another piece lies there");
  case TW_PLACE_USED_UP:
    return _ ("All pieces of this kind lie on the board already");
  case TW_PLACE_NO_SUCH_PIECE:
  case TW_PLACE_NO_MEMORY:
  case TW_PLACE_OK:
  default:
    return _ ("The piece cannot be placed there");
  }
}

void
tw_window_place_piece (TwWindow *self)
{
  const TwPieceProblem *problem = problem_of (self);
  TwPiecePlacement placement;
  TwPlaceFault fault;
  TwPuzzle *changed;

  if (!hand_placement (self, &placement))
    return;
  g_autofree TwPiecePlacement *placed = g_new0 (TwPiecePlacement, problem->n_placed + 1);
  for (gsize i = 0; i < problem->n_placed; i++)
    placed[i] = problem->placed[i];
  placed[problem->n_placed] = placement;
  changed = tw_piece_puzzle_with_placed (tw_window_get_puzzle (self), placed, problem->n_placed + 1,
                                         &fault);
  if (changed == NULL) {
    tw_window_say (self, fault_text (fault));
    return;
  }
  const TwPiece *piece = &problem->pieces[placement.piece];
  g_autofree char *name = g_strdup_printf (_ ("Place piece %s"), piece->name);
  if (piece->placed + 1 >= piece->most)
    self->hand = -1;
  tw_window_change_puzzle (self, changed, name, TW_STEP_PLAY);
}

/* The index of the placement that covers a cell; -1: none. */
static int
placed_at (const TwPieceProblem *problem, int cell_x, int cell_y)
{
  for (gsize i = 0; i < problem->n_placed; i++) {
    int n = problem->pieces[problem->placed[i].piece].shape.count;
    g_autofree int *x = g_new (int, n);
    g_autofree int *y = g_new (int, n);

    tw_piece_placement_cells (problem, problem->placed[i], x, y);
    for (int c = 0; c < n; c++)
      if (x[c] == cell_x && y[c] == cell_y)
        return (int) i;
  }
  return -1;
}

/* Counts the pieces placed by the file. They come first and cannot be moved. */
static gsize
n_given (TwWindow *self)
{
  const TwPieceProblem *problem = problem_of (self);
  const TwPieceProblem *given = tw_piece_puzzle_get_problem (
    tw_document_get_original (tw_window_get_document (self)));
  gsize n = 0;

  /* Edits may have moved or removed them. */
  while (n < given->n_placed && n < problem->n_placed
         && given->placed[n].piece == problem->placed[n].piece
         && given->placed[n].transform == problem->placed[n].transform
         && given->placed[n].x == problem->placed[n].x
         && given->placed[n].y == problem->placed[n].y)
    n++;
  return n;
}

int
tw_window_placed_at_cursor (TwWindow *self)
{
  const TwPieceProblem *problem = problem_of (self);
  const TwView *view = tw_canvas_get_view (self->canvas);
  int i = problem != NULL && view->cursor_x >= 0
            ? placed_at (problem, view->cursor_x, view->cursor_y)
            : -1;

  return i >= 0 && (gsize) i >= n_given (self) ? i : -1;
}

void
tw_window_remove_piece (TwWindow *self, gboolean to_hand)
{
  const TwPieceProblem *problem = problem_of (self);
  int index = tw_window_placed_at_cursor (self);
  gsize n = 0;
  TwPlaceFault fault;
  TwPuzzle *changed;

  if (index < 0)
    return;
  TwPiecePlacement removed = problem->placed[index];
  g_autofree TwPiecePlacement *placed = g_new0 (TwPiecePlacement, problem->n_placed);
  for (gsize i = 0; i < problem->n_placed; i++)
    if (i != (gsize) index)
      placed[n++] = problem->placed[i];
  changed = tw_piece_puzzle_with_placed (tw_window_get_puzzle (self), placed, n, &fault);
  if (changed == NULL) {
    tw_window_say (self, fault_text (fault));
    return;
  }
  g_autofree char *name = g_strdup_printf (_ ("Take off piece %s"),
                                           problem->pieces[removed.piece].name);
  if (to_hand) {
    self->hand = removed.piece;
    self->hand_transform = removed.transform;
  }
  tw_window_change_puzzle (self, changed, name, TW_STEP_PLAY);
}

/* --- keys, clicks, drops ------------------------------------------------------------ */

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, TwWindow *self)
{
  gboolean canvas = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys))
                    == GTK_WIDGET (self->canvas);

  if (problem_of (self) == NULL
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (gdk_keyval_to_lower (key)) {
  case GDK_KEY_r:
    tw_window_rotate_piece (self);
    return self->hand >= 0;
  case GDK_KEY_f:
    tw_window_flip_piece (self);
    return self->hand >= 0;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
  case GDK_KEY_space:
    if (!canvas || self->hand < 0)
      return GDK_EVENT_PROPAGATE;
    tw_window_place_piece (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
  case GDK_KEY_BackSpace:
    if (!canvas)
      return GDK_EVENT_PROPAGATE;
    tw_window_remove_piece (self, FALSE);
    return GDK_EVENT_STOP;
  case GDK_KEY_Escape:
    if (self->hand < 0)
      return GDK_EVENT_PROPAGATE;
    tw_window_drop_hand (self);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

static void
pressed_cb (GtkGestureClick *click, int n, double x, double y, TwWindow *self)
{
  self->press_x = x;
  self->press_y = y;
}

static void
released_cb (GtkGestureClick *click, int n, double x, double y, TwWindow *self)
{
  if (problem_of (self) == NULL || hypot (x - self->press_x, y - self->press_y) > CLICK_RADIUS)
    return;
  tw_canvas_point_at (self->canvas, x, y);
  if (self->hand >= 0)
    tw_window_place_piece (self);
  else
    tw_window_remove_piece (self, TRUE);
}

static GdkDragAction
drop_motion_cb (GtkDropTarget *target, double x, double y, TwWindow *self)
{
  tw_canvas_point_at (self->canvas, x, y);
  return self->hand >= 0 ? GDK_ACTION_COPY : 0;
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, TwWindow *self)
{
  tw_window_take_piece (self, g_value_get_uint (value));
  tw_canvas_point_at (self->canvas, x, y);
  tw_window_place_piece (self);
  return TRUE;
}

void
tw_window_accept_pieces (TwWindow *self)
{
  GtkWidget *widgets[] = { GTK_WIDGET (self->canvas), GTK_WIDGET (self->pieces) };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_UINT, GDK_ACTION_COPY);
  GtkGesture *click = gtk_gesture_click_new ();

  self->hand = -1;
  for (gsize i = 0; i < G_N_ELEMENTS (widgets); i++) {
    GtkEventController *keys = gtk_event_controller_key_new ();
    gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
    g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
    gtk_widget_add_controller (widgets[i], keys);
  }
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widgets[0], GTK_EVENT_CONTROLLER (click));
  g_signal_connect (target, "motion", G_CALLBACK (drop_motion_cb), self);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (widgets[0], GTK_EVENT_CONTROLLER (target));

  g_signal_connect_object (self->canvas, "cursor-changed", G_CALLBACK (tw_window_update_hand), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pieces, "taken", G_CALLBACK (tw_window_take_piece), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pieces, "ready", G_CALLBACK (take_to_board), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pieces, "turns-changed", G_CALLBACK (tw_window_change_turns), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pieces, "piece-turns-changed",
                           G_CALLBACK (tw_window_change_piece_turns), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->solutions, "chosen", G_CALLBACK (tw_window_choose_solution), self,
                           G_CONNECT_SWAPPED);
}
