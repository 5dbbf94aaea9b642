/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle-write.c - writes files of BurrTools; see xmpuzzle.h. */
#include "puzzle/kinds/pieces/xmpuzzle.h"

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-count.h"
#include "puzzle/kinds/pieces/drawing.h"
#include "puzzle/kinds/pieces/exact-cover.h"
#include "puzzle/pieces/placements.h"

/* The states of a problem in the file, but for that of a search that can be continued. */
enum {
  UNSOLVED = 0,
  SOLVED = 2,
  UNKNOWN = 3, /* with some solutions */
};

/* Can the format express this puzzle? */
static gboolean
can_write (const TwPieceProblem *problem, guint n_colours, GError **error)
{
  if (problem->n_placed > 0)
    return tw_fail_format (
      error, _ ("pieces are placed beforehand, which a BurrTools file cannot express"));
  if (problem->n_free > 0 && !problem->fewer_free && !tw_piece_problem_leaves_free (problem))
    return tw_fail_format (error, _ ("cells stay free, which this format cannot express"));
  if (n_colours > TW_XMPUZZLE_MAX_COLOURS)
    return tw_fail_format (error, _ ("more than %d colours"), TW_XMPUZZLE_MAX_COLOURS);
  return tw_piece_puzzle_turns_freely (problem, error);
}

/* `filled` is the sign of a cube that is there. */
static void
append_cube (GString *text, char filled, guint8 colour, guint n_colours)
{
  g_string_append_c (text, colour == TW_CELL_BLOCKED ? '_' : filled);
  if (colour != TW_CELL_BLOCKED && n_colours > 1)
    g_string_append_printf (text, "%u", colour);
}

static void
append_piece (GString *text, const TwPiece *piece, guint n_colours)
{
  g_autofree char *name = g_markup_escape_text (piece->name, -1);
  int i = 0;

  g_string_append_printf (text, "    <voxel x=\"%d\" y=\"%d\" z=\"1\" name=\"%s\" type=\"0\">",
                          piece->shape.width, piece->shape.height, name);
  for (int y = 0; y < piece->shape.height; y++)
    for (int x = 0; x < piece->shape.width; x++) {
      const TwShapeCell *cell = &piece->shape.cells[i];
      gboolean here = i < piece->shape.count && cell->x == x && cell->y == y;

      append_cube (text, '#', here ? cell->colour : TW_CELL_BLOCKED, n_colours);
      i += here;
    }
  g_string_append (text, "</voxel>\n");
}

/* BurrTools' rotations for our transforms: within the layer, and turned over. */
static const int rotations[8] = { 0, 2, 8, 10, 18, 20, 16, 22 };

/* Appends the place to which a placement brings the origin of the shape, which is a corner of its
 * bounding box: which one depends on the axes that the transform inverts. */
static void
append_placement (GString *text, const TwShape *shape, const TwPiecePlacement *placement)
{
  gboolean transpose = (placement->transform & 4) != 0;
  int width = transpose ? shape->height : shape->width;
  int height = transpose ? shape->width : shape->height;

  g_string_append_printf (text, "%d %d 0 %d",
                          placement->x + (placement->transform & 2 ? width - 1 : 0),
                          placement->y + (placement->transform & 1 ? height - 1 : 0),
                          rotations[placement->transform & 7]);
}

/* Compares placements by their piece. */
static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  const TwPiecePlacement *p = a, *q = b;

  return (p->piece > q->piece) - (p->piece < q->piece);
}

static void
append_solution (GString *text, const TwResult *result)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (result->puzzle);
  TwPieceSolution solution = tw_result_dup_piece_solution (result);
  gsize k = 0;

  qsort (solution.placements, solution.count, sizeof *solution.placements, compare_pieces);
  g_string_append (text, "        <solution>\n          <assembly>");
  for (gsize i = 0; i < problem->n_pieces; i++)
    for (int n = 0; n < problem->pieces[i].most; n++) {
      if (i > 0 || n > 0)
        g_string_append_c (text, ' ');
      if (k < solution.count && solution.placements[k].piece == (int) i)
        append_placement (text, &problem->pieces[i].shape, &solution.placements[k++]);
      else
        g_string_append_c (text, 'x');
    }
  g_string_append (text, "</assembly>\n        </solution>\n");
  g_free (solution.placements);
}

/* Appends the list of solutions; a file that would be too large to read has only a part of it.
 * Returns how many of `solutions` are in the list. */
