/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service-owners.c - several clients of one solver service, isolated from each other. */
#include <string.h>

#include "net/practice-server.h"
#include "raw.h"
#include "service-test.h"
#include "test-tools.h"

#define ANNA "token-of-anna-0001"
#define BERT "token-of-bert-0001"

static const char tokens_text[] = "# NAME TOKEN\nanna " ANNA "\n\nbert\t" BERT " \n"
                                  "anna another-of-anna-01\n";

/* A session that sends this token with each request. */
static void
add_token_cb (SoupSession *session, SoupMessage *message, gpointer token)
{
  g_autofree char *value = g_strconcat ("Bearer ", token, NULL);

  (void) session;
  soup_message_headers_replace (soup_message_get_request_headers (message), "Authorization", value);
}

static NetTest
client_of (const ServiceTest *test, const char *token)
{
  SoupSession *session = soup_session_new ();

  g_signal_connect (session, "request-queued", G_CALLBACK (add_token_cb),
                    (gpointer) (guintptr) token);
  return net_test_new (session, tw_service_get_uri (test->service));
}

static ServiceTest
start_shared (void)
{
  ServiceTest test = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable)
    tokens = tw_tokens_parse (tokens_text, strlen (tokens_text), TW_SERVICE_LEAST_TOKEN, &error);

  g_assert_no_error (error);
  service_test_init (&test);
  test.config.tokens = tokens;
  service_test_start (&test);
  return test;
}

static guint
count_jobs (const NetTest *net)
{
  g_autoptr (JsonNode) list = net_test_json (net, "GET", "/jobs", NULL, 200);

  return json_array_get_length (json_object_get_array_member (json_node_get_object (list), "jobs"));
}

static char *
state_of (const NetTest *net, const char *path)
{
  g_autoptr (JsonNode) job = net_test_json (net, "GET", path, NULL, 200);

  return g_strdup (net_test_string (job, "state"));
}

static gint64
position_of (const NetTest *net, const char *path)
{
  g_autoptr (JsonNode) job = net_test_json (net, "GET", path, NULL, 200);

  return net_test_int (job, "position");
}

/* For every request, a job of another owner does not exist. */
TEST (owners, "/service-owners/owners")
{
  static const struct {
    const char *method, *rest;
  } attempts[] = {
    { "GET", "" },        { "DELETE", "" },     { "POST", "/cancel" },
    { "GET", "/result" }, { "GET", "/events" },
  };
  g_auto (ServiceTest) test = start_shared ();
  g_auto (NetTest) anna = client_of (&test, ANNA);
  g_auto (NetTest) other_anna = client_of (&test, "another-of-anna-01");
  g_auto (NetTest) bert = client_of (&test, BERT);
  g_auto (NetTest) nobody = client_of (&test, "token-of-carl-0001");

  g_autofree char *path = service_test_post (&anna, SERVICE_TEST_ENDLESS, "");
  g_autofree char *still = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (attempts); i++) {
    g_autofree char *whole = g_strconcat (path, attempts[i].rest, NULL);

    net_test_expect (&bert, attempts[i].method, whole, NULL, 404);
    net_test_expect (&nobody, attempts[i].method, whole, NULL, 401);
  }
  g_assert_cmpuint (count_jobs (&anna), ==, 1);
  g_assert_cmpuint (count_jobs (&bert), ==, 0);
  still = state_of (&anna, path);
  g_assert_cmpstr (still, ==, "running");

  /* Both tokens of a name are the same client. */
  net_test_expect (&other_anna, "DELETE", path, NULL, 204);
  g_assert_cmpuint (count_jobs (&anna), ==, 0);
}

/* The position of a job counts the jobs of all clients. */
TEST (positions, "/service-owners/positions")
{
  g_auto (ServiceTest) test = start_shared ();
  g_auto (NetTest) anna = client_of (&test, ANNA);
  g_auto (NetTest) bert = client_of (&test, BERT);

  g_autofree char *runs = service_test_post (&anna, SERVICE_TEST_ENDLESS, "");
  g_autofree char *first = service_test_post (&anna, SERVICE_TEST_ENDLESS, "");
  g_autofree char *second = service_test_post (&bert, SERVICE_TEST_ENDLESS, "");
  g_autofree char *third = service_test_post (&anna, SERVICE_TEST_ENDLESS, "");
  g_autoptr (JsonNode) list = NULL;
  JsonArray *jobs;

  g_assert_cmpint (position_of (&anna, first), ==, 0);
  g_assert_cmpint (position_of (&bert, second), ==, 1);
  g_assert_cmpint (position_of (&anna, third), ==, 2);
  list = net_test_json (&anna, "GET", "/jobs", NULL, 200);
  jobs = json_object_get_array_member (json_node_get_object (list), "jobs");
  g_assert_cmpuint (json_array_get_length (jobs), ==, 3);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (jobs, 2), "position"),
                   ==, 2);

  net_test_expect (&anna, "DELETE", first, NULL, 204);
  g_assert_cmpint (position_of (&bert, second), ==, 0);
  g_assert_cmpint (position_of (&anna, third), ==, 1);
}

