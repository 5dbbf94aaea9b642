/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench.c - tilewright-cli bench: compares engines on many boards in a Markdown table. Each
 * solution is checked again. */
#include <string.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/drop.h"
#include "puzzle/entry.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-solve.h"

typedef struct {
  char *name;
  gint64 squares; /* over all boards with a solution */
  guint answered;
  guint proved;
  guint wrong;
  GArray *seconds; /* of double, one for each board */
  GArray *cpu;
} Column;

typedef struct {
  TwOptions options;
  GPtrArray *puzzles;
  GPtrArray *columns;     /* of Column */
  TwJsonBuilder *builder; /* of the boards so far; NULL without --json */
} Bench;

static char *engines; /* "a,b"; NULL: all engines that the kinds of all boards have */
static char *json;    /* NULL: a Markdown table on standard output */

static const GOptionEntry entries[] = {
  TW_OPTION (STRING, "engines", &engines, N_ ("NAMES"),
             N_ ("Engines to compare, separated by commas [all that the kinds of puzzles share]")),
  TW_FILE ("json", &json, N_ ("Write JSON instead of a table")),
  { 0 },
};

TW_DEFINE_FREE (column_free, Column, (seconds, g_array_unref), (cpu, g_array_unref), (name, g_free))

/* --- choosing boards and engines -------------------------------------------- */

static gboolean
is_shared (const Bench *self)
{
  for (guint i = 0; i < self->puzzles->len; i++)
    if (!tw_kind_accepts_options (tw_puzzle_get_kind (g_ptr_array_index (self->puzzles, i)),
                                  &self->options, NULL))
      return FALSE;
  return TRUE;
}

static gboolean
choose_engines (Bench *self)
{
  const TwKind *kind = tw_puzzle_get_kind (g_ptr_array_index (self->puzzles, 0));
  g_autofree char *all = tw_kind_list_engines (kind, ",");
  g_auto (GStrv) names = g_strsplit (engines != NULL ? engines : all, ",", -1);

  self->columns = g_ptr_array_new_with_free_func (column_free);
  self->options.engine[0] = '\0';
  for (char **name = names; *name != NULL; name++) {
    Column *column;

    g_strlcpy (self->options.engine, *name, sizeof self->options.engine);
    if (engines == NULL && !is_shared (self))
      continue;
    column = g_new0 (Column, 1);
    column->name = g_strdup (*name);
    column->seconds = g_array_new (FALSE, FALSE, sizeof (double));
    column->cpu = g_array_new (FALSE, FALSE, sizeof (double));
    g_ptr_array_add (self->columns, column);
    if (!tw_cli_all_accept_options (self->puzzles, &self->options))
      return FALSE;
  }
  /* If none is shared, the last one was refused; if none is named, that without a name is. */
  return self->columns->len > 0 || tw_cli_all_accept_options (self->puzzles, &self->options);
}

/* --- the table --------------------------------------------------------------- */

static void
print_head (const Bench *self)
{
  g_print ("| board | size | free |");
  for (guint i = 0; i < self->columns->len; i++)
    g_print (" %s | s | cpu s | nodes |", ((Column *) self->columns->pdata[i])->name);
  g_print ("\n| --- | ---: | ---: |");
  for (guint i = 0; i < self->columns->len; i++)
    g_print (" ---: | ---: | ---: | ---: |");
  g_print ("\n");
}

/* "47 =" is proved optimal, "47 ≥ 45" has a proved bound. */
static char *
answer_cell (const TwResult *result, gboolean wrong)
{
  gint64 n = tw_result_count (result);

  if (wrong)
    return g_strdup (_ ("**wrong**"));
  if (!tw_result_has_solution (result))
    return g_strdup (tw_status_name (result->status));
  if (result->status == TW_STATUS_OPTIMAL)
    return g_strdup_printf ("%" G_GINT64_FORMAT " =", n);
  if (result->bound > 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT " ≥ %" G_GINT64_FORMAT, n, result->bound);
  return g_strdup_printf ("%" G_GINT64_FORMAT, n);
}

static void
add_run (TwJsonBuilder *builder, const TwResult *result, gboolean wrong)
{
  tw_json_begin_object (builder, NULL);
  tw_json_add_string (builder, "engine", result->engine);
  tw_json_add_string (builder, "status", tw_status_name (result->status));
  if (tw_result_has_solution (result))
    tw_json_add_int (builder, "count", tw_result_count (result));
  if (result->bound > 0)
    tw_json_add_int (builder, "bound", result->bound);
  tw_json_add_boolean (builder, "correct", !wrong);
  tw_json_add_seconds (builder, "seconds", result->seconds);
  tw_json_add_seconds (builder, "processorSeconds", result->cpu);
  tw_json_add_int (builder, "nodes", (gint64) MIN (result->nodes, G_MAXINT64));
  tw_json_end_object (builder);
}

