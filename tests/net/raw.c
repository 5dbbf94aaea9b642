/* raw.c - see raw.h. */
#include "raw.h"

#include <string.h>

gboolean
raw_send (GSocketConnection *connection, const char *text)
{
  GOutputStream *stream = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  return g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL);
}

GSocketConnection *
raw_open (const char *base, const char *text)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  GSocketConnection *connection = g_socket_client_connect_to_uri (client, base, 80, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (raw_send (connection, text));
  return connection;
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
