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
  TwResult *result; /* set by the thread before it wakes the context */
  gboolean background;
  GMainContext *context;
  GWeakRef job;
} Work;

struct _TwJob {
  GObject parent_instance;

  TwPuzzle *puzzle;
  TwOptions options;
  gboolean background;
  Work *work;       /* NULL before the start */
  TwResult *result; /* NULL before the end */
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
  if (work->live != NULL)
    tw_puzzle_get_kind (work->puzzle)->live_free (work->live);
  tw_run_free (work->run);
  tw_puzzle_unref (work->puzzle);
  g_main_context_unref (work->context);
  g_free (work);
}

static gboolean
deliver_cb (gpointer data)
{
  Work *work = data;
  g_autoptr (TwJob) job = g_weak_ref_get (&work->job);

  if (job != NULL) {
    job->result = tw_result_ref (work->result);
    g_signal_emit (job, signals[FINISHED], 0);
  }
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
  if (kind->live_new != NULL)
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

  if (job->work != NULL && job->work->run != NULL)
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
  if (job->result != NULL)
    return tw_result_ref (job->result);
  if (job->work == NULL || job->work->run == NULL)
    return NULL;
  return tw_kind_snapshot (job->puzzle, job->work->run, job->work->live);
}

void
tw_job_set_background (TwJob *job, gboolean background)
{
  g_return_if_fail (TW_IS_JOB (job));
  g_return_if_fail (job->work == NULL);
  job->background = background;
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

  tw_job_cancel (job);
  G_OBJECT_CLASS (tw_job_parent_class)->dispose (object);
}

static void
tw_job_finalize (GObject *object)
{
  TwJob *job = TW_JOB (object);

  g_clear_pointer (&job->work, work_unref);
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
