/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-session.c - the contest session as an object: starts, pauses and ends it, and holds
 * its properties. See contest-session.h; contest-steps.c processes the puzzles. */
#include "net/contest-session-private.h"

#include <string.h>

#include "net/timer.h"
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

double
tw_contest_seconds_since (TwContestSession *self, gint64 time)
{
  return (double) (tw_contest_now (self) - time) / G_USEC_PER_SEC;
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

/* --- the end --------------------------------------------------------------------- */

static void
end_now (TwContestSession *self)
{
  g_clear_pointer (&self->folder, tw_contest_folder_unref);
  tw_contest_set_message (self, NULL);
  self->pausing = self->stopping = FALSE; /* without a signal before the last state is set */
  tw_contest_set_state (self, self->last_state);
  g_signal_emit_by_name (self, "finished");
}

static void
stop_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  tw_practice_server_stop (data);
  g_task_return_boolean (task, TRUE);
}

/* Stopping a server waits for its thread, so another thread does it. */
static void
stop_practice (TwContestSession *self, GAsyncReadyCallback callback, gpointer data)
{
  tw_task_run (stop_thread, g_steal_pointer (&self->practice),
               (GDestroyNotify) tw_practice_server_free, NULL, NULL, callback, data);
}

static void
practice_stopped_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);

  if (self != NULL)
    end_now (self);
}

static void
end_logged_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);

  /* Nothing depends on this line. */
  tw_contest_folder_save_finish (result, NULL);
  if (self == NULL)
    return;
  if (self->practice != NULL)
    stop_practice (self, practice_stopped_cb, tw_weak_new (self));
  else
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
  if (self->folder == NULL) {
    end_now (self);
    return;
  }
  tw_contest_folder_save_async (self->folder,
                                &(TwContestStep){
                                  .event = state == TW_CONTEST_FAILED    ? "failed"
                                           : state == TW_CONTEST_STOPPED ? "stopped"
                                                                         : "finished",
                                  .message = tw_contest_session_get_error (self),
                                  .last = TRUE,
                                  .real = self->timing.real (),
                                },
                                end_logged_cb, tw_weak_new (self));
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
typedef struct {
  char *path;
  gboolean resume;
  TwContestPlan plan;
  guint64 practice_seed;
  gint64 real;
  GPtrArray *entries;
  TwContestFolder *folder;
  TwPracticeServer *practice;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_free (opening->path);
  tw_contest_plan_clear (&opening->plan);
  g_ptr_array_unref (opening->entries);
  g_clear_pointer (&opening->folder, tw_contest_folder_unref);
  g_clear_pointer (&opening->practice, tw_practice_server_free);
  g_free (opening);
}

/* Applies the settings that differ from those in the folder. */
static gboolean
resume_folder (Opening *opening, GError **error)
{
  TwContestPlan plan = { 0 };

  opening->folder = tw_contest_folder_open (opening->path, &plan, opening->entries, opening->real,
                                            error);
  if (opening->folder == NULL)
    return FALSE;
  if (opening->plan.count != 0)
    plan.count = opening->plan.count;
  if (opening->plan.server != NULL) {
    g_free (plan.server);
    plan.server = g_steal_pointer (&opening->plan.server);
  }
  tw_contest_plan_clear (&opening->plan);
  opening->plan = plan;
  return tw_contest_folder_set_plan (opening->folder, &plan, error);
}

static gboolean
start_practice (Opening *opening, GError **error)
{
  g_autofree char *database = tw_contest_folder_database (opening->folder);
  guint64 seed = opening->practice_seed != 0 ? opening->practice_seed : (guint64) opening->real;

  /* A resumed session continues with other boards. */
  opening->practice = tw_practice_server_new (&(TwPracticeConfig){
    .database = database,
    .seed = seed + opening->entries->len,
  });
  return tw_practice_server_start (opening->practice, error);
}

