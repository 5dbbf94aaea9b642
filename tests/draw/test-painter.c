/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-painter.c - pictures against golden ones, and what must hold of any
 * picture: parts equal the whole, outlines part regions, fronts lie right.
 *
 * A picture that differs is written to the build folder; after looking at it,
 * run with TW_UPDATE_GOLDEN=1 to make it the golden one. */
#include "test-tools.h"
#include "../tools/test-size.h"
#include "draw/painter.h"

#include <math.h>

#include "core/base/transform.h"
#include "scenes.h"

/* Cairo versions may round the edges of strokes differently. */
enum { TOLERANCE = 4 };

static const uint32_t *
row_of (cairo_surface_t *surface, int y)
{
  return (const uint32_t *) (const void *) (cairo_image_surface_get_data (surface)
                                            + (gsize) y
                                                * (gsize) cairo_image_surface_get_stride (surface));
}

static uint32_t
pixel_at (cairo_surface_t *surface, double x, double y)
{
  return row_of (surface, (int) y)[(int) x] & 0xffffff;
}

static int
difference (uint32_t a, uint32_t b)
{
  int most = 0;

  for (int shift = 0; shift <= 16; shift += 8)
    most = MAX (most, ABS ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)));
  return most;
}

/* The number of pixels that differ; -1 when the sizes do. */
static int
compare (cairo_surface_t *a, cairo_surface_t *b, int tolerance)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  int wrong = 0;

  if (cairo_image_surface_get_width (b) != width || cairo_image_surface_get_height (b) != height)
    return -1;
  cairo_surface_flush (a);
  cairo_surface_flush (b);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      wrong += difference (row_of (a, y)[x], row_of (b, y)[x]) > tolerance;
  return wrong;
}

static cairo_surface_t *
picture (const TwScene *scene, const TwView *view)
{
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_RGB24, (int) (view->visible.width * view->pixel_ratio),
    (int) (view->visible.height * view->pixel_ratio));

  cairo_surface_set_device_scale (surface, view->pixel_ratio, view->pixel_ratio);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  tw_painter_draw (cr, scene, view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  return surface;
}

/* --- golden pictures --------------------------------------------------------- */

static void
assert_golden (const char *name, cairo_surface_t *actual)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *golden_path = g_test_build_filename (G_TEST_DIST, "golden", file, NULL);
  g_autofree char *actual_path = g_test_build_filename (G_TEST_BUILT, file, NULL);

  if (g_getenv ("TW_UPDATE_GOLDEN") != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (actual, golden_path), ==, CAIRO_STATUS_SUCCESS);
  g_autoptr (cairo_surface_t) golden = cairo_image_surface_create_from_png (golden_path);
  if (cairo_surface_status (golden) != CAIRO_STATUS_SUCCESS)
    g_error ("%s cannot be read", golden_path);
  int wrong = compare (actual, golden, TOLERANCE);
  if (wrong != 0) {
    cairo_surface_write_to_png (actual, actual_path);
    g_test_message ("%d pixels differ: see %s", wrong, actual_path);
    g_test_fail ();
  }
  cairo_surface_destroy (actual);
}

TEST (golden_squares, "/draw/painter/golden/squares")
{
  g_autoptr (TwScene) scene = scenes_squares ();
  TwFront front = { .transform = 0, .column = 2, .rows = 7, .profile = { 2, 2, 2, 1, 3, 3, 3 } };
  TwSceneFront turned;
  TwView view;

  g_assert_true (tw_scene_front_init (&turned, &front, scene->width, scene->height));
  tw_view_init (&view);
  tw_view_fit (&view, scene, 240, 190, 8);
  assert_golden ("squares", picture (scene, &view));

  view.front = &turned;
  view.hover = 1;
  view.selected = 4;
  view.cursor_x = 8;
  view.cursor_y = 6;
  assert_golden ("squares-overlay", picture (scene, &view));

  view.theme = TW_THEME_CONTRAST_DARK;
  assert_golden ("squares-contrast", picture (scene, &view));
}

