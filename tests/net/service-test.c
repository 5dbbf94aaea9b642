/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service-test.c - see service-test.h. */
#include "service-test.h"

void
service_test_init (ServiceTest *test)
{
  tw_service_config_init (&test->config);
  test->config.port = 0;
  test->config.limits.jobs = 1;
  test->config.limits.threads = 1;
}

void
service_test_start (ServiceTest *test)
{
  g_autoptr (GError) error = NULL;

  test->service = tw_service_new (&test->config);
  g_assert_true (tw_service_start (test->service, &error));
  g_assert_no_error (error);
  test->net = net_test_new (NULL, tw_service_get_uri (test->service));
}

ServiceTest
service_test_usual (void)
{
  ServiceTest test = { 0 };

  service_test_init (&test);
  service_test_start (&test);
  return test;
}

void
service_test_clear (ServiceTest *test)
{
  net_test_clear (&test->net);
  g_clear_pointer (&test->service, tw_service_free);
}

char *
service_test_post (const NetTest *net, const char *body, const char *rest)
{
  g_autoptr (JsonNode) job = net_test_json (net, "POST", "/jobs", body, 202);

  return g_strconcat ("/jobs/", net_test_string (job, "id"), rest, NULL);
}

double
service_test_metric (const NetTest *net, const char *name)
{
  g_autofree char *text = net_test_text (net, "GET", "/metrics", NULL, 200);
  g_autofree char *line = g_strdup_printf ("tilewright_%s ", name);
  const char *found = strstr (text, line);

  g_assert_nonnull (found);
  return g_ascii_strtod (found + strlen (line), NULL);
}
