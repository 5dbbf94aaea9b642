/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the window without a search: all ways of opening, bad files, the display, settings, the
 * pane, and reachability of all actions. */
#include "ui-test.h"

#include <glib/gstdio.h>
#include <signal.h>

#include "app/gallery/gallery.h"
#include "app/window/split.h"
#include "app/pane/controls.h"
#include "puzzle/kind-solve.h"

static void
open_and_wait (TwWindow *window, GFile *file)
{
  ui_open (window, file);
}

/* --- opening ------------------------------------------------------------- */

TEST (open, "/ui/window/open")
{
  TwWindow *window = ui_window ();

  g_assert_cmpuint (tw_session_get_n (tw_window_get_session (window)), ==, 0);
  g_assert_null (ui_puzzle (window));
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "No puzzle");
  ui_close (window);

  window = ui_window_with ("sample.json");
  g_assert_cmpuint (tw_session_get_n (tw_window_get_session (window)), >, 0);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "16 × 12");
  g_assert_cmpstr (ui_find_label (window, "headline"), ==, "Not solved yet");
  TwScene *scene = tw_canvas_get_scene (ui_canvas (window));
  g_assert_cmpint (scene->width, ==, 16);
  g_assert_cmpint (scene->height, ==, 12);
  g_assert_cmpuint (scene->n_regions, ==, 0);
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (ui_canvas (window))));
  ui_close (window);
}

/* Opens files as the command line and the file manager do. */
TEST (application_opens, "/ui/window/application-opens")
{
  GApplication *application = G_APPLICATION (ui_application ());
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) sample = ui_data_file ("sample.json"), other = ui_scratch_file ("added.txt");
  TwSession *session = tw_window_get_session (window);

  g_application_open (application, &sample, 1, "");
  ui_spin_until (ui_puzzle (window) != NULL);
  ui_write_file (other, "..#\n");
  g_application_open (application, &other, 1, "");
  ui_spin_until (tw_session_get_n (session) == 2); /* in the same window */
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "added.txt");
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");

  /* A file that is open is shown again. */
  TwDocument *first = tw_session_get (session, 0);
  ui_open (window, sample);
  g_assert_true (ui_document (window) == first);
  g_assert_cmpuint (tw_session_get_n (session), ==, 2);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");

  /* What has nothing to lose is closed at once. */
  ui_activate (window, "file.close");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "added.txt");
  g_assert_false (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "page")));
  ui_activate (window, "file.close");
  g_assert_null (ui_puzzle (window));
  g_assert_false (ui_is_enabled (window, "file.close"));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "gallery")));
}

TEST (several_files, "/ui/window/several-files")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) sample = ui_data_file ("sample.json");
  g_autoptr (GFile) other = ui_scratch_file ("other.json");
  g_autoptr (GFile) missing = ui_scratch_file ("missing.json");
  GFile *files[] = { sample, missing, other };

  ui_write_file (other, "{\"width\": 3, \"height\": 2, \"puzzle\":"
                        " [[true, true, true], [true, true, false]]}");
  tw_window_open_files (window, files, 3);
  ui_spin_until (!ui_is_busy (window));
  g_assert_nonnull (strstr (ui_message (window), "missing.json"));
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  ui_activate (window, "view.next-puzzle");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "other.json");
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  ui_activate (window, "view.next-puzzle"); /* the last puzzle has no next one */
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  ui_activate (window, "view.previous-puzzle");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
}

/* A pixel at the edge of what is below the header bar. */
static guint32
edge_of (TwWindow *window)
{
  g_autoptr (cairo_surface_t) picture = ui_picture (ui_find (GTK_WIDGET (window), "content"));
  guint32 pixel = *(guint32 *) (gpointer) cairo_image_surface_get_data (picture);

  return pixel;
}

TEST (drop, "/ui/window/drop")
{
  g_auto (UiWindow) window = ui_window ();
  gpointer target = ui_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET);
  g_autoptr (GFile) sample = ui_data_file ("sample.json");
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (&sample, 1));
  /* The window shows that it takes the file. */
  guint32 usual = edge_of (window);
  gtk_widget_set_state_flags (GTK_WIDGET (window), GTK_STATE_FLAG_DROP_ACTIVE, FALSE);
  ui_spin_until (edge_of (window) != usual);
  ui_keep_picture (window, "drop.png");
  gtk_widget_unset_state_flags (GTK_WIDGET (window), GTK_STATE_FLAG_DROP_ACTIVE);
  ui_spin_until (edge_of (window) == usual);

  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  ui_spin_until (ui_puzzle (window) != NULL);
}

