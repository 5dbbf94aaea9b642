/* SPDX-License-Identifier: GPL-3.0-or-later */
/* net-test.c - see net-test.h. */
#include "net-test.h"

#include <signal.h>
#include <string.h>

NetTest
net_test_new (SoupSession *session, const char *base)
{
  return (NetTest){ session != NULL ? session : soup_session_new (), g_strdup (base) };
}

void
net_test_clear (NetTest *net)
{
  g_clear_object (&net->session);
  g_free (net->base);
}

guint
net_test_request (const NetTest *net, const char *method, const char *path, const char *type,
                  const char *body, char **reply)
{
  g_autofree char *uri = g_strconcat (net->base, path, NULL);
  g_autoptr (SoupMessage) message = soup_message_new (method, uri);
  g_autoptr (GBytes) request = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (request != NULL)
    soup_message_set_request_body_from_bytes (message, type, request);
  bytes = soup_session_send_and_read (net->session, message, NULL, &error);
  g_assert_no_error (error);
  if (reply != NULL)
    *reply = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return soup_message_get_status (message);
}

char *
net_test_text (const NetTest *net, const char *method, const char *path, const char *body,
               guint status)
{
  char *reply;
  guint found = net_test_request (net, method, path, "application/json", body, &reply);

  if (found != status)
    g_error ("%s %s is answered with %u, not %u: “%.200s”", method, path, found, status, reply);
  return reply;
}

void
net_test_expect (const NetTest *net, const char *method, const char *path, const char *body,
                 guint status)
{
  g_free (net_test_text (net, method, path, body, status));
}

JsonNode *
net_test_json (const NetTest *net, const char *method, const char *path, const char *body,
               guint status)
{
  g_autofree char *reply = net_test_text (net, method, path, body, status);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (reply, &error);

  g_assert_no_error (error);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return node;
}

const char *
net_test_string (JsonNode *node, const char *member)
{
  return json_object_get_string_member (json_node_get_object (node), member);
}

GSubprocess *
net_test_start (const char *line, const char *variable, const char *value)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
    | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *whole = g_strconcat (g_getenv ("TW_TEST_CLI"), " ", line, NULL);
  g_auto (GStrv) words = g_strsplit (whole, " ", -1);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  if (value != NULL)
    g_subprocess_launcher_setenv (launcher, variable, value, TRUE);
  else if (variable != NULL)
    g_subprocess_launcher_unsetenv (launcher, variable);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words, &error);
  g_assert_no_error (error);
  return process;
}

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer data)
{
  TestOutcome *outcome = data;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (process), result, &outcome->out,
                                        &outcome->err, &error);
  g_assert_no_error (error);
  test_outcome_set_ended (outcome, G_SUBPROCESS (process));
}

TestOutcome
net_test_finish (GSubprocess *process)
{
  TestOutcome outcome = { 0 };

  g_subprocess_communicate_utf8_async (process, NULL, NULL, ended_cb, &outcome);
  while (!outcome.ended)
    g_main_context_iteration (NULL, TRUE);
  return outcome;
}

char *
net_test_run (const char *line, const char *variable, const char *value, int code,
              const char *out_part, const char *err_part)
{
  g_autoptr (GSubprocess) process = net_test_start (line, variable, value);
  g_auto (TestOutcome) outcome = net_test_finish (process);

  if (outcome.code != code || strstr (outcome.out, out_part) == NULL
      || strstr (outcome.err, err_part) == NULL)
    g_error ("“%s” gave %d, “%s”, “%s”", line, outcome.code, outcome.out, outcome.err);
  if (value != NULL && (strstr (outcome.out, value) != NULL || strstr (outcome.err, value) != NULL))
    g_error ("the secret is told: “%s”, “%s”", outcome.out, outcome.err);
  return g_steal_pointer (&outcome.err);
}

GSubprocess *
net_test_serve (const char *options, NetTest *net)
{
  g_autofree char *line = g_strconcat ("serve --port 0", options, NULL);
  GSubprocess *server = net_test_start (line, NULL, NULL);
  g_autoptr (GDataInputStream)
    lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  g_autofree char *base = g_data_input_stream_read_line (lines, NULL, NULL, NULL);

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  *net = net_test_new (NULL, base);
  return server;
}

void
net_test_end (GSubprocess *server)
{
  g_subprocess_send_signal (server, SIGTERM);
  g_assert_true (g_subprocess_wait_check (server, NULL, NULL));
}
