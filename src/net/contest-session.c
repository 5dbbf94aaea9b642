/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session.c - the contest session as an object: starts, pauses and ends it, and holds
 * its properties. See contest-session.h; contest-steps.c processes the puzzles. */
#include "net/contest-session-private.h"

#include <string.h>

#include "net/keys.h"
#include "net/timer.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/tasks.h"

G_DEFINE_FINAL_TYPE (TwContestSession, tw_contest_session, G_TYPE_OBJECT)

/* --- small things --------------------------------------------------------------- */

const char *
tw_contest_state_text (TwContestState state)
{
  static const char *const texts[] = {
    [TW_CONTEST_IDLE] = N_ ("Not started"),
    [TW_CONTEST_OPENING] = N_ ("Starting"),
    [TW_CONTEST_FETCHING] = N_ ("Asking for a puzzle"),
    [TW_CONTEST_SOLVING] = N_ ("Solving"),
    [TW_CONTEST_SUBMITTING] = N_ ("Submitting the solution"),
    [TW_CONTEST_WAITING] = N_ ("Waiting to try again"),
    [TW_CONTEST_PAUSED] = N_ ("Paused"),
    [TW_CONTEST_FINISHED] = N_ ("Finished"),
    [TW_CONTEST_STOPPED] = N_ ("Stopped"),
    [TW_CONTEST_FAILED] = N_ ("Failed"),
  };

  return _ (texts[state]);
}

gint64
tw_contest_now (TwContestSession *self)
{
  return self->timing.monotonic ();
}

TW_DEFINE_CLEAR (clear_shared, TwContestShared, (folder, tw_contest_folder_free),
                 (client, tw_contest_client_free))

void
tw_contest_shared_unref (TwContestShared *shared)
{
  g_atomic_rc_box_release_full (shared, clear_shared);
}

void
tw_contest_set_state (TwContestSession *self, TwContestState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_signal_emit_by_name (self, "changed");
}

void
tw_contest_set_message (TwContestSession *self, const char *message)
{
  if (g_strcmp0 (self->message, message) == 0)
    return;
  g_free (self->message);
  self->message = g_strdup (message);
  g_signal_emit_by_name (self, "message");
}

static void
set_flag (TwContestSession *self, gboolean *flag, gboolean value)
{
  if (*flag == value)
    return;
  *flag = value;
  g_signal_emit_by_name (self, "changed");
}

void
tw_contest_set_timer (TwContestSession *self, double seconds, GSourceFunc callback)
{
  tw_timer_clear (&self->timer);
  self->timer = tw_timer_new ((guint) (seconds * 1000), callback, self);
}

/* FINISHED, STOPPED or FAILED. */
static gboolean
is_over (TwContestSession *self)
{
  return self->state >= TW_CONTEST_FINISHED;
}

static double
seconds_left (TwContestSession *self)
{
  if (self->state != TW_CONTEST_SOLVING)
    return -1;
  return MAX (0, (double) (self->deadline - tw_contest_now (self)) / G_USEC_PER_SEC);
}

/* --- the end --------------------------------------------------------------------- */

static void
end_now (TwContestSession *self)
{
  tw_contest_set_message (self, NULL);
  self->pausing = self->stopping = FALSE; /* without a signal before the last state is set */
  tw_contest_set_state (self, self->last_state);
  g_signal_emit_by_name (self, "finished");
}

typedef struct {
  TwContestShared *shared;
  TwPracticeServer *practice; /* NULL: none */
  TwContestStep last;
  char *message;
} Ending;

TW_DEFINE_FREE (ending_free, Ending, (message, g_free))

static void
end_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Ending *ending = data;

  /* At an end no step is running, though the last one may still have a reference. */
  if (ending->last.event != NULL) {
    tw_contest_folder_save (ending->shared->folder, &ending->last, NULL); /* only for people */
    clear_shared (ending->shared);
  }
  tw_contest_shared_unref (ending->shared);
  g_clear_pointer (&ending->practice, tw_practice_server_free);
  g_task_return_boolean (task, TRUE);
}

/* Closes the folder and stops the practice server, which takes time. `event` may be NULL. */
static void
close_all (TwContestSession *self, const char *event, GAsyncReadyCallback callback, gpointer data)
{
  Ending *ending = g_new0 (Ending, 1);

  ending->shared = g_steal_pointer (&self->shared);
  ending->practice = g_steal_pointer (&self->practice);
  ending->message = g_strdup (self->error != NULL ? self->error->message : NULL);
  ending->last.event = event;
  ending->last.message = ending->message;
  ending->last.real = self->timing.real ();
  tw_task_run (end_thread, ending, ending_free, NULL, NULL, callback, data);
}

static void
closed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);

  if (self != NULL)
    end_now (self);
}

