/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prices.c - dual prices as values: bound, transforms, and rounding of real numbers to feasible
 * prices.
 *
 * The solver, the blocks and the sweeps rely on every TwPrices being feasible. */
#include "core/squares/duals/prices.h"

#include <math.h>
#include <string.h>

#include "core/base/transform.h"

/* Cells between two polls of the run during rounding. */
#define POLL_INTERVAL 2000

/* Approximate maximum number of squares visited when prices are raised: some hundredths of a
 * second. */
#define MOST_RAISING 1e7
/* The same for each cell of a large board. */
#define RAISING_A_CELL 100

/* Where prices are not raised, they are first lowered by a part of the excess, 1 / GENTLY, in some
 * passes. */
#define GENTLY        3
#define GENTLE_PASSES 4

static TwPrices *
prices_new (int width, int height, int32_t unit, TwRun *run)
{
  size_t cells = (size_t) width * (size_t) height * sizeof (int32_t);
  TwPrices *prices = tw_run_malloc (run, sizeof *prices + cells);

  if (prices == NULL)
    return NULL;
  prices->width = width;
  prices->height = height;
  prices->unit = unit;
  prices->total = 0;
  prices->extra = 0;
  memset (prices->cells, 0, cells);
  return prices;
}

static size_t
list_head (size_t n)
{
  return sizeof (TwCutList) + (n + 1) * sizeof (TwListedCut);
}

TwCutList *
tw_cut_list_new (size_t n, size_t n_points, TwRun *run)
{
  TwCutList *list = tw_run_calloc (run, 1, list_head (n) + n_points * sizeof (uint32_t));

  if (list == NULL)
    return NULL;
  list->n = n;
  list->points = (uint32_t *) (void *) &list->cuts[n + 1];
  return list;
}

TwCutList *
tw_cut_list_copy (const TwCutList *from, TwRun *run)
{
  size_t n_points = (tw_run_msize (from) - list_head (from->n)) / sizeof (uint32_t);
  TwCutList *list = tw_cut_list_new (from->n, n_points, run);

  if (list == NULL)
    return NULL;
  memcpy (list->cuts, from->cuts, (from->n + 1) * sizeof (TwListedCut));
  memcpy (list->points, from->points, n_points * sizeof (uint32_t));
  return list;
}

void
tw_cut_list_free (TwCutList *list, TwRun *run)
{
  tw_run_mfree (run, list);
}

void
tw_prices_free (TwPrices *prices, TwRun *run)
{
  tw_run_mfree (run, prices);
}

TwPrices *
tw_prices_copy (const TwPrices *prices, TwRun *run)
{
  return tw_prices_transform (0, prices, run);
}

TwPrices *
tw_prices_crop (const TwPrices *prices, const TwBoard *part, int x, int y, TwRun *run)
{
  TwPrices *crop = prices_new (part->width, part->height, prices->unit, run);

  if (crop == NULL)
    return NULL;
  for (int j = 0; j < part->height; j++) {
    for (int i = 0; i < part->width; i++) {
      size_t at = (size_t) (y + j) * (size_t) prices->width + (size_t) (x + i);

      if (!tw_board_is_free (part, i, j))
        continue;
      crop->cells[tw_board_index (part, i, j)] = prices->cells[at];
      crop->total += prices->cells[at];
    }
  }
  return crop;
}

int64_t
tw_prices_bound (const TwPrices *prices)
{
  if (prices->total + prices->extra <= 0)
    return 0;
  return (prices->total + prices->extra + prices->unit - 1) / prices->unit;
}

int32_t
tw_prices_unit (int64_t squares)
{
  int32_t unit = 1 << 22;

  while (unit > 1 && (squares + 2) * unit > INT32_MAX / 16)
    unit >>= 1;
  return unit;
}

TwPrices *
tw_prices_transform (int k, const TwPrices *prices, TwRun *run)
{
  bool transpose = (k & TW_TRANSFORM_TRANSPOSE) != 0;
  TwPrices *to = prices_new (transpose ? prices->height : prices->width,
                             transpose ? prices->width : prices->height, prices->unit, run);

  if (to == NULL)
    return NULL;
  for (int y = 0; y < prices->height; y++) {
    for (int x = 0; x < prices->width; x++) {
      TwSquare cell = tw_transform_square (k, prices->width, prices->height,
                                           (TwSquare){ .x = x, .y = y, .size = 1 });

      to->cells[(size_t) cell.y * (size_t) to->width + (size_t) cell.x] =
        prices->cells[(size_t) y * (size_t) prices->width + (size_t) x];
    }
  }
  to->total = prices->total;
  to->extra = prices->extra;
  return to;
}

