/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-routes.c - permissions, requests and replies; see service.h. */
#include <gio/gio.h>
#include <string.h>

#include "net/http.h"
#include "net/service-private.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind.h"

/* --- who may ask --------------------------------------------------------------- */

static const char owner_key[] = "tw-service-owner";

static void
set_owner (SoupServerMessage *message, guint owner)
{
  g_object_set_data (G_OBJECT (message), owner_key, GUINT_TO_POINTER (owner + 1));
}

/* Returns the owner that sent the request; -1: not authorized. */
static int
owner_of (SoupServerMessage *message)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (message), owner_key)) - 1;
}

static gboolean
has_token (const TwServiceShared *shared, SoupServerMessage *message)
{
  static const char scheme[] = "Bearer ";
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *value = soup_message_headers_get_one (headers, "Authorization");
  int owner = -1;

  if (value != NULL && g_ascii_strncasecmp (value, scheme, strlen (scheme)) == 0)
    owner = tw_tokens_find (shared->config->tokens, value + strlen (scheme));
  if (owner >= 0) {
    set_owner (message, (guint) owner);
    return TRUE;
  }
  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "WWW-Authenticate", "Bearer");
  return tw_http_reply_error (message, SOUP_STATUS_UNAUTHORIZED,
                              _ ("Authorization: the service's token is expected"));
}

/* Whether another web page made the browser send this: Fetch Metadata Request Headers. A request
 * without a body has no Origin. */
static gboolean
is_from_other_site (SoupServerMessage *message)
{
  const char *site = soup_message_headers_get_one (
    soup_server_message_get_request_headers (message), "Sec-Fetch-Site");

  return site != NULL && !g_str_equal (site, "same-origin") && !g_str_equal (site, "none");
}

/* A link may lead to the page from anywhere. */
static gboolean
is_local_client (const TwServiceShared *shared, SoupServerMessage *message, gboolean linked)
{
  if (!tw_http_is_local (message, shared->config->page)
      || (!linked && is_from_other_site (message)))
    return tw_http_reply_error (
      message, SOUP_STATUS_FORBIDDEN,
      _ ("Host, Origin, Forwarded: without a token only this computer is served"));
  set_owner (message, 0);
  return TRUE;
}

static gboolean
may_ask (const TwServiceShared *shared, SoupServerMessage *message)
{
  return shared->config->tokens != NULL ? has_token (shared, message)
                                        : is_local_client (shared, message, FALSE);
}

static gboolean
is_public (const char *path)
{
  return g_str_equal (path, "/health") || g_str_equal (path, "/")
         || g_str_equal (path, "/openapi.json");
}

static gboolean
is_page (const TwServiceShared *shared, const char *path)
{
  return shared->config->page && tw_page_has (path);
}

TwHttpEntry
tw_service_gate (SoupServerMessage *message, gpointer data)
{
  const TwServiceShared *shared = data;
  const char *path = g_uri_get_path (soup_server_message_get_uri (message));

  if (shared->config->page)
    tw_page_protect (message);
  /* Another name for this computer would be the page's origin: DNS rebinding. */
  if (is_page (shared, path) && shared->config->tokens == NULL)
    return is_local_client (shared, message, TRUE) ? TW_HTTP_ANYBODY : TW_HTTP_REFUSED;
  if (is_page (shared, path) || is_public (path))
    return TW_HTTP_ANYBODY;
  return may_ask (shared, message) ? TW_HTTP_KNOWN : TW_HTTP_REFUSED;
}

/* --- jobs as JSON ----------------------------------------------------------------- */

static void
add_time (TwJsonBuilder *builder, const char *name, gint64 microseconds)
{
  if (microseconds == 0)
    return;

  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (microseconds / G_USEC_PER_SEC);
  g_autofree char *text = g_date_time_format_iso8601 (time);

  tw_json_add_string (builder, name, text);
}