void
tw_contest_end (TwContestSession *self, TwContestState state)
{
  if (self->ending)
    return;
  self->ending = TRUE;
  self->last_state = state;
  tw_timer_clear (&self->timer);
  if (self->shared == NULL)
    end_now (self);
  else
    close_all (self,
               state == TW_CONTEST_FAILED    ? "failed"
               : state == TW_CONTEST_STOPPED ? "stopped"
                                             : "finished",
               closed_cb, tw_weak_new (self));
}

void
tw_contest_fail (TwContestSession *self, const GError *reason)
{
  g_clear_error (&self->error);
  self->error = g_error_copy (reason);
  tw_contest_end (self, TW_CONTEST_FAILED);
}

/* --- starting ---------------------------------------------------------------------- */

/* Input and output of the opening thread. */
typedef struct Opening {
  char *path;
  gboolean resume;
  TwContestPlan plan;
  TwOptions options;
  char *key;
  char *key_server;
  guint64 practice_seed;
  gint64 real;
  GPtrArray *entries;
  TwContestShared *shared;
  TwPracticeServer *practice;
} Opening;

TW_DEFINE_FREE (opening_free, Opening, (path, g_free), (plan.server, g_free), (key, g_free),
                (key_server, g_free), (entries, g_ptr_array_unref),
                (shared, tw_contest_shared_unref), (practice, tw_practice_server_free))

/* Checks that need no folder. The resumed folder may be of another kind and server, which are
 * checked later. */
static gboolean
check_config (const Opening *opening, GError **error)
{
  const TwContestPlan *plan = &opening->plan;
  const char *server = plan->server != NULL ? plan->server : "http://localhost";
  const char *key = opening->key != NULL && !opening->resume ? opening->key : "practice";
  g_autoptr (TwContestClient) client = NULL;

  if ((plan->count < 1 && !opening->resume) || plan->count > TW_CONTEST_MAX_COUNT) {
    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                 _ ("count: expected 1 to %d puzzles"), TW_CONTEST_MAX_COUNT);
    return FALSE;
  }
  if (opening->resume && opening->path == NULL) {
    g_set_error_literal (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                         _ ("folder: expected the folder of a contest to resume"));
    return FALSE;
  }
  client = tw_contest_client_new (server, key, plan->tetrominoes, opening->shared->timing.request,
                                  error);
  return client != NULL
         && (opening->resume
             || tw_kind_accepts_options (tw_contest_client_kind (plan->tetrominoes),
                                         &opening->options, error));
}

/* The plan becomes that of the folder, but for what is to be changed. */
static gboolean
resume_folder (Opening *opening, GError **error)
{
  TwContestPlan change = opening->plan;

  opening->plan = (TwContestPlan){ 0 };
  opening->shared->folder = tw_contest_folder_open (opening->path, &opening->plan, opening->entries,
                                                    opening->real, error);
  if (change.count != 0)
    opening->plan.count = change.count;
  if (change.server != NULL) {
    g_free (opening->plan.server);
    opening->plan.server = change.server;
  }
  return opening->shared->folder != NULL;
}

/* A key that was given for another server must not be sent to this one. */
static gboolean
find_key (Opening *opening, GError **error)
{
  const char *server = opening->plan.server;

  if (opening->key_server != NULL && g_strcmp0 (opening->key_server, server) != 0)
    g_clear_pointer (&opening->key, g_free);
  if (opening->key == NULL)
    opening->key = server != NULL ? tw_keys_lookup (server) : g_strdup ("practice");
  if (opening->key != NULL)
    return TRUE;
  g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_KEY,
               _ ("The key for %s is needed to resume this session"), server);
  return FALSE;
}

static gboolean
start_practice (Opening *opening, GError **error)
{
  g_autofree char *database = g_build_filename (
    tw_contest_folder_get_path (opening->shared->folder), "practice.db", NULL);
  guint64 seed = opening->practice_seed != 0 ? opening->practice_seed : (guint64) opening->real;

  /* A resumed session continues with other boards. */
  opening->practice = tw_practice_server_new (&(TwPracticeConfig){
    .database = database,
    .seed = seed + opening->entries->len,
  });
  return tw_practice_server_start (opening->practice, error);
}

static gboolean
make_client (Opening *opening, GError **error)
{
  TwContestShared *shared = opening->shared;
  const char *server = opening->practice != NULL ? tw_practice_server_get_uri (opening->practice)
                                                 : opening->plan.server;

  shared->client = tw_contest_client_new (server, opening->key, opening->plan.tetrominoes,
                                          shared->timing.request, error);
  for (guint i = 0; shared->client != NULL && i < opening->entries->len; i++)
    tw_contest_client_add_id (
      shared->client, tw_contest_entry_get_facts (g_ptr_array_index (opening->entries, i))->id);
  return shared->client != NULL;
}

