/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service-hostile.c - clients that exhaust resources: the service stays available to others.
 * test-http.py tests what needs no special limits. */
#include <malloc.h>

#include "raw.h"
#include "service-test.h"

#define TOKEN "correct-horse-battery"

enum {
  BODY = 60000,
};

/* The head of a request with a body of BODY bytes, and the first `n` of them. `header` ends in a
 * newline or is empty. */
static char *
begin_post (const char *header, gsize n)
{
  g_autofree char *blanks = g_strnfill (n, ' ');

  return g_strdup_printf ("POST /jobs HTTP/1.1\r\nHost: localhost\r\n%s"
                          "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                          header, BODY, blanks);
}

/* A complete body of `size` bytes that is a job. */
static char *
padded_board (gsize size)
{
  g_autofree char *blanks = g_strnfill (size - strlen (SERVICE_TEST_BOARD), ' ');

  return g_strconcat (SERVICE_TEST_BOARD, blanks, NULL);
}

/* Bodies from clients without permission are not kept, so permitted clients can still send
 * theirs. */
TEST (token_first, "/service-hostile/token-first")
{
  static const char *const headers[] = {
    "",
    "Authorization: Bearer wrong\r\n",
    "Authorization: Bearer " TOKEN "x\r\n",
    "Authorization: Basic " TOKEN "\r\n",
  };
  g_auto (ServiceTest) test = { 0 };
  g_autofree char *rest = g_strnfill (BODY - 40000, ' ');
  g_autofree char *board = padded_board (40000);
  g_autofree char *right = g_strdup_printf ("POST /jobs HTTP/1.1\r\nHost: localhost\r\n"
                                            "Authorization: Bearer " TOKEN
                                            "\r\nContent-Length: 40000\r\n\r\n%s",
                                            board);
  GSocketConnection *refused[G_N_ELEMENTS (headers)];

  service_test_init (&test);
  test.config.token = TOKEN;
  test.config.bounds.max_bodies = 50000;
  service_test_start (&test);
  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++) {
    g_autofree char *begin = begin_post (headers[i], 40000);

    refused[i] = raw_open (test.net.base, begin);
  }
  {
    g_autofree char *reply = raw_ask (test.net.base, right);

    g_assert_true (g_str_has_prefix (reply, "HTTP/1.1 202"));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++) {
    raw_send (refused[i], rest);
    g_autofree char *reply = raw_read (refused[i]);
    g_assert_true (g_str_has_prefix (reply, "HTTP/1.1 401"));
    g_object_unref (refused[i]);
  }
}

/* Opens ten times as many silent connections as there are places. */
TEST (idle, "/service-hostile/idle")
{
  g_auto (ServiceTest) test = { 0 };
  g_autoptr (GPtrArray) idle = g_ptr_array_new_with_free_func (g_object_unref);

  service_test_init (&test);
  test.config.bounds.max_connections = 4;
  service_test_start (&test);
  for (guint i = 0; i < 40; i++) {
    g_ptr_array_add (idle,
                     raw_open (test.net.base, i % 2 == 0 ? "" : "GET /health HTTP/1.1\r\nHost: "));
    net_test_expect (&test.net, "GET", "/health", NULL, 200);
  }
}

/* Opens twice as many connections as there are places, each with a permitted request without its body. */
TEST (slow_bodies, "/service-hostile/slow-bodies")
{
  g_auto (ServiceTest) test = { 0 };
  g_autoptr (GPtrArray) slow = g_ptr_array_new_with_free_func (g_object_unref);

  service_test_init (&test);
  test.config.bounds.max_connections = 4;
  test.config.bounds.slow_seconds = 0;
  service_test_start (&test);
  for (guint i = 0; i < 8; i++) {
    g_ptr_array_add (slow,
                     raw_open (test.net.base, "POST /jobs HTTP/1.1\r\nHost: localhost\r\n"
                                              "Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"));
    g_free (raw_read_until (slow->pdata[i], "100 Continue"));
    net_test_expect (&test.net, "GET", "/health", NULL, 200);
  }
}

/* --- large results --------------------------------------------------------------- */

