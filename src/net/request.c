/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request.c - one bounded HTTP request over libsoup; see request.h. */
#include "net/request.h"

#include <string.h>

#include "config.h"
#include "net/timer.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"

enum {
  MAX_REDIRECTS = 3,
  MAX_TEXT = 300, /* longest foreign text in an error, in characters */
  CHUNK = 64 << 10,
  SHORT_SECRET = 4,  /* shorter ones are searched as whole words */
  MAX_DECODINGS = 8, /* of one byte of a secret */
};

/* A request that is being sent. */
typedef struct {
  const TwRequest *request;
  GMainContext *context;
  SoupSession *session;
  GCancellable *cancellable; /* our own: cancelled by the caller's or by the timer */
  GUri *uri;
  SoupMessage *message;
  GByteArray *reply;
  GAsyncResult *result; /* of the last operation */
  GSource *timer;       /* NULL: none */
  gboolean sent;        /* at least one byte may have been sent */
  gboolean timed_out;
} Exchange;

G_DEFINE_QUARK (tw - request - error, tw_request_error)

/* --- texts --------------------------------------------------------------- */

static gboolean
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* Returns the value of `n` hexadecimal digits, or -1. */
static int
read_hex (const char *text, int n)
{
  int value = 0;

  for (int i = 0; i < n; i++) {
    if (!g_ascii_isxdigit (text[i]))
      return -1;
    value = value * 16 + g_ascii_xdigit_value (text[i]);
  }
  return value;
}

/* Reads the byte that is encoded at `text` as in JSON strings or addresses, either nested in the other.
 * Only ASCII can be part of a secret. Returns the length of the encoding. */
static gsize
read_encoded (const char *text, char *c, gboolean *percent)
{
  gsize length = 1;

  *c = *text;
  for (int i = 0; i < MAX_DECODINGS && (*c == '\\' || *c == '%'); i++) {
    const char *p = text + length;
    gboolean is_json = *c == '\\';
    int digits = is_json ? (*p == 'u' ? 4 : 0) : 2;
    int value = digits == 0 ? -1 : read_hex (p + is_json, digits);

    if (value > 0 && value <= 127)
      length += (gsize) digits + (gsize) is_json;
    else if (is_json && (*p == '\\' || *p == '"' || *p == '/'))
      value = text[length++];
    else
      break;
    *percent = *percent || !is_json;
    *c = (char) value;
  }
  return length;
}

/* Returns the length of the secret at `text`, plain or encoded; 0: it is not there. */
static gsize
find_secret (const char *text, const char *secret)
{
  gboolean percent = FALSE;
  gsize length = 0;

  if (g_str_has_prefix (text, secret))
    return strlen (secret);
  for (; *secret != '\0'; secret++) {
    gsize n;
    char c;

    n = read_encoded (text + length, &c, &percent);
    if (c == '+' && n == 1 && percent) /* as in forms */
      c = ' ';
    if (c != *secret)
      return 0;
    length += n;
  }
  return length;
}

/* Whether a word may begin there: behind an encoded byte, too. */
static gboolean
begins_word (const char *text, gsize at)
{
  return at == 0 || !is_word_byte (text[at - 1]) || (at >= 3 && text[at - 3] == '%')
         || (at >= 6 && text[at - 6] == '\\');
}

/* Servers repeat a secret as they got it, or encoded. */
char *
tw_request_redact (const char *text, const char *secret)
{
  gboolean anywhere = secret != NULL && strlen (secret) >= SHORT_SECRET;
  GString *clean = g_string_new (NULL);

  if (secret == NULL || *secret == '\0')
    return g_string_free (g_string_append (clean, text), FALSE);
  for (gsize i = 0; text[i] != '\0';) {
    gsize length = find_secret (text + i, secret);

    if (length > 0 && (anywhere || (begins_word (text, i) && !is_word_byte (text[i + length])))) {
      g_string_append (clean, "…");
      i += length;
    } else {
      g_string_append_c (clean, text[i++]);
    }
  }
  return g_string_free (clean, FALSE);
}

