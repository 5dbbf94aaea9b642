/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.c - pieces for laser cutters and 3D printers; see make.h.
 *
 * A piece is a set of cells on a grid. Offsetting its outline moves every cell side outwards (or
 * inwards) by the same length. This is exact for paths with right angles: each corner moves by the
 * offset along both axes. */
#include "draw/make.h"

#include <math.h>
#include <string.h>

#include "draw/make-private.h"
#include "draw/painter-private.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/pieces/from-solution.h"
#include "puzzle/pieces/puzzle.h"

/* How far a label may be from its curves, in millimetres. */
#define TOLERANCE 0.02
/* The share of its place that a label covers at most, and its largest height in millimetres. */
#define LABEL_WIDTH  0.7
#define LABEL_HEIGHT 8.0

#define usage_error(error, ...) tw_fail (error, TW_PUZZLE_ERROR_USAGE, __VA_ARGS__)

/* --- masks and their outlines ---------------------------------------------------------- */

TwMakeMask
tw_make_mask_new (int width, int height)
{
  return (TwMakeMask){ width, height, g_malloc0 ((gsize) (width + 2) * (gsize) (height + 2)) };
}

gsize
tw_make_mask_index (const TwMakeMask *mask, int x, int y)
{
  return (gsize) (y + 1) * (gsize) (mask->width + 2) + (gsize) (x + 1);
}

gboolean
tw_make_mask_is_filled (const TwMakeMask *mask, int x, int y)
{
  return x >= -1 && y >= -1 && x <= mask->width && y <= mask->height
         && mask->filled[tw_make_mask_index (mask, x, y)];
}

TwMakeMask
tw_make_mask_of_shape (const TwShape *shape)
{
  TwMakeMask mask = tw_make_mask_new (shape->width, shape->height);

  for (int i = 0; i < shape->count; i++)
    mask.filled[tw_make_mask_index (&mask, shape->cells[i].x, shape->cells[i].y)] = 1;
  return mask;
}

TwMakeMask
tw_make_mask_of_board (const TwBoard *board)
{
  TwMakeMask mask = tw_make_mask_new (board->width, board->height);

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      mask.filled[tw_make_mask_index (&mask, x, y)] = tw_board_is_free (board, x, y);
  return mask;
}

/* Directions along cell sides with the filled cell on the right: east, south, west, north; y grows
 * downwards. */
static const int step_x[] = { 1, 0, -1, 0 };
static const int step_y[] = { 0, 1, 0, -1 };

/* Whether the side from corner (x, y) in this direction has a filled cell on its right and none on
 * its left. */
static gboolean
has_side (const TwMakeMask *mask, int x, int y, int direction)
{
  static const int right_x[] = { 0, -1, -1, 0 }, right_y[] = { 0, 0, -1, -1 };
  static const int left_x[] = { 0, 0, -1, -1 }, left_y[] = { -1, 0, 0, -1 };

  return tw_make_mask_is_filled (mask, x + right_x[direction], y + right_y[direction])
         && !tw_make_mask_is_filled (mask, x + left_x[direction], y + left_y[direction]);
}

/* Traces the closed path through a side. The path has only its corners, each moved by `offset` to
 * the left, which is outwards. Visited sides are marked in `seen`. Where two cells meet only at a
 * corner, the path turns right, so it stays with its cell. */
static GArray *
trace (const TwMakeMask *mask, guint8 *seen, int x, int y, int direction, double cell,
       double offset)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (TwMakePoint));
  int at_x = x, at_y = y, way = direction;

  do {
    gsize corner = (gsize) at_y * (gsize) (mask->width + 1) + (gsize) at_x;
    int next = way;

    seen[corner] |= (guint8) (1 << way);
    at_x += step_x[way];
    at_y += step_y[way];
    for (int turn = 1; turn >= -1; turn--) {
      next = (way + turn + 4) % 4;
      if (has_side (mask, at_x, at_y, next))
        break;
    }
    if (next != way) {
      /* The direction to the left of d is d - 1 (mod 4). */
      int a = (way + 3) % 4, b = (next + 3) % 4;
      TwMakePoint point = { at_x * cell + offset * (step_x[a] + step_x[b]),
                            at_y * cell + offset * (step_y[a] + step_y[b]) };

      g_array_append_val (path, point);
    }
    way = next;
  } while (at_x != x || at_y != y || way != direction);
  return path;
}

