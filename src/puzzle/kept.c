/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - see kept.h. */
#include "puzzle/kept.h"

#include <string.h>

#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"
#include "puzzle/pieces/solutions.h"

enum {
  VERSION = 2,
  MOST_VALUES = 8,
  MOST_RESULT_BYTES = TW_FILE_MAX_BYTES / 2 / MOST_VALUES, /* for all but the best result */
};

/* --- the values ----------------------------------------------------------------------- */

TW_DEFINE_FREE (result_free, TwKeptResult, (result, tw_result_unref), (name, g_free),
                (trace, g_variant_unref))

TW_DEFINE_FREE (value_free, TwKeptValue, (puzzle, tw_puzzle_unref), (step, g_free),
                (optima, g_free), (results, g_ptr_array_unref))

TwKept *
tw_kept_new (void)
{
  TwKept *kept = g_new0 (TwKept, 1);

  kept->values = g_ptr_array_new_with_free_func (value_free);
  kept->saved = -1;
  return kept;
}

void
tw_kept_free (TwKept *kept)
{
  g_ptr_array_unref (kept->values);
  g_free (kept->file);
  g_clear_pointer (&kept->options, g_variant_unref);
  tw_tiling_clear (&kept->squares);
  g_free (kept);
}

TwKeptValue *
tw_kept_add (TwKept *kept, TwPuzzle *puzzle, const char *step, gboolean play)
{
  TwKeptValue *value = g_new (TwKeptValue, 1);

  *value = (TwKeptValue){ .puzzle = tw_puzzle_ref (puzzle),
                          .step = g_strdup (step),
                          .play = play,
                          .results = g_ptr_array_new_with_free_func (result_free),
                          .shown = -1,
                          .bound = -1,
                          .claim = -1 };
  g_ptr_array_add (kept->values, value);
  return value;
}

void
tw_kept_value_add (TwKeptValue *value, TwResult *result, const char *name, GVariant *trace)
{
  TwKeptResult *kept = g_new (TwKeptResult, 1);

  *kept = (TwKeptResult){ tw_result_ref (result), g_strdup (name),
                          trace != NULL ? g_variant_ref_sink (trace) : NULL };
  g_ptr_array_add (value->results, kept);
}

static TwKeptValue *
value_at (const TwKept *kept, guint i)
{
  return g_ptr_array_index (kept->values, i);
}

TwKeptValue *
tw_kept_get_now (const TwKept *kept)
{
  return value_at (kept, kept->values->len - 1);
}

/* --- writing -------------------------------------------------------------------------- */

/* Stopped searches for pieces with their checkpoint, counts and options; results whose names may be
 * missing, as JSON, and whether they are shown; values with their file, name, kind, text, step, play,
 * bound, claim and optima; and the rest. The first number is a version. */
#define STOPPED_TYPE "(stta{ss})"
#define RESULT_TYPE  "(mssbm" TW_TRACE_TYPE "m" STOPPED_TYPE ")"
#define VALUE_TYPE   "(msmsssmsbxxmsa" RESULT_TYPE ")"
#define KEPT_TYPE    "(umsixba{sv}a(iii)a" VALUE_TYPE ")"

static const TwKeptResult *
best_of (const TwKeptValue *value)
{
  const TwKeptResult *best = NULL;

  for (guint i = 0; i < value->results->len; i++) {
    const TwKeptResult *kept = g_ptr_array_index (value->results, i);

    if (best == NULL || tw_result_compare (kept->result, best->result) < 0)
      best = kept;
  }
  return best;
}

/* Returns NULL when the search cannot be continued; one that has counted all solutions has an empty
 * checkpoint. */
