/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve-window.c - see resolve-window.h. */
#include "app/resolve/resolve-window.h"

#include <string.h>

#include "app/part.h"
#include "app/window/banner.h"
#include "app/choose.h"
#include "app/pane/results.h"
#include "app/preferences/settings.h"
#include "app/save.h"
#include "app/window/spectator.h"
#include "puzzle/gather.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-solve.h"
#include "puzzle/tasks.h"

struct _TwResolveWindow {
  GtkWindow parent_instance;

  GtkButton *start_button;
  GtkLabel *subtitle;
  TwBanner *banner;
  TwResults *results;
  GtkProgressBar *progress;
  GtkLabel *status;

  TwSession *session; /* of the main window */
  TwResolve *batch;   /* NULL: disposed */
  TwSpectator *spectator;
  TwOptions options;     /* options of the running searches */
  GCancellable *reading; /* NULL: nothing is being read */
  guint n_writing;
};

G_DEFINE_FINAL_TYPE (TwResolveWindow, tw_resolve_window, GTK_TYPE_WINDOW)

/* --- display ----------------------------------------------------------------------- */

static GListModel *
entries (TwResolveWindow *self)
{
  return tw_resolve_get_entries (self->batch);
}

/* "Puzzle 3 of 20: 104 squares so far, 4 s left" */
static char *
describe_search (TwResolveWindow *self, const TwResolveTotals *totals)
{
  TwRun *run = tw_job_get_run (tw_resolve_get_job (self->batch));
  gint64 best = run != NULL ? tw_run_best (run) : -1;
  double left = run != NULL ? MAX (self->options.time - tw_run_elapsed (run), 0) : 0;

  if (best < 0)
    return g_strdup_printf (_ ("Puzzle %u of %u, %.0f s left"), totals->done + 1, totals->items,
                            left);
  return g_strdup_printf (tw_ngettext ("Puzzle %u of %u: %d square so far, %.0f s left",
                                       "Puzzle %u of %u: %d squares so far, %.0f s left",
                                       (gulong) best),
                          totals->done + 1, totals->items, (int) best, left);
}

static void
show_progress (TwResolveWindow *self)
{
  TwResolveTotals totals;
  g_autofree char *text = NULL;

  tw_resolve_get_totals (entries (self), &totals);
  if (self->reading != NULL)
    text = g_strdup (_ ("Reading…"));
  else if (tw_resolve_get_job (self->batch) != NULL)
    text = describe_search (self, &totals);
  else if (totals.items > 0)
    text = tw_resolve_describe (entries (self));
  gtk_label_set_text (self->status, text != NULL ? text : "");
  gtk_progress_bar_set_fraction (self->progress,
                                 totals.items > 0 ? (double) totals.done / totals.items : 0);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), tw_resolve_is_running (self->batch));
}

static void
show_settings (TwResolveWindow *self)
{
  const TwEngineInfo *engine = NULL;
  TwOptions options;
  g_autofree char *text = NULL;

  tw_settings_get_options (tw_session_get_settings (self->session), &options);
  for (const TwKind *const *kind = tw_kinds (); *kind != NULL && engine == NULL; kind++)
    engine = tw_kind_find_engine (*kind, options.engine);
  /* Translators: the title of an engine, seconds */
  text = g_strdup_printf (_ ("%s, %g s each"), engine != NULL ? _ (engine->title) : _ ("Automatic"),
                          options.time);
  gtk_label_set_text (self->subtitle, text);
}

/* In a narrow window the button has only a short label: the title leaves no room for more. */
static void
label_start_button (TwResolveWindow *self, const char *text)
{
  GtkLabel *label;

  gtk_button_set_label (self->start_button, text);
  label = GTK_LABEL (gtk_button_get_child (self->start_button));
  gtk_label_set_width_chars (label, (int) MIN (g_utf8_strlen (gtk_label_get_text (label), -1), 14));
}

static void
update_actions (TwResolveWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean running = tw_resolve_is_running (self->batch);
  gboolean idle = !running && self->reading == NULL;
  TwResolveTotals totals;

  tw_resolve_get_totals (entries (self), &totals);
  gtk_widget_action_set_enabled (widget, "resolve.add-files", idle);
  gtk_widget_action_set_enabled (widget, "resolve.add-folder", idle);
  gtk_widget_action_set_enabled (widget, "resolve.start", idle && totals.done < totals.items);
  gtk_widget_action_set_enabled (widget, "resolve.again", idle && totals.failed < totals.items);
  gtk_widget_action_set_enabled (widget, "resolve.stop", running);
  gtk_widget_action_set_enabled (widget, "resolve.clear", idle && totals.items > 0);
  gtk_widget_action_set_enabled (widget, "resolve.copy", totals.items > 0);
  gtk_widget_action_set_enabled (widget, "resolve.export-csv", totals.items > 0);
  gtk_widget_action_set_enabled (widget, "resolve.export-json", totals.items > 0);
  gtk_widget_action_set_enabled (widget, "resolve.export-to", totals.items > 0);

  if (running)
    label_start_button (self, _ ("_Stop"));
  else if (totals.items > totals.failed && totals.done == totals.items)
    label_start_button (self, _ ("_Solve Again"));
  else
    label_start_button (self, _ ("_Solve All"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->start_button),
                                  running ? "resolve.stop"
                                  : totals.items > totals.failed && totals.done == totals.items
                                    ? "resolve.again"
                                    : "resolve.start");
  show_progress (self);
}

