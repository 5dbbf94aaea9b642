/* strategy.c - the automatic engine: who does what within the time, on how many threads. */
#include "core/squares/strategy.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>

#include "core/squares/blocks.h"
#include "core/squares/components.h"
#include "core/squares/greedy.h"
#include "core/squares/proof.h"
#include "core/squares/rectangle.h"
#include "core/squares/windows.h"
#include "core/transform.h"

/* The first sweeps, as wide as the first answers shall be fast; later rounds grow from the last. */
#define FIRST_WIDTH  50
#define WIDTH_GROWTH 3

/* Rounds of cuts before the sweeps, and their steps. */
#define MOST_CUT_ROUNDS 10
#define CUT_STEPS       700

/* Of large boards: the parts of the time for bounds after which no new cuts are looked for, and after
 * which their prices are good enough; sooner when so many rounds were in vain, or have settled them. Then
 * come bands, from the first breadth on. */
#define CUTS_END      0.45
#define SETTLED_END   0.55
#define IN_VAIN       10
#define SETTLING      20
#define FIRST_BREADTH 16
/* Times as long as before, at least, that broader bands take. */
#define BROADER 5

/* Seconds of windows before a proof that nothing else runs beside. */
#define MOST_BEFORE_PROOF 1

enum {
  LARGE = 2200,       /* free cells from which on windows are better than wider sweeps */
  VERY_LARGE = 20000, /* where even the first sweeps take too long */
};

/* What the workers share. */
typedef struct {
  const TwBoard *board;
  const TwOptions *options;
  const TwPricedView *master; /* read only */
  TwPricedView *cutter;       /* of the thread that proves */
  TwRun *run;
  unsigned transforms;
  size_t first_width;
  bool large; /* windows rather than sweeps */
  TwWindows *windows;
  atomic_uint next_job;
  atomic_uint_fast64_t next_seed;
} Strategy;

typedef struct {
  Strategy *strategy;
  TwRun *run; /* a child of the strategy's, cancelled when all is proved */
  bool proves, alone;
} Worker;

size_t
tw_strategy_memory (const TwOptions *options)
{
  return (size_t) options->memory * 1024 * 1024 / 10 * 7;
}

TwStatus
tw_strategy_status (const TwRun *run)
{
  int64_t best = tw_run_best (run);

  return best >= 0 && tw_run_bound (run) >= best ? TW_STATUS_OPTIMAL : tw_run_status (run);
}

static bool
is_proved (const TwRun *run)
{
  return tw_run_best (run) >= 0 && tw_run_bound (run) >= tw_run_best (run);
}

/* One sweep of limited width; a better tiling is offered, and a bound proved by the way is kept. */
static TwPricedResult
sweep (const TwPricedView *view, size_t width, size_t memory, TwRun *run, TwRun *to)
{
  TwPricedTask task = {
    .board = view->board,
    .prices = { view->prices },
    .n_prices = 1,
    .with_cuts = view->with_cuts,
    .target = tw_run_best (to) - 1,
    .width = width,
    .memory = memory,
    .shown = to,
    .lane = view->transform,
    .transform = view->transform,
  };
  TwLane *lane = tw_run_lane (to, view->transform);
  TwTiling tiling = { 0 };
  TwPricedResult result;

  atomic_store_explicit (&lane->phase, TW_PHASE_SWEEP, memory_order_relaxed);
  result = tw_priced_sweep (&task, run, &tiling, NULL);
  if (result == TW_PRICED_FOUND) {
    tw_priced_view_offer (view, &tiling, to);
    atomic_store_explicit (&lane->best, (int64_t) tiling.count, memory_order_relaxed);
  } else if (result == TW_PRICED_NONE) {
    tw_run_raise_bound (to, task.target + 1);
  }
  atomic_store_explicit (&lane->phase, TW_PHASE_DONE, memory_order_relaxed);
  tw_tiling_clear (&tiling);
  return result;
}

