/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-steps.c - processes the puzzles of a contest session: fetches, solves, saves, submits
 * and retries; see contest-session.h.
 *
 * One operation is pending at a time: a step, a search or a timer. A step is what must stay in its
 * order: a puzzle is fetched and saved; a solution is saved, sent, and its outcome saved. A thread
 * does it from beginning to end and blocks, on a copy of the entry; the session then takes the
 * copy over and starts the next operation. A pending operation does not keep the session alive: it
 * holds a weak reference, and a dropped session cancels it. */
#include "net/contest-session-private.h"
#include "net/service-clients.h"
#include "net/timer.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kind-solution.h"
#include "puzzle/tasks.h"

/* Time needed to send a solution, in addition to the round trip. */
#define RESERVE_SECONDS 0.1
/* The search ends this long before the deadline, and its best solution is sent unchanged. */
#define SEARCH_RESERVE_SECONDS 0.1
#define MAX_WAIT_SECONDS       30.0
/* Measured round trips may be wrong: no more than this is subtracted. */
#define MAX_TRIP_SECONDS 2.0

static void fetch (TwContestSession *self);
static void send_answer (TwContestSession *self);

/* --- steps, on their threads ------------------------------------------------------- */

typedef struct Step Step;

struct Step {
  gboolean (*run) (const Step *step, GCancellable *cancellable, GError **error);
  TwContestShared *shared;
  TwContestEntry *entry; /* a copy */
};

TW_DEFINE_FREE (step_free, Step, (shared, tw_contest_shared_unref), (entry, g_object_unref))

static double
seconds_since (const TwContestShared *shared, gint64 time)
{
  return (double) (shared->timing.monotonic () - time) / G_USEC_PER_SEC;
}

/* Saves all that is known of the puzzle, and what else `saved` names. */
static gboolean
save (const Step *step, TwContestStep saved, GError **error)
{
  saved.entry = step->entry;
  saved.real = step->shared->timing.real ();
  return tw_contest_folder_save (step->shared->folder, &saved, error);
}

static gboolean
save_entry (const Step *step, GCancellable *cancellable, GError **error)
{
  return save (step, (TwContestStep){ 0 }, error);
}

static gboolean
fetch_and_save (const Step *step, GCancellable *cancellable, GError **error)
{
  TwContestShared *shared = step->shared;
  TwContestFacts *facts = tw_contest_entry_edit (step->entry);
  g_autofree char *path = tw_contest_folder_file (tw_contest_folder_get_path (shared->folder),
                                                  "puzzle", facts->index);

  if (!tw_contest_client_fetch (shared->client, step->entry, cancellable, error))
    return FALSE;
  facts->fetch_seconds = seconds_since (shared, shared->asked);
  facts->asked = shared->timing.real () - (gint64) (facts->fetch_seconds * G_USEC_PER_SEC);
  tw_puzzle_set_origin (tw_contest_entry_get_puzzle (step->entry), path, NULL);
  return save (step, (TwContestStep){ .fetched = TRUE }, error);
}

static void
set_outcome (TwContestFacts *facts, TwContestStatus status, const char *error)
{
  facts->status = status;
  g_free (facts->error);
  facts->error = g_strdup (error);
}

/* Sends the solution. Returns FALSE with an error if it certainly did not arrive; *reply receives
 * a reply otherwise. */
