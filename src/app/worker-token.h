/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker-token.h - the token that solver services on other computers want to see. It
 * lasts as long as the program, and longer in the keyring, where there is one. Used by
 * application.c, workers-list.c and window-workers.c.
 *
 * Main thread only.
 */
#ifndef TW_APP_WORKER_TOKEN_H
#define TW_APP_WORKER_TOKEN_H

#include <glib.h>

G_BEGIN_DECLS

/* Asks the keyring, once a program; until it answers there is none. */
void tw_worker_token_load (void);
/* As it was set or found; NULL: none. Valid until the next call of tw_worker_token_set (). */
const char *tw_worker_token_get (void);
/* NULL or "": none. */
void tw_worker_token_set (const char *token);
/* Puts it into the keyring if it has changed, or takes it out. */
void tw_worker_token_keep (void);

G_END_DECLS

#endif
