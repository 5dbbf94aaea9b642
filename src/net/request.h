/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request.h - one bounded HTTP request: what every client of ours sends.
 *
 * Bounded are the reply in bytes, counted while they come (after unpacking), the whole
 * in seconds, and redirects, which are followed only to the same scheme, host and port,
 * and with the same method. A request with a body goes over a connection of its
 * own: one that was kept might just be closing, and then nobody knows whether the request
 * arrived.
 *
 * Threads: everything happens on the thread-default main context of the caller,
 * nothing blocks. Errors never repeat the secret, which is often part of the address.
 */
#ifndef TW_NET_REQUEST_H
#define TW_NET_REQUEST_H

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* When there is no reply. One that says no is a reply: see its status. */
typedef enum {
  TW_REQUEST_ERROR_NOT_SENT,  /* surely did not arrive: not one byte of it was sent */
  TW_REQUEST_ERROR_UNCERTAIN, /* may have arrived */
  TW_REQUEST_ERROR_TOO_LARGE, /* arrived; more reply than was wanted */
  TW_REQUEST_ERROR_REDIRECT,  /* arrived; the server points elsewhere */
} TwRequestError;

#define TW_REQUEST_ERROR (tw_request_error_quark ())
GQuark tw_request_error_quark (void);

typedef struct {
  const char *method; /* "GET" or "POST" */
  const char *uri;
  const char *type; /* of the body; NULL: there is none */
  GBytes *body;
  const char *secret; /* part of the address or the body; NULL: none */
  gsize max_reply;    /* bytes */
  double seconds;     /* for everything, redirects too */
} TwRequest;

typedef struct {
  guint status; /* of HTTP, 100..599 */
  GBytes *body; /* never NULL; as the server sent it */
  double seconds;
} TwReply;

void tw_reply_free (TwReply *reply);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwReply, tw_reply_free)

/* A session for such requests: no cookies, no cache, no passwords asked. */
SoupSession *tw_request_session_new (void);

/* Copies `request`. A request that is cancelled fails as one that broke: NOT_SENT or
 * UNCERTAIN. */
void tw_request_send_async (SoupSession *session, const TwRequest *request,
                            GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
TwReply *tw_request_send_finish (GAsyncResult *result, GError **error);

/* A text of foreign origin on one line of valid UTF-8 without control characters, cut
 * to a few hundred characters, the secret in it replaced by "…". g_free () it. */
char *tw_request_clean_text (const char *text, gsize length, const char *secret);
/* The whole text, with the secret replaced, however JSON strings and addresses may write it.
 * g_free () it. */
char *tw_request_redact (const char *text, const char *secret);
/* Whether there is anything to replace. */
gboolean tw_request_has_secret (const char *text, const char *secret);

G_END_DECLS

#endif
