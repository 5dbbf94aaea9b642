/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service.c - the solver service over real HTTP, with bounds that no option sets: test-http.py has the
 * rest. */
#include "raw.h"
#include "service-test.h"

TEST (kept_results, "/service/kept-results")
{
  g_auto (ServiceTest) test = { 0 };
  char *paths[3];

  service_test_init (&test);
  test.config.limits.kept = 2;
  service_test_start (&test);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    paths[i] = service_test_post (&test.net, SERVICE_TEST_BOARD, "/events");
    net_test_expect (&test.net, "GET", paths[i], NULL, 200);
  }
  net_test_expect (&test.net, "GET", paths[0], NULL, 404);
  net_test_expect (&test.net, "GET", paths[1], NULL, 200);
  net_test_expect (&test.net, "GET", paths[2], NULL, 200);
  g_assert_cmpfloat (service_test_metric (&test.net, "jobs{state=\"ended\"}"), ==, 2);
  tw_service_stop (test.service);
  g_assert_null (tw_service_get_uri (test.service));
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    g_free (paths[i]);
}

TEST (large_bodies, "/service/large-bodies")
{
  g_auto (ServiceTest) test = { 0 };
  g_autofree char *body = g_strnfill (200000, ' ');

  service_test_init (&test);
  test.config.bounds.max_body = 100000;
  test.config.bounds.max_bodies = 150000;
  service_test_start (&test);
  net_test_expect (&test.net, "POST", "/jobs", body, 413);

  /* Two bodies that are small enough alone, but not together. */
  g_autofree char *head = g_strdup_printf (
    "POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\n%.80000s", body);
  g_autoptr (GSocketConnection) one = raw_open (test.net.base, head);

  while (service_test_metric (&test.net, "http_body_bytes") < 80000)
    g_thread_yield ();
  g_autoptr (GSocketConnection) two = raw_open (test.net.base, head);
  g_assert_true (raw_send (two, body + 190000));
  g_autofree char *reply = raw_read (two);
  g_assert_true (g_str_has_prefix (reply, "HTTP/1.1 503"));
  g_assert_nonnull (strstr (reply, "Retry-After"));

  /* A client that disconnects early leaves no resources behind. */
  g_io_stream_close (G_IO_STREAM (one), NULL, NULL);
  while (service_test_metric (&test.net, "http_body_bytes") > 0)
    g_thread_yield ();
}

/* Clients that send slowly are disconnected, whichever part is slow. */
TEST (slow_clients, "/service/slow-clients")
{
  g_auto (ServiceTest) test = { 0 };

  service_test_init (&test);
  test.config.bounds.request_seconds = 3; /* the same for an honest request */
  service_test_start (&test);

  g_autoptr (GSocketConnection) silent = raw_open (test.net.base, "");
  g_autoptr (GSocketConnection) slow = raw_open (test.net.base, "GET /jobs HTTP/1.1\r\n");
  g_autoptr (GSocketConnection) slower = raw_open (
    test.net.base, "POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{");
  g_autofree char *first = raw_read (silent);

  g_assert_cmpstr (first, ==, "");
  while (raw_send (slow, "X: y\r\n"))
    g_usleep (10000); /* one byte at a time, which is what this tests */
  g_free (raw_read (slower));
  g_assert_cmpfloat (service_test_metric (&test.net, "http_connections_cut_total"), ==, 3);
}

/* Clients that read slowly are disconnected, too; one that reads gets everything. */
TEST (slow_readers, "/service/slow-readers")
{
  static const char request[] = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
  g_auto (ServiceTest) test = { 0 };

  service_test_init (&test);
  test.config.bounds
    .reply_seconds = 3; /* many times the duration of an honest reply on a busy machine */
  test.config.bounds.send_buffer = 2048;
  service_test_start (&test);

  g_autoptr (GSocketConnection) slow = raw_open_narrow (test.net.base, request);

  while (service_test_metric (&test.net, "http_connections_cut_total") < 1)
    g_thread_yield ();
  g_autofree char *part = raw_read (slow);
  g_autofree char *all = net_test_text (&test.net, "GET", "/openapi.json", NULL, 200);
  g_assert_cmpuint (strlen (part), <, strlen (all));
  g_assert_true (g_str_has_suffix (all, "}\n"));
  g_assert_cmpfloat (service_test_metric (&test.net, "http_connections_cut_total"), ==, 1);
}