static gboolean
submit (const Step *step, GCancellable *cancellable, char **reply, GError **error)
{
  TwContestShared *shared = step->shared;
  TwContestFacts *facts = tw_contest_entry_edit (step->entry);
  gint64 sent = shared->timing.monotonic ();
  g_autoptr (GError) reason = NULL;
  gboolean judged;

  if (shared->asked != 0)
    facts->answer_seconds = seconds_since (shared, shared->asked);
  judged = tw_contest_client_submit (shared->client, step->entry, cancellable, reply, &reason);
  facts->submit_seconds = seconds_since (shared, sent);
  if (judged)
    return TRUE;
  if (g_error_matches (reason, TW_CONTEST_ERROR, TW_CONTEST_ERROR_NOT_SENT)
      || g_error_matches (reason, TW_CONTEST_ERROR, TW_CONTEST_ERROR_BUSY)) {
    set_outcome (facts, TW_CONTEST_SOLVED, reason->message);
    g_clear_pointer (reply, g_free);
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  set_outcome (
    facts, reason->code == TW_CONTEST_ERROR_REFUSED ? TW_CONTEST_REJECTED : TW_CONTEST_UNCERTAIN,
    reason->message);
  return TRUE;
}

/* That the solution is being sent is saved before it is sent. */
static gboolean
submit_and_save (const Step *step, GCancellable *cancellable, GError **error)
{
  TwContestShared *shared = step->shared;
  TwContestFacts *facts = tw_contest_entry_edit (step->entry);
  gint64 begun = shared->timing.monotonic ();
  g_autofree char *reply = NULL;
  g_autoptr (GError) reason = NULL;

  facts->attempts++;
  if (!save (step, (TwContestStep){ .solved = TRUE }, &reason)) {
    if (!g_error_matches (reason, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT)) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    facts->attempts--;
    set_outcome (facts, TW_CONTEST_UNANSWERED, reason->message);
    g_clear_error (&reason);
  } else {
    shared->save_seconds = seconds_since (shared, begun);
    if (g_cancellable_set_error_if_cancelled (cancellable, &reason)) {
      facts->attempts--;
      facts->status = TW_CONTEST_SOLVED;
    } else {
      submit (step, cancellable, &reply, &reason);
    }
  }
  if (!save (step, (TwContestStep){ .reply = reply }, error))
    return FALSE;
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Whether the same request may be made again. */
static gboolean
is_temporary (const TwContestShared *shared, const GError *error)
{
  return shared->attempts < shared->timing.attempts && error->domain == TW_CONTEST_ERROR
         && error->code != TW_CONTEST_ERROR_REFUSED;
}

static void
step_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Step *step = data;
  GError *error = NULL;
  gboolean fine = step->run (step, cancellable, &error);

  if (!fine && is_temporary (step->shared, error)) {
    TwContestStep trouble = {
      .event = "trouble",
      .message = error->message,
      .real = step->shared->timing.real (),
    };

    tw_contest_folder_save (step->shared->folder, &trouble, NULL); /* only for people */
  }
  tw_task_return (task, fine, &error);
}

/* --- after a step ---------------------------------------------------------------- */

/* Takes ownership of `step`, whose entry is a copy. */
static void
start_step (TwContestSession *self, Step step, GAsyncReadyCallback callback)
{
  step.shared = g_atomic_rc_box_acquire (self->shared);
  tw_task_run (step_thread, g_memdup2 (&step, sizeof step), step_free, NULL, self->cancellable,
               callback, tw_weak_new (self));
}

static gboolean
try_again_cb (gpointer data)
{
  TwContestSession *self = data;

  tw_timer_clear (&self->timer);
  if (self->entry != NULL)
    send_answer (self);
  else
    fetch (self);
  return G_SOURCE_REMOVE;
}

/* A temporary fault leads to another attempt. Any other ends the session, as what is not saved must
 * not be sent. A solution that was not sent is left for a later session that resumes the folder. */
static void
step_failed (TwContestSession *self, const GError *error)
{
  double wait = self->timing.back_off;
  g_autofree char *message = NULL;

  if (self->stopping && error->domain != TW_PUZZLE_ERROR) {
    tw_contest_end (self, TW_CONTEST_STOPPED);
    return;
  }
  if (!is_temporary (self->shared, error)) {
    tw_contest_fail (self, error);
    return;
  }
  for (guint i = 1; i < self->shared->attempts && wait < MAX_WAIT_SECONDS; i++)
    wait *= 2;
  wait = MIN (MAX (wait, tw_contest_client_get_after (self->shared->client)), MAX_WAIT_SECONDS);
  message = g_strdup_printf (_ ("%s. Retrying in %.3g s…"), error->message, wait);
  tw_contest_set_message (self, message);
  tw_contest_set_state (self, TW_CONTEST_WAITING);
  tw_contest_set_timer (self, wait, try_again_cb);
}

/* --- submitting -------------------------------------------------------------------- */

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  const Step *step = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return;
  tw_contest_entry_take (self->entry, step->entry);
  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    step_failed (self, error);
    return;
  }
  tw_contest_set_message (self, NULL);
  g_signal_emit_by_name (self, "entry-finished", self->entry);
  tw_contest_next_puzzle (self);
}

