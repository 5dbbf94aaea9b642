/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-export.c - writes solutions, pictures and the clipboard.
 *
 * Worker threads write and draw; they hold references to immutable results and scenes. */
#include "app/window/window-private.h"

#include "app/choose.h"
#include "app/dialogs/certificate-dialog.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/format-dialog.h"
#include "draw/export.h"
#include "app/part.h"
#include "app/preferences/settings.h"
#include "app/save.h"
#include "puzzle/i18n.h"
#include "puzzle/solution-file.h"
#include "puzzle/tasks.h"

/* For example, "b1de.json" and "-solution.json" give "b1de-solution.json". */
static char *
propose_name (TwWindow *self, const char *ending)
{
  g_autofree char *full = tw_document_dup_name (tw_session_get_document (self->session));
  g_autofree char *name = g_path_get_basename (full);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return g_strconcat (name, ending, NULL);
}

static char *
name_file (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base);
}

/* --- solutions as JSON --------------------------------------------------- */

static GBytes *
print_solution (gpointer result, const char *path, GError **error)
{
  gsize length;
  char *text = tw_solution_print (result, &length);

  return g_bytes_new_take (text, length);
}

static void
solution_written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autoptr (TwDocument) document = data;
  g_autoptr (GError) error = NULL;
  gboolean written = tw_save_bytes_finish (result, &error);

  if (!tw_session_release (self->session))
    return;
  tw_session_say (self->session, error != NULL ? error->message : NULL);
  if (written) {
    g_autofree char *name = name_file (tw_save_bytes_get_file (result));
    g_autofree char *text = g_strdup_printf (_ ("Saved “%s”"), name);

    tw_document_end_saving_solutions (document);
    tw_session_notify_user (self->session, text, NULL, NULL, NULL);
  }
  tw_saver_continue (self->saver, written);
}

/* Takes ownership of `result`, which may be NULL. */
static void
save_result (TwWindow *self, TwResult *result, GFile *file)
{
  TwDocument *document = tw_session_get_document (self->session);

  if (result == NULL)
    return;
  tw_session_hold (self->session);
  tw_document_begin_saving_solutions (document);
  tw_save_bytes_async (file, print_solution, result, (GDestroyNotify) tw_result_unref, self,
                       solution_written_cb, g_object_ref (document));
}

void
tw_window_save_solution (TwWindow *self, GFile *file)
{
  save_result (self, tw_solution_browser_dup_shown (tw_side_pane_get_browser (self->pane)), file);
}

void
tw_window_save_all_solutions (TwWindow *self, GFile *file)
{
  TwResult *result = tw_session_get_result (self->session);

  save_result (self, result != NULL ? tw_result_ref (result) : NULL, file);
}

static void
all_solutions_chosen_cb (gpointer self, GFile *file, const char *message)
{
  if (message != NULL)
    tw_session_say (TW_WINDOW (self)->session, message);
  if (file != NULL)
    tw_window_save_all_solutions (self, file);
}

static void
solution_chosen_cb (gpointer data, GFile *file, const char *message)
{
  TwWindow *self = data;

  if (message != NULL)
    tw_session_say (self->session, message);
  if (file != NULL)
    tw_window_save_solution (self, file);
  else
    tw_saver_continue (self->saver, FALSE);
}

static void
choose_json_file (TwWindow *self, const char *title, const char *ending, TwChosen chosen_cb)
{
  g_autofree char *name = propose_name (self, ending);

  tw_choose_export (GTK_WINDOW (self), title, _ ("_Save"), name, _ ("Solutions (JSON)"),
                    "*.json *.JSON", "", chosen_cb, self);
}

void
tw_window_choose_solution_file (TwWindow *self)
{
  choose_json_file (self, _ ("Save the Solution"), "-solution.json", solution_chosen_cb);
}

void
tw_window_choose_all_solutions_file (TwWindow *self)
{
  choose_json_file (self, _ ("Save All Solutions"), "-solutions.json", all_solutions_chosen_cb);
}

/* --- pictures ------------------------------------------------------------ */

static GBytes *
make_picture (gpointer data, const char *path, GError **error)
{
  const TwSnapshot *picture = data;

  return tw_export_for_file (picture->scene, path, &picture->options, error);
}

/* Shows a toast, or the error. */
static void
exported_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  GFile *file = tw_save_bytes_get_file (result);
  g_autoptr (GError) error = NULL;

  tw_save_bytes_finish (result, &error);
  if (!tw_session_release (self->session))
    return;
  tw_session_say (self->session, error != NULL ? error->message : NULL);
  if (error == NULL) {
    g_autofree char *name = name_file (file);
    g_autofree char *text = g_strdup_printf (_ ("Exported “%s”"), name);
    g_autofree char *uri = g_file_get_uri (file);

    tw_session_notify_user (self->session, text, _ ("Open"), "file.show-file", uri);
  }
}

static void
export_picture (TwWindow *self, GFile *file, TwExportOptions *options)
{
  TwScene *scene = tw_canvas_get_scene (self->canvas);
  g_autofree char *caption = tw_solution_browser_dup_caption (
    tw_side_pane_get_browser (self->pane));

  if (scene == NULL)
    return;
  options->caption = caption;
  tw_session_hold (self->session);
  tw_save_bytes_async (file, make_picture, tw_snapshot_new (scene, options), tw_snapshot_free, self,
                       exported_cb, NULL);
}

