/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run-window.c - see run-window.h. */
#include "app/run-folder/run-window.h"

#include "app/part.h"
#include "puzzle/cluster/run-status.h"
#include "puzzle/cluster/unit-result.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

/* Changes that follow each other are read together. */
#define PAUSE_MILLISECONDS 200

/* Watched: the folder, its results and its claims. */
static const char *const watched[] = { ".", TW_RESULTS_FOLDER, TW_CLAIMS_FOLDER };

struct _TwRunWindow {
  GtkWindow parent_instance;

  GtkProgressBar *bar;
  GtkLabel *result;
  GtkLabel *done;
  GtkLabel *running;
  GtkLabel *missing;
  GtkLabel *rate;
  GtkLabel *left;
  GtkLabel *cpu;

  char *folder;                                   /* NULL: disposed */
  GFileMonitor *monitors[G_N_ELEMENTS (watched)]; /* NULL: it does not exist yet */
  guint pause;                                    /* timeout; 0: none */
  gboolean reading;
  gboolean stale; /* the folder has changed since the worker started */
};

TW_DEFINE_TEMPLATE_TYPE (TwRunWindow, tw_run_window, GTK_TYPE_WINDOW)

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
set_value (GtkLabel *label, char *text)
{
  gtk_label_set_text (label, text);
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
  set_value (self->done, g_strdup_printf ("%u", ledger->n_results));
  set_value (self->running, g_strdup_printf ("%u", status->n_running));
  set_value (self->missing, g_strdup_printf ("%u", ledger->missing->len));
  set_value (self->rate, status->elapsed > 0 ? g_strdup_printf (
                           _ ("%.2f %% per hour"), 360000 * ledger->share / status->elapsed)
                                             : g_strdup ("–"));
  set_value (self->left, duration_text (tw_run_status_left (status)));
  set_value (self->cpu, duration_text (ledger->cpu));
}

/* --- reading ------------------------------------------------------------------------ */

typedef struct {
  char *folder;
  gboolean follows[G_N_ELEMENTS (watched)]; /* the window has these monitors */
  GFileMonitor *monitors[G_N_ELEMENTS (watched)];
  gboolean stale; /* the folder has changed since; used by the main thread */
} Reading;

TW_DEFINE_FREE (reading_free, Reading, (folder, g_free))

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
    tw_connect (monitor, "changed", G_CALLBACK (changed_cb), self);
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
  tw_task_return_pointer (task, status, (GDestroyNotify) tw_run_status_free, &error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = g_task_get_task_data (G_TASK (result));
  g_autoptr (TwRunWindow) self = tw_weak_take (data);
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
  reading->folder = g_strdup (self->folder);
  /* The reference is weak, so that a window closed meanwhile does not read again. */
  tw_task_run (read_thread, reading, reading_free, NULL, NULL, read_cb, tw_weak_new (self));
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

TwRunWindow *
tw_run_window_new (GtkWindow *parent, GFile *folder)
{
  g_autofree char *base = g_file_get_basename (folder);
  g_autofree char *title = g_filename_display_name (base);
  TwRunWindow *self = g_object_new (TW_TYPE_RUN_WINDOW, "application",
                                    gtk_window_get_application (parent), "transient-for", parent,
                                    "destroy-with-parent", TRUE, "title", title, NULL);

  self->folder = g_file_get_path (folder);
  read_folder (self);
  return self;
}

static void
tw_run_window_class_init (TwRunWindowClass *klass)
{
  TW_OWN_SOURCE (klass, TwRunWindow, pause);
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++)
    TW_OWN (klass, TwRunWindow, monitors[i], g_object_unref);
  TW_OWN (klass, TwRunWindow, folder, g_free);
  tw_class_set_dialog_template (klass, "run-window");
  TW_BIND_CHILDREN (klass, TwRunWindow, bar, result, done, running, missing, rate, left, cpu);
}
