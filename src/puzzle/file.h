/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.h - reads whole files of bounded size and replaces files atomically.
 *
 * Blocking: for workers and the command line. Any thread. Errors: TW_PUZZLE_ERROR, "FILE: REASON".
 */
#pragma once

#include <gio/gio.h>

enum {
  TW_FILE_MAX_BYTES = 16 << 20, /* the size limit of a puzzle or solution */
};

/* Reads a regular file of at most TW_FILE_MAX_BYTES; other files are rejected before they are
 * read. The text ends in a NUL that is not counted. The caller frees it with g_free (). */
char *tw_file_read (GFile *file, gsize *length, GCancellable *cancellable, GError **error);
/* Reads a file by its path; errors repeat the path as given. */
char *tw_file_read_path (const char *path, gsize *length, GError **error);
/* Reads from an open descriptor of any type (standard input); `name` is used in errors. */
char *tw_file_read_fd (int fd, const char *name, gsize *length, GError **error);

/* Lists the files and folders in `folder` that are not hidden, in the natural order of their names:
 * "2.json" comes before "10.json". Returns at most `most` of them as GFileInfo, which have a name and
 * a type. */
GPtrArray *tw_file_list_folder (GFile *folder, guint most, GCancellable *cancellable,
                                GError **error);

/* Returns the names in a folder, sorted; none when it cannot be read. */
GPtrArray *tw_file_list_names (const char *folder);

/* Returns the local path of a file to write, to be freed with g_free (); NULL when it has none. */
char *tw_file_dup_path (GFile *file, GError **error);

/* Writes a temporary file beside `path`, then renames it, so that after a failure the old file is
 * unchanged. The new file keeps the permissions of the old file and, if allowed, its owner. When
 * `path` leads to a device, a pipe or anything else that is not a regular file, the data is
 * written to it directly. */
gboolean tw_file_write (const char *path, const char *data, gsize length, GError **error);
/* Writes all data to an open descriptor; `name` is used in errors. */
gboolean tw_file_write_fd (int fd, const char *name, const char *data, gsize length,
                           GError **error);
