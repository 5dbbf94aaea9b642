/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - boards too large to be priced as a whole; see blocks.h. Called by the strategy. */
#include "core/squares/local/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/squares/bands/nested-beam.h"
#include "core/squares/local/layout.h"
#include "core/squares/sweep/priced-sweep.h"
#include "core/squares/workers.h"
#include "core/squares/local/windows.h"
#include "core/base/threads.h"

/* Unit of the prices. It keeps sums over a window of the board within 31 bits. */
#define UNIT (1 << 18)

/* Dual solver steps in each block: in the first round, maximum growth factor, and maximum. */
#define FIRST_STEPS  128
#define STEPS_GROWTH 4
#define MOST_STEPS   4096

/* Blocks are priced in four rounds like the squares of a chessboard with four colours, so that
 * blocks of one colour do not touch. */
#define COLOURS 4

/* Beam width of the sweeps over whole blocks in the first round, doubled each round. Above the
 * maximum these sweeps are skipped. */
#define FIRST_WIDTH 8
#define MOST_WIDTH  64

/* Nested sweeps of the first round, on boards whose largest squares at a cell are at most MOST_MEAN
 * on average: estimated seconds for a cell and a state of the beam width, and limits of the beam
 * width. On boards with larger squares, windows alone are faster. */
#define MOST_MEAN    6
#define NESTED_COST  1.5e-6
#define LEAST_NESTED 3
#define MOST_NESTED  8

/* Seconds of large-neighbourhood search for a block in the first round, doubled each round; only
 * without a deadline. LEAST_SLICE is the minimum with a deadline. */
#define FIRST_SLICE 0.02
#define LEAST_SLICE 0.005

/* Fractions of the remaining time for a round of prices and for a round of large-neighbourhood
 * search. */
#define PRICES_SHARE  0.3
#define WINDOWS_SHARE 0.25

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
  int shift;        /* offset of the grid of blocks, up and to the left */
  TwRun *round;     /* child of the run for the current round */
  TwPrices *prices; /* always feasible */
  double *draft;    /* prices in squares, before they are made feasible */
  uint16_t *sizes;  /* size of each square of the tiling at its upper-left cell */
  int steps;
  double slice;
  size_t width;
  int pass;   /* rounds of large-neighbourhood search before this one */
  int colour; /* of the blocks of this round; COLOURS: all */
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
  rule->nested = n_squares <= MOST_MEAN * n_cells;
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
    if (s->colour < COLOURS && i % across % 2 + i / across % 2 * 2 != s->colour)
      continue;
    s->work (s, core, (uint64_t) s->pass << 32 | (uint64_t) i);
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

/* Solves for the prices of a block while those around it stay fixed. Blocks of one colour do not
 * read each other's cells: the halo is not broader than a block. */
static void
price_block (Blocks *s, Box core, uint64_t seed)
{
  int halo = s->rule.halo;
  Box box = clip (s->board, core.x - halo, core.y - halo, core.width + 2 * halo,
                  core.height + 2 * halo);
  TwBoardBox part = {
    .left = core.x - box.x,
    .top = core.y - box.y,
    .right = core.x - box.x + core.width - 1,
    .bottom = core.y - box.y + core.height - 1,
  };
  double *values = &s->draft[tw_board_index (s->board, box.x, box.y)];
  TwBoard *board = cut_out (s->board, box);
  TwDualSolver *solver = board != NULL ? tw_dual_solver_new_part (board, &part, s->round) : NULL;

  (void) seed;
  if (solver != NULL) {
    tw_dual_solver_start_at_values (solver, values, (size_t) s->board->width);
    if (tw_dual_solver_iterate (solver, s->steps))
      tw_dual_solver_copy_values (solver, values, (size_t) s->board->width);
  }
  tw_dual_solver_free (solver);
  tw_board_free (board);
}

