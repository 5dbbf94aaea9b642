/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http-server.c - listens, and bounds requests in bytes; see http-server.h. */
#include "net/http-server.h"

#include <string.h>
#include <sys/resource.h>

#include "net/http-private.h"
#include "net/http.h"
#include "net/timer.h"
#include "puzzle/i18n.h"

enum {
  BACKLOG = 1024, /* a client that finds no place tries again after seconds */
  SWEEP_MS = 500,
  MAX_QUERY = 4096,
  MAX_BODIES = 64 << 20,
  MAX_CONNECTIONS = 256,
  SLOW_SECONDS = 2,
  REQUEST_SECONDS = 30,
  REPLY_SECONDS = 30,
  OTHER_DESCRIPTORS = 64, /* reserved for files, pipes and other descriptors */
  LEAST_PAUSE_MS = 50,    /* between attempts when no connection can be accepted */
  MOST_PAUSE_MS = 400, /* less than a sweep: after a sweep without a pause they are short again */
  MESSAGE_SECONDS = 60,
  CLOSE_MS = 5000, /* longest wait for threads that close connections */
};

/* The bytes received of one request; owned by its message. */
typedef struct {
  TwHttpServer *server;
  gboolean admitted; /* its body may be kept */
  gsize received;
  gsize kept;
} Intake;

static const char intake_key[] = "tw-http-intake";

/* --- requests -------------------------------------------------------------- */

static void
let_go (Intake *intake)
{
  intake->server->counts.body_bytes -= intake->kept;
  intake->kept = 0;
}

static void
intake_free (gpointer data)
{
  Intake *intake = data;

  let_go (intake);
  g_free (intake);
}

/* Reads and discards the rest of the body. */
static void
drop_body (SoupServerMessage *message, Intake *intake)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);

  soup_message_body_set_accumulate (body, FALSE);
  soup_message_body_truncate (body);
  let_go (intake);
}

static void
refuse_busy (SoupServerMessage *message, Intake *intake)
{
  drop_body (message, intake);
  tw_http_reply_later (message, 1, _ ("too many requests at once; try again later"));
}

static void
refuse_large_body (SoupServerMessage *message, Intake *intake)
{
  drop_body (message, intake);
  tw_http_reply_error (message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE,
                       _ ("the request is larger than %zu bytes"), intake->server->bounds.max_body);
}

static gboolean
is_answered (SoupServerMessage *message)
{
  return soup_server_message_get_status (message) != 0;
}

/* Removes all other headers, because libsoup might act on them: overlapping ranges, for example,
 * would make a reply thousands of times as large as its content. */
static gboolean
is_served_header (const char *name)
{
  static const char *const served[] = {
    "Accept-Language", "Authorization",     "Connection", "Content-Length", "Content-Type",
    "Expect",          "Forwarded",         "Host",       "Origin",         "Referer",
    "Sec-Fetch-Site",  "Transfer-Encoding", "Via",        "X-Real-IP",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (served); i++)
    if (g_ascii_strcasecmp (name, served[i]) == 0)
      return TRUE;
  return g_ascii_strncasecmp (name, "X-Forwarded-", strlen ("X-Forwarded-")) == 0;
}

/* Clears all headers and restores some: removing them one by one takes quadratic time in their
 * number, which the client chooses. */
static void
strip_headers (SoupMessageHeaders *headers)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_free);
  SoupMessageHeadersIter iter;
  const char *name, *value;

  soup_message_headers_iter_init (&iter, headers);
  while (soup_message_headers_iter_next (&iter, &name, &value))
    if (is_served_header (name)) {
      g_ptr_array_add (kept, g_strdup (name));
      g_ptr_array_add (kept, g_strdup (value));
    }
  soup_message_headers_clear (headers);
  for (guint i = 0; i < kept->len; i += 2)
    soup_message_headers_append (headers, g_ptr_array_index (kept, i),
                                 g_ptr_array_index (kept, i + 1));
}

/* libsoup makes a hash table of the query, for which a client could choose colliding keys. */
static gboolean
is_long_query (SoupServerMessage *message)
{
  GUri *uri = soup_server_message_get_uri (message);
  const char *query = uri != NULL ? g_uri_get_query (uri) : NULL;

  return query != NULL && strlen (query) > MAX_QUERY;
}

static void
got_headers_cb (SoupServerMessage *message, gpointer data)
{
  Intake *intake = data;
  TwHttpClient *client = tw_http_client_of (message);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  goffset length = soup_message_headers_get_content_length (headers);
  TwHttpEntry entry;

  strip_headers (headers);
  if (is_answered (message))
    return;
  if (client == NULL || client->refused) {
    refuse_busy (message, intake);
  } else if (is_long_query (message)) {
    tw_http_reply_error (message, SOUP_STATUS_REQUEST_URI_TOO_LONG,
                         _ ("the query is longer than %d bytes"), MAX_QUERY);
  } else if ((entry = intake->server->gate (message, intake->server->data)) == TW_HTTP_REFUSED) {
    drop_body (message, intake);
  } else if (length < 0) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST,
                         _ ("Content-Length: a number of at least 0 is expected"));
  } else if (length > 0 && (guint64) length > intake->server->bounds.max_body) {
    refuse_large_body (message, intake);
  } else {
    intake->admitted = TRUE;
    client->spare = entry == TW_HTTP_ANYBODY;
  }
}

