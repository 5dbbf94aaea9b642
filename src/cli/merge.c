/* SPDX-License-Identifier: GPL-3.0-or-later */
/* merge.c - tilewright-cli merge: adds up the results of work units. */
#include <string.h>

#include "cli/command.h"
#include "puzzle/cluster/ledger.h"
#include "puzzle/entry.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/resolve.h"

/* The most missing units that a message names. */
#define MAX_NAMED 20

static char *json;
static char *csv;

static const GOptionEntry entries[] = {
  TW_FILE ("json", &json, N_ ("Write the result as JSON, with the solutions found")),
  TW_FILE ("csv", &csv, N_ ("Write the table of a batch as CSV")),
  { 0 },
};

/* "0, 3, 7.1 and 12 more" */
static char *
name_missing (const TwLedger *ledger)
{
  GString *text = g_string_new (NULL);
  guint n = MIN (ledger->missing->len, MAX_NAMED);

  for (guint i = 0; i < n; i++) {
    const TwUnit *unit = g_ptr_array_index (ledger->missing, i);

    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", unit->name);
  }
  if (ledger->missing->len > n)
    g_string_append_printf (text, _ (" and %u more"), ledger->missing->len - n);
  return g_string_free (text, FALSE);
}

static void
print_counts (const TwLedger *ledger)
{
  const char *name = tw_puzzle_get_name (g_ptr_array_index (ledger->plan->puzzles, 0));
  char raw[TW_NATURAL_DIGITS], distinct[TW_NATURAL_DIGITS];

  tw_natural_print (&ledger->raw, raw);
  tw_natural_print (&ledger->distinct, distinct);
  if (tw_ledger_is_complete (ledger))
    /* Translators: puzzle, two numbers, seconds */
    g_print (_ ("%s: %s solutions, %s with symmetric ones (%.2f s of processor time)\n"), name,
             distinct, raw, ledger->cpu);
  else
    g_print (_ ("%s: at least %s solutions, %s with symmetric ones (%.2f s of processor time)\n"),
             name, distinct, raw, ledger->cpu);
}

static void
print_summary (const TwLedger *ledger)
{
  g_autofree char *missing = NULL;

  if (ledger->joined != NULL
      && (tw_result_has_solution (ledger->joined) || tw_ledger_is_complete (ledger))) {
    g_autofree char *text = tw_result_describe (ledger->joined);

    g_print ("%s: %s\n", tw_puzzle_get_name (ledger->joined->puzzle), text);
  }
  if (ledger->plan->command != TW_PLAN_SOLVE)
    print_counts (ledger);
  if (ledger->n_audits > 0)
    g_print (tw_ngettext ("%u unit was repeated and agrees\n", "%u units were repeated and agree\n",
                          ledger->n_audits),
             ledger->n_audits);
  if (tw_ledger_is_complete (ledger))
    return;
  missing = name_missing (ledger);
  g_print (tw_ngettext ("%.2f %% done; %u unit is missing: %s\n",
                        "%.2f %% done; %u units are missing: %s\n", ledger->missing->len),
           100 * ledger->share, ledger->missing->len, missing);
}

/* --- JSON -------------------------------------------------------------------------- */

static void
add_natural (TwJsonBuilder *builder, const char *name, const TwNatural *number)
{
  char digits[TW_NATURAL_DIGITS];
  guint64 value = 0;
  gboolean fits;

  tw_natural_print (number, digits);
  fits = g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT64, &value, NULL);
  tw_json_add_count (builder, name, value, fits ? NULL : digits);
}

static char *
ledger_to_json (const TwLedger *ledger)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  if (ledger->plan->command != TW_PLAN_SOLVE)
    tw_kind_write_names (g_ptr_array_index (ledger->plan->puzzles, 0), builder);
  tw_json_add_string (builder, "status",
                      tw_ledger_is_complete (ledger) ? "complete" : "incomplete");
  if (ledger->plan->command != TW_PLAN_SOLVE) {
    add_natural (builder, "raw", &ledger->raw);
    add_natural (builder, "distinct", &ledger->distinct);
  }
  tw_json_add_double (builder, "done", ledger->share);
  tw_json_add_int (builder, "results", ledger->n_results);
  tw_json_add_int (builder, "audits", ledger->n_audits);
  tw_json_add_int (builder, "nodes", (gint64) MIN (ledger->nodes, G_MAXINT64));
  tw_json_add_seconds (builder, "cpu", ledger->cpu);
  tw_json_begin_array (builder, "missing");
  for (guint i = 0; i < ledger->missing->len; i++)
    tw_json_add_string (builder, NULL, ((const TwUnit *) ledger->missing->pdata[i])->name);
  tw_json_end_array (builder);
  if (ledger->plan->command != TW_PLAN_COUNT) {
    tw_json_begin_array (builder, "answers");
    if (ledger->joined != NULL)
      tw_result_write (ledger->joined, NULL, builder);
    for (guint i = 0; i < ledger->answers->len && ledger->joined == NULL; i++) {
      const char *answer = ledger->answers->pdata[i];
      g_autoptr (JsonNode) node = answer != NULL ? json_from_string (answer, NULL) : NULL;

      if (node != NULL)
        tw_json_add_node (builder, NULL, node);
    }
    tw_json_end_array (builder);
  }
  return tw_json_end (builder);
}

