/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lns.c - large-neighbourhood search over rectangular windows of a tiling; called by the
 * strategy. */
#include "core/squares/local/lns.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "core/base/random.h"
#include "core/squares/duals/dual-solver.h"
#include "core/squares/local/layout.h"
#include "core/squares/sweep/priced-sweep.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

/* The side of windows grows by a quarter after a certain amount of work without improvement. After
 * MOST_SIDE it restarts at SECOND_SIDE with wider sweeps. */
#define FIRST_SIDE  10
#define SECOND_SIDE 24
#define MOST_SIDE   60

/* Initial beam width of the sweeps, and its growth factor each time all sides have been tried. */
#define FIRST_WIDTH  30
#define WIDTH_GROWTH 2
/* Beyond this width improvements are rare. */
#define SLOW_WIDTH 120

/* Work without improvement before the side grows, measured in expanded states, and its growth
 * factor each time all sides have been tried. STATES_A_CELL is the cost of pricing a cell, in the
 * same measure. */
#define FIRST_PATIENCE  300000
#define PATIENCE_GROWTH 1.5
#define STATES_A_CELL   35
/* On boards with more than TW_LNS_LARGE cells the patience grows with the area. Some window always
 * succeeds there, so a success does not reset the work without improvement; it subtracts the
 * patience divided by LARGE_PATIENCE. So windows grow when successes become rare. */
#define LARGE_PATIENCE 30

/* Candidate windows examined for the one with the largest loss. */
#define LOOKS 6

/* Windows with at least WORTH_PRICING squares are repriced with this many dual solver steps. */
#define WORTH_PRICING    12
#define ALONE_STEPS      80
#define MOST_ALONE_STEPS 160

/* Maximum ratio of the sides of a window. */
#define LONGEST 5

struct TwLns {
  TwRun *run;
  const TwBoard *board;
  size_t n_cells;
  pthread_mutex_t lock; /* protects all fields below */
  TwPrices *prices;
  int64_t *table;  /* summed-area table of the prices, (width + 1) x (height + 1) */
  uint16_t *sizes; /* size of each square at its upper-left cell, otherwise 0 */
  int64_t count;   /* number of squares; -1: no tiling yet */
  int side;
  size_t width;    /* beam width of the sweeps */
  double patience; /* work without improvement before windows grow */
  double tried;    /* work since the last success; see count_try () */
  double scale;    /* area of the board divided by TW_LNS_LARGE; at least 1 */
  bool gained;     /* there was an improvement since begin_again () */
};

/* A copy of a region of the tiling. */
typedef struct {
  int x, y, width, height;
  TwBoard *board; /* only the cells of the squares that lie within the window are free */
  TwPrices *prices;
  TwTiling squares; /* in coordinates of the window */
} Window;

TwLns *
tw_lns_new (const TwBoard *board, const TwPrices *prices, TwRun *run)
{
  TwLns *w = tw_run_calloc (run, 1, sizeof *w);

  if (w == NULL)
    return NULL;
  w->run = run;
  w->board = board;
  w->n_cells = (size_t) board->width * (size_t) board->height;
  w->count = -1;
  w->side = FIRST_SIDE;
  w->width = FIRST_WIDTH;
  w->patience = FIRST_PATIENCE;
  w->scale = fmax (1, (double) w->n_cells / TW_LNS_LARGE);
  if (pthread_mutex_init (&w->lock, NULL) != 0) {
    tw_run_mfree (run, w);
    return NULL;
  }
  w->table = tw_run_calloc (run, (size_t) (board->width + 1) * (size_t) (board->height + 1),
                            sizeof (int64_t));
  w->sizes = tw_run_calloc (run, w->n_cells, sizeof (uint16_t));
  if (w->table == NULL || w->sizes == NULL || !tw_lns_set_prices (w, prices)) {
    tw_lns_free (w);
    return NULL;
  }
  return w;
}

void
tw_lns_free (TwLns *w)
{
  TwRun *run;

  if (w == NULL)
    return;
  run = w->run;
  tw_prices_free (w->prices, run);
  tw_run_mfree (run, w->sizes);
  tw_run_mfree (run, w->table);
  pthread_mutex_destroy (&w->lock);
  tw_run_mfree (run, w);
}