gboolean
tw_request_has_secret (const char *text, const char *secret)
{
  g_autofree char *clean = tw_request_redact (text, secret);

  return !g_str_equal (clean, text);
}

char *
tw_request_clean_text (const char *text, gsize length, const char *secret)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  g_autofree char *clean = tw_request_redact (valid, secret);
  GString *line = g_string_new (NULL);
  glong n = 0;

  for (char *at = clean; *at != '\0'; at = g_utf8_next_char (at)) {
    gunichar c = g_utf8_get_char (at);

    if (n++ == MAX_TEXT) {
      g_string_append (line, "…");
      break;
    }
    g_string_append_unichar (line, g_unichar_isprint (c) ? c : ' ');
  }
  return g_strstrip (g_string_free (line, FALSE));
}

/* --- the exchange ---------------------------------------------------------- */

void
tw_reply_free (TwReply *reply)
{
  g_bytes_unref (reply->body);
  g_free (reply);
}

static void
ready_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Exchange *exchange = data;

  exchange->result = g_object_ref (result);
}

/* Waits for the operation that was started with ready_cb (). */
static GAsyncResult *
await (Exchange *exchange)
{
  g_clear_object (&exchange->result);
  while (exchange->result == NULL)
    g_main_context_iteration (exchange->context, TRUE);
  return exchange->result;
}

G_GNUC_PRINTF (4, 5)
static gboolean
fail (const Exchange *exchange, GError **error, TwRequestError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *clean = tw_request_clean_text (text, strlen (text), exchange->request->secret);

  g_set_error_literal (error, TW_REQUEST_ERROR, (gint) code, clean);
  return FALSE;
}

/* Returns why no connection was made. */
static const char *
unreachable_reason (const GError *error)
{
  if (g_error_matches (error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND))
    return _ ("unknown host");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return _ ("connection refused");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE))
    return _ ("no network connection to it");
  return error->message;
}

static gboolean
fail_broken (const Exchange *exchange, const GError *reason, GError **error)
{
  TwRequestError code = exchange->sent ? TW_REQUEST_ERROR_UNCERTAIN : TW_REQUEST_ERROR_NOT_SENT;
  const char *host = g_uri_get_host (exchange->uri);
  double seconds = exchange->request->seconds;

  if (exchange->timed_out && exchange->sent)
    return fail (exchange, error, code, _ ("the server did not reply within %.3g s"), seconds);
  if (exchange->timed_out)
    return fail (exchange, error, code, _ ("Can’t reach %s within %.3g s"), host, seconds);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return fail (exchange, error, code, _ ("the request was cancelled"));
  if (exchange->sent)
    return fail (exchange, error, code,
                 _ ("the connection broke before the reply was complete: %s"), reason->message);
  return fail (exchange, error, code, _ ("Can’t reach %s (%s)"), host, unreachable_reason (reason));
}

static guint
retry_after (SoupMessage *message)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  const char *value = soup_message_headers_get_one (headers, "Retry-After");
  guint status = soup_message_get_status (message);
  guint64 seconds;

  if ((status != SOUP_STATUS_SERVICE_UNAVAILABLE && status != 429) || value == NULL
      || !g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT, &seconds, NULL))
    return 0;
  return (guint) MAX (seconds, 1);
}

static void
starting_cb (SoupMessage *message, gpointer data)
{
  Exchange *exchange = data;

  exchange->sent = TRUE;
}

static gboolean
timer_cb (gpointer data)
{
  Exchange *exchange = data;

  exchange->timed_out = TRUE;
  g_cancellable_cancel (exchange->cancellable);
  return G_SOURCE_REMOVE;
}

/* libsoup reads one informational reply after the other, and the timer waits meanwhile. */
static void
got_informational_cb (SoupMessage *message, gpointer data)
{
  Exchange *exchange = data;

  if (exchange->timer != NULL
      && g_get_monotonic_time () > g_source_get_ready_time (exchange->timer))
    timer_cb (exchange);
}

static void
cancelled_cb (GCancellable *cancellable, gpointer data)
{
  g_cancellable_cancel (data);
}

/* --- redirects ------------------------------------------------------------- */

