/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve-export.c - compares old and new solutions, as totals, CSV and JSON; see resolve.h. */
#include <json-glib/json-glib.h>
#include <string.h>

#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/resolve.h"

/* --- totals ------------------------------------------------------------------- */

static gboolean
is_over (TwEntryState state)
{
  return state == TW_ENTRY_DONE || state == TW_ENTRY_FAILED;
}

static void
add_to_totals (TwEntry *entry, TwResolveTotals *totals)
{
  const TwResult *result = tw_entry_get_result (entry);
  int order;

  totals->items++;
  totals->done += is_over (tw_entry_get_state (entry));
  totals->failed += tw_entry_get_state (entry) == TW_ENTRY_FAILED;
  if (result == NULL)
    return;
  totals->optimal += result->status == TW_STATUS_OPTIMAL || result->status == TW_STATUS_INFEASIBLE;
  totals->seconds += result->seconds;
  if (!tw_entry_compare (entry, &order, NULL))
    return;
  totals->compared++;
  totals->better += order < 0;
  totals->worse += order > 0;
  if (tw_result_has_squares (result)) {
    totals->old_squares += tw_result_count (tw_entry_get_old (entry));
    totals->new_squares += tw_result_count (result);
  }
}

void
tw_resolve_get_totals (GListModel *entries, TwResolveTotals *totals)
{
  *totals = (TwResolveTotals){ 0 };
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries, i);

    add_to_totals (entry, totals);
  }
}

char *
tw_resolve_describe (GListModel *entries)
{
  TwResolveTotals totals;

  tw_resolve_get_totals (entries, &totals);

  GString *text = g_string_new (NULL);

  /* Translators: so many of so many puzzles are done */
  g_string_printf (text, _ ("%u of %u done"), totals.done, totals.items);
  if (totals.optimal > 0)
    g_string_append_printf (text, _ (", %u proved"), totals.optimal);
  if (totals.compared > 0)
    g_string_append_printf (text, _ (", %u better, %u worse than before"), totals.better,
                            totals.worse);
  if (totals.old_squares > 0)
    g_string_append_printf (text, _ (" (%lld → %lld squares)"), (long long) totals.old_squares,
                            (long long) totals.new_squares);
  if (totals.failed > 0)
    g_string_append_printf (text, _ (", %u failed"), totals.failed);
  if (totals.seconds > 0)
    g_string_append_printf (text, _ (", %.1f s"), totals.seconds);
  return g_string_free (text, FALSE);
}

/* --- CSV ------------------------------------------------------------------------ */

static void
append_text (GString *text, const char *value)
{
  if (value == NULL)
    return;
  if (strpbrk (value, ",\"\r\n") == NULL) {
    g_string_append (text, value);
    return;
  }
  g_string_append_c (text, '"');
  for (; *value != '\0'; value++) {
    if (*value == '"')
      g_string_append_c (text, '"');
    g_string_append_c (text, *value);
  }
  g_string_append_c (text, '"');
}

static void
append_number (GString *text, gint64 value)
{
  if (value >= 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, value);
}

/* Appends ",squares,bound,seconds,status". */
static void
append_result (GString *text, const TwResult *result)
{
  char seconds[G_ASCII_DTOSTR_BUF_SIZE] = "";

  g_string_append_c (text, ',');
  append_number (text, tw_result_count (result));
  g_string_append_c (text, ',');
  append_number (text, result != NULL ? result->bound : -1);
  if (result != NULL && result->seconds > 0)
    g_ascii_formatd (seconds, sizeof seconds, "%.3f", result->seconds);
  g_string_append_printf (text, ",%s,%s", seconds,
                          result != NULL ? tw_status_name (result->status) : "");
}

static void
append_line (GString *text, TwEntry *entry)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);
  const TwResult *result = tw_entry_get_result (entry);
  gint64 difference;
  const char *file = puzzle != NULL ? tw_puzzle_get_file (puzzle) : NULL;

  append_text (text, file != NULL ? file : tw_entry_get_name (entry));
  g_string_append_c (text, ',');
  append_text (text, puzzle != NULL ? tw_puzzle_get_id (puzzle) : NULL);
  if (puzzle != NULL) {
    const TwBoard *board = tw_puzzle_get_board (puzzle);

    g_string_append_printf (text, ",%s,%d,%d", tw_puzzle_get_kind (puzzle)->name, board->width,
                            board->height);
  } else {
    g_string_append (text, ",,,");
  }
  append_result (text, tw_entry_get_old (entry));
  append_result (text, result);
  g_string_append_c (text, ',');
  if (tw_entry_compare (entry, NULL, &difference))
    g_string_append_printf (text, "%" G_GINT64_FORMAT, difference);
  g_string_append_c (text, ',');
  append_text (text, result != NULL ? result->engine : NULL);
  g_string_append_c (text, ',');
  append_text (text, tw_entry_get_message (entry));
  g_string_append (text, "\r\n");
}

char *
tw_resolve_to_csv (GListModel *entries)
{
  GString *text = g_string_new ("file,id,kind,width,height,"
                                "old_squares,old_bound,old_seconds,old_status,"
                                "new_squares,new_bound,new_seconds,new_status,"
                                "difference,engine,message\r\n");

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries, i);

    append_line (text, entry);
  }
  return g_string_free (text, FALSE);
}

/* --- JSON ----------------------------------------------------------------------- */

static void
add_result (TwJsonBuilder *builder, const char *name, const TwResult *result)
{
  if (result != NULL)
    tw_result_write (result, name, builder);
}

static void
add_entry (TwJsonBuilder *builder, TwEntry *entry)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);
  gint64 difference;

  tw_json_begin_object (builder, NULL);
  if (puzzle != NULL) {
    tw_kind_write_names (puzzle, builder);
    tw_json_add_int (builder, "width", tw_puzzle_get_board (puzzle)->width);
    tw_json_add_int (builder, "height", tw_puzzle_get_board (puzzle)->height);
  } else {
    tw_json_add_string (builder, "file", tw_entry_get_name (entry));
  }
  add_result (builder, "old", tw_entry_get_old (entry));
  add_result (builder, "new", tw_entry_get_result (entry));
  if (tw_entry_compare (entry, NULL, &difference))
    tw_json_add_int (builder, "difference", difference);
  tw_json_add_string (builder, "message", tw_entry_get_message (entry));
  tw_json_end_object (builder);
}

static void
add_totals (TwJsonBuilder *builder, GListModel *entries)
{
  TwResolveTotals totals;

  tw_resolve_get_totals (entries, &totals);
  tw_json_begin_object (builder, "totals");
  tw_json_add_int (builder, "puzzles", totals.items);
  tw_json_add_int (builder, "done", totals.done);
  tw_json_add_int (builder, "failed", totals.failed);
  tw_json_add_int (builder, "proved", totals.optimal);
  tw_json_add_int (builder, "compared", totals.compared);
  tw_json_add_int (builder, "better", totals.better);
  tw_json_add_int (builder, "worse", totals.worse);
  tw_json_add_int (builder, "oldSquares", totals.old_squares);
  tw_json_add_int (builder, "newSquares", totals.new_squares);
  tw_json_add_seconds (builder, "seconds", totals.seconds);
  tw_json_end_object (builder);
}

char *
tw_resolve_to_json (GListModel *entries)
{
  g_autoptr (TwJsonBuilder) builder = tw_json_begin ();

  tw_json_begin_array (builder, "puzzles");
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries, i);

    add_entry (builder, entry);
  }
  tw_json_end_array (builder);
  add_totals (builder, entries);
  return tw_json_end (builder);
}
