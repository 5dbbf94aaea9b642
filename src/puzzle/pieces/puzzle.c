/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.c - makes puzzles that place pieces; see puzzle.h. */
#include "puzzle/pieces/puzzle.h"

#include <string.h>

#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/kind.h"

typedef struct {
  TwPieceProblem *problem;
  TwPieceColours colours;
  guint8 *blocked; /* NULL: no obstacles */
  guint *alike;    /* for each piece the first piece with the same shape */
  GTree *names;    /* maps names to indices */
  TwGrade grade;
} Data;

guint8
tw_piece_colours_add (TwPieceColours *colours, gunichar name)
{
  for (guint i = 1; i <= colours->count; i++)
    if (colours->names[i] == name)
      return (guint8) i;
  if (colours->count == TW_PIECE_MAX_COLOURS)
    return 0;
  colours->names[++colours->count] = name;
  return (guint8) colours->count;
}

TW_DEFINE_FREE (data_free, Data, (problem, tw_piece_problem_free), (blocked, g_free),
                (alike, g_free), (names, g_tree_unref))

/* Shapes and names come from files, which could be made to collide in a hash table; therefore
 * these are trees. */
static guint *
find_alike (const TwPieceProblem *problem)
{
  g_autoptr (GTree) first = g_tree_new ((GCompareFunc) tw_shape_compare);
  guint *alike = g_new (guint, problem->n_pieces + 1);

  for (guint i = 0; i < problem->n_pieces; i++) {
    gpointer shape = &problem->pieces[i].shape, known;

    if (g_tree_lookup_extended (first, shape, NULL, &known)) {
      alike[i] = GPOINTER_TO_UINT (known);
    } else {
      g_tree_insert (first, shape, GUINT_TO_POINTER (i));
      alike[i] = i;
    }
  }
  return alike;
}

static GTree *
index_names (const TwPieceProblem *problem)
{
  GTree *names = g_tree_new ((GCompareFunc) strcmp);

  /* Of pieces with equal names the first one wins. */
  for (guint i = (guint) problem->n_pieces; i-- > 0;)
    g_tree_replace (names, problem->pieces[i].name, GUINT_TO_POINTER (i));
  return names;
}

TwPuzzle *
tw_piece_puzzle_new (const TwKind *kind, const char *id, TwPieceProblem *problem,
                     const TwPieceColours *colours, guint8 *blocked)
{
  gsize cells = (gsize) problem->board->width * (gsize) problem->board->height;
  TwBoard *board = tw_need (tw_board_copy (problem->board));
  guint8 *outside = g_malloc (cells);
  Data *data = g_new0 (Data, 1);
  TwPuzzle *puzzle;

  data->problem = problem;
  data->blocked = blocked;
  data->alike = find_alike (problem);
  data->names = index_names (problem);
  if (colours != NULL)
    data->colours = *colours;
  for (gsize i = 0; i < cells; i++)
    outside[i] = board->cells[i] == TW_CELL_BLOCKED && !(blocked != NULL && blocked[i]);
  puzzle = tw_puzzle_new (kind, id, board, data, data_free);
  tw_puzzle_set_outside (puzzle, outside);
  return puzzle;
}

gboolean
tw_kind_has_pieces (const TwKind *kind)
{
  return (kind->flags & TW_KIND_PIECES) != 0;
}

gboolean
tw_puzzle_has_pieces (const TwPuzzle *puzzle)
{
  return tw_kind_has_pieces (tw_puzzle_get_kind (puzzle));
}

const TwPieceProblem *
tw_piece_puzzle_get_problem (const TwPuzzle *puzzle)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return data->problem;
}

const TwPieceColours *
tw_piece_puzzle_get_colours (const TwPuzzle *puzzle)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return &data->colours;
}

void
tw_piece_puzzle_set_grade (TwPuzzle *puzzle, TwGrade grade)
{
  Data *data = tw_puzzle_get_payload (puzzle);

  data->grade = grade;
}

TwGrade
tw_piece_puzzle_get_grade (const TwPuzzle *puzzle)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return data->grade;
}

gsize
tw_piece_puzzle_count_covered (const TwPuzzle *puzzle, gsize *wanted)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gsize covered = 0;

  for (gsize i = 0; i < problem->n_placed; i++)
    covered += (gsize) problem->pieces[problem->placed[i].piece].shape.count;
  *wanted = tw_board_count_free (problem->board) - (gsize) problem->n_free;
  return covered;
}

guint
tw_piece_puzzle_alike (const TwPuzzle *puzzle, guint piece)
{
  const Data *data = tw_puzzle_get_payload (puzzle);

  return data->alike[piece];
}

int
tw_piece_puzzle_find (const TwPuzzle *puzzle, const char *name)
{
  const Data *data = tw_puzzle_get_payload (puzzle);
  gpointer index;

  return g_tree_lookup_extended (data->names, name, NULL, &index) ? GPOINTER_TO_INT (index) : -1;
}

