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
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/pieces/puzzle.h"

#define usage_error(error, ...) \
  g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE, __VA_ARGS__)

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
    if (!(ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most)) {
      usage_error (error, _ ("%s: a number from %g to %g millimetres is expected"), ranges[i].name,
                   ranges[i].least, ranges[i].most);
      return FALSE;
    }
  if (o->bevel > 0 && !(2 * o->bevel < o->thickness && 2 * (o->bevel + o->clearance) < o->cell)) {
    usage_error (error,
                 _ ("a bevel of %g mm leaves nothing of a cell of %g mm that is %g mm thick"),
                 o->bevel, o->cell, o->thickness);
    return FALSE;
  }
  if (2 * o->clearance + o->kerf < o->cell)
    return TRUE;
  usage_error (error,
               _ ("a clearance of %g mm and a kerf of %g mm leave nothing of a cell of %g mm"),
               o->clearance, o->kerf, o->cell);
  return FALSE;
}

/* Places the pieces in rows from the upper left; each row is as high as its highest piece. */
static gboolean
lay_out (TwMakeLayout *layout, GError **error)
{
  const TwPieceProblem *problem = layout->problem;
  const TwMakeOptions *o = layout->options;
  gint64 pieces = 0, cells = 0;
  double x = o->gap, y = o->gap, row = 0;

  for (gsize i = 0; i < problem->n_pieces; i++) {
    const TwPiece *piece = &problem->pieces[i];
    double width = piece->shape.width * o->cell, height = piece->shape.height * o->cell;
    gint64 most = MIN (piece->most,
                       (gint64) tw_board_count_free (problem->board) / piece->shape.count);

    pieces += most;
    cells += most * piece->shape.count;
    if (pieces > TW_MAKE_MAX_PIECES || cells > TW_MAKE_MAX_CELLS) {
      usage_error (error, _ ("more than %d pieces or %d cells cannot be made at a time"),
                   TW_MAKE_MAX_PIECES, TW_MAKE_MAX_CELLS);
      return FALSE;
    }
    if (width + 2 * o->gap > o->width || height + 2 * o->gap > o->height) {
      usage_error (error, _ ("piece %s is larger than the sheet: %g × %g mm with the gap"),
                   piece->name, width + 2 * o->gap, height + 2 * o->gap);
      return FALSE;
    }
    for (gint64 n = 0; n < most; n++) {
      TwMakeItem item = { .piece = i };

      if (x + width + o->gap > o->width) {
        x = o->gap;
        y += row + o->gap;
        row = 0;
      }
      if (y + height + o->gap > o->height) {
        layout->n_sheets++;
        x = y = o->gap;
        row = 0;
      }
      item.sheet = layout->n_sheets;
      item.at = (TwMakePoint){ x, y };
      g_array_append_val (layout->items, item);
      x += width + o->gap;
      row = MAX (row, height);
    }
  }
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

/* The middle of the cell that carries the label, which is the first cell of the shape. */
static TwMakePoint
label_at (const TwMakeLayout *layout, const TwMakeItem *item)
{
  const TwShapeCell *cell = &layout->problem->pieces[item->piece].shape.cells[0];
  double side = layout->options->cell;

  return (TwMakePoint){ item->at.x + (cell->x + 0.5) * side, item->at.y + (cell->y + 0.5) * side };
}

static GPtrArray *
outline_of (const TwMakeLayout *layout, const TwMakeItem *item, double offset)
{
  TwMakeMask mask = tw_make_mask_of_shape (&layout->problem->pieces[item->piece].shape);
  GPtrArray *paths = outline (&mask, layout->options->cell, offset);

  g_free (mask.filled);
  return paths;
}

static double
cut_offset (const TwMakeOptions *o)
{
  return o->kerf / 2 - o->clearance;
}

/* --- SVG ------------------------------------------------------------------------------------- */

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
    g_autoptr (GPtrArray) paths = outline_of (layout, item, cut_offset (o));
    g_autofree char *name = g_markup_escape_text (layout->problem->pieces[item->piece].name, -1);
    double down = item->sheet * o->height;
    TwMakePoint label = label_at (layout, item);

    g_string_append (text, "<path fill=\"none\" stroke=\"#f00\" stroke-width=\"0.1\" d=\"");
    for (guint p = 0; p < paths->len; p++) {
      const GArray *path = g_ptr_array_index (paths, p);

      for (guint c = 0; c < path->len; c++) {
        TwMakePoint point = g_array_index (path, TwMakePoint, c);

        tw_make_append_pair (text, c == 0 ? "M" : "L", item->at.x + point.x, " ",
                             item->at.y + down + point.y);
      }
      g_string_append_c (text, 'Z');
    }
    g_string_append (text, "\"/>\n");
    tw_make_append_pair (
      text, "<text fill=\"#00f\" text-anchor=\"middle\" dominant-baseline=\"central\" x=\"",
      label.x, "\" y=\"", label.y + down);
    g_string_append (text, "\" font-size=\"");
    tw_make_append_number (text, o->cell / 3);
    g_string_append_printf (text, "\">%s</text>\n", name);
  }
  g_string_append (text, "</svg>\n");
  return g_string_free (text, FALSE);
}

