/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.c - reads all results of a run folder; see ledger.h. */
#include "puzzle/cluster/ledger.h"

#include <string.h>

#include "puzzle/cluster/unit-result.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/string-order.h"

typedef struct {
  TwLedger *ledger;
  const char *folder;
  const char *only;   /* NULL: all units are read, otherwise only those above or below this one */
  GHashTable *files;  /* names in the folder of results that no unit has claimed yet */
  GHashTable *audits; /* the same for audits */
  TwShare sum;        /* of finished shares and missing units */
  TwShare done;       /* of finished shares */
  gboolean overflow;
} Reader;

GHashTable *
tw_ledger_list_files (const char *path, GError **error)
{
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&files);
  dir = g_dir_open (path, 0, error);
  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (*name != '.')
      g_hash_table_add (files, g_strdup (name));
  return g_steal_pointer (&files);
}

static gboolean
add_count (TwNatural *sum, guint64 count)
{
  TwNatural addend = tw_natural_from (&count, 1);

  return tw_natural_add (sum, &addend);
}

static void
add_share (Reader *reader, TwShare *sum, TwShare share)
{
  bool overflow = false;

  *sum = tw_share_add (*sum, share, &overflow);
  reader->overflow = reader->overflow || overflow;
}

static void
add_answers (TwLedger *ledger, const TwUnit *unit, const TwUnitResult *result)
{
  guint first = 0, end = 0;

  if (ledger->plan->command == TW_PLAN_SOLVE)
    tw_unit_get_range (ledger->plan, unit, &first, &end);
  for (guint i = 0; i < result->answers->len; i++) {
    char *answer = g_strdup (g_ptr_array_index (result->answers, i));

    if (ledger->plan->command == TW_PLAN_SOLVE)
      ledger->answers->pdata[first + i] = answer;
    else
      g_ptr_array_add (ledger->answers, answer);
  }
}

static gboolean
set_contradiction (const char *path, const char *other, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *first = g_filename_display_name (other);

  /* Translators: both are file names */
  return tw_fail_format (error, _ ("%s: this result contradicts %s"), name, first);
}

/* A unit that was repeated must have the same counts. */
static gboolean
check_audit (Reader *reader, const TwUnit *unit, const TwUnitResult *result, GError **error)
{
  g_autofree char *file = tw_unit_result_file (unit);
  g_autofree char *first = g_build_filename (reader->folder, TW_RESULTS_FOLDER, file, NULL);
  g_autofree char *path = g_build_filename (reader->folder, TW_AUDITS_FOLDER, file, NULL);
  g_autoptr (TwUnitResult) audit = NULL;

  if (!g_hash_table_remove (reader->audits, file))
    return TRUE;
  audit = tw_unit_result_read (path, reader->ledger->plan, unit, error);
  if (audit == NULL)
    return FALSE;
  if (result->state.children->len > 0 || audit->state.children->len > 0
      || audit->state.raw != result->state.raw || audit->state.distinct != result->state.distinct)
    return set_contradiction (path, first, error);
  reader->ledger->n_audits++;
  return TRUE;
}

/* Does the number of answers fit the rest of the result? */
static gboolean
check_answers (const TwLedger *ledger, const TwUnitResult *result)
{
  switch (ledger->plan->command) {
  case TW_PLAN_SOLVE:
    return result->answers->len == result->state.done.words[0];
  case TW_PLAN_LIST:
    return result->answers->len
           == (ledger->plan->options.raw ? result->state.raw : result->state.distinct);
  case TW_PLAN_COUNT:
  default:
    return result->answers->len == 0;
  }
}

static gboolean
read_unit (Reader *reader, const TwUnit *unit, GError **error)
{
  TwLedger *ledger = reader->ledger;
  g_autofree char *file = tw_unit_result_file (unit);
  g_autofree char *path = g_build_filename (reader->folder, TW_RESULTS_FOLDER, file, NULL);
  g_autofree char *other = g_strconcat (file, TW_CONFLICT_SUFFIX, NULL);
  g_autofree char *other_path = g_build_filename (reader->folder, TW_RESULTS_FOLDER, other, NULL);
  TwUnitResult *result;

  if (reader->only != NULL && !tw_unit_is_of (unit->name, reader->only)
      && !tw_unit_is_of (reader->only, unit->name)) {
    g_hash_table_remove (reader->files, file);
    add_share (reader, &reader->sum, unit->share);
    return TRUE;
  }
  if (g_hash_table_contains (reader->files, other))
    return set_contradiction (other_path, path, error);
  if (!g_hash_table_remove (reader->files, file)) {
    add_share (reader, &reader->sum, unit->share);
    g_ptr_array_add (ledger->missing, (gpointer) (guintptr) unit);
    return TRUE;
  }
  result = tw_unit_result_read (path, ledger->plan, unit, error);
  if (result == NULL)
    return FALSE;
  g_ptr_array_add (ledger->results, result);
  if (!check_answers (ledger, result)) {
    g_autofree char *name = g_filename_display_name (path);

    return tw_fail_format (error,
                           _ ("%s: the number of listed solutions, %u, differs from the count"),
                           name, result->answers->len);
  }
  if (!check_audit (reader, unit, result, error))
    return FALSE;
  add_answers (ledger, unit, result);
  reader->overflow = !add_count (&ledger->raw, result->state.raw)
                     || !add_count (&ledger->distinct, result->state.distinct) || reader->overflow;
  add_share (reader, &reader->sum, result->state.done);
  add_share (reader, &reader->done, result->state.done);
  ledger->cpu += result->cpu;
  ledger->nodes += result->nodes;
  ledger->n_results++;
  if (result->state.children->len == 0)
    g_ptr_array_add (ledger->whole, (gpointer) (guintptr) unit);
  /* Only the children are needed from now on. */
  g_ptr_array_set_size (result->answers, 0);
  g_clear_pointer (&result->work, g_free);
  for (guint i = 0; i < result->state.children->len; i++)
    if (!read_unit (reader, g_ptr_array_index (result->state.children, i), error))
      return FALSE;
  return TRUE;
}

