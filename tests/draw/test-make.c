/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-make.c - pieces for cutters and printers: every path is closed and has its size, every
 * mesh is closed and oriented. */
#include "test-cairo.h"
#include "test-puzzles.h"
#include "test-tools.h"
#include "draw/make.h"

#include <math.h>
#include <stdio.h>

#include "config.h"

#if TW_HAVE_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

/* A tromino, a ring, and two cells that meet at a corner; the board has obstacles that do. */
static const char puzzle_text[] =
  "{\"board\": [\"aaaaaa\", \"aa aaa\", \"a aaaa\", \"aaaaaa\"], \"pieces\": ["
  "{\"name\": \"L\", \"cells\": [\"a\", \"aa\"]},"
  "{\"name\": \"<&>\", \"cells\": [\"aaa\", \"a a\", \"aaa\"]},"
  "{\"name\": \"\u00e9\", \"cells\": [\"a\", \" a\"], \"most\": 2}]}";

static TwMakeOptions
make_options (void)
{
  TwMakeOptions options;

  tw_make_options_init (&options);
  return options;
}

static char *
make (TwMakeFormat format, const TwMakeOptions *options)
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (puzzle_text, "a.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = tw_make_write (puzzle, format, options, NULL, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

typedef struct {
  double least[2];
  double most[2];
  double area; /* signed */
  int corners;
} Path;

static void
add_corner (Path *path, double *first, double *last, double x, double y)
{
  if (path->corners == 0) {
    *path = (Path){ .least = { x, y }, .most = { x, y } };
    first[0] = x;
    first[1] = y;
  } else {
    /* Sides are level or upright, never both or neither. */
    g_assert_true ((fabs (x - last[0]) < 1e-6) != (fabs (y - last[1]) < 1e-6));
  }
  path->area += path->corners > 0 ? (last[0] * y - x * last[1]) / 2 : 0;
  path->corners++;
  path->least[0] = MIN (path->least[0], x);
  path->least[1] = MIN (path->least[1], y);
  path->most[0] = MAX (path->most[0], x);
  path->most[1] = MAX (path->most[1], y);
  last[0] = x;
  last[1] = y;
}

/* Reads "M x y L x y ... Z", from *at on; FALSE behind the last of an element. */
static gboolean
read_path (const char **at, Path *path)
{
  double first[2] = { 0 }, last[2] = { 0 };

  *path = (Path){ 0 };
  if (**at != 'M')
    return FALSE;
  while (**at == 'M' || **at == 'L') {
    char *end;
    double x = g_ascii_strtod (*at + 1, &end), y = g_ascii_strtod (end, &end);

    g_assert_true (path->corners == 0 || **at == 'L');
    add_corner (path, first, last, x, y);
    *at = end;
  }
  g_assert_cmpint (**at, ==, 'Z');
  ++*at;
  path->area += (last[0] * first[1] - first[0] * last[1]) / 2;
  g_assert_true ((fabs (first[0] - last[0]) < 1e-6) != (fabs (first[1] - last[1]) < 1e-6));
  return TRUE;
}

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat (fabs (a - b), <, 0.01);
}

TEST (svg, "/make/svg")
{
  static const GMarkupParser parser = { 0 };
  TwMakeOptions options = make_options ();
  int n = 0;

  options.cell = 12;
  options.kerf = 0.3;
  options.clearance = 0.05;
  g_autofree char *text = make (TW_MAKE_SVG, &options);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_assert_true (g_markup_parse_context_parse (context, text, -1, NULL));
  g_assert_null (strstr (text, "<text"));
  for (const char *p = text; (p = strstr (p, " d=\"")) != NULL; n++) {
    /* Pieces are made larger by half the kerf less the clearance. */
    double more = 2 * (0.15 - 0.05);
    Path outer, inner;

    p += strlen (" d=\"");
    g_assert_true (read_path (&p, &outer));
    if (n == 0) { /* L */
      assert_near (outer.most[0] - outer.least[0], 24 + more);
      assert_near (outer.most[1] - outer.least[1], 24 + more);
      g_assert_cmpint (outer.corners, ==, 6);
      g_assert_false (read_path (&p, &inner));
    } else if (n == 1) { /* the ring */
      assert_near (outer.most[0] - outer.least[0], 36 + more);
      g_assert_true (read_path (&p, &inner));
      assert_near (inner.most[0] - inner.least[0], 12 - more);
      /* Holes run the other way. */
      g_assert_true ((outer.area > 0) != (inner.area > 0));
      assert_near (fabs (outer.area), (36 + more) * (36 + more));
    } else {
      g_assert_cmpint (outer.corners, ==, 4);
      g_assert_true (read_path (&p, &inner));
      g_assert_cmpint (inner.corners, ==, 4);
    }
    g_assert_cmpint (*p, ==, '"');
  }
  g_assert_cmpint (n, ==, 4);
}