static void
got_chunk_cb (SoupServerMessage *message, GBytes *chunk, gpointer data)
{
  Intake *intake = data;
  TwHttpServer *server = intake->server;
  gsize size = g_bytes_get_size (chunk);

  if (is_answered (message))
    return;
  intake->received += size;
  if (intake->received > server->bounds.max_body) {
    refuse_large_body (message, intake);
  } else if (!intake->admitted || server->counts.body_bytes + size > server->bounds.max_bodies) {
    refuse_busy (message, intake);
  } else {
    intake->kept += size;
    server->counts.body_bytes += size;
  }
}

static void
got_body_cb (SoupServerMessage *message, gpointer data)
{
  TwHttpClient *client = tw_http_client_of (message);

  if (client != NULL) {
    client->spare = FALSE;
    client->complete = TRUE;
  }
  tw_http_touch (message);
}

static void
request_started_cb (SoupServer *soup, SoupServerMessage *message, gpointer data)
{
  TwHttpServer *server = data;
  Intake *intake = g_new0 (Intake, 1);

  intake->server = server;
  g_object_set_data_full (G_OBJECT (message), intake_key, intake, intake_free);
  /* libsoup itself replies to text that is not HTTP, with this body. */
  tw_http_expect_error (message, SOUP_STATUS_BAD_REQUEST, _ ("not an HTTP request"));
  g_signal_connect (message, "got-headers", G_CALLBACK (got_headers_cb), intake);
  g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk_cb), intake);
  g_signal_connect (message, "got-body", G_CALLBACK (got_body_cb), NULL);
}

/* --- listening ---------------------------------------------------------------- */

/* Takes ownership of the address. */
static gboolean
listen_on (TwHttpServer *server, GInetAddress *address, guint port, GError **error)
{
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new (address, (guint16) port);
  g_autoptr (GSocketAddress) got = NULL;

  g_object_unref (address);
  if (!g_socket_listener_add_address (server->listener, wanted, G_SOCKET_TYPE_STREAM,
                                      G_SOCKET_PROTOCOL_TCP, NULL, &got, error))
    return FALSE;
  server->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
  return TRUE;
}

static gboolean
listen_on_text (TwHttpServer *server, const char *address, guint port, GError **error)
{
  GInetAddress *parsed;

  if (address == NULL) { /* also IPv6 where it is available */
    if (!listen_on (server, g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4), port, error))
      return FALSE;
    listen_on (server, g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV6), server->port, NULL);
    return TRUE;
  }
  /* An IPv6 socket that listens to any address accepts IPv4, too. */
  if (g_str_equal (address, TW_HTTP_EVERYWHERE))
    return listen_on (server, g_inet_address_new_any (G_SOCKET_FAMILY_IPV6), port, NULL)
           || listen_on (server, g_inet_address_new_any (G_SOCKET_FAMILY_IPV4), port, error);
  parsed = g_inet_address_new_from_string (address);
  if (parsed != NULL)
    return listen_on (server, parsed, port, error);
  g_set_error (error, TW_HTTP_ERROR, TW_HTTP_ERROR_LISTEN, _ ("“%s” is not an IP address"),
               address);
  return FALSE;
}

/* --- accepting ----------------------------------------------------------------- */

static void accept_next (TwHttpServer *server);

static gboolean
resume_cb (gpointer data)
{
  TwHttpServer *server = data;

  g_clear_pointer (&server->pause, g_source_unref);
  accept_next (server);
  return G_SOURCE_REMOVE;
}

/* Without a free descriptor a connection stays in the system's queue and would wake the loop
 * again immediately. So listening pauses, longer each time, with a message at intervals, and a
 * silent client is evicted. */
static void
pause_accepting (TwHttpServer *server, const GError *error)
{
  gint64 now = g_get_monotonic_time ();

  server->paused = TRUE;
  if (server->last_message == 0 || server->last_message < now - MESSAGE_SECONDS * G_USEC_PER_SEC) {
    g_message (_ ("no connection can be accepted: %s"), error->message);
    server->last_message = now;
  }
  server->pause_ms = CLAMP (2 * server->pause_ms, LEAST_PAUSE_MS, MOST_PAUSE_MS);
  tw_http_clients_spare_one (server);
  server->pause = tw_timer_new (server->pause_ms, resume_cb, server);
}

