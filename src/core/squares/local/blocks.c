/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - boards too large to be priced as a whole; see blocks.h. Called by the strategy. */
#include "core/squares/local/blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/squares/local/layout.h"
#include "core/squares/local/regions.h"
#include "core/squares/sweep/dual-view.h"
#include "core/squares/workers.h"
#include "core/squares/local/lns.h"
#include "core/base/threads.h"
#include "core/squares/best.h"

/* Unit of the prices. It keeps sums over a window of the board within 31 bits. */
#define UNIT (1 << 18)

/* Dual solver steps for the whole board. The time of TIMED_STEPS decides how many steps the first
 * round has: at most FIRST_WHOLE_STEPS, and as many as fit into the fraction FIRST_SHARE of the
 * time; with fewer than LEAST_WHOLE_STEPS the board is priced by blocks. Each further round has
 * twice as many. Once a round would have MOST_WHOLE_STEPS, cuts are separated. When the solver is
 * thinned, there are no cuts, and rounds stay at THINNED_STEPS. */
#define TIMED_STEPS       16
#define FIRST_WHOLE_STEPS 128
#define LEAST_WHOLE_STEPS 48
#define MOST_WHOLE_STEPS  2048
#define THINNED_STEPS     512
#define FIRST_SHARE       0.2

/* Dual solver steps after each separation of cuts; separation ends after IN_VAIN rounds that raise
 * the bound by less than 1 / WORTH_CUTTING of it. */
#define CUT_STEPS     400
#define IN_VAIN       3
#define WORTH_CUTTING 5000
/* The expected time of the first round of cuts, as a multiple of the time of its steps. The first
 * round starts only if there is time for LEAST_CUTS of them. */
#define CUT_COST   13
#define LEAST_CUTS 4.5

/* Dual solver steps in each block: in the first round, maximum growth factor, and maximum. */
#define FIRST_STEPS  128
#define STEPS_GROWTH 4
#define MOST_STEPS   4096

/* Blocks are priced in four rounds like the squares of a chessboard with four colours, so that
 * blocks of one colour do not touch. */
#define COLOURS 4

/* Beam width of the sweeps over blocks. */
#define SWEEP_WIDTH 8

/* Seconds of the shortest round of large-neighbourhood search; without a deadline the next round
 * takes twice as long. */
#define FIRST_ROUND 0.02

/* Seconds between two offers of the tiling during a round of large-neighbourhood search. */
#define OFFER_EVERY 5

/* Fractions of the remaining time for a round of prices and for a round of large-neighbourhood
 * search. */
#define PRICES_SHARE  0.3
#define WINDOWS_SHARE 0.25

/* Distance between the random seeds of different threads. */
#define SEED_STEP UINT64_C (0x9E3779B97F4A7C15)

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
  const TwOptions *options;
  TwCoarseEngine *solve;
  TwRun *run;
  TwBlocksRule rule;
  int threads;
  int shift;          /* offset of the grid of blocks, up and to the left */
  TwRun *round;       /* child of the run for the current round */
  TwPrices *prices;   /* always feasible */
  TwRun *whole_run;   /* child of the run for the prices of the whole board */
  TwDualView view;    /* of the whole board; without a solver the board is priced by blocks */
  int whole_steps;    /* in the next round; 0: cuts are separated */
  int in_vain;        /* rounds of cuts that were not worth their time */
  double took;        /* seconds for the last round of the whole board */
  atomic_bool beside; /* a thread prices the whole board beside the others */
  double *draft;      /* prices in squares, before they are made feasible */
  uint16_t *sizes;    /* size of each square of the tiling at its upper-left cell */
  int steps;
  int pass;   /* rounds of prices of blocks before this one */
  int colour; /* of the blocks of this round; COLOURS: all */
  void (*work) (Blocks *s, Box core);
  TwLns *lns;
  TwRegions *regions; /* on nearly empty boards, used instead of the windows */
  atomic_int next;
  atomic_int next_job;
  atomic_uint_fast64_t next_seed;
  _Atomic double offered; /* seconds of the run at the last offer of the tiling of `windows` */
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
    if (s->colour < COLOURS && i % across % 2 + i / across % 2 * 2 != s->colour)
      continue;
    s->work (s, core);
  }
  return NULL;
}

/* Returns the number of threads for the next round over all blocks. */
static int
count_threads (const Blocks *s)
{
  return s->threads - atomic_load (&s->beside);
}

/* Runs one round over all blocks on all free threads, for at most `seconds`. */
static void
run_round (Blocks *s, double seconds, void (*work) (Blocks *s, Box core))
{
  s->round = tw_run_new_child (s->run, seconds < HUGE_VAL ? fmax (seconds, 1e-3) : 0);
  if (s->round == NULL)
    return;
  s->work = work;
  atomic_store (&s->next, 0);
  tw_threads_run (take_blocks, s, 0, count_threads (s), 0);
  tw_run_free (s->round);
}

