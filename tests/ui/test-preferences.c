/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the preferences: what they change, also by keyboard alone; that the canvas follows; that
 * invalid addresses are refused. */
#include "ui-test.h"

#include "app/preferences/preferences.h"
#include "app/preferences/settings.h"
#include "app/preferences/worker-token.h"

static const char *const search_keys[] = { "time", "threads", "memory", NULL };
static const char *const keys[] = { "time",           "palette", "patterns", "labels",
                                    "reduced-motion", "workers", "notify",   NULL };

static GtkWindow *
open_preferences (void)
{
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "preferences", NULL);
  g_autoptr (GListModel) all = g_object_ref (gtk_window_get_toplevels ());
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);
    if (!TW_IS_PREFERENCES (window))
      continue;
    gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
    return window; /* GTK holds the reference */
  }
  g_error ("there are no preferences");
}

static GtkWidget *
in (GtkWindow *window, const char *name)
{
  return ui_find (GTK_WIDGET (window), name);
}

static void
reset (GSettings *settings)
{
  for (const char *const *key = keys; *key != NULL; key++)
    g_settings_reset (settings, *key);
}

/* Widgets change settings and settings change widgets. */

TEST (bindings, "/ui/preferences/bindings")
{
  g_auto (UiWindow) main_window = ui_window ();
  GtkWindow *window = open_preferences ();

  /* A second request presents the same window. */
  g_assert_true (open_preferences () == window);

  g_settings_set_boolean (tw_settings (), "labels", FALSE);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (in (window, "labels"))));
  gtk_switch_set_active (GTK_SWITCH (in (window, "notify")), FALSE);
  g_assert_false (g_settings_get_boolean (tw_settings (), "notify"));

  gtk_window_close (window);
  reset (tw_settings ());
}

/* The options of the search are in the side pane only; one button resets them. */
TEST (options, "/ui/preferences/options")
{
  g_auto (UiWindow) main_window = ui_window_with ("sample.json");
  GtkWindow *pane = GTK_WINDOW (main_window);

  ui_show_page (main_window, "options");
  /* The least value is not shown as 0.0. */
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (in (pane, "time")), 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (in (pane, "time"))), ==, "0.1");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (in (pane, "time")), 2.5);
  g_assert_cmpfloat (g_settings_get_double (tw_settings (), "time"), ==, 2.5);
  /* Invalid text keeps the value and marks the field. */
  static const char *const words[] = { "abc", "", "7x" };
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++) {
    gtk_editable_set_text (GTK_EDITABLE (in (pane, "time")), words[i]);
    gtk_spin_button_update (GTK_SPIN_BUTTON (in (pane, "time")));
    g_assert_cmpfloat (g_settings_get_double (tw_settings (), "time"), ==, 2.5);
    g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (in (pane, "time"))), ==, "2.5");
    g_assert_true (gtk_widget_has_css_class (in (pane, "time"), "error"));
    gtk_test_accessible_assert_state (in (pane, "time"), GTK_ACCESSIBLE_STATE_INVALID,
                                      GTK_ACCESSIBLE_INVALID_TRUE);
  }
  gtk_editable_set_text (GTK_EDITABLE (in (pane, "time")), " 2.5 ");
  gtk_spin_button_update (GTK_SPIN_BUTTON (in (pane, "time")));
  g_assert_false (gtk_widget_has_css_class (in (pane, "time"), "error"));
  gtk_editable_set_text (GTK_EDITABLE (in (pane, "memory")), "abc");
  gtk_spin_button_update (GTK_SPIN_BUTTON (in (pane, "memory")));
  g_assert_cmpint (g_settings_get_int (tw_settings (), "memory"), ==, 4096);
  gtk_editable_set_text (GTK_EDITABLE (in (pane, "threads")), "abc");
  gtk_spin_button_update (GTK_SPIN_BUTTON (in (pane, "threads")));
  g_assert_true (gtk_widget_has_css_class (in (pane, "threads"), "error"));
  g_assert_cmpint (g_settings_get_int (tw_settings (), "threads"), ==, 0);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (in (pane, "threads")), 3);
  g_assert_false (gtk_widget_has_css_class (in (pane, "threads"), "error"));
  g_assert_cmpint (g_settings_get_int (tw_settings (), "threads"), ==, 3);

  ui_set_option ("engine", "heuristic");
  GtkDropDown *engine = GTK_DROP_DOWN (in (pane, "engine"));
  guint n = g_list_model_get_n_items (gtk_drop_down_get_model (engine));
  guint heuristic = gtk_drop_down_get_selected (engine);
  g_assert_cmpuint (n, >=, 4);
  g_assert_cmpuint (heuristic, >, 0);
  for (guint i = 0; i < n; i++) {
    gtk_drop_down_set_selected (engine, i);
    g_autofree char *name = g_settings_get_string (ui_options (), "engine");
    g_assert_true (g_str_equal (name, "heuristic") == (i == heuristic));
    g_assert_true (g_str_equal (name, "auto") == (i == 0));
  }

  ui_set_option ("transforms", "3");
  ui_click (main_window, "reset-options");
  for (const char *const *key = search_keys; *key != NULL; key++) {
    g_autoptr (GVariant) value = g_settings_get_user_value (tw_settings (), *key);
    g_assert_null (value);
  }
  g_autofree char *transforms = g_settings_get_string (ui_options (), "transforms");
  g_assert_cmpstr (transforms, ==, "0,1,2,3,4,5,6,7");
  g_assert_cmpuint (gtk_drop_down_get_selected (engine), ==, 0);
  ui_set_option ("engine", NULL);
  ui_set_option ("transforms", NULL);
}

