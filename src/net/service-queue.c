/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-queue.c - waiting, running and kept jobs; see service-queue.h. */
#include "net/service-queue.h"

#include <math.h>

#include "net/service-text.h"
#include "net/timer.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

struct TwServiceQueue {
  TwServiceLimits limits;
  void (*changed) (TwServiceJob *job, gpointer data);
  gpointer data;
  GHashTable *jobs; /* all jobs that can be found, by id */
  GQueue order;     /* the same jobs, oldest first; owns them */
  GQueue waiting;   /* waiting jobs, borrowed from order */
  GQueue running;   /* running jobs; owns them, because they may have been deleted */
  GQueue kept;      /* ended jobs, oldest first; borrowed from order */
  guint writing;    /* results being written, on threads */
  gsize kept_bytes; /* of their results */
  gboolean stopped;
};

const char *
tw_service_state_name (TwServiceState state)
{
  static const char *const names[] = {
    [TW_SERVICE_WAITING] = "waiting",
    [TW_SERVICE_RUNNING] = "running",
    [TW_SERVICE_ENDED] = "ended",
  };

  return names[state];
}

TW_DEFINE_CLEAR (clear_job, TwServiceJob, (job, g_object_unref), (puzzle, tw_puzzle_unref),
                 (result, g_bytes_unref), (address, g_free), (name, g_free), (id, g_free))

void
tw_service_job_unref (TwServiceJob *job)
{
  g_rc_box_release_full (job, clear_job);
}

/* --- what is kept ------------------------------------------------------------ */

/* Removes a job from all tables. */
static void
drop (TwServiceQueue *queue, TwServiceJob *job)
{
  if (!g_hash_table_remove (queue->jobs, job->id))
    return;
  g_queue_remove (&queue->waiting, job);
  if (g_queue_remove (&queue->kept, job))
    queue->kept_bytes -= g_bytes_get_size (job->result);
  g_queue_remove (&queue->order, job);
  tw_service_job_unref (job);
}

void
tw_service_queue_expire (TwServiceQueue *queue)
{
  const TwServiceLimits *limits = &queue->limits;
  gint64 oldest = g_get_monotonic_time () - (gint64) limits->kept_seconds * G_USEC_PER_SEC;

  while (queue->kept.length > 0) {
    TwServiceJob *job = queue->kept.head->data;

    if (job->kept_from >= oldest && queue->kept.length <= limits->kept
        && (queue->kept_bytes <= limits->kept_bytes || queue->kept.length == 1))
      break;
    drop (queue, job);
  }
}

/* --- running ------------------------------------------------------------------- */

static void start_next (TwServiceQueue *queue);

static void
end_job (TwServiceQueue *queue, TwServiceJob *job, const TwResult *result, GBytes *text)
{
  job->state = TW_SERVICE_ENDED;
  job->status = result->status;
  job->ended = g_get_real_time ();
  job->kept_from = g_get_monotonic_time ();
  job->result = text;
  g_clear_pointer (&job->puzzle, tw_puzzle_unref);
  if (g_hash_table_contains (queue->jobs, job->id)) {
    g_queue_push_tail (&queue->kept, job);
    queue->kept_bytes += g_bytes_get_size (text);
  }
  queue->changed (job, queue->data);
}

typedef struct {
  TwServiceQueue *queue;
  TwServiceJob *job;
  TwResult *result;
} Ending;

static TwResult *
without_solution (const TwResult *large)
{
  TwResult *result = tw_result_new (large->puzzle);

  result->status = TW_STATUS_OUT_OF_MEMORY;
  result->engine = g_strdup (large->engine);
  result->seconds = large->seconds;
  result->reason = g_strdup (_ ("the result does not fit the memory budget"));
  return result;
}

