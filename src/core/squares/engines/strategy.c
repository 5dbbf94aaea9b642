/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strategy.c - the automatic engine: schedules the methods over time and threads. Its plan is the two
 * tables at the end of this file: the phases of a board, and those of each thread in the last one. */
#include "core/squares/engines/strategy.h"

#include <math.h>

#include "core/squares/local/blocks.h"
#include "core/squares/engines/components.h"
#include "core/squares/engines/shared-dual.h"
#include "core/squares/local/greedy.h"
#include "core/squares/bands/nested-beam.h"
#include "core/squares/engines/first-stage.h"
#include "core/squares/engines/proof.h"
#include "core/squares/engines/rectangle.h"
#include "core/squares/local/lns.h"
#include "core/squares/workers.h"
#include "core/base/threads.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

/* Width of the sweeps in the first round. Each later round multiplies it. */
#define FIRST_WIDTH  200
#define WIDTH_GROWTH 3

/* Of a large board, a single thread proves for at most this fraction of the time: the second
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

/* Processor seconds of large-neighbourhood search between two offers of its tiling on a wide
 * board. */
#define OFFER_EVERY 0.1

/* Lower limit for the measured fraction of the processor that a thread gets. */
#define LEAST_PACE 0.01
/* Seconds of wall-clock time before that fraction is measured. */
#define PACE_KNOWN 0.02

/* Distance between the random seeds of different threads. */
#define SEED_STEP UINT64_C (0x9E3779B97F4A7C15)

/* Maximum seconds of large-neighbourhood search before a proof that runs alone on a large board. */
#define MOST_BEFORE_PROOF 0.5

/* Boards with more free cells use large-neighbourhood search instead of wider sweeps. */
#define LARGE_BOARD 2200

/* What decides which phases apply. */
enum {
  PROVES = 1 << 0,    /* the engine "auto"; of its threads the first */
  ALONE = 1 << 1,     /* there is one thread */
  LARGE = 1 << 2,     /* more than LARGE_BOARD free cells */
  RECTANGLE = 1 << 3, /* no cell is blocked */
  BLOCKS = 1 << 4,    /* see blocks.h */
  WIDE = 1 << 5,      /* more than TW_LNS_LARGE cells */
};

/* State that all threads share. */
typedef struct {
  const TwBoard *board;
  const TwOptions *options;
  TwRun *run;
  unsigned traits;
  bool ended;        /* no later phase is needed or possible */
  TwDualView master; /* the first prices */
  TwLns *lns;
  TwSharedDual dual;
  unsigned transforms;
  atomic_uint next_job;
  atomic_uint_fast64_t next_seed;
} Strategy;

/* Wall-clock and processor time at the start of a thread. Other processes may use the processor, so
 * the work until the deadline is planned from the fraction measured so far. */
typedef struct {
  double clock, work;
} Pace;

/* A thread. The first one runs the phases of the board, too. */
typedef struct {
  Strategy *strategy;
  TwRun *run;   /* `group`, or a child of it for the threads that search for tilings */
  TwRun *group; /* child of the strategy's run, cancelled when the best tiling is proved optimal */
  Pace pace;
  double share; /* of the time: see Phase */
  unsigned traits;
  TwTeamRule team;        /* of the thread that proves */
  double bounded, proved; /* when a single thread ends its proof: see BOUND_PART and PROOF_PART */
} Worker;

typedef struct {
  unsigned with, without; /* traits that the worker must and must not have */
  void (*run) (Worker *worker);
  double share; /* of the time that `run` divides, at most; 0: it does not divide any */
} Phase;

/* Runs the phases one after the other until the board is solved or the run has stopped. */
static void
run_phases (const Phase *phases, size_t count, Worker *worker)
{
  Strategy *s = worker->strategy;

  for (size_t i = 0; i < count; i++) {
    const Phase *phase = &phases[i];

    if (s->ended || tw_run_is_proved (s->run) || tw_run_stop_reason (worker->run) != TW_STOP_NONE)
      break;
    if ((worker->traits & phase->with) != phase->with || (worker->traits & phase->without) != 0)
      continue;
    worker->share = phase->share;
    phase->run (worker);
  }
}

