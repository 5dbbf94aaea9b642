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
  (void) client;
  (void) connectable;
  (void) data;
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
