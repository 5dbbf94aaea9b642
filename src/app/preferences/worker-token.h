/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker-token.h - the access token for solver services on other computers. It is kept in memory
 * and, if there is one, in the keyring. application.c, workers-list.c and window-workers.c use it.
 * Main thread only. */
#pragma once

#include <glib.h>

/* Queries the keyring, once per program run. There is no token until it replies. */
void tw_worker_token_load (void);
/* The token that was set or found; NULL: none. Valid until the next call of tw_worker_token_set
 * (). */
const char *tw_worker_token_get (void);
/* NULL or "": none. */
void tw_worker_token_set (const char *token);
/* If the token has changed, stores it in the keyring, or removes it. */
void tw_worker_token_keep (void);
