/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the side pane: its pages, the options and which of them an engine uses. */
#include "ui-test.h"

#include <math.h>

#include "app/pane/progress-bars.h"
#include "app/pane/plot.h"
#include "app/pieces/pieces.h"
#include "app/pieces/thumbs.h"
#include "core/run/incumbent.h"
#include "core/options.h"
#include "core/squares/workers.h"
#include "core/base/transform.h"
#include "puzzle/job.h"

static const char pentominoes[] = "oooooooooo\noooooooooo\noooooooooo\noooooooooo\noooooooooo\n"
                                  "oooooooooo\n\n oo\noo\n o\n\nooooo\n\noooo\no\n\noo\n ooo\n\n"
                                  "oo\noo\no\n\nooo\n o\n o\n\no o\nooo\n\no\no\nooo\n\n"
                                  "o\noo\n oo\n\n o\nooo\n o\n\noooo\n o\n\noo\n o\n oo\n";

static GtkStack *
pages (TwWindow *window)
{
  return GTK_STACK (ui_find (GTK_WIDGET (window), "pane-pages"));
}

static const char *
page (TwWindow *window)
{
  return gtk_stack_get_visible_child_name (pages (window));
}

static gboolean
has_pieces_page (TwWindow *window)
{
  return gtk_stack_page_get_visible (
    gtk_stack_get_page (pages (window), gtk_stack_get_child_by_name (pages (window), "pieces")));
}

/* The options of a search and its result are on separate pages. */
TEST (pages, "/ui/pane/pages")
{
  g_autoptr (GFile) file = ui_scratch_file ("pentominoes.txt");
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *root = GTK_WIDGET (window);

  g_assert_cmpstr (page (window), ==, "options");
  ui_activate (window, "search.start");
  g_assert_cmpstr (page (window), ==, "result");
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (page (window), ==, "result");
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "headline")));

  /* A page that the user chose stays. */
  gtk_stack_set_visible_child_name (pages (window), "options");
  g_settings_set_boolean (tw_settings (), "patterns", TRUE);
  g_settings_reset (tw_settings (), "patterns");
  g_assert_cmpstr (page (window), ==, "options");
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "headline")));

  ui_write_file (file, pentominoes);
  ui_open (window, file);
  g_assert_cmpstr (page (window), ==, "pieces");
  g_assert_true (has_pieces_page (window));
  ui_run (window, "search.start");
  g_assert_cmpstr (page (window), ==, "result");
  ui_activate (window, "view.previous-puzzle"); /* the solved board of squares */
  g_assert_false (has_pieces_page (window));
  g_assert_cmpstr (page (window), ==, "result");
}

static float
top_of (TwWindow *window, GtkWidget *widget)
{
  graphene_rect_t box;

  for (int i = 0; i < 20; i++) /* until the layout has settled */
    ui_iterate ();
  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &box));
  return box.origin.y;
}

static void
see_label (GtkWidget *widget, gpointer data)
{
  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_mapped (widget))
    return;
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))));
  ++*(int *) data;
}

/* With text of 150 %, too, nothing moves when there is more to say, and no row is shortened. */
TEST (still, "/ui/pane/still")
{
  static const char *const engines[] = { "greedy", "auto", "greedy" };

  for (int percent = 100; percent <= 150; percent += 50) {
    g_auto (UiWindow) window = ui_window_of (ui_board_file (12));
    GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));
    GtkWidget *root = GTK_WIDGET (window);
    GtkWidget *parts[] = { ui_child (window, GTK_TYPE_STACK_SWITCHER), ui_find (root, "bound"),
                           ui_find (root, "findings"), ui_find (root, "results-list") };
    float tops[G_N_ELEMENTS (parts)];
    int n = 0;

    g_object_set (settings, "gtk-xft-dpi", 96 * PANGO_SCALE * percent / 100, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS (engines); i++) {
      ui_use_engine (engines[i], 10);
      ui_run (window, "search.start");
      ui_spin_until (gtk_widget_get_mapped (parts[2]));
      for (gsize k = 0; k < G_N_ELEMENTS (parts); k++) {
        float top = top_of (window, parts[k]);

        if (i == 0)
          tops[k] = top;
        g_assert_cmpfloat (top, ==, tops[k]);
      }
    }
    ui_keep_picture (window, percent > 100 ? "still-large.png" : "still.png");
    ui_walk (parts[3], see_label, &n);
    g_assert_cmpint (n, >=, 4);
    gtk_settings_reset_property (settings, "gtk-xft-dpi");
  }
}

