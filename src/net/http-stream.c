/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-stream.c - server-sent events; see http-server.h.
 *
 * libsoup pauses a chunked reply that has nothing to write and does not poll the socket
 * meanwhile. A closed client is noticed only at the next event, so send a keep-alive comment
 * every few seconds. */
#include <string.h>

#include "net/http-private.h"
#include "net/http-server.h"
#include "net/http.h"

struct TwHttpStream {
  TwHttpServer *server;
  SoupServerMessage *message;
  void (*gone) (TwHttpStream *stream, gpointer data);
  gpointer data;
  guint pending; /* chunks that are not written yet */
  gint64 sent;   /* time of the last event, of the monotonic clock */
  gboolean ended;
};

static void
wrote_chunk_cb (SoupServerMessage *message, gpointer data)
{
  TwHttpStream *stream = data;

  if (stream->pending > 0)
    stream->pending--;
  tw_http_touch (message);
}

static void
finished_cb (SoupServerMessage *message, gpointer data)
{
  TwHttpStream *stream = data;

  g_queue_remove (&stream->server->streams, stream);
  g_signal_handlers_disconnect_by_data (message, stream);
  stream->gone (stream, stream->data);
  g_object_unref (stream->message);
  g_free (stream);
}

TwHttpStream *
tw_http_stream_new (TwHttpServer *server, SoupServerMessage *message,
                    void (*gone) (TwHttpStream *stream, gpointer data), gpointer data)
{
  TwHttpStream *stream = g_new0 (TwHttpStream, 1);
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  stream->server = server;
  g_queue_push_tail (&server->streams, stream);
  stream->message = g_object_ref (message);
  stream->gone = gone;
  stream->data = data;
  stream->sent = g_get_monotonic_time ();
  tw_http_reply_begin (message, SOUP_STATUS_OK, "text/event-stream");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  g_signal_connect (message, "wrote-chunk", G_CALLBACK (wrote_chunk_cb), stream);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), stream);
  return stream;
}

gboolean
tw_http_stream_is_idle (const TwHttpStream *stream)
{
  return stream->pending == 0 && !stream->ended;
}

gint64
tw_http_stream_idle_time (const TwHttpStream *stream)
{
  return g_get_monotonic_time () - stream->sent;
}

/* Takes ownership of `chunk`. */
static void
send_chunk (TwHttpStream *stream, GBytes *chunk)
{
  g_return_if_fail (!stream->ended);

  /* A client that reads nothing for this long is disconnected. */
  if (stream->pending++ == 0)
    tw_http_touch (stream->message);
  stream->sent = g_get_monotonic_time ();
  soup_message_body_append_bytes (soup_server_message_get_response_body (stream->message), chunk);
  g_bytes_unref (chunk);
  soup_server_message_unpause (stream->message);
}

static void
append_field (GString *event, const char *name, const char *text)
{
  while (*text != '\0') {
    gsize length = strcspn (text, "\n");

    g_string_append (event, name);
    g_string_append_len (event, text, (gssize) length);
    g_string_append_c (event, '\n');
    text += length + (text[length] == '\n');
  }
}

void
tw_http_stream_send (TwHttpStream *stream, const char *event, const char *text)
{
  GString *lines = g_string_new (NULL);

  if (event != NULL)
    append_field (lines, "event: ", event);
  append_field (lines, event != NULL ? "data: " : ": ", text);
  g_string_append_c (lines, '\n');
  send_chunk (stream, g_string_free_to_bytes (lines));
}

void
tw_http_stream_send_line (TwHttpStream *stream, const char *event, GBytes *line)
{
  char *head = g_strdup_printf ("event: %s\ndata: ", event);

  send_chunk (stream, g_bytes_new_take (head, strlen (head)));
  send_chunk (stream, g_bytes_ref (line));
  send_chunk (stream, g_bytes_new_static ("\n", 1));
}

void
tw_http_stream_end (TwHttpStream *stream)
{
  if (stream->ended)
    return;
  stream->ended = TRUE;
  tw_http_touch (stream->message);
  soup_message_body_complete (soup_server_message_get_response_body (stream->message));
  soup_server_message_unpause (stream->message);
}
