/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the menus of the window, the context menu of the board, and the way to the start page and
 * back. */
#include "ui-test.h"

/* The entries of the menu itself, without those of submenus. */
static int
count_entries (GMenuModel *menu)
{
  int n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

    n += section != NULL ? count_entries (section) : 1;
  }
  return n;
}

static void
popup_button (GtkWidget *button)
{
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  ui_spin_until (
    gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))));
}

/* Each menu has at most twelve entries and fits a screen of 768 pixels below the header bar. */
TEST (sizes, "/ui/menus/sizes")
{
  static const char *const names[] = { "menu", "save-menu", "open-menu" };
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++) {
    GtkWidget *button = ui_find (GTK_WIDGET (window), names[i]);
    GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));
    int height;

    if (i < 2)
      g_assert_cmpint (count_entries (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button))),
                       <=, 12);
    popup_button (button);
    gtk_widget_measure (popover, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
    g_assert_cmpint (height, >, 50);
    g_assert_cmpint (height, <, 700);
    gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  }
}

/* A secondary click opens the menu of the board, except on cells in the edit mode. */
TEST (board_menu, "/ui/menus/board")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  GtkWidget *canvas = GTK_WIDGET (ui_canvas (window));
  GtkWidget *popover = ui_find (GTK_WIDGET (window), "board-menu");
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (canvas);
  guint n = 0;

  g_assert_false (gtk_widget_get_mapped (popover));
  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

    if (!GTK_IS_GESTURE_CLICK (one)
        || gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (one)) != GDK_BUTTON_SECONDARY)
      continue;
    g_signal_emit_by_name (one, "pressed", 1, 40.0, 30.0);
    n++;
  }
  g_assert_cmpuint (n, ==, 1);
  ui_spin_until (gtk_widget_get_mapped (popover));
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_spin_until (!gtk_widget_get_mapped (popover));

  GtkShortcutController *keys = ui_controller (canvas, GTK_TYPE_SHORTCUT_CONTROLLER);
  g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (keys), 0);
  g_autofree char *trigger = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));

  g_assert_cmpstr (trigger, ==, "Menu|<Shift>F10");
  g_assert_true (
    gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, canvas, NULL));
  ui_spin_until (gtk_widget_get_mapped (popover));

  /* The keys are for the board again when it closes. */
  gtk_widget_child_focus (popover, GTK_DIR_TAB_FORWARD);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) != canvas);
  gtk_popover_popdown (GTK_POPOVER (popover));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == canvas);
}

/* The start page hides the puzzle; nothing is lost, and a search continues. */
TEST (start_page, "/ui/menus/start-page")
{
  g_auto (UiWindow) window = ui_window ();
  GtkWidget *gallery = ui_find (GTK_WIDGET (window), "gallery");
  GtkWidget *canvas = ui_find (GTK_WIDGET (window), "canvas");
  GtkWidget *back = ui_find (GTK_WIDGET (window), "back");
  g_autoptr (GFile) file = ui_data_file ("sample.json");

  g_assert_false (gtk_widget_get_mapped (back));
  ui_activate (window, "view.start-page"); /* it is shown already */
  g_assert_true (gtk_widget_get_mapped (gallery));

  ui_open (window, file);
  ui_activate (window, "search.start");
  ui_activate (window, "view.start-page");
  ui_spin_until (gtk_widget_get_mapped (gallery));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "Tilewright");
  g_assert_true (gtk_widget_get_mapped (back));
  g_assert_false (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "solve")));
  ui_spin_until (!ui_is_busy (window));
  TwResult *result = ui_result (window);
  g_assert_nonnull (result);
  g_assert_true (gtk_widget_get_mapped (gallery));

  ui_click (window, "back");
  ui_spin_until (gtk_widget_get_mapped (canvas));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  g_assert_true (ui_result (window) == result);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_regions, ==,
                    tw_result_tiling (result)->count);

  /* A message about the puzzle does not stay over the start page. */
  g_autoptr (GFile) missing = ui_scratch_file ("missing.json");
  tw_window_open_files (window, &missing, 1);
  ui_spin_until (ui_message (window) != NULL);
  ui_activate (window, "view.start-page");
  g_assert_null (ui_message (window));
  ui_click (window, "back");

  /* Another puzzle leaves the start page, and the solved one stays in the window. */
  ui_activate (window, "view.start-page");
  g_autoptr (GFile) other = ui_board_file (5);
  ui_open (window, other);
  ui_spin_until (gtk_widget_get_mapped (canvas));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  ui_activate (window, "view.previous-puzzle");
  g_assert_true (ui_result (window) == result);
}

TEST_MAIN (ui_test_init, ui_test_run)
