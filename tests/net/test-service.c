/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service.c - the solver service over real HTTP. */
#include <string.h>

#include "core/base/generator.h"
#include "puzzle/kind.h"
#include "puzzle/formats/contest-json.h"
#include "puzzle/load.h"
#include "raw.h"
#include "service-test.h"
#include "test-tools.h"

/* The data of the last event of this name in the text of a stream; the caller frees it with
 * g_free (). */
static char *
last_event (const char *stream, const char *name)
{
  g_autofree char *line = g_strdup_printf ("event: %s\ndata: ", name);
  const char *found = g_strrstr (stream, line);

  g_assert_nonnull (found);
  found += strlen (line);
  return g_strndup (found, strcspn (found, "\n"));
}

/* --- solving ------------------------------------------------------------------ */

/* Checks that the interface description has every member of this object. */
static void
assert_described (JsonNode *openapi, const char *schema, const char *text)
{
  g_autofree char *path = g_strdup_printf ("$.components.schemas.%s.properties", schema);
  g_autoptr (JsonNode) found = json_path_query (path, openapi, NULL);
  JsonObject *known = json_array_get_object_element (json_node_get_array (found), 0);
  g_autoptr (JsonNode) root = json_from_string (text, NULL);
  g_autoptr (GList) names = json_object_get_members (json_node_get_object (root));

  for (GList *name = names; name != NULL; name = name->next)
    if (!json_object_has_member (known, name->data))
      g_error ("%s of “%s” is not described", (char *) name->data, text);
}

/* For every kind, a puzzle is posted and watched to its end, and the solution is checked. */
TEST (kinds, "/service/kinds")
{
  static const struct {
    const char *kind, *puzzle;
    TwStatus status;
  } cases[] = {
    { "squares", SERVICE_TEST_BOARD, TW_STATUS_OPTIMAL },
    { "pieces", "\"aab\\nabb\\n\\n\\naa\\na\\n\\n b\\nbb\\n\"", TW_STATUS_FEASIBLE },
    { "quadrillion",
      "\"    ....\\n    ...*\\n.*.*...*....\\n............\\n.......**...\\n............\\n    "
      "*...\\n    ....\\n\"",
      TW_STATUS_FEASIBLE },
    { "tetrominoes", "{\"id\": 123116, \"size\": 4, \"signature\": \"I1,J1,L1,Z1\"}",
      TW_STATUS_FEASIBLE },
    { "tetrominoes", "{\"id\": 7, \"size\": 4, \"signature\": \"T1,I3\"}", TW_STATUS_INFEASIBLE },
    { "capped", "{\"kind\": \"capped\", \"size\": 9, \"goal\": \"fewest\"}", TW_STATUS_OPTIMAL },
  };
  g_auto (ServiceTest) test = service_test_usual ();
  g_autoptr (JsonNode) openapi = net_test_json (&test.net, "GET", "/openapi.json", NULL, 200);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *body = g_strdup_printf ("{\"puzzle\": %s, \"options\": {\"time\": 60}}",
                                             cases[i].puzzle);
    g_autoptr (JsonNode) string = json_from_string (cases[i].puzzle, NULL);
    const char *text = cases[i].puzzle[0] == '"' ? json_node_get_string (string) : cases[i].puzzle;
    g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), NULL, NULL);
    g_autofree char *path = service_test_post (&test.net, body, "/events");
    g_autofree char *stream = NULL;
    g_autofree char *answer = NULL;
    g_autofree char *again = NULL;
    g_autoptr (TwResult) result = NULL;
    g_autoptr (GError) error = NULL;

    stream = net_test_text (&test.net, "GET", path, NULL, 200);
    answer = last_event (stream, "result");
    result = tw_result_parse (g_ptr_array_index (puzzles, 0), answer, strlen (answer), NULL,
                              &error);
    g_assert_no_error (error);
    g_assert_cmpstr (tw_puzzle_get_kind (result->puzzle)->name, ==, cases[i].kind);
    g_assert_cmpint (result->status, ==, cases[i].status);
    g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
    assert_described (openapi, "Result", answer);

    strcpy (strstr (path, "/events"), "/result");
    again = net_test_text (&test.net, "GET", path, NULL, 200);
    g_assert_cmpstr (g_strchomp (again), ==, answer);

    g_autofree char *state = NULL;

    *strstr (path, "/result") = '\0';
    state = net_test_text (&test.net, "GET", path, NULL, 200);
    assert_described (openapi, "Job", state);
  }
}

