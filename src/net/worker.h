/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker.h - one remote solver service (service.h) that helps a job: posts the puzzle, follows
 * the events, checks the solutions. Used by workers.c.
 *
 * A service that does not reply, is late or sends a wrong solution is dropped: its state says
 * so, and its note has the reason. Its bounds are never trusted.
 *
 * Threads: everything on the thread that created it, in its thread-default main context;
 * solutions are read and checked on a thread of the pool. */
#pragma once

#include "puzzle/result.h"
#include "core/options.h"

enum {
  TW_WORKER_POLL_MS = 250,
};

typedef struct TwWorker TwWorker;

typedef enum {
  TW_WORKER_ASKING,  /* it has not replied yet */
  TW_WORKER_WAITING, /* the job waits in its queue */
  TW_WORKER_RUNNING,
  TW_WORKER_ENDED,   /* its result was processed */
  TW_WORKER_DROPPED, /* dropped */
} TwWorkerState;

/* Called while the service is neither ENDED nor DROPPED, and once when it becomes so. */
typedef struct {
  void (*changed) (TwWorker *worker, gpointer data);
  /* The solution has passed the checker. */
  void (*answered) (TwWorker *worker, TwResult *answer, gpointer data);
} TwWorkerCalls;

/* Returns FALSE with an error if `uri` is not the http or https address of a server. */
gboolean tw_worker_check_uri (const char *uri, GError **error);

/* Starts at once. `uri` has passed the check; `token` may be NULL. The kind must be able to
 * write its puzzles. */
TwWorker *tw_worker_new (const char *uri, const char *token, TwPuzzle *puzzle,
                         const TwOptions *options, const TwWorkerCalls *calls, gpointer data);
/* Calls nothing afterwards; the service is asked to delete the job as soon as its id is known. */
void tw_worker_free (TwWorker *worker);
/* Drops the service if it was silent for too many calls; to be called every TW_WORKER_POLL_MS. */
void tw_worker_poll (TwWorker *worker);

TwWorkerState tw_worker_get_state (const TwWorker *worker);
const char *tw_worker_get_uri (const TwWorker *worker);
/* The translated reason why it was dropped; NULL: it was not. */
const char *tw_worker_get_note (const TwWorker *worker);

/* Waits at most `seconds` until services have been asked to delete jobs, for the end of a
 * program. Runs the thread-default main context. */
void tw_workers_part (double seconds);
