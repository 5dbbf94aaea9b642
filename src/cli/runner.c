/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runner.c - runs one search as a job, with progress on standard error and signals that cancel it.
 * For all commands that search. */
#include <glib-unix.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "library/private.h"
#include "puzzle/i18n.h"
#include "puzzle/progress.h"
#include "puzzle/tasks.h"

enum {
  TICKS_PER_SECOND = 10,
};

typedef struct {
  GMainLoop *loop;
  TilewrightSolver *solver;
  TwJob *job; /* of the solver; NULL: the members in the next lines */
  TwRun *run;
  const char *name;
  double before; /* seconds */
  TilewrightResult *result;
  guint ticks;
  gboolean terminal;
  gboolean shown; /* the progress is */
  gboolean dirty; /* a progress line is on the terminal */
} Runner;

gboolean tw_cli_quiet, tw_cli_progress, tw_cli_watch;

const GOptionEntry tw_cli_quiet_entries[] = {
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &tw_cli_quiet, N_ ("Write no summary and no progress"),
    NULL },
  { 0 },
};
const GOptionEntry tw_cli_progress_entries[] = {
  TW_FLAG ("progress", &tw_cli_progress,
           N_ ("Show progress on standard error even if it is not a terminal")),
  { 0 },
};

/* A process has only one set of signal handlers, so this state is global. */
static Runner *running;
static gboolean cancelled;
static guint signal_sources[2];

static struct timespec first; /* when the first signal arrived */

/* The second signal kills the program, but not within a second of the first one: a shell and a
 * program that it runs may both pass a signal on while the result is being written. Runs as a
 * signal handler. */
static void
hear_again (int number)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  if (now.tv_sec < first.tv_sec + 1
      || (now.tv_sec == first.tv_sec + 1 && now.tv_nsec < first.tv_nsec))
    return;
  signal (number, SIG_DFL);
  raise (number);
}

static void
cancel (Runner *runner)
{
  if (runner->solver != NULL)
    tilewright_solver_stop (runner->solver);
  else
    tw_run_cancel (runner->run);
}

static gboolean
signal_cb (gpointer data)
{
  struct sigaction action = { .sa_handler = hear_again, .sa_flags = SA_RESTART };

  if (cancelled)
    return G_SOURCE_CONTINUE;
  cancelled = TRUE;
  clock_gettime (CLOCK_MONOTONIC, &first);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  if (running != NULL)
    cancel (running);
  return G_SOURCE_CONTINUE;
}

static void
watch_signals (void)
{
  if (cancelled || signal_sources[0] != 0)
    return;
  signal_sources[0] = g_unix_signal_add (SIGINT, signal_cb, NULL);
  signal_sources[1] = g_unix_signal_add (SIGTERM, signal_cb, NULL);
}

gboolean
tw_cli_end_runs (void)
{
  /* When a source is removed, GLib restores the default action of its signal; therefore the sources
   * stay after the first signal. */
  for (gsize i = 0; !cancelled && i < G_N_ELEMENTS (signal_sources); i++)
    g_clear_handle_id (&signal_sources[i], g_source_remove);
  return cancelled;
}

gboolean
tw_cli_was_cancelled (void)
{
  return cancelled;
}

/* --- the progress line ---------------------------------------------------- */

/* The searches of a command that has several, or the steps of one. */
static struct {
  guint total; /* 0 or 1: there is no batch */
  gint done;
  gint64 start; /* in microseconds */
} batch;

void
tw_cli_batch (guint total)
{
  batch.total = total;
  batch.start = g_get_monotonic_time ();
}

void
tw_cli_batch_step (void)
{
  g_atomic_int_inc (&batch.done);
}

/* How much of the phase is done, 0 to 1, and the number of states in it. */
static double
phase_fraction (TwRun *run, TwPhase phase, gint64 *states)
{
  gint64 step = 0, steps = 0;

  *states = 0;
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    TwProgressBar *bar = tw_run_progress_bar (run, i);

    if (bar->phase == (gint32) phase) {
      step += bar->step;
      steps += bar->steps;
    }
    if (bar->phase != TW_PHASE_IDLE && bar->phase < TW_PHASE_DONE)
      *states += bar->states;
  }
  if (tw_run_permille (run) > 0)
    return tw_run_permille (run) / 1000.0;
  return steps > 0 ? (double) step / (double) steps : 0;
}

