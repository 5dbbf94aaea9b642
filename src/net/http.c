/* http.c - bounded requests and JSON replies for our servers; see http.h. */
#include "net/http.h"

#include <stdarg.h>

#include "puzzle/i18n.h"
#include "puzzle/json.h"

/* What a server bounds; hangs on the SoupServer. */
typedef struct {
  gsize max_body;
  guint max_requests;
  guint n_requests;
} Bounds;

/* How much of one request has come; hangs on its message. */
typedef struct {
  Bounds *bounds;
  gsize received;
} Intake;

G_DEFINE_QUARK (tw - http - error, tw_http_error)

static const char bounds_key[] = "tw-http-bounds";

void
tw_http_reply_text (SoupServerMessage *message, guint status, const char *type, char *text)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_TAKE, text, strlen (text));
}

void
tw_http_reply_json (SoupServerMessage *message, guint status, JsonNode *node)
{
  tw_http_reply_text (message, status, "application/json", tw_json_print (node, NULL));
}

void
tw_http_reply_error (SoupServerMessage *message, guint status, const char *format, ...)
{
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "error");
  json_builder_add_string_value (builder, text);
  json_builder_set_member_name (builder, "status");
  json_builder_add_int_value (builder, status);
  json_builder_end_object (builder);

  g_autoptr (JsonNode) node = json_builder_get_root (builder);

  tw_http_reply_json (message, status, node);
}

gboolean
tw_http_require_method (SoupServerMessage *message, const char *method)
{
  if (g_str_equal (soup_server_message_get_method (message), method))
    return TRUE;
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                method);
  tw_http_reply_error (message, SOUP_STATUS_METHOD_NOT_ALLOWED, _ ("only %s is possible here"),
                       method);
  return FALSE;
}

JsonObject *
tw_http_read_object (SoupServerMessage *message, JsonNode **root)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  g_autoptr (GError) error = NULL;
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);

  *root = tw_json_parse (text != NULL ? text : "", size, &error);
  if (*root == NULL) {
    tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, "%s", error->message);
    return NULL;
  }
  if (JSON_NODE_HOLDS_OBJECT (*root))
    return json_node_get_object (*root);
  tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, _ ("an object is expected, not %s"),
                       tw_json_type_name (*root));
  g_clear_pointer (root, json_node_unref);
  return NULL;
}

/* --- bounds -------------------------------------------------------------- */

static void
refuse_large_body (SoupServerMessage *message, const Bounds *bounds)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);

  if (soup_server_message_get_status (message) == SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE)
    return;
  /* What is still to come is read and forgotten. */
  soup_message_body_set_accumulate (body, FALSE);
  soup_message_body_truncate (body);
  tw_http_reply_error (message, SOUP_STATUS_REQUEST_ENTITY_TOO_LARGE,
                       _ ("the request is larger than %zu bytes"), bounds->max_body);
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Connection",
                                "close");
}

static void
got_headers_cb (SoupServerMessage *message, gpointer data)
{
  const Intake *intake = data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  goffset length = soup_message_headers_get_content_length (headers);

  if (length > 0 && (guint64) length > intake->bounds->max_body)
    refuse_large_body (message, intake->bounds);
  else if (intake->bounds->n_requests > intake->bounds->max_requests)
    tw_http_reply_error (message, SOUP_STATUS_SERVICE_UNAVAILABLE,
                         _ ("too many requests at once; try again"));
}

static void
got_chunk_cb (SoupServerMessage *message, GBytes *chunk, gpointer data)
{
  Intake *intake = data;

  intake->received += g_bytes_get_size (chunk);
  if (intake->received > intake->bounds->max_body)
    refuse_large_body (message, intake->bounds);
}

static void
request_started_cb (SoupServer *server, SoupServerMessage *message, gpointer data)
{
  Intake *intake = g_new0 (Intake, 1);

  (void) server;
  intake->bounds = data;
  intake->bounds->n_requests++;
  g_signal_connect_data (message, "got-headers", G_CALLBACK (got_headers_cb), intake,
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  g_signal_connect (message, "got-chunk", G_CALLBACK (got_chunk_cb), intake);
}

static void
request_ended_cb (SoupServer *server, SoupServerMessage *message, gpointer data)
{
  Bounds *bounds = data;

  (void) server;
  (void) message;
  if (bounds->n_requests > 0)
    bounds->n_requests--;
}

SoupServer *
tw_http_server_new (gsize max_body, guint max_requests)
{
  SoupServer *server = soup_server_new ("server-header", "Tilewright/" TW_VERSION, NULL);
  Bounds *bounds = g_new0 (Bounds, 1);

  bounds->max_body = max_body;
  bounds->max_requests = max_requests;
  g_object_set_data_full (G_OBJECT (server), bounds_key, bounds, g_free);
  g_signal_connect (server, "request-started", G_CALLBACK (request_started_cb), bounds);
  g_signal_connect (server, "request-finished", G_CALLBACK (request_ended_cb), bounds);
  g_signal_connect (server, "request-aborted", G_CALLBACK (request_ended_cb), bounds);
  return server;
}

gboolean
tw_http_listen (SoupServer *server, guint port, gboolean everywhere, GError **error)
{
  g_autoptr (GError) local = NULL;
  gboolean ok = everywhere ? soup_server_listen_all (server, port, 0, &local)
                           : soup_server_listen_local (server, port, 0, &local);

  /* Without IPv6 there is IPv4 still. */
  if (!ok && port == 0) {
    g_clear_error (&local);
    ok = everywhere ? soup_server_listen_all (server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, &local)
                    : soup_server_listen_local (server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, &local);
  }
  if (!ok)
    g_set_error (error, TW_HTTP_ERROR, TW_HTTP_ERROR_LISTEN, _ ("port %u: %s"), port,
                 local->message);
  return ok;
}

guint
tw_http_get_port (SoupServer *server)
{
  GSList *uris = soup_server_get_uris (server);
  guint port = uris != NULL ? (guint) g_uri_get_port (uris->data) : 0;

  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return port;
}
