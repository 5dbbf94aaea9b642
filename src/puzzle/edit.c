/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit.c - changes of a puzzle's board; see edit.h. Changes of its pieces are in edit-pieces.c. */
#include "puzzle/edit.h"

#include <string.h>

#include "core/base/generator.h"
#include "core/base/transform.h"
#include "puzzle/core-values.h"
#include "puzzle/edit-private.h"
#include "puzzle/squares.h"

/* --- what the user can change ------------------------------------------------- */

TwEditCells
tw_edit_cells (const TwPuzzle *puzzle)
{
  const TwKindEdit *edit = tw_puzzle_get_kind (puzzle)->edit;

  return edit != NULL ? edit->cells : TW_EDIT_NOTHING;
}

guint
tw_edit_n_colours (const TwPuzzle *puzzle)
{
  switch (tw_edit_cells (puzzle)) {
  case TW_EDIT_OBSTACLES:
    return 1;
  case TW_EDIT_COLOURS:
    return MAX (tw_piece_puzzle_get_colours (puzzle)->count, 1);
  case TW_EDIT_NOTHING:
  default:
    return 0;
  }
}

gboolean
tw_edit_has_pieces (const TwPuzzle *puzzle)
{
  return (tw_puzzle_get_kind (puzzle)->flags & TW_KIND_EDIT_PIECES) != 0;
}

int
tw_edit_max_side (const TwPuzzle *puzzle)
{
  const TwKindEdit *edit = tw_puzzle_get_kind (puzzle)->edit;

  return edit != NULL && edit->max_side > 0 ? edit->max_side : TW_BOARD_MAX_SIDE;
}

static gboolean
check_editable (const TwPuzzle *puzzle, GError **error)
{
  if (tw_edit_cells (puzzle) != TW_EDIT_NOTHING)
    return TRUE;
  return tw_fail_usage (error, _ ("the board of this kind of puzzle cannot be changed"));
}

/* --- making the new puzzle ------------------------------------------------------ */

void
tw_edit_say (char **name, char *text)
{
  if (name != NULL)
    *name = text;
  else
    g_free (text);
}

static TwPuzzle *
with_names_of (TwPuzzle *puzzle, TwPuzzle *made)
{
  tw_puzzle_set_origin (made, tw_puzzle_get_file (puzzle),
                        tw_puzzle_get_file (puzzle) != NULL ? tw_puzzle_get_name (puzzle) : NULL);
  tw_puzzle_set_comment (made, tw_puzzle_get_comment (puzzle));
  return made;
}

TwPuzzle *
tw_edit_remake (TwPuzzle *puzzle, TwPieceProblem *problem, const TwPieceColours *colours,
                guint8 *blocked)
{
  return with_names_of (puzzle,
                        tw_piece_puzzle_new (tw_puzzle_get_kind (puzzle), tw_puzzle_get_id (puzzle),
                                             problem, colours, blocked));
}

guint8 *
tw_edit_dup_blocked (const TwPuzzle *puzzle)
{
  const TwBoard *board = tw_puzzle_get_board (puzzle);
  const guint8 *outside = tw_puzzle_get_outside (puzzle);
  gsize cells = (gsize) board->width * (gsize) board->height;
  guint8 *blocked = g_malloc0 (cells);
  gboolean any = FALSE;

  for (gsize i = 0; i < cells; i++) {
    blocked[i] = board->cells[i] == TW_CELL_BLOCKED && !(outside != NULL && outside[i]);
    any = any || blocked[i];
  }
  if (!any)
    g_clear_pointer (&blocked, g_free);
  return blocked;
}

/* How a change moves the contents of the board. */
typedef struct {
  int transform;
  int dx;
  int dy;
} Move;

/* Maps a placement by the move: finds the transform of the (already transformed) shape that covers
 * the same cells. */
static TwPiecePlacement
move_placement (const TwPieceProblem *old, TwPieceProblem *problem, TwPiecePlacement placed,
                const Move *move)
{
  const TwShape *before = &old->pieces[placed.piece].shape;
  const TwShape *after = &problem->pieces[placed.piece].shape;
  gboolean upright = (placed.transform & TW_TRANSFORM_TRANSPOSE) == 0;
  int width = upright ? before->width : before->height;
  int height = upright ? before->height : before->width;
  gboolean transposed = (move->transform & TW_TRANSFORM_TRANSPOSE) != 0;
  TwPiecePlacement moved = placed;

  if (move->transform == 0) {
    moved.x = (int16_t) (placed.x + move->dx);
    moved.y = (int16_t) (placed.y + move->dy);
    return moved;
  }
  moved.x = transposed ? placed.y : placed.x;
  moved.y = transposed ? placed.x : placed.y;
  if ((move->transform & TW_TRANSFORM_INVERT_X) != 0)
    moved.x = (int16_t) (problem->board->width - moved.x - (transposed ? height : width));
  if ((move->transform & TW_TRANSFORM_INVERT_Y) != 0)
    moved.y = (int16_t) (problem->board->height - moved.y - (transposed ? width : height));

  g_auto (TwShape) placed_before = tw_new_turned (before, placed.transform);
  g_auto (TwShape) wanted = tw_new_turned (&placed_before, move->transform);

  for (int k = 0; k < TW_N_TRANSFORMS; k++) {
    if ((problem->pieces[placed.piece].transforms >> k & 1) == 0)
      continue;

    g_auto (TwShape) lying = tw_new_turned (after, k);

    if (tw_shape_compare (&lying, &wanted) == 0) {
      moved.transform = (uint8_t) k;
      break;
    }
  }
  return moved;
}

