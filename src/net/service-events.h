/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-events.h - the event streams of the solver service: which clients watch which job.
 *
 *   event: state      {"state": "waiting", "position": 2}: at once and at every change
 *   event: progress   figures of the search, when they have changed
 *   event: answer     the best solution so far, as a result, when it has improved
 *   event: result     the result, the last event
 *
 * An event is written only when the client has received the one before. A slow client misses
 * figures, but never the best solution or the result. All streams of a job share the bytes of its
 * solutions and of its result. */
#pragma once

#include "net/http-server.h"
#include "net/service-queue.h"

typedef struct TwServiceEvents TwServiceEvents;

TwServiceEvents *tw_service_events_new (TwServiceQueue *queue);
/* All streams must be closed: free the HTTP server first. */
void tw_service_events_free (TwServiceEvents *events);
/* Starts the reply; with `view` the progress has the bars of the transforms and the front. */
void tw_service_events_watch (TwServiceEvents *events, TwHttpServer *http, TwServiceJob *job,
                              SoupServerMessage *message, gboolean view);
guint tw_service_events_count (const TwServiceEvents *events);
/* To be called when a job has started or ended. */
void tw_service_events_update (TwServiceEvents *events);

/* {"state": ..., "position": ...} or the figures of progress, as members of the open object. */
void tw_service_write_state (const TwServiceJob *job, int position, TwJsonBuilder *builder);
void tw_service_write_progress (const TwServiceJob *job, TwJsonBuilder *builder);
