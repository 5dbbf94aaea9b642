/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.h - the sub-commands of tilewright-cli, listed in a table in main.c and each in its own
 * file, and the functions that they share. */
#pragma once

#include <tilewright.h>

#include "core/options.h"
#include "puzzle/job.h"
#include "puzzle/kind.h"
#include "puzzle/result.h"
#include "puzzle/squares.h"

/* The exit code of the program. */
typedef enum {
  TW_EXIT_FOUND = 0,     /* a tiling, a complete count, a correct solution */
  TW_EXIT_NONE = 1,      /* proved that there is none; for check: an incorrect solution */
  TW_EXIT_BAD_INPUT = 2, /* or wrong usage, or an output that cannot be written */
  TW_EXIT_STOPPED = 3,   /* by time, memory or cancellation before a solution */
  TW_EXIT_NETWORK = 4,
} TwExit;

/* A sub-command. Its texts are untranslated. A process runs one command, so the values of options are
 * static variables beside their tables, initialised with the defaults. */
typedef struct {
  const char *name;
  const char *summary;     /* one line, for the list of commands */
  const char *parameters;  /* for --help, such as "FILE…"; "": there are none */
  const char *description; /* for --help */
  gboolean solver;         /* it has the options of core/options.h */
  /* `words` are the other arguments, in file name encoding; their number is checked only without
   * parameters. `options` are the values of the solver options, or their defaults. */
  TwExit (*run) (char **words, TwOptions *options);
  const GOptionEntry *tables[8]; /* its options, with untranslated texts; ends with NULL */
} TwCommand;

/* Rows of a table of options; `word` stands for the value in --help. */
#define TW_OPTION(type, name, value, word, doc)       \
  {                                                   \
    name, 0, 0, G_OPTION_ARG_##type, value, doc, word \
  }
#define TW_FLAG(name, value, doc) TW_OPTION (NONE, name, value, NULL, doc)
#define TW_FILE(name, value, doc) TW_OPTION (FILENAME, name, value, N_ ("FILE"), doc)
#define TW_INT(name, value, doc)  TW_OPTION (INT, name, value, N_ ("N"), doc)

extern const TwCommand tw_cli_bench, tw_cli_booklet, tw_cli_check, tw_cli_cluster, tw_cli_contest,
  tw_cli_convert, tw_cli_count, tw_cli_generate, tw_cli_info, tw_cli_list, tw_cli_merge,
  tw_cli_practice_server, tw_cli_resolve, tw_cli_serve, tw_cli_shapes, tw_cli_solve, tw_cli_split,
  tw_cli_work;

/* Combines the exit codes of a batch: returns the more severe one. */
TwExit tw_exit_worse (TwExit a, TwExit b);
TwExit tw_exit_of_status (TilewrightStatus status);

/* The puzzle's name, shortened in the middle to fit a table or a line, because ids can make it long.
 * The caller frees it with g_free (). */
char *tw_cli_short_name (const TwPuzzle *puzzle);
/* "auto, transform 3, 1.23 s, 4567 nodes": how the result was found. Its engine may be NULL. The caller
 * frees it with g_free (). */
char *tw_cli_figures (const TwResult *result);

/* Both print "tilewright-cli: FILE: PLACE: REASON" on standard error. They return FALSE and
 * TW_EXIT_BAD_INPUT, for callers that end with it. */
gboolean tw_cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);
#define tw_cli_bad_input(...) ((void) tw_cli_error (__VA_ARGS__), TW_EXIT_BAD_INPUT)
/* Prints "FILE: REASON", with the name of the file as it is displayed; returns FALSE. */
gboolean tw_cli_error_in (const char *path, const char *reason);

/* --- options (args.c) ----------------------------------------------------- */

/* Parses the options of a command and runs it. --help omits the options without effect on the kind
 * of puzzle that --kind or the first file names. */
TwExit tw_cli_run_command (const TwCommand *command, int argc, char **argv);

/* Returns the folder of a plan, the only one of the words; NULL after reporting wrong usage. */
const char *tw_cli_run_folder (char *const *words);
/* Adds up the results of the work units in a folder and writes the outputs of merge (merge.c). */
TwExit tw_cli_merge_folder (const char *folder);

/* Reports an option whose value is out of range; returns FALSE. `option` is without dashes. */
gboolean tw_cli_in_range (const char *option, double value, double least, double most);

/* Prints the options of a command as lines "--NAME TAB VALUE TAB DESCRIPTION", for shell completion
 * (list-options.c): those of its tables, of the solver, and of `own`, which every command has.
 * VALUE is flag, file, text, or WORD|WORD... */
void tw_cli_list_options (const TwCommand *command, const GOptionEntry *own);

/* Do --help and the completion list this solver option, because the command uses it? The other
 * solver options are accepted too, so that old scripts continue to work. */
gboolean tw_cli_shows_option (const TwCommand *command, const TwOptionInfo *info);

