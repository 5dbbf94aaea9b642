/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the export dialog: its preview, the values of the picture, the extension of the file, the
 * folder of the last time; and the toast that tells of the file. */
#include "ui-test.h"

#include <string.h>

#include "app/dialogs/export-dialog.h"
#include "app/preferences/settings.h"
#include "app/window/toast.h"

static TwExportDialog *
open_dialog (TwWindow *window)
{
  TwExportDialog *dialog;

  ui_activate (window, "win.export-picture");
  dialog = ui_dialog_of (TW_TYPE_EXPORT_DIALOG);
  ui_spin_until (tw_export_dialog_is_settled (dialog));
  return dialog;
}

static void
set_spin (gpointer dialog, const char *name, double value)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (ui_find (dialog, name)), value);
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
static void
test_extension (void)
{
  g_autoptr (GSettings) settings = tw_settings_new ();
  TwWindow *window = ui_window_with ("sample.json");
  TwToast *toast = ui_child (window, TW_TYPE_TOAST);
  TwExportDialog *dialog = open_dialog (window);
  g_autoptr (GFile) wrong = ui_scratch_file ("drawing.png");
  g_autoptr (GFile) right = ui_scratch_file ("drawing.svg");
  g_autoptr (GFile) folder = g_file_get_parent (right);
  g_autofree char *its_uri = g_file_get_uri (folder);
  g_autofree char *first_uri = g_strconcat (its_uri, "/",
                                            NULL); /* the same place, written otherwise */

  g_settings_set_string (settings, "export-folder", first_uri);
  choose (dialog, "export-format", TW_EXPORT_SVG);
  set_spin (dialog, "export-cell", 10);
  set_spin (dialog, "export-margin", 5);
  g_assert_cmpstr (ui_find_label (dialog, "export-dimensions"), ==, "170 × 130 points");
  g_assert_null (tw_toast_get_text (toast));
  accept_as (dialog, "drawing.png");
  ui_spin_until (g_file_query_exists (right, NULL) && !tw_window_is_busy (window));
  g_assert_null (ui_find_dialog (TW_TYPE_EXPORT_DIALOG));
  g_assert_false (g_file_query_exists (wrong, NULL));
  g_autofree char *text = read_text (right);
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "width=\"170"));
  g_assert_cmpstr (tw_toast_get_text (toast), ==, "Exported “drawing.svg”");

  /* The next dialog has the same format and folder. */
  g_autofree char *uri = g_settings_get_string (settings, "export-folder");
  g_assert_cmpstr (uri, ==, its_uri);
  dialog = open_dialog (window);
  g_assert_cmpuint (
    gtk_drop_down_get_selected (GTK_DROP_DOWN (ui_find (GTK_WIDGET (dialog), "export-format"))), ==,
    TW_EXPORT_SVG);
  ui_click (dialog, "export-accept");
  GtkFileChooser *chooser = NULL;
  ui_spin_until ((chooser = ui_find_dialog (GTK_TYPE_FILE_CHOOSER)) != NULL
                 && gtk_widget_get_mapped (GTK_WIDGET (chooser)));
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_assert_cmpstr (name, ==, "sample.svg");
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);
  g_assert_cmpuint (g_list_model_get_n_items (filters), ==, 1);
  GFile *shown = NULL;
  int patience = 0;
  while (shown == NULL || ++patience < 50) {
    g_clear_object (&shown);
    shown = gtk_file_chooser_get_current_folder (chooser);
    ui_iterate ();
  }
  g_assert_true (g_file_equal (shown, folder));
  g_object_unref (shown);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  ui_spin_until (ui_find_dialog (GTK_TYPE_FILE_CHOOSER) == NULL);

  /* A file that nobody was asked about is not replaced. */
  accept_as (dialog, "drawing.png");
  for (int i = 0; i < 20; i++)
    ui_iterate ();
  g_assert_nonnull (strstr (ui_find_label (dialog, "export-dimensions"), "“drawing.svg”"));
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_settings_reset (settings, "export-format");
  g_settings_reset (settings, "export-folder");
  ui_close (window);
}

/* The preview follows the values; impossible sizes cannot be exported. */
static void
test_preview (void)
{
  TwWindow *window = ui_window_with ("sample.json");
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

  set_spin (dialog, "export-cell", 1000);
  choose (dialog, "export-format", TW_EXPORT_PNG);
  g_assert_nonnull (strstr (ui_find_label (dialog, "export-dimensions"), "too large"));
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "export-accept")));
  choose (dialog, "export-format", TW_EXPORT_TEXT); /* has no size */
  g_assert_true (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "export-accept")));
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "export-cell")));
  gtk_window_destroy (GTK_WINDOW (dialog)); /* a preview may be under way */
  ui_close (window);
}

/* The toast's button opens the file, and the toast closes. */
static void
test_toast (void)
{
  TwWindow *window = ui_window_with ("sample.json");
  TwToast *toast = ui_child (window, TW_TYPE_TOAST);
  GtkWidget *button = ui_find (GTK_WIDGET (window), "toast-button");
  g_autoptr (GFile) file = ui_scratch_file ("toast.pdf");
  g_autofree char *uri = g_file_get_uri (file);
  const char *target;

  ui_activate_uri (window, "win.export-picture-to", file);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_cmpstr (tw_toast_get_text (toast), ==, "Exported “toast.pdf”");
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), ==, "win.show-file");
  target = g_variant_get_string (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (button)),
                                 NULL);
  g_assert_cmpstr (target, ==, uri);
  gtk_widget_activate_action (GTK_WIDGET (toast), "toast.close", NULL);
  g_assert_null (tw_toast_get_text (toast));

  /* Where no program opens it, the banner says so. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-file", "s",
                                             "no-program-opens-this:file"));
  ui_spin_until (tw_window_get_message (window) != NULL);

  /* What could not be written is no success. */
  g_autoptr (GFile) nowhere = ui_scratch_file ("missing/toast.pdf");
  ui_activate_uri (window, "win.export-picture-to", nowhere);
  ui_spin_until (!tw_window_is_busy (window));
  g_assert_null (tw_toast_get_text (toast));
  g_assert_nonnull (tw_window_get_message (window));
  ui_close (window);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  if (!UI_SANITIZED)
    g_test_add_func ("/ui/export/extension", test_extension);
  g_test_add_func ("/ui/export/preview", test_preview);
  g_test_add_func ("/ui/export/toast", test_toast);
  return ui_test_run ();
}
