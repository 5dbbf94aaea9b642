/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests what the canvas draws, and how wheel, keys, drags and pinches move it. */
#include "ui-test.h"

#include <math.h>

typedef struct {
  GtkWidget *window;
  TwCanvas *canvas;
} Fixture;

/* 12 x 8 with an obstacle at (3, 2) and a square of side 2 at (5, 1). */
static TwScene *
make_scene (void)
{
  g_autoptr (TwBoard) board = tw_board_new_empty (12, 8);
  g_auto (TwTiling) tiling = { 0 };

  tw_board_set (board, 3, 2, TW_CELL_BLOCKED);
  g_assert_true (tw_tiling_add (&tiling, (TwSquare){ .x = 5, .y = 1, .size = 2 }));
  g_assert_true (tw_tiling_add (&tiling, (TwSquare){ .x = 0, .y = 4, .size = 4 }));
  TwScene *scene = tw_scene_new_squares (board, NULL, &tiling);
  return scene;
}

static Fixture
set_up (void)
{
  g_autoptr (TwScene) scene = make_scene ();
  Fixture fixture;

  ui_application ();
  fixture.window = gtk_window_new ();
  fixture.canvas = g_object_new (TW_TYPE_CANVAS, NULL);
  gtk_window_set_decorated (GTK_WINDOW (fixture.window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (fixture.window), 324, 224);
  gtk_window_set_child (GTK_WINDOW (fixture.window), GTK_WIDGET (fixture.canvas));
  tw_canvas_set_scene (fixture.canvas, scene);
  gtk_window_present (GTK_WINDOW (fixture.window));
  gtk_test_widget_wait_for_draw (fixture.window);
  return fixture;
}

static void
tear_down (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, tear_down)

/* The pixel in the middle of a cell. */
static void
cell_middle (TwCanvas *canvas, int x, int y, double *px, double *py)
{
  const TwView *view = tw_canvas_get_view (canvas);
  *px = view->x + (x + 0.5) * view->scale;
  *py = view->y + (y + 0.5) * view->scale;
}

static void
point_at (TwCanvas *canvas, int x, int y)
{
  double px, py;
  gpointer motion = ui_controller (GTK_WIDGET (canvas), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  cell_middle (canvas, x, y, &px, &py);
  g_signal_emit_by_name (motion, "motion", px, py);
}

static gboolean
press (TwCanvas *canvas, guint key)
{
  gboolean handled = FALSE;
  /* The key bindings of the class are the first shortcut controller of the widget. */
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (canvas));

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
    if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
      continue;
    for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)) && !handled; k++) {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
      if (GTK_IS_KEYVAL_TRIGGER (trigger)
          && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key)
        handled = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0,
                                                GTK_WIDGET (canvas),
                                                gtk_shortcut_get_arguments (shortcut));
    }
  }
  return handled;
}

TEST (fit, "/ui/canvas/fit")
{
  g_auto (Fixture) fixture = set_up ();
  const TwView *view = tw_canvas_get_view (fixture.canvas);

  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture.canvas)), ==, 324);
  g_assert_cmpfloat (tw_canvas_get_view (fixture.canvas)->scale, ==, 25.0);
  g_assert_cmpfloat (view->x, ==, 12.0);
  g_assert_cmpfloat (view->y, ==, 12.0);
}

TEST (hover, "/ui/canvas/hover")
{
  g_auto (Fixture) fixture = set_up ();
  gpointer motion = ui_controller (GTK_WIDGET (fixture.canvas), GTK_TYPE_EVENT_CONTROLLER_MOTION);

  g_assert_cmpstr (tw_canvas_get_hint (fixture.canvas), ==, "");
  point_at (fixture.canvas, 6, 2);
  g_assert_cmpint (tw_canvas_get_view (fixture.canvas)->hover, ==, 0);
  g_autofree char *piece = g_strdup (tw_canvas_get_hint (fixture.canvas));
  g_assert_cmpstr (piece, !=, "");
  point_at (fixture.canvas, 5, 1); /* the same piece */
  g_assert_cmpint (tw_canvas_get_view (fixture.canvas)->hover, ==, 0);
  point_at (fixture.canvas, 3, 2);
  g_assert_cmpint (tw_canvas_get_view (fixture.canvas)->hover, ==, TW_SCENE_NO_REGION);
  g_assert_cmpstr (tw_canvas_get_hint (fixture.canvas), !=, piece);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (fixture.canvas),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       tw_canvas_get_hint (fixture.canvas));
  g_signal_emit_by_name (motion, "leave");
  g_assert_cmpstr (tw_canvas_get_hint (fixture.canvas), ==, "");

  /* The pointer, which a menu covers, does not take the cursor of the keys with it. */
  point_at (fixture.canvas, 3, 2);
  g_assert_true (press (fixture.canvas, GDK_KEY_Right));
  g_signal_emit_by_name (motion, "leave");
  g_assert_cmpint (tw_canvas_get_view (fixture.canvas)->cursor_x, ==, 4);
}

