/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exact-cover.c - exports piece puzzles as exact covers; see exact-cover.h. */
#include "puzzle/kinds/pieces/exact-cover.h"

#include <stdio.h>
#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/formats/model.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/pieces/placements.h"

/* A text with more options than this is of no practical use. */
#define MAX_OPTIONS 1000000

static gboolean
same_item (const TwPieceItem *a, const TwPieceItem *b)
{
  gboolean same = a->n_shapes == b->n_shapes;

  for (int i = 0; i < a->n_shapes && same; i++) {
    same = FALSE;
    for (int j = 0; j < b->n_shapes && !same; j++)
      same = tw_shape_compare (&a->shapes[i], &b->shapes[j]) == 0;
  }
  return same;
}

/* Knuth's names have at most eight characters and no special ones. */
static char *
item_name (const TwPiece *piece, gsize i)
{
  gsize length = strlen (piece->name);
  gboolean plain = length > 0 && length <= 8 && g_ascii_isupper (piece->name[0]);

  for (gsize c = 0; c < length && plain; c++)
    plain = g_ascii_isalnum (piece->name[c]);
  return plain ? g_strdup (piece->name) : g_strdup_printf ("p%zu", i);
}

static void
add_free_item (TwPieceItem *item, const TwPieceProblem *problem)
{
  const TwBoard *board = problem->board;
  gboolean known[256] = { FALSE };

  item->shapes = g_new (TwShape, G_N_ELEMENTS (known));
  item->name = g_strdup ("free");
  item->least = problem->fewer_free ? 0 : problem->n_free;
  item->most = problem->n_free;
  for (int i = 0; i < board->width * board->height; i++) {
    const TwShapeCell cell = { .colour = problem->rules == NULL ? board->cells[i] : 0 };

    if (board->cells[i] == TW_CELL_BLOCKED || known[cell.colour])
      continue;
    known[cell.colour] = TRUE;
    item->shapes[item->n_shapes++] = tw_new_shape (&cell, 1);
  }
}

gsize
tw_piece_items_count (const TwPieceProblem *problem)
{
  return problem->n_pieces + (problem->n_free > 0);
}

TwPieceItem *
tw_piece_items_new (const TwPieceProblem *problem)
{
  TwPieceItem *items = g_new0 (TwPieceItem, problem->n_pieces + 1);

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    guint8 transforms[8];

    items[i].shapes = g_new0 (TwShape, 8);
    items[i].n_shapes = tw_shape_orientations (&piece->shape, piece->transforms, items[i].shapes,
                                               transforms);
    if (items[i].n_shapes < 0)
      g_error ("out of memory for a piece");
    items[i].name = item_name (piece, i);
    items[i].least = MAX (piece->least - piece->placed, 0);
    items[i].most = piece->most - piece->placed;
    items[i].merged = items[i].most == 0;
    items[i].into = i;
    for (gsize j = 0; j < i && !items[i].merged; j++)
      if (!items[j].merged && items[j].n_shapes > 0 && same_item (&items[j], &items[i])) {
        items[j].least += items[i].least;
        items[j].most += items[i].most;
        items[i].merged = TRUE;
        items[i].into = j;
      }
  }
  if (problem->n_free > 0)
    add_free_item (&items[problem->n_pieces], problem);
  return items;
}

void
tw_piece_items_free (TwPieceItem *items, gsize n)
{
  for (gsize i = 0; i < n; i++) {
    for (int s = 0; s < items[i].n_shapes; s++)
      tw_shape_clear (&items[i].shapes[s]);
    g_free (items[i].shapes);
    g_free (items[i].name);
  }
  g_free (items);
}

gboolean
tw_piece_is_open (const TwPieceProblem *problem, int x, int y)
{
  return tw_board_is_free (problem->board, x, y)
         && !(problem->occupied != NULL
              && problem->occupied[tw_board_index (problem->board, x, y)]);
}

static gboolean
may_stay_free (const TwPieceProblem *problem, int x, int y)
{
  return tw_piece_problem_takes (problem, tw_board_get (problem->board, x, y), 0);
}

static void
append_items (GString *text, const TwPieceProblem *problem, const TwPieceItem *items)
{
  const TwBoard *board = problem->board;
  /* Is there no item for the cells that stay free? */
  gboolean loose = problem->n_free > 0 && items[problem->n_pieces].merged, secondary = FALSE;

  for (gsize i = 0; i < tw_piece_items_count (problem); i++) {
    if (items[i].merged || items[i].unbounded || (items[i].least == 0 && items[i].most == 1))
      continue;
    if (items[i].least == 1 && items[i].most == 1)
      g_string_append_printf (text, "%s ", items[i].name);
    else
      g_string_append_printf (text, "%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT "|%s ", items[i].least,
                              items[i].most, items[i].name);
  }
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      if (tw_piece_is_open (problem, x, y) && !(loose && may_stay_free (problem, x, y)))
        g_string_append_printf (text, "x%dy%d ", x, y);
  /* A line that begins with | is a comment. Without primary items there is no option either. */
  for (gsize i = 0; i < tw_piece_items_count (problem) && text->len > 0; i++) {
    if (items[i].merged || items[i].least != 0 || items[i].most != 1)
      continue;
    g_string_append_printf (text, "%s%s ", secondary ? "" : "| ", items[i].name);
    secondary = TRUE;
  }
  for (int y = 0; y < board->height && loose; y++)
    for (int x = 0; x < board->width; x++)
      if (tw_piece_is_open (problem, x, y) && may_stay_free (problem, x, y)) {
        g_string_append_printf (text, "%sx%dy%d ", secondary ? "" : "| ", x, y);
        secondary = TRUE;
      }
  tw_text_trim_end (text);
  g_string_append_c (text, '\n');
}

