/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tetromino.c - the table of figures and the necessary conditions; see tetromino.h. The checker is
 * in tetromino-check.c. */
#include "core/pieces/tetromino.h"

#include <stdlib.h>

#include "core/options.h" /* N_ */

static const char letters[TW_N_TETROMINO_LETTERS] = { 'I', 'J', 'L', 'O', 'S', 'T', 'Z' };

/* clang-format off */
static const TwTetrominoShape shapes[TW_N_TETROMINO_SHAPES] = {
  { TW_TETROMINO_I, 0, 1, 4, { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 } } },
  { TW_TETROMINO_I, 1, 4, 1, { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 } } },
  { TW_TETROMINO_J, 0, 2, 3, { { 0, 2 }, { 1, 0 }, { 1, 1 }, { 1, 2 } } },
  { TW_TETROMINO_J, 1, 3, 2, { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 2, 1 } } },
  { TW_TETROMINO_J, 2, 2, 3, { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 0 } } },
  { TW_TETROMINO_J, 3, 3, 2, { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 2, 1 } } },
  { TW_TETROMINO_L, 0, 2, 3, { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 2 } } },
  { TW_TETROMINO_L, 1, 3, 2, { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 2, 0 } } },
  { TW_TETROMINO_L, 2, 2, 3, { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 1, 2 } } },
  { TW_TETROMINO_L, 3, 3, 2, { { 0, 1 }, { 1, 1 }, { 2, 0 }, { 2, 1 } } },
  { TW_TETROMINO_O, 0, 2, 2, { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } } },
  { TW_TETROMINO_S, 0, 3, 2, { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 2, 0 } } },
  { TW_TETROMINO_S, 1, 2, 3, { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 1, 2 } } },
  { TW_TETROMINO_T, 0, 3, 2, { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 2, 0 } } },
  { TW_TETROMINO_T, 1, 2, 3, { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, 2 } } },
  { TW_TETROMINO_T, 2, 3, 2, { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 2, 1 } } },
  { TW_TETROMINO_T, 3, 2, 3, { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 1, 1 } } },
  { TW_TETROMINO_Z, 0, 3, 2, { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 2, 1 } } },
  { TW_TETROMINO_Z, 1, 2, 3, { { 0, 1 }, { 0, 2 }, { 1, 0 }, { 1, 1 } } },
};
/* clang-format on */

static const uint8_t first_shape[TW_N_TETROMINO_LETTERS + 1] = { 0, 2, 6, 10, 11, 13, 17, 19 };

char
tw_tetromino_letter (TwTetrominoLetter figure)
{
  return letters[figure];
}

int
tw_tetromino_from_letter (char letter)
{
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++) {
    if (letters[i] == letter)
      return i;
  }
  return -1;
}

int
tw_tetromino_angles (TwTetrominoLetter figure)
{
  return first_shape[figure + 1] - first_shape[figure];
}

const TwTetrominoShape *
tw_tetromino_shapes (void)
{
  return shapes;
}

const TwTetrominoShape *
tw_tetromino_shape (int figure, int angle)
{
  if (figure < 0 || figure >= TW_N_TETROMINO_LETTERS || angle < 0
      || angle >= tw_tetromino_angles ((TwTetrominoLetter) figure))
    return NULL;
  return &shapes[first_shape[figure] + angle];
}

/* --- necessary conditions -------------------------------------------------- */

/* The least number of lying I that make up `half` of an excess of rows, together with `singles`
 * figures worth one half each. *fixed: the number of lying I is determined up to multiples of
 * two. */
static int64_t
least_bars (int64_t half, int64_t singles, bool *fixed)
{
  *fixed = singles == 0;
  return half > singles ? (half - singles) / 2 : 0;
}

/* Count the cells in even rows minus those in odd rows: a lying I has +-4, a standing I 0; L and
 * J have +-2 at every angle; a lying T has +-2, a standing T 0; O, S and Z have 0. For columns
 * exchange lying and standing. In a chequered colouring T has +-2 and all others have 0. The
 * sign depends on the position of the figure and is free, so only parity and size restrict the
 * counts. */
