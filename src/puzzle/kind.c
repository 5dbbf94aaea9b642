/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.c - the list of kinds and the functions common to all kinds; see kind.h. */
#include "puzzle/kind.h"

#include <sys/resource.h>
#include <time.h>

#include "puzzle/error.h"
#include "puzzle/json.h"
#include "puzzle/i18n.h"

gboolean
tw_kind_find_engine (const TwKind *kind, const char *name, TwEngineInfo *info)
{
  TwEngineInfo candidate;

  for (guint i = 0; kind->engine (i, &candidate); i++)
    if (g_str_equal (candidate.name, name)) {
      if (info != NULL)
        *info = candidate;
      return TRUE;
    }
  return FALSE;
}

/* "auto" always selects the kind's default engine. */
static const char *
engine_name (const TwKind *kind, const TwOptions *options)
{
  TwEngineInfo first;

  if (tw_kind_find_engine (kind, options->engine, NULL) || !g_str_equal (options->engine, "auto")
      || !kind->engine (0, &first))
    return options->engine;
  return first.name;
}

char *
tw_kind_list_engines (const TwKind *kind, const char *separator)
{
  GString *names = g_string_new (NULL);
  TwEngineInfo info;

  for (guint i = 0; kind->engine (i, &info); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? separator : "", info.name);
  return g_string_free (names, FALSE);
}

gboolean
tw_kind_accepts_options (const TwKind *kind, const TwOptions *options, GError **error)
{
  if (tw_kind_find_engine (kind, engine_name (kind, options), NULL))
    return TRUE;

  g_autofree char *names = tw_kind_list_engines (kind, ", ");

  return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                  _ ("unknown engine “%s” for this kind of puzzle; expected one of: %s"),
                  options->engine, names);
}

TwLimits
tw_kind_limits (const TwOptions *options)
{
  return (TwLimits){
    .seconds = options->time,
    .memory = (size_t) options->memory << 20,
  };
}

/* The processor time of this process and of ended child processes that engines have started. */
static double
processor_seconds (void)
{
  struct timespec t;
  struct rusage children;
  double seconds = 0;

  if (clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t) == 0)
    seconds += (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
  if (getrusage (RUSAGE_CHILDREN, &children) == 0) {
    seconds += (double) (children.ru_utime.tv_sec + children.ru_stime.tv_sec);
    seconds += (double) (children.ru_utime.tv_usec + children.ru_stime.tv_usec) * 1e-6;
  }
  return seconds;
}

/* Returns why a search ended. An engine may also end because the remaining time is too short for
 * another step, or because an allocation failed. */
static TwStop
stop_reason (const TwRun *run)
{
  TwStop stop = tw_run_stop_reason (run);

  if (stop != TW_STOP_NONE)
    return stop;
  if (tw_run_remaining (run) <= 0)
    return TW_STOP_DEADLINE;
  return tw_run_memory_was_short (run) ? TW_STOP_MEMORY : TW_STOP_NONE;
}

TwResult *
tw_kind_solve (TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  TwResult *result = tw_result_new (puzzle);
  TwOptions resolved = *options;
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  double cpu = processor_seconds ();

  g_strlcpy (resolved.engine, engine_name (kind, options), sizeof resolved.engine);
  result->engine = g_strdup (resolved.engine);
  if (tw_kind_accepts_options (kind, &resolved, &error)) {
    kind->solve (puzzle, &resolved, run, live, result);
  } else {
    /* Callers check with tw_kind_accepts_options () first; this handles callers that do not. */
    result->status = TW_STATUS_CANCELLED;
    result->reason = g_strdup (error->message);
  }
  result->stop = stop_reason (run);
  result->nodes = tw_run_nodes (run);
  result->cpu = processor_seconds () - cpu;
  result->seconds = (double) (g_get_monotonic_time () - start) * 1e-6;
  return result;
}

TwResult *
tw_kind_snapshot (TwPuzzle *puzzle, TwRun *run, gpointer live)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);

  if (kind->snapshot == NULL)
    return NULL;

  g_autoptr (TwResult) result = tw_result_new (puzzle);

  if (!kind->snapshot (puzzle, run, live, result))
    return NULL;
  result->status = TW_STATUS_FEASIBLE;
  result->stop = tw_run_stop_reason (run);
  result->seconds = tw_run_elapsed (run);
  result->nodes = tw_run_nodes (run);
  return g_steal_pointer (&result);
}