/* Computes the summed-area table, (width + 1) x (height + 1). */
static void
sum_up (const TwPrices *prices, int64_t *table)
{
  size_t width = (size_t) prices->width, height = (size_t) prices->height;

  memset (table, 0, (width + 1) * sizeof (int64_t));
  for (size_t y = 0; y < height; y++) {
    const int32_t *cells = &prices->cells[y * width];
    const int64_t *above = &table[y * (width + 1)];
    int64_t *row = &table[(y + 1) * (width + 1)];
    int64_t sum = 0;

    row[0] = 0;
    for (size_t x = 0; x < width; x++) {
      sum += cells[x];
      row[x + 1] = above[x + 1] + sum;
    }
  }
}

static inline int64_t
sum_of_square (const int64_t *table, int width, int x, int y, int size)
{
  size_t stride = (size_t) width + 1;
  const int64_t *top = &table[(size_t) y * stride + (size_t) x];
  const int64_t *bottom = top + (size_t) size * stride;

  return bottom[size] - bottom[0] - top[size] + top[0];
}

/* --- reduced costs -------------------------------------------------------- */

bool
tw_reduced_costs_new (TwReducedCosts *reduced, const TwBoard *board, TwRun *run)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height, n = 0;
  uint16_t *largest = tw_run_malloc (run, n_cells * sizeof (uint16_t));

  *reduced = (TwReducedCosts){ .first = tw_run_malloc (run, (n_cells + 1) * sizeof (uint32_t)) };
  if (largest != NULL && reduced->first != NULL) {
    tw_board_largest_squares (board, largest);
    for (size_t i = 0; i <= n_cells && n < UINT32_MAX; i++) {
      reduced->first[i] = (uint32_t) n;
      n += i < n_cells ? largest[i] : 0;
    }
    if (n < UINT32_MAX)
      reduced->costs = tw_run_malloc (run, (n + 1) * sizeof (int32_t));
  }
  tw_run_mfree (run, largest);
  return reduced->costs != NULL;
}

bool
tw_reduced_costs_init (TwReducedCosts *reduced, const TwBoard *board, const TwPrices *prices,
                       const int64_t *charges, TwRun *run)
{
  size_t n_corners = (size_t) (board->width + 1) * (size_t) (board->height + 1);
  int64_t *table = tw_run_malloc (run, n_corners * sizeof (int64_t));
  bool fine = tw_reduced_costs_new (reduced, board, run) && table != NULL;

  if (fine) {
    sum_up (prices, table);
    for (int y = 0; y < board->height; y++) {
      for (int x = 0; x < board->width; x++) {
        size_t cell = tw_board_index (board, x, y), first = reduced->first[cell];
        int largest = tw_reduced_costs_largest (reduced, cell);

        for (int size = 1; size <= largest; size++) {
          size_t i = first + (size_t) size - 1;
          int64_t cost = prices->unit - sum_of_square (table, board->width, x, y, size);

          cost -= charges != NULL ? charges[i] : 0;
          reduced->costs[i] = (int32_t) (cost < 0 ? 0 : cost < INT32_MAX ? cost : INT32_MAX);
        }
      }
    }
  }
  tw_run_mfree (run, table);
  return fine;
}

bool
tw_reduced_costs_turn (TwReducedCosts *reduced, const TwBoard *board, const TwReducedCosts *from,
                       const TwBoard *original, int k, TwRun *run)
{
  if (!tw_reduced_costs_new (reduced, board, run))
    return false;
  for (int y = 0; y < original->height; y++) {
    for (int x = 0; x < original->width; x++) {
      size_t cell = tw_board_index (original, x, y);
      int largest = tw_reduced_costs_largest (from, cell);

      for (int size = 1; size <= largest; size++) {
        TwSquare to = tw_transform_square (k, original->width, original->height,
                                           (TwSquare){ .x = x, .y = y, .size = size });

        reduced->costs[reduced->first[tw_board_index (board, to.x, to.y)] + (uint32_t) size - 1] =
          from->costs[from->first[cell] + (uint32_t) size - 1];
      }
    }
  }
  return true;
}

void
tw_reduced_costs_clear (TwReducedCosts *reduced, TwRun *run)
{
  tw_run_mfree (run, reduced->costs);
  tw_run_mfree (run, reduced->first);
  *reduced = (TwReducedCosts){ 0 };
}

/* --- rounding ------------------------------------------------------------ */

typedef struct {
  const TwBoard *board;
  TwRun *run;
  TwPrices *prices;
  size_t n_cells;
  uint16_t *largest; /* side of the largest square at each cell */
  int most;          /* side of the largest square on the board */
  int64_t *table;    /* summed-area table, (width + 1) x (height + 1) */
  int32_t *marks;    /* one number for each cell, in one plane for each power of two */
  int n_planes;
  const int64_t *charges; /* may be NULL */
} Rounding;

