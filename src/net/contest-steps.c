/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest-steps.c - processes the puzzles of a contest session: fetches, solves, saves, submits
 * and retries; see contest-session.h.
 *
 * One operation is pending at a time: writing a file, a request, a search or a timer. Each ends
 * in a function that starts the next. A pending operation does not keep the session alive: it
 * holds a weak reference, and a dropped session cancels it. */
#include "net/contest-session-private.h"
#include "net/timer.h"
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
static void send_answer (TwContestSession *self, gboolean fresh);

/* --- the current puzzle ------------------------------------------------------------ */

static char *
entry_file (TwContestSession *self, const char *stem)
{
  return tw_contest_folder_file (self->folder_path, stem,
                                 tw_contest_entry_get_facts (self->entry)->index);
}

static TwContestMode
mode_of (TwContestSession *self, guint index)
{
  return index == 0 ? TW_CONTEST_MODE_TRIAL : self->plan.mode;
}

/* --- saving ---------------------------------------------------------------------- */

/* Saves a step of the current puzzle with all known facts. */
static void
save (TwContestSession *self, TwContestStep step, GAsyncReadyCallback callback)
{
  step.entry = self->entry;
  step.real = self->timing.real ();
  tw_contest_folder_save_async (self->folder, &step, callback, tw_weak_new (self));
}

/* A write error ends the session: what is not saved must not be sent. */
static gboolean
finish_save (TwContestSession *self, GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = tw_contest_folder_save_finish (result, &error);

  if (self != NULL && !saved)
    tw_contest_fail (self, error);
  return self != NULL && saved;
}

static void
entry_saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);

  if (finish_save (self, result)) {
    g_signal_emit_by_name (self, "entry-finished", self->entry);
    tw_contest_next_puzzle (self);
  }
}

/* The status is final: logs it and continues. `reply` may be NULL. */
static void
finish_entry (TwContestSession *self, TwContestStatus status, const char *error, const char *reply)
{
  TwContestFacts *facts = tw_contest_entry_edit (self->entry);

  facts->status = status;
  if (facts->error != error) {
    g_free (facts->error);
    facts->error = g_strdup (error);
  }
  if (reply != NULL) {
    g_free (facts->reply_path);
    facts->reply_path = entry_file (self, "reply");
  }
  tw_contest_entry_changed (self->entry);
  tw_contest_set_message (self, NULL);
  save (self, (TwContestStep){ .reply = reply }, entry_saved_cb);
}

/* --- trying again ---------------------------------------------------------------- */

static void
ignore_save_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  tw_contest_folder_save_finish (result, NULL);
}

static void
log_trouble (TwContestSession *self, const char *message)
{
  tw_contest_folder_save_async (self->folder,
                                &(TwContestStep){
                                  .event = "trouble",
                                  .message = message,
                                  .real = self->timing.real (),
                                },
                                ignore_save_cb, NULL);
}

/* After a temporary fault. Returns FALSE when the attempts are used up. */
static gboolean
try_again (TwContestSession *self, const char *trouble, GSourceFunc again)
{
  double wait = self->timing.back_off;
  g_autofree char *message = NULL;

  if (self->attempts >= self->timing.attempts)
    return FALSE;
  for (guint i = 1; i < self->attempts && wait < MAX_WAIT_SECONDS; i++)
    wait *= 2;
  wait = MIN (wait, MAX_WAIT_SECONDS);
  message = g_strdup_printf (_ ("%s. Retrying in %.3g s…"), trouble, wait);
  log_trouble (self, trouble);
  tw_contest_set_message (self, message);
  tw_contest_set_state (self, TW_CONTEST_WAITING);
  tw_contest_set_timer (self, wait, again);
  return TRUE;
}

/* --- submitting -------------------------------------------------------------------- */

static gboolean
send_again_cb (gpointer data)
{
  TwContestSession *self = data;

  tw_timer_clear (&self->timer);
  send_answer (self, FALSE);
  return G_SOURCE_REMOVE;
}

