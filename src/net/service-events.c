/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-events.c - clients that watch jobs, and their events; see service-events.h. */
#include "net/service-events.h"

#include "draw/scene.h"
#include "net/service-text.h"
#include "net/timer.h"
#include "puzzle/progress.h"

enum {
  LOOK_MS = 100,
  MOST_WRITING = 2,
  MOST_OLD = 2, /* solutions of one job that slow clients hold */
  PROGRESS_US = 250000,
  ANSWER_US = 500000,
  COMMENT_US = 10000000, /* keep-alive comments, to notice clients that have disconnected */
};

struct TwServiceEvents {
  TwServiceQueue *queue;
  GHashTable *feeds; /* of Feed, by TwServiceJob */
  GQueue watches;
  GSource *timer; /* NULL: no clients watch */
  guint writing;  /* solutions being written, on threads */
};

/* The solutions of one job for all clients that watch it. */
typedef struct {
  TwServiceEvents *events;
  TwServiceJob *job;
  guint users;    /* the watches and the thread that writes */
  guint64 looked; /* serial of the solution that was looked at last */
  gint64 time;    /* of that */
  gboolean writing;
  GBytes *answer; /* the last solution; NULL: none */
  guint version;  /* of the answer; 0: none */
} Feed;

typedef struct {
  Feed *feed;
  TwHttpStream *stream;
  gboolean view;  /* with the view of the search */
  char *state;    /* the state sent last; NULL: none yet */
  char *progress; /* the progress sent last; NULL: none yet */
  gint64 progress_time;
  guint version; /* of the answer sent last */
} Watch;

/* --- what is sent ---------------------------------------------------------------- */

void
tw_service_write_state (const TwServiceJob *job, int position, TwJsonBuilder *builder)
{
  tw_json_add_string (builder, "state", tw_service_state_name (job->state));
  if (job->state == TW_SERVICE_WAITING)
    tw_json_add_int (builder, "position", position);
  if (job->state == TW_SERVICE_ENDED)
    tw_json_add_string (builder, "status", tw_status_name (job->status));
}

/* What the window shows of a search while it runs: a bar for each transform, and the front. */
static void
write_view (const TwServiceJob *job, TwRun *run, TwJsonBuilder *builder)
{
  const TwBoard *board = tw_puzzle_get_board (job->puzzle);
  TwFront front;
  TwSceneFront shown;

  tw_json_begin_array (builder, "bars");
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    const TwProgressBar *bar = tw_run_progress_bar (run, i);

    if (bar->phase == TW_PHASE_IDLE)
      continue;
    tw_json_begin_object (builder, NULL);
    tw_json_add_int (builder, "bar", i);
    tw_json_add_string (builder, "phase", tw_phase_name ((TwPhase) bar->phase));
    tw_json_add_int (builder, "step", bar->step);
    tw_json_add_int (builder, "steps", bar->steps);
    tw_json_add_int (builder, "best", bar->best);
    tw_json_end_object (builder);
  }
  tw_json_end_array (builder);
  if (!tw_run_get_front (run, &front)
      || !tw_scene_front_init (&shown, &front, board->width, board->height))
    return;
  tw_json_begin_object (builder, "front");
  tw_json_add_boolean (builder, "columns", shown.columns);
  tw_json_add_boolean (builder, "fromFar", shown.from_far);
  tw_json_add_int (builder, "length", shown.length);
  tw_json_begin_array (builder, "extent");
  for (int i = 0; i < shown.n_lines; i++)
    tw_json_add_int (builder, NULL, shown.extent[i]);
  tw_json_end_array (builder);
  tw_json_end_object (builder);
}

void
tw_service_write_progress (const TwServiceJob *job, TwJsonBuilder *builder)
{
  TwRun *run = job->job != NULL ? tw_job_get_run (job->job) : NULL;

  if (run != NULL)
    tw_run_write_progress (run, builder);
}

/* --- telling ----------------------------------------------------------------------- */

/* Sends the open object of the builder if it differs from the last one. */
static void
tell (const Watch *watch, const char *event, TwJsonBuilder *builder, char **last)
{
  char *text = tw_json_end (builder);

  if (g_strcmp0 (text, *last) != 0)
    tw_http_stream_send (watch->stream, event, text);
  g_free (*last);
  *last = text;
}

static void
tell_state (Watch *watch)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_service_write_state (watch->feed->job,
                          tw_service_queue_position (watch->feed->events->queue, watch->feed->job),
                          builder);
  tell (watch, "state", builder, &watch->state);
}

static void
tell_progress (Watch *watch, gint64 now)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  const TwServiceJob *job = watch->feed->job;

  tw_service_write_progress (job, builder);
  if (watch->view && tw_job_get_run (job->job) != NULL)
    write_view (job, tw_job_get_run (job->job), builder);
  tell (watch, "progress", builder, &watch->progress);
  watch->progress_time = now;
}

/* --- solutions --------------------------------------------------------------------- */

