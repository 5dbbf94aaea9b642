/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker-token.c - see worker-token.h. */
#include "app/preferences/worker-token.h"

#include "app/preferences/settings.h"
#include "net/keys.h"
#include "net/service-clients.h"

/* Stored under this name instead of a server address: one token for all services. */
#define NAME "workers"

static char *token; /* never "" */
static char *kept;  /* the token in the keyring, as far as known */
static gboolean asked, touched;

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree char *found = tw_keys_lookup_finish (result, NULL);

  /* There may be no keyring. A token typed meanwhile has priority. */
  if (found == NULL || touched)
    return;
  g_free (token);
  g_free (kept);
  token = g_strdup (found);
  kept = g_steal_pointer (&found);
}

void
tw_worker_token_load (void)
{
  if (asked || !tw_keys_are_supported ())
    return;
  asked = TRUE;
  tw_keys_lookup_async (NAME, NULL, found_cb, NULL);
}

char **
tw_workers_dup_uris (void)
{
  g_auto (GStrv) addresses = g_settings_get_strv (tw_settings (), "workers");
  g_autoptr (GStrvBuilder) valid = g_strv_builder_new ();

  for (char **address = addresses; *address != NULL; address++)
    if (tw_service_client_check_uri (*address, NULL))
      g_strv_builder_add (valid, *address);
  return g_strv_builder_end (valid);
}

const char *
tw_workers_get_token (void)
{
  return token != NULL ? token : g_getenv (TW_SERVICE_CLIENT_TOKEN_VARIABLE);
}

const char *
tw_worker_token_get (void)
{
  return token;
}

void
tw_worker_token_set (const char *text)
{
  const char *wanted = text != NULL && *text != '\0' ? text : NULL;

  if (g_strcmp0 (token, wanted) == 0)
    return;
  touched = TRUE;
  g_free (token);
  token = g_strdup (wanted);
}

/* If storing fails, the token lasts until the program ends. */
static void
stored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  tw_keys_store_finish (result, NULL);
}

void
tw_worker_token_keep (void)
{
  if (!tw_keys_are_supported () || g_strcmp0 (token, kept) == 0)
    return;
  g_free (kept);
  kept = g_strdup (token);
  tw_keys_store_async (NAME, token, NULL, stored_cb, NULL);
}
