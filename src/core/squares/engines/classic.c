/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classic.c - the jobs of the classic heuristic and the threads that advance them.
 *
 * A job is the sweep of one transform, followed by the improvement of its tiling. A thread takes
 * one column or one stripe at a time, always of the job that is furthest behind. So all jobs
 * advance together whatever the number of threads, and a time gate finds all sweeps about equally
 * far. */
#include "core/squares/engines/classic.h"

#include <math.h>
#include <pthread.h>

#include "core/squares/sweep/gates.h"
#include "core/squares/local/greedy.h"
#include "core/squares/local/stripes.h"
#include "core/squares/sweep/sweep.h"
#include "core/base/threads.h"
#include "core/base/transform.h"
#include "core/squares/best.h"

enum {
  N_JOBS = TW_N_TRANSFORMS + 1,
  /* A column may be late by this percentage of the sweep's time before it must hurry. Only boards
   * of hundreds of rows are ever late. */
  LATE_PERCENT = 25,
  ELSEWHERE = 1 << 24, /* offset in the order of jobs; larger than the number of squares of any
                        * tiling */
};

typedef enum {
  STAGE_NONE,
  STAGE_SWEEP,
  STAGE_STRIPES,
  STAGE_DONE,
  STAGE_STOPPED,
} Stage;

typedef struct {
  Stage stage;
  bool busy;
  int transform;
  TwBoard *board; /* after the transform */
  TwSweep *sweep;
  TwTiling tiling;
  int stripe; /* index of the next stripe */
  int n_stripes;
} Job;

typedef struct {
  const TwBoard *board;
  const TwOptions *options;
  TwRun *run;  /* the caller's run: time, progress and best tiling */
  TwRun *work; /* child run that ends when the result is due */
  TwGates gates;
  int n_threads;

  pthread_mutex_t lock; /* protects `stage` and `busy` of the jobs */
  pthread_cond_t moved;
  Job jobs[N_JOBS];
} Classic;

static void
show_stage (Classic *classic, int index)
{
  static const TwPhase phases[] = {
    [STAGE_NONE] = TW_PHASE_IDLE,       [STAGE_SWEEP] = TW_PHASE_SWEEP,
    [STAGE_STRIPES] = TW_PHASE_IMPROVE, [STAGE_DONE] = TW_PHASE_DONE,
    [STAGE_STOPPED] = TW_PHASE_STOPPED,
  };
  const Job *job = &classic->jobs[index];
  TwProgressBar *shown = tw_run_progress_bar (classic->run, index);
  int step = 0, steps = 0;

  if (job->stage == STAGE_SWEEP) {
    step = tw_sweep_columns_done (job->sweep);
    steps = job->board->width;
    atomic_store_explicit (&shown->states, (int64_t) tw_sweep_states (job->sweep),
                           memory_order_relaxed);
  } else if (job->stage == STAGE_STRIPES) {
    step = job->stripe;
    steps = job->n_stripes;
  } else if (job->stage == STAGE_DONE) {
    step = steps = 1;
  }
  if (job->stage != STAGE_STOPPED) { /* it stays where it stopped */
    atomic_store_explicit (&shown->step, step, memory_order_relaxed);
    atomic_store_explicit (&shown->steps, steps, memory_order_relaxed);
  }
  atomic_store_explicit (&shown->phase, phases[job->stage], memory_order_relaxed);
  atomic_store_explicit (&shown->best, (int64_t) job->tiling.count, memory_order_relaxed);
}

static void
offer (Classic *classic, const Job *job)
{
  TwTiling tiling = { 0 };

  if (tw_tiling_assign (&tiling, &job->tiling)) {
    tw_transform_tiling_back (job->transform, classic->board->width, classic->board->height,
                              &tiling);
    tw_squares_offer (classic->run, classic->board, &tiling, job->transform);
  }
  tw_tiling_clear (&tiling);
}

/* --- choosing a job ---------------------------------------------------- */

/* Returns the sort key for choosing a job, smallest first: the quick job, then sweeps by their
 * progress, then improvements by the number of squares, then transforms that other solvers are
 * working on. */
