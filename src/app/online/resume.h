/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume.h - finds the server of a contest session that is resumed, and the key for exactly that
 * server: a key typed for another server must not be sent to it. Main thread only; the folder and
 * the keyring are read asynchronously. */
#pragma once

#include <gio/gio.h>

void tw_online_resume_async (const char *folder, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer data);
/* *folder is the folder. *server is NULL for the practice server. *key is NULL when the keyring has no
 * key for the server, or when there is no keyring. The caller frees them with g_free (). Returns
 * FALSE and sets `error` when the folder does not hold a session. */
gboolean tw_online_resume_finish (GAsyncResult *result, char **folder, char **server, char **key,
                                  GError **error);