/* All closed paths of the outline: array of GArray of TwMakePoint. */
static GPtrArray *
outline (const TwMakeMask *mask, double cell, double offset)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint8 *seen = g_malloc0 ((gsize) (mask->width + 1) * (gsize) (mask->height + 1));

  for (int y = 0; y <= mask->height; y++)
    for (int x = 0; x <= mask->width; x++)
      for (int d = 0; d < 4; d++) {
        gsize corner = (gsize) y * (gsize) (mask->width + 1) + (gsize) x;

        if (has_side (mask, x, y, d) && (seen[corner] >> d & 1) == 0)
          g_ptr_array_add (paths, trace (mask, seen, x, y, d, cell, offset));
      }
  return paths;
}

/* --- sheets -------------------------------------------------------------------------------- */

static gboolean
check_options (const TwMakeOptions *o, GError **error)
{
  const struct {
    const char *name;
    double value, least, most;
  } ranges[] = {
    { "cell", o->cell, 0.5, 1000 },           { "kerf", o->kerf, 0, 5 },
    { "clearance", o->clearance, 0, 5 },      { "gap", o->gap, 0, 100 },
    { "sheet width", o->width, 1, 100000 },   { "sheet height", o->height, 1, 100000 },
    { "thickness", o->thickness, 0.1, 1000 }, { "bevel", o->bevel, 0, 5 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (!(ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most))
      return usage_error (error, _ ("%s: a number from %g to %g millimetres is expected"),
                          ranges[i].name, ranges[i].least, ranges[i].most);
  if (o->bevel > 0 && !(2 * o->bevel < o->thickness && 2 * (o->bevel + o->clearance) < o->cell))
    return usage_error (
      error, _ ("a bevel of %g mm leaves nothing of a cell of %g mm that is %g mm thick"), o->bevel,
      o->cell, o->thickness);
  if (2 * o->clearance + o->kerf < o->cell)
    return TRUE;
  return usage_error (
    error, _ ("a clearance of %g mm and a kerf of %g mm leave nothing of a cell of %g mm"),
    o->clearance, o->kerf, o->cell);
}

/* The first position behind an item. */
typedef struct {
  double x, y;
  double row; /* height of the highest item of this row */
} Cursor;

/* Whether an item fits on a sheet. */
static gboolean
check_size (const TwMakeOptions *o, const char *name, double width, double height, GError **error)
{
  if (width + 2 * o->gap <= o->width && height + 2 * o->gap <= o->height)
    return TRUE;
  return usage_error (error, _ ("piece %s is larger than the sheet: %g × %g mm with the gap"), name,
                      width + 2 * o->gap, height + 2 * o->gap);
}

static void
place (TwMakeLayout *layout, Cursor *at, gsize piece, double width, double height)
{
  const TwMakeOptions *o = layout->options;
  TwMakeItem item = { .piece = piece };

  if (at->x + width + o->gap > o->width)
    *at = (Cursor){ o->gap, at->y + at->row + o->gap, 0 };
  if (at->y + height + o->gap > o->height) {
    layout->n_sheets++;
    *at = (Cursor){ o->gap, o->gap, 0 };
  }
  item.sheet = layout->n_sheets;
  item.at = (TwMakePoint){ at->x, at->y };
  g_array_append_val (layout->items, item);
  at->x += width + o->gap;
  at->row = MAX (at->row, height);
}

TwMakePoint
tw_make_plate_size (const TwMakeLayout *layout)
{
  const TwBoard *board = layout->problem->board;
  double cell = layout->options->cell;

  return (TwMakePoint){ board->width * cell + 2 * TW_MAKE_WALL,
                        board->height * cell + 2 * TW_MAKE_WALL };
}

/* The item behind those of the tray: the board with shared edges. */
static gsize
board_item (const TwMakeLayout *layout)
{
  return layout->problem->n_pieces + 2;
}

/* Places the pieces in rows from the upper left, and behind them the tray, which has two plates in a
 * drawing; each row is as high as its highest piece. */
static gboolean
lay_out (TwMakeLayout *layout, GError **error)
{
  const TwPieceProblem *problem = layout->problem;
  const TwMakeOptions *o = layout->options;
  TwMakePoint plate = tw_make_plate_size (layout);
  gint64 pieces = 0, cells = 0;
  Cursor at = { o->gap, o->gap, 0 };

  for (gsize i = 0; i < problem->n_pieces && !o->shared; i++) {
    const TwPiece *piece = &problem->pieces[i];
    double width = piece->shape.width * o->cell, height = piece->shape.height * o->cell;
    gint64 most = MIN (piece->most,
                       (gint64) tw_board_count_free (problem->board) / piece->shape.count);

    pieces += most;
    cells += most * piece->shape.count;
    if (pieces > TW_MAKE_MAX_PIECES || cells > TW_MAKE_MAX_CELLS)
      return usage_error (error, _ ("more than %d pieces or %d cells cannot be made at a time"),
                          TW_MAKE_MAX_PIECES, TW_MAKE_MAX_CELLS);
    if (!check_size (o, piece->name, width, height, error))
      return FALSE;
    for (gint64 n = 0; n < most; n++)
      place (layout, &at, i, width, height);
  }
  if (o->shared) {
    double width = problem->board->width * o->cell, height = problem->board->height * o->cell;

    if (!check_size (o, "board", width, height, error))
      return FALSE;
    place (layout, &at, board_item (layout), width, height);
  }
  if (o->tray && !check_size (o, "tray", plate.x, plate.y, error))
    return FALSE;
  for (gsize i = 0; o->tray && i < (layout->owners != NULL ? 2 : 1); i++)
    place (layout, &at, problem->n_pieces + i, plate.x, plate.y);
  layout->n_sheets++;
  return TRUE;
}

/* Appends a number such as "12.3456", with a decimal point in every locale. */
void
tw_make_append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (
    text, g_ascii_formatd (buffer, sizeof buffer, "%.4f", fabs (value) < 0.00005 ? 0.0 : value));
}

void
tw_make_append_pair (GString *text, const char *before, double x, const char *between, double y)
{
  g_string_append (text, before);
  tw_make_append_number (text, x);
  g_string_append (text, between);
  tw_make_append_number (text, y);
}

static double
cut_offset (const TwMakeOptions *o)
{
  return o->kerf / 2 - o->clearance;
}

static gboolean
is_piece (const TwMakeLayout *layout, const TwMakeItem *item)
{
  return item->piece < layout->problem->n_pieces;
}

static void
move_path (GArray *path, TwMakePoint by)
{
  for (guint c = 0; c < path->len; c++) {
    g_array_index (path, TwMakePoint, c).x += by.x;
    g_array_index (path, TwMakePoint, c).y += by.y;
  }
}

/* The paths of a plate of the tray: its outer edge, and the openings of the frame, which run the
 * other way. */
static GPtrArray *
outline_of_plate (const TwMakeLayout *layout, gboolean is_frame)
{
  double half = layout->options->kerf / 2;
  TwMakePoint size = tw_make_plate_size (layout);
  const TwMakePoint corners[] = { { -half, -half },
                                  { -half, size.y + half },
                                  { size.x + half, size.y + half },
                                  { size.x + half, -half } };
  GArray *edge = g_array_new (FALSE, FALSE, sizeof (TwMakePoint));
  TwMakeMask mask = is_frame ? tw_make_mask_of_board (layout->problem->board)
                             : tw_make_mask_new (0, 0);
  GPtrArray *paths = outline (&mask, layout->options->cell, -half);

  for (guint i = 0; i < paths->len; i++)
    move_path (g_ptr_array_index (paths, i), (TwMakePoint){ TW_MAKE_WALL, TW_MAKE_WALL });
  g_array_append_vals (edge, corners, G_N_ELEMENTS (corners));
  g_ptr_array_insert (paths, 0, edge);
  g_free (mask.filled);
  return paths;
}

/* The paths to cut, in millimetres from the upper-left corner of the first sheet. */
static GPtrArray *
outline_of (const TwMakeLayout *layout, const TwMakeItem *item)
{
  TwMakePoint by = { item->at.x, item->at.y + item->sheet * layout->options->height };
  GPtrArray *paths;

  if (is_piece (layout, item) || item->piece == board_item (layout)) {
    gboolean whole = !is_piece (layout, item);
    TwMakeMask mask = whole ? tw_make_mask_of_board (layout->problem->board)
                            : tw_make_mask_of_shape (&layout->problem->pieces[item->piece].shape);

    paths = outline (&mask, layout->options->cell, whole ? 0 : cut_offset (layout->options));
    g_free (mask.filled);
  } else
    paths = outline_of_plate (layout, item->piece == layout->problem->n_pieces);
  for (guint i = 0; i < paths->len; i++)
    move_path (g_ptr_array_index (paths, i), by);
  return paths;
}

/* --- edges of a solution ------------------------------------------------------------------------------- */

typedef struct {
  TwMakePoint from;
  TwMakePoint to;
} Line;

/* For each cell of the board: 0 for an obstacle, 1 for a free cell, from 2 on the placements of a
 * solution. */
static guint *
owners_new (const TwBoard *board, const TwResult *result)
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

/* The sides between cells of different owners, which are engraved in the base of a tray and cut in a
 * board with shared edges. Sides in a row are one line, and none appears twice. */
static GArray *
edges_of (const TwMakeLayout *layout, const TwMakeItem *item)
{
  const TwBoard *board = layout->problem->board;
  const TwMakeOptions *o = layout->options;
  gboolean inner = item->piece == board_item (layout);
  double wall = inner ? 0 : TW_MAKE_WALL;
  double left = item->at.x + wall;
  double top = item->at.y + item->sheet * o->height + wall;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));

  if (item->piece <= layout->problem->n_pieces)
    return lines;
  for (int across = 0; across < 2; across++) {
    int n = across ? board->height : board->width, length = across ? board->width : board->height;

    for (int at = 0; at <= n; at++)
      for (int i = 0, start = 0; i <= length; i++) {
        Line line;

        if (i < length && is_edge (layout, across, i, at, inner))
          continue;
        line.from = (TwMakePoint){ left + (across ? start : at) * o->cell,
                                   top + (across ? at : start) * o->cell };
        line.to = (TwMakePoint){ left + (across ? i : at) * o->cell,
                                 top + (across ? at : i) * o->cell };
        if (i > start)
          g_array_append_val (lines, line);
        start = i + 1;
      }
  }
  return lines;
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
label_place (const TwShape *shape)
{
  TwMakeMask mask = tw_make_mask_of_shape (shape);
  TwSquare best = { 0 };

  /* A filled cell gets the side of the largest square whose lower right corner it is. */
  for (int y = 0; y < shape->height; y++)
    for (int x = 0; x < shape->width; x++) {
      guint8 *side = &mask.filled[tw_make_mask_index (&mask, x, y)];

      if (*side != 0)
        *side = 1
                + MIN (MIN (side[-1], G_MAXUINT8 - 1),
                       MIN (side[-shape->width - 2], side[-shape->width - 3]));
      if (*side > best.size)
        best = (TwSquare){ x - *side + 1, y - *side + 1, *side };
    }
  g_free (mask.filled);
  return best;
}

