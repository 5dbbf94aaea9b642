/* http-server.c - clients bounded in number, in bytes and in time; see http-server.h.
 *
 * Connections are accepted here and handed to libsoup, which neither counts
 * them nor ever loses patience. As its server then listens to nothing, it closes
 * a connection after one reply. */
#include "net/http-server.h"

#include <string.h>
#include <sys/socket.h>

#include "net/http-private.h"
#include "net/http.h"
#include "puzzle/i18n.h"

enum {
  BACKLOG = 1024, /* a connection that finds no room is tried again after seconds */
  SWEEP_MS = 500,
  MAX_QUERY = 4096,
};

struct TwHttpServer {
  TwHttpBounds bounds;
  TwHttpCounts counts;
  SoupServer *soup;
  GSocketService *service;
  guint port;
  GSource *sweep;
  GQueue connections; /* of Connection, the oldest first */
};

/* One client; lives as long as its stream, to which it belongs. */
typedef struct {
  TwHttpServer *server;
  GSocketConnection *stream;
  GList *link; /* in server->connections */
  gboolean refused;
  gint64 deadline; /* of the monotonic clock */
} Connection;

/* How much of one request has come; belongs to its message. */
typedef struct {
  TwHttpServer *server;
  gsize received;
  gsize kept;
} Intake;

static const char connection_key[] = "tw-http-connection";
static const char intake_key[] = "tw-http-intake";

static gint64
seconds_from_now (guint seconds)
{
  return g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
}

/* The address object that libsoup was given with the stream leads back to it;
 * NULL when the connection has gone already. */
static Connection *
connection_of (SoupServerMessage *message)
{
  GSocketAddress *address = soup_server_message_get_remote_address (message);

  return address != NULL ? g_object_get_data (G_OBJECT (address), connection_key) : NULL;
}

void
tw_http_touch (SoupServerMessage *message)
{
  Connection *connection = connection_of (message);

  if (connection != NULL)
    connection->deadline = seconds_from_now (connection->server->bounds.reply_seconds);
}

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
  let_go (data);
  g_free (data);
}

/* What is still to come of the body is read and forgotten. */
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
  tw_http_reply_busy (message, 1, _ ("too many requests at once; try again"));
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

/* Whatever else a client says, libsoup might act on it: ranges that overlap, for one, would make
 * a reply thousands of times as large as what there is. */
static gboolean
is_served_header (const char *name)
{
  static const char *const served[] = {
    "Authorization", "Connection", "Content-Length", "Content-Type",      "Expect", "Forwarded",
    "Host",          "Origin",     "Referer",        "Transfer-Encoding", "Via",    "X-Real-IP",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (served); i++)
    if (g_ascii_strcasecmp (name, served[i]) == 0)
      return TRUE;
  return g_ascii_strncasecmp (name, "X-Forwarded-", strlen ("X-Forwarded-")) == 0;
}

/* All are cleared and some put back: removing them one by one takes as long as the square of their
 * number, which is the client's choice. */
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

/* libsoup makes a hash table of the query, whose keys a client could choose to collide. */
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
  const Connection *connection = connection_of (message);
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  goffset length = soup_message_headers_get_content_length (headers);

  strip_headers (headers);
  if (is_answered (message))
    return;
  if (connection == NULL || connection->refused) {
    refuse_busy (message, intake);
  } else if (is_long_query (message)) {
    tw_http_reply_error (message, SOUP_STATUS_REQUEST_URI_TOO_LONG,
                         _ ("the query is longer than %d bytes"), MAX_QUERY);
  } else if (length < 0) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST,
                         _ ("Content-Length: a number of at least 0 is expected"));
  } else if (length > 0 && (guint64) length > intake->server->bounds.max_body) {
    refuse_large_body (message, intake);
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
  } else if (server->counts.body_bytes + size > server->bounds.max_bodies) {
    refuse_busy (message, intake);
  } else {
    intake->kept += size;
    server->counts.body_bytes += size;
  }
}

static void
got_body_cb (SoupServerMessage *message, gpointer data)
{
  (void) data;
  tw_http_touch (message);
}

static void
finished_cb (SoupServerMessage *message, gpointer data)
{
  TwHttpServer *server = data;
  guint status = soup_server_message_get_status (message);

  server->counts.requests++;
  if (status >= 100 && status < 600)
    server->counts.classes[status / 100]++;
}

static void
request_started_cb (SoupServer *soup, SoupServerMessage *message, gpointer data)
{
  TwHttpServer *server = data;
  Intake *intake = g_new0 (Intake, 1);

  (void) soup;
  intake->server = server;
  g_object_set_data_full (G_OBJECT (message), intake_key, intake, intake_free);
  /* libsoup answers what is no HTTP itself, with this body. */
  tw_http_expect_error (message, SOUP_STATUS_BAD_REQUEST, _ ("this is no request in HTTP"));
  g_signal_connect (message, "got-headers", G_CALLBACK (got_headers_cb), intake);
  g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk_cb), intake);
  g_signal_connect (message, "got-body", G_CALLBACK (got_body_cb), NULL);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), server);
}

/* --- connections ------------------------------------------------------------ */

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  g_queue_delete_link (&connection->server->connections, connection->link);
  connection->server->counts.connections--;
  g_free (connection);
}

/* libsoup sees the end of the stream and closes it. */
static void
cut (Connection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection->stream);

  connection->server->counts.cut++;
  connection->deadline = G_MAXINT64;
  g_socket_shutdown (socket, TRUE, TRUE, NULL);
}

static gboolean
sweep_cb (gpointer data)
{
  TwHttpServer *server = data;
  gint64 now = g_get_monotonic_time ();

  for (GList *link = server->connections.head; link != NULL; link = link->next) {
    Connection *connection = link->data;

    if (connection->deadline < now)
      cut (connection);
  }
  return G_SOURCE_CONTINUE;
}