/* Makes a puzzle with another board. Takes ownership of `board` and `blocked`; keeps pieces and
 * colours, transformed by the move. */
static TwPuzzle *
with_piece_board (TwPuzzle *puzzle, TwBoard *board, guint8 *blocked, const Move *move)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);
  TwPieceProblem *problem = tw_need (tw_piece_problem_new_like (board, old));

  problem->n_free = MIN (old->n_free, (int) tw_board_count_free (board));
  for (gsize i = 0; i < old->n_pieces; i++) {
    const TwPiece *piece = &old->pieces[i];
    /* A piece that may be rotated and reflected keeps its drawing. */
    int k = piece->transforms == TW_SHAPE_ALL ? 0 : move->transform;

    tw_add_piece (problem, piece->name, tw_new_turned (&piece->shape, k), piece->least, piece->most,
                  piece->transforms);
  }
  for (gsize i = 0; i < old->n_placed; i++) /* a piece that no longer fits is dropped */
    (void) tw_piece_problem_place (problem, move_placement (old, problem, old->placed[i], move),
                                   NULL, NULL);
  return tw_edit_remake (puzzle, problem, tw_piece_puzzle_get_colours (puzzle), blocked);
}

/* Takes ownership of `board`, not NULL, of `blocked`, which only piece puzzles use, and of `step`,
 * the name of the change. Returns NULL and sets `error` when the piece puzzle would be invalid. */
static TwPuzzle *
with_board (TwPuzzle *puzzle, TwBoard *board, guint8 *blocked, const Move *move, char **name,
            char *step, GError **error)
{
  gboolean has_pieces = tw_puzzle_has_pieces (puzzle);

  if (has_pieces && tw_board_count_free (board) == 0) {
    tw_board_free (board);
    g_free (blocked);
    g_free (step);
    return tw_fail_usage_null (error, _ ("the board would have no cell left"));
  }
  tw_edit_say (name, step);
  if (!has_pieces) {
    g_free (blocked);
    return with_names_of (puzzle, tw_squares_puzzle_new (tw_puzzle_get_id (puzzle), board));
  }
  return with_piece_board (puzzle, board, blocked, move);
}

static const Move stay = { .transform = 0 };

/* Returns zeros when the puzzle distinguishes obstacles from holes, otherwise NULL. */
static guint8 *
new_blocked (const TwPuzzle *puzzle, const TwBoard *board)
{
  if (tw_edit_cells (puzzle) != TW_EDIT_OBSTACLES || !tw_puzzle_has_pieces (puzzle))
    return NULL;
  return g_malloc0 ((gsize) board->width * (gsize) board->height);
}

static TwBoard *
new_board (const TwPuzzle *puzzle, int width, int height, GError **error)
{
  int most = tw_edit_max_side (puzzle);
  TwBoard *board = NULL;

  if (width >= 1 && height >= 1 && width <= most && height <= most)
    board = tw_board_new (width, height);
  if (board == NULL)
    tw_fail_usage (error, _ ("the sides of the board must be 1 to %d"), most);
  return board;
}

/* --- cells ------------------------------------------------------------------------ */

static char *
paint_name (const TwPuzzle *puzzle, gsize changed, gboolean cleared)
{
  gulong n = changed;

  if (tw_edit_cells (puzzle) == TW_EDIT_COLOURS)
    return cleared ? g_strdup_printf (tw_ngettext ("Erase %lu cell", "Erase %lu cells", n), n)
                   : g_strdup_printf (tw_ngettext ("Paint %lu cell", "Paint %lu cells", n), n);
  return cleared
           ? g_strdup_printf (tw_ngettext ("Draw %lu obstacle", "Draw %lu obstacles", n), n)
           : g_strdup_printf (tw_ngettext ("Erase %lu obstacle", "Erase %lu obstacles", n), n);
}