/* The strokes of the label, none for other items. Curves become short lines, so that every cutter
 * engraves the same. */
static GPtrArray *
strokes_of (const TwMakeLayout *layout, const TwMakeItem *item)
{
  GPtrArray *strokes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  double cell = layout->options->cell, side, height, width;
  g_autofree char *label = NULL;
  cairo_surface_t *surface;
  cairo_path_t *path;
  cairo_t *cr;
  TwSquare place;

  if (!is_piece (layout, item))
    return strokes;
  place = label_place (&layout->problem->pieces[item->piece].shape);
  label = label_of (layout, item->piece);
  side = place.size * cell;
  height = MIN (side / 3, LABEL_HEIGHT);
  if (tw_glyphs_measure (label, height, &width))
    height *= MIN (1, LABEL_WIDTH * side / width);
  surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 0, 0);
  cr = cairo_create (surface);
  cairo_set_tolerance (cr, TOLERANCE);
  tw_glyphs_path (cr, label, 0, 0, height);
  path = cairo_copy_path_flat (cr);
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    TwMakePoint point = { path->data[i + 1].point.x, path->data[i + 1].point.y };

    if (path->data[i].header.type == CAIRO_PATH_MOVE_TO)
      g_ptr_array_add (strokes, g_array_new (FALSE, FALSE, sizeof (TwMakePoint)));
    g_array_append_val (g_ptr_array_index (strokes, strokes->len - 1), point);
  }
  cairo_path_destroy (path);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  for (guint i = 0; i < strokes->len; i++)
    move_path (g_ptr_array_index (strokes, i),
               (TwMakePoint){ item->at.x + place.x * cell + side / 2,
                              item->at.y + item->sheet * layout->options->height + place.y * cell
                                + side / 2 });
  return strokes;
}