/* The canvas of a window follows immediately, and so do its exports. */
TEST (look, "/ui/preferences/look")
{
  g_auto (UiWindow) main_window = ui_window_with ("sample.json");
  GtkWindow *window = open_preferences ();
  const TwView *view = tw_canvas_get_view (ui_canvas (main_window));
  TwExportOptions options;

  g_assert_cmpint (view->theme, ==, TW_THEME_LIGHT);
  g_assert_cmpint (view->flags & TW_PAINT_PATTERNS, ==, 0);
  gtk_switch_set_active (GTK_SWITCH (in (window, "patterns")), TRUE);
  g_assert_cmpint (view->flags & TW_PAINT_PATTERNS, !=, 0);
  gtk_switch_set_active (GTK_SWITCH (in (window, "patterns")), FALSE);
  gtk_switch_set_active (GTK_SWITCH (in (window, "labels")), FALSE);
  g_assert_cmpint (view->flags & (TW_PAINT_PATTERNS | TW_PAINT_LABELS), ==, 0);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (in (window, "palette")), 1);
  g_assert_cmpint (view->theme, ==, TW_THEME_GREYS);
  g_assert_cmpint (view->flags & TW_PAINT_PATTERNS, !=, 0);
  tw_settings_get_export_options (&options);
  g_assert_cmpint (options.theme, ==, TW_THEME_GREYS);
  g_assert_cmpint (options.flags & TW_PAINT_PATTERNS, !=, 0);
  g_assert_cmpint (options.flags & TW_PAINT_LABELS, ==, 0);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (in (window, "palette")), 0);
  g_assert_cmpint (view->theme, ==, TW_THEME_LIGHT);
  gtk_window_close (window);
  reset (tw_settings ());
}

static gboolean
animates (void)
{
  gboolean animates;

  g_object_get (gtk_settings_get_default (), "gtk-enable-animations", &animates, NULL);
  return animates;
}

/* A solution is animated, unless animations are off. */
TEST (motion, "/ui/preferences/motion")
{
  g_auto (UiWindow) main_window = ui_window_with ("sample.json");
  TwCanvas *canvas = ui_canvas (main_window);
  GtkWindow *window = open_preferences ();
  GtkSwitch *reduced = GTK_SWITCH (in (window, "reduced-motion"));
  gboolean before = animates ();

  gtk_switch_set_active (reduced, TRUE);
  g_assert_false (animates ());
  g_settings_set_double (tw_settings (), "time", 1);
  ui_run (main_window, "search.start");
  g_assert_true (tw_result_has_solution (ui_result (main_window)));
  g_assert_false (tw_canvas_get_view (canvas)->reveal < 1.0);
  tw_canvas_animate (canvas, FALSE);
  g_assert_false (tw_canvas_get_view (canvas)->reveal < 1.0);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->reveal, ==, 1.0);

  gtk_switch_set_active (reduced, FALSE);
  g_assert_true (animates () == before);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  tw_canvas_animate (canvas, FALSE);
  g_assert_true (tw_canvas_get_view (canvas)->reveal < 1.0);
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->reveal, <, 1.0);
  double share = 0;
  while (tw_canvas_get_view (canvas)->reveal < 1.0) {
    double now = tw_canvas_get_view (canvas)->reveal;
    g_assert_cmpfloat (now, >=, share);
    share = now;
    ui_iterate ();
  }
  g_assert_cmpfloat (tw_canvas_get_view (canvas)->reveal, ==, 1.0);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-enable-animations");
  gtk_window_close (window);
  reset (tw_settings ());
}

