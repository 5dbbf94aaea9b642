/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ui-test.c - see ui-test.h. */
#include "ui-test.h"

#include "app/dialogs/ask-dialog.h"
#include "app/pane/plot.h"
#include "app/window/window-private.h"
#include "puzzle/grid-text.h"

static TwApplication *application;
static char *scratch;

/* Warnings of GTK about itself: on X11 without a compositor, GTK 4.24 warns once about its own frame
 * counter when a popover or a tooltip is shown; the path bar of its file dialog may be painted before
 * the folder has been read. */
static gboolean
is_harmless (const char *message)
{
  return g_str_has_prefix (message, "gdk_frame_timings_submitted()")
         || (g_str_has_prefix (message, "Trying to snapshot GtkButton")
             && ui_find_dialog (GTK_TYPE_FILE_CHOOSER) != NULL);
}

#if GTK_CHECK_VERSION(4, 14, 0)
/* Takes the place of GTK's function, which ends the program when GTK_A11Y is "test". */
void
gtk_accessible_announce (GtkAccessible *self, const char *message,
                         GtkAccessibleAnnouncementPriority priority)
{
}
#endif

/* A warning fails a test. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0
        && is_harmless (fields[i].value))
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, data);
}

void
ui_test_init (int *argc, char ***argv)
{
  g_log_set_writer_func (write_log, NULL, NULL);
  scratch = g_dir_make_tmp ("tilewright-ui-XXXXXX", NULL);
  g_assert_nonnull (scratch);
  g_setenv ("XDG_DATA_HOME", scratch, TRUE);
  g_setenv ("XDG_CONFIG_HOME", scratch, TRUE);
  g_setenv ("XDG_CACHE_HOME", scratch, TRUE);
  g_setenv ("XDG_STATE_HOME", scratch, TRUE);
  g_test_init (argc, argv, NULL);
}

int
ui_test_run (void)
{
  int status = g_test_run ();

  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&application);
  test_await_threads ();
  test_remove_tree (scratch);
  g_free (scratch);
  return status;
}

TwApplication *
ui_application (void)
{
  if (application == NULL) {
    application = tw_application_new ();
    g_application_set_flags (G_APPLICATION (application),
                             G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
    g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  }
  return application;
}

static gboolean
wake_cb (gpointer data)
{
  *(guint *) data = 0;
  return G_SOURCE_REMOVE;
}

void
ui_iterate (void)
{
  /* Guarantees that the main loop wakes up when neither a frame nor a worker does. */
  guint id = g_timeout_add (20, wake_cb, &id);

  g_main_context_iteration (NULL, TRUE);
  if (id != 0)
    g_source_remove (id);
}

