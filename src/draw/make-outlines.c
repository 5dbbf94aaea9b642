/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-outlines.c - the paths that cut and engrave pieces, boards and trays; see make.h.
 *
 * A piece is a set of cells on a grid. Offsetting its outline moves every cell side outwards (or
 * inwards) by the same length. This is exact for paths with right angles: each corner moves by the
 * offset along both axes. */
#include "core/pieces/problem.h"
#include "draw/make-private.h"
#include "draw/painter-private.h"
#include "puzzle/error.h"

/* How far a label may be from its curves, in millimetres. */
#define TOLERANCE 0.02
/* The share of its place that a label covers at most, and its largest height in millimetres. */
#define LABEL_WIDTH  0.7
#define LABEL_HEIGHT 8.0

/* --- cells ------------------------------------------------------------------------------- */

TwBoard *
tw_make_board_of (const TwShape *shape)
{
  TwBoard *board = tw_need (tw_board_new (shape->width, shape->height));

  for (int i = 0; i < shape->count; i++)
    tw_board_set (board, shape->cells[i].x, shape->cells[i].y, TW_CELL_FREE);
  return board;
}

static gboolean
is_free (const TwBoard *board, int x, int y)
{
  return x >= 0 && y >= 0 && x < board->width && y < board->height
         && tw_board_is_free (board, x, y);
}

/* --- paths ------------------------------------------------------------------------------- */

static void
clear_path (gpointer path)
{
  g_array_unref (((TwMakePath *) path)->points);
}

/* Appends a path and returns its points. */
static GArray *
add_path (GArray *paths, TwMakePathKind kind, gboolean cut)
{
  TwMakePath path = { kind, cut, g_array_new (FALSE, FALSE, sizeof (TwMakePoint)) };

  g_array_append_val (paths, path);
  return path.points;
}

/* Directions along cell sides with the filled cell on the right: east, south, west, north; y grows
 * downwards. */
static const int step_x[] = { 1, 0, -1, 0 };
static const int step_y[] = { 0, 1, 0, -1 };

/* Whether the side from corner (x, y) in this direction has a filled cell on its right and none on
 * its left. */
static gboolean
has_side (const TwBoard *board, int x, int y, int direction)
{
  static const int right_x[] = { 0, -1, -1, 0 }, right_y[] = { 0, 0, -1, -1 };
  static const int left_x[] = { 0, 0, -1, -1 }, left_y[] = { -1, 0, 0, -1 };

  return is_free (board, x + right_x[direction], y + right_y[direction])
         && !is_free (board, x + left_x[direction], y + left_y[direction]);
}

/* Traces the closed path through a side. The path has only its corners, each moved by `offset` to
 * the left, which is outwards. Visited sides are marked in `seen`. Where two cells meet only at a
 * corner, the path turns right, so it stays with its cell. */
static void
trace (GArray *path, const TwBoard *board, guint8 *seen, int x, int y, int direction, double cell,
       double offset, TwMakePoint by)
{
  int at_x = x, at_y = y, way = direction;

  do {
    gsize corner = (gsize) at_y * (gsize) (board->width + 1) + (gsize) at_x;
    int next = way;

    seen[corner] |= (guint8) (1 << way);
    at_x += step_x[way];
    at_y += step_y[way];
    for (int turn = 1; turn >= -1; turn--) {
      next = (way + turn + 4) % 4;
      if (has_side (board, at_x, at_y, next))
        break;
    }
    if (next != way) {
      /* The direction to the left of d is d - 1 (mod 4). */
      int a = (way + 3) % 4, b = (next + 3) % 4;
      TwMakePoint point = { by.x + at_x * cell + offset * (step_x[a] + step_x[b]),
                            by.y + at_y * cell + offset * (step_y[a] + step_y[b]) };

      g_array_append_val (path, point);
    }
    way = next;
  } while (at_x != x || at_y != y || way != direction);
}

