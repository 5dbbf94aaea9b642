/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-test.c - see service-test.h. */
#include "service-test.h"

#include <string.h>

void
service_test_config_init (TwServiceConfig *config)
{
  tw_service_config_init (config);
  config->port = 0;
  config->limits.jobs = 1;
  config->limits.threads = 1;
}

TwService *
service_test_start (const TwServiceConfig *config)
{
  TwService *service = tw_service_new (config);
  g_autoptr (GError) error = NULL;

  g_assert_true (tw_service_start (service, &error));
  g_assert_no_error (error);
  return service;
}

char *
service_test_post (SoupSession *session, const char *base, const char *body, const char *rest)
{
  g_autoptr (JsonNode) job = net_test_json (session, "POST", base, "/jobs", body, 202);

  return g_strconcat ("/jobs/", net_test_string (job, "id"), rest, NULL);
}

double
service_test_metric (SoupSession *session, const char *base, const char *name)
{
  g_autofree char *text = NULL;
  g_autofree char *line = g_strdup_printf ("\ntilewright_%s ", name);
  const char *found;

  g_assert_cmpuint (net_test_request (session, "GET", base, "/metrics", NULL, NULL, &text), ==,
                    200);
  found = strstr (text, line);
  g_assert_nonnull (found);
  return g_ascii_strtod (found + strlen (line), NULL);
}