static void
send_answer (TwContestSession *self)
{
  TwContestFacts *facts = tw_contest_entry_edit (self->entry);

  self->shared->attempts++;
  set_outcome (facts, TW_CONTEST_SENDING, NULL);
  tw_contest_entry_changed (self->entry);
  tw_contest_set_state (self, TW_CONTEST_SUBMITTING);
  start_step (self, (Step){ submit_and_save, NULL, tw_contest_entry_copy (self->entry) },
              finished_cb);
}

/* --- solving --------------------------------------------------------------------- */

static int
count_captured (TwRun *run)
{
  int captured = 0;

  for (int i = 0; i < TW_N_PROGRESS_BARS; i++)
    captured += atomic_load_explicit (&tw_run_progress_bar (run, i)->best, memory_order_relaxed)
                > 0;
  return MAX (captured, 1);
}

static void
give_up (TwContestSession *self, const TwResult *result)
{
  gboolean none = result != NULL && result->status == TW_STATUS_INFEASIBLE;
  TwContestEntry *entry = tw_contest_entry_copy (self->entry);
  g_autofree char *text = result != NULL ? tw_result_describe (result)
                                         : g_strdup (_ ("no solution was found in time"));

  set_outcome (tw_contest_entry_edit (entry), none ? TW_CONTEST_IMPOSSIBLE : TW_CONTEST_UNANSWERED,
               result != NULL && result->reason != NULL ? result->reason : text);
  start_step (self, (Step){ save_entry, NULL, entry }, finished_cb);
}

void
tw_contest_take_answer (TwContestSession *self, TwResult *result)
{
  TwContestFacts *facts = tw_contest_entry_edit (self->entry);
  TwRun *run = tw_job_get_run (self->job);

  tw_timer_clear (&self->timer);
  tw_job_abandon (self->job);
  facts->solve_seconds = run != NULL ? tw_run_elapsed (run) : 0;
  if (result == NULL || !tw_result_has_solution (result)) {
    give_up (self, result);
    return;
  }
  facts->captured = run != NULL ? count_captured (run) : 1;
  tw_contest_entry_set_result (self->entry, result);
  self->shared->attempts = 0;
  send_answer (self);
}

static void
searched_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  if (result != NULL)
    tw_contest_take_answer (data, result);
}

/* The deadline is reached: the best solution so far is sent. */
gboolean
tw_contest_deadline_cb (gpointer data)
{
  TwContestSession *self = data;
  g_autoptr (TwResult) best = tw_job_dup_best (self->job);

  tw_contest_take_answer (self, best);
  return G_SOURCE_REMOVE;
}

/* Returns the time limit of a search that starts after the deadline. Each second costs points,
 * but no solution loses the puzzle. If one solution is as good as any other, which also ends the
 * search, the limit is the normal one. */
static double
late_seconds (TwContestSession *self)
{
  const TwKind *kind = tw_puzzle_get_kind (tw_contest_entry_get_puzzle (self->entry));

  return kind->solution->cost == NULL && !self->stopping ? self->timing.answer : self->timing.late;
}

/* Seconds for the search so that the solution arrives in time. */
static double
search_seconds (TwContestSession *self)
{
  double late = late_seconds (self);
  const TwContestShared *shared = self->shared;
  double trip = MIN (tw_contest_client_get_round_trip (shared->client), MAX_TRIP_SECONDS);
  double left = self->timing.answer - trip - shared->save_seconds - RESERVE_SECONDS
                - seconds_since (shared, shared->asked);

  return shared->asked == 0 || self->stopping || left < self->timing.late ? late : left;
}