/* The engine and what the first search needs are visible at once; threads and memory are below
 * Advanced, and the setting keeps it open. */
TEST (advanced, "/ui/pane/advanced")
{
  static const char *const first[] = { "engine",         "time",        "cost-margin",
                                       "size-deviation", "transform-3", "quick" };
  static const char *const below[] = { "threads", "memory", "reset-options" };
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *root = GTK_WIDGET (window);
  GtkExpander *advanced = GTK_EXPANDER (ui_find (root, "advanced"));

  gtk_stack_set_visible_child_name (pages (window), "options");
  gtk_expander_set_expanded (advanced, FALSE);
  for (gsize i = 0; i < G_N_ELEMENTS (first); i++)
    g_assert_true (gtk_widget_get_mapped (ui_find (root, first[i])));
  for (gsize i = 0; i < G_N_ELEMENTS (below); i++)
    g_assert_false (gtk_widget_get_mapped (ui_find (root, below[i])));
  gtk_expander_set_expanded (advanced, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (below); i++)
    g_assert_true (gtk_widget_get_mapped (ui_find (root, below[i])));
  g_assert_true (g_settings_get_boolean (tw_settings (), "show-advanced"));
  g_settings_reset (tw_settings (), "show-advanced");
  g_assert_false (gtk_expander_get_expanded (advanced));
}

/* Margins wait for the sweep, and a button offers it. */
TEST (sweep, "/ui/pane/sweep")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *root = GTK_WIDGET (window), *button = ui_find (root, "use-sweep");
  g_autofree char *engine = NULL;

  gtk_stack_set_visible_child_name (pages (window), "options");
  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_false (gtk_widget_get_sensitive (ui_find (root, "cost-margin")));
  ui_click (root, "use-sweep");
  g_assert_false (gtk_widget_get_mapped (button));
  g_assert_true (gtk_widget_get_sensitive (ui_find (root, "cost-margin")));
  g_assert_true (gtk_widget_get_sensitive (ui_find (root, "size-deviation")));
  engine = g_settings_get_string (ui_options (), "engine");
  g_assert_cmpstr (engine, ==, "heuristic");
  ui_set_option ("engine", NULL);
  g_assert_true (gtk_widget_get_mapped (button));
}

/* The tooltip of an option that the engine does not use says so. */
TEST (why_grey, "/ui/pane/why-grey")
{
  static const char *const rows[] = { "cost-margin", "size-deviation", "quick" };
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  for (int used = 0; used < 2; used++) {
    ui_set_option ("engine", used ? "heuristic" : "auto");
    for (gsize i = 0; i < G_N_ELEMENTS (rows); i++) {
      GtkWidget *row = ui_find (GTK_WIDGET (window), rows[i]);
      const char *doc = tw_options_find (rows[i])->doc;
      const char *tip = gtk_widget_get_tooltip_text (row);

      g_assert_cmpint (gtk_widget_get_sensitive (row), ==, used);
      g_assert_true (g_str_has_prefix (tip, doc));
      g_assert_cmpint (strstr (tip, "Only the engine") == NULL, ==, used);
      gtk_test_accessible_assert_property (row, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tip);
    }
  }
  ui_set_option ("engine", NULL);
}

static void
see_scroller (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_SCROLLED_WINDOW (widget)) {
    GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (widget));

    g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), <=,
                       gtk_adjustment_get_page_size (adjustment));
    ++*(int *) data;
  }
}

/* The grid shows all twelve pieces without a separate scrollbar. */
TEST (all_pieces, "/ui/pane/all-pieces")
{
  g_auto (UiWindow) window = ui_window_with_text ("pentominoes.txt", pentominoes);
  TwThumbs *thumbs = TW_THUMBS (ui_find (ui_child (window, TW_TYPE_PIECES), "pieces"));
  int n = 0;

  ui_spin_until (ui_count_drawn (thumbs) == 12);
  ui_walk (GTK_WIDGET (thumbs), see_scroller, &n);
  g_assert_cmpint (n, ==, 1);
}

static void
use_engine (const char *engine, const char *transforms, double seconds)
{

  ui_set_option ("engine", engine);
  ui_set_option ("transforms", transforms);
  g_settings_set_double (tw_settings (), "time", seconds);
}

/* --- how a solution was found ------------------------------------------------------- */