/* --- reading ------------------------------------------------------------------------- */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwResolveWindow) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = tw_gather_finish (result, &error);

  if (self == NULL || self->batch == NULL)
    return;
  g_clear_object (&self->reading);
  if (found != NULL) {
    tw_banner_show_text (self->banner, found->len == 0 ? _ ("It contains no puzzles") : NULL);
    tw_resolve_add (self->batch, found);
  } else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    tw_banner_show_text (self->banner, error->message);
  }
  update_actions (self);
}

void
tw_resolve_window_add (TwResolveWindow *self, GFile *const *files, gsize n)
{
  if (self->reading != NULL || tw_resolve_is_running (self->batch) || n == 0)
    return;
  self->reading = g_cancellable_new ();
  /* The reference is weak, because GTK uses the main window when it frees this one. */
  tw_gather_async (files, n, self->reading, read_cb, tw_weak_new (self));
  update_actions (self);
}

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwResolveWindow *self = TW_RESOLVE_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) files = tw_compat_choose_all_finish (result, &error);
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->batch == NULL)
    return;
  if (error != NULL)
    tw_banner_show_text (self->banner, error->message);
  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    g_ptr_array_add (array, g_list_model_get_item (files, i));
  tw_resolve_window_add (self, (GFile **) array->pdata, array->len);
}

static void
add_files_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const TwFileFilter filters[] = {
    { _ ("Puzzles and solutions"), "*.json *.txt *.JSON *.TXT" },
    { _ ("All files"), "*" },
  };
  TwFileRequest request = {
    .title = _ ("Add Puzzles"),
    .accept = _ ("_Add"),
    .filters = filters,
    .n_filters = G_N_ELEMENTS (filters),
  };

  tw_compat_choose (GTK_WINDOW (widget), TW_CHOOSE_OPEN_SEVERAL, &request, chosen_cb, NULL);
}

static void
add_folder_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwFileRequest request = { .title = _ ("Add a Folder of Puzzles"), .accept = _ ("_Add") };

  tw_compat_choose (GTK_WINDOW (widget), TW_CHOOSE_FOLDER, &request, chosen_cb, NULL);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, TwResolveWindow *self)
{
  g_autoptr (GPtrArray) files = tw_value_dup_files (value);

  tw_resolve_window_add (self, (GFile **) files->pdata, files->len);
  return files->len > 0;
}

/* --- searching ------------------------------------------------------------------------- */

static void
start_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwResolveWindow *self = TW_RESOLVE_WINDOW (widget);

  tw_banner_show_text (self->banner, NULL);
  show_settings (self);
  tw_settings_get_options (tw_session_get_settings (self->session), &self->options);
  tw_spectator_begin (self->spectator);
  tw_resolve_start (self->batch, &self->options, g_str_equal (name, "resolve.again"));
  update_actions (self);
}

static void
stop_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tw_resolve_stop (TW_RESOLVE_WINDOW (widget)->batch);
}

static void
clear_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TwResolveWindow *self = TW_RESOLVE_WINDOW (widget);

  tw_resolve_clear (self->batch);
  tw_banner_show_text (self->banner, NULL);
  update_actions (self);
}

static void
begun_cb (TwResolveWindow *self)
{
  tw_spectator_watch (self->spectator, tw_resolve_get_job (self->batch),
                      tw_resolve_get_current (self->batch));
  update_actions (self);
}

static void
finished_cb (TwResolveWindow *self)
{
  tw_spectator_end (self->spectator);
  tw_results_sort (self->results);
  update_actions (self);
}

static void
picked_cb (TwResolveWindow *self, TwEntry *entry)
{
  TwResult *result = tw_entry_get_result (entry);

  if (tw_result_count (result) < 0 && tw_entry_get_old (entry) != NULL)
    result = tw_entry_get_old (entry);
  if (!tw_session_is_closed (self->session))
    tw_session_look_at (self->session, tw_entry_get_puzzle (entry), result);
}

/* --- writing --------------------------------------------------------------------------- */

static GBytes *
print_entries (gpointer entries, const char *path, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);
  char *text = g_str_has_suffix (lower, ".json") ? tw_resolve_to_json (entries)
                                                 : tw_resolve_to_csv (entries);

  return g_bytes_new_take (text, strlen (text));
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwResolveWindow) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;

  tw_save_bytes_finish (result, &error);
  if (self == NULL)
    return;
  self->n_writing--;
  if (self->batch != NULL)
    tw_banner_show_text (self->banner, error != NULL ? error->message : NULL);
}