TwWindow *
ui_window (void)
{
  TwWindow *window = tw_window_new (GTK_APPLICATION (ui_application ()));

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

TwWindow *
ui_window_with (const char *name)
{
  g_autoptr (GFile) file = ui_data_file (name);
  TwWindow *window = ui_window_of (file);

  g_assert_cmpstr (ui_message (window), ==, NULL);
  g_assert_nonnull (ui_puzzle (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

const char ui_board_text[] = "#...\n....\n....\n";
const char ui_pieces_text[] = "{\"board\": [\"aab\", \"abb\"], \"pieces\": ["
                              "{\"name\": \"L\", \"cells\": [\"aa\", \"a\"]},"
                              "{\"name\": \"J\", \"cells\": [\" b\", \"bb\"]}],"
                              "\"placed\": [{\"piece\": \"L\", \"x\": 0, \"y\": 0}]}";

TwWindow *
ui_window_with_text (const char *name, const char *text)
{
  TwWindow *window = ui_window ();
  g_autoptr (GFile) file = ui_text_file (name, text);

  ui_open (window, file);
  g_assert_cmpstr (ui_message (window), ==, NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

void
ui_close (TwWindow *window)
{
  gpointer alive = window;

  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  tw_session_set_approved (tw_window_get_session (window), TRUE); /* changes may be lost */
  gtk_window_close (GTK_WINDOW (window));
  ui_spin_until (alive == NULL);
}

TwWindow *
ui_restore (void)
{
  g_assert_true (tw_application_restore (ui_application (), TRUE));
  TwWindow *window = TW_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  ui_spin_until (!ui_is_busy (window));
  return window;
}

TwDocument *
ui_document (TwWindow *window)
{
  return tw_session_get_document (tw_window_get_session (window));
}

TwPuzzle *
ui_puzzle (TwWindow *window)
{
  return tw_session_get_puzzle (tw_window_get_session (window));
}

TwResult *
ui_result (TwWindow *window)
{
  return tw_session_get_result (tw_window_get_session (window));
}

TwJob *
ui_job (TwWindow *window)
{
  return tw_search_get_job (tw_session_get_search (tw_window_get_session (window)));
}

gboolean
ui_is_busy (TwWindow *window)
{
  return tw_session_is_busy (tw_window_get_session (window));
}

TwCanvas *
ui_canvas (TwWindow *window)
{
  return ui_child (window, TW_TYPE_CANVAS);
}

TwHand *
ui_hand (TwWindow *window)
{
  return window->hand;
}

TwSolutionBrowser *
ui_browser (TwWindow *window)
{
  return tw_side_pane_get_browser (window->pane);
}

GFile *
ui_data_file (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);
  return g_file_new_for_path (path);
}

GFile *
ui_scratch_file (const char *name)
{
  return g_file_new_build_filename (scratch, name, NULL);
}

GFile *
ui_board_file (int side)
{
  g_autofree char *name = g_strdup_printf ("board-%d.json", side);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "{\"id\": \"board\", \"width\": %d, \"height\": %d, \"puzzle\": [", side,
                   side);
  for (int y = 0; y < side; y++) {
    g_string_append (text, y > 0 ? ",\n[" : "[");
    for (int x = 0; x < side; x++)
      g_string_append_printf (text, "%s%s", x > 0 ? "," : "",
                              (x * 31 + y * 17) % 29 == 0 ? "false" : "true");
    g_string_append (text, "]");
  }
  g_string_append (text, "]}");
  return ui_text_file (name, text->str);
}

static GtkWidget *
find (GtkWidget *root, const char *name)
{
  GtkWidget *found = g_str_equal (gtk_widget_get_name (root), name) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, name);
  return found;
}

GtkWidget *
ui_find (GtkWidget *root, const char *name)
{
  GtkWidget *found = find (root, name);
  if (found == NULL)
    g_error ("there is no widget named %s", name);
  return found;
}

static GtkWidget *
find_type (GtkWidget *root, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (root, type) ? root : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

gpointer
ui_child (gpointer root, GType type)
{
  GtkWidget *found = find_type (root, type);

  if (found == NULL)
    g_error ("there is no %s", g_type_name (type));
  return found;
}

const char *
ui_message (gpointer root)
{
  /* A panel beside the board may have one of its own. */
  return tw_banner_get_text (TW_IS_WINDOW (root) ? (gpointer) ui_find (root, "window-message")
                                                 : ui_child (root, TW_TYPE_BANNER));
}

const char *
ui_toast (TwWindow *window)
{
  TwToast *toast = ui_child (window, TW_TYPE_TOAST);

  return gtk_revealer_get_reveal_child (ui_child (toast, GTK_TYPE_REVEALER))
           ? ui_find_label (toast, "toast-text")
           : NULL;
}

gboolean
ui_is_modified (TwWindow *window)
{
  gboolean modified;

  tw_session_find_unsaved (tw_window_get_session (window), NULL, &modified);
  return modified;
}

static GtkWidget *
find_bar (gpointer root, int bar)
{
  g_autofree char *name = g_strdup_printf ("bar-%d", bar);

  return ui_find (root, name);
}

guint
ui_count_bars (gpointer root)
{
  guint n = 0;

  for (int bar = 0; bar < TW_N_PROGRESS_BARS; bar++)
    n += gtk_widget_get_visible (find_bar (root, bar));
  return n;
}

double
ui_bar_fraction (gpointer root, int bar)
{
  return gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (find_bar (root, bar)));
}

gsize
ui_count_samples (gpointer plot)
{
  g_autoptr (GVariant) saved = g_variant_ref_sink (tw_plot_save (plot));
  g_autoptr (GVariant) samples = g_variant_get_child_value (saved, 1);

  return g_variant_n_children (samples);
}

guint
ui_count_thumbs (gpointer thumbs)
{
  GtkGridView *grid = ui_child (thumbs, GTK_TYPE_GRID_VIEW);

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_grid_view_get_model (grid)));
}

GListModel *
ui_results (gpointer root)
{
  GtkListView *list = GTK_LIST_VIEW (ui_find (root, "results-list"));

  return G_LIST_MODEL (gtk_list_view_get_model (list));
}

static GMenuModel *
menu_with (GMenuModel *menu, const char *action)
{
  GMenuModel *found = NULL;

  for (int i = 0; i < g_menu_model_get_n_items (menu) && found == NULL; i++) {
    static const char *const links[] = { G_MENU_LINK_SECTION, G_MENU_LINK_SUBMENU };
    g_autofree char *its_action = NULL;

    if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &its_action)
        && g_str_equal (its_action, action))
      return menu;
    for (gsize k = 0; k < G_N_ELEMENTS (links) && found == NULL; k++) {
      g_autoptr (GMenuModel) link = g_menu_model_get_item_link (menu, i, links[k]);

      if (link != NULL) /* the menu holds another reference */
        found = menu_with (link, action);
    }
  }
  return found;
}

