/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - boards too large to be priced as a whole; see blocks.h. Called by the strategy. */
#include "core/squares/local/blocks.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/squares/local/layout.h"
#include "core/squares/sweep/priced-sweep.h"
#include "core/squares/workers.h"
#include "core/squares/local/windows.h"
#include "core/base/threads.h"

/* Unit of the prices. It keeps sums over a window of the board within 31 bits. */
#define UNIT (1 << 18)

/* Dual solver steps in each block: in the first round, growth factor, and maximum. */
#define FIRST_STEPS  32
#define STEPS_GROWTH 4
#define MOST_STEPS   4096

/* Beam width of the sweeps over whole blocks in the first round, doubled each round. Above the
 * maximum these sweeps are skipped. */
#define FIRST_WIDTH 8
#define MOST_WIDTH  64

/* Seconds of large-neighbourhood search for a block in the first round, doubled each round; only
 * without a deadline. LEAST_SLICE is the minimum with a deadline. */
#define FIRST_SLICE 0.02
#define LEAST_SLICE 0.005

/* Fractions of the remaining time for a round of prices and for a round of large-neighbourhood
 * search. */
#define PRICES_SHARE  0.3
#define WINDOWS_SHARE 0.15

/* Boards with at least this many squares, over all sizes, are split into blocks. */
#define LARGE_BOARD 2500000

enum {
  LEAST_HALO = 16,
  MOST_HALO = 64,
  LEAST_SIDE = 96,
  MOST_SIDE = 160,
};

typedef struct {
  int x, y, width, height;
} Box;

typedef struct Blocks Blocks;

struct Blocks {
  const TwBoard *board;
  TwRun *run;
  TwBlocksRule rule;
  int threads;
  int shift;            /* offset of the grid of blocks, up and to the left */
  TwRun *round;         /* child of the run for the current round */
  TwPrices *prices;     /* always feasible */
  double *draft;        /* weighted sum of the prices that the blocks computed for each cell */
  float *shares;        /* sum of the weights in `draft` for each cell */
  pthread_mutex_t lock; /* protects `draft` and `shares` while blocks are priced */
  uint16_t *sizes;      /* size of each square of the tiling at its upper-left cell */
  int steps;
  double slice;
  size_t width;
  void (*work) (Blocks *s, Box core, uint64_t seed);
  atomic_int next;
};

static size_t
count_cells (const TwBoard *board)
{
  return (size_t) board->width * (size_t) board->height;
}

bool
tw_blocks_choose (const TwBoard *board, TwBlocksRule *rule)
{
  size_t n_cells = count_cells (board), n_squares = 0, larger = 0;
  size_t counts[MOST_HALO + 1] = { 0 }; /* number of cells by largest square */
  uint16_t *largest = malloc (n_cells * sizeof (uint16_t));
  int halo = MOST_HALO;

  if (largest == NULL)
    return false;
  tw_board_largest_squares (board, largest);
  for (size_t i = 0; i < n_cells; i++) {
    n_squares += largest[i];
    counts[largest[i] < MOST_HALO ? largest[i] : MOST_HALO]++;
  }
  free (largest);
  /* Choose the halo so that at most 1 % of the cells have a larger square: nearly all squares that
   * cross an edge are then known on both sides. */
  for (larger = counts[halo]; halo > LEAST_HALO && larger < n_cells / 100; larger += counts[halo])
    halo--;
  rule->halo = halo;
  rule->side = 3 * halo < LEAST_SIDE ? LEAST_SIDE : 3 * halo > MOST_SIDE ? MOST_SIDE : 3 * halo;
  return n_squares >= LARGE_BOARD;
}

static Box
clip (const TwBoard *board, int x, int y, int width, int height)
{
  int right = x + width < board->width ? x + width : board->width;
  int bottom = y + height < board->height ? y + height : board->height;

  x = x > 0 ? x : 0;
  y = y > 0 ? y : 0;
  return (Box){ x, y, right - x, bottom - y };
}

/* --- rounds -------------------------------------------------------------- */

static int
blocks_across (const Blocks *s)
{
  return (s->board->width + s->shift + s->rule.side - 1) / s->rule.side;
}

static int
count_blocks (const Blocks *s)
{
  return blocks_across (s) * ((s->board->height + s->shift + s->rule.side - 1) / s->rule.side);
}

static void *
take_blocks (void *data)
{
  Blocks *s = data;
  int across = blocks_across (s), count = count_blocks (s);

  for (int i; (i = atomic_fetch_add (&s->next, 1)) < count;) {
    Box core = clip (s->board, i % across * s->rule.side - s->shift,
                     i / across * s->rule.side - s->shift, s->rule.side, s->rule.side);

    if (tw_run_should_stop (s->round))
      break;
    s->work (s, core, (uint64_t) i);
  }
  return NULL;
}