/* Appends all closed paths of the outline, moved by `by`. */
static void
add_outline (GArray *paths, const TwBoard *board, double cell, double offset, TwMakePoint by)
{
  g_autofree guint8 *seen = g_malloc0 ((gsize) (board->width + 1) * (gsize) (board->height + 1));

  for (int y = 0; y <= board->height; y++)
    for (int x = 0; x <= board->width; x++)
      for (int d = 0; d < 4; d++) {
        gsize corner = (gsize) y * (gsize) (board->width + 1) + (gsize) x;

        if (has_side (board, x, y, d) && (seen[corner] >> d & 1) == 0)
          trace (add_path (paths, TW_MAKE_OUTLINE, TRUE), board, seen, x, y, d, cell, offset, by);
      }
}

/* Appends the outer edge of a plate of the tray. The openings of the frame run the other way. */
static void
add_plate (GArray *paths, const TwMakeLayout *layout, TwMakePoint at)
{
  double half = layout->options->kerf / 2;
  TwMakePoint size = tw_make_plate_size (layout);
  double left = at.x - half, right = at.x + size.x + half;
  double top = at.y - half, bottom = at.y + size.y + half;
  const TwMakePoint corners[] = {
    { left, top }, { left, bottom }, { right, bottom }, { right, top }
  };

  g_array_append_vals (add_path (paths, TW_MAKE_OUTLINE, TRUE), corners, G_N_ELEMENTS (corners));
}

/* --- edges of a solution ------------------------------------------------------------------------------- */

guint *
tw_make_owners_new (const TwBoard *board, const TwResult *result)
{
  guint *owners = g_new0 (guint, (gsize) board->width * (gsize) board->height);
  gsize n = 0;

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      owners[n++] = tw_board_is_free (board, x, y) ? 1 : 0;
  if (result == NULL || !tw_result_has_solution (result))
    return owners;
  for (guint i = 0; i < tw_result_n_placements (result); i++) {
    const guint32 *cells = tw_result_placement_cells (result, i);

    for (guint c = 0; c < tw_result_placement (result, i)->n_cells; c++)
      owners[cells[c]] = i + 2;
  }
  for (guint i = 0; i < tw_result_tiling (result)->count; i++) {
    TwSquare square = tw_result_tiling (result)->squares[i];

    for (int y = square.y; y < square.y + square.size; y++)
      for (int x = square.x; x < square.x + square.size; x++)
        owners[(gsize) y * (gsize) board->width + (gsize) x] = i + 2;
  }
  return owners;
}

/* `across`: the line is level; otherwise it is upright. */
static guint
owner_at (const TwMakeLayout *layout, gboolean across, int along, int line)
{
  const TwBoard *board = layout->problem->board;
  int x = across ? along : line, y = across ? line : along;

  return x < 0 || y < 0 || x >= board->width || y >= board->height
           ? 0
           : layout->owners[(gsize) y * (gsize) board->width + (gsize) x];
}

/* Do the cells on both sides belong to different owners? `inner`: sides of the outer edge do not count,
 * because with shared edges it is a separate path. */
static gboolean
is_edge (const TwMakeLayout *layout, gboolean across, int along, int line, gboolean inner)
{
  guint before = owner_at (layout, across, along, line - 1);
  guint behind = owner_at (layout, across, along, line);

  return before != behind && (!inner || (before != 0 && behind != 0));
}

/* Appends the sides between cells of different owners, which are engraved in the base of a tray and cut
 * in a board with shared edges. Sides in a row are one line, and none appears twice. */
static void
add_edges (GArray *paths, const TwMakeLayout *layout, gboolean inner, TwMakePoint corner)
{
  const TwBoard *board = layout->problem->board;
  double cell = layout->options->cell;

  for (int across = 0; across < 2; across++) {
    int n = across ? board->height : board->width, length = across ? board->width : board->height;

    for (int at = 0; at <= n; at++)
      for (int i = 0, start = 0; i <= length; i++) {
        TwMakePoint ends[2] = {
          { corner.x + (across ? start : at) * cell, corner.y + (across ? at : start) * cell },
          { corner.x + (across ? i : at) * cell, corner.y + (across ? at : i) * cell }
        };

        if (i < length && is_edge (layout, across, i, at, inner))
          continue;
        if (i > start)
          g_array_append_vals (add_path (paths, TW_MAKE_EDGE, inner), ends, 2);
        start = i + 1;
      }
  }
}

