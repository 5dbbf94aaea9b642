/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.h - the kinds of puzzle, each a small table of functions.
 *
 * Readers, window, command line and network know kinds only through this file.
 * To add one: write kind-NAME.c with `const TwKind tw_kind_NAME`, declare it
 * in kind-NAME.h, add it to the list in kind.c and to meson.build. See
 * kind-squares.c, the shortest complete one. Functions marked "may be NULL" are
 * left out by kinds that have no such thing.
 *
 * Threads: no function here keeps state; all may be called on any thread,
 * and those that read, write, check or solve are meant for workers.
 */
#ifndef TW_PUZZLE_KIND_H
#define TW_PUZZLE_KIND_H

#include <glib-object.h>
#include <json-glib/json-glib.h>

#include "core/options.h"
#include "core/run.h"
#include "puzzle/puzzle.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

typedef struct {
  const char *name;    /* for --engine and results */
  const char *title;   /* for people, untranslated: pass it to gettext */
  const char *summary; /* one line, untranslated */
} TwEngineInfo;

/* An option of --SPEC_OPTION that may be left out. A list ends in a NULL option. */
typedef struct {
  const char *option;    /* "cap" */
  const char *arguments; /* as --help shows it */
  const char *summary;   /* untranslated */
} TwSpecOption;

/* Another format that a kind's puzzles can be written in. A list ends in a NULL name. */
typedef struct {
  const char *name;    /* for convert --to */
  const char *summary; /* untranslated */
  /* NULL and `error` when this puzzle has no such form. g_free () the text. */
  char *(*write) (const TwPuzzle *puzzle, GError **error);
} TwKindExport;

/* How many solutions a search has found. */
typedef struct {
  guint64 raw;       /* all of them */
  guint64 distinct;  /* up to the symmetries of the board */
  gboolean complete; /* these are all */
  TwStop stop;       /* why the search ended before; TW_STOP_NONE: no more were asked for */
} TwSolutionCount;

enum {
  TW_MAX_SPEC_EXTRAS = 8, /* of one kind */
};

struct TwKind {
  const char *name;  /* "squares", "pieces", ...: as in results */
  const char *title; /* for people, untranslated */
  /* Ids are numbers in JSON; a puzzle keeps them as decimal text all the same. */
  gboolean numeric_id;

  /* --- reading; JSON kinds have the first two, text kinds the others -------- */

  /* Whether this JSON object is, or wants to be, a puzzle of this kind: a look
   * at its member names. The first kind in the list that says so reads it. */
  gboolean (*sniff_json) (JsonObject *object);
  /* Errors say "PLACE: REASON" with a path such as puzzle[3][7]. */
  TwPuzzle *(*read_json) (JsonObject *object, GError **error);

  /* The same for text: UTF-8 without NUL and byte-order mark, ends in a NUL.
   * `name` is the file's name without folders, NULL when there is none. */
  gboolean (*sniff_text) (const char *text, gsize length, const char *name);
  /* Appends one or more TwPuzzle to `puzzles`, which owns them. */
  gboolean (*read_text) (const char *text, gsize length, GPtrArray *puzzles, GError **error);

  /* --- without a file ------------------------------------------------------- */

  /* A puzzle that is told in a few words: `tilewright-cli solve --OPTION WORD...`.
   * The first word is the option's value. May be NULL, and the rest with it. */
  const char *spec_option;         /* "tetrominoes" */
  const char *spec_arguments;      /* "N SIGNATURE", as --help shows it */
  const char *spec_summary;        /* untranslated */
  guint spec_words;                /* how many words there are */
  const TwSpecOption *spec_extras; /* at most TW_MAX_SPEC_EXTRAS; may be NULL */
  /* The values of the extras follow behind the words, NULL where one was left out. */
  TwPuzzle *(*read_spec) (const char *const *words, GError **error);

  /* --- writing ------------------------------------------------------------ */

  /* The puzzle in the kind's own file format. May be NULL. g_free () it. */
  char *(*write) (const TwPuzzle *puzzle);
  const TwKindExport *exports; /* may be NULL */

  /* --- solving ------------------------------------------------------------ */

