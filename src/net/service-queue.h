/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-queue.h - the jobs of the solver service: waiting jobs, running jobs, and results kept
 * for some time. Knows nothing of HTTP.
 *
 * Threads: all on the service's thread; each job searches on its own threads (puzzle/job.h). */
#pragma once

#include "puzzle/job.h"

typedef struct {
  guint jobs;         /* running at a time */
  guint waiting;      /* waiting at a time */
  guint each;         /* of these, of one address; 0: no limit */
  guint threads;      /* largest for one job */
  guint memory;       /* largest for one job, in MiB */
  double seconds;     /* largest for one job */
  guint kept;         /* results kept at a time */
  guint kept_seconds; /* how long a result is kept */
  gsize kept_bytes;   /* bytes of all kept results together; the newest one is always kept */
} TwServiceLimits;

typedef enum {
  TW_SERVICE_WAITING,
  TW_SERVICE_RUNNING,
  TW_SERVICE_ENDED,
} TwServiceState;

/* One job, a GRcBox; only the queue writes to it. */
typedef struct {
  char *id;
  guint owner;
  char *address; /* of the computer that posted it */
  const TwKind *kind;
  char *name;
  TwPuzzle *puzzle; /* NULL after the end, to keep results small */
  TwOptions options;
  TwServiceState state;
  TwJob *job;     /* while it runs */
  gint64 created; /* of the real clock, microseconds; 0: not yet */
  gint64 started;
  gint64 ended;
  gint64 kept_from; /* end of the job, of the monotonic clock */
  TwStatus status;  /* after the end */
  GBytes *result;   /* the result as JSON with a newline */
} TwServiceJob;

typedef struct {
  guint waiting;
  guint running;
  guint kept;
} TwServiceTotals;

typedef struct TwServiceQueue TwServiceQueue;

/* `changed` is called when a job has started or ended. */
TwServiceQueue *tw_service_queue_new (const TwServiceLimits *limits,
                                      void (*changed) (TwServiceJob *job, gpointer data),
                                      gpointer data);
/* Waits at most 2 seconds for cancelled searches. */
void tw_service_queue_free (TwServiceQueue *queue);

/* "waiting", "running", "ended". */
const char *tw_service_state_name (TwServiceState state);
void tw_service_job_unref (TwServiceJob *job);

/* The queue owns the job. Returns NULL if it is full, for all or for this address, or stopped. */
TwServiceJob *tw_service_queue_add (TwServiceQueue *queue, guint owner, const char *address,
                                    TwPuzzle *puzzle, const TwOptions *options);
TwServiceJob *tw_service_queue_find (TwServiceQueue *queue, const char *id);
/* The number of jobs that wait before a waiting job; otherwise -1. */
int tw_service_queue_position (TwServiceQueue *queue, const TwServiceJob *job);
/* Visits the known jobs of an owner in the order of addition. Takes linear time, with positions. */
typedef void (*TwServiceVisit) (const TwServiceJob *job, int position, gpointer data);
void tw_service_queue_foreach (TwServiceQueue *queue, guint owner, TwServiceVisit visit,
                               gpointer data);
/* The largest size of a text of the job's result, in bytes: the limit of memory without what its
 * search and its solutions take now. 0: no limit. */
gsize tw_service_queue_text_size (const TwServiceQueue *queue, const TwServiceJob *job);
/* Ends the job as soon as possible, with the best solution so far. */
void tw_service_queue_cancel (TwServiceQueue *queue, TwServiceJob *job);
/* Ends the job as soon as possible; it can no longer be found. */
void tw_service_queue_forget (TwServiceQueue *queue, TwServiceJob *job);
/* Cancels all jobs and refuses new ones. */
void tw_service_queue_stop (TwServiceQueue *queue);
gboolean tw_service_queue_is_stopped (const TwServiceQueue *queue);
/* Deletes expired results. */
void tw_service_queue_expire (TwServiceQueue *queue);
/* Seconds until a place may be free: until the next search must end, at least 1. */
guint tw_service_queue_retry_seconds (TwServiceQueue *queue);
void tw_service_queue_get_totals (TwServiceQueue *queue, TwServiceTotals *totals);