/* A puzzle as in its file, options in the query. */
TEST (plain_body, "/service/plain-body")
{
  g_auto (ServiceTest) test = service_test_usual ();
  g_autoptr (JsonNode)
    job = net_test_json (&test.net, "POST", "/jobs?engine=greedy&time=3", SERVICE_TEST_BOARD, 202);
  g_autofree char *path = g_strdup_printf ("/jobs/%s/events", net_test_string (job, "id"));
  g_autofree char *stream = NULL;
  g_autofree char *result = NULL;

  stream = net_test_text (&test.net, "GET", path, NULL, 200);
  result = last_event (stream, "result");
  g_assert_nonnull (strstr (result, "\"engine\":\"greedy\""));

  net_test_expect (&test.net, "POST", "/jobs?engine=no", SERVICE_TEST_BOARD, 400);
}

/* A job waits, runs and ends, and has its result. */
TEST (events, "/service/events")
{
  g_auto (ServiceTest) test = service_test_usual ();
  g_autofree char *before = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");
  g_autofree char *path = service_test_post (
    &test.net, "{\"puzzle\": " SERVICE_TEST_ENDLESS ", \"options\": {}}", "");
  g_autofree char *cancel = g_strconcat (path, "/cancel", NULL);
  g_autoptr (GSocketConnection) connection = raw_get (test.net.base, path, "/events");
  g_autofree char *waits = raw_read_until (connection, "\"position\":0}");
  g_autofree char *runs = NULL;
  g_autofree char *ends = NULL;
  g_autofree char *early = g_strconcat (path, "/result", NULL);

  g_assert_nonnull (strstr (waits, "text/event-stream"));
  g_assert_nonnull (strstr (waits, "event: state\ndata: {\"state\":\"waiting\",\"position\":0}"));
  net_test_expect (&test.net, "GET", early, NULL, 409);

  /* The job before is deleted: this one starts. */
  net_test_expect (&test.net, "DELETE", before, NULL, 204);
  net_test_expect (&test.net, "GET", before, NULL, 404);
  runs = raw_read_until (connection, "event: progress");
  g_assert_nonnull (strstr (runs, "{\"state\":\"running\"}"));

  net_test_expect (&test.net, "POST", cancel, NULL, 202);
  ends = raw_read (connection);
  g_assert_nonnull (strstr (ends, "{\"state\":\"ended\",\"status\":\"cancelled\"}"));
  g_assert_cmpint (strstr (ends, "\"ended\"") - ends, <, strstr (ends, "event: result") - ends);
  g_assert_null (strstr (strstr (ends, "event: result") + 1, "event: "));
}

/* A better solution is sent while the search continues. */
TEST (answers, "/service/answers")
{
  g_auto (ServiceTest) test = service_test_usual ();
  TwBoard *board = tw_generate_board (80, 80, 0.05, 7);
  g_autofree char *text = tw_contest_write_board ("hard", board);
  g_autofree char *body = g_strdup_printf ("{\"puzzle\": %s, \"options\": {\"time\": 600}}", text);
  g_autofree char *path = service_test_post (&test.net, body, "");
  g_autoptr (GSocketConnection) connection = raw_get (test.net.base, path, "/events");
  g_autofree char *events = raw_read_until (connection, "\"status\":\"feasible\"");

  tw_board_free (board);
  g_assert_nonnull (strstr (events, "event: answer\ndata: "));
  g_assert_nonnull (strstr (events, "\"status\":\"feasible\""));
  g_assert_null (strstr (events, "event: result"));
  net_test_expect (&test.net, "DELETE", path, NULL, 204);
}

/* --- the queue ------------------------------------------------------------------- */

