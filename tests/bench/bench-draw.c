/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-draw.c - measures the drawing of 1,000 x 1,000 cells with 250,000 pieces at several scales,
 * compared with a plain method, one cairo fill and stroke for each cell.
 *
 * Run by hand: build/tests/bench/bench-draw. Prints milliseconds of processor time, the least of
 * several runs. */
#include <stdio.h>
#include <time.h>

#include "draw/export.h"
#include "draw/painter.h"

enum { SIDE = 1000, BLOCK = 4, RUNS = 7 };

/* 4 x 4 blocks cut into four pieces each, four ways. */
static const char patterns[4][BLOCK * BLOCK + 1] = {
  "AAAABBBBCCCCDDDD",
  "AABBAABBCCDDCCDD",
  "AAABACBBCCDBCDDD",
  "ABBBAABCADCCDDDC",
};

static TwScene *
make_scene (void)
{
  TwBoard *board = tw_board_new_empty (SIDE, SIDE);
  size_t n = SIDE * SIDE / 4;
  TwScenePiece *pieces = g_new0 (TwScenePiece, n);
  uint32_t *cells = g_new (uint32_t, SIDE * SIDE), *next = cells;
  GRand *rand = g_rand_new_with_seed (1);
  size_t k = 0;
  TwScene *scene;

  for (uint32_t y = 0; y < SIDE; y += BLOCK)
    for (uint32_t x = 0; x < SIDE; x += BLOCK) {
      int way = g_rand_int_range (rand, 0, 4);

      for (char letter = 'A'; letter <= 'D'; letter++, k++) {
        pieces[k] = (TwScenePiece){ .name = "T",
                                    .colour = (unsigned) (way + letter),
                                    .cells = next };
        for (uint32_t i = 0; i < BLOCK * BLOCK; i++)
          if (patterns[way][i] == letter)
            *next++ = (y + i / BLOCK) * SIDE + x + i % BLOCK;
        pieces[k].n_cells = (size_t) (next - pieces[k].cells);
      }
    }
  scene = tw_scene_new_pieces (board, NULL, pieces, n);
  g_rand_free (rand);
  g_free (cells);
  g_free (pieces);
  tw_board_free (board);
  return scene;
}

/* The plain method. */
static void
draw_plainly (cairo_t *cr, const TwScene *scene, const TwView *view)
{
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      cairo_rectangle_t a = tw_view_cell_area (view, x, y, 1, 1);
      const TwRegion *r = &scene->regions[tw_scene_region_at (scene, x, y)];
      uint32_t rgb = tw_palette_fill (view->theme, scene->kind, r->colour);

      if (a.x > view->visible.width || a.y > view->visible.height || a.x + a.width < 0
          || a.y + a.height < 0)
        continue;
      cairo_set_source_rgb (cr, (rgb >> 16) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                            (rgb & 0xff) / 255.0);
      cairo_rectangle (cr, a.x, a.y, a.width, a.height);
      cairo_fill (cr);
    }
}

typedef void (*Draw) (cairo_t *cr, const TwScene *scene, const TwView *view);

static double
measure (Draw draw, const TwScene *scene, const TwView *view, int runs)
{
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_RGB24, (int) view->visible.width, (int) view->visible.height);
  cairo_t *cr = cairo_create (surface);
  double least = G_MAXDOUBLE;

  for (int i = 0; i < runs; i++) {
    clock_t start = clock ();

    draw (cr, scene, view);
    least = MIN (least, (double) (clock () - start) * 1e3 / CLOCKS_PER_SEC);
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return least;
}

int
main (void)
{
  static const struct {
    int width;
    int height;
    double scale; /* 0: fit */
  } cases[] = {
    { 1000, 800, 0 },   { 1920, 1080, 0 },  { 3840, 2160, 0 }, { 1920, 1080, 4 },
    { 1920, 1080, 10 }, { 1920, 1080, 24 }, { 3840, 2160, 4 }, { 3840, 2160, 24 },
  };
  clock_t start = clock ();
  g_autoptr (TwScene) scene = make_scene ();
  TwSceneFront front = { .n_lines = SIDE, .length = SIDE };

  printf ("scene of %zu pieces: %.1f ms\n\n", scene->n_regions,
          (double) (clock () - start) * 1e3 / CLOCKS_PER_SEC);
  for (int i = 0; i < SIDE; i++)
    front.extent[i] = (uint16_t) (SIDE / 2 + i * 7 % 11);

  printf ("%-12s %8s %10s %10s %10s %8s\n", "picture", "px/cell", "static", "overlay", "plain",
          "ratio");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    double fast, overlay, plain;
    g_autofree char *size = g_strdup_printf ("%d x %d", cases[i].width, cases[i].height);
    TwView view;

    tw_view_init (&view);
    tw_view_fit (&view, scene, cases[i].width, cases[i].height, 12);
    if (cases[i].scale > 0)
      tw_view_zoom (&view, cases[i].scale / view.scale, cases[i].width / 2.0,
                    cases[i].height / 2.0);
    view.front = &front;
    view.hover = 1000;
    fast = measure (tw_painter_draw_static, scene, &view, RUNS);
    overlay = measure (tw_painter_draw_overlay, scene, &view, RUNS);
    plain = measure (draw_plainly, scene, &view, 1);
    printf ("%-12s %8.2f %7.1f ms %7.2f ms %7.1f ms %8.1f\n", size, view.scale, fast, overlay,
            plain, plain / fast);
  }
  return 0;
}