/* --- SVG ------------------------------------------------------------------------------------- */

static void
append_svg_points (GString *text, const GArray *path, const char *first, const char *next,
                   const char *between)
{
  for (guint c = 0; c < path->len; c++) {
    TwMakePoint point = g_array_index (path, TwMakePoint, c);

    tw_make_append_pair (text, c == 0 ? first : next, point.x, between, point.y);
  }
}

static char *
write_svg (const TwMakeLayout *layout)
{
  const TwMakeOptions *o = layout->options;
  GString *text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  double height = layout->n_sheets * o->height;

  tw_make_append_pair (text, " width=\"", o->width, "mm\" height=\"", height);
  tw_make_append_pair (text, "mm\" viewBox=\"0 0 ", o->width, " ", height);
  g_string_append (text, "\">\n");
  for (guint i = 0; i < layout->items->len; i++) {
    const TwMakeItem *item = &g_array_index (layout->items, TwMakeItem, i);
    g_autoptr (GPtrArray) paths = outline_of (layout, item), strokes = strokes_of (layout, item);
    g_autoptr (GArray) lines = edges_of (layout, item);
    const char *colour = item->piece == board_item (layout) ? "#f00" : "#00f";

    for (guint n = 0; n < lines->len; n++) {
      Line line = g_array_index (lines, Line, n);

      g_string_append_printf (text, "<line stroke=\"%s\" stroke-width=\"0.1\"", colour);
      tw_make_append_pair (text, " x1=\"", line.from.x, "\" y1=\"", line.from.y);
      tw_make_append_pair (text, "\" x2=\"", line.to.x, "\" y2=\"", line.to.y);
      g_string_append (text, "\"/>\n");
    }
    g_string_append (text, "<path fill=\"none\" stroke=\"#f00\" stroke-width=\"0.1\" d=\"");
    for (guint p = 0; p < paths->len; p++) {
      append_svg_points (text, g_ptr_array_index (paths, p), "M", "L", " ");
      g_string_append_c (text, 'Z');
    }
    g_string_append (text, "\"/>\n");
    for (guint p = 0; p < strokes->len; p++) {
      g_string_append (text, "<polyline fill=\"none\" stroke=\"#00f\" stroke-width=\"0.1\"");
      append_svg_points (text, g_ptr_array_index (strokes, p), " points=\"", " ", ",");
      g_string_append (text, "\"/>\n");
    }
  }
  g_string_append (text, "</svg>\n");
  return g_string_free (text, FALSE);
}

