/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request.h - one bounded HTTP request, used by all our clients.
 *
 * There are bounds on the bytes of the reply, counted while it arrives (after decompression), on
 * the total time, and on redirects, which are followed only to the same scheme, host and port
 * and with the same method. A request with a body uses a new connection: a kept one might be
 * closing, and then nobody could know whether the request arrived.
 *
 * Threads: any. Errors never contain the secret, which is often part of the address. */
#pragma once

#include <libsoup/soup.h>

/* Errors without a reply. A refusal is a reply: see its status. */
typedef enum {
  TW_REQUEST_ERROR_NOT_SENT,  /* certainly did not arrive: no byte was sent */
  TW_REQUEST_ERROR_UNCERTAIN, /* may have arrived */
  TW_REQUEST_ERROR_TOO_LARGE, /* arrived; the reply is larger than allowed */
  TW_REQUEST_ERROR_REDIRECT,  /* arrived; the reply is a redirect elsewhere */
} TwRequestError;

#define TW_REQUEST_ERROR (tw_request_error_quark ())
GQuark tw_request_error_quark (void);

typedef struct {
  const char *method; /* such as "GET" */
  const char *uri;
  const char *type; /* of the body; NULL: there is none */
  GBytes *body;
  const char *secret; /* part of the address or the body, or the token; NULL: none */
  const char *token;  /* sent as "Authorization: Bearer ..."; NULL: none */
  gsize max_reply;    /* bytes */
  double seconds;     /* for the whole exchange with redirects; 0: no limit */
} TwRequest;

typedef struct {
  guint status; /* of HTTP, 100..599 */
  guint after;  /* 429 and 503: Retry-After in seconds, at least 1; 0: none */
  GBytes *body; /* never NULL; as the server sent it */
  double seconds;
} TwReply;

void tw_reply_free (TwReply *reply);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwReply, tw_reply_free)

/* A session for such requests: without cookies, cache and password prompts. */
SoupSession *tw_request_session_new (void);

/* The address of a server, such as http://host:8900/path, without a slash at its end; NULL if
 * `text` is something else. The caller frees it with g_free (). */
char *tw_request_parse_server (const char *text);
/* Adds the token, unless it is NULL. */
void tw_request_authorize (SoupMessage *message, const char *token);

/* Blocks. A cancelled request fails like a broken connection: with NOT_SENT or UNCERTAIN. */
TwReply *tw_request_send (const TwRequest *request, GCancellable *cancellable, GError **error);

/* Returns foreign text as one line of valid UTF-8 without control characters, cut to a few
 * hundred characters, with the secret replaced by "…". The caller frees it with g_free (). */
char *tw_request_clean_text (const char *text, gsize length, const char *secret);
/* Returns the whole text with the secret replaced, in all ways that JSON strings and addresses
 * can encode it. The caller frees it with g_free (). */
char *tw_request_redact (const char *text, const char *secret);
/* Whether there is a secret to replace. */
gboolean tw_request_has_secret (const char *text, const char *secret);
