/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evidence.c - weights of cells that prove lower bounds; see evidence.h.
 *
 * Cells no two of which fit in one square are an independent set of the graph that joins two cells
 * when a square covers both. A greedy set is improved by a local search that swaps one marked cell for
 * an unmarked one that conflicts with no other, and adds each cell that no longer conflicts with any
 * (Andrade, Resende, Werneck: Fast local search for the maximum independent set problem, 2012). */
#include "core/squares/evidence.h"

#include <string.h>

#include "core/base/random.h"
#include "core/squares/sweep/dual-view.h"

/* Limits of the local search: cells that are touched, for each cell of the board and at least, and the
 * swaps for each marked cell without a larger set before a cell is forced into the set. */
#define WORK_PER_CELL 20000
#define MOST_WORK     ((int64_t) 200000000)
#define MOST_SWAPS    16

/* The cells that are compared before one is added. */
#define DRAWS 16

/* The unmarked cells are listed by the number of marked cells that conflict with them. */
enum {
  ADDABLE,   /* 0 */
  SWAPPABLE, /* 1 */
  OTHERS,    /* 2 or more; marked cells, too */
  N_CLASSES,
};

typedef struct {
  uint32_t place;     /* in the list */
  uint32_t conflicts; /* the number of marked cells that conflict with it, itself included */
  uint32_t marks;     /* the exclusive or of their indices: the index, when there is one */
  bool marked;
} Cell;

typedef struct {
  const TwBoard *board;
  uint16_t *largest; /* see tw_board_largest_squares () */
  TwPrices *prices;  /* by size: higher in narrow places */
  Cell *cells;
  uint32_t *list;         /* all free cells, class by class */
  size_t ends[N_CLASSES]; /* of the classes in the list */
  size_t count;           /* marked cells */
  int64_t work;
  uint64_t seed;
  /* The cells that conflict with one cell: columns lo..hi of the rows top..bottom. */
  int top, bottom;
  int lo[TW_BOARD_MAX_SIDE], hi[TW_BOARD_MAX_SIDE];
} Search;

static void
widen (Search *s, int row, int lo, int hi)
{
  s->lo[row] = lo < s->lo[row] ? lo : s->lo[row];
  s->hi[row] = hi > s->hi[row] ? hi : s->hi[row];
}

/* Finds the cells that some square covers together with cell (x, y). In each row they are an interval
 * around column x, since each of the squares has one. A square from row `up` to row `down` counts at
 * these two rows first, and then at all between them. */
static void
find_conflicts (Search *s, int x, int y)
{
  const TwBoard *board = s->board;
  int left = 0; /* between it and column x the rows up..y are free */

  s->top = s->bottom = y;
  s->lo[y] = s->hi[y] = x;
  for (int up = y; up >= 0 && tw_board_is_free (board, x, up); up--) {
    int from = x;

    for (; from >= left && tw_board_is_free (board, from, up); from--) {
      int size = s->largest[tw_board_index (board, from, up)], down = up + size - 1;

      if (from + size <= x || down < y)
        continue;
      for (; s->top > up; s->top--)
        s->lo[s->top - 1] = s->hi[s->top - 1] = x;
      for (; s->bottom < down; s->bottom++)
        s->lo[s->bottom + 1] = s->hi[s->bottom + 1] = x;
      widen (s, up, from, from + size - 1);
      widen (s, down, from, from + size - 1);
    }
    left = from + 1;
    s->work += x - from;
  }
  for (int row = s->top; row < y; row++)
    widen (s, row + 1, s->lo[row], s->hi[row]);
  for (int row = s->bottom; row > y; row--)
    widen (s, row - 1, s->lo[row], s->hi[row]);
}

/* --- the lists ------------------------------------------------------------------------- */

static void
swap_places (Search *s, size_t a, size_t b)
{
  uint32_t cell = s->list[a];

  s->list[a] = s->list[b];
  s->list[b] = cell;
  s->cells[s->list[a]].place = (uint32_t) a;
  s->cells[s->list[b]].place = (uint32_t) b;
}

