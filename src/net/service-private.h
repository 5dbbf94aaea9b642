/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-private.h - what service.c (thread, start and stop) and service-routes.c
 * (requests) share. */
#pragma once

#include "net/service-events.h"
#include "net/service.h"

/* What the handlers of a running service share, on its thread. */
typedef struct {
  TwServiceLimits limits;
  TwHttpBounds bounds;
  TwTokens *tokens; /* NULL: no token is needed */
  TwHttpServer *http;
  TwServiceQueue *queue;
  TwServiceEvents *events;
  GThreadPool *readers; /* bytes of posted puzzles */
  guint reading;        /* puzzles that are being read */
  gint64 started;
} TwServiceShared;

/* Reads the posted puzzle on another thread, then adds it and replies. */
void tw_service_post (TwServiceShared *shared, SoupServerMessage *message, GHashTable *query,
                      guint owner);
GThreadPool *tw_service_readers_new (void);
/* {"id": ...} with the status. */
void tw_service_reply_job (const TwServiceShared *shared, SoupServerMessage *message, guint status,
                           const TwServiceJob *job);

/* A TwHttpGate; data is the TwServiceShared. */
TwHttpEntry tw_service_gate (SoupServerMessage *message, gpointer data);
/* A SoupServerCallback; data is the TwServiceShared. */
void tw_service_handle (SoupServer *server, SoupServerMessage *message, const char *path,
                        GHashTable *query, gpointer data);
