/* SPDX-License-Identifier: GPL-3.0-or-later */
/* polyominoes.c - see polyominoes.h. Polyominoes of n cells are those of n - 1 cells with each
 * neighbouring cell added; of the shapes that are equal up to the allowed transforms the smallest
 * according to tw_shape_compare () is kept.
 */
#include "puzzle/polyominoes.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/string-order.h"

/* The usual letters; rows are separated by "/". Of a free piece the first one counts. */
static const struct {
  const char *name;
  const char *rows;
} letters[] = {
  { "I", "XXXX" },        { "O", "XX/XX" },     { "T", "XXX/.X." },     { "S", ".XX/XX." },
  { "Z", "XX./.XX" },     { "L", "..X/XXX" },   { "J", "X../XXX" },     { "F", ".XX/XX./.X." },
  { "I", "XXXXX" },       { "L", "...X/XXXX" }, { "N", "XX../.XXX" },   { "P", "XX/XX/X." },
  { "T", "XXX/.X./.X." }, { "U", "X.X/XXX" },   { "V", "X../X../XXX" }, { "W", "X../XX./.XX" },
  { "X", ".X./XXX/.X." }, { "Y", ".X../XXXX" }, { "Z", "XX./.X./.XX" },
};

static void
shape_free (gpointer data)
{
  tw_shape_clear (data);
  g_free (data);
}

/* The smallest image of a shape under the transforms of the mask. */
static TwShape *
normal_form (const TwShapeCell *cells, int count, uint8_t mask)
{
  g_auto (TwShape) shape = tw_new_shape (cells, count);
  TwShape *best = NULL;

  for (int k = 0; k < 8; k++) {
    g_auto (TwShape) image = tw_new_turned (&shape, k);

    if ((mask & 1 << k) != 0 && (best == NULL || tw_shape_compare (&image, best) < 0)) {
      g_clear_pointer (&best, shape_free);
      best = g_memdup2 (&image, sizeof image);
      image = (TwShape){ 0 };
    }
  }
  return best;
}

static gboolean
is_among (const GPtrArray *shapes, const TwShape *shape)
{
  for (guint i = 0; i < shapes->len; i++)
    if (tw_shape_compare (g_ptr_array_index (shapes, i), shape) == 0)
      return TRUE;
  return FALSE;
}

/* Adds all shapes that have one cell more than `shape`. */
static void
grow (const TwShape *shape, uint8_t mask, GPtrArray *shapes)
{
  static const int steps[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
  TwShapeCell cells[TW_POLYOMINOES_MAX_CELLS];

  memcpy (cells, shape->cells, sizeof *cells * (gsize) shape->count);
  for (int i = 0; i < shape->count; i++)
    for (int step = 0; step < 4; step++) {
      TwShapeCell more = cells[i];
      gboolean taken = FALSE;

      more.x = (int16_t) (more.x + steps[step][0]);
      more.y = (int16_t) (more.y + steps[step][1]);
      for (int k = 0; k < shape->count; k++)
        taken = taken || (cells[k].x == more.x && cells[k].y == more.y);
      if (taken)
        continue;
      cells[shape->count] = more;
      TwShape *found = normal_form (cells, shape->count + 1, mask);
      if (is_among (shapes, found))
        shape_free (found);
      else
        g_ptr_array_add (shapes, found);
    }
}

static GPtrArray *
all_shapes (int n, uint8_t mask)
{
  const TwShapeCell cell = { .colour = TW_CELL_FREE };
  GPtrArray *shapes = g_ptr_array_new_with_free_func (shape_free);

  g_ptr_array_add (shapes, normal_form (&cell, 1, mask));
  for (int count = 1; count < n; count++) {
    GPtrArray *larger = g_ptr_array_new_with_free_func (shape_free);

    for (guint i = 0; i < shapes->len; i++)
      grow (g_ptr_array_index (shapes, i), mask, larger);
    g_ptr_array_unref (shapes);
    shapes = larger;
  }
  return shapes;
}

/* The letter of a shape that may be placed with the transforms of the mask; NULL: it has none. */
static const char *
letter_of (const TwShape *shape, uint8_t mask)
{
  const char *name = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (letters) && name == NULL; i++) {
    g_auto (TwShape) drawn = tw_new_drawn_shape (letters[i].rows);

    if (drawn.count != shape->count)
      continue;
    TwShape *normal = normal_form (drawn.cells, drawn.count, mask);
    if (tw_shape_compare (normal, shape) == 0)
      name = letters[i].name;
    shape_free (normal);
  }
  return name;
}