/* Runs a round of prices. Returns false when it did not pay, or the run ends. */
static bool
price (Blocks *s, double seconds)
{
  size_t n_cells = count_cells (s->board);
  int64_t before = s->prices->total;
  TwPrices *prices;

  for (size_t i = 0; i < n_cells; i++)
    s->draft[i] = (double) s->prices->cells[i] / UNIT;
  for (s->colour = 0; s->colour < COLOURS; s->colour++)
    run_round (s, seconds / COLOURS, price_block);
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

/* Sweeps over the block by nested bands, as widely as half of the slice allows. */
static void
nest_block (const Blocks *s, const TwBoard *part, const TwPrices *prices, TwRun *run)
{
  TwNestedBeam task = { .board = part, .unit = prices->unit, .memory = SIZE_MAX };
  double width = s->slice / 2 / (NESTED_COST * (double) count_cells (part));
  /* The sweep may exceed the slice, since it gives nothing before its end. */
  TwRun *own = width >= LEAST_NESTED ? tw_run_new_child (s->round, 0) : NULL;
  TwReducedCosts reduced = { 0 };
  TwTiling tiling = { 0 };

  if (own == NULL)
    return;
  task.width = (size_t) fmin (width, MOST_NESTED);
  task.reduced = &reduced;
  if (tw_reduced_costs_init (&reduced, part, prices, NULL, own)
      && tw_nested_beam_search (&task, own, &tiling))
    tw_run_offer (run, part, &tiling, TW_NO_TRANSFORM);
  tw_reduced_costs_clear (&reduced, part, own);
  tw_tiling_clear (&tiling);
  tw_run_free (own);
}

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
    if (s->rule.nested && s->pass == 0)
      nest_block (s, part, prices, run);
    else if (!s->rule.nested && s->width <= MOST_WIDTH)
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

/* Chooses the number of steps for the next round of prices, which may take `seconds`. The last round
 * took `took` seconds. Returns false when the next one would not have more steps. */
static bool
choose_steps (Blocks *s, double took, double seconds)
{
  int most = s->steps * STEPS_GROWTH < MOST_STEPS ? s->steps * STEPS_GROWTH : MOST_STEPS;
  int before = s->steps;

  s->steps = (int) fmin (most, seconds / fmax (took, 1e-3) * before);
  return s->steps > before;
}

static void
solve_rounds (Blocks *s)
{
  TwProgressBar *bar = tw_run_progress_bar (s->run, TW_STRATEGY_PROOF_BAR);
  TwTiling tiling = { 0 };
  bool pricing = true;
  const int shifts[] = { 0, 2, 1, 3 }; /* in quarters of a block */

  if (!tw_run_copy_best (s->run, &tiling, NULL))
    return;
  tw_layout_set (s->board, s->sizes, 0, 0, &tiling, true);
  tw_tiling_clear (&tiling);
  for (s->steps = FIRST_STEPS; is_open (s); s->slice *= 2, s->width *= 2) {
    double left = tw_run_remaining (s->run), began = tw_run_elapsed (s->run);

    if (left < HUGE_VAL)
      s->slice = fmax (left * WINDOWS_SHARE * s->threads / count_blocks (s), LEAST_SLICE);
    if (pricing) {
      atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
      pricing = price (s, left * PRICES_SHARE);
      pricing = pricing
                && choose_steps (s, tw_run_elapsed (s->run) - began,
                                 tw_run_remaining (s->run) * PRICES_SHARE);
    }
    if (is_open (s)) {
      atomic_store_explicit (&bar->phase, TW_PHASE_IMPROVE, memory_order_relaxed);
      run_round (s, HUGE_VAL, improve_block);
      offer (s);
    }
    s->pass++;
    s->shift = shifts[s->pass % 4] * s->rule.side / 4;
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
    .colour = COLOURS,
  };

  s.draft = tw_run_calloc (run, n_cells, sizeof (double));
  s.sizes = tw_run_calloc (run, n_cells, sizeof (uint16_t));
  if (s.draft != NULL && s.sizes != NULL)
    s.prices = tw_prices_by_size (board, UNIT, run);
  if (s.prices != NULL) {
    tw_run_raise_bound (run, tw_prices_bound (s.prices));
    solve_rounds (&s);
  }
  tw_prices_free (s.prices, run);
  tw_run_mfree (run, s.sizes, n_cells * sizeof (uint16_t));
  tw_run_mfree (run, s.draft, n_cells * sizeof (double));
}