static void
see_leader (GtkWidget *widget, gpointer data)
{
  if (gtk_widget_has_css_class (widget, "leader"))
    g_ptr_array_add (data, widget);
}

/* The bar of the winning transform is marked, and its figure is that of the headline. */
static void
assert_winner (TwWindow *window, int i)
{
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);
  g_autofree char *bar = g_strdup_printf ("bar-%d", i);
  g_autoptr (GPtrArray) leaders = g_ptr_array_new ();

  g_assert_true (gtk_widget_has_css_class (ui_find (GTK_WIDGET (bars), bar), "winner"));
  ui_walk (GTK_WIDGET (bars), see_leader, leaders);
  g_assert_cmpuint (leaders->len, ==, 1);
  g_autofree char *headline = g_strdup_printf ("%s squares",
                                               gtk_label_get_text (leaders->pdata[0]));
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, headline);
}

TEST (winner, "/ui/pane/winner")
{
  static const char *const boxes[] = { "winner-transpose", "winner-invert-x", "winner-invert-y" };
  static const struct {
    const char *transforms;
    const char *found;
  } runs[] = {
    { "0", "Found by: column sweep, no transform" },
    { "3", "Found by: invert X and Y, column sweep" },
    { "6", "Found by: transpose, invert X, column sweep" },
  };
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *root = GTK_WIDGET (window);
  g_autoptr (GFile) file = ui_data_file ("sample.json");

  ui_set_option ("quick", "false");
  g_assert_false (gtk_widget_get_mapped (ui_find (root, "winner")));
  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++) {
    if (i > 0)
      ui_drop_puzzle (window); /* a search starts from an earlier solution of the same document */
    ui_open (window, file);
    use_engine ("heuristic", runs[i].transforms, 1000);
    ui_run (window, "search.start");
    g_assert_true (gtk_widget_get_mapped (ui_find (root, "winner")));
    g_assert_cmpstr (ui_find_label (window, "found-by"), ==, runs[i].found);
    assert_winner (window, runs[i].transforms[0] - '0');
  }
  /* The boxes show something; they are no inputs. */
  for (gsize i = 0; i < G_N_ELEMENTS (boxes); i++)
    g_assert_false (gtk_widget_is_sensitive (ui_find (root, boxes[i])));

  /* A solution of a method without transforms. */
  g_autoptr (TwResult) other = tw_result_dup_solution (ui_result (window));
  other->transform = TW_NO_TRANSFORM;
  g_free (other->engine);
  other->engine = g_strdup ("auto");
  tw_session_look_at (tw_window_get_session (window), ui_puzzle (window), other);
  g_assert_cmpstr (ui_find_label (window, "found-by"), ==,
                   "Found by: large-neighbourhood search, no transform");
  for (gsize i = 0; i < G_N_ELEMENTS (boxes); i++)
    g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (ui_find (root, boxes[i]))));
  use_engine ("auto", "0,1,2,3,4,5,6,7", 10);
  ui_set_option ("quick", NULL);
}

/* The automatic engine: its table never shows another best value than the headline. */
TEST (agreement, "/ui/pane/agreement")
{
  g_autoptr (GPtrArray) leaders = g_ptr_array_new ();
  g_autoptr (GFile) file = ui_board_file (40);
  TwWindow *window = ui_window ();
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);

  use_engine ("auto", "0,1,2,3,4,5,6,7", 1);
  ui_open (window, file);
  ui_run (window, "search.start");
  int transform = ui_result (window)->transform;
  ui_walk (GTK_WIDGET (bars), see_leader, leaders);
  if (leaders->len > 0)
    assert_winner (window, transform >= 0 ? transform : TW_STRATEGY_PROOF_BAR);
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

/* --- stopped searches ---------------------------------------------------------------- */

