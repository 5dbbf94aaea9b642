/* SPDX-License-Identifier: GPL-3.0-or-later */
/* separate.c - separation of zero-half cuts (cuts.h) by Gaussian elimination modulo 2; called by
 * the strategy.
 *
 * The system. Let x[s] be 1 if the tiling contains square s and 0 otherwise. The cover equation of
 * a cell says that the x[s] of the squares over it add up to 1 if the cell is free and to 0 if it
 * is blocked. Add the equations of the four cells around a corner point p of the grid, modulo 2. A
 * square has all four of these cells, two of them or none, unless p is one of its own corners: then
 * it has one. So in this sum, the row of p, only squares with a corner at p remain. The right-hand
 * side is odd when an odd number of the four cells is free. Each square occurs in four rows only.
 *
 * The cuts. Let P be a set of points with an odd number of odd right-hand sides. The sum of its
 * rows says that the tiling has an odd number of squares among those with an odd number of corners
 * in P, so at least one: the sum of their x[s] is at least 1. The shares x of the dual solver
 * violate this cut when the shares of its squares, its weight, add up to less than 1.
 *
 * The search. Finding the cut of smallest weight is NP-hard for general systems (Caprara and
 * Fischetti 1996). The heuristic is that of Koster, Zymolka and Kutschka (2009): add rows so that
 * squares with large shares cancel. Squares are eliminated in the order of their shares. The pivot
 * is the lightest row that contains the square; it is added to the other rows with the square, and
 * is not used again. The remaining entries of a row have a small total share. Each row that arises
 * is a cut if its right-hand side is odd and its weight is below 1; a row records the points that
 * it is the sum of. Random changes of the order give other cuts in the next pass.
 *
 * A cut rarely needs points that are far apart, so the board is divided into overlapping blocks.
 * The rows are the points of a block, the columns are the squares with a share and a corner in it.
 * Eliminating a square costs as many row additions as there are rows with it, and each row is a
 * few words of bits. */
#include "core/squares/duals/separate.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "core/squares/duals/cuts.h"

enum {
  BLOCK = 30,       /* side of a block in points */
  STEP = 22,        /* distance between blocks */
  MOST_POINTS = 60, /* maximum points of a cut: longer cuts overlap too much and slow down each
                     * step */
  MOST_COMMON = 95, /* maximum percentage of a cut's points that earlier cuts of the block may
                     * contain */
  PASSES = 10,
  MOST_FOUND = 8000, /* maximum number of cuts in a block */
};

/* Smaller shares are noise and are ignored. MOST_WEIGHT leaves room for them when a row is
 * judged. */
#define LEAST_SHARE 0.002f
#define MOST_WEIGHT 0.93f

/* The elimination ends at squares with a smaller share: they contribute little to a row's
 * weight. */
#define LEAST_ELIMINATED 0.05f

/* Random perturbation of the elimination order, multiplied by the number of the pass. */
#define NOISE 0.15f

typedef struct {
  TwSquare square;
  float share;
  float rank; /* sort key of the elimination order */
} Active;

typedef struct {
  float weight; /* total share of the members */
  int n_points;
  uint16_t *points; /* points of the block */
} Found;

typedef struct {
  TwRun *run;
  TwDualSolver *solver;
  const TwBoard *board;
  int left, top, width, height; /* position and extent of the block, in points */
  int n_points;
  Active *active;
  int n_active;
  size_t active_capacity;
  const uint16_t *largest;
  int column_words, words; /* words of a row: bits of the columns, then bits of the points it is
                            * the sum of */
  uint64_t *rows;
  size_t row_bytes;
  int n_eliminated, point_words;
  uint64_t *columns; /* for each eliminated square: the set of rows (points) that contain it */
  size_t column_bytes;
  float *weights;
  bool *odd;
  Found *found;
  int n_found;
  bool failed;
} Block;

/* Returns the index of a point in the block, -1 outside. */
static int
point_of (const Block *b, int x, int y)
{
  x -= b->left;
  y -= b->top;
  return x < 0 || y < 0 || x >= b->width || y >= b->height ? -1 : y * b->width + x;
}

