/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.c - a board divided by its components, and large components also by bands.
 *
 * No square lies in two components, so their tilings and their bounds add up. The first part of a
 * component is the component itself, whose answer is a result of the kind in the coordinates of its
 * bounding box. A component of at least BANDED cells has further parts, one for each band along its
 * longer side, whose bounds add up to one of the component (core/squares/bands/band-bound.h); the
 * detail of the division is the breadth of a band. The answer of a band is
 *
 *   {"unit": N, "above": N, "gap": N, "prices": HASH}
 */
#include "puzzle/kinds/squares/squares.h"

#include <string.h>

#include "core/squares/bands/band-bound.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind-divide.h"
#include "puzzle/kind-solve.h"
#include "puzzle/squares.h"

enum {
  BANDED = 2000,     /* one process proves most components of fewer cells */
  LEAST_BREADTH = 8, /* narrower bands have weak bounds */
  MOST_PARTS = 100000,
};

typedef struct {
  const TwPuzzle *puzzle;
  const TwBoard *board;
  guint breadth; /* of a band */
  gint32 *labels;
  TwBoardBox *boxes;
  int n;        /* components */
  guint *first; /* of each component the number of its first part; n + 1 */
} Layout;

static int
longer_side (const TwBoardBox *box)
{
  return MAX (box->right - box->left, box->bottom - box->top) + 1;
}

TW_DEFINE_CLEAR (layout_clear, Layout, (labels, g_free), (boxes, g_free), (first, g_free))

/* With `breadth` 0 no component has bands. */
static void
layout_init (Layout *layout, const TwPuzzle *puzzle, guint breadth)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  gsize size = (gsize) board->width * (gsize) board->height;
  g_autofree guint *cells = NULL;

  *layout = (Layout){
    .puzzle = puzzle, .board = board, .breadth = breadth, .labels = g_new (gint32, size)
  };
  layout->n = tw_board_label_components (board, layout->labels);
  if (layout->n < 0)
    g_error ("out of memory for the components of a board");
  layout->boxes = g_new (TwBoardBox, layout->n);
  layout->first = g_new0 (guint, layout->n + 1);
  cells = g_new0 (guint, layout->n);
  tw_board_component_boxes (board, layout->labels, layout->n, layout->boxes);
  for (gsize i = 0; i < size; i++)
    if (layout->labels[i] >= 0)
      cells[layout->labels[i]]++;
  for (int c = 0; c < layout->n; c++) {
    guint side = (guint) longer_side (&layout->boxes[c]);
    guint bands = breadth > 0 && cells[c] >= BANDED ? (side + breadth - 1) / breadth : 0;

    layout->first[c + 1] = layout->first[c] + 1 + bands;
  }
}

/* A component as a puzzle. */
static TwPuzzle *
component_puzzle (const Layout *layout, int c)
{
  TwBoard *board = tw_need (
    tw_board_cut_component (layout->board, layout->labels, c, &layout->boxes[c]));

  return tw_squares_puzzle_new (NULL, board);
}

static guint
count (const TwPuzzle *puzzle, guint detail, TwRun *run)
{
  Layout layout;
  guint n;

  layout_init (&layout, puzzle, detail);
  n = layout.first[layout.n];
  layout_clear (&layout);
  return n;
}

static guint
divide (const TwPuzzle *puzzle, guint wanted, TwRun *run, guint *detail, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  guint side = (guint) MAX (board->width, board->height), bands = MAX (wanted, 2) - 1;
  guint n;

  *detail = MAX ((side + bands - 1) / bands, LEAST_BREADTH);
  n = count (puzzle, *detail, run);
  if (n > 1 && n <= MOST_PARTS)
    return n;
  tw_fail_usage (error,
                 n > 1
                   ? _ ("%s: this board has too many components; one process solves them sooner")
                   : _ ("%s: this board is one component, and too small for bounds by bands"),
                 tw_puzzle_get_name (puzzle));
  return 0;
}

/* --- solving ------------------------------------------------------------------------------- */

static char *
solve_component (const Layout *layout, int c, const TwOptions *options, TwRun *run)
{
  g_autoptr (TwPuzzle) puzzle = component_puzzle (layout, c);
  g_autoptr (TwRun) child = tw_run_new_child (run, options->time);
  g_autoptr (TwResult) result = NULL;

  if (child == NULL)
    return NULL;
  result = tw_kind_solve (puzzle, options, child, NULL);
  tw_run_add_nodes (run, tw_run_nodes (child));
  if (tw_run_stop_reason (run) != TW_STOP_NONE)
    return NULL;
  return tw_result_print (result);
}

static char *
solve_band (const Layout *layout, int c, guint band, const TwOptions *options, TwRun *run)
{
  g_autoptr (TwPuzzle) puzzle = component_puzzle (layout, c);
  g_autoptr (TwJsonBuilder) builder = NULL;
  g_autofree char *prices = NULL;
  guint count = layout->first[c + 1] - layout->first[c] - 1;
  TwBandBound bound = { 0 };

  if (!tw_band_bound (tw_puzzle_get_board (puzzle), (int) count, (int) band, options, run, &bound)
      || tw_run_stop_reason (run) != TW_STOP_NONE)
    return NULL;
  prices = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", bound.prices);
  builder = tw_json_begin ();
  tw_json_add_int (builder, "unit", bound.unit);
  tw_json_add_int (builder, "above", bound.above);
  tw_json_add_int (builder, "gap", bound.gap);
  tw_json_add_string (builder, "prices", prices);
  return tw_json_end (builder);
}

