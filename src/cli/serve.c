/* serve.c - tilewright-cli serve: runs the solver service until it is told to
 * stop. */
#include <glib-unix.h>
#include <signal.h>

#include "cli/command.h"
#include "cli/token.h"
#include "net/service.h"
#include "puzzle/i18n.h"

static gboolean
quit_cb (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

static TwExit
serve (const TwServiceConfig *config)
{
  g_autoptr (TwService) service = tw_service_new (config);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;
  guint sources[2];

  if (!tw_service_start (service, &error)) {
    tw_cli_error ("%s", error->message);
    return TW_EXIT_NETWORK;
  }
  /* Whoever started it reads the address from the first line. */
  g_print ("%s\n", tw_service_get_uri (service));
  sources[0] = g_unix_signal_add (SIGINT, quit_cb, loop);
  sources[1] = g_unix_signal_add (SIGTERM, quit_cb, loop);
  g_main_loop_run (loop);
  tw_service_stop (service);
  g_source_remove (sources[0]);
  g_source_remove (sources[1]);
  return TW_EXIT_FOUND;
}

static gboolean
in_range (const char *option, int value, int least, int most)
{
  if (value >= least && value <= most)
    return TRUE;
  tw_cli_error (_ ("%s: %d is not between %d and %d"), option, value, least, most);
  return FALSE;
}

TwExit
tw_cli_serve (int argc, char **argv)
{
  TwServiceConfig config;
  int port, jobs, queue, threads = 0, memory, seconds;
  g_autofree char *address = NULL;
  g_autofree char *token_file = NULL;
  g_autofree char *token = NULL;
  g_auto (GStrv) rest = NULL;
  const GOptionEntry entries[] = {
    { "listen", 0, 0, G_OPTION_ARG_STRING, &address,
      N_ (
        "Listen on this IP address, or * for all; off this computer with a token only [loopback]"),
      N_ ("ADDRESS") },
    { "port", 0, 0, G_OPTION_ARG_INT, &port, N_ ("Port; 0 takes a free one [1330]"), N_ ("N") },
    { "token-file", 0, 0, G_OPTION_ARG_FILENAME, &token_file,
      N_ ("File with the token that clients have to know, 16 characters at least"), N_ ("FILE") },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &jobs, N_ ("Puzzles that are solved at a time [2]"),
      N_ ("N") },
    { "queue", 0, 0, G_OPTION_ARG_INT, &queue, N_ ("Puzzles that may wait [64]"), N_ ("N") },
    { "threads", 0, 0, G_OPTION_ARG_INT, &threads,
      N_ ("Worker threads of one puzzle, at most; 0: the processors are shared out [0]"),
      N_ ("N") },
    { "memory", 0, 0, G_OPTION_ARG_INT, &memory,
      N_ ("Memory of one puzzle, at most, in MiB [2048]"), N_ ("N") },
    { "time", 0, 0, G_OPTION_ARG_INT, &seconds, N_ ("Seconds for one puzzle, at most [3600]"),
      N_ ("N") },
    { 0 },
  };

  tw_service_config_init (&config);
  port = (int) config.port;
  jobs = (int) config.limits.jobs;
  queue = (int) config.limits.waiting;
  memory = (int) config.limits.memory;
  seconds = (int) config.limits.seconds;
  if (!tw_cli_parse (argc, argv, "",
                     N_ ("Solves puzzles for others over HTTP, several at a time. Prints its "
                         "address, where\n/openapi.json describes how to ask."),
                     entries, NULL, &rest))
    return TW_EXIT_BAD_INPUT;
  if (rest[0] != NULL) {
    tw_cli_error (_ ("“%s” is not expected; “%s --help” tells the options"), rest[0],
                  g_get_prgname ());
    return TW_EXIT_BAD_INPUT;
  }
  if (!in_range ("--port", port, 0, G_MAXUINT16) || !in_range ("--jobs", jobs, 1, 256)
      || !in_range ("--queue", queue, 0, 100000) || !in_range ("--threads", threads, 0, 256)
      || !in_range ("--memory", memory, 1, 1048576) || !in_range ("--time", seconds, 1, 1000000))
    return TW_EXIT_BAD_INPUT;
  if (token_file != NULL && !tw_cli_read_token (token_file, TW_SERVICE_LEAST_TOKEN, &token))
    return TW_EXIT_BAD_INPUT;
  if (token == NULL && !tw_service_is_loopback (address)) {
    tw_cli_error (_ ("--listen %s needs --token-file, as others can reach that address"), address);
    return TW_EXIT_BAD_INPUT;
  }

  config.address = address;
  config.port = (guint) port;
  config.token = token;
  config.limits.jobs = (guint) jobs;
  config.limits.waiting = (guint) queue;
  config.limits.threads = threads > 0 ? (guint) threads
                                      : MAX (1, g_get_num_processors () / (guint) jobs);
  config.limits.memory = (guint) memory;
  config.limits.seconds = seconds;
  return serve (&config);
}
