/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-print.c - prints the board, or a booklet, with the painter of the screen. The desktop's dialog
 * asks for the printer; for scripts and tests, a file name writes a PDF of the same page without a
 * dialog. */
#include "app/window/window-private.h"

#include "app/dialogs/booklet-dialog.h"
#include "app/dialogs/export-dialog.h"
#include "app/part.h"
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

/* Runs the operation. `file`: see tw_window_print (). */
static void
run (TwWindow *self, GtkPrintOperation *operation, const char *title, guint n_pages,
     GtkPageSetup *setup, GFile *file)
{
  GtkPrintSettings *settings = g_object_get_data (G_OBJECT (self), "tw-print-settings");
  GtkPrintOperationAction action = GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG;

  gtk_print_operation_set_job_name (operation, title);
  gtk_print_operation_set_n_pages (operation, (int) n_pages);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
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
  g_signal_connect_object (operation, "done", G_CALLBACK (done_cb), self, 0);
  gtk_print_operation_run (operation, action, GTK_WINDOW (self), NULL);
}

void
tw_window_print (TwWindow *self, GFile *file)
{
  TwScene *scene = tw_canvas_get_scene (self->canvas);
  g_autofree char *title = NULL, *caption = NULL;
  TwExportOptions options;
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
  g_object_set_data_full (G_OBJECT (operation), "tw-page", tw_snapshot_new (scene, &options),
                          tw_snapshot_free);
  setup = gtk_page_setup_new ();
  if (scene->width > scene->height)
    gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page_cb), NULL);
  run (self, operation, title, 1, setup, file);
}

/* --- booklets ---------------------------------------------------------------------------------- */

static void
draw_booklet_page_cb (GtkPrintOperation *operation, GtkPrintContext *context, int number,
                      TwBooklet *booklet)
{
  tw_booklet_draw_page (booklet, (guint) number, gtk_print_context_get_cairo_context (context),
                        gtk_print_context_get_width (context),
                        gtk_print_context_get_height (context));
}

/* The booklet draws its own margins. */
static void
printed_cb (TwWindow *self, TwBookletDialog *dialog)
{
  g_autoptr (GtkPrintOperation) operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();
  g_autoptr (GtkPaperSize) paper = gtk_paper_size_new (
    tw_booklet_dialog_is_letter (dialog) ? GTK_PAPER_NAME_LETTER : GTK_PAPER_NAME_A4);
  TwBooklet *booklet = tw_booklet_dialog_take_booklet (dialog);

  gtk_page_setup_set_paper_size (setup, paper);
  gtk_print_operation_set_use_full_page (operation, TRUE);
  g_object_set_data_full (G_OBJECT (operation), "tw-page", booklet,
                          (GDestroyNotify) tw_booklet_free);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_booklet_page_cb), booklet);
  run (self, operation, gtk_window_get_title (GTK_WINDOW (dialog)),
       tw_booklet_count_pages (booklet), setup, NULL);
}

void
tw_window_print_booklet (TwWindow *self)
{
  g_autoptr (GPtrArray) cards = tw_gallery_list_cards (self->gallery);
  TwBookletDialog *dialog = tw_booklet_dialog_new (GTK_WINDOW (self), self->session, cards);

  tw_connect (dialog, "chosen", G_CALLBACK (tw_window_write_booklet), self);
  tw_connect (dialog, "printed", G_CALLBACK (printed_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));
}
