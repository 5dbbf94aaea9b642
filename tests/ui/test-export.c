/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the export dialog: its preview, the values of the picture, the extension of the file, the
 * previous folder, and the toast that names the file. */
#include "ui-test.h"

#include <string.h>

#include "app/dialogs/certificate-dialog.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/format-dialog.h"
#include "app/preferences/settings.h"
#include "app/window/toast.h"

static TwExportDialog *
open_dialog (TwWindow *window)
{
  ui_activate (window, "file.export-picture");
  TwExportDialog *dialog = ui_dialog_of (TW_TYPE_EXPORT_DIALOG);
  ui_spin_until (tw_export_dialog_is_settled (dialog));
  return dialog;
}

static void
choose (gpointer dialog, const char *name, guint selected)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (dialog, name)), selected);
}

/* Presses Export and accepts the file dialog with this name. */
static void
accept_as (TwExportDialog *dialog, const char *name)
{
  ui_click (dialog, "export-accept");
  ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, name);
}

static char *
read_text (GFile *file)
{
  char *text = NULL;

  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  return text;
}

/* The name typed ends in .png, but SVG was chosen: the file is an SVG with that extension. */
TEST_IF (!UI_SANITIZED, extension, "/ui/export/extension")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwExportDialog *dialog = open_dialog (window);
  g_autoptr (GFile) wrong = ui_scratch_file ("drawing.png");
  g_autoptr (GFile) right = ui_scratch_file ("drawing.svg");
  g_autoptr (GFile) folder = g_file_get_parent (right);
  g_autofree char *its_uri = g_file_get_uri (folder);
  g_autofree char *first_uri = g_strconcat (its_uri, "/",
                                            NULL); /* the same place, written otherwise */

  g_settings_set_string (tw_settings (), "export-folder", first_uri);
  choose (dialog, "export-format", TW_EXPORT_SVG);
  ui_set_number (dialog, "export-cell", 10);
  ui_set_number (dialog, "export-margin", 5);
  g_assert_cmpstr (ui_find_label (dialog, "export-dimensions"), ==, "170 × 130 points");
  g_assert_null (ui_toast (window));
  accept_as (dialog, "drawing.png");
  ui_spin_until (g_file_query_exists (right, NULL) && !ui_is_busy (window));
  g_assert_null (ui_find_dialog (TW_TYPE_EXPORT_DIALOG));
  g_assert_false (g_file_query_exists (wrong, NULL));
  g_autofree char *text = read_text (right);
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "width=\"170"));
  g_assert_cmpstr (ui_toast (window), ==, "Exported “drawing.svg”");

  /* The next dialog has the same format and folder. */
  g_autofree char *uri = g_settings_get_string (tw_settings (), "export-folder");
  g_assert_cmpstr (uri, ==, its_uri);
  dialog = open_dialog (window);
  g_assert_cmpuint (
    gtk_drop_down_get_selected (GTK_DROP_DOWN (ui_find (GTK_WIDGET (dialog), "export-format"))), ==,
    TW_EXPORT_SVG);
  ui_click (dialog, "export-accept");
  GtkFileChooser *chooser = ui_wait_for_file_dialog (GTK_RESPONSE_ACCEPT);
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_assert_cmpstr (name, ==, "sample.svg");
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);
  g_assert_cmpuint (g_list_model_get_n_items (filters), ==, 1);
  g_autoptr (GFile) shown = gtk_file_chooser_get_current_folder (chooser);
  g_assert_true (g_file_equal (shown, folder));
  ui_answer_file_dialog (GTK_RESPONSE_CANCEL, NULL);

  /* A file that nobody was asked about is not replaced. */
  accept_as (dialog, "drawing.png");
  ui_spin_until (strstr (ui_find_label (dialog, "export-dimensions"), "“drawing.svg”") != NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_settings_reset (tw_settings (), "export-format");
  g_settings_reset (tw_settings (), "export-folder");
}