GMenuModel *
ui_menu_with (TwWindow *window, const char *action)
{
  static const char *const buttons[] = { "menu", "open-menu", "save-menu" };
  GtkWidget *board = ui_find (GTK_WIDGET (window), "board-menu");
  GMenuModel *found = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (buttons) && found == NULL; i++) {
    GtkWidget *button = ui_find (GTK_WIDGET (window), buttons[i]);

    found = menu_with (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button)), action);
  }
  return found != NULL
           ? found
           : menu_with (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (board)), action);
}

static GAction *
action_of (TwWindow *window, const char *action)
{
  g_auto (GStrv) parts = g_strsplit (action, ".", 2);

  return g_action_map_lookup_action (G_ACTION_MAP (tw_actions_get (window, parts[0])), parts[1]);
}

gboolean
ui_is_on (TwWindow *window, const char *action)
{
  g_autoptr (GVariant) state = g_action_get_state (action_of (window, action));

  return g_variant_get_boolean (state);
}

gboolean
ui_is_enabled (TwWindow *window, const char *action)
{
  return g_action_get_enabled (action_of (window, action));
}

void
ui_walk (GtkWidget *widget, void (*see) (GtkWidget *widget, gpointer data), gpointer data)
{
  see (widget, data);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child))
      ui_walk (child, see, data);
}

static void
see_picture (GtkWidget *widget, gpointer n)
{
  if (GTK_IS_PICTURE (widget) && gtk_picture_get_paintable (GTK_PICTURE (widget)) != NULL)
    ++*(guint *) n;
}

guint
ui_count_drawn (gpointer root)
{
  guint n = 0;

  ui_walk (root, see_picture, &n);
  return n;
}

static void
see_text (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (data, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
}

char *
ui_dup_text (GtkWidget *widget)
{
  GString *text = g_string_new (NULL);

  ui_walk (widget, see_text, text);
  return g_string_free (text, FALSE);
}

/* Is it a gesture of the secondary mouse button? */
static gboolean
opens_menu (gpointer controller)
{
  return GTK_IS_GESTURE_SINGLE (controller)
         && gtk_gesture_single_get_button (controller) == GDK_BUTTON_SECONDARY;
}

gpointer
ui_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
    if (g_type_is_a (G_OBJECT_TYPE (controller), type) && !opens_menu (controller))
      return controller; /* the widget holds the reference */
  }
  g_error ("%s has no %s", gtk_widget_get_name (widget), g_type_name (type));
}