static gboolean
open_all (Opening *opening, GError **error)
{
  if (opening->resume) {
    if (!resume_folder (opening, error))
      return FALSE;
  } else {
    opening->folder = tw_contest_folder_create (opening->path, &opening->plan, opening->real,
                                                error);
    if (opening->folder == NULL)
      return FALSE;
  }
  return opening->plan.server != NULL || start_practice (opening, error);
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  tw_task_return (task, open_all (data, &error), &error);
}

static void
take_over (TwContestSession *self, Opening *opening)
{
  tw_contest_plan_clear (&self->plan);
  self->plan = opening->plan;
  opening->plan = (TwContestPlan){ 0 };
  self->folder = g_steal_pointer (&opening->folder);
  self->folder_path = g_strdup (tw_contest_folder_get_path (self->folder));
  self->practice = g_steal_pointer (&opening->practice);
  for (guint i = 0; i < opening->entries->len; i++) {
    TwContestEntry *entry = g_ptr_array_index (opening->entries, i);

    g_hash_table_add (self->ids, g_strdup (tw_contest_entry_get_facts (entry)->id));
  }
  g_list_store_splice (self->entries, 0, 0, opening->entries->pdata, opening->entries->len);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;
  const char *server;

  if (self == NULL)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    tw_contest_fail (self, error);
    return;
  }
  take_over (self, g_task_get_task_data (G_TASK (result)));
  server = self->practice != NULL ? tw_practice_server_get_uri (self->practice) : self->plan.server;
  self->client = tw_contest_client_new (server, self->key, self->plan.tetrominoes,
                                        self->timing.request, &error);
  if (self->client == NULL) {
    tw_contest_fail (self, error);
    return;
  }
  tw_contest_next_puzzle (self);
}

/* Checks that need no folder. */
static gboolean
check_config (TwContestSession *self, GError **error)
{
  g_autoptr (TwContestClient) client = NULL;

  if ((self->plan.count < 1 && !self->resume) || self->plan.count > TW_CONTEST_MAX_COUNT) {
    g_set_error (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                 _ ("count: expected 1 to %d puzzles"), TW_CONTEST_MAX_COUNT);
    return FALSE;
  }
  if (self->resume && self->wanted_folder == NULL) {
    g_set_error_literal (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE,
                         _ ("folder: expected the folder of a contest to resume"));
    return FALSE;
  }
  /* The resumed folder may be of another kind, which is checked later. */
  if (!self->resume
      && !tw_kind_accepts_options (tw_contest_client_kind (self->plan.tetrominoes), &self->options,
                                   error))
    return FALSE;
  client = tw_contest_client_new (self->plan.server != NULL ? self->plan.server
                                                            : "http://localhost",
                                  self->key, self->plan.tetrominoes, self->timing.request, error);
  return client != NULL;
}

static gboolean
bad_config_cb (gpointer data)
{
  TwContestSession *self = data;
  g_autoptr (GError) error = NULL;

  tw_timer_clear (&self->timer);
  check_config (self, &error);
  tw_contest_fail (self, error);
  return G_SOURCE_REMOVE;
}

void
tw_contest_session_start (TwContestSession *self)
{
  Opening *opening;

  g_return_if_fail (self->state == TW_CONTEST_IDLE);

  tw_contest_set_state (self, TW_CONTEST_OPENING);
  if (!check_config (self, NULL)) {
    tw_contest_set_timer (self, 0, bad_config_cb);
    return;
  }
  opening = g_new0 (Opening, 1);
  opening->path = g_strdup (self->wanted_folder);
  opening->resume = self->resume;
  opening->plan = self->plan;
  opening->plan.server = g_strdup (self->plan.server);
  opening->practice_seed = self->practice_seed;
  opening->real = self->timing.real ();
  opening->entries = g_ptr_array_new_with_free_func (g_object_unref);
  tw_task_run (open_thread, opening, opening_free, NULL, NULL, opened_cb, tw_weak_new (self));
}

/* --- pausing and stopping ------------------------------------------------------------ */