static gboolean
fits (const TwPieceProblem *problem, const TwShape *shape, int x, int y)
{
  for (int i = 0; i < shape->count; i++) {
    int u = x + shape->cells[i].x, v = y + shape->cells[i].y;

    if (!tw_piece_is_open (problem, u, v)
        || !tw_piece_problem_takes (problem, tw_board_get (problem->board, u, v),
                                    shape->cells[i].colour))
      return FALSE;
  }
  return TRUE;
}

static void
append_option (GString *text, const TwPieceItem *item, const TwShape *shape, int x, int y)
{
  if (!item->unbounded)
    g_string_append (text, item->name);
  for (int i = 0; i < shape->count; i++)
    g_string_append_printf (text, "%sx%dy%d", i == 0 && item->unbounded ? "" : " ",
                            x + shape->cells[i].x, y + shape->cells[i].y);
  g_string_append_c (text, '\n');
}

/* Called for each placement of an item that is not merged, then once without a shape. */
typedef void (*Visit) (const TwPieceItem *item, const TwShape *shape, int x, int y, gpointer data);

/* Returns FALSE and sets `error` when there are too many placements. */
static gboolean
visit_placements (const TwPieceProblem *problem, const TwPieceItem *items, Visit visit,
                  gpointer data, GError **error)
{
  const TwBoard *board = problem->board;
  gint64 options = 0;

  for (gsize i = 0; i < tw_piece_items_count (problem); i++) {
    for (int s = 0; s < items[i].n_shapes && !items[i].merged; s++) {
      const TwShape *shape = &items[i].shapes[s];

      for (int y = 0; y + shape->height <= board->height; y++)
        for (int x = 0; x + shape->width <= board->width && options <= MAX_OPTIONS; x++)
          if (fits (problem, shape, x, y) && ++options <= MAX_OPTIONS)
            visit (&items[i], shape, x, y, data);
    }
    if (!items[i].merged)
      visit (&items[i], NULL, 0, 0, data);
  }
  if (options <= MAX_OPTIONS)
    return TRUE;
  return tw_fail_format (error, _ ("more than %d placements"), MAX_OPTIONS);
}

static void
append_option_cb (const TwPieceItem *item, const TwShape *shape, int x, int y, gpointer data)
{
  if (shape != NULL)
    append_option (data, item, shape, x, y);
}

static char *
write_text (const TwPieceProblem *problem, TwPieceItem *items, GError **error)
{
  GString *text = g_string_new (NULL);
  gboolean fine;

  append_items (text, problem, items);
  fine = visit_placements (problem, items, append_option_cb, text, error);
  tw_piece_items_free (items, tw_piece_items_count (problem));
  return g_string_free (text, !fine);
}

char *
tw_piece_text_write_cover (const TwPuzzle *puzzle, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);

  return write_text (problem, tw_piece_items_new (problem), error);
}

/* The number of open cells, or of those of them that may stay free. */
static gint64
count_open (const TwPieceProblem *problem, gboolean free)
{
  gint64 open = 0;

  for (int y = 0; y < problem->board->height; y++)
    for (int x = 0; x < problem->board->width; x++)
      open += tw_piece_is_open (problem, x, y) && (!free || may_stay_free (problem, x, y));
  return open;
}

gboolean
tw_piece_problem_leaves_free (const TwPieceProblem *problem)
{
  gint64 left = count_open (problem, FALSE);
  gboolean any = FALSE;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];

    if (piece->least != piece->most)
      return FALSE;
    left -= (gint64) (piece->most - piece->placed) * piece->shape.count;
    any = any || piece->most > piece->placed;
  }
  /* With too many cells or too few, there is no solution anyway. */
  return any
         && (left < 0 || left > count_open (problem, TRUE) || left == problem->n_free
             || (problem->fewer_free && left < problem->n_free));
}