static void
append_time_left (GString *line, double seconds)
{
  if (seconds >= 1)
    g_string_append_printf (line, _ (", about %.0f s left"), seconds);
}

/* Appends the progress of the bars that are in the earliest phase. */
static void
append_progress (GString *line, TwRun *run, double elapsed)
{
  TwPhase phase = tw_run_phase (run);
  gint64 states;
  double fraction = phase_fraction (run, phase, &states);

  if (phase == TW_PHASE_DONE)
    return;
  g_string_append_printf (line, ", %s", _ (tw_phase_name (phase)));
  if (fraction > 0)
    g_string_append_printf (line, " %d %%", (int) (100 * fraction));
  if (states > 0)
    g_string_append_printf (line, _ (", %lld states"), (long long) states);
  append_time_left (line, tw_run_time_left (run, elapsed));
}

/* Appends "[#####---------------] 3/12, about 40 s left: " for a batch, and for a single search that
 * knows how much of it is done "[#####---------------] ". */
static void
append_bar (GString *line, TwRun *run)
{
  enum {
    COLUMNS = 20,
  };
  double fraction = tw_run_permille (run) / 1000.0;
  int done = g_atomic_int_get (&batch.done);
  double elapsed = (double) (g_get_monotonic_time () - batch.start) * 1e-6;

  if (batch.total > 1)
    fraction = MIN ((done + (done < (int) batch.total ? fraction : 0)) / batch.total, 1);
  else if (fraction == 0)
    return;
  g_string_append_c (line, '[');
  for (int i = 0; i < COLUMNS; i++)
    g_string_append_c (line, i < (int) (fraction * COLUMNS) ? '#' : '-');
  g_string_append (line, "] ");
  if (batch.total <= 1)
    return;
  g_string_append_printf (line, "%d/%u", done, batch.total);
  append_time_left (line, fraction > 0 ? elapsed * (1 - fraction) / fraction : 0);
  g_string_append (line, ": ");
}

static char *
progress_line (const Runner *runner, TwRun *run)
{
  GString *line = g_string_new (NULL);
  gint64 best = tw_run_best (run), bound = tw_run_bound (run);
  double elapsed = runner->job != NULL ? tw_job_elapsed (runner->job)
                                       : runner->before + tw_run_elapsed (run);

  g_autofree char *name = runner->job != NULL ? tw_cli_short_name (tw_job_get_puzzle (runner->job))
                                              : g_strdup (runner->name);

  append_bar (line, run);
  g_string_append_printf (line, "%s: %.1f s", name, elapsed);
  if (best >= 0)
    g_string_append_printf (line, _ (", best %lld"), (long long) best);
  if (bound > 0)
    g_string_append_printf (line, _ (", at least %lld"), (long long) bound);
  if (best > 0 && bound > 0)
    g_string_append_printf (line, _ (", gap %.1f %%"),
                            100.0 * (double) (best - bound) / (double) best);
  append_progress (line, run, elapsed);
  /* Other work than a search does not know how much of it is done. */
  if (runner->job == NULL && batch.total <= 1 && tw_run_permille (run) == 0
      && isfinite (tw_run_remaining (run)))
    g_string_append_printf (line, _ (", at most %.0f s left"), tw_run_remaining (run));
  return g_string_free (line, FALSE);
}

/* A progress line that is longer than the terminal could not be overwritten. */
static void
cut_to_terminal (char *line)
{
  struct winsize size;
  glong columns = 80;

  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
    columns = size.ws_col;
  if (g_utf8_strlen (line, -1) >= columns)
    *g_utf8_offset_to_pointer (line, columns - 1) = '\0';
}

static void
print_progress (Runner *runner, TwRun *run)
{
  g_autofree char *line = progress_line (runner, run);

  if (runner->terminal) {
    cut_to_terminal (line);
    fprintf (stderr, "\r\033[K%s", line);
  } else {
    fprintf (stderr, "%s\n", line);
  }
  fflush (stderr);
  runner->dirty = runner->terminal;
}