bool
tw_strategy_begin (TwPricedView *view, const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwLane *lane = tw_run_lane (run, TW_STRATEGY_PROOF_LANE);
  size_t width = FIRST_WIDTH;
  double budget = tw_run_budget (run);
  int64_t best;

  *view = (TwPricedView){ 0 };
  tw_greedy_solve (board, options, run);
  best = tw_run_best (run);
  if (best < 0)
    return false;
  tw_run_raise_bound (run, best > 0);
  if (is_proved (run))
    return false;
  atomic_store_explicit (&lane->phase, TW_PHASE_PRICES, memory_order_relaxed);
  if (!tw_priced_view_init (view, board, tw_priced_view_flat (board), best, run))
    return false;
  for (int steps = 256; steps <= 2048; steps *= 2, width *= 2) {
    double began = tw_run_elapsed (run), took;
    int64_t bound = tw_run_bound (run);

    if (!tw_priced_view_price (view, steps, run))
      return false;
    took = tw_run_elapsed (run) - began;
    if (is_proved (run))
      return false;
    if (steps <= 512 && took * 20 < budget && tw_board_count_free (board) < VERY_LARGE
        && sweep (view, width, tw_strategy_memory (options), run, run) == TW_PRICED_STOPPED)
      return false;
    if (is_proved (run))
      return false;
    /* As long as it pays, and on large boards as long as it leaves time for the sweeps. */
    if ((steps >= 1024 && tw_run_bound (run) == bound)
        || tw_run_elapsed (run) + 2 * took > budget / 20)
      break;
  }
  return true;
}

/* One of the rounds over the transforms; those that others are at work on are passed over. */
static unsigned
next_job (Strategy *s, const int *transforms, unsigned count)
{
  unsigned elsewhere = tw_run_elsewhere (s->run), job = atomic_fetch_add (&s->next_job, 1);

  for (unsigned i = 1; i < count && (elsewhere >> transforms[job % count] & 1) != 0; i++)
    job = atomic_fetch_add (&s->next_job, 1);
  return job;
}

/* Sweeps over one transform after the other, wider from round to round, until a stop or so many. */
static bool
widen (Strategy *s, TwRun *run, unsigned jobs)
{
  int transforms[TW_N_TRANSFORMS], count = 0;

  /* Those along the short side first. */
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      bool flat = ((k ^ s->master->transform) & TW_TRANSFORM_TRANSPOSE) == 0;

      if ((s->transforms >> k & 1) != 0 && flat == (pass == 0))
        transforms[count++] = k;
    }
  }
  while (jobs-- > 0 && !tw_run_should_stop (run) && !is_proved (s->run)) {
    unsigned job = next_job (s, transforms, (unsigned) count), round = job / (unsigned) count;
    double width = (double) s->first_width * pow (WIDTH_GROWTH, round);
    TwPricedView view;
    bool done = tw_priced_view_init_from (&view, s->master, transforms[job % (unsigned) count], run)
                && width < 1e8
                && sweep (&view, (size_t) width, tw_strategy_memory (s->options), run, s->run)
                     != TW_PRICED_NO_MEMORY;

    tw_priced_view_clear (&view);
    if (!done)
      return false;
  }
  return !tw_run_should_stop (run);
}

/* Windows of the best tiling, for so many seconds or to a stop. */
static bool
improve (Strategy *s, TwRun *run, double seconds)
{
  double end = tw_run_elapsed (run) + seconds;
  uint64_t seed = atomic_fetch_add (&s->next_seed, 0x9E3779B97F4A7C15ULL);
  bool goes_on = true;

  while (goes_on && !is_proved (s->run) && tw_run_elapsed (run) < end)
    goes_on = tw_windows_improve (s->windows, &seed, run, s->run);
  return goes_on && !is_proved (s->run);
}