TEST (golden_pieces, "/draw/painter/golden/pieces")
{
  g_autoptr (TwScene) scene = scenes_pentominoes ();
  TwView view;

  tw_view_init (&view);
  view.theme = TW_THEME_DARK;
  tw_view_fit (&view, scene, 250, 170, 4);
  assert_golden ("pieces-dark", picture (scene, &view));

  view.theme = TW_THEME_LIGHT;
  view.flags |= TW_PAINT_VECTOR;
  assert_golden ("pieces-paths", picture (scene, &view));

  view.theme = TW_THEME_CONTRAST;
  view.flags = TW_PAINT_BACKGROUND;
  view.reveal = 0.5;
  assert_golden ("pieces-reveal", picture (scene, &view));
}

TEST (golden_coloured, "/draw/painter/golden/coloured")
{
  g_autoptr (TwScene) scene = scenes_coloured ();
  TwView view;

  tw_view_init (&view);
  tw_view_fit (&view, scene, 72, 72, 4);
  view.pixel_ratio = 2.0;
  assert_golden ("coloured", picture (scene, &view));
}

TEST (golden_small, "/draw/painter/golden/small")
{
  static const double scales[] = { 0.4, 1.0, 2.3, 3.5, 7.0 };
  g_autoptr (TwScene) scene = scenes_random (60, 6, 11);
  cairo_surface_t *sheet = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 320, 64);
  cairo_t *cr = cairo_create (sheet);

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
    TwView view;

    tw_view_init (&view);
    view.scale = scales[i];
    view.x = 64.0 * i + 2.0;
    view.y = 2.0;
    view.visible = (cairo_rectangle_t){ 64.0 * i, 0.0, 64.0, 64.0 };
    tw_painter_draw (cr, scene, &view);
  }
  cairo_destroy (cr);
  assert_golden ("small", sheet);
}

/* --- properties --------------------------------------------------------------- */

/* A picture put together from tiles is the picture drawn at once, at every
 * scale: culling and bands leave nothing out. */
TEST (parts, "/draw/painter/parts")
{
  static const double scales[] = { 0.13, 0.77, 1.0, 2.4, 5.0, 9.3, 21.0, 44.6 };
  g_autoptr (TwScene) squares = scenes_random (150, 5, 3);
  g_autoptr (TwScene) pieces = scenes_pentominoes ();

  for (guint i = 0; i < 4 * G_N_ELEMENTS (scales); i++) {
    const TwScene *scene = i % 2 == 0 ? squares : pieces;
    bool labels = i / 2 % 2 == 0;
    TwView view;

    tw_view_init (&view);
    view.flags = labels ? TW_PAINT_DEFAULT : TW_PAINT_BACKGROUND | TW_PAINT_GRID;
    view.scale = scales[i / 4];
    view.x = view.scale < 1.0 ? 20.3 : -13.0;
    view.y = 5.1;
    view.visible = (cairo_rectangle_t){ 0.0, 0.0, 300.0, 200.0 };
    g_autoptr (cairo_surface_t) whole = picture (scene, &view);

    g_autoptr (cairo_surface_t) parts = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
    cairo_t *cr = cairo_create (parts);
    for (int y = 0; y < 200; y += 13)
      for (int x = 0; x < 300; x += 17) {
        view.visible = (cairo_rectangle_t){ x, y, 17.0, 13.0 };
        g_autoptr (cairo_surface_t) tile = tw_painter_render_static (scene, &view);
        cairo_set_source_surface (cr, tile, x, y);
        cairo_paint (cr);
      }
    cairo_destroy (cr);
    /* Cairo smooths strokes a little differently at the edge of an image. */
    g_assert_cmpint (compare (whole, parts, labels ? 4 * TOLERANCE : 0), ==, 0);
  }
}