/* Adds the members of the open object. */
static void
write_job (const TwServiceJob *job, int position, gpointer data)
{
  TwJsonBuilder *builder = data;

  tw_json_add_string (builder, "id", job->id);
  tw_json_add_string (builder, "kind", job->kind->name);
  tw_json_add_string (builder, "name", job->name);
  tw_service_write_state (job, position, builder);
  add_time (builder, "created", job->created);
  add_time (builder, "started", job->started);
  add_time (builder, "ended", job->ended);
  if (job->state == TW_SERVICE_RUNNING) {
    tw_json_begin_object (builder, "progress");
    tw_service_write_progress (job, builder);
    tw_json_end_object (builder);
  }
}

void
tw_service_reply_job (const TwServiceShared *shared, SoupServerMessage *message, guint status,
                      const TwServiceJob *job)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  write_job (job, tw_service_queue_position (shared->queue, job), builder);
  tw_http_reply_object (message, status, builder);
}

/* --- /jobs -------------------------------------------------------------------------- */

static void
list_job (const TwServiceJob *job, int position, gpointer builder)
{
  tw_json_begin_object (builder, NULL);
  write_job (job, position, builder);
  tw_json_end_object (builder);
}

static void
list_jobs (const TwServiceShared *shared, SoupServerMessage *message)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_json_begin_array (builder, "jobs");
  tw_service_queue_foreach (shared->queue, (guint) owner_of (message), list_job, builder);
  tw_json_end_array (builder);
  tw_http_reply_object (message, SOUP_STATUS_OK, builder);
}

static void
reply_result (SoupServerMessage *message, const TwServiceJob *job)
{
  if (job->result == NULL) {
    tw_http_reply_error (message, SOUP_STATUS_CONFLICT, _ ("the job is still %s"),
                         tw_service_state_name (job->state));
    return;
  }
  tw_http_reply_begin (message, SOUP_STATUS_OK, "application/json");
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), job->result);
}

static void
watch_job (const TwServiceShared *shared, SoupServerMessage *message, TwServiceJob *job)
{
  const char *query = g_uri_get_query (soup_server_message_get_uri (message));

  /* Reserves some connections for other requests than event streams. */
  if (tw_service_events_count (shared->events) >= (shared->config->bounds.max_connections + 1) / 2)
    tw_http_reply_later (message, 1, _ ("too many event streams at once; try again later"));
  else
    tw_service_events_watch (shared->events, shared->http, job, message,
                             g_strcmp0 (query, "view=true") == 0);
}

static void
handle_job (const TwServiceShared *shared, SoupServerMessage *message, const char *id,
            const char *what)
{
  const char *method = soup_server_message_get_method (message);
  TwServiceJob *job = tw_service_queue_find (shared->queue, id);

  /* A job of another owner counts as unknown. */
  if (job != NULL && (int) job->owner != owner_of (message))
    job = NULL;
  if (!g_str_equal (what, "") && !g_str_equal (what, "result") && !g_str_equal (what, "events")
      && !g_str_equal (what, "cancel")) {
    tw_http_reply_error (message, SOUP_STATUS_NOT_FOUND, _ ("no such path; see /openapi.json"));
  } else if (job == NULL) {
    tw_http_reply_error (message, SOUP_STATUS_NOT_FOUND, _ ("id: no such job"));
  } else if (g_str_equal (what, "cancel")) {
    if (tw_http_require_method (message, "POST")) {
      tw_service_queue_cancel (shared->queue, job);
      tw_service_reply_job (shared, message, SOUP_STATUS_ACCEPTED, job);
    }
  } else if (g_str_equal (what, "") && g_str_equal (method, "DELETE")) {
    tw_service_queue_forget (shared->queue, job);
    tw_http_reply_begin (message, SOUP_STATUS_NO_CONTENT, "application/json");
  } else if (tw_http_require_method (message, g_str_equal (what, "") ? "GET, DELETE" : "GET")) {
    if (g_str_equal (what, "result"))
      reply_result (message, job);
    else if (g_str_equal (what, "events"))
      watch_job (shared, message, job);
    else
      tw_service_reply_job (shared, message, SOUP_STATUS_OK, job);
  }
}