/* The newer of two requests wins, whichever file is read first. */
TEST (newer_wish, "/ui/window/newer-wish")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) sample = ui_data_file ("sample.json");
  g_autoptr (GFile) other = ui_scratch_file ("newer.json");

  ui_write_file (other, "{\"width\": 2, \"height\": 1, \"puzzle\": [[true, true]]}");
  for (int i = 0; i < 20; i++)
    tw_window_open_files (window, i % 2 == 0 ? &sample : &other, 1);
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "newer.json");
  /* No stale file arrives later. */
  ui_iterate_times (20);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "newer.json");
}

TEST (bad_files, "/ui/window/bad-files")
{
  static const struct {
    const char *name;
    const char *text; /* NULL: a folder; "": the file does not exist */
    const char *says;
  } files[] = {
    { "missing.json", "", "missing.json" },
    { "folder.json", NULL, "folder.json" },
    { "text.json", "squares", "text.json" },
    { "cut.json", "{\"width\": 3, \"height\": 2, \"puzzle\": [[true, tr", "line 1" },
    { "ragged.json", "{\"width\": 2, \"height\": 2, \"puzzle\": [[true, true], [true]]}",
      "puzzle[1]" },
    { "types.json", "{\"width\": 1, \"height\": 1, \"puzzle\": [[7]]}", "puzzle[0][0]" },
    { "zero.json", "{\"width\": 0, \"height\": 0, \"puzzle\": []}", "width" },
    { "twice.json", "{\"width\": 1, \"width\": 1, \"height\": 1, \"puzzle\": [[true]]}", "width" },
  };
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwPuzzle *before = ui_puzzle (window);

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GFile) file = ui_scratch_file (files[i].name);
    if (files[i].text == NULL)
      g_assert_true (g_file_make_directory (file, NULL, NULL));
    else if (*files[i].text != '\0')
      ui_write_file (file, files[i].text);
    open_and_wait (window, file);
    const char *message = ui_message (window);
    g_assert_nonnull (message);
    if (strstr (message, files[i].name) == NULL || strstr (message, files[i].says) == NULL)
      g_error ("%s: the banner says %s", files[i].name, message);
    /* The open puzzle is kept. */
    g_assert_true (ui_puzzle (window) == before);
    g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  }
  gtk_widget_activate_action (ui_find (GTK_WIDGET (window), "banner-close"), "banner.close", NULL);
  g_assert_null (ui_message (window));

  /* A success hides the message. */
  g_autoptr (GFile) missing = ui_scratch_file ("missing.json");
  g_autoptr (GFile) sample = ui_data_file ("sample.json");
  open_and_wait (window, missing);
  g_assert_nonnull (ui_message (window));
  open_and_wait (window, sample);
  g_assert_null (ui_message (window));
}

/* The newest recent file; NULL: none. */
static char *
first_recent (TwWindow *window)
{
  char *uri = NULL;
  GMenuModel *menu = ui_menu_with (window, "file.open-uri");

  if (menu == NULL
      || !g_menu_model_get_item_attribute (menu, 0, G_MENU_ATTRIBUTE_TARGET, "s", &uri))
    return NULL;
  return uri;
}

static gboolean
first_recent_is (TwWindow *window, const char *uri)
{
  g_autofree char *first = first_recent (window);
  return g_strcmp0 (first, uri) == 0;
}

TEST (recent, "/ui/window/recent")
{
  g_autoptr (GFile) file = ui_scratch_file ("recent_file.json");
  g_autofree char *uri = g_file_get_uri (file);
  TwWindow *window = ui_window ();

  ui_write_file (file, "{\"width\": 1, \"height\": 1, \"puzzle\": [[true]]}");
  open_and_wait (window, file);
  ui_spin_until (first_recent_is (window, uri)); /* the manager notifies asynchronously */
  g_autofree char *label = NULL;
  g_assert_true (g_menu_model_get_item_attribute (ui_menu_with (window, "file.open-uri"), 0,
                                                  G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "recent__file.json");
  ui_close (window);

  /* Other windows list it, too. */
  window = ui_window ();
  g_autofree char *target = first_recent (window);
  g_assert_cmpstr (target, ==, uri);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "file.open-uri", "s", target));
  ui_spin_until (ui_puzzle (window) != NULL);
  ui_close (window);
}