/* --- DXF ------------------------------------------------------------------------------------- */

static void
append_dxf_path (GString *text, const GArray *path, const char *layer, gboolean closed, double top)
{
  g_string_append_printf (text, "0\nPOLYLINE\n8\n%s\n66\n1\n70\n%d\n10\n0\n20\n0\n30\n0\n", layer,
                          closed);
  for (guint c = 0; c < path->len; c++) {
    TwMakePoint point = g_array_index (path, TwMakePoint, c);

    g_string_append_printf (text, "0\nVERTEX\n8\n%s", layer);
    tw_make_append_pair (text, "\n10\n", point.x, "\n20\n", top - point.y);
    g_string_append (text, "\n30\n0\n");
  }
  g_string_append_printf (text, "0\nSEQEND\n8\n%s\n", layer);
}

/* Writes AutoCAD R12 DXF, which every program reads: closed POLYLINEs on the layer CUT, open ones, the
 * strokes of labels, on the layer ENGRAVE, LINEs on either. */
static char *
write_dxf (const TwMakeLayout *layout)
{
  const TwMakeOptions *o = layout->options;
  double top = layout->n_sheets * o->height;
  GString *text = g_string_new (
    "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n"
    "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");

  for (guint i = 0; i < layout->items->len; i++) {
    const TwMakeItem *item = &g_array_index (layout->items, TwMakeItem, i);
    g_autoptr (GPtrArray) paths = outline_of (layout, item), strokes = strokes_of (layout, item);
    g_autoptr (GArray) lines = edges_of (layout, item);
    const char *layer = item->piece == board_item (layout) ? "CUT" : "ENGRAVE";

    for (guint n = 0; n < lines->len; n++) {
      Line line = g_array_index (lines, Line, n);

      g_string_append_printf (text, "0\nLINE\n8\n%s", layer);
      tw_make_append_pair (text, "\n10\n", line.from.x, "\n20\n", top - line.from.y);
      tw_make_append_pair (text, "\n30\n0\n11\n", line.to.x, "\n21\n", top - line.to.y);
      g_string_append (text, "\n31\n0\n");
    }
    for (guint p = 0; p < paths->len; p++)
      append_dxf_path (text, g_ptr_array_index (paths, p), "CUT", TRUE, top);
    for (guint p = 0; p < strokes->len; p++)
      append_dxf_path (text, g_ptr_array_index (strokes, p), "ENGRAVE", FALSE, top);
  }
  g_string_append (text, "0\nENDSEC\n0\nEOF\n");
  return g_string_free (text, FALSE);
}

