/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - one search on a GTask worker, for the window, the command line and
 * the network.
 *
 *   job = tw_job_new (puzzle, &options);
 *   tw_job_run_async (job, NULL, searched_cb, self);
 *   ... at frame rate: tw_job_get_run (job) for progress, best, bound, front
 *   ... tw_job_cancel (job): searched_cb comes soon, with the best so far
 *
 *   static void searched_cb (GObject *source, GAsyncResult *task, gpointer data)
 *   {
 *     g_autoptr (TwResult) result = tw_job_run_finish (TW_JOB (source), task, NULL);
 *
 *     if (result == NULL)
 *       return; // the job was abandoned: `data` may be gone
 *
 * The callback is called once, on the thread-default main context of the thread
 * that called tw_job_run_async (). It keeps the job alive until then. A caller
 * that no longer wants the result abandons the job: the search is cancelled, its
 * worker ends off the caller's thread, and its late result is dropped.
 *
 * Threads: everything here is called on the thread that made the job, and a
 * GCancellable is cancelled there; the run may be used from any.
 *
 * GTask's pool has ten threads, and GIO reads files and looks up names on them
 * too. It grows by a thread when all were busy for 0.1 s, later for longer.
 * Measured with GLib 2.74 on two processors: beside nine long searches in the
 * pool a small file is read within 0.3 ms, beside ten within 514 ms, beside
 * forty within 1250 ms, and the fortieth search starts 4.8 s late. So at most
 * six searches at a time take threads of the pool, and each further one has a
 * thread for itself; no search and no file waits for another search.
 */
#ifndef TW_PUZZLE_JOB_H
#define TW_PUZZLE_JOB_H

#include <gio/gio.h>

#include "core/options.h"
#include "core/run.h"
#include "puzzle/puzzle.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

#define TW_TYPE_JOB (tw_job_get_type ())
G_DECLARE_FINAL_TYPE (TwJob, tw_job, TW, JOB, GObject)

/* Takes a reference on `puzzle` and a copy of `options`, which must fit the
 * puzzle's kind: see tw_kind_accepts_options (). */
TwJob *tw_job_new (TwPuzzle *puzzle, const TwOptions *options);

/* Before the start: whether the search leaves the processor to others that want
 * it, as it should beside a window. FALSE at first. */
void tw_job_set_background (TwJob *job, gboolean background);
/* Before the start: the search goes on where the one of `stopped` ended, if its kind
 * can do that. What that took is part of the new result's figures; the time budget is
 * for what is still to come. */
void tw_job_continue (TwJob *job, TwResult *stopped);
/* Once a job. The time budget starts here. Cancelling `cancellable`, which may be NULL,
 * abandons the job. */
void tw_job_run_async (TwJob *job, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer data);
/* The final result; the caller drops it. NULL with G_IO_ERROR_CANCELLED when the job was
 * abandoned, also when that happened after the search had ended. */
TwResult *tw_job_run_finish (TwJob *job, GAsyncResult *result, GError **error);
/* Asks the search to end; returns at once. Before the start and after the end
 * it does nothing. */
void tw_job_cancel (TwJob *job);
/* Nobody wants the result any more: cancels the search without waiting for it; the callback
 * gets an error. Does nothing when the callback was called already. */
void tw_job_abandon (TwJob *job);

/* Started and not finished. */
gboolean tw_job_is_running (TwJob *job);
TwPuzzle *tw_job_get_puzzle (TwJob *job);
const TwOptions *tw_job_get_options (TwJob *job);
/* Valid as long as the job; also after the end, for the last figures. NULL
 * before the start. */
TwRun *tw_job_get_run (TwJob *job);
/* What the kind's live_new made, likewise; NULL when the kind has no such thing. */
gpointer tw_job_get_live (TwJob *job);
/* Seconds since the start, and what the search that goes on had used before. 0 before
 * the start. */
double tw_job_elapsed (TwJob *job);
/* The final result; NULL until the end. Owned by the job. */
TwResult *tw_job_get_result (TwJob *job);
/* The final result, or the best answer so far; NULL when there is none. The
 * caller drops it. */
TwResult *tw_job_dup_best (TwJob *job);

/* --- answers from elsewhere -------------------------------------------------- */

/* Whoever has others search the same puzzle, on other computers say, offers what
 * they find, and holds the job so that its end waits for them. The result then is
 * the better of the job's own and the best offer. What others claim to have proved
 * counts for nothing. */

/* Keeps the answer if the kind's checker finds no fault in it and it is better than
 * what there is; where no answer is better than another, the search ends. FALSE when
 * the checker refuses it. */
gboolean tw_job_offer (TwJob *job, TwResult *answer);
/* Whether an answer is still wanted: neither is the best one proved to be that, nor was
 * the job cancelled. */
gboolean tw_job_wants_answers (TwJob *job);
/* The job's own search has ended; it may be held still. */
gboolean tw_job_has_searched (TwJob *job);
/* Once a job, between its start and its end: `ended` is called when the job's own search
 * has ended, and once more if it is cancelled after that; the callback waits for the release. When
 * the job is abandoned it is called for the last time, with nothing running and nothing to
 * release. */
void tw_job_hold (TwJob *job, void (*ended) (TwJob *job, gpointer data), gpointer data);
void tw_job_release (TwJob *job);

/* Waits until the searches of all jobs, abandoned ones too, have ended, at most
 * `seconds`: for the end of a program. Cancels nothing. FALSE when time is up. */
gboolean tw_jobs_wait (double seconds);

G_END_DECLS

#endif
