/* SPDX-License-Identifier: GPL-3.0-or-later */
/* raw.c - see raw.h. */
#include "raw.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

gboolean
raw_send (GSocketConnection *connection, const char *text)
{
  GOutputStream *stream = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  return g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL);
}

/* The size of the receive window is fixed by then. */
static void
narrow_cb (GSocketClient *client, GSocketClientEvent event, GSocketConnectable *connectable,
           GIOStream *stream, gpointer data)
{
  if (event == G_SOCKET_CLIENT_CONNECTING)
    g_assert_true (
      g_socket_set_option (g_socket_connection_get_socket (G_SOCKET_CONNECTION (stream)),
                           SOL_SOCKET, SO_RCVBUF, 2048, NULL));
}

static GSocketConnection *
open_with (GSocketClient *client, const char *base, const char *text)
{
  g_autoptr (GError) error = NULL;
  GSocketConnection *connection = g_socket_client_connect_to_uri (client, base, 80, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (raw_send (connection, text));
  return connection;
}

GSocketConnection *
raw_open (const char *base, const char *text)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  return open_with (client, base, text);
}

GSocketConnection *
raw_get (const char *base, const char *path, const char *rest)
{
  g_autofree char *text = g_strdup_printf ("GET %s%s HTTP/1.1\r\nHost: localhost\r\n\r\n", path,
                                           rest);

  return raw_open (base, text);
}

GSocketConnection *
raw_open_narrow (const char *base, const char *text)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  g_signal_connect (client, "event", G_CALLBACK (narrow_cb), NULL);
  return open_with (client, base, text);
}

char *
raw_read_until (GSocketConnection *connection, const char *text)
{
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GString *all = g_string_new (NULL);
  char part[4096];
  gssize n;

  /* A reset is an end, too. */
  while ((text == NULL || strstr (all->str, text) == NULL)
         && (n = g_input_stream_read (stream, part, sizeof part, NULL, NULL)) > 0)
    g_string_append_len (all, part, n);
  return g_string_free (all, FALSE);
}

char *
raw_read (GSocketConnection *connection)
{
  return raw_read_until (connection, NULL);
}

char *
raw_ask (const char *base, const char *text)
{
  g_autoptr (GSocketConnection) connection = raw_open (base, text);

  return raw_read (connection);
}

char *
raw_read_request (GSocketConnection *connection)
{
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GString *text = g_string_new (NULL);
  const char *end, *length;
  gsize wanted = G_MAXSIZE;
  char part[4096];
  gssize n;

  while (text->len < wanted
         && (n = g_input_stream_read (stream, part, sizeof part, NULL, NULL)) > 0) {
    g_string_append_len (text, part, n);
    end = strstr (text->str, "\r\n\r\n");
    length = strstr (text->str, "Content-Length: ");
    if (end != NULL)
      wanted = (gsize) (end - text->str) + 4
               + (length != NULL ? strtoul (length + strlen ("Content-Length: "), NULL, 10) : 0);
  }
  return g_string_free (text, FALSE);
}

/* --- a server ----------------------------------------------------------------- */

struct RawServer {
  GSocketService *service; /* NULL: it does not listen */
  guint16 port;
  char *uri;
  int serving; /* open connections, atomic */
  RawServe serve;
  gpointer data;
};

/* Runs in the main loop, before the thread starts. */
static gboolean
incoming_cb (GSocketService *service, GSocketConnection *connection, GObject *source, gpointer data)
{
  RawServer *server = data;

  g_atomic_int_inc (&server->serving);
  return FALSE;
}

static gboolean
run_cb (GThreadedSocketService *service, GSocketConnection *connection, GObject *source,
        gpointer data)
{
  RawServer *server = data;

  server->serve (connection, server->data);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  g_atomic_int_dec_and_test (&server->serving);
  return TRUE;
}

void
raw_server_open (RawServer *server)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, server->port);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  if (server->service != NULL)
    return;
  server->service = g_threaded_socket_service_new (32);
  g_signal_connect (server->service, "incoming", G_CALLBACK (incoming_cb), server);
  g_signal_connect (server->service, "run", G_CALLBACK (run_cb), server);
  g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &bound, &error);
  g_assert_no_error (error);
  server->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  g_socket_service_start (server->service);
}

RawServer *
raw_server_new (RawServe serve, gpointer data)
{
  RawServer *server = g_new0 (RawServer, 1);

  server->serve = serve;
  server->data = data;
  raw_server_open (server);
  server->uri = g_strdup_printf ("http://127.0.0.1:%u", server->port);
  return server;
}

const char *
raw_server_get_uri (const RawServer *server)
{
  return server->uri;
}

void
raw_server_close (RawServer *server)
{
  if (server->service == NULL)
    return;
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
  g_clear_object (&server->service);
}

void
raw_server_free (RawServer *server)
{
  /* Accepts the connections that wait in the kernel first, so that they can end. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  raw_server_close (server);
  while (g_atomic_int_get (&server->serving) > 0)
    if (!g_main_context_iteration (NULL, FALSE))
      g_thread_yield ();
  g_free (server->uri);
  g_free (server);
}