/* These redirects repeat the request unchanged. 303 and, by custom, 301 and 302 turn a POST into
 * a GET, which would lose the body. */
static gboolean
is_redirect (const Exchange *exchange, guint status)
{
  if (status == SOUP_STATUS_TEMPORARY_REDIRECT || status == SOUP_STATUS_PERMANENT_REDIRECT)
    return TRUE;
  return exchange->request->body == NULL
         && (status == SOUP_STATUS_MOVED_PERMANENTLY || status == SOUP_STATUS_FOUND
             || status == SOUP_STATUS_SEE_OTHER);
}

static gboolean
same_origin (GUri *a, GUri *b)
{
  return g_strcmp0 (g_uri_get_scheme (a), g_uri_get_scheme (b)) == 0
         && g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0
         && g_uri_get_port (a) == g_uri_get_port (b) && g_uri_get_userinfo (b) == NULL;
}

/* Changes the address; `redirects` is how often this has been done before. */
static gboolean
follow_redirect (Exchange *exchange, guint redirects, GError **error)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (exchange->message);
  const char *location = soup_message_headers_get_one (headers, "Location");
  g_autoptr (GUri) uri = location != NULL ? g_uri_parse_relative (exchange->uri, location,
                                                                  SOUP_HTTP_URI_FLAGS, NULL)
                                          : NULL;

  if (uri == NULL || g_uri_get_host (uri) == NULL)
    return fail (exchange, error, TW_REQUEST_ERROR_REDIRECT,
                 _ ("the server redirects without a valid address"));
  if (!same_origin (exchange->uri, uri)) {
    g_autofree char *other = g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL,
                                         g_uri_get_host (uri), g_uri_get_port (uri), "", NULL,
                                         NULL);

    return fail (exchange, error, TW_REQUEST_ERROR_REDIRECT,
                 _ ("the server redirects to another one, %s, which is not followed"), other);
  }
  if (redirects == MAX_REDIRECTS)
    return fail (exchange, error, TW_REQUEST_ERROR_REDIRECT,
                 _ ("the server redirects more than %d times"), MAX_REDIRECTS);
  g_uri_unref (exchange->uri);
  exchange->uri = g_steal_pointer (&uri);
  return TRUE;
}

/* --- sending ----------------------------------------------------------------- */

/* Dropping a stream before its end would read the rest and block, so the bodies of redirects are
 * read like others. */
static gboolean
receive (Exchange *exchange, GInputStream *stream, GError **error)
{
  for (;;) {
    g_autoptr (GError) reason = NULL;
    g_autoptr (GBytes) bytes = NULL;
    gsize size;

    g_input_stream_read_bytes_async (stream, CHUNK, G_PRIORITY_DEFAULT, exchange->cancellable,
                                     ready_cb, exchange);
    bytes = g_input_stream_read_bytes_finish (stream, await (exchange), &reason);
    if (bytes == NULL)
      return fail_broken (exchange, reason, error);
    size = g_bytes_get_size (bytes);
    if (size == 0)
      return TRUE;
    if (size > exchange->request->max_reply - exchange->reply->len) {
      /* Closes the connection: otherwise the stream would read the rest. */
      g_cancellable_cancel (exchange->cancellable);
      return fail (exchange, error, TW_REQUEST_ERROR_TOO_LARGE,
                   _ ("the reply is larger than %zu bytes"), exchange->request->max_reply);
    }
    g_byte_array_append (exchange->reply, g_bytes_get_data (bytes, NULL), (guint) size);
  }
}