/* Large enough for several bands. */
TEST (bands, "/draw/painter/bands")
{
  g_autoptr (TwScene) scene = scenes_random (120, 9, 4);
  TwView view;

  tw_view_init (&view);
  view.flags &= ~TW_PAINT_LABELS;
  tw_view_fit (&view, scene, 1700, 1700, 3);
  g_autoptr (cairo_surface_t) drawn = picture (scene, &view);
  g_autoptr (cairo_surface_t) rendered = tw_painter_render_static (scene, &view);
  g_assert_cmpint (compare (drawn, rendered, 0), ==, 0);
}

/* Between the middles of two neighbouring cells there is a line exactly when
 * they belong to different regions, whatever their colours. */
TEST (outlines, "/draw/painter/outlines")
{
  static const double scales[] = { 8.0, 11.7, 16.0, 33.0, 90.0 };
  g_autoptr (TwScene) scene = scenes_random (14, 3, 9);

  for (int theme = 0; theme < TW_N_THEMES; theme++)
    for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
      uint32_t outline = tw_theme_colours (theme)->outline;
      TwView view;

      tw_view_init (&view);
      view.theme = theme;
      view.flags = TW_PAINT_BACKGROUND;
      view.scale = scales[i];
      view.visible = (cairo_rectangle_t){ 0.0, 0.0, ceil (14 * view.scale),
                                          ceil (14 * view.scale) };
      g_autoptr (cairo_surface_t) surface = picture (scene, &view);
      for (int y = 0; y < 14; y++)
        for (int x = 0; x + 1 < 14; x++) {
          int32_t a = tw_scene_region_at (scene, x, y), b = tw_scene_region_at (scene, x + 1, y);
          bool line = false;

          if (a < 0 || b < 0)
            continue;
          for (double px = (x + 0.5) * view.scale; px < (x + 1.5) * view.scale; px += 1.0)
            line = line || pixel_at (surface, px, (y + 0.5) * view.scale) == outline;
          g_assert_cmpint (line, ==, a != b);
        }
    }
}

/* Borders of grids are drawn between cells of different grids and around all of them only. */
TEST (grids, "/draw/painter/grids")
{
  static const char *const rows[] = { "....", "...." };
  static const uint8_t numbers[] = { 1, 1, 2, 2, 1, 1, 2, 2 };
  g_autoptr (TwScene) scene = scenes_pieces (rows, rows, 2);
  const int side = 40;
  TwView view;

  tw_view_init (&view);
  view.scale = side;
  view.visible = (cairo_rectangle_t){ 0.0, 0.0, 4.0 * side, 2.0 * side };
  g_autoptr (cairo_surface_t) without = picture (scene, &view);
  tw_scene_set_grids (scene, g_memdup2 (numbers, sizeof numbers));
  g_autoptr (cairo_surface_t) with = picture (scene, &view);
  for (int x = 0; x < 4 * side; x++) {
    int from_border = MIN (MIN (x, abs (x - 2 * side)), 4 * side - 1 - x);
    bool differ = pixel_at (without, x + 0.5, side / 2.0) != pixel_at (with, x + 0.5, side / 2.0);

    if (from_border == 0 || from_border > side / 4)
      g_assert_cmpint (differ, ==, from_border == 0);
  }
}

/* A piece of each colour, two cells wide, all the same but for the pattern: no
 * two patterns are alike, and none reaches into the lines between pieces. */
