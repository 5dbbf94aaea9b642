/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle-solutions.c - reads the solutions in files of BurrTools; see xmpuzzle.h. */
#include "puzzle/kinds/pieces/xmpuzzle-private.h"

#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/pieces/placements.h"
#include "puzzle/pieces/solutions.h"

enum {
  N_ROTATIONS = 24,
};

/* A quarter turn in the plane of two axes. */
static void
quarter (int point[3], int a, int b)
{
  int before = point[a];

  point[a] = -point[b];
  point[b] = before;
}

static void
rotate (int rotation, int point[3])
{
  static const int about_y[] = { 0, 1, 2, 3, 0, 0 }, about_z[] = { 0, 0, 0, 0, 1, 3 };

  for (int i = 0; i < rotation % 4; i++)
    quarter (point, 1, 2);
  for (int i = 0; i < about_y[rotation / 4]; i++)
    quarter (point, 0, 2);
  for (int i = 0; i < about_z[rotation / 4]; i++)
    quarter (point, 0, 1);
}

/* Reads "X Y Z T" or "x", for which *used is FALSE. */
static gboolean
next_placement (const char **text, int where[3], int *rotation, gboolean *used)
{
  *text += strspn (*text, " \t\r\n");
  *used = **text != 'x';
  if (!*used) {
    (*text)++;
    return TRUE;
  }
  for (int i = 0; i < 4; i++) {
    char *end;
    gint64 number = g_ascii_strtoll (*text, &end, 10);

    if (end == *text || number < -TW_XMPUZZLE_MAX_CUBES || number > TW_XMPUZZLE_MAX_CUBES)
      return FALSE;
    *text = end;
    *(i < 3 ? &where[i] : rotation) = (int) number;
  }
  return *rotation >= 0 && *rotation < N_ROTATIONS;
}

/* Stores the cells of the board under a piece. A cell that is not in its layer gets a place outside
 * of the board. */
static void
project (const TwXmShape *shape, const TwXmShape *board, const int where[3], int rotation,
         TwShapeCell *cells)
{
  int u = board->across[0], v = board->across[1], thin = 3 - u - v;

  for (guint i = 0; i < shape->cubes->len; i++) {
    int point[3], x, y;

    tw_xm_shape_where (shape, g_array_index (shape->cubes, int, i), point);
    for (int k = 0; k < 3; k++)
      point[k] -= shape->hot[k];
    rotate (rotation, point);
    for (int k = 0; k < 3; k++)
      point[k] += where[k] - board->corner[k];
    x = point[thin] == 0 ? point[u] : -1;
    y = point[v];
    cells[i] = (TwShapeCell){ .x = (gint16) CLAMP (x, -1, TW_BOARD_MAX_SIDE),
                              .y = (gint16) CLAMP (y, -1, TW_BOARD_MAX_SIDE) };
  }
}

static TwResult *
read_assembly (const TwXmFile *file, const TwXmProblem *problem, TwPuzzle *puzzle, const char *text,
               GError **error)
{
  const TwXmShape *board = g_ptr_array_index (file->shapes, (guint) problem->result);
  g_autoptr (TwResult) result = tw_result_new (puzzle);
  guint covered = 0;

  result->status = TW_STATUS_FEASIBLE;
  for (guint i = 0; i < problem->parts->len; i++) {
    const TwXmPart *part = &g_array_index (problem->parts, TwXmPart, i);
    const TwXmShape *shape = g_ptr_array_index (file->shapes, (guint) part->shape);
    g_autofree TwShapeCell *cells = g_new (TwShapeCell, shape->cubes->len);

    for (int n = 0; n < part->most; n++) {
      int where[3], rotation = 0;
      gboolean used;

      if (!next_placement (&text, where, &rotation, &used))
        return tw_fail_format_null (
          error,
          _ ("for copy %d of shape %d, three numbers and a rotation from 0 to %d, or x "
             "are expected"),
          n + 1, part->shape + 1, N_ROTATIONS - 1);
      if (!used)
        continue;
      covered += shape->cubes->len;
      if (covered > board->cubes->len) { /* do not spend more time on it */
        return tw_fail_format_null (error, _ ("the pieces have more cells than the board"));
      }
      project (shape, board, where, rotation, cells);
      tw_result_add_piece_cells (result, i, cells, shape->cubes->len);
    }
  }
  text += strspn (text, " \t\r\n");
  if (*text != '\0')
    return tw_fail_format_null (error, _ ("there are more placements than copies of pieces"));
  return g_steal_pointer (&result);
}

/* Maps a colour, unless it is mapped already. Returns whether it is mapped to this one. */
static gboolean
maps (int map[256], guint8 from, guint8 to)
{
  if (map[from] < 0)
    map[from] = to;
  return map[from] == to;
}

