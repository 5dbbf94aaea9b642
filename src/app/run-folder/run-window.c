/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run-window.c - see run-window.h. */
#include "config.h"

#include "app/run-folder/run-window.h"

#include "puzzle/cluster/run-status.h"
#include "puzzle/cluster/unit-result.h"
#include "puzzle/i18n.h"

#define MARGIN 18
/* Changes that follow each other are read together. */
#define PAUSE_MILLISECONDS 200

/* Watched: the folder, its results and its claims. */
static const char *const watched[] = { ".", TW_RESULTS_FOLDER, TW_CLAIMS_FOLDER };

enum {
  ROW_DONE,
  ROW_RUNNING,
  ROW_MISSING,
  ROW_RATE,
  ROW_LEFT,
  ROW_CPU,
  N_ROWS,
};

struct _TwRunWindow {
  GtkWindow parent_instance;

  GtkProgressBar *bar;
  GtkLabel *result;
  GtkLabel *values[N_ROWS];

  char *folder;                                   /* NULL: disposed */
  GFileMonitor *monitors[G_N_ELEMENTS (watched)]; /* NULL: it does not exist yet */
  guint pause;                                    /* timeout; 0: none */
  gboolean reading;
  gboolean stale; /* the folder has changed since the worker started */
};

G_DEFINE_FINAL_TYPE (TwRunWindow, tw_run_window, GTK_TYPE_WINDOW)

static void changed_cb (TwRunWindow *self);

/* --- text --------------------------------------------------------------------------- */

static char *
duration_text (double seconds)
{
  guint64 minutes = (guint64) (seconds / 60);

  if (seconds < 0)
    return g_strdup ("–");
  if (seconds < 60)
    return g_strdup_printf (_ ("%.0f s"), seconds);
  /* Translators: hours and minutes */
  return g_strdup_printf (_ ("%u h %02u min"), (guint) MIN (minutes / 60, 1000000u),
                          (guint) (minutes % 60));
}

static void
set_value (TwRunWindow *self, int row, char *text)
{
  gtk_label_set_text (self->values[row], text);
  g_free (text);
}

static void
show (TwRunWindow *self, const TwRunStatus *status)
{
  const TwLedger *ledger = status->ledger;
  g_autofree char *share = g_strdup_printf (_ ("%.2f %%"), 100 * ledger->share);
  g_autofree char *found = tw_run_status_describe (status);

  gtk_progress_bar_set_fraction (self->bar, ledger->share);
  gtk_progress_bar_set_text (self->bar, share);
  gtk_label_set_text (self->result, found);
  set_value (self, ROW_DONE, g_strdup_printf ("%u", ledger->n_results));
  set_value (self, ROW_RUNNING, g_strdup_printf ("%u", status->n_running));
  set_value (self, ROW_MISSING, g_strdup_printf ("%u", ledger->missing->len));
  set_value (self, ROW_RATE,
             status->elapsed > 0
               ? g_strdup_printf (_ ("%.2f %% per hour"), 360000 * ledger->share / status->elapsed)
               : g_strdup ("–"));
  set_value (self, ROW_LEFT, duration_text (tw_run_status_left (status)));
  set_value (self, ROW_CPU, duration_text (ledger->cpu));
}

/* --- reading ------------------------------------------------------------------------ */

/* The reference to the window is weak, so that a window closed meanwhile does not read again. */
typedef struct {
  GWeakRef window;
  char *folder;
  gboolean follows[G_N_ELEMENTS (watched)]; /* the window has these monitors */
  GFileMonitor *monitors[G_N_ELEMENTS (watched)];
  gboolean stale; /* the folder has changed since; used by the main thread */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_weak_ref_clear (&reading->window);
  g_free (reading->folder);
  g_free (reading);
}

static void
note_change_cb (Reading *reading)
{
  reading->stale = TRUE;
}

/* Watches the folders that exist by now. A slow file system can delay this, so it is not called in
 * the main thread. The monitors still signal in the main thread, because the thread of a task has
 * no thread-default main context. */
static void
follow (Reading *reading)
{
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++) {
    g_autofree char *path = g_build_filename (reading->folder, watched[i], NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);

    if (reading->follows[i] || !g_file_test (path, G_FILE_TEST_IS_DIR))
      continue;
    reading->monitors[i] = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, NULL);
    if (reading->monitors[i] != NULL)
      g_signal_connect_swapped (reading->monitors[i], "changed", G_CALLBACK (note_change_cb),
                                reading);
  }
}