/* Reports a file that belongs to no unit: of another plan, a copy, or renamed. */
static gboolean
accept_rest (const Reader *reader, GHashTable *files, const char *inner, GError **error)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (files), (GCompareFunc) strcmp);
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;

  if (names == NULL)
    return TRUE;
  path = g_build_filename (reader->folder, inner, names->data, NULL);
  name = g_filename_display_name (path);
  return tw_fail_format (error, _ ("%s: this file belongs to no unit of the plan"), name);
}

/* Children of units that were not read are not known. */
static gboolean
is_of_child (gpointer name, gpointer value, gpointer data)
{
  return strchr (name, '.') != NULL;
}

static gboolean
read_all (Reader *reader, GError **error)
{
  TwPlan *plan = reader->ledger->plan;

  reader->sum = reader->done = plan->done;
  for (guint i = 0; i < plan->units->len; i++)
    if (!read_unit (reader, g_ptr_array_index (plan->units, i), error))
      return FALSE;
  if (reader->only != NULL) {
    g_hash_table_foreach_remove (reader->files, is_of_child, NULL);
    g_hash_table_remove_all (reader->audits);
  }
  if (!accept_rest (reader, reader->files, TW_RESULTS_FOLDER, error)
      || !accept_rest (reader, reader->audits, TW_AUDITS_FOLDER, error))
    return FALSE;
  if (reader->overflow || tw_share_compare (reader->sum, plan->whole) != 0) {
    g_autofree char *name = g_filename_display_name (reader->folder);

    return tw_fail_format (error, _ ("%s: the shares of the units do not add up to 1"), name);
  }
  reader->ledger->share = plan->command == TW_PLAN_SOLVE
                            ? (double) reader->done.words[0] / plan->n_items
                            : tw_share_to_double (reader->done);
  return TRUE;
}

static gboolean
join_parts (TwLedger *ledger, GError **error)
{
  TwPuzzle *puzzle = g_ptr_array_index (ledger->plan->puzzles, 0);

  if (ledger->plan->parts == NULL)
    return TRUE;
  ledger->joined = ledger->plan->parts->join (puzzle, ledger->plan->detail, ledger->answers,
                                              &ledger->decided, error);
  return ledger->joined != NULL && tw_kind_accept (ledger->joined, error);
}

TwLedger *
tw_ledger_read_unit (const char *folder, const char *name, GError **error)
{
  g_autoptr (TwLedger) ledger = g_new0 (TwLedger, 1);
  g_autoptr (GHashTable) files = NULL;
  g_autoptr (GHashTable) audits = NULL;
  g_autofree char *results_path = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);
  g_autofree char *audits_path = g_build_filename (folder, TW_AUDITS_FOLDER, NULL);
  Reader reader = { .ledger = ledger, .folder = folder, .only = name };

  ledger->missing = g_ptr_array_new ();
  ledger->whole = g_ptr_array_new ();
  ledger->answers = g_ptr_array_new_with_free_func (g_free);
  ledger->results = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_unit_result_free);
  ledger->plan = tw_plan_read (folder, error);
  if (ledger->plan == NULL)
    return NULL;
  reader.files = files = tw_ledger_list_files (results_path, error);
  reader.audits = audits = files != NULL ? tw_ledger_list_files (audits_path, error) : NULL;
  if (ledger->plan->command == TW_PLAN_SOLVE)
    g_ptr_array_set_size (ledger->answers, (gint) ledger->plan->n_items);
  if (audits == NULL || !read_all (&reader, error) || (name == NULL && !join_parts (ledger, error)))
    return NULL;
  if (ledger->plan->command == TW_PLAN_LIST)
    g_ptr_array_sort (ledger->answers, tw_compare_strings);
  return g_steal_pointer (&ledger);
}

TwLedger *
tw_ledger_read (const char *folder, GError **error)
{
  return tw_ledger_read_unit (folder, NULL, error);
}

void
tw_ledger_free (TwLedger *ledger)
{
  TW_DROP (ledger, (plan, tw_plan_free), (joined, tw_result_unref), (missing, g_ptr_array_unref),
           (whole, g_ptr_array_unref), (answers, g_ptr_array_unref), (results, g_ptr_array_unref));
  g_free (ledger);
}

gboolean
tw_ledger_is_complete (const TwLedger *ledger)
{
  return ledger->missing->len == 0 || ledger->decided;
}