/* Closing does not wait for a file being read; its contents are dropped. */
TEST (close_while_reading, "/ui/window/close-while-reading")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) sample = ui_data_file ("sample.json");

  tw_window_open_files (window, &sample, 1);
}

/* At the end of the desktop session, or on SIGTERM, windows close as if the user had closed
 * them. */
TEST (terminate, "/ui/window/terminate")
{
  TwWindow *first = ui_window_with ("sample.json"), *second = ui_window ();

  g_object_add_weak_pointer (G_OBJECT (first), (gpointer *) &first);
  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *) &second);
  g_settings_set_boolean (tw_settings (), "show-pane", FALSE);
  raise (SIGTERM);
  ui_spin_until (first == NULL && second == NULL);
  g_assert_true (g_settings_get_boolean (tw_settings (), "show-pane")); /* they saved their state */
}

/* --- settings ------------------------------------------------------------ */

static gpointer
spin (TwWindow *window, const char *name)
{
  return ui_find (GTK_WIDGET (window), name);
}

TEST (settings, "/ui/window/settings")
{
  static const char *const numbers[] = { "time", "threads", "memory", "cost-margin",
                                         "size-deviation" };
  TwWindow *window = ui_window_with ("sample.json");
  g_autoptr (GFile) other = ui_board_file (5);
  TwOptions options;

  g_settings_set_string (ui_options (), "engine", "heuristic"); /* it uses all of these options */
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++) {
    const TwOptionInfo *info = tw_options_find (numbers[i]);
    double least, most;
    gtk_spin_button_get_range (spin (window, numbers[i]), &least, &most);
    /* The least value is not shown as 0.0. */
    g_assert_cmpfloat (least, ==, info->least > 0 ? MAX (info->least, 0.1) : info->least);
    g_assert_cmpfloat (most, ==, info->most);
    g_assert_cmpfloat (gtk_spin_button_get_value (spin (window, numbers[i])), ==, info->value);
    g_assert_cmpstr (gtk_widget_get_tooltip_text (spin (window, numbers[i])), ==, info->doc);
  }
  g_assert_cmpstr (gtk_editable_get_text (spin (window, "threads")), ==, "All");

  gtk_spin_button_set_value (spin (window, "time"), 3.5);
  gtk_spin_button_set_value (spin (window, "threads"), 2);
  gtk_spin_button_set_value (spin (window, "cost-margin"), 7);
  gtk_check_button_set_active (spin (window, "transform-3"), FALSE);
  gtk_check_button_set_active (spin (window, "transform-6"), FALSE);
  gtk_check_button_set_active (spin (window, "quick"), FALSE);
  gtk_drop_down_set_selected (spin (window, "engine"), 1);
  const TwEngineInfo *second = &tw_puzzle_get_kind (ui_puzzle (window))->solve->engines[1];
  g_assert_nonnull (second->name);

  /* Time and threads are those of all puzzles; the others belong to this one. */
  ui_open (window, other);
  tw_controls_get_options (ui_child (window, TW_TYPE_CONTROLS), &options);
  g_assert_cmpfloat (options.time, ==, 3.5);
  g_assert_cmpint (options.threads, ==, 2);
  g_assert_cmpint (options.cost_margin, ==, 5);
  g_assert_cmpuint (tw_options_transform_mask (&options), ==, 0xff);
  g_assert_true (options.quick);
  g_assert_cmpstr (options.engine, ==, "auto");
  g_assert_cmpuint (gtk_drop_down_get_selected (spin (window, "engine")), ==, 0);

  /* They return with it, in the next run, too. */
  ui_activate (window, "view.previous-puzzle");
  g_assert_cmpuint (gtk_drop_down_get_selected (spin (window, "engine")), ==, 1);
  gtk_window_close (GTK_WINDOW (window));
  window = ui_restore ();
  tw_controls_get_options (ui_child (window, TW_TYPE_CONTROLS), &options);
  g_assert_cmpint (options.cost_margin, ==, 7);
  g_assert_cmpuint (tw_options_transform_mask (&options), ==, 0xb7);
  g_assert_false (options.quick);
  g_assert_cmpstr (options.engine, ==, second->name);
  g_assert_cmpuint (gtk_drop_down_get_selected (spin (window, "engine")), ==, 1);
  g_assert_false (gtk_check_button_get_active (spin (window, "transform-3")));

  /* At least one transform stays selected. */
  for (int k = 0; k < 8; k++) {
    g_autofree char *name = g_strdup_printf ("transform-%d", k);
    gtk_check_button_set_active (spin (window, name), FALSE);
  }
  tw_controls_get_options (ui_child (window, TW_TYPE_CONTROLS), &options);
  g_assert_cmpuint (tw_options_transform_mask (&options), ==, 0x80);
  g_assert_true (gtk_check_button_get_active (spin (window, "transform-7")));

  g_settings_reset (ui_options (), "transforms");
  g_assert_true (gtk_check_button_get_active (spin (window, "transform-0")));
  g_settings_set_string (ui_options (), "engine", "no such engine");
  tw_controls_get_options (ui_child (window, TW_TYPE_CONTROLS), &options);
  g_assert_cmpuint (gtk_drop_down_get_selected (spin (window, "engine")), ==, 0);
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (i < 3)
      g_settings_reset (tw_settings (), numbers[i]);
  ui_close (window);
}

