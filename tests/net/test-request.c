/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-request.c - one HTTP request: its texts, bounds and errors. Faults within a contest:
 * test-contest-faults.c. */
#include "faulty.h"
#include "raw.h"
#include "test-tools.h"
#include "net/request.h"
#include "puzzle/tasks.h"

/* --- texts --------------------------------------------------------------------- */

TEST (redact, "/request/redact")
{
  static const struct {
    const char *text, *secret, *expected;
  } cases[] = {
    { "GET /s3cret/trial/puzzle", "s3cret", "GET /…/trial/puzzle" },
    { "s3crets3cret", "s3cret", "……" },
    { "xs3cretx", "s3cret", "x…x" },
    { "token=a%2Fb+c&size=8", "a/b+c", "token=a%2Fb+c&size=8" },
    { "token=a%2Fb%2Bc&size=8 a/b+c", "a/b+c", "token=…&size=8 …" },
    /* Short secrets are replaced only as whole words: otherwise much of the text would vanish. */
    { "/me/trial is no message for me", "me", "/…/trial is no message for …" },
    /* Encoded as in JSON and addresses. */
    { "\\u0073\\u00333cret is \\u0073 3cret", "s33cret", "… is \\u0073 3cret" },
    { "/%73%33cret/s3%63ret%2f", "s3cret", "/…/…%2f" },
    { "a\\/b\\\"\\\\c", "a/b\"\\c", "…" },
    { "\\u002573\\u0033cret", "s3cret", "…" },
    { "%5Cu00733cret", "s3cret", "…" },
    { "\\\\u00733cret %25733cret", "s3cret", "… …" },
    { "100%, \\n \\u00e9 \\u00", "s3cret", "100%, \\n \\u00e9 \\u00" },
    { "nothing", NULL, "nothing" },
    { "nothing", "", "nothing" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = tw_request_redact (cases[i].text, cases[i].secret);

    g_assert_cmpstr (text, ==, cases[i].expected);
  }
}

TEST (clean, "/request/clean")
{
  g_autofree char *lines = tw_request_clean_text ("a\nb\tkey!\x1b[31m\r\n", 14, "key!");
  g_autofree char *invalid = tw_request_clean_text ("\xff\xfe ok", 5, NULL);
  g_autofree char *many = g_strnfill (5000, 'x');
  g_autofree char *cut = tw_request_clean_text (many, 5000, NULL);

  g_assert_cmpstr (lines, ==, "a b … [31m");
  g_assert_true (g_utf8_validate (invalid, -1, NULL));
  g_assert_true (g_str_has_suffix (invalid, " ok"));
  g_assert_cmpint (g_utf8_strlen (cut, -1), ==, 301);
}

/* --- requests --------------------------------------------------------------------- */

static void
send_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  TwReply *reply = tw_request_send (data, cancellable, &error);

  tw_task_return_pointer (task, reply, (GDestroyNotify) tw_reply_free, &error);
}

