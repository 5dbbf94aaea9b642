/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-events.h - the event streams of the solver service: who watches which job.
 *
 *   event: state      {"state": "waiting", "position": 2}: at once and at every change
 *   event: progress   figures of the search, when they have changed
 *   event: answer     the best answer so far, as a result, when there is a better one
 *   event: result     the result, the last event
 *
 * Events are made when a client has taken the one before: a slow one misses
 * figures, but neither the best answer nor the result.
 */
#ifndef TW_NET_SERVICE_EVENTS_H
#define TW_NET_SERVICE_EVENTS_H

#include "net/http-server.h"
#include "net/service-queue.h"

G_BEGIN_DECLS

typedef struct TwServiceEvents TwServiceEvents;

TwServiceEvents *tw_service_events_new (TwServiceQueue *queue);
/* No stream may be open any more: free the HTTP server first. */
void tw_service_events_free (TwServiceEvents *events);
/* Begins the reply. */
void tw_service_events_watch (TwServiceEvents *events, TwServiceJob *job,
                              SoupServerMessage *message);
guint tw_service_events_count (const TwServiceEvents *events);
/* To be called when a job has begun or ended. */
void tw_service_events_look (TwServiceEvents *events);

/* {"state": ..., "position": ...} or what progress tells, as members of the open object. */
void tw_service_write_state (TwServiceQueue *queue, const TwServiceJob *job, JsonBuilder *builder);
void tw_service_write_progress (const TwServiceJob *job, JsonBuilder *builder);

G_END_DECLS

#endif
