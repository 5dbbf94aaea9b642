/* SPDX-License-Identifier: GPL-3.0-or-later */
/* http.c - JSON replies of our servers; see http.h. */
#include "net/http.h"

#include <stdarg.h>

#include "puzzle/i18n.h"
#include "puzzle/json.h"

G_DEFINE_QUARK (tw - http - error, tw_http_error)

void
tw_http_reply_begin (SoupServerMessage *message, guint status, const char *type)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  if (status != 0)
    soup_server_message_set_status (message, status, NULL);
  soup_message_body_truncate (soup_server_message_get_response_body (message));
  soup_message_headers_replace (headers, "Content-Type", type);
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_replace (headers, "Connection", "close");
}

void
tw_http_reply_text (SoupServerMessage *message, guint status, const char *type, char *text)
{
  tw_http_reply_begin (message, status, type);
  soup_message_body_append (soup_server_message_get_response_body (message), SOUP_MEMORY_TAKE, text,
                            strlen (text));
}

void
tw_http_reply_object (SoupServerMessage *message, guint status, TwJsonBuilder *builder)
{
  tw_http_reply_text (message, status, "application/json", tw_json_end (builder));
}

static char *
error_text (guint status, const char *reason)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_json_add_string (builder, "error", reason);
  tw_json_add_int (builder, "status", status);
  return tw_json_end (builder);
}

gboolean
tw_http_reply_error (SoupServerMessage *message, guint status, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *reason = g_strdup_vprintf (format, args);
  va_end (args);
  tw_http_reply_text (message, status, "application/json", error_text (status, reason));
  return FALSE;
}

void
tw_http_expect_error (SoupServerMessage *message, guint status, const char *reason)
{
  tw_http_reply_text (message, 0, "application/json", error_text (status, reason));
}

void
tw_http_reply_later (SoupServerMessage *message, guint seconds, const char *text)
{
  g_autofree char *after = g_strdup_printf ("%u", seconds);

  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Retry-After",
                                after);
  tw_http_reply_error (message, SOUP_STATUS_SERVICE_UNAVAILABLE, "%s", text);
}

static gboolean
is_loopback_host (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  return address != NULL ? g_inet_address_get_is_loopback (address)
                         : g_ascii_strcasecmp (host, "localhost") == 0;
}

static gboolean
is_loopback_peer (SoupServerMessage *message)
{
  GSocketAddress *peer = soup_server_message_get_remote_address (message);

  return peer != NULL && G_IS_INET_SOCKET_ADDRESS (peer)
         && g_inet_address_get_is_loopback (
           g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (peer)));
}

static gboolean
was_forwarded (SoupMessageHeaders *headers)
{
  SoupMessageHeadersIter iter;
  const char *name, *value;

  soup_message_headers_iter_init (&iter, headers);
  while (soup_message_headers_iter_next (&iter, &name, &value))
    if (g_ascii_strcasecmp (name, "Forwarded") == 0 || g_ascii_strcasecmp (name, "Via") == 0
        || g_ascii_strcasecmp (name, "X-Real-IP") == 0
        || g_ascii_strncasecmp (name, "X-Forwarded-", strlen ("X-Forwarded-")) == 0)
      return TRUE;
  return FALSE;
}

gboolean
tw_http_has_origin (SoupServerMessage *message)
{
  return soup_message_headers_get_one (soup_server_message_get_request_headers (message), "Origin")
         != NULL;
}

/* A browser sends the origin with each POST, also to the server of the page itself. */
static gboolean
is_own_origin (SoupMessageHeaders *headers)
{
  const char *origin = soup_message_headers_get_one (headers, "Origin"),
             *host = soup_message_headers_get_one (headers, "Host");
  g_autofree char *own = g_strconcat ("http://", host, NULL);

  return g_strcmp0 (origin, own) == 0;
}

gboolean
tw_http_is_local (SoupServerMessage *message, gboolean own_page)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  GUri *uri = soup_server_message_get_uri (message);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  return (!tw_http_has_origin (message) || (own_page && is_own_origin (headers))) && host != NULL
         && is_loopback_host (host) && is_loopback_peer (message) && !was_forwarded (headers);
}

gboolean
tw_http_require_method (SoupServerMessage *message, const char *methods)
{
  g_auto (GStrv) list = g_strsplit (methods, ", ", -1);
  const char *method = soup_server_message_get_method (message);

  /* HEAD is GET without a body. */
  if (g_strv_contains ((const char *const *) list, g_str_equal (method, "HEAD") ? "GET" : method))
    return TRUE;
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                methods);
  return tw_http_reply_error (message, SOUP_STATUS_METHOD_NOT_ALLOWED, _ ("expected the method %s"),
                              methods);
}

JsonObject *
tw_http_read_object (SoupServerMessage *message, JsonNode **root)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  g_autoptr (GError) error = NULL;

  *root = tw_json_parse_object (bytes, &error);
  if (*root != NULL)
    return json_node_get_object (*root);
  tw_http_reply_error (message, SOUP_STATUS_BAD_REQUEST, "%s", error->message);
  return NULL;
}
