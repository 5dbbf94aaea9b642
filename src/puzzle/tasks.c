/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tasks.c - see tasks.h. */
#include "puzzle/tasks.h"

void
tw_task_run (GTaskThreadFunc thread, gpointer data, GDestroyNotify free_data, gpointer source,
             GCancellable *cancellable, GAsyncReadyCallback done, gpointer done_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, done, done_data);

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, data, free_data);
  g_task_run_in_thread (task, thread);
}

void
tw_task_return (GTask *task, gboolean fine, GError **error)
{
  if (fine)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (error));
}

void
tw_task_return_pointer (GTask *task, gpointer result, GDestroyNotify free_result, GError **error)
{
  if (result != NULL)
    g_task_return_pointer (task, result, free_result);
  else
    g_task_return_error (task, g_steal_pointer (error));
}

static void
cancelled_cb (GCancellable *cancellable, gpointer run)
{
  tw_run_cancel (run);
}

gulong
tw_run_follow (TwRun *run, GCancellable *cancellable)
{
  return g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), run, NULL);
}

void
tw_cancel (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

gpointer
tw_weak_new (gpointer object)
{
  GWeakRef *weak = g_new (GWeakRef, 1);

  g_weak_ref_init (weak, object);
  return weak;
}

gpointer
tw_weak_take (gpointer data)
{
  GWeakRef *weak = data;
  gpointer object = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  return object;
}
