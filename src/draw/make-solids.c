/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make-solids.c - pieces as solids for 3D printers: STL and 3MF; see make.h. */
#include <math.h>
#include <string.h>

#include "config.h"
#include "draw/make-private.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/i18n.h"

#if TW_HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

#define WALL TW_MAKE_WALL
/* Thickness of the tray's floor, in millimetres. */
#define FLOOR 2.0
/* Below the resolution of any machine, but enough to separate solids. */
#define HAIR 0.001

/* A plane across x or y, and its position on the lowest and on the highest plane of z. */
typedef struct {
  double at;
  double edge;
} Plane;

/* Space divided into boxes by a lattice of axis-parallel planes. At first, cell i lies between the
 * planes 2 * i and 2 * i + 1; the strip between cells i and i + 1 lies between the planes 2 * i + 1
 * and 2 * i + 2. Then planes that separate nothing go (see merge ()).
 *
 * On the lowest and on the highest plane of z, the planes of each cell move towards its middle by the
 * bevel. This inclines the outer sides there and leaves each face flat: both ends of a side move
 * along it and across it by the same length, so a side becomes a trapezoid. */
typedef struct {
  int nx, ny, nz; /* number of boxes */
  Plane *x;       /* nx + 1 */
  Plane *y;
  double *z;
  guint8 *solid; /* nx * ny * nz */
} Boxes;

/* A point of the lattice. */
typedef struct {
  int i, j, k;
} Knot;

static gboolean
is_solid (const Boxes *b, int i, int j, int k)
{
  return i >= 0 && j >= 0 && k >= 0 && i < b->nx && j < b->ny && k < b->nz
         && b->solid[((gsize) k * (gsize) b->ny + (gsize) j) * (gsize) b->nx + (gsize) i];
}

static void
position_of (const Boxes *b, Knot knot, double *position)
{
  gboolean edge = knot.k == 0 || knot.k == b->nz;

  position[0] = edge ? b->x[knot.i].edge : b->x[knot.i].at;
  position[1] = edge ? b->y[knot.j].edge : b->y[knot.j].at;
  position[2] = b->z[knot.k];
}

/* Appends the face of box `at` across `axis`, the far face when `sign` is 1, as two triangles,
 * counterclockwise as seen from outside. Their corners are the knots of the box, so that adjacent
 * faces share edges. */
static void
add_side (GArray *triangles, const int *at, int axis, int sign)
{
  static const int order[2][6] = { { 0, 3, 2, 0, 2, 1 }, { 0, 1, 2, 0, 2, 3 } };
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  Knot corners[4];

  for (int c = 0; c < 4; c++) {
    int knot[3];

    knot[axis] = at[axis] + (sign > 0);
    knot[u] = at[u] + (c == 1 || c == 2);
    knot[v] = at[v] + (c >= 2);
    corners[c] = (Knot){ knot[0], knot[1], knot[2] };
  }
  for (int n = 0; n < 6; n++)
    g_array_append_val (triangles, corners[order[sign > 0][n]]);
}

/* The surface: three knots for each triangle. */
static GArray *
triangles_of (const Boxes *b)
{
  GArray *triangles = g_array_new (FALSE, FALSE, sizeof (Knot));

  for (int k = 0; k < b->nz; k++)
    for (int j = 0; j < b->ny; j++)
      for (int i = 0; i < b->nx; i++)
        for (int side = 0; side < 6 && is_solid (b, i, j, k); side++) {
          int axis = side / 2, sign = side % 2 == 0 ? 1 : -1;
          int at[3] = { i, j, k }, next[3] = { i, j, k };

          next[axis] += sign;
          if (!is_solid (b, next[0], next[1], next[2]))
            add_side (triangles, at, axis, sign);
        }
  return triangles;
}

/* Do all boxes agree on both sides of plane number `plane` across x, or else across y? */
static gboolean
sides_agree (const Boxes *b, gboolean across_x, int plane)
{
  int n = across_x ? b->ny : b->nx;

  for (int k = 0; k < b->nz; k++)
    for (int i = 0; i < n; i++)
      if (across_x ? is_solid (b, plane - 1, i, k) != is_solid (b, plane, i, k)
                   : is_solid (b, i, plane - 1, k) != is_solid (b, i, plane, k))
        return FALSE;
  return TRUE;
}

/* Takes out the planes across x and y on both sides of which all boxes agree, so that a large square
 * is one box. The others go through the whole lattice, so adjacent faces still share edges. */
