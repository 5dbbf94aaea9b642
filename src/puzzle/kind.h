/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.h - the kinds of puzzle, each a small table of functions.
 *
 * Readers, window, command line and network access kinds only through this file. All that belongs to
 * a kind is in kinds/NAME/. To add one: write kinds/NAME/NAME.c with `const TwKind tw_kind_NAME`,
 * declare it in NAME.h, add it to the list in kinds.c and to meson.build. kinds/squares/squares.c is
 * the shortest complete example. A kind leaves functions marked "may be NULL" out when they do not
 * apply to it.
 *
 * Threads: no function here keeps state. All may be called on any thread; those that read, write,
 * check or solve are meant for workers.
 */
#pragma once

#include <glib-object.h>
#include <json-glib/json-glib.h>

#include "core/options.h"
#include "core/run/run.h"
#include "puzzle/formats/model.h"
#include "puzzle/puzzle.h"
#include "puzzle/result.h"

typedef struct {
  const char *name;    /* for --engine and results */
  const char *title;   /* shown to users, untranslated: pass it to gettext */
  const char *summary; /* one line, untranslated */
} TwEngineInfo;

/* The name of engines that draw one of all solutions at random. */
#define TW_ENGINE_RANDOM "random"

/* Another format to which a kind can export its puzzles. A list ends with a NULL name. */
typedef struct {
  const char *name;      /* for convert --to */
  const char *extension; /* of file names: ".dlx" */
  const char *summary;   /* untranslated */
  /* Returns NULL and sets `error` when the format cannot express this puzzle. The caller frees the
   * text with g_free (). */
  char *(*write) (const TwPuzzle *puzzle, GError **error);
  /* The same for a format that can hold solutions: `result` has those to write, and may be NULL.
   * Then `write` is NULL. */
  char *(*write_solved) (const TwPuzzle *puzzle, const TwResult *result, GError **error);
  /* The same for a format of models: the model of the puzzle, and what writes it. */
  TwModel *(*model) (const TwPuzzle *puzzle, GError **error);
  TwModelFormat *format;
} TwKindExport;

/* How one puzzle is divided into parts that many machines solve independently (puzzle/cluster). A
 * part is a number from 0; its answer is one line of JSON, which only these functions read. */
typedef struct {
  gboolean exact; /* a part that is solved twice has the same answer */
  /* Returns the number of parts, if possible at least `wanted`, and sets *detail, a number of the
   * kind that, together with the puzzle, defines the parts. Returns 0 and sets `error` when the
   * puzzle cannot be divided. */
  guint (*divide) (const TwPuzzle *puzzle, guint wanted, TwRun *run, guint *detail, GError **error);
  /* The number of parts of a division with this detail; 0 when there is no such division. Another
   * version may divide the puzzle in another way. */
  guint (*count) (const TwPuzzle *puzzle, guint detail, TwRun *run);
  /* Returns the line of JSON for one part, which the caller frees with g_free (); NULL when the run
   * ended before the part was solved, or the checker refused its solution. */
  char *(*solve) (TwPuzzle *puzzle, guint detail, guint part, const TwOptions *options, TwRun *run);
  /* Joins the solutions of all parts into one result. An entry of `answers` is NULL when its part
   * is missing. Sets *decided when no missing part can change the result. Returns NULL and sets
   * `error` when an entry is malformed. */
  TwResult *(*join) (TwPuzzle *puzzle, guint detail, GPtrArray *answers, gboolean *decided,
                     GError **error);
} TwKindParts;

/* The number of solutions that a search has found. */
typedef struct {
  guint64 raw;            /* all solutions */
  guint64 distinct;       /* up to the symmetries of the board */
  guint64 listed;         /* of pieces: the number to show first, raw or distinct as requested */
  gsize kept;             /* of pieces: the number of solutions that are stored */
  gboolean kept_short;    /* of pieces: more were found than the memory budget allows to store */
  const char *raw_digits; /* the numbers when they exceed 64 bits, owned by the result; else NULL */
  const char *distinct_digits;
  gboolean complete;     /* the search was complete: these are all */
  gboolean can_continue; /* of pieces: the search has stopped at a checkpoint */
  gboolean matrix_short; /* of pieces: the transfer matrix needed more than the memory budget, so
                          * that the solutions were visited one by one */
  TwStop stop; /* why an incomplete search ended; TW_STOP_NONE: no more solutions were requested */
} TwSolutionCount;

