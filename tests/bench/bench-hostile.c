/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-hostile.c - hostile requests of many kinds to the solver service, with requests for
 * /health in parallel.
 *
 *   bench-hostile TILEWRIGHT-CLI [REQUESTS]
 *
 * Starts “serve” on a free port of the loopback interface. Four threads send the requests one after
 * the other, and leave some of their connections open and silent; the main thread requests /health
 * without a pause. Prints the number of replies of each class, and how long /health took. Exits
 * with 1 if a reply to /health was not 200, if a hostile request got 2xx or a server error other
 * than 501, 503 and 505, or if the service did not exit with 0. */
#include <gio/gio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
  THREADS = 4,
  REQUESTS = 10000,
  IDLE = 16, /* connections that a thread leaves open; the oldest is closed for the next */
  REPLY = 4096,
  SIZE = 200000, /* of the larger bodies */
};

typedef struct {
  guint16 port;
  int left;        /* requests to send, atomic */
  int threads;     /* still at work, atomic */
  int classes[10]; /* replies by the first digit of the status; 0: no reply; atomic */
  int bad;         /* atomic */
} Bench;

/* --- requests ------------------------------------------------------------------ */

static char *
post (const char *path, const char *body)
{
  return g_strdup_printf ("POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n%s",
                          path, strlen (body), body);
}

/* The body is `begin`, then `part` until it is large. */
static char *
post_repeated (const char *begin, const char *part)
{
  GString *body = g_string_new (begin);
  char *request;

  while (body->len < SIZE)
    g_string_append (body, part);
  request = post ("/jobs", body->str);
  g_string_free (body, TRUE);
  return request;
}

static char *
many_members (guint seed)
{
  GString *body = g_string_new ("{");
  char *request;

  for (guint i = 0; body->len < SIZE; i++)
    g_string_append_printf (body, "%s\"k%u-%u\": %u", i > 0 ? "," : "", seed, i, i);
  g_string_append (body, "}");
  request = post ("/jobs", body->str);
  g_string_free (body, TRUE);
  return request;
}

static char *
many_headers (void)
{
  GString *text = g_string_new ("GET /nothing HTTP/1.1\r\nHost: localhost\r\n");

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "X-%u: %u\r\n", i, i);
  g_string_append (text, "\r\n");
  return g_string_free (text, FALSE);
}

static char *
noise (guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  char *text = g_malloc (301);

  for (guint i = 0; i < 300; i++)
    text[i] = (char) g_rand_int_range (random, 1, 256);
  text[300] = '\0';
  return text;
}

#define HEAD(line) line " HTTP/1.1\r\nHost: localhost\r\n"

/* Returns the n-th request; *silent: the client does not wait for a reply. */
static char *
make_request (guint n, gboolean *silent)
{
  static const char *const plain[] = {
    HEAD ("GET /jobs/0-0") "\r\n",
    HEAD ("DELETE /jobs/../jobs") "\r\n",
    HEAD ("GET /%2e%2e/%00/%ff%fe") "\r\n",
    HEAD ("BREW /jobs") "\r\n",
    HEAD ("POST /jobs") "Content-Length: -1\r\n\r\n",
    HEAD ("POST /jobs") "Content-Length: 99999999999\r\n\r\n",
    HEAD ("POST /jobs") "Content-Length: 18446744073709551617\r\n\r\n",
    HEAD ("GET /jobs/1-1") "Range: bytes=0-,0-,0-,0-,0-,0-,0-,0-\r\n\r\n",
    HEAD ("GET /jobs") "Forwarded: for=192.0.2.1\r\n\r\n",
    HEAD ("GET /jobs") "Origin: https://evil.example\r\n\r\n",
    "GET /jobs HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "GET /jobs HTTP/9.9\r\n\r\n",
    "\r\n\r\n\r\n",
    "SSH-2.0-OpenSSH_9.2\r\n\r\n",
  };
  static const char *const bodies[] = {
    "",
    "null",
    "[]",
    "{\"width\": 1e999, \"height\": -1, \"puzzle\": 7}",
    "{\"width\": 2147483648, \"height\": 2147483648, \"puzzle\": []}",
    "{\"puzzle\": {\"puzzle\": {\"puzzle\": {}}}, \"options\": {\"time\": \"never\"}}",
    "\xff\xfe{\"width\": 1}",
    "{\"kind\": \"capped\", \"size\": 99999999, \"cap\": 1}",
  };
  enum {
    SPECIAL = 8,
    KINDS = G_N_ELEMENTS (plain) + G_N_ELEMENTS (bodies) + SPECIAL,
  };
  guint kind = n % KINDS;
  g_autofree char *filler = NULL;

  *silent = FALSE;
  if (kind < G_N_ELEMENTS (plain))
    return g_strdup (plain[kind]);
  kind -= G_N_ELEMENTS (plain);
  if (kind < G_N_ELEMENTS (bodies))
    return post ("/jobs", bodies[kind]);
  switch (kind - G_N_ELEMENTS (bodies)) {
  case 0:
    return post_repeated ("", "[");
  case 1:
    return post_repeated ("", "{\"a\":");
  case 2:
    return many_members (n);
  case 3:
    return many_headers ();
  case 4:
    return noise (n);
  case 5:
    filler = g_strnfill (20000, 'a');
    return g_strdup_printf (HEAD ("GET /health?%s") "\r\n", filler);
  case 6:
    *silent = TRUE;
    return g_strdup (HEAD ("POST /jobs") "Content-Length: 100\r\n\r\n{");
  default:
    *silent = TRUE;
    return g_strdup ("");
  }
}