static gboolean
open_all (Opening *opening, GError **error)
{
  TwContestShared *shared = opening->shared;

  if (!check_config (opening, error) || (opening->resume && !resume_folder (opening, error))
      || !find_key (opening, error))
    return FALSE;
  if (!opening->resume)
    shared->folder = tw_contest_folder_create (opening->path, &opening->plan, opening->real, error);
  return shared->folder != NULL && (opening->plan.server != NULL || start_practice (opening, error))
         && make_client (opening, error)
         && (!opening->resume
             || tw_contest_folder_set_plan (shared->folder, &opening->plan, error));
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;
  GError *error = NULL;
  gboolean fine = open_all (opening, &error);

  /* After an error the caller may open the folder again, so it is closed here. */
  if (!fine)
    clear_shared (opening->shared);
  tw_task_return (task, fine, &error);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  Opening *opening = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return;
  self->plan = opening->plan;
  opening->plan = (TwContestPlan){ 0 };
  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    tw_contest_fail (self, error);
    return;
  }
  self->shared = g_steal_pointer (&opening->shared);
  self->practice = g_steal_pointer (&opening->practice);
  self->folder_path = g_strdup (tw_contest_folder_get_path (self->shared->folder));
  g_list_store_splice (self->entries, 0, 0, opening->entries->pdata, opening->entries->len);
  tw_contest_next_puzzle (self);
}

void
tw_contest_session_start (TwContestSession *self)
{
  g_return_if_fail (self->state == TW_CONTEST_IDLE);

  tw_contest_set_state (self, TW_CONTEST_OPENING);
  self->opening->real = self->timing.real ();
  tw_task_run (open_thread, g_steal_pointer (&self->opening), opening_free, NULL, NULL, opened_cb,
               tw_weak_new (self));
}

/* --- pausing and stopping ------------------------------------------------------------ */

void
tw_contest_session_pause (TwContestSession *self)
{
  if (!is_over (self) && !self->stopping)
    set_flag (self, &self->pausing, TRUE);
}

void
tw_contest_session_continue (TwContestSession *self)
{
  set_flag (self, &self->pausing, FALSE);
  if (self->state == TW_CONTEST_PAUSED && !self->ending)
    tw_contest_next_puzzle (self);
}

void
tw_contest_session_stop (TwContestSession *self)
{
  if (is_over (self) || self->state == TW_CONTEST_IDLE || self->stopping)
    return;
  set_flag (self, &self->stopping, TRUE);
  if (self->state == TW_CONTEST_WAITING || self->state == TW_CONTEST_PAUSED) {
    tw_contest_end (self, TW_CONTEST_STOPPED);
  } else if (self->state == TW_CONTEST_SOLVING && self->timer != NULL) {
    g_autoptr (TwResult) best = tw_job_dup_best (self->job);

    if (best != NULL)
      tw_contest_take_answer (self, best);
    else
      tw_contest_set_timer (self, MIN (self->timing.late, seconds_left (self)),
                            tw_contest_deadline_cb);
  }
}

void
tw_contest_session_abort (TwContestSession *self)
{
  if (is_over (self) || self->state == TW_CONTEST_IDLE)
    return;
  self->aborting = TRUE;
  set_flag (self, &self->stopping, TRUE);
  g_cancellable_cancel (self->cancellable);
  if (self->state == TW_CONTEST_SOLVING && self->timer != NULL) {
    tw_job_abandon (self->job);
    tw_contest_end (self, TW_CONTEST_STOPPED);
  } else if (self->state == TW_CONTEST_WAITING || self->state == TW_CONTEST_PAUSED) {
    tw_contest_end (self, TW_CONTEST_STOPPED);
  }
}

/* --- looking ------------------------------------------------------------------------ */

TwContestLook
tw_contest_session_look (TwContestSession *self)
{
  const GError *error = self->error;
  gboolean keyless = g_error_matches (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_KEY);

  return (TwContestLook){
    .state = self->state,
    .is_over = is_over (self),
    .is_pausing = self->pausing && self->state != TW_CONTEST_PAUSED,
    .is_stopping = self->stopping,
    .is_bad_input = keyless || (error != NULL && error->domain == TW_PUZZLE_ERROR)
                    || g_error_matches (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE),
    .current = self->current,
    .count = self->plan.count,
    .mode = self->plan.mode,
    .seconds_left = seconds_left (self),
    .message = self->message,
    .error = error != NULL ? error->message : NULL,
    .keyless_server = keyless ? self->plan.server : NULL,
    .folder = self->folder_path,
    .job = self->job,
  };
}

GListModel *
tw_contest_session_get_entries (TwContestSession *self)
{
  return G_LIST_MODEL (self->entries);
}

