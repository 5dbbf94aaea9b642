/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http.h - replies of our HTTP servers, which are JSON, errors too. The servers
 * themselves are in http-server.h.
 *
 * Threads: everything happens on the thread whose main context runs the server.
 */
#ifndef TW_NET_HTTP_H
#define TW_NET_HTTP_H

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

G_BEGIN_DECLS

/* Set when a server cannot be started. */
typedef enum {
  TW_HTTP_ERROR_LISTEN,
} TwHttpError;

#define TW_HTTP_ERROR (tw_http_error_quark ())
GQuark tw_http_error_quark (void);

/* Replies; the text is taken over, copied or printed. */
void tw_http_reply_text (SoupServerMessage *message, guint status, const char *type, char *text);
void tw_http_reply_json (SoupServerMessage *message, guint status, JsonNode *node);
/* {"error": "...", "status": 404} */
void tw_http_reply_error (SoupServerMessage *message, guint status, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* 503 with Retry-After, */
void tw_http_reply_busy (SoupServerMessage *message, guint seconds, const char *text);
/* and 429, when others need not wait. */
void tw_http_reply_too_many (SoupServerMessage *message, guint seconds, const char *text);
/* Drops what was said before and sets status and type; the body is up to the caller.
 * With status 0 it stays open. */
void tw_http_reply_begin (SoupServerMessage *message, guint status, const char *type);

/* The client is on this computer, asks for this computer (Host), no web page asks through it
 * (Origin), and nobody asked it to (Forwarded and its like, which proxies add). A page that somebody
 * looks at here must not reach us through its browser, neither as a foreign origin nor under a name
 * that was made to lead here, and a proxy must not open us to all who reach the proxy. */
gboolean tw_http_is_local (SoupServerMessage *message);
/* A web page asks. */
gboolean tw_http_has_origin (SoupServerMessage *message);

/* The request's method is one of these ("GET, POST"); else the reply is 405 and names
 * them. */
gboolean tw_http_require_method (SoupServerMessage *message, const char *methods);
/* The request's body as JSON object, owned by *root (free it); NULL and the reply 400
 * when it is none. */
JsonObject *tw_http_read_object (SoupServerMessage *message, JsonNode **root);

G_END_DECLS

#endif
