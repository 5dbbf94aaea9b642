/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger.c - writes certificates of piece puzzles. For a count it writes the search tree down to a
 * depth, with the count of each leaf.
 *
 * Branches and leaves are found here, not by the search that counted before: its own tree is shared
 * among threads and uses symmetries, which a checker need not know. */
#include "puzzle/kinds/pieces/ledger.h"

#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-solution.h"
#include "puzzle/kinds/pieces/exact-cover.h"
#include "puzzle/result.h"

/* Limits of the format, and of the time for a branch. */
#define MOST_CELLS       10000
#define MOST_SHAPES      2000
#define MOST_SHAPE_CELLS 100

/* The tree gets this many leaves, unless it is deeper then. A branch is chosen among the first
 * CANDIDATES uncovered cells. */
#define ENOUGH_LEAVES 200
#define MOST_DEPTH    12
#define CANDIDATES    40

/* Letters of the colours. */
static const char letters[] = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

typedef struct {
  const TwPieceProblem *problem;
  TwPieceItem *items;
  gsize n_items;
  int width, height;
  guint8 *cells; /* colour; 0: covered */
  gint64 *used;  /* of each item */
  int depth;     /* of the leaves */
  GString *text; /* NULL: the leaves are only counted */
  TwRun *run;
  guint64 leaves, total;
  gboolean failed;
} Ledger;

static gboolean
fits (const Ledger *l, gsize item, const TwShape *shape, int k, int cell)
{
  int left = cell % l->width - shape->cells[k].x, top = cell / l->width - shape->cells[k].y;

  if (l->used[item] == l->items[item].most || left < 0 || top < 0 || left + shape->width > l->width
      || top + shape->height > l->height)
    return FALSE;
  for (int i = 0; i < shape->count; i++)
    if (l->cells[(top + shape->cells[i].y) * l->width + left + shape->cells[i].x]
        != shape->cells[i].colour)
      return FALSE;
  return TRUE;
}

static void
place (Ledger *l, gsize item, const TwShape *shape, int k, int cell, gboolean away)
{
  int left = cell % l->width - shape->cells[k].x, top = cell / l->width - shape->cells[k].y;

  for (int i = 0; i < shape->count; i++)
    l->cells[(top + shape->cells[i].y) * l->width + left + shape->cells[i].x] =
      away ? shape->cells[i].colour : 0;
  l->used[item] += away ? -1 : 1;
}

static int
count_options (const Ledger *l, int cell)
{
  int options = 0;

  for (gsize i = 0; i < l->n_items; i++)
    for (int s = 0; s < l->items[i].n_shapes && !l->items[i].merged; s++)
      for (int k = 0; k < l->items[i].shapes[s].count; k++)
        options += fits (l, i, &l->items[i].shapes[s], k, cell);
  return options;
}

/* Returns the cell with the fewest options; -1 when all cells are covered, or the run ends. */
static int
choose_cell (Ledger *l)
{
  int best = -1, fewest = G_MAXINT, seen = 0;

  l->failed = l->failed || tw_run_should_stop (l->run);
  if (l->failed)
    return -1;

  for (int cell = 0; cell < l->width * l->height && seen < CANDIDATES && fewest > 0; cell++)
    if (l->cells[cell] != 0) {
      int options = count_options (l, cell);

      seen++;
      if (options < fewest) {
        fewest = options;
        best = cell;
      }
    }
  return best;
}

/* Counts the solutions of what is uncovered. */
static void
add_leaf (Ledger *l)
{
  g_autoptr (TwPieceProblem) rest = NULL;
  TwBoard *board = NULL;
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 1 };
  g_auto (TwPiecesResult) result = { 0 };
  gboolean fine;

  l->leaves++;
  if (l->text == NULL || l->failed)
    return;
  board = tw_board_new (l->width, l->height);
  for (int i = 0; board != NULL && i < l->width * l->height; i++)
    tw_board_set (board, i % l->width, i / l->width, l->cells[i]);
  rest = board != NULL ? tw_piece_problem_new_like (board, l->problem) : NULL;
  fine = rest != NULL;
  if (fine && l->problem->n_free > 0)
    rest->n_free -= (int) l->used[l->problem->n_pieces];
  for (gsize i = 0; fine && i < l->problem->n_pieces; i++) {
    const TwPiece *piece = &l->problem->pieces[i];
    TwShape shape;

    if (l->items[i].merged)
      continue;
    fine = tw_shape_copy (&shape, &piece->shape)
           && tw_piece_problem_add (rest, piece->name, &shape,
                                    (int) MAX (l->items[i].least - l->used[i], 0),
                                    (int) (l->items[i].most - l->used[i]), piece->transforms);
  }
  fine = fine && tw_pieces_search (rest, &query, l->run, NULL, &result) && result.complete
         && !result.overflow;
  l->failed = l->failed || !fine;
  g_string_append_printf (l->text, "leaf %" G_GUINT64_FORMAT "\n", result.raw);
  l->total += result.raw;
}