TEST (patterns, "/draw/painter/patterns")
{
  static const char *const board[] = { "........................", "........................" };
  static const char *const pieces[] = { "AABBCCDDEEFFGGHHIIJJKKLL", "AABBCCDDEEFFGGHHIIJJKKLL" };
  g_autoptr (TwScene) scene = scenes_pieces (board, pieces, 2);
  uint32_t outline = tw_theme_colours (TW_THEME_GREYS)->outline;
  const int side = 40;
  static bool marked[TW_PALETTE_LENGTH][80][80];
  TwView view;

  tw_view_init (&view);
  view.theme = TW_THEME_GREYS;
  view.flags = TW_PAINT_BACKGROUND;
  view.scale = side;
  view.visible = (cairo_rectangle_t){ 0.0, 0.0, 24.0 * side, 2.0 * side };
  g_autoptr (cairo_surface_t) plain = picture (scene, &view);
  view.flags |= TW_PAINT_PATTERNS;
  g_autoptr (cairo_surface_t) drawn = picture (scene, &view);
  for (int y = 0; y < 2 * side; y++)
    for (int x = 0; x < 24 * side; x++) {
      uint32_t before = pixel_at (plain, x + 0.5, y + 0.5);
      uint32_t after = pixel_at (drawn, x + 0.5, y + 0.5);

      marked[x / (2 * side)][y][x % (2 * side)] = before != after;
      if (before == outline)
        g_assert_cmphex (after, ==, outline);
    }
  for (int i = 0; i < TW_PALETTE_LENGTH; i++)
    for (int j = 0; j < i; j++) {
      int differ = 0;

      for (int y = 0; y < 2 * side; y++)
        for (int x = 0; x < 2 * side; x++)
          differ += marked[i][y][x] != marked[j][y][x];
      g_assert_cmpint (differ, >=, 200); /* pixels of 6,400 */
    }
}

/* What the front has covered keeps its colour, what it has not pales: checked
 * cell by cell for all eight transforms. */
TEST (front, "/draw/painter/front")
{
  g_autoptr (TwScene) scene = scenes_squares ();

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    TwFront front = { .transform = k, .column = 1 };
    bool covered[7][9] = { 0 };
    TwSceneFront turned;
    TwView view;

    front.rows = (k & TW_TRANSFORM_TRANSPOSE) != 0 ? scene->width : scene->height;
    for (int row = 0; row < front.rows; row++) {
      front.profile[row] = (uint16_t) (row * 2 % 5);
      for (int column = 0; column < front.column + front.profile[row]; column++) {
        TwSquare back = tw_transform_square_back (k, scene->width, scene->height,
                                                  (TwSquare){ column, row, 1 });
        covered[back.y][back.x] = true;
      }
    }
    g_assert_true (tw_scene_front_init (&turned, &front, scene->width, scene->height));

    tw_view_init (&view);
    view.flags &= ~TW_PAINT_LABELS;
    tw_view_fit (&view, scene, 9 * 20 + 8, 7 * 20 + 8, 4);
    g_autoptr (cairo_surface_t) plain = picture (scene, &view);
    view.front = &turned;
    g_autoptr (cairo_surface_t) swept = picture (scene, &view);
    for (int y = 0; y < scene->height; y++)
      for (int x = 0; x < scene->width; x++) {
        double px = view.x + (x + 0.5) * view.scale, py = view.y + (y + 0.5) * view.scale;
        bool same = pixel_at (plain, px, py) == pixel_at (swept, px, py);

        g_assert_cmpint (same, ==, covered[y][x]);
      }
  }
}

/* Paths and pixels show the same colour in the middle of every cell. */
TEST (paths, "/draw/painter/paths")
{
  TwScene *scenes[] = { scenes_squares (), scenes_pentominoes (), scenes_coloured () };

  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++) {
    for (int theme = 0; theme < TW_N_THEMES; theme++) {
      TwView view;

      tw_view_init (&view);
      view.theme = theme;
      view.flags &= ~TW_PAINT_LABELS;
      tw_view_fit (&view, scenes[i], 300, 300, 7);
      g_autoptr (cairo_surface_t) pixels = picture (scenes[i], &view);
      view.flags |= TW_PAINT_VECTOR;
      g_autoptr (cairo_surface_t) paths = picture (scenes[i], &view);
      for (int y = 0; y < scenes[i]->height; y++)
        for (int x = 0; x < scenes[i]->width; x++) {
          double px = view.x + (x + 0.5) * view.scale, py = view.y + (y + 0.5) * view.scale;

          g_assert_cmpint (difference (pixel_at (pixels, px, py), pixel_at (paths, px, py)), <=, 1);
        }
    }
    tw_scene_unref (scenes[i]);
  }
}