/* Estimates the processor seconds that the thread will get until the deadline. */
static double
work_left (const Worker *worker)
{
  const TwRun *run = worker->run;
  double clock = tw_run_elapsed (run) - worker->pace.clock, left = tw_run_remaining (run);

  if (clock < PACE_KNOWN || left == HUGE_VAL)
    return left;
  return left * fmin (1, fmax (LEAST_PACE, (tw_run_work (run) - worker->pace.work) / clock));
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

/* Sweeps over the next transform, with a larger width after each round of them. Returns false when
 * the run stops or memory is short. */
static bool
widen (Strategy *s, TwRun *run)
{
  int transforms[TW_N_TRANSFORMS];
  unsigned count = 0, job;
  TwDualView view;
  double width;
  bool done;

  /* The transforms with the profile along the shorter side come first: they are faster. */
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < TW_N_TRANSFORMS; k++) {
      bool flat = ((k ^ s->master.transform) & TW_TRANSFORM_TRANSPOSE) == 0;

      if ((s->transforms >> k & 1) != 0 && flat == (pass == 0))
        transforms[count++] = k;
    }
  }
  job = next_job (s, transforms, count);
  width = FIRST_WIDTH * pow (WIDTH_GROWTH, job / count);
  done = tw_dual_view_init_from (&view, &s->master, transforms[job % count], run) && width < 1e8
         && tw_dual_view_sweep (&view, (size_t) width, tw_squares_memory (s->options), run, s->run)
              != TW_END_NO_MEMORY;
  tw_dual_view_clear (&view);
  return done && !tw_run_should_stop (run);
}

/* Improves a window. On a wide board, improves windows until `end`, in processor time, for
 * OFFER_EVERY seconds at most, and offers the tiling then. */
static bool
search (const Strategy *s, TwLns *lns, uint64_t *seed, TwRun *run, TwRun *to, double end)
{
  double soon;
  bool goes_on;

  if ((s->traits & WIDE) == 0)
    return tw_lns_improve (lns, seed, run, to);
  soon = fmin (end, tw_run_work (run) + OFFER_EVERY);
  goes_on = tw_lns_take_tiling (lns, to);
  while (goes_on && !tw_run_is_proved (to) && tw_run_work (run) < soon)
    goes_on = tw_lns_improve (lns, seed, run, NULL);
  tw_lns_offer (lns, to);
  return goes_on;
}

/* Runs large-neighbourhood search for `seconds` of processor time or until the run stops. */
static bool
improve (Strategy *s, TwRun *run, double seconds)
{
  double end = tw_run_work (run) + seconds;
  uint64_t seed = atomic_fetch_add (&s->next_seed, SEED_STEP);
  bool goes_on = true;

  while (goes_on && !tw_run_is_proved (s->run) && tw_run_work (run) < end)
    goes_on = search (s, s->lns, &seed, run, s->run, end);
  return goes_on && !tw_run_is_proved (s->run);
}

/* Returns whether windows improve a wide board faster than nested sweeps or a proof would. */
static bool
windows_come_first (const Strategy *s)
{
  return (s->traits & WIDE) != 0 && !tw_lns_is_slow (s->lns);
}

/* Improves a tiling independently of the best one until `end`, in processor time, and offers the
 * result. */
static bool
polish (Strategy *s, TwRun *run, TwTiling *tiling, int k, const TwPrices *prices, double end)
{
  TwRun *own = tw_run_new_child (run, 0);
  uint64_t seed = atomic_fetch_add (&s->next_seed, SEED_STEP);
  TwLns *lns = own != NULL ? tw_lns_new (s->board, prices, own) : NULL;
  bool fine = lns != NULL;

  tw_squares_offer (s->run, s->board, tiling, k);
  if (fine)
    tw_squares_offer (own, s->board, tiling, k);
  while (fine && !tw_run_is_proved (s->run) && tw_run_work (run) < end)
    fine = search (s, lns, &seed, own, own, end);
  if (own != NULL && tw_squares_copy_best (own, tiling, NULL))
    tw_squares_offer (s->run, s->board, tiling, k);
  tw_lns_free (lns);
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
      .unit = s->master.unit,
      .width = width,
      .memory = tw_squares_memory (s->options) / NESTED_MEMORY,
      .shown = s->run,
      .bar = k,
      .transform = k,
    };

    atomic_store_explicit (&bar->phase, TW_PHASE_SWEEP, memory_order_relaxed);
    fine = tw_nested_beam_search (&task, limited, &tiling);
  }
  *took = tw_run_work (run) - began;
  tw_run_free (limited);
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

/* Runs large-neighbourhood search until prices are available, and on a wide board until it is slow:
 * nested sweeps take longer to get as far. Then alternates nested sweeps, as wide as the time
 * allows, and large-neighbourhood search on the best tiling. */