gsize
tw_kind_check (const TwResult *result, GPtrArray *faults)
{
  if (!tw_result_has_solution (result))
    return 0;

  g_autoptr (GPtrArray) unread = NULL;

  if (faults == NULL)
    faults = unread = g_ptr_array_new_with_free_func (g_free);
  return tw_puzzle_get_kind (result->puzzle)->check (result, faults);
}

gint64
tw_kind_cost (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);

  if (!tw_result_has_solution (result))
    return G_MAXINT64;
  return kind->cost != NULL ? kind->cost (result) : TW_COST_LEAST;
}

int
tw_result_compare (const TwResult *a, const TwResult *b)
{
  gint64 cost_a = a != NULL ? tw_kind_cost (a) : G_MAXINT64;
  gint64 cost_b = b != NULL ? tw_kind_cost (b) : G_MAXINT64;

  return (cost_a > cost_b) - (cost_a < cost_b);
}

void
tw_kind_write_names (const TwPuzzle *puzzle, TwJsonBuilder *builder)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);
  const char *id = tw_puzzle_get_id (puzzle);
  const char *file = tw_puzzle_get_file (puzzle);

  tw_json_add_string (builder, "file", file);
  if (id != NULL && kind->numeric_id)
    tw_json_add_int (builder, "id", g_ascii_strtoll (id, NULL, 10));
  else
    tw_json_add_string (builder, "id", id);
  tw_json_add_string (builder, "kind", kind->name);
}

void
tw_kind_write_size (const TwPuzzle *puzzle, TwJsonBuilder *builder)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);

  tw_json_add_int (builder, "width", board->width);
  tw_json_add_int (builder, "height", board->height);
  tw_json_add_int (builder, "free", (gint64) tw_board_count_free (board));
}

static gboolean
parse_side (const char *text, int *side)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, TW_BOARD_MAX_SIDE, &value, NULL))
    return FALSE;
  *side = (int) value;
  return TRUE;
}

gboolean
tw_kind_parse_size (const char *text, int *width, int *height, GError **error)
{
  g_auto (GStrv) sides = g_strsplit (text, "x", 3);
  guint n = g_strv_length (sides);

  if (n >= 1 && n <= 2 && parse_side (sides[0], width) && parse_side (sides[n - 1], height))
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_USAGE,
                  _ ("invalid size “%s”: expected N or NxM, from 1 to %d"), text,
                  TW_BOARD_MAX_SIDE);
}

const TwKind *
tw_kind_of_text (const char *text, gsize length, const char *name)
{
  g_autofree char *base = name != NULL ? g_path_get_basename (name) : NULL;
  g_autofree char *lower = base != NULL ? g_ascii_strdown (base, -1) : NULL;

  if (tw_json_looks_like (text, length)
      || (lower != NULL && length > 0 && g_str_has_suffix (lower, ".json")))
    return NULL;
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    if ((*kind)->sniff_text != NULL && (*kind)->sniff_text (text, length, base))
      return *kind;
  return NULL;
}

const TwKind *
tw_kind_of_data (const char *data, gsize length)
{
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL; kind++)
    if ((*kind)->sniff_data != NULL && (*kind)->sniff_data (data, length))
      return *kind;
  return NULL;
}

/* --- exports ------------------------------------------------------------------------- */

const TwKindExport *
tw_kind_find_export (const TwKind *kind, const char *name)
{
  for (const TwKindExport *e = kind->exports; e != NULL && e->name != NULL; e++)
    if (g_str_equal (name, e->name))
      return e;
  return NULL;
}

char *
tw_kind_export (const TwKindExport *export, const TwPuzzle *puzzle, const TwResult *result,
                GError **error)
{
  if (export->model != NULL)
    return tw_model_finish (export->model (puzzle, error), export->format, error);
  return export->write_solved != NULL ? export->write_solved (puzzle, result, error)
                                      : export->write (puzzle, error);
}
