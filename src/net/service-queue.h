/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-queue.h - the jobs of the solver service: those that wait, those that
 * run and the results that are kept for a while. No HTTP here.
 *
 * Threads: all on the service's thread; each job searches on threads of its own
 * (puzzle/job.h).
 */
#ifndef TW_NET_SERVICE_QUEUE_H
#define TW_NET_SERVICE_QUEUE_H

#include "puzzle/job.h"

G_BEGIN_DECLS

typedef struct {
  guint jobs;         /* that run at a time */
  guint waiting;      /* that may wait */
  guint threads;      /* of one job, at most */
  guint memory;       /* of one job, at most, MiB */
  double seconds;     /* of one job, at most */
  guint kept;         /* results that are kept, */
  guint kept_seconds; /* for so long, */
  gsize kept_bytes;   /* and of so many bytes together; always the newest one */
  /* Of one owner; 0: as many as of all. */
  guint owner_jobs;
  guint owner_waiting;
  double owner_seconds; /* that the waiting and the running ones may take together */
} TwServiceLimits;

typedef enum {
  TW_SERVICE_WAITING,
  TW_SERVICE_RUNNING,
  TW_SERVICE_ENDED,
} TwServiceState;

/* One job. To read; only the queue writes. */
typedef struct {
  guint ref_count; /* use tw_service_job_ref () */
  char *id;
  guint owner;
  const TwKind *kind;
  char *name;
  TwPuzzle *puzzle; /* until it has ended: kept results shall not be large */
  TwOptions options;
  TwServiceState state;
  TwJob *job;     /* while it runs */
  gint64 created; /* of the real clock, microseconds; 0: not yet */
  gint64 started;
  gint64 ended;
  gint64 kept_from; /* ended, of the monotonic clock */
  TwStatus status;  /* when it has ended */
  GBytes *result;   /* the same, JSON with a newline */
} TwServiceJob;

typedef struct {
  guint waiting;
  guint running;
  guint kept;
  gsize kept_bytes;
  guint64 added;
  guint64 refused; /* the queue was full */
  guint64 ended[TW_STATUS_OUT_OF_MEMORY + 1];
  double seconds; /* of all searches, wall time */
} TwServiceTotals;

/* Why a job is not taken. */
typedef enum {
  TW_SERVICE_FULL,
  TW_SERVICE_STOPPED,
  TW_SERVICE_OWNER_WAITING,
  TW_SERVICE_OWNER_SECONDS,
} TwServiceRefusal;

typedef struct TwServiceQueue TwServiceQueue;

/* `changed` is called when a job has begun or ended. */
TwServiceQueue *tw_service_queue_new (const TwServiceLimits *limits,
                                      void (*changed) (TwServiceJob *job, gpointer data),
                                      gpointer data);
/* Waits for searches, which were cancelled, for 2 seconds at most. */
void tw_service_queue_free (TwServiceQueue *queue);

/* "waiting", "running", "ended". */
const char *tw_service_state_name (TwServiceState state);
TwServiceJob *tw_service_job_ref (TwServiceJob *job);
void tw_service_job_unref (TwServiceJob *job);

/* Owned by the queue; NULL and *refusal when it is full. The owners, which are small numbers, take
 * turns: the next job is the oldest one of the owner whose last one started longest ago. */
TwServiceJob *tw_service_queue_add (TwServiceQueue *queue, guint owner, TwPuzzle *puzzle,
                                    const TwOptions *options, TwServiceRefusal *refusal);
TwServiceJob *tw_service_queue_find (TwServiceQueue *queue, const char *id);
/* The job that was added `index`th of those that are there; NULL behind the last. */
TwServiceJob *tw_service_queue_nth (TwServiceQueue *queue, guint index);
/* How many are before it, when it waits, if nobody adds a job; else -1. */
int tw_service_queue_position (TwServiceQueue *queue, const TwServiceJob *job);
/* It ends as soon as it can, with the best answer so far. */
void tw_service_queue_cancel (TwServiceQueue *queue, TwServiceJob *job);
/* The same, and nobody finds it any more. */
void tw_service_queue_forget (TwServiceQueue *queue, TwServiceJob *job);
/* Cancels all; from now on none is added. */
void tw_service_queue_stop (TwServiceQueue *queue);
gboolean tw_service_queue_is_stopped (const TwServiceQueue *queue);
/* Drops results that are too old. */
void tw_service_queue_expire (TwServiceQueue *queue);
/* After how long a place may be free: until the next search has to end, 1 at least. */
guint tw_service_queue_retry_seconds (TwServiceQueue *queue);
void tw_service_queue_get_totals (TwServiceQueue *queue, TwServiceTotals *totals);

G_END_DECLS

#endif