void
tw_contest_session_pause (TwContestSession *self)
{
  if (!tw_contest_session_is_over (self) && !self->stopping)
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
  if (tw_contest_session_is_over (self) || self->state == TW_CONTEST_IDLE || self->stopping)
    return;
  set_flag (self, &self->stopping, TRUE);
  if (self->state == TW_CONTEST_WAITING || self->state == TW_CONTEST_PAUSED) {
    tw_contest_end (self, TW_CONTEST_STOPPED);
  } else if (self->state == TW_CONTEST_SOLVING && self->timer != NULL) {
    g_autoptr (TwResult) best = tw_job_dup_best (self->job);

    if (best != NULL)
      tw_contest_take_answer (self, best);
    else
      tw_contest_set_timer (self,
                            MIN (self->timing.late, tw_contest_session_get_seconds_left (self)),
                            tw_contest_deadline_cb);
  }
}

void
tw_contest_session_abort (TwContestSession *self)
{
  if (tw_contest_session_is_over (self) || self->state == TW_CONTEST_IDLE)
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

TwContestState
tw_contest_session_get_state (TwContestSession *self)
{
  return self->state;
}

gboolean
tw_contest_session_is_over (TwContestSession *self)
{
  return self->state >= TW_CONTEST_FINISHED;
}

guint
tw_contest_session_get_current (TwContestSession *self)
{
  return self->current;
}

guint
tw_contest_session_get_count (TwContestSession *self)
{
  return self->plan.count;
}

TwContestMode
tw_contest_session_get_mode (TwContestSession *self)
{
  return self->plan.mode;
}

double
tw_contest_session_get_seconds_left (TwContestSession *self)
{
  if (self->state != TW_CONTEST_SOLVING)
    return -1;
  return MAX (0, (double) (self->deadline - tw_contest_now (self)) / G_USEC_PER_SEC);
}

const char *
tw_contest_session_get_message (TwContestSession *self)
{
  return self->message;
}

const char *
tw_contest_session_get_error (TwContestSession *self)
{
  return self->error != NULL ? self->error->message : NULL;
}

gboolean
tw_contest_session_is_bad_input (TwContestSession *self)
{
  return self->error != NULL
         && (self->error->domain == TW_PUZZLE_ERROR
             || g_error_matches (self->error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_USAGE));
}

TwJob *
tw_contest_session_get_job (TwContestSession *self)
{
  return self->job;
}

GListModel *
tw_contest_session_get_entries (TwContestSession *self)
{
  return G_LIST_MODEL (self->entries);
}

const char *
tw_contest_session_get_folder (TwContestSession *self)
{
  return self->folder_path;
}

gboolean
tw_contest_session_is_pausing (TwContestSession *self)
{
  return self->pausing && self->state != TW_CONTEST_PAUSED;
}

gboolean
tw_contest_session_is_stopping (TwContestSession *self)
{
  return self->stopping;
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

  self->key = g_strdup (config->key != NULL ? config->key : "practice");
  self->wanted_folder = g_strdup (config->folder);
  self->resume = config->resume;
  self->plan = (TwContestPlan){
    .server = g_strdup (config->server),
    .mode = config->mode,
    .tetrominoes = config->tetrominoes,
    .count = config->count,
  };
  if (config->options != NULL)
    self->options = *config->options;
  self->background = config->background;
  self->practice_seed = config->practice_seed;
  set_timing (self, config->timing);
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
  if (self->practice != NULL)
    stop_practice (self, NULL, NULL);
  G_OBJECT_CLASS (tw_contest_session_parent_class)->dispose (object);
}

static void
tw_contest_session_finalize (GObject *object)
{
  TwContestSession *self = TW_CONTEST_SESSION (object);

  g_clear_object (&self->client);
  g_clear_object (&self->entries);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->folder, tw_contest_folder_unref);
  g_hash_table_unref (self->ids);
  tw_contest_plan_clear (&self->plan);
  g_free (self->key);
  g_free (self->wanted_folder);
  g_free (self->folder_path);
  g_free (self->message);
  g_clear_error (&self->error);
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
  self->entries = g_list_store_new (TW_TYPE_CONTEST_ENTRY);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
}
