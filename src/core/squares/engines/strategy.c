/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.c - the automatic engine: schedules the methods over time and threads. */
#include "core/squares/engines/strategy.h"

#include <math.h>

#include "core/squares/local/blocks.h"
#include "core/squares/engines/components.h"
#include "core/squares/engines/shared-dual.h"
#include "core/squares/local/greedy.h"
#include "core/squares/bands/nested-beam.h"
#include "core/squares/local/opening.h"
#include "core/squares/engines/proof.h"
#include "core/squares/engines/optimal.h"
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

/* Boards of at most this breadth are proved by a single band. */
#define MOST_SINGLE 100
/* Of such a large board, a single thread proves for at most this fraction of the time: the second
 * one while the gap exceeds HOPEFUL_GAP squares. */
#define PROOF_PART  0.9
#define BOUND_PART  0.35
#define HOPEFUL_GAP 8
/* Other threads interrupt their search for a proof also while the gap is at most this part of the
 * best tiling: then more time for the bound narrows the gap faster. */
#define NARROW_GAP 80
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

/* A nested sweep stops after this fraction of the time to the deadline: windows need the rest. */
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
  TwSharedDual dual;
  atomic_uint next_job;
  atomic_uint_fast64_t next_seed;
} Strategy;

typedef struct {
  Strategy *strategy;
  TwRun *run;   /* `group`, or a child of it for the threads that search for tilings */
  TwRun *group; /* child of the strategy's run, cancelled when the best tiling is proved optimal */
  bool proves, alone;
  TwTeamRule team;        /* of the thread that proves */
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

static int
imin (int a, int b)
{
  return a < b ? a : b;
}

int
tw_strategy_threads (const TwOptions *options)
{
  return imin (imin (tw_options_threads (options), tw_threads_processors ()),
               TW_STRATEGY_MOST_THREADS);
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

static bool
is_proved (const TwRun *run)
{
  return tw_run_best (run) >= 0 && tw_run_bound (run) >= tw_run_best (run);
}

/* Runs one sweep of limited width. Offers a better tiling to `to` and raises its bound if the sweep
 * proved one. */
static TwEnd
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
  TwEnd result;

  atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
  result = tw_priced_sweep (&task, run, &tiling, NULL);
  if (result == TW_END_FOUND) {
    tw_dual_view_offer (view, &tiling, to);
    atomic_store_explicit (&bar->best, (int64_t) tiling.count, memory_order_relaxed);
  } else if (result == TW_END_NONE) {
    tw_run_raise_bound (to, task.target + 1);
  }
  tw_progress_bar_end (bar, result != TW_END_STOPPED && result != TW_END_NO_MEMORY);
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
        && sweep (view, width, tw_strategy_memory (options), run, run) == TW_END_STOPPED)
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
                     != TW_END_NO_MEMORY;

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

  fine = board != NULL && limited != NULL
         && tw_shared_dual_copy (&s->dual, board, k, &prices, &reduced, run);
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
    tw_reduced_costs_clear (&reduced, run);
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
  while (goes_on && !tw_shared_dual_is_ready (&s->dual))
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
    tw_shared_dual_climb (&s->dual, run, HUGE_VAL);
  improve (s, run, HUGE_VAL);
}

/* Pauses the proof: publishes its prices, and searches for tilings when no other thread does. */
static double
pause_proof (const TwDualView *view, double seconds, void *data)
{
  Worker *worker = data;
  Strategy *s = worker->strategy;

  if (s->large)
    tw_shared_dual_publish (&s->dual, view);
  if (!worker->alone) {
    int64_t best = tw_run_best (s->run), gap = best - tw_run_bound (s->run);

    /* The others interrupt their search only for a proof that is likely to succeed. */
    worker->team.threads = gap > HOPEFUL_GAP && gap > best / NARROW_GAP
                             ? 1
                             : tw_strategy_threads (s->options);
    return HUGE_VAL;
  }
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
    tw_shared_dual_publish (&s->dual, s->master);
  if (!tw_proof_nested (s->master, memory, run, s->run, &worker->team, pause_proof, NULL, worker)
      && !s->large && tw_dual_view_init_from (&cutter, s->master, s->master->transform, run))
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
      tw_shared_dual_bound (&s->dual, run, worker->alone);
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
    tw_run_cancel (worker->group);
  return NULL;
}

/* Runs the threads until they end. The first thread that completes the proof cancels the others. */
static void
run_workers (Strategy *s, int count, bool proves)
{
  TwRun *group = tw_run_new_child (s->run, 0);
  TwRun *search = group != NULL ? tw_run_new_child (group, 0) : NULL;
  Worker workers[TW_STRATEGY_MOST_THREADS];

  if (search != NULL) {
    for (int i = 0; i < count; i++)
      workers[i] = (Worker){
        .strategy = s,
        .run = i == 0 ? group : search,
        .group = group,
        .proves = proves && i == 0,
        .alone = count == 1,
        .team = { .threads = 1, .others = search },
      };
    tw_threads_run (work, workers, sizeof workers[0], count, 0);
    tw_shared_dual_drop_bands (&s->dual);
  }
  tw_run_free (search);
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
  int threads = tw_strategy_threads (options);
  TwDualView master;
  TwOpening *opening = NULL;
  TwBlocksRule blocks;
  TwProgressBar *bar = tw_run_progress_bar (run, TW_STRATEGY_PROOF_BAR);
  bool begun;

  tw_greedy_solve (board, options, run);
  if (proves && tw_rectangle_is_empty (board)) {
    /* When the rectangle takes too many squares for the proof the other methods continue. */
    if (tw_rectangle_cut (board, run) && tw_rectangle_solve (board, run) == TW_STATUS_OPTIMAL)
      return TW_STATUS_OPTIMAL;
    /* Even the tables of the other methods take long for a large board. */
    if (tw_run_stop_reason (run) != TW_STOP_NONE)
      return tw_strategy_status (run);
  }
  if (tw_blocks_choose (board, &blocks)) {
    tw_blocks_solve (board, options, &blocks, tw_strategy_solve_priced, run);
    return tw_strategy_status (run);
  }
  tw_coarse_solve (board, options, tw_run_remaining (run) * TW_COARSE_PART,
                   tw_strategy_solve_priced, run);
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
      .dual = { .board = board, .master = &master, .run = run, .memory = memory },
    };

    s.windows = prices != NULL ? tw_windows_new (board, prices, run) : NULL;
    s.dual.windows = s.windows;
    tw_prices_free (prices, run);
    /* Most boards are proved optimal here, without cuts. */
    if (!large && proves)
      tw_proof_climb (&master, NULL, memory, run, run);
    else if (!large)
      find_cuts (&master, run);
    tw_opening_end (opening);
    if (s.windows != NULL && !is_proved (run) && tw_shared_dual_init (&s.dual)) {
      /* Without a proving thread no better prices will follow: publish the master's. */
      if (large && !proves)
        tw_shared_dual_publish (&s.dual, &master);
      run_workers (&s, threads, proves);
      tw_shared_dual_clear (&s.dual);
    }
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