/* What can be done with the puzzles of a kind, beyond the functions that the kind has. */
typedef enum {
  TW_KIND_FEWEST_SQUARES = 1 << 0, /* a solution is a tiling of the free cells by few squares */
  TW_KIND_TRANSFORMS = 1 << 1,     /* engines search the eight transforms, each in a bar; remote
                                    * solvers divide them */
  TW_KIND_READS_PASTED = 1 << 2,   /* a text that is pasted over a puzzle of this kind is read
                                    * as this kind if read_text () accepts it */
  TW_KIND_EDIT_PIECES = 1 << 3,    /* the pieces can be changed */
  TW_KIND_LIST_RAW = 1 << 4,       /* symmetric solutions are listed, too */
  TW_KIND_TETROMINOES = 1 << 5,    /* asks for numbers of tetrominoes, which the window shows */
  TW_KIND_PIECES = 1 << 7,         /* a puzzle is one of pieces/puzzle.h */
  TW_KIND_PIECE_SETS = 1 << 6,     /* all pieces can be replaced by another set */
} TwKindFlags;

/* The values that the editor can give to the cells of a board. */
typedef enum {
  TW_EDIT_NOTHING,   /* the board is determined by a few numbers */
  TW_EDIT_OBSTACLES, /* cells are free (TW_CELL_FREE) or obstacles (TW_CELL_BLOCKED) */
  TW_EDIT_COLOURS,   /* cells have a colour (1, 2, ...) or are holes (TW_CELL_BLOCKED) */
} TwEditCells;

struct TwKind {
  const char *name;  /* "squares", "pieces", ...: as in result files */
  const char *title; /* shown to users, untranslated */
  TwKindFlags flags;
  TwEditCells edit_cells;
  int max_side; /* of an edited board; 0: TW_BOARD_MAX_SIDE */
  /* In JSON the ids are numbers; a puzzle stores them as decimal text nevertheless. */
  gboolean numeric_id;

  /* The payload of a result: zeroed memory of this size at first, which begins with a solution of
   * the form. `payload_clear` frees what follows the solution; it may be NULL. `copy_solution`
   * copies the solution into a new payload; only kinds of TW_FORM_OTHER need it. */
  TwSolutionForm form;
  gsize payload_size;
  void (*payload_clear) (gpointer payload);
  void (*copy_solution) (gpointer copy, gconstpointer payload);

  /* --- reading; JSON kinds set the first two, text kinds the others --------- */

  /* Does this JSON object look like a puzzle of this kind, by its member names? The first kind in
   * the list that returns TRUE reads it. */
  gboolean (*sniff_json) (JsonObject *object);
  /* Errors are "PLACE: REASON" with a path such as puzzle[3][7]. */
  TwPuzzle *(*read_json) (JsonObject *object, GError **error);

  /* The same for text: UTF-8 without NUL or byte-order mark, terminated by a NUL. `name` is the
   * file's name without folders; NULL when there is none. */
  gboolean (*sniff_text) (const char *text, gsize length, const char *name);
  /* Appends one or more TwPuzzle to `puzzles`, which owns them. */
  gboolean (*read_text) (const char *text, gsize length, GPtrArray *puzzles, GError **error);

  /* The same for files of any bytes, which are looked at before texts. They may also hold solutions:
   * `read_solutions` returns a TwResult for each of the puzzles, NULL for one without solutions. */
  gboolean (*sniff_data) (const char *data, gsize length);
  gboolean (*read_data) (const char *data, gsize length, GPtrArray *puzzles, GError **error);
  GPtrArray *(*read_solutions) (const char *data, gsize length, const GPtrArray *puzzles,
                                GError **error);

  /* --- puzzles without a file ----------------------------------------------- */

  /* Makes a puzzle from a few words, as the command line gives them (cli/specs.c). A word that may
   * be absent is NULL. May be NULL. */
  TwPuzzle *(*read_spec) (const char *const *words, GError **error);

