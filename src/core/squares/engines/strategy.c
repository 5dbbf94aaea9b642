/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.c - the automatic engine: schedules the methods over time and threads. */
#include "core/squares/engines/strategy.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>

#include "core/squares/local/blocks.h"
#include "core/squares/engines/components.h"
#include "core/squares/local/greedy.h"
#include "core/squares/bands/nested-beam.h"
#include "core/squares/local/opening.h"
#include "core/squares/engines/proof.h"
#include "core/squares/engines/rectangle.h"
#include "core/squares/local/windows.h"
#include "core/squares/workers.h"
#include "core/base/threads.h"
#include "core/base/transform.h"

/* Width of the first sweeps: small, so that the first solutions are found fast. Each later round
 * multiplies the width. */
#define FIRST_WIDTH  50
#define WIDTH_GROWTH 3

/* Maximum number of separation rounds before the sweeps, and dual solver steps in each. */
#define MOST_CUT_ROUNDS 10
#define CUT_STEPS       700

/* Large boards: fractions of the bounding time after which separation of cuts stops and after which
 * the settling of their prices stops. Separation also stops after IN_VAIN rounds without a gain,
 * settling after SETTLING rounds. Bands follow, starting with bands of FIRST_BREADTH columns. */
#define CUTS_END      0.3
#define SETTLED_END   0.36
#define IN_VAIN       10
#define SETTLING      20
#define FIRST_BREADTH 25
/* Boards of at most this breadth are proved by a single band. */
#define MOST_SINGLE 100
/* Of such a large board, a single thread proves for at most this fraction of the time: the second
 * one while the gap exceeds HOPEFUL_GAP squares. */
#define PROOF_PART  0.75
#define BOUND_PART  0.35
#define HOPEFUL_GAP 8
/* A band step is started only if the remaining time is at least this multiple of the previous
 * step's time. */
#define LONGER_CLIMB 2

/* Nested sweeps of large boards. FIRST_NESTED is the maximum width of the first, NESTED_GROWTH the
 * maximum factor from one to the next. The width is chosen so that a sweep takes the fraction
 * NESTED_PART of the remaining time. Widths below LEAST_NESTED, or below LEAST_AGAIN times the
 * last, are not worth a sweep. NESTED_SPEED is the initial estimate of width times cells swept in a
 * second. */
#define FIRST_NESTED  15
#define NESTED_GROWTH 20
#define NESTED_PART   0.6
#define LEAST_NESTED  6
#define LEAST_AGAIN   0.75
#define NESTED_SPEED  3e5
#define MOST_NESTED   2000
/* Nested sweeps leave all but this part of the memory to the proof. */
#define NESTED_MEMORY 4

/* A nested sweep is given up after this fraction of the time to the deadline: windows need the
 * rest. */
#define MOST_NESTED_PART 0.9

/* Minimum seconds of large-neighbourhood search between two checks for prices, and after a nested
 * sweep. */
#define FIRST_WINDOWS 0.05

/* A single thread starts with large-neighbourhood search, for at most the fraction WINDOWS_PART of
 * the budget. It stops when the time since the last improvement exceeds WINDOWS_IN_VAIN seconds
 * plus WINDOWS_WORTH times the time up to that improvement. */
#define WINDOWS_PART    0.2
#define WINDOWS_IN_VAIN 0.5
#define WINDOWS_WORTH   1.0

/* Lower limit for the measured fraction of the processor that a thread gets. */
#define LEAST_PACE 0.01
/* Seconds of wall-clock time before that fraction is measured. */
#define PACE_KNOWN 0.02

/* Distance between the random seeds of different threads. */
#define SEED_STEP UINT64_C (0x9E3779B97F4A7C15)

/* Maximum seconds of large-neighbourhood search before a proof that runs alone. */
#define MOST_BEFORE_PROOF 0.5

enum {
  LARGE = 2200,       /* boards with more free cells use large-neighbourhood search instead of
                       * wider sweeps */
  VERY_LARGE = 20000, /* boards with at least this many free cells skip the first sweeps, which
                       * would take too long */
};

/* State that the threads on a large board share. Sweeps and windows use the prices; nested sweeps
 * use reduced costs that include the charges of cuts. Both are in the orientation of the original
 * board. */
typedef struct {
  pthread_mutex_t lock;
  TwPrices *prices; /* NULL: not yet computed */
  TwReducedCosts reduced;
  TwBands *bands; /* bands that any thread may work on; NULL: none */
  int64_t above;  /* dual bound of the prices that the bands refine, in units */
} Guide;