/* --- clients ---------------------------------------------------------------------- */

static GSocketConnection *
open_connection (const Bench *bench)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  return g_socket_client_connect_to_host (client, "127.0.0.1", bench->port, NULL, NULL);
}

static void
send_text (GSocketConnection *connection, const char *text)
{
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), text,
                             strlen (text), NULL, NULL, NULL);
}

/* Returns the status; 0: no reply came. */
static guint
read_status (GSocketConnection *connection)
{
  char reply[REPLY + 1] = "";
  gsize length = 0;

  /* A reset also ends the reply. */
  g_input_stream_read_all (g_io_stream_get_input_stream (G_IO_STREAM (connection)), reply, REPLY,
                           &length, NULL, NULL);
  reply[length] = '\0';
  return g_str_has_prefix (reply, "HTTP/1.") && length > 12 ? (guint) atoi (reply + 9) : 0;
}

static gpointer
attack (gpointer data)
{
  Bench *bench = data;
  GSocketConnection *idle[IDLE] = { NULL };
  guint n_idle = 0;

  for (int left; (left = g_atomic_int_add (&bench->left, -1)) > 0;) {
    gboolean silent;
    g_autofree char *request = make_request ((guint) left, &silent);
    g_autoptr (GSocketConnection) connection = open_connection (bench);
    guint status = 0;

    if (connection != NULL)
      send_text (connection, request);
    if (silent) {
      g_clear_object (&idle[n_idle % IDLE]);
      idle[n_idle++ % IDLE] = g_steal_pointer (&connection);
      continue;
    }
    if (connection != NULL) {
      g_socket_shutdown (g_socket_connection_get_socket (connection), FALSE, TRUE, NULL);
      status = read_status (connection);
    }
    g_atomic_int_inc (&bench->classes[status / 100 % 10]);
    if (status / 100 == 2 || (status >= 500 && status != 501 && status != 503 && status != 505)) {
      g_printerr ("%u to “%.60s”\n", status, request);
      g_atomic_int_inc (&bench->bad);
    }
  }
  for (guint i = 0; i < IDLE; i++)
    g_clear_object (&idle[i]);
  g_atomic_int_add (&bench->threads, -1);
  return NULL;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/* Requests /health until the threads have ended. Returns FALSE if a reply was not 200. */
static gboolean
ask_health (Bench *bench)
{
  g_autoptr (GArray) seconds = g_array_new (FALSE, FALSE, sizeof (double));
  guint failed = 0;

  do {
    gint64 start = g_get_monotonic_time ();
    g_autoptr (GSocketConnection) connection = open_connection (bench);
    double taken;

    if (connection != NULL)
      send_text (connection, HEAD ("GET /health") "\r\n");
    failed += connection == NULL || read_status (connection) != 200;
    taken = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
    g_array_append_val (seconds, taken);
  } while (g_atomic_int_get (&bench->threads) > 0);
  g_array_sort (seconds, compare);
  g_print ("health: %u asked, %u not well; median %.2f ms, 99 %% %.2f ms, slowest %.2f ms\n",
           seconds->len, failed, 1000 * g_array_index (seconds, double, seconds->len / 2),
           1000 * g_array_index (seconds, double, seconds->len - 1 - seconds->len / 100),
           1000 * g_array_index (seconds, double, seconds->len - 1));
  return failed == 0;
}

int
main (int argc, char **argv)
{
  Bench bench = { .left = argc > 2 ? atoi (argv[2]) : REQUESTS, .threads = THREADS };
  GThread *threads[THREADS];
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autofree char *base = NULL;
  gboolean well;

  if (argc < 2 || bench.left < 1) {
    g_printerr ("Usage: %s TILEWRIGHT-CLI [REQUESTS]\n", argv[0]);
    return 2;
  }
  signal (SIGPIPE, SIG_IGN);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, argv[1], "serve", "--port",
                              "0", NULL);
  if (process == NULL) {
    g_printerr ("%s\n", error->message);
    return 1;
  }
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  base = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  if (base == NULL)
    return 1;
  bench.port = (guint16) atoi (strrchr (base, ':') + 1);

  for (guint i = 0; i < THREADS; i++)
    threads[i] = g_thread_new ("attack", attack, &bench);
  well = ask_health (&bench);
  for (guint i = 0; i < THREADS; i++)
    g_thread_join (threads[i]);
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);

  g_print ("hostile: 2xx %d, 3xx %d, 4xx %d, 5xx %d, no reply %d; bad %d\n", bench.classes[2],
           bench.classes[3], bench.classes[4], bench.classes[5], bench.classes[0], bench.bad);
  if (!g_subprocess_get_if_exited (process) || g_subprocess_get_exit_status (process) != 0) {
    g_print ("the service did not end well\n");
    well = FALSE;
  }
  return well && bench.bad == 0 ? 0 : 1;
}
