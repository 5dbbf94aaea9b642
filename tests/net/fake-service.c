/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake-service.c - see fake-service.h. */
#include "fake-service.h"

#include <string.h>

#include "raw.h"

enum {
  MOST_STEPS = 8,
};

struct FakeService {
  const FakeStep *steps;
  RawServer *server;
  GMutex lock;
  GCond released;
  gboolean held;
  GCancellable *ending; /* ends connections that hang */
  guint used[MOST_STEPS];
  GHashTable *counts; /* requests by method */
  GHashTable *latest; /* text of the latest request, by method */
};

static const FakeStep *
next_step (FakeService *fake, const char *request)
{
  const FakeStep *found = NULL;
  g_autofree char *method = g_strndup (request, strcspn (request, " "));

  g_mutex_lock (&fake->lock);
  g_hash_table_insert (
    fake->counts, g_strdup (method),
    GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (fake->counts, method)) + 1));
  g_hash_table_insert (fake->latest, g_strdup (method), g_strdup (request));
  for (guint i = 0; fake->steps[i].method != NULL && found == NULL; i++) {
    const FakeStep *step = &fake->steps[i];

    if (g_str_equal (step->method, method) && (step->times == 0 || fake->used[i] < step->times)) {
      fake->used[i]++;
      found = step;
    }
  }
  while (fake->held)
    g_cond_wait (&fake->released, &fake->lock);
  g_mutex_unlock (&fake->lock);
  return found;
}

static void
serve (GSocketConnection *connection, gpointer data)
{
  FakeService *fake = data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autofree char *request = raw_read_request (connection);
  const FakeStep *step = next_step (fake, request);
  char part[64];

  if (step != NULL)
    raw_send (connection, step->reply);
  while (step != NULL && step->hangs
         && g_input_stream_read (input, part, sizeof part, fake->ending, NULL) > 0)
    ;
}

FakeService *
fake_service_new (const FakeStep *steps)
{
  FakeService *fake = g_new0 (FakeService, 1);

  fake->steps = steps;
  g_mutex_init (&fake->lock);
  g_cond_init (&fake->released);
  fake->ending = g_cancellable_new ();
  fake->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fake->latest = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  fake->server = raw_server_new (serve, fake);
  return fake;
}

void
fake_service_free (FakeService *fake)
{
  raw_server_close (fake->server);
  g_cancellable_cancel (fake->ending);
  raw_server_free (fake->server);
  g_object_unref (fake->ending);
  g_hash_table_unref (fake->counts);
  g_hash_table_unref (fake->latest);
  g_mutex_clear (&fake->lock);
  g_cond_clear (&fake->released);
  g_free (fake);
}

const char *
fake_service_get_uri (const FakeService *fake)
{
  return raw_server_get_uri (fake->server);
}

void
fake_service_hold (FakeService *fake, gboolean hold)
{
  g_mutex_lock (&fake->lock);
  fake->held = hold;
  g_cond_broadcast (&fake->released);
  g_mutex_unlock (&fake->lock);
}

guint
fake_service_count (FakeService *fake, const char *method)
{
  g_mutex_lock (&fake->lock);
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (fake->counts, method));
  g_mutex_unlock (&fake->lock);
  return count;
}

char *
fake_service_dup_request (FakeService *fake, const char *method)
{
  g_mutex_lock (&fake->lock);
  char *request = g_strdup (g_hash_table_lookup (fake->latest, method));
  g_mutex_unlock (&fake->lock);
  return request;
}