/* --- DXF ------------------------------------------------------------------------------------- */

/* Appends a name as ASCII: names are arbitrary UTF-8, but this version of DXF is ASCII. */
static void
append_plain (GString *text, const char *name)
{
  for (const char *p = name; *p != '\0'; p += g_utf8_skip[(guchar) *p])
    g_string_append_c (text, *p >= ' ' && *p <= '~' ? *p : '?');
}

/* Writes AutoCAD R12 DXF, which every program reads: closed POLYLINEs on the layer CUT, TEXT on the
 * layer ENGRAVE. */
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
    g_autoptr (GPtrArray) paths = outline_of (layout, item, cut_offset (o));
    double down = item->sheet * o->height;
    TwMakePoint label = label_at (layout, item);

    for (guint p = 0; p < paths->len; p++) {
      const GArray *path = g_ptr_array_index (paths, p);

      g_string_append (text, "0\nPOLYLINE\n8\nCUT\n66\n1\n70\n1\n10\n0\n20\n0\n30\n0\n");
      for (guint c = 0; c < path->len; c++) {
        TwMakePoint point = g_array_index (path, TwMakePoint, c);

        tw_make_append_pair (text, "0\nVERTEX\n8\nCUT\n10\n", item->at.x + point.x, "\n20\n",
                             top - (item->at.y + down + point.y));
        g_string_append (text, "\n30\n0\n");
      }
      g_string_append (text, "0\nSEQEND\n8\nCUT\n");
    }
    tw_make_append_pair (text, "0\nTEXT\n8\nENGRAVE\n10\n", label.x - o->cell / 6, "\n20\n",
                         top - (label.y + down) - o->cell / 6);
    g_string_append (text, "\n30\n0\n40\n");
    tw_make_append_number (text, o->cell / 3);
    g_string_append (text, "\n1\n");
    append_plain (text, layout->problem->pieces[item->piece].name);
    g_string_append_c (text, '\n');
  }
  g_string_append (text, "0\nENDSEC\n0\nEOF\n");
  return g_string_free (text, FALSE);
}

/* --- public functions ------------------------------------------------------------------------- */

void
tw_make_options_init (TwMakeOptions *options)
{
  *options = (TwMakeOptions){
    .cell = 10, .clearance = 0.1, .gap = 5, .width = 300, .height = 200, .thickness = 5
  };
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

GBytes *
tw_make_write (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
               GError **error)
{
  TwMakeLayout layout = { .options = options };
  GBytes *bytes = NULL;

  if (!tw_puzzle_has_pieces (puzzle)) {
    usage_error (error, _ ("the puzzle has no pieces to make"));
    return NULL;
  }
  layout.problem = tw_piece_puzzle_get_problem (puzzle);
  if (!check_options (options, error))
    return NULL;
  layout.items = g_array_new (FALSE, FALSE, sizeof (TwMakeItem));
  if (lay_out (&layout, error))
    bytes = write_layout (&layout, format, error);
  g_array_unref (layout.items);
  return bytes;
}
