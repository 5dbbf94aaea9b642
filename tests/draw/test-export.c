/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-export.c - files, bytes and pages: well-formed, the same each time, and
 * clear errors. */
#include "test-tools.h"
#include "draw/export.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "puzzle/error.h"
#include "puzzle/file.h"
#include "scenes.h"

static TwExportOptions
export_options (void)
{
  TwExportOptions options;

  tw_export_options_init (&options);
  return options;
}

static GBytes *
bytes_of (const TwScene *scene, TwExportFormat format, const TwExportOptions *options)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = tw_export_bytes (scene, format, options, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  return bytes;
}

static char *
text_of (const TwScene *scene, TwExportFormat format, const TwExportOptions *options)
{
  g_autoptr (GBytes) bytes = bytes_of (scene, format, options);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return g_strndup (data, length);
}

/* --- SVG ---------------------------------------------------------------------- */

typedef struct {
  int paths;
  int titles;
} SvgCount;

static void
svg_start (GMarkupParseContext *context, const char *element, const char **names,
           const char **values, gpointer data, GError **error)
{
  SvgCount *count = data;

  count->paths += g_str_equal (element, "path");
  count->titles += g_str_equal (element, "title");
}

static SvgCount
parse_svg (const char *svg)
{
  static const GMarkupParser parser = { .start_element = svg_start };
  g_autoptr (GError) error = NULL;
  SvgCount count = { 0 };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &count, NULL);

  g_markup_parse_context_parse (context, svg, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
  return count;
}

/* Well-formed, and one element a region: besides there is one for all
 * obstacles, one for all free cells and one for the mark of the fixed piece. */
TEST (svg, "/draw/export/svg")
{
  g_autoptr (TwScene) squares = scenes_squares ();
  g_autoptr (TwScene) pieces = scenes_pentominoes ();
  g_autoptr (TwScene) coloured = scenes_coloured ();
  TwExportOptions options = export_options ();

  options.flags = 0; /* no labels, no paper */
  char *svg = text_of (squares, TW_EXPORT_SVG, &options);
  SvgCount count = parse_svg (svg);
  g_assert_cmpint (count.paths, ==, 10 + 2);
  g_assert_cmpint (count.titles, ==, 0);
  g_free (svg);

  svg = text_of (pieces, TW_EXPORT_SVG, &options);
  g_assert_cmpint (parse_svg (svg).paths, ==, 8 + 3);
  g_free (svg);

  options.flags = TW_PAINT_DEFAULT;
  options.title = "Colours & <pieces>";
  svg = text_of (coloured, TW_EXPORT_SVG, &options);
  count = parse_svg (svg);
  g_assert_cmpint (count.paths, >, 3);
  g_assert_cmpint (count.titles, ==, 1);
  g_assert_nonnull (strstr (svg, "<title>Colours &amp; &lt;pieces&gt;</title>"));
  g_assert_null (strstr (svg, "<text")); /* no font is needed */
  g_free (svg);
}

/* What comes from file names and the net cannot break the file. */
TEST (hostile_text, "/draw/export/hostile-text")
{
  g_autoptr (TwScene) scene = scenes_squares ();
  TwExportOptions options = export_options ();

  options.title = "a\xff\x01]]>\"'<b>\n&amp;\x1b[0m";
  options.caption = "\xc3";
  char *svg = text_of (scene, TW_EXPORT_SVG, &options);
  g_assert_cmpint (parse_svg (svg).titles, ==, 1);
  g_assert_nonnull (strstr (svg, "&lt;b&gt;"));
  g_free (svg);
  g_autofree char *pdf = text_of (scene, TW_EXPORT_PDF, &options);
  g_assert_true (g_str_has_prefix (pdf, "%PDF-1."));
}

/* --- all formats -------------------------------------------------------------- */

TEST (same_bytes, "/draw/export/same-bytes")
{
  g_autoptr (TwScene) scene = scenes_pentominoes ();
  TwExportOptions options = export_options ();

  options.title = "Twelve pieces";
  options.caption = "unique";
  for (int format = TW_EXPORT_PNG; format <= TW_EXPORT_TEXT; format++) {
    g_autoptr (GBytes) first = bytes_of (scene, format, &options);
    g_autoptr (GBytes) second = bytes_of (scene, format, &options);

    g_assert_cmpuint (g_bytes_get_size (first), >, 100);
    g_assert_true (g_bytes_equal (first, second));
  }
}

static bool
contains (const char *data, gsize length, const char *part)
{
  gsize n = strlen (part);

  for (gsize i = 0; i + n <= length; i++)
    if (memcmp (data + i, part, n) == 0)
      return true;
  return false;
}