TwPuzzle *
tw_edit_paint (TwPuzzle *puzzle, const TwEditCell *cells, gsize n, char **name, GError **error)
{
  const TwBoard *old = tw_puzzle_get_board (puzzle);
  guint8 last = TW_CELL_BLOCKED;
  gsize changed = 0;
  g_autoptr (TwBoard) board = NULL;
  g_autofree guint8 *blocked = NULL;

  if (!check_editable (puzzle, error))
    return NULL;
  for (gsize i = 0; i < n; i++)
    if (cells[i].value > tw_edit_n_colours (puzzle))
      return tw_fail_usage_null (error, _ ("there is no colour %d"), cells[i].value);
  board = tw_need (tw_board_copy (old));

  const guint8 *outside = tw_puzzle_get_outside (puzzle);
  gsize size = (gsize) board->width * (gsize) board->height;

  blocked = new_blocked (puzzle, board);
  for (gsize i = 0; blocked != NULL && i < size; i++)
    blocked[i] = board->cells[i] == TW_CELL_BLOCKED && !outside[i];
  for (gsize i = 0; i < n; i++) {
    TwEditCell cell = cells[i];

    if (cell.x < 0 || cell.y < 0 || cell.x >= board->width || cell.y >= board->height)
      continue;
    tw_board_set (board, cell.x, cell.y, cell.value);
    if (blocked != NULL)
      blocked[tw_board_index (board, cell.x, cell.y)] = cell.value == TW_CELL_BLOCKED;
    last = cell.value;
  }
  for (gsize i = 0; i < size; i++) {
    changed += board->cells[i] != old->cells[i]
               || (blocked != NULL && outside[i] && blocked[i]); /* the outline has grown */
  }
  if (changed == 0)
    return tw_puzzle_ref (puzzle);
  return with_board (puzzle, g_steal_pointer (&board), g_steal_pointer (&blocked), &stay, name,
                     paint_name (puzzle, changed, last == TW_CELL_BLOCKED), error);
}

TwPuzzle *
tw_edit_resize (TwPuzzle *puzzle, int width, int height, int dx, int dy, guint8 fill, char **name,
                GError **error)
{
  const TwBoard *old = tw_puzzle_get_board (puzzle);
  const Move move = { .dx = dx, .dy = dy };
  TwBoard *board;
  guint8 *blocked = NULL;

  if (!check_editable (puzzle, error))
    return NULL;
  if (fill > tw_edit_n_colours (puzzle))
    return tw_fail_usage_null (error, _ ("there is no colour %d"), fill);
  if (width == old->width && height == old->height && dx == 0 && dy == 0)
    return tw_puzzle_ref (puzzle);
  board = new_board (puzzle, width, height, error);
  if (board == NULL)
    return NULL;
  g_autofree guint8 *obstacles = tw_edit_dup_blocked (puzzle);
  blocked = new_blocked (puzzle, board);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int from_x = x - dx, from_y = y - dy;
      gboolean new_cell = from_x < 0 || from_y < 0 || from_x >= old->width || from_y >= old->height;

      tw_board_set (board, x, y, new_cell ? fill : tw_board_get (old, from_x, from_y));
      if (blocked != NULL)
        blocked[tw_board_index (board, x, y)] =
          new_cell ? fill == TW_CELL_BLOCKED
                   : obstacles != NULL && obstacles[tw_board_index (old, from_x, from_y)];
    }
  return with_board (puzzle, board, blocked, &move, name,
                     width == old->width && height == old->height
                       ? g_strdup (_ ("Move the board"))
                       : g_strdup_printf (_ ("Resize to %d × %d"), width, height),
                     error);
}

TwPuzzle *
tw_edit_generate (TwPuzzle *puzzle, int width, int height, double density, guint64 seed,
                  char **name, GError **error)
{
  TwBoard *board;
  guint8 *blocked = NULL;

  if (!check_editable (puzzle, error))
    return NULL;
  board = new_board (puzzle, width, height, error); /* sets `error` when a side is invalid */
  if (board == NULL)
    return NULL;
  tw_board_free (board);
  board = tw_generate_board (width, height, density, seed);
  if (board == NULL)
    return tw_fail_usage_null (error, _ ("the density must be 0 to 100 %%"));
  blocked = new_blocked (puzzle, board);
  for (gsize i = 0; blocked != NULL && i < (gsize) width * (gsize) height; i++)
    blocked[i] = board->cells[i] == TW_CELL_BLOCKED;
  return with_board (puzzle, board, blocked, &stay, name,
                     g_strdup_printf (_ ("Generate %d × %d"), width, height), error);
}

static const char *
transform_name (int k)
{
  switch (k) {
  case TW_TRANSFORM_INVERT_X:
    return _ ("Flip left to right");
  case TW_TRANSFORM_INVERT_Y:
    return _ ("Flip upside down");
  case TW_TRANSFORM_INVERT_X | TW_TRANSFORM_INVERT_Y:
    return _ ("Turn upside down");
  case TW_TRANSFORM_TRANSPOSE | TW_TRANSFORM_INVERT_X:
    return _ ("Turn right");
  case TW_TRANSFORM_TRANSPOSE | TW_TRANSFORM_INVERT_Y:
    return _ ("Turn left");
  default:
    return _ ("Transpose");
  }
}

