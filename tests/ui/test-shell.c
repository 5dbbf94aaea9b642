/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the parts of a window that do not depend on the puzzle: accelerators and their list,
 * mnemonics, printing, full screen, the list of tiles, announcements and notifications. */
#include "ui-test.h"

#include "app/dialogs/new-dialog.h"
#include "app/preferences/preferences.h"
#include "app/pane/tiles.h"
#include "app/window/window-private.h"

/* --- keys -------------------------------------------------------------------- */

static void
see_shortcut (GtkWidget *widget, gpointer data)
{
  g_autofree char *action = NULL;

  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return;
  g_object_get (widget, "action-name", &action, NULL);
  if (action != NULL)
    g_hash_table_add (data, g_steal_pointer (&action));
}

/* Every action with an accelerator is in the shortcuts window, under a title from the application,
 * and no accelerator is used twice. */
TEST (keys_are_listed, "/ui/shell/keys-are-listed")
{
  g_auto (UiWindow) window = ui_window ();
  GtkApplication *application = GTK_APPLICATION (ui_application ());
  GtkShortcutsWindow *overlay;
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) actions = gtk_application_list_action_descriptions (application);
  GHashTableIter iter;
  gpointer action;

  ui_activate (window, "win.show-help-overlay"); /* it is made now */
  overlay = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));
  ui_walk (GTK_WIDGET (overlay), see_shortcut, listed);
  g_assert_cmpuint (g_strv_length (actions), >=, 25);
  for (char **p = actions; *p != NULL; p++) {
    g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, *p);

    if (accels[0] != NULL && !g_hash_table_contains (listed, *p))
      g_error ("%s has the key %s, which is not listed", *p, accels[0]);
    for (char **accel = accels; *accel != NULL; accel++) {
      const char *other = g_hash_table_lookup (keys, *accel);
      if (other != NULL)
        g_error ("%s does both %s and %s", *accel, other, *p);
      g_hash_table_insert (keys, g_strdup (*accel), g_strdup (*p));
    }
  }
  g_hash_table_iter_init (&iter, listed);
  while (g_hash_table_iter_next (&iter, &action, NULL)) {
    g_auto (GStrv) accels = gtk_application_get_accels_for_action (application, action);
    if (accels[0] == NULL && !g_str_equal (action, "win.show-help-overlay"))
      g_error ("%s is listed and has no key", (char *) action);
  }
}

static void
see_mnemonic (GtkWidget *widget, gpointer data)
{
  GHashTable *letters = data;

  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_child_visible (widget))
    return;
  for (GtkWidget *w = widget; w != NULL; w = gtk_widget_get_parent (w))
    if (!gtk_widget_get_visible (w))
      return;
  guint key = gtk_label_get_mnemonic_keyval (GTK_LABEL (widget));
  if (key == GDK_KEY_VoidSymbol || !gtk_widget_get_mapped (widget))
    return;
  const char *text = gtk_label_get_label (GTK_LABEL (widget));
  key = gdk_keyval_to_lower (key);
  const char *other = g_hash_table_lookup (letters, GUINT_TO_POINTER (key));
  if (other != NULL)
    g_error ("Alt+%s is both “%s” and “%s”", gdk_keyval_name (key), other, text);
  g_hash_table_insert (letters, GUINT_TO_POINTER (key), g_strdup (text));
}

static guint
check_mnemonics (GtkWidget *window)
{
  g_autoptr (GHashTable) letters = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  gtk_test_widget_wait_for_draw (window);
  ui_walk (window, see_mnemonic, letters);
  return g_hash_table_size (letters);
}

static void
check_menu (GMenuModel *menu, GHashTable *letters)
{
  static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autofree char *label = NULL;
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, links[0]);
    g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, links[1]);

    if (section != NULL)
      check_menu (section, letters);
    if (submenu != NULL) {
      g_autoptr (GHashTable) own = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      check_menu (submenu, own);
    }
    if (!g_menu_model_get_item_attribute (menu, i, "label", "s", &label))
      continue;
    const char *mark = strchr (label, '_');
    if (mark == NULL)
      continue;
    guint key = (guint) g_ascii_tolower (mark[1]);
    const char *other = g_hash_table_lookup (letters, GUINT_TO_POINTER (key));
    if (other != NULL)
      g_error ("%c is both “%s” and “%s” in the menu", (char) key, other, label);
    g_hash_table_insert (letters, GUINT_TO_POINTER (key), g_strdup (label));
  }
}

