/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contest.c - tilewright-cli contest: fetches puzzles from a contest server, solves them, submits
 * the solutions, and prints a line for each. */
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/workers.h"
#include "net/contest-folder.h"
#include "net/contest-session.h"
#include "puzzle/i18n.h"
#include "puzzle/visible.h"

static const char key_variable[] = "TILEWRIGHT_KEY";

static char *server, *key_file, *mode, *folder;
static int count = -1; /* not given */
static int tetrominoes;
static gint64 practice_seed;
static gboolean resume, yes, quiet;

static const GOptionEntry entries[] = {
  TW_OPTION (STRING, "server", &server, N_ ("URL"),
             N_ ("Address of the server [a practice server started on this computer]")),
  TW_FILE ("key-file", &key_file,
           N_ ("File with the key or token [the variable TILEWRIGHT_KEY, or the keyring]")),
  TW_OPTION (STRING, "mode", &mode, N_ ("MODE"), N_ ("Mode: trial or contest [trial]")),
  TW_FLAG ("yes", &yes, N_ ("Do not ask before solutions are scored in a contest")),
  TW_INT ("count", &count, N_ ("Number of puzzles, not counting the first one to warm up [1]")),
  TW_INT ("tetrominoes", &tetrominoes,
          N_ ("Ask a server of that protocol for tetromino squares of this side")),
  TW_OPTION (FILENAME, "folder", &folder, N_ ("DIR"),
             N_ ("Folder for puzzles, solutions and the log [a new one in tilewright/contests, "
                 "named by date]")),
  TW_FLAG ("resume", &resume,
           N_ ("Continue the contest in --folder; --server and --count may be changed")),
  TW_OPTION (INT64, "practice-seed", &practice_seed, N_ ("N"),
             N_ ("Random seed of the practice server's boards [from the clock]")),
  TW_CLI_WORKER_ENTRIES,
  { "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, N_ ("Write no table and no progress"), NULL },
  { 0 },
};

typedef struct {
  TwContestMode mode;
  char *key;
  TwContestSession *session;
  gboolean terminal;
  gboolean headed; /* the titles of the table are printed */
  gboolean dirty;  /* a progress line is on the terminal */
  guint signals;   /* number of signals received */
} Contest;

/* --- options ---------------------------------------------------------------- */

static gboolean
read_key (Contest *contest)
{
  if (key_file != NULL)
    return tw_cli_read_token (key_file, 1, &contest->key);
  contest->key = g_strdup (g_getenv (key_variable));
  return TRUE;
}

/* Solutions sent in a contest are scored, so ask for confirmation. */
static gboolean
confirm (const Contest *contest)
{
  char line[16] = "";

  if (contest->mode == TW_CONTEST_MODE_TRIAL || yes || resume)
    return TRUE;
  if (!isatty (STDIN_FILENO))
    return tw_cli_error (_ ("--mode contest: the solutions will be scored; pass --yes to confirm"));
  g_printerr (_ ("The solutions of %d puzzles will be scored in the contest. Continue? [y/N] "),
              count);
  if (fgets (line, sizeof line, stdin) != NULL) {
    g_strstrip (line);
    if (g_ascii_strcasecmp (line, "y") == 0 || g_ascii_strcasecmp (line, "yes") == 0)
      return TRUE;
  }
  return tw_cli_error (_ ("nothing was sent"));
}

/* A session may be resumed in a folder that holds the file of the key. */
static gboolean
claim_log (void)
{
  g_autofree char *log = folder != NULL ? g_build_filename (folder, "log.jsonl", NULL) : NULL;

  return log == NULL || tw_cli_claim (log, TRUE);
}

static gboolean
accept_usage (Contest *contest)
{
  if (count == -1)
    count = resume ? 0 : 1;
  if (mode != NULL && !tw_contest_mode_find (mode, &contest->mode))
    return tw_cli_error (_ ("--mode: expected trial or contest, not “%s”"), mode);
  if (count < (resume ? 0 : 1) || count > TW_CONTEST_MAX_COUNT)
    return tw_cli_error (_ ("--count: expected 1 to %d puzzles"), TW_CONTEST_MAX_COUNT);
  if (resume && (folder == NULL || mode != NULL || tetrominoes != 0))
    return tw_cli_error (_ ("--resume needs --folder and excludes --mode and --tetrominoes"));
  return tw_cli_accept_workers () && claim_log () && read_key (contest) && confirm (contest);
}

/* --- the table ---------------------------------------------------------------- */

static char *
number (gint64 value)
{
  return value >= 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, value) : g_strdup ("-");
}

