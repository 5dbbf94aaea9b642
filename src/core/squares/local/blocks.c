/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blocks.c - boards too large to be priced as a whole; see blocks.h. Called by the strategy. */
#include "core/squares/local/blocks.h"

#include <math.h>
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

/* Dual solver steps. The time of TIMED_STEPS decides how many steps the first round has: at most
 * FIRST_STEPS, and as many as fit into the fraction FIRST_SHARE of the time. Each further round has
 * twice as many. Once a round would have MOST_STEPS, cuts are separated. When the solver is thinned,
 * there are no cuts, and rounds stay at THINNED_STEPS. */
#define TIMED_STEPS   16
#define FIRST_STEPS   128
#define MOST_STEPS    2048
#define THINNED_STEPS 512
#define FIRST_SHARE   0.2

/* Dual solver steps after each separation of cuts; separation ends after IN_VAIN rounds that raise
 * the bound by less than 1 / WORTH_CUTTING of it. */
#define CUT_STEPS     400
#define IN_VAIN       3
#define WORTH_CUTTING 5000
/* The expected time of the first round of cuts, as a multiple of the time of its steps. The first
 * round starts only if there is time for LEAST_CUTS of them. */
#define CUT_COST   13
#define LEAST_CUTS 4.5

/* Beam width of the sweeps over blocks. */
#define SWEEP_WIDTH 32

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

typedef struct {
  int x, y, width, height;
} Box;

typedef struct Blocks Blocks;

struct Blocks {
  const TwBoard *board;
  const TwOptions *options;
  TwCoarseEngine *solve;
  TwRun *run;
  int side; /* of a block */
  int threads;
  TwRun *round;       /* child of the run for the current round */
  TwPrices *prices;   /* always feasible */
  TwRun *view_run;    /* child of the run for `view` */
  TwDualView view;    /* without a solver the prices stay those in closed form */
  int steps;          /* in the next round; 0: cuts are separated */
  int in_vain;        /* rounds of cuts that were not worth their time */
  double took;        /* seconds for the last round of prices */
  atomic_bool beside; /* a thread solves for prices beside the others */
  TwLns *lns;
  TwRegions *regions; /* on nearly empty boards, used instead of the windows */
  atomic_int next_job;
  atomic_uint_fast64_t next_seed;
  _Atomic double offered; /* seconds of the run at the last offer of the tiling of `windows` */
};

/* --- a first tiling -------------------------------------------------------- */

/* The threads take blocks in turn. */
typedef struct {
  const TwBoard *board;
  const TwPrices *prices;
  TwRun *run;
  int side;        /* of a block */
  uint16_t *sizes; /* size of each square of the tiling at its upper-left cell */
  atomic_int next;
} Cover;

/* Sweeps over a block with a small beam width, guided by the prices. */
static void
sweep_block (const TwBoard *part, const TwPrices *prices, TwRun *run)
{
  TwPricedTask task = {
    .board = part,
    .prices = prices,
    .target = tw_run_best (run) - 1,
    .width = SWEEP_WIDTH,
    .memory = SIZE_MAX,
  };
  TwTiling tiling = { 0 };

  if (tw_priced_sweep (&task, run, &tiling, NULL) == TW_END_FOUND)
    tw_squares_offer (run, part, &tiling, TW_NO_TRANSFORM);
  tw_tiling_clear (&tiling);
}

/* Covers the block at (x, y) again, except for the squares that cross its edge. */
static void
cover_block (const Cover *c, int x, int y)
{
  int width = c->board->width - x, height = c->board->height - y;
  TwBoard *part = tw_board_new (width < c->side ? width : c->side,
                                height < c->side ? height : c->side);
  TwTiling tiling = { 0 }, better = { 0 };
  TwRun *run = tw_run_new_child (c->run, 0);
  TwPrices *prices = NULL;

  if (part != NULL && run != NULL && tw_layout_take (c->board, c->sizes, x, y, part, &tiling)
      && tw_squares_offer (run, part, &tiling, TW_NO_TRANSFORM))
    prices = tw_prices_crop (c->prices, part, x, y, run);
  if (prices != NULL) {
    sweep_block (part, prices, run);
    if (tw_run_best (run) < (int64_t) tiling.count && tw_squares_copy_best (run, &better, NULL)) {
      tw_layout_set (c->board, c->sizes, x, y, &tiling, false);
      tw_layout_set (c->board, c->sizes, x, y, &better, true);
    }
  }
  tw_prices_free (prices, run);
  tw_run_free (run);
  tw_tiling_clear (&better);
  tw_tiling_clear (&tiling);
  tw_board_free (part);
}

static void *
take_blocks (void *data)
{
  Cover *c = data;
  int across = (c->board->width + c->side - 1) / c->side;
  int count = across * ((c->board->height + c->side - 1) / c->side);

  for (int i; (i = atomic_fetch_add (&c->next, 1)) < count && !tw_run_should_stop (c->run);)
    cover_block (c, i % across * c->side, i / across * c->side);
  return NULL;
}

void
tw_blocks_cover (const TwBoard *board, const TwPrices *prices, int side, int threads, TwRun *run)
{
  Cover c = { .board = board, .prices = prices, .run = run, .side = side };
  TwTiling tiling = { 0 };

  c.sizes = tw_run_calloc (run, (size_t) board->width * (size_t) board->height, sizeof (uint16_t));
  if (c.sizes != NULL && tw_squares_copy_best (run, &tiling, NULL)) {
    tw_layout_set (board, c.sizes, 0, 0, &tiling, true);
    tw_threads_run (take_blocks, &c, 0, threads, 0);
    if (tw_layout_collect (board, c.sizes, &tiling))
      tw_squares_offer (run, board, &tiling, TW_NO_TRANSFORM);
  }
  tw_tiling_clear (&tiling);
  tw_run_mfree (run, c.sizes);
}

