/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-private.h - what the parts of the solver service share: thread, start and stop
 * (service.c), requests (service-routes.c) and posted puzzles (service-post.c, service-request.c). */
#pragma once

#include "net/service-events.h"
#include "net/service.h"

/* What the handlers of a running service share, on its thread. */
typedef struct {
  const TwServiceConfig *config; /* its tokens are NULL when none is needed */
  TwHttpServer *http;
  TwServiceQueue *queue;
  TwServiceEvents *events;
  GThreadPool *readers; /* bytes of posted puzzles */
  guint reading;        /* puzzles that are being read */
} TwServiceShared;

/* Reads the posted puzzle on another thread, then adds it and replies. */
void tw_service_post (TwServiceShared *shared, SoupServerMessage *message, GHashTable *query,
                      guint owner);
GThreadPool *tw_service_readers_new (void);
/* Reads the puzzle and the options of a request: either {"puzzle": ..., "options": {...}}, where
 * the puzzle is an object or the text of a puzzle file, or a puzzle as in its file, with the
 * options in the query. Any thread. Returns NULL with an error that names the place if something
 * is invalid. */
TwPuzzle *tw_service_read_request (GBytes *body, GHashTable *query, const TwServiceLimits *limits,
                                   TwOptions *options, GError **error);
/* {"id": ...} with the status. */
void tw_service_reply_job (const TwServiceShared *shared, SoupServerMessage *message, guint status,
                           const TwServiceJob *job);

/* A TwHttpGate; data is the TwServiceShared. */
TwHttpEntry tw_service_gate (SoupServerMessage *message, gpointer data);
/* A SoupServerCallback; data is the TwServiceShared. */
void tw_service_handle (SoupServer *server, SoupServerMessage *message, const char *path,
                        GHashTable *query, gpointer data);