/* The system would let a reply to one who does not read it grow to some megabytes. */
static void
bound_sending (const TwHttpServer *server, GSocketConnection *stream)
{
  GSocket *socket = g_socket_connection_get_socket (stream);

  if (server->bounds.send_buffer > 0)
    g_socket_set_option (socket, SOL_SOCKET, SO_SNDBUF,
                         (gint) MIN (server->bounds.send_buffer, G_MAXINT), NULL);
}

static gboolean
incoming_cb (GSocketService *service, GSocketConnection *stream, GObject *source, gpointer data)
{
  TwHttpServer *server = data;
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (stream, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (stream, NULL);
  Connection *connection;

  (void) service;
  (void) source;
  if (local == NULL || remote == NULL)
    return TRUE;
  if (server->counts.connections >= server->bounds.max_connections)
    server->counts.busy++;
  if (server->counts.connections >= 2 * server->bounds.max_connections)
    return TRUE; /* dropped without a word */

  connection = g_new0 (Connection, 1);
  connection->server = server;
  connection->stream = stream;
  connection->refused = server->counts.connections >= server->bounds.max_connections;
  connection->deadline = seconds_from_now (server->bounds.request_seconds);
  g_queue_push_tail (&server->connections, connection);
  connection->link = server->connections.tail;
  server->counts.connections++;
  g_object_set_data_full (G_OBJECT (stream), connection_key, connection, connection_free);
  g_object_set_data (G_OBJECT (remote), connection_key, connection);
  bound_sending (server, stream);
  soup_server_accept_iostream (server->soup, G_IO_STREAM (stream), local, remote, NULL);
  return TRUE;
}

/* --- listening ---------------------------------------------------------------- */

static gboolean
listen_on (TwHttpServer *server, GInetAddress *address, guint port, GError **error)
{
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new (address, (guint16) port);
  g_autoptr (GSocketAddress) got = NULL;

  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (server->service), wanted,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL, &got,
                                      error))
    return FALSE;
  server->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (got));
  return TRUE;
}

/* IPv6 too, where there is such a thing. */
static gboolean
listen_on_loopback (TwHttpServer *server, guint port, GError **error)
{
  g_autoptr (GInetAddress) four = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GInetAddress) six = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV6);

  if (!listen_on (server, four, port, error))
    return FALSE;
  listen_on (server, six, server->port, NULL);
  return TRUE;
}

/* An IPv6 socket that listens to any address gets what comes by IPv4, too. */
static gboolean
listen_everywhere (TwHttpServer *server, guint port, GError **error)
{
  g_autoptr (GInetAddress) four = g_inet_address_new_any (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GInetAddress) six = g_inet_address_new_any (G_SOCKET_FAMILY_IPV6);

  return listen_on (server, six, port, NULL) || listen_on (server, four, port, error);
}

static gboolean
listen_on_text (TwHttpServer *server, const char *address, guint port, GError **error)
{
  g_autoptr (GInetAddress) parsed = NULL;

  if (address == NULL)
    return listen_on_loopback (server, port, error);
  if (g_str_equal (address, TW_HTTP_EVERYWHERE))
    return listen_everywhere (server, port, error);
  parsed = g_inet_address_new_from_string (address);
  if (parsed != NULL)
    return listen_on (server, parsed, port, error);
  g_set_error (error, TW_HTTP_ERROR, TW_HTTP_ERROR_LISTEN, _ ("“%s” is no IP address"), address);
  return FALSE;
}

gboolean
tw_http_server_listen (TwHttpServer *server, const char *address, guint port, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (listen_on_text (server, address, port, &local)) {
    g_socket_service_start (server->service);
    return TRUE;
  }
  g_set_error (error, TW_HTTP_ERROR, TW_HTTP_ERROR_LISTEN, _ ("port %u: %s"), port, local->message);
  return FALSE;
}

void
tw_http_server_close (TwHttpServer *server)
{
  g_socket_service_stop (server->service);
  g_socket_listener_close (G_SOCKET_LISTENER (server->service));
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

TwHttpServer *
tw_http_server_new (const TwHttpBounds *bounds, SoupServerCallback handler, gpointer data)
{
  TwHttpServer *server = g_new0 (TwHttpServer, 1);

  server->bounds = *bounds;
  g_queue_init (&server->connections);
  server->soup = soup_server_new ("server-header", "Tilewright/" TW_VERSION, NULL);
  soup_server_add_handler (server->soup, NULL, handler, data, NULL);
  g_signal_connect (server->soup, "request-started", G_CALLBACK (request_started_cb), server);

  server->service = g_socket_service_new ();
  g_socket_service_stop (server->service);
  g_socket_listener_set_backlog (G_SOCKET_LISTENER (server->service), BACKLOG);
  g_signal_connect (server->service, "incoming", G_CALLBACK (incoming_cb), server);

  server->sweep = g_timeout_source_new (SWEEP_MS);
  g_source_set_callback (server->sweep, sweep_cb, server, NULL);
  g_source_attach (server->sweep, g_main_context_get_thread_default ());
  return server;
}

void
tw_http_server_free (TwHttpServer *server)
{
  GMainContext *context = g_main_context_get_thread_default ();

  if (server == NULL)
    return;
  tw_http_server_close (server);
  soup_server_disconnect (server->soup);
  /* Connections close in callbacks of their own. */
  while (g_main_context_iteration (context, FALSE))
    ;
  g_clear_object (&server->soup);
  g_clear_object (&server->service);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_source_destroy (server->sweep);
  g_source_unref (server->sweep);
  g_warn_if_fail (server->connections.length == 0);
  g_free (server);
}
