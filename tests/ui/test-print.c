/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests printing to a file through GTK's print dialog. */
#include "ui-test.h"

#include <gtk/gtkunixprint.h>

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

TEST (dialog, "/ui/print/dialog")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GFile) file = ui_scratch_file ("printed.pdf");
  g_autofree char *path = g_file_get_path (file), *uri = g_file_get_uri (file);
  g_autoptr (GtkPrintSettings) settings = NULL;
  GtkPrintUnixDialog *dialog = NULL;

  ui_run (window, "search.start");

  ui_activate (window, "file.print");
  ui_spin_until ((dialog = ui_find_dialog (GTK_TYPE_PRINT_UNIX_DIALOG)) != NULL
                 && gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  g_assert_true (gtk_window_get_transient_for (GTK_WINDOW (dialog)) == GTK_WINDOW (window));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  ui_spin_until (ui_find_dialog (GTK_TYPE_PRINT_UNIX_DIALOG) == NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (ui_message (window), ==, NULL);

  ui_activate (window, "file.print");
  ui_spin_until ((dialog = ui_find_dialog (GTK_TYPE_PRINT_UNIX_DIALOG)) != NULL
                 && gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  settings = gtk_print_settings_new ();
  gtk_print_settings_set_printer (settings, "Print to File");
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf");
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_URI, uri);
  gtk_print_unix_dialog_set_settings (dialog, settings);
  ui_spin_until (has_file_printer (dialog));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_OK);
  ui_spin_until (is_complete (path));
  g_assert_cmpstr (ui_message (window), ==, NULL);
}

TEST_MAIN (ui_test_init, ui_test_run)