/* Moves a cell over the borders of the classes between its place and its class. */
static void
classify (Search *s, uint32_t index)
{
  const Cell *cell = &s->cells[index];
  size_t wanted = cell->marked || cell->conflicts > 1 ? OTHERS
                  : cell->conflicts == 1              ? SWAPPABLE
                                                      : ADDABLE;
  size_t now = ADDABLE;

  while (cell->place >= s->ends[now])
    now++;
  for (; now < wanted; now++)
    swap_places (s, cell->place, --s->ends[now]);
  for (; now > wanted; now--)
    swap_places (s, cell->place, s->ends[now - 1]++);
}

static void
set_marked (Search *s, uint32_t cell, bool marked)
{
  int width = s->board->width;

  find_conflicts (s, (int) cell % width, (int) cell / width);
  s->cells[cell].marked = marked;
  s->count += marked ? 1 : (size_t) -1;
  for (int y = s->top; y <= s->bottom; y++) {
    for (int x = s->lo[y]; x <= s->hi[y]; x++) {
      uint32_t other = (uint32_t) (y * width + x);

      s->cells[other].conflicts += marked ? 1 : UINT32_MAX;
      s->cells[other].marks ^= cell;
      classify (s, other);
    }
    s->work += 4 * (s->hi[y] - s->lo[y] + 1);
  }
}

/* Marks a cell and takes the marks off all cells that conflict with it. */
static void
force (Search *s, uint32_t cell)
{
  uint32_t removed[4 * TW_BOARD_MAX_SIDE];
  int width = s->board->width;
  size_t n = 0;

  find_conflicts (s, (int) cell % width, (int) cell / width);
  for (int y = s->top; y <= s->bottom; y++)
    for (int x = s->lo[y]; x <= s->hi[y] && n < sizeof removed / sizeof removed[0]; x++)
      if (s->cells[y * width + x].marked)
        removed[n++] = (uint32_t) (y * width + x);
  while (n > 0)
    set_marked (s, removed[--n], false);
  if (s->cells[cell].conflicts == 0)
    set_marked (s, cell, true);
}

/* --- the search ------------------------------------------------------------------------ */

static uint32_t
draw (Search *s, size_t first, size_t end)
{
  return s->list[first + tw_random_below (&s->seed, end - first)];
}

/* Of some random cells that can be added, the one that the smallest squares cover. */
static uint32_t
draw_addable (Search *s)
{
  uint32_t best = draw (s, 0, s->ends[ADDABLE]);

  for (int i = 1; i < DRAWS; i++) {
    uint32_t cell = draw (s, 0, s->ends[ADDABLE]);

    best = s->prices->cells[cell] > s->prices->cells[best] ? cell : best;
  }
  return best;
}

/* Keeps the largest set in `weights`. Only a cell that is forced into the set can make it smaller. */
static void
search (Search *s, TwRun *run, size_t enough, int32_t *weights)
{
  size_t n_cells = (size_t) s->board->width * (size_t) s->board->height, best = 0, swaps = 0;
  int64_t most_work = (int64_t) n_cells * WORK_PER_CELL;
  bool more = true;

  most_work = most_work < MOST_WORK ? most_work : MOST_WORK;
  for (unsigned i = 0; more; i++) {
    bool addable = s->ends[ADDABLE] > 0;
    bool swappable = s->ends[SWAPPABLE] > s->ends[ADDABLE] && swaps < s->count * MOST_SWAPS;
    uint32_t cell;

    more = s->count < enough && s->work < most_work && (i % 64 != 0 || !tw_run_should_stop (run));
    if (s->count > best && (!more || (!addable && !swappable))) {
      best = s->count;
      for (size_t k = 0; k < n_cells; k++)
        weights[k] = s->cells[k].marked;
    }
    if (addable) {
      set_marked (s, draw_addable (s), true);
      swaps = s->count > best ? 0 : swaps;
    } else if (swappable) {
      cell = draw (s, s->ends[ADDABLE], s->ends[SWAPPABLE]);
      set_marked (s, s->cells[cell].marks, false);
      set_marked (s, cell, true);
      swaps++;
    } else {
      cell = draw (s, 0, s->ends[OTHERS]);
      if (!s->cells[cell].marked)
        force (s, cell);
      swaps = 0;
    }
  }
}