static void
copy_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = tw_resolve_to_csv (entries (TW_RESOLVE_WINDOW (widget)));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
export_to (TwResolveWindow *self, GFile *file)
{
  GListStore *copies = g_list_store_new (TW_TYPE_ENTRY);

  for (guint i = 0; i < g_list_model_get_n_items (entries (self)); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (entries (self), i);
    g_autoptr (TwEntry) copy = tw_entry_copy (entry);

    g_list_store_append (copies, copy);
  }
  self->n_writing++;
  tw_save_bytes_async (file, print_entries, copies, g_object_unref, NULL, written_cb,
                       tw_weak_new (self));
}

static void
export_chosen_cb (gpointer data, GFile *file, const char *message)
{
  TwResolveWindow *self = data;

  if (message != NULL)
    tw_banner_show_text (self->banner, message);
  else if (file != NULL)
    export_to (self, file);
}

static void
export_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gboolean json = g_str_equal (name, "resolve.export-json");
  const TwFileFilter filter = { json ? _ ("JSON") : _ ("CSV table"), json ? "*.json" : "*.csv" };
  TwFileRequest request = {
    .title = _ ("Export the Comparison"),
    .accept = _ ("_Export"),
    .name = json ? "comparison.json" : "comparison.csv",
    .filters = &filter,
    .n_filters = 1,
  };

  tw_choose_file (GTK_WINDOW (widget), TW_CHOOSE_SAVE, &request, export_chosen_cb, widget);
}

static void
export_to_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  export_to (TW_RESOLVE_WINDOW (widget), file);
}

/* --- the window ------------------------------------------------------------------------ */

static void
tw_resolve_window_class_init (TwResolveWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TW_OWN (klass, TwResolveWindow, reading, tw_drop_cancellable);
  TW_OWN (klass, TwResolveWindow, batch, g_object_unref); /* cancels its search */
  TW_OWN (klass, TwResolveWindow, spectator, tw_spectator_free);
  TW_OWN (klass, TwResolveWindow, session, g_object_unref);
  tw_ensure_types (TW_TYPE_BANNER, TW_TYPE_RESULTS, GDK_TYPE_FILE_LIST, G_TYPE_FILE,
                   G_TYPE_INVALID);
  tw_class_set_template (klass, "resolve-window");
  TW_BIND_CHILDREN (klass, TwResolveWindow, start_button, subtitle, banner, results, progress,
                    status);
  TW_BIND_CALLBACKS (klass, picked_cb, drop_cb);

  gtk_widget_class_install_action (widget_class, "resolve.add-files", NULL, add_files_cb);
  gtk_widget_class_install_action (widget_class, "resolve.add-folder", NULL, add_folder_cb);
  gtk_widget_class_install_action (widget_class, "resolve.start", NULL, start_cb);
  gtk_widget_class_install_action (widget_class, "resolve.again", NULL, start_cb);
  gtk_widget_class_install_action (widget_class, "resolve.stop", NULL, stop_cb);
  gtk_widget_class_install_action (widget_class, "resolve.clear", NULL, clear_cb);
  gtk_widget_class_install_action (widget_class, "resolve.copy", NULL, copy_cb);
  gtk_widget_class_install_action (widget_class, "resolve.export-csv", NULL, export_cb);
  gtk_widget_class_install_action (widget_class, "resolve.export-json", NULL, export_cb);
  gtk_widget_class_install_action (widget_class, "resolve.export-to", "s", export_to_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK,
                                       "resolve.add-files", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "resolve.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "resolve.start", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, GDK_SHIFT_MASK, "resolve.stop",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
tw_resolve_window_init (TwResolveWindow *self)
{
  self->batch = tw_resolve_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  tw_compat_set_can_shrink (self->start_button, TRUE); /* when space is short */
  tw_results_set_placeholder (self->results,
                              _ ("Add puzzle files or a folder, or drop them here. Solutions "
                                 "in the same folder are compared with the new ones."));
  tw_results_set_table (self->results);
  tw_results_set_model (self->results, tw_resolve_get_entries (self->batch));
  tw_connect (self->batch, "begun", G_CALLBACK (begun_cb), self);
  tw_connect (self->batch, "finished", G_CALLBACK (finished_cb), self);
  update_actions (self);
}

TwResolveWindow *
tw_resolve_window_new (GtkWindow *main_window, TwSession *session)
{
  TwResolveWindow *self = g_object_new (TW_TYPE_RESOLVE_WINDOW, "transient-for", main_window,
                                        "destroy-with-parent", TRUE, NULL);

  self->session = g_object_ref (session);
  self->spectator = tw_spectator_new (session, self->results, (void (*) (gpointer)) show_progress,
                                      self);
  tw_connect (tw_settings (), "changed", G_CALLBACK (show_settings), self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (show_settings), NULL);
  show_settings (self);
  return self;
}

gboolean
tw_resolve_window_is_busy (TwResolveWindow *self)
{
  return self->reading != NULL || self->n_writing > 0 || tw_resolve_is_running (self->batch);
}

TwResolve *
tw_resolve_window_get_batch (TwResolveWindow *self)
{
  return self->batch;
}
