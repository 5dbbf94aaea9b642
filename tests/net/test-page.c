/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-page.c - the page of the solver service over real HTTP: who may ask, the headers, and what the
 * service does for it. test-page.py runs it in a browser. */
#define _GNU_SOURCE /* memmem () */
#include <string.h>

#include "raw.h"
#include "service-test.h"

#define TOKEN   "correct-horse-battery"
#define BOARD   "{\"width\": 3, \"height\": 2, \"puzzle\": [[true, true, true], [true, true, false]]}"
#define DRAWING "aab\nabb\n\n\naa\na\n\n b\nbb\n"

static ServiceTest
start (const char *token)
{
  ServiceTest test = { 0 };

  service_test_init (&test);
  test.config.page = TRUE;
  test.config.token = token;
  service_test_start (&test);
  return test;
}

/* --- who may ask ---------------------------------------------------------------------- */

/* Nothing of a reply may be run, framed or read by another page. */
TEST (headers, "/page/headers")
{
  static const char *const paths[] = {
    "/",     "/page/page.js", "/page/page.css", "/page/icon.svg", "/page/catalogue.json",
    "/jobs", "/jobs/none",    "/health",        "/none"
  };
  static const char *const wanted[] = {
    "\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';",
    "frame-ancestors 'none';",
    "\r\nX-Frame-Options: DENY\r\n",
    "\r\nX-Content-Type-Options: nosniff\r\n",
    "\r\nReferrer-Policy: no-referrer\r\n",
    "\r\nCross-Origin-Resource-Policy: same-origin\r\n",
    "\r\nCache-Control: no-store\r\n",
  };
  g_auto (ServiceTest) test = start (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autofree char *request = g_strdup_printf ("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                                paths[i]);
    g_autofree char *reply = raw_ask (test.net.base, request);

    *strstr (reply, "\r\n\r\n") = '\0';
    for (gsize k = 0; k < G_N_ELEMENTS (wanted); k++)
      if (strstr (reply, wanted[k]) == NULL)
        g_error ("%s lacks “%s”: %s", paths[i], wanted[k], reply);
    g_assert_null (strstr (reply, "unsafe"));
    g_assert_null (strstr (reply, "Access-Control"));
  }
}

/* Posts a board with these headers; returns the status. */
static guint
post_status (const char *base, const char *headers)
{
  g_autofree char *request = g_strdup_printf (
    "POST /jobs HTTP/1.1\r\n%s\r\nContent-Length: %zu\r\n\r\n%s", headers, strlen (BOARD), BOARD);
  g_autofree char *reply = raw_ask (base, request);

  g_assert_true (g_str_has_prefix (reply, "HTTP/1.1 "));
  return (guint) g_ascii_strtoull (reply + strlen ("HTTP/1.1 "), NULL, 10);
}

/* Other pages make the browser of a user send requests: forged ones (CSRF), or under a name of their
 * own that leads to this computer (DNS rebinding). */
TEST (other_pages, "/page/other-pages")
{
  static const struct {
    const char *headers;
    guint page, jobs, post;
  } cases[] = {
    { "Host: localhost:1330", 200, 200, 202 },
    { "Host: localhost:1330\r\nOrigin: http://localhost:1330", 200, 200, 202 },
    { "Host: [::1]:1330\r\nOrigin: http://[::1]:1330\r\nSec-Fetch-Site: same-origin", 200, 200,
      202 },
    { "Host: localhost:1330\r\nSec-Fetch-Site: none", 200, 200, 202 },
    /* A link leads to the page, and to nothing else. */
    { "Host: localhost:1330\r\nSec-Fetch-Site: cross-site", 200, 403, 403 },
    { "Host: localhost:1330\r\nSec-Fetch-Site: same-site", 200, 403, 403 },
    { "Host: localhost:1330\r\nOrigin: http://localhost:1331", 403, 403, 403 },
    { "Host: localhost:1330\r\nOrigin: http://localhost", 403, 403, 403 },
    { "Host: localhost:1330\r\nOrigin: https://localhost:1330", 403, 403, 403 },
    { "Host: localhost:1330\r\nOrigin: http://127.0.0.1:1330", 403, 403, 403 },
    { "Host: localhost:1330\r\nOrigin: http://evil.example", 403, 403, 403 },
    { "Host: localhost:1330\r\nOrigin: null", 403, 403, 403 },
    { "Host: evil.example:1330", 403, 403, 403 },
    { "Host: evil.example:1330\r\nOrigin: http://evil.example:1330", 403, 403, 403 },
    { "Host: localhost:1330\r\nX-Forwarded-For: 192.0.2.1", 403, 403, 403 },
  };
  g_auto (ServiceTest) test = start (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    const char *headers = cases[i].headers;

    g_free (raw_expect (test.net.base, "/", headers, cases[i].page));
    g_free (raw_expect (test.net.base, "/page/page.js", headers, cases[i].page));
    g_free (raw_expect (test.net.base, "/page/catalogue.json", headers, cases[i].page));
    g_free (raw_expect (test.net.base, "/jobs", headers, cases[i].jobs));
    g_free (raw_expect (test.net.base, "/puzzles?file=sample.json", headers, cases[i].jobs));
    g_assert_cmpuint (post_status (test.net.base, headers), ==, cases[i].post);
  }
}

/* The page itself is for anybody, since it holds no secret; all that it asks for needs the token. */
TEST (token, "/page/token")
{
  static const char *const open[] = { "/", "/page/page.css", "/page/catalogue.json", "/health" };
  static const char *const closed[] = {
    "/puzzles?file=sample.json", "/picture", "/certificate", "/jobs", "/page", "/page/none"
  };
  g_auto (ServiceTest) test = start (TOKEN);

  for (gsize i = 0; i < G_N_ELEMENTS (open); i++)
    g_free (raw_expect (test.net.base, open[i], "Host: example.org", 200));
  for (gsize i = 0; i < G_N_ELEMENTS (closed); i++)
    g_free (raw_expect (test.net.base, closed[i], "Host: example.org", 401));
  g_free (raw_expect (test.net.base, "/puzzles?file=sample.json",
                      "Host: example.org\r\nAuthorization: Bearer " TOKEN, 200));
}

/* Without the option nothing of the page is served, and pages stay refused. */
TEST (no_page, "/page/no-page")
{
  g_auto (ServiceTest) test = service_test_usual ();
  g_autofree char *health = net_test_text (&test.net, "GET", "/", NULL, 200);

  g_assert_nonnull (strstr (health, "Tilewright solver"));
  net_test_expect (&test.net, "GET", "/page/page.js", NULL, 404);
  net_test_expect (&test.net, "POST", "/puzzles", BOARD, 404);
  g_free (
    raw_expect (test.net.base, "/jobs", "Host: localhost:1\r\nOrigin: http://localhost:1", 403));
}

/* --- texts ------------------------------------------------------------------------------ */

/* The browser gets the catalogue of gettext in the first language that there is, and reads it itself. */
TEST (languages, "/page/languages")
{
  static const struct {
    const char *accepted, *language, *solve;
  } cases[] = {
    { "de", "de", "Lösen" },
    { "de-AT,en;q=0.8", "de", "Lösen" },
    { "tlh, ../de, de/../de, ja;q=0.5", "ja", "解く" },
    { "xx, fr;q=0.1, en;q=0.2", "en", NULL },
    { "*", "en", NULL },
    { "", "en", NULL },
  };
  g_auto (ServiceTest) test = start (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *headers = g_strdup_printf ("Host: localhost\r\nAccept-Language: %s",
                                                cases[i].accepted);
    g_autofree char *language = g_strdup_printf ("\r\nContent-Language: %s\r\n", cases[i].language);
    g_autofree char *request = g_strdup_printf ("GET /page/words HTTP/1.1\r\n%s\r\n\r\n", headers);
    g_autoptr (GSocketConnection) connection = raw_open (test.net.base, request);
    GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
    g_autoptr (GOutputStream) reply = g_memory_output_stream_new_resizable ();
    const char *bytes;
    gsize size;

    g_assert_cmpint (
      g_output_stream_splice (reply, stream, G_OUTPUT_STREAM_SPLICE_NONE, NULL, NULL), >, 0);
    bytes = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (reply));
    size = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (reply));
    g_assert_nonnull (g_strstr_len (bytes, (gssize) size, language));
    if (cases[i].solve != NULL)
      g_assert_nonnull (memmem (bytes, size, cases[i].solve, strlen (cases[i].solve) + 1));
    else
      g_assert_true (g_str_has_prefix (bytes, "HTTP/1.1 204"));
  }
}

