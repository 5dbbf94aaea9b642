/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the documents of the window: saving, the question before changes are lost, the clipboard. */
#include "ui-test.h"

#include "app/dialogs/ask-dialog.h"
#include "puzzle/pieces/puzzle.h"
#include "puzzle/load.h"

/* --- saving --------------------------------------------------------------------------- */

static char *
contents (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static TwWindow *
changed_window (const char *name)
{
  TwWindow *window = ui_window_with_text (name, ui_board_text);

  ui_edit_cell (window, 3, 2);
  ui_assert_board (window, "#...\n....\n...#\n");
  g_assert_true (ui_is_modified (window));
  return window;
}

TEST (save, "/ui/document/save")
{
  TwWindow *window = changed_window ("save.txt");
  g_autoptr (GFile) file = ui_scratch_file ("save.txt"), other = ui_scratch_file ("other.json");
  g_autoptr (GFile) nowhere = ui_scratch_file ("no-such-folder/x.json");

  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• save.txt");
  ui_run (window, "file.save");
  g_assert_false (ui_is_modified (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "save.txt");
  g_autofree char *text = contents (file);
  g_assert_cmpstr (text, ==, "#...\n....\n...#\n");
  ui_activate (window, "edit.undo"); /* now the file differs from the puzzle */
  g_assert_true (ui_is_modified (window));

  /* A failed write loses nothing and shows an error. */
  ui_run_uri (window, "file.save-to", nowhere);
  g_assert_true (ui_is_modified (window));
  g_assert_nonnull (ui_message (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• save.txt");

  /* After Save As, the new name is the file of the document. */
  ui_run_uri (window, "file.save-to", other);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "other.json");
  ui_activate (window, "edit.redo");
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "• other.json");
  ui_run (window, "file.save");
  g_assert_false (ui_is_modified (window));
  ui_close (window);

  window = ui_window_of (other);
  ui_assert_board (window, "#...\n....\n...#\n");
  g_autofree char *untouched = contents (file);
  g_assert_cmpstr (untouched, ==, text);
  ui_close (window);
}

/* Saving rewrites all puzzles of a file. */
TEST (save_several, "/ui/document/save-several")
{
  TwWindow *window = ui_window_with_text ("two.json",
                                          "[{\"width\": 2, \"height\": 1, \"puzzle\": "
                                          "[[true, true]]}, {\"width\": 1, \"height\": 1, "
                                          "\"puzzle\": [[true]]}]");
  g_autoptr (GFile) file = ui_scratch_file ("two.json");

  ui_edit_cell (window, 1, 0);
  ui_activate (window, "view.next-puzzle");
  g_assert_cmpuint (tw_history_n_undo (tw_document_get_history (ui_document (window))), ==, 0);
  ui_run (window, "file.save");
  g_assert_false (ui_is_modified (window));
  ui_activate (window, "view.previous-puzzle");
  g_assert_cmpuint (tw_history_n_undo (tw_document_get_history (ui_document (window))), ==, 1);
  ui_close (window);

  window = ui_window_of (file);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "1 of 2");
  ui_assert_board (window, ".#\n");
  ui_close (window);
}

TEST (question, "/ui/document/question")
{
  TwWindow *window = changed_window ("question.txt");
  g_autoptr (GFile) file = ui_scratch_file ("question.txt"), sample = ui_data_file ("sample.json");
  gpointer alive = window;

  g_settings_set_boolean (tw_settings (), "restore-session", FALSE);
  g_object_add_weak_pointer (G_OBJECT (window), &alive);

  /* Closing asks when nothing returns at the next start; Cancel keeps the window. */
  gtk_window_close (GTK_WINDOW (window));
  gtk_window_close (GTK_WINDOW (window)); /* no second question */
  g_assert_true (gtk_test_accessible_has_relation (
    GTK_ACCESSIBLE (ui_dialog_of (TW_TYPE_ASK_DIALOG)), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  g_assert_nonnull (alive);
  g_assert_true (ui_is_modified (window));

  /* Closing the puzzle asks about this one only; opening another one does not. */
  ui_open (window, sample);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
  ui_activate (window, "file.close");
  g_assert_null (ui_find_dialog (TW_TYPE_ASK_DIALOG));
  ui_activate (window, "file.close");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel");
  g_assert_true (ui_is_modified (window));
  ui_drop_puzzle (window);
  g_assert_null (ui_puzzle (window));
  g_autofree char *text = contents (file);
  g_assert_cmpstr (text, ==, ui_board_text);
  ui_close (window);

  /* Save, then close. */
  window = alive = changed_window ("question.txt");
  g_object_add_weak_pointer (G_OBJECT (window), &alive);
  gtk_window_close (GTK_WINDOW (window));
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-accept");
  ui_spin_until (alive == NULL);
  g_autofree char *saved = contents (file);
  g_assert_cmpstr (saved, ==, "#...\n....\n...#\n");
  g_settings_reset (tw_settings (), "restore-session");
}

TEST (quit, "/ui/document/quit")
{
  GActionGroup *actions = G_ACTION_GROUP (ui_application ());
  TwWindow *first = changed_window ("quit-1.txt"), *second = changed_window ("quit-2.txt");
  TwWindow *third = ui_window ();
  gpointer alive[] = { first, second, third };

  g_settings_set_boolean (tw_settings (), "restore-session", FALSE);
  for (int i = 0; i < 3; i++)
    g_object_add_weak_pointer (alive[i], &alive[i]);
  g_action_group_activate_action (actions, "quit", NULL);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-cancel"); /* of the other window */
  ui_iterate_times (20);
  for (int i = 0; i < 3; i++)
    g_assert_nonnull (alive[i]);
  g_assert_false (tw_session_get_approved (tw_window_get_session (first))
                  || tw_session_get_approved (tw_window_get_session (second)));

  g_action_group_activate_action (actions, "quit", NULL);
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_click (ui_dialog_of (TW_TYPE_ASK_DIALOG), "answer-reject");
  ui_spin_until (alive[0] == NULL && alive[1] == NULL && alive[2] == NULL);
  g_settings_reset (tw_settings (), "restore-session");
}

/* --- the clipboard ------------------------------------------------------------------------- */

static char *
copied_text (TwWindow *window)
{
  ui_run (window, "edit.copy-text");
  return ui_dup_clipboard (GTK_WIDGET (window));
}

static void
paste (TwWindow *window, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  ui_run (window, "edit.paste");
}

/* Drops a value on the window. */
static void
drop (TwWindow *window, const GValue *value)
{
  gboolean taken = FALSE;

  g_signal_emit_by_name (ui_controller (GTK_WIDGET (window), GTK_TYPE_DROP_TARGET), "drop", value,
                         10.0, 10.0, &taken);
  g_assert_true (taken);
  ui_spin_until (!ui_is_busy (window));
}

TEST (clipboard, "/ui/document/clipboard")
{
  g_auto (UiWindow) window = ui_window ();

  /* Pastes into an empty window; the puzzle is not saved. */
  paste (window, "..#\n...\n");
  ui_assert_board (window, "..#\n...\n");
  g_assert_true (ui_is_modified (window));
  g_autofree char *text = copied_text (window);
  g_assert_cmpstr (text, ==, "..#\n...\n");

  /* In the edit mode, paste replaces the board as one step; a grid of points alone is accepted,
   * too. */
  ui_activate (window, "edit.mode");
  paste (window, "....\n");
  ui_assert_board (window, "....\n");
  g_assert_cmpstr (tw_history_undo_name (tw_document_get_history (ui_document (window))), ==,
                   "Paste 4 × 1");
  ui_activate (window, "edit.undo");
  ui_assert_board (window, "..#\n...\n");
  g_assert_false (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "page")));

  /* Another kind of puzzle, or paste outside of the edit mode, is added. */
  paste (window, ui_pieces_text);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  g_assert_true (tw_puzzle_has_pieces (ui_puzzle (window)));
  g_autofree char *drawing = copied_text (window);
  g_assert_nonnull (strstr (drawing, "\"pieces\"")); /* too rich for a drawing */
  ui_drop_puzzle (window);

  paste (window, "{\"width\": ");
  g_assert_nonnull (strstr (ui_message (window), "not a puzzle"));
  ui_assert_board (window, "..#\n...\n");
}

/* The name that Save As proposes says the format. */
static void
assert_proposed (TwWindow *window, const char *ending)
{
  ui_activate (window, "file.save-as");
  GtkFileChooser *chooser = ui_wait_for_file_dialog (GTK_RESPONSE_ACCEPT);
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_assert_true (g_str_has_suffix (name, ending));
  ui_answer_file_dialog (GTK_RESPONSE_CANCEL, NULL);
}

/* Texts of other programs, pasted into an empty window and dropped on one, then offered to be
 * saved. */
TEST (paste_formats, "/ui/document/paste-formats")
{
  static const struct {
    const char *text;
    const char *kind;
    const char *board; /* NULL: not compared */
  } texts[] = {
    { "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n", "exact-cover", NULL },
    { "| a comment\na b | c\na c\nb c\n", "exact-cover", NULL },
    { "a b | c\na c:x\nb c:x\n", "exact-cover", NULL },
    { "ab ba\nab ba\n", "pieces", NULL }, /* also an exact cover */
    { "aa aa\naa aa\n", "pieces", NULL },
    { "9 33 32 (18,15)(7,8)(14,4)(10,1)(9)\n", "capped", NULL },
    { "1\t0\t\n1\tx\t 0\r\n\t\t2.5\n", "squares", ".##\n..#\n##.\n" },
    { "1\t1\n1\t1\n\n", "squares", "..\n..\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_auto (UiWindow) window = ui_window ();
    g_auto (GValue) value = G_VALUE_INIT;

    if (i % 2 == 0) {
      paste (window, texts[i].text);
    } else {
      g_value_init (&value, G_TYPE_STRING);
      g_value_set_string (&value, texts[i].text);
      drop (window, &value);
    }
    g_assert_nonnull (ui_puzzle (window));
    g_assert_cmpstr (tw_puzzle_get_kind (ui_puzzle (window))->name, ==, texts[i].kind);
    if (texts[i].board != NULL)
      ui_assert_board (window, texts[i].board);
    g_assert_true (ui_is_modified (window));
    if (!UI_SANITIZED)
      assert_proposed (window,
                       g_str_equal (texts[i].kind, "exact-cover") ? ".dlx" : ".tiling.json");
  }
}

/* A picture of obstacles: the pixels of `dark` that are '#'; '_' is a transparent pixel. */
static GdkTexture *
picture_of (const char *dark, int width, int height)
{
  g_autofree guint8 *pixels = g_malloc0 ((gsize) width * (gsize) height * 4);

  for (int i = 0; i < width * height && dark != NULL; i++)
    for (int c = 0; c < 4; c++)
      pixels[i * 4 + c] = dark[i] == '_' ? 0 : c == 3 ? 255 : dark[i] == '#' ? 100 : 150;

  g_autoptr (GBytes) bytes = g_bytes_new (pixels, (gsize) width * (gsize) height * 4);

  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8A8, bytes, (gsize) width * 4);
}

/* The pixels of a picture become the cells of a board. */
TEST (pictures, "/ui/document/pictures")
{
  TwWindow *window = ui_window ();
  g_autoptr (GdkTexture) picture = picture_of ("..##._", 3, 2);
  g_autoptr (GdkTexture) wide = picture_of (NULL, 1001, 1);
  g_autoptr (GFile) file = ui_scratch_file ("board.png"), broken = ui_scratch_file ("broken.png");
  g_autofree char *path = g_file_get_path (file), *broken_path = g_file_get_path (broken);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  g_auto (GValue) value = G_VALUE_INIT, files = G_VALUE_INIT;

  gdk_clipboard_set_texture (clipboard, picture);
  ui_run (window, "edit.paste");
  ui_assert_board (window, "..#\n#..\n");
  g_assert_true (ui_is_modified (window));

  gdk_clipboard_set_texture (clipboard, wide);
  ui_run (window, "edit.paste");
  g_assert_cmpstr (ui_message (window), ==,
                   "a picture of 1001 × 1 pixels is larger than a board of 1000 × 1000 cells");
  ui_assert_board (window, "..#\n#..\n");

  /* A dropped picture is added, too, except in the edit mode. */
  g_value_init (&value, GDK_TYPE_TEXTURE);
  g_value_set_object (&value, picture);
  drop (window, &value);
  g_assert_cmpstr (ui_find_label (window, "page"), ==, "2 of 2");
  ui_assert_board (window, "..#\n#..\n");
  ui_close (window);

  /* Files: the puzzle is not tied to the file of the picture. */
  window = ui_window ();
  g_assert_true (gdk_texture_save_to_png (picture, path));
  g_value_init (&files, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&files, gdk_file_list_new_from_array (&file, 1));
  drop (window, &files);
  ui_assert_board (window, "..#\n#..\n");
  g_assert_null (tw_puzzle_get_file (ui_puzzle (window)));

  g_assert_true (gdk_texture_save_to_png (wide, broken_path));
  ui_open (window, broken);
  g_assert_nonnull (strstr (ui_message (window), "broken.png: a picture of 1001"));
  g_assert_true (
    g_file_set_contents (broken_path, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1", 24, NULL));
  ui_open (window, broken);
  g_assert_nonnull (strstr (ui_message (window), "broken.png: "));
  ui_assert_board (window, "..#\n#..\n");
  ui_close (window);
}

/* After Save As, the next dialogs are about the new file. */
TEST (after_save_as, "/ui/document/after-save-as")
{
  g_auto (UiWindow) window = ui_window_with ("sample.json");
  g_autoptr (GFile) file = ui_scratch_file ("renamed.json");
  g_autoptr (GFile) folder = g_file_get_parent (file);

  ui_run_uri (window, "file.save-to", file);
  ui_activate (window, "file.open");
  GtkFileChooser *chooser = ui_wait_for_file_dialog (GTK_RESPONSE_CANCEL);
  g_autoptr (GFile) opened = NULL;
  ui_spin_until ((opened = gtk_file_chooser_get_current_folder (chooser)) != NULL);
  g_assert_true (g_file_equal (opened, folder));
  ui_answer_file_dialog (GTK_RESPONSE_CANCEL, NULL);

  ui_solve (window, "greedy");
  ui_activate (window, "file.save-solution");
  g_autofree char *name = gtk_file_chooser_get_current_name (
    ui_wait_for_file_dialog (GTK_RESPONSE_CANCEL));
  g_assert_cmpstr (name, ==, "renamed-solution.json");
  ui_answer_file_dialog (GTK_RESPONSE_CANCEL, NULL);
  ui_drop_puzzle (window);
}

/* A file manager offers copied files as text, too. */
TEST (paste_files, "/ui/document/paste-files")
{
  g_auto (UiWindow) window = ui_window ();
  g_autoptr (GFile) file = ui_data_file ("sample.json");
  g_autofree char *path = g_file_get_path (file);
  GdkContentProvider *offers[] = {
    gdk_content_provider_new_typed (G_TYPE_STRING, path),
    gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, gdk_file_list_new_from_array (&file, 1)),
  };
  g_autoptr (GdkContentProvider) all = gdk_content_provider_new_union (offers, 2);

  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (window)), all);
  ui_run (window, "edit.paste");
  g_assert_null (ui_message (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "sample.json");
}

TEST_MAIN (ui_test_init, ui_test_run)
