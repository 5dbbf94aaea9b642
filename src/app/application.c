/* SPDX-License-Identifier: GPL-3.0-or-later */
/* application.c - see application.h. */
#include "config.h"

#include "app/application.h"

#include <glib-unix.h>

#include "app/actions.h"
#include "app/compat.h"
#include "resources.h"
#include "app/help/help.h"
#include "app/part.h"
#include "app/preferences/preferences.h"
#include "app/preferences/settings.h"
#include "app/search-provider.h"
#include "app/spoken.h"
#include "app/online/online.h"
#include "app/resolve/resolve-window.h"
#include "app/window/window.h"
#include "app/preferences/worker-token.h"
#include "puzzle/i18n.h"

enum {
  MOST_WINDOWS = 20,
};

struct _TwApplication {
  GtkApplication parent_instance;
  guint terminated_id;
  guint search_id;          /* the exported search provider */
  char *kept;               /* the folder of what is kept of the windows */
  gboolean started;         /* what an earlier run has kept is restored */
  const char *first_action; /* requested on the command line instead of a window */
};

G_DEFINE_FINAL_TYPE (TwApplication, tw_application, GTK_TYPE_APPLICATION)

static void
open_window (GtkApplication *self)
{
  gtk_window_present (GTK_WINDOW (tw_window_new (self)));
}

/* Presents the active window, or a new one when there is none. */
static TwWindow *
present_window (GtkApplication *self)
{
  TwWindow *window = tw_window_get_active (self);

  if (window == NULL)
    window = tw_window_new (self);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
make_puzzle (GtkApplication *self)
{
  gtk_widget_activate_action (GTK_WIDGET (present_window (self)), "file.new", NULL);
}

static void quit (GtkApplication *self);

static void
quit_answered_cb (GtkWindow *window, gboolean go, gpointer data)
{
  if (go) {
    tw_session_set_approved (tw_window_get_session (TW_WINDOW (window)), TRUE);
    quit (data);
    return;
  }
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (data)); l != NULL; l = l->next)
    if (TW_IS_WINDOW (l->data))
      tw_session_set_approved (tw_window_get_session (l->data), FALSE);
}

static void
set_quitting (GtkApplication *self, gboolean quitting)
{
  for (GList *l = gtk_application_get_windows (self); l != NULL; l = l->next)
    if (TW_IS_WINDOW (l->data))
      tw_saver_set_quitting (tw_window_get_saver (l->data), quitting);
}

/* Asks in every window that would lose something before any is closed, so that cancelling keeps all of
 * them open. Then closes the windows one by one, so that each saves its state. */
static void
quit (GtkApplication *self)
{
  GList *windows = g_list_copy_deep (gtk_application_get_windows (self),
                                     (GCopyFunc) (GCallback) g_object_ref, NULL);

  set_quitting (self, TRUE);
  for (GList *l = windows; l != NULL; l = l->next)
    if (TW_IS_WINDOW (l->data) && tw_saver_would_lose (tw_window_get_saver (l->data))) {
      set_quitting (self, FALSE);
      tw_saver_before_close (tw_window_get_saver (l->data), NULL, quit_answered_cb, self);
      g_list_free_full (windows, g_object_unref);
      return;
    }
  /* A companion lives until its key is handled, and GTK would use its freed parent then. */
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_set_transient_for (l->data, NULL);
  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
  set_quitting (self, FALSE); /* a window may have refused */
  g_list_free_full (windows, g_object_unref);
}

/* The parent of other windows; NULL: none. */
static GtkWindow *
active_window (gpointer application)
{
  return GTK_WINDOW (tw_window_get_active (application));
}

/* The window of this type that belongs to the main window, which may be NULL: to any; NULL: none. */
static gpointer
find_window (GType type, GtkWindow *main_window)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);

    if (g_type_is_a (G_OBJECT_TYPE (window), type)
        && (main_window == NULL || gtk_window_get_transient_for (window) == main_window))
      return window; /* GTK holds the reference */
  }
  return NULL;
}

