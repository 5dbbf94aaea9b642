/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - one search on its own thread, for the window, the command line and the network.
 *
 *   job = tw_job_new (puzzle, &options);
 *   tw_job_run_async (job, NULL, searched_cb, self);
 *   ... at frame rate: tw_job_get_run (job) for progress, incumbent, bound, front
 *   ... tw_job_cancel (job): searched_cb is called soon, with the incumbent
 *
 *   static void searched_cb (GObject *source, GAsyncResult *task, gpointer data)
 *   {
 *     g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (source), task, NULL);
 *
 *     if (result == NULL)
 *       return; // the job was abandoned: `data` may be gone
 *
 * The callback is called once, on the thread-default main context of the thread that called
 * tw_job_run_async (). The task keeps the job alive until then. A caller that no longer wants the
 * result abandons the job: the search is cancelled, its thread ends in the background, and its
 * late result is dropped.
 *
 * Threads: call all functions on the thread that made the job, and cancel the GCancellable there.
 * Any thread may use the run.
 *
 * A search has its own thread and not one of GTask's pool: the pool has ten, GIO reads files and looks
 * up names on them too, and a thread whose priority was lowered cannot raise it again. Measured with
 * GLib 2.74 on two processors: beside ten long searches in the pool a small file is read within
 * 514 ms, beside forty within 1250 ms, and the fortieth search starts 4.8 s late.
 */
#pragma once

#include <gio/gio.h>

#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/puzzle.h"
#include "puzzle/result.h"

#define TW_TYPE_JOB (tw_job_get_type ())
G_DECLARE_FINAL_TYPE (TwJob, tw_job, TW, JOB, GObject)

/* Takes a reference on `puzzle` and copies `options`, which must be valid for the puzzle's kind:
 * see tw_kind_accepts_options (). */
TwJob *tw_job_new (TwPuzzle *puzzle, const TwOptions *options);

/* Call before the start. Sets whether the search runs at low priority, as it should beside a
 * window. The default is FALSE. */
void tw_job_set_background (TwJob *job, gboolean background);
/* Call before the start. The search continues the stopped search whose result is `stopped`, if its
 * kind supports this: a search for pieces from its checkpoint, a search for squares from the
 * solution and its bound. The figures of the new result include those of the stopped one; the time
 * budget applies to the continuation only. */
void tw_job_continue (TwJob *job, TwResult *stopped);
/* Call once for each job. The time budget starts now. Cancelling `cancellable`, which may be NULL,
 * abandons the job. */
void tw_job_run_async (TwJob *job, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer data);
/* Returns the final result, a new reference. Returns NULL with G_IO_ERROR_CANCELLED when the job
 * was abandoned, even if that happened after the search had ended. */
TwResult *tw_job_run_finish (TwJob *job, GAsyncResult *result, GError **error);
/* Asks the search to end; returns at once. Has no effect before the start and after the end. */
void tw_job_cancel (TwJob *job);
/* Cancels the search without waiting for it; the callback gets an error. Has no effect when the
 * callback has been called. */
void tw_job_abandon (TwJob *job);

/* Has the job been started and not finished? */
gboolean tw_job_is_running (TwJob *job);
TwPuzzle *tw_job_get_puzzle (TwJob *job);
const TwOptions *tw_job_get_options (TwJob *job);
/* Valid as long as the job, also after its end, for the last figures. NULL before the start. */
TwRun *tw_job_get_run (TwJob *job);
/* The live data made by the kind's live_new, valid like the run; NULL when the kind has none. */
gpointer tw_job_get_live (TwJob *job);
/* Seconds since the start plus the time of the stopped search that it continues. 0 before the
 * start. */
double tw_job_elapsed (TwJob *job);
/* The final result, owned by the job; NULL until the end. */
TwResult *tw_job_get_result (TwJob *job);
/* Returns a new reference to the final result or the incumbent; NULL when there is none. */
TwResult *tw_job_dup_best (TwJob *job);

/* --- solutions of remote solvers --------------------------------------------- */

/* A caller that has the same puzzle searched elsewhere, for example on other computers, offers the
 * solutions found there and holds the job, so that the job waits for them before it ends. The
 * final result is the better of the job's own result and the best offer. Remote bounds and proofs
 * are never trusted. */

/* Keeps the solution if the kind's checker accepts it and it is better than the incumbent. For a
 * kind whose solutions are all equally good the search then ends. Returns FALSE when the checker
 * rejects the solution. */
gboolean tw_job_offer (TwJob *job, TwResult *solution);
/* Is another solution still useful? Not when the best one is proved optimal or the job was
 * cancelled. */
gboolean tw_job_wants_solutions (TwJob *job);
/* Has the job's own search ended? The job may still be held. */
gboolean tw_job_has_searched (TwJob *job);
/* Call at most once for each job, between its start and its end. `ended` is called when the job's
 * own search ends, and again if the job is cancelled after that; the job's callback then waits for
 * tw_job_release (). When the job is abandoned, `ended` is called for the last time, while nothing
 * runs and nothing is to be released. */
void tw_job_hold (TwJob *job, void (*ended) (TwJob *job, gpointer data), gpointer data);
void tw_job_release (TwJob *job);

/* Waits until the searches of all jobs, including abandoned ones, have ended, but at most
 * `seconds`; called when the program exits. Does not cancel anything. Returns FALSE when time runs
 * out. */
gboolean tw_jobs_wait (double seconds);
