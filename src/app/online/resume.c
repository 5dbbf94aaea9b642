/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume.c - see resume.h. */
#include "app/online/resume.h"

#include "net/contest-folder.h"
#include "net/keys.h"
#include "puzzle/tasks.h"

typedef struct {
  char *folder;
  TwContestPlan plan;
  char *key;
} Resume;

static void
resume_free (gpointer data)
{
  Resume *resume = data;

  g_free (resume->folder);
  tw_contest_plan_clear (&resume->plan);
  g_free (resume->key);
  g_free (resume);
}

static void
looked_up_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Resume *resume = g_task_get_task_data (task);

  /* Without a keyring the user has to type the key: not an error. */
  resume->key = tw_keys_lookup_finish (result, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Resume *resume = data;
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  GError *error = NULL;

  tw_task_return (task, tw_contest_folder_load (resume->folder, &resume->plan, entries, &error),
                  &error);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const char *server = ((Resume *) g_task_get_task_data (task))->plan.server;
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_task_return_error (task, error);
  else if (server != NULL && tw_keys_are_supported ())
    tw_keys_lookup_async (server, g_task_get_cancellable (task), looked_up_cb, g_object_ref (task));
  else
    g_task_return_boolean (task, TRUE);
}

void
tw_online_resume_async (const char *folder, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  Resume *resume = g_new0 (Resume, 1);

  resume->folder = g_strdup (folder);
  g_task_set_task_data (task, resume, resume_free);
  tw_task_run (load_thread, resume, NULL, NULL, cancellable, loaded_cb, task);
}

gboolean
tw_online_resume_finish (GAsyncResult *result, char **folder, char **server, char **key,
                         GError **error)
{
  Resume *resume = g_task_get_task_data (G_TASK (result));

  *folder = *server = *key = NULL;
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *folder = g_steal_pointer (&resume->folder);
  *server = g_steal_pointer (&resume->plan.server);
  *key = g_steal_pointer (&resume->key);
  return TRUE;
}
