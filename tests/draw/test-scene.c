/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-scene.c - scenes built from tilings and pieces, hit tests, labels, descriptions, and fronts
 * of all eight transforms against a cell-by-cell reference. */
#include "test-tools.h"
#include "../tools/test-size.h"
#include "draw/scene.h"

#include "core/base/transform.h"
#include "puzzle/core-values.h"

static TwBoard *
board_of (const char *const *rows, int height)
{
  int width = (int) strlen (rows[0]);
  TwBoard *board = tw_board_new (width, height);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      tw_board_set (board, x, y, rows[y][x] == '.' ? TW_CELL_FREE : TW_CELL_BLOCKED);
  return board;
}

TEST (squares, "/draw/scene/squares")
{
  static const char *const rows[] = { "...#", "....", "...." };
  TwBoard *board = board_of (rows, 3);
  TwTiling tiling = { 0 };
  char buffer[TW_SCENE_LABEL_SIZE];

  tw_tiling_add (&tiling, (TwSquare){ 0, 0, 3 });
  tw_tiling_add (&tiling, (TwSquare){ 3, 1, 1 });
  g_autoptr (TwScene) scene = tw_scene_new_squares (board, NULL, &tiling);

  tw_board_free (board);
  tw_tiling_clear (&tiling);
  g_assert_cmpuint (scene->n_regions, ==, 2);
  g_assert_cmpuint (scene->n_free, ==, 11);
  g_assert_cmpuint (scene->n_uncovered, ==, 1);
  g_assert_cmpint (tw_scene_region_at (scene, 2, 2), ==, 0);
  g_assert_cmpint (tw_scene_region_at (scene, 3, 1), ==, 1);
  g_assert_cmpint (tw_scene_region_at (scene, 3, 0), ==, TW_SCENE_NO_REGION);
  g_assert_cmpint (tw_scene_region_at (scene, 3, 2), ==, TW_SCENE_NO_REGION);
  g_assert_cmpint (tw_scene_region_at (scene, 4, 0), ==, TW_SCENE_NO_REGION);
  g_assert_cmpint (tw_scene_region_at (scene, -1, 0), ==, TW_SCENE_NO_REGION);
  g_assert_cmpint (tw_scene_cell_at (scene, 3, 0), ==, TW_CELL_BLOCKED);
  g_assert_cmpint (tw_scene_cell_at (scene, 0, 3), ==, TW_SCENE_OUTSIDE);
  g_assert_cmpstr (tw_scene_label (scene, 0, buffer), ==, "3");
  g_assert_cmpint (scene->regions[0].n_cells, ==, 9);
  g_assert_cmpint (scene->regions[1].colour, ==, 1);

  g_autofree char *square = tw_scene_describe_region (scene, 1);
  g_autofree char *free_cell = tw_scene_describe_cell (scene, 3, 2);
  g_autofree char *obstacle = tw_scene_describe_cell (scene, 3, 0);
  g_assert_cmpstr (square, ==, "Square of side 1 at column 4, row 2");
  g_assert_cmpstr (free_cell, ==, "Free cell at column 4, row 3");
  g_assert_cmpstr (obstacle, ==, "Obstacle at column 4, row 1");
}

/* A tiling of `board` by random squares, row by row. */
static TwTiling
random_tiling (const TwBoard *board, GRand *random, int largest)
{
  g_autofree gboolean *taken = g_new0 (gboolean, (gsize) board->width * (gsize) board->height);
  TwTiling tiling = { 0 };

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++) {
      int wished = g_rand_int_range (random, 1, largest + 1), size = 0;

      while (size < wished && x + size < board->width && y + size < board->height
             && !taken[y * board->width + x + size])
        size++;
      if (size > 0)
        tw_tiling_add (&tiling, (TwSquare){ x, y, size });
      for (int i = 0; i < size * size; i++)
        taken[(y + i / size) * board->width + x + i % size] = TRUE;
    }
  return tiling;
}

