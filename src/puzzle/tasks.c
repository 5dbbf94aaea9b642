/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tasks.c - see tasks.h. */
#include "puzzle/tasks.h"

#include "puzzle/drop.h"

/* What a task uses in the main context of its creator, and only drops there: the thread of the pool may
 * drop the last reference to the task itself, after `done`, and widgets must not end in that thread. */
typedef struct {
  GMainContext *context;
  gpointer source; /* may be NULL */
  gpointer data;
  GDestroyNotify free_data; /* may be NULL */
} Held;

static void
held_free (gpointer pointer)
{
  Held *held = pointer;

  if (held->free_data != NULL)
    held->free_data (held->data);
  TW_DROP (held, (source, g_object_unref), (context, g_main_context_unref));
  g_free (held);
}

static gboolean
end_cb (gpointer held)
{
  return G_SOURCE_REMOVE;
}

/* The task is being finalized, in any thread. A context that no longer runs frees its sources. */
static void
release (gpointer pointer)
{
  Held *held = pointer;
  g_autoptr (GMainContext) context = g_steal_pointer (&held->context);
  g_autoptr (GSource) source = NULL;

  if (g_main_context_is_owner (context)) {
    held_free (held);
    return;
  }
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, end_cb, held, held_free);
  g_source_attach (source, context);
}

void
tw_task_run (GTaskThreadFunc thread, gpointer data, GDestroyNotify free_data, gpointer source,
             GCancellable *cancellable, GAsyncReadyCallback done, gpointer done_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, done, done_data);
  Held *held = g_new (Held, 1);

  *held = (Held){ g_main_context_ref (g_task_get_context (task)),
                  source != NULL ? g_object_ref (source) : NULL, data, free_data };
  g_object_set_data_full (G_OBJECT (task), "tw-held", held, release);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, data, NULL);
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