TEST (reveal, "/draw/painter/reveal")
{
  g_autoptr (TwScene) scene = scenes_pentominoes ();
  uint32_t free_cell = tw_theme_colours (TW_THEME_LIGHT)->free;
  TwView view;

  tw_view_init (&view);
  tw_view_fit (&view, scene, 200, 150, 0);
  g_autoptr (cairo_surface_t) full = picture (scene, &view);
  view.reveal = 1.5;
  g_autoptr (cairo_surface_t) late = picture (scene, &view);
  g_assert_cmpint (compare (full, late, 0), ==, 0);
  view.reveal = 0.0;
  g_autoptr (cairo_surface_t) none = picture (scene, &view);
  for (int i = 0; i < (int) scene->n_regions; i++) {
    const TwRegion *r = &scene->regions[i];
    double px = view.x + (r->label_x + 0.2) * view.scale;
    double py = view.y + (r->label_y + 0.2) * view.scale;

    g_assert_cmphex (pixel_at (none, px, py), ==, free_cell);
    g_assert_cmphex (pixel_at (full, px, py), !=, free_cell);
  }
}

/* The largest board at extreme scales and places: no crash, nothing painted
 * where nothing is. */
TEST (extremes, "/draw/painter/extremes")
{
  TwBoard *board = tw_board_new_empty (TW_BOARD_MAX_SIDE, TW_BOARD_MAX_SIDE);
  g_autoptr (TwScene) scene = tw_scene_new_board (board, NULL);
  static const struct {
    double scale;
    double x;
    double y;
    bool seen;
  } cases[] = {
    { 0.05, 20, 20, true },     { 0.05, 1e9, 0, false },      { 256, -100000, -200000, true },
    { 256, -1e9, -1e9, false }, { 256, 101, 0, false },       { 1, -1001.5, 0, false },
    { 3, 98.5, -2000, true },   { 0.5, -498.9, -50.1, true }, { 1e-9, 50, 50, true },
  };

  tw_board_free (board);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    uint32_t paper = tw_theme_colours (TW_THEME_LIGHT)->paper;
    bool seen = false;
    TwView view;

    tw_view_init (&view);
    view.scale = cases[i].scale;
    view.x = cases[i].x;
    view.y = cases[i].y;
    view.visible = (cairo_rectangle_t){ 0.0, 0.0, 100.0, 80.0 };
    g_autoptr (cairo_surface_t) surface = picture (scene, &view);
    for (int y = 0; y < 80; y++)
      for (int x = 0; x < 100; x++)
        seen = seen || pixel_at (surface, x, y) != paper;
    g_test_message ("case %u", i);
    g_assert_cmpint (seen, ==, cases[i].seen);
  }
}

/* Names in any script, too long ones and broken ones: all inside their cell. */
TEST (names, "/draw/painter/names")
{
  static const char *const names[] = { "X", "x", "\xd0\x96", "twelve", "\xe6\x9c\xa8", "\xff\xfe" };
  static const uint32_t cell = 4;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    TwScenePiece piece = { .name = names[i], .cells = &cell, .n_cells = 1 };
    TwBoard *board = tw_board_new_empty (3, 3);
    g_autoptr (TwScene) scene = tw_scene_new_pieces (board, NULL, &piece, 1);
    int inside = 0;
    TwView view;

    tw_board_free (board);
    tw_view_init (&view);
    tw_view_fit (&view, scene, 120, 120, 0);
    g_autoptr (cairo_surface_t) named = picture (scene, &view);
    view.flags &= ~TW_PAINT_LABELS;
    g_autoptr (cairo_surface_t) plain = picture (scene, &view);
    for (int y = 40; y < 80; y++)
      for (int x = 40; x < 80; x++)
        inside += pixel_at (named, x, y) != pixel_at (plain, x, y);
    g_assert_cmpint (inside, >, 10);
    g_assert_cmpint (compare (named, plain, 0), ==, inside);
  }
}

