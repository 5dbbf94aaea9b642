/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve.c - tilewright-cli resolve: solves puzzles again and compares old and new solutions. */
#include <string.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solution.h"
#include "puzzle/resolve.h"

static char *csv;
static char *json;

static const GOptionEntry own_entries[] = {
  TW_FILE ("csv", &csv, N_ ("Write the comparison as CSV")),
  TW_FILE ("json", &json, N_ ("Write the comparison as JSON, with the solutions")),
  { 0 },
};

/* Reports each bad file; returns FALSE when there was one. */
static gboolean
load (GListStore *store, char *const *paths)
{
  g_autoptr (GPtrArray) entries = tw_cli_gather (paths, TRUE);
  gboolean fine = TRUE;

  for (guint i = 0; i < entries->len; i++) {
    TwEntry *entry = g_ptr_array_index (entries, i);

    fine = fine && tw_entry_get_puzzle (entry) != NULL;
    g_list_store_append (store, entry);
  }
  return tw_cli_has_puzzles (entries->len) && fine;
}

static gboolean
accept_options (GListModel *entries, const TwOptions *options)
{
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries, i);

    if (!tw_cli_accepts_options (tw_entry_get_puzzle (entry), options))
      return FALSE;
  }
  return TRUE;
}

/* "board.json: 50 → 47 squares, optimal (auto, 1.23 s)" */
static void
print_line (TwEntry *entry)
{
  const TwResult *result = tw_entry_get_result (entry);
  const TwResult *old = tw_entry_get_old (entry);
  gint64 before = tw_result_count (old);
  gint64 cost = before >= 0 ? tw_kind_cost (old) : TW_COST_LEAST;
  g_autofree char *text = tw_result_describe (result);
  g_autofree char *figures = tw_cli_figures (result);

  g_print ("%s: ", tw_puzzle_get_name (result->puzzle));
  if (before > 0 && (cost == before || cost == TW_COST_LEAST)) {
    g_print ("%" G_GINT64_FORMAT " → ", before);
  } else if (before >= 0) { /* a kind with another cost, or without squares and pieces */
    g_autofree char *earlier = tw_result_describe (old);

    g_print ("%s → ", earlier);
  }
  g_print ("%s (%s)\n", text, figures);
}

static TwExit
solve_all (GListModel *entries, const TwOptions *options)
{
  gboolean summary = !tw_cli_quiet && !tw_cli_stdout_is_taken ();
  TwExit code = TW_EXIT_FOUND;

  tw_cli_batch (g_list_model_get_n_items (entries));
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries, i);
    g_autoptr (TilewrightResult) result = tw_cli_run (tw_entry_get_puzzle (entry), options);

    tw_entry_set_result (entry, tilewright_result_peek (result));
    tw_entry_set_state (entry, TW_ENTRY_DONE);
    code = tw_exit_worse (code, tw_exit_of_status (tilewright_result_get_status (result)));
    if (summary)
      print_line (entry);
    if (tw_cli_was_cancelled ())
      break;
  }
  if (tw_cli_end_runs ())
    code = tw_exit_worse (code, TW_EXIT_STOPPED);
  if (summary) {
    g_autofree char *totals = tw_resolve_describe (entries);

    g_print ("%s\n", totals);
  }
  return code;
}

static gboolean
write_comparison (const char *path, char *(*write) (GListModel *entries), GListModel *entries)
{
  if (path == NULL)
    return TRUE;

  g_autofree char *text = write (entries);

  return tw_cli_write (path, text, strlen (text));
}

static TwExit
resolve (char **paths, TwOptions *options)
{
  g_autoptr (GListStore) store = g_list_store_new (TW_TYPE_ENTRY);
  GListModel *entries = G_LIST_MODEL (store);
  TwExit code;

  if (!load (store, paths) || !accept_options (entries, options) || !tw_cli_can_write (csv)
      || !tw_cli_can_write (json))
    return TW_EXIT_BAD_INPUT;
  code = solve_all (entries, options);
  if (!write_comparison (csv, tw_resolve_to_csv, entries))
    code = TW_EXIT_BAD_INPUT;
  if (!write_comparison (json, tw_resolve_to_json, entries))
    code = TW_EXIT_BAD_INPUT;
  return code;
}

const TwCommand tw_cli_resolve = {
  .name = "resolve",
  .summary = N_ ("Solve puzzles again, compare with earlier solutions"),
  .parameters = N_ ("FILE|FOLDER…"),
  .description = N_ (
    "Solves puzzles again and compares the results with earlier solutions. A solution belongs to "
    "the\npuzzle with its id, otherwise to the puzzle whose file name begins its own. Folders are "
    "read with\ntheir subfolders, so the folder of a contest can be given. The output file - is "
    "standard output."),
  .solver = TRUE,
  .run = resolve,
  .tables = { own_entries, tw_cli_progress_entries, tw_cli_quiet_entries },
};