/* Pieces lie apart, and on as many sheets as they need. */
TEST (sheets, "/make/sheets")
{
  TwMakeOptions options = make_options ();
  g_autoptr (GArray) paths = g_array_new (FALSE, FALSE, sizeof (Path));

  options.width = options.height = 42;
  g_autofree char *text = make (TW_MAKE_SVG, &options);
  g_assert_nonnull (strstr (text, "height=\"168.0000mm\""));
  for (const char *p = text; (p = strstr (p, " d=\"")) != NULL;) {
    Path path, other;

    p += strlen (" d=\"");
    g_assert_true (read_path (&p, &path));
    while (read_path (&p, &other))
      for (int k = 0; k < 2; k++) {
        path.least[k] = MIN (path.least[k], other.least[k]);
        path.most[k] = MAX (path.most[k], other.most[k]);
      }
    g_assert_cmpfloat (path.least[0], >=, 4.9);
    g_assert_cmpfloat (path.most[0], <=, 37.1);
    g_assert_cmpint ((int) (path.least[1] / 42), ==, (int) (path.most[1] / 42));
    for (guint i = 0; i < paths->len; i++) {
      const Path *q = &g_array_index (paths, Path, i);

      g_assert_true (path.least[0] > q->most[0] + 4.9 || q->least[0] > path.most[0] + 4.9
                     || path.least[1] > q->most[1] + 4.9 || q->least[1] > path.most[1] + 4.9);
    }
    g_array_append_val (paths, path);
  }
  g_assert_cmpuint (paths->len, ==, 4);
}

/* Adds to `length` the lengths of the engraved lines, which are level or upright; returns their
 * number. */
static int
read_lines (const char *text, double *length)
{
  int n = 0;

  for (const char *p = text; (p = strstr (p, "<line ")) != NULL; p++, n++) {
    double x1, y1, x2, y2;

    g_assert_cmpint (sscanf (p,
                             "<line stroke=\"#00f\" stroke-width=\"0.1\" x1=\"%lf\" y1=\"%lf\""
                             " x2=\"%lf\" y2=\"%lf\"/>",
                             &x1, &y1, &x2, &y2),
                     ==, 4);
    g_assert_true ((x1 < x2) != (y1 < y2));
    *length += x2 - x1 + y2 - y1;
  }
  return n;
}

/* The frame has its outer edge and its opening, with the islands in it; the base only the edge. The
 * material is outside of an opening, so the kerf makes its path smaller. */
TEST (tray, "/make/tray")
{
  const double kerf = 0.3;
  TwMakeOptions options = make_options ();
  double length = 0;
  int n = 0;

  options.kerf = kerf;
  options.tray = TRUE;
  g_autofree char *text = make (TW_MAKE_SVG, &options);
  for (const char *p = text; (p = strstr (p, " d=\"")) != NULL; n++) {
    Path edge, opening, islands;

    p += strlen (" d=\"");
    g_assert_true (read_path (&p, &edge));
    if (n >= 4) {
      g_assert_cmpint (edge.corners, ==, 4);
      assert_near (edge.most[0] - edge.least[0], 68 + kerf);
      assert_near (edge.most[1] - edge.least[1], 48 + kerf);
    }
    if (n == 4) {
      g_assert_true (read_path (&p, &opening));
      assert_near (opening.least[0] - edge.least[0], 4 + kerf);
      assert_near (opening.least[1] - edge.least[1], 4 + kerf);
      assert_near (opening.most[0] - opening.least[0], 60 - kerf);
      assert_near (opening.most[1] - opening.least[1], 40 - kerf);
      g_assert_true ((edge.area > 0) != (opening.area > 0));
      g_assert_true (read_path (&p, &islands));
      g_assert_true ((edge.area > 0) == (islands.area > 0));
      assert_near (islands.most[0] - islands.least[0], 20 + kerf);
      assert_near (islands.least[0] - edge.least[0], 14);
    } else
      while (n < 4 && read_path (&p, &opening))
        continue;
    g_assert_cmpint (*p, ==, '"'); /* nothing else */
  }
  g_assert_cmpint (n, ==, 4 + 2);
  /* Without a solution: the outline of the board, and six lines around two obstacles. */
  g_assert_cmpint (read_lines (text, &length), ==, 4 + 6);
  assert_near (length, 2 * (60 + 40) + 2 * 40);
  /* The plates need a sheet, too. */
  options.width = 77;
  g_free (g_steal_pointer (&text));
  g_autoptr (TwPuzzle) puzzle = test_puzzle (puzzle_text, "a.json");
  g_autoptr (GError) error = NULL;
  g_assert_null (tw_make_write (puzzle, TW_MAKE_DXF, &options, NULL, &error));
  g_assert_cmpstr (error->message, ==,
                   "piece tray is larger than the sheet: 78 × 58 mm with the gap");
}