TEST (full_queue, "/service/full-queue")
{
  g_auto (ServiceTest) test = { 0 };

  service_test_init (&test);
  test.config.limits.waiting = 1;
  service_test_start (&test);

  g_autofree char *one = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");
  g_autofree char *two = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");
  g_autofree char *uri = g_strconcat (test.net.base, "/jobs", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", uri);
  g_autoptr (GBytes)
    body = g_bytes_new_static (SERVICE_TEST_ENDLESS, strlen (SERVICE_TEST_ENDLESS));
  g_autoptr (GBytes) reply = NULL;
  g_autoptr (JsonNode) waiting = net_test_json (&test.net, "GET", two, NULL, 200);
  g_autoptr (JsonNode) list = net_test_json (&test.net, "GET", "/jobs", NULL, 200);
  const char *after;

  g_assert_cmpstr (net_test_string (waiting, "state"), ==, "waiting");
  g_assert_cmpuint (
    json_array_get_length (json_object_get_array_member (json_node_get_object (list), "jobs")), ==,
    2);
  soup_message_set_request_body_from_bytes (message, "application/json", body);
  reply = soup_session_send_and_read (test.net.session, message, NULL, NULL);
  g_assert_cmpuint (soup_message_get_status (message), ==, 503);
  after = soup_message_headers_get_one (soup_message_get_response_headers (message), "Retry-After");
  g_assert_nonnull (after);
  g_assert_cmpint (g_ascii_strtoll (after, NULL, 10), >=, 1);

  /* A waiting job is deleted at once, which makes room. */
  net_test_expect (&test.net, "DELETE", two, NULL, 204);
  g_free (service_test_post (&test.net, SERVICE_TEST_ENDLESS, ""));
  net_test_expect (&test.net, "DELETE", one, NULL, 204);
}

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
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    g_free (paths[i]);
}

/* Searches are cancelled, and the clients that watch them are informed. */
TEST (graceful_end, "/service/graceful-end")
{
  g_auto (ServiceTest) test = service_test_usual ();
  g_autofree char *path = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");
  g_autoptr (GSocketConnection) connection = raw_get (test.net.base, path, "/events");
  g_autofree char *begun = raw_read_until (connection, "event: progress");
  g_autofree char *rest = NULL;

  g_assert_nonnull (strstr (begun, "event: progress"));
  tw_service_stop (test.service);
  rest = raw_read (connection);
  g_assert_nonnull (strstr (rest, "event: result"));
  g_assert_nonnull (strstr (rest, "\"status\":\"cancelled\""));
  g_assert_null (tw_service_get_uri (test.service));
}

/* The search of a disconnected client continues; its stream ends. */
TEST (gone_client, "/service/gone-client")
{
  g_auto (ServiceTest) test = service_test_usual ();
  g_autofree char *path = service_test_post (&test.net, SERVICE_TEST_ENDLESS, "");

  for (int i = 0; i < 5; i++) {
    g_autoptr (GSocketConnection) connection = raw_get (test.net.base, path, "/events");

    g_free (raw_read_until (connection, "event: state"));
  }
  /* Noticed at the next events, which are sent while it runs. */
  while (service_test_metric (&test.net, "event_streams") > 0)
    g_thread_yield ();
  g_assert_cmpfloat (service_test_metric (&test.net, "jobs{state=\"running\"}"), ==, 1);
}

/* --- those who do not behave --------------------------------------------------------- */