static void
add_node (Ledger *l, int depth)
{
  int cell = depth < l->depth ? choose_cell (l) : -1, number = 0;

  if (cell < 0) {
    add_leaf (l);
    return;
  }
  if (l->text != NULL)
    g_string_append_printf (l->text, "branch %d %d\n", cell % l->width, cell / l->width);
  for (gsize i = 0; i < l->n_items; i++)
    for (int s = 0; s < l->items[i].n_shapes && !l->items[i].merged; s++) {
      const TwShape *shape = &l->items[i].shapes[s];

      number++;
      for (int k = 0; k < shape->count && !l->failed; k++)
        if (fits (l, i, shape, k, cell)) {
          if (l->text != NULL)
            g_string_append_printf (l->text, "option %d %d\n", number, k + 1);
          place (l, i, shape, k, cell, FALSE);
          add_node (l, depth + 1);
          place (l, i, shape, k, cell, TRUE);
        }
    }
}

/* Sets the depth of the leaves, and counts them at that depth. */
static void
choose_depth (Ledger *l)
{
  l->depth = -1;
  do {
    l->depth++;
    l->leaves = 0;
    add_node (l, 0);
  } while (l->leaves < ENOUGH_LEAVES && l->depth < MOST_DEPTH && !l->failed);
}

static void
write_shape (GString *text, const TwShape *shape)
{
  g_autofree char *cells = g_strnfill ((gsize) shape->width * (gsize) shape->height, '#');

  for (int i = 0; i < shape->count; i++)
    cells[shape->cells[i].y * shape->width + shape->cells[i].x] =
      letters[shape->cells[i].colour - 1];
  g_string_append_printf (text, "shape %d %d\n", shape->width, shape->height);
  for (int y = 0; y < shape->height; y++)
    g_string_append_printf (text, "%.*s\n", shape->width, cells + y * shape->width);
}

static GString *
write_puzzle (const Ledger *l)
{
  GString *text = g_string_new (NULL);
  int n_pieces = 0;

  for (gsize i = 0; i < l->n_items; i++)
    n_pieces += !l->items[i].merged;
  g_string_append_printf (text, "tilewright-certificate 2\nboard %d %d\n", l->width, l->height);
  for (int i = 0; i < l->width * l->height; i++) {
    g_string_append_c (text, l->cells[i] != 0 ? letters[l->cells[i] - 1] : '#');
    if ((i + 1) % l->width == 0)
      g_string_append_c (text, '\n');
  }
  g_string_append_printf (text, "pieces %d\n", n_pieces);
  for (gsize i = 0; i < l->n_items; i++) {
    const TwPieceItem *item = &l->items[i];

    if (item->merged)
      continue;
    g_string_append_printf (text, "piece %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d\n",
                            item->least, item->most, item->n_shapes);
    for (int s = 0; s < item->n_shapes; s++)
      write_shape (text, &item->shapes[s]);
  }
  return text;
}

/* Cells of shapes are numbered along the shorter side of the board, as the checker searches. */
static int
compare_columns (const void *a, const void *b)
{
  const TwShapeCell *p = a, *q = b;

  return p->x != q->x ? p->x - q->x : p->y - q->y;
}