TEST (zoom_keeps_place, "/ui/canvas/zoom-keeps-place")
{
  g_auto (Fixture) fixture = set_up ();
  TwCanvas *canvas = fixture.canvas;
  gpointer scroll = ui_controller (GTK_WIDGET (canvas), GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  gboolean handled = FALSE;
  double px, py, qx, qy;

  point_at (canvas, 6, 4);
  cell_middle (canvas, 6, 4, &px, &py);
  for (int i = 0; i < 4; i++)
    g_signal_emit_by_name (scroll, "scroll", 0.0, -1.0, &handled);
  g_assert_true (handled);
  g_assert_cmpfloat_with_epsilon (tw_canvas_get_view (canvas)->scale, 25.0 * pow (1.25, 4), 1e-6);
  cell_middle (canvas, 6, 4, &qx, &qy);
  /* Origins are rounded to whole pixels, so the result is not exact. */
  g_assert_cmpfloat_with_epsilon (px, qx, 3.0);
  g_assert_cmpfloat_with_epsilon (py, qy, 3.0);

  /* Endless scrolling stays within the scales that the painter supports. */
  for (int i = 0; i < 200; i++)
    g_signal_emit_by_name (scroll, "scroll", 0.0, -1.0, &handled);
  double most = tw_canvas_get_view (canvas)->scale;
  g_signal_emit_by_name (scroll, "scroll", 0.0, -1.0, &handled);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->scale, ==, most);
  gtk_test_widget_wait_for_draw (fixture.window);
  for (int i = 0; i < 400; i++)
    g_signal_emit_by_name (scroll, "scroll", 0.0, 1.0, &handled);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->scale, >, 0.0);
  gtk_test_widget_wait_for_draw (fixture.window);

  tw_canvas_fit (canvas);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->scale, ==, 25.0);
}

TEST (drag_pans, "/ui/canvas/drag-pans")
{
  g_auto (Fixture) fixture = set_up ();
  TwCanvas *canvas = fixture.canvas;
  const TwView *view = tw_canvas_get_view (canvas);
  gpointer drag = ui_controller (GTK_WIDGET (canvas), GTK_TYPE_GESTURE_DRAG);

  /* A board that is entirely visible does not move. */
  g_signal_emit_by_name (drag, "drag-begin", 100.0, 100.0);
  g_signal_emit_by_name (drag, "drag-update", 30.0, 20.0);
  g_signal_emit_by_name (drag, "drag-end", 30.0, 20.0);
  g_assert_cmpfloat (view->x, ==, 12.0);

  tw_canvas_zoom (canvas, 3.0);
  double x = view->x, y = view->y;
  g_signal_emit_by_name (drag, "drag-begin", 100.0, 100.0);
  g_signal_emit_by_name (drag, "drag-update", 10.0, 5.0);
  g_signal_emit_by_name (drag, "drag-update", 30.0, 20.0);
  g_signal_emit_by_name (drag, "drag-end", 30.0, 20.0);
  g_assert_cmpfloat_with_epsilon (view->x, x + 30.0, 1.0);
  g_assert_cmpfloat_with_epsilon (view->y, y + 20.0, 1.0);

  /* The board cannot be dragged out of view. */
  g_signal_emit_by_name (drag, "drag-begin", 0.0, 0.0);
  g_signal_emit_by_name (drag, "drag-update", 1e6, -1e6);
  g_signal_emit_by_name (drag, "drag-end", 1e6, -1e6);
  g_assert_cmpfloat (view->x, <=, 324.0);
  g_assert_cmpfloat (view->y + 8 * view->scale, >=, 0.0);
}

