/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file.c - reads and writes whole files; see file.h. */
#include "puzzle/file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/string-order.h"

#define file_error(error, name, reason) \
  tw_fail (error, TW_PUZZLE_ERROR_FILE, "%s: %s", name, reason)

static gboolean
size_error (const char *name, GError **error)
{
  return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("%s: the file is larger than %d MiB"), name,
                  TW_FILE_MAX_BYTES >> 20);
}

/* Error messages of GIO also contain the file name and the operation; this one does not. */
static const char *
plain_reason (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return _ ("no such file");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return _ ("permission denied");
  return error->message;
}

/* Reads one byte more than the limit to detect files that are too large. */
typedef gssize (*ReadFunc) (gpointer source, char *buffer, gsize size, GError **error);

static char *
read_bounded (ReadFunc read_some, gpointer source, gsize expected, const char *name, gsize *length,
              GError **error)
{
  gsize capacity = MIN (expected, TW_FILE_MAX_BYTES) + 2;
  g_autofree char *text = g_malloc (capacity);
  gsize used = 0;

  for (;;) {
    g_autoptr (GError) reason = NULL;
    gssize n = read_some (source, text + used, capacity - 1 - used, &reason);

    if (n < 0)
      return tw_fail_null (error, TW_PUZZLE_ERROR_FILE, "%s: %s", name, plain_reason (reason));
    if (n == 0)
      break;
    used += (gsize) n;
    if (used > TW_FILE_MAX_BYTES) {
      size_error (name, error);
      return NULL;
    }
    if (used + 1 == capacity) {
      capacity = MIN (capacity * 2, (gsize) TW_FILE_MAX_BYTES + 2);
      text = g_realloc (text, capacity);
    }
  }
  text[used] = '\0';
  *length = used;
  return g_steal_pointer (&text);
}

static gssize
read_stream (gpointer source, char *buffer, gsize size, GError **error)
{
  gpointer *pair = source;

  return g_input_stream_read (pair[0], buffer, size, pair[1], error);
}

static gboolean
check_file (GFile *file, const char *name, gsize *size, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info (
    file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE,
    cancellable, &reason);

  if (*name == '\0') /* a variable of a script may be empty */
    return file_error (error, "“”", _ ("no such file"));
  if (info == NULL)
    return file_error (error, name, plain_reason (reason));
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
    return file_error (error, name, _ ("this is a folder, not a file"));
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    return file_error (error, name, _ ("not a regular file"));
  if (g_file_info_get_size (info) > TW_FILE_MAX_BYTES)
    return size_error (name, error);
  *size = (gsize) g_file_info_get_size (info);
  return TRUE;
}

static char *
read_file (GFile *file, const char *name, gsize *length, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) reason = NULL;
  gsize size = 0;

  if (!check_file (file, name, &size, cancellable, error))
    return NULL;

  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &reason);
  gpointer pair[2] = { stream, cancellable };

  if (stream == NULL)
    return tw_fail_null (error, TW_PUZZLE_ERROR_FILE, "%s: %s", name, plain_reason (reason));
  return read_bounded (read_stream, pair, size, name, length, error);
}

char *
tw_file_read (GFile *file, gsize *length, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);

  return read_file (file, name, length, cancellable, error);
}

char *
tw_file_read_path (const char *path, gsize *length, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_filename_display_name (path);

  return read_file (file, name, length, NULL, error);
}

static gssize
read_fd (gpointer source, char *buffer, gsize size, GError **error)
{
  gssize n;

  do
    n = read (GPOINTER_TO_INT (source), buffer, size);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_IO, g_strerror (errno));
  return n;
}

char *
tw_file_read_fd (int fd, const char *name, gsize *length, GError **error)
{
  return read_bounded (read_fd, GINT_TO_POINTER (fd), 4096, name, length, error);
}

gboolean
tw_file_write_fd (int fd, const char *name, const char *data, gsize length, GError **error)
{
  while (length > 0) {
    gssize n = write (fd, data, length);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return file_error (error, name, g_strerror (errno));
    data += n;
    length -= (gsize) n;
  }
  return TRUE;
}

