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
  GSocketService *service;
  char *uri;
  int serving; /* open connections, atomic */
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

/* Runs in the main loop, before the thread starts. */
static gboolean
incoming_cb (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  FakeService *fake = data;

  (void) service;
  (void) connection;
  (void) source;
  g_atomic_int_inc (&fake->serving);
  return FALSE;
}

static gboolean
run_cb (GThreadedSocketService *service, GSocketConnection *connection, GObject *source,
        gpointer data)
{
  FakeService *fake = data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autofree char *request = raw_read_request (connection);
  const FakeStep *step = next_step (fake, request);
  char part[64];

  (void) service;
  (void) source;
  if (step != NULL)
    raw_send (connection, step->reply);
  while (step != NULL && step->hangs
         && g_input_stream_read (input, part, sizeof part, fake->ending, NULL) > 0)
    ;
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  g_atomic_int_dec_and_test (&fake->serving);
  return TRUE;
}

FakeService *
fake_service_new (const FakeStep *steps)
{
  FakeService *fake = g_new0 (FakeService, 1);
  g_autoptr (GInetAddress) address = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new (address, 0);
  g_autoptr (GSocketAddress) got = NULL;
  g_autoptr (GError) error = NULL;

  fake->steps = steps;
  g_mutex_init (&fake->lock);
  g_cond_init (&fake->released);
  fake->ending = g_cancellable_new ();
  fake->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  fake->latest = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  fake->service = g_threaded_socket_service_new (16);
  g_signal_connect (fake->service, "incoming", G_CALLBACK (incoming_cb), fake);
  g_signal_connect (fake->service, "run", G_CALLBACK (run_cb), fake);
  g_socket_listener_add_address (G_SOCKET_LISTENER (fake->service), wanted, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &got, &error);
  g_assert_no_error (error);
  fake->uri = g_strdup_printf ("http://127.0.0.1:%u",
                               g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got)));
  g_socket_service_start (fake->service);
  return fake;
}

void
fake_service_free (FakeService *fake)
{
  g_socket_service_stop (fake->service);
  g_socket_listener_close (G_SOCKET_LISTENER (fake->service));
  g_cancellable_cancel (fake->ending);
  while (g_atomic_int_get (&fake->serving) > 0)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  g_object_unref (fake->service);
  g_object_unref (fake->ending);
  g_hash_table_unref (fake->counts);
  g_hash_table_unref (fake->latest);
  g_mutex_clear (&fake->lock);
  g_cond_clear (&fake->released);
  g_free (fake->uri);
  g_free (fake);
}

const char *
fake_service_get_uri (const FakeService *fake)
{
  return fake->uri;
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
  guint count;

  g_mutex_lock (&fake->lock);
  count = GPOINTER_TO_UINT (g_hash_table_lookup (fake->counts, method));
  g_mutex_unlock (&fake->lock);
  return count;
}

char *
fake_service_dup_request (FakeService *fake, const char *method)
{
  char *request;

  g_mutex_lock (&fake->lock);
  request = g_strdup (g_hash_table_lookup (fake->latest, method));
  g_mutex_unlock (&fake->lock);
  return request;
}
