/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the window in another language, selected by TW_LOCALE_DIR, LANGUAGE and LC_ALL: texts come
 * from the catalogue and numbers follow the locale, but files do not. */
#include "ui-test.h"

#include <json-glib/json-glib.h>
#include <locale.h>

#include "app/pane/controls.h"
#include "app/window/split.h"
#include "puzzle/i18n.h"
#include "puzzle/result.h"

TEST (words, "/ui/language/words")
{
  g_auto (UiWindow) window = ui_window ();
  const char *label = gtk_button_get_label (GTK_BUTTON (ui_find (GTK_WIDGET (window), "solve")));

  /* Checks a text in the code and one in a template. */
  g_assert_cmpstr (_ ("No puzzle"), !=, "No puzzle");
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, _ ("No puzzle"));
  g_assert_cmpstr (_ ("_Solve"), !=, "_Solve");
  g_assert_cmpstr (label, ==, _ ("_Solve"));
}

/* The screen shows a decimal comma; every file has a point. */
TEST (numbers, "/ui/language/numbers")
{
  if (g_str_equal (localeconv ()->decimal_point, ".")) {
    g_test_skip ("the locale could not be made");
    return;
  }
  g_auto (UiWindow) window = ui_window_with ("sample.json");

  ui_use_engine ("greedy", 2.5);
  ui_run (window, "search.start");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (ui_find (GTK_WIDGET (window), "time"))), ==,
                   "2,5");

  g_autoptr (GFile) file = ui_scratch_file ("solution.json");
  ui_run_uri (window, "file.save-solution-to", file);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_assert_true (json_parser_load_from_file (parser, path, NULL));
  g_autoptr (TwResult)
    saved = tw_result_from_json (ui_puzzle (window), json_parser_get_root (parser), NULL);
  g_assert_nonnull (saved);
  g_assert_cmpuint (tw_result_tiling (saved)->count, ==,
                    tw_result_tiling (ui_result (window))->count);

  g_autoptr (GFile) picture = ui_scratch_file ("picture.svg");
  g_autofree char *svg = NULL;
  ui_run_uri (window, "file.export-picture-to", picture);
  g_assert_true (g_file_load_contents (picture, NULL, &svg, NULL, NULL, NULL));
  g_assert_false (g_regex_match_simple ("[0-9],[0-9]", svg, 0, 0));
}

/* The name of the innermost widget whose minimum width exceeds `width`; NULL: none. */
static const char *
too_wide (GtkWidget *root, int width)
{
  const char *name = NULL;
  int least;

  if (!gtk_widget_get_visible (root))
    return NULL;
  gtk_widget_measure (root, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (least <= width)
    return NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && name == NULL;
       child = gtk_widget_get_next_sibling (child))
    name = too_wide (child, width);
  g_test_message ("%s (%s): %d", gtk_widget_get_name (root), G_OBJECT_TYPE_NAME (root), least);
  return name != NULL ? name : gtk_widget_get_name (root);
}

/* Newer GTK warns when a window is lower than its minimum height for unspecified width. A wrapped
 * label in a GtkGrid triggers this, because that height assumes the minimum width. */
static void
assert_heights (GtkWidget *window)
{
  int least, narrowest, widest;

  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, &widest, NULL, NULL);
  for (int width = narrowest; width <= widest; width++) {
    int needed;

    gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, width, &needed, NULL, NULL, NULL);
    g_assert_cmpint (least, <=, needed);
  }
}

static void
show_pane (TwWindow *window)
{
  tw_split_set_show_pane (ui_child (window, TW_TYPE_SPLIT), TRUE);
  ui_show_page (window, "options");
  ui_spin_until (gtk_widget_get_mapped (ui_child (window, TW_TYPE_CONTROLS)));
}

/* Opens a window with the action and checks it. */
static void
try_dialog (TwWindow *window, const char *action)
{
  GListModel *all = gtk_window_get_toplevels ();
  guint n = g_list_model_get_n_items (all);

  if (g_str_has_prefix (action, "app."))
    g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), action + 4, NULL);
  else
    ui_activate (window, action);
  ui_spin_until (g_list_model_get_n_items (all) > n);
  for (guint i = g_list_model_get_n_items (all); i-- > 0;) {
    g_autoptr (GtkWidget) one = g_list_model_get_item (all, i);

    if (TW_IS_WINDOW (one) || !gtk_widget_get_visible (one))
      continue;
    g_test_message ("%s", action);
    ui_spin_until (gtk_widget_get_mapped (one));
    g_assert_cmpstr (too_wide (one, 370), ==, NULL); /* including its frame */
    assert_heights (one);
    gtk_window_destroy (GTK_WINDOW (one));
  }
}

static const char *const dialogs[] = {
  "file.new",    "edit.resize-board",   "edit.generate-board", "edit.edit-pieces",
  "app.resolve", "file.export-picture", "app.preferences",
};

/* NULL: restores the language of the start. */
static void
use_language (const char *language)
{
  if (language != NULL)
    g_setenv ("LANGUAGE", language, TRUE);
  setlocale (LC_ALL, ""); /* makes gettext reload its catalogues */
}

static const char *const languages[] = { "ar", "bg", "de", "en", "es", "fr", "ja", "uk" };

/* Windows 360 pixels wide have room for the texts of every language. */
TEST (narrow, "/ui/language/narrow")
{
  g_autofree char *before = g_strdup (g_getenv ("LANGUAGE"));

  g_settings_set_int (tw_settings (), "window-width", 360);

  for (gsize i = 0; i < G_N_ELEMENTS (languages); i++) {
    use_language (languages[i]);
    g_test_message ("%s", languages[i]);
    g_auto (UiWindow) window = ui_window_with_text ("narrow.json", ui_pieces_text);

    ui_run (window, "search.start");
    g_assert_cmpstr (too_wide (GTK_WIDGET (window), 360), ==, NULL);
    ui_activate (window, "edit.mode");
    g_assert_cmpstr (too_wide (GTK_WIDGET (window), 360), ==, NULL);
    show_pane (window);
    g_assert_cmpstr (too_wide (GTK_WIDGET (window), 360), ==, NULL);
    for (gsize k = 0; k < G_N_ELEMENTS (dialogs); k++)
      try_dialog (window, dialogs[k]);
    ui_activate (window, "app.online");
    ui_spin_until (gtk_widget_get_mapped (tw_window_get_panel (window)));
    g_assert_cmpstr (too_wide (GTK_WIDGET (window), 360), ==, NULL);
    assert_heights (tw_window_get_panel (window));
  }
  use_language (before);
}

int
main (int argc, char **argv)
{
  tw_i18n_init ();
  ui_test_init (&argc, &argv);
  test_add_cases ();
  return ui_test_run ();
}