static void
accepted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwHttpServer *server = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection)
    stream = g_socket_listener_accept_finish (G_SOCKET_LISTENER (source), result, NULL, &error);

  server->accepting = FALSE;
  if (g_cancellable_is_cancelled (server->closing))
    return;
  if (stream == NULL) {
    pause_accepting (server, error);
    return;
  }
  tw_http_clients_take (server, stream);
  accept_next (server);
}

static void
accept_next (TwHttpServer *server)
{
  server->accepting = TRUE;
  g_socket_listener_accept_async (server->listener, server->closing, accepted_cb, server);
}

gboolean
tw_http_server_listen (TwHttpServer *server, const char *address, guint port, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (listen_on_text (server, address, port, &local)) {
    accept_next (server);
    return TRUE;
  }
  g_set_error (error, TW_HTTP_ERROR, TW_HTTP_ERROR_LISTEN, _ ("port %u: %s"), port, local->message);
  return FALSE;
}

void
tw_http_server_close (TwHttpServer *server)
{
  GMainContext *context = g_main_context_get_thread_default ();

  g_cancellable_cancel (server->closing);
  while (server->accepting)
    g_main_context_iteration (context, TRUE);
  tw_timer_clear (&server->pause);
  g_socket_listener_close (server->listener);
  server->port = 0;
}

guint
tw_http_server_get_port (const TwHttpServer *server)
{
  return server->port;
}

void
tw_http_server_get_counts (const TwHttpServer *server, TwHttpCounts *counts)
{
  *counts = server->counts;
}

/* Each connection uses a descriptor, and as many more are needed for 503 replies. */
static guint
connections_for_descriptors (guint wanted)
{
  struct rlimit limit;
  rlim_t others;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return wanted;
  others = MIN (OTHER_DESCRIPTORS, limit.rlim_cur / 2);
  return (guint) CLAMP ((limit.rlim_cur - others) / 2, 1, wanted);
}

static gboolean
sweep_cb (gpointer data)
{
  TwHttpServer *server = data;

  if (!server->paused)
    server->pause_ms = 0;
  server->paused = FALSE;
  tw_http_clients_sweep (server);
  return G_SOURCE_CONTINUE;
}

TwHttpBounds
tw_http_bounds (gsize max_body)
{
  return (TwHttpBounds){
    .max_body = max_body,
    .max_bodies = MAX_BODIES,
    .max_connections = MAX_CONNECTIONS,
    .slow_seconds = SLOW_SECONDS,
    .request_seconds = REQUEST_SECONDS,
    .reply_seconds = REPLY_SECONDS,
  };
}

TwHttpServer *
tw_http_server_new (const TwHttpBounds *bounds, TwHttpGate gate, SoupServerCallback handler,
                    gpointer data)
{
  TwHttpServer *server = g_new0 (TwHttpServer, 1);

  server->context = g_main_context_ref_thread_default ();
  server->bounds = *bounds;
  server->bounds.max_connections = connections_for_descriptors (bounds->max_connections);
  server->gate = gate;
  server->data = data;
  server->soup = soup_server_new ("server-header", "Tilewright/" TW_VERSION, NULL);
  soup_server_add_handler (server->soup, NULL, handler, data, NULL);
  g_signal_connect (server->soup, "request-started", G_CALLBACK (request_started_cb), server);

  server->listener = g_socket_listener_new ();
  server->closing = g_cancellable_new ();
  g_socket_listener_set_backlog (server->listener, BACKLOG);

  server->sweep = tw_timer_new (SWEEP_MS, sweep_cb, server);
  return server;
}

/* Runs all that is ready in any case. */
static void
run_until_empty (GMainContext *context, const GQueue *queue, const gboolean *late)
{
  while (queue->length > 0 && !*late)
    g_main_context_iteration (context, TRUE);
  while (g_main_context_iteration (context, FALSE))
    ;
}

void
tw_http_server_free (TwHttpServer *server)
{
  GMainContext *context = g_main_context_get_thread_default ();
  gboolean late = FALSE;
  GSource *timer;

  if (server == NULL)
    return;
  timer = tw_timer_new_flag (CLOSE_MS, &late);
  tw_http_server_close (server);
  /* libsoup forgets messages that wait for a client or for something to send: all must fail first. */
  for (GList *link = server->streams.head; link != NULL; link = link->next)
    tw_http_stream_end (link->data);
  tw_http_clients_cut (server);
  run_until_empty (context, &server->streams, &late);
  soup_server_disconnect (server->soup);
  /* Connections close in their own callbacks. */
  while (g_main_context_iteration (context, FALSE))
    ;
  g_clear_object (&server->soup);
  g_clear_object (&server->listener);
  run_until_empty (context, &server->connections, &late);
  tw_timer_clear (&timer);
  tw_timer_clear (&server->sweep);
  g_warn_if_fail (server->connections.length == 0);
  g_object_unref (server->closing);
  g_main_context_unref (server->context);
  g_free (server);
}