static void
run_cell (Bench *self, Column *column, TwPuzzle *puzzle, GString *row)
{
  g_strlcpy (self->options.engine, column->name, sizeof self->options.engine);

  g_autoptr (TilewrightResult) found = tw_cli_run (puzzle, &self->options);
  const TwResult *result = tilewright_result_peek (found);
  gboolean wrong = tw_kind_check (result, NULL) > 0;
  g_autofree char *answer = answer_cell (result, wrong);

  column->wrong += wrong;
  if (tw_result_has_solution (result)) {
    column->answered++;
    column->squares += (gint64) tw_result_tiling (result)->count;
  }
  column->proved += result->status == TW_STATUS_OPTIMAL || result->status == TW_STATUS_INFEASIBLE;
  g_array_append_val (column->seconds, result->seconds);
  g_array_append_val (column->cpu, result->cpu);
  if (self->builder != NULL)
    add_run (self->builder, result, wrong);
  else
    g_string_append_printf (row, " %s | %.3f | %.3f | %" G_GUINT64_FORMAT " |", answer,
                            result->seconds, result->cpu, result->nodes);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (GArray *values)
{
  g_array_sort (values, compare_doubles);

  guint middle = values->len / 2;
  double upper = g_array_index (values, double, middle);

  return values->len % 2 != 0 ? upper : (upper + g_array_index (values, double, middle - 1)) / 2;
}

static double
sum (GArray *values)
{
  double total = 0;

  for (guint i = 0; i < values->len; i++)
    total += g_array_index (values, double, i);
  return total;
}

static void
print_totals (const Bench *self)
{
  g_print ("| %s | | |", _ ("sum; proved"));
  for (guint i = 0; i < self->columns->len; i++) {
    Column *column = self->columns->pdata[i];

    g_print (" %" G_GINT64_FORMAT "; %u | %.3f | %.3f | |", column->squares, column->proved,
             sum (column->seconds), sum (column->cpu));
  }
  g_print ("\n| %s | | |", _ ("median"));
  for (guint i = 0; i < self->columns->len; i++) {
    Column *column = self->columns->pdata[i];

    g_print (" | %.3f | %.3f | |", median (column->seconds), median (column->cpu));
  }
  g_print ("\n");
}

/* Prints the row when it is complete, because the progress replaces the line of the terminal. */
static void
run_row (Bench *self, TwPuzzle *puzzle)
{
  g_autoptr (GString) row = g_string_new (NULL);
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  g_autofree char *name = tw_cli_short_name (puzzle);

  if (self->builder != NULL) {
    tw_json_begin_object (self->builder, NULL);
    tw_kind_write_names (puzzle, self->builder);
    tw_kind_write_size (puzzle, self->builder);
    tw_json_begin_array (self->builder, "runs");
  } else {
    g_string_append_printf (row, "| %s | %d × %d | %zu |", name, board->width, board->height,
                            tw_board_count_free (board));
  }
  for (guint j = 0; j < self->columns->len; j++)
    run_cell (self, self->columns->pdata[j], puzzle, row);
  if (self->builder != NULL) {
    tw_json_end_array (self->builder);
    tw_json_end_object (self->builder);
  } else {
    g_print ("%s\n", row->str);
  }
}

static TwExit
run (Bench *self)
{
  gboolean wrong = FALSE, cancelled;

  if (json != NULL) {
    self->builder = tw_json_builder_new (NULL);
    tw_json_begin_array (self->builder, NULL);
  } else {
    print_head (self);
  }
  tw_cli_batch (self->puzzles->len * self->columns->len);
  for (guint i = 0; i < self->puzzles->len; i++)
    run_row (self, g_ptr_array_index (self->puzzles, i));
  cancelled = tw_cli_end_runs ();
  if (json != NULL) {
    g_autofree char *text = NULL;
    gsize length;

    tw_json_end_array (self->builder);
    text = tw_json_finish (self->builder, &length);
    if (!tw_cli_write (json, text, length))
      return TW_EXIT_BAD_INPUT;
  }
  if (cancelled)
    return TW_EXIT_STOPPED;
  if (json == NULL)
    print_totals (self);
  for (guint i = 0; i < self->columns->len; i++)
    wrong = wrong || ((Column *) self->columns->pdata[i])->wrong > 0;
  return wrong ? TW_EXIT_NONE : TW_EXIT_FOUND;
}

static TwExit
bench (char **paths, TwOptions *options)
{
  Bench self = { .options = *options };
  TwExit code = TW_EXIT_BAD_INPUT;

  if (tw_cli_can_write (json) && (self.puzzles = tw_cli_load (paths)) != NULL
      && choose_engines (&self))
    code = run (&self);
  g_clear_pointer (&self.builder, tw_json_builder_free);
  g_clear_pointer (&self.columns, g_ptr_array_unref);
  g_clear_pointer (&self.puzzles, g_ptr_array_unref);
  return code;
}

const TwCommand tw_cli_bench = {
  .name = "bench",
  .summary = N_ ("Compare engines on many boards"),
  .parameters = N_ ("FILE|FOLDER…"),
  .description = N_ (
    "Runs engines side by side on all boards and writes a Markdown table: squares (= proved "
    "optimal,\n≥ proved bound), wall-clock seconds, processor seconds and nodes.\nThe options "
    "apply to all engines."),
  .solver = TRUE,
  .run = bench,
  .tables = { entries },
};