static Feed *
feed_of (TwServiceEvents *events, TwServiceJob *job)
{
  Feed *feed = g_hash_table_lookup (events->feeds, job);

  if (feed == NULL) {
    feed = g_new0 (Feed, 1);
    feed->events = events;
    feed->job = g_rc_box_acquire (job);
    g_hash_table_insert (events->feeds, job, feed);
  }
  feed->users++;
  return feed;
}

static void
feed_release (Feed *feed)
{
  if (--feed->users > 0)
    return;
  g_hash_table_remove (feed->events->feeds, feed->job);
  tw_service_job_unref (feed->job);
  g_clear_pointer (&feed->answer, g_bytes_unref);
  g_free (feed);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Feed *feed = data;
  GBytes *answer = tw_service_text_finish (result);

  feed->events->writing--;
  feed->writing = FALSE;
  if (answer != NULL) {
    g_clear_pointer (&feed->answer, g_bytes_unref);
    feed->answer = answer;
    feed->version++;
  }
  feed_release (feed);
}

/* Slow clients hold older solutions, whose number must be bounded. */
static gboolean
is_held_up (const Feed *feed)
{
  guint slow = 0;

  for (GList *link = feed->events->watches.head; link != NULL; link = link->next) {
    const Watch *watch = link->data;

    slow += watch->feed == feed && watch->version > 0 && watch->version < feed->version
            && !tw_http_stream_is_idle (watch->stream);
  }
  return slow >= MOST_OLD;
}

static void
look_for_solution (Feed *feed, gint64 now)
{
  TwRun *run = tw_job_get_run (feed->job->job);
  guint64 serial = run != NULL ? tw_run_serial (run) : 0;
  g_autoptr (TwResult) best = NULL;

  if (serial == feed->looked || feed->writing || feed->events->writing >= MOST_WRITING
      || now - feed->time < ANSWER_US || is_held_up (feed))
    return;
  feed->looked = serial;
  feed->time = now;
  best = tw_job_dup_best (feed->job->job);
  if (best == NULL)
    return;
  feed->writing = TRUE;
  feed->users++;
  feed->events->writing++;
  tw_service_text_async (best, tw_service_queue_text_size (feed->events->queue, feed->job),
                         written_cb, feed);
}

/* --- watching ---------------------------------------------------------------------- */

static void
look_at_running (Watch *watch)
{
  gint64 now = g_get_monotonic_time ();
  Feed *feed = watch->feed;

  look_for_solution (feed, now);
  if (feed->answer != NULL && watch->version != feed->version) {
    tw_http_stream_send_line (watch->stream, "answer", feed->answer);
    watch->version = feed->version;
  }
  if (tw_http_stream_is_idle (watch->stream) && now - watch->progress_time >= PROGRESS_US)
    tell_progress (watch, now);
}

static void
update (Watch *watch)
{
  const TwServiceJob *job = watch->feed->job;

  if (!tw_http_stream_is_idle (watch->stream))
    return;
  tell_state (watch);
  if (job->state == TW_SERVICE_RUNNING) {
    look_at_running (watch);
  } else if (job->state == TW_SERVICE_ENDED) {
    tw_http_stream_send_line (watch->stream, "result", job->result);
    tw_http_stream_end (watch->stream);
  }
  if (tw_http_stream_is_idle (watch->stream)
      && tw_http_stream_idle_time (watch->stream) >= COMMENT_US)
    tw_http_stream_send (watch->stream, NULL, "still here");
}

void
tw_service_events_update (TwServiceEvents *events)
{
  for (GList *link = events->watches.head; link != NULL; link = link->next)
    update (link->data);
}

static gboolean
timer_cb (gpointer data)
{
  tw_service_events_update (data);
  return G_SOURCE_CONTINUE;
}

static void
gone_cb (TwHttpStream *stream, gpointer data)
{
  Watch *watch = data;
  TwServiceEvents *events = watch->feed->events;

  g_queue_remove (&events->watches, watch);
  if (events->watches.length == 0)
    tw_timer_clear (&events->timer);
  feed_release (watch->feed);
  g_free (watch->state);
  g_free (watch->progress);
  g_free (watch);
}

void
tw_service_events_watch (TwServiceEvents *events, TwHttpServer *http, TwServiceJob *job,
                         SoupServerMessage *message, gboolean view)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->view = view;
  watch->feed = feed_of (events, job);
  watch->stream = tw_http_stream_new (http, message, gone_cb, watch);
  g_queue_push_tail (&events->watches, watch);
  if (events->timer == NULL)
    events->timer = tw_timer_new (LOOK_MS, timer_cb, events);
  update (watch);
}

guint
tw_service_events_count (const TwServiceEvents *events)
{
  return events->watches.length;
}

TwServiceEvents *
tw_service_events_new (TwServiceQueue *queue)
{
  TwServiceEvents *events = g_new0 (TwServiceEvents, 1);

  events->queue = queue;
  events->feeds = g_hash_table_new (NULL, NULL);
  return events;
}

void
tw_service_events_free (TwServiceEvents *events)
{
  if (events == NULL)
    return;
  g_warn_if_fail (events->watches.length == 0);
  while (events->writing > 0)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  tw_timer_clear (&events->timer);
  g_hash_table_unref (events->feeds);
  g_free (events);
}
