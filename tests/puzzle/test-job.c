/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-job.c - the life cycle of a job: run, cancel, drop, other main contexts.
 *
 * Besides the squares kind, the tests use a kind whose search ends only on request, so nothing here
 * depends on timing. */
#include "puzzle/error.h"
#include "puzzle/job.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-solve.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/squares.h"
#include "puzzle/tasks.h"

#include "test-puzzles.h"
#include "test-tools.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

/* --- a search under the test's control ----------------------------------- */

static GMutex lock;
static GCond changed;
static gboolean released;
static int n_running;
static int n_freed;
static int n_live_freed;
static int n_abandoned; /* callbacks without a result */

static const TwEngineInfo endless_engines[] = { { "endless", "Endless", "Waits" }, { 0 } };

static void
endless_solve (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
               TwResult *result)
{
  g_assert_true (live == &n_live_freed);
  g_assert_cmpstr (options->engine, ==, "endless");
  g_mutex_lock (&lock);
  n_running++;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
  while (!tw_run_should_stop (run)) {
    g_mutex_lock (&lock);
    if (released) {
      g_mutex_unlock (&lock);
      break;
    }
    g_cond_wait_until (&changed, &lock, g_get_monotonic_time () + 1000);
    g_mutex_unlock (&lock);
  }
  result->status = tw_run_status (run);
  g_mutex_lock (&lock);
  n_running--;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
}

static gpointer
endless_live_new (const TwPuzzle *puzzle, const TwOptions *options)
{
  return &n_live_freed;
}

static gpointer
endless_live_continue (const TwResult *stopped)
{
  return stopped->reason == NULL ? &n_live_freed : NULL;
}

static void
endless_live_free (gpointer live)
{
  g_atomic_int_inc ((int *) live);
}

static const TwKind endless = {
  .name = "endless",
  .title = "Endless",
  .solve =
    &(const TwKindSolve){
      .engines = endless_engines,
      .live_new = endless_live_new,
      .live_free = endless_live_free,
      .live_continue = endless_live_continue,
      .run = endless_solve,
    },
  .solution = &(const TwKindSolution){ 0 },
};

static void
payload_free (gpointer payload)
{
  g_atomic_int_inc ((int *) payload);
}

static TwJob *
endless_job (void)
{
  g_autoptr (TwPuzzle)
    puzzle = tw_puzzle_new (&endless, NULL, tw_board_new_empty (1, 1), &n_freed, payload_free);
  TwOptions options = test_options ();

  /* The thread of the previous job may still hold its puzzle. */
  g_assert_true (tw_jobs_wait (60));
  g_atomic_int_set (&n_freed, 0);
  g_atomic_int_set (&n_live_freed, 0);
  n_abandoned = 0;
  released = FALSE;
  options.time = 1e6;
  return tw_job_new (puzzle, &options);
}

static void
wait_running (int n)
{
  g_mutex_lock (&lock);
  while (n_running != n)
    g_cond_wait (&changed, &lock);
  g_mutex_unlock (&lock);
}

static void
count_cb (GObject *source, GAsyncResult *task, gpointer data)
{
  TwJob *job = TW_JOB (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult) result = tw_job_run_finish (job, task, &error);

  g_assert_false (tw_job_is_running (job));
  if (result == NULL) {
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    n_abandoned++;
    return;
  }
  g_assert_no_error (error);
  g_assert_true (tw_job_get_result (job) == result);
  (*(int *) data)++;
}

static void
count_ended (TwJob *job, gpointer data)
{
  ++*(int *) data;
}

/* Waits until late results have been freed, too. */
static void
spin_until_freed (void)
{
  while (g_main_context_iteration (NULL, g_atomic_int_get (&n_freed) == 0))
    ;
}

/* --- tests --------------------------------------------------------------- */

static TwJob *
squares_job (const char *engine)
{
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new ("x", tw_board_new_empty (6, 4));
  TwOptions options = test_options ();

  g_strlcpy (options.engine, engine, sizeof options.engine);
  return tw_job_new (puzzle, &options);
}

