/* SPDX-License-Identifier: GPL-3.0-or-later */
/* save.h - writes a file on a worker thread. Main thread only. */
#pragma once

#include <gio/gio.h>

/* Returns the contents of the file at `path`, or with that name where it has no path. Called on the
 * worker thread. */
typedef GBytes *(*TwSaveMake) (gpointer data, const char *path, GError **error);

/* The file is written completely or not at all. `data` is freed with `free_data` after `done`, which
 * gets `source` and `done_data`. */
void tw_save_bytes_async (GFile *file, TwSaveMake make, gpointer data, GDestroyNotify free_data,
                          gpointer source, GAsyncReadyCallback done, gpointer done_data);
gboolean tw_save_bytes_finish (GAsyncResult *result, GError **error);
/* The arguments of the call. */
GFile *tw_save_bytes_get_file (GAsyncResult *result);
gpointer tw_save_bytes_get_data (GAsyncResult *result);