/* Cuts, as long as they pay, and then steps that settle their prices. */
static bool
cut_on (Strategy *s, TwPricedView *view, TwRun *run, double end)
{
  int64_t worth = 0;
  bool fine = true;

  for (int in_vain = 0;
       fine && in_vain < IN_VAIN && !is_proved (s->run) && tw_run_elapsed (run) < end * CUTS_END;) {
    int64_t before = worth;

    fine = tw_priced_view_cut (view, CUT_STEPS, s->run);
    if (fine && view->with_cuts != NULL)
      worth = view->with_cuts->total + view->with_cuts->extra;
    in_vain = worth - before > view->unit / 100 ? 0 : in_vain + 1;
  }
  for (int i = 0;
       fine && i < SETTLING && !is_proved (s->run) && tw_run_elapsed (run) <= end * SETTLED_END;
       i++)
    fine = tw_priced_view_settle (view, CUT_STEPS, s->run);
  return fine;
}

/* Bands across the board's longer sides, as broad as the time allows. */
static void
band_on (Strategy *s, TwPricedView *view, TwRun *run, double end)
{
  int count = (view->board->width + FIRST_BREADTH - 1) / FIRST_BREADTH;
  double took = 0;

  for (; count > 0 && !is_proved (s->run); count -= (count + 5) / 6) {
    double began = tw_run_elapsed (run), left = end - began;

    if (left < took * BROADER
        || !tw_priced_view_bands (view, count, left, tw_strategy_memory (s->options), s->run))
      return;
    took = tw_run_elapsed (run) - began;
  }
}

/* The prices of a large board take long to get good: on and on, as long as it pays; then cuts, and
 * what whole tilings cost above the prices. */
static void
price_on (Strategy *s, TwRun *run, bool alone)
{
  double end = tw_run_budget (run) * (alone ? 0.6 : 0.97);
  TwLane *lane = tw_run_lane (s->run, TW_STRATEGY_PROOF_LANE);
  TwPricedView view;
  /* Upright, for the bands. */
  bool fine = tw_priced_view_init_from (&view, s->master,
                                        s->master->transform ^ TW_TRANSFORM_TRANSPOSE, run);

  atomic_store_explicit (&lane->phase, TW_PHASE_PRICES, memory_order_relaxed);
  for (int steps = 1024; fine && steps <= 16384; steps *= 2) {
    int64_t before = view.prices->total;
    TwPrices *prices;

    fine = tw_priced_view_price (&view, steps, s->run);
    if (!fine)
      break;
    prices = tw_prices_transform (tw_transform_inverse (view.transform), view.prices, run);
    fine = prices != NULL && tw_windows_set_prices (s->windows, prices);
    tw_prices_free (prices, run);
    if (view.prices->total - before < view.prices->total / 400
        || tw_run_elapsed (run) > tw_run_budget (run) / 3)
      break;
  }
  if (fine && cut_on (s, &view, run, end))
    band_on (s, &view, run, end);
  atomic_store_explicit (&lane->phase, TW_PHASE_DONE, memory_order_relaxed);
  tw_priced_view_clear (&view);
}

static void *
work (void *data)
{
  Worker *worker = data;
  Strategy *s = worker->strategy;
  TwRun *run = worker->run;
  bool goes_on = true;

  if (s->large) {
    if (worker->alone)
      improve (s, run, tw_run_budget (run) / 5);
    if (worker->proves)
      price_on (s, run, worker->alone);
    improve (s, run, HUGE_VAL);
  } else {
    if (worker->proves) {
      /* Alone, a round of sweeps and some windows before: a proof shows nothing on its way. */
      if (worker->alone && widen (s, run, TW_N_TRANSFORMS / 2))
        improve (s, run, fmin (tw_run_budget (run) / 20, MOST_BEFORE_PROOF));
      tw_proof_climb (s->master, s->cutter, tw_strategy_memory (s->options), run, s->run);
    }
    while (goes_on && !is_proved (s->run)) {
      double began = tw_run_elapsed (run);

      goes_on = widen (s, run, 1) && improve (s, run, (tw_run_elapsed (run) - began) / 2);
    }
  }
  if (is_proved (s->run))
    tw_run_cancel (run);
  return NULL;
}