static double
order_of (const Classic *classic, const Job *job, int index)
{
  double order;

  if (index == TW_QUICK_JOB)
    return -1;
  if (job->stage == STAGE_SWEEP)
    order = (double) tw_sweep_columns_done (job->sweep) / job->board->width;
  else
    order = 2 + (double) job->tiling.count;
  return (tw_run_elsewhere (classic->run) >> index & 1) != 0 ? order + ELSEWHERE : order;
}

static bool
is_open (const Classic *classic, const Job *job)
{
  if (job->stage == STAGE_STRIPES)
    return tw_run_elapsed (classic->run)
           < tw_gates_time (&classic->gates, classic->options->stripes_percent);
  return job->stage == STAGE_SWEEP;
}

/* Waits for a job that can be advanced and marks it busy. Returns -1 when all jobs are done. */
static int
take_job (Classic *classic)
{
  int chosen = -1;

  pthread_mutex_lock (&classic->lock);
  for (;;) {
    bool wait = false, stop = tw_run_should_stop (classic->work);

    for (int i = 0; i < N_JOBS && !stop; i++) {
      const Job *job = &classic->jobs[i];

      if (!is_open (classic, job))
        continue;
      if (job->busy)
        wait = true;
      else if (chosen < 0
               || order_of (classic, job, i) < order_of (classic, &classic->jobs[chosen], chosen))
        chosen = i;
    }
    if (stop || chosen >= 0 || !wait)
      break;
    pthread_cond_wait (&classic->moved, &classic->lock);
  }
  if (chosen >= 0)
    classic->jobs[chosen].busy = true;
  pthread_mutex_unlock (&classic->lock);
  return chosen;
}

static void
give_back (Classic *classic, int index, Stage stage)
{
  pthread_mutex_lock (&classic->lock);
  classic->jobs[index].stage = stage;
  classic->jobs[index].busy = false;
  show_stage (classic, index);
  pthread_cond_broadcast (&classic->moved);
  pthread_mutex_unlock (&classic->lock);
}

/* Returns the time at which the next column of this sweep must end. The time until halfway between
 * the last gate and the end of the improvement is divided evenly among the columns, less the
 * tolerated delay. */
static double
hurry_time (Classic *classic, int index)
{
  const Job *job = &classic->jobs[index];
  double end = (tw_gates_time (&classic->gates, classic->options->gate3_percent)
                + tw_gates_time (&classic->gates, classic->options->stripes_percent))
               / 2;
  double now = tw_run_elapsed (classic->work);
  double late = LATE_PERCENT / 100.0;
  double progress = (tw_sweep_columns_done (job->sweep) + 1.0) / job->board->width;
  int waiting = 0;

  if (!(end < HUGE_VAL))
    return HUGE_VAL;

  /* The remaining time is shared with the jobs that have not reached this column. */
  pthread_mutex_lock (&classic->lock);
  for (int i = 0; i < N_JOBS; i++) {
    const Job *other = &classic->jobs[i];

    waiting += i == index
               || (other->stage == STAGE_SWEEP && !other->busy
                   && order_of (classic, other, i) < progress - 0.5 / job->board->width);
  }
  pthread_mutex_unlock (&classic->lock);
  waiting = (waiting + classic->n_threads - 1) / classic->n_threads;
  return now + fmax (0, end * (late + (1 - late) * progress) - now) / waiting;
}

/* --- advancing a job --------------------------------------------------- */

static Stage
after_sweep (Classic *classic, Job *job)
{
  bool ok = tw_sweep_tiling (job->sweep, &job->tiling);

  tw_sweep_free (job->sweep);
  job->sweep = NULL;
  if (!ok)
    return STAGE_DONE;
  offer (classic, job);
  job->n_stripes = tw_stripes_count (job->board->width, job->board->height,
                                     classic->options->stripe_height,
                                     classic->options->stripe_step);
  return STAGE_STRIPES;
}

static Stage
move_sweep (Classic *classic, int index, TwSweepScratch *scratch)
{
  Job *job = &classic->jobs[index];
  TwEnd result = tw_sweep_column (job->sweep, scratch, hurry_time (classic, index));
  uint16_t profile[TW_BOARD_MAX_SIDE];

  if (result == TW_END_STOPPED || result == TW_END_NO_MEMORY) {
    /* This job is lost, but the memory may suffice for the others. */
    tw_sweep_free (job->sweep);
    job->sweep = NULL;
    return STAGE_STOPPED;
  }
  tw_run_add_nodes (classic->run, tw_sweep_states (job->sweep));
  tw_sweep_front (job->sweep, profile);
  tw_run_set_front (classic->run, index, job->transform, tw_sweep_columns_done (job->sweep) - 1,
                    job->board->height, profile);
  return result == TW_END_DONE ? after_sweep (classic, job) : STAGE_SWEEP;
}

