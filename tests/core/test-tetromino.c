/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures, necessary conditions and the checker of tetromino squares, compared with independent
 * implementations. */
#include "core-test.h"

#include "core/pieces/bigboard.h"
#include "core/pieces/tetromino.h"

/* All orientations of the figures, drawn by hand: rows from the top, separated by '/'. */
static const char *const drawn[TW_N_TETROMINO_SHAPES] = {
  "1/1/1/1",  "1111",                             /* I */
  "01/01/11", "100/111",  "11/10/10", "111/001",  /* J */
  "10/10/11", "111/100",  "11/01/01", "001/111",  /* L */
  "11/11",                                        /* O */
  "011/110",  "10/11/01",                         /* S */
  "111/010",  "01/11/01", "010/111",  "10/11/10", /* T */
  "110/011",  "01/11/10",                         /* Z */
};

static int
figure_of (int shape, int *angle)
{
  int left = shape;

  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++) {
    int angles = tw_tetromino_angles ((TwTetrominoLetter) figure);

    if (left < angles) {
      *angle = left;
      return figure;
    }
    left -= angles;
  }
  *angle = -1;
  return -1;
}

TEST (shapes, "shapes are those of the format")
{
  for (int i = 0; i < TW_N_TETROMINO_SHAPES; i++) {
    int angle, figure = figure_of (i, &angle), cells = 0, width = 0, x = 0, y = 0;
    const TwTetrominoShape *shape = tw_tetromino_shape (figure, angle);

    CHECK (shape == &tw_tetromino_shapes ()[i]);
    CHECK_INT (shape->figure, figure);
    CHECK_INT (shape->angle, angle);
    for (const char *c = drawn[i]; *c != '\0'; c++) {
      bool is_cell = false;

      if (*c == '/') {
        x = 0;
        y++;
        continue;
      }
      for (int k = 0; k < 4; k++)
        is_cell |= shape->cells[k][0] == x && shape->cells[k][1] == y;
      CHECK_INT (is_cell, *c == '1');
      cells += *c == '1';
      width = ++x > width ? x : width;
    }
    CHECK_INT (cells, 4);
    CHECK_INT (shape->width, width);
    CHECK_INT (shape->height, y + 1);
  }
  CHECK (tw_tetromino_shape (7, 0) == NULL);
  CHECK (tw_tetromino_shape (-1, 0) == NULL);
  CHECK (tw_tetromino_shape (TW_TETROMINO_O, 1) == NULL);
  for (int figure = 0; figure < TW_N_TETROMINO_LETTERS; figure++)
    CHECK_INT (tw_tetromino_from_letter (tw_tetromino_letter ((TwTetrominoLetter) figure)), figure);
  CHECK_INT (tw_tetromino_from_letter ('i'), -1);
  CHECK_INT (tw_tetromino_from_letter ('A'), -1);
  CHECK_INT (tw_tetromino_from_letter ('\0'), -1);
}

/* --- the checker ----------------------------------------------------------- */

/* Checks by painting numbers into a grid, using the drawings above. */
static bool
reference_check (const TwTetrominoProblem *task, const TwTetromino *placements, size_t count)
{
  int side = (int) task->size, grid[20 * 20] = { 0 };
  int64_t counts[TW_N_TETROMINO_LETTERS] = { 0 };

  for (size_t i = 0; i < count; i++) {
    const TwTetromino *p = &placements[i];
    const char *drawing = NULL;
    int x = p->x, y = p->y;

    for (int s = 0, angle; s < TW_N_TETROMINO_SHAPES; s++) {
      if (figure_of (s, &angle) == p->figure && angle == p->angle)
        drawing = drawn[s];
    }
    if (drawing == NULL)
      return false;
    counts[p->figure]++;
    for (const char *c = drawing; *c != '\0'; c++) {
      if (*c == '/') {
        x = p->x;
        y++;
        continue;
      }
      if (*c == '1') {
        if (x >= side || y >= side)
          return false;
        grid[y * side + x]++;
      }
      x++;
    }
  }
  for (int i = 0; i < side * side; i++) {
    if (grid[i] != 1)
      return false;
  }
  return memcmp (counts, task->counts, sizeof counts) == 0;
}

