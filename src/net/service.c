/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service.c - the solver service: its thread, start and graceful shutdown; see service.h. */
#include "net/service.h"

#include <string.h>

#include "net/http.h"
#include "net/server-thread.h"
#include "net/service-private.h"
#include "net/timer.h"
#include "puzzle/i18n.h"

enum {
  MAX_BODY = 8 << 20, /* a board of 1,000 x 1,000 cells has 5 to 6 million characters */
  MAX_JOBS = 2,
  KEPT = 1000,
  KEPT_SECONDS = 3600,
  KEPT_BYTES = 64 << 20,
  EXPIRE_SECONDS = 10,
  PARTING_SECONDS = 3,
};

struct TwService {
  TwServiceConfig config; /* owns the address and the tokens */
  char *uri;
  TwServerThread *thread;

  /* Used on the service's thread only. */
  TwServiceShared shared;
  GSource *timer;
};

gboolean
tw_service_is_loopback (const char *address)
{
  g_autoptr (GInetAddress) parsed = NULL;

  if (address == NULL)
    return TRUE;
  parsed = g_inet_address_new_from_string (address);
  return parsed != NULL && g_inet_address_get_is_loopback (parsed);
}

void
tw_service_config_init (TwServiceConfig *config)
{
  guint processors = g_get_num_processors ();

  *config = (TwServiceConfig){
    .port = TW_SERVICE_PORT,
    .limits = {
      .jobs = MIN (MAX_JOBS, processors),
      .waiting = TW_SERVICE_MOST_WAITING,
      .threads = MAX (1, processors / MIN (MAX_JOBS, processors)),
      .memory = TW_SERVICE_MOST_MEMORY,
      .seconds = TW_SERVICE_MOST_SECONDS,
      .kept = KEPT,
      .kept_seconds = KEPT_SECONDS,
      .kept_bytes = KEPT_BYTES,
    },
    .bounds = tw_http_bounds (MAX_BODY),
  };
}

/* --- the service's thread ---------------------------------------------------------- */

static void
changed_cb (TwServiceJob *job, gpointer data)
{
  const TwServiceShared *shared = data;

  if (shared->events != NULL)
    tw_service_events_update (shared->events);
}

static gboolean
expire_cb (gpointer data)
{
  const TwServiceShared *shared = data;

  tw_service_queue_expire (shared->queue);
  return G_SOURCE_CONTINUE;
}

static gboolean
open_cb (gpointer data, GError **error)
{
  TwService *self = data;
  TwServiceConfig *config = &self->config;
  TwServiceShared *shared = &self->shared;

  *shared = (TwServiceShared){ .config = config };
  shared->queue = tw_service_queue_new (&config->limits, changed_cb, shared);
  shared->readers = tw_service_readers_new ();
  shared->events = tw_service_events_new (shared->queue);
  shared->http = tw_http_server_new (&config->bounds, tw_service_gate, tw_service_handle, shared);
  if (config->tokens == NULL && !tw_service_is_loopback (config->address)) {
    g_set_error (error, TW_HTTP_ERROR, TW_HTTP_ERROR_LISTEN,
                 _ ("without a token the service listens on this computer only"));
    return FALSE;
  }
  if (!tw_http_server_listen (shared->http, config->address, config->port, error))
    return FALSE;
  config->port = tw_http_server_get_port (shared->http);
  self->timer = tw_timer_new (EXPIRE_SECONDS * 1000, expire_cb, shared);
  return TRUE;
}

/* Clients that watch a search receive its result. */
static void
part (TwServiceShared *shared)
{
  GMainContext *context = g_main_context_get_thread_default ();
  gboolean late = FALSE;
  GSource *timer = tw_timer_new_flag (PARTING_SECONDS * 1000, &late);
  TwServiceTotals totals;

  tw_http_server_close (shared->http);
  tw_page_stop ();
  tw_service_queue_stop (shared->queue);
  tw_service_queue_get_totals (shared->queue, &totals);
  while (!late
         && (totals.running > 0 || shared->reading > 0
             || tw_service_events_count (shared->events) > 0)) {
    g_main_context_iteration (context, TRUE);
    tw_service_queue_get_totals (shared->queue, &totals);
  }
  tw_timer_clear (&timer);
}

static void
close_cb (gpointer data)
{
  TwService *self = data;
  TwServiceShared *shared = &self->shared;

  if (self->timer != NULL) {
    tw_timer_clear (&self->timer);
    part (shared);
  }
  tw_page_stop ();
  while (shared->reading > 0)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  g_thread_pool_free (shared->readers, FALSE, TRUE);
  tw_http_server_free (shared->http);
  g_clear_pointer (&shared->events, tw_service_events_free);
  tw_service_queue_free (shared->queue);
}

/* --- start and stop --------------------------------------------------------------------- */

static char *
make_uri (const TwServiceConfig *config)
{
  gboolean any = config->address == NULL || g_str_equal (config->address, TW_HTTP_EVERYWHERE);
  const char *host = any ? "127.0.0.1" : config->address;

  return g_strdup_printf (strchr (host, ':') != NULL ? "http://[%s]:%u" : "http://%s:%u", host,
                          config->port);
}

gboolean
tw_service_start (TwService *self, GError **error)
{
  static const TwServerThreadFuncs funcs = { "service", open_cb, close_cb };

  g_return_val_if_fail (self->thread == NULL, FALSE);

  self->thread = tw_server_thread_start (&funcs, self, error);
  if (self->thread != NULL)
    self->uri = make_uri (&self->config);
  return self->thread != NULL;
}

void
tw_service_stop (TwService *self)
{
  g_clear_pointer (&self->thread, tw_server_thread_stop);
  g_clear_pointer (&self->uri, g_free);
}

const char *
tw_service_get_uri (TwService *self)
{
  return self->uri;
}

TwService *
tw_service_new (const TwServiceConfig *config)
{
  TwService *self = g_new0 (TwService, 1);

  self->config = *config;
  self->config.address = g_strdup (config->address);
  if (config->tokens != NULL)
    g_hash_table_ref (config->tokens);
  else if (config->token != NULL)
    self->config.tokens = tw_tokens_new ((const char *const[]){ config->token, NULL });
  return self;
}

void
tw_service_free (TwService *self)
{
  tw_service_stop (self);
  g_free ((char *) (guintptr) self->config.address);
  g_clear_pointer (&self->config.tokens, g_hash_table_unref);
  g_free (self);
}
