/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that text and bars stand out from their background, in light and dark: 4.5:1 as in WCAG 2.1;
 * and that empty cells do, a little. */
#include "ui-test.h"

#include <math.h>

#include "app/compat.h"
#include "app/pane/results.h"
#include "app/window/side-pane.h"
#include "puzzle/load.h"

/* Antialiased glyphs may have no pixel of the full colour. */
#define LEAST_COLOUR 4.5
#define LEAST_PIXEL  4.0
#define LEAST_CELL   1.4

typedef struct {
  double red;
  double green;
  double blue;
} Colour;

static double
linear (double value)
{
  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
luminance (Colour c)
{
  return 0.2126 * linear (c.red) + 0.7152 * linear (c.green) + 0.0722 * linear (c.blue);
}

static double
contrast (Colour a, Colour b)
{
  double x = luminance (a), y = luminance (b);

  return (fmax (x, y) + 0.05) / (fmin (x, y) + 0.05);
}

static Colour
colour_of (guint32 pixel)
{
  return (Colour){ (pixel >> 16 & 0xff) / 255.0, (pixel >> 8 & 0xff) / 255.0,
                   (pixel & 0xff) / 255.0 };
}

typedef struct {
  GtkWidget *root;
  cairo_surface_t *picture;
  guint n_labels;
  guint n_bars;
} Look;

/* The most frequent pixel of a part of the picture, and the one that stands out most from it. What
 * is scrolled partly out of the picture is not judged. */
static gboolean
look_at (const Look *look, const graphene_rect_t *box, Colour *ground, Colour *figure)
{
  const guchar *data = cairo_image_surface_get_data (look->picture);
  int stride = cairo_image_surface_get_stride (look->picture);
  int width = cairo_image_surface_get_width (look->picture);
  int height = cairo_image_surface_get_height (look->picture);
  int x0 = MAX ((int) box->origin.x, 0), x1 = MIN (x0 + (int) box->size.width, width);
  int y0 = MAX ((int) box->origin.y, 0), y1 = MIN (y0 + (int) box->size.height, height);
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint most = 0;
  double best = 0;

  if (y0 + (int) box->size.height > height)
    return FALSE;
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) {
      guint32 pixel;

      memcpy (&pixel, data + y * stride + 4 * x, sizeof pixel);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (pixel))) + 1;
      g_hash_table_insert (counts, GUINT_TO_POINTER (pixel), GUINT_TO_POINTER (n));
      if (n > most) {
        most = n;
        *ground = colour_of (pixel);
      }
    }
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    Colour c = colour_of (GPOINTER_TO_UINT (key));

    if (contrast (c, *ground) > best) {
      best = contrast (c, *ground);
      *figure = c;
    }
  }
  return most > 0;
}

static void
see (GtkWidget *widget, gpointer data)
{
  Look *look = data;
  graphene_rect_t box;
  Colour ground, figure;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget)
      || !gtk_widget_compute_bounds (widget, look->root, &box))
    return;
  if (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0') {
    GdkRGBA c;

    if (!look_at (look, &box, &ground, &figure))
      return;
    tw_compat_get_color (widget, &c);
    Colour text = { c.alpha * c.red + (1 - c.alpha) * ground.red,
                    c.alpha * c.green + (1 - c.alpha) * ground.green,
                    c.alpha * c.blue + (1 - c.alpha) * ground.blue };
    g_test_message ("“%s”: %.2f, %.2f", gtk_label_get_text (GTK_LABEL (widget)),
                    contrast (text, ground), contrast (figure, ground));
    g_assert_cmpfloat (contrast (text, ground), >=, LEAST_COLOUR);
    g_assert_cmpfloat (contrast (figure, ground), >=, LEAST_PIXEL);
    look->n_labels++;
  } else if (GTK_IS_PROGRESS_BAR (widget)
             && gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (widget)) > 0.5) {
    graphene_rect_t middle = GRAPHENE_RECT_INIT (box.origin.x + box.size.width / 4,
                                                 box.origin.y + box.size.height / 2 - 1, 2, 2);
    Colour bar;

    if (!look_at (look, &middle, &bar, &figure))
      return;
    /* Above the bar is the background. */
    middle.origin.y = box.origin.y - 2;
    look_at (look, &middle, &ground, &figure);
    g_test_message ("bar: %.2f", contrast (bar, ground));
    g_assert_cmpfloat (contrast (bar, ground), >=, LEAST_COLOUR);
    look->n_bars++;
  }
}

