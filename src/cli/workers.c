/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workers.c - see workers.h. */
#include "cli/workers.h"

#include "net/service-clients.h"
#include "puzzle/i18n.h"

char **tw_cli_workers;
char *tw_cli_token_file, *tw_cli_worker_token;

gboolean
tw_cli_accept_workers (void)
{
  g_autoptr (GError) error = NULL;

  for (char **uri = tw_cli_workers; uri != NULL && *uri != NULL; uri++)
    if (!tw_service_client_check_uri (*uri, &error))
      return tw_cli_error ("--worker: %s", error->message);
  if (tw_cli_workers != NULL && g_strv_length (tw_cli_workers) > TW_SERVICE_CLIENTS_MAX)
    return tw_cli_error (_ ("--worker: at most %d services can help"), TW_SERVICE_CLIENTS_MAX);
  if (tw_cli_token_file != NULL)
    return tw_cli_read_token (tw_cli_token_file, 1, &tw_cli_worker_token);
  tw_cli_worker_token = g_strdup (g_getenv (TW_SERVICE_CLIENT_TOKEN_VARIABLE));
  return TRUE;
}
