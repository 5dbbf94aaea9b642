/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-print.c - prints the board with the painter of the screen. The desktop's dialog asks for
 * the printer; for scripts and tests, a file name writes a PDF of the same page without a
 * dialog. */
#include "app/window/window-private.h"

#include "app/dialogs/export-dialog.h"
#include "app/preferences/settings.h"
#include "puzzle/file.h"

static void
draw_page_cb (GtkPrintOperation *operation, GtkPrintContext *context, int number, gpointer data)
{
  TwSnapshot *page = g_object_get_data (G_OBJECT (operation), "tw-page");

  tw_export_draw_page (gtk_print_context_get_cairo_context (context), page->scene, &page->options,
                       gtk_print_context_get_width (context),
                       gtk_print_context_get_height (context));
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, TwWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (result == GTK_PRINT_OPERATION_RESULT_ERROR && self->canvas != NULL) {
    gtk_print_operation_get_error (operation, &error);
    tw_session_say (self->session, error->message);
  } else if (result == GTK_PRINT_OPERATION_RESULT_APPLY) {
    /* The next print job starts with the same printer and paper. */
    g_object_set_data_full (G_OBJECT (self), "tw-print-settings",
                            g_object_ref (gtk_print_operation_get_print_settings (operation)),
                            g_object_unref);
  }
}

void
tw_window_print (TwWindow *self, GFile *file)
{
  TwScene *scene = tw_canvas_get_scene (self->canvas);
  g_autofree char *title = NULL, *caption = NULL;
  TwExportOptions options;
  GtkPrintSettings *settings = g_object_get_data (G_OBJECT (self), "tw-print-settings");
  GtkPrintOperationAction action = GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG;
  g_autoptr (GtkPrintOperation) operation = NULL;
  g_autoptr (GtkPageSetup) setup = NULL;

  if (scene == NULL)
    return;
  title = g_path_get_basename (tw_puzzle_get_name (tw_session_get_puzzle (self->session)));
  caption = tw_solution_browser_dup_caption (tw_side_pane_get_browser (self->pane));
  tw_settings_get_export_options (&options);
  options.title = title;
  options.caption = caption;

  operation = gtk_print_operation_new ();
  g_object_set_data_full (G_OBJECT (operation), "tw-page", tw_snapshot_new (scene, NULL, &options),
                          tw_snapshot_free);
  gtk_print_operation_set_job_name (operation, title);
  gtk_print_operation_set_n_pages (operation, 1);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  setup = gtk_page_setup_new ();
  if (scene->width > scene->height)
    gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_print_operation_set_default_page_setup (operation, setup);
  if (settings != NULL)
    gtk_print_operation_set_print_settings (operation, settings);
  gtk_print_operation_set_allow_async (operation, TRUE);
  if (file != NULL) {
    g_autoptr (GError) error = NULL;
    g_autofree char *path = tw_file_dup_path (file, &error);
    if (path == NULL) {
      tw_session_say (self->session, error->message);
      return;
    }
    gtk_print_operation_set_export_filename (operation, path);
    action = GTK_PRINT_OPERATION_ACTION_EXPORT;
  }
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page_cb), NULL);
  g_signal_connect_object (operation, "done", G_CALLBACK (done_cb), self, 0);
  gtk_print_operation_run (operation, action, GTK_WINDOW (self), NULL);
}