static void
check (GtkWidget *root, guint n_labels, guint n_bars)
{
  Look look = { .root = root };

  for (int i = 0; i < 50; i++) /* transitions of colours end */
    ui_iterate ();
  look.picture = ui_picture (root);
  ui_walk (root, see, &look);
  g_assert_cmpuint (look.n_labels, >=, n_labels);
  g_assert_cmpuint (look.n_bars, >=, n_bars);
  cairo_surface_destroy (look.picture);
}

/* The pane with a result, and its options. */
static void
test_pane (gconstpointer scheme)
{
  tw_compat_set_color_scheme (scheme);
  ui_set_option ("engine", "heuristic");
  TwWindow *window = ui_window_with ("sample.json");
  ui_show_page (window, "options");
  check (ui_child (window, TW_TYPE_SIDE_PANE), 15, 0);
  ui_run (window, "search.start");
  check (ui_child (window, TW_TYPE_SIDE_PANE), 12, 5);
  ui_set_option ("engine", NULL);
  g_settings_reset (tw_settings (), "show-advanced");
  ui_close (window);
  tw_compat_set_color_scheme ("default");
}

#define BOARD "{\"id\":\"b\",\"width\":2,\"height\":2,\"puzzle\":[[true,true],[true,true]]}"
#define ONE   "{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":2}]}"
#define FOUR                                                                 \
  "{\"squares\":[{\"X\":0,\"Y\":0,\"Size\":1},{\"X\":1,\"Y\":0,\"Size\":1}," \
  "{\"X\":0,\"Y\":1,\"Size\":1},{\"X\":1,\"Y\":1,\"Size\":1}]}"

/* Rows of every state: waiting, failed, better, worse and the same. */
static void
test_results (gconstpointer scheme)
{
  static const char *const answers[][2] = {
    { NULL, NULL }, { NULL, NULL }, { FOUR, ONE }, { ONE, FOUR }, { ONE, ONE },
  };
  GtkWidget *window = gtk_window_new ();
  TwResults *results = g_object_new (TW_TYPE_RESULTS, NULL);
  g_autoptr (GListStore) store = g_list_store_new (TW_TYPE_ENTRY);

  ui_application ();
  tw_compat_set_color_scheme (scheme);
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++) {
    g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (BOARD, strlen (BOARD), "row", NULL);
    g_autoptr (TwEntry) entry = tw_entry_new (puzzles->pdata[0], NULL);

    for (int k = 0; k < 2; k++) {
      if (answers[i][k] == NULL)
        continue;
      g_autoptr (TwResult) result = tw_result_parse (puzzles->pdata[0], answers[i][k],
                                                     strlen (answers[i][k]), NULL, NULL);
      g_assert_nonnull (result);
      if (k == 0)
        tw_entry_set_old (entry, result);
      else
        tw_entry_set_result (entry, result);
      tw_entry_set_state (entry, TW_ENTRY_DONE);
    }
    if (i == 1) {
      tw_entry_set_state (entry, TW_ENTRY_FAILED);
      tw_entry_set_message (entry, "it is broken");
    }
    g_list_store_append (store, entry);
  }
  tw_results_set_model (results, G_LIST_MODEL (store));
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (results));
  gtk_window_set_default_size (GTK_WINDOW (window), 420, 480);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  check (window, 10, 0);
  /* In a selected row, too. */
  for (guint i = 1; i < 3; i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (G_LIST_MODEL (store), i);

    tw_results_select (results, entry);
    check (window, 10, 0);
  }
  gtk_window_destroy (GTK_WINDOW (window));
  tw_compat_set_color_scheme ("default");
}

