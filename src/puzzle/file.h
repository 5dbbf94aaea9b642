/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h - whole files in and out, bounded and never half written.
 *
 * Blocking: for workers and the command line. Any thread.
 * Errors: TW_PUZZLE_ERROR, "FILE: REASON".
 */
#ifndef TW_PUZZLE_FILE_H
#define TW_PUZZLE_FILE_H

#include <gio/gio.h>

G_BEGIN_DECLS

enum {
  TW_FILE_MAX_BYTES = 16 << 20, /* of any puzzle or answer */
};

/* Only regular files of at most TW_FILE_MAX_BYTES; what is not is refused
 * before it is read. The text ends in a NUL that is not counted. g_free () it. */
char *tw_file_read (GFile *file, gsize *length, GCancellable *cancellable, GError **error);
/* The same by path, which errors repeat as it is given. */
char *tw_file_read_path (const char *path, gsize *length, GError **error);
/* The same from an open descriptor, of any type (standard input); `name` is for errors. */
char *tw_file_read_fd (int fd, const char *name, gsize *length, GError **error);

/* The local path of what is to be written, g_free () it; NULL: it has none. */
char *tw_file_dup_path (GFile *file, GError **error);

/* Writes a temporary file beside `path`, then renames it: after a failure the
 * old file is as it was. It keeps the permissions of the old file, and its owner if it may. Where `path` leads to something that is no regular
 * file, a device or a pipe, it is written to directly. */
gboolean tw_file_write (const char *path, const char *data, gsize length, GError **error);
/* Writes all of it to an open descriptor; `name` is for errors. */
gboolean tw_file_write_fd (int fd, const char *name, const char *data, gsize length,
                           GError **error);

G_END_DECLS

#endif
