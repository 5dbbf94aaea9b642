/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-server.h - what our HTTP servers stand on: a libsoup server whose clients
 * are bounded in number, in bytes and in time.
 *
 * A connection serves one request and is closed: so whatever bounds the
 * connections bounds all that clients can take. Too many of them, or too many
 * bytes, are answered 503 or 413; a client that is slow to ask or to read is cut
 * off. When there is no room, silent clients make it, first those of the address that has most
 * connections. Every error is a JSON object (http.h), also for what is no HTTP at all.
 *
 * Threads: everything happens on the thread whose main context was the default
 * one when the server was made.
 */
#ifndef TW_NET_HTTP_SERVER_H
#define TW_NET_HTTP_SERVER_H

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct TwHttpServer TwHttpServer;

typedef struct {
  gsize max_body;        /* bytes of one request's body */
  gsize max_bodies;      /* of all bodies that are kept at one time */
  guint max_connections; /* served at a time; as many again are told to come back. Fewer, when the
                            system does not let the process have as many descriptors */
  /* Of one address; 0: as many as of all. */
  guint max_per_address;
  gsize max_address_bodies;
  guint
    spare_seconds; /* a connection that has asked for nothing makes room after them, if needed */
  guint request_seconds; /* for a request to come in as a whole */
  guint reply_seconds;   /* for a reply to be read, or a part of a stream */
  gsize send_buffer;     /* bytes that the system keeps of a reply; 0: as many as it likes */
} TwHttpBounds;

/* What a server has seen, for its metrics. */
typedef struct {
  guint connections;  /* now */
  guint64 requests;   /* that were answered */
  guint64 classes[6]; /* of them by the first digit of the status */
  guint64 busy;       /* connections over the bound */
  guint64 cut;        /* connections that were too slow */
  guint64 spared;     /* connections that made room for others */
  guint64 pauses;     /* when no connection could be accepted */
  gsize body_bytes;   /* kept now */
} TwHttpCounts;

typedef enum {
  TW_HTTP_REFUSED, /* the gate has replied, and the body is not kept */
  TW_HTTP_ANYBODY, /* everybody may ask this; a slow sender makes room for others */
  TW_HTTP_KNOWN,
} TwHttpEntry;

/* Called when the headers of a request are there, before its body is. */
typedef TwHttpEntry (*TwHttpGate) (SoupServerMessage *message, gpointer data);

/* `handler` gets each request that has come in as a whole, and that `gate` let pass. */
TwHttpServer *tw_http_server_new (const TwHttpBounds *bounds, TwHttpGate gate,
                                  SoupServerCallback handler, gpointer data);
/* From now on clients have to speak TLS; before the server listens. */
void tw_http_server_set_certificate (TwHttpServer *server, GTlsCertificate *certificate);
/* Closes what is open. */
void tw_http_server_free (TwHttpServer *server);

#define TW_HTTP_EVERYWHERE "*"
/* Listens on `address`: an IP address, NULL for the loopback interfaces, or
 * TW_HTTP_EVERYWHERE; port 0 takes a free one. TW_HTTP_ERROR. */
gboolean tw_http_server_listen (TwHttpServer *server, const char *address, guint port,
                                GError **error);
/* Takes no further connections; those that are open go on. */
void tw_http_server_close (TwHttpServer *server);
/* The port it listens on; 0 when it does not. */
guint tw_http_server_get_port (const TwHttpServer *server);
void tw_http_server_get_counts (const TwHttpServer *server, TwHttpCounts *counts);

/* The connection that the message came by was neither closed nor cut off. */
gboolean tw_http_is_open (SoupServerMessage *message);
/* What took so long was not the client's: it has reply_seconds anew. */
void tw_http_touch (SoupServerMessage *message);

/* --- streams of events ---------------------------------------------------- */

/* A reply that goes on: server-sent events (WHATWG HTML, 9.2). */
typedef struct TwHttpStream TwHttpStream;

/* Begins the reply to `message`; the stream is the caller's until `gone` is
 * called, when the client has gone or all is written: then it is freed. */
TwHttpStream *tw_http_stream_new (SoupServerMessage *message,
                                  void (*gone) (TwHttpStream *stream, gpointer data),
                                  gpointer data);
/* All that was sent has been taken by the client's system: whoever sends only then
 * never piles up more than one event a client. */
gboolean tw_http_stream_is_idle (const TwHttpStream *stream);
/* Since something was sent, in microseconds. */
gint64 tw_http_stream_idle_time (const TwHttpStream *stream);
/* One event; `text` may have several lines. With no `event`, a comment. */
void tw_http_stream_send (TwHttpStream *stream, const char *event, const char *text);
/* No more is sent. */
void tw_http_stream_end (TwHttpStream *stream);

G_END_DECLS

#endif
