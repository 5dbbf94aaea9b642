/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-service-tls.c - the solver service over HTTPS, and clients that misbehave below it. */
#include <string.h>

#include "raw.h"
#include "service-test.h"
#include "test-tools.h"

typedef struct {
  char *folder;
  char *certificate;
  char *key;
  char *other; /* another certificate */
} Files;

static void
make_certificate (const char *certificate, const char *key)
{
  g_autofree char *line = g_strdup_printf (
    "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    " -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout %s -out %s",
    key, certificate);
  g_auto (GStrv) arguments = g_strsplit (line, " ", -1);
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, arguments, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

/* libsoup has every new connection read the default database, even if it has another one. Those of
 * the system have a hundred certificates, for which a sanitized client would need more time than
 * the service gives it. This one has the other certificate. */
static void
use_small_database (const Files *files)
{
  GTlsBackend *backend = g_tls_backend_get_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsDatabase) database = NULL;

  make_certificate (files->other, files->key);
  database = g_tls_file_database_new (files->other, &error);
  g_assert_no_error (error);
  g_tls_backend_set_default_database (backend, database);
}

/* Created for each run by the program `openssl`; FALSE without it, and the test is skipped. */
static gboolean
files_init (Files *files)
{
  g_autofree char *program = g_find_program_in_path ("openssl");

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
  files->other = g_build_filename (files->folder, "other.pem", NULL);
  use_small_database (files);
  make_certificate (files->certificate, files->key);
  return TRUE;
}

static void
files_clear (Files *files)
{
  test_remove_tree (files->folder);
  g_free (files->key);
  g_free (files->certificate);
  g_free (files->other);
  g_free (files->folder);
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

static void
start_with (ServiceTest *test, const Files *files)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate)
    certificate = g_tls_certificate_new_from_files (files->certificate, files->key, &error);

  g_assert_no_error (error);
  test->config.certificate = certificate;
  test->net.session = session_for (files);
  service_test_start (test);
}

/* A job from the post to its event stream. */
TEST (solve, "/service-tls/solve")
{
  g_auto (ServiceTest) test = { 0 };
  Files files;

  if (!files_init (&files))
    return;
  service_test_init (&test);
  start_with (&test, &files);

  g_autofree char *path = NULL;
  g_autofree char *stream = NULL;
  g_autofree char *large = g_strnfill (1 << 20, ' ');

  g_assert_true (g_str_has_prefix (test.net.base, "https://127.0.0.1:"));
  path = service_test_post (&test.net, SERVICE_TEST_BOARD, "/events");
  stream = net_test_text (&test.net, "GET", path, NULL, 200);
  g_assert_nonnull (strstr (stream, "event: result"));
  g_assert_nonnull (strstr (stream, "\"optimal\""));
  net_test_expect (&test.net, "POST", "/jobs", large, 400);

  /* A client that does not trust the certificate refuses the connection. */
  g_autoptr (SoupSession) stranger = soup_session_new ();
  g_autofree char *uri = g_strconcat (test.net.base, "/health", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("GET", uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) reply = soup_session_send_and_read (stranger, message, NULL, &error);

  g_assert_null (reply);
  g_assert_error (error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE);
  tw_service_stop (test.service);
  files_clear (&files);
}

/* Plain HTTP, garbage and silence at the HTTPS port: such connections are closed, and others are
 * served. */
TEST (no_tls, "/service-tls/no-tls")
{
  static const char *const texts[] = {
    "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "\026\003\001\077\377garbage, not as much as the record says",
    "\026",
  };
  g_auto (ServiceTest) test = { 0 };
  Files files;
  GSocketConnection *silent[6];

  if (!files_init (&files))
    return;
  service_test_init (&test);
  test.config.bounds.max_connections = 4;
  start_with (&test, &files);

  g_autofree char *plain = g_strconcat ("http", test.net.base + strlen ("https"), NULL);

  g_autofree char *reply = raw_ask (plain, texts[0]);

  g_assert_null (strstr (reply, "200"));
  for (gsize i = 0; i < G_N_ELEMENTS (silent); i++)
    silent[i] = raw_open (plain, i < G_N_ELEMENTS (texts) ? texts[i] : "");
  net_test_expect (&test.net, "GET", "/health", NULL, 200);
  /* Connections in their handshake do not delay the end. */
  tw_service_stop (test.service);
  for (gsize i = 0; i < G_N_ELEMENTS (silent); i++)
    g_object_unref (silent[i]);
  files_clear (&files);
}

/* The command line serves HTTPS, and reports errors of the files. */
TEST (cli, "/service-tls/cli")
{
  Files files;

  if (!files_init (&files))
    return;

  g_auto (NetTest) net = { 0 };
  g_autofree char *options = g_strdup_printf (" --tls-certificate %s --tls-key %s",
                                              files.certificate, files.key);
  g_autoptr (GSubprocess) process = net_test_serve (options, session_for (&files), &net);

  net_test_expect (&net, "GET", "/health", NULL, 200);
  net_test_end (process);

  const char *const wrong[][3] = {
    { files.certificate, " --tls-key ", "missing.pem" },
    { files.key, " --tls-key ", files.key },
    { files.certificate, "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_autofree char *line = g_strconcat ("serve --port 0 --tls-certificate ", wrong[i][0],
                                         wrong[i][1], wrong[i][2], NULL);

    g_free (net_test_run (line, NULL, NULL, 2, "", "--tls-certificate"));
  }
  files_clear (&files);
}

TEST_MAIN (test_init, test_run_and_await)