static void
assert_tones (const TwScene *scene)
{
  g_autofree gboolean *has_equal = g_new0 (gboolean, scene->n_regions);

  for (int y = 0; y < scene->height; y++)
    for (int x = 0; x < scene->width; x++) {
      int32_t r = tw_scene_region_at (scene, x, y);
      const int32_t others[] = { tw_scene_region_at (scene, x + 1, y),
                                 tw_scene_region_at (scene, x, y + 1) };

      g_assert_cmpint (scene->shades[y * scene->width + x], ==,
                       tw_region_shade (&scene->regions[r]));
      for (int i = 0; i < 2; i++)
        if (others[i] != TW_SCENE_NO_REGION && others[i] != r) {
          const TwRegion *other = &scene->regions[others[i]];

          g_assert_cmpint (tw_region_shade (&scene->regions[r]), !=, tw_region_shade (other));
          if (scene->regions[r].colour == other->colour)
            has_equal[r] = has_equal[others[i]] = TRUE;
        }
    }
  for (size_t r = 0; r < scene->n_regions; r++)
    g_assert_true (has_equal[r] || scene->regions[r].tone == 0);
}

/* Neighbours never look the same; a square without neighbours of its size has the plain colour. */
TEST (tones, "/draw/scene/tones")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (TwBoard) board = tw_board_new_empty (40, 30);

  for (int i = 0; i < test_size (1000); i++) {
    g_auto (TwTiling) tiling = random_tiling (board, random, 1 + i % TW_PALETTE_LENGTH);
    g_autoptr (TwScene) scene = tw_scene_new_squares (board, NULL, &tiling);

    assert_tones (scene);
  }
}

/* What changes far away, and another order of the squares, leaves the tones as they are. */
TEST (tones_stay, "/draw/scene/tones-stay")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autoptr (TwBoard) board = tw_board_new_empty (40, 30);
  g_auto (TwTiling) tiling = random_tiling (board, random, 3), turned = { 0 };
  int kept = 0;

  for (size_t i = tiling.count; i-- > 0;)
    tw_tiling_add (&turned, tiling.squares[i]);
  g_autoptr (TwScene) scene = tw_scene_new_squares (board, NULL, &tiling);
  g_autoptr (TwScene) other = tw_scene_new_squares (board, NULL, &turned);
  g_assert_cmpmem (scene->shades, 1200, other->shades, 1200);

  for (size_t i = 0; i < turned.count; i++)
    if (turned.squares[i].x >= 20)
      turned.squares[i] = (TwSquare){ 39, 0, 1 };
  g_autoptr (TwScene) half = tw_scene_new_squares (board, NULL, &turned);
  for (int cell = 0; cell < 1200; cell++)
    kept += cell % 40 < 16 && half->shades[cell] == scene->shades[cell];
  g_assert_cmpint (kept, >, 16 * 30 * 9 / 10);
}

/* A refused answer is shown too: clipped, the later square on top. */
TEST (wrong_squares, "/draw/scene/wrong-squares")
{
  static const char *const rows[] = { "...", "...", "..." };
  g_autoptr (TwBoard) board = board_of (rows, 3);
  g_auto (TwTiling) tiling = { 0 };

  tw_tiling_add (&tiling, (TwSquare){ 1, 1, 5 });
  tw_tiling_add (&tiling, (TwSquare){ -1, -1, 3 });
  tw_tiling_add (&tiling, (TwSquare){ 7, 7, 2 });
  tw_tiling_add (&tiling, (TwSquare){ 0, 0, -4 });
  tw_tiling_add (&tiling, (TwSquare){ INT32_MAX, 0, INT32_MAX });
  g_autoptr (TwScene) scene = tw_scene_new_squares (board, NULL, &tiling);

  g_assert_cmpuint (scene->n_regions, ==, 5);
  g_assert_cmpint (tw_scene_region_at (scene, 0, 0), ==, 1);
  g_assert_cmpint (tw_scene_region_at (scene, 1, 1), ==, 1);
  g_assert_cmpint (tw_scene_region_at (scene, 2, 2), ==, 0);
  g_assert_cmpint (scene->regions[0].n_cells, ==, 3);
  g_assert_cmpint (scene->regions[0].width, ==, 2);
  for (int i = 2; i < 5; i++)
    g_assert_cmpint (scene->regions[i].n_cells, ==, 0);
}