/* Have both puzzles the same board and rules and the same pieces, used equally often? Their colours may
 * have other numbers. */
static gboolean
are_alike (const TwPuzzle *a, const TwPuzzle *b)
{
  const TwPieceProblem *p = tw_piece_puzzle_get_problem (a), *q = tw_piece_puzzle_get_problem (b);
  gsize n_cells = (gsize) p->board->width * (gsize) p->board->height;
  int cells[256], colours[256];
  gboolean alike = p->board->width == q->board->width && p->board->height == q->board->height
                   && p->n_pieces == q->n_pieces && p->n_free == q->n_free
                   && p->fewer_free == q->fewer_free;

  memset (cells, -1, sizeof cells);
  memset (colours, -1, sizeof colours);
  cells[TW_CELL_BLOCKED] = colours[0] = 0;
  for (gsize i = 0; alike && i < n_cells; i++)
    alike = maps (cells, p->board->cells[i], q->board->cells[i]);
  for (gsize i = 0; alike && i < p->n_pieces; i++) {
    const TwPiece *one = &p->pieces[i], *other = &q->pieces[i];

    alike = one->least == other->least && one->most == other->most
            && g_str_equal (one->name, other->name) && one->shape.count == other->shape.count;
    for (int c = 0; alike && c < one->shape.count; c++) {
      const TwShapeCell *at = &one->shape.cells[c], *on = &other->shape.cells[c];

      alike = at->x == on->x && at->y == on->y && maps (colours, at->colour, on->colour);
    }
  }
  for (int c = 1; alike && c < 256; c++)
    for (int k = p->n_free > 0 ? 0 : 1; alike && k < 256 && cells[c] >= 0; k++)
      alike = colours[k] < 0
              || tw_piece_problem_takes (p, (guint8) c, (guint8) k)
                   == tw_piece_problem_takes (q, (guint8) cells[c], (guint8) colours[k]);
  return alike;
}

/* Reads the solutions of a problem; *room is how many cells they may still cover. */
static gboolean
read_solutions (const TwXmFile *file, guint number, TwPuzzle *puzzle, gint64 *room,
                TwResult **result, GError **error)
{
  const TwXmProblem *problem = g_ptr_array_index (file->problems, number);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_result_unref);

  for (guint i = 0; *room > 0 && i < problem->assemblies->len; i++) {
    TwResult *one = read_assembly (file, problem, puzzle,
                                   g_ptr_array_index (problem->assemblies, i), error);

    if (one == NULL) {
      g_prefix_error (error, _ ("problem %u: solution %u: "), number + 1, i + 1);
      return FALSE;
    }
    g_ptr_array_add (list, one);
    *room -= puzzle != NULL ? tw_board_count_free (tw_puzzle_get_board (puzzle)) : 0;
    if (tw_kind_check (one, NULL) > 0) {
      *result = tw_result_ref (one);
      return TRUE;
    }
  }
  if (list->len > 0)
    *result = tw_result_dup_solution (g_ptr_array_index (list, 0));
  if (list->len > 1)
    tw_piece_solutions_gather (*result, list, NULL);
  return TRUE;
}

static void
drop_result (gpointer result)
{
  if (result != NULL)
    tw_result_unref (result);
}

GPtrArray *
tw_xmpuzzle_read_solutions (const char *data, gsize length, const GPtrArray *puzzles,
                            GError **error)
{
  g_autoptr (TwXmFile) file = tw_xm_file_parse (data, length, TRUE, error);
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (drop_result);
  /* Of several puzzles, each takes one of the problems, also one without solutions. */
  gboolean several = puzzles->len > 1;
  guint n = file != NULL && file->grid == 0 ? file->problems->len : 0, next = 0;
  gint64 room = TW_XMPUZZLE_MAX_COVERED;
  gboolean fine = file != NULL;

  for (guint i = 0; fine && i < puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (puzzles, i);
    TwResult *result = NULL;

    for (guint k = tw_puzzle_has_pieces (puzzle) ? next : n; k < n; k++) {
      const TwXmProblem *problem = g_ptr_array_index (file->problems, k);
      g_autoptr (TwPuzzle)
        own = several || problem->assemblies->len > 0 ? tw_xm_file_import (file, k, NULL) : NULL;

      if (own != NULL && are_alike (puzzle, own)) {
        fine = read_solutions (file, k, puzzle, &room, &result, error);
        next = k + 1;
        break;
      }
    }
    g_ptr_array_add (results, result);
  }
  return fine ? g_steal_pointer (&results) : NULL;
}
