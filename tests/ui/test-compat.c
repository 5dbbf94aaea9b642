/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the code that differs between GTK versions: the file dialogs, operated as a user would, and
 * the colour scheme. */
#include "ui-test.h"

#include "app/compat.h"

static const TwFileFilter filters[] = {
  { "Pictures", "*.png *.svg" },
  { "All files", "*" },
};

typedef struct {
  gboolean done;
  GFile *file;
  GListModel *files;
  GError *error;
} Answer;

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;
  answer->file = tw_compat_choose_finish (result, &answer->error);
  answer->done = TRUE;
}

static void
all_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;
  answer->files = tw_compat_choose_all_finish (result, &answer->error);
  answer->done = TRUE;
}

static void
respond (int response, const Answer *answer)
{
  ui_answer_file_dialog (response, NULL);
  ui_spin_until (answer->done);
  g_assert_no_error (answer->error);
}

TEST (cancel, "/ui/compat/cancel")
{
  g_auto (UiWindow) window = ui_window ();
  const TwFileRequest request = {
    .title = "Open", .accept = "_Open", .filters = filters, .n_filters = 2
  };
  Answer answer = { 0 };

  tw_compat_choose (GTK_WINDOW (window), TW_CHOOSE_OPEN, &request, chosen_cb, &answer);
  respond (GTK_RESPONSE_CANCEL, &answer);
  g_assert_null (answer.file);

  answer = (Answer){ 0 };
  tw_compat_choose (GTK_WINDOW (window), TW_CHOOSE_OPEN_SEVERAL, &request, all_chosen_cb, &answer);
  respond (GTK_RESPONSE_DELETE_EVENT, &answer);
  g_assert_null (answer.files);
}

TEST (save, "/ui/compat/save")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) wanted = ui_scratch_file ("picture.png");
  g_autoptr (GFile) folder = g_file_get_parent (wanted);
  const TwFileRequest request = {
    .title = "Save",
    .accept = "_Save",
    .name = "picture.png",
    .folder = folder,
    .filters = filters,
    .n_filters = 2,
  };
  Answer answer = { 0 };

  tw_compat_choose (GTK_WINDOW (window), TW_CHOOSE_SAVE, &request, chosen_cb, &answer);
  respond (GTK_RESPONSE_ACCEPT, &answer);
  g_assert_nonnull (answer.file);
  g_assert_true (g_file_equal (answer.file, wanted));
  g_clear_object (&answer.file);
}

TEST (folder, "/ui/compat/folder")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) file = ui_scratch_file ("x");
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const TwFileRequest request = { .title = "Folder", .accept = "_Choose", .folder = folder };
  Answer answer = { 0 };

  tw_compat_choose (GTK_WINDOW (window), TW_CHOOSE_FOLDER, &request, all_chosen_cb, &answer);
  respond (GTK_RESPONSE_ACCEPT, &answer);
  g_assert_nonnull (answer.files);
  g_assert_cmpuint (g_list_model_get_n_items (answer.files), ==, 1);
  g_autoptr (GFile) chosen = g_list_model_get_item (answer.files, 0);
  g_assert_true (g_file_equal (chosen, folder));
  g_clear_object (&answer.files);
}

/* Light and dark differ in the text colour that the canvas and the plot use. */
TEST (scheme, "/ui/compat/scheme")
{
  g_auto (UiWindow) window = ui_window ();
  static const char *const schemes[] = { "light", "dark", "light", "default" };
  GdkRGBA color, first;

  for (gsize i = 0; i < G_N_ELEMENTS (schemes); i++) {
    tw_compat_set_color_scheme (schemes[i]);
    tw_compat_get_color (GTK_WIDGET (window), &color);
    float sum = color.red + color.green + color.blue;
    g_assert_cmpfloat (color.alpha, >, 0.5f);
    if (g_str_equal (schemes[i], "dark"))
      g_assert_cmpfloat (sum, >, 1.5f);
    else
      g_assert_cmpfloat (sum, <, 1.5f);
    if (i == 0)
      first = color;
  }
  g_assert_true (gdk_rgba_equal (&color, &first));
}

#if TEST_SANITIZED
/* The dialogs of GTK 4.8 leak pending folder reads when they close. */
G_MODULE_EXPORT int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}
#endif

TEST_MAIN (ui_test_init, ui_test_run)