/* The names of all kinds; the caller frees them with g_free (). */
char *tw_cli_kind_names (const char *separator);

/* --- headings of --help (option-groups.c) --------------------------------- */

enum {
  TW_N_OPTION_GROUPS = 9,
};

/* The heading of a group, untranslated; groups are listed in the order of their index. */
const char *tw_option_group_title (guint group);
/* The group of an option without its dashes. `solver`: it is in the table of core/options.h;
 * otherwise `entries` are all options of the command, which decide between groups. */
guint tw_option_group_find (const char *option, gboolean solver, const GOptionEntry *entries);

/* Whether the option has an effect on puzzles of this kind. */
gboolean tw_kind_uses_option (const TwKind *kind, const char *option);
/* Whether some kinds use the option and others do not. */
gboolean tw_option_depends_on_kind (const char *option);

/* --- puzzles (input.c) ----------------------------------------------------- */

/* Loads the puzzles of all files ("-" is standard input) and of those in folders, at least one, into one
 * array of TwPuzzle. Reports each bad file on standard error and then returns NULL; a file of a folder
 * that is no puzzle is reported and skipped. */
GPtrArray *tw_cli_load (char *const *paths);
/* Reports wrong usage and returns FALSE when there are none. */
gboolean tw_cli_has_puzzles (guint n);
/* Appends them to `puzzles`; returns FALSE when a file is bad. */
gboolean tw_cli_add_puzzles (char *const *paths, GPtrArray *puzzles);
/* Collects the puzzles of files and folders with the solutions beside them (puzzle/gather.h), and
 * those of standard input ("-"): an array of TwEntry. Reports what cannot be read; with `solutions`,
 * also what is wrong with the solution of a puzzle. */
GPtrArray *tw_cli_gather (char *const *paths, gboolean solutions);
/* Does the kind of the puzzle have the engine of the options? Otherwise reports it. */
gboolean tw_cli_accepts_options (const TwPuzzle *puzzle, const TwOptions *options);
gboolean tw_cli_all_accept_options (const GPtrArray *puzzles, const TwOptions *options);
/* The text of a file or of standard input; returns NULL after reporting an error. */
char *tw_cli_read (const char *path, gsize *length);

/* --- results (output.c) ----------------------------------------------------- */

/* Writes to a file, as a whole or not at all, or to standard output ("-"). Returns FALSE after
 * reporting an error. */
gboolean tw_cli_write (const char *path, const char *data, gsize length);
/* Writes texts, each one JSON value, as one value: an array, or the text itself when there is one and
 * not `several`. */
gboolean tw_cli_write_json (const char *path, GPtrArray *texts, gboolean several);
/* The width of the text on a terminal, in columns: CJK characters take two. */
int tw_cli_columns (const char *text);
/* Pads the text with blanks to the given number of columns: on the left, or on the right when
 * `columns` is negative. printf () would count bytes. The caller frees the text with g_free (). */
char *tw_cli_pad (const char *text, int columns);
/* Notes that the command reads or writes this file ("-": standard input or output). Returns FALSE
 * after reporting that an output is the same file as an input or another output. All commands call
 * it for each file before they search; tw_cli_read () and tw_cli_can_write () do so. */
gboolean tw_cli_claim (const char *path, gboolean written);
/* Can `path` be written, and is it no other file of the command? Called before a long search;
 * reports an error when not. `path` may be NULL. */
gboolean tw_cli_can_write (const char *path);
/* Is one of the outputs standard output? Then nothing else is written there. */
gboolean tw_cli_stdout_is_taken (void);

/* Reads the secret token for requests to services in a file, without surrounding white space:
 * printable ASCII, at least `least` characters. The caller frees it with g_free (). Returns FALSE
 * after reporting an error. */
gboolean tw_cli_read_token (const char *path, gsize least, char **token);

/* --- puzzles given on the command line instead of a file (specs.c) ----------- */

extern const GOptionEntry tw_spec_entries[];
/* Returns the puzzles of these options, whose further words it takes from the first `words`, and of
 * the other words, which are files; NULL after reporting an error. */
GPtrArray *tw_specs_read (char **words);
/* The kind of the puzzles that an option describes; NULL: it is not one of these options. */
const TwKind *tw_specs_kind (const char *option);

/* --- rules of piece puzzles (variants.c) -------------------------------------- */

/* --rotate, --no-rotate, --flip, --no-flip, --pieces, --free and --all. */
extern const GOptionEntry tw_variant_entries[];
/* Replaces each puzzle by the puzzle with the requested rules; `options` may be NULL. Returns
 * FALSE after an error, when a rule does not apply to a puzzle. */
gboolean tw_variants_apply (GPtrArray *puzzles, TwOptions *options);

/* --- pictures of solutions (pictures.c) ---------------------------------------- */

/* --png, --svg, ... */
extern const GOptionEntry tw_picture_entries[];
/* Called before a long search. For several puzzles each path must be a folder, in which a picture has
 * the name of its puzzle. Returns FALSE after reporting an error. */