/* The letter of a piece, whatever its colours; that of its mirror image if it has none. */
static const char *
letter_of_piece (const TwPiece *piece)
{
  static const uint8_t masks[] = { TW_SHAPE_ROTATIONS, TW_SHAPE_ALL };
  gboolean flips = (piece->transforms & ~TW_SHAPE_ROTATIONS) != 0;
  TwShapeCell cells[TW_POLYOMINOES_MAX_CELLS];
  const char *letter = NULL;

  if (piece->shape.count > TW_POLYOMINOES_MAX_CELLS)
    return NULL;
  for (int i = 0; i < piece->shape.count; i++) {
    cells[i] = piece->shape.cells[i];
    cells[i].colour = TW_CELL_FREE;
  }
  for (int i = flips ? 1 : 0; i < 2 && letter == NULL; i++) {
    TwShape *normal = normal_form (cells, piece->shape.count, masks[i]);

    letter = letter_of (normal, masks[i]);
    shape_free (normal);
  }
  return letter;
}

void
tw_polyominoes_name (TwPieceProblem *problem, GTree *names)
{
  g_autoptr (GTree) taken = names != NULL ? g_tree_ref (names) : tw_string_tree_new (NULL);
  guint n_of[128] = { 0 }, n_others = 0;

  for (int lettered = 1; lettered >= 0; lettered--)
    for (gsize i = 0; i < problem->n_pieces; i++) {
      TwPiece *piece = &problem->pieces[i];
      const char *letter = *piece->name == '\0' && lettered ? letter_of_piece (piece) : NULL;
      char *name = NULL;

      if (*piece->name != '\0' || (lettered && letter == NULL))
        continue;
      do {
        guint n = letter != NULL ? ++n_of[(guchar) *letter] : n_others++;

        g_free (name);
        name = letter == NULL ? tw_piece_name (n)
               : n == 1       ? g_strdup (letter)
                              : g_strdup_printf ("%s%u", letter, n);
      } while (g_tree_lookup_extended (taken, name, NULL, NULL));
      g_strlcpy (piece->name, name, sizeof piece->name);
      g_tree_insert (taken, name, GUINT_TO_POINTER ((guint) i));
    }
}

TwPuzzle *
tw_polyominoes_new_puzzle (const TwPolyominoSet *set, int width, int height, GError **error)
{
  uint8_t mask = set->one_sided ? TW_SHAPE_ROTATIONS : TW_SHAPE_ALL;
  TwBoard *board = tw_board_new_empty (width, height);
  TwPieceColours colours = { .count = 0 };
  TwPieceProblem *problem;

  g_return_val_if_fail (set->cells >= 1 && set->cells <= TW_POLYOMINOES_MAX_CELLS, NULL);
  if (board == NULL)
    return tw_fail_usage_null (error, _ ("the sides of the board must be 1 to %d"),
                               TW_BOARD_MAX_SIDE);
  g_autoptr (GPtrArray) shapes = all_shapes (set->cells, mask);
  tw_piece_colours_add (&colours, 'O');
  problem = tw_need (tw_piece_problem_new (board));
  for (guint i = 0; i < shapes->len; i++) {
    /* All pieces of four or five cells have letters. */
    g_autofree char *name = g_strdup_printf ("%u", i + 1);

    tw_add_piece (problem, set->cells == 4 || set->cells == 5 ? "" : name,
                  tw_new_turned (g_ptr_array_index (shapes, i), 0), 0, set->copies, mask);
  }
  tw_polyominoes_name (problem, NULL);
  return tw_piece_puzzle_new (tw_kind_find ("pieces"), NULL, problem, &colours, NULL);
}
