/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run-status.c - see run-status.h. */
#include "puzzle/cluster/run-status.h"

#include <glib/gstdio.h>
#include <string.h>

#include "puzzle/cluster/unit-result.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"

gboolean
tw_run_status_is_folder (const char *folder)
{
  g_autofree char *plan = g_build_filename (folder, TW_PLAN_FILE, NULL);
  g_autofree char *results = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);

  return g_file_test (plan, G_FILE_TEST_IS_REGULAR)
         && (g_file_test (results, G_FILE_TEST_IS_DIR)
             || !g_file_test (results, G_FILE_TEST_EXISTS));
}

/* The modification time in seconds; 0 when there is no such file. */
static gint64
time_of (const char *path)
{
  GStatBuf found;

  return g_stat (path, &found) == 0 ? (gint64) found.st_mtime : 0;
}

static void
add_names (GHashTable *set, const char *folder)
{
  g_autoptr (GPtrArray) names = tw_file_list_names (folder);

  for (guint i = 0; i < names->len; i++)
    g_hash_table_add (set, g_strdup (names->pdata[i]));
}

TwRunStatus *
tw_run_status_read (const char *folder, GError **error)
{
  g_autoptr (TwRunStatus) status = g_new0 (TwRunStatus, 1);
  g_autofree char *plan = g_build_filename (folder, TW_PLAN_FILE, NULL);
  g_autofree char *results = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);
  g_autofree char *claims = g_build_filename (folder, TW_CLAIMS_FOLDER, NULL);
  g_autoptr (GHashTable) claimed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gint64 newest = 0;

  status->ledger = tw_ledger_read (folder, error);
  if (status->ledger == NULL)
    return NULL;

  g_autoptr (GPtrArray) jobs = tw_file_list_names (claims);
  g_autoptr (GPtrArray) done = tw_file_list_names (results);

  /* A claim may outlive its process, so only those of missing units count. */
  for (guint i = 0; i < jobs->len; i++) {
    g_autofree char *path = g_build_filename (claims, jobs->pdata[i], NULL);

    if (*(const char *) jobs->pdata[i] != '.')
      add_names (claimed, path);
  }
  for (guint i = 0; i < status->ledger->missing->len; i++) {
    const TwUnit *unit = g_ptr_array_index (status->ledger->missing, i);

    status->n_running += g_hash_table_contains (claimed, unit->name);
  }
  for (guint i = 0; i < done->len; i++) {
    g_autofree char *path = g_build_filename (results, done->pdata[i], NULL);

    if (*(const char *) done->pdata[i] != '.')
      newest = MAX (newest, time_of (path));
  }
  if (newest > 0)
    status->elapsed = (double) MAX (newest - time_of (plan), 1);
  return g_steal_pointer (&status);
}

void
tw_run_status_free (TwRunStatus *status)
{
  g_clear_pointer (&status->ledger, tw_ledger_free);
  g_free (status);
}

double
tw_run_status_left (const TwRunStatus *status)
{
  double share = status->ledger->share;

  if (tw_ledger_is_complete (status->ledger))
    return 0;
  return share > 0 && status->elapsed > 0 ? status->elapsed * (1 - share) / share : -1;
}

char *
tw_run_status_describe (const TwRunStatus *status)
{
  const TwLedger *ledger = status->ledger;
  char raw[TW_NATURAL_DIGITS], distinct[TW_NATURAL_DIGITS];
  guint n = 0;

  if (ledger->joined != NULL)
    return tw_result_describe (ledger->joined);
  if (ledger->plan->command != TW_PLAN_SOLVE) {
    tw_natural_print (&ledger->raw, raw);
    tw_natural_print (&ledger->distinct, distinct);
    return g_strdup_printf (_ ("%s solutions, %s with symmetric ones"), distinct, raw);
  }
  for (guint i = 0; i < ledger->answers->len; i++)
    n += g_ptr_array_index (ledger->answers, i) != NULL;
  return g_strdup_printf (_ ("%u of %u puzzles"), n, ledger->plan->puzzles->len);
}