/* Ensures that the mark of each cell of a square is at least `part`. The four squares of side
 * 2^plane in its corners cover it, so only their marks are set; mark_cells () passes them down to
 * the cells. */
static inline void
mark_square (Rounding *r, int x, int y, int size, int plane, int32_t part)
{
  int32_t *marks = &r->marks[(size_t) plane * r->n_cells];
  int far = size - (1 << plane);

  for (int i = 0; i < 4; i++) {
    int32_t *cell = &marks[tw_board_index (r->board, x + (i & 1) * far, y + (i >> 1) * far)];

    if (*cell < part)
      *cell = part;
  }
}

/* Passes the marks of squares of side 2^plane down to the cells, plane by plane. */
static void
mark_cells (Rounding *r)
{
  for (int plane = r->n_planes - 1; plane > 0; plane--) {
    const int32_t *marks = &r->marks[(size_t) plane * r->n_cells];

    for (int y = 0; y < r->board->height; y++) {
      for (int x = 0; x < r->board->width; x++) {
        int32_t part = marks[tw_board_index (r->board, x, y)];

        if (part > 0)
          mark_square (r, x, y, 1 << plane, plane - 1, part);
      }
    }
  }
}

static inline int
plane_of (int size)
{
  return 31 - __builtin_clz ((unsigned) size);
}

/* Lowers each cell of an overcharged square by the square's excess divided by its area and by
 * `gently`. A cell in several such squares is lowered by the maximum. Returns the largest excess
 * found; -1 when the run ends. */
static int64_t
lower_overcharged (Rounding *r, int gently)
{
  const int64_t *charge = r->charges;
  int64_t worst = 0;
  TwPoll poll;

  tw_poll_init (&poll, r->run, POLL_INTERVAL);
  sum_up (r->prices, r->table);
  memset (r->marks, 0, (size_t) r->n_planes * r->n_cells * sizeof (int32_t));
  for (int y = 0; y < r->board->height; y++) {
    if (tw_poll_by (&poll, (uint32_t) r->board->width))
      return -1;
    for (int x = 0; x < r->board->width; x++) {
      int largest = r->largest[tw_board_index (r->board, x, y)];

      for (int size = 1; size <= largest; size++) {
        int64_t excess = sum_of_square (r->table, r->board->width, x, y, size) - r->prices->unit;
        int64_t area;

        if (charge != NULL)
          excess += *charge++;
        if (excess <= 0)
          continue;
        if (excess > worst)
          worst = excess;
        area = (int64_t) size * size * gently;
        mark_square (r, x, y, size, plane_of (size), (int32_t) ((excess + area - 1) / area));
      }
    }
  }
  if (worst > 0) {
    mark_cells (r);
    for (size_t i = 0; i < r->n_cells; i++)
      r->prices->cells[i] -= r->marks[i];
  }
  return worst;
}

/* Raises the price of a cell by the smallest reduced cost of the squares that contain it. */
static void
raise_cell (Rounding *r, const TwReducedCosts *reduced, int x, int y)
{
  int left = x >= r->most ? x - r->most + 1 : 0, top = y >= r->most ? y - r->most + 1 : 0;
  int32_t least = INT32_MAX;

  for (int pass = 0; pass < 2 && least > 0; pass++) {
    for (int j = top; j <= y; j++) {
      for (int i = left; i <= x; i++) {
        size_t cell = tw_board_index (r->board, i, j);
        /* The squares at (i, j) that contain the cell have sizes from + 1 .. to. */
        int from = x - i > y - j ? x - i : y - j, to = r->largest[cell];
        int32_t *square = &reduced->costs[reduced->first[cell]];

        for (int size = from; size < to; size++) {
          if (pass > 0)
            square[size] -= least;
          else if (square[size] < least)
            least = square[size];
        }
      }
    }
  }
  r->prices->cells[tw_board_index (r->board, x, y)] += least;
}

/* Returns whether raise_undercharged () would take too long. */
static bool
has_large_squares (const Rounding *r)
{
  double work = 0;

  for (size_t i = 0; i < r->n_cells; i++) {
    double largest = r->largest[i];

    work += largest * largest * largest / 3;
  }
  return work > fmax (MOST_RAISING, RAISING_A_CELL * (double) r->n_cells);
}

/* Lowering overshoots: many cells are only in squares with positive reduced cost. Raises the cells
 * one after the other. */
static bool
raise_undercharged (Rounding *r)
{
  TwReducedCosts reduced;
  bool done = tw_reduced_costs_init (&reduced, r->board, r->prices, r->charges, r->run);

  for (int y = 0; done && y < r->board->height; y++) {
    for (int x = 0; x < r->board->width; x++) {
      if (tw_board_is_free (r->board, x, y))
        raise_cell (r, &reduced, x, y);
    }
    done = !tw_run_should_stop (r->run);
  }
  tw_reduced_costs_clear (&reduced, r->run);
  return done;
}