static void
run_nested_beams (Worker *worker)
{
  Strategy *s = worker->strategy;
  TwRun *run = worker->run;
  double cells = (double) s->board->width * s->board->height, speed = NESTED_SPEED;
  double least = LEAST_NESTED, most = FIRST_NESTED;
  int transforms[TW_N_TRANSFORMS];
  unsigned count = 0;
  bool goes_on = true;

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    if ((s->transforms >> k & 1) != 0)
      transforms[count++] = k;
  }
  while (goes_on && (!tw_shared_dual_is_ready (&s->dual) || windows_come_first (s)))
    goes_on = improve (s, run, FIRST_WINDOWS);
  while (goes_on) {
    double width = fmin (most, work_left (worker) * worker->share * speed / cells), took;

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
  improve (s, run, HUGE_VAL);
}

/* Pauses the proof: publishes its prices, and searches for tilings when no other thread does. */
static double
pause_proof (const TwDualView *view, double seconds, void *data)
{
  Worker *worker = data;
  Strategy *s = worker->strategy;

  if ((s->traits & LARGE) != 0)
    tw_shared_dual_publish (&s->dual, view);
  if ((worker->traits & ALONE) == 0) {
    int64_t best = tw_run_best (s->run), gap = best - tw_run_bound (s->run);

    /* The others interrupt their search only for a proof that is likely to succeed. */
    worker->team.threads = gap > HOPEFUL_GAP && gap > best / NARROW_GAP
                             ? 1
                             : tw_squares_threads (s->options);
    return HUGE_VAL;
  }
  improve (s, worker->run, seconds);
  if ((s->traits & LARGE) == 0)
    return HUGE_VAL;
  return tw_run_best (s->run) - tw_run_bound (s->run) > HOPEFUL_GAP ? worker->bounded
                                                                    : worker->proved;
}

/* --- phases of a thread ------------------------------------------------------ */

/* A proof yields no solutions on its way. */
static void
improve_first (Worker *worker)
{
  TwRun *run = worker->run;

  improve (worker->strategy, run, fmin (MOST_BEFORE_PROOF, tw_run_budget (run) * worker->share));
}

/* Improves the first tiling of a wide board, where it is far from the best. */
static void
improve_until_slow (Worker *worker)
{
  TwRun *run = worker->run;
  double end = tw_run_work (run) + tw_run_budget (run) * worker->share;

  while (tw_run_work (run) < end && windows_come_first (worker->strategy)
         && improve (worker->strategy, run, FIRST_WINDOWS))
    continue;
}

static void
prove (Worker *worker)
{
  Strategy *s = worker->strategy;
  TwRun *run = worker->run;

  worker->bounded = tw_run_work (run) + work_left (worker) * BOUND_PART;
  worker->proved = tw_run_work (run) + work_left (worker) * worker->share;
  tw_proof_nested (&s->master, tw_squares_memory (s->options), run, s->run, &worker->team,
                   pause_proof, NULL, worker);
}

/* Wider and wider sweeps, and large-neighbourhood search between them. */
static void
widen_and_improve (Worker *worker)
{
  Strategy *s = worker->strategy;
  TwRun *run = worker->run;
  bool goes_on = true;

  while (goes_on && !tw_run_is_proved (s->run)) {
    double began = tw_run_work (run);

    goes_on = widen (s, run) && improve (s, run, (tw_run_work (run) - began) * worker->share);
  }
}

static const Phase thread_phases[] = {
  { LARGE | ALONE, WIDE, improve_first, 1.0 / 5 },
  { WIDE | ALONE, 0, improve_until_slow, 1.0 / 2 },
  { PROVES, 0, prove, PROOF_PART },
  { LARGE, 0, run_nested_beams, NESTED_PART },
  { 0, LARGE, widen_and_improve, 1.0 / 2 },
};

static void *
work (void *data)
{
  Worker *worker = data;

  worker->pace.clock = tw_run_elapsed (worker->run);
  worker->pace.work = tw_run_work (worker->run);
  run_phases (thread_phases, sizeof thread_phases / sizeof thread_phases[0], worker);
  if (tw_run_is_proved (worker->strategy->run))
    tw_run_cancel (worker->group);
  return NULL;
}

/* --- phases of a board ------------------------------------------------------- */

static void
cover_greedily (Worker *worker)
{
  tw_greedy_solve (worker->strategy->board, worker->strategy->options, worker->run);
}

/* When the rectangle takes too many squares for the proof the other methods continue. */
static void
solve_rectangle (Worker *worker)
{
  const TwBoard *board = worker->strategy->board;

  if (tw_rectangle_cut (board, worker->run))
    tw_rectangle_solve (board, worker->run);
}

