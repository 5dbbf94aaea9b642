/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export.c - pictures as files, byte buffers and pages; see export.h. */
#include "draw/export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "puzzle/error.h"
#include "puzzle/i18n.h"

/* Pictures of unspecified size have about these dimensions. */
#define USUAL_SIDE 1200.0
#define USUAL_CELL 40.0
#define LEAST_CELL 1.0

static const struct {
  const char *ending;
  TwExportFormat format;
} endings[] = {
  { ".png", TW_EXPORT_PNG },
  { ".svg", TW_EXPORT_SVG },
  { ".pdf", TW_EXPORT_PDF },
  { ".txt", TW_EXPORT_TEXT },
};

/* The layout of a picture or page. */
typedef struct {
  double width;
  double height;
  double cell;
  double board_x;
  double board_y;
  double text_x; /* position and maximum width of both texts */
  double text_width;
  double title_y;
  double caption_y;
  double title_size; /* font sizes */
  double caption_size;
  double caption_gap; /* below the board */
} Layout;

void
tw_export_options_init (TwExportOptions *options)
{
  *options = (TwExportOptions){ .margin = -1.0, .flags = TW_PAINT_DEFAULT };
}

gboolean
tw_export_format_of (const char *name, TwExportFormat *format, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  g_autofree char *shown = g_filename_display_name (name);

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i].ending)) {
      *format = endings[i].format;
      return TRUE;
    }
  return tw_fail_usage (error, _ ("%s: the name of a picture ends in .png, .svg, .pdf or .txt"),
                        shown);
}

/* Titles may come from file names or the network: removes invalid UTF-8 and characters that XML
 * does not allow. */