/* The preview follows the values; impossible sizes cannot be exported. */
TEST (preview, "/ui/export/preview")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwExportDialog *dialog = open_dialog (window);
  GtkPicture *preview = GTK_PICTURE (ui_find (GTK_WIDGET (dialog), "export-preview"));
  TwExportOptions options;
  GdkPaintable *before = g_object_ref (gtk_picture_get_paintable (preview));

  g_assert_cmpstr (ui_find_label (dialog, "export-dimensions"), ==, "688 × 528 pixels");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (ui_find (GTK_WIDGET (dialog), "export-labels")),
                               FALSE);
  choose (dialog, "export-colours", 3);
  tw_export_dialog_get_options (dialog, &options);
  g_assert_cmpint (options.theme, ==, TW_THEME_GREYS);
  g_assert_cmpint (options.flags & TW_PAINT_LABELS, ==, 0);
  g_assert_cmpint (options.flags & TW_PAINT_PATTERNS, !=, 0);
  ui_spin_until (tw_export_dialog_is_settled (dialog));
  g_assert_true (gtk_picture_get_paintable (preview) != before);
  g_assert_cmpint (gdk_paintable_get_intrinsic_width (gtk_picture_get_paintable (preview)), <=,
                   281);
  g_object_unref (before);

  ui_set_number (dialog, "export-cell", 1000);
  choose (dialog, "export-format", TW_EXPORT_PNG);
  g_assert_nonnull (strstr (ui_find_label (dialog, "export-dimensions"), "too large"));
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "export-accept")));
  choose (dialog, "export-format", TW_EXPORT_TEXT); /* has no size */
  g_assert_true (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "export-accept")));
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "export-cell")));
  gtk_window_destroy (GTK_WINDOW (dialog)); /* a preview may be under way */
}

/* The toast's button opens the file, and the toast closes. */
TEST (toast, "/ui/export/toast")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  TwToast *toast = ui_child (window, TW_TYPE_TOAST);
  GtkWidget *button = ui_find (GTK_WIDGET (window), "toast-button");
  g_autoptr (GFile) file = ui_scratch_file ("toast.pdf");
  g_autofree char *uri = g_file_get_uri (file);

  ui_run_uri (window, "file.export-picture-to", file);
  g_assert_cmpstr (ui_toast (window), ==, "Exported “toast.pdf”");
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, "file.show-file");
  const char *target = g_variant_get_string (
    gtk_actionable_get_action_target_value (GTK_ACTIONABLE (button)), NULL);
  g_assert_cmpstr (target, ==, uri);
  gtk_widget_activate_action (GTK_WIDGET (toast), "toast.close", NULL);
  g_assert_null (ui_toast (window));

  /* Where no program opens it, the banner says so. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "file.show-file", "s",
                                             "no-program-opens-this:file"));
  ui_spin_until (ui_message (window) != NULL);

  /* What could not be written is no success. */
  g_autoptr (GFile) nowhere = ui_scratch_file ("missing/toast.pdf");
  ui_run_uri (window, "file.export-picture-to", nowhere);
  g_assert_null (ui_toast (window));
  g_assert_nonnull (ui_message (window));
}

/* --- other formats --------------------------------------------------------------------- */

static TwFormatDialog *
open_formats (TwWindow *window, const char *action)
{
  ui_activate (window, action);
  return ui_dialog_of (TW_TYPE_FORMAT_DIALOG);
}

/* Whether the action opens a dialog: a disabled one does nothing. */
static gboolean
opens (TwWindow *window, const char *action, GType type)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  gpointer dialog = ui_find_dialog (type);
  if (dialog != NULL)
    gtk_window_destroy (dialog);
  return dialog != NULL;
}

/* Accepts the dialog with this name of a file, and returns what was written there. */
static char *
write_format (TwWindow *window, TwFormatDialog *dialog, const char *name, const char *written)
{
  g_autoptr (GFile) file = ui_scratch_file (written);

  ui_click (dialog, "format-accept");
  ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, name);
  ui_spin_until (g_file_query_exists (file, NULL) && !ui_is_busy (window));
  g_assert_null (ui_message (window));
  return read_text (file);
}

static char *
write_tray (TwWindow *window, const char *name)
{
  TwFormatDialog *dialog = open_formats (window, "file.export-making");

  gtk_check_button_set_active (GTK_CHECK_BUTTON (ui_find (GTK_WIDGET (dialog), "make-tray")), TRUE);
  return write_format (window, dialog, name, name);
}