/* Newer GTK puts glyphs between pixels, where a thin line has no pixel of its colour. */
static void
hint_glyphs (void)
{
  ui_application (); /* opens the display */
  GtkSettings *settings = gtk_settings_get_default ();
  GParamSpec *rendering = g_object_class_find_property (G_OBJECT_GET_CLASS (settings),
                                                        "gtk-font-rendering");

  if (rendering != NULL) {
    int manual = g_enum_get_value_by_nick (G_PARAM_SPEC_ENUM (rendering)->enum_class, "manual")
                   ->value;

    g_object_set (settings, "gtk-font-rendering", manual, "gtk-hint-font-metrics", TRUE, NULL);
  }
}

/* The pixel in the middle of an area of the picture. */
static Colour
pixel_at (cairo_surface_t *picture, double x, double y)
{
  guint32 pixel;

  cairo_surface_flush (picture);
  memcpy (&pixel,
          cairo_image_surface_get_data (picture)
            + (int) y * cairo_image_surface_get_stride (picture) + 4 * (int) x,
          sizeof pixel);
  return colour_of (pixel);
}

/* The first cell of the view against the background, and the line between it and the second one. */
static void
check_cells (cairo_surface_t *picture, const TwView *view)
{
  cairo_rectangle_t cell = tw_view_cell_area (view, 0, 0, 1, 1);
  double y = cell.y + cell.height / 2;
  Colour inside = pixel_at (picture, cell.x + cell.width / 2, y);
  Colour line = pixel_at (picture, cell.x + cell.width, y);
  Colour ground = pixel_at (picture, cell.x - 4, y);

  g_test_message ("cell: %.2f, line: %.2f", contrast (inside, ground), contrast (line, ground));
  g_assert_cmpfloat (contrast (inside, ground), >=, LEAST_CELL);
  g_assert_cmpfloat (contrast (line, inside), >=, 1.3);
  g_assert_cmpfloat (contrast (line, ground), >=, LEAST_CELL);
}

/* Empty cells of a board that is not solved, on screen and on paper. */
static void
test_cells (gconstpointer scheme)
{
  TwView view;

  tw_compat_set_color_scheme (scheme);
  TwWindow *window = ui_window_with_text ("cells.txt", "...\n...\n");
  TwCanvas *canvas = ui_canvas (window);
  ui_spin_until (gtk_widget_get_width (GTK_WIDGET (canvas)) > 0);
  cairo_surface_t *picture = ui_picture (GTK_WIDGET (canvas));
  check_cells (picture, tw_canvas_get_view (canvas));
  ui_keep_picture (window, "empty-cells.png");
  cairo_surface_destroy (picture);

  picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 340, 240);
  cairo_t *cr = cairo_create (picture);
  tw_view_init (&view);
  view.flags |= TW_PAINT_VECTOR;
  tw_view_fit (&view, tw_canvas_get_scene (canvas), 340, 240, 20);
  tw_painter_draw_static (cr, tw_canvas_get_scene (canvas), &view);
  cairo_destroy (cr);
  check_cells (picture, &view);
  cairo_surface_destroy (picture);
  ui_close (window);
  tw_compat_set_color_scheme ("default");
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  hint_glyphs ();
  g_test_add_data_func ("/ui/contrast/pane-light", "light", test_pane);
  g_test_add_data_func ("/ui/contrast/pane-dark", "dark", test_pane);
  g_test_add_data_func ("/ui/contrast/results-light", "light", test_results);
  g_test_add_data_func ("/ui/contrast/results-dark", "dark", test_results);
  g_test_add_data_func ("/ui/contrast/cells-light", "light", test_cells);
  g_test_add_data_func ("/ui/contrast/cells-dark", "dark", test_cells);
  return ui_test_run ();
}