TEST (thumbnail, "/draw/painter/thumbnail")
{
  g_autoptr (TwScene) scene = scenes_pentominoes ();
  g_autoptr (cairo_surface_t) small = tw_painter_thumbnail (scene, 90, TW_THEME_DARK);

  g_assert_cmpint (cairo_image_surface_get_width (small), ==, 90);
  g_assert_cmpint (cairo_image_surface_get_height (small), ==, 60);
  g_assert_cmphex (pixel_at (small, 4, 4), ==, tw_palette_fill (TW_THEME_DARK, scene->kind, 0));
  /* Without a background: outside is transparent. */
  g_assert_cmphex (row_of (small, 4)[86], ==, 0);
}

/* --- views -------------------------------------------------------------------- */

TEST (view, "/draw/view/random")
{
  g_autoptr (TwScene) scene = scenes_random (37, 3, 2);
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  int x, y;

  for (int round = 0; round < test_size (300); round++) {
    int cell_x = g_rand_int_range (rand, 0, 37), cell_y = g_rand_int_range (rand, 0, 37);
    double px = g_rand_double_range (rand, 0, 400), py = g_rand_double_range (rand, 0, 300);
    TwView view;

    tw_view_init (&view);
    view.pixel_ratio = g_rand_double_range (rand, 1, 3);
    tw_view_fit (&view, scene, g_rand_double_range (rand, 50, 900), 300, 10);
    g_assert_cmpfloat (view.x, >=, 9.0);
    g_assert_cmpfloat (view.x + view.scale * 37, <=, view.visible.width - 9.0);
    g_assert_cmpfloat (view.y + view.scale * 37, <=, view.visible.height - 9.0);

    cairo_rectangle_t area = tw_view_cell_area (&view, cell_x, cell_y, 1, 1);
    g_assert_true (
      tw_view_cell_at (&view, scene, area.x + area.width / 2, area.y + area.height / 2, &x, &y));
    g_assert_cmpint (x, ==, cell_x);
    g_assert_cmpint (y, ==, cell_y);
    /* Edges fall on device pixels. */
    g_assert_cmpfloat_with_epsilon (remainder (area.x * view.pixel_ratio, 1.0), 0.0, 1e-6);
    g_assert_cmpfloat_with_epsilon (remainder (area.width * view.pixel_ratio, 1.0), 0.0, 1e-6);

    double at_x = (px - view.x) / view.scale;
    double at_y = (py - view.y) / view.scale;
    tw_view_zoom (&view, g_rand_double_range (rand, 0.2, 5), px, py);
    g_assert_cmpfloat_with_epsilon ((px - view.x) / view.scale, at_x, 1e-6);
    g_assert_cmpfloat_with_epsilon ((py - view.y) / view.scale, at_y, 1e-6);

    view.x = g_rand_double_range (rand, -3000, 3000);
    tw_view_clamp (&view, scene, 10);
    if (view.scale * 37 + 20 > view.visible.width) {
      g_assert_cmpfloat (view.x, <=, 11.0);
      g_assert_cmpfloat (view.x + view.scale * 37, >=, view.visible.width - 11.0);
    } else {
      g_assert_cmpfloat_with_epsilon (view.x + view.scale * 18.5, view.visible.width / 2, 1.0);
    }
  }
}

TEST (outside, "/draw/view/outside")
{
  g_autoptr (TwScene) scene = scenes_squares ();
  int x = -7, y = -7;
  TwView view;

  tw_view_init (&view);
  view.scale = 10.0;
  g_assert_false (tw_view_cell_at (&view, scene, -0.1, 5, &x, &y));
  g_assert_false (tw_view_cell_at (&view, scene, 5, 70, &x, &y));
  g_assert_false (tw_view_cell_at (&view, scene, 90, 5, &x, &y));
  g_assert_false (tw_view_cell_at (&view, scene, NAN, 5, &x, &y));
  g_assert_cmpint (x, ==, -7);
  g_assert_true (tw_view_cell_at (&view, scene, 89.9, 69.9, &x, &y));
  g_assert_cmpint (x, ==, 8);
  g_assert_cmpint (y, ==, 6);
}

TEST_MAIN (test_init, g_test_run)
