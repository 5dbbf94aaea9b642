/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.h - the result of one puzzle: how a search ended and the solution it found.
 *
 * Made by tw_kind_solve () on a worker, by a reader of solution files, or by tw_kind_snapshot ()
 * while a search runs. The fields are public for reading; only the maker writes them, before it
 * shares the result. From then on any thread may read it; the reference count is atomic.
 */
#pragma once

#include <glib-object.h>

#include "core/run/run.h"
#include "core/base/tiling.h"
#include "puzzle/json.h"
#include "puzzle/puzzle.h"

/* A piece on the board, for the kinds that place pieces: enough to draw it, to name it and to
 * write it to a file. */
typedef struct {
  const char *name; /* owned by the puzzle or static; may be NULL */
  guint piece;      /* index among the puzzle's pieces; equal pieces are drawn alike */
  int orientation;  /* numbered by the kind */
  int x;            /* upper-left cell of the bounding box */
  int y;
  gsize first_cell; /* its cells are cells[first_cell ...] of the result */
  gsize n_cells;
  gboolean fixed; /* was placed beforehand */
} TwPlacement;

/* The pieces of a solution. All zero: there are none. */
typedef struct {
  TwPlacement *list;
  gsize n_list;
  gsize list_room;
  guint32 *cells; /* row-major indices y * width + x */
  gsize n_cells;
  gsize cells_room;
} TwPlacements;

struct TwResult {
  gatomicrefcount ref_count; /* use tw_result_ref () */

  TwPuzzle *puzzle;
  TwStatus status;
  char *engine;     /* its name; NULL: unknown */
  int transform;    /* 0..7, -1: none */
  double seconds;   /* wall time */
  double cpu;       /* processor time of the whole program during the search, seconds; 0: unknown */
  guint64 nodes;    /* states or nodes of the search; 0: not counted */
  int orientations; /* of all pieces, equal ones counted once; 0: not counted */
  int placements;   /* of these that fit the board; 0: not counted */
  gint64 bound;     /* proved lower bound on the number of squares, -1: none */
  TwStop stop;      /* why the search ended before a proof; NONE: it did not, or unknown */
  char *reason;     /* why there is no solution, translated; NULL: no reason given */

  /* The solution, when tw_result_has_solution (), and what the kind keeps beside it, for example all
   * solutions. It is of the kind's own type, see kind-solution.h. Threads: as defined by the kind. */
  gpointer payload;
};

#define TW_TYPE_RESULT (tw_result_get_type ())
GType tw_result_get_type (void);

/* The engine of a solution that somebody placed by hand; its seconds are the time of play. */
#define TW_ENGINE_HAND "hand"
gboolean tw_result_is_by_hand (const TwResult *result);
/* The time as on a clock: "4:12". The caller frees it with g_free (). */
char *tw_result_dup_clock (const TwResult *result);

/* Makes a result without a solution and with the status timeout. Takes a reference on `puzzle`. */
TwResult *tw_result_new (TwPuzzle *puzzle);
TwResult *tw_result_ref (TwResult *result);
void tw_result_unref (TwResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwResult, tw_result_unref)

/* Copies the solution only: the copy is feasible and has no proof and no counts. */
TwResult *tw_result_dup_solution (const TwResult *result);

/* Is the status optimal or feasible? */
gboolean tw_result_has_solution (const TwResult *result);

/* The squares of the solution; none for kinds that place something else. */
const TwTiling *tw_result_tiling (const TwResult *result);
/* Is there a solution, and does it consist of squares? */
gboolean tw_result_has_squares (const TwResult *result);

/* For makers: appends a piece and copies its cells, but not its name. Returns FALSE when memory is
 * short. */
gboolean tw_result_add_placement (TwResult *result, const char *name, guint piece, int orientation,
                                  int x, int y, gboolean fixed, const guint32 *cells,
                                  gsize n_cells);
gsize tw_result_n_placements (const TwResult *result);
const TwPlacement *tw_result_placement (const TwResult *result, gsize index);
const guint32 *tw_result_placement_cells (const TwResult *result, gsize index);

/* Returns the number of faults of a solution; texts (char *) are appended to `faults`, which frees
 * them and may be NULL. A result without a solution has no faults. */
gsize tw_kind_check (const TwResult *result, GPtrArray *faults);
/* FALSE with TW_PUZZLE_ERROR_FORMAT, "PUZZLE: the checker refused the solution", when it has faults. */
gboolean tw_kind_accept (const TwResult *result, GError **error);
/* Sets this error and returns FALSE. */
gboolean tw_fail_refused (GError **error, const TwPuzzle *puzzle);

/* Returns the cost of the solution as defined by the kind; G_MAXINT64 for a result without one. */
gint64 tw_kind_cost (const TwResult *result);
/* Compares the solutions of two results of one puzzle: below zero when `a` is better, above zero
 * when `b` is better, zero when both are equally good. A NULL result counts as one without a
 * solution. */
int tw_result_compare (const TwResult *a, const TwResult *b);

/* Returns the number of squares or pieces of a solution; -1 without one. `result` may be NULL. To
 * find the better of two solutions use tw_result_compare (), because the number need not be the
 * goal. */
gint64 tw_result_count (const TwResult *result);

/* The reason for stopping, for example "time limit reached", translated; NULL when the search was
 * not cut off or could not improve its solution. */
const char *tw_result_stop_text (const TwResult *result);

/* One translated sentence: "47 squares, optimal". The caller frees it with g_free (). */
char *tw_result_describe (const TwResult *result);

/* The object that tilewright-cli writes for one puzzle: the common members, and the members that
 * the kind adds for the solution. For squares it can be posted to a contest server unchanged. */
void tw_result_write (const TwResult *result, const char *name, TwJsonBuilder *builder);
/* Adds its members to the open object. */
void tw_result_write_members (const TwResult *result, TwJsonBuilder *builder);
/* Adds those before the solution, and the figures of the search if there are any. */
void tw_result_write_outcome (const TwResult *result, TwJsonBuilder *builder);
void tw_result_write_statistics (const TwResult *result, TwJsonBuilder *builder);
/* The object as a text that ends in a newline; the caller frees it with g_free (). */
char *tw_result_print (const TwResult *result);
/* The same as a tree; NULL when it has more values than tw_json_parse () accepts. */
JsonNode *tw_result_to_json (const TwResult *result);
/* Reads the output of tw_result_print (), or the bare solution of a contest ("squares" and
 * optionally "id"), whose status is feasible. The solution is not checked: see tw_kind_check ().
 * Returns NULL and sets `error` ("PLACE: REASON") when the node is neither, or has another id than
 * the puzzle. */
TwResult *tw_result_from_json (TwPuzzle *puzzle, JsonNode *node, GError **error);
