/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hand.c - see hand.h. */
#include "app/window/hand.h"

#include <math.h>

#include "app/actions.h"
#include "app/compat.h"
#include "app/part.h"
#include "core/base/transform.h"
#include "draw/picture.h"
#include "puzzle/i18n.h"
#include "puzzle/play.h"

/* A press that moves farther than this pans or moves a piece instead of clicking. */
#define CLICK_RADIUS 6.0
/* The side of the largest picture at the pointer, in pixels. */
#define MOST_POINTER 256.0

/* turned[k] is transform k followed by a clockwise rotation; the second table is k followed by a
 * left-right reflection. */
static const int turned[TW_N_TRANSFORMS] = { 6, 4, 7, 5, 2, 0, 3, 1 };
static const int mirrored[TW_N_TRANSFORMS] = { 2, 3, 0, 1, 6, 7, 4, 5 };

struct _TwHand {
  GObject parent_instance;

  TwCanvas *canvas;
  TwPieces *pieces;
  TwSession *session;
  GtkEventController *drag; /* the canvas owns it */
  int piece;                /* the held piece, -1: none */
  int transform;            /* its transform */
  gboolean disabled;
  gboolean dragging; /* the piece in hand */
  double press_x;    /* position of the last mouse press */
  double press_y;
  gboolean holding, can_remove, can_start_over; /* see update () */
};

G_DEFINE_FINAL_TYPE (TwHand, tw_hand, G_TYPE_OBJECT)

/* The puzzle of the document if pieces can be placed; otherwise NULL. */
static TwPuzzle *
puzzle_of (TwHand *self)
{
  TwPuzzle *puzzle = tw_session_get_puzzle (self->session);

  return puzzle != NULL && tw_play_get_pieces (puzzle) != NULL ? puzzle : NULL;
}

/* Returns NULL when there is nothing to place. */
static const TwPieceProblem *
problem_of (TwHand *self)
{
  TwPuzzle *puzzle = puzzle_of (self);

  return puzzle != NULL && !self->disabled
           ? tw_piece_puzzle_get_problem (tw_play_get_pieces (puzzle))
           : NULL;
}

/* --- the held piece ----------------------------------------------------------- */

/* The placement of the held piece: its middle at the cursor, clamped to the board. */
static gboolean
hand_placement (TwHand *self, TwPiecePlacement *placement)
{
  const TwPieceProblem *problem = problem_of (self);
  const TwView *view = tw_canvas_get_view (self->canvas);

  if (problem == NULL || self->piece < 0 || view->cursor_x < 0)
    return FALSE;
  const TwShape *shape = &problem->pieces[self->piece].shape;
  gboolean transposed = (self->transform & TW_TRANSFORM_TRANSPOSE) != 0;
  int width = transposed ? shape->height : shape->width;
  int height = transposed ? shape->width : shape->height;
  int x = MIN (view->cursor_x - (width - 1) / 2, problem->board->width - width);
  int y = MIN (view->cursor_y - (height - 1) / 2, problem->board->height - height);

  *placement = (TwPiecePlacement){
    .piece = self->piece,
    .transform = (guint8) self->transform,
    .x = (gint16) MAX (x, 0),
    .y = (gint16) MAX (y, 0),
  };
  return TRUE;
}

/* NULL: there is none. */
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
  case TW_PLACE_OK:
    return NULL;
  case TW_PLACE_NO_SUCH_PIECE:
  case TW_PLACE_NO_MEMORY:
  default:
    return _ ("The piece cannot be placed there");
  }
}