bool
tw_lns_set_prices (TwLns *w, const TwPrices *prices)
{
  TwPrices *copy = tw_prices_copy (prices, w->run);
  size_t stride = (size_t) w->board->width + 1;

  if (copy == NULL)
    return false;
  pthread_mutex_lock (&w->lock);
  tw_prices_free (w->prices, w->run);
  w->prices = copy;
  for (int y = 0; y < w->board->height; y++) {
    int64_t *row = &w->table[(size_t) (y + 1) * stride], sum = 0;

    for (int x = 0; x < w->board->width; x++) {
      sum += copy->cells[tw_board_index (w->board, x, y)];
      row[x + 1] = (row - stride)[x + 1] + sum;
    }
  }
  pthread_mutex_unlock (&w->lock);
  return true;
}

/* Returns the reduced cost of a square. */
static int64_t
loss_of (const TwLns *w, int x, int y, int size)
{
  size_t stride = (size_t) w->board->width + 1;
  const int64_t *top = &w->table[(size_t) y * stride + (size_t) x];
  const int64_t *bottom = top + (size_t) size * stride;

  return w->prices->unit - (bottom[size] - bottom[0] - top[size] + top[0]);
}

/* Returns the total reduced cost of the squares that lie within the window, and sets `count` to
 * their number. */
static int64_t
window_loss (const TwLns *w, const Window *window, size_t *count)
{
  int64_t loss = 0;

  *count = 0;
  for (int y = window->y; y < window->y + window->height; y++) {
    for (int x = window->x; x < window->x + window->width; x++) {
      int size = w->sizes[tw_board_index (w->board, x, y)];

      if (size == 0 || x + size > window->x + window->width
          || y + size > window->y + window->height)
        continue;
      loss += loss_of (w, x, y, size);
      ++*count;
    }
  }
  return loss;
}

/* Chooses the window: of several random candidates, the one with the largest loss. */
static bool
choose (const TwLns *w, uint64_t *seed, Window *window)
{
  const TwBoard *board = w->board;
  int64_t most = 0;
  Window candidate = { 0 };

  for (int i = 0; i < LOOKS; i++) {
    /* The shape varies from a square to a long strip, horizontal or vertical. */
    double shape = sqrt (1 + (double) tw_random_below (seed, 100) / 99 * (LONGEST - 1));
    int longer = (int) (w->side * shape), shorter = (int) (w->side / shape);
    bool lying = tw_random_below (seed, 2) == 0;
    int wide = lying ? longer : shorter, high = lying ? shorter : longer;
    int64_t loss;
    size_t count;

    candidate.width = wide < board->width ? wide : board->width;
    candidate.height = high < board->height ? high : board->height;
    /* Candidates that cross the edge are moved inside, so that edges are chosen as often as the
     * middle. */
    candidate.x = (int) tw_random_below (seed, (uint64_t) (board->width + candidate.width))
                  - candidate.width;
    candidate.y = (int) tw_random_below (seed, (uint64_t) (board->height + candidate.height))
                  - candidate.height;
    candidate.x = candidate.x < 0                                ? 0
                  : candidate.x > board->width - candidate.width ? board->width - candidate.width
                                                                 : candidate.x;
    candidate.y = candidate.y < 0 ? 0
                  : candidate.y > board->height - candidate.height
                    ? board->height - candidate.height
                    : candidate.y;
    loss = window_loss (w, &candidate, &count);
    if (loss > most && count > 1) {
      most = loss;
      *window = candidate;
    }
  }
  /* Saving a square requires a loss of at least one square. */
  return most >= w->prices->unit;
}

static void
window_clear (Window *window, TwRun *run)
{
  tw_tiling_clear (&window->squares);
  tw_prices_free (window->prices, run);
  tw_board_free (window->board);
  memset (window, 0, sizeof *window);
}

static bool
window_copy (const TwLns *w, Window *window, TwRun *run)
{
  TwPrices *prices;

  window->board = tw_board_new (window->width, window->height);
  if (window->board == NULL)
    return false;
  if (!tw_layout_take (w->board, w->sizes, window->x, window->y, window->board, &window->squares))
    return false;
  prices = tw_prices_crop (w->prices, window->board, window->x, window->y, run);
  window->prices = prices;
  return prices != NULL;
}