TEST (checker, "checker agrees with a plain one")
{
  uint64_t random = 5;
  int bad = 0;

  for (int round = 0; round < test_size (2000); round++) {
    AUTO_RUN *run = tw_run_new (&(TwLimits){ 0 });
    TwTetromino placements[101];
    TwTetrominoProblem task;
    int side = 4 + 2 * (int) (check_random (&random) % 5);
    size_t count = (size_t) (side * side / 4);
    size_t at = check_random (&random) % count;
    bool expected;

    CHECK (tw_bigboard_generate (side, check_random (&random), run, &task, placements));
    CHECK (tw_tetromino_check (&task, placements, count, NULL, 0, NULL));
    CHECK (reference_check (&task, placements, count));
    switch (check_random (&random) % 8) {
    case 0:
      placements[at].x = (uint16_t) (check_random (&random) % 20);
      break;
    case 1:
      placements[at].y = (uint16_t) (check_random (&random) % 20);
      break;
    case 2:
      placements[at].angle = (uint8_t) (check_random (&random) % 5);
      break;
    case 3:
      placements[at].figure = (uint8_t) (check_random (&random) % 9);
      break;
    case 4:
      count--;
      break;
    case 5:
      placements[count] = placements[at];
      count++;
      break;
    case 6:
      task.counts[check_random (&random) % TW_N_TETROMINO_LETTERS]--;
      task.counts[check_random (&random) % TW_N_TETROMINO_LETTERS]++;
      break;
    default:
      placements[at] = placements[check_random (&random) % count];
      break;
    }
    expected = reference_check (&task, placements, count);
    bad += !expected;
    CHECK_INT (tw_tetromino_check (&task, placements, count, NULL, 0, NULL), expected);
  }
  CHECK (bad > test_share (1000));
}

TEST (faults, "checker names every fault")
{
  TwTetrominoProblem task = { 4, { [TW_TETROMINO_O] = 4 } };
  TwTetromino placements[4] = {
    { TW_TETROMINO_O, 0, 0, 0 },
    { TW_TETROMINO_O, 0, 1, 1 }, /* overlaps */
    { TW_TETROMINO_O, 0, 3, 2 }, /* extends beyond the square */
    { TW_TETROMINO_O, 1, 0, 2 }, /* invalid orientation */
  };
  TwTetrominoFault faults[20];
  size_t n;

  CHECK (!tw_tetromino_check (&task, placements, 4, faults, 20, &n));
  CHECK_INT (n, 3 + 9);
  CHECK_INT (faults[0].kind, TW_TETROMINO_FAULT_OVERLAP);
  CHECK_INT (faults[0].index, 1);
  CHECK_INT (faults[0].x, 1);
  CHECK_INT (faults[0].y, 1);
  CHECK_INT (faults[1].kind, TW_TETROMINO_FAULT_OUTSIDE);
  CHECK_INT (faults[2].kind, TW_TETROMINO_FAULT_FIGURE);
  CHECK_INT (faults[3].kind, TW_TETROMINO_FAULT_UNCOVERED);
  CHECK_INT (faults[3].x, 2);
  CHECK_INT (faults[3].y, 0);

  task.counts[TW_TETROMINO_O] = 3;
  task.counts[TW_TETROMINO_I] = 1;
  CHECK (!tw_tetromino_check (&task, placements, 4, faults, 1, &n));
  CHECK_INT (n, 3 + 9 + 2);
  CHECK (!tw_tetromino_check (&task, NULL, 0, NULL, 0, &n));
  CHECK_INT (n, 16 + 2);
  task.size = INT64_MAX;
  CHECK (!tw_tetromino_check (&task, placements, 4, faults, 20, &n));
  CHECK_INT (n, 1);
  CHECK_INT (faults[0].kind, TW_TETROMINO_FAULT_TASK);
}

/* --- necessary conditions -------------------------------------------------- */

static TwTetrominoVerdict
judge (int64_t size, int64_t i, int64_t j, int64_t l, int64_t o, int64_t s, int64_t t, int64_t z)
{
  TwTetrominoProblem task = { size, { i, j, l, o, s, t, z } };

  return tw_tetromino_judge (&task);
}

