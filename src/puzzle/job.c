/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - one search on its own thread; see job.h.
 *
 * Two tasks belong to a running job. The outer task is the caller's: it returns the result, or
 * G_IO_ERROR_CANCELLED when the job is abandoned, and holds the job until then. The inner task is
 * the search: its thread refers to a Work and never to the job, and its callback finds the job
 * through a weak reference. Therefore an abandoned job is freed on the caller's thread while the
 * search still runs, and its late result is dropped. Abandoning also returns the inner task, because
 * a result that came later would wait forever in a main context that nobody runs any more.
 */
#include "puzzle/job.h"

#include "puzzle/drop.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-solution.h"
#include "puzzle/tasks.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

/* The increment of the niceness that lets a window draw in time on a busy processor. */
#define BACKGROUND_NICE 10

/* The data of the search, an atomically reference-counted box shared by the job and the thread. */
typedef struct {
  TwPuzzle *puzzle;
  TwOptions options;
  TwRun *run;
  gpointer live;
  TwResult *stopped; /* the search to continue; NULL: none */
  gboolean background;
  GMutex lock;
  GTask *task; /* the inner one; NULL: it has returned */
} Work;

struct _TwJob {
  GObject parent_instance;

  TwPuzzle *puzzle;
  TwOptions options;
  gboolean background;
  TwResult *stopped; /* the search to continue; NULL: none */
  Work *work;        /* NULL before the start */
  GTask *task;       /* the caller's; NULL before the start and after the end */
  gulong cancelled_handler;
  TwResult *own;    /* result of the local search; NULL before its end */
  TwResult *offer;  /* the best solution of a remote solver; NULL: none */
  TwResult *result; /* NULL before the end */
  gboolean cancelled;
  gboolean abandoned;
  void (*ended) (TwJob *job, gpointer data); /* not NULL: the job is held */
  gpointer ended_data;
};

G_DEFINE_FINAL_TYPE (TwJob, tw_job, G_TYPE_OBJECT)

/* The running searches, for tw_jobs_wait (). */
static GMutex searches_lock;
static GCond searches_changed;
static int n_searches;

static void
count_searches (int more)
{
  g_mutex_lock (&searches_lock);
  n_searches += more;
  g_cond_broadcast (&searches_changed);
  g_mutex_unlock (&searches_lock);
}

gboolean
tw_jobs_wait (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  gboolean ended = TRUE;

  g_mutex_lock (&searches_lock);
  while (n_searches > 0 && ended)
    ended = g_cond_wait_until (&searches_changed, &searches_lock, end);
  ended = n_searches == 0;
  g_mutex_unlock (&searches_lock);
  return ended;
}

static void
work_clear (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->stopped, tw_result_unref);
  if (work->live != NULL)
    tw_puzzle_get_kind (work->puzzle)->solve->live_free (work->live);
  tw_run_free (work->run);
  tw_puzzle_unref (work->puzzle);
  g_mutex_clear (&work->lock);
}

static void
work_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, work_clear);
}

/* Returns the inner task, unless it has returned. Takes ownership of `result`; NULL: it was
 * abandoned. */
static void
work_return (Work *work, TwResult *result)
{
  g_mutex_lock (&work->lock);
  if (work->task != NULL)
    g_task_return_pointer (work->task, g_steal_pointer (&result), (GDestroyNotify) tw_result_unref);
  g_clear_object (&work->task);
  g_mutex_unlock (&work->lock);
  g_clear_pointer (&result, tw_result_unref);
}

static Work *
work_new (TwJob *job)
{
  const TwKind *kind = tw_puzzle_get_kind (job->puzzle);
  TwLimits limits = tw_kind_limits (&job->options);
  Work *work = g_atomic_rc_box_new0 (Work);

  g_mutex_init (&work->lock);
  work->puzzle = tw_puzzle_ref (job->puzzle);
  work->options = job->options;
  work->background = job->background;
  work->run = tw_run_new (&limits);
  if (job->stopped != NULL && kind->solve->live_continue != NULL)
    work->live = kind->solve->live_continue (job->stopped);
  if (job->stopped != NULL && kind->solution->bounds_cost
      && tw_result_has_solution (job->stopped)) {
    kind->solve->offer (job->stopped, work->run);
    tw_run_raise_bound (work->run, job->stopped->bound);
    work->stopped = tw_result_ref (job->stopped);
  }
  if (work->live != NULL)
    work->stopped = tw_result_ref (job->stopped);
  if (work->live == NULL && kind->solve->live_new != NULL)
    work->live = kind->solve->live_new (work->puzzle, &work->options);
  return work;
}

/* Called before the result is shared. */
static void
add_figures (TwResult *result, const TwResult *before)
{
  if (before == NULL)
    return;
  result->seconds += before->seconds;
  result->cpu += before->cpu;
  result->nodes += before->nodes;
}

/* Returns the better of `own` and `offer`, which may be NULL, with the bound that the local search
 * proved. */