/* --- puzzles and pictures ------------------------------------------------------------------ */

static JsonObject *
first_puzzle (JsonNode *reply)
{
  JsonArray *puzzles = json_object_get_array_member (json_node_get_object (reply), "puzzles");

  g_assert_cmpuint (json_array_get_length (puzzles), >, 0);
  return json_array_get_object_element (puzzles, 0);
}

/* What the service writes of a puzzle is read again, with what the pieces may do. */
TEST (puzzles, "/page/puzzles")
{
  g_auto (ServiceTest) test = start (NULL);
  g_autoptr (JsonNode)
    fixed = net_test_json (&test.net, "POST", "/puzzles?rotate=false&flip=false", DRAWING, 200);
  g_autoptr (JsonNode) free = net_test_json (&test.net, "POST", "/puzzles?dark=true", DRAWING, 200);
  const char *text = json_object_get_string_member (first_puzzle (fixed), "text");
  g_autoptr (JsonNode) again = net_test_json (&test.net, "POST", "/puzzles", text, 200);

  g_assert_cmpstr (json_object_get_string_member (first_puzzle (again), "text"), ==, text);
  g_assert_cmpstr (json_object_get_string_member (first_puzzle (free), "text"), !=, text);
  g_assert_cmpstr (json_object_get_string_member (first_puzzle (free), "kind"), ==, "pieces");
  g_assert_cmpstr (json_object_get_string_member (first_puzzle (free), "picture"), !=,
                   json_object_get_string_member (first_puzzle (again), "picture"));
}