TEST (pieces, "/draw/scene/pieces")
{
  static const char *const rows[] = { "....", ".##.", "...." };
  static const uint8_t outside[12] = { [5] = 1 };
  static const uint32_t left[] = { 4, 0, 8, 1 };
  static const uint32_t right[] = { 2, 3, 7, 11, 1000000 };
  const TwScenePiece pieces[] = {
    { .name = "L", .colour = 3, .cells = left, .n_cells = 4 },
    { .name = "R", .colour = 4, .flags = TW_REGION_FIXED, .cells = right, .n_cells = 5 },
    { .name = "L", .colour = 3 },
  };
  TwBoard *board = board_of (rows, 3);
  char buffer[TW_SCENE_LABEL_SIZE];
  g_autoptr (TwScene) scene = tw_scene_new_pieces (board, outside, pieces, 3);

  tw_board_free (board);
  g_assert_cmpint (tw_scene_cell_at (scene, 1, 1), ==, TW_SCENE_OUTSIDE);
  g_assert_cmpint (tw_scene_cell_at (scene, 2, 1), ==, TW_CELL_BLOCKED);
  g_assert_cmpuint (scene->n_free, ==, 10);
  g_assert_cmpuint (scene->n_uncovered, ==, 2);
  g_assert_cmpint (scene->regions[0].x, ==, 0);
  g_assert_cmpint (scene->regions[0].width, ==, 2);
  g_assert_cmpint (scene->regions[0].height, ==, 3);
  g_assert_cmpint (scene->regions[1].x, ==, 2);
  g_assert_cmpint (scene->regions[1].n_cells, ==, 4);
  g_assert_cmpint (scene->regions[2].n_cells, ==, 0);
  g_assert_cmpint (tw_scene_region_at (scene, 0, 1), ==, 0);
  g_assert_cmpint (tw_scene_region_at (scene, 3, 2), ==, 1);
  g_assert_cmpstr (tw_scene_label (scene, 1, buffer), ==, "R");
  g_assert_cmpuint (scene->regions[0].name, ==, scene->regions[2].name);

  g_autofree char *text = tw_scene_describe_region (scene, 1);
  g_assert_cmpstr (text, ==, "Fixed piece R, 4 cells, at column 3, row 1");
}

/* Tiles with the same cells and colour are shared, in any order of the pieces. A square that was
 * split and a piece of another colour differ. */