TEST (stopped, "/ui/pane/stopped")
{
  g_autoptr (GFile) file = ui_board_file (100);
  TwWindow *window = ui_window ();
  GtkWidget *root = GTK_WIDGET (window);
  TwProgressBars *bars = ui_child (window, TW_TYPE_PROGRESS_BARS);
  guint n = 0;

  use_engine ("heuristic", "0,1,2,3,4,5,6,7", 1000);
  ui_open (window, file);
  ui_activate (window, "search.start");
  ui_spin_until (ui_count_bars (bars) > 1);
  ui_spin_until (gtk_widget_get_mapped (ui_find (root, "time-left")));
  double left = gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (ui_find (root, "time-left")));
  g_assert_cmpfloat (left, >, 0);
  g_assert_cmpfloat (left, <=, 1);
  ui_spin_until (ui_result (window) != NULL);
  ui_run (window, "search.stop");
  g_assert_false (gtk_widget_get_mapped (ui_find (root, "time-left")));
  for (int i = 0; i < TW_N_PROGRESS_BARS; i++) {
    g_autofree char *name = g_strdup_printf ("bar-%d", i);
    GtkWidget *bar = ui_find (root, name);

    if (!gtk_widget_get_visible (bar) || gtk_widget_has_css_class (bar, "done"))
      continue;
    n++;
    g_assert_true (gtk_widget_has_css_class (bar, "stopped"));
    g_assert_cmpfloat (ui_bar_fraction (bars, i), <, 1);
    gtk_test_accessible_assert_property (bar, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "Stopped");
  }
  g_assert_cmpuint (n, >, 0);
  use_engine ("auto", "0,1,2,3,4,5,6,7", 10);
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

/* More time for a board of squares: the search starts from the best solution and bound. */
TEST (continue, "/ui/pane/continue")
{
  g_autoptr (GFile) file = ui_board_file (100);
  TwWindow *window = ui_window ();
  GtkWidget *button = ui_find (GTK_WIDGET (window), "improve");

  use_engine ("priced", "0,1,2,3,4,5,6,7", 0.5);
  ui_open (window, file);
  g_assert_false (gtk_widget_get_visible (button));
  ui_run (window, "search.start");
  g_autoptr (TwResult) first = tw_result_ref (ui_result (window));
  g_assert_cmpint (first->status, ==, TW_STATUS_FEASIBLE);
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "_Improve");
  ui_keep_picture (window, "improve.png");

  /* Alone, the greedy engine finds a worse solution and no bound. */
  use_engine ("greedy", "0", 10);
  ui_run (window, "search.pause");
  TwResult *second = ui_result (window);
  g_assert_true (second != first);
  g_assert_cmpuint (tw_result_tiling (second)->count, ==, tw_result_tiling (first)->count);
  g_assert_cmpint (second->bound, >=, first->bound);
  g_assert_cmpfloat (second->seconds, >=, first->seconds);
  GListModel *rows = tw_findings_get_list (tw_document_get_findings (ui_document (window)));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1); /* it replaces the first one */
  use_engine ("auto", "0,1,2,3,4,5,6,7", 10);
  ui_close (window);
  g_assert_true (tw_jobs_wait (60));
}

/* --- the plot ------------------------------------------------------------------------- */

TEST (plot, "/ui/pane/plot")
{
  TwPlot *plot = g_object_ref_sink (g_object_new (TW_TYPE_PLOT, NULL));
  double ticks[TW_PLOT_MOST_TICKS + 1];

  g_assert_cmpuint (tw_plot_get_ticks (plot, TRUE, ticks), ==, 0);
  tw_plot_add (plot, 0.48, -1, 90);
  tw_plot_add (plot, 0.5, 110, 90);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (plot))); /* no curve yet */
  tw_plot_clear (plot);
  tw_plot_add (plot, 0.5, 110, 0);
  tw_plot_add (plot, 1.0, 106, 90);
  tw_plot_add (plot, 4.2, 104, 100);
  /* 0, 1, 2, 3 and 4 seconds */
  g_assert_cmpuint (tw_plot_get_ticks (plot, TRUE, ticks), ==, 5);
  for (int i = 0; i < 5; i++)
    g_assert_cmpfloat_with_epsilon (ticks[i], i, 1e-9);
  guint n = tw_plot_get_ticks (plot, FALSE, ticks);
  gint64 least, most;
  g_assert_true (tw_plot_get_scale (plot, &least, &most));
  g_assert_cmpuint (n, >=, 2);
  for (guint i = 0; i < n; i++) {
    g_assert_cmpfloat (ticks[i], >=, (double) least);
    g_assert_cmpfloat (ticks[i], <=, (double) most);
    g_assert_cmpfloat (ticks[i], ==, floor (ticks[i])); /* squares are whole */
  }
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (plot)));
  g_autofree char *before = tw_plot_describe_at (plot, 0.2);
  g_autofree char *middle = tw_plot_describe_at (plot, 0.75);
  g_autofree char *end = tw_plot_describe_at (plot, 4.2);
  g_assert_cmpstr (before, ==, NULL);
  g_assert_cmpstr (middle, ==, "0.75 s: 110 squares");
  g_assert_cmpstr (end, ==, "4.20 s: 104 squares, at least 100");
  g_object_unref (plot);
}