static gboolean
write_directly (const char *path, const char *name, const char *data, gsize length, GError **error)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  if (fd < 0)
    return file_error (error, name, g_strerror (errno));

  gboolean written = tw_file_write_fd (fd, name, data, length, error);

  if (close (fd) != 0 && written)
    return file_error (error, name, g_strerror (errno));
  return written;
}

#define SORT_KEY "tilewright::sort-key"

/* Names that differ may have the same key. */
static int
compare_infos (gconstpointer a, gconstpointer b)
{
  GFileInfo *one = *(GFileInfo *const *) a, *other = *(GFileInfo *const *) b;
  int order = strcmp (g_file_info_get_attribute_string (one, SORT_KEY),
                      g_file_info_get_attribute_string (other, SORT_KEY));

  return order != 0 ? order : strcmp (g_file_info_get_name (one), g_file_info_get_name (other));
}

GPtrArray *
tw_file_list_folder (GFile *folder, guint most, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) infos = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GFileEnumerator) enumerator = g_file_enumerate_children (
    folder,
    G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE
                                   "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN,
    G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, error);
  GFileInfo *info = NULL;

  do {
    if (enumerator == NULL
        || !g_file_enumerator_iterate (enumerator, &info, NULL, cancellable, error))
      return NULL;
    if (info != NULL && !g_file_info_get_is_hidden (info)) {
      g_autofree char *name = g_filename_display_name (g_file_info_get_name (info));
      g_autofree char *key = g_utf8_collate_key_for_filename (name, -1);

      g_file_info_set_attribute_string (info, SORT_KEY, key);
      g_ptr_array_add (infos, g_object_ref (info));
    }
  } while (info != NULL && infos->len < most);
  g_ptr_array_sort (infos, compare_infos);
  return g_steal_pointer (&infos);
}

GPtrArray *
tw_file_list_names (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, tw_compare_strings);
  return names;
}

char *
tw_file_dup_path (GFile *file, GError **error)
{
  char *path = g_file_get_path (file);

  if (path == NULL) {
    g_autofree char *name = g_file_get_parse_name (file);

    tw_fail (error, TW_PUZZLE_ERROR_FILE, _ ("%s: not a local file"), name);
  }
  return path;
}

/* Copies the permissions of the old file and, as far as allowed, its owner. */
static gboolean
keep_mode (int fd, const GStatBuf *old)
{
  if (fchown (fd, old->st_uid, old->st_gid) != 0 && fchown (fd, (uid_t) -1, old->st_gid) != 0)
    errno = 0;
  return fchmod (fd, old->st_mode & 0777) == 0;
}

/* `old` is the status of the file at `path`; NULL when there is none. */
static gboolean
replace_file (const char *path, const char *name, const GStatBuf *old, const char *data,
              gsize length, GError **error)
{
  g_autofree char *temporary = g_strconcat (path, ".XXXXXX", NULL);
  int fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, old != NULL ? 0600 : 0666);
  gboolean written;

  if (fd < 0)
    return file_error (error, name, g_strerror (errno));
  if (old != NULL && !keep_mode (fd, old))
    written = file_error (error, name, g_strerror (errno));
  else
    written = tw_file_write_fd (fd, name, data, length, error);
  if (written && fsync (fd) != 0 && errno != EINVAL && errno != EROFS)
    written = file_error (error, name, g_strerror (errno));
  if (close (fd) != 0 && written)
    written = file_error (error, name, g_strerror (errno));
  if (written && g_rename (temporary, path) != 0)
    written = file_error (error, name, g_strerror (errno));
  if (!written)
    g_unlink (temporary);
  return written;
}

gboolean
tw_file_write (const char *path, const char *data, gsize length, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  GStatBuf status;
  gboolean exists = g_stat (path, &status) == 0;

  if (exists && S_ISDIR (status.st_mode))
    return file_error (error, name, _ ("this is a folder, not a file"));
  if (exists && !S_ISREG (status.st_mode))
    return write_directly (path, name, data, length, error);

  /* A symbolic link is kept; its target is replaced. */
  char *target = realpath (path, NULL);
  gboolean written = replace_file (target != NULL ? target : path, name, exists ? &status : NULL,
                                   data, length, error);

  free (target);
  return written;
}