/* The keys of the application also work in this window. */
static void
present_companion (GtkApplication *self, gpointer window)
{
  gtk_window_set_application (window, self);
  gtk_window_present (window);
}

static void
show_preferences (GtkApplication *self)
{
  GtkWindow *preferences = find_window (TW_TYPE_PREFERENCES, NULL);

  if (preferences == NULL)
    preferences = GTK_WINDOW (tw_preferences_new (active_window (self)));
  present_companion (self, preferences);
}

static void
panel_closed_cb (TwWindow *window)
{
  tw_window_set_panel (window, NULL);
}

/* Shows the panel of online puzzles in the active window; NULL: there is no window. */
static GtkWidget *
show_online (GtkApplication *self)
{
  TwWindow *window = tw_window_get_active (self);
  GtkWidget *panel = window != NULL ? tw_window_get_panel (window) : NULL;

  if (window == NULL)
    return NULL;
  if (panel == NULL) {
    panel = GTK_WIDGET (tw_online_new (GTK_WINDOW (window), tw_window_get_session (window)));
    tw_connect (panel, "closed", G_CALLBACK (panel_closed_cb), window);
  }
  tw_window_set_panel (window, panel);
  return panel;
}

static void
resume_online (GtkApplication *self, GFile *folder)
{
  GtkWidget *panel = show_online (self);

  if (panel != NULL)
    tw_online_resume (TW_ONLINE (panel), folder);
}

/* Presents the re-solve window of the active window; NULL: there is no window. */
static TwResolveWindow *
show_resolve (GtkApplication *self)
{
  GtkWindow *window = active_window (self);
  TwResolveWindow *resolve = window != NULL ? find_window (TW_TYPE_RESOLVE_WINDOW, window) : NULL;

  if (window == NULL)
    return NULL;
  if (resolve == NULL)
    resolve = tw_resolve_window_new (window, tw_window_get_session (TW_WINDOW (window)));
  present_companion (self, resolve);
  return resolve;
}

static void
resolve_folder (GtkApplication *self, GFile *folder)
{
  TwResolveWindow *resolve = show_resolve (self);

  if (resolve != NULL)
    tw_resolve_window_add (resolve, &folder, 1);
}

/* Searches on the start page, of a new window when the active one has a puzzle. */
static void
search (GtkApplication *self, const char *query)
{
  TwWindow *window = tw_window_get_active (self);

  if (window == NULL || tw_session_get_document (tw_window_get_session (window)) != NULL)
    window = tw_window_new (self);
  tw_window_search (window, query);
  gtk_window_present (GTK_WINDOW (window));
}

static void
show_help (GtkApplication *self)
{
  tw_help_open (active_window (self));
}

static void
show_about (GtkApplication *self)
{
  const char *authors[] = { _ ("The Tilewright contributors"), NULL };

  gtk_show_about_dialog (active_window (self), "program-name", _ ("Tilewright"), "version",
                         TW_VERSION, "comments", _ ("Solves tiling puzzles and shows how"),
                         "license-type", GTK_LICENSE_GPL_3_0, "logo-icon-name", TW_APP_ID,
                         "authors", authors,
                         /* Translators: your names, one a line. */
                         "translator-credits", _ ("translator-credits"), NULL);
}

static void
color_scheme_changed_cb (TwApplication *self)
{
  g_autofree char *scheme = g_settings_get_string (tw_settings (), "color-scheme");
  tw_compat_set_color_scheme (scheme);
}

/* All of GTK uses this setting, including the canvas. */
static void
motion_changed_cb (TwApplication *self)
{
  GtkSettings *settings = gtk_settings_get_default ();

  if (g_settings_get_boolean (tw_settings (), "reduced-motion"))
    g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  else
    gtk_settings_reset_property (settings, "gtk-enable-animations");
}

/* The desktop session ends: like Quit, but without questions. Unsaved changes return at the next
 * start. A signal that arrives while the program ends already has nothing left to do. */
