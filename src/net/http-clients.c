/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-clients.c - connections with bounds on number and time; see http-server.h.
 *
 * They are handed to libsoup, which neither counts them nor has timeouts. As its server does not
 * listen, it closes a connection after one reply.
 *
 * When all places are taken, a connection without a permitted request is evicted, or else one whose
 * request arrives slowly, so that silent and slow clients cannot lock out others. */
#include <sys/socket.h>

#include "net/http-private.h"

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

static void
client_free (gpointer data)
{
  TwHttpClient *client = data;

  give_up_place (client);
  g_queue_delete_link (&client->server->connections, client->link);
  g_object_set_data (G_OBJECT (client->remote), client_key, NULL);
  g_object_unref (client->remote);
  g_object_unref (client->socket);
  g_free (client);
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

/* --- all of them ------------------------------------------------------------------- */

/* The oldest one that is at least as old, and either spare or not complete. */
static gboolean
evict (TwHttpServer *server, gboolean spare, guint seconds)
{
  gint64 youngest = seconds_from_now (0) - (gint64) seconds * G_USEC_PER_SEC;

  for (GList *link = server->connections.head; link != NULL; link = link->next) {
    TwHttpClient *client = link->data;

    if ((spare ? client->spare : !client->complete) && !client->cut && !client->refused
        && client->since <= youngest) {
      cut (client);
      return TRUE;
    }
  }
  return FALSE;
}

gboolean
tw_http_clients_spare_one (TwHttpServer *server)
{
  return evict (server, TRUE, server->bounds.spare_seconds)
         || evict (server, FALSE, server->bounds.slow_seconds);
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

/* --- handing over ---------------------------------------------------------------------- */

void
tw_http_clients_take (TwHttpServer *server, GSocketConnection *stream)
{
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (stream, NULL);
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (stream, NULL);
  TwHttpClient *client;
  gboolean room;

  if (remote == NULL || !G_IS_INET_SOCKET_ADDRESS (remote))
    return;
  room = server->open < server->bounds.max_connections || tw_http_clients_spare_one (server);
  if (!room && server->connections.length >= 2 * server->bounds.max_connections)
    return; /* closed without a reply */

  client = g_new0 (TwHttpClient, 1);
  client->server = server;
  client->socket = g_object_ref (g_socket_connection_get_socket (stream));
  client->remote = g_steal_pointer (&remote);
  client->refused = !room;
  client->spare = TRUE;
  client->since = g_get_monotonic_time ();
  g_queue_push_tail (&server->connections, client);
  client->link = server->connections.tail;
  server->open += !client->refused;
  g_object_set_data_full (G_OBJECT (stream), client_key, client, client_free);
  g_object_set_data (G_OBJECT (client->remote), client_key, client);
  /* Otherwise the system would buffer megabytes of a reply for a client that does not read. */
  if (server->bounds.send_buffer > 0)
    g_socket_set_option (client->socket, SOL_SOCKET, SO_SNDBUF,
                         (gint) MIN (server->bounds.send_buffer, G_MAXINT), NULL);
  client->deadline = seconds_from_now (server->bounds.request_seconds);
  if (local != NULL)
    soup_server_accept_iostream (server->soup, G_IO_STREAM (stream), local, client->remote, NULL);
}

void
tw_http_clients_cut (TwHttpServer *server)
{
  for (GList *link = server->connections.head; link != NULL; link = link->next)
    if (!((TwHttpClient *) link->data)->cut)
      cut (link->data);
}