static GVariant *
save_stopped (const TwResult *result)
{
  g_autofree char *checkpoint = tw_piece_puzzle_dup_checkpoint (result);
  g_auto (GVariantBuilder) options = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);
  TwSolutionCount count = tw_piece_solutions_count (solutions);
  size_t n_options;
  const TwOptionInfo *table = tw_options_table (&n_options);

  if (checkpoint == NULL
      && (!count.complete || count.kept > 0 || count.raw == 0 || count.raw_digits != NULL))
    return NULL;
  for (size_t i = 0; i < n_options; i++) {
    char text[64];

    tw_options_get (tw_piece_solutions_get_options (solutions), &table[i], text, sizeof text);
    g_variant_builder_add (&options, "{ss}", table[i].name, text);
  }
  return g_variant_new (STOPPED_TYPE, checkpoint != NULL ? checkpoint : "", count.raw,
                        count.distinct, &options);
}

static GVariant *
save_results (const TwKeptValue *value)
{
  g_auto (GVariantBuilder) list = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a" RESULT_TYPE));
  const TwKeptResult *best = best_of (value);
  gsize bytes = 0;

  for (guint i = 0; i < value->results->len; i++) {
    const TwKeptResult *kept = g_ptr_array_index (value->results, i);
    g_autofree char *text = tw_result_print (kept->result);

    bytes += kept != best ? strlen (text) : 0;
    if (kept == best || bytes <= MOST_RESULT_BYTES)
      g_variant_builder_add (
        &list, "(mssb@m" TW_TRACE_TYPE "@m" STOPPED_TYPE ")", kept->name, text,
        (int) i == value->shown, g_variant_new_maybe (G_VARIANT_TYPE (TW_TRACE_TYPE), kept->trace),
        g_variant_new_maybe (G_VARIANT_TYPE (STOPPED_TYPE), save_stopped (kept->result)));
  }
  return g_variant_builder_end (&list);
}

/* Saves the values from the index `first` on. */
static GVariant *
save (const TwKept *kept, guint first, gboolean results)
{
  g_auto (GVariantBuilder) squares = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(iii)"));
  g_auto (GVariantBuilder) values = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a" VALUE_TYPE));

  for (gsize i = 0; i < kept->squares.count; i++) {
    const TwSquare *square = &kept->squares.squares[i];

    g_variant_builder_add (&squares, "(iii)", square->x, square->y, square->size);
  }
  for (guint i = first; i < kept->values->len; i++) {
    const TwKeptValue *value = value_at (kept, i);
    g_autofree char *text = tw_puzzle_write (value->puzzle);

    g_variant_builder_add (
      &values, "(msmsssmsbxxms@a" RESULT_TYPE ")", tw_puzzle_get_file (value->puzzle),
      tw_puzzle_get_name (value->puzzle), tw_puzzle_get_kind (value->puzzle)->name,
      text != NULL ? text : "", value->step, value->play, value->bound, value->claim, value->optima,
      results ? save_results (value) : g_variant_new_array (G_VARIANT_TYPE (RESULT_TYPE), NULL, 0));
  }
  return g_variant_ref_sink (g_variant_new (
    "(umsixb@a{sv}a(iii)a" VALUE_TYPE ")", VERSION, kept->file, kept->saved - (int) first,
    kept->played, kept->found,
    kept->options != NULL ? kept->options : g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0),
    &squares, &values));
}

GBytes *
tw_kept_save (const TwKept *kept)
{
  g_autoptr (GVariant) saved = save (kept, 0, TRUE);

  for (int without = 0; without < 2 && g_variant_get_size (saved) > TW_FILE_MAX_BYTES; without++) {
    g_variant_unref (saved);
    saved = save (kept, kept->values->len - 1, without == 0);
  }
  return g_variant_get_data_as_bytes (saved);
}

/* --- reading -------------------------------------------------------------------------- */

/* The puzzle of a text of that kind; the text alone may look like one of another kind. */
static GPtrArray *
read_text (const char *text, const char *kind_name, GError **error)
{
  const TwKind *kind = tw_kind_find (kind_name);
  gsize length = strlen (text);

  if (kind == NULL || kind->read->text == NULL || tw_json_looks_like (text, length))
    return tw_puzzles_parse (text, length, NULL, error);

  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  return kind->read->text (text, length, puzzles, error) ? g_steal_pointer (&puzzles) : NULL;
}