TEST (solves, "/job/solve")
{
  g_autoptr (TwJob) job = squares_job ("greedy");
  int finished = 0;

  g_assert_null (tw_job_get_run (job));
  g_assert_null (tw_job_dup_best (job));
  tw_job_cancel (job);
  tw_job_run_async (job, NULL, count_cb, &finished);
  g_assert_true (tw_job_is_running (job));
  test_spin_until (finished >= 1);

  TwResult *result = tw_job_get_result (job);
  g_autoptr (TwResult) best = tw_job_dup_best (job);

  g_assert_true (best == result);
  g_assert_true (tw_result_has_solution (result));
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  g_assert_cmpuint (tw_result_tiling (result)->count, ==, 3);
  g_assert_cmpstr (result->engine, ==, "greedy");
  g_assert_cmpint (tw_run_best (tw_job_get_run (job)), ==, 3);
  tw_job_cancel (job);
  g_assert_cmpint (finished, ==, 1);
}

/* "auto" is the default engine of every kind. */
TEST (auto, "/job/auto")
{
  g_autoptr (TwJob) job = squares_job ("auto");
  g_autoptr (GError) error = NULL;
  int finished = 0;

  g_assert_true (tw_kind_accepts_options (&tw_kind_squares, tw_job_get_options (job), NULL));
  tw_job_run_async (job, NULL, count_cb, &finished);
  test_spin_until (finished >= 1);
  g_assert_cmpstr (tw_job_get_result (job)->engine, ==, tw_kind_squares.solve->engines[0].name);

  TwOptions options = *tw_job_get_options (job);

  g_strlcpy (options.engine, "none", sizeof options.engine);
  g_assert_false (tw_kind_accepts_options (&tw_kind_squares, &options, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE);
}

TEST (cancel, "/job/cancel")
{
  g_autoptr (TwJob) job = endless_job ();
  int finished = 0;

  tw_job_run_async (job, NULL, count_cb, &finished);
  wait_running (1);
  g_assert_null (tw_job_get_result (job));
  g_assert_null (tw_job_dup_best (job));
  tw_job_cancel (job);
  tw_job_cancel (job);
  test_spin_until (finished >= 1);
  g_assert_cmpint (tw_job_get_result (job)->status, ==, TW_STATUS_CANCELLED);
}

/* Lets the search end before its result is delivered. */
static void
end_search (void)
{
  g_mutex_lock (&lock);
  released = TRUE;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);
  g_assert_true (tw_jobs_wait (60));
}

/* Nothing was delivered, and everything was freed. */
static void
assert_dropped (int finished)
{
  spin_until_freed ();
  g_assert_cmpint (finished, ==, 0);
  g_assert_cmpint (n_abandoned, ==, 1);
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 1);
  g_assert_cmpint (g_atomic_int_get (&n_live_freed), ==, 1);
}

/* Dropped while running: the thread ends, everything is freed, no signal is emitted. */
TEST (drop_running, "/job/drop-running")
{
  TwJob *job = endless_job ();
  int finished = 0;

  tw_job_run_async (job, NULL, count_cb, &finished);
  wait_running (1);
  g_assert_false (tw_jobs_wait (0));
  tw_job_abandon (job);
  g_object_unref (job);
  wait_running (0);
  g_assert_true (tw_jobs_wait (60));
  assert_dropped (finished);
}

/* Dropped after the search has ended and before the result is delivered. */
TEST (drop_late, "/job/drop-late")
{
  TwJob *job = endless_job ();
  int finished = 0;

  tw_job_run_async (job, NULL, count_cb, &finished);
  wait_running (1);
  end_search ();
  g_assert_true (tw_job_is_running (job));
  tw_job_abandon (job);
  g_object_unref (job);
  assert_dropped (finished);
}

static void
drop_cb (GObject *job, GAsyncResult *task, gpointer data)
{
  TwJob **owner = data;
  g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (job), task, NULL);

  g_assert_nonnull (result);
  g_assert_true (TW_JOB (job) == *owner);
  g_clear_object (owner);
}

/* A continued search starts with the time and nodes it had used; a search that cannot be continued
 * starts from zero. */
TEST (continue, "/job/continue")
{
  for (int i = 0; i < 2; i++) {
    TwJob *job = endless_job ();
    TwResult *stopped = tw_result_new (tw_job_get_puzzle (job));
    int finished = 0;

    stopped->seconds = 1e5;
    stopped->nodes = 7;
    stopped->reason = i == 0 ? NULL : g_strdup ("it cannot go on");
    tw_job_continue (job, stopped);
    tw_result_unref (stopped);
    g_assert_cmpfloat (tw_job_elapsed (job), ==, 0);
    tw_job_run_async (job, NULL, count_cb, &finished);
    wait_running (1);
    g_assert_true ((tw_job_elapsed (job) >= 1e5) == (i == 0));
    tw_job_cancel (job);
    test_spin_until (finished >= 1);
    g_assert_true ((tw_job_get_result (job)->seconds >= 1e5) == (i == 0));
    g_assert_cmpuint (tw_job_get_result (job)->nodes, ==, i == 0 ? 7 : 0);
    g_object_unref (job);
  }
}