char *
tw_piece_cover_write_dlx (const TwPuzzle *puzzle, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gint64 open = count_open (problem, FALSE), loose = count_open (problem, TRUE);
  TwPieceItem *items = tw_piece_items_new (problem);

  items[problem->n_pieces].merged = tw_piece_problem_leaves_free (problem);
  for (gsize i = 0; i < tw_piece_items_count (problem); i++) {
    TwPieceItem *item = &items[i];

    if (item->merged || item->most <= 1)
      continue;
    /* The number of cells already limits the copies, so the item is unnecessary. */
    item->unbounded = item->least == 0
                      && item->most >= (i == problem->n_pieces
                                          ? loose
                                          : open / problem->pieces[i].shape.count);
    if (item->unbounded)
      continue;
    if (i == problem->n_pieces) {
      tw_fail_format (error, _ ("cells stay free, which this format cannot express"));
      tw_piece_items_free (items, tw_piece_items_count (problem));
      return NULL;
    }
    tw_fail_format (error,
                    _ ("piece %s has a limited number of copies, which this format cannot express: "
                       "choose the format cover"),
                    problem->pieces[i].name);
    tw_piece_items_free (items, tw_piece_items_count (problem));
    return NULL;
  }
  return write_text (problem, items, error);
}

/* --- models ---------------------------------------------------------------------------- */

typedef struct {
  const TwPieceProblem *problem;
  TwModel *model;
  GArray **of_cell;
  GArray *of_item; /* of the current item */
} Rows;

/* An item that must be used and has no placement gets an empty row, which makes the model infeasible. */
static void
end_item (Rows *rows, const TwPieceItem *item)
{
  if (rows->of_item->len > 0)
    tw_model_add_row (rows->model, rows->of_item, (int) MIN (item->least, G_MAXINT),
                      (int) MIN (item->most, G_MAXINT));
  else if (item->least > 0)
    tw_model_add_row (rows->model, rows->of_item, 1, G_MAXINT);
  g_array_set_size (rows->of_item, 0);
}

static void
add_variable_cb (const TwPieceItem *item, const TwShape *shape, int x, int y, gpointer data)
{
  Rows *rows = data;
  GString *name;
  int v;

  if (shape == NULL) {
    end_item (rows, item);
    return;
  }
  name = g_string_new (NULL);
  append_option (name, item, shape, x, y);
  g_string_truncate (name, name->len - 1); /* remove the line end */
  v = tw_model_add_variable (rows->model, g_string_free (name, FALSE));
  g_array_append_val (rows->of_item, v);
  for (int i = 0; i < shape->count; i++)
    g_array_append_val (rows->of_cell[tw_board_index (rows->problem->board, x + shape->cells[i].x,
                                                      y + shape->cells[i].y)],
                        v);
}

/* Each placement becomes a variable; equal pieces share their placements. */
TwModel *
tw_model_of_pieces (const TwPuzzle *puzzle, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  const TwBoard *board = problem->board;
  gsize n = (gsize) board->width * (gsize) board->height;
  TwPieceItem *items = tw_piece_items_new (problem);
  g_autofree GArray **of_cell = g_new (GArray *, n);
  g_autoptr (GArray) of_item = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (TwModel) model = tw_model_new ();
  Rows rows = { .problem = problem, .model = model, .of_cell = of_cell, .of_item = of_item };
  gboolean fine;

  for (gsize i = 0; i < n; i++)
    of_cell[i] = g_array_new (FALSE, FALSE, sizeof (int));
  fine = visit_placements (problem, items, add_variable_cb, &rows, error);
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      if (tw_piece_is_open (problem, x, y))
        tw_model_add_row (model, of_cell[tw_board_index (board, x, y)], 1, 1);
  for (gsize i = 0; i < n; i++)
    g_array_unref (of_cell[i]);
  tw_piece_items_free (items, tw_piece_items_count (problem));
  return fine ? g_steal_pointer (&model) : NULL;
}

/* Finds a piece of the item with this name of which not all copies are used; -1: there is none. */
static int
take_piece (const TwPieceProblem *problem, const TwPieceItem *items, gint64 *used, const char *name)
{
  for (gsize i = 0; i < problem->n_pieces; i++)
    if (g_str_equal (items[items[i].into].name, name)
        && used[i] < problem->pieces[i].most - problem->pieces[i].placed) {
      used[i]++;
      return (int) i;
    }
  return -1;
}

gboolean
tw_model_read_pieces (TwResult *result, const GPtrArray *names)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  TwPieceSolution placed = { .placements = problem->placed, .count = problem->n_placed };
  TwPieceItem *items = tw_piece_items_new (problem);
  g_autofree gint64 *used = g_new0 (gint64, problem->n_pieces + 1);
  gboolean fine = tw_result_add_piece_solution (result, &placed);

  for (guint i = 0; fine && i < names->len; i++) {
    g_auto (GStrv) words = g_strsplit (names->pdata[i], " ", -1);
    guint n = g_strv_length (words) - 1;
    g_autofree TwShapeCell *cells = g_new0 (TwShapeCell, n);
    int piece;

    if (problem->n_free > 0 && g_str_equal (words[0], items[problem->n_pieces].name))
      continue;
    for (guint c = 0; c < n; c++)
      fine = fine && sscanf (words[c + 1], "x%hdy%hd", &cells[c].x, &cells[c].y) == 2;
    /* The checker finds a piece that is used too often. */
    piece = take_piece (problem, items, used, words[0]);
    tw_result_add_piece_cells (result, (guint) MAX (piece, 0), cells, n);
  }
  tw_piece_items_free (items, tw_piece_items_count (problem));
  return fine;
}