static char *
clean_text (const char *text)
{
  char *clean = g_utf8_make_valid (text, -1);

  for (char *c = clean; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return clean;
}

/* --- layout ---------------------------------------------------------------- */

/* As Pango markup; NULL: there is no text. The caller frees it. */
static char *
escape_text (const char *text)
{
  g_autofree char *clean = text != NULL && text[0] != '\0' ? clean_text (text) : NULL;

  return clean != NULL ? g_markup_escape_text (clean, -1) : NULL;
}

/* The caption, why the bound holds and the legends, each on its own line. */
static char *
dup_caption (const TwScene *scene, const TwExportOptions *options)
{
  g_autofree char *caption = escape_text (options->caption);
  g_autofree char *sentence = escape_text (scene->sentence);
  g_autofree char *legend = tw_scene_legend (scene, options->theme);
  g_autofree char *regions = (options->flags & TW_PAINT_LEGEND) != 0
                               ? tw_scene_legend_of_regions (scene, options->theme)
                               : NULL;
  const char *lines[5] = { NULL };
  guint n = 0;

  if (caption != NULL)
    lines[n++] = caption;
  if (sentence != NULL)
    lines[n++] = sentence;
  if (legend != NULL)
    lines[n++] = legend;
  if (regions != NULL)
    lines[n++] = regions;
  return n > 0 ? g_strjoinv ("\n", (char **) (guintptr) lines) : NULL;
}

static PangoLayout *
new_text (PangoContext *context, const char *markup, double size, double width)
{
  PangoLayout *layout = pango_layout_new (context);
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Sans");

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_markup (layout, markup, -1);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  return layout;
}

/* Measures the height of a text before a surface exists. */
static double
text_height (const char *markup, double size, double width)
{
  PangoContext *context;
  g_autoptr (PangoLayout) layout = NULL;
  int height;

  if (markup == NULL)
    return 0.0;
  context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  layout = new_text (context, markup, size, width);
  pango_layout_get_pixel_size (layout, NULL, &height);
  g_object_unref (context);
  return height;
}

static double
chosen_margin (const TwExportOptions *options, double cell)
{
  return options->margin >= 0.0 ? options->margin : round (fmin (fmax (cell * 0.6, 8.0), 32.0));
}

/* Returns the height of title and caption, including the space to the board, and sets their font
 * sizes. */
static double
measure_texts (Layout *layout, const TwScene *scene, const TwExportOptions *options, double *title,
               double *caption)
{
  g_autofree char *above = escape_text (options->title), *below = dup_caption (scene, options);
  double base = fmin (fmax (layout->text_width / 36.0, 11.0), 22.0);

  layout->title_size = round (base * 1.25);
  layout->caption_size = round (base);
  *title = text_height (above, layout->title_size, layout->text_width);
  *caption = text_height (below, layout->caption_size, layout->text_width);
  if (*title > 0.0)
    *title += layout->title_size * 0.6;
  layout->caption_gap = *caption > 0.0 ? layout->caption_size * 0.6 : 0.0;
  *caption += layout->caption_gap;
  return *title + *caption;
}

/* Lays out a picture whose size follows from the board. */
static gboolean
lay_out_picture (Layout *layout, const TwScene *scene, const TwExportOptions *options,
                 GError **error)
{
  double longest = MAX (scene->width, scene->height);
  double title, caption, margin, texts;

  *layout = (Layout){ .cell = options->cell };
  if (layout->cell == 0.0)
    layout->cell = fmin (fmax (floor (USUAL_SIDE / longest), LEAST_CELL), USUAL_CELL);
  margin = chosen_margin (options, layout->cell);
  if (!(layout->cell >= 0.1 && layout->cell <= 1000.0 && margin >= 0.0 && margin <= 1000.0))
    return tw_fail_usage (error, _ ("the side of a cell must be 0.1 to 1000, a margin 0 to 1000"));
  layout->text_x = margin;
  layout->text_width = fmax (layout->cell * scene->width, 64.0);
  layout->width = ceil (layout->text_width + 2.0 * margin);
  texts = measure_texts (layout, scene, options, &title, &caption);
  layout->height = ceil (layout->cell * scene->height + 2.0 * margin + texts);
  layout->board_x = floor ((layout->width - layout->cell * scene->width) / 2.0);
  layout->board_y = ceil (margin + title);
  layout->title_y = margin;
  layout->caption_y = layout->board_y + layout->cell * scene->height + layout->caption_gap;
  return TRUE;
}

/* Lays out a page of given size: the board gets the space that the texts leave. */
static void
lay_out_page (Layout *layout, const TwScene *scene, const TwExportOptions *options, double width,
              double height)
{
  double margin = chosen_margin (options, 0.0);
  double title, caption, texts;

  *layout = (Layout){ .width = width, .height = height, .text_x = margin, .title_y = margin };
  layout->text_width = fmax (width - 2.0 * margin, 1.0);
  texts = measure_texts (layout, scene, options, &title, &caption);
  layout->cell = fmin (layout->text_width / scene->width,
                       fmax (height - 2.0 * margin - texts, 1.0) / scene->height);
  layout->board_x = (width - layout->cell * scene->width) / 2.0;
  layout->board_y = margin + title;
  layout->caption_y = layout->board_y + layout->cell * scene->height + layout->caption_gap;
}

/* --- drawing --------------------------------------------------------------- */

static void
draw_text (cairo_t *cr, const Layout *layout, const char *markup, double size, double y,
           uint32_t colour)
{
  PangoContext *context;
  g_autoptr (PangoLayout) words = NULL;

  if (markup == NULL)
    return;
  context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  words = new_text (context, markup, size, layout->text_width);
  cairo_set_source_rgb (cr, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                        (colour & 0xff) / 255.0);
  cairo_move_to (cr, layout->text_x, y);
  pango_cairo_show_layout (cr, words);
  g_object_unref (context);
}

static void
draw (cairo_t *cr, const TwScene *scene, const TwExportOptions *options, const Layout *layout,
      TwPaintFlags flags)
{
  uint32_t colour = tw_theme_colours (options->theme)->text;
  g_autofree char *title = escape_text (options->title), *caption = dup_caption (scene, options);
  TwView view;

  tw_view_init (&view);
  view.scale = layout->cell;
  view.x = layout->board_x;
  view.y = layout->board_y;
  view.visible = (cairo_rectangle_t){ 0.0, 0.0, layout->width, layout->height };
  view.theme = options->theme;
  view.flags = options->flags | flags;

  tw_painter_draw_static (cr, scene, &view);
  draw_text (cr, layout, title, layout->title_size, layout->title_y, colour);
  draw_text (cr, layout, caption, layout->caption_size, layout->caption_y, colour);
}

void
tw_export_draw_page (cairo_t *cr, const TwScene *scene, const TwExportOptions *options,
                     double width, double height)
{
  Layout layout;

  lay_out_page (&layout, scene, options, width, height);
  draw (cr, scene, options, &layout, TW_PAINT_VECTOR);
}

/* --- formats --------------------------------------------------------------- */

static gpointer
no_memory (GError **error)
{
  return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE, _ ("not enough memory for this picture"));
}