static void
merge (Boxes *b)
{
  g_autofree int *kept_x = g_new (int, (gsize) b->nx + 1), *kept_y = g_new (int, (gsize) b->ny + 1);
  int nx = 0, ny = 0;
  guint8 *solid = b->solid;

  for (int i = 0; i <= b->nx; i++)
    if (i == 0 || i == b->nx || !sides_agree (b, TRUE, i))
      kept_x[nx++] = i;
  for (int j = 0; j <= b->ny; j++)
    if (j == 0 || j == b->ny || !sides_agree (b, FALSE, j))
      kept_y[ny++] = j;
  /* Each value is read before its place is written. */
  for (int k = 0; k < b->nz; k++)
    for (int j = 0; j + 1 < ny; j++)
      for (int i = 0; i + 1 < nx; i++)
        *solid++ = is_solid (b, kept_x[i], kept_y[j], k);
  for (int i = 0; i < nx; i++)
    b->x[i] = b->x[kept_x[i]];
  for (int j = 0; j < ny; j++)
    b->y[j] = b->y[kept_y[j]];
  b->nx = nx - 1;
  b->ny = ny - 1;
}

TW_DEFINE_CLEAR (boxes_clear, Boxes, (x, g_free), (y, g_free), (z, g_free), (solid, g_free))

/* The two planes of each cell, `clearance` inside its sides: n cells give 2 n - 1 boxes. */
static Plane *
planes_of (int n, double start, double cell, double clearance, double bevel)
{
  Plane *planes = g_new (Plane, 2 * (gsize) n);

  for (int i = 0; i < n; i++) {
    double near = start + i * cell + clearance, far = start + (i + 1) * cell - clearance;

    planes[2 * i] = (Plane){ near, near + bevel };
    planes[2 * i + 1] = (Plane){ far, far - bevel };
  }
  return planes;
}

/* Whether box (i, j) is filled. The cells of the board are the even boxes; a strip between two
 * cells, or the corner between four, is filled when all of them are. y of the board grows
 * downwards. */
static guint8
box_is_filled (const TwBoard *board, int i, int j)
{
  int top = board->height - 1 - j / 2, bottom = board->height - 1 - (j + 1) / 2;

  return tw_board_is_free (board, i / 2, top) && tw_board_is_free (board, (i + 1) / 2, top)
         && tw_board_is_free (board, i / 2, bottom)
         && tw_board_is_free (board, (i + 1) / 2, bottom);
}

/* The same planes with an additional one at `start` and one `length` behind the last. */
static Plane *
add_walls (Plane *planes, int n, double start, double length)
{
  Plane *all = g_new (Plane, 2 * (gsize) n + 2);

  memcpy (all + 1, planes, 2 * (gsize) n * sizeof *planes);
  all[0] = (Plane){ start, start };
  all[2 * n + 1] = (Plane){ start + length, start + length };
  g_free (planes);
  return all;
}

/* A piece with its lower left corner at the origin and its bottom at z = 0. */
static Boxes
boxes_of_piece (const TwShape *shape, const TwMakeOptions *o)
{
  g_autoptr (TwBoard) board = tw_make_board_of (shape);
  /* Zero clearance would create strips of zero width. */
  double clearance = MAX (o->clearance, HAIR);
  Boxes b = { .nx = 2 * shape->width - 1, .ny = 2 * shape->height - 1 };
  guint8 *solid;

  b.x = planes_of (shape->width, 0, o->cell, clearance, o->bevel);
  b.y = planes_of (shape->height, 0, o->cell, clearance, o->bevel);
  b.z = g_new (double, 4);
  b.z[b.nz++] = 0;
  if (o->bevel > 0) {
    b.z[b.nz++] = o->bevel;
    b.z[b.nz++] = o->thickness - o->bevel;
  }
  b.z[b.nz] = o->thickness;
  solid = b.solid = g_malloc0 ((gsize) b.nx * (gsize) b.ny * (gsize) b.nz);
  for (int k = 0; k < b.nz; k++)
    for (int j = 0; j < b.ny; j++)
      for (int i = 0; i < b.nx; i++)
        *solid++ = box_is_filled (board, i, j);
  merge (&b);
  return b;
}

/* A floor, and walls as high as the pieces wherever the board has no cell. Pockets that meet only
 * at a corner are separated by HAIR; otherwise four triangles would share an edge. */
static Boxes
boxes_of_tray (const TwBoard *board, const TwMakeOptions *o)
{
  Boxes b = { .nx = 2 * board->width + 1, .ny = 2 * board->height + 1, .nz = 2 };

  b.x = add_walls (planes_of (board->width, WALL, o->cell, HAIR, 0), board->width, 0,
                   2 * WALL + board->width * o->cell);
  b.y = add_walls (planes_of (board->height, WALL, o->cell, HAIR, 0), board->height, 0,
                   2 * WALL + board->height * o->cell);
  b.z = g_new (double, 3);
  b.z[0] = 0;
  b.z[1] = FLOOR;
  b.z[2] = FLOOR + o->thickness;
  b.solid = g_malloc ((gsize) b.nx * (gsize) b.ny * 2);
  memset (b.solid, 1, (gsize) b.nx * (gsize) b.ny * 2);
  for (int j = 1; j < b.ny - 1; j++)
    for (int i = 1; i < b.nx - 1; i++)
      b.solid[((gsize) b.ny + (gsize) j) * (gsize) b.nx + (gsize) i] = !box_is_filled (board, i - 1,
                                                                                       j - 1);
  merge (&b);
  return b;
}