TEST (pdf, "/draw/export/pdf")
{
  g_autoptr (TwScene) scene = scenes_squares ();
  TwExportOptions options = export_options ();
  gsize length;

  g_autoptr (GBytes) bytes = bytes_of (scene, TW_EXPORT_PDF, &options);
  const char *data = g_bytes_get_data (bytes, &length);
  g_assert_cmpuint (length, >, 500);
  g_assert_cmpmem (data, 7, "%PDF-1.", 7);
  g_assert_nonnull (g_strstr_len (data + length - 8, 8, "%%EOF"));
  g_assert_true (contains (data, length, "/Creator (Tilewright)"));
  g_assert_false (contains (data, length, "Date"));
}

TEST (image, "/draw/export/image")
{
  g_autoptr (TwScene) scene = scenes_squares ();
  g_autoptr (GError) error = NULL;
  TwExportOptions options = export_options ();

  options.cell = 20;
  options.margin = 5;
  cairo_surface_t *surface = tw_export_image (scene, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 9 * 20 + 10);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 7 * 20 + 10);
  cairo_surface_destroy (surface);

  /* Texts make it higher, not wider. */
  options.caption = "10 squares, of which some are large and others are quite small";
  surface = tw_export_image (scene, &options, &error);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 9 * 20 + 10);
  g_assert_cmpint (cairo_image_surface_get_height (surface), >, 7 * 20 + 10 + 20);
  cairo_surface_destroy (surface);
}

TEST (page, "/draw/export/page")
{
  g_autoptr (TwScene) scene = scenes_pentominoes ();
  g_autoptr (cairo_surface_t)
    surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  double x, y, width, height;
  TwExportOptions options = export_options ();

  options.flags &= ~TW_PAINT_BACKGROUND;
  options.title = "A page";
  options.caption = "with a caption";
  tw_export_draw_page (cr, scene, &options, 500, 300);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
  g_assert_cmpfloat (x, >=, 0);
  g_assert_cmpfloat (y, >=, 0);
  g_assert_cmpfloat (x + width, <=, 500);
  g_assert_cmpfloat (y + height, <=, 300);
  g_assert_cmpfloat (height, >, 250); /* it is used */
}

TEST (text, "/draw/export/text")
{
  g_autoptr (TwScene) squares = scenes_squares ();
  g_autoptr (TwScene) coloured = scenes_coloured ();
  g_autofree char *text = tw_export_text (squares);
  g_autofree char *pieces = tw_export_text (coloured);

  g_assert_cmpstr (text, ==,
                   "+---------------+---+---------------+\n"
                   "|               |###|               |\n"
                   "|               +---+               |\n"
                   "|     4         | 1 |     4         |\n"
                   "|               +---+               |\n"
                   "|               | 1 |               |\n"
                   "|               +---+               |\n"
                   "|               |###|               |\n"
                   "+---+-----------+---+---+-------+---+\n"
                   "|###|           | 2     | 2     | 1 |\n"
                   "+---+           |       |       +---+\n"
                   "| 1 |     3     |       |       | 1 |\n"
                   "+---+           +-------+-------+---+\n"
                   "| . |           | .   . |#######| . |\n"
                   "+---+-----------+-------+-------+---+\n");
  g_assert_cmpstr (pieces, ==,
                   "+-----------+---+\n"
                   "|     A     |   |\n"
                   "|   +-------+   |\n"
                   "|   |     B     |\n"
                   "+---+---+-------+\n"
                   "| .   . | C     |\n"
                   "|       |       |\n"
                   "| .   . |       |\n"
                   "+-------+-------+\n");
}

/* --- files and errors ----------------------------------------------------------- */