static void
handle_jobs (TwServiceShared *shared, SoupServerMessage *message, GHashTable *query)
{
  if (g_str_equal (soup_server_message_get_method (message), "POST"))
    tw_service_post (shared, message, query, (guint) owner_of (message), NULL);
  else if (tw_http_require_method (message, "GET, POST"))
    list_jobs (shared, message);
}

/* --- about the service ------------------------------------------------------------- */

static void
reply_health (const TwServiceShared *shared, SoupServerMessage *message)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();
  gboolean stopped = tw_service_queue_is_stopped (shared->queue);

  tw_json_add_string (builder, "service", "Tilewright solver");
  tw_json_add_string (builder, "version", TW_VERSION);
  tw_json_add_string (builder, "status", stopped ? "ending" : "ok");
  tw_json_add_double (builder, "seconds", shared->config->limits.seconds);
  tw_http_reply_object (message, stopped ? SOUP_STATUS_SERVICE_UNAVAILABLE : SOUP_STATUS_OK,
                        builder);
}

/* Counts of jobs, event streams, buffered bytes and slow connections, in the text format of
 * Prometheus (version 0.0.4). */
static void
reply_metrics (const TwServiceShared *shared, SoupServerMessage *message)
{
  TwServiceTotals totals;
  TwHttpCounts counts;

  tw_service_queue_get_totals (shared->queue, &totals);
  tw_http_server_get_counts (shared->http, &counts);
  tw_http_reply_text (message, SOUP_STATUS_OK, "text/plain; version=0.0.4; charset=utf-8",
                      g_strdup_printf ("tilewright_jobs{state=\"waiting\"} %u\n"
                                       "tilewright_jobs{state=\"running\"} %u\n"
                                       "tilewright_jobs{state=\"ended\"} %u\n"
                                       "tilewright_event_streams %u\n"
                                       "tilewright_http_body_bytes %zu\n"
                                       "tilewright_http_connections_cut_total"
                                       " %" G_GUINT64_FORMAT "\n",
                                       totals.waiting, totals.running, totals.kept,
                                       tw_service_events_count (shared->events), counts.body_bytes,
                                       counts.cut));
}

/* Serves public paths; returns FALSE for other paths. */
static gboolean
handle_public (const TwServiceShared *shared, SoupServerMessage *message, const char *path)
{
  if (!is_page (shared, path) && !is_public (path))
    return FALSE;
  if (!tw_http_require_method (message, "GET"))
    return TRUE;
  if (is_page (shared, path) || g_str_equal (path, "/openapi.json"))
    tw_page_reply (message, path);
  else
    reply_health (shared, message);
  return TRUE;
}

void
tw_service_handle (SoupServer *server, SoupServerMessage *message, const char *path,
                   GHashTable *query, gpointer data)
{
  TwServiceShared *shared = data;
  g_auto (GStrv) parts = g_strsplit (path, "/", 5);
  guint n = g_strv_length (parts);
  const char *methods = NULL;
  TwServiceWork work = shared->config->page ? tw_page_find_work (path, &methods) : NULL;

  /* The gate saw the path before it was decoded, so it may have treated it as public. */
  if (handle_public (shared, message, path)
      || (owner_of (message) < 0 && !may_ask (shared, message)))
    return;
  tw_service_queue_expire (shared->queue);
  if (work != NULL) {
    if (tw_http_require_method (message, methods))
      tw_service_post (shared, message, query, (guint) owner_of (message), work);
  } else if (g_str_equal (path, "/metrics")) {
    if (tw_http_require_method (message, "GET"))
      reply_metrics (shared, message);
  } else if (g_str_equal (path, "/jobs")) {
    handle_jobs (shared, message, query);
  } else if ((n == 3 || n == 4) && g_str_equal (parts[1], "jobs")) {
    handle_job (shared, message, parts[2], n == 4 ? parts[3] : "");
  } else {
    tw_http_reply_error (message, SOUP_STATUS_NOT_FOUND, _ ("no such path; see /openapi.json"));
  }
}
