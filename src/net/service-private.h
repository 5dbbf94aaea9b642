/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-private.h - what the parts of the solver service share: thread, start and stop
 * (service.c), requests (service-routes.c), posted puzzles (service-post.c, service-request.c) and the
 * page (service-page.c). */
#pragma once

#include "net/service-events.h"
#include "net/service.h"

/* What a request asks a reader's thread for: the reply to a body, which is a puzzle or more. */
typedef struct {
  GBytes *body;      /* NULL: the request has none */
  GHashTable *query; /* may be NULL */
  const TwServiceLimits *limits;
  const char *type; /* of the reply, set by the work */
} TwServiceRequest;
typedef GBytes *(*TwServiceWork) (TwServiceRequest *request, GError **error);

/* What the handlers of a running service share, on its thread. */
typedef struct {
  const TwServiceConfig *config; /* its tokens are NULL when none is needed */
  TwHttpServer *http;
  TwServiceQueue *queue;
  TwServiceEvents *events;
  GThreadPool *readers; /* bytes of posted puzzles */
  guint reading;        /* puzzles that are being read */
} TwServiceShared;

/* Works on another thread, then replies; without work, reads the posted puzzle there and adds it to
 * the jobs of the owner. */
void tw_service_post (TwServiceShared *shared, SoupServerMessage *message, GHashTable *query,
                      guint owner, TwServiceWork work);
GThreadPool *tw_service_readers_new (void);
/* Reads the puzzle and the options of a request: either {"puzzle": ..., "options": {...}}, where
 * the puzzle is an object or the text of a puzzle file, or a puzzle as in its file, with the
 * options in the query. Any thread. Returns NULL with an error that names the place if something
 * is invalid. */
TwPuzzle *tw_service_read_request (const TwServiceRequest *request, TwOptions *options,
                                   GError **error);
/* The only puzzle of a text. */
TwPuzzle *tw_service_read_text (const char *text, gsize length, GError **error);
/* {"id": ...} with the status. */
void tw_service_reply_job (const TwServiceShared *shared, SoupServerMessage *message, guint status,
                           const TwServiceJob *job);

/* A TwHttpGate; data is the TwServiceShared. */
TwHttpEntry tw_service_gate (SoupServerMessage *message, gpointer data);
/* A SoupServerCallback; data is the TwServiceShared. */
void tw_service_handle (SoupServer *server, SoupServerMessage *message, const char *path,
                        GHashTable *query, gpointer data);

/* --- the page ---------------------------------------------------------------- */

/* Sets the headers that keep other pages from framing, running or reading what the service sends. */
void tw_page_protect (SoupServerMessage *message);
/* Whether this is a part of the page that needs no permission, or /openapi.json. */
gboolean tw_page_has (const char *path);
/* Replies with such a part. */
void tw_page_reply (SoupServerMessage *message, const char *path);
/* What replies to other requests of the page, and their methods; NULL: it is none of these. */
TwServiceWork tw_page_find_work (const char *path, const char **methods);
/* Ends work that takes long. */
void tw_page_stop (void);