/* --- batches -------------------------------------------------------------------------- */

/* Returns NULL with `error` when the answer is malformed or wrong. */
static TwResult *
read_answer (TwPuzzle *puzzle, const char *answer, GError **error)
{
  g_autoptr (JsonNode) node = tw_json_parse (answer, strlen (answer), error);
  g_autoptr (TwResult) result = node != NULL ? tw_result_from_json (puzzle, node, error) : NULL;

  if (result == NULL)
    g_prefix_error (error, "%s: ", tw_puzzle_get_name (puzzle));
  else if (tw_kind_accept (result, error))
    return g_steal_pointer (&result);
  return NULL;
}

/* Returns a list of TwEntry; NULL with `error` when an answer is malformed or wrong. */
static GListStore *
list_entries (const TwLedger *ledger, GError **error)
{
  g_autoptr (GListStore) list = g_list_store_new (TW_TYPE_ENTRY);
  guint n = ledger->joined != NULL ? 1 : ledger->plan->puzzles->len;

  for (guint i = 0; i < n; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (ledger->plan->puzzles, i);
    const char *answer = ledger->joined == NULL ? ledger->answers->pdata[i] : NULL;
    g_autoptr (TwEntry) entry = tw_entry_new (puzzle, NULL);
    g_autoptr (TwResult) result = NULL;

    if (ledger->joined != NULL)
      result = tw_result_ref (ledger->joined);
    else if (answer != NULL && (result = read_answer (puzzle, answer, error)) == NULL)
      return NULL;
    if (result != NULL) {
      tw_entry_set_result (entry, result);
      tw_entry_set_state (entry, TW_ENTRY_DONE);
    }
    g_list_store_append (list, entry);
  }
  return g_steal_pointer (&list);
}

static gboolean
write_table (const TwLedger *ledger, gboolean summary)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListStore) list = NULL;
  g_autofree char *text = NULL;

  if (ledger->plan->command != TW_PLAN_SOLVE) {
    if (csv == NULL)
      return TRUE;
    return tw_cli_error (_ ("--csv is for batches only"));
  }
  list = list_entries (ledger, &error);
  if (list == NULL)
    return tw_cli_error ("%s", error->message);
  if (summary && ledger->joined == NULL) {
    g_autofree char *totals = tw_resolve_describe (G_LIST_MODEL (list));

    g_print ("%s\n", totals);
  }
  if (csv == NULL)
    return TRUE;
  text = tw_resolve_to_csv (G_LIST_MODEL (list));
  return tw_cli_write (csv, text, strlen (text));
}

/* The plan, results and audits are read after the outputs were accepted. */
static gboolean
claim_inputs (const char *folder)
{
  static const char *const parts[] = { "results", "audits", "rounds" };
  g_autofree char *plan = g_build_filename (folder, "plan", NULL);
  gboolean fine = tw_cli_claim (plan, FALSE);

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *path = g_build_filename (folder, parts[i], NULL);
    g_autoptr (GPtrArray) names = tw_file_list_names (path);

    for (guint k = 0; fine && k < names->len; k++) {
      g_autofree char *file = g_build_filename (path, names->pdata[k], NULL);

      fine = tw_cli_claim (file, FALSE);
    }
  }
  return fine;
}

TwExit
tw_cli_merge_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TwLedger) ledger = tw_ledger_read (folder, &error);
  gboolean summary = !tw_cli_quiet && !tw_cli_stdout_is_taken ();

  if (ledger == NULL)
    return tw_cli_bad_input ("%s", error->message);
  if (!write_table (ledger, summary))
    return TW_EXIT_BAD_INPUT;
  if (summary)
    print_summary (ledger);
  if (json != NULL) {
    g_autofree char *text = ledger_to_json (ledger);

    if (!tw_cli_write (json, text, strlen (text)))
      return TW_EXIT_BAD_INPUT;
  }
  return tw_ledger_is_complete (ledger) ? TW_EXIT_FOUND : TW_EXIT_NONE;
}

static TwExit
merge (char **words, TwOptions *options)
{
  const char *folder = tw_cli_run_folder (words);

  if (folder == NULL)
    return TW_EXIT_BAD_INPUT;
  if (((json != NULL || csv != NULL) && !claim_inputs (folder)) || !tw_cli_can_write (json)
      || !tw_cli_can_write (csv))
    return TW_EXIT_BAD_INPUT;
  return tw_cli_merge_folder (folder);
}

const TwCommand tw_cli_merge = {
  .name = "merge",
  .summary = N_ ("Add up the results of the work units"),
  .parameters = N_ ("FOLDER"),
  .description = N_ (
    "Checks that the results of the work units belong together and adds them up.\nThe exit code "
    "is 0 if no unit is missing, 1 if units are missing, and 2 if a file is bad.\nAn output file "
    "- is standard output."),
  .run = merge,
  .tables = { entries, tw_cli_quiet_entries },
};