  /* --- writing ------------------------------------------------------------ */

  /* Writes the puzzle in the kind's file format. May be NULL. The caller frees the text with
   * g_free (). */
  char *(*write) (const TwPuzzle *puzzle);
  /* Makes a copy of a puzzle of this kind with the pieces of this text. Fails with
   * TW_PUZZLE_ERROR_SYNTAX when the text is malformed, with TW_PUZZLE_ERROR_FORMAT when a piece placed
   * beforehand is not one of them. May be NULL. */
  TwPuzzle *(*with_pieces) (TwPuzzle *puzzle, const char *text, gsize length, GError **error);
  const char *extension;       /* of files with that text, unless it is JSON; NULL: ".txt" */
  const TwKindExport *exports; /* may be NULL */

  /* --- solving ------------------------------------------------------------ */

  /* Describes engine number `index`; number 0 is the default. Returns FALSE when there is no such
   * engine. */
  gboolean (*engine) (guint index, TwEngineInfo *info);
  /* Live data that a search shares with its observers besides the run, for example a list of
   * solutions. It is made before and freed after the search, and does its own locking. Both
   * functions may be NULL; solve may be called without live data. */
  gpointer (*live_new) (const TwPuzzle *puzzle, const TwOptions *options);
  void (*live_free) (gpointer live);
  /* The same for a search that continues a stopped one; returns NULL when its result has no
   * checkpoint. May be NULL. */
  gpointer (*live_continue) (const TwResult *stopped);
  /* Runs the engine options->engine on the calling thread until it ends or `run` stops. Sets
   * status, solution, bound, transform and reason of `result`; tw_kind_solve () sets the other
   * members. */
  void (*solve) (const TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live,
                 TwResult *result);
  /* Copies the incumbent of a running search for display; returns FALSE when there is none yet.
   * Cheap: called at frame rate. May be NULL. */
  gboolean (*snapshot) (const TwPuzzle *puzzle, TwRun *run, gpointer live, TwResult *result);

  const TwKindParts *parts; /* NULL: a puzzle is solved as a whole */

  /* Can a solution that a remote solver has found help a search for this puzzle? NULL: whenever one
   * solution is wanted. */
  gboolean (*can_be_helped) (const TwPuzzle *puzzle);
  /* The engine of a remote solver when ours is the default one: without a proof, which would not be
   * believed. NULL: the same. */
  const char *helping_engine;
  /* Passes a solution from elsewhere, which the checker has accepted, to a running search as its
   * new incumbent. May be NULL. */
  void (*offer) (const TwResult *solution, TwRun *run);

  /* --- solutions ---------------------------------------------------------- */

  /* The cost to minimise, at least TW_COST_LEAST, of a result with a solution. NULL: all solutions
   * are equally good. */
  gint64 (*cost) (const TwResult *result);
  gboolean bounds_cost; /* the bound of a result is a lower bound on this cost */
  /* Adds the members of the solution, in the result format, to the open object. Also called for
   * results without a solution. */
  void (*write_solution) (const TwResult *result, TwJsonBuilder *builder);
  /* Reads the members that write_solution () writes; the common members have been read. Rejects
   * lists of impossible length, but accepts placements outside the board or on each other, which
   * `check` reports. */
  gboolean (*read_solution) (TwResult *result, JsonObject *object, GError **error);
  /* The name of the member whose value, an array, is also accepted alone as a whole solution. May
   * be NULL. */
  const char *bare_solution;
  /* Checks the solution with the kind's independent checker, appends a translated text (to be
   * freed with g_free ()) for each fault, and returns the number of faults. At most
   * TW_MAX_FAULT_TEXTS texts are appended. */
  gsize (*check) (const TwResult *result, GPtrArray *faults);

  /* Returns a certificate of a solution, a text for tilewright-check that the caller frees with
   * g_free (). *bound receives the lower bound it proves, at most the cost. Returns NULL and sets
   * `error` when the result has no solution or memory runs out. Takes as long as `run` lasts; when
   * it ends early, the bound is smaller. NULL: no certificates. */
  char *(*certify) (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length,
                    gint64 *bound, GError **error);