/* Two pieces of three cells that fill a board, and the solution. */
static const char two_pieces[] = "{\"board\": [\"aaa\", \"aaa\"], \"pieces\": ["
                                 "{\"name\": \"L\", \"cells\": [\"a\", \"aa\"], \"most\": 2}]}";
static const char two_placed[] = "{\"status\": \"feasible\", \"placements\": ["
                                 "{\"piece\": \"L\", \"cells\": [[0,0],[0,1],[1,1]]},"
                                 "{\"piece\": \"L\", \"cells\": [[1,0],[2,0],[2,1]]}]}";

/* The base shows each edge between two pieces of the solution once. */
TEST (engraved_solution, "/make/engraved-solution")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (two_pieces, "a.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (TwResult)
    result = tw_result_parse (puzzle, two_placed, strlen (two_placed), "r.json", &error);
  TwMakeOptions options = make_options ();
  double length = 0;
  int lines = 0;

  g_assert_no_error (error);
  options.tray = TRUE;
  options.kerf = 0.3; /* does not move what is engraved */
  g_autoptr (GBytes) svg = tw_make_write (puzzle, TW_MAKE_SVG, &options, result, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_assert_cmpint (read_lines (text, &length), ==, 4 + 3);
  assert_near (length, 2 * (30 + 20) + 3 * 10);
  g_autoptr (GBytes) dxf = tw_make_write (puzzle, TW_MAKE_DXF, &options, result, NULL);
  g_free (text);
  text = g_strndup (g_bytes_get_data (dxf, NULL), g_bytes_get_size (dxf));
  for (const char *p = text; (p = strstr (p, "\n0\nLINE\n8\nENGRAVE\n10\n")) != NULL; p++)
    lines++;
  g_assert_cmpint (lines, ==, 4 + 3);
}

/* Each edge between two pieces is cut once, and then the outer edge, which is smaller by no kerf. */
TEST (shared, "/make/shared")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (two_pieces, "a.json");
  g_autoptr (TwResult)
    result = tw_result_parse (puzzle, two_placed, strlen (two_placed), "r.json", NULL);
  TwMakeOptions options = make_options ();
  const char *last = NULL, *path;
  Path edge, other;
  int lines = 0;

  options.shared = TRUE;
  g_autoptr (GBytes) svg = tw_make_write (puzzle, TW_MAKE_SVG, &options, result, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  for (const char *p = text; (p = strstr (p, "<line stroke=\"#f00\"")) != NULL; p++, lines++)
    last = p;
  g_assert_cmpint (lines, ==, 3);
  path = strstr (text, " d=\"") + strlen (" d=\"");
  g_assert_true (path > last);
  g_assert_true (read_path (&path, &edge));
  g_assert_false (read_path (&path, &other));
  assert_near (edge.most[0] - edge.least[0], 30);
  assert_near (edge.most[1] - edge.least[1], 20);
  g_assert_null (strstr (path, " d=\""));
}

/* The cells of a result of another puzzle may be outside of the board. */
TEST (other_puzzle, "/make/other-puzzle")
{
  static const char answer[] = "{\"status\": \"feasible\", \"placements\": ["
                               "{\"piece\": \"I\", \"cells\": [[0,8],[0,9]]}]}";
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("{\"board\": [\"aa\"], \"pieces\": ["
                                             "{\"name\": \"I\", \"cells\": [\"a\"], \"most\": 2}]}",
                                             "a.json");
  g_autoptr (TwPuzzle)
    other = test_puzzle ("{\"board\": [\"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", \"a\", "
                         "\"a\", \"a\"], \"pieces\": ["
                         "{\"name\": \"I\", \"cells\": [\"a\", \"a\"], \"most\": 5}]}",
                         "a.json");
  g_autoptr (TwResult) result = tw_result_parse (other, answer, strlen (answer), "r.json", NULL);
  TwMakeOptions options = make_options ();

  g_assert_nonnull (result);
  options.tray = TRUE;
  g_autoptr (GBytes) svg = tw_make_write (puzzle, TW_MAKE_SVG, &options, result, NULL);
  g_autoptr (GBytes) bare = tw_make_write (puzzle, TW_MAKE_SVG, &options, NULL, NULL);
  g_assert_true (g_bytes_equal (svg, bare));
}

/* Pairs of a code and a value; each polyline is closed and has its corners. */
static void
check_dxf (gboolean tray)
{
  TwMakeOptions options = make_options ();
  int polylines = 0, corners = 0, labels = 0, engraved = 0;
  guint n;

  options.tray = tray;
  g_autofree char *text = make (TW_MAKE_DXF, &options);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  n = g_strv_length (lines) - 1;
  g_assert_cmpuint (n % 2, ==, 0);
  for (guint i = 0; i < n; i += 2) {
    g_assert_true (g_ascii_string_to_unsigned (lines[i], 10, 0, 999, NULL, NULL));
    if (!g_str_equal (lines[i], "0"))
      continue;
    g_assert_cmpstr (lines[i + 1], !=, "TEXT");
    if (g_strcmp0 (lines[i + 3], "CUT") == 0) {
      polylines += g_str_equal (lines[i + 1], "POLYLINE");
      corners += g_str_equal (lines[i + 1], "VERTEX");
    } else
      labels += g_str_equal (lines[i + 1], "POLYLINE");
    if (g_str_equal (lines[i + 1], "LINE")) {
      engraved++;
      g_assert_cmpstr (lines[i + 3], ==, "ENGRAVE");
    }
    if (g_str_equal (lines[i + 1], "POLYLINE"))
      g_assert_cmpstr (lines[i + 7], ==,
                       g_str_equal (lines[i + 3], "CUT") ? "1" : "0"); /* closed */
  }
  g_assert_cmpint (polylines, ==, 1 + 2 + 2 + 2 + (tray ? 3 + 1 : 0));
  g_assert_cmpint (corners, ==, 6 + 4 + 4 + 16 + (tray ? 4 + 4 + 8 + 4 : 0));
  g_assert_cmpint (engraved, ==, tray ? 10 : 0);
  g_assert_cmpint (labels, ==, 1 + 1 + 2 * 2); /* L and 2 are a stroke each; 3, for é, two */
  g_assert_cmpstr (lines[n - 1], ==, "EOF");
  for (const char *p = text; *p != '\0'; p++)
    g_assert_true ((guchar) *p < 0x80);
}

TEST (dxf, "/make/dxf")
{
  check_dxf (FALSE);
  check_dxf (TRUE);
}

/* A label is engraved in the first of the largest squares of the piece, in the same strokes for each
 * copy. */
TEST (labels, "/make/labels")
{
  static const char wide[] = "{\"board\": [\"aaaa\"], \"pieces\": ["
                             "{\"name\": \"piece12\", \"cells\": [\"aa\"], \"most\": 2}]}";
  g_autoptr (TwPuzzle) puzzle = test_puzzle (wide, "a.json");
  TwMakeOptions options = make_options ();
  double left[2] = { 1e9, 1e9 }, right[2] = { 0, 0 };
  int strokes = 0;

  g_autoptr (GBytes) bytes = tw_make_write (puzzle, TW_MAKE_SVG, &options, NULL, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  for (const char *p = text; (p = strstr (p, " points=\"")) != NULL; strokes++) {
    p += strlen (" points=\"");
    while (*p != '"') {
      char *end;
      double x = g_ascii_strtod (p, &end), y = g_ascii_strtod (end + 1, &end);
      int copy = x > 5 + 20;

      left[copy] = MIN (left[copy], x);
      right[copy] = MAX (right[copy], x);
      g_assert_cmpfloat (fabs (y - 10), <, 2); /* less than the third of a cell */
      p = end;
    }
  }
  g_assert_cmpint (strokes % 2, ==, 0);
  g_assert_cmpfloat (fabs (right[0] - left[0] - 7), <, 0.2); /* the first stroke begins inside */
  g_assert_cmpfloat (fabs ((left[0] + right[0]) / 2 - 10), <, 0.1);
  assert_near (left[1] - left[0], 20 + 5);
  assert_near (right[1] - right[0], 20 + 5);
}

static char *
describe (TwMakeFormat format, const TwMakeOptions *options, cairo_t *cr)
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (puzzle_text, "a.json");

  return tw_make_describe (puzzle, format, options, NULL, cr, 100, NULL);
}

/* The pieces have 3 + 8 + 2 + 2 cells, each plate of the tray 68 x 48 mm; there is one solid tray. */
TEST (describe, "/make/describe")
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 100, 100);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  TwMakeOptions options = make_options ();

  options.width = 100;
  options.height = 150;
  g_autofree char *one = describe (TW_MAKE_SVG, &options, cr);
  g_assert_cmpstr (one, ==, "4 pieces: 1 sheet of 100 × 150 mm, 10 % used");
  options.tray = TRUE;
  g_autofree char *flat = describe (TW_MAKE_DXF, &options, NULL);
  g_autofree char *solid = describe (TW_MAKE_STL, &options, cr);
  g_assert_cmpstr (flat, ==, "4 pieces: 2 sheets of 100 × 150 mm, 27 % used");
  g_assert_cmpstr (solid, ==, "4 pieces: 1 sheet of 100 × 150 mm, 32 % used");
  options.tray = FALSE;
  options.width = options.height = 42;
  g_autofree char *four = describe (TW_MAKE_SVG, &options, cr);
  g_assert_nonnull (strstr (four, "4 sheets of 42 × 42 mm"));
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
}