static gboolean
write_picture (const TwScene *scene, const char *path, const TwExportOptions *options,
               GError **error)
{
  g_autoptr (GBytes) bytes = tw_export_for_file (scene, path, options, error);

  return bytes != NULL
         && tw_file_write (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

static void
assert_refused (const TwScene *scene, const char *path, const TwExportOptions *options,
                TwPuzzleError code, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (write_picture (scene, path, options, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, path));
  if (strstr (error->message, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, part);
}

TEST (files, "/draw/export/files")
{
  static const char *const endings[] = { "png", "SVG", "pdf", "txt" };
  g_autoptr (TwScene) scene = scenes_squares ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("tilewright-XXXXXX", NULL);
  TwExportOptions options = export_options ();

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    g_autofree char *name = g_strconcat ("picture.", endings[i], NULL);
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GBytes) expected = bytes_of (scene, (TwExportFormat) i, &options);
    g_autofree char *contents = NULL;
    gsize length;

    g_file_set_contents (path, "old", -1, NULL);
    g_assert_true (write_picture (scene, path, &options, &error));
    g_assert_no_error (error);
    g_file_get_contents (path, &contents, &length, &error);
    g_assert_no_error (error);
    g_assert_cmpmem (contents, length, g_bytes_get_data (expected, NULL),
                     g_bytes_get_size (expected));
    g_remove (path);
  }

  /* A file that cannot be made larger leaves the old one alone. */
  {
    g_autofree char *path = g_build_filename (folder, "large.png", NULL);
    g_autofree char *contents = NULL;

    g_file_set_contents (path, "old", -1, NULL);
    options.cell = 1000;
    options.margin = 999;
    options.flags = 0;
    {
      g_autoptr (TwScene) large = scenes_random (50, 3, 1);

      assert_refused (large, path, &options, TW_PUZZLE_ERROR_SIZE, "51998 × 51998");
    }
    g_file_get_contents (path, &contents, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpstr (contents, ==, "old");
    g_remove (path);
  }
  GDir *dir = g_dir_open (folder, 0, NULL);
  g_assert_null (g_dir_read_name (dir)); /* no temporary file is left */
  g_dir_close (dir);
  g_rmdir (folder);
}

TEST (errors, "/draw/export/errors")
{
  g_autoptr (TwScene) scene = scenes_squares ();
  g_autofree char *folder = g_dir_make_tmp ("tilewright-XXXXXX.png", NULL);
  g_autofree char *inside = g_build_filename (folder, "no", "such", "folder", "a.pdf", NULL);
  g_autofree char *device = g_build_filename (folder, "full.svg", NULL);
  TwExportOptions options = export_options ();

  assert_refused (scene, "picture.jpg", &options, TW_PUZZLE_ERROR_USAGE, ".png, .svg, .pdf");
  assert_refused (scene, "png", &options, TW_PUZZLE_ERROR_USAGE, ".png, .svg, .pdf");
  assert_refused (scene, folder, &options, TW_PUZZLE_ERROR_FILE, "folder");
  assert_refused (scene, inside, &options, TW_PUZZLE_ERROR_FILE, g_strerror (ENOENT));
  if (g_access ("/dev/full", W_OK) == 0 && symlink ("/dev/full", device) == 0) {
    assert_refused (scene, device, &options, TW_PUZZLE_ERROR_FILE, g_strerror (ENOSPC));
    g_remove (device);
  }
  if (geteuid () != 0) {
    g_autofree char *path = g_build_filename (folder, "a.png", NULL);

    g_chmod (folder, 0500);
    assert_refused (scene, path, &options, TW_PUZZLE_ERROR_FILE, g_strerror (EACCES));
  }
  g_rmdir (folder);

  options.cell = -1;
  assert_refused (scene, "a.png", &options, TW_PUZZLE_ERROR_USAGE, "0.1");
  options.cell = 1e300;
  assert_refused (scene, "a.svg", &options, TW_PUZZLE_ERROR_USAGE, "0.1");
  options.cell = 10;
  options.margin = 1e9;
  assert_refused (scene, "a.pdf", &options, TW_PUZZLE_ERROR_USAGE, "margin");
}

/* The largest boards: images of any board, paths up to a number of shapes. */
TEST (huge, "/draw/export/huge")
{
  TwBoard *board = tw_board_new_empty (TW_BOARD_MAX_SIDE, TW_BOARD_MAX_SIDE);
  g_autoptr (TwScene) scene = tw_scene_new_board (board, NULL);
  g_autoptr (GError) error = NULL;
  TwExportOptions options = export_options ();

  tw_board_free (board);
  options.cell = 0.5;
  g_autoptr (GBytes) bytes = tw_export_bytes (scene, TW_EXPORT_PNG, &options, &error);
  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  assert_refused (scene, "a.svg", &options, TW_PUZZLE_ERROR_SIZE, "300000");
  assert_refused (scene, "a.pdf", &options, TW_PUZZLE_ERROR_SIZE, "300000");
  options.cell = 9;
  assert_refused (scene, "a.png", &options, TW_PUZZLE_ERROR_SIZE, "9016 × 9016");
  options.cell = 1000;
  assert_refused (scene, "a.png", &options, TW_PUZZLE_ERROR_SIZE, "too large");
}

TEST_MAIN (test_init, g_test_run)
