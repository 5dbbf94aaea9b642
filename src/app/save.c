/* SPDX-License-Identifier: GPL-3.0-or-later */
/* save.c - see save.h. */
#include "app/save.h"

#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/tasks.h"

typedef struct {
  GFile *file;
  TwSaveMake make;
  gpointer data;
  GDestroyNotify free_data;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_object_unref (saving->file);
  saving->free_data (saving->data);
  g_free (saving);
}

/* A place without a local path is written by GIO. */
static gboolean
write_bytes (GFile *file, const char *name, GBytes *bytes, GError **error)
{
  g_autoptr (GError) reason = NULL;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (g_file_peek_path (file) != NULL)
    return tw_file_write (name, data, length, error);
  if (g_file_replace_contents (file, data, length, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL,
                               &reason))
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_FILE, "%s: %s", name, reason->message);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  const char *path = g_file_peek_path (saving->file);
  g_autofree char *name = path != NULL ? g_strdup (path) : g_file_get_parse_name (saving->file);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = saving->make (saving->data, name, &error);

  tw_task_return (task, bytes != NULL && write_bytes (saving->file, name, bytes, &error), &error);
}

void
tw_save_bytes_async (GFile *file, TwSaveMake make, gpointer data, GDestroyNotify free_data,
                     gpointer source, GAsyncReadyCallback done, gpointer done_data)
{
  Saving *saving = g_new (Saving, 1);

  *saving = (Saving){ g_object_ref (file), make, data, free_data };
  tw_task_run (save_thread, saving, saving_free, source, NULL, done, done_data);
}

gboolean
tw_save_bytes_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

GFile *
tw_save_bytes_get_file (GAsyncResult *result)
{
  return ((Saving *) g_task_get_task_data (G_TASK (result)))->file;
}

gpointer
tw_save_bytes_get_data (GAsyncResult *result)
{
  return ((Saving *) g_task_get_task_data (G_TASK (result)))->data;
}