/* Gives the new monitors to the window, or drops them when `self` is NULL. */
static void
take_monitors (TwRunWindow *self, Reading *reading)
{
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++) {
    g_autoptr (GFileMonitor) monitor = g_steal_pointer (&reading->monitors[i]);

    if (monitor == NULL)
      continue;
    g_signal_handlers_disconnect_by_data (monitor, reading);
    if (self == NULL)
      continue;
    g_signal_connect_object (monitor, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
    self->monitors[i] = g_steal_pointer (&monitor);
  }
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  GError *error = NULL;
  TwRunStatus *status;

  follow (reading); /* first, so that no change after the reading is missed */
  status = tw_run_status_read (reading->folder, &error);
  if (status != NULL)
    g_task_return_pointer (task, status, (GDestroyNotify) tw_run_status_free);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = g_task_get_task_data (G_TASK (result));
  g_autoptr (TwRunWindow) self = g_weak_ref_get (&reading->window);
  g_autoptr (GError) error = NULL;
  g_autoptr (TwRunStatus) status = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || self->folder == NULL) { /* disposed */
    take_monitors (NULL, reading);
    return;
  }
  take_monitors (self, reading);
  self->stale = self->stale || reading->stale;
  self->reading = FALSE;
  if (status != NULL)
    show (self, status);
  else
    gtk_label_set_text (self->result, error->message);
  if (self->stale)
    changed_cb (self);
}

static void
read_folder (TwRunWindow *self)
{
  self->stale = self->reading;
  if (self->reading)
    return;
  self->reading = TRUE;
  Reading *reading = g_new0 (Reading, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++)
    reading->follows[i] = self->monitors[i] != NULL;
  g_weak_ref_init (&reading->window, self);
  reading->folder = g_strdup (self->folder);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, read_cb, NULL);
  g_task_set_source_tag (task, read_folder);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_thread);
}

static gboolean
pause_over_cb (gpointer data)
{
  TwRunWindow *self = data;

  self->pause = 0;
  read_folder (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (TwRunWindow *self)
{
  if (self->pause == 0)
    self->pause = g_timeout_add (PAUSE_MILLISECONDS, pause_over_cb, self);
}

/* --- the window --------------------------------------------------------------------- */

static GtkLabel *
new_label (const char *text, const char *name)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (text));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_wrap (label, TRUE);
  if (name != NULL)
    gtk_widget_set_name (GTK_WIDGET (label), name);
  return label;
}

TwRunWindow *
tw_run_window_new (GtkWindow *parent, GFile *folder)
{
  g_autofree char *base = g_file_get_basename (folder);
  g_autofree char *title = g_filename_display_name (base);
  TwRunWindow *self = g_object_new (TW_TYPE_RUN_WINDOW, "transient-for", parent,
                                    "destroy-with-parent", TRUE, "title", title, NULL);

  self->folder = g_file_get_path (folder);
  read_folder (self);
  return self;
}

static void
tw_run_window_dispose (GObject *object)
{
  TwRunWindow *self = TW_RUN_WINDOW (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  for (gsize i = 0; i < G_N_ELEMENTS (self->monitors); i++)
    g_clear_object (&self->monitors[i]);
  g_clear_pointer (&self->folder, g_free);
  G_OBJECT_CLASS (tw_run_window_parent_class)->dispose (object);
}

static void
tw_run_window_class_init (TwRunWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tw_run_window_dispose;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
tw_run_window_init (TwRunWindow *self)
{
  static const struct {
    const char *title;
    const char *name;
  } rows[N_ROWS] = {
    [ROW_DONE] = { N_ ("Units done"), "run-done" },
    [ROW_RUNNING] = { N_ ("Units running"), "run-running" },
    [ROW_MISSING] = { N_ ("Units missing"), "run-missing" },
    [ROW_RATE] = { N_ ("Rate"), "run-rate" },
    [ROW_LEFT] = { N_ ("Time left"), "run-left" },
    [ROW_CPU] = { N_ ("Processor time"), "run-cpu" },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN);
  GtkWidget *grid = gtk_grid_new ();

  gtk_window_set_default_size (GTK_WINDOW (self), 400, -1);
  gtk_widget_set_margin_top (box, MARGIN);
  gtk_widget_set_margin_bottom (box, MARGIN);
  gtk_widget_set_margin_start (box, MARGIN);
  gtk_widget_set_margin_end (box, MARGIN);
  gtk_window_set_child (GTK_WINDOW (self), box);
  self->result = new_label (NULL, "run-result");
  gtk_widget_add_css_class (GTK_WIDGET (self->result), "heading");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->result));
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_widget_set_name (GTK_WIDGET (self->bar), "run-share");
  gtk_progress_bar_set_show_text (self->bar, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Share of the search"), -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  for (int i = 0; i < N_ROWS; i++) {
    self->values[i] = new_label ("–", rows[i].name);
    gtk_widget_add_css_class (GTK_WIDGET (self->values[i]), "numeric");
    gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (new_label (_ (rows[i].title), NULL)), 0, i, 1, 1);
    gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (self->values[i]), 1, i, 1, 1);
  }
  gtk_box_append (GTK_BOX (box), grid);
}
