/* http.h - what our HTTP servers share: bounded requests, JSON replies, errors
 * as JSON.
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

/* A server that answers 413 to requests with a body of more than `max_body` bytes,
 * without keeping it, and 503 while `max_requests` are being answered. */
SoupServer *tw_http_server_new (gsize max_body, guint max_requests);

/* Listens on the loopback interfaces, or on all; port 0 takes a free one. */
gboolean tw_http_listen (SoupServer *server, guint port, gboolean everywhere, GError **error);
/* The port it listens on; 0 when it does not. */
guint tw_http_get_port (SoupServer *server);

/* Replies; the text is taken over, copied or printed. */
void tw_http_reply_text (SoupServerMessage *message, guint status, const char *type, char *text);
void tw_http_reply_json (SoupServerMessage *message, guint status, JsonNode *node);
/* {"error": "...", "status": 404} */
void tw_http_reply_error (SoupServerMessage *message, guint status, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* The request's method is this one; else the reply is 405 and names it. */
gboolean tw_http_require_method (SoupServerMessage *message, const char *method);
/* The request's body as JSON object, owned by *root (free it); NULL and the reply 400
 * when it is none. */
JsonObject *tw_http_read_object (SoupServerMessage *message, JsonNode **root);

G_END_DECLS

#endif