static char *
seconds (double value)
{
  return value >= 0 ? g_strdup_printf ("%.2f", value) : g_strdup ("-");
}

static void
clear_progress (Contest *contest)
{
  if (contest->dirty)
    fputs ("\r\033[K", stderr);
  contest->dirty = FALSE;
}

/* The columns of the table except the status, which is last. */
static const struct {
  const char *title;
  int least; /* minimal width in columns */
} table[] = {
  { N_ ("puzzle"), 6 },    { N_ ("size"), 7 },     { N_ ("squares"), 7 }, { N_ ("bound"), 6 },
  { N_ ("transform"), 9 }, { N_ ("captured"), 8 }, { N_ ("fetch s"), 7 }, { N_ ("solve s"), 7 },
  { N_ ("total s"), 7 },   { N_ ("score"), 6 },    { N_ ("penalty"), 7 },
};

/* Translated titles may be wide characters. */
static void
print_line (const char *const cells[G_N_ELEMENTS (table)], const char *status)
{
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++) {
    g_autofree char *cell = tw_cli_pad (cells[i],
                                        MAX (table[i].least, tw_cli_columns (_ (table[i].title))));

    g_print ("%s ", cell);
  }
  g_print (" %s\n", status);
}

static void
print_header (void)
{
  const char *titles[G_N_ELEMENTS (table)];

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    titles[i] = _ (table[i].title);
  print_line (titles, _ ("status"));
}

static void
print_row (const TwContestFacts *facts)
{
  char *cells[G_N_ELEMENTS (table)] = {
    number (facts->index),           g_strdup_printf ("%dx%d", facts->width, facts->height),
    number (facts->squares),         number (facts->bound),
    number (facts->transform),       number (facts->captured),
    seconds (facts->fetch_seconds),  seconds (facts->solve_seconds),
    seconds (facts->answer_seconds), number (facts->score),
    number (facts->penalty),
  };
  g_autofree char *error = facts->error != NULL ? tw_visible_text (facts->error, -1, FALSE) : NULL;
  g_autofree char *status = g_strconcat (tw_contest_status_text (facts->status),
                                         facts->optimal && facts->error == NULL ? _ (", optimal")
                                                                                : "",
                                         error != NULL ? ": " : "", error, NULL);

  print_line ((const char *const *) cells, status);
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    g_free (cells[i]);
}

static void
entry_finished_cb (TwContestSession *session, TwContestEntry *entry, gpointer data)
{
  Contest *contest = data;

  clear_progress (contest);
  if (!contest->headed)
    print_header ();
  contest->headed = TRUE;
  print_row (tw_contest_entry_get_facts (entry));
  fflush (stdout);
}

static char *
describe_counts (const TwContestTotals *totals)
{
  return g_strdup_printf (_ ("%u requested: %u accepted, %u of them in time and %u optimal; %u "
                             "rejected, %u uncertain, %u without a solution\n"),
                          totals->wanted, totals->accepted, totals->in_time, totals->optimal,
                          totals->rejected, totals->uncertain, totals->unanswered);
}

static void
print_totals (TwContestSession *session)
{
  TwContestTotals totals;
  g_autofree char *name = g_filename_display_name (tw_contest_session_look (session).folder);
  g_autofree char *counts = NULL;

  tw_contest_session_get_totals (session, &totals);
  counts = describe_counts (&totals);
  g_print ("%s", counts);
  if (totals.squares > 0)
    g_print (
      _ ("%lld squares, at least %lld; score %lld, of which penalty %lld; %.1f s of search\n"),
      (long long) totals.squares, (long long) totals.bound, (long long) totals.score,
      (long long) totals.penalty, totals.solve_seconds);
  g_print (_ ("Folder: %s\n"), name);
}

/* Explains the exit code on standard error when no table shows the reason. */
static void
complain_of_answers (TwContestSession *session)
{
  TwContestTotals totals;
  g_autofree char *counts = NULL;

  tw_contest_session_get_totals (session, &totals);
  if (totals.rejected + totals.uncertain + totals.unanswered == 0)
    return;
  counts = describe_counts (&totals);
  tw_cli_error ("%s", g_strchomp (counts));
}

/* --- progress ------------------------------------------------------------------ */