static void
solve_blocks (Worker *worker)
{
  Strategy *s = worker->strategy;

  tw_blocks_solve (s->board, s->options, TW_BLOCKS_SIDE, tw_strategy_solve_priced, s->run);
  s->ended = true;
}

static void
solve_coarse (Worker *worker)
{
  const Strategy *s = worker->strategy;

  tw_coarse_solve (s->board, s->options, tw_run_remaining (s->run) * worker->share,
                   tw_strategy_solve_priced, s->run);
}

static void
find_prices (Worker *worker)
{
  Strategy *s = worker->strategy;
  TwPrices *prices;

  s->ended = !tw_first_stage (&s->master, s->board, s->options, s->run);
  if (s->ended)
    return;
  prices = tw_prices_transform (tw_transform_inverse (s->master.transform), s->master.prices,
                                s->run);
  if (prices != NULL && (s->traits & WIDE) != 0 && !tw_coarse_helps (s->board))
    tw_blocks_cover (s->board, prices, TW_BLOCKS_SIDE, tw_squares_threads (s->options), s->run);
  s->lns = prices != NULL ? tw_lns_new (s->board, prices, s->run) : NULL;
  tw_prices_free (prices, s->run);
}

/* Runs the threads until they end. The first thread that completes the proof cancels the others. */
static void
run_threads (Worker *worker)
{
  Strategy *s = worker->strategy;
  int count = tw_squares_threads (s->options);
  TwRun *group, *search;
  Worker workers[TW_STRATEGY_MOST_THREADS];

  if (s->lns == NULL || tw_run_is_proved (s->run))
    return;
  s->dual.lns = s->lns;
  group = tw_run_new_child (s->run, 0);
  search = group != NULL ? tw_run_new_child (group, 0) : NULL;
  if (search != NULL && tw_shared_dual_init (&s->dual)) {
    /* Without a proving thread no better prices will follow: publish the master's. */
    if ((s->traits & (LARGE | PROVES)) == LARGE)
      tw_shared_dual_publish (&s->dual, &s->master);
    for (int i = 0; i < count; i++)
      workers[i] = (Worker){
        .strategy = s,
        .run = i == 0 ? group : search,
        .group = group,
        .traits = i == 0 ? s->traits : s->traits & ~(unsigned) PROVES,
        .team = { .threads = 1, .others = search },
      };
    tw_threads_run (work, workers, sizeof workers[0], count, 0);
    tw_shared_dual_clear (&s->dual);
  }
  tw_run_free (search);
  tw_run_free (group);
}

static const Phase board_phases[] = {
  { 0, 0, cover_greedily, 0 },    { RECTANGLE | PROVES, 0, solve_rectangle, 0 },
  { BLOCKS, 0, solve_blocks, 0 }, { 0, 0, solve_coarse, TW_COARSE_PART },
  { 0, 0, find_prices, 0 },       { 0, 0, run_threads, 0 },
};

static void
find_traits (Strategy *s)
{
  const TwBoard *board = s->board;

  s->traits |= tw_squares_threads (s->options) == 1 ? ALONE : 0;
  s->traits |= tw_board_count_free (board) > LARGE_BOARD ? LARGE : 0;
  s->traits |= tw_rectangle_is_empty (board) ? RECTANGLE : 0;
  s->traits |= tw_blocks_help (board) ? BLOCKS : 0;
  s->traits |= board->width * board->height > TW_LNS_LARGE ? WIDE : 0;
}

static TwStatus
solve (const TwBoard *board, const TwOptions *options, TwRun *run, unsigned traits)
{
  TwProgressBar *bar = tw_run_progress_bar (run, TW_STRATEGY_PROOF_BAR);
  Strategy s = {
    .board = board,
    .options = options,
    .run = run,
    .traits = traits,
    .transforms = tw_options_transform_mask (options),
    .next_seed = (uint64_t) options->seed,
    .dual = { .board = board, .run = run },
  };
  Worker first = { .strategy = &s, .run = run };

  find_traits (&s);
  first.traits = s.traits;
  run_phases (board_phases, sizeof board_phases / sizeof board_phases[0], &first);
  tw_lns_free (s.lns);
  tw_dual_view_clear (&s.master);
  /* Any of the threads may have completed the proof. */
  if (bar->phase != TW_PHASE_IDLE)
    tw_progress_bar_end (bar, tw_run_is_proved (run));
  return tw_squares_status (run);
}

static TwStatus
solve_with_proof (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return solve (board, options, run, PROVES);
}

static TwStatus
solve_without_proof (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  return solve (board, options, run, 0);
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
