/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenes.h - small scenes that the tests of drawing share, and pictures of
 * boards as text: . free, # obstacle, blank outside, 2..9 a colour, A..Z a piece. */
#pragma once

#include <string.h>

#include "draw/scene.h"
#include "puzzle/core-values.h"
#include "test-cairo.h"

static inline TwBoard *
scenes_board (const char *const *rows, int height, uint8_t **outside)
{
  int width = (int) strlen (rows[0]);
  TwBoard *board = tw_board_new (width, height);

  *outside = g_new0 (uint8_t, (gsize) width * (gsize) height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      char c = rows[y][x];

      (*outside)[y * width + x] = c == ' ';
      tw_board_set (board, x, y,
                    c == '#' || c == ' '  ? TW_CELL_BLOCKED
                    : g_ascii_isdigit (c) ? (uint8_t) (c - '0')
                                          : TW_CELL_FREE);
    }
  return board;
}

/* The letters are pieces, in the order of the alphabet; lower case is fixed. */
static inline TwScene *
scenes_pieces (const char *const *board_rows, const char *const *piece_rows, int height)
{
  g_autofree uint8_t *outside = NULL;
  g_autoptr (TwBoard) board = scenes_board (board_rows, height, &outside);
  TwScenePiece pieces[26] = { 0 };
  uint32_t cells[26][64];
  char names[26][2];
  size_t n = 0;

  for (int letter = 0; letter < 26; letter++) {
    TwScenePiece *piece = &pieces[n];

    *piece = (TwScenePiece){ .name = names[n], .colour = (unsigned) letter, .cells = cells[n] };
    names[n][0] = (char) ('A' + letter);
    names[n][1] = '\0';
    for (uint32_t i = 0; i < (uint32_t) (board->width * board->height); i++) {
      char c = piece_rows[i / (uint32_t) board->width][i % (uint32_t) board->width];

      if (g_ascii_toupper (c) != 'A' + letter)
        continue;
      cells[n][piece->n_cells++] = i;
      if (g_ascii_islower (c))
        piece->flags = TW_REGION_FIXED;
    }
    n += piece->n_cells > 0;
  }
  TwScene *scene = tw_scene_new_pieces (board, outside, pieces, n);
  return scene;
}

/* 9 x 7 with squares of four sizes, obstacles and two free cells. */
static inline TwScene *
scenes_squares (void)
{
  static const char *const rows[] = {
    "....#....", ".........", ".........", "....#....", "#........", ".........", "......##.",
  };
  static const TwSquare squares[] = {
    { 0, 0, 4 }, { 5, 0, 4 }, { 4, 1, 1 }, { 4, 2, 1 }, { 1, 4, 3 },
    { 4, 4, 2 }, { 6, 4, 2 }, { 8, 4, 1 }, { 8, 5, 1 }, { 0, 5, 1 },
  };
  g_autofree uint8_t *outside = NULL;
  g_autoptr (TwBoard) board = scenes_board (rows, 7, &outside);
  g_auto (TwTiling) tiling = { 0 };

  for (gsize i = 0; i < G_N_ELEMENTS (squares); i++)
    tw_tiling_add (&tiling, squares[i]);
  TwScene *scene = tw_scene_new_squares (board, outside, &tiling);
  return scene;
}

/* Pentominoes with one fixed, a hole, a corner outside, an obstacle, a ring. */
static inline TwScene *
scenes_pentominoes (void)
{
  static const char *const board[] = {
    "........ ", ".........", "...  ....", "...  ....", "....#....", ".........",
  };
  static const char *const pieces[] = {
    "AAAABBBB.", "ACCCB...F", "DCE  ggFF", "DCE  gFFH", "DDEE.gHHH", "D..E.g..H",
  };

  return scenes_pieces (board, pieces, 6);
}

/* Two-coloured and more, some of it uncovered. */
static inline TwScene *
scenes_coloured (void)
{
  static const char *const board[] = { "1212", "2121", "3434", "5665" };
  static const char *const pieces[] = { "AAAB", "ABBB", "..CC", "..CC" };

  return scenes_pieces (board, pieces, 4);
}

/* A board of side x side cells full of squares of sides 1 to `largest`. */
static inline TwScene *
scenes_random (int side, int largest, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (TwBoard) board = tw_board_new_empty (side, side);
  g_autofree uint8_t *covered = g_new0 (uint8_t, (gsize) side * (gsize) side);
  g_auto (TwTiling) tiling = { 0 };

  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) {
      int size = 1, wanted = g_rand_int_range (rand, 1, largest + 1);

      if (covered[y * side + x])
        continue;
      if (g_rand_int_range (rand, 0, 20) == 0) {
        tw_board_set (board, x, y, TW_CELL_BLOCKED);
        continue;
      }
      while (size < wanted && x + size < side && y + size < side && !covered[y * side + x + size])
        size++;
      for (int i = 0; i < size * size; i++)
        covered[(y + i / size) * side + x + i % size] = 1;
      tw_tiling_add (&tiling, (TwSquare){ x, y, size });
    }
  TwScene *scene = tw_scene_new_squares (board, NULL, &tiling);
  return scene;
}