/* The height of what is drawn at the right end of the lines, in pixels. */
static int
measure_end (GtkWidget *plot)
{
  g_autoptr (cairo_surface_t) picture = ui_picture (plot);
  int width = cairo_image_surface_get_width (picture);
  int height = cairo_image_surface_get_height (picture);
  int stride = cairo_image_surface_get_stride (picture), thickest = 0, columns = 0;
  const guchar *pixels = cairo_image_surface_get_data (picture);

  for (int x = width - 1; x >= 0 && columns < 8; x--) { /* as wide as the dot */
    int run = 0, longest = 0;

    for (int y = height * 3 / 10; y < height * 7 / 10; y++) { /* between the axes' texts */
      guint32 pixel = *(const guint32 *) (gconstpointer) &pixels[y * stride + 4 * x];

      run = pixel >> 24 > 0xf0 ? run + 1 : 0; /* the axes are not opaque */
      longest = MAX (longest, run);
    }
    thickest = MAX (thickest, longest);
    columns += thickest > 0;
  }
  return thickest;
}

/* The lines meet in a dot when the best solution is proved to be optimal. */
TEST (meeting, "/ui/pane/meeting")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *plot = ui_child (window, TW_TYPE_PLOT);
  gint64 bounds[] = { 290, 300 };
  int end[2];

  /* The last sample of a search has the bound that it proved. */
  ui_run (window, "search.start");
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_OPTIMAL);
  g_autoptr (GVariant) saved = g_variant_ref_sink (tw_plot_save (TW_PLOT (plot)));
  g_autoptr (GVariant) samples = g_variant_get_child_value (saved, 1);
  gint64 best, bound;
  g_variant_get_child (samples, g_variant_n_children (samples) - 1, "(dxx)", NULL, &best, &bound);
  g_assert_cmpint (best, ==, tw_result_count (ui_result (window)));
  g_assert_cmpint (bound, ==, best);

  for (int i = 0; i < 2; i++) {
    tw_plot_clear (TW_PLOT (plot));
    tw_plot_add (TW_PLOT (plot), 0.5, 310, 280);
    tw_plot_add (TW_PLOT (plot), 3, 300, bounds[i]);
    tw_plot_add (TW_PLOT (plot), 6, 300, bounds[i]);
    ui_spin_until (gtk_widget_get_height (plot) > 100);
    end[i] = measure_end (plot);
  }
  g_assert_cmpint (end[0], >=, 1); /* two lines */
  g_assert_cmpint (end[0], <=, 3);
  g_assert_cmpint (end[1], >=, 6);
}

/* The values below the pointer are drawn, and the legend comes back. */
TEST (hover, "/ui/pane/hover")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *plot = ui_child (window, TW_TYPE_PLOT);

  use_engine ("heuristic", "0,1,2,3,4,5,6,7", 1000);
  ui_run (window, "search.start");
  tw_plot_add (TW_PLOT (plot), 1, 500, 1); /* so that it is visible in any case */
  tw_plot_add (TW_PLOT (plot), 2, 400, 2);
  ui_spin_until (gtk_widget_get_height (plot) > 100);
  GtkEventController *motion = ui_controller (plot, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  cairo_surface_t *legend = ui_picture (plot), *values, *again;
  g_signal_emit_by_name (motion, "motion", (double) gtk_widget_get_width (plot) - 20, 50.0);
  values = ui_picture (plot);
  g_signal_emit_by_name (motion, "leave");
  again = ui_picture (plot);
  gsize size = (gsize) cairo_image_surface_get_stride (legend)
               * (gsize) cairo_image_surface_get_height (legend);
  g_assert_cmpint (
    memcmp (cairo_image_surface_get_data (legend), cairo_image_surface_get_data (values), size), !=,
    0);
  g_assert_cmpmem (cairo_image_surface_get_data (legend), size,
                   cairo_image_surface_get_data (again), size);
  cairo_surface_destroy (legend);
  cairo_surface_destroy (values);
  cairo_surface_destroy (again);
  use_engine ("auto", "0,1,2,3,4,5,6,7", 10);
}

TEST_MAIN (ui_test_init, ui_test_run)