/* On a terminal the progress is shown ten times a second, elsewhere once. */
static gboolean
tick_cb (gpointer data)
{
  Runner *runner = data;
  TwRun *run = runner->job != NULL ? tw_job_get_run (runner->job) : runner->run;
  gboolean second = runner->ticks++ % TICKS_PER_SECOND == 0;

  if (run == NULL)
    return G_SOURCE_CONTINUE;
  if (tw_cli_watch && runner->job != NULL && (runner->terminal || second))
    tw_watch_draw (runner->job, runner->terminal);
  if (runner->shown && (runner->terminal || second))
    print_progress (runner, run);
  tw_stream_update (runner->job, run, second);
  return G_SOURCE_CONTINUE;
}

/* --- the search ------------------------------------------------------------ */

static void
searched_cb (GObject *solver, GAsyncResult *task, gpointer data)
{
  Runner *runner = data;

  runner->result = tilewright_solver_solve_finish (TILEWRIGHT_SOLVER (solver), task, NULL);
  g_main_loop_quit (runner->loop);
}

/* Until the search is over. */
static void
run_loop (Runner *runner)
{
  guint timer = g_timeout_add (1000 / TICKS_PER_SECOND, tick_cb, runner);

  runner->terminal = isatty (STDERR_FILENO) != 0;
  runner->shown = !tw_cli_quiet && (tw_cli_progress || runner->terminal);
  watch_signals ();
  running = runner;
  if (cancelled)
    cancel (runner);
  tick_cb (runner);
  g_main_loop_run (runner->loop);
  running = NULL;
  g_source_remove (timer);
  if (tw_cli_watch && runner->job != NULL)
    tw_watch_draw (runner->job, runner->terminal);
  tw_watch_end ();
  if (runner->dirty)
    fputs ("\r\033[K", stderr);
}

TilewrightSolver *
tw_cli_solver_new (TwPuzzle *puzzle, const TwOptions *options)
{
  g_autoptr (TilewrightPuzzle) object = tilewright_puzzle_wrap (tw_puzzle_ref (puzzle));
  g_autoptr (TilewrightOptions) values = tilewright_options_wrap (options);

  return tilewright_solver_new (object, values);
}

TilewrightResult *
tw_cli_run_solver (TilewrightSolver *solver, TwStarted started, gpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (TwJob) job = NULL;
  Runner runner = { .loop = loop, .solver = solver };

  tilewright_solver_solve_async (solver, NULL, searched_cb, &runner);
  runner.job = job = g_object_ref (tilewright_solver_peek_job (solver));
  tw_stream_watch (solver);
  if (started != NULL)
    started (job, data);
  run_loop (&runner);
  tw_stream_update (job, tw_job_get_run (job), FALSE);
  tw_cli_batch_step ();
  tw_jobs_wait (1);
  return runner.result;
}

TilewrightResult *
tw_cli_run (TwPuzzle *puzzle, const TwOptions *options)
{
  g_autoptr (TilewrightSolver) solver = tw_cli_solver_new (puzzle, options);

  return tw_cli_run_solver (solver, NULL, NULL);
}

static void
worked_cb (GObject *source, GAsyncResult *task, gpointer loop)
{
  g_main_loop_quit (loop);
}

void
tw_cli_run_work (const char *name, TwRun *work_run, double before, GTaskThreadFunc work,
                 gpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Runner runner = { .loop = loop, .run = work_run, .name = name, .before = before };

  tw_task_run (work, data, NULL, NULL, NULL, worked_cb, loop);
  run_loop (&runner);
}

static gboolean
quit_cb (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_CONTINUE;
}

void
tw_cli_serve_until_signal (const char *uri)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  const int numbers[] = { SIGINT, SIGTERM };

  /* The handlers stay, so that a further signal does not interrupt the end of the server. */
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_unix_signal_add_full (G_PRIORITY_DEFAULT, numbers[i], quit_cb, g_main_loop_ref (loop),
                            (GDestroyNotify) g_main_loop_unref);
  g_print ("%s\n", uri);
  g_main_loop_run (loop);
}