/* The entry stores only the text: the connection was at fault. */
static void
fail_for_trouble (TwContestSession *self, const char *trouble)
{
  g_autoptr (GError)
    error = g_error_new_literal (TW_CONTEST_ERROR, TW_CONTEST_ERROR_NOT_SENT, trouble);

  tw_contest_fail (self, error);
}

static void
not_taken_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);

  if (!finish_save (self, result))
    return;

  const char *trouble = tw_contest_entry_get_facts (self->entry)->error;

  /* Left for a later session that resumes the folder. */
  if (self->stopping)
    tw_contest_end (self, TW_CONTEST_STOPPED);
  else if (!try_again (self, trouble, send_again_cb))
    fail_for_trouble (self, trouble);
}

/* The solution certainly did not arrive: this is logged before anything else happens. */
static void
not_taken (TwContestSession *self, const char *reason)
{
  TwContestFacts *facts = tw_contest_entry_edit (self->entry);

  facts->status = TW_CONTEST_SOLVED;
  g_free (facts->error);
  facts->error = g_strdup (reason);
  tw_contest_entry_changed (self->entry);
  save (self, (TwContestStep){ 0 }, not_taken_cb);
}

static void
submitted_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  g_autofree char *reply = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TwContestVerdict)
    verdict = tw_contest_client_submit_finish (TW_CONTEST_CLIENT (client), result, &reply, &error);
  TwContestFacts *facts;

  if (self == NULL)
    return;
  facts = tw_contest_entry_edit (self->entry);
  facts->submit_seconds = tw_contest_seconds_since (self, self->submitted);
  if (verdict != NULL) {
    facts->score = verdict->score;
    facts->penalty = verdict->penalty;
    finish_entry (self, verdict->accepted ? TW_CONTEST_ACCEPTED : TW_CONTEST_REJECTED,
                  verdict->error, reply);
  } else if (g_error_matches (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REFUSED)) {
    finish_entry (self, TW_CONTEST_REJECTED, error->message, reply);
  } else if (g_error_matches (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_NOT_SENT)
             || g_error_matches (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_BUSY)) {
    not_taken (self, error->message);
  } else {
    finish_entry (self, TW_CONTEST_UNCERTAIN, error->message, reply);
  }
}

static void
answer_saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;
  gboolean saved = tw_contest_folder_save_finish (result, &error);
  TwContestFacts *facts;

  if (self == NULL)
    return;
  facts = tw_contest_entry_edit (self->entry);
  if (g_error_matches (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FORMAT)) {
    facts->attempts--;
    finish_entry (self, TW_CONTEST_UNANSWERED, error->message, NULL);
    return;
  }
  if (!saved) {
    tw_contest_fail (self, error);
    return;
  }
  self->save_seconds = tw_contest_seconds_since (self, self->submitted);
  if (facts->answer_path == NULL)
    facts->answer_path = entry_file (self, "answer");
  if (self->aborting) {
    facts->attempts--;
    not_taken (self, NULL);
    return;
  }
  self->submitted = tw_contest_now (self);
  if (self->asked != 0)
    facts->answer_seconds = tw_contest_seconds_since (self, self->asked);
  tw_contest_entry_changed (self->entry);
  tw_contest_client_submit_async (self->client, facts->mode,
                                  tw_contest_entry_get_result (self->entry), self->cancellable,
                                  submitted_cb, tw_weak_new (self));
}

/* Logs that the solution is being sent before it is sent. `fresh`: the solution must be saved,
 * too. */