/* --- a look at the sheets ---------------------------------------------------------------------- */

static void
add_to_cairo (cairo_t *cr, const GPtrArray *paths, gboolean closed)
{
  for (guint p = 0; p < paths->len; p++) {
    const GArray *path = g_ptr_array_index (paths, p);

    cairo_new_sub_path (cr);
    for (guint c = 0; c < path->len; c++)
      cairo_line_to (cr, g_array_index (path, TwMakePoint, c).x,
                     g_array_index (path, TwMakePoint, c).y);
    if (closed)
      cairo_close_path (cr);
  }
}

/* Draws the sheets in rows into the middle of a square; lines are one unit wide. */
static void
draw_sheets (const TwMakeLayout *layout, cairo_t *cr, double side)
{
  const TwMakeOptions *o = layout->options;
  int columns = (int) ceil (sqrt (layout->n_sheets)), rows = (layout->n_sheets - 1) / columns + 1;
  double width = o->width * 1.05, height = o->height + o->width * 0.05;
  double scale = side / MAX (columns * width, rows * height);

  cairo_translate (cr, (side - columns * width * scale) / 2, (side - rows * height * scale) / 2);
  cairo_scale (cr, scale, scale);
  cairo_set_line_width (cr, 1 / scale);
  for (int i = 0; i < layout->n_sheets; i++) {
    cairo_rectangle (cr, i % columns * width, i / columns * height, o->width, o->height);
    tw_set_colour (cr, 0xffffff, 1);
    cairo_fill (cr);
  }
  for (guint i = 0; i < layout->items->len; i++) {
    const TwMakeItem *item = &g_array_index (layout->items, TwMakeItem, i);
    g_autoptr (GPtrArray) paths = outline_of (layout, item), strokes = strokes_of (layout, item);
    g_autoptr (GArray) lines = edges_of (layout, item);

    cairo_save (cr);
    cairo_translate (cr, item->sheet % columns * width,
                     item->sheet / columns * height - item->sheet * o->height);
    add_to_cairo (cr, paths, TRUE);
    tw_set_colour (cr, 0xe8dcc4, 1);
    cairo_fill_preserve (cr);
    add_to_cairo (cr, strokes, FALSE);
    for (guint n = 0; n < lines->len; n++) {
      Line line = g_array_index (lines, Line, n);

      cairo_move_to (cr, line.from.x, line.from.y);
      cairo_line_to (cr, line.to.x, line.to.y);
    }
    tw_set_colour (cr, 0x40382c, 1);
    cairo_stroke (cr);
    cairo_restore (cr);
  }
}

