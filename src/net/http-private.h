/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-private.h - what the http-*.c files share. */
#pragma once

#include <libsoup/soup.h>

#include "net/http-server.h"

/* One connection; its stream owns it. */
typedef struct {
  TwHttpServer *server;
  GSocket *socket;
  GSocketAddress *remote; /* carries libsoup's messages */
  GList *link;            /* in server->connections */
  gboolean refused;
  gboolean cut;      /* shut down, but libsoup has not seen it yet */
  gboolean spare;    /* it has made only requests that need no permission, so it can be evicted */
  gboolean complete; /* its request has arrived */
  gint64 since;      /* of the monotonic clock */
  gint64 deadline;   /* of the monotonic clock */
} TwHttpClient;

struct TwHttpServer {
  GMainContext *context;
  TwHttpBounds bounds;
  TwHttpCounts counts;
  TwHttpGate gate;
  gpointer data; /* of the gate */
  SoupServer *soup;
  guint port;
  GSource *sweep;

  /* Listening. */
  GSocketListener *listener;
  GCancellable *closing;
  gboolean accepting;  /* an accept is pending */
  GSource *pause;      /* NULL: connections are accepted */
  guint pause_ms;      /* length of the last pause; 0: none recently */
  gboolean paused;     /* since the last sweep */
  gint64 last_message; /* about a pause, of the monotonic clock; 0: never */

  /* Connections (http-clients.c). */
  GQueue connections; /* of TwHttpClient, the oldest first */
  GQueue streams;     /* of TwHttpStream, the unfinished ones */
  guint open;         /* connections that hold a place */
};

/* The connection of the message; NULL if it is closed already. */
TwHttpClient *tw_http_client_of (SoupServerMessage *message);
/* Serves an accepted connection, refuses it with 503, or drops it. */
void tw_http_clients_take (TwHttpServer *server, GSocketConnection *stream);
/* Evicts the oldest connection without a permitted request, or else with one that has not arrived
 * completely. Returns FALSE if there is none. */
gboolean tw_http_clients_spare_one (TwHttpServer *server);
/* Closes connections that exceeded their time. */
void tw_http_clients_sweep (TwHttpServer *server);
/* Closes all connections. */
void tw_http_clients_cut (TwHttpServer *server);