static void
see_menu (GtkWidget *widget, gpointer data)
{
  if (!GTK_IS_MENU_BUTTON (widget))
    return;
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget));
  if (menu != NULL) {
    g_autoptr (GHashTable) letters = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    check_menu (menu, letters);
    *(guint *) data += g_hash_table_size (letters);
  }
}

/* No mnemonic is used twice in a window, for any kind of puzzle. */
TEST (mnemonics, "/ui/shell/mnemonics")
{
  static const char *const pieces = "AAAA\nAAAA\n\nAAA AAAAA\n";
  static const char *const pages[] = { "appearance", "general" };
  g_autoptr (GFile) file = ui_scratch_file ("pieces.txt");
  guint n = 0;

  g_auto (UiWindow) window = ui_window_with ("sample.json");
  ui_show_page (window, "options");
  g_assert_cmpuint (check_mnemonics (GTK_WIDGET (window)), >=, 6);
  ui_walk (GTK_WIDGET (window), see_menu, &n);
  g_assert_cmpuint (n, >=, 15);

  ui_write_file (file, pieces);
  ui_open (window, file);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  ui_show_page (window, "options");
  g_assert_cmpuint (check_mnemonics (GTK_WIDGET (window)), >=, 8);
  ui_show_page (window, "pieces");
  g_assert_cmpuint (check_mnemonics (GTK_WIDGET (window)), >=, 6);
  ui_activate (window, "edit.mode");
  check_mnemonics (GTK_WIDGET (window));
  ui_show_page (window, "options");
  g_assert_cmpuint (check_mnemonics (GTK_WIDGET (window)), >=, 10);

  GtkWidget *preferences = GTK_WIDGET (tw_preferences_new (GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (preferences));
  for (size_t i = 0; i < G_N_ELEMENTS (pages); i++) {
    gtk_stack_set_visible_child_name (GTK_STACK (ui_find (preferences, "pages")), pages[i]);
    g_assert_cmpuint (check_mnemonics (preferences), >=, 3);
  }
  gtk_window_destroy (GTK_WINDOW (preferences));

  GtkWidget *dialog = GTK_WIDGET (tw_new_dialog_new (GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (dialog));
  g_autoptr (GtkSelectionModel) kinds = gtk_stack_get_pages (GTK_STACK (ui_find (dialog, "pages")));
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (kinds)); i++) {
    gtk_selection_model_select_item (kinds, i, TRUE);
    g_assert_cmpuint (check_mnemonics (dialog), >=, 3);
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Tab visits the whole window, with each page of the side pane, and returns to the start. From a pane
 * that is hidden, the focus goes to the board. */
TEST (tab, "/ui/shell/tab")
{
  static const char *const reached[][6] = {
    { "canvas", "tiles-expander", "pane-pages", "solve", "menu" },
    { "canvas", "advanced", "engine", "time", "solve", "menu" },
  };
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  ui_run (window, "search.start");
  for (size_t page = 0; page < G_N_ELEMENTS (reached); page++) {
    g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

    ui_show_page (window, page == 0 ? "result" : "options");
    /* Tab order depends on positions. */
    ui_spin_until (gtk_widget_get_height (ui_find (GTK_WIDGET (window), reached[page][1])) > 0);
    gtk_test_widget_wait_for_draw (GTK_WIDGET (window)); /* all has its position */
    for (int i = 0; i < 80; i++) {
      gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
      for (GtkWidget *w = gtk_window_get_focus (GTK_WINDOW (window)); w != NULL;
           w = gtk_widget_get_parent (w))
        g_hash_table_add (seen, w);
      g_test_message ("%d: %s", i,
                      gtk_widget_get_name (gtk_window_get_focus (GTK_WINDOW (window))));
    }
    for (size_t i = 0; i < G_N_ELEMENTS (reached[page]) && reached[page][i] != NULL; i++)
      if (!g_hash_table_contains (seen, ui_find (GTK_WIDGET (window), reached[page][i])))
        g_error ("Tab does not reach %s", reached[page][i]);
  }
  gtk_widget_grab_focus (ui_find (GTK_WIDGET (window), "advanced"));
  ui_activate (window, "view.show-pane");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (ui_canvas (window)));
  ui_activate (window, "view.show-pane");
}

/* --- print --------------------------------------------------------------------- */

TEST (print, "/ui/shell/print")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GFile) file = ui_scratch_file ("page.pdf");
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *text = NULL;
  gsize length;

  ui_activate_uri (window, "file.print-to", file);
  ui_spin_until (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_str_has_prefix (text, "%PDF"));
  g_assert_cmpuint (length, >, 2000); /* paths, not an empty page */
  g_assert_null (g_strstr_len (text, (gssize) length, "/Subtype /Image"));
}