bool
tw_tetromino_balance (int64_t n_i, int64_t n_lj, int64_t n_t, int64_t rows, int64_t columns,
                      int64_t chequer)
{
  int64_t r = llabs (rows) / 2, c = llabs (columns) / 2, k = llabs (chequer) / 2;

  if (k > n_t || ((k ^ n_t) & 1) != 0)
    return false;
  for (int64_t lying = (r ^ n_lj) & 1; lying <= n_t; lying += 2) {
    int64_t standing = n_t - lying, left;
    bool r_fixed, c_fixed;

    if (((c ^ n_lj ^ standing) & 1) != 0)
      return false; /* every other number of lying T fails too */
    left = n_i - least_bars (r, n_lj + lying, &r_fixed) - least_bars (c, n_lj + standing, &c_fixed);
    /* r and c are even where they are fixed, so the halves above are exact; but an additional I
     * then needs a second one of the opposite sign. */
    if (left >= 0 && !(r_fixed && c_fixed && (left & 1) != 0))
      return true;
  }
  return false;
}

TwTetrominoVerdict
tw_tetromino_judge (const TwTetrominoProblem *problem)
{
  const int64_t *counts = problem->counts;
  int64_t left, n_lj;

  if (problem->size < TW_TETROMINO_MIN_SIDE || problem->size > TW_TETROMINO_MAX_SIDE)
    return TW_TETROMINO_BAD_SIZE;
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++) {
    if (counts[i] < 0)
      return TW_TETROMINO_NEGATIVE;
  }
  if (problem->size % 2 != 0)
    return TW_TETROMINO_AREA;

  left = problem->size * problem->size / 4;
  for (int i = 0; i < TW_N_TETROMINO_LETTERS; i++) {
    if (counts[i] > left)
      return TW_TETROMINO_SUM;
    left -= counts[i];
  }
  if (left != 0)
    return TW_TETROMINO_SUM;

  /* The three colourings of tw_tetromino_balance () with all excesses 0, tested one by one to
   * report which one fails. */
  n_lj = counts[TW_TETROMINO_L] + counts[TW_TETROMINO_J];
  if (counts[TW_TETROMINO_T] % 2 != 0)
    return TW_TETROMINO_ODD_T;
  if (counts[TW_TETROMINO_T] == 0 && n_lj % 2 != 0)
    return TW_TETROMINO_ODD_LJ;
  if (counts[TW_TETROMINO_T] == 0 && n_lj == 0 && counts[TW_TETROMINO_I] % 2 != 0)
    return TW_TETROMINO_ODD_I;

  /* Cut the square between two pairs of rows, N / 2 - 1 times. Above a cut there are as many cells
   * in odd rows as in even rows. The part of a standing S, T or Z that is cut has one more cell in
   * odd rows. O, lying S and lying Z have at least as many cells in odd rows as in even ones, cut
   * or not, and so have standing I and T. Figures above the cut with more cells in even rows must
   * balance this: J, L and lying T by 2, lying I by 4. Below the cut the same holds for figures
   * with more cells in odd rows. A figure lies on one side only, so J, L and a lying T count 1 at
   * each cut, a lying I counts 2. A standing S, T or Z is cut once. For columns exchange standing
   * and lying. The sum over all cuts is: */
  if (counts[TW_TETROMINO_S] + counts[TW_TETROMINO_T] + counts[TW_TETROMINO_Z]
      > (problem->size / 2 - 1) * (2 * n_lj + counts[TW_TETROMINO_T] + 2 * counts[TW_TETROMINO_I]))
    return TW_TETROMINO_SKEW;
  return TW_TETROMINO_POSSIBLE;
}

const char *
tw_tetromino_verdict_text (TwTetrominoVerdict verdict)
{
  switch (verdict) {
  case TW_TETROMINO_POSSIBLE:
    break;
  case TW_TETROMINO_BAD_SIZE:
    return N_ ("the side of the square must be from 4 to 1000");
  case TW_TETROMINO_NEGATIVE:
    return N_ ("the number of a figure is negative");
  case TW_TETROMINO_AREA:
    return N_ ("the side is odd: the area is not divisible by 4");
  case TW_TETROMINO_SUM:
    return N_ ("the numbers of figures do not add up to a quarter of the area");
  case TW_TETROMINO_ODD_T:
    return N_ ("the number of T is odd: on a chessboard each T covers three cells of one colour, "
               "so that the colours cannot balance");
  case TW_TETROMINO_ODD_LJ:
    return N_ ("there is no T and the number of L and J together is odd: each of them covers three "
               "cells of the even or of the odd rows, so that the rows cannot balance");
  case TW_TETROMINO_ODD_I:
    return N_ ("there is no T, L or J and the number of I is odd: even and odd rows, or even and "
               "odd columns, cannot balance");
  case TW_TETROMINO_SKEW:
    return N_ ("there are too many S and Z for so few I, J, L and T: each S and Z unbalances even "
               "and odd rows, or columns, and only these make up for it");
  }
  return "";
}
