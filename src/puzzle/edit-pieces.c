/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit-pieces.c - changes of a puzzle's pieces; see edit.h. */
#include "puzzle/edit.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/edit-private.h"
#include "puzzle/pieces/puzzle.h"

/* --- drafts ----------------------------------------------------------------------- */

TwPieceDraft *
tw_piece_draft_new (const char *name)
{
  TwPieceDraft *draft = g_new (TwPieceDraft, 1);

  *draft = (TwPieceDraft){
    .name = g_strdup (name),
    .cells = g_array_new (FALSE, FALSE, sizeof (TwShapeCell)),
    .least = 0,
    .most = 1,
    .rotate = TRUE,
    .flip = TRUE,
    .origin = -1,
  };
  return draft;
}

void
tw_piece_draft_free (TwPieceDraft *draft)
{
  g_free (draft->name);
  g_array_unref (draft->cells);
  g_free (draft);
}

/* The index of the cell at (x, y); -1 when there is none. */
static int
find_cell (const TwPieceDraft *draft, int x, int y)
{
  for (guint i = 0; i < draft->cells->len; i++) {
    TwShapeCell cell = g_array_index (draft->cells, TwShapeCell, i);

    if (cell.x == x && cell.y == y)
      return (int) i;
  }
  return -1;
}

void
tw_piece_draft_set (TwPieceDraft *draft, int x, int y, guint8 colour)
{
  const TwShapeCell cell = { .x = (int16_t) x, .y = (int16_t) y, .colour = colour };
  int i = find_cell (draft, x, y);

  if (i >= 0)
    g_array_remove_index_fast (draft->cells, (guint) i);
  if (colour != TW_CELL_BLOCKED)
    g_array_append_val (draft->cells, cell);
}

guint8
tw_piece_draft_get (const TwPieceDraft *draft, int x, int y)
{
  int i = find_cell (draft, x, y);

  return i >= 0 ? g_array_index (draft->cells, TwShapeCell, i).colour : TW_CELL_BLOCKED;
}

GPtrArray *
tw_edit_get_pieces (const TwPuzzle *puzzle)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  GPtrArray *drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_piece_draft_free);

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    TwPieceDraft *draft = tw_piece_draft_new (piece->name);

    g_array_append_vals (draft->cells, piece->shape.cells, (guint) piece->shape.count);
    draft->least = piece->least;
    draft->most = piece->most;
    draft->rotate = (piece->transforms & 1 << 6) != 0;
    draft->flip = (piece->transforms & 1 << 2) != 0;
    draft->origin = (int) i;
    g_ptr_array_add (drafts, draft);
  }
  return drafts;
}

char *
tw_edit_free_name (const GPtrArray *drafts)
{
  for (guint i = 0;; i++) {
    char *name = tw_piece_name (i);
    gboolean taken = FALSE;

    for (guint k = 0; k < drafts->len && !taken; k++)
      taken = g_str_equal (((TwPieceDraft *) g_ptr_array_index (drafts, k))->name, name);
    if (!taken)
      return name;
    g_free (name);
  }
}

/* --- converting drafts to a puzzle --------------------------------------------------- */

static gboolean
check_draft (const TwPieceDraft *draft, guint n_colours, GTree *names, gsize *total, GError **error)
{
  gsize length = strlen (draft->name);

  if (length == 0 || length >= TW_PIECES_NAME_SIZE || !g_utf8_validate (draft->name, -1, NULL))
    return tw_fail_usage (error, _ ("the name of a piece must have 1 to %d bytes"),
                          TW_PIECES_NAME_SIZE - 1);
  if (g_tree_lookup_extended (names, draft->name, NULL, NULL))
    return tw_fail_usage (error, _ ("two pieces are called “%s”"), draft->name);
  g_tree_insert (names, draft->name, NULL);
  if (draft->cells->len == 0)
    return tw_fail_usage (error, _ ("piece %s has no cell"), draft->name);
  *total += draft->cells->len;
  if (*total > TW_PIECES_MAX_CELLS)
    return tw_fail_usage (error, _ ("the pieces have more than %d cells"), TW_PIECES_MAX_CELLS);
  for (guint i = 0; i < draft->cells->len; i++) {
    guint8 colour = g_array_index (draft->cells, TwShapeCell, i).colour;

    if (colour == TW_CELL_BLOCKED || colour > n_colours)
      return tw_fail_usage (error, _ ("piece %s: there is no colour %d"), draft->name, colour);
  }
  if (draft->least < 0 || draft->least > draft->most || draft->most > TW_PIECES_MAX_COUNT)
    return tw_fail_usage (error, _ ("piece %s: it cannot be used %d to %d times"), draft->name,
                          draft->least, draft->most);
  return TRUE;
}

static gboolean
add_draft (TwPieceProblem *problem, const TwPieceDraft *draft, GError **error)
{
  TwShape shape;

  if (tw_shape_init (&shape, (const TwShapeCell *) (const void *) draft->cells->data,
                     (int) draft->cells->len)
      && tw_piece_problem_add (problem, draft->name, &shape, draft->least, draft->most,
                               tw_shape_transforms (draft->rotate, draft->flip)))
    return TRUE;
  return tw_fail_usage (error, _ ("piece %s is too large"), draft->name);
}

