/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.c - pieces for laser cutters and 3D printers; see make.h.
 *
 * A piece is a set of cells on a grid. Offsetting its outline moves every cell side outwards (or
 * inwards) by the same length. This is exact for paths with right angles: each corner moves by the
 * offset along both axes. */
#include "draw/make.h"

#include <math.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/pieces/puzzle.h"

#define usage_error(error, ...) \
  g_set_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_USAGE, __VA_ARGS__)

/* Width of the tray's outer wall and thickness of its floor, in millimetres. */
#define WALL  4.0
#define FLOOR 2.0
/* Below the resolution of any machine, but enough to separate solids. */
#define HAIR 0.001

typedef struct {
  double x;
  double y;
} Point;

/* The cells of a piece or board to cut, with a border of one empty cell: (width + 2) * (height + 2)
 * bytes. */
typedef struct {
  int width;
  int height;
  guint8 *filled;
} Mask;

/* The position of a piece: millimetres from the upper-left corner of its sheet. */
typedef struct {
  gsize piece;
  int sheet;
  Point at;
} Item;

typedef struct {
  const TwPieceProblem *problem;
  const TwMakeOptions *options;
  GArray *items; /* Item */
  int n_sheets;
} Layout;

/* --- masks and their outlines ---------------------------------------------------------- */

static Mask
mask_new (int width, int height)
{
  return (Mask){ width, height, g_malloc0 ((gsize) (width + 2) * (gsize) (height + 2)) };
}

static gsize
mask_index (const Mask *mask, int x, int y)
{
  return (gsize) (y + 1) * (gsize) (mask->width + 2) + (gsize) (x + 1);
}

static gboolean
is_filled (const Mask *mask, int x, int y)
{
  return x >= -1 && y >= -1 && x <= mask->width && y <= mask->height
         && mask->filled[mask_index (mask, x, y)];
}

static Mask
mask_of_shape (const TwShape *shape)
{
  Mask mask = mask_new (shape->width, shape->height);

  for (int i = 0; i < shape->count; i++)
    mask.filled[mask_index (&mask, shape->cells[i].x, shape->cells[i].y)] = 1;
  return mask;
}

/* Directions along cell sides with the filled cell on the right: east, south, west, north; y grows
 * downwards. */
static const int step_x[] = { 1, 0, -1, 0 };
static const int step_y[] = { 0, 1, 0, -1 };

/* Whether the side from corner (x, y) in this direction has a filled cell on its right and none on
 * its left. */
static gboolean
has_side (const Mask *mask, int x, int y, int direction)
{
  static const int right_x[] = { 0, -1, -1, 0 }, right_y[] = { 0, 0, -1, -1 };
  static const int left_x[] = { 0, 0, -1, -1 }, left_y[] = { -1, 0, 0, -1 };

  return is_filled (mask, x + right_x[direction], y + right_y[direction])
         && !is_filled (mask, x + left_x[direction], y + left_y[direction]);
}

/* Traces the closed path through a side. The path has only its corners, each moved by `offset` to
 * the left, which is outwards. Visited sides are marked in `seen`. Where two cells meet only at a
 * corner, the path turns right, so it stays with its cell. */
static GArray *
trace (const Mask *mask, guint8 *seen, int x, int y, int direction, double cell, double offset)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (Point));
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
      Point point = { at_x * cell + offset * (step_x[a] + step_x[b]),
                      at_y * cell + offset * (step_y[a] + step_y[b]) };

      g_array_append_val (path, point);
    }
    way = next;
  } while (at_x != x || at_y != y || way != direction);
  return path;
}

/* All closed paths of the outline: array of GArray of Point. */
static GPtrArray *
outline (const Mask *mask, double cell, double offset)
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
    { "thickness", o->thickness, 0.1, 1000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (!(ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most)) {
      usage_error (error, _ ("%s: a number from %g to %g millimetres is expected"), ranges[i].name,
                   ranges[i].least, ranges[i].most);
      return FALSE;
    }
  if (2 * o->clearance + o->kerf < o->cell)
    return TRUE;
  usage_error (error, _ ("a clearance of %g and a kerf of %g leave nothing of a cell of %g"),
               o->clearance, o->kerf, o->cell);
  return FALSE;
}

/* Places the pieces in rows from the upper left; each row is as high as its highest piece. */
static gboolean
lay_out (Layout *layout, GError **error)
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
      usage_error (error, _ ("more than %d pieces or %d cells to make"), TW_MAKE_MAX_PIECES,
                   TW_MAKE_MAX_CELLS);
      return FALSE;
    }
    if (width + 2 * o->gap > o->width || height + 2 * o->gap > o->height) {
      usage_error (error, _ ("piece %s is larger than the sheet: %g × %g mm with the gap"),
                   piece->name, width + 2 * o->gap, height + 2 * o->gap);
      return FALSE;
    }
    for (gint64 n = 0; n < most; n++) {
      Item item = { .piece = i };

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
      item.at = (Point){ x, y };
      g_array_append_val (layout->items, item);
      x += width + o->gap;
      row = MAX (row, height);
    }
  }
  layout->n_sheets++;
  return TRUE;
}