gpointer
ui_capturing (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (controllers, i);

    if (g_type_is_a (G_OBJECT_TYPE (one), type)
        && gtk_event_controller_get_propagation_phase (one) == GTK_PHASE_CAPTURE)
      return one; /* the widget holds it */
  }
  return NULL;
}

static void
keep_text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  char **text = data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

char *
ui_dup_clipboard (GtkWidget *widget)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, keep_text_cb, &text);
  ui_spin_until (text != NULL);
  return text;
}

GSettings *
ui_options (void)
{
  return tw_session_get_settings (
    tw_window_get_session (tw_window_get_active (GTK_APPLICATION (ui_application ()))));
}

static void
set_option (GSettings *settings, const char *name, const char *value)
{
  g_autoptr (GVariant) old = g_settings_get_value (settings, name);

  if (value == NULL)
    g_settings_reset (settings, name);
  else if (g_variant_is_of_type (old, G_VARIANT_TYPE_STRING))
    g_settings_set_string (settings, name, value);
  else
    g_assert_true (
      g_settings_set_value (settings, name, g_variant_parse (NULL, value, NULL, NULL, NULL)));
}

void
ui_set_option (const char *name, const char *value)
{
  set_option (tw_settings_for_new_puzzles (), name, value);
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (ui_application ())); l != NULL;
       l = l->next)
    if (TW_IS_WINDOW (l->data))
      set_option (tw_session_get_settings (tw_window_get_session (l->data)), name, value);
}

void
ui_set_limit (int limit)
{
  g_autofree char *text = g_strdup_printf ("%d", limit);

  ui_set_option ("limit", text);
}

void
ui_use_engine (const char *engine, double time)
{
  ui_set_option ("engine", engine);
  g_settings_set_double (tw_settings (), "time", time);
}

void
ui_activate (TwWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

void
ui_activate_uri (TwWindow *window, const char *action, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, "s", uri));
}

static void
wait_while_busy (TwWindow *window)
{
  ui_spin_until (!ui_is_busy (window));
}

void
ui_run (TwWindow *window, const char *action)
{
  ui_activate (window, action);
  wait_while_busy (window);
}

void
ui_run_uri (TwWindow *window, const char *action, GFile *file)
{
  ui_activate_uri (window, action, file);
  wait_while_busy (window);
}

void
ui_open (TwWindow *window, GFile *file)
{
  tw_window_open_files (window, &file, 1);
  wait_while_busy (window);
}

void
ui_drop_puzzle (TwWindow *window)
{
  ui_activate (window, "file.close");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
}

TwWindow *
ui_window_of (GFile *file)
{
  TwWindow *window = ui_window ();

  ui_open (window, file);
  return window;
}

gpointer
ui_find_dialog (GType type)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GObject) window = g_list_model_get_item (all, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
      return window;
  }
  return NULL;
}

gpointer
ui_dialog_of (GType type)
{
  gpointer dialog = ui_find_dialog (type);

  if (dialog == NULL)
    g_error ("there is no %s", g_type_name (type));
  return dialog;
}

void
ui_show_page (TwWindow *window, const char *page)
{
  GtkWidget *root = GTK_WIDGET (window);

  gtk_stack_set_visible_child_name (GTK_STACK (ui_find (root, "pane-pages")), page);
  gtk_expander_set_expanded (GTK_EXPANDER (ui_find (root, "advanced")), TRUE);
}

/* Until the dialog has read its folder it accepts nothing. It shows the busy cursor while it reads a
 * folder or checks a name. A response during this time starts another check; if the dialog closes
 * before that check ends, GTK 4.8 keeps the list of files and frees one of its rows twice. */