static void
solve (TwContestSession *self)
{
  TwPuzzle *puzzle = tw_contest_entry_get_puzzle (self->entry);
  double left = search_seconds (self);
  TwOptions options = self->options;
  g_autoptr (GError) error = NULL;

  if (!tw_kind_accepts_options (tw_puzzle_get_kind (puzzle), &options, &error)) {
    tw_contest_fail (self, error);
    return;
  }
  options.time = MIN (options.time, left - MIN (SEARCH_RESERVE_SECONDS, left / 2));
  self->deadline = tw_contest_now (self) + (gint64) (left * G_USEC_PER_SEC);
  g_set_object (&self->job, NULL);
  self->job = tw_job_new (puzzle, &options);
  tw_job_set_background (self->job, self->background);
  tw_job_run_async (self->job, NULL, searched_cb, self);
  tw_service_clients_help (self->job, (const char *const *) self->workers, self->worker_token);
  tw_contest_set_timer (self, left, tw_contest_deadline_cb);
  tw_contest_set_state (self, TW_CONTEST_SOLVING);
}

/* --- fetching -------------------------------------------------------------------- */

static void
fetched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  const Step *step = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    step_failed (self, error);
    return;
  }
  tw_contest_set_message (self, NULL);
  self->entry = step->entry; /* the list holds a reference */
  g_list_store_append (self->entries, self->entry);
  if (self->aborting)
    tw_contest_end (self, TW_CONTEST_STOPPED);
  else
    solve (self);
}

static void
fetch (TwContestSession *self)
{
  TwContestMode mode = self->current == 0 ? TW_CONTEST_MODE_TRIAL : self->plan.mode;

  self->shared->attempts++;
  self->shared->asked = tw_contest_now (self);
  tw_contest_set_state (self, TW_CONTEST_FETCHING);
  start_step (self, (Step){ fetch_and_save, NULL, tw_contest_entry_new (self->current, mode) },
              fetched_cb);
}

/* --- one puzzle after the other ---------------------------------------------------- */

/* Of an earlier session: an entry that is still to be solved or sent. */
static TwContestEntry *
find_unfinished (TwContestSession *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));

  for (guint i = 0; i < n; i++) {
    g_autoptr (TwContestEntry) entry = g_list_model_get_item (G_LIST_MODEL (self->entries), i);

    if (!tw_contest_status_is_final (tw_contest_entry_get_facts (entry)->status))
      return entry; /* the list holds a reference */
  }
  return NULL;
}

static guint
next_index (TwContestSession *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->entries));
  g_autoptr (TwContestEntry) last = NULL;

  if (n == 0)
    return 0;
  last = g_list_model_get_item (G_LIST_MODEL (self->entries), n - 1);
  return tw_contest_entry_get_facts (last)->index + 1;
}

/* The monotonic time at which an earlier session requested the puzzle. 0: unknown, or the clock
 * was set. */
static gint64
asked_before (TwContestSession *self, const TwContestFacts *facts)
{
  gint64 since = self->timing.real () - facts->asked;
  gint64 asked = tw_contest_now (self) - since;

  if (facts->asked < 0 || since < 0)
    return 0;
  return asked != 0 ? asked : -1;
}

static void
set_current (TwContestSession *self, guint index)
{
  if (self->current == index)
    return;
  self->current = index;
  g_signal_emit_by_name (self, "changed");
}

void
tw_contest_next_puzzle (TwContestSession *self)
{
  TwContestEntry *unfinished = find_unfinished (self);
  guint next = next_index (self);

  self->shared->attempts = 0;
  self->shared->asked = 0;
  if (unfinished == NULL && next > self->plan.count) {
    tw_contest_end (self, TW_CONTEST_FINISHED);
  } else if (self->stopping) {
    tw_contest_end (self, TW_CONTEST_STOPPED);
  } else if (self->pausing) {
    tw_contest_set_state (self, TW_CONTEST_PAUSED);
  } else if (unfinished != NULL) {
    const TwContestFacts *facts = tw_contest_entry_get_facts (unfinished);

    self->entry = unfinished;
    set_current (self, facts->index);
    self->shared->asked = asked_before (self, facts);
    if (facts->status == TW_CONTEST_SOLVED)
      send_answer (self);
    else
      solve (self);
  } else {
    self->entry = NULL;
    set_current (self, next);
    fetch (self);
  }
}
