/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service.h - the solver service: puzzles over HTTP, several at a time.
 *
 *   POST   /jobs               a puzzle and options: {"id": ...}, 503 when the queue is full
 *   GET    /jobs               all known jobs
 *   GET    /jobs/ID            one of them, with its progress
 *   DELETE /jobs/ID            ends and deletes it
 *   POST   /jobs/ID/cancel     ends it; the best solution so far is its result
 *   GET    /jobs/ID/result     the result, as tilewright-cli writes it
 *   GET    /jobs/ID/events     server-sent events (service-events.h)
 *   GET    /health /metrics /openapi.json
 *   GET    /                   with a page: the page (service-page.c); otherwise as /health
 *
 * The last one describes the whole interface. Errors are JSON objects with "error" and "status".
 * With tokens every request but /health and /openapi.json needs "Authorization: Bearer TOKEN", and
 * a client sees only the jobs posted with a token of the same name. Without tokens the service
 * listens on loopback only, and serves only requests from this computer that address it as such and
 * came through no proxy. A reverse proxy adds TLS.
 *
 * Threads: the service works on its own thread. Call start, stop and the getters on the thread that
 * created it. */
#pragma once

#include <glib-object.h>

#include "net/http-server.h"
#include "net/service-queue.h"
#include "net/tokens.h"

typedef struct TwService TwService;

enum {
  TW_SERVICE_PORT = 1330,
  TW_SERVICE_MOST_WAITING = 64,
  TW_SERVICE_MOST_MEMORY = 2048, /* MiB */
  TW_SERVICE_MOST_SECONDS = 3600,
  TW_SERVICE_LEAST_TOKEN = 16, /* characters */
};

typedef struct {
  const char *address; /* an IP address or TW_HTTP_EVERYWHERE; NULL: loopback */
  guint port;          /* 0: any free port */
  const char *token;   /* of the only client; NULL: see tokens */
  GHashTable *tokens;  /* of several clients (tokens.h); NULL: see token */
  gboolean page;       /* serve the page, too */
  TwServiceLimits limits;
  TwHttpBounds bounds;
} TwServiceConfig;

/* Defaults: loopback, the usual port, limits that suit this computer. */
void tw_service_config_init (TwServiceConfig *config);

/* Copies `config`. */
TwService *tw_service_new (const TwServiceConfig *config);
void tw_service_free (TwService *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwService, tw_service_free)
/* Returns when the service listens or has failed with TW_HTTP_ERROR. Can be called once. */
gboolean tw_service_start (TwService *self, GError **error);
/* Refuses new requests, cancels the searches and informs the clients that watch them; returns
 * when this is done, after at most 3 seconds. Freeing it does this, too. */
void tw_service_stop (TwService *self);
/* "http://127.0.0.1:1330"; NULL when it is not running. Owned by the service. */
const char *tw_service_get_uri (TwService *self);

/* Whether only this computer can reach the address; NULL means loopback. */
gboolean tw_service_is_loopback (const char *address);
