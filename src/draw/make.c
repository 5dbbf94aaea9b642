/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.c - pieces on sheets, and drawings of these; see make.h. */
#include "draw/make.h"

#include <math.h>
#include <string.h>

#include "draw/make-private.h"
#include "draw/painter-private.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/pieces/from-solution.h"
#include "puzzle/pieces/puzzle.h"

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
      return tw_fail_usage (error, _ ("%s: a number from %g to %g millimetres is expected"),
                            ranges[i].name, ranges[i].least, ranges[i].most);
  if (o->bevel > 0 && !(2 * o->bevel < o->thickness && 2 * (o->bevel + o->clearance) < o->cell))
    return tw_fail_usage (
      error, _ ("a bevel of %g mm leaves nothing of a cell of %g mm that is %g mm thick"), o->bevel,
      o->cell, o->thickness);
  if (2 * o->clearance + o->kerf < o->cell)
    return TRUE;
  return tw_fail_usage (
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
  return tw_fail_usage (error, _ ("piece %s is larger than the sheet: %g × %g mm with the gap"),
                        name, width + 2 * o->gap, height + 2 * o->gap);
}

static void
place (TwMakeLayout *layout, Cursor *at, TwMakeItem item, double width, double height)
{
  const TwMakeOptions *o = layout->options;

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
      return tw_fail_usage (error, _ ("more than %d pieces or %d cells cannot be made at a time"),
                            TW_MAKE_MAX_PIECES, TW_MAKE_MAX_CELLS);
    if (!check_size (o, piece->name, width, height, error))
      return FALSE;
    for (gint64 n = 0; n < most; n++)
      place (layout, &at, (TwMakeItem){ .what = TW_MAKE_PIECE, .piece = i }, width, height);
  }
  if (o->shared) {
    double width = problem->board->width * o->cell, height = problem->board->height * o->cell;

    if (!check_size (o, "board", width, height, error))
      return FALSE;
    place (layout, &at, (TwMakeItem){ .what = TW_MAKE_BOARD }, width, height);
  }
  if (o->tray && !check_size (o, "tray", plate.x, plate.y, error))
    return FALSE;
  if (o->tray)
    place (layout, &at, (TwMakeItem){ .what = TW_MAKE_TRAY }, plate.x, plate.y);
  if (o->tray && layout->owners != NULL)
    place (layout, &at, (TwMakeItem){ .what = TW_MAKE_BASE }, plate.x, plate.y);
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

/* The outlines of an item follow one another and are one element; `first` and `last` of them. */
static void
append_svg_path (GString *text, const TwMakePath *path, gboolean first, gboolean last)
{
  const TwMakePoint *ends = (const TwMakePoint *) path->points->data;
  const char *colour = path->cut ? "#f00" : "#00f";

  switch (path->kind) {
  case TW_MAKE_EDGE:
    g_string_append_printf (text, "<line stroke=\"%s\" stroke-width=\"0.1\"", colour);
    tw_make_append_pair (text, " x1=\"", ends[0].x, "\" y1=\"", ends[0].y);
    tw_make_append_pair (text, "\" x2=\"", ends[1].x, "\" y2=\"", ends[1].y);
    g_string_append (text, "\"/>\n");
    break;
  case TW_MAKE_OUTLINE:
    if (first)
      g_string_append_printf (text, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"0.1\" d=\"",
                              colour);
    append_svg_points (text, path->points, "M", "L", " ");
    g_string_append (text, last ? "Z\"/>\n" : "Z");
    break;
  case TW_MAKE_STROKE:
  default:
    g_string_append_printf (text, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"0.1\"",
                            colour);
    append_svg_points (text, path->points, " points=\"", " ", ",");
    g_string_append (text, "\"/>\n");
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
    g_autoptr (GArray)
      paths = tw_make_paths (layout, &g_array_index (layout->items, TwMakeItem, i));

    for (guint p = 0; p < paths->len; p++) {
      const TwMakePath *path = &g_array_index (paths, TwMakePath, p);

      append_svg_path (text, path, p == 0 || path[-1].kind != path->kind,
                       p + 1 == paths->len || path[1].kind != path->kind);
    }
  }
  g_string_append (text, "</svg>\n");
  return g_string_free (text, FALSE);
}

/* --- DXF ------------------------------------------------------------------------------------- */