/* A search for squares starts from the known solution and bound. */
TEST (continue_squares, "/job/continue-squares")
{
  g_autoptr (TwJob) first = squares_job ("optimal");
  int finished = 0;

  tw_job_run_async (first, NULL, count_cb, &finished);
  test_spin_until (finished >= 1);

  g_autoptr (TwResult) stopped = tw_result_dup_solution (tw_job_get_result (first));
  TwOptions options = *tw_job_get_options (first);

  stopped->bound = tw_job_get_result (first)->bound;
  stopped->seconds = 1e5;
  g_strlcpy (options.engine, "greedy", sizeof options.engine); /* it proves nothing */
  g_autoptr (TwJob) second = tw_job_new (tw_job_get_puzzle (first), &options);
  tw_job_continue (second, stopped);
  tw_job_run_async (second, NULL, count_cb, &finished);
  test_spin_until (finished >= 2);
  g_assert_cmpint (tw_job_get_result (second)->bound, ==, stopped->bound);
  g_assert_cmpint (tw_job_get_result (second)->status, ==, TW_STATUS_OPTIMAL);
  g_assert_cmpfloat (tw_job_get_result (second)->seconds, >=, 1e5);
}

/* The callback may drop the last reference. */
TEST (drop_in_handler, "/job/drop-in-handler")
{
  TwJob *job = squares_job ("greedy");

  tw_job_run_async (job, NULL, drop_cb, &job);
  test_spin_until (job == NULL);
}

/* Cancelled before the start, during the search, and between its end and the callback: the callback
 * always gets an error, and the search of a job started later still ends with a result. */
TEST (stale, "/job/stale")
{
  for (int when = 0; when < 3; when++) {
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    g_autoptr (TwJob) stale = endless_job ();
    g_autoptr (TwJob) newer = tw_job_new (tw_job_get_puzzle (stale), tw_job_get_options (stale));
    int finished = 0, newer_finished = 0;

    if (when == 0)
      g_cancellable_cancel (cancellable);
    tw_job_run_async (stale, cancellable, count_cb, &finished);
    if (when > 0)
      wait_running (1);
    if (when == 2)
      end_search ();
    g_assert_cmpint (n_abandoned, ==, 0);
    g_cancellable_cancel (cancellable);
    tw_job_run_async (newer, NULL, count_cb, &newer_finished);
    tw_job_cancel (newer);
    test_spin_until (n_abandoned >= 1);
    test_spin_until (newer_finished >= 1);
    g_assert_cmpint (finished, ==, 0);
    g_assert_cmpint (n_abandoned, ==, 1);
    g_assert_null (tw_job_get_result (stale));
    g_assert_nonnull (tw_job_get_result (newer));
    /* A second call has no effect. */
    tw_job_abandon (stale);
    tw_job_cancel (stale);
    tw_job_abandon (newer);
    g_assert_true (tw_jobs_wait (60));
    while (g_main_context_iteration (NULL, FALSE))
      ;
    g_assert_cmpint (n_abandoned, ==, 1);
    g_assert_cmpint (newer_finished, ==, 1);
  }
}

/* A job that was cancelled after it had been held: its search has ended. */
static TwJob *
held_job (int *finished, int *ended)
{
  TwJob *job = endless_job ();

  tw_job_run_async (job, NULL, count_cb, finished);
  tw_job_hold (job, count_ended, ended);
  tw_job_cancel (job);
  test_spin_until (*ended >= 1);
  return job;
}

/* Abandoned between the end of the search and the callback: the callback gets no result. */
TEST (stale_result, "/job/stale-result")
{
  int finished = 0, ended = 0;
  g_autoptr (TwJob) job = held_job (&finished, &ended);

  tw_job_release (job);
  g_assert_nonnull (tw_job_get_result (job));
  tw_job_abandon (job);
  test_spin_until (n_abandoned >= 1);
  g_assert_cmpint (finished, ==, 0);
}