/* Returns the number of keys that are options. */
static size_t
check_keys (GSettings *settings)
{
  g_autoptr (GSettingsSchema) schema = NULL;
  size_t n_found = 0;

  g_object_get (settings, "settings-schema", &schema, NULL);
  g_auto (GStrv) keys = g_settings_schema_list_keys (schema);
  for (char **key = keys; *key != NULL; key++) {
    const TwOptionInfo *info = tw_options_find (*key);
    if (info == NULL)
      continue;
    n_found++;
    g_autoptr (GSettingsSchemaKey) schema_key = g_settings_schema_get_key (schema, *key);
    for (int which = 0; which < 2 && info->kind == TW_OPTION_INT; which++) {
      int value = (int) (which == 0 ? info->least : info->most);
      if (value == G_MAXINT) /* no value is out of range */
        continue;
      g_autoptr (GVariant) inside = g_variant_ref_sink (g_variant_new_int32 (value));
      g_autoptr (GVariant)
        outside = g_variant_ref_sink (g_variant_new_int32 (which == 0 ? value - 1 : value + 1));
      g_assert_true (g_settings_schema_key_range_check (schema_key, inside));
      g_assert_false (g_settings_schema_key_range_check (schema_key, outside));
    }
  }
  return n_found;
}

/* Every option but count-only, which is a button, is a key of the general settings or of those of a
 * puzzle, with the default and the range of the table. */
TEST (schema, "/ui/window/schema")
{
  g_autoptr (GSettings) own = tw_settings_new_for_puzzle ();
  TwOptions defaults, options;
  size_t n_options;

  tw_options_table (&n_options);
  g_assert_cmpuint (check_keys (tw_settings ()) + check_keys (own), ==, n_options - 1);
  tw_options_init (&defaults);
  tw_settings_get_options (own, &options);
  g_assert_cmpmem (&options, sizeof options, &defaults, sizeof defaults);
}

TEST (window_state, "/ui/window/state")
{
  TwWindow *window = ui_window ();

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 640);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ui_activate (window, "view.show-pane");
  g_assert_false (ui_is_on (window, "view.show-pane"));
  ui_close (window);
  g_assert_cmpint (g_settings_get_int (tw_settings (), "window-width"), ==, 900);
  g_assert_cmpint (g_settings_get_int (tw_settings (), "window-height"), ==, 640);
  g_assert_false (g_settings_get_boolean (tw_settings (), "show-pane"));

  window = ui_window ();
  int width, height;
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 900);
  g_assert_cmpint (height, ==, 640);
  g_assert_false (ui_is_on (window, "view.show-pane"));
  ui_activate (window, "view.show-pane");
  ui_close (window);
  g_assert_true (g_settings_get_boolean (tw_settings (), "show-pane"));
  g_settings_reset (tw_settings (), "window-width");
  g_settings_reset (tw_settings (), "window-height");
}

TEST (narrow, "/ui/window/narrow")
{
  int least;

  g_settings_set_int (tw_settings (), "window-width", 360);
  TwWindow *window = ui_window_with ("sample.json");
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                      NULL);
  g_assert_cmpint (least, <=, 360);
  ui_spin_until (tw_split_get_collapsed (ui_child (window, TW_TYPE_SPLIT))
                 && !ui_is_on (window, "view.show-pane"));
  /* The text that the title would show. */
  g_assert_cmpstr (ui_find_label (window, "hint"), ==, "16 × 12");
  ui_activate (window, "view.show-pane");
  ui_show_page (window, "options");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "engine")));
  g_assert_true (gtk_widget_grab_focus (ui_find (GTK_WIDGET (window), "engine")));
  ui_activate (window, "view.show-pane");
  ui_spin_until (gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (ui_canvas (window)));
  ui_close (window);
  /* The window hides the pane for lack of space; the stored preference does not change. */
  g_assert_true (g_settings_get_boolean (tw_settings (), "show-pane"));
  g_settings_reset (tw_settings (), "window-width");
}

