/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-text.c - see service-text.h. */
#include "net/service-text.h"

#include "puzzle/drop.h"
#include "puzzle/json.h"
#include "puzzle/tasks.h"

typedef struct {
  TwResult *result;
  gsize most;
} Work;

GBytes *
tw_service_text (const TwResult *result, gsize most)
{
  TwRun *budget = tw_run_new (&(TwLimits){ .memory = most });
  TwJsonBuilder *builder;
  gsize length;
  char *text;

  if (budget == NULL)
    return NULL;
  builder = tw_json_builder_new (budget);
  tw_result_write (result, NULL, builder);
  text = tw_json_finish (builder, &length);
  tw_json_builder_free (builder);
  tw_run_free (budget);
  return text != NULL ? g_bytes_new_take (text, length) : NULL;
}

TW_DEFINE_FREE (work_free, Work, (result, tw_result_unref))

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;

  g_task_return_pointer (task, tw_service_text (work->result, work->most),
                         (GDestroyNotify) g_bytes_unref);
}

void
tw_service_text_async (TwResult *result, gsize most, GAsyncReadyCallback callback, gpointer data)
{
  Work *work = g_new (Work, 1);

  *work = (Work){ tw_result_ref (result), most };
  tw_task_run (write_thread, work, work_free, NULL, NULL, callback, data);
}

GBytes *
tw_service_text_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
