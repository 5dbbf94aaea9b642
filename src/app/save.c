/* SPDX-License-Identifier: GPL-3.0-or-later */
/* save.c - see save.h. */
#include "app/save.h"

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

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Saving *saving = data;
  GError *error = NULL;
  g_autofree char *path = tw_file_dup_path (saving->file, &error);
  g_autoptr (GBytes) bytes = path != NULL ? saving->make (saving->data, path, &error) : NULL;

  tw_task_return (
    task,
    bytes != NULL
      && tw_file_write (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error),
    &error);
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