/* Makes arbitrary prices feasible. */
static bool
make_feasible (Rounding *r)
{
  bool large = has_large_squares (r);
  int64_t worst = 1;

  /* Lowered cells relieve their other squares, too, so small steps overshoot less. */
  for (int i = 0; i < GENTLE_PASSES && large && worst > 0; i++)
    worst = lower_overcharged (r, GENTLY);
  for (int i = 0; worst > 0; i++) {
    /* One round suffices, apart from rare rounding. Charges cannot be scaled down. */
    if (i >= 20 && r->charges == NULL) {
      /* Each round reduces every positive price by at least 0.1 % and by at least 1. */
      double factor = (double) r->prices->unit / (double) (r->prices->unit + worst) * 0.999;

      for (size_t j = 0; j < r->n_cells; j++)
        r->prices->cells[j] = (int32_t) floor (r->prices->cells[j] * factor);
    }
    worst = lower_overcharged (r, 1);
  }
  return worst == 0 && (large || raise_undercharged (r));
}

/* A cell costs 1 / s^2, where s is the side of the largest square that can cover it. The cells of a
 * square of side t then cost at most t^2 / t^2 = 1. */
static bool
set_by_size (Rounding *r)
{
  memset (r->marks, 0, (size_t) r->n_planes * r->n_cells * sizeof (int32_t));
  for (int y = 0; y < r->board->height; y++) {
    for (int x = 0; x < r->board->width; x++) {
      int largest = r->largest[tw_board_index (r->board, x, y)];

      if (largest > 0)
        mark_square (r, x, y, largest, plane_of (largest), largest);
    }
  }
  mark_cells (r);
  for (size_t i = 0; i < r->n_cells; i++) {
    if (r->marks[i] > 0)
      r->prices->cells[i] = r->prices->unit / (r->marks[i] * r->marks[i]);
  }
  return true;
}

/* Allocates the tables of a rounding and calls `set` to compute the prices. Frees the prices when
 * that fails. */
static TwPrices *
with_tables (Rounding *r, bool (*set) (Rounding *r))
{
  size_t n_corners = (size_t) (r->board->width + 1) * (size_t) (r->board->height + 1);
  bool done = false;

  if (r->prices == NULL)
    return NULL;
  r->n_cells = (size_t) r->board->width * (size_t) r->board->height;
  r->largest = tw_run_malloc (r->run, r->n_cells * sizeof (uint16_t));
  r->table = tw_run_malloc (r->run, n_corners * sizeof (int64_t));
  if (r->largest != NULL) {
    tw_board_largest_squares (r->board, r->largest);
    for (size_t i = 0; i < r->n_cells; i++)
      r->most = r->largest[i] > r->most ? r->largest[i] : r->most;
  }
  r->n_planes = r->most > 0 ? plane_of (r->most) + 1 : 1;
  r->marks = tw_run_malloc (r->run, (size_t) r->n_planes * r->n_cells * sizeof (int32_t));
  if (r->largest != NULL && r->table != NULL && r->marks != NULL)
    done = set (r);
  tw_run_mfree (r->run, r->marks);
  tw_run_mfree (r->run, r->table);
  tw_run_mfree (r->run, r->largest);
  if (!done) {
    tw_prices_free (r->prices, r->run);
    return NULL;
  }
  for (size_t i = 0; i < r->n_cells; i++) {
    if (r->board->cells[i] == TW_CELL_BLOCKED)
      r->prices->cells[i] = 0;
    r->prices->total += r->prices->cells[i];
  }
  return r->prices;
}

TwPrices *
tw_prices_round (const TwBoard *board, const double *values, int32_t unit, const int64_t *charges,
                 TwRun *run)
{
  Rounding r = {
    .board = board,
    .run = run,
    .prices = prices_new (board->width, board->height, unit, run),
    .charges = charges,
  };

  if (r.prices == NULL)
    return NULL;
  for (int y = 0; y < board->height; y++) {
    for (int x = 0; x < board->width; x++) {
      size_t i = tw_board_index (board, x, y);
      bool counts = tw_board_is_free (board, x, y);
      double value = counts && isfinite (values[i]) ? values[i] * unit : 0;

      /* No useful price is outside this range, and the range keeps sums far from overflow. */
      r.prices->cells[i] = (int32_t) fmax (-8.0 * unit, fmin (unit, nearbyint (value)));
    }
  }
  return with_tables (&r, make_feasible);
}

TwPrices *
tw_prices_by_size (const TwBoard *board, int32_t unit, TwRun *run)
{
  Rounding r = {
    .board = board,
    .run = run,
    .prices = prices_new (board->width, board->height, unit, run),
  };

  return with_tables (&r, set_by_size);
}