static int
corner_of (const Block *b, TwSquare s, int corner)
{
  return point_of (b, s.x + s.size * (corner & 1), s.y + s.size * (corner >> 1));
}

static bool
add_active (Block *b, TwSquare square)
{
  float share = tw_dual_solver_share (b->solver, square);
  bool touches = false;

  for (int corner = 0; corner < 4; corner++)
    touches |= corner_of (b, square, corner) >= 0;
  if (!touches || share < LEAST_SHARE)
    return true;
  if ((size_t) b->n_active == b->active_capacity
      && !tw_run_grow (b->run, &b->active, &b->active_capacity, 1024))
    return false;
  b->active[b->n_active++] = (Active){ square, share, 0 };
  return true;
}

static bool
collect_active (Block *b, int most)
{
  b->n_active = 0;
  for (int y = b->top > most ? b->top - most : 0; y < b->top + b->height && y < b->board->height;
       y++) {
    for (int x = b->left > most ? b->left - most : 0; x < b->left + b->width && x < b->board->width;
         x++) {
      int largest = b->largest[tw_board_index (b->board, x, y)];

      for (int size = 1; size <= largest; size++) {
        if (!add_active (b, (TwSquare){ .x = x, .y = y, .size = size }))
          return false;
      }
    }
  }
  return true;
}

static uint64_t *
row (const Block *b, int point)
{
  return &b->rows[(size_t) point * (size_t) b->words];
}

static uint64_t *
column (const Block *b, int i)
{
  return &b->columns[(size_t) i * (size_t) b->point_words];
}

static float
random_unit (uint64_t *seed)
{
  return (float) (tw_random_next (seed) >> 40) / (float) (1 << 24);
}

static void
keep (Block *b, int point)
{
  const uint64_t *origin = row (b, point) + b->column_words;
  Found *found = &b->found[b->n_found];
  int count = 0;

  for (int i = 0; i < b->words - b->column_words; i++)
    count += __builtin_popcountll (origin[i]);
  if (count > MOST_POINTS || count == 0 || b->n_found == MOST_FOUND)
    return;
  found->points = tw_run_malloc (b->run, (size_t) count * sizeof (uint16_t));
  if (found->points == NULL) {
    b->failed = true;
    return;
  }
  found->weight = b->weights[point];
  found->n_points = 0;
  for (int i = 0; i < b->words - b->column_words; i++) {
    for (uint64_t bits = origin[i]; bits != 0; bits &= bits - 1)
      found->points[found->n_points++] = (uint16_t) (i * 64 + __builtin_ctzll (bits));
  }
  b->n_found++;
}

/* Computes the weight of a row and keeps the row when it is a violated cut. */
static void
weigh (Block *b, int point)
{
  const uint64_t *columns = row (b, point);
  float weight = 0;

  for (int i = 0; i < b->column_words; i++) {
    for (uint64_t bits = columns[i]; bits != 0; bits &= bits - 1)
      weight += b->active[i * 64 + __builtin_ctzll (bits)].share;
  }
  b->weights[point] = weight;
  if (b->odd[point] && weight < MOST_WEIGHT)
    keep (b, point);
}

static void
set_rows (Block *b)
{
  memset (b->rows, 0, b->row_bytes);
  memset (b->columns, 0, b->column_bytes);
  for (int i = 0; i < b->n_active; i++) {
    for (int corner = 0; corner < 4; corner++) {
      int point = corner_of (b, b->active[i].square, corner);

      if (point < 0)
        continue;
      row (b, point)[i / 64] ^= (uint64_t) 1 << (i % 64);
      if (i < b->n_eliminated)
        column (b, i)[point / 64] ^= (uint64_t) 1 << (point % 64);
    }
  }
  for (int i = 0; i < b->n_points; i++) {
    int x = b->left + i % b->width, y = b->top + i / b->width;

    row (b, i)[b->column_words + i / 64] ^= (uint64_t) 1 << (i % 64);
    b->odd[i] = tw_cuts_is_odd (b->board, x, y);
  }
  for (int i = 0; i < b->n_points; i++)
    weigh (b, i);
}

