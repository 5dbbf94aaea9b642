/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h - the sub-commands of tilewright-cli: a table in main.c, one file
 * each, and what they share. */
#ifndef TW_CLI_COMMAND_H
#define TW_CLI_COMMAND_H

#include <glib.h>

#include "core/options.h"
#include "puzzle/job.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

/* What the shell gets. */
typedef enum {
  TW_EXIT_FOUND = 0,     /* a tiling, a complete count, a right answer */
  TW_EXIT_NONE = 1,      /* proved that there is none; for check: a wrong answer */
  TW_EXIT_BAD_INPUT = 2, /* or usage, or an output that cannot be written */
  TW_EXIT_STOPPED = 3,   /* by time, memory or cancel before an answer */
  TW_EXIT_NETWORK = 4,
} TwExit;

typedef struct {
  const char *name;
  const char *summary; /* one line, untranslated */
  /* argv[0] is the command's name. */
  TwExit (*run) (int argc, char **argv);
} TwCommand;

TwExit tw_cli_bench (int argc, char **argv);
TwExit tw_cli_check (int argc, char **argv);
TwExit tw_cli_contest (int argc, char **argv);
TwExit tw_cli_convert (int argc, char **argv);
TwExit tw_cli_count (int argc, char **argv);
TwExit tw_cli_generate (int argc, char **argv);
TwExit tw_cli_info (int argc, char **argv);
TwExit tw_cli_practice_server (int argc, char **argv);
TwExit tw_cli_resolve (int argc, char **argv);
TwExit tw_cli_serve (int argc, char **argv);
TwExit tw_cli_solve (int argc, char **argv);

/* Of a whole batch: the gravest of its parts. */
TwExit tw_exit_worse (TwExit a, TwExit b);
TwExit tw_exit_of_status (TwStatus status);

/* The puzzle's name, of which ids make long ones, cut to what a table or a line
 * has room for. g_free () it. */
char *tw_cli_short_name (const TwPuzzle *puzzle);

/* "tilewright-cli: FILE: PLACE: REASON" on standard error. */
void tw_cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* --- options (args.c) ----------------------------------------------------- */

/* Parses the options of a command: `entries` (NULL-terminated, of which strings
 * are untranslated) and, when `options` is not NULL, all solver options of
 * core/options.h with their defaults. `parameters` and `summary` are for --help,
 * which ends the program. The other arguments are *rest (NULL before the call,
 * g_strfreev () it in any case), in file name encoding. FALSE when the usage is wrong: that was said already. */
gboolean tw_cli_parse (int argc, char **argv, const char *parameters, const char *summary,
                       const GOptionEntry *entries, TwOptions *options, char ***rest);

/* The same options as lines "--NAME TAB VALUE TAB DESCRIPTION", for the completion of
 * shells (list-options.c). VALUE is flag, file, text, or WORD|WORD... */
void tw_cli_list_options (const char *command, const GOptionEntry *entries, gboolean solver);

/* Whether --help and the completion list this solver option: the command has a use for it.
 * The others are accepted all the same, so that old scripts continue to work. */
gboolean tw_cli_shows_option (const char *command, const TwOptionInfo *info);

/* --- puzzles (input.c) ----------------------------------------------------- */

/* The puzzles of all files, "-" being standard input, as one array of TwPuzzle.
 * Every file that is bad is named on standard error; then NULL. */
GPtrArray *tw_cli_load (char *const *paths);
/* The text of a file or of standard input; NULL: that was said already. */
char *tw_cli_read (const char *path, gsize *length);

/* --- results (output.c) ----------------------------------------------------- */

/* Writes to a file, as a whole or not at all, or to standard output ("-").
 * FALSE when it could not: that was said already. */
gboolean tw_cli_write (const char *path, const char *data, gsize length);
/* The nodes as one JSON value: the only one when there is one and not `several`. */
gboolean tw_cli_write_json (const char *path, GPtrArray *nodes, gboolean several);
/* What a terminal needs for the text, in columns: CJK letters take two. */
int tw_cli_columns (const char *text);
/* The text with blanks up to so many columns: before it, or behind it when `columns` is
 * negative. printf () would count bytes. g_free () it. */
char *tw_cli_pad (const char *text, int columns);
/* Whether `path` can be written: asked before a long search. Says so when not. */
gboolean tw_cli_can_write (const char *path);

/* --- searching (runner.c) --------------------------------------------------- */

typedef enum {
  TW_PROGRESS_AUTO, /* shown when standard error is a terminal */
  TW_PROGRESS_SHOWN,
  TW_PROGRESS_NONE,
} TwProgressMode;

/* From the first call on, SIGINT or SIGTERM once cancels the search that runs
 * and all later ones, twice kills. */
TwResult *tw_cli_run (TwPuzzle *puzzle, const TwOptions *options, TwProgressMode progress);
/* Called when a search has been started, before the first line of progress. */
typedef void (*TwStarted) (TwJob *job, gpointer data);
/* Goes on where the search with this result stopped; NULL: a new one. `started` may be NULL. */
TwResult *tw_cli_run_on (TwPuzzle *puzzle, const TwOptions *options, TwProgressMode progress,
                         TwResult *stopped, TwStarted started, gpointer data);
/* The same with services that help (net/workers.h), whose URIs were checked; what became of them is told on
 * standard error unless `progress` is TW_PROGRESS_NONE. */
TwResult *tw_cli_run_helped (TwPuzzle *puzzle, const TwOptions *options, TwProgressMode progress,
                             char *const *workers, const char *token);
/* Call it when the searches are over: from then on one signal kills. Tells
 * whether they were cancelled. */
gboolean tw_cli_end_runs (void);
/* Whether a signal cancelled one of them. */
gboolean tw_cli_was_cancelled (void);

G_END_DECLS

#endif