static gboolean
allows (TwOrientations turns, gboolean now)
{
  return turns == TW_ORIENTATIONS_KEEP ? now : turns == TW_ORIENTATIONS_ALLOW;
}

/* Copies the board and the pieces, without pieces placed beforehand. */
static TwPieceProblem *
copy_unplaced (const TwPieceProblem *old, TwOrientations rotate, TwOrientations flip)
{
  TwPieceProblem *problem = tw_need (tw_piece_problem_new_like (tw_board_copy (old->board), old));

  for (gsize i = 0; i < old->n_pieces; i++) {
    const TwPiece *piece = &old->pieces[i];
    gboolean rotates = allows (rotate, (piece->transforms & 1 << 6) != 0);
    gboolean flips = allows (flip, (piece->transforms & 1 << 2) != 0);

    tw_add_piece (problem, piece->name, tw_new_turned (&piece->shape, 0), piece->least, piece->most,
                  tw_shape_transforms (rotates, flips));
  }
  return problem;
}

/* Takes ownership of `problem`; everything else is copied from `puzzle`. */
static TwPuzzle *
remake (TwPuzzle *puzzle, TwPieceProblem *problem)
{
  const Data *data = tw_puzzle_get_payload (puzzle);
  gsize cells = (gsize) problem->board->width * (gsize) problem->board->height;
  TwPuzzle *made = tw_piece_puzzle_new (
    tw_puzzle_get_kind (puzzle), tw_puzzle_get_id (puzzle), problem, &data->colours,
    data->blocked != NULL ? g_memdup2 (data->blocked, cells) : NULL);

  tw_puzzle_set_origin (made, tw_puzzle_get_file (puzzle), tw_puzzle_get_name (puzzle));
  tw_puzzle_set_comment (made, tw_puzzle_get_comment (puzzle));
  return made;
}

/* Takes ownership of `problem`, which has no pieces placed beforehand yet. */
static TwPuzzle *
place_again (TwPuzzle *puzzle, TwPieceProblem *problem, GError **error)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);
  g_autoptr (TwPieceProblem) made = problem;

  for (gsize i = 0; i < old->n_placed; i++)
    if (tw_piece_problem_place (made, old->placed[i], NULL, NULL) != TW_PLACE_OK)
      return tw_fail_usage_null (error, _ ("piece %s is placed in a way that is now forbidden"),
                                 old->pieces[old->placed[i].piece].name);
  return remake (puzzle, g_steal_pointer (&made));
}

TwPuzzle *
tw_piece_puzzle_with_orientations (TwPuzzle *puzzle, TwOrientations rotate, TwOrientations flip,
                                   GError **error)
{
  return place_again (puzzle, copy_unplaced (tw_piece_puzzle_get_problem (puzzle), rotate, flip),
                      error);
}

TwPuzzle *
tw_piece_puzzle_with_piece_orientations (TwPuzzle *puzzle, guint piece, gboolean rotate,
                                         gboolean flip, GError **error)
{
  TwPieceProblem *problem = copy_unplaced (tw_piece_puzzle_get_problem (puzzle),
                                           TW_ORIENTATIONS_KEEP, TW_ORIENTATIONS_KEEP);

  g_return_val_if_fail (piece < problem->n_pieces, NULL);
  problem->pieces[piece].transforms = tw_shape_transforms (rotate, flip);
  return place_again (puzzle, problem, error);
}

TwPuzzle *
tw_piece_puzzle_with_placed (TwPuzzle *puzzle, const TwPiecePlacement *placed, gsize n,
                             TwPlaceFault *fault)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);
  g_autoptr (TwPieceProblem)
    problem = copy_unplaced (old, TW_ORIENTATIONS_KEEP, TW_ORIENTATIONS_KEEP);

  *fault = TW_PLACE_OK;
  for (gsize i = 0; i < n && *fault == TW_PLACE_OK; i++)
    *fault = tw_piece_problem_place (problem, placed[i], NULL, NULL);
  return *fault == TW_PLACE_OK ? remake (puzzle, g_steal_pointer (&problem)) : NULL;
}

TwPuzzle *
tw_piece_puzzle_with_free (TwPuzzle *puzzle, int n_free, GError **error)
{
  const TwPieceProblem *old = tw_piece_puzzle_get_problem (puzzle);
  int most = (int) tw_board_count_free (old->board);
  TwPieceProblem *problem;

  if (n_free < 0 || n_free > most)
    return tw_fail_usage_null (error, _ ("%d cells cannot stay free: expected 0 to %d"), n_free,
                               most);
  problem = copy_unplaced (old, TW_ORIENTATIONS_KEEP, TW_ORIENTATIONS_KEEP);
  problem->n_free = n_free;
  problem->fewer_free = FALSE;
  return place_again (puzzle, problem, error);
}

char *
tw_piece_name (guint i)
{
  GString *name = g_string_new (NULL);

  do {
    g_string_prepend_c (name, (char) ('A' + i % 26));
    i /= 26;
  } while (i-- > 0);
  return g_string_free (name, FALSE);
}