/* State that all threads share. */
typedef struct {
  const TwBoard *board;
  const TwOptions *options;
  const TwDualView *master; /* read only */
  TwRun *run;
  unsigned transforms;
  size_t first_width;
  bool large; /* use large-neighbourhood search instead of wider sweeps */
  TwWindows *windows;
  Guide guide;
  atomic_uint next_job;
  atomic_uint_fast64_t next_seed;
} Strategy;

typedef struct {
  Strategy *strategy;
  TwRun *run; /* child of the strategy's run, cancelled when the best tiling is proved optimal */
  bool proves, alone;
  double bounded, proved; /* when a single thread ends its proof: see BOUND_PART and PROOF_PART */
} Worker;

/* Wall-clock and processor time at the start of a thread. Other processes may use the processor, so
 * the work until the deadline is planned from the fraction measured so far. */
typedef struct {
  double clock, work;
} Pace;

static Pace
set_pace (const TwRun *run)
{
  return (Pace){ .clock = tw_run_elapsed (run), .work = tw_run_work (run) };
}

/* Estimates the processor seconds that the thread will get until the deadline. */
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

/* Runs one sweep of limited width. Offers a better tiling to `to` and raises its bound if the sweep
 * proved one. */
static TwPricedResult
sweep (const TwDualView *view, size_t width, size_t memory, TwRun *run, TwRun *to)
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
    .bar = view->transform,
    .transform = view->transform,
  };
  TwProgressBar *bar = tw_run_progress_bar (to, view->transform);
  TwTiling tiling = { 0 };
  TwPricedResult result;

  atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
  result = tw_priced_sweep (&task, run, &tiling, NULL);
  if (result == TW_PRICED_FOUND) {
    tw_dual_view_offer (view, &tiling, to);
    atomic_store_explicit (&bar->best, (int64_t) tiling.count, memory_order_relaxed);
  } else if (result == TW_PRICED_NONE) {
    tw_run_raise_bound (to, task.target + 1);
  }
  tw_progress_bar_end (bar, result != TW_PRICED_STOPPED && result != TW_PRICED_NO_MEMORY);
  tw_tiling_clear (&tiling);
  return result;
}

bool
tw_strategy_begin (TwDualView *view, const TwBoard *board, const TwOptions *options, TwRun *run)
{
  TwProgressBar *bar = tw_run_progress_bar (run, TW_STRATEGY_PROOF_BAR);
  size_t width = FIRST_WIDTH;
  double budget = tw_run_budget (run);
  int64_t best;

  *view = (TwDualView){ 0 };
  if (tw_run_best (run) < 0)
    tw_greedy_solve (board, options, run);
  best = tw_run_best (run);
  if (best < 0)
    return false;
  tw_run_raise_bound (run, best > 0);
  if (is_proved (run))
    return false;
  atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
  if (!tw_dual_view_init (view, board, tw_dual_view_flat (board), best, run))
    return false;
  for (int steps = 256; steps <= 2048; steps *= 2, width *= 2) {
    double began = tw_run_elapsed (run), took;
    int64_t bound = tw_run_bound (run);

    if (!tw_dual_view_solve (view, steps, run))
      return false;
    took = tw_run_elapsed (run) - began;
    if (is_proved (run))
      return false;
    if (steps <= 512 && took * 20 < budget && tw_board_count_free (board) < VERY_LARGE
        && sweep (view, width, tw_strategy_memory (options), run, run) == TW_PRICED_STOPPED)
      return false;
    if (is_proved (run))
      return false;
    /* Continue while the bound rises and, on large boards, while enough time remains for the
     * sweeps. */
    if ((steps >= 1024 && tw_run_bound (run) == bound)
        || tw_run_elapsed (run) + 2 * took > budget / 20)
      break;
  }
  return true;
}

/* Returns the next job: a round and a transform. Skips transforms that other solvers are working on
 * (tw_run_elsewhere ()). */
static unsigned
next_job (Strategy *s, const int *transforms, unsigned count)
{
  unsigned elsewhere = tw_run_elsewhere (s->run), job = atomic_fetch_add (&s->next_job, 1);

  for (unsigned i = 1; i < count && (elsewhere >> transforms[job % count] & 1) != 0; i++)
    job = atomic_fetch_add (&s->next_job, 1);
  return job;
}

/* Sweeps over one transform after the other, with a larger width in each round, until the run stops
 * or `jobs` sweeps are done. */