static TwResult *
better_of (TwJob *job, TwResult *own, TwResult *offer)
{
  TwResult *better;

  if (offer == NULL || (tw_result_has_solution (own) && tw_kind_cost (own) <= tw_kind_cost (offer)))
    return tw_result_ref (own);
  if (own->status == TW_STATUS_OPTIMAL || own->status == TW_STATUS_INFEASIBLE)
    g_warning ("the engine %s proved what a solution from elsewhere contradicts", own->engine);
  better = tw_result_dup_solution (offer);
  better->seconds = job->work->run != NULL ? tw_job_elapsed (job) : own->seconds;
  better->cpu = own->cpu;
  better->nodes = own->nodes;
  better->bound = own->bound;
  better->stop = own->stop;
  if (better->bound >= tw_kind_cost (better)
      && tw_kind_cost (better) == (gint64) tw_result_tiling (better)->count)
    better->status = TW_STATUS_OPTIMAL;
  return better;
}

/* --- the caller's task --------------------------------------------------------- */

/* Takes the caller's task out of the job, because a task returns only once. */
static GTask *
take_task (TwJob *job)
{
  g_clear_signal_handler (&job->cancelled_handler, g_task_get_cancellable (job->task));
  return g_steal_pointer (&job->task);
}

static void
finish (TwJob *job)
{
  g_autoptr (GTask) task = NULL;

  if (job->task == NULL)
    return;
  job->result = better_of (job, job->own, job->offer);
  task = take_task (job);
  g_task_return_pointer (task, tw_result_ref (job->result), (GDestroyNotify) tw_result_unref);
}

void
tw_job_abandon (TwJob *job)
{
  g_return_if_fail (TW_IS_JOB (job));

  g_autoptr (GTask) task = NULL;
  void (*ended) (TwJob *, gpointer) = g_steal_pointer (&job->ended);

  job->abandoned = TRUE;
  if (job->task == NULL)
    return;
  job->cancelled = TRUE;
  if (job->work->run != NULL)
    tw_run_cancel (job->work->run);
  task = take_task (job);
  if (ended != NULL)
    ended (job, job->ended_data);
  work_return (job->work, NULL);
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The search was abandoned");
}

TwResult *
tw_job_run_finish (TwJob *job, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, job), NULL);

  g_autoptr (TwResult) found = g_task_propagate_pointer (G_TASK (result), error);

  if (found == NULL || !job->abandoned)
    return g_steal_pointer (&found);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The search was abandoned");
  return NULL;
}

/* --- the search's task ----------------------------------------------------------- */

static void
searched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwJob) job = tw_weak_take (data);
  g_autoptr (TwResult) found = g_task_propagate_pointer (G_TASK (result), NULL);

  if (job == NULL || job->task == NULL)
    return;
  job->own = g_steal_pointer (&found);
  if (job->ended != NULL)
    job->ended (job, job->ended_data);
  else
    finish (job);
}

/* Lowers the priority of this thread. The threads that it starts inherit the niceness, so the
 * engine's workers have it too. */
static void
give_way (void)
{
#ifdef __linux__
  /* On Linux the niceness belongs to a thread, in POSIX to the process. */
  setpriority (PRIO_PROCESS, 0, getpriority (PRIO_PROCESS, 0) + BACKGROUND_NICE);
#endif
}

static gpointer
search (gpointer data)
{
  Work *work = data;
  TwResult *result;

  if (work->background)
    give_way ();
  result = tw_kind_solve (work->puzzle, &work->options, work->run, work->live);
  add_figures (result, work->stopped);
  work_return (work, result);
  /* tw_jobs_wait () promises that the search holds no references any more. */
  work_unref (work);
  count_searches (-1);
  return NULL;
}

static void
start_search (TwJob *job)
{
  Work *work = job->work;
  GThread *thread = NULL;
  TwResult *result;

  work->task = g_task_new (NULL, NULL, searched_cb, tw_weak_new (job));
  g_task_set_name (work->task, "TwJob search");
  if (work->run != NULL) {
    count_searches (1);
    thread = g_thread_try_new ("search", search, g_atomic_rc_box_acquire (work), NULL);
    if (thread != NULL) {
      g_thread_unref (thread);
      return;
    }
    count_searches (-1);
    work_unref (work); /* drop the thread's reference */
  }
  result = tw_result_new (job->puzzle);
  result->status = TW_STATUS_OUT_OF_MEMORY;
  work_return (work, result);
}

static void
cancelled_cb (GCancellable *cancellable, TwJob *job)
{
  tw_job_abandon (job);
}

void
tw_job_run_async (TwJob *job, GCancellable *cancellable, GAsyncReadyCallback callback,
                  gpointer data)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->work == NULL);

  job->task = g_task_new (job, cancellable, callback, data);
  g_task_set_source_tag (job->task, tw_job_run_async);
  job->work = work_new (job);
  if (g_cancellable_is_cancelled (cancellable)) {
    tw_job_abandon (job);
    return;
  }
  if (cancellable != NULL)
    job->cancelled_handler = g_signal_connect (cancellable, "cancelled", G_CALLBACK (cancelled_cb),
                                               job);
  start_search (job);
}