/* Makes a stopped search for pieces of the solutions that it has found. Returns NULL when the
 * checkpoint is damaged. */
static TwResult *
read_stopped (const TwResult *found, GVariant *stopped)
{
  TwOptions options;
  const char *checkpoint, *name, *text;
  guint64 raw, distinct;
  g_autoptr (GVariantIter) texts = NULL;

  tw_options_init (&options);
  g_variant_get (stopped, "(&stta{ss})", &checkpoint, &raw, &distinct, &texts);
  while (g_variant_iter_next (texts, "{&s&s}", &name, &text))
    (void) tw_options_set (&options, name, text);
  if (!tw_puzzle_has_pieces (found->puzzle))
    return NULL;
  return *checkpoint != '\0'
           ? tw_piece_solutions_resume (found, &options, checkpoint, raw, distinct)
           : tw_piece_solutions_counted (found, &options, raw, distinct);
}

/* What the checker refuses is left out. */
static void
read_results (TwKeptValue *value, GVariantIter *results)
{
  const char *name, *text;
  gboolean shown;
  GVariant *trace, *stopped;

  while (g_variant_iter_loop (results, "(m&s&sbm@" TW_TRACE_TYPE "m@" STOPPED_TYPE ")", &name,
                              &text, &shown, &trace, &stopped)) {
    g_autoptr (JsonNode) node = tw_json_parse (text, strlen (text), NULL);
    g_autoptr (TwResult) result = node != NULL ? tw_result_from_json (value->puzzle, node, NULL)
                                               : NULL;
    const char *checkpoint = NULL;

    if (stopped != NULL)
      g_variant_get_child (stopped, 0, "&s", &checkpoint);
    gboolean counted = g_strcmp0 (checkpoint, "") == 0; /* no solution was kept */
    if (result == NULL || (counted && tw_result_n_placements (result) > 0)
        || (tw_result_has_solution (result)
              ? !counted && tw_kind_check (result, NULL) != 0
              : result->status != TW_STATUS_INFEASIBLE && stopped == NULL))
      continue;
    g_autoptr (TwResult) whole = stopped != NULL ? read_stopped (result, stopped) : NULL;
    if (whole == NULL && counted)
      continue;
    if (whole == NULL)
      whole = tw_result_ref (result);
    if (!tw_result_has_solution (whole) && whole->status != TW_STATUS_INFEASIBLE
        && !tw_piece_solutions_count (tw_result_get_piece_solutions (whole)).can_continue)
      continue;
    if (shown)
      value->shown = (int) value->results->len;
    tw_kept_value_add (value, whole, name, trace);
  }
}

static gboolean
read_values (TwKept *kept, GVariantIter *values, GError **error)
{
  const char *file, *name, *kind, *text, *step, *optima;
  gboolean play;
  gint64 bound, claim;
  GVariantIter *results;

  while (g_variant_iter_next (values, "(m&sm&s&s&sm&sbxxm&sa" RESULT_TYPE ")", &file, &name, &kind,
                              &text, &step, &play, &bound, &claim, &optima, &results)) {
    g_autoptr (GVariantIter) owned = results;
    g_autoptr (GPtrArray) puzzles = read_text (text, kind, error);
    TwPuzzle *puzzle = puzzles != NULL ? g_ptr_array_index (puzzles, 0) : NULL;
    TwKeptValue *value;
    const TwKeptResult *best;

    if (puzzle == NULL)
      return FALSE;
    if (puzzles->len > 1
        || (kept->values->len > 0
            && tw_puzzle_get_kind (puzzle) != tw_puzzle_get_kind (value_at (kept, 0)->puzzle)))
      return tw_fail_format (error, _ ("this is not a kept puzzle"));
    tw_puzzle_set_origin (puzzle, file, name); /* it is not shared yet */
    value = tw_kept_add (kept, puzzle, step, play);
    read_results (value, results);
    best = best_of (value);
    /* A bound above the cost of a solution cannot be true. */
    value->bound = best != NULL && bound > tw_kind_cost (best->result) ? -1 : MAX (bound, -1);
    value->claim = MAX (claim, -1);
    if (optima != NULL && strspn (optima, "0123456789") == strlen (optima))
      value->optima = g_strdup (optima);
  }
  return TRUE;
}

