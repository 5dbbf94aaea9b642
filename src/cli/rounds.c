/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds.c - the rounds of a run folder; see rounds.h. */
#include "cli/rounds.h"

#include <errno.h>
#include <string.h>

#include "puzzle/cluster/seal.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"

#define FIRST_LINE    "tilewright-round 1"
#define ROUNDS_FOLDER "rounds"
#define MAX_ROUNDS    100000

static char *
round_path (const char *folder, guint number, const char *suffix)
{
  return g_strdup_printf ("%s/" ROUNDS_FOLDER "/%u%s", folder, number, suffix);
}

/* Returns the lines, without the first; the first is "results N". */
static char **
read_lines (const char *folder, guint number, guint *n_results, GError **error)
{
  g_autofree char *path = round_path (folder, number, "");
  g_autofree char *text = tw_seal_read (path, FIRST_LINE, NULL, error);
  const char *p = text;
  guint64 results;

  if (text == NULL)
    return NULL;
  if (!tw_cursor_word (&p, "results ") || !tw_cursor_number (&p, G_MAXUINT, '\n', &results))
    return tw_seal_damaged (path, error);
  *n_results = (guint) results;
  return g_strsplit (p, "\n", -1);
}

gboolean
tw_round_find (const char *folder, TwRound *round, GError **error)
{
  g_autofree char *jobs = NULL;
  guint earlier;

  *round = (TwRound){ 0 };
  for (guint number = 1; number < MAX_ROUNDS; number++) {
    g_autofree char *path = round_path (folder, number, "");

    if (!g_file_test (path, G_FILE_TEST_EXISTS))
      break;
    round->number = number;
  }
  for (guint number = round->number; number > 0; number--) {
    g_auto (GStrv) lines = read_lines (folder, number, &earlier, error);

    if (lines == NULL)
      return FALSE;
    if (number == round->number)
      round->n_results = earlier;
    if (earlier != round->n_results)
      break;
    round->no_progress = round->number - number;
  }
  jobs = round_path (folder, round->number, ".jobs");
  if (round->number > 0 && g_file_get_contents (jobs, &round->jobs, NULL, NULL))
    g_strstrip (round->jobs);
  return TRUE;
}

void
tw_round_clear (TwRound *round)
{
  g_clear_pointer (&round->jobs, g_free);
}

gboolean
tw_round_write (const char *folder, guint number, const TwLedger *ledger, guint n, guint per_task,
                GError **error)
{
  g_autofree char *path = round_path (folder, number, "");
  g_autofree char *rounds = g_path_get_dirname (path);
  g_autoptr (GString) text = g_string_new (FIRST_LINE "\n");

  g_string_append_printf (text, "results %u\n", ledger->n_results);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%c", ((const TwUnit *) ledger->missing->pdata[i])->name,
                            i + 1 == n || (i + 1) % per_task == 0 ? '\n' : ' ');
  g_free (tw_seal_close (text));
  if (g_mkdir_with_parents (rounds, 0777) != 0)
    return tw_fail_file (error, TW_PUZZLE_ERROR_FILE, rounds, g_strerror (errno));
  return tw_file_write (path, text->str, text->len, error);
}

gboolean
tw_round_set_jobs (const char *folder, guint number, const char *jobs, GError **error)
{
  g_autofree char *path = round_path (folder, number, ".jobs");

  return tw_file_write (path, jobs, strlen (jobs), error);
}

char **
tw_round_units (const char *folder, guint number, const char *index, GError **error)
{
  guint64 i;
  guint n_results;
  g_auto (GStrv) lines = read_lines (folder, number, &n_results, error);

  if (lines == NULL)
    return NULL;
  /* The last of the lines is empty. */
  if (!g_ascii_string_to_unsigned (index, 10, 0, g_strv_length (lines) - 1, &i, NULL)
      || *lines[i] == '\0')
    return tw_fail_usage_null (
      error, _ ("--unit: round %u has no line “%s”; expected a number from 0 to %u"), number, index,
      g_strv_length (lines) - 2);
  return g_strsplit (lines[i], " ", -1);
}