/* Returns a random one of the transforms that put the profile along the shorter side. */
static int
flat_transform (const Window *window, uint64_t *seed)
{
  int flips = (int) tw_random_below (seed, 4);

  return window->height > window->width ? TW_TRANSFORM_TRANSPOSE | flips : flips;
}

/* Returns better prices for the window: no square crosses its edge, so its duals are higher. Stops
 * when they rule out the target or after MOST_ALONE_STEPS. Returns NULL when memory is short or the
 * run ends. */
static TwPrices *
price_alone (const TwBoard *board, const TwPrices *prices, int64_t target, TwRun *run)
{
  TwDualSolver *solver = tw_dual_solver_new (board, run);
  TwPrices *alone = NULL;

  if (solver == NULL)
    return NULL;
  tw_dual_solver_start_at (solver, prices);
  for (int steps = ALONE_STEPS; steps <= MOST_ALONE_STEPS; steps *= 2) {
    if (alone != NULL && tw_prices_bound (alone) > target)
      break;
    tw_prices_free (alone, run);
    alone = tw_dual_solver_iterate (solver, steps) ? tw_dual_solver_prices (solver, prices->unit)
                                                   : NULL;
    if (alone == NULL)
      break;
  }
  tw_dual_solver_free (solver);
  return alone;
}

/* Covers the window again, under transform k, with at most `target` squares. Stores the new squares
 * in `tiling`. */
static TwEnd
window_solve (const Window *window, int k, int64_t target, size_t width, TwRun *run,
              TwTiling *tiling, uint64_t *states)
{
  TwBoard *board = tw_transform_board (k, window->board);
  TwPrices *prices = tw_prices_transform (k, window->prices, run);
  TwPrices *alone = NULL;
  TwEnd result = TW_END_NO_MEMORY;

  if (board != NULL && prices != NULL && window->squares.count >= WORTH_PRICING)
    alone = price_alone (board, prices, target, run);
  if (alone != NULL && tw_prices_bound (alone) > target) {
    result = TW_END_NONE;
  } else if (board != NULL && prices != NULL) {
    TwPricedTask task = {
      .board = board,
      .prices = alone != NULL ? alone : prices,
      .target = target,
      .width = width,
      .memory = SIZE_MAX,
    };

    result = tw_priced_sweep (&task, run, tiling, states);
  }
  if (result == TW_END_FOUND)
    tw_transform_tiling_back (k, window->width, window->height, tiling);
  tw_prices_free (alone, run);
  tw_prices_free (prices, run);
  tw_board_free (board);
  return result;
}

/* Replaces the window's squares by the new ones, unless another thread has replaced some of them
 * meanwhile. */
static bool
put_back (TwLns *w, const Window *window, const TwTiling *tiling)
{
  for (size_t i = 0; i < window->squares.count; i++) {
    TwSquare square = window->squares.squares[i];

    if (w->sizes[tw_board_index (w->board, window->x + square.x, window->y + square.y)]
        != square.size)
      return false;
  }
  tw_layout_set (w->board, w->sizes, window->x, window->y, &window->squares, false);
  tw_layout_set (w->board, w->sizes, window->x, window->y, tiling, true);
  w->count += (int64_t) tiling->count - (int64_t) window->squares.count;
  return true;
}

/* Copies the best tiling of `to` if it is better. */
static bool
take_over (TwLns *w, TwRun *to)
{
  TwTiling tiling = { 0 };

  if (to == NULL || (w->count >= 0 && w->count <= tw_run_best (to)))
    return true;
  if (!tw_squares_copy_best (to, &tiling, NULL))
    return false;
  memset (w->sizes, 0, w->n_cells * sizeof (uint16_t));
  tw_layout_set (w->board, w->sizes, 0, 0, &tiling, true);
  w->count = (int64_t) tiling.count;
  tw_tiling_clear (&tiling);
  return true;
}

bool
tw_lns_take_tiling (TwLns *w, TwRun *from)
{
  bool taken;

  pthread_mutex_lock (&w->lock);
  taken = take_over (w, from);
  pthread_mutex_unlock (&w->lock);
  return taken;
}