static gboolean
check_size (const TwScene *scene, const Layout *layout, TwExportFormat format, GError **error)
{
  if (layout->width > TW_EXPORT_MAX_SIDE || layout->height > TW_EXPORT_MAX_SIDE
      || (format == TW_EXPORT_PNG && layout->width * layout->height > TW_EXPORT_MAX_PIXELS))
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE,
                    _ ("a picture of %.0f × %.0f is too large; choose smaller cells"),
                    layout->width, layout->height);
  if (format != TW_EXPORT_PNG
      && (tw_scene_is_coloured (scene) ? scene->n_free : scene->n_regions + scene->n_uncovered)
           > TW_EXPORT_MAX_SHAPES)
    return tw_fail (error, TW_PUZZLE_ERROR_SIZE,
                    _ ("more than %d shapes are too many for SVG and PDF; choose PNG"),
                    TW_EXPORT_MAX_SHAPES);
  return TRUE;
}

gboolean
tw_export_measure (const TwScene *scene, TwExportFormat format, TwExportOptions *options,
                   double *width, double *height, GError **error)
{
  Layout layout;

  if (!lay_out_picture (&layout, scene, options, error))
    return FALSE;
  options->cell = layout.cell;
  options->margin = layout.text_x;
  *width = layout.width;
  *height = layout.height;
  return check_size (scene, &layout, format, error);
}

static cairo_surface_t *
draw_image (const TwScene *scene, const TwExportOptions *options, const Layout *layout,
            GError **error)
{
  bool opaque = (options->flags & TW_PAINT_BACKGROUND) != 0;
  cairo_surface_t *surface = cairo_image_surface_create (
    opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, (int) layout->width, (int) layout->height);
  cairo_t *cr = cairo_create (surface);

  draw (cr, scene, options, layout, 0);
  if (cairo_status (cr) != CAIRO_STATUS_SUCCESS) {
    g_clear_pointer (&surface, cairo_surface_destroy);
    no_memory (error);
  }
  cairo_destroy (cr);
  return surface;
}

cairo_surface_t *
tw_export_image (const TwScene *scene, const TwExportOptions *options, GError **error)
{
  Layout layout;

  if (!lay_out_picture (&layout, scene, options, error)
      || !check_size (scene, &layout, TW_EXPORT_PNG, error))
    return NULL;
  return draw_image (scene, options, &layout, error);
}

static cairo_status_t
append (void *data, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Cairo numbers the surfaces of a process and writes that number into the file. Removes it, so that
 * output is deterministic, and inserts a title for screen readers. */
static GByteArray *
finish_svg (GByteArray *svg, const char *title)
{
  static const char counter[] = "id=\"surface";
  GByteArray *done = g_byte_array_sized_new (svg->len + 64);
  const char *at = (const char *) svg->data, *end = at + svg->len;
  const char *root = g_strstr_len (at, end - at, "<svg");
  const char *body = root != NULL ? memchr (root, '>', (size_t) (end - root)) : NULL;

  if (body != NULL && title != NULL) {
    g_autofree char *clean = clean_text (title);
    g_autofree char *element = g_markup_printf_escaped ("\n<title>%s</title>", clean);

    g_byte_array_append (done, (const guint8 *) at, (guint) (body + 1 - at));
    g_byte_array_append (done, (const guint8 *) element, (guint) strlen (element));
    at = body + 1;
  }
  for (;;) {
    const char *found = g_strstr_len (at, end - at, counter);

    if (found == NULL)
      break;
    found += strlen (counter);
    g_byte_array_append (done, (const guint8 *) at, (guint) (found - at));
    for (at = found; at < end && g_ascii_isdigit (*at);)
      at++;
  }
  g_byte_array_append (done, (const guint8 *) at, (guint) (end - at));
  g_byte_array_unref (svg);
  return done;
}

gboolean
tw_export_is_rtl (cairo_t *cr, const char *text)
{
  g_autoptr (PangoLayout) layout = pango_cairo_create_layout (cr);

  pango_layout_set_text (layout, text, -1);
  return pango_layout_get_direction (layout, 0) == PANGO_DIRECTION_RTL;
}

double
tw_export_draw_text (cairo_t *cr, const char *text, double size, PangoAlignment alignment, double x,
                     double y, double width)
{
  PangoContext *context = pango_cairo_create_context (cr);
  g_autofree char *markup = escape_text (text);
  g_autoptr (PangoLayout) layout = new_text (context, markup != NULL ? markup : "", size, width);
  int height;

  /* Pango swaps the sides of a text from right to left. */
  if (alignment != PANGO_ALIGN_CENTER && tw_export_is_rtl (cr, text))
    alignment = alignment == PANGO_ALIGN_LEFT ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT;
  pango_layout_set_height (layout, -3);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_alignment (layout, alignment);
  pango_layout_get_pixel_size (layout, NULL, &height);
  cairo_move_to (cr, x, y);
  cairo_set_source_rgb (cr, 0, 0, 0);
  pango_cairo_show_layout (cr, layout);
  g_object_unref (context);
  return height;
}

static cairo_surface_t *
new_pdf (GByteArray *bytes, double width, double height, const char *title)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (append, bytes, width, height);

  /* Every reader supports this version, and with later ones newer cairo versions compress the
   * metadata. */
  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Tilewright");
  if (title != NULL) {
    g_autofree char *clean = clean_text (title);

    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, clean);
  }
  return surface;
}