/* The pieces of a puzzle are written as outlines and solids, with the sizes that were chosen. */
TEST_IF (!UI_SANITIZED, making, "/ui/export/making")
{
  g_autoptr (GFile) scratch = ui_scratch_file ("x");
  g_autoptr (GFile) folder = g_file_get_parent (scratch);
  g_autofree char *uri = g_file_get_uri (folder);
  g_auto (UiWindow) window = ui_window_with_text ("made.json", ui_pieces_text);
  TwFormatDialog *dialog = open_formats (window, "file.export-making");
  GListModel *formats = gtk_drop_down_get_model (
    GTK_DROP_DOWN (ui_find (GTK_WIDGET (dialog), "format")));
  g_autofree char *svg = NULL, *stl = NULL, *dlx = NULL;

  g_settings_set_string (tw_settings (), "export-folder", uri);
  g_assert_cmpuint (g_list_model_get_n_items (formats), ==, 4);
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (dialog), "make-kerf")));
  g_assert_false (gtk_widget_get_mapped (ui_find (GTK_WIDGET (dialog), "make-bevel")));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (dialog), "make-tray")));
  g_assert_nonnull (strstr (ui_find_label (dialog, "make-sheets"), "1 sheet of 300 × 200 mm"));
  ui_spin_until (ui_count_drawn (dialog) == 1);
  ui_keep_picture (dialog, "making.png");
  ui_set_number (dialog, "make-width", 123);
  g_assert_nonnull (strstr (ui_find_label (dialog, "make-sheets"), "1 sheet of 123 × 200 mm"));
  svg = write_format (window, dialog, "made.svg", "made.svg");
  g_assert_nonnull (strstr (svg, "width=\"123.0000mm\""));
  g_assert_null (strstr (svg, "<line "));
  g_assert_cmpstr (ui_toast (window), ==, "Exported “made.svg”");

  dialog = open_formats (window, "file.export-making");
  choose (dialog, "format", 3);
  g_assert_false (
    gtk_widget_get_visible (gtk_widget_get_parent (ui_find (GTK_WIDGET (dialog), "make-kerf"))));
  ui_set_number (dialog, "make-thickness", 7.25);
  stl = write_format (window, dialog, "solid", "solid.stl"); /* the extension is added */
  g_assert_nonnull (strstr (stl, "7.2500"));

  /* The file dialog asked about another name, so the file with the extension is not replaced. */
  dialog = open_formats (window, "file.export-making");
  choose (dialog, "format", 3);
  ui_click (dialog, "format-accept");
  ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, "solid");
  ui_spin_until (gtk_widget_get_visible (ui_find (GTK_WIDGET (dialog), "format-message")));
  g_assert_cmpstr (ui_find_label (dialog, "format-message"), ==,
                   "“solid.stl” exists already: choose that name to replace it");
  gtk_window_destroy (GTK_WINDOW (dialog));

  dialog = open_formats (window, "file.export-puzzle");
  choose (dialog, "format", 3);
  dlx = write_format (window, dialog, "made.dlx", "made.dlx");
  g_assert_nonnull (strchr (dlx, '\n'));

  ui_run (window, "search.start");
  /* The tray of a drawing shows the edges of the pieces. */
  g_autofree char *tray = write_tray (window, "tray.svg");
  g_auto (GStrv) lines = g_strsplit (tray, "<line ", -1);
  g_assert_cmpuint (g_strv_length (lines) - 1, >, 4); /* more than the outline of the board */

  /* BurrTools gets the solutions, too. */
  dialog = open_formats (window, "file.export-puzzle");
  choose (dialog, "format", 0);
  g_autofree char *xml = write_format (window, dialog, "own", "own.json");
  g_assert_nonnull (strstr (xml, "pieces"));

  /* An error leaves no file. */
  g_autoptr (GFile) none = ui_scratch_file ("none.svg");
  dialog = open_formats (window, "file.export-making");
  ui_set_number (dialog, "make-cell", 1000);
  g_assert_nonnull (strstr (ui_find_label (dialog, "make-sheets"), "is larger than the sheet"));
  ui_click (dialog, "format-accept");
  ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, "none.svg");
  ui_spin_until (ui_message (window) != NULL);
  g_assert_false (g_file_query_exists (none, NULL));
  g_settings_reset (tw_settings (), "export-folder");
}