/* Runs one round over all blocks on all threads, for at most `seconds`. */
static void
run_round (Blocks *s, double seconds, void (*work) (Blocks *s, Box core, uint64_t seed))
{
  s->round = tw_run_new_child (s->run, seconds < HUGE_VAL ? fmax (seconds, 1e-3) : 0);
  if (s->round == NULL)
    return;
  s->work = work;
  atomic_store (&s->next, 0);
  tw_threads_run (take_blocks, s, 0, s->threads, 0);
  tw_run_free (s->round);
}

/* --- prices -------------------------------------------------------------- */

static TwBoard *
cut_out (const TwBoard *board, Box box)
{
  TwBoard *part = tw_board_new (box.width, box.height);

  for (int y = 0; part != NULL && y < box.height; y++)
    memcpy (&part->cells[tw_board_index (part, 0, y)],
            &board->cells[tw_board_index (board, box.x, box.y + y)],
            (size_t) box.width * sizeof *part->cells);
  return part;
}

/* Returns the weight of a block's price for column (or row) `at`. Weights decrease linearly towards
 * the outside, so that the weights of neighbouring blocks add up to 1. */
static float
share (const Blocks *s, int at, int begin, int length, int whole)
{
  float before = (float) (at - begin + s->rule.halo) + 0.5f;
  float behind = (float) (begin + length - at + s->rule.halo) - 0.5f,
        ramp = 2.0f * (float) s->rule.halo;

  if (begin == 0 || before > ramp)
    before = ramp;
  if (begin + length == whole || behind > ramp)
    behind = ramp;
  return before / ramp * (behind / ramp);
}

static void
price_block (Blocks *s, Box core, uint64_t seed)
{
  int halo = s->rule.halo;
  Box box = clip (s->board, core.x - halo, core.y - halo, core.width + 2 * halo,
                  core.height + 2 * halo);
  TwBoard *part = cut_out (s->board, box);
  TwDualSolver *solver = part != NULL ? tw_dual_solver_new (part, s->round) : NULL;
  TwPrices *prices = NULL;

  (void) seed;
  if (solver != NULL && tw_dual_solver_iterate (solver, s->steps))
    prices = tw_dual_solver_prices (solver, UNIT);
  if (prices != NULL) {
    pthread_mutex_lock (&s->lock);
    for (int y = 0; y < box.height; y++) {
      for (int x = 0; x < box.width; x++) {
        size_t i = tw_board_index (s->board, box.x + x, box.y + y);
        float part_of = share (s, box.x + x, core.x, core.width, s->board->width)
                        * share (s, box.y + y, core.y, core.height, s->board->height);

        s->shares[i] += part_of;
        s->draft[i] += part_of * prices->cells[tw_board_index (part, x, y)];
      }
    }
    pthread_mutex_unlock (&s->lock);
  }
  tw_prices_free (prices, s->round);
  tw_dual_solver_free (solver);
  tw_board_free (part);
}

/* Runs a round of prices. Returns false when it did not pay, or the run ends. */
static bool
price (Blocks *s, double seconds)
{
  size_t n_cells = count_cells (s->board);
  int64_t before = s->prices->total;
  TwPrices *prices;

  memset (s->draft, 0, n_cells * sizeof (double));
  memset (s->shares, 0, n_cells * sizeof (float));
  run_round (s, seconds, price_block);
  /* Cells of blocks that were not priced in time keep their old prices in proportion to the missing
   * weight. */
  for (size_t i = 0; i < n_cells; i++)
    s->draft[i] = (s->draft[i] + (1 - s->shares[i]) * s->prices->cells[i]) / UNIT;
  prices = tw_prices_round (s->board, s->draft, UNIT, 0, 0, NULL, s->run);
  if (prices == NULL)
    return false;
  if (prices->total <= before) {
    tw_prices_free (prices, s->run);
    return false;
  }
  tw_prices_free (s->prices, s->run);
  s->prices = prices;
  tw_run_raise_bound (s->run, tw_prices_bound (prices));
  return prices->total - before > prices->total / 1000;
}

/* --- large-neighbourhood search --------------------------------------- */

