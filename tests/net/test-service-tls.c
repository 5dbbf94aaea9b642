/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service-tls.c - the solver service over HTTPS, and clients that misbehave below it. */
#include <glib/gstdio.h>
#include <string.h>

#include "raw.h"
#include "service-test.h"
#include "test-tools.h"

typedef struct {
  char *folder;
  char *certificate;
  char *key;
} Files;

/* Created for each run by the program `openssl`; FALSE without it, and the test is skipped. */
static gboolean
files_init (Files *files)
{
  const char *arguments[] = { "openssl",  "req",
                              "-x509",    "-newkey",
                              "rsa:2048", "-nodes",
                              "-days",    "2",
                              "-subj",    "/CN=127.0.0.1",
                              "-addext",  "subjectAltName=IP:127.0.0.1",
                              "-keyout",  NULL,
                              "-out",     NULL,
                              NULL };
  g_autofree char *program = g_find_program_in_path (arguments[0]);
  g_autoptr (GError) error = NULL;
  int status;

  memset (files, 0, sizeof *files);
  if (program == NULL) {
    g_test_skip ("there is no program openssl");
    return FALSE;
  }
  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ())) {
    g_test_skip ("GLib has no TLS: glib-networking is not installed");
    return FALSE;
  }
  files->folder = g_dir_make_tmp ("tls-XXXXXX", NULL);
  files->certificate = g_build_filename (files->folder, "certificate.pem", NULL);
  files->key = g_build_filename (files->folder, "key.pem", NULL);
  arguments[13] = files->key;
  arguments[15] = files->certificate;
  g_spawn_sync (NULL, (char **) (guintptr) arguments, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  return TRUE;
}

static void
files_clear (Files *files)
{
  g_remove (files->key);
  g_remove (files->certificate);
  g_rmdir (files->folder);
  g_free (files->key);
  g_free (files->certificate);
  g_free (files->folder);
}

static TwService *
start_with (const Files *files, TwServiceConfig *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate)
    certificate = g_tls_certificate_new_from_files (files->certificate, files->key, &error);

  g_assert_no_error (error);
  config->certificate = certificate;
  return service_test_start (config);
}

/* Trusts this certificate and no other. */
static SoupSession *
session_for (const Files *files)
{
  SoupSession *session = soup_session_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsDatabase) database = g_tls_file_database_new (files->certificate, &error);

  g_assert_no_error (error);
  soup_session_set_tls_database (session, database);
  return session;
}

/* A job from the post to its event stream. */
static void
test_solve (void)
{
  Files files;
  TwServiceConfig config;

  if (!files_init (&files))
    return;
  service_test_config_init (&config);

  g_autoptr (TwService) service = start_with (&files, &config);
  const char *base = tw_service_get_uri (service);
  g_autoptr (SoupSession) session = session_for (&files);
  g_autofree char *path = NULL;
  g_autofree char *stream = NULL;
  g_autofree char *large = g_strnfill (1 << 20, ' ');

  g_assert_true (g_str_has_prefix (base, "https://127.0.0.1:"));
  path = service_test_post (session, base, SERVICE_TEST_BOARD, "/events");
  g_assert_cmpuint (net_test_request (session, "GET", base, path, NULL, NULL, &stream), ==, 200);
  g_assert_nonnull (strstr (stream, "event: result"));
  g_assert_nonnull (strstr (stream, "\"optimal\""));
  json_node_unref (net_test_json (session, "POST", base, "/jobs", large, 400));

  /* A client that does not trust the certificate refuses the connection. */
  g_autoptr (SoupSession) stranger = soup_session_new ();
  g_autofree char *uri = g_strconcat (base, "/health", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) reply = soup_session_send_and_read (stranger, message, NULL, &error);

  g_assert_null (reply);
  g_assert_error (error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE);
  tw_service_stop (service);
  files_clear (&files);
}

/* Plain HTTP, garbage and silence at the HTTPS port: such connections are closed, and others are
 * served. */
static void
test_no_tls (void)
{
  static const char *const texts[] = {
    "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "\026\003\001\077\377garbage, not as much as the record says",
    "\026",
  };
  Files files;
  TwServiceConfig config;
  GSocketConnection *silent[6];

  if (!files_init (&files))
    return;
  service_test_config_init (&config);
  config.bounds.max_connections = 4;

  g_autoptr (TwService) service = start_with (&files, &config);
  g_autoptr (SoupSession) session = session_for (&files);
  const char *base = tw_service_get_uri (service);
  g_autofree char *plain = g_strconcat ("http", base + strlen ("https"), NULL);

  g_autoptr (GSocketConnection) first = raw_open (plain, texts[0]);
  g_autofree char *reply = raw_read (first);

  g_assert_null (strstr (reply, "200"));
  for (gsize i = 0; i < G_N_ELEMENTS (silent); i++)
    silent[i] = raw_open (plain, i < G_N_ELEMENTS (texts) ? texts[i] : "");
  json_node_unref (net_test_json (session, "GET", base, "/health", NULL, 200));
  /* Connections in their handshake do not delay the end. */
  tw_service_stop (service);
  for (gsize i = 0; i < G_N_ELEMENTS (silent); i++)
    g_object_unref (silent[i]);
  files_clear (&files);
}

/* The command line serves HTTPS, and reports errors of the files. */
static void
test_cli (void)
{
  const char *cli = g_getenv ("TW_TEST_CLI");
  Files files;

  if (cli == NULL) {
    g_test_skip ("TW_TEST_CLI is not set");
    return;
  }
  if (!files_init (&files))
    return;

  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, cli, "serve", "--port", "0", "--tls-certificate",
    files.certificate, "--tls-key", files.key, NULL);
  g_autoptr (GDataInputStream)
    lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  g_autofree char *base = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  g_autoptr (SoupSession) session = session_for (&files);

  g_assert_no_error (error);
  json_node_unref (net_test_json (session, "GET", base, "/health", NULL, 200));
  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (g_subprocess_wait_check (process, NULL, NULL));

  const char *const wrong[][2] = {
    { files.certificate, "missing.pem" },
    { files.key, files.key },
    { files.certificate, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *errors = NULL;
    g_autoptr (GSubprocess) bad = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, cli, "serve", "--port", "0", "--tls-certificate",
      wrong[i][0], wrong[i][1] != NULL ? "--tls-key" : NULL, wrong[i][1], NULL);

    g_assert_no_error (error);
    g_assert_true (g_subprocess_communicate_utf8 (bad, NULL, NULL, NULL, &errors, NULL));
    g_assert_cmpint (g_subprocess_get_exit_status (bad), ==, 2);
    g_assert_nonnull (strstr (errors, "--tls-certificate"));
  }
  files_clear (&files);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/service-tls/solve", test_solve);
  g_test_add_func ("/service-tls/no-tls", test_no_tls);
  g_test_add_func ("/service-tls/cli", test_cli);
  return test_run_and_await ();
}