/* Each edge of the triangles is used once each way; the volume is the sum over them. */
static double
check_mesh (const char *text, double *least, double *most)
{
  g_autoptr (GHashTable) edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  double volume = 0;
  gpointer key;

  for (int k = 0; k < 3; k++) {
    least[k] = 1e9;
    most[k] = -1e9;
  }
  for (const char *p = text; (p = strstr (p, "outer loop")) != NULL;) {
    g_autofree char *names[3] = { NULL, NULL, NULL };
    double v[3][3];

    for (int i = 0; i < 3; i++) {
      char *end;

      p = strstr (p, "vertex ") + strlen ("vertex ");
      const char *start = p;
      for (int k = 0; k < 3; k++) {
        v[i][k] = g_ascii_strtod (p, &end);
        least[k] = MIN (least[k], v[i][k]);
        most[k] = MAX (most[k], v[i][k]);
        p = end;
      }
      names[i] = g_strndup (start, (gsize) (p - start));
    }
    for (int i = 0; i < 3; i++)
      g_assert_true (
        g_hash_table_add (edges, g_strconcat (names[i], ">", names[(i + 1) % 3], NULL)));
    volume += (v[0][0] * (v[1][1] * v[2][2] - v[1][2] * v[2][1])
               - v[0][1] * (v[1][0] * v[2][2] - v[1][2] * v[2][0])
               + v[0][2] * (v[1][0] * v[2][1] - v[1][1] * v[2][0]))
              / 6;
    for (int i = 0; i < 3; i++)
      g_free (g_steal_pointer (&names[i]));
  }
  g_hash_table_iter_init (&iter, edges);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    g_auto (GStrv) ends = g_strsplit (key, ">", 2);
    g_autofree char *back = g_strconcat (ends[1], ">", ends[0], NULL);

    g_assert_true (g_hash_table_contains (edges, back));
  }
  return volume;
}

