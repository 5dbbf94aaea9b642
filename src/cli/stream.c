/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stream.c - writes what happens in a search as lines of JSON, each with one system call, so that a
 * program that is killed leaves complete lines. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-count.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kind-write.h"
#include "puzzle/pieces/solutions.h"
#include "puzzle/progress.h"

enum {
  MOST_MICROSECONDS = 50000,
};

static char *path; /* NULL: no stream */

const GOptionEntry tw_stream_entries[] = {
  TW_FILE ("jsonl", &path,
           N_ ("Write a line of JSON for each event: a better solution, a bound, one of all "
               "solutions, progress, the result")),
  { 0 },
};

static struct {
  int fd;          /* of the file; -1: not open */
  gboolean failed; /* a line could not be written: no other is written */
  gint64 start;    /* of the search, in microseconds */
  gboolean lists;  /* all solutions are wanted: they are written, not the better ones */
  gsize n_written; /* of these */
} stream = { .fd = -1 };

gboolean
tw_stream_can_write (void)
{
  return tw_cli_can_write (path);
}

gboolean
tw_stream_is_complete (void)
{
  return !stream.failed;
}

static gboolean
write_line (const char *line, gsize length)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (GError) error = NULL;

  if (g_str_equal (path, "-"))
    return tw_cli_write (path, line, length);
  if (stream.fd < 0)
    stream.fd = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (stream.fd < 0)
    return tw_cli_error_in (path, g_strerror (errno));
  return tw_file_write_fd (stream.fd, name, line, length, &error)
         || tw_cli_error ("%s", error->message);
}

/* NULL: there is no stream. */
static TwJsonBuilder *
begin (const char *event)
{
  TwJsonBuilder *builder;

  if (path == NULL || stream.failed)
    return NULL;
  builder = tw_json_begin ();
  tw_json_add_string (builder, "event", event);
  return builder;
}

static void
finish (TwJsonBuilder *builder)
{
  g_autofree char *line = tw_json_end (builder);

  tw_json_builder_free (builder);
  stream.failed = !write_line (line, strlen (line));
}

void
tw_stream_start (const TwPuzzle *puzzle)
{
  TwJsonBuilder *builder = begin ("start");

  if (builder == NULL)
    return;
  stream.start = g_get_monotonic_time ();
  stream.lists = FALSE;
  stream.n_written = 0;
  tw_kind_write_names (puzzle, builder);
  tw_kind_write_size (puzzle, builder);
  finish (builder);
}

/* An event at a time of the search; NULL: there is no stream. */
static TwJsonBuilder *
begin_now (const char *event)
{
  TwJsonBuilder *builder = begin (event);

  if (builder != NULL)
    tw_json_add_seconds (builder, "seconds",
                         (double) (g_get_monotonic_time () - stream.start) * 1e-6);
  return builder;
}

/* `number` is 0 for a solution that is the best so far. */
static void
write_solution (const TwResult *solution, gsize number)
{
  TwJsonBuilder *builder = begin_now (number > 0 ? "solution" : "incumbent");

  if (builder == NULL)
    return;
  if (number > 0)
    tw_json_add_int (builder, "number", (gint64) number);
  tw_json_begin_object (builder, "solution");
  tw_puzzle_get_kind (solution->puzzle)->solution->write (solution, builder);
  tw_json_end_object (builder);
  finish (builder);
}

/* The picture of a search may be incomplete, and is no solution then. */
static void
improved_cb (TilewrightSolver *solver, TilewrightResult *best, gpointer data)
{
  g_autoptr (TwResult) solution = NULL;

  if (stream.lists || tw_kind_check (tilewright_result_peek (best), NULL) > 0)
    return;
  solution = tw_result_dup_solution (tilewright_result_peek (best));
  write_solution (solution, 0);
}

static void
bound_cb (GObject *solver, GParamSpec *pspec, gpointer data)
{
  TwJsonBuilder *builder;
  gint64 bound;

  g_object_get (solver, "bound", &bound, NULL);
  builder = bound > 0 ? begin_now ("bound") : NULL;
  if (builder == NULL)
    return;
  tw_json_add_int (builder, "bound", bound);
  finish (builder);
}

static TwPieceSolutions *
solutions_of (TwJob *job)
{
  return job != NULL && tw_puzzle_has_pieces (tw_job_get_puzzle (job)) ? tw_job_get_live (job)
                                                                       : NULL;
}

void
tw_stream_watch (TilewrightSolver *solver)
{
  TwJob *job = tilewright_solver_peek_job (solver);
  const TwOptions *options = tw_job_get_options (job);

  stream.lists = options->limit != 1 && !options->count_only && solutions_of (job) != NULL;
  if (path == NULL || options->count_only)
    return;
  g_signal_connect (solver, "improved", G_CALLBACK (improved_cb), NULL);
  g_signal_connect (solver, "notify::bound", G_CALLBACK (bound_cb), NULL);
}

/* While the search runs, each call has a limited time, because the progress and the signals wait. */
static void
write_list (TwPieceSolutions *solutions, gboolean running)
{
  gsize kept = tw_piece_solutions_count (solutions).kept;
  gint64 end = running ? g_get_monotonic_time () + MOST_MICROSECONDS : G_MAXINT64;

  for (; stream.n_written < kept && !stream.failed && g_get_monotonic_time () < end;
       stream.n_written++) {
    g_autoptr (TwResult) solution = tw_piece_solutions_get (solutions, stream.n_written);

    if (solution == NULL)
      break;
    write_solution (solution, stream.n_written + 1);
  }
}

void
tw_stream_update (TwJob *job, TwRun *run, gboolean progress)
{
  TwPieceSolutions *solutions = solutions_of (job);
  TwJsonBuilder *builder;

  if (path == NULL)
    return;
  if (stream.lists)
    write_list (solutions, tw_job_is_running (job));
  builder = progress ? begin ("progress") : NULL;
  if (builder == NULL)
    return;
  tw_run_write_progress (run, builder);
  if (solutions != NULL)
    tw_json_add_int (builder, "raw", (gint64) tw_piece_solutions_count (solutions).raw);
  finish (builder);
}

void
tw_stream_end (const char *object)
{
  int length = (int) strlen (object) - 1; /* without the line feed */
  g_autofree char *line = g_strdup_printf ("{\"event\":\"end\",\"result\":%.*s}\n", length, object);

  if (path != NULL && !stream.failed)
    stream.failed = !write_line (line, strlen (line));
}

void
tw_stream_end_result (const TwResult *result)
{
  const TwKind *kind = tw_puzzle_get_kind (result->puzzle);
  TwJsonBuilder *builder;
  TwResult *one;

  /* Those of pieces are written while the search runs. */
  for (gsize i = 0; kind->count != NULL && kind->count->listed != NULL && !tw_kind_has_pieces (kind)
                    && (one = kind->count->listed (result, i)) != NULL;
       i++) {
    write_solution (one, i + 1);
    tw_result_unref (one);
  }
  builder = begin ("end");
  if (builder == NULL)
    return;
  tw_json_begin_object (builder, "result");
  tw_result_write_outcome (result, builder);
  if (stream.lists) {
    TwSolutionCount count = kind->count->of (result);

    tw_json_add_boolean (builder, "complete", count.complete);
    tw_json_add_count (builder, "raw", count.raw, count.raw_digits);
    tw_json_add_count (builder, "distinct", count.distinct, count.distinct_digits);
    if (count.kept_short)
      tw_json_add_boolean (builder, "shortened", TRUE);
  } else {
    kind->solution->write (result, builder);
  }
  tw_json_end_object (builder);
  finish (builder);
}