static void
send_answer (TwContestSession *self, gboolean fresh)
{
  TwContestFacts *facts = tw_contest_entry_edit (self->entry);

  self->attempts++;
  self->submitted = tw_contest_now (self);
  facts->attempts++;
  facts->status = TW_CONTEST_SENDING;
  g_clear_pointer (&facts->error, g_free);
  tw_contest_entry_changed (self->entry);
  tw_contest_set_state (self, TW_CONTEST_SUBMITTING);
  save (self, (TwContestStep){ .solved = fresh }, answer_saved_cb);
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
  g_autofree char *text = result != NULL ? tw_result_describe (result)
                                         : g_strdup (_ ("no solution was found in time"));

  finish_entry (self,
                result != NULL && result->status == TW_STATUS_INFEASIBLE ? TW_CONTEST_IMPOSSIBLE
                                                                         : TW_CONTEST_UNANSWERED,
                result != NULL && result->reason != NULL ? result->reason : text, NULL);
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
  self->attempts = 0;
  send_answer (self, TRUE);
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
  double trip = MIN (tw_contest_client_get_round_trip (self->client), MAX_TRIP_SECONDS);
  double left = self->timing.answer - trip - self->save_seconds - RESERVE_SECONDS
                - tw_contest_seconds_since (self, self->asked);

  return self->asked == 0 || self->stopping || left < self->timing.late ? late : left;
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
  tw_contest_set_timer (self, left, tw_contest_deadline_cb);
  tw_contest_set_state (self, TW_CONTEST_SOLVING);
}

/* --- fetching -------------------------------------------------------------------- */

static void
puzzle_saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);

  if (!finish_save (self, result))
    return;
  tw_contest_entry_edit (self->entry)->puzzle_path = entry_file (self, "puzzle");
  tw_contest_entry_changed (self->entry);
  if (self->aborting)
    tw_contest_end (self, TW_CONTEST_STOPPED);
  else
    solve (self);
}

static gboolean
fetch_again_cb (gpointer data)
{
  TwContestSession *self = data;

  tw_timer_clear (&self->timer);
  fetch (self);
  return G_SOURCE_REMOVE;
}

static void
not_fetched (TwContestSession *self, const GError *error)
{
  if (self->stopping)
    tw_contest_end (self, TW_CONTEST_STOPPED);
  else if (g_error_matches (error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REFUSED)
           || !try_again (self, error->message, fetch_again_cb))
    tw_contest_fail (self, error);
}

static void
fetched_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwContestSession) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwPuzzle)
    puzzle = tw_contest_client_fetch_finish (TW_CONTEST_CLIENT (client), result, &error);
  g_autofree char *path = NULL;
  TwContestFacts *facts;

  if (self == NULL)
    return;
  /* Two solutions for one id would count as a repeated submission. */
  if (puzzle != NULL && g_hash_table_contains (self->ids, tw_puzzle_get_id (puzzle)))
    g_set_error_literal (&error, TW_CONTEST_ERROR, TW_CONTEST_ERROR_REPLY,
                         _ ("the server issued the same puzzle twice"));
  if (error != NULL) {
    not_fetched (self, error);
    return;
  }
  tw_contest_set_message (self, NULL);
  self->entry = tw_contest_entry_new (self->current, mode_of (self, self->current));
  path = entry_file (self, "puzzle");
  tw_puzzle_set_origin (puzzle, path, NULL);
  tw_contest_entry_set_puzzle (self->entry, puzzle);
  facts = tw_contest_entry_edit (self->entry);
  facts->fetch_seconds = tw_contest_seconds_since (self, self->asked);
  facts->asked = self->timing.real () - (gint64) (facts->fetch_seconds * G_USEC_PER_SEC);
  g_hash_table_add (self->ids, g_strdup (tw_puzzle_get_id (puzzle)));
  g_list_store_append (self->entries, self->entry);
  g_object_unref (self->entry); /* the list holds a reference */
  save (self, (TwContestStep){ .fetched = TRUE }, puzzle_saved_cb);
}

static void
fetch (TwContestSession *self)
{
  self->attempts++;
  self->asked = tw_contest_now (self);
  tw_contest_set_state (self, TW_CONTEST_FETCHING);
  tw_contest_client_fetch_async (self->client, mode_of (self, self->current), self->cancellable,
                                 fetched_cb, tw_weak_new (self));
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

  self->attempts = 0;
  self->asked = 0;
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
    self->asked = asked_before (self, facts);
    if (facts->status == TW_CONTEST_SOLVED)
      send_answer (self, TRUE);
    else
      solve (self);
  } else {
    set_current (self, next);
    fetch (self);
  }
}