TEST (many_connections, "/service/many-connections")
{
  g_auto (ServiceTest) test = { 0 };
  GSocketConnection *idle[8];

  service_test_init (&test);
  test.config.bounds.max_connections = 4;
  test.config.bounds.spare_seconds = test.config.bounds.slow_seconds =
    600; /* no connection is evicted for another */
  service_test_start (&test);
  for (gsize i = 0; i < G_N_ELEMENTS (idle); i++) {
    idle[i] = raw_open (test.net.base, "");
    /* All four places are taken. */
    if (i == 3)
      net_test_expect (&test.net, "GET", "/health", NULL, 503);
  }
  /* There is not even room for an error reply. */
  g_autofree char *nothing = raw_ask (test.net.base, "");

  g_assert_cmpstr (nothing, ==, "");
  for (gsize i = 0; i < G_N_ELEMENTS (idle); i++)
    g_object_unref (idle[i]);
  for (guint status = 0; status != 200;) {
    g_autoptr (SoupMessage) message = soup_message_new ("GET", test.net.base);

    g_bytes_unref (soup_session_send_and_read (test.net.session, message, NULL, NULL));
    status = soup_message_get_status (message);
  }
}

/* Without a token the service does not listen to other computers. */
TEST (no_token, "/service/no-token")
{
  static const char *const addresses[] = { TW_HTTP_EVERYWHERE, "0.0.0.0", "::", "not an address" };
  g_auto (ServiceTest) test = service_test_usual ();

  for (gsize i = 0; i < G_N_ELEMENTS (addresses); i++) {
    g_autoptr (GError) error = NULL;

    test.config.address = addresses[i];
    g_autoptr (TwService) open = tw_service_new (&test.config);
    g_assert_false (tw_service_start (open, &error));
    g_assert_nonnull (error);
  }
  g_assert_true (tw_service_is_loopback ("127.0.0.1"));
  g_assert_true (tw_service_is_loopback ("::1"));
  g_assert_false (tw_service_is_loopback ("192.0.2.1"));
}

/* --- its description ------------------------------------------------------------------- */

static JsonObject *
member (JsonObject *object, const char *name)
{
  g_assert_true (json_object_has_member (object, name));
  return json_object_get_object_member (object, name);
}

/* The description has every option with its range, and every path replies. */
TEST (openapi, "/service/openapi")
{
  g_auto (ServiceTest) test = service_test_usual ();
  g_autoptr (JsonNode) root = net_test_json (&test.net, "GET", "/openapi.json", NULL, 200);
  JsonObject *schemas = member (member (json_node_get_object (root), "components"), "schemas");
  JsonObject *options = member (member (schemas, "Options"), "properties");
  JsonObject *paths = member (json_node_get_object (root), "paths");
  g_autoptr (GList) names = json_object_get_members (paths);
  g_autofree char *job = service_test_post (&test.net, SERVICE_TEST_BOARD, "");
  g_autofree char *events = g_strconcat (job, "/events", NULL);
  gsize count;
  const TwOptionInfo *table = tw_options_table (&count);

  /* The stream ends with the job, which has a result then. */
  net_test_expect (&test.net, "GET", events, NULL, 200);
  g_assert_cmpuint (json_object_get_size (options), ==, count);
  for (gsize i = 0; i < count; i++) {
    JsonObject *option = member (options, table[i].name);

    g_assert_cmpstr (json_object_get_string_member (option, "description"), ==, table[i].doc);
    if (table[i].kind == TW_OPTION_INT || table[i].kind == TW_OPTION_REAL) {
      g_assert_cmpfloat (json_object_get_double_member (option, "minimum"), ==, table[i].least);
      g_assert_cmpfloat (json_object_get_double_member (option, "maximum"), ==, table[i].most);
      g_assert_cmpfloat (json_object_get_double_member (option, "default"), ==, table[i].value);
    }
  }
  for (GList *name = names; name != NULL; name = name->next) {
    g_autoptr (GString) path = g_string_new (name->data);
    gboolean get = json_object_has_member (member (paths, name->data), "get");

    g_string_replace (path, "/jobs/{id}", job, 0);
    g_assert_cmpuint (
      net_test_request (&test.net, get ? "GET" : "POST", path->str, NULL, NULL, NULL), <, 300);
    net_test_expect (&test.net, "PATCH", path->str, "", 405);
  }
}

TEST_MAIN (test_init, test_run_and_await)