static bool
widen (Strategy *s, TwRun *run, unsigned jobs)
{
  int transforms[TW_N_TRANSFORMS], count = 0;

  /* The transforms with the profile along the shorter side come first: they are faster. */
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
    TwDualView view;
    bool done = tw_dual_view_init_from (&view, s->master, transforms[job % (unsigned) count], run)
                && width < 1e8
                && sweep (&view, (size_t) width, tw_strategy_memory (s->options), run, s->run)
                     != TW_PRICED_NO_MEMORY;

    tw_dual_view_clear (&view);
    if (!done)
      return false;
  }
  return !tw_run_should_stop (run);
}

/* Runs large-neighbourhood search for `seconds` of processor time or until the run stops. */
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

/* Runs large-neighbourhood search before anything else, while it finds improvements, for at most
 * `seconds` of processor time. */
static bool
improve_first (Strategy *s, TwRun *run, double seconds)
{
  double began = tw_run_work (run), last = began, now = began;
  double end = tw_run_elapsed (run) + tw_run_budget (run) * WINDOWS_PART;
  int64_t best = tw_run_best (s->run);
  bool goes_on = true;

  while (goes_on && tw_run_elapsed (run) < end && now < began + seconds
         && now - last < WINDOWS_IN_VAIN + WINDOWS_WORTH * (last - began)) {
    goes_on = improve (s, run, FIRST_WINDOWS);
    now = tw_run_work (run);
    last = tw_run_best (s->run) < best ? now : last;
    best = tw_run_best (s->run);
  }
  return goes_on;
}

/* Publishes the view's prices. Windows use the prices without cuts. Nested sweeps use the mean of
 * the reduced costs without and with cuts: cuts that tilings do not satisfy with equality
 * overestimate the cost. */
static bool
guide_by (Strategy *s, const TwDualView *view)
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

/* Separates cuts while they raise the bound, then runs steps that settle their prices. */
static bool
cut_on (Strategy *s, TwDualView *view, TwRun *run, double end)
{
  int64_t worth = 0;
  bool fine = true;

  for (int in_vain = 0;
       fine && in_vain < IN_VAIN && !is_proved (s->run) && tw_run_elapsed (run) < end * CUTS_END;) {
    int64_t before = worth;

    fine = tw_dual_view_cut (view, CUT_STEPS, s->run);
    if (fine && view->with_cuts != NULL)
      worth = view->with_cuts->total + view->with_cuts->extra;
    fine = fine && (worth == before || guide_by (s, view));
    in_vain = worth - before > view->unit / 100 ? 0 : in_vain + 1;
  }
  for (int i = 0;
       fine && i < SETTLING && !is_proved (s->run) && tw_run_elapsed (run) <= end * SETTLED_END;
       i++)
    fine = tw_dual_view_settle (view, CUT_STEPS, s->run);
  return fine;
}

/* Works on the current bands, if any, until they are done or the next step is not expected to end
 * before `end`. */
static void
climb_bands (Strategy *s, TwRun *run, double end)
{
  TwBands *bands = NULL;
  int64_t above, unit = s->master->unit;
  double began = tw_run_elapsed (run), took = 0;

  pthread_mutex_lock (&s->guide.lock);
  above = s->guide.above;
  if (s->guide.bands != NULL)
    bands = tw_bands_ref (s->guide.bands);
  pthread_mutex_unlock (&s->guide.lock);
  if (bands == NULL)
    return;
  while (!is_proved (s->run) && began + LONGER_CLIMB * took < end
         && tw_bands_climb (bands, (tw_run_best (s->run) - 1) * unit - above + 1)) {
    tw_run_raise_bound (s->run, (above + tw_bands_gap (bands, NULL) + unit - 1) / unit);
    took = tw_run_elapsed (run) - began;
    began += took;
  }
  tw_bands_unref (bands);
}

/* Computes bands along the board's longer side, with broader and broader bands as long as time
 * allows. */
