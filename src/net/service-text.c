/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-text.c - see service-text.h. */
#include "net/service-text.h"

#include <string.h>

#include "puzzle/tasks.h"

GBytes *
tw_service_text (const TwResult *result)
{
  char *text = tw_result_print (result);

  return g_bytes_new_take (text, strlen (text));
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tw_service_text (data), (GDestroyNotify) g_bytes_unref);
}

void
tw_service_text_async (TwResult *result, GAsyncReadyCallback callback, gpointer data)
{
  tw_task_run (write_thread, tw_result_ref (result), (GDestroyNotify) tw_result_unref, NULL, NULL,
               callback, data);
}

GBytes *
tw_service_text_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