TEST (stl, "/make/stl")
{
  TwMakeOptions options = make_options ();
  double least[3], most[3], pieces, all;

  options.clearance = 0.25;
  g_autofree char *text = make (TW_MAKE_STL, &options);
  pieces = check_mesh (text, least, most);
  assert_near (least[2], 0);
  assert_near (most[2], 5);
  /* The L: its square less a cell. The ring; two single cells, twice. */
  assert_near (pieces / 5, (19.5 * 19.5 - 10 * 10) + (29.5 * 29.5 - 10.5 * 10.5) + 4 * 9.5 * 9.5);
  options.tray = TRUE;
  g_autofree char *with_tray = make (TW_MAKE_STL, &options);
  all = check_mesh (with_tray, least, most);
  g_assert_cmpfloat (most[0], >=, 68); /* it lies on the sheet, too */
  g_assert_cmpfloat (most[0] + options.gap, <=, options.width);
  g_assert_cmpfloat (most[1] + options.gap, <=, options.height);
  g_assert_cmpfloat (fabs (all - pieces - (68 * 48 * 7 - 22 * 100 * 5)), <, 2);
  options.clearance = 0;
  options.tray = FALSE;
  g_free (g_steal_pointer (&text));
  text = make (TW_MAKE_STL, &options);
  check_mesh (text, least, most);
}

