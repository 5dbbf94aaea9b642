/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pieces-fixture.h - small piece problems written as text, for the tests of
 * core/pieces. */
#pragma once

#include "core-test.h"

/* Rows are separated by '/'. A space or '.' is not a cell; any other character is a cell of that
 * colour. */
static inline TwBoard *
fixture_board (const char *rows)
{
  int width = 0, height = 1, x = 0, y = 0;
  TwBoard *board;

  for (const char *p = rows; *p != '\0'; p++) {
    x = *p == '/' ? 0 : x + 1;
    height += *p == '/';
    width = x > width ? x : width;
  }
  board = tw_board_new (width, height);
  x = 0;
  for (const char *p = rows; *p != '\0'; p++) {
    if (*p == '/') {
      x = 0;
      y++;
      continue;
    }
    if (*p != ' ' && *p != '.')
      tw_board_set (board, x, y, (uint8_t) *p);
    x++;
  }
  return board;
}

static inline TwBoard *
fixture_rectangle (int width, int height)
{
  TwBoard *board = tw_board_new (width, height);

  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++)
      tw_board_set (board, x, y, '#');
  }
  return board;
}

static inline TwShape
fixture_shape (const char *rows)
{
  AUTO_BOARD *board = fixture_board (rows);
  TwShapeCell cells[400];
  TwShape shape;
  int n = 0;

  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      if (tw_board_is_free (board, x, y))
        cells[n++] = (TwShapeCell){ .x = (int16_t) x,
                                    .y = (int16_t) y,
                                    .colour = tw_board_get (board, x, y) };
    }
  }
  tw_shape_init (&shape, cells, n);
  return shape;
}

static inline void
fixture_add (TwPieceProblem *problem, const char *rows, int least, int most, uint8_t transforms)
{
  TwShape shape = fixture_shape (rows);

  tw_piece_problem_add (problem, rows, &shape, least, most, transforms);
}

static const char *const fixture_pentominoes[12] = {
  ".##/##./.#.", "#####",       "#./#./#./##", ".#/.#/##/#.", "##/##/#.",    "###/.#./.#.",
  "#.#/###",     "#../#../###", "#../##./.##", ".#./###/.#.", ".#/##/.#/.#", "##./.#./.##",
};

/* The twelve pentominoes, each at most once. */
static inline TwPieceProblem *
fixture_pentomino_problem (const char *rows, uint8_t transforms)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board (rows));

  for (int i = 0; i < 12; i++)
    fixture_add (problem, fixture_pentominoes[i], 0, 1, transforms);
  return problem;
}

/* A chequered board, with an optional piece and equal pieces, so that every path of the search is
 * taken. */
static inline TwPieceProblem *
fixture_chequered_problem (void)
{
  TwPieceProblem *problem = tw_piece_problem_new (fixture_board ("abab/baba/abab/baba"));

  fixture_add (problem, "ab", 0, 4, TW_SHAPE_ALL);
  fixture_add (problem, "aba/b..", 1, 1, TW_SHAPE_ALL);
  fixture_add (problem, "ab/b.", 0, 2, TW_SHAPE_ROTATIONS);
  fixture_add (problem, "ba/a.", 0, 2, TW_SHAPE_ROTATIONS);
  return problem;
}

/* The twelve pentominoes on 3 x 20 cells. */
static inline TwPieceProblem *
fixture_strip_problem (void)
{
  return fixture_pentomino_problem ("####################/####################/"
                                    "####################",
                                    TW_SHAPE_ALL);
}
