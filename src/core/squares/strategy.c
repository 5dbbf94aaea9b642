/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.c - the automatic engine: who does what within the time, on how many threads. */
#include "core/squares/strategy.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>

#include "core/squares/blocks.h"
#include "core/squares/components.h"
#include "core/squares/greedy.h"
#include "core/squares/nested.h"
#include "core/squares/opening.h"
#include "core/squares/proof.h"
#include "core/squares/rectangle.h"
#include "core/squares/windows.h"
#include "core/threads.h"
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
#define CUTS_END      0.3
#define SETTLED_END   0.36
#define IN_VAIN       10
#define SETTLING      20
#define FIRST_BREADTH 25
/* On boards no broader than this the first are twice as broad. */
#define SOON_BROADER 100
/* Times as long as the last that the next step of a band may take. */
#define LONGER_CLIMB 2

/* Nested sweeps of large boards: how wide the first is and how much wider the next at most, each so that
 * it takes about this part of the time that is left; narrower ones are not worth it, nor are those that are
 * so much narrower than the last. Widths times cells that are swept in a second, to begin with. */
#define FIRST_NESTED  15
#define NESTED_GROWTH 20
#define NESTED_PART   0.6
#define LEAST_NESTED  6
#define LEAST_AGAIN   0.75
#define NESTED_SPEED  3e5
#define MOST_NESTED   2000

/* Of the time to the deadline, the part after which a nested sweep is given up: windows need some, too. */
#define MOST_NESTED_PART 0.9

/* Seconds of windows, at least: between two looks for prices to go by, and after a sweep. */
#define FIRST_WINDOWS 0.05

/* Alone, windows come first, for a part of the time: as long as they find something, that is no longer in vain than
 * so many seconds and so many times as long as they have found something. */
#define WINDOWS_PART    0.2
#define WINDOWS_IN_VAIN 0.5
#define WINDOWS_WORTH   1.0

/* A thread that has had the processor for less than this part of the time is taken to have had so much. */
#define LEAST_PACE 0.01
/* Seconds of the clock before the pace is known. */
#define PACE_KNOWN 0.02

/* Between the seeds of those who draw lots. */
#define SEED_STEP UINT64_C (0x9E3779B97F4A7C15)

/* Seconds of windows before a proof that nothing else runs beside. */
#define MOST_BEFORE_PROOF 1

enum {
  LARGE = 2200,       /* free cells from which on windows are better than wider sweeps */
  VERY_LARGE = 20000, /* where even the first sweeps take too long */
};

/* What those at work on a large board share. Sweeps and windows go by prices, and by reduced costs that cuts
 * have had their part in, both of the board as it is. */
typedef struct {
  pthread_mutex_t lock;
  TwPrices *prices; /* NULL: not yet */
  TwReducedCosts reduced;
  TwBands *bands; /* that anybody may work on; NULL: none */
  int64_t above;  /* what the prices beneath them are worth, in units */
} Guide;

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
  Guide guide;
  atomic_uint next_job;
  atomic_uint_fast64_t next_seed;
} Strategy;

typedef struct {
  Strategy *strategy;
  TwRun *run; /* a child of the strategy's, cancelled when all is proved */
  bool proves, alone;
} Worker;

/* When a thread set out, by the clock and in processor time: others may have the processor, too, so that what
 * it can do until the deadline is planned by what it has had. */
typedef struct {
  double clock, work;
} Pace;

static Pace
set_pace (const TwRun *run)
{
  return (Pace){ .clock = tw_run_elapsed (run), .work = tw_run_work (run) };
}

/* The processor seconds that the thread will have until the deadline. */
static double
work_left (const Pace *pace, const TwRun *run)
{
  double clock = tw_run_elapsed (run) - pace->clock, left = tw_run_remaining (run);

  if (clock < PACE_KNOWN || left == HUGE_VAL)
    return left;
  return left * fmin (1, fmax (LEAST_PACE, (tw_run_work (run) - pace->work) / clock));
}

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