bool
tw_blocks_help (const TwBoard *board)
{
  return tw_board_count_squares (board) >= LARGE_BOARD;
}

static bool
is_open (Blocks *s)
{
  return !tw_run_should_stop (s->run) && !tw_run_is_proved (s->run);
}

/* --- prices --------------------------------------------------------------- */

/* Runs the first steps. Without time or memory for them the view is cleared. */
static void
begin_prices (Blocks *s)
{
  const double left = tw_run_remaining (s->run);
  double began;
  int steps = FIRST_STEPS;
  bool fine;

  s->view_run = tw_run_new_child (s->run, 0);
  fine = s->view_run != NULL && tw_dual_view_init (&s->view, s->board, 0, 1, s->view_run)
         && tw_coarse_start (s->view.solver, s->board, s->view_run);
  began = tw_run_elapsed (s->run);
  fine = fine && tw_dual_solver_iterate (s->view.solver, TIMED_STEPS);
  s->view.unit = UNIT;
  if (fine && left < HUGE_VAL) {
    double step = (tw_run_elapsed (s->run) - began) / TIMED_STEPS;

    steps = (int) fmax (1, fmin (steps, left * FIRST_SHARE / fmax (step, 1e-6)));
  }
  if (fine && tw_dual_view_solve (&s->view, steps, s->run)) {
    TwPrices *prices = tw_prices_copy (s->view.prices, s->run);

    if (prices != NULL) {
      tw_prices_free (s->prices, s->run);
      s->prices = prices;
    }
    s->took = tw_run_elapsed (s->run) - began;
    s->steps = steps;
  } else {
    tw_dual_view_clear (&s->view);
  }
}

/* Ends the pricing: memory was short, or the run has ended. */
static bool
give_up (Blocks *s)
{
  s->steps = 0;
  s->in_vain = IN_VAIN;
  return false;
}

/* Solves for better prices, or separates cuts, in at most `seconds`. Returns false when there is
 * nothing left to do in that time. */
static bool
price_once (Blocks *s, double seconds)
{
  TwDualView *view = &s->view;
  double began = tw_run_elapsed (s->run);
  int steps = s->steps;

  if (view->solver == NULL || !is_open (s))
    return false;
  if (steps > 0) {
    int64_t before = view->prices->total;
    double most = seconds / fmax (s->took, 1e-3) * steps / 2;

    steps = (int) fmin (steps, most);
    if (steps < s->steps / 4)
      return false;
    if (!tw_dual_view_solve (view, steps, s->run) || !tw_lns_set_prices (s->lns, view->prices))
      return give_up (s);
    s->steps = 2 * steps;
    if (tw_dual_solver_is_thinned (view->solver))
      s->steps = steps < THINNED_STEPS ? 2 * steps : steps;
    else if (view->prices->total - before < before / 1000 || s->steps >= MOST_STEPS) {
      s->steps = 0;
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

/* --- large-neighbourhood search --------------------------------------- */

/* Returns the number of threads for the next round. */
static int
count_threads (const Blocks *s)
{
  return s->threads - atomic_load (&s->beside);
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

/* Solves for prices for the fraction PRICES_SHARE of the time. Returns false when that no longer
 * pays. */
static bool
price (Blocks *s)
{
  double left = tw_run_remaining (s->run), began = tw_run_elapsed (s->run);
  double seconds = left * PRICES_SHARE;
  bool going_on;

  do
    going_on = price_once (s, seconds - (tw_run_elapsed (s->run) - began));
  while (going_on && left < HUGE_VAL);
  return going_on || left < HUGE_VAL;
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
  if (s->view_run != NULL)
    tw_run_cancel (s->view_run);
  tw_progress_bar_end (bar, tw_run_is_proved (s->run));
}

/* One of the two threads that call this solves the rounds; the other solves for prices. */
static void *
work (void *data)
{
  Blocks *s = data;

  if (atomic_fetch_add (&s->next_job, 1) == 0) {
    solve_rounds (s);
    return NULL;
  }
  while (price_once (s, tw_run_remaining (s->run)))
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
    begin_prices (s);
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
    begin_prices (s);
  }
  atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
  if (tw_coarse_helps (s->board))
    s->regions = tw_regions_new (s->run);
  else if (is_open (s))
    tw_blocks_cover (s->board, s->prices, s->side, count_threads (s), s->run);
  s->lns = tw_lns_new (s->board, s->prices, s->run);
  if (s->lns != NULL && tw_lns_take_tiling (s->lns, s->run)
      && (s->regions == NULL || tw_regions_take_tiling (s->regions, s->run))) {
    atomic_store (&s->beside, s->view.solver != NULL && s->threads > 1);
    tw_threads_run (work, s, 0, 1 + atomic_load (&s->beside), 0);
  }
  tw_regions_free (s->regions);
  tw_lns_free (s->lns);
  tw_dual_view_clear (&s->view);
  tw_run_free (s->view_run);
}

void
tw_blocks_solve (const TwBoard *board, const TwOptions *options, int side, TwCoarseEngine *solve,
                 TwRun *run)
{
  int threads = tw_options_threads (options);
  Blocks s = {
    .board = board,
    .options = options,
    .solve = solve,
    .run = run,
    .side = side,
    .threads = threads < TW_STRATEGY_MOST_THREADS ? threads : TW_STRATEGY_MOST_THREADS,
    .next_seed = (uint64_t) options->seed,
  };

  s.prices = tw_prices_by_size (board, UNIT, run);
  if (s.prices != NULL) {
    tw_run_raise_bound (run, tw_prices_bound (s.prices));
    solve_all (&s);
  }
  tw_prices_free (s.prices, run);
}