/* The base of a tray shows the solution that is on the board. */
TEST_IF (!UI_SANITIZED, tray, "/ui/export/tray")
{
  g_autoptr (GFile) scratch = ui_scratch_file ("x");
  g_autoptr (GFile) folder = g_file_get_parent (scratch);
  g_autofree char *uri = g_file_get_uri (folder);

  g_settings_set_string (tw_settings (), "export-folder", uri);
  ui_set_limit (0);
  g_auto (UiWindow) window = ui_window_with_text (
    "bars.json", "{\"board\": [\"aaaaaa\"], \"pieces\": [{\"cells\": [\"a\"]},"
                 "{\"cells\": [\"aa\"]}, {\"cells\": [\"aaa\"]}]}");
  ui_run (window, "search.start");
  g_autofree char *first = write_tray (window, "first.svg");
  ui_activate (window, "view.next-solution");
  g_autofree char *second = write_tray (window, "second.svg");
  ui_activate (window, "view.previous-solution");
  g_autofree char *again = write_tray (window, "again.svg");
  g_assert_cmpstr (first, !=, second);
  g_assert_cmpstr (first, ==, again);

  /* It is the solution that was shown when the dialog was opened. */
  TwFormatDialog *dialog = open_formats (window, "file.export-making");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (ui_find (GTK_WIDGET (dialog), "make-tray")), TRUE);
  ui_activate (window, "view.next-solution");
  g_autofree char *early = write_format (window, dialog, "early.svg", "early.svg");
  g_assert_cmpstr (early, ==, first);
  g_settings_reset (tw_settings (), "export-folder");
  ui_set_option ("limit", NULL);
}

/* Which formats a kind of puzzle has. */
TEST (formats, "/ui/export/formats")
{
  TwWindow *window = ui_window_with ("sample.json");

  g_assert_false (
    opens (window, "file.export-making", TW_TYPE_FORMAT_DIALOG)); /* squares have no pieces */
  TwFormatDialog *dialog = open_formats (window, "file.export-puzzle");
  g_assert_false (
    gtk_widget_get_visible (gtk_widget_get_parent (ui_find (GTK_WIDGET (dialog), "make-cell"))));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (
                      GTK_DROP_DOWN (ui_find (GTK_WIDGET (dialog), "format")))),
                    ==, 4);
  ui_close (window);
  g_assert_null (ui_find_dialog (TW_TYPE_FORMAT_DIALOG)); /* it closes with its window */
}

/* What can be chosen can be made. */
TEST (sizes, "/ui/export/sizes")
{
  static const char *const names[] = { "make-clearance", "make-kerf",  "make-bevel",
                                       "make-gap",       "make-width", "make-height" };
  g_auto (UiWindow) window = ui_window_with_text ("sizes.json", ui_pieces_text);
  TwFormatDialog *dialog = open_formats (window, "file.export-making");
  g_autoptr (GError) error = NULL;

  ui_set_number (dialog, "make-cell", 100);
  ui_set_number (dialog, "make-thickness", 100);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    ui_set_number (dialog, names[i], 1e9);
  TwOutput *output = tw_format_dialog_dup_output (dialog);
  g_autoptr (GBytes) bytes = tw_output_write (output, &error);
  g_assert_no_error (error);
  tw_output_unref (output);
}

/* --- certificates ------------------------------------------------------------------------ */

static TwCertificateDialog *
open_certificate (TwWindow *window)
{
  ui_activate (window, "file.save-certificate");
  return ui_dialog_of (TW_TYPE_CERTIFICATE_DIALOG);
}

