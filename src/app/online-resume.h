/* SPDX-License-Identifier: GPL-3.0-or-later */
/* online-resume.h - whom a contest session that is to be resumed speaks to, and the
 * key for that server: one that was typed for another server must not reach it.
 *
 * Main thread only; folder and keyring are read elsewhere.
 */
#ifndef TW_APP_ONLINE_RESUME_H
#define TW_APP_ONLINE_RESUME_H

#include <gio/gio.h>

void tw_online_resume_async (const char *folder, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer data);
/* *server is NULL for the practice server, *key when the keyring has none for it or there
 * is no keyring; g_free () both. FALSE and `error` when the folder is no session's. */
gboolean tw_online_resume_finish (GAsyncResult *result, char **server, char **key, GError **error);

#endif