  /* The same for the number of solutions. Fails, too, when `count` turns out to be wrong. NULL: no
   * such certificates. */
  char *(*certify_count) (TwPuzzle *puzzle, guint64 count, TwRun *run, gsize *length,
                          GError **error);

  /* NULL: solutions of this kind are not counted. */
  TwSolutionCount (*count) (const TwResult *result);

  /* Appends translated lines "NAME\tVALUE\n" that describe the puzzle beyond name, kind and size.
   * May be NULL. */
  void (*describe) (const TwPuzzle *puzzle, GString *text);
  /* The solution in one translated sentence. When it is NULL or returns NULL, the number of pieces
   * or squares is shown. */
  char *(*describe_solution) (const TwResult *result);
};

enum {
  TW_MAX_FAULT_TEXTS = 100,
  TW_COST_LEAST = 0, /* the least possible cost: a solution with it is optimal */
};

/* All kinds, NULL-terminated, in the order in which their sniff functions are called. */
const TwKind *const *tw_kinds (void);
const TwKind *tw_kind_find (const char *name);

/* Returns FALSE when the kind has no engine of this name; `info` may be NULL. */
gboolean tw_kind_find_engine (const TwKind *kind, const char *name, TwEngineInfo *info);
/* Returns the names of the engines, that of the default engine first; the caller frees them with
 * g_free (). */
char *tw_kind_list_engines (const TwKind *kind, const char *separator);
/* Returns FALSE with TW_PUZZLE_ERROR_USAGE, naming the available engines, when the kind has no
 * engine options->engine. */
gboolean tw_kind_accepts_options (const TwKind *kind, const TwOptions *options, GError **error);

/* Solves on the calling thread. The caller makes `run` from the limits of tw_kind_limits (), so
 * that it can observe and cancel the search, and `live` with the kind's live_new; `live` is NULL
 * when nobody observes. Never returns NULL. Most callers use a TwJob, which does all of this. */
TwResult *tw_kind_solve (TwPuzzle *puzzle, const TwOptions *options, TwRun *run, gpointer live);
TwLimits tw_kind_limits (const TwOptions *options);
/* Returns the incumbent of a running search; NULL when there is none. */
TwResult *tw_kind_snapshot (TwPuzzle *puzzle, TwRun *run, gpointer live);

/* Returns the number of faults of a solution; texts (char *) are appended to `faults`, which frees
 * them and may be NULL. A result without a solution has no faults. */
gsize tw_kind_check (const TwResult *result, GPtrArray *faults);

/* Returns the cost of the solution as defined by the kind; G_MAXINT64 for a result without one. */
gint64 tw_kind_cost (const TwResult *result);
/* Compares the solutions of two results of one puzzle: below zero when `a` is better, above zero
 * when `b` is better, zero when both are equally good. A NULL result counts as one without a
 * solution. */
int tw_result_compare (const TwResult *a, const TwResult *b);

/* Returns the kind whose reader gets this text, which ends in a NUL, from a file of this name; NULL
 * when there is none, also for JSON. `name` may be NULL. tw_kind_of_data () is asked before. */
const TwKind *tw_kind_of_text (const char *text, gsize length, const char *name);
/* The same for a file of any bytes. */
const TwKind *tw_kind_of_data (const char *data, gsize length);

/* Adds "file", "id" and "kind", the first members of a result, to the open object. */
void tw_kind_write_names (const TwPuzzle *puzzle, TwJsonBuilder *builder);
/* Adds "width", "height" and "free", the number of free cells. */
void tw_kind_write_size (const TwPuzzle *puzzle, TwJsonBuilder *builder);

/* The export of this name; NULL: the kind has none. */
const TwKindExport *tw_kind_find_export (const TwKind *kind, const char *name);
/* Returns the text of an export. `result`, which may be NULL, is left out by formats that cannot
 * hold solutions. */
char *tw_kind_export (const TwKindExport *export, const TwPuzzle *puzzle, const TwResult *result,
                      GError **error);

/* Parses "N" or "NxM", 1..TW_BOARD_MAX_SIDE, for read_spec. */
gboolean tw_kind_parse_size (const char *text, int *width, int *height, GError **error);