void
tw_lns_offer (TwLns *w, TwRun *to)
{
  TwTiling tiling = { 0 };
  bool fine;

  pthread_mutex_lock (&w->lock);
  fine = w->count >= 0 && w->count < tw_run_best (to)
         && tw_layout_collect (w->board, w->sizes, &tiling);
  pthread_mutex_unlock (&w->lock);
  if (fine)
    tw_squares_offer (to, w->board, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

/* Called when memory was short for a window of this size: resets windows to the smallest size.
 * Returns false when the window already had that size, or nothing improved since the last reset. */
static bool
begin_again (TwLns *w, int side, size_t width)
{
  if (side <= FIRST_SIDE && width <= FIRST_WIDTH)
    return false;
  /* Another thread may have reset the size meanwhile. */
  if (w->side >= side && w->width >= width) {
    if (!w->gained)
      return false;
    w->gained = false;
    w->side = FIRST_SIDE;
    w->width = FIRST_WIDTH;
    w->tried = 0;
  }
  return true;
}

/* Adds the work for a window; too much work without improvement makes the windows larger. */
static void
count_try (TwLns *w, const Window *window, uint64_t states, bool better)
{
  if (better) {
    w->tried = fmax (0, w->tried - w->patience / (w->scale > 1 ? LARGE_PATIENCE : 1));
    w->gained = true;
    return;
  }
  w->tried += (double) states + STATES_A_CELL * (double) window->width * (double) window->height;
  if (w->tried > w->patience * w->scale) {
    int least = w->board->width > w->board->height ? w->board->width : w->board->height;

    w->tried = 0;
    w->side += (w->side + 3) / 4;
    if (w->side > MOST_SIDE || w->side > least) {
      w->side = SECOND_SIDE;
      w->width *= WIDTH_GROWTH;
      w->patience *= PATIENCE_GROWTH;
    }
  }
}

bool
tw_lns_is_slow (TwLns *w)
{
  bool slow;

  pthread_mutex_lock (&w->lock);
  slow = w->width > SLOW_WIDTH;
  pthread_mutex_unlock (&w->lock);
  return slow;
}

bool
tw_lns_improve (TwLns *w, uint64_t *seed, TwRun *run, TwRun *to)
{
  Window window = { 0 };
  TwTiling tiling = { 0 };
  bool chosen, copied = false, fine, better = false, offered = false, short_of_memory = false;
  int64_t target;
  int side;
  size_t width;
  uint64_t states = 0;

  pthread_mutex_lock (&w->lock);
  side = w->side;
  width = w->width;
  fine = take_over (w, to);
  chosen = fine && choose (w, seed, &window);
  if (chosen) {
    copied = window_copy (w, &window, run);
    short_of_memory = !copied;
  } else if (fine)
    count_try (w, &(Window){ .width = w->side, .height = w->side }, 0, false);
  pthread_mutex_unlock (&w->lock);

  if (copied) {
    /* Sometimes accept as many squares in another arrangement, to leave a plateau. */
    target = (int64_t) window.squares.count - (tw_random_below (seed, 10) > 2);
    switch (window_solve (&window, flat_transform (&window, seed), target, width, run, &tiling,
                          &states)) {
    case TW_END_FOUND:
      pthread_mutex_lock (&w->lock);
      better = put_back (w, &window, &tiling) && tiling.count < window.squares.count;
      if (better && to != NULL)
        offered = fine = tw_layout_collect (w->board, w->sizes, &tiling);
      pthread_mutex_unlock (&w->lock);
      break;
    case TW_END_STOPPED:
      fine = false;
      break;
    case TW_END_NO_MEMORY:
      short_of_memory = true;
      break;
    case TW_END_DONE:
    case TW_END_NONE:
    case TW_END_LIMIT:
      break;
    }
    if (offered)
      tw_squares_offer (to, w->board, &tiling, TW_NO_TRANSFORM);
    pthread_mutex_lock (&w->lock);
    count_try (w, &window, states, better);
    pthread_mutex_unlock (&w->lock);
  }
  if (short_of_memory) {
    pthread_mutex_lock (&w->lock);
    fine = begin_again (w, side, width);
    pthread_mutex_unlock (&w->lock);
  }
  tw_tiling_clear (&tiling);
  window_clear (&window, run);
  return fine && !tw_run_should_stop (run);
}