TEST (several, "/page/several")
{
  g_auto (ServiceTest) test = start (NULL);
  g_autoptr (GString) list = g_string_new ("[" BOARD);
  g_autoptr (JsonNode) reply = NULL;

  for (guint i = 0; i < 99; i++)
    g_string_append (list, ", " BOARD);
  g_string_append_c (list, ']');
  reply = net_test_json (&test.net, "POST", "/puzzles", list->str, 200);
  g_assert_cmpint (net_test_int (reply, "count"), ==, 100);
  g_assert_cmpuint (
    json_array_get_length (json_object_get_array_member (json_node_get_object (reply), "puzzles")),
    ==, 60);
}

TEST (bad, "/page/bad")
{
  static const struct {
    const char *method, *path, *body;
  } cases[] = {
    { "POST", "/puzzles", "" },
    { "POST", "/puzzles", "\x89PNG\r\n" },
    { "POST", "/puzzles", "{\"width\": 3}" },
    { "GET", "/puzzles?file=none.json", NULL },
    { "GET", "/puzzles?file=../puzzles/sample.json", NULL },
    { "GET", "/puzzles?file=..", NULL },
    { "GET", "/puzzles?file=", NULL },
    { "GET", "/puzzles", NULL },
    { "POST", "/picture", "" },
    { "POST", "/picture", "[]" },
    { "POST", "/picture", "{\"puzzle\": 3}" },
    { "POST", "/picture", "{\"puzzle\": \"\"}" },
    { "POST", "/picture", "{\"puzzle\": \"..\\n..\\n\", \"result\": 3}" },
    { "POST", "/certificate", "{\"puzzle\": \"aa\\n\\n\\naa\\n\"}" },
    /* The checker refuses the solution: one cell is not covered. */
    { "POST", "/certificate",
      "{\"puzzle\": \"..\\n..\\n\", \"result\": {\"squares\": [{\"X\": 0, \"Y\": 0, \"Size\": "
      "1}]}}" },
  };
  g_auto (ServiceTest) test = start (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (JsonNode)
      reply = net_test_json (&test.net, cases[i].method, cases[i].path, cases[i].body, 400);

    g_assert_cmpstr (net_test_string (reply, "error"), !=, "");
  }
  net_test_expect (&test.net, "PATCH", "/puzzles", "", 405);
  net_test_expect (&test.net, "GET", "/picture", NULL, 405);
}

