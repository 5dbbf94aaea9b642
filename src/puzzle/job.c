/* job.c - one solve on a thread of its own; see job.h.
 *
 * The thread and the job share a Work, which both keep alive. The thread never
 * touches the job: its result travels through the main context to a weak
 * reference, so that a dropped job's result goes nowhere. */
#include "puzzle/job.h"

#include "puzzle/kind.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

/* Enough to let a window draw in time on a busy processor. */
#define BACKGROUND_NICE 10

typedef struct {
  gatomicrefcount ref_count;
  TwPuzzle *puzzle;
  TwOptions options;
  TwRun *run;
  gpointer live;
  TwResult *stopped; /* of the search that goes on; NULL: none does */
  TwResult *result;  /* set by the thread before it wakes the context */
  gboolean background;
  GMainContext *context;
  GWeakRef job;
} Work;

struct _TwJob {
  GObject parent_instance;

  TwPuzzle *puzzle;
  TwOptions options;
  gboolean background;
  TwResult *stopped; /* of the search that goes on; NULL: none */
  Work *work;        /* NULL before the start */
  TwResult *own;     /* of the search here; NULL before its end */
  TwResult *offer;   /* the best from elsewhere; NULL: none */
  TwResult *result;  /* NULL before the end */
  gboolean cancelled;
  void (*ended) (TwJob *job, gpointer data); /* not NULL: the job is held */
  gpointer ended_data;
};

enum {
  FINISHED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TwJob, tw_job, G_TYPE_OBJECT)

/* How many threads of jobs there are; only tw_jobs_wait () asks. */
static GMutex threads_lock;
static GCond threads_changed;
static guint n_threads;

static void
count_threads (int change)
{
  g_mutex_lock (&threads_lock);
  n_threads += (guint) change;
  g_cond_broadcast (&threads_changed);
  g_mutex_unlock (&threads_lock);
}

gboolean
tw_jobs_wait (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  gboolean ended = TRUE;

  g_mutex_lock (&threads_lock);
  while (n_threads > 0 && ended)
    ended = g_cond_wait_until (&threads_changed, &threads_lock, end);
  ended = n_threads == 0;
  g_mutex_unlock (&threads_lock);
  return ended;
}

static Work *
work_ref (Work *work)
{
  g_atomic_ref_count_inc (&work->ref_count);
  return work;
}

static void
work_unref (Work *work)
{
  if (!g_atomic_ref_count_dec (&work->ref_count))
    return;
  g_weak_ref_clear (&work->job);
  g_clear_pointer (&work->result, tw_result_unref);
  g_clear_pointer (&work->stopped, tw_result_unref);
  if (work->live != NULL)
    tw_puzzle_get_kind (work->puzzle)->live_free (work->live);
  tw_run_free (work->run);
  tw_puzzle_unref (work->puzzle);
  g_main_context_unref (work->context);
  g_free (work);
}

/* Before anybody else sees the result. */
static void
add_figures (TwResult *result, const TwResult *before)
{
  if (before == NULL)
    return;
  result->seconds += before->seconds;
  result->cpu += before->cpu;
  result->nodes += before->nodes;
}

/* `own`, or `offer`, which may be NULL, if that is better; with what was proved here. */
static TwResult *
better_of (TwJob *job, TwResult *own, TwResult *offer)
{
  TwResult *better;

  if (offer == NULL || (tw_result_has_answer (own) && tw_kind_cost (own) <= tw_kind_cost (offer)))
    return tw_result_ref (own);
  if (own->status == TW_STATUS_OPTIMAL || own->status == TW_STATUS_INFEASIBLE)
    g_warning ("the engine %s proved what an answer from elsewhere contradicts", own->engine);
  better = tw_result_dup_answer (offer);
  better->seconds = job->work->run != NULL ? tw_job_elapsed (job) : own->seconds;
  better->cpu = own->cpu;
  better->nodes = own->nodes;
  better->bound = own->bound;
  better->reported_bound = own->reported_bound;
  better->stop = own->stop;
  if (better->bound >= tw_kind_cost (better)
      && tw_kind_cost (better) == (gint64) better->tiling.count)
    better->status = TW_STATUS_OPTIMAL;
  return better;
}

static void
finish (TwJob *job)
{
  job->result = better_of (job, job->own, job->offer);
  g_signal_emit (job, signals[FINISHED], 0);
}

static gboolean
deliver_cb (gpointer data)
{
  Work *work = data;
  g_autoptr (TwJob) job = g_weak_ref_get (&work->job);

  if (job == NULL)
    return G_SOURCE_REMOVE;
  job->own = tw_result_ref (work->result);
  if (job->ended != NULL)
    job->ended (job, job->ended_data);
  else
    finish (job);
  return G_SOURCE_REMOVE;
}

/* Not g_main_context_invoke (): while no thread runs the context, that would
 * run the callback right here. */
static void
deliver (Work *work)
{
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver_cb, work_ref (work), (GDestroyNotify) work_unref);
  g_source_set_static_name (source, "TwJob::finished");
  g_source_attach (source, work->context);
  g_source_unref (source);
}

/* Threads that a thread starts inherit this: the engine's workers have it, too. */
static void
give_way (void)
{
#ifdef __linux__
  /* Linux knows the niceness of a thread, POSIX only that of a process. */
  setpriority (PRIO_PROCESS, 0, getpriority (PRIO_PROCESS, 0) + BACKGROUND_NICE);
#endif
}

