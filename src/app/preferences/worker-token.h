/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker-token.h - the solver services on other computers, from the settings, and the access token for
 * them. It is kept in memory and, if there is one, in the keyring. Main thread only. */
#pragma once

#include <glib.h>

/* Queries the keyring, once per program run. There is no token until it replies. */
void tw_worker_token_load (void);
/* The valid addresses. The caller frees them with g_strfreev (). */
char **tw_workers_dup_uris (void);
/* The token that was set or found, otherwise that of the environment; NULL: none. Valid until the next
 * call of tw_worker_token_set (). */
const char *tw_workers_get_token (void);
/* Only the token that was set or found. */
const char *tw_worker_token_get (void);
/* NULL or "": none. */
void tw_worker_token_set (const char *token);
/* If the token has changed, stores it in the keyring, or removes it. */
void tw_worker_token_keep (void);