/* Sweeps over the whole block with a small beam width, guided by the prices. */
static void
sweep_block (const Blocks *s, const TwBoard *part, const TwPrices *prices, TwRun *run)
{
  TwPricedTask task = {
    .board = part,
    .prices = { prices },
    .n_prices = 1,
    .target = tw_run_best (run) - 1,
    .width = s->width,
    .memory = SIZE_MAX,
  };
  TwTiling tiling = { 0 };

  if (tw_priced_sweep (&task, s->round, &tiling, NULL) == TW_PRICED_FOUND)
    tw_run_offer (run, part, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

static void
improve_block (Blocks *s, Box core, uint64_t seed)
{
  TwBoard *part = tw_board_new (core.width, core.height);
  TwTiling tiling = { 0 }, better = { 0 };
  TwRun *run = tw_run_new_child (s->round, s->slice);
  TwPrices *prices = NULL;
  TwWindows *windows = NULL;

  if (part != NULL && run != NULL
      && tw_layout_take (s->board, s->sizes, core.x, core.y, part, &tiling)
      && tw_run_offer (run, part, &tiling, TW_NO_TRANSFORM))
    prices = tw_prices_crop (s->prices, part, core.x, core.y, run);
  if (prices != NULL) {
    if (s->width <= MOST_WIDTH)
      sweep_block (s, part, prices, run);
    windows = tw_windows_new (part, prices, run);
  }
  while (windows != NULL && tw_windows_improve (windows, &seed, run, run))
    ;
  if (windows != NULL && tw_run_best (run) < (int64_t) tiling.count
      && tw_run_copy_best (run, &better, NULL)) {
    tw_layout_set (s->board, s->sizes, core.x, core.y, &tiling, false);
    tw_layout_set (s->board, s->sizes, core.x, core.y, &better, true);
  }
  tw_windows_free (windows);
  tw_prices_free (prices, run);
  tw_run_free (run);
  tw_tiling_clear (&better);
  tw_tiling_clear (&tiling);
  tw_board_free (part);
}

/* Offers the tiling of all blocks. */
static void
offer (const Blocks *s)
{
  TwTiling tiling = { 0 };

  if (tw_layout_collect (s->board, s->sizes, &tiling))
    tw_run_offer (s->run, s->board, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

/* --- the whole ----------------------------------------------------------- */

static bool
is_open (Blocks *s)
{
  return !tw_run_should_stop (s->run) && tw_run_bound (s->run) < tw_run_best (s->run);
}

static void
solve_rounds (Blocks *s)
{
  TwProgressBar *bar = tw_run_progress_bar (s->run, TW_STRATEGY_PROOF_BAR);
  TwTiling tiling = { 0 };
  bool pricing = true;

  if (!tw_run_copy_best (s->run, &tiling, NULL))
    return;
  tw_layout_set (s->board, s->sizes, 0, 0, &tiling, true);
  tw_tiling_clear (&tiling);
  for (s->steps = FIRST_STEPS; is_open (s); s->slice *= 2, s->width *= 2) {
    double left = tw_run_remaining (s->run);

    if (left < HUGE_VAL)
      s->slice = fmax (left * WINDOWS_SHARE * s->threads / count_blocks (s), LEAST_SLICE);
    if (pricing) {
      atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
      pricing = price (s, left * PRICES_SHARE) && s->steps < MOST_STEPS;
      s->steps *= STEPS_GROWTH;
    }
    if (is_open (s)) {
      atomic_store_explicit (&bar->phase, TW_PHASE_IMPROVE, memory_order_relaxed);
      run_round (s, HUGE_VAL, improve_block);
      offer (s);
    }
    s->shift = (s->shift + s->rule.side / 2) % s->rule.side;
  }
  tw_progress_bar_end (bar, tw_run_bound (s->run) >= tw_run_best (s->run));
}

void
tw_blocks_solve (const TwBoard *board, const TwOptions *options, const TwBlocksRule *rule,
                 TwRun *run)
{
  size_t n_cells = count_cells (board);
  int threads = tw_options_threads (options);
  Blocks s = {
    .board = board,
    .run = run,
    .rule = *rule,
    .threads = threads < TW_STRATEGY_MOST_THREADS ? threads : TW_STRATEGY_MOST_THREADS,
    .slice = FIRST_SLICE,
    .width = FIRST_WIDTH,
  };

  if (pthread_mutex_init (&s.lock, NULL) != 0)
    return;
  s.draft = tw_run_calloc (run, n_cells, sizeof (double));
  s.shares = tw_run_calloc (run, n_cells, sizeof (float));
  s.sizes = tw_run_calloc (run, n_cells, sizeof (uint16_t));
  if (s.draft != NULL && s.shares != NULL && s.sizes != NULL)
    s.prices = tw_prices_by_size (board, UNIT, run);
  if (s.prices != NULL) {
    tw_run_raise_bound (run, tw_prices_bound (s.prices));
    solve_rounds (&s);
  }
  tw_prices_free (s.prices, run);
  tw_run_mfree (run, s.sizes, n_cells * sizeof (uint16_t));
  tw_run_mfree (run, s.shares, n_cells * sizeof (float));
  tw_run_mfree (run, s.draft, n_cells * sizeof (double));
  pthread_mutex_destroy (&s.lock);
}