static void
see_heading (GtkWidget *widget, gpointer n)
{
  const PangoFontDescription *font = pango_context_get_font_description (
    gtk_widget_get_pango_context (widget));

  if (!gtk_widget_has_css_class (widget, "heading")
      && !gtk_widget_has_css_class (widget, "title-2"))
    return;
  g_assert_cmpint (pango_font_description_get_size (font), >=, 20 * PANGO_SCALE);
  ++*(int *) n;
}

/* A window of 640 pixels stays that wide with large text; headings are large, too. */
TEST (large_text, "/ui/window/large-text")
{
  int n = 0, least;

  (void) ui_application (); /* opens the display */
  g_settings_set_int (tw_settings (), "window-width", 640);
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Sans 20", NULL);
  TwWindow *window = ui_window_with ("sample.json");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 640);
  ui_walk (GTK_WIDGET (window), see_heading, &n);
  g_assert_cmpint (n, >, 3);
  GtkWidget *gallery = ui_find (GTK_WIDGET (window), "gallery");
  tw_gallery_set_narrow (TW_GALLERY (gallery), FALSE);
  gtk_widget_measure (gallery, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 640);
  ui_close (window);
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-font-name");
  g_settings_reset (tw_settings (), "window-width");
}

/* Makes a shown window narrow and wide twice: the button shows an icon while the window is narrow,
 * and keeps its spoken name. */
static void
narrow_twice (TwWindow *window, const char *button_name, const char *spoken_name)
{
  GtkWidget *button = ui_find (GTK_WIDGET (window), button_name);

  ui_spin_until (gtk_widget_get_mapped (button));
  for (int i = 0; i < 2; i++) {
    gtk_window_set_default_size (GTK_WINDOW (window), 360, 640);
    ui_spin_until (gtk_button_get_icon_name (GTK_BUTTON (button)) != NULL);
    g_autofree char *difference = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken_name);
    g_assert_cmpstr (difference, ==, NULL);
    gtk_window_set_default_size (GTK_WINDOW (window), 1100, 640);
    ui_spin_until (gtk_button_get_label (GTK_BUTTON (button)) != NULL);
    gtk_test_widget_wait_for_draw (GTK_WIDGET (window)); /* in the style of a wide one */
  }
}

TEST (narrowing, "/ui/window/narrowing")
{
  TwWindow *window = ui_window_with_text ("narrowing.json", ui_pieces_text);

  ui_activate (window, "edit.mode");
  narrow_twice (window, "edit-draw", "Draw");
  narrow_twice (window, "edit-erase", "Erase");
  ui_activate (window, "edit.mode");
  ui_activate (window, "view.start-page");
  narrow_twice (window, "back", "Back to the Puzzle");
  ui_close (window);
  g_settings_reset (tw_settings (), "window-width");
  g_settings_reset (tw_settings (), "window-height");
}

TEST (color_scheme, "/ui/window/color-scheme")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  const TwView *view = tw_canvas_get_view (ui_canvas (window));

  g_assert_cmpint (view->theme, ==, TW_THEME_LIGHT);
  g_action_group_activate_action (G_ACTION_GROUP (ui_application ()), "color-scheme",
                                  g_variant_new_string ("dark"));
  ui_spin_until (view->theme == TW_THEME_DARK);
  g_settings_set_string (tw_settings (), "color-scheme", "light");
  ui_spin_until (view->theme == TW_THEME_LIGHT);
  g_settings_reset (tw_settings (), "color-scheme");
}

/* --- everything can be reached ------------------------------------------- */

static void
collect_menu (GMenuModel *menu, GHashTable *actions)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autofree char *action = NULL;
    if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
      g_hash_table_add (actions, g_steal_pointer (&action));
    static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
    for (size_t k = 0; k < G_N_ELEMENTS (links); k++) {
      g_autoptr (GMenuModel) inner = g_menu_model_get_item_link (menu, i, links[k]);
      if (inner != NULL)
        collect_menu (inner, actions);
    }
  }
}