TwPuzzle *
tw_edit_transform (TwPuzzle *puzzle, int k, char **name, GError **error)
{
  const TwBoard *old = tw_puzzle_get_board (puzzle);
  const Move move = { .transform = k };
  TwPuzzle *turned;
  TwBoard *board;
  guint8 *blocked = NULL;

  g_return_val_if_fail (k >= 0 && k < TW_N_TRANSFORMS, NULL);
  if (!check_editable (puzzle, error))
    return NULL;
  if (k == 0)
    return tw_puzzle_ref (puzzle);
  if (tw_puzzle_has_pieces (puzzle) && (k & TW_TRANSFORM_TRANSPOSE) != 0) {
    const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);

    /* After a quarter turn these pieces would have to be reflected upside down. */
    for (gsize i = 0; i < problem->n_pieces; i++)
      if (problem->pieces[i].transforms == TW_SHAPE_FLIP_ONLY)
        return tw_fail_usage_null (
          error,
          _ ("piece %s may be flipped but not rotated, so it cannot turn with "
             "the board"),
          problem->pieces[i].name);
  }
  board = tw_need (tw_transform_board (k, old));
  blocked = new_blocked (puzzle, board);
  if (blocked != NULL) {
    g_autofree guint8 *obstacles = tw_edit_dup_blocked (puzzle);

    for (int y = 0; obstacles != NULL && y < old->height; y++)
      for (int x = 0; x < old->width; x++) {
        TwSquare at = tw_transform_square (k, old->width, old->height,
                                           (TwSquare){ .x = x, .y = y, .size = 1 });

        blocked[tw_board_index (board, at.x, at.y)] = obstacles[tw_board_index (old, x, y)];
      }
  }
  turned = with_board (puzzle, board, blocked, &move, name, g_strdup (transform_name (k)), error);
  if (turned != NULL && tw_puzzle_has_pieces (puzzle))
    tw_piece_puzzle_set_grade (turned, tw_piece_puzzle_get_grade (puzzle));
  return turned;
}

TwPuzzle *
tw_edit_replace (TwPuzzle *puzzle, TwPuzzle *other, char **name, GError **error)
{
  const TwBoard *board = tw_puzzle_get_board (other);
  TwPuzzle *made;

  if (!check_editable (puzzle, error))
    return NULL;
  if (tw_puzzle_get_kind (puzzle) != tw_puzzle_get_kind (other))
    return tw_fail_usage_null (error, _ ("this is a puzzle of another kind"));
  if (tw_puzzle_has_pieces (other)) {
    TwPieceProblem *problem = tw_need (tw_piece_problem_copy (tw_piece_puzzle_get_problem (other)));

    made = tw_edit_remake (puzzle, problem, tw_piece_puzzle_get_colours (other),
                           tw_edit_dup_blocked (other));
  } else {
    TwBoard *copy = tw_need (tw_board_copy (board));

    made = with_names_of (puzzle, tw_squares_puzzle_new (tw_puzzle_get_id (puzzle), copy));
  }
  tw_edit_say (name, g_strdup_printf (_ ("Paste %d × %d"), board->width, board->height));
  return made;
}

TwPuzzle *
tw_edit_add_colour (TwPuzzle *puzzle, gunichar colour, guint8 *value, char **name, GError **error)
{
  TwPieceColours colours;
  guint before;
  TwPieceProblem *problem;

  *value = 0;
  if (tw_edit_cells (puzzle) != TW_EDIT_COLOURS)
    return tw_fail_usage_null (error, _ ("the cells of this puzzle have no colours"));
  if (!g_unichar_isgraph (colour) || g_unichar_iszerowidth (colour))
    return tw_fail_usage_null (error, _ ("the name of a colour must be one visible character"));
  colours = *tw_piece_puzzle_get_colours (puzzle);
  before = colours.count;
  *value = tw_piece_colours_add (&colours, colour);
  if (*value == 0)
    return tw_fail_usage_null (error, _ ("more than %d colours"), TW_PIECE_MAX_COLOURS);
  if (colours.count == before)
    return tw_puzzle_ref (puzzle);
  problem = tw_need (tw_piece_problem_copy (tw_piece_puzzle_get_problem (puzzle)));
  if (name != NULL) {
    char text[7] = { 0 };

    g_unichar_to_utf8 (colour, text);
    *name = g_strdup_printf (_ ("Add colour %s"), text);
  }
  return tw_edit_remake (puzzle, problem, &colours, tw_edit_dup_blocked (puzzle));
}