static gboolean
send_message (Exchange *exchange, GError **error)
{
  const TwRequest *request = exchange->request;
  SoupMessageFlags flags = SOUP_MESSAGE_NO_REDIRECT;
  g_autoptr (GError) reason = NULL;
  g_autoptr (GInputStream) stream = NULL;

  g_byte_array_set_size (exchange->reply, 0);
  g_clear_object (&exchange->message);
  exchange->message = soup_message_new_from_uri (request->method, exchange->uri);
  if (request->body != NULL) {
    flags |= SOUP_MESSAGE_NEW_CONNECTION;
    soup_message_set_request_body_from_bytes (exchange->message, request->type, request->body);
  }
  soup_message_set_flags (exchange->message, flags);
  tw_request_authorize (exchange->message, request->token);
  g_signal_connect (exchange->message, "starting", G_CALLBACK (starting_cb), exchange);
  g_signal_connect (exchange->message, "got-informational", G_CALLBACK (got_informational_cb),
                    exchange);
  soup_session_send_async (exchange->session, exchange->message, G_PRIORITY_DEFAULT,
                           exchange->cancellable, ready_cb, exchange);
  stream = soup_session_send_finish (exchange->session, await (exchange), &reason);
  return stream != NULL ? receive (exchange, stream, error) : fail_broken (exchange, reason, error);
}

static TwReply *
send_all (Exchange *exchange, GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  TwReply *reply;

  for (guint redirects = 0;; redirects++) {
    if (!send_message (exchange, error))
      return NULL;
    if (!is_redirect (exchange, soup_message_get_status (exchange->message)))
      break;
    if (!follow_redirect (exchange, redirects, error))
      return NULL;
  }
  reply = g_new0 (TwReply, 1);
  reply->status = soup_message_get_status (exchange->message);
  reply->after = retry_after (exchange->message);
  reply->body = g_byte_array_free_to_bytes (g_steal_pointer (&exchange->reply));
  reply->seconds = (double) (g_get_monotonic_time () - begin) / G_USEC_PER_SEC;
  return reply;
}

TwReply *
tw_request_send (const TwRequest *request, GCancellable *cancellable, GError **error)
{
  Exchange exchange = { .request = request,
                        .uri = g_uri_parse (request->uri, SOUP_HTTP_URI_FLAGS, NULL) };
  gulong handler = 0;
  TwReply *reply = NULL;

  if (exchange.uri == NULL || g_uri_get_host (exchange.uri) == NULL) {
    g_clear_pointer (&exchange.uri, g_uri_unref);
    fail (&exchange, error, TW_REQUEST_ERROR_NOT_SENT, _ ("not the address of a server"));
    return NULL;
  }
  exchange.context = g_main_context_new ();
  g_main_context_push_thread_default (exchange.context);
  exchange.session = tw_request_session_new ();
  exchange.cancellable = g_cancellable_new ();
  exchange.reply = g_byte_array_new ();
  if (request->seconds > 0)
    exchange.timer = tw_timer_new ((guint) (request->seconds * 1000), timer_cb, &exchange);
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), exchange.cancellable,
                                     NULL);
  reply = send_all (&exchange, error);
  g_cancellable_disconnect (cancellable, handler);
  tw_timer_clear (&exchange.timer);
  TW_DROP (&exchange, (result, g_object_unref), (message, g_object_unref),
           (session, g_object_unref));
  /* Connections close in callbacks. */
  while (g_main_context_iteration (exchange.context, FALSE))
    ;
  g_main_context_pop_thread_default (exchange.context);
  TW_DROP (&exchange, (context, g_main_context_unref), (cancellable, g_object_unref),
           (uri, g_uri_unref), (reply, g_byte_array_unref));
  return reply;
}

char *
tw_request_parse_server (const char *text)
{
  g_autoptr (GUri) uri = g_uri_parse (text, SOUP_HTTP_URI_FLAGS, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";
  char *server;

  if ((!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https"))
      || g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0'
      || g_uri_get_userinfo (uri) != NULL || g_uri_get_query (uri) != NULL
      || g_uri_get_fragment (uri) != NULL)
    return NULL;
  server = g_uri_to_string (uri);
  while (g_str_has_suffix (server, "/"))
    server[strlen (server) - 1] = '\0';
  return server;
}

void
tw_request_authorize (SoupMessage *message, const char *token)
{
  g_autofree char *value = g_strconcat ("Bearer ", token, NULL);

  if (token != NULL)
    soup_message_headers_replace (soup_message_get_request_headers (message), "Authorization",
                                  value);
}

SoupSession *
tw_request_session_new (void)
{
  /* Each request has its own timer. */
  return soup_session_new_with_options ("user-agent", "Tilewright/" TW_VERSION, "timeout", 0, NULL);
}