/* Runs the workers to their end; the first that completes the proof ends the others. */
static void
run_workers (Strategy *s, int count, bool proves)
{
  TwRun *group = tw_run_new_child (s->run, 0);
  Worker workers[TW_STRATEGY_MOST_THREADS];
  pthread_t threads[TW_STRATEGY_MOST_THREADS];
  int started = 1;

  if (group == NULL)
    return;
  for (int i = 0; i < count; i++)
    workers[i] = (Worker){
      .strategy = s, .run = group, .proves = proves && i == 0, .alone = count == 1
    };
  while (started < count && pthread_create (&threads[started], NULL, work, &workers[started]) == 0)
    started++;
  work (&workers[0]);
  for (int i = 1; i < started; i++)
    pthread_join (threads[i], NULL);
  tw_run_free (group);
}

/* Cuts for the master, as long as they raise the bound and take no longer than all before; then
 * the sweeps see further. */
static void
find_cuts (TwPricedView *master, TwPricedView *cutter, TwRun *run)
{
  double began = tw_run_elapsed (run);
  int64_t gained, worth = master->prices->total;

  if (!tw_priced_view_init_from (cutter, master, master->transform, run))
    return;
  for (int i = 0; i < MOST_CUT_ROUNDS && !is_proved (run); i++) {
    if (!tw_priced_view_cut (cutter, CUT_STEPS, run) || tw_run_elapsed (run) > 2 * began)
      break;
    if (cutter->with_cuts == NULL)
      continue;
    gained = cutter->with_cuts->total + cutter->with_cuts->extra - worth;
    worth += gained;
    if (gained < master->unit / 20)
      break;
  }
  tw_priced_view_take_cuts (master, cutter);
}

static TwStatus
solve (const TwBoard *board, const TwOptions *options, TwRun *run, bool proves)
{
  int threads = tw_options_threads (options);
  TwPricedView master, cutter = { 0 };
  TwBlocksRule blocks;

  if (proves && tw_rectangle_is_empty (board)) {
    tw_greedy_solve (board, options, run);
    /* Long and thin ones are too much for its search. */
    if (tw_rectangle_cut (board, run) && tw_rectangle_solve (board, run) == TW_STATUS_OPTIMAL)
      return TW_STATUS_OPTIMAL;
  }
  if (tw_blocks_choose (board, &blocks)) {
    tw_greedy_solve (board, options, run);
    tw_blocks_solve (board, options, &blocks, run);
    return tw_strategy_status (run);
  }
  if (tw_strategy_begin (&master, board, options, run)) {
    bool large = tw_board_count_free (board) > LARGE;
    size_t memory = tw_strategy_memory (options);
    TwPrices *prices = tw_prices_transform (tw_transform_inverse (master.transform), master.prices,
                                            run);
    Strategy s = {
      .board = board,
      .options = options,
      .master = &master,
      .cutter = &cutter,
      .run = run,
      .transforms = tw_options_transform_mask (options),
      .first_width = 200,
      .large = large,
      .next_seed = (uint64_t) options->seed,
    };

    s.windows = prices != NULL ? tw_windows_new (board, prices, run) : NULL;
    tw_prices_free (prices, run);
    /* Most boards are proved at once. */
    if (!large && !(proves && tw_proof_climb (&master, NULL, memory, run, run)))
      find_cuts (&master, &cutter, run);
    if (s.windows != NULL && !is_proved (run))
      run_workers (&s, threads < TW_STRATEGY_MOST_THREADS ? threads : TW_STRATEGY_MOST_THREADS,
                   proves);
    tw_windows_free (s.windows);
  }
  tw_priced_view_clear (&cutter);
  tw_priced_view_clear (&master);
  return tw_strategy_status (run);
}

static TwStatus
solve_with_proof (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return solve (board, options, run, true);
}

static TwStatus
solve_without_proof (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return solve (board, options, run, false);
}

TwStatus
tw_strategy_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return tw_components_solve (board, options, run, solve_with_proof);
}

TwStatus
tw_strategy_solve_priced (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return tw_components_solve (board, options, run, solve_without_proof);
}
