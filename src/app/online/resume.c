/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resume.c - see resume.h. */
#include "app/online/resume.h"

#include "net/contest-folder.h"
#include "net/keys.h"

typedef struct {
  char *folder;
  char *server;
  char *key;
} Resume;

static void
resume_free (gpointer data)
{
  Resume *resume = data;

  g_free (resume->folder);
  g_free (resume->server);
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
  TwContestPlan plan = { 0 };
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  GError *error = NULL;

  if (tw_contest_folder_load (resume->folder, &plan, entries, &error)) {
    resume->server = g_strdup (plan.server);
    g_task_return_boolean (task, TRUE);
  } else {
    g_task_return_error (task, error);
  }
  tw_contest_plan_clear (&plan);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Resume *resume = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    g_task_return_error (task, error);
    return;
  }

  Resume *own = g_new0 (Resume, 1);

  own->server = g_strdup (resume->server);
  g_task_set_task_data (task, own, resume_free);
  if (own->server != NULL && tw_keys_are_supported ())
    tw_keys_lookup_async (own->server, g_task_get_cancellable (task), looked_up_cb,
                          g_object_ref (task));
  else
    g_task_return_boolean (task, TRUE);
}

void
tw_online_resume_async (const char *folder, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, data);
  g_autoptr (GTask) loading = g_task_new (NULL, cancellable, loaded_cb, task);
  Resume *resume = g_new0 (Resume, 1);

  resume->folder = g_strdup (folder);
  g_task_set_task_data (loading, resume, resume_free);
  g_task_run_in_thread (loading, load_thread);
}

gboolean
tw_online_resume_finish (GAsyncResult *result, char **server, char **key, GError **error)
{
  Resume *resume = g_task_get_task_data (G_TASK (result));

  *server = *key = NULL;
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *server = g_strdup (resume->server);
  *key = g_strdup (resume->key);
  return TRUE;
}