/* Appends a number such as "12.3456", with a decimal point in every locale. */
static void
append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (
    text, g_ascii_formatd (buffer, sizeof buffer, "%.4f", fabs (value) < 0.00005 ? 0.0 : value));
}

static void
append_pair (GString *text, const char *before, double x, const char *between, double y)
{
  g_string_append (text, before);
  append_number (text, x);
  g_string_append (text, between);
  append_number (text, y);
}

/* The middle of the cell that carries the label, which is the first cell of the shape. */
static Point
label_at (const Layout *layout, const Item *item)
{
  const TwShapeCell *cell = &layout->problem->pieces[item->piece].shape.cells[0];
  double side = layout->options->cell;

  return (Point){ item->at.x + (cell->x + 0.5) * side, item->at.y + (cell->y + 0.5) * side };
}

static GPtrArray *
outline_of (const Layout *layout, const Item *item, double offset)
{
  Mask mask = mask_of_shape (&layout->problem->pieces[item->piece].shape);
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
write_svg (const Layout *layout)
{
  const TwMakeOptions *o = layout->options;
  GString *text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  double height = layout->n_sheets * o->height;

  append_pair (text, " width=\"", o->width, "mm\" height=\"", height);
  append_pair (text, "mm\" viewBox=\"0 0 ", o->width, " ", height);
  g_string_append (text, "\">\n");
  for (guint i = 0; i < layout->items->len; i++) {
    const Item *item = &g_array_index (layout->items, Item, i);
    g_autoptr (GPtrArray) paths = outline_of (layout, item, cut_offset (o));
    g_autofree char *name = g_markup_escape_text (layout->problem->pieces[item->piece].name, -1);
    double down = item->sheet * o->height;
    Point label = label_at (layout, item);

    g_string_append (text, "<path fill=\"none\" stroke=\"#f00\" stroke-width=\"0.1\" d=\"");
    for (guint p = 0; p < paths->len; p++) {
      const GArray *path = g_ptr_array_index (paths, p);

      for (guint c = 0; c < path->len; c++) {
        Point point = g_array_index (path, Point, c);

        append_pair (text, c == 0 ? "M" : "L", item->at.x + point.x, " ",
                     item->at.y + down + point.y);
      }
      g_string_append_c (text, 'Z');
    }
    g_string_append (text, "\"/>\n");
    append_pair (text,
                 "<text fill=\"#00f\" text-anchor=\"middle\" dominant-baseline=\"central\" x=\"",
                 label.x, "\" y=\"", label.y + down);
    g_string_append (text, "\" font-size=\"");
    append_number (text, o->cell / 3);
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
write_dxf (const Layout *layout)
{
  const TwMakeOptions *o = layout->options;
  double top = layout->n_sheets * o->height;
  GString *text = g_string_new (
    "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n"
    "0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");

  for (guint i = 0; i < layout->items->len; i++) {
    const Item *item = &g_array_index (layout->items, Item, i);
    g_autoptr (GPtrArray) paths = outline_of (layout, item, cut_offset (o));
    double down = item->sheet * o->height;
    Point label = label_at (layout, item);

    for (guint p = 0; p < paths->len; p++) {
      const GArray *path = g_ptr_array_index (paths, p);

      g_string_append (text, "0\nPOLYLINE\n8\nCUT\n66\n1\n70\n1\n10\n0\n20\n0\n30\n0\n");
      for (guint c = 0; c < path->len; c++) {
        Point point = g_array_index (path, Point, c);

        append_pair (text, "0\nVERTEX\n8\nCUT\n10\n", item->at.x + point.x, "\n20\n",
                     top - (item->at.y + down + point.y));
        g_string_append (text, "\n30\n0\n");
      }
      g_string_append (text, "0\nSEQEND\n8\nCUT\n");
    }
    append_pair (text, "0\nTEXT\n8\nENGRAVE\n10\n", label.x - o->cell / 6, "\n20\n",
                 top - (label.y + down) - o->cell / 6);
    g_string_append (text, "\n30\n0\n40\n");
    append_number (text, o->cell / 3);
    g_string_append (text, "\n1\n");
    append_plain (text, layout->problem->pieces[item->piece].name);
    g_string_append_c (text, '\n');
  }
  g_string_append (text, "0\nENDSEC\n0\nEOF\n");
  return g_string_free (text, FALSE);
}

/* --- STL ------------------------------------------------------------------------------------- */

/* Space divided into boxes by axis-parallel planes. Cell i lies between the planes 2 * i and 2 * i
 * + 1; the strip between cells i and i + 1 lies between the planes 2 * i + 1 and 2 * i + 2. */
typedef struct {
  int nx, ny, nz; /* number of boxes */
  double *x;      /* nx + 1 */
  double *y;
  double *z;
  guint8 *solid; /* nx * ny * nz */
} Boxes;

static gboolean
is_solid (const Boxes *b, int i, int j, int k)
{
  return i >= 0 && j >= 0 && k >= 0 && i < b->nx && j < b->ny && k < b->nz
         && b->solid[((gsize) k * (gsize) b->ny + (gsize) j) * (gsize) b->nx + (gsize) i];
}

static void
append_vertex (GString *text, const double *v)
{
  append_pair (text, "      vertex ", v[0], " ", v[1]);
  g_string_append_c (text, ' ');
  append_number (text, v[2]);
  g_string_append_c (text, '\n');
}

/* Appends a rectangle as two triangles, counterclockwise as seen from outside. */
static void
append_face (GString *text, const double *a, const double *b, const double *c, const double *d,
             int axis, int sign)
{
  const double *corners[2][3] = { { a, b, c }, { a, c, d } };

  for (int t = 0; t < 2; t++) {
    g_string_append_printf (text, "  facet normal %d %d %d\n    outer loop\n", axis == 0 ? sign : 0,
                            axis == 1 ? sign : 0, axis == 2 ? sign : 0);
    for (int v = 0; v < 3; v++)
      append_vertex (text, corners[t][v]);
    g_string_append (text, "    endloop\n  endfacet\n");
  }
}

/* Appends the face of box (i, j, k) across `axis`, the far face when `sign` is 1. Its vertices are
 * the box corners, so that adjacent faces share edges. */
static void
append_side (GString *text, const Boxes *b, const int *at, int axis, int sign)
{
  const double *lines[3] = { b->x, b->y, b->z };
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  double corner[4][3];

  for (int c = 0; c < 4; c++) {
    corner[c][axis] = lines[axis][at[axis] + (sign > 0)];
    corner[c][u] = lines[u][at[u] + (c == 1 || c == 2)];
    corner[c][v] = lines[v][at[v] + (c >= 2)];
  }
  if (sign > 0)
    append_face (text, corner[0], corner[1], corner[2], corner[3], axis, sign);
  else
    append_face (text, corner[0], corner[3], corner[2], corner[1], axis, sign);
}

static void
append_solid (GString *text, const Boxes *b)
{
  for (int k = 0; k < b->nz; k++)
    for (int j = 0; j < b->ny; j++)
      for (int i = 0; i < b->nx; i++)
        for (int side = 0; side < 6 && is_solid (b, i, j, k); side++) {
          int axis = side / 2, sign = side % 2 == 0 ? 1 : -1;
          int at[3] = { i, j, k }, next[3] = { i, j, k };

          next[axis] += sign;
          if (!is_solid (b, next[0], next[1], next[2]))
            append_side (text, b, at, axis, sign);
        }
}

static void
boxes_clear (Boxes *b)
{
  g_free (b->x);
  g_free (b->y);
  g_free (b->z);
  g_free (b->solid);
}

/* The two planes of each cell, `clearance` inside its sides: n cells give 2 n - 1 boxes. */
static double *
lines_of (int n, double start, double cell, double clearance)
{
  double *lines = g_new (double, 2 * (gsize) n);

  for (int i = 0; i < n; i++) {
    lines[2 * i] = start + i * cell + clearance;
    lines[2 * i + 1] = start + (i + 1) * cell - clearance;
  }
  return lines;
}

/* Whether box (i, j) is filled. The cells of the mask are the even boxes; a strip between two
 * cells, or the corner between four, is filled when all of them are. y of the mask grows
 * downwards. */
static guint8
box_is_filled (const Mask *mask, int i, int j)
{
  int top = mask->height - 1 - j / 2, bottom = mask->height - 1 - (j + 1) / 2;

  return is_filled (mask, i / 2, top) && is_filled (mask, (i + 1) / 2, top)
         && is_filled (mask, i / 2, bottom) && is_filled (mask, (i + 1) / 2, bottom);
}

/* The same planes with an additional one at `start` and one `length` behind the last. */
static double *
add_walls (double *lines, int n, double start, double length)
{
  double *all = g_new (double, 2 * (gsize) n + 2);

  memcpy (all + 1, lines, 2 * (gsize) n * sizeof (double));
  all[0] = start;
  all[2 * n + 1] = start + length;
  g_free (lines);
  return all;
}

/* A piece with its bottom at z = 0. */
static Boxes
boxes_of_piece (const TwShape *shape, Point at, const TwMakeOptions *o)
{
  Mask mask = mask_of_shape (shape);
  /* Zero clearance would create strips of zero width. */
  double clearance = MAX (o->clearance, HAIR);
  Boxes b = { .nx = 2 * shape->width - 1, .ny = 2 * shape->height - 1, .nz = 1 };

  b.x = lines_of (shape->width, at.x, o->cell, clearance);
  b.y = lines_of (shape->height, at.y, o->cell, clearance);
  b.z = g_new (double, 2);
  b.z[0] = 0;
  b.z[1] = o->thickness;
  b.solid = g_malloc0 ((gsize) b.nx * (gsize) b.ny);
  for (int j = 0; j < b.ny; j++)
    for (int i = 0; i < b.nx; i++)
      b.solid[(gsize) j * (gsize) b.nx + (gsize) i] = box_is_filled (&mask, i, j);
  g_free (mask.filled);
  return b;
}

/* A floor, and walls as high as the pieces wherever the board has no cell. Pockets that meet only
 * at a corner are separated by HAIR; otherwise four triangles would share an edge. */
static Boxes
boxes_of_tray (const TwBoard *board, Point at, const TwMakeOptions *o)
{
  Mask mask = mask_new (board->width, board->height);
  Boxes b = { .nx = 2 * board->width + 1, .ny = 2 * board->height + 1, .nz = 2 };

  for (int y = 0; y < board->height; y++)
    for (int x = 0; x < board->width; x++)
      mask.filled[mask_index (&mask, x, y)] = tw_board_is_free (board, x, y);
  b.x = add_walls (lines_of (board->width, at.x + WALL, o->cell, HAIR), board->width, at.x,
                   2 * WALL + board->width * o->cell);
  b.y = add_walls (lines_of (board->height, at.y + WALL, o->cell, HAIR), board->height, at.y,
                   2 * WALL + board->height * o->cell);
  b.z = g_new (double, 3);
  b.z[0] = 0;
  b.z[1] = FLOOR;
  b.z[2] = FLOOR + o->thickness;
  b.solid = g_malloc ((gsize) b.nx * (gsize) b.ny * 2);
  memset (b.solid, 1, (gsize) b.nx * (gsize) b.ny * 2);
  for (int j = 1; j < b.ny - 1; j++)
    for (int i = 1; i < b.nx - 1; i++)
      b.solid[((gsize) b.ny + (gsize) j) * (gsize) b.nx + (gsize) i] = !box_is_filled (&mask, i - 1,
                                                                                       j - 1);
  g_free (mask.filled);
  return b;
}

static char *
write_stl (const Layout *layout)
{
  const TwMakeOptions *o = layout->options;
  GString *text = g_string_new ("solid tilewright\n");
  double top = layout->n_sheets * o->height;

  for (guint i = 0; i < layout->items->len; i++) {
    const Item *item = &g_array_index (layout->items, Item, i);
    const TwShape *shape = &layout->problem->pieces[item->piece].shape;
    Point at = { item->at.x, top - item->at.y - item->sheet * o->height - shape->height * o->cell };
    Boxes boxes = boxes_of_piece (shape, at, o);

    append_solid (text, &boxes);
    boxes_clear (&boxes);
  }
  if (o->tray) {
    Boxes boxes = boxes_of_tray (layout->problem->board, (Point){ o->width + o->gap, 0 }, o);

    append_solid (text, &boxes);
    boxes_clear (&boxes);
  }
  g_string_append (text, "endsolid tilewright\n");
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
  static const char *const names[] = { "svg", "dxf", "stl" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i])) {
      *format = (TwMakeFormat) i;
      return TRUE;
    }
  return FALSE;
}

char *
tw_make_write (const TwPuzzle *puzzle, TwMakeFormat format, const TwMakeOptions *options,
               GError **error)
{
  Layout layout = { .options = options };
  char *text = NULL;

  if (!tw_puzzle_has_pieces (puzzle)) {
    usage_error (error, _ ("the puzzle has no pieces to make"));
    return NULL;
  }
  layout.problem = tw_piece_puzzle_get_problem (puzzle);
  if (!check_options (options, error))
    return NULL;
  layout.items = g_array_new (FALSE, FALSE, sizeof (Item));
  if (lay_out (&layout, error))
    text = format == TW_MAKE_SVG   ? write_svg (&layout)
           : format == TW_MAKE_DXF ? write_dxf (&layout)
                                   : write_stl (&layout);
  g_array_unref (layout.items);
  return text;
}
