/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-client.h - one remote solver service (service.h) that helps a job: posts the puzzle, follows
 * the events, checks the solutions. Used by service-clients.c.
 *
 * A service that does not reply, is late or sends a wrong solution is dropped: its state says
 * so, and its note has the reason. Its bounds are never trusted.
 *
 * Threads: call all of it on the thread that created it; callbacks come in that thread's default
 * main context. The client starts a thread that talks to the service and checks the solutions. */
#pragma once

#include "puzzle/result.h"
#include "core/options.h"

enum {
  TW_SERVICE_CLIENT_POLL_MS = 250,
};

typedef struct TwServiceClient TwServiceClient;

typedef enum {
  TW_SERVICE_CLIENT_ASKING,  /* it has not replied yet */
  TW_SERVICE_CLIENT_WAITING, /* the job waits in its queue */
  TW_SERVICE_CLIENT_RUNNING,
  TW_SERVICE_CLIENT_ENDED,   /* its result was processed */
  TW_SERVICE_CLIENT_DROPPED, /* its note has the reason */
} TwServiceClientState;

/* Called while the service is neither ENDED nor DROPPED, and once when it becomes so. */
typedef struct {
  void (*changed) (TwServiceClient *client, gpointer data);
  /* The solution has passed the checker. */
  void (*answered) (TwServiceClient *client, TwResult *answer, gpointer data);
} TwServiceClientCalls;

/* Returns FALSE with an error if `uri` is not the http or https address of a server. */
gboolean tw_service_client_check_uri (const char *uri, GError **error);

/* Starts at once. `uri` has passed the check; `token` may be NULL. The kind must be able to
 * write its puzzles. */
TwServiceClient *tw_service_client_new (const char *uri, const char *token, TwPuzzle *puzzle,
                                        const TwOptions *options, const TwServiceClientCalls *calls,
                                        gpointer data);
/* Calls nothing afterwards; the service is asked to delete the job as soon as its id is known. */
void tw_service_client_free (TwServiceClient *client);
/* Drops the service if it was silent for too many calls; to be called every TW_SERVICE_CLIENT_POLL_MS. */
void tw_service_client_poll (TwServiceClient *client);

TwServiceClientState tw_service_client_get_state (const TwServiceClient *client);
const char *tw_service_client_get_uri (const TwServiceClient *client);
/* The translated reason why it was dropped; NULL: it was not. */
const char *tw_service_client_get_note (const TwServiceClient *client);

/* Waits at most `seconds` until services have been asked to delete jobs, for the end of a
 * program. Runs the thread-default main context. */
void tw_service_clients_part (double seconds);
