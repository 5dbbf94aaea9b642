/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-private.h - what the http-*.c files share. */
#ifndef TW_NET_HTTP_PRIVATE_H
#define TW_NET_HTTP_PRIVATE_H

#include <libsoup/soup.h>

#include "net/http-server.h"

/* Whom the places and bytes are shared out to: an IPv4 address, or the network of an IPv6 one,
 * within which a client may choose its address as it likes. */
typedef struct {
  guint ref_count;
  TwHttpServer *server;
  char *name;
  guint open;       /* connections that hold a place */
  gsize body_bytes; /* that are kept of its requests */
} TwHttpAddress;

/* One connection; lives as long as its stream, to which it belongs. */
typedef struct {
  TwHttpServer *server;
  GSocket *socket;
  GSocketAddress *remote; /* leads libsoup's messages here */
  TwHttpAddress *address;
  GList *link; /* in server->connections */
  gboolean refused;
  gboolean cut; /* shut down, but libsoup has not seen it yet */
  gboolean
    spare;      /* it has not asked for anything yet that not everybody may, so it can make room */
  gint64 since; /* of the monotonic clock */
  gint64 deadline; /* likewise */
} TwHttpClient;

struct TwHttpServer {
  GMainContext *context;
  TwHttpBounds bounds;
  TwHttpCounts counts;
  TwHttpGate gate;
  gpointer data; /* of the gate */
  SoupServer *soup;
  GTlsCertificate *certificate; /* NULL: no TLS */
  guint port;
  GSource *sweep;

  /* Listening. */
  GSocketListener *listener;
  GCancellable *closing;
  gboolean accepting; /* a call is under way */
  GSource *pause;     /* NULL: connections are accepted */
  guint pause_ms;     /* the last one; 0: none for a while */
  guint64 swept_pauses;
  gint64 told; /* when a pause was, of the monotonic clock; 0: never */

  /* Connections (http-clients.c). */
  GQueue connections; /* of TwHttpClient, the oldest first */
  guint open;         /* those that hold a place */
  GHashTable *addresses;
  guint silent;     /* TLS: nothing was heard of them */
  GQueue hellos;    /* TLS: streams that wait for their handshake */
  guint handshakes; /* TLS: under way */
};

TwHttpAddress *tw_http_address_ref (TwHttpAddress *address);
void tw_http_address_unref (TwHttpAddress *address);

/* The connection that the message came by; NULL when it has gone already. */
TwHttpClient *tw_http_client_of (SoupServerMessage *message);
/* The reply is on its way as a whole. */
void tw_http_client_finished (SoupServerMessage *message);
/* A connection that was accepted: it is served, told to come back, or dropped. */
void tw_http_clients_take (TwHttpServer *server, GSocketConnection *stream);
/* Cuts a connection that has not asked for anything, of this address, or, if that is NULL, of the one
 * that has the most; FALSE when there is none. */
gboolean tw_http_clients_spare_one (TwHttpServer *server, const TwHttpAddress *address);
/* Cuts those that are late. */
void tw_http_clients_sweep (TwHttpServer *server);
/* Cuts those that libsoup does not know yet. */
void tw_http_clients_end (TwHttpServer *server);

/* The body of the reply if libsoup refuses the request itself. */
void tw_http_expect_error (SoupServerMessage *message, guint status, const char *reason);

#endif