/* A bevel b removes a prism of b^2 / 2 along each outer edge. At a convex corner two prisms share
 * b^3 / 3; at a concave one as much is missing. */
TEST (bevel, "/make/bevel")
{
  TwMakeOptions options = make_options ();
  double least[3], most[3], whole, rest;

  options.clearance = 0.25;
  g_autofree char *plain = make (TW_MAKE_STL, &options);
  whole = check_mesh (plain, least, most);
  options.bevel = 1;
  g_autofree char *bevelled = make (TW_MAKE_STL, &options);
  rest = check_mesh (bevelled, least, most);
  assert_near (least[2], 0);
  assert_near (most[2], 5);
  double length = 4 * 19.5 + (4 * 29.5 + 4 * 10.5) + 4 * (4 * 9.5);
  /* The L has five convex corners and a concave one, the ring four of each, each cell four. */
  double corners = (5 - 1) + (4 - 4) + 4 * 4;

  assert_near (whole - rest, 2 * (length * 0.5 - corners / 3));
}

#if TW_HAVE_LIBARCHIVE

/* The text of a member of a package. */
static char *
unpack (GBytes *package, const char *wanted)
{
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;
  char *text = NULL;

  g_assert_cmpint (archive_read_support_format_zip (archive), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_read_open_memory (archive, g_bytes_get_data (package, NULL),
                                             g_bytes_get_size (package)),
                   ==, ARCHIVE_OK);
  while (archive_read_next_header (archive, &entry) == ARCHIVE_OK)
    if (g_str_equal (archive_entry_pathname (entry), wanted)) {
      gsize length = (gsize) archive_entry_size (entry);

      text = g_malloc0 (length + 1);
      g_assert_cmpint ((int) archive_read_data (archive, text, length), ==, (int) length);
    }
  archive_read_free (archive);
  g_assert_nonnull (text);
  return text;
}

/* Rewrites the objects of a model as STL, so that check_mesh () reads them. */
static char *
model_to_stl (const char *text)
{
  g_autoptr (GPtrArray) vertices = g_ptr_array_new_with_free_func (g_free);
  GString *stl = g_string_new (NULL);
  double x, y, z;
  guint v[3];

  for (const char *p = text; (p = strchr (p, '<')) != NULL; p++) {
    if (g_str_has_prefix (p, "<object"))
      g_ptr_array_set_size (vertices, 0);
    else if (sscanf (p, "<vertex x=\"%lf\" y=\"%lf\" z=\"%lf\"/>", &x, &y, &z) == 3)
      g_ptr_array_add (vertices, g_strdup_printf ("vertex %.4f %.4f %.4f", x, y, z));
    else if (sscanf (p, "<triangle v1=\"%u\" v2=\"%u\" v3=\"%u\"/>", &v[0], &v[1], &v[2]) == 3) {
      g_string_append (stl, "outer loop ");
      for (int i = 0; i < 3; i++) {
        g_assert_cmpuint (v[i], <, vertices->len);
        g_string_append_printf (stl, "%s\n", (char *) g_ptr_array_index (vertices, v[i]));
      }
    }
    /* The next object has a separate position, so that no edge is the same. */
    else if (g_str_has_prefix (p, "</object>"))
      g_string_append_c (stl, '\f');
  }
  return g_string_free (stl, FALSE);
}

