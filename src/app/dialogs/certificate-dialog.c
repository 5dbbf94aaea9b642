/* SPDX-License-Identifier: GPL-3.0-or-later */
/* certificate-dialog.c - see certificate-dialog.h. */
#include "app/dialogs/certificate-dialog.h"

#include "app/choose.h"
#include "app/part.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-solve.h"
#include "puzzle/tasks.h"
#include "puzzle/verify.h"

struct _TwCertificateDialog {
  GtkWindow parent_instance;

  GtkLabel *status;
  GtkSpinner *spinner;
  GtkWidget *stop;
  GtkWidget *save;

  TwRun *run; /* of the worker, whose task owns it; NULL: it has ended, or this is disposed */
  TwResult *result;
  GBytes *bytes;
  char *name;
};

TW_DEFINE_TEMPLATE_TYPE (TwCertificateDialog, tw_certificate_dialog, GTK_TYPE_WINDOW)

/* --- the worker --------------------------------------------------------------------- */

typedef struct {
  TwResult *result;
  TwOptions options;
  TwRun *run;
  gint64 bound;
  char *unchecked; /* why it was not checked; NULL: it was */
} Work;

TW_DEFINE_FREE (work_free, Work, (result, tw_result_unref), (run, tw_run_free), (unchecked, g_free))

static void
certify_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  const TwKind *kind = tw_puzzle_get_kind (work->result->puzzle);
  GError *error = NULL;
  gsize length;
  char *text = kind->certify->solution (work->result, &work->options, work->run, &length,
                                        &work->bound, &error);

  if (text != NULL
      && !tw_verify_certificate (text, length, &work->options, work->run, &work->unchecked, &error))
    g_clear_pointer (&text, g_free);
  tw_task_return_pointer (task, text != NULL ? g_bytes_new_take (text, length) : NULL,
                          (GDestroyNotify) g_bytes_unref, &error);
}

/* What was proved, "104 squares, optimal", or the bound, or that there is no solution; and whether
 * it was checked. */
static char *
describe (TwCertificateDialog *self, const Work *work)
{
  gboolean solved = tw_result_has_solution (self->result);
  g_autoptr (TwResult) proved = solved ? tw_result_dup_solution (self->result)
                                       : tw_result_ref (self->result);
  g_autofree char *text = NULL;

  if (solved) {
    proved->bound = work->bound;
    if (work->bound >= tw_kind_cost (proved))
      proved->status = TW_STATUS_OPTIMAL;
  }
  text = tw_result_describe (proved);
  if (work->unchecked != NULL)
    return g_strdup_printf (_ ("%s\nNot checked: %s"), text, work->unchecked);
  return g_strdup_printf (_ ("%s\nChecked by tilewright-check"), text);
}

static void
certified_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Work *work = g_task_get_task_data (G_TASK (result));
  g_autoptr (TwCertificateDialog) self = tw_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *proved = NULL;

  if (self == NULL || self->run == NULL) /* disposed */
    return;
  self->run = NULL;
  if (bytes != NULL) {
    self->bytes = g_steal_pointer (&bytes);
    proved = describe (self, work);
  }
  gtk_spinner_stop (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), FALSE);
  gtk_widget_set_visible (self->stop, FALSE);
  gtk_label_set_text (self->status, proved != NULL ? proved : error->message);
  gtk_widget_set_sensitive (self->save, self->bytes != NULL);
}

static void
stop_cb (TwCertificateDialog *self)
{
  if (self->run != NULL)
    tw_run_stop (self->run, TW_STOP_CANCEL);
  gtk_widget_set_sensitive (self->stop, FALSE);
}

/* --- the file ----------------------------------------------------------------------- */

static void
save_cb (TwCertificateDialog *self)
{
  tw_choose_for_dialog (self->status, _ ("Save the Certificate"), _ ("_Save"), self->name,
                        _ ("Certificates"), "*.twc *.TWC", "");
}

/* --- the dialog --------------------------------------------------------------------- */

GBytes *
tw_certificate_dialog_get_bytes (TwCertificateDialog *self)
{
  return self->bytes;
}

TwCertificateDialog *
tw_certificate_dialog_new (GtkWindow *parent, TwResult *result, const TwOptions *options,
                           const char *name)
{
  TwCertificateDialog *self = g_object_new (TW_TYPE_CERTIFICATE_DIALOG, "transient-for", parent,
                                            NULL);
  TwLimits limits = tw_kind_limits (options);
  Work *work = g_new0 (Work, 1);

  self->result = tw_result_ref (result);
  self->name = g_strdup (name);
  work->result = tw_result_ref (result);
  work->options = *options;
  work->run = self->run = tw_run_new (&limits);
  if (work->run == NULL)
    g_error ("out of memory for a run");
  /* The reference is weak, so that closing the dialog disposes it and stops the run. */
  tw_task_run (certify_thread, work, work_free, NULL, NULL, certified_cb, tw_weak_new (self));
  return self;
}

static void
stop_run (TwRun *run)
{
  tw_run_stop (run, TW_STOP_CANCEL);
}

static void
tw_certificate_dialog_class_init (TwCertificateDialogClass *klass)
{
  TW_OWN (klass, TwCertificateDialog, run, stop_run);
  TW_OWN (klass, TwCertificateDialog, result, tw_result_unref);
  TW_OWN (klass, TwCertificateDialog, bytes, g_bytes_unref);
  TW_OWN (klass, TwCertificateDialog, name, g_free);
  tw_class_add_signal (klass, "chosen", 1, G_TYPE_FILE);
  tw_class_set_dialog_template (klass, "certificate-dialog");
  TW_BIND_CHILDREN (klass, TwCertificateDialog, status, spinner, stop, save);
  TW_BIND_CALLBACKS (klass, stop_cb, save_cb);
}