/* One address cannot take all places; a job that has ended counts no more. */
TEST (addresses, "/service-owners/addresses")
{
  g_auto (ServiceTest) test = { 0 };
  g_autoptr (GSocketAddress) other = g_inet_socket_address_new_from_string ("127.0.0.2", 0);
  g_auto (NetTest) second = { 0 };
  g_autofree char *runs = NULL;
  g_autofree char *waits = NULL;

  service_test_init (&test);
  test.config.limits.each = 2;
  service_test_start (&test);
  second = net_test_new (g_object_new (SOUP_TYPE_SESSION, "local-address", other, NULL),
                         test.net.base);
  runs = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");
  waits = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");
  net_test_expect (&test.net, "POST", "/jobs", SERVICE_TEST_ENDLESS, 503);
  net_test_expect (&second, "POST", "/jobs", SERVICE_TEST_ENDLESS, 202);
  net_test_expect (&test.net, "DELETE", waits, NULL, 204);
  net_test_expect (&test.net, "POST", "/jobs", SERVICE_TEST_ENDLESS, 202);
}

TEST (token_files, "/service-owners/token-files")
{
  static const struct {
    const char *text, *error; /* NULL: fine */
  } cases[] = {
    { "0123456789abcdef", NULL },
    { "0123456789abcdef\n", NULL },
    { "a 0123456789abcdef\r\nb 0123456789abcdeF\r\n", NULL },
    { "", "a token is expected" },
    { "# nobody\n\n", "a token is expected" },
    { "a 0123456789abcde", "line 1: a token must have at least 16 characters" },
    { "a 0123456789abcdef\n0123456789abcdef\n", "line 2: this token is given twice" },
    { "a b 0123456789abcdef", "line 1: expected a name and a token" },
    { "a 0123456789\001abcdef", "line 1: expected a name and a token" },
    { "\xc3\xa4 0123456789abcdef", "line 1: expected a name and a token" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GHashTable)
      tokens = tw_tokens_parse (cases[i].text, strlen (cases[i].text), 16, &error);

    if (cases[i].error == NULL) {
      g_assert_no_error (error);
      g_assert_cmpint (tw_tokens_find (tokens, "0123456789abcdef"), ==, 0);
      g_assert_cmpint (tw_tokens_find (tokens, "0123456789abcde"), ==, -1);
      g_assert_cmpint (tw_tokens_find (tokens, ""), ==, -1);
    } else {
      g_assert_null (tokens);
      g_assert_true (g_str_has_prefix (error->message, cases[i].error));
      g_assert_null (strstr (error->message, "0123"));
    }
  }
}

/* Without a token or key, only requests from this computer that address it are served. */
TEST (local, "/service-owners/local")
{
  static const char *const fine[] = {
    "Host: localhost",
    "Host: LOCALHOST:99",
    "Host: 127.0.0.1:1330",
    "Host: [::1]",
  };
  static const char *const wrong[] = {
    "Host: 192.0.2.1",
    "Host: evil.example",
    "Host: localhost.evil.example",
    "Host: localhost\r\nOrigin: null",
    "Host: localhost\r\nForwarded: for=192.0.2.1",
    "Host: localhost\r\nX-Forwarded-For: 192.0.2.1",
    "Host: localhost\r\nx-forwarded-host: example.org",
    "Host: localhost\r\nX-Real-IP: 192.0.2.1",
    "Host: localhost\r\nVia: 1.1 proxy",
  };
  g_auto (ServiceTest) test = service_test_usual ();
  g_autoptr (TwPracticeServer) practice = tw_practice_server_new (&(TwPracticeConfig){ .seed = 1 });
  const char *uri;

  g_assert_true (tw_practice_server_start (practice, NULL));
  uri = tw_practice_server_get_uri (practice);
  for (gsize i = 0; i < G_N_ELEMENTS (fine); i++) {
    g_free (raw_expect (test.net.base, "/jobs", fine[i], 200));
    g_free (raw_expect (uri, "/me/trial/puzzle", fine[i], 200));
  }
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_free (raw_expect (test.net.base, "/jobs", wrong[i], 403));
    g_free (raw_expect (uri, "/me/trial/puzzle", wrong[i], 403));
  }
}

/* The token is checked before the body, none of which is kept. */
TEST (token_first, "/service-owners/token-first")
{
  g_auto (ServiceTest) test = start_shared ();
  g_auto (NetTest) anna = client_of (&test, ANNA);
  g_autofree char *body = g_strnfill (50000, ' ');

  g_autofree char *head = g_strdup_printf (
    "POST /jobs HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 60000\r\n\r\n%s",
    "Authorization: Bearer wrong", body);
  g_autofree char *right = g_strdup_printf (
    "POST /jobs HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 60000\r\n\r\n%s",
    "Authorization: Bearer " BERT, body);
  g_autoptr (GSocketConnection) one = raw_open (anna.base, head);
  g_autoptr (GSocketConnection) two = raw_open (anna.base, right);

  /* The second one arrived later and is kept. */
  while (service_test_metric (&anna, "http_body_bytes") < 50000)
    g_thread_yield ();
  g_assert_cmpfloat (service_test_metric (&anna, "http_body_bytes"), ==, 50000);
}

TEST_MAIN (test_init, test_run_and_await)