static int
imin (int a, int b)
{
  return a < b ? a : b;
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
  if (tw_run_best (run) < 0)
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

/* Windows of the best tiling, for so many processor seconds or to a stop. */
static bool
improve (Strategy *s, TwRun *run, double seconds)
{
  double end = tw_run_work (run) + seconds;
  uint64_t seed = atomic_fetch_add (&s->next_seed, SEED_STEP);
  bool goes_on = true;

  while (goes_on && !is_proved (s->run) && tw_run_work (run) < end)
    goes_on = tw_windows_improve (s->windows, &seed, run, s->run);
  return goes_on && !is_proved (s->run);
}

/* Windows before all else, as long as it pays. */
static bool
improve_first (Strategy *s, TwRun *run)
{
  double began = tw_run_work (run), last = began, now = began;
  double end = tw_run_elapsed (run) + tw_run_budget (run) * WINDOWS_PART;
  int64_t best = tw_run_best (s->run);
  bool goes_on = true;

  while (goes_on && tw_run_elapsed (run) < end
         && now - last < WINDOWS_IN_VAIN + WINDOWS_WORTH * (last - began)) {
    goes_on = improve (s, run, FIRST_WINDOWS);
    now = tw_run_work (run);
    last = tw_run_best (s->run) < best ? now : last;
    best = tw_run_best (s->run);
  }
  return goes_on;
}

/* Shows the others the view's prices: to windows as they are, to nested sweeps the mean of what squares
 * cost above them and above those with cuts, since cuts that tilings do not use up promise too much. */
static bool
guide_by (Strategy *s, const TwPricedView *view)
{
  TwRun *run = s->run;
  int back = tw_transform_inverse (view->transform);
  TwPrices *prices = tw_prices_transform (back, view->prices, run);
  TwReducedCosts reduced = { 0 }, with_cuts = { 0 }, turned = { 0 };
  bool cuts = view->charges != NULL;
  bool fine = prices != NULL && tw_windows_set_prices (s->windows, prices)
              && tw_reduced_costs_init (&reduced, view->board, view->prices, NULL, run)
              && (!cuts
                  || tw_reduced_costs_init (&with_cuts, view->board, view->with_cuts, view->charges,
                                            run));

  if (fine && cuts) {
    size_t n_cells = (size_t) view->board->width * (size_t) view->board->height;

    for (uint32_t i = 0; i < reduced.first[n_cells]; i++)
      reduced.costs[i] = reduced.costs[i] / 2 + with_cuts.costs[i] / 2;
  }
  fine = fine && tw_reduced_costs_turn (&turned, s->board, &reduced, view->board, back, run);
  tw_reduced_costs_clear (&with_cuts, view->board, run);
  tw_reduced_costs_clear (&reduced, view->board, run);
  if (fine) {
    TwPrices *old_prices;
    TwReducedCosts old;

    pthread_mutex_lock (&s->guide.lock);
    old_prices = s->guide.prices;
    old = s->guide.reduced;
    s->guide.prices = prices;
    s->guide.reduced = turned;
    pthread_mutex_unlock (&s->guide.lock);
    prices = old_prices;
    turned = old;
  }
  tw_reduced_costs_clear (&turned, s->board, run);
  tw_prices_free (prices, run);
  return fine;
}

static bool
is_guided (Strategy *s)
{
  bool is;

  pthread_mutex_lock (&s->guide.lock);
  is = s->guide.prices != NULL;
  pthread_mutex_unlock (&s->guide.lock);
  return is;
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
    fine = fine && (worth == before || guide_by (s, view));
    in_vain = worth - before > view->unit / 100 ? 0 : in_vain + 1;
  }
  for (int i = 0;
       fine && i < SETTLING && !is_proved (s->run) && tw_run_elapsed (run) <= end * SETTLED_END;
       i++)
    fine = tw_priced_view_settle (view, CUT_STEPS, s->run);
  return fine;
}

/* Works on the bands that there are, if any: to their end, or as long as the next step should end before
 * `end`. */
static void
climb_bands (Strategy *s, TwRun *run, double end)
{
  TwBands *bands = NULL;
  int64_t above, unit = s->master->unit;
  double began = tw_run_elapsed (run), took = 0;
  bool exact;

  pthread_mutex_lock (&s->guide.lock);
  above = s->guide.above;
  if (s->guide.bands != NULL)
    bands = tw_bands_ref (s->guide.bands);
  pthread_mutex_unlock (&s->guide.lock);
  if (bands == NULL)
    return;
  while (!is_proved (s->run) && began + LONGER_CLIMB * took < end && tw_bands_climb (bands)) {
    tw_run_raise_bound (s->run, (above + tw_bands_gap (bands, &exact) + unit - 1) / unit);
    took = tw_run_elapsed (run) - began;
    began += took;
  }
  tw_bands_unref (bands);
}