/* Is the puzzle within the limits of the format? Counts that can never be reached are lowered. */
static gboolean
is_small (Ledger *l)
{
  int n_shapes = 0;

  for (gsize i = 0; i < l->n_items; i++) {
    TwPieceItem *item = &l->items[i];

    if (item->merged)
      continue;
    n_shapes += item->n_shapes;
    item->most = MIN (item->most, MOST_CELLS);
    if (item->least > item->most || item->shapes[0].count > MOST_SHAPE_CELLS)
      return FALSE;
    for (int s = 0; s < item->n_shapes; s++) {
      /* A shape that is larger than the board fits nowhere. */
      if (item->shapes[s].width > l->width || item->shapes[s].height > l->height) {
        tw_shape_clear (&item->shapes[s]);
        item->shapes[s--] = item->shapes[--item->n_shapes];
        item->shapes[item->n_shapes] = (TwShape){ 0 };
        continue;
      }
      if (l->width > l->height)
        qsort (item->shapes[s].cells, (gsize) item->shapes[s].count, sizeof (TwShapeCell),
               compare_columns);
      for (int k = 0; k < item->shapes[s].count; k++)
        if (item->shapes[s].cells[k].colour > sizeof letters - 1)
          return FALSE;
    }
  }
  for (int i = 0; i < l->width * l->height; i++)
    if (l->cells[i] > sizeof letters - 1)
      return FALSE;
  return n_shapes < MOST_SHAPES;
}

/* Returns FALSE and sets `error` when the format cannot express the puzzle. The ledger is to be cleared in any
 * case. */
static gboolean
begin (Ledger *l, TwPuzzle *puzzle, TwRun *run, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  int width = problem->board->width, height = problem->board->height;

  *l = (Ledger){
    .problem = problem,
    .items = tw_piece_items_new (problem),
    .n_items = tw_piece_items_count (problem),
    .width = width,
    .height = height,
    .cells = g_new0 (guint8, (gsize) width * (gsize) height),
    .used = g_new0 (gint64, tw_piece_items_count (problem) + 1),
    .run = run,
  };
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      l->cells[y * width + x] = tw_piece_is_open (problem, x, y)
                                  ? tw_board_get (problem->board, x, y)
                                  : 0;
  if (problem->rules != NULL)
    return tw_fail_usage (error, _ ("%s: a certificate cannot express the rules of the colours"),
                          tw_puzzle_get_name (puzzle));
  if (width * height <= MOST_CELLS && is_small (l))
    return TRUE;
  return tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("%s: the puzzle is too large for a certificate"),
                  tw_puzzle_get_name (puzzle));
}

static void
end (Ledger *l)
{
  tw_piece_items_free (l->items, l->n_items);
  g_free (l->cells);
  g_free (l->used);
}

/* Returns the text if it is complete; otherwise frees it and sets `error`. */
static char *
take_text (GString *text, gboolean fine, TwPuzzle *puzzle, gsize *length, GError **error)
{
  if (!fine)
    tw_fail (error, TW_PUZZLE_ERROR_SIZE, _ ("%s: the certificate needs more time or memory"),
             tw_puzzle_get_name (puzzle));
  *length = text->len;
  return g_string_free (text, !fine);
}

char *
tw_ledger_write (TwPuzzle *puzzle, guint64 raw, TwRun *run, gsize *length, GError **error)
{
  Ledger l;
  char *text = NULL;

  if (begin (&l, puzzle, run, error)) {
    l.failed = run == NULL;
    if (!l.failed)
      choose_depth (&l);
    l.text = write_puzzle (&l);
    g_string_append_printf (l.text, "ledger %" G_GUINT64_FORMAT "\n", l.leaves);
    if (!l.failed)
      add_node (&l, 0);
    g_string_append_printf (l.text, "end count %" G_GUINT64_FORMAT "\n", l.total);
    text = take_text (l.text, !l.failed && l.total == raw, puzzle, length, error);
  }
  end (&l);
  return text;
}

static void
append_weights (GString *text, const Ledger *l, const guint32 *weights)
{
  const char *before = "";

  g_string_append (text, "weights\n");
  for (int i = 0; i < l->width * l->height; i++) {
    if (l->cells[i] != 0) {
      g_string_append_printf (text, "%s%u", before, weights[i]);
      before = " ";
    }
    if ((i + 1) % l->width == 0 && *before != '\0') {
      g_string_append_c (text, '\n');
      before = "";
    }
  }
}

/* Returns a proof by weights that there is no solution; NULL: there is none, or `error` is set. */
static char *
write_weights (TwPuzzle *puzzle, TwRun *run, gsize *length, GError **error)
{
  g_autofree guint32 *weights = NULL;
  GString *text = NULL;
  Ledger l;

  if (begin (&l, puzzle, run, error) && run != NULL)
    weights = tw_weights_find (l.items, l.n_items, l.cells, l.width, l.height, run);
  if (weights != NULL) {
    text = write_puzzle (&l);
    append_weights (text, &l, weights);
    g_string_append (text, "end none\n");
  }
  end (&l);
  return text != NULL ? take_text (text, TRUE, puzzle, length, error) : NULL;
}