static void
band_on (Strategy *s, const TwDualView *view, TwRun *run, double end)
{
  int count = (view->board->width + FIRST_BREADTH - 1) / FIRST_BREADTH;
  bool exact = true;

  for (; count > 0 && exact && !is_proved (s->run); count /= 2) {
    int64_t above;
    TwBands *bands = tw_dual_view_bands (view, count, tw_strategy_memory (s->options), view->run,
                                         &above);
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

/* Improves the bounds of a large board, whose prices converge slowly: first prices, while the bound
 * rises, then cuts, then bands for the reduced cost of whole tilings. */
static void
price_on (Strategy *s, TwRun *run, bool alone)
{
  double end = tw_run_budget (run) * (alone ? 0.6 : 0.97);
  TwProgressBar *bar = tw_run_progress_bar (s->run, TW_STRATEGY_PROOF_BAR);
  TwDualView view;
  /* Upright: bands are ranges of columns, which then divide the shorter side. */
  bool fine = tw_dual_view_init_from (&view, s->master,
                                      s->master->transform ^ TW_TRANSFORM_TRANSPOSE, run);

  atomic_store_explicit (&bar->phase, TW_PHASE_PRICES, memory_order_relaxed);
  for (int steps = 1024; fine && steps <= 16384; steps *= 2) {
    int64_t before = view.prices->total;

    fine = tw_dual_view_solve (&view, steps, s->run) && guide_by (s, &view);
    if (!fine)
      break;
    if (view.prices->total - before < view.prices->total / 400
        || tw_run_elapsed (run) > tw_run_budget (run) / 3)
      break;
  }
  if (fine && cut_on (s, &view, run, end))
    band_on (s, &view, run, alone ? end : HUGE_VAL);
  tw_progress_bar_end (bar, is_proved (s->run));
  tw_dual_view_clear (&view);
}

/* Improves a tiling independently of the best one until `end`, in processor time, and offers the
 * result. */
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

/* Runs a nested sweep of a transform. Then improves its tiling for half that time before it
 * competes with the best. Sets `took` to the processor seconds of the sweep. Returns false when it
 * gave no tiling. */
static bool
sweep_nested (Strategy *s, TwRun *run, int k, size_t width, double *took)
{
  TwBoard *board = tw_transform_board (k, s->board);
  double left = tw_run_remaining (run);
  TwRun *limited = tw_run_new_child (run, left < HUGE_VAL ? left * MOST_NESTED_PART : 0);
  TwReducedCosts reduced = { 0 };
  TwPrices *prices = NULL;
  TwTiling tiling = { 0 };
  TwProgressBar *bar = tw_run_progress_bar (s->run, k);
  double began = tw_run_work (run);
  bool fine, swept;

  pthread_mutex_lock (&s->guide.lock);
  prices = tw_prices_copy (s->guide.prices, run);
  fine = board != NULL && limited != NULL && prices != NULL
         && tw_reduced_costs_turn (&reduced, board, &s->guide.reduced, s->board, k, run);
  pthread_mutex_unlock (&s->guide.lock);
  if (fine) {
    TwNestedBeam task = {
      .board = board,
      .reduced = &reduced,
      .unit = s->master->unit,
      .width = width,
      .memory = tw_strategy_memory (s->options) / NESTED_MEMORY,
      .shown = s->run,
      .bar = k,
      .transform = k,
    };

    atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
    fine = tw_nested_beam_search (&task, limited, &tiling);
  }
  *took = tw_run_work (run) - began;
  tw_run_free (limited);
  if (board != NULL)
    tw_reduced_costs_clear (&reduced, board, run);
  tw_board_free (board);
  swept = fine;
  if (fine) {
    tw_transform_tiling_back (k, s->board->width, s->board->height, &tiling);
    atomic_store_explicit (&bar->best, (int64_t) tiling.count, memory_order_relaxed);
    atomic_store_explicit (&bar->phase, TW_PHASE_IMPROVE, memory_order_relaxed);
    fine = polish (s, run, &tiling, k, prices, tw_run_work (run) + *took / 2);
  }
  tw_progress_bar_end (bar, swept);
  tw_tiling_clear (&tiling);
  tw_prices_free (prices, run);
  return fine;
}

/* Runs large-neighbourhood search until prices are available. Then alternates nested sweeps, as
 * wide as the time allows, and large-neighbourhood search on the best tiling. */
static void
run_nested_beams (Strategy *s, TwRun *run, const Pace *pace)
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
    if (!sweep_nested (s, run, transforms[next_job (s, transforms, count) % count], (size_t) width,
                       &took)) {
      /* The sweep ran out of memory or of time, unless the run has stopped. */
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

/* Pauses the proof: publishes its prices, and searches for tilings when no other thread does. */
static double
pause_proof (const TwDualView *view, double seconds, void *data)
{
  Worker *worker = data;
  Strategy *s = worker->strategy;

  if (s->large)
    guide_by (s, view);
  if (!worker->alone)
    return HUGE_VAL;
  improve (s, worker->run, seconds);
  if (!s->large)
    return HUGE_VAL;
  return tw_run_best (s->run) - tw_run_bound (s->run) > HOPEFUL_GAP ? worker->bounded
                                                                    : worker->proved;
}

/* Proves a board that is not too broad for a single band. */
static void
prove (Worker *worker, const Pace *pace)
{
  Strategy *s = worker->strategy;
  TwRun *run = worker->run;
  size_t memory = tw_strategy_memory (s->options);
  TwDualView cutter = { 0 };

  worker->bounded = tw_run_work (run) + work_left (pace, run) * BOUND_PART;
  worker->proved = tw_run_work (run) + work_left (pace, run) * PROOF_PART;
  if (s->large)
    guide_by (s, s->master);
  if (!tw_proof_nested (s->master, memory, run, s->run, pause_proof, NULL, worker) && !s->large
      && tw_dual_view_init_from (&cutter, s->master, s->master->transform, run))
    tw_proof_climb (s->master, &cutter, memory, run, s->run);
  tw_dual_view_clear (&cutter);
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
    bool single = imin (s->board->width, s->board->height) <= MOST_SINGLE;

    if (worker->alone)
      improve_first (s, run, single ? MOST_BEFORE_PROOF : HUGE_VAL);
    if (worker->proves && single)
      prove (worker, &pace);
    else if (worker->proves)
      price_on (s, run, worker->alone);
    run_nested_beams (s, run, &pace);
  } else {
    if (worker->proves) {
      /* Alone: first a round of sweeps and some large-neighbourhood search, since a proof yields no
       * solutions on its way. */
      if (worker->alone && widen (s, run, TW_N_TRANSFORMS / 2))
        improve (s, run, fmin (tw_run_budget (run) / 20, tw_run_work (run) - pace.work));
      prove (worker, &pace);
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

/* Runs the threads until they end. The first thread that completes the proof cancels the others. */
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

/* Separates cuts for the master view while they raise the bound and take no longer than all work
 * before. They strengthen the bounds of the sweeps. */
static void
find_cuts (TwDualView *master, TwRun *run)
{
  TwDualView cutter;
  double began = tw_run_elapsed (run);
  int64_t gained, worth = master->prices->total;

  if (!tw_dual_view_init_from (&cutter, master, master->transform, run)) {
    tw_dual_view_clear (&cutter);
    return;
  }
  for (int i = 0; i < MOST_CUT_ROUNDS && !is_proved (run); i++) {
    if (!tw_dual_view_cut (&cutter, CUT_STEPS, run) || tw_run_elapsed (run) > 2 * began)
      break;
    if (cutter.with_cuts == NULL)
      continue;
    gained = cutter.with_cuts->total + cutter.with_cuts->extra - worth;
    worth += gained;
    if (gained < master->unit / 20)
      break;
  }
  tw_dual_view_take_cuts (master, &cutter);
  tw_dual_view_clear (&cutter);
}

static TwStatus
solve (const TwBoard *board, const TwOptions *options, TwRun *run, bool proves)
{
  /* More threads than processors would only compete for them. */
  int threads = imin (tw_options_threads (options), tw_threads_processors ());
  TwDualView master;
  TwOpening *opening = NULL;
  TwBlocksRule blocks;
  TwProgressBar *bar = tw_run_progress_bar (run, TW_STRATEGY_PROOF_BAR);
  bool begun;

  tw_greedy_solve (board, options, run);
  if (proves && tw_rectangle_is_empty (board)) {
    /* The search is too slow for long and thin rectangles; then the other methods continue. */
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
    /* Retry without the opening, which frees its memory. */
    tw_opening_end (opening);
    opening = NULL;
    tw_dual_view_clear (&master);
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
      .run = run,
      .transforms = tw_options_transform_mask (options),
      .first_width = 200,
      .large = large,
      .next_seed = (uint64_t) options->seed,
    };

    s.windows = prices != NULL ? tw_windows_new (board, prices, run) : NULL;
    tw_prices_free (prices, run);
    /* Most boards are proved optimal here, without cuts. */
    if (!large && proves)
      tw_proof_climb (&master, NULL, memory, run, run);
    else if (!large)
      find_cuts (&master, run);
    tw_opening_end (opening);
    if (s.windows != NULL && !is_proved (run) && pthread_mutex_init (&s.guide.lock, NULL) == 0) {
      /* Without a proving thread no better prices will follow: publish the master's. */
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
  tw_dual_view_clear (&master);
  /* Any of the threads may have completed the proof. */
  if (bar->phase != TW_PHASE_IDLE)
    tw_progress_bar_end (bar, is_proved (run));
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