/* A board is solved and watched as the page does it; the picture and the certificate are those of the
 * result. */
TEST (solve, "/page/solve")
{
  g_auto (ServiceTest) test = start (NULL);
  g_autofree char *events = service_test_post (&test.net, BOARD, "/events?view=true");
  g_autofree char *stream = net_test_text (&test.net, "GET", events, NULL, 200);
  g_autofree char *quoted = tw_json_quote (BOARD);
  g_autofree char *body = NULL;
  g_autofree char *empty = NULL;
  g_autofree char *result = NULL;

  *strstr (events, "/events") = '\0';
  strcat (events, "/result");
  result = net_test_text (&test.net, "GET", events, NULL, 200);
  g_assert_nonnull (strstr (stream, g_strchomp (result)));
  body = g_strdup_printf ("{\"puzzle\": %s, \"result\": %s}", quoted, result);
  empty = g_strdup_printf ("{\"puzzle\": %s}", quoted);

  g_autofree char *picture = net_test_text (&test.net, "POST", "/picture", body, 200);
  g_autofree char *again = net_test_text (&test.net, "POST", "/picture", body, 200);
  g_autofree char *board = net_test_text (&test.net, "POST", "/picture", empty, 200);
  g_autofree char *saved = net_test_text (&test.net, "POST", "/picture?save=true", body, 200);
  g_autofree char *png = net_test_text (&test.net, "POST", "/picture?format=png", body, 200);
  g_autofree char *certificate = net_test_text (&test.net, "POST", "/certificate", body, 200);

  g_assert_true (g_str_has_prefix (picture, "<?xml"));
  g_assert_nonnull (strstr (picture, "<svg"));
  g_assert_cmpstr (picture, ==, again);
  g_assert_cmpstr (picture, !=, board);
  g_assert_cmpstr (picture, !=, saved);
  g_assert_true (g_str_has_prefix (png, "\x89PNG"));
  g_assert_true (g_str_has_prefix (certificate, "tilewright-certificate"));
}

/* While a search runs, its view has the bars of the transforms and the front. */
TEST (view, "/page/view")
{
  g_auto (ServiceTest) test = start (NULL);
  g_autoptr (JsonNode)
    file = net_test_json (&test.net, "GET", "/puzzles?file=board-40x40.json", NULL, 200);
  g_autoptr (JsonNode)
    job = net_test_json (&test.net, "POST", "/jobs?engine=heuristic&time=600",
                         json_object_get_string_member (first_puzzle (file), "text"), 202);
  g_autofree char *cancel = g_strdup_printf ("/jobs/%s/cancel", net_test_string (job, "id"));
  g_autofree char *request = g_strdup_printf (
    "GET /jobs/%s/events?view=true HTTP/1.1\r\nHost: localhost\r\n\r\n",
    net_test_string (job, "id"));
  g_autoptr (GSocketConnection) connection = raw_open (test.net.base, request);
  static const char wanted[] = "\"length\":40,\"extent\":[";
  g_autofree char *begin = raw_read_until (connection, wanted);
  g_autofree char *end = NULL;

  g_assert_nonnull (strstr (begin, wanted));
  g_assert_nonnull (strstr (begin, "\"bars\":[{\"bar\":"));
  net_test_expect (&test.net, "POST", cancel, "", 202);
  end = raw_read (connection);
  g_assert_nonnull (strstr (end, "event: result"));
}

TEST_MAIN (test_init, test_run_and_await)