static void
written_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  Ending *ending = data;
  TwServiceQueue *queue = ending->queue;
  TwServiceJob *job = ending->job;
  g_autoptr (TwResult) result = ending->result;
  GBytes *text = tw_service_text_finish (async_result);

  queue->writing--;
  g_queue_remove (&queue->running, job);
  /* Frees the search early: its figures are no longer needed, and its memory is. */
  g_clear_object (&job->job);
  if (text == NULL) {
    g_autoptr (TwResult) large = g_steal_pointer (&result);

    result = without_solution (large);
    text = tw_service_text (result, 0);
  }
  end_job (queue, job, result, text);
  tw_service_job_unref (job);
  g_free (ending);
  tw_service_queue_expire (queue);
  start_next (queue);
}

/* The job counts as running until its result is written. */
static void
searched_cb (GObject *search, GAsyncResult *task, gpointer data)
{
  TwServiceQueue *queue = data;
  TwServiceJob *job = NULL;
  Ending *ending;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (search), task, NULL);
  if (result == NULL)
    return;
  for (GList *link = queue->running.head; link != NULL && job == NULL; link = link->next)
    if (((TwServiceJob *) link->data)->job == TW_JOB (search))
      job = link->data;
  g_return_if_fail (job != NULL);
  ending = g_new0 (Ending, 1);
  ending->queue = queue;
  ending->job = job;
  ending->result = tw_result_ref (result);
  queue->writing++;
  tw_service_text_async (ending->result, tw_service_queue_text_size (queue, job), written_cb,
                         ending);
}

static void
start_next (TwServiceQueue *queue)
{
  while (!queue->stopped && queue->running.length < queue->limits.jobs
         && queue->waiting.length > 0) {
    TwServiceJob *job = g_queue_pop_head (&queue->waiting);

    job->state = TW_SERVICE_RUNNING;
    job->started = g_get_real_time ();
    job->job = tw_job_new (job->puzzle, &job->options);
    g_queue_push_tail (&queue->running, g_rc_box_acquire (job));
    tw_job_run_async (job->job, NULL, searched_cb, queue);
    queue->changed (job, queue->data);
  }
}

static guint
count_of (const GQueue *jobs, const char *address)
{
  guint n = 0;

  for (GList *link = jobs->head; link != NULL; link = link->next)
    n += g_strcmp0 (((const TwServiceJob *) link->data)->address, address) == 0;
  return n;
}

TwServiceJob *
tw_service_queue_add (TwServiceQueue *queue, guint owner, const char *address, TwPuzzle *puzzle,
                      const TwOptions *options)
{
  guint each = queue->limits.each;
  TwServiceJob *job;

  if (queue->stopped
      || (each > 0
          && count_of (&queue->waiting, address) + count_of (&queue->running, address) >= each)
      || (queue->running.length >= queue->limits.jobs
          && queue->waiting.length >= queue->limits.waiting))
    return NULL;
  job = g_rc_box_new0 (TwServiceJob);
  job->owner = owner;
  job->address = g_strdup (address);
  job->id = g_uuid_string_random ();
  job->kind = tw_puzzle_get_kind (puzzle);
  job->name = g_strdup (tw_puzzle_get_name (puzzle));
  job->puzzle = tw_puzzle_ref (puzzle);
  job->options = *options;
  job->created = g_get_real_time ();
  job->options.memory = MIN (job->options.memory, (int) queue->limits.memory);
  job->options.threads = MIN (tw_options_threads (options), (int) queue->limits.threads);
  g_hash_table_insert (queue->jobs, job->id, job);
  g_queue_push_tail (&queue->order, job);
  g_queue_push_tail (&queue->waiting, job);
  tw_service_queue_expire (queue);
  start_next (queue);
  return job;
}

void
tw_service_queue_cancel (TwServiceQueue *queue, TwServiceJob *job)
{
  if (job->state == TW_SERVICE_RUNNING) {
    tw_job_cancel (job->job);
  } else if (job->state == TW_SERVICE_WAITING) {
    g_autoptr (TwResult) result = tw_result_new (job->puzzle);

    result->status = TW_STATUS_CANCELLED;
    g_queue_remove (&queue->waiting, job);
    end_job (queue, job, result, tw_service_text (result, 0));
  }
}