  /* The engine number `index`, the default one first; FALSE behind the last. */
  gboolean (*engine) (guint index, TwEngineInfo *info);
  /* What a search shares with those who watch it, beyond its run: a list of
   * solutions, say. Made before and freed after the search; guards itself
   * against several threads. Both may be NULL; solve may also be given none. */
  gpointer (*live_new) (const TwPuzzle *puzzle, const TwOptions *options);
  void (*live_free) (gpointer live);
  /* The same for a search that goes on where another stopped; NULL when the result of
   * that says nowhere. May be NULL. */
  gpointer (*live_continue) (const TwResult *stopped);
  /* Runs the engine options->engine on the calling thread until it ends or
   * `run` stops. Sets status, answer, bound, transform and reason of `result`;
   * tw_kind_solve () sets the rest. */
  void (*solve) (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
                 TwResult *result);
  /* The best answer of a run that goes on, for showing it; FALSE when there is
   * none yet. Cheap: called at frame rate. May be NULL. */
  gboolean (*snapshot) (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result);

  /* Tells a running search an answer from elsewhere, which is right, so that it goes on
   * from there. May be NULL. */
  void (*offer) (const TwResult *answer, TwRun *run);

  /* --- answers ------------------------------------------------------------ */

  /* What is to be as small as possible, at least TW_COST_LEAST, of a result with an
   * answer. NULL: all answers are as good as that. */
  gint64 (*cost) (const TwResult *result);
  gboolean bounds_cost; /* the bound of a result is one on that */
  /* Adds the members of the answer, as the result format has them, to the
   * open object. Called for results without an answer, too. */
  void (*write_answer) (const TwResult *result, JsonBuilder *builder);
  /* The other way; the common members were read. Lists of impossible length
   * are refused; placements out of the board or on each other are not: that is
   * for check to say. */
  gboolean (*read_answer) (TwResult *result, JsonObject *object, GError **error);
  /* The member that may also stand alone, an array, as a whole answer. May be NULL. */
  const char *bare_answer;
  /* Judges the answer by the kind's independent checker, appends a translated
   * text (g_free) for each fault and returns how many there are. At most
   * TW_MAX_FAULT_TEXTS texts are appended. */
  gsize (*check) (const TwResult *result, GPtrArray *faults);

  /* FALSE when the result has no count. NULL: this kind's solutions are not counted. */
  gboolean (*count) (const TwResult *result, TwSolutionCount *number);

  /* Appends lines "NAME\tVALUE\n", translated, that describe the puzzle beyond
   * name, kind and size. May be NULL. */
  void (*describe) (const TwPuzzle *puzzle, GString *text);
  /* The answer in one sentence, translated; without it, and when it returns NULL, pieces
   * or squares are counted. */
  char *(*describe_answer) (const TwResult *result);
};

enum {
  TW_MAX_FAULT_TEXTS = 100,
  TW_COST_LEAST = 0, /* nothing is better */
};

/* All kinds, NULL-terminated, in the order in which they are asked to sniff. */
const TwKind *const *tw_kinds (void);
const TwKind *tw_kind_find (const char *name);

/* FALSE when the kind has no engine of that name; `info` may be NULL. */
gboolean tw_kind_find_engine (const TwKind *kind, const char *name, TwEngineInfo *info);
/* FALSE and TW_PUZZLE_ERROR_USAGE, naming the engines there are, when
 * options->engine is none of this puzzle's kind. */
gboolean tw_kind_accepts_options (const TwKind *kind, const TwOptions *options, GError **error);

/* Solves on the calling thread. `run` is made by the caller from the limits of
 * tw_kind_limits (), so that it can be watched and cancelled; `live` by the kind's
 * live_new, or it is NULL when nobody watches. Never returns NULL. Most callers
 * want a TwJob instead, which does all of this. */
TwResult *tw_kind_solve (TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live);
TwLimits tw_kind_limits (const TwOptions *options);
/* The best answer so far of a running search, NULL when there is none. */
TwResult *tw_kind_snapshot (TwPuzzle *puzzle, TwRun *run, gpointer live);

/* Number of faults of an answer; texts (char *) are appended to `faults`,
 * which frees them and may be NULL. A result without an answer has none. */
gsize tw_kind_check (const TwResult *result, GPtrArray *faults);

/* The answer's cost as the kind has it; G_MAXINT64 for a result without one. */
gint64 tw_kind_cost (const TwResult *result);
/* Which of two results of one puzzle has the better answer: below zero, `a`; above, `b`; zero
 * when both are as good. Both may be NULL, which is as good as a result without an answer. */
int tw_result_compare (const TwResult *a, const TwResult *b);

/* Adds "file", "id" and "kind" to the open object, as results begin. */
void tw_kind_write_names (const TwPuzzle *puzzle, JsonBuilder *builder);

/* "N" or "NxM", 1..TW_BOARD_MAX_SIDE, for read_spec. */
gboolean tw_kind_parse_size (const char *text, int *width, int *height, GError **error);

G_END_DECLS

#endif
