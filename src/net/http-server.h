/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-server.h - the base of our HTTP servers: a libsoup server with bounds on the number of
 * clients, their bytes and their time.
 *
 * A connection serves one request and is closed, so a bound on connections bounds all that
 * clients can use. Excess connections and bytes get 503 or 413; a client that sends or reads too
 * slowly is disconnected. When no place is free, silent clients are evicted, the oldest first.
 * Every error is a JSON object (http.h), also the reply to something that is not HTTP.
 *
 * Threads: everything happens on the thread whose main context was the default one when the
 * server was created. */
#pragma once

#include <libsoup/soup.h>

typedef struct TwHttpServer TwHttpServer;

typedef struct {
  gsize max_body;   /* bytes of one request's body */
  gsize max_bodies; /* of all bodies kept at the same time */
  guint
    max_connections;   /* served at a time; as many more get 503. Fewer if the process may not open
                          * that many files */
  guint spare_seconds; /* after this, a silent connection can be evicted */
  guint slow_seconds;  /* after this, one whose permitted request has not arrived completely can */
  guint request_seconds; /* time to receive a complete request */
  guint reply_seconds;   /* time for the client to read a reply, or a part of a stream */
  gsize send_buffer;     /* size of the system's send buffer for a reply; 0: the system's default */
} TwHttpBounds;

/* The bounds of our servers. */
TwHttpBounds tw_http_bounds (gsize max_body);

/* For /metrics. */
typedef struct {
  guint64 cut;      /* connections that were too slow */
  gsize body_bytes; /* kept now */
} TwHttpCounts;

typedef enum {
  TW_HTTP_REFUSED, /* the gate has replied, and the body is discarded */
  TW_HTTP_ANYBODY, /* needs no permission; a slow sender can be evicted */
  TW_HTTP_KNOWN,
} TwHttpEntry;

/* Called when the headers of a request have arrived, before its body. */
typedef TwHttpEntry (*TwHttpGate) (SoupServerMessage *message, gpointer data);

/* `handler` gets each complete request that `gate` let pass. */
TwHttpServer *tw_http_server_new (const TwHttpBounds *bounds, TwHttpGate gate,
                                  SoupServerCallback handler, gpointer data);
/* Closes all connections. */
void tw_http_server_free (TwHttpServer *server);

#define TW_HTTP_EVERYWHERE "*"
/* Listens on `address`: an IP address, NULL for the loopback interfaces, or TW_HTTP_EVERYWHERE;
 * port 0 chooses any free port. Fails with TW_HTTP_ERROR. */
gboolean tw_http_server_listen (TwHttpServer *server, const char *address, guint port,
                                GError **error);
/* Accepts no further connections; open ones continue. */
void tw_http_server_close (TwHttpServer *server);
/* The port of the server; 0 if it does not listen. */
guint tw_http_server_get_port (const TwHttpServer *server);
void tw_http_server_get_counts (const TwHttpServer *server, TwHttpCounts *counts);

/* Whether the connection of the message is still open. */
gboolean tw_http_is_open (SoupServerMessage *message);
/* Restarts reply_seconds, because the delay was not caused by the client. */
void tw_http_touch (SoupServerMessage *message);

/* --- streams of events ---------------------------------------------------- */

/* A streamed reply: server-sent events (WHATWG HTML, 9.2). */
typedef struct TwHttpStream TwHttpStream;

/* Starts the reply to `message` of the server. The caller may use the stream until `gone` is called,
 * which means that the client has disconnected, everything is sent or the server is being freed; then
 * the stream is freed. */
TwHttpStream *tw_http_stream_new (TwHttpServer *server, SoupServerMessage *message,
                                  void (*gone) (TwHttpStream *stream, gpointer data),
                                  gpointer data);
/* Whether the client's system has received everything sent so far. A caller that sends only then
 * queues at most one event per client. */
gboolean tw_http_stream_is_idle (const TwHttpStream *stream);
/* Microseconds since the last event. */
gint64 tw_http_stream_idle_time (const TwHttpStream *stream);
/* Sends one event; `text` may have several lines. If `event` is NULL, sends a comment. */
void tw_http_stream_send (TwHttpStream *stream, const char *event, const char *text);
/* Sends one event whose data is one line that ends in a newline; the bytes are shared, not copied. */
void tw_http_stream_send_line (TwHttpStream *stream, const char *event, GBytes *line);
/* Ends the stream. */
void tw_http_stream_end (TwHttpStream *stream);
