/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-workers.c - lets the solver services in the settings help the window's searches; see
 * net/workers.h. */
#include "config.h"

#include "app/window/window-private.h"
#include "app/preferences/worker-token.h"
#include "net/workers.h"

void
tw_window_ask_workers (TwWindow *self)
{
  g_auto (GStrv) addresses = g_settings_get_strv (self->settings, "workers");
  g_autoptr (GStrvBuilder) valid = g_strv_builder_new ();

  for (char **address = addresses; *address != NULL; address++)
    if (tw_worker_check_uri (*address, NULL))
      g_strv_builder_add (valid, *address);

  g_auto (GStrv) uris = g_strv_builder_end (valid);

  const char *token = tw_worker_token_get ();

  if (token == NULL)
    token = g_getenv (TW_WORKER_TOKEN_VARIABLE);
  tw_workers_help (self->job, (const char *const *) uris, token);
}

void
tw_window_tell_workers (TwWindow *self)
{
  g_auto (GStrv) lines = tw_workers_report (self->job, TRUE);

  if (lines == NULL || *lines == NULL)
    return;

  g_autofree char *text = g_strjoinv ("\n", lines);

  tw_window_say (self, text);
}