/* The holder of an abandoned job is notified immediately, and has nothing to release. */
TEST (abandon_held, "/job/abandon-held")
{
  int finished = 0, ended = 0;
  g_autoptr (TwJob) job = held_job (&finished, &ended);

  g_assert_cmpint (ended, ==, 1);
  tw_job_abandon (job);
  g_assert_cmpint (ended, ==, 2);
  test_spin_until (n_abandoned >= 1);
  g_assert_false (tw_job_wants_solutions (job));
  g_assert_null (tw_job_get_result (job));
  g_assert_cmpint (finished, ==, 0);
}

static void
set_true_cb (GObject *source, GAsyncResult *task, gpointer data)
{
  *(int *) data = g_task_propagate_boolean (G_TASK (task), NULL);
}

static int usual_niceness;

/* The nice value of this thread. */
static int
niceness (void)
{
#ifdef __linux__
  return getpriority (PRIO_PROCESS, 0);
#else
  return 0;
#endif
}

static void
other_work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_assert_cmpint (niceness (), ==, usual_niceness);
  g_task_return_boolean (task, TRUE);
}

static void
use_pool (void)
{
  int served = 0;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, set_true_cb, &served);

  g_task_run_in_thread (task, other_work);
  test_spin_until (served >= 1);
}

/* More background searches than GTask's pool has threads: all of them run, the pool still serves
 * other tasks, and its threads keep their priority. */
TEST (pool, "/job/pool")
{
  enum {
    MANY = 24,
  };
  TwJob *jobs[MANY];
  int finished = 0;

  for (int i = 0; i < MANY; i++) {
    jobs[i] = i == 0 ? endless_job ()
                     : tw_job_new (tw_job_get_puzzle (jobs[0]), tw_job_get_options (jobs[0]));
    tw_job_set_background (jobs[i], TRUE);
    tw_job_run_async (jobs[i], NULL, count_cb, &finished);
  }
  wait_running (MANY);
  usual_niceness = niceness ();
  use_pool ();
  g_assert_cmpint (finished, ==, 0);
  for (int i = 0; i < MANY; i++)
    tw_job_cancel (jobs[i]);
  test_spin_until (finished >= MANY);
  for (int i = 0; i < MANY; i++)
    g_object_unref (jobs[i]);
  use_pool ();
}

TEST (drop_unstarted, "/job/drop-unstarted")
{
  g_object_unref (endless_job ());
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 1);
}

/* Many jobs at once: every second one is dropped, the others are cancelled. */
TEST (many, "/job/many")
{
  enum {
    MANY = 16,
  };
  TwJob *jobs[MANY];
  int finished = 0;

  for (int i = 0; i < MANY; i++)
    jobs[i] = i == 0 ? endless_job ()
                     : tw_job_new (tw_job_get_puzzle (jobs[0]), tw_job_get_options (jobs[0]));
  for (int i = 0; i < MANY; i++)
    tw_job_run_async (jobs[i], NULL, count_cb, &finished);
  wait_running (MANY);
  for (int i = 1; i < MANY; i += 2) {
    tw_job_abandon (jobs[i]);
    g_object_unref (jobs[i]);
  }
  for (int i = 0; i < MANY; i += 2)
    tw_job_cancel (jobs[i]);
  test_spin_until (finished >= MANY / 2);
  for (int i = 0; i < MANY; i += 2) {
    g_assert_cmpint (tw_job_get_result (jobs[i])->status, ==, TW_STATUS_CANCELLED);
    g_object_unref (jobs[i]);
  }
  g_assert_true (tw_jobs_wait (60));
  spin_until_freed ();
  g_assert_cmpint (finished, ==, MANY / 2);
  g_assert_cmpint (n_abandoned, ==, MANY / 2);
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 1);
  g_assert_cmpint (g_atomic_int_get (&n_live_freed), ==, MANY);
}

/* The result is delivered in the main context where the job was started. */
static gpointer
other_thread (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  int finished = 0;

  g_main_context_push_thread_default (context);

  g_autoptr (TwJob) job = squares_job ("greedy");

  tw_job_run_async (job, NULL, count_cb, &finished);
  while (finished == 0)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  return data;
}

TEST (context, "/job/context")
{
  GThread *threads[4];

  for (int i = 0; i < 4; i++)
    threads[i] = g_thread_new ("other", other_thread, NULL);
  for (int i = 0; i < 4; i++)
    g_thread_join (threads[i]);
}

/* --- solutions from other sources -------------------------------------------- */