static void
collect_widgets (GtkWidget *widget, GHashTable *actions)
{
  if (GTK_IS_ACTIONABLE (widget)) {
    const char *action = gtk_actionable_get_action_name (GTK_ACTIONABLE (widget));
    if (action != NULL)
      g_hash_table_add (actions, g_strdup (action));
  }
  if (GTK_IS_MENU_BUTTON (widget)
      && gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)) != NULL)
    collect_menu (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget)), actions);
  if (GTK_IS_POPOVER_MENU (widget) && !GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget)))
    collect_menu (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (widget)), actions);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_widgets (child, actions);
}

/* Every action of the window and the application has a button or a menu item. */
TEST (actions_are_reachable, "/ui/window/actions-are-reachable")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GHashTable) reachable = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  static const char *const groups[] = { "file", "search", "edit", "piece", "view" };
  guint n = 0;

  collect_widgets (GTK_WIDGET (window), reachable);
  /* Only one of the two solve buttons is visible at a time. */
  g_assert_true (g_hash_table_contains (reachable, "search.start"));
  g_hash_table_add (reachable, g_strdup ("search.stop"));
  /* In the message of a search that found nothing better. */
  g_hash_table_add (reachable, g_strdup ("search.show-newest"));
  /* The two buttons of the comparison do it. */
  g_hash_table_add (reachable, g_strdup ("view.compare-other"));
  for (gsize i = 0; i < G_N_ELEMENTS (groups); i++) {
    GActionGroup *group = tw_actions_get (window, groups[i]);
    g_auto (GStrv) names = g_action_group_list_actions (group);

    for (char **p = names; *p != NULL; p++) {
      g_autofree char *full = g_strconcat (groups[i], ".", *p, NULL);

      if (g_action_group_get_action_parameter_type (group, *p) != NULL)
        continue;
      n++;
      if (!g_hash_table_contains (reachable, full))
        g_error ("%s has neither a widget nor a menu item", full);
    }
  }
  g_assert_cmpuint (n, >=, 10);

  g_auto (GStrv) names = g_action_group_list_actions (G_ACTION_GROUP (ui_application ()));
  for (char **p = names; *p != NULL; p++) {
    /* The application action is for the desktop's menu; the window has its own. */
    g_autofree char *full = g_str_equal (*p, "new-puzzle") ? g_strdup ("file.new")
                                                           : g_strconcat ("app.", *p, NULL);
    if (g_action_group_get_action_parameter_type (G_ACTION_GROUP (ui_application ()), *p) == NULL
        && !g_hash_table_contains (reachable, full))
      g_error ("%s has no menu item", full);
  }
}

/* Every widget that takes the focus has an accessible name. */
static void
check_names (GtkWidget *widget, guint *n)
{
  GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget));
  gboolean mine = !g_str_has_prefix (gtk_widget_get_name (widget), "Gtk");

  if ((gtk_widget_get_focusable (widget) || GTK_IS_SPIN_BUTTON (widget)) && mine) {
    gboolean labelled = gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget),
                                                          GTK_ACCESSIBLE_PROPERTY_LABEL)
                        || gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                                             GTK_ACCESSIBLE_RELATION_LABELLED_BY)
                        || (GTK_IS_BUTTON (widget)
                            && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
                        || (GTK_IS_CHECK_BUTTON (widget)
                            && gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)) != NULL);
    if (!labelled)
      g_error ("%s (role %d) has no accessible label", gtk_widget_get_name (widget), role);
    (*n)++;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_names (child, n);
}

TEST (accessible_names, "/ui/window/accessible-names")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  guint n = 0;

  check_names (GTK_WIDGET (window), &n);
  g_assert_cmpuint (n, >=, 25);
}

/* An exact cover has no board: its items and options are counted instead. */
TEST (without_board, "/ui/window/without-board")
{
  g_auto (UiWindow) window = ui_window_with_text ("cover.dlx", "a b c\na b\nc\nb c\n");

  g_assert_null (tw_canvas_get_scene (ui_canvas (window)));
  g_assert_cmpstr (ui_find_label (window, "subtitle"), ==, "Exact cover");
  g_assert_nonnull (strstr (ui_find_label (window, "detail"), "Primary items: 3\n"));
  ui_run (window, "search.start");
  g_assert_cmpint (ui_result (window)->status, ==, TW_STATUS_OPTIMAL);
  g_assert_null (tw_canvas_get_scene (ui_canvas (window)));
  ui_keep_picture (window, "cover");
}

TEST_MAIN (ui_test_init, ui_test_run)