TEST (difference, "/draw/scene/difference")
{
  static const char *const rows[] = { "....", "...." };
  static const uint32_t left[] = { 0, 1, 4, 5 }, right[] = { 2, 3, 6, 7 };
  const TwScenePiece pieces[] = { { "A", 0, 0, left, 4 }, { "B", 0, 0, right, 4 } };
  const TwScenePiece swapped[] = { { "B", 0, 0, right, 4 }, { "A", 0, 0, left, 4 } };
  const TwScenePiece changed[] = { { "A", 0, 0, left, 4 }, { "B", 1, 0, right, 4 } };
  g_autoptr (TwBoard) board = board_of (rows, 2);
  g_auto (TwTiling) two = { 0 }, five = { 0 };
  size_t n;

  tw_tiling_add (&two, (TwSquare){ 0, 0, 2 });
  tw_tiling_add (&two, (TwSquare){ 2, 0, 2 });
  for (int i = 0; i < 4; i++)
    tw_tiling_add (&five, (TwSquare){ i % 2, i / 2, 1 });
  tw_tiling_add (&five, (TwSquare){ 2, 0, 2 });
  g_autoptr (TwScene) a = tw_scene_new_squares (board, NULL, &two);
  g_autoptr (TwScene) b = tw_scene_new_squares (board, NULL, &five);
  g_autoptr (TwScene) ab = tw_scene_new_difference (a, b, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (ab->regions[0].flags, ==, 0);
  g_assert_cmpint (ab->regions[1].flags, ==, TW_REGION_SHARED);
  g_assert_cmpint (ab->shades[2], ==, a->shades[2] + TW_PALETTE_LENGTH);
  g_autofree char *shared = tw_scene_describe_cell (ab, 3, 1);
  g_assert_cmpstr (shared, ==, "Square of side 2 at column 3, row 1, in both solutions");
  g_autoptr (TwScene) ba = tw_scene_new_difference (b, a, &n);
  g_assert_cmpuint (n, ==, 4);
  g_autoptr (TwScene) aa = tw_scene_new_difference (ab, a, &n);
  g_assert_cmpuint (n, ==, 0);

  g_autoptr (TwScene) c = tw_scene_new_pieces (board, NULL, pieces, 2);
  g_autoptr (TwScene) d = tw_scene_new_pieces (board, NULL, swapped, 2);
  g_autoptr (TwScene) e = tw_scene_new_pieces (board, NULL, changed, 2);
  g_autoptr (TwScene) cd = tw_scene_new_difference (c, d, &n);
  g_assert_cmpuint (n, ==, 0);
  g_autoptr (TwScene) ce = tw_scene_new_difference (c, e, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (tw_scene_label (ce, 1, NULL), ==, "B");
}

/* The reference transforms each covered cell back to the board separately. */
TEST (front, "/draw/scene/front")
{
  enum { WIDTH = 7, HEIGHT = 4 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (int round = 0; round < test_size (200); round++) {
    int k = round % TW_N_TRANSFORMS;
    int columns = (k & TW_TRANSFORM_TRANSPOSE) != 0 ? HEIGHT : WIDTH;
    bool covered[HEIGHT][WIDTH] = { 0 };
    TwFront front = { .transform = k, .rows = columns == WIDTH ? HEIGHT : WIDTH };
    TwSceneFront turned;

    front.column = g_rand_int_range (rand, 0, columns + 1);
    for (int row = 0; row < front.rows; row++) {
      front.profile[row] = (uint16_t) g_rand_int_range (rand, 0, columns - front.column + 1);
      for (int column = 0; column < front.column + front.profile[row]; column++) {
        TwSquare back = tw_transform_square_back (k, WIDTH, HEIGHT, (TwSquare){ column, row, 1 });
        covered[back.y][back.x] = true;
      }
    }

    g_assert_true (tw_scene_front_init (&turned, &front, WIDTH, HEIGHT));
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
        g_assert_cmpint (tw_scene_front_covers (&turned, x, y), ==, covered[y][x]);
    g_assert_false (tw_scene_front_covers (&turned, -1, 0));
    g_assert_false (tw_scene_front_covers (&turned, 0, HEIGHT));
    g_assert_false (tw_scene_front_covers (&turned, WIDTH, 0));

    front.rows++;
    g_assert_false (tw_scene_front_init (&turned, &front, WIDTH, HEIGHT));
    g_assert_cmpint (turned.n_lines, ==, 0);
  }
}

/* A layer of prices is drawn in classes, described and explained; obstacles have none. */
TEST (why, "/draw/scene/why")
{
  static const char *const rows[] = { "..#." };
  int32_t weights[] = { 50, -10, 0, 100 };
  char sentence[] = "So.";
  TwWhy prices = {
    .layer = TW_LAYER_PRICES, .unit = 100, .weights = weights, .sentence = sentence
  };
  TwWhy marks = { .layer = TW_LAYER_MARKS, .unit = 1, .weights = weights };
  TwBoard *board = board_of (rows, 1);
  g_autoptr (TwScene) plain = tw_scene_new_board (board, NULL);
  g_autoptr (TwScene) scene = tw_scene_new_why (plain, &prices);
  g_autoptr (TwScene) marked = tw_scene_new_why (plain, &marks);

  tw_board_free (board);
  g_assert_false (tw_scene_is_coloured (plain));
  g_assert_true (tw_scene_is_coloured (scene));
  g_assert_false (tw_scene_is_coloured (marked));
  g_assert_cmpstr (scene->sentence, ==, "So.");
  g_assert_cmpint (tw_scene_layer_class (scene, 0), ==, TW_CLASS_HALF);
  g_assert_cmpint (tw_scene_layer_class (scene, 1), ==, TW_CLASS_NEGATIVE);
  g_assert_cmpint (tw_scene_layer_class (scene, 2), ==, TW_CLASS_NONE);
  g_assert_cmpint (tw_scene_layer_class (scene, 3), ==, TW_CLASS_WHOLE);

  g_autofree char *price = tw_scene_describe_cell (scene, 1, 0);
  g_autofree char *mark = tw_scene_describe_cell (marked, 0, 0);
  g_autofree char *obstacle = tw_scene_describe_cell (scene, 2, 0);
  g_autofree char *legend = tw_scene_legend (scene, TW_THEME_LIGHT);
  g_assert_cmpstr (price, ==, "Free cell at column 2, row 1; the price of the cell is -0.10");
  g_assert_cmpstr (mark, ==, "Free cell at column 1, row 1; the cell is marked");
  g_assert_cmpstr (obstacle, ==, "Obstacle at column 3, row 1");
  g_assert_nonnull (strstr (legend, "up to ½"));
  g_assert_null (tw_scene_legend (marked, TW_THEME_LIGHT));
}

TEST_MAIN (test_init, g_test_run)