bool
tw_evidence_apart (const TwBoard *board, int64_t squares, TwRun *run, int32_t *weights)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height, n = 0;
  Search *s = tw_run_calloc (run, 1, sizeof *s);
  bool fine = s != NULL;

  memset (weights, 0, n_cells * sizeof *weights);
  if (fine) {
    s->board = board;
    s->largest = tw_run_malloc (run, n_cells * sizeof *s->largest);
    s->prices = tw_prices_by_size (board, tw_prices_unit (squares), run);
    s->cells = tw_run_calloc (run, n_cells, sizeof *s->cells);
    s->list = tw_run_malloc (run, n_cells * sizeof *s->list);
    fine = s->largest != NULL && s->prices != NULL && s->cells != NULL && s->list != NULL;
  }
  if (fine) {
    tw_board_largest_squares (board, s->largest);
    for (size_t i = 0; i < n_cells; i++)
      if (board->cells[i] != TW_CELL_BLOCKED) {
        s->cells[i].place = (uint32_t) n;
        s->list[n++] = (uint32_t) i;
      }
    for (int class = 0; class < N_CLASSES; class ++)
      s->ends[class] = n;
    if (n > 0)
      search (s, run, (size_t) squares, weights);
  }
  if (s != NULL) {
    tw_run_mfree (run, s->largest);
    tw_prices_free (s->prices, run);
    tw_run_mfree (run, s->cells);
    tw_run_mfree (run, s->list);
  }
  tw_run_mfree (run, s);
  return fine;
}

/* --- prices ---------------------------------------------------------------------------- */

int32_t
tw_evidence_prices (const TwBoard *board, int64_t squares, TwRun *run, int32_t *weights)
{
  size_t n_cells = (size_t) board->width * (size_t) board->height;
  TwPrices *prices = NULL;
  TwDualView view;
  int32_t unit = 0;

  if (tw_dual_view_init (&view, board, 0, squares, run)) {
    tw_dual_view_price (&view, squares, run);
    prices = view.prices;
  }
  if (prices == NULL)
    prices = view.prices = tw_prices_by_size (board, tw_prices_unit (squares), run);
  if (prices != NULL) {
    unit = prices->unit;
    memcpy (weights, prices->cells, n_cells * sizeof *weights);
  }
  tw_dual_view_clear (&view);
  return unit;
}

bool
tw_evidence_holds (const TwBoard *board, const int32_t *weights, int32_t unit, TwRun *run,
                   int64_t *sum)
{
  size_t width = (size_t) board->width, height = (size_t) board->height;
  size_t stride = width + 1;
  int64_t *sums = tw_run_calloc (run, stride * (height + 1), sizeof *sums); /* up to each corner */
  uint16_t *largest = tw_run_malloc (run, width * height * sizeof *largest);
  bool holds = sums != NULL && largest != NULL;

  if (holds)
    tw_board_largest_squares (board, largest);
  for (size_t y = 0; holds && y < height; y++)
    for (size_t x = 0; x < width; x++) {
      int64_t *corner = &sums[y * stride + x];

      corner[stride + 1] = corner[stride] + corner[1] - corner[0] + weights[y * width + x];
    }
  for (size_t y = 0; holds && y < height; y++) {
    holds = !tw_run_should_stop (run);
    for (size_t x = 0; holds && x < width; x++) {
      const int64_t *corner = &sums[y * stride + x];
      size_t most = largest[y * width + x];

      holds = most > 0 || weights[y * width + x] == 0;
      for (size_t size = 1; holds && size <= most; size++)
        holds = corner[size * stride + size] - corner[size * stride] - corner[size] + corner[0]
                <= unit;
    }
  }
  *sum = holds ? sums[stride * (height + 1) - 1] : 0;
  tw_run_mfree (run, sums);
  tw_run_mfree (run, largest);
  return holds;
}