TEST (judge, "necessary conditions")
{
  CHECK_INT (judge (4, 1, 1, 1, 0, 0, 0, 1), TW_TETROMINO_POSSIBLE);
  CHECK_INT (judge (0, 0, 0, 0, 0, 0, 0, 0), TW_TETROMINO_BAD_SIZE);
  CHECK_INT (judge (2, 0, 0, 0, 1, 0, 0, 0), TW_TETROMINO_BAD_SIZE);
  CHECK_INT (judge (-4, 1, 1, 1, 0, 0, 0, 1), TW_TETROMINO_BAD_SIZE);
  CHECK_INT (judge (1000000000, 0, 0, 0, 0, 0, 0, 0), TW_TETROMINO_BAD_SIZE);
  CHECK_INT (judge (1002, 0, 0, 0, 251001, 0, 0, 0), TW_TETROMINO_BAD_SIZE);
  CHECK_INT (judge (INT64_MIN, 0, 0, 0, 0, 0, 0, 0), TW_TETROMINO_BAD_SIZE);
  CHECK_INT (judge (4, 5, -1, 0, 0, 0, 0, 0), TW_TETROMINO_NEGATIVE);
  CHECK_INT (judge (4, 4, 0, 0, 0, 0, 0, INT64_MIN), TW_TETROMINO_NEGATIVE);
  CHECK_INT (judge (5, 6, 0, 0, 0, 0, 0, 0), TW_TETROMINO_AREA);
  CHECK_INT (judge (999, 0, 0, 0, 0, 0, 0, 0), TW_TETROMINO_AREA);
  CHECK_INT (judge (4, 1, 1, 1, 0, 0, 0, 0), TW_TETROMINO_SUM);
  CHECK_INT (judge (4, 1, 1, 1, 0, 0, 1, 1), TW_TETROMINO_SUM);
  CHECK_INT (judge (4, INT64_MAX, INT64_MAX, INT64_MAX, 0, 0, 0, 7), TW_TETROMINO_SUM);
  CHECK_INT (judge (1000, 250001, 0, 0, 0, 0, 0, 0), TW_TETROMINO_SUM);
  CHECK_INT (judge (4, 1, 1, 0, 0, 0, 1, 1), TW_TETROMINO_ODD_T);
  CHECK_INT (judge (4, 2, 1, 0, 1, 0, 0, 0), TW_TETROMINO_ODD_LJ);
  CHECK_INT (judge (4, 1, 0, 0, 3, 0, 0, 0), TW_TETROMINO_ODD_I);
  CHECK_INT (judge (6, 9, 0, 0, 0, 0, 0, 0), TW_TETROMINO_ODD_I);
  CHECK_INT (judge (4, 0, 0, 0, 3, 0, 0, 1), TW_TETROMINO_SKEW);
  CHECK_INT (judge (4, 0, 0, 0, 0, 2, 0, 2), TW_TETROMINO_SKEW);
  CHECK_INT (judge (1000, 0, 0, 0, 250000, 0, 0, 0), TW_TETROMINO_POSSIBLE);
  for (int v = 0; v <= TW_TETROMINO_SKEW; v++)
    CHECK_INT (*tw_tetromino_verdict_text ((TwTetrominoVerdict) v) == '\0',
               v == TW_TETROMINO_POSSIBLE);
}

/* Compares tw_tetromino_balance () with all choices of directions and signs. */
TEST (balance, "balance of colourings")
{
  enum {
    MOST = 3,
    REACH = 24,
  };
  static bool reached[2 * REACH + 1][2 * REACH + 1][2 * REACH + 1];

  for (int i = 0; i <= MOST; i++) {
    for (int lj = 0; lj <= MOST; lj++) {
      for (int t = 0; t <= MOST; t++) {
        int total = 1;

        memset (reached, 0, sizeof reached);
        for (int k = 0; k < i + lj + t; k++)
          total *= 4;
        for (int code = 0; code < total; code++) {
          int r = REACH, c = REACH, q = REACH;

          for (int k = 0, rest = code; k < i + lj + t; k++, rest /= 4) {
            int a = rest & 1 ? 1 : -1, b = rest & 2 ? 1 : -1;

            if (k < i) {
              r += a > 0 ? 4 * b : 0;
              c += a < 0 ? 4 * b : 0;
            } else if (k < i + lj) {
              r += 2 * a;
              c += 2 * b;
            }
          }
          /* T: direction and two signs; the third bit is summed over below. */
          for (int signs = 0; signs < 1 << t; signs++) {
            int r2 = r, c2 = c, q2 = q;

            for (int k = 0, rest = code >> (2 * (i + lj)); k < t; k++, rest /= 4) {
              int b = rest & 2 ? 2 : -2;

              r2 += rest & 1 ? b : 0;
              c2 += rest & 1 ? 0 : b;
              q2 += signs >> k & 1 ? 2 : -2;
            }
            reached[r2][c2][q2] = true;
          }
        }
        for (int r = 0; r <= 2 * REACH; r += 2) {
          for (int c = 0; c <= 2 * REACH; c += 2) {
            for (int q = 0; q <= 2 * REACH; q += 2) {
              if (tw_tetromino_balance (i, lj, t, r - REACH, c - REACH, q - REACH)
                  != reached[r][c][q]) {
                CHECK (false);
                printf ("# I%d LJ%d T%d: %d %d %d\n", i, lj, t, r - REACH, c - REACH, q - REACH);
                return;
              }
            }
          }
        }
      }
    }
  }
}

CHECK_MAIN