TEST (workers, "/ui/preferences/workers")
{
  g_auto (UiWindow) main_window = ui_window ();
  GtkWindow *window = open_preferences ();
  GtkEditable *entry = GTK_EDITABLE (in (window, "worker-entry"));
  GtkWidget *fault = in (window, "worker-fault");
  static const char *const bad[] = { "localhost", "ftp://example.org",
                                     "http://",   "http:/x",
                                     "://",       "http://me:secret@example.org" };

  gtk_stack_set_visible_child_name (GTK_STACK (in (window, "pages")), "general");
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++) {
    gtk_editable_set_text (entry, bad[i]);
    g_signal_emit_by_name (entry, "activate");
    g_assert_true (gtk_widget_get_visible (fault));
    g_assert_cmpstr (gtk_editable_get_text (entry), ==, bad[i]); /* kept for correction */
  }
  gtk_editable_set_text (entry, " http://localhost:1330 ");
  g_assert_false (gtk_widget_get_visible (fault));
  g_signal_emit_by_name (in (window, "worker-add"), "clicked");
  gtk_editable_set_text (entry, "https://solver.example/a");
  g_signal_emit_by_name (entry, "activate");
  gtk_editable_set_text (entry, "http://localhost:1330");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_get_visible (fault)); /* it is listed already */
  {
    g_auto (GStrv) workers = g_settings_get_strv (tw_settings (), "workers");
    g_assert_cmpuint (g_strv_length (workers), ==, 2);
    g_assert_cmpstr (workers[0], ==, "http://localhost:1330");
    g_assert_cmpstr (workers[1], ==, "https://solver.example/a");
  }
  g_signal_emit_by_name (in (window, "worker-remove"), "clicked"); /* the first one */
  {
    g_auto (GStrv) workers = g_settings_get_strv (tw_settings (), "workers");
    g_assert_cmpuint (g_strv_length (workers), ==, 1);
    g_assert_cmpstr (workers[0], ==, "https://solver.example/a");
  }
  /* The token takes effect as it is typed. */
  gtk_editable_set_text (GTK_EDITABLE (in (window, "worker-token")), "a-token-of-services");
  g_assert_cmpstr (tw_worker_token_get (), ==, "a-token-of-services");
  gtk_editable_set_text (GTK_EDITABLE (in (window, "worker-token")), "");
  g_assert_null (tw_worker_token_get ());
  gtk_window_close (window);
  reset (tw_settings ());
}

/* Tab reaches every control of each page, and every control has a name. */
TEST (keyboard, "/ui/preferences/keyboard")
{
  static const char *const pages[] = { "appearance", "general" };
  static const char *const reached[][6] = {
    { "style", "palette", "patterns", "labels", "reduced-motion" },
    { "restore-session", "notify", "worker-entry", "worker-add", "worker-token" },
  };
  g_auto (UiWindow) main_window = ui_window ();
  GtkWindow *window = open_preferences ();

  for (size_t p = 0; p < G_N_ELEMENTS (pages); p++) {
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

    gtk_stack_set_visible_child_name (GTK_STACK (in (window, "pages")), pages[p]);
    gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
    gtk_window_set_focus (window, NULL);
    for (int i = 0; i < 40; i++) {
      gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
      for (GtkWidget *w = gtk_window_get_focus (window); w != NULL; w = gtk_widget_get_parent (w))
        g_hash_table_add (seen, w);
    }
    for (size_t i = 0; i < G_N_ELEMENTS (reached[p]) && reached[p][i] != NULL; i++)
      if (!g_hash_table_contains (seen, in (window, reached[p][i])))
        g_error ("Tab does not reach %s", reached[p][i]);
  }
  gtk_window_close (window);
}

TEST_MAIN (ui_test_init, ui_test_run)
