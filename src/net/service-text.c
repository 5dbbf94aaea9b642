/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-text.c - see service-text.h. */
#include "net/service-text.h"

#include "puzzle/json.h"

GBytes *
tw_service_text (const TwResult *result)
{
  g_autoptr (JsonNode) node = tw_result_to_json (result);
  gsize length;
  char *text = tw_json_print (node, &length);

  return g_bytes_new_take (text, length);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, tw_service_text (data), (GDestroyNotify) g_bytes_unref);
}

void
tw_service_text_async (TwResult *result, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);

  g_task_set_source_tag (task, tw_service_text_async);
  g_task_set_task_data (task, tw_result_ref (result), (GDestroyNotify) tw_result_unref);
  g_task_run_in_thread (task, write_thread);
}

GBytes *
tw_service_text_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