/* Outside of the board the pointer carries the picture of the piece, at the scale of the board. */
static void
show_pointer (TwHand *self)
{
  TwPuzzle *puzzle = puzzle_of (self);
  const TwView *view = tw_canvas_get_view (self->canvas);
  g_autoptr (GdkCursor) cursor = NULL;

  if (self->dragging && puzzle != NULL && self->piece >= 0 && view->cursor_x < 0) {
    g_autoptr (TwScene)
      scene = tw_picture_piece (tw_play_get_pieces (puzzle), (guint) self->piece, self->transform);
    int size = (int) MIN (view->scale * MAX (scene->width, scene->height), MOST_POINTER);
    g_autoptr (GdkTexture)
      texture = tw_canvas_texture_from_surface (tw_painter_thumbnail (scene, size, view->theme));

    if (texture != NULL)
      cursor = gdk_cursor_new_from_texture (texture, gdk_texture_get_width (texture) / 2,
                                            gdk_texture_get_height (texture) / 2, NULL);
  }
  gtk_widget_set_cursor (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self->canvas))), cursor);
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

/* The index of the removable piece at the cursor among the placed pieces; -1: none. */
static int
placed_at_cursor (TwHand *self)
{
  const TwPieceProblem *problem = problem_of (self);
  const TwView *view = tw_canvas_get_view (self->canvas);
  int i = problem != NULL && view->cursor_x >= 0
            ? placed_at (problem, view->cursor_x, view->cursor_y)
            : -1;

  return i >= 0 && (gsize) i >= tw_document_count_given (tw_session_get_document (self->session))
           ? i
           : -1;
}

/* Shows the held piece. */
static void
update (TwHand *self)
{
  const TwPieceProblem *problem = problem_of (self);
  TwDocument *document = tw_session_get_document (self->session);
  TwPiecePlacement placement;

  tw_pieces_set_hand (self->pieces, self->piece);
  self->holding = self->piece >= 0;
  self->can_remove = placed_at_cursor (self) >= 0;
  self->can_start_over = problem != NULL ? problem->n_placed > tw_document_count_given (document)
                                         : document != NULL && !self->disabled
                                             && tw_document_get_squares (document)->count > 0;
  tw_flags_update (self);
  /* The capture phase comes before the canvas's own drag gesture, which pans. */
  gtk_event_controller_set_propagation_phase (self->drag,
                                              problem != NULL ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE);
  if (self->disabled) /* the canvas shows a stroke */
    return;
  show_pointer (self);
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
    .colour = tw_piece_puzzle_alike (tw_play_get_pieces (puzzle_of (self)),
                                     (guint) placement.piece),
    .refusal = fault_text (tw_piece_problem_judge (problem, placement, NULL, NULL)),
  };

  tw_piece_placement_cells (problem, placement, x, y);
  tw_canvas_set_ghost (self->canvas, &ghost);
}

static void
take (TwHand *self, int piece, int transform)
{
  self->piece = piece;
  self->transform = transform;
  update (self);
}

void
tw_hand_drop (TwHand *self)
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

static void
take_piece (TwHand *self, guint piece)
{
  const TwPieceProblem *problem = problem_of (self);

  if (problem == NULL || piece >= problem->n_pieces || self->piece == (int) piece)
    return;
  take (self, (int) piece, first_transform (&problem->pieces[piece]));
}

/* The same, then moves the focus to the board. */
static void
take_to_board (TwHand *self, guint piece)
{
  const TwView *view = tw_canvas_get_view (self->canvas);
  const TwPieceProblem *problem = problem_of (self);

  take_piece (self, piece);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  if (problem != NULL && view->cursor_x < 0)
    tw_canvas_point_at_cell (self->canvas, problem->board->width / 2, problem->board->height / 2);
}

static void
turn (TwHand *self, int transform, const char *forbidden)
{
  const TwPieceProblem *problem = problem_of (self);

  if (problem == NULL || self->piece < 0)
    return;
  if ((problem->pieces[self->piece].transforms >> transform & 1) == 0) {
    tw_session_say (self->session, forbidden);
    return;
  }
  take (self, self->piece, transform);
}

static void
rotate (TwHand *self)
{
  turn (self, turned[self->transform], _ ("This piece may not be rotated"));
}

/* Three turns are the way back. */
static void
rotate_back (TwHand *self)
{
  turn (self, turned[turned[turned[self->transform]]], _ ("This piece may not be rotated"));
}

static void
flip (TwHand *self)
{
  turn (self, mirrored[self->transform], _ ("This piece may not be flipped"));
}