/* --- full screen ----------------------------------------------------------------- */

/* Without a window manager a window does not change its size. The test checks that full screen can
 * be requested, and that leaving it is disabled until then. */
TEST (fullscreen, "/ui/shell/fullscreen")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *leave = ui_find (GTK_WIDGET (window), "leave-fullscreen");

  g_assert_true (ui_is_enabled (window, "view.fullscreen"));
  g_assert_cmpint (ui_is_on (window, "view.fullscreen"), ==,
                   gtk_window_is_fullscreen (GTK_WINDOW (window)));
  g_assert_false (gtk_widget_get_visible (leave));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (leave)), ==, "view.fullscreen");
  ui_activate (window, "view.fullscreen");
}

/* --- tiles, announcements, notifications -------------------------------------------- */

TEST (tiles, "/ui/shell/tiles")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *expander = ui_find (GTK_WIDGET (window), "tiles-expander");
  GtkWidget *tiles = gtk_widget_get_ancestor (expander, TW_TYPE_TILES);
  const TwView *view = tw_canvas_get_view (ui_canvas (window));

  /* The result of an earlier search may be there already. */
  g_assert_true (gtk_widget_get_visible (tiles)
                 == (tw_canvas_get_scene (ui_canvas (window))->n_regions > 0));
  ui_run (window, "search.start");
  g_assert_true (gtk_widget_get_visible (tiles));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  GtkListView *list = GTK_LIST_VIEW (ui_find (tiles, "tiles"));
  GtkSelectionModel *model = gtk_list_view_get_model (list);
  TwResult *result = ui_result (window);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==,
                    tw_result_tiling (result)->count);

  g_assert_cmpint (view->selected, ==, TW_SCENE_NO_REGION);
  gtk_selection_model_select_item (model, 2, TRUE);
  g_assert_cmpint (view->selected, ==, 2);
  {
    g_autoptr (GtkStringObject) row = g_list_model_get_item (G_LIST_MODEL (model), 2);
    TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
    g_autofree char *text = tw_scene_describe_region (scene, 2);
    g_assert_cmpstr (gtk_string_object_get_string (row), ==, text);
  }
}

/* Screen readers announce the result: the label of the status contains all of it. */
TEST (announce, "/ui/shell/announce")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *headline = ui_find (GTK_WIDGET (window), "headline");

  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (headline)), ==,
                   GTK_ACCESSIBLE_ROLE_STATUS);
  g_autofree char *before = g_strdup_printf ("%s. %s", ui_find_label (window, "headline"),
                                             ui_find_label (window, "detail"));
  gtk_test_accessible_assert_property (headline, GTK_ACCESSIBLE_PROPERTY_LABEL, before);
  ui_run (window, "search.start");
  g_autofree char *after = g_strdup_printf ("%s. %s", ui_find_label (window, "headline"),
                                            ui_find_label (window, "detail"));
  g_assert_cmpstr (before, !=, after);
  gtk_test_accessible_assert_property (headline, GTK_ACCESSIBLE_PROPERTY_LABEL, after);
}

/* A notification is sent after a long search when the window is not active. */
TEST (notify, "/ui/shell/notify")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (TwResult) result = tw_result_new (ui_puzzle (window));
  gboolean active = gtk_window_is_active (GTK_WINDOW (window));

  result->status = TW_STATUS_OPTIMAL;
  result->seconds = 60;
  g_assert_true (tw_window_wants_notification (window, result) == !active);
  result->seconds = 0.5;
  g_assert_false (tw_window_wants_notification (window, result));
  result->seconds = 60;
  result->status = TW_STATUS_CANCELLED;
  g_assert_false (tw_window_wants_notification (window, result));
  result->status = TW_STATUS_TIMEOUT;
  g_settings_set_boolean (tw_settings (), "notify", FALSE);
  g_assert_false (tw_window_wants_notification (window, result));
  g_settings_reset (tw_settings (), "notify");
}

TEST_MAIN (ui_test_init, ui_test_run)
