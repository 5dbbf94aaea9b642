/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.h - solver services that help a job: they search the same puzzle, and the
 * job's result is the best that anybody found.
 *
 *   tw_job_run_async (job, ...);
 *   tw_workers_help (job, uris, token);
 *
 * and nothing more: the job then waits for the services as long as the job has time
 * and the best answer is not proved to be the best. The job's own search goes on as it
 * would, except that it leaves for last the transforms that a living service is at
 * work on; those of a dead one come back to it. Where the strategy would prove covers by
 * squares to be the best, services only look for better ones. Answers are judged here, by the
 * checker; bounds and proofs of services are not believed, so only what is proved here is
 * called optimal, and a service's word that there is no solution counts for nothing.
 *
 * Threads: those of the job.
 */
#ifndef TW_NET_WORKERS_H
#define TW_NET_WORKERS_H

#include "net/worker.h"
#include "puzzle/job.h"

G_BEGIN_DECLS

/* The token of the services, if they have one. */
#define TW_WORKER_TOKEN_VARIABLE "TILEWRIGHT_WORKER_TOKEN"

enum {
  TW_WORKERS_MAX = 64,
};

/* Whether others can help with such a search: it wants one answer and can be told. */
gboolean tw_workers_can_help (const TwPuzzle *puzzle, const TwOptions *options);

/* Once a job, right after its start. The URIs have passed tw_worker_check_uri (), at most
 * TW_WORKERS_MAX are used; `uris` may be NULL or empty, `token` NULL. Does nothing where nobody can help.
 * The services are let go when the job finishes or is dropped. */
void tw_workers_help (TwJob *job, const char *const *uris, const char *token);

/* What became of the services, or only of those that were left behind: lines "URI: what",
 * translated. NULL: none were asked. Also after its end. g_strfreev () it. */
char **tw_workers_report (TwJob *job, gboolean only_left);

G_END_DECLS

#endif