static gboolean
same_piece (const TwPieceDraft *draft, const TwPiece *piece, const TwPiece *made)
{
  return g_str_equal (draft->name, piece->name) && draft->least == piece->least
         && draft->most == piece->most && made->transforms == piece->transforms
         && tw_shape_compare (&made->shape, &piece->shape) == 0;
}

/* Returns the name of the change; NULL when nothing has changed. */
static char *
change_name (const TwPieceProblem *old, const TwPieceProblem *made, const GPtrArray *drafts)
{
  g_autofree gboolean *kept = g_new0 (gboolean, old->n_pieces + 1);
  gsize added = 0, changed = 0, removed = 0;
  const char *one_added = NULL, *one_changed = NULL, *one_removed = NULL;
  gboolean moved = FALSE;

  for (guint i = 0; i < drafts->len; i++) {
    const TwPieceDraft *draft = g_ptr_array_index (drafts, i);

    if (draft->origin < 0 || (gsize) draft->origin >= old->n_pieces) {
      added++;
      one_added = draft->name;
      continue;
    }
    kept[draft->origin] = TRUE;
    moved = moved || draft->origin != (int) i;
    if (!same_piece (draft, &old->pieces[draft->origin], &made->pieces[i])) {
      changed++;
      one_changed = draft->name;
    }
  }
  for (gsize i = 0; i < old->n_pieces; i++)
    if (!kept[i]) {
      removed++;
      one_removed = old->pieces[i].name;
    }
  if (added + changed + removed == 0 && !moved && old->n_free == made->n_free)
    return NULL;
  if (added == 1 && changed + removed == 0)
    return g_strdup_printf (_ ("Add piece %s"), one_added);
  if (removed == 1 && added + changed == 0)
    return g_strdup_printf (_ ("Remove piece %s"), one_removed);
  if (changed == 1 && added + removed == 0)
    return g_strdup_printf (_ ("Change piece %s"), one_changed);
  return g_strdup (_ ("Change the pieces"));
}

/* Keeps the pieces placed beforehand that still exist and still fit. */
static void
place_again (const TwPieceProblem *old, TwPieceProblem *made, const GPtrArray *drafts)
{
  for (gsize i = 0; i < old->n_placed; i++) {
    TwPiecePlacement placed = old->placed[i];

    for (guint k = 0; k < drafts->len; k++)
      if (((TwPieceDraft *) g_ptr_array_index (drafts, k))->origin == placed.piece) {
        placed.piece = (gint32) k;
        (void) tw_piece_problem_place (made, placed, NULL, NULL);
        break;
      }
  }
}

TwPuzzle *
tw_edit_set_pieces (TwPuzzle *puzzle, const GPtrArray *drafts, int n_free, char **name,
                    GError **error)
{
  g_autoptr (GTree) names = g_tree_new ((GCompareFunc) strcmp);
  g_autoptr (TwPieceProblem) problem = NULL;
  gsize total = 0;
  char *step;

  if (!tw_edit_has_pieces (puzzle))
    return tw_fail_usage_null (error, _ ("the pieces of this kind of puzzle cannot be changed"));
  if (drafts->len > TW_PIECES_MAX_PIECES)
    return tw_fail_usage_null (error, _ ("more than %d pieces"), TW_PIECES_MAX_PIECES);
  if (n_free < 0 || (gsize) n_free > tw_board_count_free (tw_puzzle_get_board (puzzle)))
    return tw_fail_usage_null (error, _ ("%d cells cannot stay free: expected 0 to %d"), n_free,
                               (int) tw_board_count_free (tw_puzzle_get_board (puzzle)));
  for (guint i = 0; i < drafts->len; i++)
    if (!check_draft (g_ptr_array_index (drafts, i), tw_edit_n_colours (puzzle), names, &total,
                      error))
      return NULL;

  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);

  problem = tw_need (tw_piece_problem_new_like (tw_board_copy (old->board), old));
  problem->n_free = n_free;
  for (guint i = 0; i < drafts->len; i++)
    if (!add_draft (problem, g_ptr_array_index (drafts, i), error))
      return NULL;
  step = change_name (old, problem, drafts);
  if (step == NULL)
    return tw_puzzle_ref (puzzle);
  tw_edit_say (name, step);
  place_again (old, problem, drafts);
  return tw_edit_remake (puzzle, g_steal_pointer (&problem), tw_piece_puzzle_get_colours (puzzle),
                         tw_edit_dup_blocked (puzzle));
}

TwPuzzle *
tw_edit_new_pieces (int width, int height, GError **error)
{
  TwBoard *board = tw_board_new_empty (width, height);
  TwPieceColours colours = { .count = 0 };
  const TwShapeCell cell = { .colour = TW_CELL_FREE };
  TwPieceProblem *problem;

  if (board == NULL)
    return tw_fail_usage_null (error, _ ("the sides of the board must be 1 to %d"),
                               TW_BOARD_MAX_SIDE);
  tw_piece_colours_add (&colours, 'O');
  problem = tw_need (tw_piece_problem_new (board));
  tw_add_piece (problem, "A", tw_new_shape (&cell, 1), 0, 1, TW_SHAPE_ALL);
  return tw_piece_puzzle_new (tw_kind_find ("pieces"), NULL, problem, &colours, NULL);
}