static bool
is_open (Blocks *s)
{
  return !tw_run_should_stop (s->run) && !tw_run_is_proved (s->run);
}

/* --- prices of the whole board ------------------------------------------- */

/* Runs the first steps over the whole board. Without time or memory for them the view is cleared:
 * blocks are priced instead. */
static void
begin_whole (Blocks *s)
{
  const double left = tw_run_remaining (s->run);
  double began;
  int steps = FIRST_WHOLE_STEPS;
  bool fine;

  s->whole_run = tw_run_new_child (s->run, 0);
  fine = s->whole_run != NULL && tw_dual_view_init (&s->view, s->board, 0, 1, s->whole_run)
         && tw_coarse_start (s->view.solver, s->board, s->whole_run);
  began = tw_run_elapsed (s->run);
  fine = fine && tw_dual_solver_iterate (s->view.solver, TIMED_STEPS);
  s->view.unit = UNIT;
  if (fine && left < HUGE_VAL) {
    double step = (tw_run_elapsed (s->run) - began) / TIMED_STEPS;

    steps = (int) fmin (steps, left * FIRST_SHARE / fmax (step, 1e-6));
    fine = steps >= LEAST_WHOLE_STEPS;
  }
  if (fine && tw_dual_view_solve (&s->view, steps, s->run)) {
    TwPrices *prices = tw_prices_copy (s->view.prices, s->run);

    if (prices != NULL) {
      tw_prices_free (s->prices, s->run);
      s->prices = prices;
    }
    s->took = tw_run_elapsed (s->run) - began;
    s->whole_steps = steps;
  } else {
    tw_dual_view_clear (&s->view);
  }
}

/* Ends the pricing of the whole board: memory was short, or the run has ended. */
static bool
give_up (Blocks *s)
{
  s->whole_steps = 0;
  s->in_vain = IN_VAIN;
  return false;
}

/* Solves for better prices of the whole board, or separates cuts, in at most `seconds`. Returns
 * false when there is nothing left to do in that time. */
static bool
price_whole (Blocks *s, double seconds)
{
  TwDualView *view = &s->view;
  double began = tw_run_elapsed (s->run);
  int steps = s->whole_steps;

  if (view->solver == NULL || !is_open (s))
    return false;
  if (steps > 0) {
    int64_t before = view->prices->total;
    double most = seconds / fmax (s->took, 1e-3) * steps / 2;

    steps = (int) fmin (steps, most);
    if (steps < s->whole_steps / 4)
      return false;
    if (!tw_dual_view_solve (view, steps, s->run) || !tw_lns_set_prices (s->lns, view->prices))
      return give_up (s);
    s->whole_steps = 2 * steps;
    if (tw_dual_solver_is_thinned (view->solver))
      s->whole_steps = steps < THINNED_STEPS ? 2 * steps : steps;
    else if (view->prices->total - before < before / 1000 || s->whole_steps >= MOST_WHOLE_STEPS) {
      s->whole_steps = 0;
      s->took = (tw_run_elapsed (s->run) - began) / steps * CUT_STEPS * CUT_COST;
      return true;
    }
  } else {
    int64_t before = tw_dual_view_worth (view);

    if (s->in_vain >= IN_VAIN || s->took * (view->with_cuts != NULL ? 1 : LEAST_CUTS) > seconds)
      return false;
    if (!tw_dual_view_cut (view, CUT_STEPS, s->run))
      return give_up (s);
    s->in_vain = tw_dual_view_worth (view) - before > before / WORTH_CUTTING ? 0 : s->in_vain + 1;
  }
  s->took = tw_run_elapsed (s->run) - began;
  return true;
}

/* --- prices of blocks ----------------------------------------------------- */

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
price_block (Blocks *s, Box core)
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

  if (solver != NULL) {
    tw_dual_solver_start_at_values (solver, values, (size_t) s->board->width);
    if (tw_dual_solver_iterate (solver, s->steps))
      tw_dual_solver_copy_values (solver, values, (size_t) s->board->width);
  }
  tw_dual_solver_free (solver);
  tw_board_free (board);
}

/* Prices all blocks in turn. Returns false when it did not pay, or the run ends. */
static bool
price_blocks (Blocks *s, double seconds)
{
  size_t n_cells = count_cells (s->board);
  int64_t before = s->prices->total;
  const int shifts[] = { 0, 2, 1, 3 }; /* in quarters of a block */
  TwPrices *prices;

  s->shift = shifts[s->pass++ % 4] * s->rule.side / 4;
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
  if (s->lns != NULL && !tw_lns_set_prices (s->lns, prices))
    return false;
  return prices->total - before > prices->total / 1000;
}

