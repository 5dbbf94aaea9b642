/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seal.h - the text files of a run folder: the first line names the format and its version, the
 * last line is the checksum of all bytes before it.
 *
 *     tilewright-plan 1
 *     ...
 *     sum SHA256
 *
 * Also a cursor that reads such a text from the start. Errors: TW_PUZZLE_ERROR, "FILE: REASON".
 * Any thread.
 */
#pragma once

#include <glib.h>

/* Appends the last line. Returns the sum, 64 digits; the caller frees it with g_free (). */
char *tw_seal_close (GString *text);
/* Reads the file at `path` and returns the text between the first and the last line. `first` is
 * the expected first line. *sum (may be NULL) receives the sum. The caller frees both with g_free
 * (). Returns NULL and sets `error` when the file cannot be read, is of another format or version,
 * or is damaged. */
char *tw_seal_read (const char *path, const char *first, char **sum, GError **error);
/* Sets "FILE: this file is damaged" and returns NULL. */
gpointer tw_seal_damaged (const char *path, GError **error);

/* Each of these advances *p past what it has read. When the text at *p is something else, it
 * returns FALSE or NULL and leaves *p unchanged. */
gboolean tw_cursor_word (const char **p, const char *word);
/* A decimal number of at most `most`, followed by `after`. */
gboolean tw_cursor_number (const char **p, guint64 most, char after, guint64 *value);
/* The rest of the line; the caller frees it with g_free (). */
char *tw_cursor_line (const char **p);
/* The next `length` bytes. */
char *tw_cursor_bytes (const char **p, gsize length);