/* Calls `add` with each solid and the position of its lower left corner. Copies of a piece follow
 * one another. */
typedef void (*AddSolid) (gsize number, const Boxes *boxes, TwMakePoint at, gpointer data);

static void
for_each_solid (const TwMakeLayout *layout, AddSolid add, gpointer data)
{
  const TwPieceProblem *problem = layout->problem;
  const TwMakeOptions *o = layout->options;
  double top = layout->n_sheets * o->height;

  for (guint i = 0; i < layout->items->len; i++) {
    const TwMakeItem *item = &g_array_index (layout->items, TwMakeItem, i);
    gboolean is_tray = item->what == TW_MAKE_TRAY;
    const TwShape *shape = is_tray ? NULL : &problem->pieces[item->piece].shape;
    double height = is_tray ? tw_make_plate_size (layout).y : shape->height * o->cell;
    double down = item->at.y + item->sheet * o->height + height;
    Boxes boxes = is_tray ? boxes_of_tray (problem->board, o) : boxes_of_piece (shape, o);

    add (is_tray ? problem->n_pieces : item->piece, &boxes, (TwMakePoint){ item->at.x, top - down },
         data);
    boxes_clear (&boxes);
  }
}

/* --- STL ------------------------------------------------------------------------------------- */

static void
append_vector (GString *text, const char *before, const double *v)
{
  tw_make_append_pair (text, before, v[0], " ", v[1]);
  g_string_append_c (text, ' ');
  tw_make_append_number (text, v[2]);
  g_string_append_c (text, '\n');
}