/* --- large-neighbourhood search --------------------------------------- */

/* Sweeps over a block with a small beam width, guided by the prices. */
static void
sweep_block (const TwBoard *part, const TwPrices *prices, TwRun *run)
{
  TwPricedTask task = {
    .board = part,
    .prices = { prices },
    .n_prices = 1,
    .target = tw_run_best (run) - 1,
    .width = SWEEP_WIDTH,
    .memory = SIZE_MAX,
  };
  TwTiling tiling = { 0 };

  if (tw_priced_sweep (&task, run, &tiling, NULL) == TW_END_FOUND)
    tw_squares_offer (run, part, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

/* Covers a block again, except for the squares that cross its edge. */
static void
cover_block (Blocks *s, Box core)
{
  TwBoard *part = tw_board_new (core.width, core.height);
  TwTiling tiling = { 0 }, better = { 0 };
  TwRun *run = tw_run_new_child (s->round, 0);
  TwPrices *prices = NULL;

  if (part != NULL && run != NULL
      && tw_layout_take (s->board, s->sizes, core.x, core.y, part, &tiling)
      && tw_squares_offer (run, part, &tiling, TW_NO_TRANSFORM))
    prices = tw_prices_crop (s->prices, part, core.x, core.y, run);
  if (prices != NULL) {
    sweep_block (part, prices, run);
    if (tw_run_best (run) < (int64_t) tiling.count && tw_squares_copy_best (run, &better, NULL)) {
      tw_layout_set (s->board, s->sizes, core.x, core.y, &tiling, false);
      tw_layout_set (s->board, s->sizes, core.x, core.y, &better, true);
    }
  }
  tw_prices_free (prices, run);
  tw_run_free (run);
  tw_tiling_clear (&better);
  tw_tiling_clear (&tiling);
  tw_board_free (part);
}

/* Covers all blocks and offers the tiling of all of them. */
static void
cover_blocks (Blocks *s)
{
  TwTiling tiling = { 0 };

  if (!tw_squares_copy_best (s->run, &tiling, NULL))
    return;
  tw_layout_set (s->board, s->sizes, 0, 0, &tiling, true);
  s->shift = 0;
  s->colour = COLOURS;
  run_round (s, HUGE_VAL, cover_block);
  if (tw_layout_collect (s->board, s->sizes, &tiling))
    tw_squares_offer (s->run, s->board, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

static void
offer (Blocks *s)
{
  if (s->regions != NULL)
    tw_regions_offer (s->regions, s->board, s->run);
  else
    tw_lns_offer (s->lns, s->run);
}

static void *
improve (void *data)
{
  Blocks *s = data;
  uint64_t seed = atomic_fetch_add (&s->next_seed, SEED_STEP);

  while (s->regions != NULL ? tw_regions_improve (s->regions, &seed, s->round)
                            : tw_lns_improve (s->lns, &seed, s->round, NULL)) {
    double now = tw_run_elapsed (s->run), last = atomic_load (&s->offered);

    /* Of several threads, one makes the offer. */
    if (now - last >= OFFER_EVERY && atomic_compare_exchange_strong (&s->offered, &last, now))
      offer (s);
  }
  /* Nothing stopped the round, so memory is short; further rounds would end at once, too. */
  if (is_open (s) && tw_run_stop_reason (s->round) == TW_STOP_NONE)
    tw_run_stop (s->run, TW_STOP_MEMORY);
  return NULL;
}

/* Improves the tiling of the whole board on all free threads for `seconds`. A round may be long, so
 * the tiling is also offered during it. */
static void
improve_all (Blocks *s, double seconds)
{
  s->round = tw_run_new_child (s->run, seconds);
  if (s->round == NULL) {
    tw_run_stop (s->run, TW_STOP_MEMORY);
    return;
  }
  atomic_store (&s->offered, tw_run_elapsed (s->run));
  tw_threads_run (improve, s, 0, count_threads (s), 0);
  tw_run_free (s->round);
  offer (s);
}

/* --- the whole ----------------------------------------------------------- */

/* Chooses the number of steps for the next round of prices, which may take `seconds`. The last
 * round took `took` seconds. Returns false when the next one would not have more steps. */
static bool
choose_steps (Blocks *s, double took, double seconds)
{
  int most = s->steps * STEPS_GROWTH < MOST_STEPS ? s->steps * STEPS_GROWTH : MOST_STEPS;
  int before = s->steps;

  s->steps = (int) fmin (most, seconds / fmax (took, 1e-3) * before);
  return s->steps > before;
}

/* Prices the board for the fraction PRICES_SHARE of the time. Returns false when that no longer
 * pays. */
static bool
price (Blocks *s)
{
  double left = tw_run_remaining (s->run), began = tw_run_elapsed (s->run);

  if (s->view.solver != NULL) {
    double seconds = left * PRICES_SHARE;
    bool going_on;

    do
      going_on = price_whole (s, seconds - (tw_run_elapsed (s->run) - began));
    while (going_on && left < HUGE_VAL);
    return going_on || left < HUGE_VAL;
  }
  return price_blocks (s, left * PRICES_SHARE)
         && choose_steps (s, tw_run_elapsed (s->run) - began,
                          tw_run_remaining (s->run) * PRICES_SHARE);
}

static void
solve_rounds (Blocks *s)
{
  TwProgressBar *bar = tw_run_progress_bar (s->run, TW_STRATEGY_PROOF_BAR);
  bool pricing = !atomic_load (&s->beside);

  for (double seconds = FIRST_ROUND; is_open (s); seconds *= 2) {
    double left = tw_run_remaining (s->run);

    if (left < HUGE_VAL)
      seconds = fmax (left * WINDOWS_SHARE, fmax (FIRST_ROUND, tw_run_budget (s->run) / 100));
    if (pricing) {
      atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
      pricing = price (s);
    }
    atomic_store_explicit (&bar->phase, TW_PHASE_IMPROVE, memory_order_relaxed);
    if (is_open (s))
      improve_all (s, seconds);
  }
  if (s->whole_run != NULL)
    tw_run_cancel (s->whole_run);
  tw_progress_bar_end (bar, tw_run_is_proved (s->run));
}

/* One of the two threads that call this solves the rounds; the other prices the whole board. */
static void *
work (void *data)
{
  Blocks *s = data;

  if (atomic_fetch_add (&s->next_job, 1) == 0) {
    solve_rounds (s);
    return NULL;
  }
  while (price_whole (s, tw_run_remaining (s->run)))
    ;
  atomic_store (&s->beside, false);
  return NULL;
}

/* Solves a nearly empty board from coarse ones, on all threads but the one that prices the board. */
static void
begin_coarse (Blocks *s)
{
  TwOptions options = *s->options;

  options.threads = s->threads > 1 ? s->threads - 1 : 1;
  tw_coarse_solve (s->board, &options, tw_run_remaining (s->run) * TW_COARSE_PART, s->solve,
                   s->run);
}

static void *
begin (void *data)
{
  Blocks *s = data;

  if (atomic_fetch_add (&s->next_job, 1) == 0)
    begin_whole (s);
  else
    begin_coarse (s);
  return NULL;
}

static void
solve_all (Blocks *s)
{
  TwProgressBar *bar = tw_run_progress_bar (s->run, TW_STRATEGY_PROOF_BAR);

  atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
  if (s->threads > 1) {
    tw_threads_run (begin, s, 0, 2, 0);
    atomic_store (&s->next_job, 0);
  } else {
    begin_coarse (s);
    begin_whole (s);
  }
  s->steps = FIRST_STEPS;
  if (s->view.solver == NULL)
    price (s);
  atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
  if (tw_coarse_helps (s->board))
    s->regions = tw_regions_new (s->run);
  else if (is_open (s))
    cover_blocks (s);
  s->lns = tw_lns_new (s->board, s->prices, s->run);
  if (s->lns != NULL && tw_lns_take_tiling (s->lns, s->run)
      && (s->regions == NULL || tw_regions_take_tiling (s->regions, s->run))) {
    atomic_store (&s->beside, s->view.solver != NULL && s->threads > 1);
    tw_threads_run (work, s, 0, 1 + atomic_load (&s->beside), 0);
  }
  tw_regions_free (s->regions);
  tw_lns_free (s->lns);
  tw_dual_view_clear (&s->view);
  tw_run_free (s->whole_run);
}

void
tw_blocks_solve (const TwBoard *board, const TwOptions *options, const TwBlocksRule *rule,
                 TwCoarseEngine *solve, TwRun *run)
{
  size_t n_cells = count_cells (board);
  int threads = tw_options_threads (options);
  Blocks s = {
    .board = board,
    .options = options,
    .solve = solve,
    .run = run,
    .rule = *rule,
    .threads = threads < TW_STRATEGY_MOST_THREADS ? threads : TW_STRATEGY_MOST_THREADS,
    .next_seed = (uint64_t) options->seed,
  };

  s.draft = tw_run_calloc (run, n_cells, sizeof (double));
  s.sizes = tw_run_calloc (run, n_cells, sizeof (uint16_t));
  if (s.draft != NULL && s.sizes != NULL)
    s.prices = tw_prices_by_size (board, UNIT, run);
  if (s.prices != NULL) {
    tw_run_raise_bound (run, tw_prices_bound (s.prices));
    solve_all (&s);
  }
  tw_prices_free (s.prices, run);
  tw_run_mfree (run, s.sizes);
  tw_run_mfree (run, s.draft);
}
