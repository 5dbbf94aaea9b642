/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every widget with a template or its own drawing can be created, shown and destroyed without a
 * warning (g_test_init makes warnings fatal). */
#include "config.h"

#include "ui-test.h"

#include "app/window/banner.h"
#include "app/pane/controls.h"
#include "app/pane/progress-bars.h"
#include "app/pieces/pieces.h"
#include "app/pane/plot.h"
#include "app/pane/solutions.h"
#include "app/window/split.h"
#include "app/pane/summary.h"
#include "app/pieces/thumbs.h"

static void
test_widget (gconstpointer data)
{
  GType type = GPOINTER_TO_SIZE (data);

  ui_application ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *widget = g_object_new (type, NULL);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  g_assert_true (gtk_widget_get_mapped (widget));

  g_object_add_weak_pointer (G_OBJECT (widget), (gpointer *) &widget);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_spin_until (widget == NULL);
}

TEST (window, "/ui/templates/window")
{
  ui_close (ui_window ());
}

TEST (help_overlay, "/ui/templates/help-overlay")
{
  g_auto (UiWindow) window = ui_window ();
  GtkShortcutsWindow *overlay;

  ui_activate (window, "win.show-help-overlay");
  overlay = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));
  g_assert_nonnull (overlay);
  ui_spin_until (gtk_widget_get_mapped (GTK_WIDGET (overlay)));
}

/* The icon of the application is available, installed or not. */
TEST (icon, "/ui/templates/icon")
{
  ui_application ();
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_assert_true (gtk_icon_theme_has_icon (theme, TW_APP_ID));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);

  GType types[] = { TW_TYPE_BANNER, TW_TYPE_CANVAS, TW_TYPE_CONTROLS, TW_TYPE_PROGRESS_BARS,
                    TW_TYPE_PLOT,   TW_TYPE_SPLIT,  TW_TYPE_SUMMARY,  TW_TYPE_THUMBS };
  for (size_t i = 0; i < G_N_ELEMENTS (types); i++) {
    g_autofree char *path = g_strconcat ("/ui/templates/", g_type_name (types[i]), NULL);
    g_test_add_data_func (path, GSIZE_TO_POINTER (types[i]), test_widget);
  }
  test_add_cases ();
  return ui_test_run ();
}