static void
append_dxf_path (GString *text, const TwMakePath *path, double top)
{
  const TwMakePoint *points = (const TwMakePoint *) path->points->data;
  const char *layer = path->cut ? "CUT" : "ENGRAVE";

  if (path->kind == TW_MAKE_EDGE) {
    g_string_append_printf (text, "0\nLINE\n8\n%s", layer);
    tw_make_append_pair (text, "\n10\n", points[0].x, "\n20\n", top - points[0].y);
    tw_make_append_pair (text, "\n30\n0\n11\n", points[1].x, "\n21\n", top - points[1].y);
    g_string_append (text, "\n31\n0\n");
    return;
  }
  g_string_append_printf (text, "0\nPOLYLINE\n8\n%s\n66\n1\n70\n%d\n10\n0\n20\n0\n30\n0\n", layer,
                          path->kind == TW_MAKE_OUTLINE);
  for (guint c = 0; c < path->points->len; c++) {
    g_string_append_printf (text, "0\nVERTEX\n8\n%s", layer);
    tw_make_append_pair (text, "\n10\n", points[c].x, "\n20\n", top - points[c].y);
    g_string_append (text, "\n30\n0\n");
  }
  g_string_append_printf (text, "0\nSEQEND\n8\n%s\n", layer);
}

/* Writes AutoCAD R12 DXF, which every program reads: closed POLYLINEs on the layer CUT, open ones, the
 * strokes of labels, on the layer ENGRAVE, LINEs on either. */
static char *
write_dxf (const TwMakeLayout *layout)
{
  double top = layout->n_sheets * layout->options->height;
  GString *text = g_string_new (
    "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n"
    "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");

  for (guint i = 0; i < layout->items->len; i++) {
    g_autoptr (GArray)
      paths = tw_make_paths (layout, &g_array_index (layout->items, TwMakeItem, i));

    for (guint p = 0; p < paths->len; p++)
      append_dxf_path (text, &g_array_index (paths, TwMakePath, p), top);
  }
  g_string_append (text, "0\nENDSEC\n0\nEOF\n");
  return g_string_free (text, FALSE);
}

/* --- a look at the sheets ---------------------------------------------------------------------- */

/* Adds the outlines of an item, or else its other paths. */
static void
add_to_cairo (cairo_t *cr, const GArray *paths, gboolean outlines)
{
  for (guint p = 0; p < paths->len; p++) {
    const TwMakePath *path = &g_array_index (paths, TwMakePath, p);

    if ((path->kind == TW_MAKE_OUTLINE) != outlines)
      continue;
    cairo_new_sub_path (cr);
    for (guint c = 0; c < path->points->len; c++)
      cairo_line_to (cr, g_array_index (path->points, TwMakePoint, c).x,
                     g_array_index (path->points, TwMakePoint, c).y);
    if (outlines)
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
    g_autoptr (GArray) paths = tw_make_paths (layout, item);

    cairo_save (cr);
    cairo_translate (cr, item->sheet % columns * width,
                     item->sheet / columns * height - item->sheet * o->height);
    add_to_cairo (cr, paths, TRUE);
    tw_set_colour (cr, 0xe8dcc4, 1);
    cairo_fill_preserve (cr);
    add_to_cairo (cr, paths, FALSE);
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

    n_pieces += item->what == TW_MAKE_PIECE;
    if (item->what == TW_MAKE_PIECE)
      area += layout->problem->pieces[item->piece].shape.count * o->cell * o->cell;
    else if (item->what == TW_MAKE_BOARD)
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
    return tw_fail_usage (error, _ ("the puzzle has no pieces to make"));
  layout->puzzle = tw_puzzle_to_pieces ((TwPuzzle *) (guintptr) puzzle, result, error);
  if (layout->puzzle == NULL)
    return FALSE;
  layout->problem = tw_piece_puzzle_get_problem (layout->puzzle);
  if (!check_options (options, error))
    return FALSE;
  if (options->shared
      && (format > TW_MAKE_DXF || result == NULL || !tw_result_has_solution (result)))
    return tw_fail_usage (error, _ ("shared edges need a solution, and SVG or DXF"));
  if ((options->tray || options->shared) && format <= TW_MAKE_DXF)
    layout->owners = tw_make_owners_new (layout->problem->board, result);
  layout->items = g_array_new (FALSE, FALSE, sizeof (TwMakeItem));
  return lay_out (layout, error);
}

TW_DEFINE_CLEAR (layout_clear, TwMakeLayout, (items, g_array_unref), (puzzle, tw_puzzle_unref),
                 (owners, g_free))

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
