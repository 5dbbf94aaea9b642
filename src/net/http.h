/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http.h - JSON replies of our HTTP servers, also for errors. The servers themselves are in
 * http-server.h.
 *
 * Threads: everything happens on the thread whose main context runs the server. */
#pragma once

#include <libsoup/soup.h>

#include "puzzle/json.h"

/* The server cannot be started. */
typedef enum {
  TW_HTTP_ERROR_LISTEN,
} TwHttpError;

#define TW_HTTP_ERROR (tw_http_error_quark ())
GQuark tw_http_error_quark (void);

/* Replies with a text, which is taken over, or with the open object of a builder. */
void tw_http_reply_text (SoupServerMessage *message, guint status, const char *type, char *text);
void tw_http_reply_object (SoupServerMessage *message, guint status, TwJsonBuilder *builder);
/* {"error": "...", "status": 404}; returns FALSE. */
gboolean tw_http_reply_error (SoupServerMessage *message, guint status, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* Replies 503 with Retry-After. */
void tw_http_reply_later (SoupServerMessage *message, guint seconds, const char *text);
/* Discards what was set before, and sets status and type; the caller sets the body. With status
 * 0 the reply stays open. */
void tw_http_reply_begin (SoupServerMessage *message, guint status, const char *type);

/* The body of the reply if libsoup refuses the request itself. */
void tw_http_expect_error (SoupServerMessage *message, guint status, const char *reason);

/* Whether the client is on this computer, addresses this computer (Host), and comes neither from
 * a web page (Origin) nor through a proxy (Forwarded and similar headers). With `own_page` the pages
 * of this very server may ask. This stops web pages from reaching the server through the user's
 * browser, as a foreign origin or by DNS rebinding, and proxies from opening it to their clients. */
gboolean tw_http_is_local (SoupServerMessage *message, gboolean own_page);
/* Whether a web page sent the request. */
gboolean tw_http_has_origin (SoupServerMessage *message);

/* Whether the method is one of these ("GET, POST"); otherwise replies 405 with the list. */
gboolean tw_http_require_method (SoupServerMessage *message, const char *methods);
/* The body of the request as a JSON object, owned by *root (the caller frees it). If it is not
 * an object, returns NULL and replies 400. */
JsonObject *tw_http_read_object (SoupServerMessage *message, JsonNode **root);
