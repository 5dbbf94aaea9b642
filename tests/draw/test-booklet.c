/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-booklet.c - pages of booklets: their number, and what printers can reach. */
#include "test-cairo.h"
#include "test-puzzles.h"
#include "test-tools.h"
#include "draw/booklet.h"

/* 10 mm, in points; pictures have a pixel for each point. */
#define LEAST_MARGIN 28.35

static const char *const texts[] = {
  "{\"width\":5,\"height\":2,\"puzzle\":[[true,true,true,false,true],[true,true,true,true,true]]}",
  "{\"size\": 4, \"signature\": \"I2,O2\"}",
  "{\"kind\": \"capped\", \"size\": 9, \"cap\": 3, \"goal\": \"any\"}",
  "{\"board\": [\"aaaaaaaaaaaa\", \"aaaaaaaaaaaa\"], \"pieces\": "
  "[{\"name\": \"V\", \"cells\": [\"aa\", \"a\"], \"most\": 8}]}",
  "{\"board\": [\"aaaaaaaaaa\"], \"pieces\": "
  "[{\"name\": \"1\", \"cells\": [\"a\"], \"most\": 1000}]}",
};

static GPtrArray *
solve_all (void)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (TwPuzzle) puzzle = test_puzzle (texts[i], "a name as long as the page is wide, "
                                                         "and longer.json");

    g_ptr_array_add (results, test_solve (puzzle, NULL));
    g_assert_true (tw_result_has_solution (results->pdata[i]));
  }
  return results;
}

static TwBooklet *
make_booklet (GPtrArray *results, const TwBookletOptions *options)
{
  return tw_booklet_new ((TwResult *const *) results->pdata, results->len, options, NULL);
}

/* Draws a page and looks for ink in the margins. Returns whether there is ink at all. */
static gboolean
check_page (const TwBooklet *booklet, guint page, int width, int height)
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_A8, width, height);
  cairo_t *cr = cairo_create (surface);
  gboolean inked = FALSE;

  tw_booklet_draw_page (booklet, page, cr, width, height);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const guchar *row = cairo_image_surface_get_data (surface)
                          + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);

      if (row[x] == 0)
        continue;
      inked = TRUE;
      g_assert_cmpfloat (x, >, LEAST_MARGIN);
      g_assert_cmpfloat (y, >, LEAST_MARGIN);
      g_assert_cmpfloat (x, <, width - LEAST_MARGIN);
      g_assert_cmpfloat (y, <, height - LEAST_MARGIN);
    }
  return inked;
}

/* Every page of every layout leaves 10 mm at each side. */
TEST (margins, "/booklet/margins")
{
  static const guint per_page[] = { 1, 2, 4 };
  g_autoptr (GPtrArray) results = solve_all ();
  guint pages = 0;

  for (guint i = 0; i < G_N_ELEMENTS (per_page); i++)
    for (TwAnswers answers = TW_ANSWERS_OVERLEAF; answers <= TW_ANSWERS_ONLY; answers++)
      for (int letter = 0; letter < 2; letter++) {
        g_autoptr (TwBooklet) booklet = make_booklet (
          results, &(TwBookletOptions){ .letter = letter,
                                        .per_page = per_page[i],
                                        .answers = answers,
                                        .title = letter ? NULL : "A title that is long enough",
                                        .names = letter });

        for (guint page = 0; page < tw_booklet_count_pages (booklet); page++)
          pages += check_page (booklet, page, letter ? 612 : 595, letter ? 792 : 842);
      }
  /* Twelve covers; five sheets with backs; one to five sheets, with or without a page of solutions;
   * this page alone. */
  g_assert_cmpuint (pages, ==, 12 + 2 * (3 * 10 + (5 + 3 + 2 + 3) + (5 + 3 + 2) + 3));
}

/* The solution is on the back of its puzzle, behind a cover, too. */
TEST (overleaf, "/booklet/overleaf")
{
  g_autoptr (GPtrArray) results = solve_all ();
  g_autoptr (TwBooklet) booklet = make_booklet (
    results, &(TwBookletOptions){ .title = "T", .answers = TW_ANSWERS_OVERLEAF });

  g_assert_cmpuint (tw_booklet_count_pages (booklet), ==, 2 + 2 * results->len);
  g_assert_true (check_page (booklet, 0, 595, 842));
  g_assert_false (check_page (booklet, 1, 595, 842));
  g_assert_true (check_page (booklet, 2, 595, 842));
}

TEST_MAIN (test_init, g_test_run)