void
tw_window_export_picture (TwWindow *self, GFile *file)
{
  TwExportOptions options;

  tw_settings_get_export_options (&options);
  export_picture (self, file, &options);
}

static void
picture_chosen_cb (TwWindow *self, GFile *file, TwExportDialog *dialog)
{
  TwExportOptions options;

  tw_export_dialog_get_options (dialog, &options);
  export_picture (self, file, &options);
}

void
tw_window_choose_picture_file (TwWindow *self)
{
  TwScene *scene = tw_canvas_get_scene (self->canvas);
  g_autofree char *name = NULL, *caption = NULL;
  TwExportOptions options;

  if (scene == NULL)
    return;
  name = propose_name (self, "");
  caption = tw_solution_browser_dup_caption (tw_side_pane_get_browser (self->pane));
  tw_settings_get_export_options (&options);
  options.caption = caption;
  TwExportDialog *dialog = tw_export_dialog_new (GTK_WINDOW (self), scene, &options, name);
  tw_connect (dialog, "chosen", G_CALLBACK (picture_chosen_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- other formats ------------------------------------------------------- */

static GBytes *
make_output (gpointer output, const char *path, GError **error)
{
  return tw_output_write (output, error);
}

static GBytes *
take_bytes (gpointer bytes, const char *path, GError **error)
{
  return g_bytes_ref (bytes);
}

static void
format_chosen_cb (TwWindow *self, GFile *file, TwFormatDialog *dialog)
{
  tw_session_hold (self->session);
  tw_save_bytes_async (file, make_output, tw_format_dialog_dup_output (dialog),
                       (GDestroyNotify) tw_output_unref, self, exported_cb, NULL);
}

void
tw_window_choose_format (TwWindow *self, gboolean making)
{
  g_autofree char *name = propose_name (self, "");
  g_autoptr (TwResult)
    shown = tw_solution_browser_dup_shown (tw_side_pane_get_browser (self->pane));
  TwFormatDialog *dialog = tw_format_dialog_new (
    GTK_WINDOW (self), tw_session_get_puzzle (self->session), tw_session_get_result (self->session),
    shown, making, name);

  tw_connect (dialog, "chosen", G_CALLBACK (format_chosen_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

static GBytes *
make_booklet (gpointer booklet, const char *path, GError **error)
{
  return tw_booklet_write (booklet, error);
}

void
tw_window_write_booklet (TwWindow *self, GFile *file, TwBookletDialog *dialog)
{
  tw_session_hold (self->session);
  tw_save_bytes_async (file, make_booklet, tw_booklet_dialog_take_booklet (dialog),
                       (GDestroyNotify) tw_booklet_free, self, exported_cb, NULL);
}

static void
certificate_chosen_cb (TwWindow *self, GFile *file, TwCertificateDialog *dialog)
{
  tw_session_hold (self->session);
  tw_save_bytes_async (file, take_bytes, g_bytes_ref (tw_certificate_dialog_get_bytes (dialog)),
                       (GDestroyNotify) g_bytes_unref, self, exported_cb, NULL);
}

void
tw_window_save_certificate (TwWindow *self)
{
  g_autoptr (TwResult) judged = tw_findings_dup_judged (
    tw_document_get_findings (tw_session_get_document (self->session)));
  g_autofree char *name = propose_name (self, ".twc");
  TwCertificateDialog *dialog;
  TwOptions options;

  tw_settings_get_options (tw_session_get_settings (self->session), &options);
  dialog = tw_certificate_dialog_new (GTK_WINDOW (self), judged, &options, name);
  tw_connect (dialog, "chosen", G_CALLBACK (certificate_chosen_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
}

gboolean
tw_window_can_export (TwWindow *self, gboolean making)
{
  return tw_window_has_puzzle (self)
         && tw_format_dialog_has_formats (tw_session_get_puzzle (self->session),
                                          tw_session_get_result (self->session), making);
}

gboolean
tw_window_can_certify (TwWindow *self)
{
  TwResult *result = tw_session_get_result (self->session);

  return tw_window_has_puzzle (self) && result != NULL
         && (tw_result_has_solution (result) || result->status == TW_STATUS_INFEASIBLE)
         && tw_puzzle_get_kind (result->puzzle)->certify != NULL
         && !tw_search_is_running (self->search);
}

static void
shown_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autoptr (GError) error = NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (self), result, &error) && self->canvas != NULL)
    tw_session_say (self->session, error->message);
}

void
tw_window_show_file (TwWindow *self, const char *uri)
{
  gtk_show_uri_full (GTK_WINDOW (self), uri, GDK_CURRENT_TIME, NULL, shown_cb, NULL);
}

static void
copied_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), &error);

  if (!tw_session_release (self->session))
    return;
  if (texture != NULL)
    gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  tw_session_say (self->session, error != NULL ? error->message : NULL);
}

void
tw_window_copy_image (TwWindow *self)
{
  TwScene *scene = tw_canvas_get_scene (self->canvas);
  TwExportOptions options;

  if (scene == NULL)
    return;
  tw_settings_get_export_options (&options);
  tw_session_hold (self->session);
  tw_task_run (tw_snapshot_draw_thread, tw_snapshot_new (scene, &options), tw_snapshot_free, self,
               NULL, copied_cb, NULL);
}