void
tw_service_queue_forget (TwServiceQueue *queue, TwServiceJob *job)
{
  g_rc_box_acquire (job);
  tw_service_queue_cancel (queue, job);
  drop (queue, job);
  tw_service_job_unref (job);
}

void
tw_service_queue_stop (TwServiceQueue *queue)
{
  queue->stopped = TRUE;
  while (queue->waiting.length > 0)
    tw_service_queue_cancel (queue, queue->waiting.head->data);
  for (GList *link = queue->running.head; link != NULL; link = link->next)
    tw_service_queue_cancel (queue, link->data);
}

gboolean
tw_service_queue_is_stopped (const TwServiceQueue *queue)
{
  return queue->stopped;
}

/* --- looking ---------------------------------------------------------------------- */

TwServiceJob *
tw_service_queue_find (TwServiceQueue *queue, const char *id)
{
  return g_hash_table_lookup (queue->jobs, id);
}

int
tw_service_queue_position (TwServiceQueue *queue, const TwServiceJob *job)
{
  return g_queue_index (&queue->waiting, job);
}

void
tw_service_queue_foreach (TwServiceQueue *queue, guint owner, TwServiceVisit visit, gpointer data)
{
  int waiting = 0;

  for (GList *link = queue->order.head; link != NULL; link = link->next) {
    const TwServiceJob *job = link->data;
    int position = job->state == TW_SERVICE_WAITING ? waiting++ : -1;

    if (job->owner == owner)
      visit (job, position, data);
  }
}

gsize
tw_service_queue_text_size (const TwServiceQueue *queue, const TwServiceJob *job)
{
  TwRun *run = job->job != NULL ? tw_job_get_run (job->job) : NULL;
  gsize most = (gsize) queue->limits.memory << 20,
        used = run != NULL ? tw_run_memory_used (run) : 0;

  return most == 0 ? 0 : MAX (most, used + 1) - used;
}

guint
tw_service_queue_retry_seconds (TwServiceQueue *queue)
{
  double least = HUGE_VAL;

  for (GList *link = queue->running.head; link != NULL; link = link->next) {
    TwRun *run = tw_job_get_run (((TwServiceJob *) link->data)->job);

    if (run != NULL)
      least = MIN (least, tw_run_remaining (run));
  }
  return least < HUGE_VAL ? (guint) CLAMP (ceil (least), 1, 3600) : 1;
}

void
tw_service_queue_get_totals (TwServiceQueue *queue, TwServiceTotals *totals)
{
  *totals = (TwServiceTotals){ queue->waiting.length, queue->running.length, queue->kept.length };
}

TwServiceQueue *
tw_service_queue_new (const TwServiceLimits *limits,
                      void (*changed) (TwServiceJob *job, gpointer data), gpointer data)
{
  TwServiceQueue *queue = g_new0 (TwServiceQueue, 1);

  queue->limits = *limits;
  queue->changed = changed;
  queue->data = data;
  queue->jobs = g_hash_table_new (g_str_hash, g_str_equal);
  return queue;
}

/* Runs the loop of this thread until cancelled searches have ended. */
static void
await_searches (TwServiceQueue *queue)
{
  GMainContext *context = g_main_context_get_thread_default ();
  gboolean late = FALSE;
  GSource *timer = tw_timer_new_flag (2000, &late);

  while ((queue->running.length > 0 && !late) || queue->writing > 0)
    g_main_context_iteration (context, TRUE);
  tw_timer_clear (&timer);
}

void
tw_service_queue_free (TwServiceQueue *queue)
{
  if (queue == NULL)
    return;
  tw_service_queue_stop (queue);
  await_searches (queue);
  while (queue->running.length > 0) {
    TwServiceJob *job = g_queue_pop_head (&queue->running);

    tw_job_abandon (job->job);
    tw_service_job_unref (job);
  }
  while (queue->order.length > 0)
    drop (queue, queue->order.head->data);
  g_hash_table_unref (queue->jobs);
  g_free (queue);
}