TEST (pinch, "/ui/canvas/pinch")
{
  g_auto (Fixture) fixture = set_up ();
  gpointer pinch = ui_controller (GTK_WIDGET (fixture.canvas), GTK_TYPE_GESTURE_ZOOM);

  g_signal_emit_by_name (pinch, "begin", NULL);
  g_signal_emit_by_name (pinch, "scale-changed", 1.5);
  g_signal_emit_by_name (pinch, "scale-changed", 2.0); /* since the start of the gesture */
  g_assert_cmpfloat_with_epsilon (tw_canvas_get_view (fixture.canvas)->scale, 50.0, 1e-6);
}

TEST (keys, "/ui/canvas/keys")
{
  g_auto (Fixture) fixture = set_up ();
  TwCanvas *canvas = fixture.canvas;
  const TwView *view = tw_canvas_get_view (canvas);

  g_assert_false (press (canvas, GDK_KEY_Escape)); /* no cursor to clear */
  g_assert_true (press (canvas, GDK_KEY_Right));   /* the cursor starts in the corner */
  g_assert_cmpint (view->cursor_x, ==, 0);
  g_assert_cmpint (view->cursor_y, ==, 0);
  press (canvas, GDK_KEY_Right);
  press (canvas, GDK_KEY_Down);
  g_assert_cmpint (view->cursor_x, ==, 1);
  g_assert_cmpint (view->cursor_y, ==, 1);
  press (canvas, GDK_KEY_End);
  press (canvas, GDK_KEY_Right);
  g_assert_cmpint (view->cursor_x, ==, 11);
  press (canvas, GDK_KEY_Page_Down);
  g_assert_cmpint (view->cursor_y, ==, 7);

  /* When the board is larger than the widget, the cell of the cursor scrolls into view. */
  press (canvas, GDK_KEY_Home);
  press (canvas, GDK_KEY_Page_Up);
  for (int i = 0; i < 8; i++)
    press (canvas, GDK_KEY_plus);
  press (canvas, GDK_KEY_End);
  double px, py;
  cell_middle (canvas, 11, 0, &px, &py);
  g_assert_cmpfloat (px, >, 0);
  g_assert_cmpfloat (px, <, 324);
  press (canvas, GDK_KEY_0);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->scale, ==, 25.0);
  g_assert_true (press (canvas, GDK_KEY_Escape));
  g_assert_cmpint (view->cursor_x, ==, -1);
}

static const guint8 *
pixel_at (cairo_surface_t *surface, int x, int y)
{
  return cairo_image_surface_get_data (surface)
         + (gsize) y * (gsize) cairo_image_surface_get_stride (surface) + (gsize) x * 4;
}

/* No channel of any pixel differs by more than `most`. */
static void
assert_same_pixels (cairo_surface_t *a, cairo_surface_t *b, int most)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);

  g_assert_cmpint (width, ==, cairo_image_surface_get_width (b));
  g_assert_cmpint (height, ==, cairo_image_surface_get_height (b));
  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int channel = 0; channel < 4; channel++)
        if (ABS (pixel_at (a, x, y)[channel] - pixel_at (b, x, y)[channel]) > most)
          g_error ("pixel %d, %d, channel %d: %d, not %d", x, y, channel,
                   pixel_at (a, x, y)[channel], pixel_at (b, x, y)[channel]);
}

/* The screen shows exactly what the painter draws: nothing is shifted, scaled or stale. */
TEST (pixels, "/ui/canvas/pixels")
{
  g_auto (Fixture) fixture = set_up ();
  TwCanvas *canvas = fixture.canvas;
  TwFront front = { .bar = 0, .transform = 0, .column = 2, .rows = 8, .profile = { 1, 0, 2 } };

  for (int round = 0; round < 3; round++) {
    if (round == 1)
      tw_canvas_zoom (canvas, 2.0);
    if (round == 2)
      tw_canvas_set_front (canvas, &front);
    g_assert_cmpint (tw_canvas_get_view (canvas)->front != NULL, ==, round == 2);
    gtk_test_widget_wait_for_draw (fixture.window);
    g_autoptr (cairo_surface_t) seen = ui_picture (GTK_WIDGET (canvas));
    g_autoptr (cairo_surface_t) meant = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 324, 224);
    cairo_t *cr = cairo_create (meant);
    tw_painter_draw (cr, tw_canvas_get_scene (canvas), tw_canvas_get_view (canvas));
    cairo_destroy (cr);
    assert_same_pixels (seen, meant, 2); /* tolerance: the pixels were blended twice */
  }
  tw_canvas_set_front (canvas, NULL);
  g_assert_null (tw_canvas_get_view (canvas)->front);
}