static gboolean
takes_response (GtkFileChooser *chooser, int response)
{
  g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (chooser);

  return gtk_widget_get_cursor (GTK_WIDGET (chooser)) == NULL
         && (folder != NULL || response != GTK_RESPONSE_ACCEPT);
}

GtkFileChooser *
ui_wait_for_file_dialog (int response)
{
  GtkFileChooser *chooser = NULL;

  ui_spin_until ((chooser = ui_find_dialog (GTK_TYPE_FILE_CHOOSER)) != NULL
                 && gtk_widget_get_mapped (GTK_WIDGET (chooser))
                 && takes_response (chooser, response));
  return chooser;
}

void
ui_answer_file_dialog (int response, const char *name)
{
  GtkFileChooser *chooser = ui_wait_for_file_dialog (response);

  if (name != NULL)
    gtk_file_chooser_set_current_name (chooser, name);
  while (ui_find_dialog (GTK_TYPE_FILE_CHOOSER) != NULL) {
    if (takes_response (chooser, response))
      gtk_dialog_response (GTK_DIALOG (chooser), response);
    ui_iterate ();
  }
}

void
ui_click (gpointer root, const char *name)
{
  g_signal_emit_by_name (ui_find (root, name), "clicked");
}

/* Offers the key to the controllers before the canvas until one handles it. */
gboolean
ui_press (TwCanvas *canvas, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (GTK_WIDGET (canvas));
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (all) && !taken; i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);
    if (GTK_IS_EVENT_CONTROLLER_KEY (one))
      g_signal_emit_by_name (one, "key-pressed", key, 0, state, &taken);
  }
  return taken;
}

void
ui_edit_cell (TwWindow *window, int x, int y)
{
  ui_activate (window, "edit.mode");
  tw_canvas_point_at_cell (ui_canvas (window), x, y);
  g_assert_true (ui_press (ui_canvas (window), GDK_KEY_space, 0));
}

void
ui_assert_board (TwWindow *window, const char *expected)
{
  g_autofree char *text = tw_grid_text_write (tw_puzzle_get_board (ui_puzzle (window)));

  g_assert_cmpstr (text, ==, expected);
}

void
ui_use_contrast (gboolean high)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GParamSpec *since_4_20 = g_object_class_find_property (G_OBJECT_GET_CLASS (settings),
                                                         "gtk-interface-contrast");

  if (since_4_20 != NULL) {
    GEnumClass *levels = G_PARAM_SPEC_ENUM (since_4_20)->enum_class;
    GEnumValue *level = g_enum_get_value_by_nick (levels, high ? "more" : "no-preference");

    g_object_set (settings, since_4_20->name, level->value, NULL);
  } else {
    g_object_set (settings, "gtk-theme-name", high ? "Default-hc" : "Default", NULL);
  }
}

/* The render node of the widget's last frame; NULL: it has not been drawn yet. */
static GskRenderNode *
last_frame (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_to_node (snapshot);
}

cairo_surface_t *
ui_picture (GtkWidget *widget)
{
  GskRenderNode *node;

  ui_spin_until ((node = last_frame (widget)) != NULL);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));
  g_autoptr (GdkTexture) texture = gsk_renderer_render_texture (
    renderer, node, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  gsk_render_node_unref (node);

  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  gdk_texture_download (texture, cairo_image_surface_get_data (surface),
                        (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
  return surface;
}

void
ui_write_picture (gpointer widget, const char *path)
{
  g_autoptr (cairo_surface_t) picture = ui_picture (GTK_WIDGET (widget));

  g_assert_cmpint (cairo_surface_write_to_png (picture, path), ==, CAIRO_STATUS_SUCCESS);
}

void
ui_keep_picture (gpointer widget, const char *name)
{
  const char *folder = g_getenv ("TW_TEST_PICTURES");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL) : NULL;

  if (path == NULL)
    return;
  ui_iterate_times (50);
  ui_write_picture (widget, path);
}