/* Bands across the board's longer sides, as broad as the time allows. */
static void
band_on (Strategy *s, const TwPricedView *view, TwRun *run, double end)
{
  int count = (view->board->width + FIRST_BREADTH - 1) / FIRST_BREADTH;
  bool exact = true;

  if (view->board->width <= SOON_BROADER)
    count = (count + 1) / 2;
  for (; count > 0 && exact && !is_proved (s->run); count /= 2) {
    int64_t above;
    TwBands *bands = tw_priced_view_bands (view, count, tw_strategy_memory (s->options), &above);
    TwBands *old;

    if (bands == NULL)
      return;
    pthread_mutex_lock (&s->guide.lock);
    old = s->guide.bands;
    s->guide.bands = bands;
    s->guide.above = above;
    pthread_mutex_unlock (&s->guide.lock);
    tw_bands_unref (old);
    climb_bands (s, run, end);
    tw_bands_gap (bands, &exact);
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

    fine = tw_priced_view_price (&view, steps, s->run) && guide_by (s, &view);
    if (!fine)
      break;
    if (view.prices->total - before < view.prices->total / 400
        || tw_run_elapsed (run) > tw_run_budget (run) / 3)
      break;
  }
  if (fine && cut_on (s, &view, run, end))
    band_on (s, &view, run, alone ? end : HUGE_VAL);
  atomic_store_explicit (&lane->phase, TW_PHASE_DONE, memory_order_relaxed);
  tw_priced_view_clear (&view);
}

/* Improves a tiling by itself till `end`, in processor time, and offers what becomes of it. */
static bool
polish (Strategy *s, TwRun *run, TwTiling *tiling, int k, const TwPrices *prices, double end)
{
  TwRun *own = tw_run_new_child (run, 0);
  uint64_t seed = atomic_fetch_add (&s->next_seed, SEED_STEP);
  TwWindows *windows = own != NULL ? tw_windows_new (s->board, prices, own) : NULL;
  bool fine = windows != NULL;

  tw_run_offer (s->run, s->board, tiling, k);
  if (fine)
    tw_run_offer (own, s->board, tiling, k);
  while (fine && !is_proved (s->run) && tw_run_work (run) < end)
    fine = tw_windows_improve (windows, &seed, own, own);
  if (own != NULL && tw_run_copy_best (own, tiling, NULL))
    tw_run_offer (s->run, s->board, tiling, k);
  tw_windows_free (windows);
  tw_run_free (own);
  return fine;
}

/* A nested sweep over a transform, and half as long for its tiling before it is compared with the
 * best. `took` are the processor seconds of the sweep; false when it came to nothing. */
static bool
nest (Strategy *s, TwRun *run, int k, size_t width, double *took)
{
  TwBoard *board = tw_transform_board (k, s->board);
  double left = tw_run_remaining (run);
  TwRun *limited = tw_run_new_child (run, left < HUGE_VAL ? left * MOST_NESTED_PART : 0);
  TwReducedCosts reduced = { 0 };
  TwPrices *prices = NULL;
  TwTiling tiling = { 0 };
  TwLane *lane = tw_run_lane (s->run, k);
  double began = tw_run_work (run);
  bool fine;

  pthread_mutex_lock (&s->guide.lock);
  prices = tw_prices_copy (s->guide.prices, run);
  fine = board != NULL && limited != NULL && prices != NULL
         && tw_reduced_costs_turn (&reduced, board, &s->guide.reduced, s->board, k, run);
  pthread_mutex_unlock (&s->guide.lock);
  if (fine) {
    TwNestedTask task = {
      .board = board,
      .reduced = &reduced,
      .unit = s->master->unit,
      .width = width,
      .memory = tw_strategy_memory (s->options),
      .shown = s->run,
      .lane = k,
      .transform = k,
    };

    atomic_store_explicit (&lane->phase, TW_PHASE_SWEEP, memory_order_relaxed);
    fine = tw_nested_sweep (&task, limited, &tiling);
  }
  *took = tw_run_work (run) - began;
  tw_run_free (limited);
  if (board != NULL)
    tw_reduced_costs_clear (&reduced, board, run);
  tw_board_free (board);
  if (fine) {
    tw_transform_tiling_back (k, s->board->width, s->board->height, &tiling);
    atomic_store_explicit (&lane->best, (int64_t) tiling.count, memory_order_relaxed);
    atomic_store_explicit (&lane->phase, TW_PHASE_IMPROVE, memory_order_relaxed);
    fine = polish (s, run, &tiling, k, prices, tw_run_work (run) + *took / 2);
  }
  atomic_store_explicit (&lane->phase, TW_PHASE_DONE, memory_order_relaxed);
  tw_tiling_clear (&tiling);
  tw_prices_free (prices, run);
  return fine;
}

/* Windows until there are prices to go by, and then nested sweeps, as wide as the time allows, and windows
 * of the best. */