/* The certificate of a solution is found on a worker, and the checker accepts it. */
TEST (certificate, "/ui/export/certificate")
{
  TwWindow *window = ui_window_with_text ("proved.txt", ui_board_text), *pieces;
  g_autoptr (GFile) file = ui_scratch_file ("proved.twc");
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *output = NULL;
  const char *checker = g_getenv ("TW_CHECK_PROGRAM");
  int status;

  g_assert_false (opens (window, "file.save-certificate", TW_TYPE_CERTIFICATE_DIALOG));
  ui_run (window, "search.start");
  TwCertificateDialog *dialog = open_certificate (window);
  ui_spin_until (tw_certificate_dialog_get_bytes (dialog) != NULL);
  g_assert_nonnull (strstr (ui_find_label (dialog, "certificate-status"), ", optimal"));
  g_assert_nonnull (strstr (ui_find_label (dialog, "certificate-status"), "\nChecked by"));
  if (!UI_SANITIZED) {
    g_autofree char *command = g_strdup_printf ("%s %s", checker, path);

    ui_click (dialog, "certificate-save");
    ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, path);
    ui_spin_until (g_file_query_exists (file, NULL) && !ui_is_busy (window));
    g_assert_cmpstr (ui_toast (window), ==, "Exported “proved.twc”");
    g_assert_true (g_spawn_command_line_sync (command, &output, NULL, &status, NULL));
    g_assert_cmpint (status, ==, 0);
    g_assert_nonnull (strstr (output, "optimal"));
    gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri,
                                    NULL); /* of the dialog */
    ui_open (window, file);
    g_assert_nonnull (strstr (ui_message (window), "proved.twc: checked by tilewright-check: "));
    g_assert_nonnull (strstr (ui_message (window), ", optimal"));
    g_assert_true (ui_puzzle (window) != NULL); /* a certificate replaces none */
    g_assert_false (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri));
    dialog = open_certificate (window);
  }
  ui_close (window); /* the worker may be at work */
  g_assert_null (ui_find_dialog (TW_TYPE_CERTIFICATE_DIALOG));

  pieces = ui_window_with_text ("unproved.json", ui_pieces_text);
  ui_run (pieces, "search.start");
  dialog = open_certificate (pieces);
  ui_spin_until (tw_certificate_dialog_get_bytes (dialog) != NULL);
  ui_close (pieces);
  pieces = ui_window_with_text ("none.txt", "aaa\naaa\n\naa  aa\n");
  ui_run (pieces, "search.start");
  dialog = open_certificate (pieces);
  ui_spin_until (tw_certificate_dialog_get_bytes (dialog) != NULL);
  g_assert_nonnull (strstr (ui_find_label (dialog, "certificate-status"), "no solution exists"));
  ui_close (pieces);
}

/* A certificate that does not prove what it says is refused when it is opened. A sign is shown while
 * the checker is at work. */
TEST (certificate_refused, "/ui/export/certificate-refused")
{
  static const char text[] = "tilewright-certificate 2\nboard 1 1\n";
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) file = ui_scratch_file ("wrong.twc"), slow = ui_scratch_file ("slow-check");
  g_autofree char *checker = g_strdup (g_getenv ("TW_CHECK_PROGRAM"));
  GtkWidget *sign = ui_find (GTK_WIDGET (window), "reading");

  g_file_set_contents (g_file_peek_path (file), text, -1, NULL);
  ui_open (window, file);
  g_assert_nonnull (strstr (ui_message (window), "refuses the certificate: "));

  g_file_set_contents_full (g_file_peek_path (slow),
                            "#!/bin/sh\nwhile test -x \"$0\"; do sleep 0.1; done\n", -1,
                            G_FILE_SET_CONTENTS_NONE, 0700, NULL);
  g_setenv ("TW_CHECK_PROGRAM", g_file_peek_path (slow), TRUE);
  ui_activate_uri (window, "file.open-uri", file);
  ui_spin_until (gtk_widget_get_visible (sign));
  g_file_delete (slow, NULL, NULL);
  ui_spin_until (!ui_is_busy (window));
  g_assert_false (gtk_widget_get_visible (sign));
  g_setenv ("TW_CHECK_PROGRAM", checker, TRUE);
}

/* A closed dialog is disposed at once, which stops its worker. */
TEST (certificate_stops, "/ui/export/certificate-stops")
{
  g_auto (UiWindow) window = ui_window_with_text ("stopped.txt", ui_board_text);

  ui_run (window, "search.start");
  gpointer dialog = open_certificate (window);
  g_object_add_weak_pointer (dialog, &dialog);
  gtk_window_close (dialog);
  g_assert_null (dialog);
}

TEST_MAIN (ui_test_init, ui_test_run)
