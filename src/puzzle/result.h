/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.h - the answer to one puzzle: how a solve ended and what was found.
 *
 * Made by tw_kind_solve () on a worker, by a reader of answer files, or by
 * tw_kind_snapshot () while a search goes on. The fields are public to read;
 * only its maker writes them, before anybody else has a reference. From then
 * on any thread may read it; the reference count is atomic.
 */
#ifndef TW_PUZZLE_RESULT_H
#define TW_PUZZLE_RESULT_H

#include <glib-object.h>
#include <json-glib/json-glib.h>

#include "core/run.h"
#include "core/tiling.h"
#include "puzzle/puzzle.h"

G_BEGIN_DECLS

/* A piece on the board, for the families that place pieces. Enough to draw it,
 * to name it and to write it down. */
typedef struct {
  const char *name; /* owned by the result, see tw_result_add_placement () */
  guint piece;      /* index among the puzzle's pieces; equal pieces are drawn alike */
  int orientation;  /* as the kind numbers them */
  int x;            /* upper-left cell of the bounding box */
  int y;
  gsize first_cell; /* its cells are cells[first_cell ...] of the result */
  gsize n_cells;
  gboolean fixed; /* was placed beforehand */
} TwPlacement;

typedef struct {
  gatomicrefcount ref_count; /* use tw_result_ref () */

  TwPuzzle *puzzle;
  TwStatus status;
  char *engine;          /* its name; NULL: not known */
  int transform;         /* 0..7, -1: none */
  double seconds;        /* wall time */
  double cpu;            /* processor time of the whole program meanwhile, seconds; 0: not known */
  guint64 nodes;         /* states or nodes of the search; 0: not counted */
  gint64 bound;          /* proved lower bound on the number of squares, -1: none */
  gint64 reported_bound; /* a bound from floating-point arithmetic, above `bound`: what a solver
                            says, not proved; -1: none */
  gint64 cap;            /* capped: the largest multiplicity used, -1: not meant */
  TwStop stop;           /* why the search for a better answer ended before a proof; NONE: it did
                     not, or that is not known */
  char *reason;          /* why there is no answer; translated; NULL: nothing to say */

  /* The answer, when tw_result_has_answer (): squares or pieces. */
  TwTiling tiling;
  GArray *placements; /* of TwPlacement; NULL: the kind places squares */
  GArray *cells;      /* of guint32, row-major indices y * width + x */
  GStringChunk *names;

  /* What only the kind knows: all solutions, say. Threads: as the kind says. */
  gpointer payload;
  GDestroyNotify payload_free;
} TwResult;

#define TW_TYPE_RESULT (tw_result_get_type ())
GType tw_result_get_type (void);

/* Without an answer yet: status timeout. Takes a reference on `puzzle`. */
TwResult *tw_result_new (TwPuzzle *puzzle);
TwResult *tw_result_ref (TwResult *result);
void tw_result_unref (TwResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwResult, tw_result_unref)

/* A copy of the answer alone: feasible, without what was proved or counted, and without
 * the kind's payload. */
TwResult *tw_result_dup_answer (const TwResult *result);

/* Optimal or feasible. */
gboolean tw_result_has_answer (const TwResult *result);

/* For makers: appends a piece whose cells are copied. `name` may be NULL. */
void tw_result_add_placement (TwResult *result, const char *name, guint piece, int orientation,
                              int x, int y, gboolean fixed, const guint32 *cells, gsize n_cells);
static inline gsize
tw_result_n_placements (const TwResult *result)
{
  return result->placements != NULL ? result->placements->len : 0;
}
static inline const TwPlacement *
tw_result_placement (const TwResult *result, gsize index)
{
  return &g_array_index (result->placements, TwPlacement, index);
}
static inline const guint32 *
tw_result_placement_cells (const TwResult *result, gsize index)
{
  return &g_array_index (result->cells, guint32, tw_result_placement (result, index)->first_cell);
}

/* "time limit reached", translated; NULL: the search was not cut off, or had nothing better to
 * find. */
const char *tw_result_stop_text (const TwResult *result);

/* One sentence for people, translated: "47 squares, optimal". g_free () it. */
char *tw_result_describe (const TwResult *result);

/* The object that tilewright-cli writes for one puzzle: common members here,
 * the answer's members by the kind. For squares it can be posted to a contest
 * server as it is. */
JsonNode *tw_result_to_json (const TwResult *result);
/* What tw_result_to_json () wrote, or the bare answer of a contest ("squares"
 * and perhaps "id"): then the status is feasible. It is read, not judged: see
 * tw_kind_check (). NULL and `error` ("PLACE: REASON") when it is neither, or
 * has another id than the puzzle. */
TwResult *tw_result_from_json (TwPuzzle *puzzle, JsonNode *node, GError **error);

G_END_DECLS

#endif
