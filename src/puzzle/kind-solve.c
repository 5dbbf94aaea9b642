/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-solve.c - see kind-solve.h. */
#include "puzzle/kind-solve.h"

#include <sys/resource.h>
#include <time.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

const TwEngineInfo *
tw_kind_find_engine (const TwKind *kind, const char *name)
{
  for (const TwEngineInfo *engine = kind->solve->engines; engine->name != NULL; engine++)
    if (g_str_equal (engine->name, name))
      return engine;
  return NULL;
}

const char *
tw_kind_engine_name (const TwKind *kind, const TwOptions *options)
{
  if (tw_kind_find_engine (kind, options->engine) == NULL && g_str_equal (options->engine, "auto"))
    return kind->solve->engines[0].name;
  return options->engine;
}

char *
tw_kind_list_engines (const TwKind *kind, const char *separator)
{
  GString *names = g_string_new (NULL);

  for (const TwEngineInfo *engine = kind->solve->engines; engine->name != NULL; engine++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? separator : "", engine->name);
  return g_string_free (names, FALSE);
}

gboolean
tw_kind_accepts_options (const TwKind *kind, const TwOptions *options, GError **error)
{
  if (tw_kind_find_engine (kind, tw_kind_engine_name (kind, options)) != NULL)
    return TRUE;

  g_autofree char *names = tw_kind_list_engines (kind, ", ");

  return tw_fail_usage (error,
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

  g_strlcpy (resolved.engine, tw_kind_engine_name (kind, options), sizeof resolved.engine);
  result->engine = g_strdup (resolved.engine);
  if (tw_kind_accepts_options (kind, &resolved, &error)) {
    kind->solve->run (puzzle, &resolved, run, live, result);
  } else {
    /* Callers check with tw_kind_accepts_options () first; this handles callers that do not. */
    result->status = TW_STATUS_CANCELLED;
    result->reason = g_strdup (error->message);
  }
  result->stop = stop_reason (run);
  result->nodes = tw_run_nodes (run);
  result->orientations = tw_run_orientations (run);
  result->placements = tw_run_placements (run);
  result->cpu = processor_seconds () - cpu;
  result->seconds = (double) (g_get_monotonic_time () - start) * 1e-6;
  return result;
}

TwResult *
tw_kind_snapshot (TwPuzzle *puzzle, TwRun *run, gpointer live)
{
  const TwKind *kind = tw_puzzle_get_kind (puzzle);

  if (kind->solve->snapshot == NULL)
    return NULL;

  g_autoptr (TwResult) result = tw_result_new (puzzle);

  if (!kind->solve->snapshot (puzzle, run, live, result))
    return NULL;
  result->status = TW_STATUS_FEASIBLE;
  result->stop = tw_run_stop_reason (run);
  result->seconds = tw_run_elapsed (run);
  result->nodes = tw_run_nodes (run);
  return g_steal_pointer (&result);
}
