/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serve.c - tilewright-cli serve: runs the solver service until a signal stops it. */
#include <locale.h>
#include <sys/resource.h>

#include "cli/command.h"
#include "net/service.h"
#include "puzzle/i18n.h"

static char *address, *token_file;
static int port = TW_SERVICE_PORT, queue = TW_SERVICE_MOST_WAITING, each, threads,
           memory = TW_SERVICE_MOST_MEMORY, seconds = TW_SERVICE_MOST_SECONDS;
static gboolean page;
static int jobs = G_MININT; /* not given: tw_service_config_init () chooses by the processors */

static const GOptionEntry entries[] = {
  TW_OPTION (
    STRING, "listen", &address, N_ ("ADDRESS"),
    N_ ("Listen on this IP address, or * for all; any but loopback needs --token-file [loopback]")),
  TW_INT ("port", &port, N_ ("Port; 0: any free port [1330]")),
  TW_FILE ("token-file", &token_file,
           N_ ("File with the tokens of clients, at least 16 characters each: a line “NAME TOKEN” "
               "for each, or one token alone")),
  TW_FLAG ("page", &page, N_ ("Serve a page for browsers, too, at the address that is printed")),
  TW_INT ("jobs", &jobs, N_ ("Puzzles solved at a time [2]")),
  TW_INT ("queue", &queue, N_ ("Puzzles that may wait [64]")),
  TW_INT ("each", &each,
          N_ ("Puzzles of one address that may run or wait; 0: as many as there are places [0]")),
  TW_INT ("threads", &threads,
          N_ ("Most worker threads for one puzzle; 0: an equal share of the processors [0]")),
  TW_INT ("memory", &memory, N_ ("Most memory for one puzzle, in MiB [2048]")),
  TW_INT ("time", &seconds, N_ ("Most seconds for one puzzle [3600]")),
  { 0 },
};

static gboolean
read_tokens (const char *path, GHashTable **tokens)
{
  gsize length;
  g_autofree char *text = tw_cli_read (path, &length);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    return FALSE;
  *tokens = tw_tokens_parse (text, length, TW_SERVICE_LEAST_TOKEN, &error);
  if (*tokens == NULL)
    tw_cli_error_in (path, error->message);
  return *tokens != NULL;
}

/* Raises the limit of descriptors: each connection takes one, and the usual limit is meant for
 * programs that use select (). */
static void
allow_descriptors (void)
{
  enum {
    WANTED = 4096,
  };
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= WANTED)
    return;
  limit.rlim_cur = MIN (WANTED, limit.rlim_max);
  setrlimit (RLIMIT_NOFILE, &limit);
}

/* The page translates the messages of the service for each browser, from English. This thread keeps the
 * language of the terminal. */
static void
speak_english (void)
{
  uselocale (duplocale (LC_GLOBAL_LOCALE));
  setlocale (LC_MESSAGES, "C");
}

static TwExit
serve (char **words, TwOptions *options)
{
  TwServiceConfig config;
  g_autoptr (GHashTable) tokens = NULL;
  g_autoptr (TwService) service = NULL;
  g_autoptr (GError) error = NULL;

  tw_service_config_init (&config);
  if (jobs == G_MININT)
    jobs = (int) config.limits.jobs;
  if (!tw_cli_in_range ("port", port, 0, G_MAXUINT16) || !tw_cli_in_range ("jobs", jobs, 1, 256)
      || !tw_cli_in_range ("queue", queue, 0, 100000) || !tw_cli_in_range ("each", each, 0, 100000)
      || !tw_cli_in_range ("threads", threads, 0, 256)
      || !tw_cli_in_range ("memory", memory, 1, 1048576)
      || !tw_cli_in_range ("time", seconds, 1, 1000000)
      || (token_file != NULL && !read_tokens (token_file, &tokens)))
    return TW_EXIT_BAD_INPUT;
  if (tokens == NULL && !tw_service_is_loopback (address))
    return tw_cli_bad_input (
      _ ("--listen %s needs --token-file because other computers can reach that address"), address);

  config.address = address;
  config.port = (guint) port;
  config.tokens = tokens;
  config.page = page;
  config.limits.jobs = (guint) jobs;
  config.limits.waiting = (guint) queue;
  config.limits.each = (guint) each;
  config.limits.threads = threads > 0 ? (guint) threads
                                      : MAX (1, g_get_num_processors () / (guint) jobs);
  config.limits.memory = (guint) memory;
  config.limits.seconds = seconds;
  allow_descriptors ();
  if (page)
    speak_english ();
  service = tw_service_new (&config);
  if (!tw_service_start (service, &error)) {
    tw_cli_error ("%s", error->message);
    return TW_EXIT_NETWORK;
  }
  tw_cli_serve_until_signal (tw_service_get_uri (service));
  tw_service_stop (service);
  return TW_EXIT_FOUND;
}

const TwCommand tw_cli_serve = {
  .name = "serve",
  .summary = N_ ("Solve puzzles for others over HTTP"),
  .parameters = "",
  .description = N_ ("Solves puzzles for others over HTTP, several at a time. Prints its "
                     "address;\n/openapi.json below it describes the requests."),
  .run = serve,
  .tables = { entries },
};
