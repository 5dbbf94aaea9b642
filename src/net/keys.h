/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.h - the keys that identify participants to contest servers, in the keyring of the desktop
 * (libsecret): one per server. For the window and the command line.
 *
 * Threads: tw_keys_lookup () blocks any thread. The other functions are asynchronous, on the
 * caller's thread-default main context. Errors are those of
 * libsecret and D-Bus, or G_IO_ERROR_NOT_SUPPORTED if Tilewright was built without libsecret;
 * none contains the key. */
#pragma once

#include <gio/gio.h>

/* Whether libsecret is available. Only a request can show whether there is a keyring. */
gboolean tw_keys_are_supported (void);

/* Stores or replaces the key of this server; NULL: removes it, which is no error if there is none. */
void tw_keys_store_async (const char *server, const char *key, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data);
gboolean tw_keys_store_finish (GAsyncResult *result, GError **error);

/* Returns NULL without an error if no key is stored. The caller frees the key with g_free (). */
void tw_keys_lookup_async (const char *server, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data);
char *tw_keys_lookup_finish (GAsyncResult *result, GError **error);
/* Blocks. NULL: no key is stored, or there is no keyring. The caller frees the key with g_free (). */
char *tw_keys_lookup (const char *server);