static gboolean
terminated_cb (gpointer data)
{
  if (!g_application_get_is_registered (G_APPLICATION (data)))
    return G_SOURCE_CONTINUE;
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (data)); l != NULL; l = l->next)
    if (TW_IS_WINDOW (l->data))
      tw_window_leave (l->data);
  g_action_group_activate_action (G_ACTION_GROUP (data), "quit", NULL);
  return G_SOURCE_CONTINUE;
}

static void
tw_application_startup (GApplication *application)
{
  TwApplication *self = TW_APPLICATION (application);
  static const TwAction actions[] = {
    { "new-window", G_CALLBACK (open_window), .keys = { "<Control>n" } },
    { "preferences", G_CALLBACK (show_preferences), .keys = { "<Control>comma" } },
    { "new-puzzle", .activate = G_CALLBACK (make_puzzle) },
    { "online", G_CALLBACK (show_online), .keys = { "<Control><Shift>o" } },
    { "resume-online", G_CALLBACK (resume_online), .type = TW_ACTION_FILE },
    { "resolve", G_CALLBACK (show_resolve), .keys = { "<Control><Shift>r" } },
    { "resolve-folder", G_CALLBACK (resolve_folder), .type = TW_ACTION_FILE },
    { "search", G_CALLBACK (search), .type = "s" },
    { "help", G_CALLBACK (show_help), .keys = { "F1" } },
    { "about", .activate = G_CALLBACK (show_about) },
    { "quit", G_CALLBACK (quit), .keys = { "<Control>q" } },
    { 0 },
  };

  G_APPLICATION_CLASS (tw_application_parent_class)->startup (application);
  /* The reference also prevents the linker from dropping the resources. */
  g_resources_register (tw_resources_get_resource ());
  tw_spoken_names_init ();
  self->kept = g_build_filename (g_get_user_state_dir (), "tilewright", "windows", NULL);
  g_auto (GStrv) workers = g_settings_get_strv (tw_settings (), "workers");
  if (*workers != NULL) /* otherwise nobody needs the token, and the keyring stays closed */
    tw_worker_token_load ();
  g_autoptr (GAction) scheme = g_settings_create_action (tw_settings (), "color-scheme");
  g_action_map_add_action (G_ACTION_MAP (self), scheme);
  tw_actions_add (self, "app", self, actions);
  gtk_application_set_accels_for_action (GTK_APPLICATION (self), "window.close",
                                         (const char *[]){ "<Control>w", NULL });
  gtk_application_set_accels_for_action (
    GTK_APPLICATION (self), "win.show-help-overlay",
    (const char *[]){ "<Control>F1", "<Control>question", NULL });

  g_autoptr (GtkCssProvider) css = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (css, "/io/github/tilewright/Tilewright/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (css),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_set_default_icon_name (TW_APP_ID);
  self->terminated_id = g_unix_signal_add (SIGTERM, terminated_cb, self);
  tw_settings_watch ("color-scheme", G_CALLBACK (color_scheme_changed_cb), self);
  tw_settings_watch ("reduced-motion", G_CALLBACK (motion_changed_cb), self);
  color_scheme_changed_cb (self);
  motion_changed_cb (self);
}

gboolean
tw_application_restore (TwApplication *self, gboolean all)
{
  g_autoptr (GPtrArray) stores = tw_stores_collect (self->kept, MOST_WINDOWS, all);

  self->started = TRUE;
  for (guint i = 0; i < stores->len; i++) {
    TwWindow *window = tw_window_new (GTK_APPLICATION (self));

    tw_window_restore (window, g_ptr_array_index (stores, i));
    gtk_window_present (GTK_WINDOW (window));
  }
  return stores->len > 0;
}

static void
tw_application_window_added (GtkApplication *application, GtkWindow *window)
{
  GTK_APPLICATION_CLASS (tw_application_parent_class)->window_added (application, window);
  if (!TW_IS_WINDOW (window))
    return;
  tw_window_set_store (TW_WINDOW (window), tw_store_new (TW_APPLICATION (application)->kept));
}

static void
tw_application_activate (GApplication *application)
{
  TwApplication *self = TW_APPLICATION (application);
  const char *first_action = g_steal_pointer (&self->first_action);

  if (first_action != NULL) {
    g_action_group_activate_action (G_ACTION_GROUP (self), first_action, NULL);
    return;
  }
  if (tw_window_get_active (GTK_APPLICATION (self)) == NULL && !self->started)
    (void) tw_application_restore (self,
                                   g_settings_get_boolean (tw_settings (), "restore-session"));
  present_window (GTK_APPLICATION (self));
}

/* Opens the files in the active window. The first time, the windows of a run that was killed return;
 * they are still being read, so the files get a window of their own. */
static void
tw_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  TwApplication *self = TW_APPLICATION (application);

  if (!self->started && tw_application_restore (self, FALSE))
    open_window (GTK_APPLICATION (self));
  tw_window_open_files (present_window (GTK_APPLICATION (self)), files, n_files);
}

