/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-clients.c - connections with bounds on number and time; see http-server.h.
 *
 * They are handed to libsoup, which neither counts them nor has timeouts. As its server does not
 * listen, it closes a connection after one reply.
 *
 * When all places are taken, a connection without a permitted request is evicted, so that silent
 * clients cannot lock out others. */
#include <sys/socket.h>

#include "net/http-private.h"

enum {
  HANDSHAKE_SECONDS = 10,
  MAX_HANDSHAKES = 8, /* each uses a thread */
};

static const char client_key[] = "tw-http-client";

static gint64
seconds_from_now (guint seconds)
{
  return g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
}

/* --- one connection --------------------------------------------------------------- */

TwHttpClient *
tw_http_client_of (SoupServerMessage *message)
{
  GSocketAddress *remote = soup_server_message_get_remote_address (message);

  return remote != NULL ? g_object_get_data (G_OBJECT (remote), client_key) : NULL;
}

void
tw_http_touch (SoupServerMessage *message)
{
  TwHttpClient *client = tw_http_client_of (message);

  if (client != NULL && !client->cut)
    client->deadline = seconds_from_now (client->server->bounds.reply_seconds);
}

gboolean
tw_http_is_open (SoupServerMessage *message)
{
  const TwHttpClient *client = tw_http_client_of (message);

  return client != NULL && !client->cut;
}

static void
give_up_place (TwHttpClient *client)
{
  if (client->refused || client->cut)
    return;
  client->server->open--;
}

static gboolean
client_free (gpointer data)
{
  TwHttpClient *client = data;

  give_up_place (client);
  g_queue_delete_link (&client->server->connections, client->link);
  g_object_set_data (G_OBJECT (client->remote), client_key, NULL);
  g_object_unref (client->remote);
  g_object_unref (client->socket);
  g_free (client);
  return G_SOURCE_REMOVE;
}

/* The thread of a handshake may hold the last reference to a stream. */
static void
stream_gone (gpointer data)
{
  TwHttpClient *client = data;
  g_autoptr (GSource) source = NULL;

  if (g_main_context_is_owner (client->server->context)) {
    client_free (client);
    return;
  }
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, client_free, client, NULL);
  g_source_attach (source, client->server->context);
}

/* libsoup notices the end of the stream and closes it. */
static void
cut (TwHttpClient *client)
{
  give_up_place (client);
  client->cut = TRUE;
  client->deadline = G_MAXINT64;
  g_socket_shutdown (client->socket, TRUE, TRUE, NULL);
}

/* Closing TLS sends a message, and would wait for a client that does not read. In that case the
 * connection ends without it. */
void
tw_http_client_finished (SoupServerMessage *message)
{
  TwHttpClient *client = tw_http_client_of (message);

  if (client != NULL && client->server->certificate != NULL
      && (g_socket_condition_check (client->socket, G_IO_OUT) & G_IO_OUT) == 0)
    g_socket_shutdown (client->socket, FALSE, TRUE, NULL);
}

/* Otherwise the system would buffer megabytes of a reply for a client that does not read. */
static void
bound_sending (const TwHttpServer *server, GSocket *socket)
{
  if (server->bounds.send_buffer > 0)
    g_socket_set_option (socket, SOL_SOCKET, SO_SNDBUF,
                         (gint) MIN (server->bounds.send_buffer, G_MAXINT), NULL);
}

/* --- all of them ------------------------------------------------------------------- */

gboolean
tw_http_clients_spare_one (TwHttpServer *server)
{
  gint64 youngest = g_get_monotonic_time ()
                    - (gint64) server->bounds.spare_seconds * G_USEC_PER_SEC;

  for (GList *link = server->connections.head; link != NULL; link = link->next) {
    TwHttpClient *client = link->data;

    if (client->spare && !client->cut && !client->refused && client->since <= youngest) {
      cut (client);
      return TRUE;
    }
  }
  return FALSE;
}

void
tw_http_clients_sweep (TwHttpServer *server)
{
  gint64 now = g_get_monotonic_time ();

  for (GList *link = server->connections.head; link != NULL; link = link->next) {
    TwHttpClient *client = link->data;

    if (!client->cut && client->deadline < now) {
      server->counts.cut++;
      cut (client);
    }
  }
}

/* --- handing over, through TLS if there is a certificate ----------------------------- */

static void
hand_over (TwHttpClient *client, GIOStream *stream)
{
  g_autoptr (GSocketAddress) local = g_socket_get_local_address (client->socket, NULL);

  client->deadline = seconds_from_now (client->server->bounds.request_seconds);
  if (local != NULL)
    soup_server_accept_iostream (client->server->soup, stream, local, client->remote, NULL);
}