static char *
solve_part (TwPuzzle *puzzle, guint detail, guint part, const TwOptions *options, TwRun *run)
{
  Layout layout;
  char *answer = NULL;

  layout_init (&layout, puzzle, detail);
  for (int c = 0; c < layout.n; c++) {
    if (part == layout.first[c])
      answer = solve_component (&layout, c, options, run);
    else if (part > layout.first[c] && part < layout.first[c + 1])
      answer = solve_band (&layout, c, part - layout.first[c] - 1, options, run);
  }
  layout_clear (&layout);
  return answer;
}

/* --- joining ------------------------------------------------------------------------------- */

#define MOST_SQUARES ((gint64) TW_BOARD_MAX_SIDE * TW_BOARD_MAX_SIDE)

/* The bound of those bands that have the same prices; a missing band counts as 0. */
typedef struct {
  char prices[17];
  gint64 unit;
  gint64 worth;
} BandSum;

static gboolean
add_band (JsonObject *object, GArray *sums)
{
  BandSum new = { .unit = 1 };
  const char *prices;
  gint64 gap;

  if (!tw_json_get_int (object, "unit", 1, G_MAXINT32, &new.unit, NULL)
      || !tw_json_get_int (object, "above", 0, MOST_SQUARES * new.unit, &new.worth, NULL)
      || !tw_json_get_int (object, "gap", 0, G_MAXINT32, &gap, NULL)
      || !tw_json_get_optional_string (object, "prices", &prices, NULL))
    return FALSE;
  g_strlcpy (new.prices, prices != NULL ? prices : "", sizeof new.prices);
  for (guint i = 0; i < sums->len; i++) {
    BandSum *sum = &g_array_index (sums, BandSum, i);

    if (g_str_equal (sum->prices, new.prices) && sum->unit == new.unit) {
      sum->worth += gap;
      return TRUE;
    }
  }
  new.worth += gap;
  g_array_append_val (sums, new);
  return TRUE;
}

static gint64
best_band_sum (const GArray *sums)
{
  gint64 best = 1;

  for (guint i = 0; i < sums->len; i++) {
    const BandSum *sum = &g_array_index (sums, BandSum, i);

    best = MAX (best, (sum->worth + sum->unit - 1) / sum->unit);
  }
  return best;
}

/* Adds the tiling and the bound of a component, moved to its place. Clears *tiled when the search
 * ended without a tiling; its bound counts even then. */
static gboolean
add_component (const Layout *layout, int c, JsonNode *node, TwResult *whole, gint64 *bound,
               gboolean *tiled, GError **error)
{
  g_autoptr (TwPuzzle) puzzle = component_puzzle (layout, c);
  g_autoptr (TwResult) part = tw_result_from_json (puzzle, node, NULL);
  const TwTiling *tiling;

  if (part == NULL || part->status == TW_STATUS_INFEASIBLE || tw_kind_check (part, NULL) > 0)
    return tw_fail_refused (error, layout->puzzle);
  tiling = tw_result_tiling (part);
  *tiled = tw_result_has_solution (part);
  *bound = MAX (*bound, part->bound);
  if (*bound > (*tiled ? (gint64) tiling->count : MOST_SQUARES))
    return tw_fail_refused (error, layout->puzzle);
  for (gsize i = 0; *tiled && i < tiling->count; i++) {
    TwSquare square = tiling->squares[i];

    square.x += layout->boxes[c].left;
    square.y += layout->boxes[c].top;
    if (!tw_tiling_add (whole->payload, square))
      g_error ("out of memory for a tiling");
  }
  if (whole->engine == NULL)
    whole->engine = g_strdup (part->engine);
  return TRUE;
}

/* Reads the answers of one component. Sets *tiled when its tiling is there. */
static gboolean
join_component (const Layout *layout, int c, GPtrArray *answers, TwResult *whole, gboolean *tiled,
                GError **error)
{
  g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (BandSum));
  gint64 bound = 1;

  *tiled = FALSE;
  for (guint part = layout->first[c + 1]; part-- > layout->first[c];) {
    const char *text = answers->pdata[part];
    g_autoptr (JsonNode) node = NULL;

    bound = best_band_sum (sums);
    if (text == NULL)
      continue;
    node = tw_json_parse (text, strlen (text), NULL);
    if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
      return tw_fail_refused (error, layout->puzzle);
    if (part > layout->first[c]) {
      if (!add_band (json_node_get_object (node), sums))
        return tw_fail_refused (error, layout->puzzle);
    } else if (!add_component (layout, c, node, whole, &bound, tiled, error)) {
      return FALSE;
    }
  }
  whole->bound += bound;
  return TRUE;
}

static TwResult *
join (TwPuzzle *puzzle, guint detail, GPtrArray *answers, gboolean *decided, GError **error)
{
  g_autoptr (TwResult) whole = tw_result_new (puzzle);
  gboolean all = TRUE, good = TRUE;
  Layout layout;

  layout_init (&layout, puzzle, detail);
  whole->bound = 0;
  for (int c = 0; good && c < layout.n; c++) {
    gboolean tiled;

    good = join_component (&layout, c, answers, whole, &tiled, error);
    all = all && tiled;
  }
  layout_clear (&layout);
  if (!good)
    return NULL;
  tw_tiling_sort (whole->payload);
  if (!all)
    tw_tiling_clear (whole->payload);
  else
    whole->status = whole->bound == (gint64) tw_result_tiling (whole)->count ? TW_STATUS_OPTIMAL
                                                                             : TW_STATUS_FEASIBLE;
  *decided = whole->status == TW_STATUS_OPTIMAL;
  return g_steal_pointer (&whole);
}

const TwKindDivide tw_squares_parts = {
  .divide = divide,
  .count = count,
  .solve = solve_part,
  .join = join,
};