/* --- placed pieces --------------------------------------------------------------- */

static void
place (TwHand *self)
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
  changed = tw_play_with_placed (puzzle_of (self), placed, problem->n_placed + 1, &fault);
  if (changed == NULL) {
    tw_compat_announce (GTK_WIDGET (self->canvas), fault_text (fault));
    return;
  }
  const TwPiece *piece = &problem->pieces[placement.piece];
  g_autofree char *name = g_strdup_printf (_ ("Place piece %s"), piece->name);
  if (piece->placed + 1 >= piece->most)
    self->piece = -1;
  tw_document_change (tw_session_get_document (self->session), changed, name, TW_STEP_PLAY);
}

static void
remove_piece (TwHand *self, gboolean to_hand)
{
  const TwPieceProblem *problem = problem_of (self);
  int index = placed_at_cursor (self);
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
  changed = tw_play_with_placed (puzzle_of (self), placed, n, &fault);
  if (changed == NULL) {
    tw_session_say (self->session, fault_text (fault));
    return;
  }
  g_autofree char *name = g_strdup_printf (_ ("Take off piece %s"),
                                           problem->pieces[removed.piece].name);
  if (to_hand) {
    self->piece = removed.piece;
    self->transform = removed.transform;
  }
  tw_document_change (tw_session_get_document (self->session), changed, name, TW_STEP_PLAY);
}

static void
start_over (TwHand *self)
{
  tw_document_start_over (tw_session_get_document (self->session));
}

/* --- the rules of turning --------------------------------------------------------------- */

/* Takes ownership of `changed`, or shows why it is NULL and resets the switches. */
static void
take_turns (TwHand *self, TwPuzzle *changed, const GError *error)
{
  if (changed != NULL) {
    self->transform = 0;
    tw_document_change (tw_session_get_document (self->session), changed, _ ("Change the turns"),
                        self->disabled ? TW_STEP_EDIT : TW_STEP_PLAY);
  } else {
    tw_session_say (self->session, error->message);
    tw_pieces_set_puzzle (self->pieces, puzzle_of (self));
    tw_pieces_set_hand (self->pieces, self->piece);
  }
}

/* A switch that was not changed leaves each piece as it is. */
static TwOrientations
turns_of (gboolean now, gboolean before)
{
  return now == before ? TW_ORIENTATIONS_KEEP
         : now         ? TW_ORIENTATIONS_ALLOW
                       : TW_ORIENTATIONS_FORBID;
}

static void
turns_changed_cb (TwHand *self, gboolean rotate, gboolean flip)
{
  TwPuzzle *puzzle = puzzle_of (self), *changed;
  g_autoptr (GError) error = NULL;

  if (puzzle == NULL)
    return;
  changed = tw_piece_puzzle_with_orientations (
    puzzle, turns_of (rotate, tw_pieces_may_rotate (puzzle)),
    turns_of (flip, tw_pieces_may_flip (puzzle)), &error);
  take_turns (self, changed, error);
}

static void
piece_turns_changed_cb (TwHand *self, gboolean rotate, gboolean flip)
{
  TwPuzzle *puzzle = puzzle_of (self), *changed;
  g_autoptr (GError) error = NULL;

  if (puzzle == NULL || self->piece < 0)
    return;
  changed = tw_piece_puzzle_with_piece_orientations (puzzle, (guint) self->piece, rotate, flip,
                                                     &error);
  take_turns (self, changed, error);
}