static int
greatest_first (const void *a, const void *b)
{
  const Active *p = a, *q = b;

  return (p->rank < q->rank) - (p->rank > q->rank);
}

/* Sorts the squares by rank. The squares before the first one with a small share are eliminated. */
static void
rank (Block *b, float noise, uint64_t *seed)
{
  for (int i = 0; i < b->n_active; i++)
    b->active[i].rank = b->active[i].share * (1 - noise * random_unit (seed));
  if (b->n_active > 0)
    qsort (b->active, (size_t) b->n_active, sizeof (Active), greatest_first);
  b->n_eliminated = 0;
  while (b->n_eliminated < b->n_active && b->active[b->n_eliminated].share >= LEAST_ELIMINATED)
    b->n_eliminated++;
}

/* Adds the pivot's row to the other rows that contain column i. Then only the pivot's row contains
 * it; that row is finished and is removed from all columns. */
static void
clear_column (Block *b, int i, int pivot)
{
  const uint64_t *from = row (b, pivot);
  uint64_t others[BLOCK * BLOCK / 64 + 1];

  memcpy (others, column (b, i), (size_t) b->point_words * sizeof (uint64_t));
  others[pivot / 64] ^= (uint64_t) 1 << (pivot % 64);
  for (int k = i / 64; k * 64 < b->n_eliminated; k++) {
    for (uint64_t bits = from[k]; bits != 0; bits &= bits - 1) {
      int at = k * 64 + __builtin_ctzll (bits);

      if (at >= b->n_eliminated)
        break;
      for (int j = 0; j < b->point_words; j++)
        column (b, at)[j] ^= others[j];
      column (b, at)[pivot / 64] ^= (uint64_t) 1 << (pivot % 64);
    }
  }
  for (int j = 0; j < b->point_words; j++) {
    for (uint64_t bits = others[j]; bits != 0; bits &= bits - 1) {
      int point = j * 64 + __builtin_ctzll (bits);
      uint64_t *to = row (b, point);

      for (int k = 0; k < b->words; k++)
        to[k] ^= from[k];
      b->odd[point] ^= b->odd[pivot];
      weigh (b, point);
    }
  }
}

static void
eliminate (Block *b, float noise, uint64_t *seed, TwPoll *poll)
{
  rank (b, noise, seed);
  set_rows (b);
  for (int i = 0; i < b->n_eliminated && !b->failed; i++) {
    int pivot = -1;

    if (tw_poll (poll))
      return;
    for (int j = 0; j < b->point_words; j++) {
      for (uint64_t bits = column (b, i)[j]; bits != 0; bits &= bits - 1) {
        int point = j * 64 + __builtin_ctzll (bits);

        if (pivot < 0 || b->weights[point] < b->weights[pivot])
          pivot = point;
      }
    }
    if (pivot >= 0)
      clear_column (b, i, pivot);
  }
}

/* Orders cuts by violation, and shorter cuts first where that is equal. */
static int
better_first (const void *a, const void *b)
{
  const Found *p = a, *q = b;
  float x = p->weight + 1e-3f * (float) p->n_points, y = q->weight + 1e-3f * (float) q->n_points;

  return (x > y) - (x < y);
}

/* Adds the best found cuts, skipping those with too many points in common with earlier ones. */
static int
add_found (Block *b)
{
  bool *used = tw_run_calloc (b->run, (size_t) b->n_points, sizeof (bool));
  int added = 0;

  if (used == NULL)
    return -1;
  qsort (b->found, (size_t) b->n_found, sizeof (Found), better_first);
  for (int i = 0; i < b->n_found && added >= 0; i++) {
    const Found *found = &b->found[i];
    uint32_t points[MOST_POINTS];
    int common = 0;

    for (int j = 0; j < found->n_points; j++)
      common += used[found->points[j]];
    if (common * 100 > MOST_COMMON * found->n_points)
      continue;
    for (int j = 0; j < found->n_points; j++) {
      int point = found->points[j];

      used[point] = true;
      points[j] = (uint32_t) ((b->top + point / b->width) * (b->board->width + 1) + b->left
                              + point % b->width);
    }
    added++;
    if (!tw_dual_solver_add_cut (b->solver, points, (size_t) found->n_points))
      added = -1;
  }
  tw_run_mfree (b->run, used);
  return added;
}

