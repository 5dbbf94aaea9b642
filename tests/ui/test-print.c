/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests printing the board and booklets to a file through GTK's print dialog. */
#include "ui-test.h"

#include <gtk/gtkunixprint.h>

#include "app/dialogs/booklet-dialog.h"

/* The desktop's dialog has found its printers and chosen the one that writes files. */
static gboolean
has_file_printer (GtkPrintUnixDialog *dialog)
{
  GtkPrinter *printer = gtk_print_unix_dialog_get_selected_printer (dialog);

  return printer != NULL && gtk_printer_is_virtual (printer) && gtk_printer_has_details (printer);
}

/* The printer writes the file in the background. */
static gboolean
is_complete (const char *path)
{
  g_autofree char *text = NULL;
  gsize length;

  return g_file_get_contents (path, &text, &length, NULL) && length > 2000
         && g_str_has_prefix (text, "%PDF")
         && g_strstr_len (text + length - 10, 10, "%%EOF") != NULL;
}

static GtkPrintUnixDialog *
wait_for_dialog (TwWindow *window)
{
  GtkPrintUnixDialog *dialog = NULL;

  ui_spin_until ((dialog = ui_find_dialog (GTK_TYPE_PRINT_UNIX_DIALOG)) != NULL
                 && gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  g_assert_true (gtk_window_get_transient_for (GTK_WINDOW (dialog)) == GTK_WINDOW (window));
  return dialog;
}

/* Prints to the file in the scratch folder. */
static void
print_to (TwWindow *window, const char *name)
{
  GtkPrintUnixDialog *dialog = wait_for_dialog (window);
  g_autoptr (GtkPrintSettings) settings = gtk_print_settings_new ();
  g_autoptr (GFile) file = ui_scratch_file (name);
  g_autofree char *path = g_file_get_path (file), *uri = g_file_get_uri (file);

  gtk_print_settings_set_printer (settings, "Print to File");
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf");
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_URI, uri);
  gtk_print_unix_dialog_set_settings (dialog, settings);
  ui_spin_until (has_file_printer (dialog));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_OK);
  ui_spin_until (is_complete (path));
  g_assert_cmpstr (ui_message (window), ==, NULL);
}

TEST (dialog, "/ui/print/dialog")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GFile) file = ui_scratch_file ("printed.pdf");
  g_autofree char *path = g_file_get_path (file);

  ui_run (window, "search.start");

  ui_activate (window, "file.print");
  gtk_dialog_response (GTK_DIALOG (wait_for_dialog (window)), GTK_RESPONSE_CANCEL);
  ui_spin_until (ui_find_dialog (GTK_TYPE_PRINT_UNIX_DIALOG) == NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (ui_message (window), ==, NULL);

  ui_activate (window, "file.print");
  print_to (window, "printed.pdf");
}

/* The open puzzles as a booklet: a puzzle that has no solution yet is solved. */
TEST (booklet, "/ui/print/booklet")
{
  g_auto (UiWindow) window = ui_window_with_text ("booklet.json", ui_pieces_text);

  ui_activate (window, "file.print-booklet");
  TwBookletDialog *dialog = ui_dialog_of (TW_TYPE_BOOKLET_DIALOG);
  g_assert_cmpstr (
    gtk_editable_get_text (GTK_EDITABLE (ui_find (GTK_WIDGET (dialog), "booklet-title"))), ==, "");
  gtk_editable_set_text (GTK_EDITABLE (ui_find (GTK_WIDGET (dialog), "booklet-title")), "Class");
  ui_click (dialog, "booklet-print");
  print_to (window, "booklet.pdf");
  g_assert_null (ui_find_dialog (TW_TYPE_BOOKLET_DIALOG));
  g_assert_null (ui_result (window));
}

TEST_MAIN (ui_test_init, ui_test_run)