gboolean tw_pictures_can_write (const GPtrArray *puzzles);
/* Draws the solution of the puzzle with this index, if it has one. */
gboolean tw_pictures_write (guint puzzle, TilewrightResult *result);

/* --- events as lines of JSON (stream.c) ---------------------------------------- */

/* --jsonl. Without it the other functions have no effect. */
extern const GOptionEntry tw_stream_entries[];
/* Called before a long search. Returns FALSE after reporting an error. */
gboolean tw_stream_can_write (void);
/* Has every line been written? Otherwise an error was reported. */
gboolean tw_stream_is_complete (void);
/* The events of a search are between its start and its end. */
void tw_stream_start (const TwPuzzle *puzzle);
void tw_stream_end_result (const TwResult *result);
/* The same for a result that is written already, an object on a line. */
void tw_stream_end (const char *object);
/* Writes better solutions and bounds of the search that the solver has started. */
void tw_stream_watch (TilewrightSolver *solver);
/* Writes solutions that were found since the last call, with `progress` also the progress; `job` may be
 * NULL. */
void tw_stream_update (TwJob *job, TwRun *run, gboolean progress);

/* --- counting tilings by squares (count-squares.c) ------------------------------ */

#define TW_CLI_SQUARES_CHECKPOINT "tilewright-squares "

typedef struct {
  TwSquareCountGoal goal;
  gboolean summary;
  /* NULL: none. Otherwise the puzzle is an empty rectangle, and all of its tilings are counted. The
   * count continues from `state`, which took `seconds`. */
  const char *checkpoint;
  TwSquareCountState state;
  double seconds;
} TwCliSquares;

/* Prints the number if `summary`, unless the state turns out to be wrong; *json receives the output of
 * --json, which the caller frees. */
TwExit tw_cli_count_squares (TwPuzzle *puzzle, const TwOptions *options, TwCliSquares *squares,
                             char **json);

/* --- the board in the terminal (watch.c) ----------------------------------------- */

/* Draws the best solution so far, over the frame before. Elsewhere than on a terminal draws it in
 * characters when it has changed. */
void tw_watch_draw (TwJob *job, gboolean terminal);
/* The next frame is below the last one. */
void tw_watch_end (void);

/* --- searching (runner.c) --------------------------------------------------- */

/* --quiet and --progress. Progress is shown when standard error is a terminal or it was requested,
 * but not with --quiet. */
extern const GOptionEntry tw_cli_quiet_entries[];
extern const GOptionEntry tw_cli_progress_entries[];
extern gboolean tw_cli_quiet;
extern gboolean tw_cli_progress;
/* --watch of solve: the board is drawn on standard error while a search runs. */
extern gboolean tw_cli_watch;

/* Runs a search with options that suit the puzzle. After the first call, the first SIGINT or SIGTERM
 * stops the running search and all later ones, and the second one kills the program. */
TilewrightResult *tw_cli_run (TwPuzzle *puzzle, const TwOptions *options);
/* The same. `started`, which may be NULL, is called before the first line of progress. */
typedef void (*TwStarted) (TwJob *job, gpointer data);
TilewrightResult *tw_cli_run_solver (TilewrightSolver *solver, TwStarted started, gpointer data);
TilewrightSolver *tw_cli_solver_new (TwPuzzle *puzzle, const TwOptions *options);
/* Runs `work` on another thread, with progress and signals as above. `work` gets `data` as its task
 * data, uses `run` and ends with g_task_return_boolean (task, TRUE). `before` is the time that the
 * same work took earlier. */
void tw_cli_run_work (const char *name, TwRun *run, double before, GTaskThreadFunc work,
                      gpointer data);
/* Called before a search whose result, or with `count` whose complete count, shall be certified in
 * the file `path`, which may be NULL. Returns FALSE after reporting an error. */
gboolean tw_cli_can_certify (const char *path, const GPtrArray *puzzles, gboolean count);
/* Writes the certificate of a result, or of its complete count, with the time that its search left
 * (certify.c), and prints what the former proves. A signal ends it without a certificate. Reports an
 * error, and then does not return TW_EXIT_FOUND. */
TwExit tw_cli_certify (const char *path, const TwResult *result, const TwOptions *options,
                       gboolean count);
/* The progress shows how many of `total` searches or steps are done, and the time that the others may
 * take. Each search of a solver is a step; other steps are reported, on any thread. */
void tw_cli_batch (guint total);
void tw_cli_batch_step (void);
/* Call it when all searches are over: from then on the first signal kills the program. Returns
 * whether a signal cancelled a search. */
gboolean tw_cli_end_runs (void);
/* Has a signal cancelled a search? */
gboolean tw_cli_was_cancelled (void);
/* Prints the address of a server, which the program that started it reads from the first line, and
 * waits for SIGINT or SIGTERM. */
void tw_cli_serve_until_signal (const char *uri);