/* "12 pieces: 1 sheet of 300 × 200 mm, 20 % used" */
static char *
describe (const TwMakeLayout *layout)
{
  const TwMakeOptions *o = layout->options;
  TwMakePoint plate = tw_make_plate_size (layout);
  guint n_pieces = 0, sheets = (guint) layout->n_sheets;
  double area = 0;
  g_autofree char *pieces = NULL, *used = NULL;

  for (guint i = 0; i < layout->items->len; i++) {
    const TwMakeItem *item = &g_array_index (layout->items, TwMakeItem, i);

    n_pieces += is_piece (layout, item);
    if (is_piece (layout, item))
      area += layout->problem->pieces[item->piece].shape.count * o->cell * o->cell;
    else if (item->piece == board_item (layout))
      area += (double) tw_board_count_free (layout->problem->board) * o->cell * o->cell;
    else
      area += plate.x * plate.y;
  }
  pieces = g_strdup_printf (tw_ngettext ("%u piece", "%u pieces", n_pieces), n_pieces);
  used = g_strdup_printf (tw_ngettext ("%u sheet of %g × %g mm, %.0f %% used",
                                       "%u sheets of %g × %g mm, %.0f %% used", sheets),
                          sheets, o->width, o->height,
                          100 * area / (sheets * o->width * o->height));
  return o->shared ? g_steal_pointer (&used) : g_strdup_printf (_ ("%s: %s"), pieces, used);
}

/* --- public functions ------------------------------------------------------------------------- */

void
tw_make_options_init (TwMakeOptions *options)
{
  *options = (TwMakeOptions) TW_MAKE_DEFAULTS;
}

gboolean
tw_make_format_of (const char *name, TwMakeFormat *format)
{
  static const char *const names[] = { "svg", "dxf", "stl", "3mf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i])) {
      *format = (TwMakeFormat) i;
      return TRUE;
    }
  return FALSE;
}

static GBytes *
bytes_of (char *text)
{
  return g_bytes_new_take (text, strlen (text));
}

static GBytes *
write_layout (const TwMakeLayout *layout, TwMakeFormat format, GError **error)
{
  switch (format) {
  case TW_MAKE_DXF:
    return bytes_of (write_dxf (layout));
  case TW_MAKE_STL:
    return bytes_of (tw_make_write_stl (layout));
  case TW_MAKE_3MF:
    return tw_make_write_3mf (layout, error);
  case TW_MAKE_SVG:
  default:
    return bytes_of (write_svg (layout));
  }
}

/* Returns FALSE with `error`; the caller clears the layout in each case. */
static gboolean
layout_init (TwMakeLayout *layout, const TwPuzzle *puzzle, TwMakeFormat format,
             const TwMakeOptions *options, const TwResult *result, GError **error)
{
  *layout = (TwMakeLayout){ .options = options };
  if (result != NULL && result->puzzle != puzzle)
    result = NULL;
  if (!tw_puzzle_becomes_pieces (puzzle, result))
    return usage_error (error, _ ("the puzzle has no pieces to make"));
  layout->puzzle = tw_puzzle_to_pieces ((TwPuzzle *) (guintptr) puzzle, result, error);
  if (layout->puzzle == NULL)
    return FALSE;
  layout->problem = tw_piece_puzzle_get_problem (layout->puzzle);
  if (!check_options (options, error))
    return FALSE;
  if (options->shared
      && (format > TW_MAKE_DXF || result == NULL || !tw_result_has_solution (result)))
    return usage_error (error, _ ("shared edges need a solution, and SVG or DXF"));
  if ((options->tray || options->shared) && format <= TW_MAKE_DXF)
    layout->owners = owners_new (layout->problem->board, result);
  layout->items = g_array_new (FALSE, FALSE, sizeof (TwMakeItem));
  return lay_out (layout, error);
}

static void
layout_clear (TwMakeLayout *layout)
{
  g_clear_pointer (&layout->items, g_array_unref);
  g_clear_pointer (&layout->puzzle, tw_puzzle_unref);
  g_free (layout->owners);
}

GBytes *
tw_make_write (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
               const TwResult *result, GError **error)
{
  TwMakeLayout layout;
  GBytes *bytes = layout_init (&layout, puzzle, format, options, result, error)
                    ? write_layout (&layout, format, error)
                    : NULL;

  layout_clear (&layout);
  return bytes;
}

char *
tw_make_describe (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
                  const TwResult *result, cairo_t *cr, double side, GError **error)
{
  TwMakeLayout layout;
  gboolean fine = layout_init (&layout, puzzle, format, options, result, error);
  char *text = fine ? describe (&layout) : NULL;

  if (fine && cr != NULL)
    draw_sheets (&layout, cr, side);
  layout_clear (&layout);
  return text;
}
