/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the side pane: its pages, the options and which of them an engine uses. */
#include "ui-test.h"

#include <string.h>

#include "app/pieces/thumbs.h"
#include "app/preferences/settings.h"
#include "core/run/options.h"

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

static void
solve (TwWindow *window)
{
  ui_activate (window, "win.solve");
  ui_spin_until (!tw_window_is_busy (window));
}

/* What is set up before a search and what is watched are on pages of their own. */
static void
test_pages (void)
{
  g_autoptr (GSettings) settings = tw_settings_new ();
  g_autoptr (GFile) file = ui_scratch_file ("pentominoes.txt");
  TwWindow *window = ui_window_with ("sample.json");
  GtkWidget *root = GTK_WIDGET (window);

  g_assert_cmpstr (page (window), ==, "options");
  ui_activate (window, "win.solve");
  g_assert_cmpstr (page (window), ==, "result");
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (page (window), ==, "result");
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "headline")));

  /* A page that the user chose stays. */
  gtk_stack_set_visible_child_name (pages (window), "options");
  g_settings_set_boolean (settings, "patterns", TRUE);
  g_settings_reset (settings, "patterns");
  g_assert_cmpstr (page (window), ==, "options");
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "headline")));

  g_assert_true (g_file_replace_contents (file, pentominoes, strlen (pentominoes), NULL, FALSE,
                                          G_FILE_CREATE_NONE, NULL, NULL, NULL));
  tw_window_open_files (window, &file, 1);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (page (window), ==, "pieces");
  g_assert_true (has_pieces_page (window));
  solve (window);
  g_assert_cmpstr (page (window), ==, "result");
  ui_activate (window, "win.previous-puzzle"); /* the solved board of squares */
  g_assert_false (has_pieces_page (window));
  g_assert_cmpstr (page (window), ==, "result");
  ui_close (window);
}

/* Engine, threads, memory and the sweep are below Advanced; the setting keeps it open. */
static void
test_advanced (void)
{
  static const char *const below[] = { "engine",         "threads",     "memory", "cost-margin",
                                       "size-deviation", "transform-3", "quick" };
  g_autoptr (GSettings) settings = tw_settings_new ();
  TwWindow *window = ui_window_with ("sample.json");
  GtkWidget *root = GTK_WIDGET (window);
  GtkExpander *advanced = GTK_EXPANDER (ui_find (root, "advanced"));

  gtk_stack_set_visible_child_name (pages (window), "options");
  gtk_expander_set_expanded (advanced, FALSE);
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "time")));
  for (gsize i = 0; i < G_N_ELEMENTS (below); i++)
    g_assert_false (gtk_widget_get_mapped (ui_find (root, below[i])));
  gtk_expander_set_expanded (advanced, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (below); i++)
    g_assert_true (gtk_widget_get_mapped (ui_find (root, below[i])));
  g_assert_true (g_settings_get_boolean (settings, "show-advanced"));
  g_settings_reset (settings, "show-advanced");
  g_assert_false (gtk_expander_get_expanded (advanced));
  ui_close (window);
}

/* The tooltip of an option that the engine does not use says so. */
static void
test_why_grey (void)
{
  static const char *const rows[] = { "cost-margin", "size-deviation", "quick" };
  g_autoptr (GSettings) settings = tw_settings_new ();
  TwWindow *window = ui_window_with ("sample.json");

  for (int used = 0; used < 2; used++) {
    g_settings_set_string (settings, "engine", used ? "heuristic" : "auto");
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
  g_settings_reset (settings, "engine");
  ui_close (window);
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

/* The grid shows all twelve pieces without a scrollbar of its own. */
static void
test_all_pieces (void)
{
  TwWindow *window = ui_window_with_text ("pentominoes.txt", pentominoes);
  TwThumbs *thumbs = TW_THUMBS (ui_find (GTK_WIDGET (window), "pieces"));
  int n = 0;

  ui_spin_until (tw_thumbs_get_n_drawn (thumbs) == 12);
  ui_walk (GTK_WIDGET (thumbs), see_scroller, &n);
  g_assert_cmpint (n, ==, 1);
  ui_close (window);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  g_test_add_func ("/ui/pane/pages", test_pages);
  g_test_add_func ("/ui/pane/advanced", test_advanced);
  g_test_add_func ("/ui/pane/why-grey", test_why_grey);
  g_test_add_func ("/ui/pane/all-pieces", test_all_pieces);
  return ui_test_run ();
}