static gboolean
tw_application_dbus_register (GApplication *application, GDBusConnection *connection,
                              const char *path, GError **error)
{
  TwApplication *self = TW_APPLICATION (application);

  if (!G_APPLICATION_CLASS (tw_application_parent_class)
         ->dbus_register (application, connection, path, error))
    return FALSE;
  self->search_id = tw_search_provider_export (application, connection, path, error);
  return self->search_id != 0;
}

static void
tw_application_dbus_unregister (GApplication *application, GDBusConnection *connection,
                                const char *path)
{
  TwApplication *self = TW_APPLICATION (application);

  if (self->search_id != 0)
    g_dbus_connection_unregister_object (connection, self->search_id);
  self->search_id = 0;
  G_APPLICATION_CLASS (tw_application_parent_class)
    ->dbus_unregister (application, connection, path);
}

static int
tw_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  static const char *const actions[] = { "new-window", "new-puzzle" };
  g_autoptr (GError) error = NULL;

  if (g_variant_dict_contains (options, "version")) {
    g_print ("%s %s\n", g_get_application_name (), TW_VERSION);
    return 0;
  }
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++) {
    if (!g_variant_dict_contains (options, actions[i]))
      continue;
    if (!g_application_register (application, NULL, &error)) {
      g_printerr ("%s: %s\n", g_get_prgname (), error->message);
      return 1;
    }
    if (g_application_get_is_remote (application)) {
      g_action_group_activate_action (G_ACTION_GROUP (application), actions[i], NULL);
      return 0;
    }
    TW_APPLICATION (application)->first_action = actions[i];
  }
  return -1; /* continue with the default processing */
}

static void
tw_application_class_init (TwApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  TW_OWN (klass, TwApplication, kept, g_free);
  TW_OWN_SOURCE (klass, TwApplication, terminated_id);
  application_class->handle_local_options = tw_application_handle_local_options;
  application_class->startup = tw_application_startup;
  application_class->activate = tw_application_activate;
  application_class->open = tw_application_open;
  application_class->dbus_register = tw_application_dbus_register;
  application_class->dbus_unregister = tw_application_dbus_unregister;
  GTK_APPLICATION_CLASS (klass)->window_added = tw_application_window_added;
}

static void
tw_application_init (TwApplication *self)
{
  static const GOptionEntry options[] = {
    { "new-window", 'w', 0, G_OPTION_ARG_NONE, NULL, N_ ("Open a new window"), NULL },
    { "new-puzzle", 'n', 0, G_OPTION_ARG_NONE, NULL, N_ ("Ask for a new puzzle"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and exit"), NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };

  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
  g_application_set_option_context_summary (G_APPLICATION (self),
                                            _ ("Solves tiling puzzles and shows how"));
  g_application_add_main_option_entries (G_APPLICATION (self), options);
}

TwApplication *
tw_application_new (void)
{
  return g_object_new (TW_TYPE_APPLICATION, "application-id", TW_APP_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/io/github/tilewright/Tilewright", NULL);
}