static gpointer
work_thread (gpointer data)
{
  Work *work = data;

  if (work->background)
    give_way ();
  work->result = tw_kind_solve (work->puzzle, &work->options, work->run, work->live);
  add_figures (work->result, work->stopped);
  deliver (work);
  work_unref (work);
  count_threads (-1);
  return NULL;
}

static void
finish_without_memory (Work *work)
{
  work->result = tw_result_new (work->puzzle);
  work->result->status = TW_STATUS_OUT_OF_MEMORY;
  deliver (work);
}

void
tw_job_start (TwJob *job)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->work == NULL);

  const TwKind *kind = tw_puzzle_get_kind (job->puzzle);
  TwLimits limits = tw_kind_limits (&job->options);
  Work *work = g_new0 (Work, 1);

  g_atomic_ref_count_init (&work->ref_count);
  work->puzzle = tw_puzzle_ref (job->puzzle);
  work->options = job->options;
  work->background = job->background;
  work->context = g_main_context_ref_thread_default ();
  g_weak_ref_init (&work->job, job);
  work->run = tw_run_new (&limits);
  if (job->stopped != NULL && kind->live_continue != NULL)
    work->live = kind->live_continue (job->stopped);
  if (work->live != NULL)
    work->stopped = tw_result_ref (job->stopped);
  if (work->live == NULL && kind->live_new != NULL)
    work->live = kind->live_new (work->puzzle, &work->options);
  job->work = work;

  if (work->run == NULL) {
    finish_without_memory (work);
    return;
  }

  GThread *thread = NULL;

  count_threads (1);
  thread = g_thread_try_new ("solve", work_thread, work_ref (work), NULL);
  if (thread != NULL) {
    g_thread_unref (thread);
    return;
  }
  count_threads (-1);
  work_unref (work);
  finish_without_memory (work);
}

void
tw_job_cancel (TwJob *job)
{
  g_return_if_fail (TW_IS_JOB (job));

  if (job->work == NULL || job->result != NULL)
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
  return job->work != NULL && job->result == NULL;
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
  if (now != NULL)
    add_figures (now, job->work->stopped);
  return now != NULL          ? better_of (job, now, job->offer)
         : job->offer != NULL ? tw_result_ref (job->offer)
                              : NULL;
}

/* --- answers from elsewhere ------------------------------------------------- */

gboolean
tw_job_wants_answers (TwJob *job)
{
  g_autoptr (TwResult) best = NULL;

  if (!tw_job_is_running (job) || job->cancelled)
    return FALSE;
  if (job->own == NULL)
    return TRUE;
  best = better_of (job, job->own, job->offer);
  return best->status != TW_STATUS_OPTIMAL && best->status != TW_STATUS_INFEASIBLE
         && (!tw_result_has_answer (best) || tw_kind_cost (best) != TW_COST_LEAST);
}

gboolean
tw_job_has_searched (TwJob *job)
{
  return job->own != NULL;
}

gboolean
tw_job_offer (TwJob *job, TwResult *answer)
{
  g_return_val_if_fail (TW_IS_JOB (job), FALSE);
  g_return_val_if_fail (answer->puzzle == job->puzzle, FALSE);

  const TwKind *kind = tw_puzzle_get_kind (job->puzzle);

  if (!tw_result_has_answer (answer) || tw_kind_check (answer, NULL) > 0)
    return FALSE;
  if (!tw_job_is_running (job)
      || (job->offer != NULL && tw_kind_cost (answer) >= tw_kind_cost (job->offer)))
    return TRUE;
  g_clear_pointer (&job->offer, tw_result_unref);
  job->offer = tw_result_dup_answer (answer);
  if (job->own == NULL && job->work->run != NULL) {
    /* The search goes on from there, or has nothing more to do. */
    if (tw_kind_cost (answer) == TW_COST_LEAST)
      tw_run_cancel (job->work->run);
    else if (kind->offer != NULL)
      kind->offer (answer, job->work->run);
  }
  return TRUE;
}

void
tw_job_hold (TwJob *job, void (*ended) (TwJob *job, gpointer data), gpointer data)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->work != NULL && job->result == NULL && job->ended == NULL);

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
tw_job_dispose (GObject *object)
{
  TwJob *job = TW_JOB (object);

  if (job->work != NULL && job->work->run != NULL)
    tw_run_cancel (job->work->run);
  G_OBJECT_CLASS (tw_job_parent_class)->dispose (object);
}

static void
tw_job_finalize (GObject *object)
{
  TwJob *job = TW_JOB (object);

  g_clear_pointer (&job->work, work_unref);
  g_clear_pointer (&job->stopped, tw_result_unref);
  g_clear_pointer (&job->own, tw_result_unref);
  g_clear_pointer (&job->offer, tw_result_unref);
  g_clear_pointer (&job->result, tw_result_unref);
  g_clear_pointer (&job->puzzle, tw_puzzle_unref);
  G_OBJECT_CLASS (tw_job_parent_class)->finalize (object);
}

static void
tw_job_class_init (TwJobClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = tw_job_dispose;
  object_class->finalize = tw_job_finalize;

  /**
   * TwJob::finished:
   *
   * The search has ended, tw_job_get_result () has how.
   */
  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tw_job_init (TwJob *job)
{
  (void) job;
}