/* Squares that are laid by hand need not cover the board. */
static void
read_squares (TwKept *kept, GVariantIter *squares)
{
  const TwPuzzle *puzzle = tw_kept_get_now (kept)->puzzle;
  TwSquare square;
  TwFault fault;

  while (g_variant_iter_next (squares, "(iii)", &square.x, &square.y, &square.size))
    if (!tw_tiling_add (&kept->squares, square))
      g_error ("out of memory for squares");
  if (!tw_puzzle_takes_squares (puzzle)
      || (!tw_tiling_check (tw_puzzle_get_board (puzzle), &kept->squares, &fault)
          && fault.kind != TW_FAULT_UNCOVERED))
    tw_tiling_clear (&kept->squares);
}

TwKept *
tw_kept_load (GBytes *bytes, GError **error)
{
  g_autoptr (GVariant) saved = g_variant_ref_sink (
    g_variant_new_from_bytes (G_VARIANT_TYPE (KEPT_TYPE), bytes, FALSE));
  g_autoptr (TwKept) kept = tw_kept_new ();
  g_autoptr (GVariantIter) squares = NULL, values = NULL;
  guint version;

  g_variant_get (saved, "(umsixb@a{sv}a(iii)a" VALUE_TYPE ")", &version, &kept->file, &kept->saved,
                 &kept->played, &kept->found, &kept->options, &squares, &values);
  if (!g_variant_is_normal_form (saved) || version != VERSION
      || g_variant_iter_n_children (values) == 0
      || g_variant_iter_n_children (values) > MOST_VALUES)
    return tw_fail_format_null (error, _ ("this is not a kept puzzle"));
  if (!read_values (kept, values, error))
    return NULL;
  read_squares (kept, squares);
  kept->played = MAX (kept->played, 0);
  if (kept->saved < 0 || kept->saved >= (int) kept->values->len)
    kept->saved = -1;
  return g_steal_pointer (&kept);
}

/* --- the file --------------------------------------------------------------------------- */

static gboolean
has_equal (GPtrArray *puzzles, TwPuzzle *puzzle)
{
  g_autofree char *own = tw_puzzle_write (puzzle);
  gboolean found = FALSE;

  for (guint i = 0; puzzles != NULL && i < puzzles->len && !found; i++) {
    g_autofree char *text = tw_puzzle_write (g_ptr_array_index (puzzles, i));

    found = g_strcmp0 (own, text) == 0;
  }
  return found;
}

/* No step changes the puzzle after the saved value. */
static gboolean
is_unchanged (const TwKept *kept)
{
  for (guint i = (guint) kept->saved + 1; i < kept->values->len; i++)
    if (!value_at (kept, i)->play)
      return FALSE;
  return TRUE;
}

void
tw_kept_compare_file (TwKept *kept, const char *step)
{
  TwPuzzle *saved = kept->saved >= 0 ? value_at (kept, (guint) kept->saved)->puzzle : NULL;
  const char *place = kept->file == NULL && saved != NULL ? tw_puzzle_get_file (saved) : kept->file;
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;
  g_autoptr (GPtrArray) puzzles = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (file == NULL || saved == NULL)
    return;
  text = tw_file_read (file, &length, NULL, NULL);
  if (text != NULL)
    puzzles = tw_puzzles_parse (text, length, place, NULL);
  if (has_equal (puzzles, saved))
    return;
  if (puzzles != NULL && puzzles->len == 1 && is_unchanged (kept)) {
    tw_kept_add (kept, g_ptr_array_index (puzzles, 0), step, FALSE);
    tw_tiling_clear (&kept->squares);
    kept->saved = (int) kept->values->len - 1;
  } else {
    kept->saved = -1;
  }
}