static gsize
append_solutions (GString *text, const TwResult *result)
{
  TwPieceSolutions *solutions = tw_result_get_piece_solutions (result);
  gsize n = tw_piece_solutions_count (solutions).kept, written = 0;

  g_string_append (text, "      <solutions>\n");
  if (n == 0) {
    append_solution (text, result);
    written = 1;
  }
  for (gsize i = 0; i < n && text->len < TW_XMPUZZLE_MAX_BYTES / 2; i++) {
    g_autoptr (TwResult) one = tw_piece_solutions_get (solutions, i);

    if (one != NULL) {
      append_solution (text, one);
      written++;
    }
  }
  g_string_append (text, "      </solutions>\n");
  return written;
}

/* Appends the element of a problem without its parts, for a list of n solutions. Only a problem in the
 * state UNSOLVED may have no counts. */
static void
append_problem (GString *text, const TwPuzzle *puzzle, const TwResult *result, gsize n)
{
  TwSolutionCount count = tw_piece_solutions_count (tw_result_get_piece_solutions (result));
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  gboolean none = result != NULL && result->status == TW_STATUS_INFEASIBLE;
  int state = none || (n > 0 && count.complete && count.distinct == n) ? SOLVED
              : n > 0                                                  ? UNKNOWN
                                                                       : UNSOLVED;

  g_string_append_printf (text, "    <problem state=\"%d\"", state);
  if (problem->fewer_free)
    g_string_append_printf (text, " maxHoles=\"%d\"", problem->n_free);
  if (tw_puzzle_get_title (puzzle) != NULL) {
    g_autofree char *title = g_markup_escape_text (tw_puzzle_get_title (puzzle), -1);

    g_string_append_printf (text, " name=\"%s\"", title);
  }
  if (state != UNSOLVED)
    g_string_append_printf (text, " assemblies=\"%zu\" solutions=\"%zu\" time=\"%.0f\"", n, n,
                            result->seconds);
  g_string_append (text, ">\n");
}

char *
tw_xmpuzzle_write (const TwPuzzle *puzzle, const TwResult *result, GError **error)
{
  const TwPieceProblem *problem = tw_piece_puzzle_get_problem (puzzle);
  guint n_colours = tw_piece_puzzle_get_colours (puzzle)->count;
  g_autoptr (GString) list = g_string_new (NULL);
  const TwBoard *board = problem->board;
  GString *text;
  gsize n = 0;

  if (!can_write (problem, n_colours, error))
    return NULL;
  text = g_string_new ("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n"
                       "  <gridType type=\"0\"/>\n  <colors>\n");
  for (guint c = 1; c <= n_colours && n_colours > 1; c++)
    g_string_append_printf (text, "    <color red=\"%u\" green=\"%u\" blue=\"%u\"/>\n",
                            c * 83 % 256, c * 151 % 256, c * 211 % 256);
  g_string_append (text, "  </colors>\n  <shapes>\n");
  for (gsize i = 0; i < problem->n_pieces; i++)
    append_piece (text, &problem->pieces[i], n_colours);
  g_string_append_printf (text, "    <voxel x=\"%d\" y=\"%d\" z=\"1\" type=\"0\">", board->width,
                          board->height);
  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++) {
      guint8 colour = tw_board_get (board, x, y);
      gboolean variable = problem->n_free > 0 && tw_piece_problem_takes (problem, colour, 0);

      append_cube (text, variable ? '+' : '#', colour, n_colours);
    }
  g_string_append (text, "</voxel>\n  </shapes>\n  <problems>\n");
  if (result != NULL && tw_result_has_solution (result))
    n = append_solutions (list, result);
  append_problem (text, puzzle, result, n);
  g_string_append (text, "      <shapes>\n");
  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];

    if (piece->least == piece->most)
      g_string_append_printf (text, "        <shape id=\"%zu\" count=\"%d\"/>\n", i, piece->most);
    else
      g_string_append_printf (text, "        <shape id=\"%zu\" min=\"%d\" max=\"%d\"/>\n", i,
                              piece->least, piece->most);
  }
  g_string_append_printf (text, "      </shapes>\n      <result id=\"%zu\"/>\n      <bitmap>\n",
                          problem->n_pieces);
  for (guint r = 1; r <= n_colours && n_colours > 1; r++)
    for (guint p = 1; p <= n_colours; p++)
      if (tw_piece_problem_takes (problem, (guint8) r, (guint8) p))
        g_string_append_printf (text, "        <pair piece=\"%u\" result=\"%u\"/>\n", p - 1, r - 1);
  g_string_append (text, "      </bitmap>\n");
  g_string_append_len (text, list->str, (gssize) list->len);
  g_string_append (text, "    </problem>\n  </problems>\n");
  if (tw_puzzle_get_comment (puzzle) != NULL) {
    g_autofree char *comment = g_markup_escape_text (tw_puzzle_get_comment (puzzle), -1);

    g_string_append_printf (text, "  <comment>%s</comment>\n", comment);
  }
  g_string_append (text, "</puzzle>\n");
  return g_string_free (text, FALSE);
}