GBytes *
tw_export_pages (TwExportFormat format, double width, double height, const char *title,
                 guint n_pages, TwExportPage draw_page, gconstpointer data, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = format == TW_EXPORT_SVG
                               ? cairo_svg_surface_create_for_stream (append, bytes, width, height)
                               : new_pdf (bytes, width, height, title);
  cairo_t *cr = cairo_create (surface);
  cairo_status_t drawn, written;

  for (guint page = 0; page < n_pages; page++) {
    draw_page (data, page, cr, width, height);
    cairo_show_page (cr);
  }
  drawn = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  written = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (drawn == CAIRO_STATUS_SUCCESS && written == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (format == TW_EXPORT_SVG ? finish_svg (bytes, title) : bytes);
  g_byte_array_unref (bytes);
  return no_memory (error);
}

/* What is on the only page. */
typedef struct {
  const TwScene *scene;
  const TwExportOptions *options;
  const Layout *layout;
} Picture;

static void
draw_picture (gconstpointer data, guint page, cairo_t *cr, double width, double height)
{
  const Picture *picture = data;

  draw (cr, picture->scene, picture->options, picture->layout, TW_PAINT_VECTOR);
}

static GBytes *
write_png (const TwScene *scene, const TwExportOptions *options, const Layout *layout,
           GError **error)
{
  cairo_surface_t *surface = draw_image (scene, options, layout, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_status_t status;

  if (surface == NULL)
    return NULL;
  status = cairo_surface_write_to_png_stream (surface, append, bytes);
  cairo_surface_destroy (surface);
  return status == CAIRO_STATUS_SUCCESS ? g_byte_array_free_to_bytes (g_steal_pointer (&bytes))
                                        : no_memory (error);
}

GBytes *
tw_export_bytes (const TwScene *scene, TwExportFormat format, const TwExportOptions *options,
                 GError **error)
{
  Layout layout;

  if (format == TW_EXPORT_TEXT) {
    char *text = tw_export_text (scene);
    return g_bytes_new_take (text, strlen (text));
  }
  if (!lay_out_picture (&layout, scene, options, error)
      || !check_size (scene, &layout, format, error))
    return NULL;
  return format == TW_EXPORT_PNG
           ? write_png (scene, options, &layout, error)
           : tw_export_pages (format, layout.width, layout.height, options->title, 1, draw_picture,
                              &(Picture){ scene, options, &layout }, error);
}

/* --- files ----------------------------------------------------------------- */

GBytes *
tw_export_for_file (const TwScene *scene, const char *name, const TwExportOptions *options,
                    GError **error)
{
  TwExportFormat format = TW_EXPORT_PNG;
  GBytes *bytes;

  if (!tw_export_format_of (name, &format, error))
    return NULL;
  bytes = tw_export_bytes (scene, format, options, error);
  if (bytes == NULL) {
    g_autofree char *shown = g_filename_display_name (name);
    g_prefix_error (error, "%s: ", shown);
  }
  return bytes;
}