static gboolean
progress_cb (gpointer data)
{
  Contest *contest = data;
  TwContestLook now = tw_contest_session_look (contest->session);
  g_autoptr (GString) line = g_string_new (NULL);

  g_string_printf (line, _ ("puzzle %u of %u: %s"), now.current, now.count,
                   tw_contest_state_text (now.state));
  if (now.seconds_left >= 0) {
    gint64 best = tw_run_best (tw_job_get_run (now.job));

    g_string_append_printf (line, _ (", %.1f s left"), now.seconds_left);
    if (best >= 0)
      g_string_append_printf (line, _ (", best %lld"), (long long) best);
  }
  fprintf (stderr, "\r\033[K%s", line->str);
  fflush (stderr);
  contest->dirty = TRUE;
  return G_SOURCE_CONTINUE;
}

static void
message_cb (TwContestSession *session, gpointer data)
{
  const char *message = tw_contest_session_look (session).message;

  clear_progress (data);
  if (message != NULL)
    tw_cli_error ("%s", message);
}

/* --- the session ------------------------------------------------------------------ */

/* The first signal stops after the current puzzle, whose search ends at once with its incumbent.
 * The second signal aborts. */
static gboolean
signal_cb (gpointer data)
{
  Contest *contest = data;

  if (contest->signals++ == 0)
    tw_contest_session_stop (contest->session);
  else
    tw_contest_session_abort (contest->session);
  return G_SOURCE_CONTINUE;
}

static TwExit
exit_code (TwContestSession *session)
{
  TwExit code = TW_EXIT_FOUND;
  TwContestLook now = tw_contest_session_look (session);
  TwContestTotals totals;

  tw_contest_session_get_totals (session, &totals);
  if (totals.rejected > 0)
    code = tw_exit_worse (code, TW_EXIT_NONE);
  if (totals.unanswered > 0 || now.state == TW_CONTEST_STOPPED)
    code = tw_exit_worse (code, TW_EXIT_STOPPED);
  if (totals.uncertain > 0 || now.state == TW_CONTEST_FAILED)
    code = tw_exit_worse (code, TW_EXIT_NETWORK);
  if (now.is_bad_input)
    code = tw_exit_worse (code, TW_EXIT_BAD_INPUT);
  return code;
}

static TwExit
run (Contest *contest, const TwOptions *options)
{
  g_autoptr (TwContestSession) session = tw_contest_session_new (&(TwContestConfig){
    .server = server,
    .key = contest->key,
    .mode = contest->mode,
    .tetrominoes = tetrominoes,
    .count = (guint) count,
    .folder = folder,
    .resume = resume,
    .options = options,
    .workers = (const char *const *) tw_cli_workers,
    .worker_token = tw_cli_worker_token,
    .practice_seed = (guint64) practice_seed,
  });
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint sources[] = { g_unix_signal_add (SIGINT, signal_cb, contest),
                      g_unix_signal_add (SIGTERM, signal_cb, contest), 0 };
  TwContestLook end;

  contest->session = session;
  contest->terminal = isatty (STDERR_FILENO) != 0;
  g_signal_connect_swapped (session, "finished", G_CALLBACK (g_main_loop_quit), loop);
  g_signal_connect (session, "message", G_CALLBACK (message_cb), contest);
  if (!quiet) {
    g_signal_connect (session, "entry-finished", G_CALLBACK (entry_finished_cb), contest);
    if (contest->terminal)
      sources[2] = g_timeout_add (100, progress_cb, contest);
  }
  tw_contest_session_start (session);
  g_main_loop_run (loop);

  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    if (sources[i] != 0)
      g_source_remove (sources[i]);
  clear_progress (contest);
  end = tw_contest_session_look (session);
  if (end.keyless_server != NULL)
    tw_cli_error (_ ("--server needs a key: give --key-file FILE or set the variable %s"),
                  key_variable);
  else if (end.error != NULL)
    tw_cli_error ("%s", end.error);
  else if (quiet)
    complain_of_answers (session);
  if (!quiet && end.folder != NULL)
    print_totals (session);
  tw_jobs_wait (1);
  return exit_code (session);
}

static TwExit
take_part (char **words, TwOptions *options)
{
  Contest contest = { 0 };
  TwExit code = accept_usage (&contest) ? run (&contest, options) : TW_EXIT_BAD_INPUT;

  g_free (contest.key);
  return code;
}

const TwCommand tw_cli_contest = {
  .name = "contest",
  .summary = N_ ("Solve the puzzles of a contest server and submit the solutions"),
  .parameters = "",
  .description = N_ (
    "Takes part in a contest: fetches puzzles, solves each within its time limit and\nsubmits the "
    "solutions. Puzzles, solutions, replies and a log are saved in a folder."),
  .solver = TRUE,
  .run = take_part,
  .tables = { entries },
};