static void
add_to_totals (TwContestTotals *totals, const TwContestFacts *facts)
{
  totals->fetched++;
  totals->rejected += facts->status == TW_CONTEST_REJECTED;
  totals->uncertain += facts->status == TW_CONTEST_UNCERTAIN;
  totals->unanswered += facts->status == TW_CONTEST_UNANSWERED
                        || facts->status == TW_CONTEST_IMPOSSIBLE;
  if (facts->status != TW_CONTEST_ACCEPTED)
    return;
  totals->accepted++;
  totals->optimal += facts->optimal != FALSE;
  totals->in_time += facts->penalty <= 0;
  totals->squares += MAX (facts->squares, 0);
  totals->bound += MAX (facts->bound, 0);
  totals->score += MAX (facts->score, 0);
  totals->penalty += MAX (facts->penalty, 0);
  totals->solve_seconds += MAX (facts->solve_seconds, 0);
}

void
tw_contest_session_get_totals (TwContestSession *self, TwContestTotals *totals)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));

  memset (totals, 0, sizeof *totals);
  totals->wanted = self->plan.count;
  for (guint i = 0; i < n; i++) {
    g_autoptr (TwContestEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);
    const TwContestFacts *facts = tw_contest_entry_get_facts (entry);

    if (facts->index > 0)
      add_to_totals (totals, facts);
  }
  if (self->plan.tetrominoes > 0) /* these were pieces */
    totals->squares = 0;
}

/* --- the object --------------------------------------------------------------------- */

static void
set_timing (TwContestSession *self, const TwContestTiming *timing)
{
  TwContestTiming *own = &self->timing;

  if (timing != NULL)
    *own = *timing;
  own->answer = own->answer > 0 ? own->answer : 9.5;
  own->late = own->late > 0 ? own->late : 1;
  own->request = own->request > 0 ? own->request : 20;
  own->back_off = own->back_off > 0 ? own->back_off : 0.5;
  own->attempts = own->attempts > 0 ? own->attempts : 6;
  own->monotonic = own->monotonic != NULL ? own->monotonic : g_get_monotonic_time;
  own->real = own->real != NULL ? own->real : g_get_real_time;
}

TwContestSession *
tw_contest_session_new (const TwContestConfig *config)
{
  TwContestSession *self = g_object_new (TW_TYPE_CONTEST_SESSION, NULL);
  Opening *opening = self->opening;

  self->plan = (TwContestPlan){
    .mode = config->mode,
    .tetrominoes = config->tetrominoes,
    .count = config->count,
  };
  if (config->options != NULL)
    self->options = *config->options;
  self->workers = g_strdupv ((char **) (guintptr) config->workers);
  self->worker_token = g_strdup (config->worker_token);
  self->background = config->background;
  set_timing (self, config->timing);
  opening->path = g_strdup (config->folder);
  opening->resume = config->resume;
  opening->plan = self->plan;
  opening->plan.server = g_strdup (config->server);
  opening->options = self->options;
  opening->key = g_strdup (config->key);
  opening->key_server = g_strdup (config->key_server);
  opening->practice_seed = config->practice_seed;
  opening->shared->timing = self->timing;
  return self;
}

static void
tw_contest_session_dispose (GObject *object)
{
  TwContestSession *self = TW_CONTEST_SESSION (object);

  tw_timer_clear (&self->timer);
  g_cancellable_cancel (self->cancellable);
  if (self->job != NULL)
    tw_job_abandon (self->job);
  g_clear_object (&self->job);
  if (self->shared != NULL)
    close_all (self, NULL, NULL, NULL);
  G_OBJECT_CLASS (tw_contest_session_parent_class)->dispose (object);
}

static void
tw_contest_session_finalize (GObject *object)
{
  TwContestSession *self = TW_CONTEST_SESSION (object);

  TW_DROP (self, (entries, g_object_unref), (cancellable, g_object_unref), (plan.server, g_free),
           (opening, opening_free), (workers, g_strfreev), (worker_token, g_free),
           (folder_path, g_free), (message, g_free), (error, g_error_free));
  G_OBJECT_CLASS (tw_contest_session_parent_class)->finalize (object);
}

static void
tw_contest_session_class_init (TwContestSessionClass *klass)
{
  static const char *const signals[] = { "changed", "message", "finished" };
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tw_contest_session_dispose;
  G_OBJECT_CLASS (klass)->finalize = tw_contest_session_finalize;
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_new (signals[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("entry-finished", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                TW_TYPE_CONTEST_ENTRY);
}

static void
tw_contest_session_init (TwContestSession *self)
{
  tw_options_init (&self->options);
  self->opening = g_new0 (Opening, 1);
  self->opening->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->opening->shared = g_atomic_rc_box_new0 (TwContestShared);
  self->entries = g_list_store_new (TW_TYPE_CONTEST_ENTRY);
  self->cancellable = g_cancellable_new ();
}