TEST (3mf, "/make/3mf")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (puzzle_text, "a.json");
  static const GMarkupParser parser = { 0 };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_autofree char *model = NULL, *types = NULL, *relations = NULL, *stl = NULL;
  TwMakeOptions options = make_options ();
  double least[3], most[3];
  int items = 0;

  options.clearance = 0.25;
  options.tray = TRUE;
  g_autoptr (GBytes) package = tw_make_write (puzzle, TW_MAKE_3MF, &options, NULL, NULL);
  g_autoptr (GBytes) again = tw_make_write (puzzle, TW_MAKE_3MF, &options, NULL, NULL);
  g_assert_true (g_bytes_equal (package, again));
  types = unpack (package, "[Content_Types].xml");
  relations = unpack (package, "_rels/.rels");
  model = unpack (package, "3D/3dmodel.model");
  g_assert_nonnull (strstr (relations, "/3D/3dmodel.model"));
  g_assert_true (g_markup_parse_context_parse (context, model, -1, NULL));
  g_assert_true (g_markup_parse_context_end_parse (context, NULL));
  g_assert_nonnull (strstr (model, "name=\"&lt;&amp;&gt;\""));
  for (const char *p = model; (p = strstr (p, "<item ")) != NULL; p++)
    items++;
  g_assert_cmpint (items, ==, 4 + 1); /* the small piece twice, and the tray */
  stl = model_to_stl (model);
  g_auto (GStrv) objects = g_strsplit (stl, "\f", -1);
  g_assert_cmpuint (g_strv_length (objects), ==, 4 + 1);
  assert_near (check_mesh (objects[0], least, most), 5 * (19.5 * 19.5 - 10 * 10));
  assert_near (least[0], 0.25);
  assert_near (check_mesh (objects[1], least, most), 5 * (29.5 * 29.5 - 10.5 * 10.5));
  assert_near (check_mesh (objects[2], least, most), 5 * 2 * 9.5 * 9.5);
  check_mesh (objects[3], least, most);
  assert_near (most[0], 68);
}

#else

TEST (no_3mf, "/make/no-3mf")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (puzzle_text, "a.json");
  g_autoptr (GError) error = NULL;
  TwMakeOptions options = make_options ();

  g_assert_null (tw_make_write (puzzle, TW_MAKE_3MF, &options, NULL, &error));
  g_assert_nonnull (strstr (error->message, "without libarchive"));
}

#endif

TEST (bad, "/make/bad")
{
  static const struct {
    double cell, clearance, width;
    const char *says;
  } cases[] = {
    { 0, 0.1, 300, "cell: a number from 0.5 to 1000 millimetres is expected" },
    { NAN, 0.1, 300, "cell: a number" },
    { 10, -1, 300, "clearance: a number from 0 to 5" },
    { 1, 0.5, 300, "a clearance of 0.5 mm and a kerf of 0 mm leave nothing of a cell of 1 mm" },
    { 10, 0.1, 39, "piece <&> is larger than the sheet: 40 × 40 mm with the gap" },
  };
  g_autoptr (TwPuzzle) puzzle = test_puzzle (puzzle_text, "a.json");
  g_autoptr (TwPuzzle)
    squares = test_puzzle ("{\"width\": 1, \"height\": 1, \"puzzle\": [[true]]}", "a.json");
  g_autoptr (GError) error = NULL;
  TwMakeOptions options;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    tw_make_options_init (&options);
    options.cell = cases[i].cell;
    options.clearance = cases[i].clearance;
    options.width = cases[i].width;
    g_assert_null (tw_make_write (puzzle, TW_MAKE_STL, &options, NULL, &error));
    if (strstr (error->message, cases[i].says) == NULL)
      g_error ("%s", error->message);
    g_clear_error (&error);
  }
  tw_make_options_init (&options);
  options.bevel = 2.5;
  g_assert_null (tw_make_write (puzzle, TW_MAKE_STL, &options, NULL, &error));
  g_assert_cmpstr (error->message, ==,
                   "a bevel of 2.5 mm leaves nothing of a cell of 10 mm that is 5 mm thick");
  g_clear_error (&error);
  tw_make_options_init (&options);
  g_assert_null (tw_make_write (squares, TW_MAKE_SVG, &options, NULL, &error));
  g_assert_cmpstr (error->message, ==, "the puzzle has no pieces to make");
}

TEST_MAIN (test_init, g_test_run)