/* A board of side x side cells without a pattern, which needs many squares. */
static char *
large_board (int side)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "{\"width\": %d, \"height\": %d, \"puzzle\": [", side, side);
  for (int y = 0; y < side; y++) {
    g_string_append (text, y > 0 ? ", [" : "[");
    for (int x = 0; x < side; x++)
      g_string_append_printf (text, "%s%s", x > 0 ? "," : "",
                              (x * 7 + y * 13) % 23 % 2 == 0 ? "true" : "false");
    g_string_append_c (text, ']');
  }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

/* Posts the job and returns its result when it has ended. */
static char *
result_of (const NetTest *net, const char *body, char **path)
{
  *path = service_test_post (net, body, "/events");
  net_test_expect (net, "GET", *path, NULL, 200);
  strcpy (strstr (*path, "/events"), "/result");
  char *text = net_test_text (net, "GET", *path, NULL, 200);
  *strstr (*path, "/result") = '\0';
  return text;
}

static gsize
bytes_held (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* Clients that read nothing of the events share the result; the service ends without them. */
TEST (unread_events, "/service-hostile/unread-events")
{
  GSocketConnection *connections[20];
  g_auto (ServiceTest) test = { 0 };
  g_autofree char *board = large_board (250);
  g_autofree char *body = g_strdup_printf (
    "{\"puzzle\": %s, \"options\": {\"engine\": \"greedy\"}}", board);
  g_autofree char *path = NULL;

  service_test_init (&test);
  test.config.bounds.send_buffer = 4096;
  service_test_start (&test);
  g_autofree char *result = result_of (&test.net, body, &path);
  g_assert_cmpuint (strlen (result), >, 500000);
  g_autofree char *request = g_strdup_printf ("GET %s/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                              path);
  gsize before = bytes_held ();
  for (gsize i = 0; i < G_N_ELEMENTS (connections); i++) {
    connections[i] = raw_open_narrow (test.net.base, request);
    g_autofree char *start = raw_read_until (connections[i], "event: result");
    g_assert_nonnull (strstr (start, "event: result"));
  }
  g_assert_cmpuint (bytes_held (), <, before + 3 * strlen (result));
  tw_service_stop (test.service);
  for (gsize i = 0; i < G_N_ELEMENTS (connections); i++)
    g_object_unref (connections[i]);
}

static void
stream_gone (TwHttpStream *stream, gpointer data)
{
  *(TwHttpStream **) data = NULL;
}

typedef struct {
  TwHttpServer *server;
  TwHttpStream *stream;
} Silent;

static TwHttpEntry
admit (SoupServerMessage *message, gpointer data)
{
  return TW_HTTP_KNOWN;
}

static void
begin_stream (SoupServer *soup, SoupServerMessage *message, const char *path, GHashTable *query,
              gpointer data)
{
  Silent *silent = data;

  silent->stream = tw_http_stream_new (silent->server, message, stream_gone, &silent->stream);
  tw_http_stream_send (silent->stream, NULL, "begins");
}

/* A server that is freed ends the streams that wait for events. */
TEST (waiting_stream, "/service-hostile/waiting-stream")
{
  GMainContext *context = g_main_context_new ();
  ServiceTest test;
  Silent silent = { 0 };

  service_test_init (&test);
  g_main_context_push_thread_default (context);
  silent.server = tw_http_server_new (&test.config.bounds, admit, begin_stream, &silent);
  g_assert_true (tw_http_server_listen (silent.server, NULL, 0, NULL));
  g_autofree char *base = g_strdup_printf ("http://127.0.0.1:%u",
                                           tw_http_server_get_port (silent.server));
  g_autoptr (GSocketConnection) connection = raw_get (base, "/", "");
  while (silent.stream == NULL || !tw_http_stream_is_idle (silent.stream))
    g_main_context_iteration (context, TRUE);
  tw_http_server_free (silent.server);
  g_assert_null (silent.stream);
  g_autofree char *rest = raw_read (connection);
  g_assert_nonnull (strstr (rest, ": begins"));
  g_main_context_pop_thread_default (context);
  g_main_context_unref (context);
}

TEST_MAIN (test_init, test_run_and_await)
