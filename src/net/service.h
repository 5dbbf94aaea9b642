/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service.h - the solver service: puzzles over HTTP, several at a time.
 *
 *   POST   /jobs               a puzzle and options: {"id": ...}, 503 when the queue is full
 *   GET    /jobs               all jobs that are known
 *   GET    /jobs/ID            one of them, with its progress
 *   DELETE /jobs/ID            ends and forgets it
 *   POST   /jobs/ID/cancel     ends it; the best answer so far is its result
 *   GET    /jobs/ID/result     the result, as tilewright-cli writes it
 *   GET    /jobs/ID/events     server-sent events (service-events.h)
 *   GET    /health /metrics /openapi.json
 *
 * The last one describes all of it. Errors are JSON objects with "error" and
 * "status". With tokens every request but /health and /openapi.json needs
 * "Authorization: Bearer TOKEN", and who has a token knows of no jobs but those that were posted with
 * a token of the same name. Without tokens the service listens on loopback only, and serves who is on
 * this computer, asks for it by such a name, and did not come through a proxy. With a certificate all
 * of it is TLS.
 *
 * Threads: the service works on a thread of its own; start, stop and the getters are
 * called on the thread that made it.
 */
#ifndef TW_NET_SERVICE_H
#define TW_NET_SERVICE_H

#include <glib-object.h>

#include "net/http-server.h"
#include "net/service-queue.h"
#include "net/tokens.h"

G_BEGIN_DECLS

#define TW_TYPE_SERVICE (tw_service_get_type ())
G_DECLARE_FINAL_TYPE (TwService, tw_service, TW, SERVICE, GObject)

enum {
  TW_SERVICE_PORT = 1330,
  TW_SERVICE_LEAST_TOKEN = 16, /* characters */
};

typedef struct {
  const char *address;          /* an IP address or TW_HTTP_EVERYWHERE; NULL: loopback */
  guint port;                   /* 0: a free one */
  const char *token;            /* of the only client; NULL: see tokens */
  TwTokens *tokens;             /* of several clients; NULL: see token */
  GTlsCertificate *certificate; /* NULL: no TLS */
  TwServiceLimits limits;
  TwHttpBounds bounds;
} TwServiceConfig;

/* Loopback, the usual port, bounds for this computer. */
void tw_service_config_init (TwServiceConfig *config);

/* Copies what it needs of `config`. */
TwService *tw_service_new (const TwServiceConfig *config);
/* Returns when the service listens, or cannot: TW_HTTP_ERROR. Once a service. */
gboolean tw_service_start (TwService *self, GError **error);
/* Takes no more requests, cancels the searches, tells those who watch them, and
 * returns when that is done, after 3 seconds at most. Also done when the last reference goes. */
void tw_service_stop (TwService *self);
/* "http://127.0.0.1:1330", or "https://..."; NULL when it is not running. Owned by the service. */
const char *tw_service_get_uri (TwService *self);

/* Whether only this computer can reach the address, which NULL stands for as well. */
gboolean tw_service_is_loopback (const char *address);

G_END_DECLS

#endif