static void
nest_on (Strategy *s, TwRun *run, const Pace *pace)
{
  double cells = (double) s->board->width * s->board->height, speed = NESTED_SPEED;
  double least = LEAST_NESTED, most = FIRST_NESTED;
  int transforms[TW_N_TRANSFORMS];
  unsigned count = 0;
  bool goes_on = !is_proved (s->run);

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    if ((s->transforms >> k & 1) != 0)
      transforms[count++] = k;
  }
  while (goes_on && !is_guided (s))
    goes_on = improve (s, run, FIRST_WINDOWS);
  while (goes_on) {
    double width = fmin (most, work_left (pace, run) * NESTED_PART * speed / cells), took;

    if (width < least)
      break;
    if (!nest (s, run, transforms[next_job (s, transforms, count) % count], (size_t) width,
               &took)) {
      /* For want of memory or of time, if it goes on. */
      speed = fmin (speed, width * cells / fmax (took, 1e-3));
      most = width / 2;
      least = LEAST_NESTED;
    } else {
      speed = width * cells / fmax (took, 1e-3);
      least = width * LEAST_AGAIN;
      most = fmin (width * NESTED_GROWTH, MOST_NESTED);
    }
    goes_on = improve (s, run, fmax (took / 4, FIRST_WINDOWS));
  }
  if (goes_on)
    climb_bands (s, run, HUGE_VAL);
  improve (s, run, HUGE_VAL);
}

static void *
work (void *data)
{
  Worker *worker = data;
  Strategy *s = worker->strategy;
  TwRun *run = worker->run;
  const Pace pace = set_pace (run);
  bool goes_on = true;

  if (s->large) {
    if (worker->alone)
      improve_first (s, run);
    if (worker->proves)
      price_on (s, run, worker->alone);
    nest_on (s, run, &pace);
  } else {
    if (worker->proves) {
      /* Alone, a round of sweeps and some windows before: a proof shows nothing on its way. */
      if (worker->alone && widen (s, run, TW_N_TRANSFORMS / 2))
        improve (s, run, fmin (tw_run_budget (run) / 20, MOST_BEFORE_PROOF));
      tw_proof_climb (s->master, s->cutter, tw_strategy_memory (s->options), run, s->run);
    }
    while (goes_on && !is_proved (s->run)) {
      double began = tw_run_work (run);

      goes_on = widen (s, run, 1) && improve (s, run, (tw_run_work (run) - began) / 2);
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

  if (group == NULL)
    return;
  for (int i = 0; i < count; i++)
    workers[i] = (Worker){
      .strategy = s, .run = group, .proves = proves && i == 0, .alone = count == 1
    };
  tw_threads_run (work, workers, sizeof workers[0], count, 0);
  tw_bands_unref (s->guide.bands);
  s->guide.bands = NULL;
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
  /* More threads than processors would only take them from each other. */
  int threads = imin (tw_options_threads (options), tw_threads_processors ());
  TwPricedView master, cutter = { 0 };
  TwOpening *opening = NULL;
  TwBlocksRule blocks;
  bool begun;

  tw_greedy_solve (board, options, run);
  if (proves && tw_rectangle_is_empty (board)) {
    /* Long and thin ones are too much for its search. */
    if (tw_rectangle_cut (board, run) && tw_rectangle_solve (board, run) == TW_STATUS_OPTIMAL)
      return TW_STATUS_OPTIMAL;
  }
  if (tw_blocks_choose (board, &blocks)) {
    tw_blocks_solve (board, options, &blocks, run);
    return tw_strategy_status (run);
  }
  if (threads > 1 && tw_run_best (run) >= 0)
    opening = tw_opening_begin (board, options, run);
  begun = tw_strategy_begin (&master, board, options, run);
  if (!begun && opening != NULL && tw_run_memory_was_short (run)) {
    /* Without what the opening takes it may be enough. */
    tw_opening_end (opening);
    opening = NULL;
    tw_priced_view_clear (&master);
    begun = tw_strategy_begin (&master, board, options, run);
  }
  if (begun) {
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
    tw_opening_end (opening);
    if (s.windows != NULL && !is_proved (run) && pthread_mutex_init (&s.guide.lock, NULL) == 0) {
      /* Where nobody looks for better ones. */
      if (large && !proves)
        guide_by (&s, &master);
      run_workers (&s, imin (threads, TW_STRATEGY_MOST_THREADS), proves);
      pthread_mutex_destroy (&s.guide.lock);
    }
    tw_reduced_costs_clear (&s.guide.reduced, board, run);
    tw_prices_free (s.guide.prices, run);
    tw_windows_free (s.windows);
  } else {
    tw_opening_end (opening);
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