/* Compares with the picture in the repository. Run with TW_GOLDEN_OUT=FILE to write a new one, and
 * inspect it. */
TEST (golden, "/ui/canvas/golden")
{
  g_auto (Fixture) fixture = set_up ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "canvas.png", NULL);
  const char *out = g_getenv ("TW_GOLDEN_OUT");
  g_autoptr (cairo_surface_t) seen = ui_picture (GTK_WIDGET (fixture.canvas));

  if (out != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (seen, out), ==, CAIRO_STATUS_SUCCESS);
  g_autoptr (cairo_surface_t) golden = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (golden), ==, CAIRO_STATUS_SUCCESS);
  /* PNG readers drop the alpha channel of opaque pictures. */
  g_autoptr (cairo_surface_t)
    copy = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width (golden),
                                       cairo_image_surface_get_height (golden));
  cairo_t *cr = cairo_create (copy);
  cairo_set_source_surface (cr, golden, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  assert_same_pixels (seen, copy, 0);
}

TEST (scene_changes, "/ui/canvas/scene-changes")
{
  g_auto (Fixture) fixture = set_up ();
  TwCanvas *canvas = fixture.canvas;
  TwFront front = { .bar = 0, .transform = 0, .column = 1, .rows = 8 };
  g_autoptr (TwScene) same_size = make_scene ();
  g_autoptr (TwBoard) board = tw_board_new_empty (30, 30);
  g_autoptr (TwScene) larger = tw_scene_new_board (board, NULL);

  /* A better tiling of the same board keeps zoom and position. */
  tw_canvas_zoom (canvas, 2.0);
  tw_canvas_set_scene (canvas, same_size);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->scale, ==, 50.0);
  tw_canvas_set_front (canvas, &front);
  g_assert_nonnull (tw_canvas_get_view (canvas)->front);

  /* Another board is scaled to fit, without the previous front. */
  tw_canvas_set_scene (canvas, larger);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->scale, <=, 224.0 / 30.0);
  g_assert_null (tw_canvas_get_view (canvas)->front);
  tw_canvas_set_front (canvas, &front); /* the front of a board with 8 rows */
  g_assert_null (tw_canvas_get_view (canvas)->front);

  tw_canvas_set_scene (canvas, NULL);
  g_assert_null (tw_canvas_get_scene (canvas));
  g_assert_false (press (canvas, GDK_KEY_Right));
  gtk_test_widget_wait_for_draw (fixture.window);
}

/* Pixels of a row through the middle of a ghost that covers two cells of 40 pixels; the caller frees
 * them with g_free (). */
static guint32 *
ghost_row (const char *refusal)
{
  static const int x[] = { 0, 1 }, y[] = { 0, 0 };
  const TwCanvasGhost ghost = { .x = x, .y = y, .n_cells = 2, .refusal = refusal };
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 80, 40);
  cairo_t *cr = cairo_create (surface);
  TwView view;

  tw_view_init (&view);
  view.scale = 40;
  tw_overlay_draw_ghost (cr, &view, &ghost);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  guint32 *row = g_memdup2 (cairo_image_surface_get_data (surface)
                              + (gsize) 20 * (gsize) cairo_image_surface_get_stride (surface),
                            80 * sizeof *row);
  return row;
}

/* A piece in hand has one outline, and is paler where it may not lie. */
TEST (ghost, "/ui/canvas/ghost")
{
  g_auto (Fixture) fixture = set_up ();
  g_autofree guint32 *row = ghost_row (NULL), *refused = ghost_row ("");

  for (int i = 10; i < 70; i++)
    g_assert_cmphex (row[i], ==, row[10]);
  g_assert_cmphex (row[2], !=, row[10]);
  g_assert_cmphex (row[40] >> 24, ==, 0xff);
  g_assert_cmphex (refused[40] >> 24, <, 0x80);
}

TEST (accessible, "/ui/canvas/accessible")
{
  g_auto (Fixture) fixture = set_up ();

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (fixture.canvas), GTK_ACCESSIBLE_ROLE_IMG);
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (fixture.canvas)));
}

TEST_MAIN (ui_test_init, ui_test_run)