TEST (bad_requests, "/service/bad-requests")
{
  static const char *const states[] = {
    "jobs{state=\"waiting\"}",
    "jobs{state=\"running\"}",
    "jobs{state=\"ended\"}",
  };
  static const struct {
    const char *method, *path, *body;
    guint status;
    const char *place; /* part of the error; NULL: no error */
  } cases[] = {
    { "GET", "/nothing", NULL, 404, NULL },
    { "GET", "/jobs/1", NULL, 404, "id" },
    { "GET", "/jobs/1/result", NULL, 404, "id" },
    { "GET", "/jobs/1/events", NULL, 404, "id" },
    { "GET", "/jobs/1/other", NULL, 404, NULL },
    { "GET", "/jobs/1/events/2", NULL, 404, NULL },
    { "DELETE", "/jobs/1", NULL, 404, "id" },
    { "PUT", "/jobs", "{}", 405, NULL },
    { "DELETE", "/jobs", NULL, 405, NULL },
    { "POST", "/health", "{}", 405, NULL },
    { "POST", "/metrics", "{}", 405, NULL },
    { "POST", "/jobs", "", 400, NULL },
    { "POST", "/jobs", "{", 400, "line 1" },
    { "POST", "/jobs", "[]", 400, NULL },
    { "POST", "/jobs", "{}", 400, NULL },
    { "POST", "/jobs", "{\"puzzle\": 7}", 400, NULL },
    { "POST", "/jobs", "{\"puzzle\": {}}", 400, "puzzle: " },
    { "POST", "/jobs", "{\"puzzle\": \"\"}", 400, "puzzle: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"option\": {}}", 400, "option: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": []}", 400, "options: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": {\"time\": []}}", 400,
      "options.time: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": {\"time\": 0}}", 400,
      "options.time: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": {\"time\": 1e6}}", 400,
      "options.time: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": {\"tim\": 1}}", 400,
      "options.tim: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": {\"engine\": \"no\"}}",
      400, "options.engine: " },
    { "POST", "/jobs", "{\"puzzle\": " SERVICE_TEST_BOARD ", \"options\": {\"limit\": 0}}", 400,
      "options.limit: " },
    { "POST", "/jobs", "{\"width\": 2, \"height\": 1, \"puzzle\": [[true, 3]]}", 400,
      "puzzle[0][1]" },
    { "POST", "/jobs", "{\"width\": 20000, \"height\": 20000, \"puzzle\": []}", 400, "width" },
    { "POST", "/jobs?tim=3", SERVICE_TEST_BOARD, 400, "tim" },
    { "POST", "/jobs?time=never", SERVICE_TEST_BOARD, 400, "time" },
  };
  g_auto (ServiceTest) test = service_test_usual ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (JsonNode) node = net_test_json (&test.net, cases[i].method, cases[i].path,
                                               cases[i].body, cases[i].status);

    g_assert_cmpint (net_test_int (node, "status"), ==, cases[i].status);
    if (cases[i].place != NULL)
      g_assert_true (g_str_has_prefix (net_test_string (node, "error"), cases[i].place));
    g_assert_cmpstr (net_test_string (node, "error"), !=, "");
  }

  /* A name of the size of a body would be kept with every result. */
  g_autofree char *id = g_strnfill (257, 'x');
  g_autofree char *body = g_strdup_printf (
    "{\"id\": \"%s\", \"width\": 1, \"height\": 1, \"puzzle\": [[true]]}", id);
  g_autoptr (JsonNode) node = net_test_json (&test.net, "POST", "/jobs", body, 400);

  g_assert_true (g_str_has_prefix (net_test_string (node, "error"), "id: "));
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    g_assert_cmpfloat (service_test_metric (&test.net, states[i]), ==, 0);
}

/* Text that is not HTTP gets an error in JSON, too. */
TEST (no_http, "/service/no-http")
{
  static const char *const texts[] = {
    "garbage\r\n\r\n",
    "GET /\r\n\r\n",
    "\001\002\003\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
  };
  g_auto (ServiceTest) test = service_test_usual ();

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *reply = raw_ask (test.net.base, texts[i]);

    g_assert_nonnull (strstr (reply, "application/json"));
    g_assert_nonnull (strstr (reply, "{\"error\":"));
  }
  net_test_expect (&test.net, "GET", "/health", NULL, 200);
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
  g_autoptr (GSocketConnection) two = NULL;
  g_autofree char *reply = NULL;

  while (service_test_metric (&test.net, "http_body_bytes") < 80000)
    g_thread_yield ();
  two = raw_open (test.net.base, head);
  g_assert_true (raw_send (two, body + 190000));
  reply = raw_read (two);
  g_assert_true (g_str_has_prefix (reply, "HTTP/1.1 503"));
  g_assert_nonnull (strstr (reply, "Retry-After"));

  /* A client that disconnects early leaves no resources behind. */
  g_io_stream_close (G_IO_STREAM (one), NULL, NULL);
  while (service_test_metric (&test.net, "http_body_bytes") > 0)
    g_thread_yield ();
}

/* Headers for features that we do not serve are ignored: ranges would multiply the reply. */
TEST (ranges, "/service/ranges")
{
  static const char *const headers[] = {
    "Range: bytes=0-,0-,0-,0-,0-,0-,0-,0-",
    "Range: bytes=0-9",
    "range: bytes=-1",
    "If-Modified-Since: Sat, 29 Oct 2033 19:43:31 GMT",
    "If-None-Match: *",
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13",
    "TE: trailers\r\nAccept-Encoding: gzip",
  };
  g_auto (ServiceTest) test = service_test_usual ();
  g_autofree char *whole = NULL;

  whole = net_test_text (&test.net, "GET", "/openapi.json", NULL, 200);
  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++) {
    g_autofree char *all = g_strconcat ("Host: localhost\r\n", headers[i], NULL);
    g_autofree char *reply = raw_expect (test.net.base, "/openapi.json", all, 200);
    const char *body = strstr (reply, "\r\n\r\n");

    g_assert_nonnull (body);
    g_assert_cmpstr (body + strlen ("\r\n\r\n"), ==, whole);
  }

  g_autofree char *letters = g_strnfill (5000, 'x');
  g_autofree char *path = g_strconcat ("/health?", letters, NULL);

  net_test_expect (&test.net, "GET", path, NULL, 414);
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
  g_autofree char *part = NULL;
  g_autofree char *all = NULL;

  while (service_test_metric (&test.net, "http_connections_cut_total") < 1)
    g_thread_yield ();
  part = raw_read (slow);
  all = net_test_text (&test.net, "GET", "/openapi.json", NULL, 200);
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
  test.config.bounds.spare_seconds = 600; /* no connection is evicted for another */
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

TEST (token, "/service/token")
{
  static const char secret[] = "correct-horse-battery";
  static const char *const wrong[] = {
    "Host: localhost",
    "Host: localhost\r\nAuthorization: Bearer ",
    "Host: localhost\r\nAuthorization: Bearer correct-horse-batterx",
    "Host: localhost\r\nAuthorization: Bearer correct-horse-battery-",
    "Host: localhost\r\nAuthorization: Basic correct-horse-battery",
  };
  g_auto (ServiceTest) test = { 0 };

  service_test_init (&test);
  test.config.token = secret;
  service_test_start (&test);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *reply = raw_expect (test.net.base, "/jobs", wrong[i], 401);

    g_assert_nonnull (strstr (reply, "WWW-Authenticate: Bearer"));
    g_assert_null (strstr (reply, "battery"));
  }
  net_test_expect (&test.net, "POST", "/jobs", SERVICE_TEST_BOARD, 401);
  net_test_expect (&test.net, "GET", "/metrics", NULL, 401);
  net_test_expect (&test.net, "GET", "/health", NULL, 200);
  g_free (raw_expect (test.net.base, "/jobs",
                      "Host: example.org\r\nAuthorization: Bearer correct-horse-battery", 200));
}

/* IPv4 is always available. */
TEST (everywhere, "/service/everywhere")
{
  g_auto (ServiceTest) test = { 0 };

  service_test_init (&test);
  test.config.address = TW_HTTP_EVERYWHERE;
  test.config.token = "correct-horse-battery";
  service_test_start (&test);
  g_assert_true (g_str_has_prefix (test.net.base, "http://127.0.0.1:"));
  net_test_expect (&test.net, "GET", "/health", NULL, 200);
}

/* Without a token the service does not listen to other computers, and web pages are refused. */
TEST (no_token, "/service/no-token")
{
  static const char *const addresses[] = { TW_HTTP_EVERYWHERE, "0.0.0.0", "::", "not an address" };
  g_auto (ServiceTest) test = service_test_usual ();

  g_free (raw_expect (test.net.base, "/jobs", "Host: evil.example", 403));
  g_free (
    raw_expect (test.net.base, "/jobs", "Host: localhost\r\nOrigin: http://evil.example", 403));
  for (gsize i = 0; i < G_N_ELEMENTS (addresses); i++) {
    g_autoptr (TwService) open = NULL;
    g_autoptr (GError) error = NULL;

    test.config.address = addresses[i];
    open = tw_service_new (&test.config);
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
