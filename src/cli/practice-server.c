/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-server.c - tilewright-cli practice-server: runs the practice server until a signal
 * stops it. */
#include "cli/command.h"
#include "net/contest-client.h"
#include "net/practice-server.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

static int port = 8900;
static gint64 seed = 1;
static gboolean everywhere;
static char *database;
static char **keys;

static const GOptionEntry entries[] = {
  TW_INT ("port", &port, N_ ("Port; 0: any free port [8900]")),
  TW_FLAG ("everywhere", &everywhere, N_ ("Listen on all interfaces; needs --key")),
  TW_FILE ("database", &database,
           N_ ("File that stores the issued boards and submitted solutions")),
  TW_OPTION (STRING_ARRAY, "key", &keys, N_ ("KEY"),
             N_ ("Accept this key; may be repeated [all keys]")),
  TW_OPTION (INT64, "seed", &seed, N_ ("N"), N_ ("Random seed of the generated boards [1]")),
  { 0 },
};

static gboolean
all_are_squares (GPtrArray *boards)
{
  for (guint i = 0; i < boards->len; i++) {
    const TwPuzzle *puzzle = g_ptr_array_index (boards, i);

    if ((tw_puzzle_get_kind (puzzle)->flags & TW_KIND_FEWEST_SQUARES) == 0)
      return tw_cli_error (_ ("%s: a practice server issues only boards to cover with squares"),
                           tw_puzzle_get_name (puzzle));
  }
  return TRUE;
}

static TwExit
practice (char **files, TwOptions *options)
{
  g_autoptr (GPtrArray) boards = NULL;
  g_autoptr (TwPracticeServer) server = NULL;
  g_autoptr (GError) error = NULL;

  if (!tw_cli_in_range ("port", port, 0, G_MAXUINT16))
    return TW_EXIT_BAD_INPUT;
  if (everywhere && keys == NULL)
    return tw_cli_bad_input (_ ("--everywhere needs at least one --key"));
  for (char **key = keys; key != NULL && *key != NULL; key++)
    if (!tw_contest_key_is_fine (*key))
      return tw_cli_bad_input (
        _ ("key: 1 to %d letters, digits and signs without blanks are expected"),
        TW_CONTEST_MAX_KEY);
  if (database != NULL && !tw_cli_claim (database, TRUE))
    return TW_EXIT_BAD_INPUT;
  if (files[0] != NULL) {
    boards = tw_cli_load (files);
    if (boards == NULL || !all_are_squares (boards))
      return TW_EXIT_BAD_INPUT;
  }

  server = tw_practice_server_new (&(TwPracticeConfig){
    .port = (guint) port,
    .everywhere = everywhere,
    .database = database,
    .boards = boards,
    .seed = (guint64) seed,
    .keys = (const char *const *) keys,
  });
  if (!tw_practice_server_start (server, &error)) {
    tw_cli_error ("%s", error->message);
    return error->domain == TW_PUZZLE_ERROR ? TW_EXIT_BAD_INPUT : TW_EXIT_NETWORK;
  }
  tw_cli_serve_until_signal (tw_practice_server_get_uri (server));
  return TW_EXIT_FOUND;
}

const TwCommand tw_cli_practice_server = {
  .name = "practice-server",
  .summary = N_ ("Issue boards and check solutions, as contest servers do"),
  .parameters = N_ ("[BOARD…]"),
  .description = N_ (
    "Issues boards and checks solutions over HTTP, as contest servers do: the boards of\nthe files "
    "BOARD in turn, or generated ones. Prints its address."),
  .run = practice,
  .tables = { entries },
};