/* The servers of the tests need the main context meanwhile. */
static TwReply *
send_within (double seconds, const char *uri, const char *body, GCancellable *cancellable,
             gsize max_reply, GError **error)
{
  g_autoptr (GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GAsyncResult) result = NULL;
  TwRequest request = {
    .method = body != NULL ? "POST" : "GET",
    .uri = uri,
    .type = "application/json",
    .body = bytes,
    .secret = "secret",
    .max_reply = max_reply,
    .seconds = seconds,
  };

  tw_task_run (send_thread, &request, NULL, NULL, cancellable, test_keep_result_cb, &result);
  test_spin_until (result != NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static TwReply *
send (const char *uri, const char *body, GCancellable *cancellable, gsize max_reply, GError **error)
{
  return send_within (60, uri, body, cancellable, max_reply, error);
}

TEST (replies, "/request/replies")
{
  const Fault gets[FAULTY_MAX] = { FAULT_NONE, FAULT_500, FAULT_REDIRECT_ONCE, FAULT_NONE };
  g_autoptr (Faulty) server = faulty_new (gets, NULL);
  static const guint statuses[] = { 200, 500, 200 };

  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (TwReply) reply = send (faulty_get_uri (server), NULL, NULL, 1000, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (reply->status, ==, statuses[i]);
    g_assert_cmpuint (g_bytes_get_size (reply->body), >, 10);
    g_assert_cmpfloat (reply->seconds, >=, 0);
  }
}

/* A reply may have exactly the maximum size. */
TEST (sizes, "/request/size")
{
  const Fault faults[FAULTY_MAX] = { FAULT_500, FAULT_500 };
  g_autoptr (Faulty) server = faulty_new (faults, NULL);
  const gsize size = strlen ("{\"error\":\"the database is gone\",\"status\":500}");
  g_autoptr (GError) error = NULL;
  g_autoptr (TwReply) reply = send (faulty_get_uri (server), NULL, NULL, size, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (reply->body), ==, size);
  g_assert_null (send (faulty_get_uri (server), NULL, NULL, size - 1, &error));
  g_assert_error (error, TW_REQUEST_ERROR, TW_REQUEST_ERROR_TOO_LARGE);
}

static void
assert_late (const char *uri)
{
  g_autoptr (GError) error = NULL;

  /* Long enough for the request to be sent. */
  g_assert_null (send_within (2, uri, "{}", NULL, 1000, &error));
  g_assert_error (error, TW_REQUEST_ERROR, TW_REQUEST_ERROR_UNCERTAIN);
  g_assert_null (strstr (error->message, "secret"));
}

static void
assert_fails (const char *uri, const char *body, GCancellable *cancellable, TwRequestError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (send (uri, body, cancellable, 1000, &error));
  g_assert_error (error, TW_REQUEST_ERROR, (gint) code);
  g_assert_null (strstr (error->message, "secret"));
}

TEST (errors, "/request/errors")
{
  const Fault faults[FAULTY_MAX] = { FAULT_SLOW, FAULT_REDIRECT_AWAY, FAULT_RESET_REPLY };
  g_autoptr (Faulty) server = faulty_new (faults, faults);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autofree char *uri = g_strconcat (faulty_get_uri (server), "/secret", NULL);

  assert_fails ("no address/secret", NULL, NULL, TW_REQUEST_ERROR_NOT_SENT);
  assert_fails ("http://secret.invalid/", "{}", NULL, TW_REQUEST_ERROR_NOT_SENT);
  g_cancellable_cancel (cancelled);
  assert_fails (uri, "{}", cancelled, TW_REQUEST_ERROR_NOT_SENT);
  g_assert_cmpuint (faulty_n_posts (server), ==, 0);
  assert_late (uri);
  assert_fails (uri, "{}", NULL, TW_REQUEST_ERROR_REDIRECT);
  assert_fails (uri, "{}", NULL, TW_REQUEST_ERROR_UNCERTAIN);
  g_assert_cmpuint (faulty_n_posts (server), ==, 3);
}

static void
serve_informational (GSocketConnection *connection, gpointer data)
{
  g_free (raw_read_request (connection));
  while (raw_send (connection, "HTTP/1.1 102 Processing\r\n\r\n"))
    ;
}

/* A server that only announces a reply is as late as a silent one. */
TEST (informational, "/request/informational")
{
  RawServer *server = raw_server_new (serve_informational, NULL);

  assert_late (raw_server_get_uri (server));
  raw_server_free (server);
}

/* --- names of hosts ------------------------------------------------------------------- */

/* A resolver that finds no host. */
typedef struct {
  GResolver parent;
} Resolver;

typedef struct {
  GResolverClass parent;
} ResolverClass;

static GResolverError resolver_error;

static GType resolver_get_type (void);
G_DEFINE_TYPE (Resolver, resolver, G_TYPE_RESOLVER)

static void
lookup_async (GResolver *self, const char *name, GResolverNameLookupFlags flags,
              GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_return_new_error (task, G_RESOLVER_ERROR, (gint) resolver_error, "not resolved");
}

static GList *
lookup_finish (GResolver *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
resolver_class_init (ResolverClass *klass)
{
  G_RESOLVER_CLASS (klass)->lookup_by_name_with_flags_async = lookup_async;
  G_RESOLVER_CLASS (klass)->lookup_by_name_with_flags_finish = lookup_finish;
}

static void
resolver_init (Resolver *self)
{
}

static void
assert_unresolved (GResolverError code, const char *expected)
{
  g_autoptr (GError) error = NULL;

  resolver_error = code;
  g_assert_null (send ("http://puzzles.example/", "{}", NULL, 1000, &error));
  g_assert_error (error, TW_REQUEST_ERROR, TW_REQUEST_ERROR_NOT_SENT);
  g_assert_cmpstr (error->message, ==, expected);
}

/* A host is unknown only if the name service says so: without a network it gives no reply. */
TEST (unknown_host, "/request/unknown-host")
{
  g_autoptr (GResolver) before = g_resolver_get_default ();
  g_autoptr (GResolver) resolver = g_object_new (resolver_get_type (), NULL);

  g_resolver_set_default (resolver);
  assert_unresolved (G_RESOLVER_ERROR_NOT_FOUND, "Can’t reach puzzles.example (unknown host)");
  assert_unresolved (G_RESOLVER_ERROR_TEMPORARY_FAILURE,
                     "Can’t reach puzzles.example (not resolved)");
  g_resolver_set_default (before);
}

TEST_MAIN (test_init, test_run_and_await)