/* Appends the shape of an item that covers these cells, with the board cell under its first cell.
 * Returns FALSE when the item has no such shape. */
static gboolean
append_place (GString *text, const Ledger *l, gsize item, const guint32 *cells, gsize n)
{
  int number = 1, left = G_MAXINT, top = G_MAXINT;

  for (gsize i = 0; i < n; i++) {
    left = MIN (left, (int) cells[i] % l->width);
    top = MIN (top, (int) cells[i] / l->width);
  }
  for (gsize i = 0; i < item; i++)
    number += l->items[i].merged ? 0 : l->items[i].n_shapes;
  for (int s = 0; s < l->items[item].n_shapes; s++, number++) {
    const TwShape *shape = &l->items[item].shapes[s];
    gsize found = 0;

    for (int k = 0; k < shape->count; k++)
      for (gsize c = 0; c < n; c++)
        found += (int) cells[c] == (top + shape->cells[k].y) * l->width + left + shape->cells[k].x
                 && l->cells[cells[c]] == shape->cells[k].colour;
    if (found == n && shape->count == (int) n) {
      g_string_append_printf (text, "%d %d %d\n", left + shape->cells[0].x, top + shape->cells[0].y,
                              number);
      return TRUE;
    }
  }
  return FALSE;
}

static char *
write_solution (TwPuzzle *puzzle, const TwResult *result, gsize *length, GError **error)
{
  g_autoptr (GString) places = g_string_new (NULL);
  gsize n = tw_result_n_placements (result);
  gboolean fine = TRUE;
  int count = 0;
  char *text = NULL;
  Ledger l;

  if (begin (&l, puzzle, NULL, error)) {
    GString *written = write_puzzle (&l);

    for (gsize i = 0; i < n; i++) {
      const TwPlacement *placed = tw_result_placement (result, i);
      const guint32 *cells = tw_result_placement_cells (result, i);
      /* Do not use placed->piece, the first piece with these cells: its turns may differ. */
      int piece = placed->name != NULL ? tw_piece_puzzle_find (puzzle, placed->name) : -1;

      if (placed->fixed)
        continue;
      count++;
      for (gsize k = 0; k < placed->n_cells; k++)
        fine = fine && cells[k] < (guint32) (l.width * l.height);
      fine = fine && piece >= 0
             && append_place (places, &l, l.items[piece].into, cells, placed->n_cells);
      for (gsize k = 0; fine && k < placed->n_cells; k++)
        l.cells[cells[k]] = 0;
    }
    for (guint32 cell = 0; cell < (guint32) (l.width * l.height); cell++)
      if (l.cells[cell] != 0) { /* it stays free */
        count++;
        fine = fine && l.n_items > l.problem->n_pieces
               && append_place (places, &l, l.problem->n_pieces, &cell, 1);
      }
    g_string_append_printf (written, "solution %d\n%send solution\n", count, places->str);
    text = take_text (written, fine, puzzle, length, error);
  }
  end (&l);
  return text;
}

char *
tw_piece_certify_as (TwPuzzle *pieces, const TwResult *result, TwRun *run, gsize *length,
                     GError **error)
{
  GError *failure = NULL;
  char *text;

  if (tw_result_has_solution (result))
    return write_solution (pieces, result, length, error);
  if (result->status != TW_STATUS_INFEASIBLE)
    return tw_fail_usage_null (
      error, _ ("%s: no certificate, since it is not proved that there is no solution"),
      tw_puzzle_get_name (result->puzzle));
  text = write_weights (pieces, run, length, &failure);
  if (text == NULL && failure == NULL)
    text = tw_ledger_write (pieces, 0, run, length, &failure);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return text;
}

static char *
certify (const TwResult *result, const TwOptions *options, TwRun *run, gsize *length, gint64 *bound,
         GError **error)
{
  *bound = TW_COST_LEAST;
  return tw_piece_certify_as (result->puzzle, result, run, length, error);
}

static gboolean
accepts (TwPuzzle *puzzle, GError **error)
{
  Ledger l;
  gboolean fine = begin (&l, puzzle, NULL, error);

  end (&l);
  return fine;
}

const TwKindCertify tw_piece_certify = {
  .accepts = accepts,
  .solution = certify,
  .count = tw_ledger_write,
};
