/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-http.c - bytes that a client sends to the solver service: it replies or closes the
 * connection, and continues. Coverage includes the service's thread. */
#include "fuzz.h"

#include <string.h>

#include "net/service.h"

enum {
  SECONDS = 5, /* the service has ended the connection by then */
  MOST_REPLY = 16 << 20,
};

static GInetSocketAddress *address;

static void
start (void)
{
  TwServiceConfig config;
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = NULL;
  TwService *service;

  tw_service_config_init (&config);
  config.port = 0;
  config.limits.jobs = 1;
  config.limits.threads = 1;
  config.limits.memory = 64;
  config.limits.seconds = 0.05;
  config.limits.waiting = 4;
  service = tw_service_new (&config); /* lives as long as the program */
  if (!tw_service_start (service, &error))
    fuzz_fail ("%s\n", error->message);
  uri = g_uri_parse (tw_service_get_uri (service), G_URI_FLAGS_NONE, NULL);
  address = G_INET_SOCKET_ADDRESS (
    g_inet_socket_address_new_from_string ("127.0.0.1", (guint) g_uri_get_port (uri)));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  g_autofree char *text = g_strndup ((const char *) data, size);
  char reply[4096];
  gsize total = 0;
  gssize n;

  if (address == NULL)
    start ();
  /* A stream of events ends with its reader. */
  if (strstr (text, "/events") != NULL)
    return 0;
  g_socket_client_set_timeout (client, SECONDS);
  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
  fuzz_assert (connection != NULL);

  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (output, data, size, NULL, NULL, NULL);
  g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
  while ((n = g_input_stream_read (input, reply, sizeof reply, NULL, &error)) > 0)
    fuzz_assert ((total += (gsize) n) <= MOST_REPLY);
  fuzz_assert (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT));
  return 0;
}