static void start_handshakes (TwHttpServer *server);

static void
shaken_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwHttpServer *server = data;
  g_autoptr (GIOStream) base = NULL;
  gboolean ok = g_tls_connection_handshake_finish (G_TLS_CONNECTION (source), result, NULL);

  g_object_get (source, "base-io-stream", &base, NULL);
  server->handshakes--;
  if (ok)
    hand_over (g_object_get_data (G_OBJECT (base), client_key), G_IO_STREAM (source));
  start_handshakes (server);
}

/* Without a database, as clients have no certificates: by default each connection would read all
 * certificates of the system, on this thread. */
static GIOStream *
tls_new (const TwHttpServer *server, GIOStream *stream)
{
  GTlsBackend *backend = g_tls_backend_get_default ();

  return g_initable_new (g_tls_backend_get_server_connection_type (backend), NULL, NULL,
                         "base-io-stream", stream, "certificate", server->certificate, "database",
                         NULL, NULL);
}

static void
start_handshakes (TwHttpServer *server)
{
  static const char *const protocols[] = { "http/1.1", NULL };

  while (server->handshakes < MAX_HANDSHAKES && server->hellos.length > 0) {
    g_autoptr (GIOStream) stream = g_queue_pop_head (&server->hellos);
    const TwHttpClient *client = g_object_get_data (G_OBJECT (stream), client_key);
    g_autoptr (GIOStream) tls = client->cut ? NULL : tls_new (server, stream);

    if (tls == NULL)
      continue;
    g_tls_connection_set_advertised_protocols (G_TLS_CONNECTION (tls), protocols);
    g_tls_connection_set_require_close_notify (G_TLS_CONNECTION (tls), FALSE);
    server->handshakes++;
    g_tls_connection_handshake_async (G_TLS_CONNECTION (tls), G_PRIORITY_DEFAULT, NULL, shaken_cb,
                                      server);
  }
}

/* A handshake uses a thread, so it starts only after the client has sent something. */
static gboolean
heard_cb (GSocket *socket, GIOCondition condition, gpointer data)
{
  GIOStream *stream = data;
  TwHttpClient *client = g_object_get_data (G_OBJECT (stream), client_key);
  TwHttpServer *server = client->server;

  server->silent--;
  if (!client->cut) {
    g_queue_push_tail (&server->hellos, g_object_ref (stream));
    start_handshakes (server);
  }
  return G_SOURCE_REMOVE;
}

static void
await_hello (TwHttpClient *client, GSocketConnection *stream)
{
  g_autoptr (GSource) source = g_socket_create_source (client->socket, G_IO_IN, NULL);

  client->server->silent++;
  client->deadline = seconds_from_now (
    MIN (client->server->bounds.request_seconds, HANDSHAKE_SECONDS));
  g_source_set_callback (source, G_SOURCE_FUNC (heard_cb), g_object_ref (stream), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

void
tw_http_clients_take (TwHttpServer *server, GSocketConnection *stream)
{
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (stream, NULL);
  TwHttpClient *client;

  if (remote == NULL || !G_IS_INET_SOCKET_ADDRESS (remote))
    return;
  if (server->connections.length >= 2 * server->bounds.max_connections)
    return; /* closed without a reply */

  client = g_new0 (TwHttpClient, 1);
  client->server = server;
  client->socket = g_object_ref (g_socket_connection_get_socket (stream));
  client->remote = g_steal_pointer (&remote);
  client->refused = server->open >= server->bounds.max_connections
                    && !tw_http_clients_spare_one (server);
  client->spare = TRUE;
  client->since = g_get_monotonic_time ();
  g_queue_push_tail (&server->connections, client);
  client->link = server->connections.tail;
  server->open += !client->refused;
  g_object_set_data_full (G_OBJECT (stream), client_key, client, stream_gone);
  g_object_set_data (G_OBJECT (client->remote), client_key, client);
  bound_sending (server, client->socket);
  if (server->certificate != NULL)
    await_hello (client, stream);
  else
    hand_over (client, G_IO_STREAM (stream));
}

void
tw_http_clients_cut (TwHttpServer *server)
{
  for (GList *link = server->connections.head; link != NULL; link = link->next)
    if (!((TwHttpClient *) link->data)->cut)
      cut (link->data);
}

void
tw_http_clients_end (TwHttpServer *server)
{
  GMainContext *context = g_main_context_get_thread_default ();

  if (server->certificate == NULL)
    return;
  for (GList *link = server->connections.head; link != NULL; link = link->next)
    if (((TwHttpClient *) link->data)->spare)
      cut (link->data);
  while (server->silent > 0 || server->handshakes > 0 || server->hellos.length > 0)
    g_main_context_iteration (context, TRUE);
}