static Stage
move_stripes (Classic *classic, int index, TwExact *exact)
{
  Job *job = &classic->jobs[index];
  TwStripe stripe = tw_stripes_get (job->board->width, job->board->height,
                                    classic->options->stripe_height, classic->options->stripe_step,
                                    job->stripe);
  TwEnd end = tw_stripe_improve (exact, job->board, stripe, &job->tiling);

  if (end == TW_END_STOPPED)
    return STAGE_STOPPED;
  if (end == TW_END_FOUND)
    offer (classic, job);
  job->stripe++;
  return job->stripe < job->n_stripes ? STAGE_STRIPES : STAGE_DONE;
}

static void *
work (void *data)
{
  Classic *classic = data;
  TwSweepScratch *scratch = tw_sweep_scratch_new (classic->work);
  TwExact *exact = tw_exact_new (classic->work);
  int index;

  while (scratch != NULL && exact != NULL && (index = take_job (classic)) >= 0) {
    Stage stage = classic->jobs[index].stage == STAGE_SWEEP ? move_sweep (classic, index, scratch)
                                                            : move_stripes (classic, index, exact);

    give_back (classic, index, stage);
  }
  tw_exact_free (exact);
  tw_sweep_scratch_free (scratch);
  return NULL;
}

/* --- the engine ---------------------------------------------------------- */

static bool
make_job (Classic *classic, int index, int margin)
{
  Job *job = &classic->jobs[index];
  const TwSweepRule rule = {
    .margin = margin,
    .deviation = classic->options->size_deviation,
    .gates = &classic->gates,
  };

  job->transform = index == TW_QUICK_JOB ? 0 : index;
  job->board = tw_transform_board (job->transform, classic->board);
  if (job->board == NULL)
    return false;
  job->sweep = tw_sweep_new (classic->work, job->board, &rule);
  if (job->sweep == NULL)
    return false;
  job->stage = STAGE_SWEEP;
  show_stage (classic, index);
  return true;
}

TwStatus
tw_classic_solve (const TwBoard *board, const TwOptions *options, TwRun *run)
{
  Classic classic = {
    .board = board,
    .options = options,
    .run = run,
    .gates = { .options = options, .run = run },
    .n_threads = tw_options_threads (options),
  };
  unsigned mask = tw_options_transform_mask (options);
  double answer = tw_gates_time (&classic.gates, options->answer_percent);
  bool ok = true;

  /* A greedy tiling first: from here on the run has a solution. */
  tw_greedy_solve (board, options, run);
  if (tw_run_best (run) <= 0)
    return tw_run_best (run) == 0 ? TW_STATUS_OPTIMAL : tw_run_status (run);

  classic.work = tw_run_new_child (run, answer < HUGE_VAL ? answer - tw_run_elapsed (run) : 0);
  if (classic.work == NULL)
    return tw_run_status (run);
  pthread_mutex_init (&classic.lock, NULL);
  pthread_cond_init (&classic.moved, NULL);

  for (int k = 0; k < TW_N_TRANSFORMS; k++)
    ok = ok && (!(mask >> k & 1) || make_job (&classic, k, options->cost_margin));
  ok = ok && (!options->quick || make_job (&classic, TW_QUICK_JOB, 0));
  if (ok)
    tw_threads_run (work, &classic, 0, classic.n_threads, 0);

  for (int i = 0; i < N_JOBS; i++) {
    Job *job = &classic.jobs[i];

    if (job->stage == STAGE_SWEEP || job->stage == STAGE_STRIPES) {
      job->stage = STAGE_STOPPED;
      show_stage (&classic, i);
    }
    tw_sweep_free (job->sweep);
    tw_board_free (job->board);
    tw_tiling_clear (&job->tiling);
  }
  pthread_cond_destroy (&classic.moved);
  pthread_mutex_destroy (&classic.lock);
  tw_run_free (classic.work);
  return tw_run_status (run);
}
