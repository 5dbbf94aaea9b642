/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-queue.c - waiting, running and kept jobs; see service-queue.h. */
#include "net/service-queue.h"

#include <math.h>

#include "net/service-text.h"
#include "net/timer.h"
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
  GArray *turns;    /* of guint64: sequence number of each owner's last start */
  guint64 turn;     /* the last sequence number */
  gboolean stopped;
  TwServiceTotals totals;
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

static void
clear_job (gpointer data)
{
  TwServiceJob *job = data;

  g_clear_object (&job->job);
  g_clear_pointer (&job->puzzle, tw_puzzle_unref);
  g_clear_pointer (&job->result, g_bytes_unref);
  g_free (job->name);
  g_free (job->id);
}

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
    queue->totals.kept_bytes -= g_bytes_get_size (job->result);
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
        && (queue->totals.kept_bytes <= limits->kept_bytes || queue->kept.length == 1))
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
  queue->totals.ended[job->status]++;
  queue->totals.seconds += result->seconds;
  if (g_hash_table_contains (queue->jobs, job->id)) {
    g_queue_push_tail (&queue->kept, job);
    queue->totals.kept_bytes += g_bytes_get_size (text);
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

static guint64 *
turn_of (TwServiceQueue *queue, guint owner)
{
  if (owner >= queue->turns->len)
    g_array_set_size (queue->turns, owner + 1);
  return &g_array_index (queue->turns, guint64, owner);
}

/* Returns the number of this owner's jobs, and adds their time to *seconds. */
static guint
count_of (const GQueue *jobs, guint owner, double *seconds)
{
  guint count = 0;

  for (GList *link = jobs->head; link != NULL; link = link->next) {
    const TwServiceJob *job = link->data;

    count += job->owner == owner;
    *seconds += job->owner == owner ? job->options.time : 0;
  }
  return count;
}

static gboolean
may_run (TwServiceQueue *queue, guint owner)
{
  guint most = queue->limits.owner_jobs;
  double seconds = 0;

  return most == 0 || count_of (&queue->running, owner, &seconds) < most;
}

/* NULL: each owner that could be next has reached its limit of running jobs. */
static TwServiceJob *
pick_next (TwServiceQueue *queue)
{
  TwServiceJob *best = NULL;

  for (GList *link = queue->waiting.head; link != NULL; link = link->next) {
    TwServiceJob *job = link->data;

    if ((best == NULL || *turn_of (queue, job->owner) < *turn_of (queue, best->owner))
        && may_run (queue, job->owner))
      best = job;
  }
  return best;
}

static void
start_next (TwServiceQueue *queue)
{
  TwServiceJob *job;

  while (!queue->stopped && queue->running.length < queue->limits.jobs
         && (job = pick_next (queue)) != NULL) {
    g_queue_remove (&queue->waiting, job);
    *turn_of (queue, job->owner) = ++queue->turn;
    job->state = TW_SERVICE_RUNNING;
    job->started = g_get_real_time ();
    job->job = tw_job_new (job->puzzle, &job->options);
    g_queue_push_tail (&queue->running, g_rc_box_acquire (job));
    tw_job_run_async (job->job, NULL, searched_cb, queue);
    queue->changed (job, queue->data);
  }
}

static gboolean
has_room (TwServiceQueue *queue, guint owner, double seconds, TwServiceRefusal *refusal)
{
  const TwServiceLimits *limits = &queue->limits;
  gboolean waits = queue->running.length >= limits->jobs || !may_run (queue, owner);
  guint waiting = count_of (&queue->waiting, owner, &seconds);

  count_of (&queue->running, owner, &seconds);
  if (queue->stopped)
    *refusal = TW_SERVICE_STOPPED;
  else if (waits && queue->waiting.length >= limits->waiting)
    *refusal = TW_SERVICE_FULL;
  else if (waits && limits->owner_waiting > 0 && waiting >= limits->owner_waiting)
    *refusal = TW_SERVICE_OWNER_WAITING;
  else if (limits->owner_seconds > 0 && seconds > limits->owner_seconds)
    *refusal = TW_SERVICE_OWNER_SECONDS;
  else
    return TRUE;
  return FALSE;
}

TwServiceJob *
tw_service_queue_add (TwServiceQueue *queue, guint owner, TwPuzzle *puzzle,
                      const TwOptions *options, TwServiceRefusal *refusal)
{
  TwServiceJob *job;

  if (!has_room (queue, owner, options->time, refusal)) {
    queue->totals.refused++;
    return NULL;
  }
  job = g_rc_box_new0 (TwServiceJob);
  job->owner = owner;
  job->id = g_uuid_string_random ();
  job->kind = tw_puzzle_get_kind (puzzle);
  job->name = g_strdup (tw_puzzle_get_name (puzzle));
  job->puzzle = tw_puzzle_ref (puzzle);
  job->options = *options;
  job->created = g_get_real_time ();
  job->options.memory = MIN (job->options.memory, (int) queue->limits.memory);
  job->options.threads = MIN (tw_options_threads (options), (int) queue->limits.threads);
  turn_of (queue, owner);
  g_hash_table_insert (queue->jobs, job->id, job);
  g_queue_push_tail (&queue->order, job);
  g_queue_push_tail (&queue->waiting, job);
  queue->totals.added++;
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

/* The positions of one owner's waiting jobs, in their order. Owners take turns. So each other owner
 * has as many jobs before a job as its own owner has, plus one if that owner is next before it; but
 * not more than are waiting. */
typedef struct {
  guint *ends; /* for k: the other owners whose last job is before the k + 1st job of this owner */
  guint own;   /* jobs of this owner before the current one */
  guint others;
  guint growing; /* other owners that have one more job before the next one */
} Places;

static void
places_init (Places *places, TwServiceQueue *queue, guint owner)
{
  guint n_owners = MAX (queue->turns->len, owner + 1);
  g_autofree guint *waiting = g_new0 (guint, n_owners);
  g_autofree gboolean *first = g_new0 (gboolean, n_owners);
  guint64 turn = *turn_of (queue, owner);

  *places = (Places){ .ends = g_new0 (guint, queue->waiting.length + 1) };
  for (GList *link = queue->waiting.head; link != NULL; link = link->next) {
    guint other = ((TwServiceJob *) link->data)->owner;
    guint64 its_turn = *turn_of (queue, other);

    if (waiting[other]++ == 0)
      first[other] = its_turn < turn || (its_turn == turn && waiting[owner] == 0);
  }
  for (guint other = 0; other < n_owners; other++) {
    if (other == owner || waiting[other] == 0)
      continue;
    places->others += first[other];
    places->growing++;
    places->ends[waiting[other] - first[other]]++;
  }
  places->growing -= places->ends[0];
}

/* Returns the position of the next job. */
static int
places_next (Places *places)
{
  int position = (int) (places->own + places->others);

  places->others += places->growing;
  places->growing -= places->ends[++places->own];
  return position;
}

int
tw_service_queue_position (TwServiceQueue *queue, const TwServiceJob *job)
{
  Places places;
  int position = -1;

  if (job->state != TW_SERVICE_WAITING)
    return -1;
  places_init (&places, queue, job->owner);
  for (GList *link = queue->waiting.head; position < 0; link = link->next) {
    const TwServiceJob *other = link->data;
    int place = other->owner == job->owner ? places_next (&places) : -1;

    if (other == job)
      position = place;
  }
  g_free (places.ends);
  return position;
}

void
tw_service_queue_foreach (TwServiceQueue *queue, guint owner, TwServiceVisit visit, gpointer data)
{
  Places places;

  places_init (&places, queue, owner);
  for (GList *link = queue->order.head; link != NULL; link = link->next) {
    const TwServiceJob *job = link->data;

    if (job->owner == owner)
      visit (job, job->state == TW_SERVICE_WAITING ? places_next (&places) : -1, data);
  }
  g_free (places.ends);
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
  *totals = queue->totals;
  totals->waiting = queue->waiting.length;
  totals->running = queue->running.length;
  totals->kept = queue->kept.length;
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
  queue->turns = g_array_new (FALSE, TRUE, sizeof (guint64));
  g_queue_init (&queue->order);
  g_queue_init (&queue->waiting);
  g_queue_init (&queue->running);
  g_queue_init (&queue->kept);
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
  g_array_unref (queue->turns);
  g_free (queue);
}