/* A grid of squares of one size; it is not a tiling of the board of squares_job () for every
 * `side`. */
static TwResult *
grid_answer (TwPuzzle *puzzle, int side)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  TwResult *result = tw_result_new (puzzle);

  result->status = TW_STATUS_OPTIMAL;
  result->bound = 1;
  for (int y = 0; y < board->height; y += side)
    for (int x = 0; x < board->width; x += side)
      g_assert_true (tw_tiling_add (result->payload, (TwSquare){ x, y, side }));
  return result;
}

/* An empty board of 12 x 8: invalid and worse offers change nothing. */
TEST (offers, "/job/offers")
{
  g_autoptr (TwPuzzle) puzzle = tw_squares_puzzle_new (NULL, tw_board_new_empty (12, 8));
  g_autoptr (TwResult) good = grid_answer (puzzle, 4);
  g_autoptr (TwResult) poor = grid_answer (puzzle, 1);
  g_autoptr (TwResult) wrong = grid_answer (puzzle, 5);
  int finished = 0, ended = 0;
  TwOptions options = test_options ();

  g_strlcpy (options.engine, "greedy", sizeof options.engine);
  g_autoptr (TwJob) job = tw_job_new (puzzle, &options);
  tw_job_run_async (job, NULL, count_cb, &finished);
  tw_job_hold (job, count_ended, &ended);
  g_assert_false (tw_job_offer (job, wrong));
  g_assert_true (tw_job_offer (job, poor));
  test_spin_until (ended >= 1);
  g_assert_true (tw_job_is_running (job));
  g_assert_true (tw_job_has_searched (job));
  g_assert_cmpint (finished, ==, 0);
  g_assert_true (tw_job_offer (job, good));
  g_autoptr (TwResult) best = tw_job_dup_best (job);
  g_assert_cmpuint (tw_result_tiling (best)->count, <=, 6);
  g_assert_null (tw_job_get_result (job));

  tw_job_release (job);
  test_spin_until (finished >= 1);
  g_assert_cmpint (finished, ==, 1);
  g_assert_cmpuint (tw_result_tiling (tw_job_get_result (job))->count, ==,
                    tw_result_tiling (best)->count);
  /* The offers claimed a proof, which is ignored. */
  g_assert_cmpint (tw_job_get_result (job)->bound, !=, 6);
  g_assert_true (tw_job_offer (job, good));
}

/* A cancelled job accepts no more offers, and finishes when it is released. */
TEST (held, "/job/held")
{
  int finished = 0, ended = 0;
  g_autoptr (TwJob) job = held_job (&finished, &ended);

  g_assert_false (tw_job_wants_solutions (job));
  g_assert_cmpint (finished, ==, 0);
  tw_job_release (job);
  test_spin_until (finished >= 1);
  g_assert_cmpint (finished, ==, 1);
  g_assert_cmpint (tw_job_get_result (job)->status, ==, TW_STATUS_CANCELLED);
}

/* --- tasks ---------------------------------------------------------------- */

static void
keep_task (GTask *task, gpointer source, gpointer kept, GCancellable *cancellable)
{
  *(GTask **) kept = g_object_ref (task);
  g_task_return_boolean (task, TRUE);
}

static gpointer
drop_task (gpointer task)
{
  g_object_unref (task);
  return NULL;
}

static void
note_thread (gpointer ended, GObject *source)
{
  *(GThread **) ended = g_thread_self ();
}

static void
free_kept (gpointer kept)
{
  *(GTask **) kept = NULL;
}

/* The thread of the pool may hold a task longer than the callback: what belongs to the main context ends
 * there nevertheless. */
TEST (last, "/job/last")
{
  GObject *source = g_object_new (G_TYPE_OBJECT, NULL);
  GThread *ended = NULL;
  GTask *kept = NULL;
  int done = 0;

  g_object_weak_ref (source, note_thread, &ended);
  tw_task_run (keep_task, &kept, free_kept, source, NULL, set_true_cb, &done);
  g_object_unref (source);
  test_spin_until (done >= 1);
  g_assert_null (ended);
  g_thread_join (g_thread_new ("last", drop_task, kept));
  g_assert_null (ended);
  g_assert_nonnull (kept);
  test_spin_until (ended != NULL);
  g_assert_true (ended == g_thread_self ());
  g_assert_null (kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_add_cases ();

  int status = g_test_run ();

  g_assert_true (tw_jobs_wait (60));
  test_await_threads ();
  return status;
}