/* Separates the cuts of one block. Returns -1 when memory is short or the run ends. */
static int
separate_block (Block *b, int most, uint64_t *seed)
{
  size_t n_points = (size_t) b->n_points;
  TwPoll poll;
  int added = -1;

  if (!collect_active (b, most))
    return -1;
  tw_poll_init (&poll, b->run, 64);
  b->column_words = (b->n_active + 63) / 64;
  b->point_words = (b->n_points + 63) / 64;
  b->words = b->column_words + b->point_words;
  b->row_bytes = n_points * (size_t) b->words * sizeof (uint64_t);
  b->column_bytes = (size_t) (b->n_active + 1) * (size_t) b->point_words * sizeof (uint64_t);
  b->rows = tw_run_malloc (b->run, b->row_bytes);
  b->columns = tw_run_malloc (b->run, b->column_bytes);
  b->weights = tw_run_malloc (b->run, n_points * sizeof (float));
  b->odd = tw_run_malloc (b->run, n_points * sizeof (bool));
  b->found = tw_run_malloc (b->run, MOST_FOUND * sizeof (Found));
  b->n_found = 0;
  b->failed = b->rows == NULL || b->columns == NULL || b->weights == NULL || b->odd == NULL
              || b->found == NULL;
  if (!b->failed) {
    for (int pass = 0; pass < PASSES; pass++)
      eliminate (b, NOISE * (float) pass, seed, &poll);
    if (!b->failed && !poll.stopped)
      added = add_found (b);
  }
  for (int i = 0; i < b->n_found; i++)
    tw_run_mfree (b->run, b->found[i].points);
  tw_run_mfree (b->run, b->found);
  tw_run_mfree (b->run, b->odd);
  tw_run_mfree (b->run, b->weights);
  tw_run_mfree (b->run, b->columns);
  tw_run_mfree (b->run, b->rows);
  return added;
}

int
tw_separate (TwDualSolver *solver, const TwBoard *board, uint64_t *seed, TwRun *run)
{
  size_t cells = (size_t) board->width * (size_t) board->height;
  uint16_t *largest = tw_run_malloc (run, cells * sizeof (uint16_t));
  Block b = { .run = run, .solver = solver, .board = board, .largest = largest };
  int total = 0, most = 0;
  /* The grid of blocks begins at a random offset outside the board. */
  int left = (int) (random_unit (seed) * STEP), top = (int) (random_unit (seed) * STEP);

  if (largest == NULL)
    return -1;
  tw_board_largest_squares (board, largest);
  for (size_t i = 0; i < cells; i++)
    most = largest[i] > most ? largest[i] : most;
  for (int y = -top; y <= board->height && total >= 0; y += STEP) {
    for (int x = -left; x <= board->width && total >= 0; x += STEP) {
      int right = x + BLOCK <= board->width + 1 ? x + BLOCK : board->width + 1;
      int bottom = y + BLOCK <= board->height + 1 ? y + BLOCK : board->height + 1;
      int added;

      b.left = x > 0 ? x : 0;
      b.top = y > 0 ? y : 0;
      b.width = right - b.left;
      b.height = bottom - b.top;
      b.n_points = b.width * b.height;
      added = separate_block (&b, most, seed);
      total = added < 0 ? -1 : total + added;
    }
  }
  tw_run_mfree (run, b.active);
  tw_run_mfree (run, largest);
  return tw_dual_solver_use_cuts (solver) ? total : -1;
}