/* --- keys, clicks, drops ------------------------------------------------------------ */

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, TwHand *self)
{
  gboolean canvas = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys))
                    == GTK_WIDGET (self->canvas);

  if (problem_of (self) == NULL
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (gdk_keyval_to_lower (key)) {
  case GDK_KEY_r:
    rotate (self);
    return self->piece >= 0;
  case GDK_KEY_f:
    flip (self);
    return self->piece >= 0;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
  case GDK_KEY_space:
    if (!canvas || self->piece < 0)
      return GDK_EVENT_PROPAGATE;
    place (self);
    return GDK_EVENT_STOP;
  case GDK_KEY_Delete:
  case GDK_KEY_KP_Delete:
  case GDK_KEY_BackSpace:
    if (!canvas)
      return GDK_EVENT_PROPAGATE;
    remove_piece (self, FALSE);
    return GDK_EVENT_STOP;
  case GDK_KEY_Escape:
    if (self->piece < 0)
      return GDK_EVENT_PROPAGATE;
    tw_hand_drop (self);
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

/* The wheel turns the piece in hand, with Shift it flips it; with Ctrl it zooms as ever. Above the pane
 * it does so during a drag only. */
static gboolean
scroll_cb (GtkEventControllerScroll *scroll, double dx, double dy, TwHand *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (
    GTK_EVENT_CONTROLLER (scroll));

  gboolean canvas = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (scroll))
                    == GTK_WIDGET (self->canvas);

  if (self->piece < 0 || (!canvas && !self->dragging) || (state & GDK_CONTROL_MASK) != 0
      || gtk_event_controller_scroll_get_unit (scroll) != GDK_SCROLL_UNIT_WHEEL)
    return GDK_EVENT_PROPAGATE;
  if ((state & GDK_SHIFT_MASK) != 0 || dx != 0)
    flip (self);
  else
    (dy > 0 ? rotate : rotate_back) (self);
  return GDK_EVENT_STOP;
}

static void
pressed_cb (GtkGestureClick *click, int n, double x, double y, TwHand *self)
{
  self->press_x = x;
  self->press_y = y;
}

static void
released_cb (GtkGestureClick *click, int n, double x, double y, TwHand *self)
{
  if (problem_of (self) == NULL || hypot (x - self->press_x, y - self->press_y) > CLICK_RADIUS)
    return;
  tw_canvas_point_at (self->canvas, x, y);
  if (self->piece >= 0)
    place (self);
  else
    remove_piece (self, TRUE);
}

/* --- drags: from the pane, and of a piece on the board ---------------------------------- */

static void
moved_cb (TwHand *self, double x, double y)
{
  GtkWidget *canvas = GTK_WIDGET (self->canvas);
  graphene_point_t point;

  if (!self->dragging)
    gtk_widget_grab_focus (canvas); /* for the keys that turn the piece */
  self->dragging = TRUE;
  if (gtk_widget_compute_point (GTK_WIDGET (gtk_widget_get_root (canvas)), canvas,
                                &GRAPHENE_POINT_INIT ((float) x, (float) y), &point))
    tw_canvas_point_at (self->canvas, point.x, point.y);
  update (self);
}

static void
dropped_cb (TwHand *self, gboolean dropped)
{
  self->dragging = FALSE;
  if (dropped)
    place (self);
  update (self);
}

/* A drag that begins on a placed piece moves it; others pan. */
static void
drag_begin_cb (GtkGestureDrag *drag, double x, double y, TwHand *self)
{
  tw_canvas_point_at (self->canvas, x, y);
  if (self->piece >= 0 || placed_at_cursor (self) < 0)
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, TwHand *self)
{
  if (!self->dragging && hypot (dx, dy) > CLICK_RADIUS) {
    tw_canvas_point_at (self->canvas, self->press_x, self->press_y);
    remove_piece (self, TRUE);
    self->dragging = self->piece >= 0;
    gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  }
  if (self->dragging)
    tw_canvas_point_at (self->canvas, self->press_x + dx, self->press_y + dy);
}

static void
drag_end_cb (GtkGestureDrag *drag, double dx, double dy, TwHand *self)
{
  if (self->dragging)
    dropped_cb (self, TRUE);
}

static void
drag_cancel_cb (TwHand *self)
{
  if (self->dragging)
    dropped_cb (self, FALSE);
}

/* --- the object ----------------------------------------------------------------------- */

/* The document has another value. */
static void
puzzle_changed_cb (TwHand *self)
{
  TwPuzzle *puzzle = puzzle_of (self);

  if (puzzle == NULL
      || self->piece >= (int) tw_piece_puzzle_get_problem (tw_play_get_pieces (puzzle))->n_pieces)
    self->piece = -1;
  tw_pieces_set_puzzle (self->pieces, tw_session_get_puzzle (self->session));
  update (self);
}

static void
document_changed_cb (TwHand *self)
{
  self->piece = -1;
  puzzle_changed_cb (self);
}

static void
set_disabled (TwHand *self, gboolean disabled)
{
  if (disabled)
    tw_hand_drop (self);
  self->disabled = disabled;
  update (self);
}

/* R, F and Delete also activate these: see key_cb (). */
static const TwAction actions[] = {
  { "rotate", G_CALLBACK (rotate), .enabled = "holding" },
  { "flip", G_CALLBACK (flip), .enabled = "holding" },
  { "remove", G_CALLBACK (remove_piece), .type = TW_ACTION_CONSTANT, .enabled = "can-remove" },
  { "start-over", G_CALLBACK (start_over), .enabled = "can-start-over",
    .keys = { "<Control><Shift>BackSpace" } },
  { 0 },
};

static void
tw_hand_class_init (TwHandClass *klass)
{
  static const TwFlag flags[] = {
    { "disabled", .set = G_CALLBACK (set_disabled), .offset = offsetof (TwHand, disabled) },
    { "holding", .offset = offsetof (TwHand, holding) },
    { "can-remove", .offset = offsetof (TwHand, can_remove) },
    { "can-start-over", .offset = offsetof (TwHand, can_start_over) },
    { 0 },
  };

  TW_OWN (klass, TwHand, session, g_object_unref);
  tw_class_add_flags (klass, flags);
}

static void
tw_hand_init (TwHand *self)
{
  self->piece = -1;
}

TwHand *
tw_hand_new (TwCanvas *canvas, TwPieces *pieces, TwSession *session)
{
  TwHand *self = g_object_new (TW_TYPE_HAND, NULL);
  GtkWidget *widgets[] = { GTK_WIDGET (canvas), GTK_WIDGET (pieces) };
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->canvas = canvas;
  self->pieces = pieces;
  self->session = g_object_ref (session);
  tw_actions_add (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (canvas))), "piece", self, actions);
  tw_connect (session, "document-changed", G_CALLBACK (document_changed_cb), self);
  tw_connect (session, "puzzle-changed", G_CALLBACK (puzzle_changed_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (widgets); i++) {
    GtkEventController *keys = gtk_event_controller_key_new ();
    gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
    g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, 0);
    gtk_widget_add_controller (widgets[i], keys);

    GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
    gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
    g_signal_connect_object (scroll, "scroll", G_CALLBACK (scroll_cb), self, 0);
    gtk_widget_add_controller (widgets[i], scroll);
  }
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, 0);
  g_signal_connect_object (click, "released", G_CALLBACK (released_cb), self, 0);
  gtk_widget_add_controller (widgets[0], GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (drag_end_cb), self, 0);
  tw_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  self->drag = GTK_EVENT_CONTROLLER (drag);
  gtk_widget_add_controller (widgets[0], self->drag);

  tw_connect (canvas, "cursor-changed", G_CALLBACK (update), self);
  tw_connect (pieces, "taken", G_CALLBACK (take_piece), self);
  tw_connect (pieces, "ready", G_CALLBACK (take_to_board), self);
  tw_connect (tw_pieces_get_thumbs (pieces), "moved", G_CALLBACK (moved_cb), self);
  tw_connect (tw_pieces_get_thumbs (pieces), "dropped", G_CALLBACK (dropped_cb), self);
  tw_connect (pieces, "turns-changed", G_CALLBACK (turns_changed_cb), self);
  tw_connect (pieces, "piece-turns-changed", G_CALLBACK (piece_turns_changed_cb), self);
  update (self);
  return self;
}

int
tw_hand_get_piece (TwHand *self)
{
  return self->piece;
}

int
tw_hand_get_transform (TwHand *self)
{
  return self->transform;
}