/* --- labels ------------------------------------------------------------------------------------------ */

/* The name of the piece in capitals, or its number when no strokes are known for the name. */
static char *
label_of (const TwMakeLayout *layout, gsize piece)
{
  g_autofree char *name = g_ascii_strup (layout->problem->pieces[piece].name, -1);
  double width;

  return tw_glyphs_measure (name, 1, &width) ? g_steal_pointer (&name)
                                             : g_strdup_printf ("%zu", piece + 1);
}

/* The place of the label: the first of the largest squares that the piece covers. */
static TwSquare
label_place (const TwBoard *piece)
{
  g_autofree uint16_t *sides = g_new (uint16_t, (gsize) piece->width * (gsize) piece->height);
  TwSquare best = { 0 };

  tw_board_largest_squares (piece, sides);
  for (int y = 0; y < piece->height; y++)
    for (int x = 0; x < piece->width; x++)
      if (sides[tw_board_index (piece, x, y)] > best.size)
        best = (TwSquare){ x, y, sides[tw_board_index (piece, x, y)] };
  return best;
}

/* Appends the strokes of the label. Curves become short lines, so that every cutter engraves the
 * same. */
static void
add_label (GArray *paths, const TwMakeLayout *layout, gsize piece, const TwBoard *board,
           TwMakePoint at)
{
  TwSquare place = label_place (board);
  double cell = layout->options->cell, side = place.size * cell, width;
  double height = MIN (side / 3, LABEL_HEIGHT);
  TwMakePoint middle = { at.x + place.x * cell + side / 2, at.y + place.y * cell + side / 2 };
  g_autofree char *label = label_of (layout, piece);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 0, 0);
  cairo_t *cr = cairo_create (surface);
  cairo_path_t *path;
  GArray *points = NULL;

  if (tw_glyphs_measure (label, height, &width))
    height *= MIN (1, LABEL_WIDTH * side / width);
  cairo_set_tolerance (cr, TOLERANCE);
  tw_glyphs_path (cr, label, 0, 0, height);
  path = cairo_copy_path_flat (cr);
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    TwMakePoint point = { middle.x + path->data[i + 1].point.x,
                          middle.y + path->data[i + 1].point.y };

    if (path->data[i].header.type == CAIRO_PATH_MOVE_TO)
      points = add_path (paths, TW_MAKE_STROKE, FALSE);
    g_array_append_val (points, point);
  }
  cairo_path_destroy (path);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* --- all paths of an item --------------------------------------------------------------------- */

GArray *
tw_make_paths (const TwMakeLayout *layout, const TwMakeItem *item)
{
  const TwMakeOptions *o = layout->options;
  const TwBoard *board = layout->problem->board;
  TwMakePoint at = { item->at.x, item->at.y + item->sheet * o->height };
  TwMakePoint inside = { at.x + TW_MAKE_WALL, at.y + TW_MAKE_WALL };
  GArray *paths = g_array_new (FALSE, FALSE, sizeof (TwMakePath));
  TwBoard *piece;

  g_array_set_clear_func (paths, clear_path);
  switch (item->what) {
  case TW_MAKE_PIECE:
    piece = tw_make_board_of (&layout->problem->pieces[item->piece].shape);
    add_outline (paths, piece, o->cell, o->kerf / 2 - o->clearance, at);
    add_label (paths, layout, item->piece, piece, at);
    tw_board_free (piece);
    break;
  case TW_MAKE_BOARD:
    add_edges (paths, layout, TRUE, at);
    add_outline (paths, board, o->cell, 0, at);
    break;
  case TW_MAKE_BASE:
    add_edges (paths, layout, FALSE, inside);
    add_plate (paths, layout, at);
    break;
  case TW_MAKE_TRAY:
  default:
    add_plate (paths, layout, at);
    add_outline (paths, board, o->cell, -o->kerf / 2, inside);
  }
  return paths;
}
