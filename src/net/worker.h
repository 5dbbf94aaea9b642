/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker.h - one solver service (service.h) that searches for us: posts the
 * puzzle, follows the events, judges the answers. Used by workers.c.
 *
 * A worker that does not answer, is late, or answers wrong is left behind: its
 * state says so and its note why. What it claims to have proved is not believed.
 *
 * Threads: everything on the thread that made it, in its thread-default main
 * context; answers are read and judged on a thread of the pool.
 */
#ifndef TW_NET_WORKER_H
#define TW_NET_WORKER_H

#include "puzzle/result.h"
#include "core/run/options.h"

G_BEGIN_DECLS

enum {
  TW_WORKER_LOOK_MS = 250,
};

typedef struct TwWorker TwWorker;

typedef enum {
  TW_WORKER_ASKING,  /* no word from it yet */
  TW_WORKER_WAITING, /* in its queue */
  TW_WORKER_RUNNING,
  TW_WORKER_ENDED, /* its result was looked at */
  TW_WORKER_LEFT,  /* left behind */
} TwWorkerState;

/* Called while the worker is neither ended nor left, and once when it becomes so. */
typedef struct {
  void (*changed) (TwWorker *worker, gpointer data);
  /* The answer has passed the checker. */
  void (*answered) (TwWorker *worker, TwResult *answer, gpointer data);
} TwWorkerCalls;

/* FALSE and `error` when `uri` is no http or https address of a server. */
gboolean tw_worker_check_uri (const char *uri, GError **error);

/* Begins at once. `uri` passed the check; `token` may be NULL. The kind must be able to
 * write its puzzles. */
TwWorker *tw_worker_new (const char *uri, const char *token, TwPuzzle *puzzle,
                         const TwOptions *options, const TwWorkerCalls *calls, gpointer data);
/* Nothing is called any more; the service is told to forget the job, as soon as it has named it. */
void tw_worker_free (TwWorker *worker);
/* Leaves it behind if nothing was heard of it for too many calls: one is due each
 * TW_WORKER_LOOK_MS. */
void tw_worker_look (TwWorker *worker);

TwWorkerState tw_worker_get_state (const TwWorker *worker);
const char *tw_worker_get_uri (const TwWorker *worker);
/* Why it was left behind, translated; NULL: it was not. */
const char *tw_worker_get_note (const TwWorker *worker);

/* Waits until services have been told to forget jobs, `seconds` at most: for the end of
 * a program. Runs the thread-default main context. */
void tw_workers_part (double seconds);

G_END_DECLS

#endif