static void
normal_of (double p[3][3], double *normal)
{
  double length = 0;

  for (int k = 0; k < 3; k++) {
    int u = (k + 1) % 3, v = (k + 2) % 3;

    normal[k] = (p[1][u] - p[0][u]) * (p[2][v] - p[0][v])
                - (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
    length += normal[k] * normal[k];
  }
  for (int k = 0; k < 3; k++)
    normal[k] /= sqrt (length);
}

static void
add_to_stl (gsize number, const Boxes *boxes, TwMakePoint at, gpointer data)
{
  g_autoptr (GArray) triangles = triangles_of (boxes);
  GString *text = data;

  for (guint t = 0; t < triangles->len; t += 3) {
    double p[3][3], normal[3];

    for (guint n = 0; n < 3; n++) {
      position_of (boxes, g_array_index (triangles, Knot, t + n), p[n]);
      p[n][0] += at.x;
      p[n][1] += at.y;
    }
    normal_of (p, normal);
    append_vector (text, "  facet normal ", normal);
    g_string_append (text, "    outer loop\n");
    for (int n = 0; n < 3; n++)
      append_vector (text, "      vertex ", p[n]);
    g_string_append (text, "    endloop\n  endfacet\n");
  }
}

char *
tw_make_write_stl (const TwMakeLayout *layout)
{
  GString *text = g_string_new ("solid tilewright\n");

  for_each_solid (layout, add_to_stl, text);
  g_string_append (text, "endsolid tilewright\n");
  return g_string_free (text, FALSE);
}

/* --- 3MF: 3D Manufacturing Format, Core Specification 1.3 ------------------------------------- */

typedef struct {
  const TwMakeLayout *layout;
  GString *resources; /* an object for each piece */
  GString *build;     /* an item for each copy */
  gsize n_objects;    /* pieces that have an object; their numbers rise */
} Model;

/* The vertices of a mesh are the knots that its triangles use, each once. */
static void
append_mesh (GString *text, const Boxes *b)
{
  g_autoptr (GArray) triangles = triangles_of (b);
  gsize nx = (gsize) b->nx + 1, ny = (gsize) b->ny + 1;
  g_autofree guint *names = g_new0 (guint, nx * ny * ((gsize) b->nz + 1)); /* 0: unused */
  g_autofree guint *corners = g_new0 (guint, triangles->len);
  guint used = 0;

  g_string_append (text, "<mesh><vertices>\n");
  for (guint t = 0; t < triangles->len; t++) {
    Knot knot = g_array_index (triangles, Knot, t);
    guint *name = &names[((gsize) knot.k * ny + (gsize) knot.j) * nx + (gsize) knot.i];

    if (*name == 0) {
      double p[3];

      position_of (b, knot, p);
      tw_make_append_pair (text, "<vertex x=\"", p[0], "\" y=\"", p[1]);
      g_string_append (text, "\" z=\"");
      tw_make_append_number (text, p[2]);
      g_string_append (text, "\"/>\n");
      *name = ++used;
    }
    corners[t] = *name - 1;
  }
  g_string_append (text, "</vertices><triangles>\n");
  for (guint t = 0; t < triangles->len; t += 3)
    g_string_append_printf (text, "<triangle v1=\"%u\" v2=\"%u\" v3=\"%u\"/>\n", corners[t],
                            corners[t + 1], corners[t + 2]);
  g_string_append (text, "</triangles></mesh>");
}

static void
add_to_model (gsize number, const Boxes *boxes, TwMakePoint at, gpointer data)
{
  Model *model = data;
  const TwPieceProblem *problem = model->layout->problem;

  if (number >= model->n_objects) {
    const char *title = number < problem->n_pieces ? problem->pieces[number].name : "tray";
    g_autofree char *name = g_markup_escape_text (title, -1);

    g_string_append_printf (model->resources, "<object id=\"%zu\" type=\"model\" name=\"%s\">",
                            number + 1, name);
    append_mesh (model->resources, boxes);
    g_string_append (model->resources, "</object>\n");
    model->n_objects = number + 1;
  }
  g_string_append_printf (model->build, "<item objectid=\"%zu\" transform=\"1 0 0 0 1 0 0 0 1",
                          number + 1);
  tw_make_append_pair (model->build, " ", at.x, " ", at.y);
  g_string_append (model->build, " 0\"/>\n");
}

#if TW_HAVE_LIBARCHIVE

static la_ssize_t
write_cb (struct archive *archive, void *data, const void *buffer, size_t length)
{
  g_byte_array_append (data, buffer, (guint) length);
  return (la_ssize_t) length;
}

/* A member with a fixed date, so that the same puzzle makes the same file. */
static gboolean
add_member (struct archive *archive, const char *name, const char *text)
{
  struct archive_entry *entry = archive_entry_new ();
  size_t length = strlen (text);
  gboolean fine;

  archive_entry_set_pathname (entry, name);
  archive_entry_set_size (entry, (la_int64_t) length);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_mtime (entry, 365 * 24 * 3600 * 10 + 3 * 24 * 3600, 0);
  fine = archive_write_header (archive, entry) == ARCHIVE_OK
         && archive_write_data (archive, text, length) == (la_ssize_t) length;
  archive_entry_free (entry);
  return fine;
}

static GBytes *
zip_model (const char *model, GError **error)
{
  static const char types[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    "<Default Extension=\"rels\""
    " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    "<Default Extension=\"model\""
    " ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>\n";
  static const char relations[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    "<Relationship Id=\"rel0\" Target=\"/3D/3dmodel.model\""
    " Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>"
    "</Relationships>\n";
  struct archive *archive = archive_write_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gboolean fine;

  fine = archive_write_set_format_zip (archive) == ARCHIVE_OK
         && archive_write_set_bytes_in_last_block (archive, 1) == ARCHIVE_OK
         && archive_write_open (archive, bytes, NULL, write_cb, NULL) == ARCHIVE_OK
         && add_member (archive, "[Content_Types].xml", types)
         && add_member (archive, "_rels/.rels", relations)
         && add_member (archive, "3D/3dmodel.model", model)
         && archive_write_close (archive) == ARCHIVE_OK;
  if (!fine)
    tw_fail (error, TW_PUZZLE_ERROR_FILE, "3MF: %s", archive_error_string (archive));
  archive_write_free (archive);
  return fine ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes)) : NULL;
}

#else

static GBytes *
zip_model (const char *model, GError **error)
{
  (void) model;
  return tw_fail_usage_null (
    error, _ ("3MF: this copy of Tilewright was built without libarchive, which makes "
              "the package; STL needs nothing"));
}

#endif

GBytes *
tw_make_write_3mf (const TwMakeLayout *layout, GError **error)
{
  Model model = { layout, g_string_new (NULL), g_string_new (NULL), 0 };
  g_autoptr (GString)
    text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<model unit=\"millimeter\" xml:lang=\"en\""
                         " xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n"
                         "<resources>\n");

  for_each_solid (layout, add_to_model, &model);
  g_string_append_len (text, model.resources->str, (gssize) model.resources->len);
  g_string_append (text, "</resources>\n<build>\n");
  g_string_append_len (text, model.build->str, (gssize) model.build->len);
  g_string_append (text, "</build>\n</model>\n");
  g_string_free (model.resources, TRUE);
  g_string_free (model.build, TRUE);
  return zip_model (text->str, error);
}
