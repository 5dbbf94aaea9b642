/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-clients.h - remote solver services that help a job: they search the same puzzle, and
 * the result of the job is the best solution found by any of them.
 *
 *   tw_job_run_async (job, ...);
 *   tw_service_clients_help (job, uris, token);
 *
 * No other calls are needed. The job waits for the services until its time limit, or until the
 * best solution is proved optimal. The local search continues as usual, but postpones the
 * transforms that a live service is searching; those of a dropped service return to it. If the
 * strategy proves covers optimal, services only search for better ones. The local checker
 * verifies every solution; bounds, proofs and "no solution" from services are never trusted, so
 * only results proved here are called optimal.
 *
 * Threads: those of the job. */
#pragma once

#include "net/service-client.h"
#include "puzzle/job.h"

/* The token of the services, or NULL. */
#define TW_SERVICE_CLIENT_TOKEN_VARIABLE "TILEWRIGHT_WORKER_TOKEN"

enum {
  TW_SERVICE_CLIENTS_MAX = 64,
};

/* Whether services can help with such a search: it wants one solution and accepts solutions from
 * outside. */
gboolean tw_service_clients_can_help (const TwPuzzle *puzzle, const TwOptions *options);

/* To be called once per job, right after its start. The URIs have passed tw_service_client_check_uri ();
 * at most TW_SERVICE_CLIENTS_MAX are used. `uris` may be NULL or empty, `token` may be NULL. Does
 * nothing if services cannot help. The services are released when the job finishes or is
 * dropped. */
void tw_service_clients_help (TwJob *job, const char *const *uris, const char *token);

/* The outcome of all services, or only of the dropped ones: translated lines "URI: outcome".
 * NULL: there were no services. Valid after the end of the job, too. The caller frees it with
 * g_strfreev (). */
char **tw_service_clients_report (TwJob *job, gboolean only_left);
