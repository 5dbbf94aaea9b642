/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.h - the keys by which contest servers know who takes part, in the keyring of the
 * desktop (libsecret): one for every server. For the window and the command line.
 *
 * Threads: asynchronous, on the caller's thread-default main context. Errors are those
 * of libsecret and of D-Bus, or G_IO_ERROR_NOT_SUPPORTED when Tilewright was built
 * without libsecret; none has the key in it.
 */
#ifndef TW_NET_KEYS_H
#define TW_NET_KEYS_H

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether there is libsecret. Whether there is a keyring, only trying tells. */
gboolean tw_keys_are_supported (void);

/* The key of this server is this from now on. */
void tw_keys_store_async (const char *server, const char *key, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data);
gboolean tw_keys_store_finish (GAsyncResult *result, GError **error);

/* NULL without an error: none is stored. g_free () it. */
void tw_keys_lookup_async (const char *server, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer data);
char *tw_keys_lookup_finish (GAsyncResult *result, GError **error);

/* Forgetting a key that is not there is no error. */
void tw_keys_clear_async (const char *server, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer data);
gboolean tw_keys_clear_finish (GAsyncResult *result, GError **error);

G_END_DECLS

#endif