void
tw_job_cancel (TwJob *job)
{
  g_return_if_fail (TW_IS_JOB (job));

  if (job->task == NULL)
    return;
  job->cancelled = TRUE;
  if (job->own != NULL)
    job->ended (job, job->ended_data);
  else if (job->work->run != NULL)
    tw_run_cancel (job->work->run);
}

gboolean
tw_job_is_running (TwJob *job)
{
  return job->task != NULL;
}

TwPuzzle *
tw_job_get_puzzle (TwJob *job)
{
  return job->puzzle;
}

const TwOptions *
tw_job_get_options (TwJob *job)
{
  return &job->options;
}

TwRun *
tw_job_get_run (TwJob *job)
{
  return job->work != NULL ? job->work->run : NULL;
}

double
tw_job_elapsed (TwJob *job)
{
  Work *work = job->work;

  if (work == NULL || work->run == NULL)
    return 0;
  return tw_run_elapsed (work->run) + (work->stopped != NULL ? work->stopped->seconds : 0);
}

gpointer
tw_job_get_live (TwJob *job)
{
  return job->work != NULL ? job->work->live : NULL;
}

TwResult *
tw_job_get_result (TwJob *job)
{
  return job->result;
}

TwResult *
tw_job_dup_best (TwJob *job)
{
  g_autoptr (TwResult) now = NULL;

  if (job->result != NULL)
    return tw_result_ref (job->result);
  if (job->own != NULL)
    return better_of (job, job->own, job->offer);
  if (job->work == NULL || job->work->run == NULL)
    return NULL;
  now = tw_kind_snapshot (job->puzzle, job->work->run, job->work->live);
  if (now != NULL) {
    add_figures (now, job->work->stopped);
    now->engine = g_strdup (tw_kind_engine_name (tw_puzzle_get_kind (job->puzzle), &job->options));
  }
  return now != NULL          ? better_of (job, now, job->offer)
         : job->offer != NULL ? tw_result_ref (job->offer)
                              : NULL;
}

/* --- solutions of remote solvers -------------------------------------------- */

gboolean
tw_job_wants_solutions (TwJob *job)
{
  g_autoptr (TwResult) best = NULL;

  if (!tw_job_is_running (job) || job->cancelled)
    return FALSE;
  if (job->own == NULL)
    return TRUE;
  best = better_of (job, job->own, job->offer);
  return best->status != TW_STATUS_OPTIMAL && best->status != TW_STATUS_INFEASIBLE
         && (!tw_result_has_solution (best) || tw_kind_cost (best) != TW_COST_LEAST);
}

gboolean
tw_job_has_searched (TwJob *job)
{
  return job->own != NULL;
}

gboolean
tw_job_offer (TwJob *job, TwResult *solution)
{
  g_return_val_if_fail (TW_IS_JOB (job), FALSE);
  g_return_val_if_fail (solution->puzzle == job->puzzle, FALSE);

  const TwKind *kind = tw_puzzle_get_kind (job->puzzle);

  if (!tw_result_has_solution (solution) || tw_kind_check (solution, NULL) > 0)
    return FALSE;
  if (!tw_job_is_running (job)
      || (job->offer != NULL && tw_kind_cost (solution) >= tw_kind_cost (job->offer)))
    return TRUE;
  g_clear_pointer (&job->offer, tw_result_unref);
  job->offer = tw_result_dup_solution (solution);
  if (job->own == NULL && job->work->run != NULL) {
    /* The search continues with this solution as its incumbent, or has nothing left to improve. */
    if (tw_kind_cost (solution) == TW_COST_LEAST)
      tw_run_cancel (job->work->run);
    else if (kind->solve->offer != NULL)
      kind->solve->offer (solution, job->work->run);
  }
  return TRUE;
}

void
tw_job_hold (TwJob *job, void (*ended) (TwJob *job, gpointer data), gpointer data)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->task != NULL && job->ended == NULL);

  job->ended = ended;
  job->ended_data = data;
}

void
tw_job_release (TwJob *job)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->ended != NULL);

  job->ended = NULL;
  if (job->own != NULL)
    finish (job);
}

void
tw_job_set_background (TwJob *job, gboolean background)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->work == NULL);
  job->background = background;
}

void
tw_job_continue (TwJob *job, TwResult *stopped)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->work == NULL);
  g_clear_pointer (&job->stopped, tw_result_unref);
  job->stopped = tw_result_ref (stopped);
}

TwJob *
tw_job_new (TwPuzzle *puzzle, const TwOptions *options)
{
  TwJob *job = g_object_new (TW_TYPE_JOB, NULL);

  job->puzzle = tw_puzzle_ref (puzzle);
  job->options = *options;
  return job;
}

static void
tw_job_finalize (GObject *object)
{
  TwJob *job = TW_JOB (object);

  TW_DROP (job, (work, work_unref), (stopped, tw_result_unref), (own, tw_result_unref),
           (offer, tw_result_unref), (result, tw_result_unref), (puzzle, tw_puzzle_unref));
  G_OBJECT_CLASS (tw_job_parent_class)->finalize (object);
}

static void
tw_job_class_init (TwJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tw_job_finalize;
}

static void
tw_job_init (TwJob *job)
{
}
