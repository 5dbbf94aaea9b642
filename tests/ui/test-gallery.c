/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the start page: cards, search, keys, recent files and accessible descriptions. */
#include "test-puzzles.h"
#include "ui-test.h"

#include "app/compat.h"
#include "app/dialogs/booklet-dialog.h"
#include "app/gallery/catalogue.h"
#include "app/gallery/gallery.h"
#include "app/gallery/titles.h"
#include "core/capped/problem.h"
#include "puzzle/pieces/solutions.h"

/* --- the catalogue ---------------------------------------------------------------- */

static GPtrArray *
installed_cards (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "puzzles",
                                                   NULL);
  g_autoptr (GError) error = NULL;
  GPtrArray *cards = tw_catalogue_load (folder, &error);

  g_assert_no_error (error);
  return cards;
}

static TwPuzzle *
load_card (const TwCard *card)
{
  g_autoptr (GFile) file = g_file_new_for_uri (card->uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = tw_puzzles_load (file, NULL, &error);

  g_assert_no_error (error);
  return tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
}

/* Fails unless titles.h lists the text. */
static void
expect_listed (const char *text)
{
  gboolean known = text == NULL;

  for (size_t k = 0; k < G_N_ELEMENTS (tw_catalogue_titles); k++)
    known = known || g_strcmp0 (tw_catalogue_titles[k], text) == 0;
  if (!known)
    g_error ("titles.h does not have “%s”", text);
}

TEST (entries, "/ui/gallery/entries")
{
  g_autoptr (GPtrArray) cards = installed_cards ();

  g_assert_cmpuint (cards->len, >=, 60);
  for (guint i = 0; i < cards->len; i++) {
    TwCard *card = g_ptr_array_index (cards, i);
    g_autoptr (TwPuzzle) puzzle = load_card (card);
    const TwBoard *board = tw_puzzle_get_board (puzzle);

    g_assert_true (tw_puzzle_get_kind (puzzle) == card->kind);
    g_assert_cmpint (board->width, ==, card->width);
    g_assert_cmpint (board->height, ==, card->height);
    expect_listed (card->title);
    expect_listed (card->known);
    expect_listed (card->found);
  }
}

/* The level on a card is the one that is measured, and that the file says, if it says one. A piece
 * puzzle with one solution has a level. */
TEST (levels, "/ui/gallery/levels")
{
  g_autoptr (GPtrArray) cards = installed_cards ();
  guint levels[TW_GRADE_MAX_LEVEL + 1] = { 0 };

  for (guint i = 0; i < cards->len; i++) {
    TwCard *card = g_ptr_array_index (cards, i);
    g_autoptr (TwPuzzle) puzzle = load_card (card);
    TwGrade grade, stored;

    if (!tw_puzzle_has_pieces (puzzle) || card->fact != TW_FACT_SOLUTIONS || card->value > 1) {
      g_assert_cmpint (card->level, ==, 0);
      continue;
    }
    TwRun *run = tw_run_new (&(TwLimits){ 0 });
    tw_grade_find (tw_piece_puzzle_get_problem (puzzle), TW_STEP_NESTED, run, NULL, NULL, &grade);
    tw_run_free (run);
    g_test_message ("%s: level %d, %d trials", card->uri, grade.level, grade.trials);
    g_assert_cmpint (card->level, ==, grade.level);
    stored = tw_piece_puzzle_get_grade (puzzle);
    if (stored.level != TW_STEP_NONE) {
      g_assert_cmpint (stored.level, ==, grade.level);
      g_assert_cmpint (stored.trials, ==, grade.trials);
    }
    levels[card->level]++;
  }
  for (int level = TW_STEP_CELL; level <= TW_GRADE_MAX_LEVEL; level++)
    g_assert_cmpuint (levels[level], >, 0);
}

/* Solves a card as far as its fact requires: all solutions of a piece puzzle, the optimum
 * otherwise. */
static TwResult *
solve_card (const TwCard *card)
{
  g_autoptr (TwPuzzle) puzzle = load_card (card);
  TwOptions options = test_options ();

  options.time = UI_PATIENCE_SECONDS;
  options.threads = 1;
  if (card->fact == TW_FACT_SOLUTIONS) {
    options.limit = 0;
    options.count_only = true;
  }
  return test_solve (puzzle, &options);
}

TEST (facts, "/ui/gallery/facts")
{
  g_autoptr (GPtrArray) cards = installed_cards ();
  guint n = 0;

  for (guint i = 0; i < cards->len; i++) {
    TwCard *card = g_ptr_array_index (cards, i);

    if (card->slow || card->fact == TW_FACT_NONE)
      continue;
    g_autoptr (TwResult) result = solve_card (card);
    g_test_message ("%s: %.3f s", card->uri, result->seconds);
    n++;
    switch (card->fact) {
    case TW_FACT_SQUARES:
      g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
      g_assert_cmpuint (tw_result_tiling (result)->count, ==, card->value);
      break;
    case TW_FACT_SOLUTIONS:
      g_assert_true (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).complete);
      g_assert_cmpuint (tw_piece_solutions_count (tw_result_get_piece_solutions (result)).distinct,
                        ==, card->value);
      break;
    case TW_FACT_CAP:
      g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
      g_assert_cmpint (tw_capped_multiplicity (tw_result_tiling (result)), ==, card->value);
      break;
    case TW_FACT_DIFFERENT:
      g_assert_true (tw_result_has_solution (result));
      g_assert_cmpint (tw_capped_multiplicity (tw_result_tiling (result)), ==, 1);
      g_assert_cmpuint (tw_result_tiling (result)->count, ==, card->value);
      break;
    case TW_FACT_SOLVABLE:
      if (card->value != 0)
        g_assert_true (tw_result_has_solution (result));
      else
        g_assert_cmpint (result->status, ==, TW_STATUS_INFEASIBLE);
      break;
    case TW_FACT_NONE:
    default:
      g_assert_not_reached ();
    }
  }
  g_assert_cmpuint (n, >=, 50);
}

/* Each error names its place, and no catalogue is returned. */
TEST (faults, "/ui/gallery/faults")
{
  static const struct {
    const char *text, *message;
  } cases[] = {
    { "{\"puzzles\": [7]}", "puzzles[0]: an object is expected" },
    { "{\"puzzles\": [{\"file\": \"a.json\", \"title\": \"A\"}]}",
      "puzzles[0]: file, title or family is missing" },
    { "{\"puzzles\": [{\"file\": \"../a\", \"title\": \"A\", \"family\": \"squares\"}]}",
      "puzzles[0]: file: a name without folders is expected" },
    { "{\"puzzles\": [{\"file\": \"a\", \"title\": \"A\", \"family\": \"cubes\"}]}",
      "puzzles[0]: family: the name of a kind of puzzle is expected" },
    { "{\"puzzles\": [{\"file\": \"a\", \"title\": \"A\", \"family\": \"squares\", \"size\": "
      "[1]}]}",
      "puzzles[0]: size: two numbers are expected" },
    { "{\"puzzles\": [{\"file\": \"a\", \"title\": \"A\", \"family\": \"squares\", \"size\": [1, "
      "1],"
      "\"level\": 1, \"fact\": {\"squares\": 3}}]}",
      "puzzles[0]: source: it is missing" },
    { "{\"puzzles\": [{\"file\": \"a\", \"title\": \"A\", \"family\": \"squares\", \"size\": [1, "
      "1],"
      "\"level\": 1, \"fact\": {\"colour\": 3}, \"source\": \"proof\"}]}",
      "puzzles[0]: fact: it is not known" },
    { "{\"puzzles\": [{\"file\": \"a\", \"title\": \"A\", \"family\": \"squares\", \"size\": [1, "
      "1],"
      "\"new\": \"B\"}]}",
      "puzzles[0]: known: it is missing" },
    { "{\"puzzles\": [{\"file\": \"a\", \"title\": \"A\", \"family\": \"squares\", \"size\": [1, "
      "1],"
      "\"known\": \"B\", \"certificate\": \"../a\"}]}",
      "puzzles[0]: certificate: a name without folders is expected" },
  };
  g_autoptr (GFile) file = ui_scratch_file ("catalogue.json");
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *folder = g_path_get_dirname (path);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *message = g_strdup_printf ("%s: %s", path, cases[i].message);

    ui_write_file (file, cases[i].text);
    g_assert_null (tw_catalogue_load (folder, &error));
    g_assert_nonnull (error);
    g_assert_cmpstr (error->message, ==, message);
  }
}

/* --- the page ------------------------------------------------------------------------ */

static TwWindow *
window_with_gallery (TwGallery **gallery)
{
  gtk_recent_manager_purge_items (gtk_recent_manager_get_default (), NULL);
  TwWindow *window = ui_window ();
  *gallery = TW_GALLERY (ui_find (GTK_WIDGET (window), "gallery"));
  ui_spin_until (tw_gallery_is_settled (*gallery));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

static void
see_card (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_FLOW_BOX_CHILD (widget) && gtk_widget_get_child_visible (widget)
      && gtk_widget_has_css_class (widget, "puzzle")
      && gtk_widget_get_visible (gtk_widget_get_parent (widget)))
    g_string_append_printf (data, "%s ", gtk_widget_get_name (widget));
}

static void
assert_cards (TwGallery *gallery, const char *expected)
{
  g_autoptr (GString) seen = g_string_new (NULL);

  ui_walk (GTK_WIDGET (gallery), see_card, seen);
  g_assert_cmpstr (seen->str, ==, expected);
}

TEST (page, "/ui/gallery/page")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  GtkWidget *root = GTK_WIDGET (window);
  GtkWidget *card = ui_find (root, "board-5x5.json");

  assert_cards (gallery, "board-5x5.json board-8x8.json pentominoes-5x5.txt tetrominoes-4.json ");
  g_assert_cmpuint (ui_count_drawn (gallery), ==, 4);
  g_autofree char *text = ui_dup_text (card);
  g_assert_cmpstr (text, ==, "\nFirst steps\n5 × 5\nBest: 8 squares\n\n");
  gtk_test_accessible_assert_role (card, GTK_ACCESSIBLE_ROLE_GRID_CELL);
  gtk_test_accessible_assert_property (card, GTK_ACCESSIBLE_PROPERTY_LABEL, "First steps");
  gtk_test_accessible_assert_property (
    card, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    "Minimum squares, 5 × 5, Best: 8 squares, Proved by Tilewright");
  gtk_test_accessible_assert_property (ui_find (root, "squares"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Minimum squares");
  /* Buttons that need a puzzle are hidden. */
  g_assert_false (gtk_widget_get_mapped (ui_find (root, "solve")));
  g_assert_false (gtk_widget_get_mapped (ui_find (root, "edit")));
  g_assert_false (gtk_widget_get_mapped (ui_find (root, "show-pane")));
  g_assert_false (gtk_widget_get_mapped (ui_find (root, "headline")));
  /* The page offers the same actions. */
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "gallery-new")));
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "open-first")));
  g_assert_true (gtk_widget_get_mapped (ui_find (root, "gallery-online")));
}

static void
see_picture (GtkWidget *widget, gpointer data)
{
  GdkPaintable *picture = GTK_IS_PICTURE (widget) ? gtk_picture_get_paintable (GTK_PICTURE (widget))
                                                  : NULL;

  if (picture != NULL)
    g_ptr_array_add (data, g_object_ref (picture));
}

static GPtrArray *
list_pictures (TwGallery *gallery)
{
  GPtrArray *pictures = g_ptr_array_new_with_free_func (g_object_unref);

  ui_walk (GTK_WIDGET (gallery), see_picture, pictures);
  return pictures;
}

static gboolean
has_other_pictures (TwGallery *gallery, GPtrArray *before)
{
  g_autoptr (GPtrArray) now = list_pictures (gallery);
  guint n = 0;

  g_assert_cmpuint (now->len, ==, before->len);
  g_assert_true (tw_gallery_is_settled (gallery)); /* none is drawn */
  for (guint i = 0; i < now->len; i++)
    n += now->pdata[i] != before->pdata[i];
  return n == now->len;
}

/* The pictures of the collection are there at once, without a search, in light and dark. */
TEST (drawn, "/ui/gallery/drawn")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  g_autoptr (GPtrArray) light = list_pictures (gallery);

  g_assert_cmpuint (light->len, ==, 4);
  for (guint i = 0; i < light->len; i++) /* they are made for screens of more pixels, too */
    g_assert_cmpint (MAX (gdk_paintable_get_intrinsic_width (light->pdata[i]),
                          gdk_paintable_get_intrinsic_height (light->pdata[i])),
                     ==, 224);
  tw_compat_set_color_scheme ("dark");
  ui_spin_until (has_other_pictures (gallery, light));
  ui_keep_picture (window, "cards-dark.png");
  tw_compat_set_color_scheme ("light");
}

static void
open_card (TwWindow *window, const char *name)
{
  gtk_widget_activate (ui_find (ui_find (GTK_WIDGET (window), "gallery"), name));
  ui_spin_until (!ui_is_busy (window) && ui_puzzle (window) != NULL);
}

static void
expect_card (TwWindow *window, const char *name, const char *badge, const char *next)
{
  ui_activate (window, "view.start-page");
  ui_spin_until (tw_gallery_is_settled (ui_child (window, TW_TYPE_GALLERY)));
  GtkWidget *card = ui_find (GTK_WIDGET (window), name);
  g_assert_true (gtk_widget_get_visible (ui_find (card, "badge")));
  g_assert_cmpstr (ui_find_label (card, "badge"), ==, badge);
  g_autofree char *text = ui_dup_text (ui_find (GTK_WIDGET (window), "gallery-next"));
  g_assert_cmpstr (text, ==, next);
}

/* Cards have a badge when their puzzle is solved, and the next unsolved puzzle is suggested. */
TEST (solved, "/ui/gallery/solved")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  g_autofree char *first = ui_dup_text (ui_find (GTK_WIDGET (window), "gallery-next"));

  g_assert_cmpstr (first, ==, "Next: First steps (5 × 5)\n");
  g_assert_false (
    gtk_widget_get_visible (ui_find (ui_find (GTK_WIDGET (window), "board-5x5.json"), "badge")));
  ui_click (window, "gallery-next");
  ui_spin_until (!ui_is_busy (window) && ui_puzzle (window) != NULL);
  g_assert_cmpint (tw_puzzle_get_board (ui_puzzle (window))->width, ==, 5);
  ui_use_engine ("greedy", 10);
  ui_run (window, "search.start");
  expect_card (window, "board-5x5.json", "Solved", "Next: Small board (8 × 8)\n");
  ui_activate (window, "view.start-page");
  ui_use_engine ("auto", 10);
  ui_run (window, "search.start");
  expect_card (window, "board-5x5.json", "Proved", "Next: Small board (8 × 8)\n");
  ui_keep_picture (window, "solved.png");

  /* The user lays the solution. */
  TwTiling squares = { 0 };
  g_assert_true (tw_tiling_assign (&squares, tw_result_tiling (ui_result (window))));
  tw_document_lay_squares (ui_document (window), &squares, "Lay");
  tw_tiling_clear (&squares);
  expect_card (window, "board-5x5.json", "Solved by you", "Next: Small board (8 × 8)\n");
  gtk_test_accessible_assert_property (
    ui_find (GTK_WIDGET (window), "board-5x5.json"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    "Minimum squares, 5 × 5, Best: 8 squares, Proved by Tilewright, Solved by you");

  /* An edited puzzle is another one. */
  open_card (window, "board-8x8.json");
  ui_activate (window, "edit.mode");
  gtk_widget_activate_action (GTK_WIDGET (window), "edit.transform-board", "i", 1);
  g_assert_true (ui_is_modified (window));
  ui_run (window, "search.start");
  ui_activate (window, "view.start-page");
  g_assert_false (
    gtk_widget_get_visible (ui_find (ui_find (GTK_WIDGET (window), "board-8x8.json"), "badge")));
  g_settings_reset (tw_settings (), "solved");
}

static void
search_for (TwGallery *gallery, const char *text)
{
  GtkWidget *entry = ui_find (GTK_WIDGET (gallery), "gallery-search");

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "search-changed");
}

TEST (search, "/ui/gallery/search")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  GtkWidget *entry = ui_find (GTK_WIDGET (window), "gallery-search");
  GtkWidget *status = ui_find (GTK_WIDGET (window), "gallery-status");

  search_for (gallery, "PENTO");
  assert_cards (gallery, "pentominoes-5x5.txt ");
  g_assert_false (gtk_widget_get_visible (status));
  search_for (gallery, "5x5 squares");
  assert_cards (gallery, "board-5x5.json ");
  search_for (gallery, "nothing like it");
  assert_cards (gallery, "");
  g_assert_true (gtk_widget_get_visible (status));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (status)), ==,
                   "No puzzle matches “nothing like it”");
  g_signal_emit_by_name (entry, "activate"); /* opens nothing */
  g_assert_false (ui_is_busy (window));

  /* Enter in the search field opens the first match. */
  search_for (gallery, "8x8");
  g_signal_emit_by_name (entry, "activate");
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (tw_puzzle_get_id (ui_puzzle (window)), ==, "8x8-0.1-8");
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "solve")));
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (window), "headline")));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (gallery)));
}

/* --- records ---------------------------------------------------------------------------- */

/* The start page with the installed puzzles. */
static TwWindow *
window_with_records (TwGallery **gallery)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "puzzles",
                                                   NULL);

  g_setenv ("TW_PUZZLES_DIR", folder, TRUE);
  return window_with_gallery (gallery);
}

/* The card of a record says what was known and shows the whole solution, which is there when it is
 * opened, accepted by the checker. */
static void
open_record (TwWindow *window, const TwCard *card)
{
  g_autofree char *name = g_path_get_basename (card->uri), *story = tw_card_dup_story (card);
  GtkWidget *shown = ui_find (ui_find (GTK_WIDGET (window), "records"), name);

  g_assert_cmpstr (ui_find_label (shown, "story"), ==, story);
  open_card (window, name);
  TwResult *result = ui_result (window);
  g_assert_cmpstr (ui_find_label (window, "title"), ==, card->title);
  g_assert_cmpuint (tw_kind_check (result, NULL), ==, 0);
  g_assert_cmpuint (tw_result_count (result), ==, card->value);
  if (card->fact == TW_FACT_DIFFERENT)
    g_assert_cmpint (tw_capped_multiplicity (tw_result_tiling (result)), ==, 1);
  g_assert_cmpuint (tw_canvas_get_scene (ui_canvas (window))->n_uncovered, ==, 0);
  if (card->certificate == NULL) {
    g_assert_null (ui_message (window));
  } else {
    g_assert_nonnull (strstr (ui_message (window), ".twc: checked by tilewright-check: "));
    g_assert_cmpint (result->status, ==, TW_STATUS_OPTIMAL);
    g_assert_cmpint (tw_findings_get_bound (tw_document_get_findings (ui_document (window))), ==,
                     card->value);
  }
  ui_activate (window, "view.start-page");
  g_assert_false (
    gtk_widget_get_visible (ui_find (shown, "badge"))); /* the user did not solve it */
}

TEST_IF (!UI_SANITIZED, records, "/ui/gallery/records")
{
  g_autofree char *folder = g_strdup (g_getenv ("TW_PUZZLES_DIR"));
  g_autoptr (GPtrArray) cards = installed_cards (), listed = NULL;
  TwGallery *gallery;
  TwWindow *window = window_with_records (&gallery);
  guint n = 0;

  search_for (gallery, "records");
  listed = tw_gallery_list_cards (gallery);
  g_assert_cmpuint (listed->len, ==, 0); /* records are not printed */
  ui_keep_picture (window, "records.png");
  for (guint i = 0; i < cards->len; i++)
    if (((TwCard *) cards->pdata[i])->known != NULL) {
      open_record (window, cards->pdata[i]);
      n++;
    }
  g_assert_cmpuint (n, >=, 5);
  ui_close (window);
  g_settings_reset (tw_settings (), "solved");
  g_setenv ("TW_PUZZLES_DIR", folder, TRUE);
}

/* --- booklets -------------------------------------------------------------------------- */

static TwBookletDialog *
open_booklet (TwWindow *window)
{
  ui_activate (window, "file.print-booklet");
  return ui_dialog_of (TW_TYPE_BOOKLET_DIALOG);
}

/* The titles of the choices. */
static char *
dup_sources (TwBookletDialog *dialog)
{
  GListModel *titles = gtk_drop_down_get_model (
    GTK_DROP_DOWN (ui_find (GTK_WIDGET (dialog), "booklet-source")));
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (titles); i++)
    g_string_append_printf (all, "%s\n", gtk_string_list_get_string (GTK_STRING_LIST (titles), i));
  return g_string_free (all, FALSE);
}

/* Saves the booklet of the dialog in the scratch folder, and counts its pages. */
static void
save_booklet (TwWindow *window, TwBookletDialog *dialog, const char *name, const char *count)
{
  g_autoptr (GFile) file = ui_scratch_file (name);
  g_autofree char *text = NULL;
  gsize length;

  ui_click (dialog, "booklet-accept");
  ui_answer_file_dialog (GTK_RESPONSE_ACCEPT, name);
  ui_spin_until (g_file_query_exists (file, NULL) && !ui_is_busy (window));
  g_assert_null (ui_message (window));
  g_assert_true (g_file_load_contents (file, NULL, &text, &length, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "%PDF"));
  g_assert_nonnull (memmem (text, length, count, strlen (count)));
}

/* The search of the start page found nothing, and no puzzle is open. */
TEST (booklet_nothing, "/ui/gallery/booklet-nothing")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);

  search_for (gallery, "no such puzzle");
  TwBookletDialog *dialog = open_booklet (window);
  g_assert_cmpstr (ui_find_label (dialog, "booklet-message"), ==, "There are no puzzles to print.");
  g_assert_false (gtk_widget_is_sensitive (ui_find (GTK_WIDGET (dialog), "booklet-print")));
}

/* The families of the start page, and what its search found, become booklets. */
TEST_IF (!UI_SANITIZED, booklet, "/ui/gallery/booklet")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  g_autoptr (GFile) scratch = ui_scratch_file ("x"), folder = g_file_get_parent (scratch);
  g_autofree char *uri = g_file_get_uri (folder), *all = NULL, *found = NULL;
  TwBookletDialog *dialog = open_booklet (window);
  GtkWidget *heading = ui_find (GTK_WIDGET (dialog), "booklet-title");

  g_settings_set_string (tw_settings (), "export-folder", uri);
  all = dup_sources (dialog);
  g_assert_cmpstr (all, ==,
                   "All on the Start Page (4)\nMinimum squares (2)\nPieces (1)\n"
                   "Tetromino square (1)\n");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (ui_find (GTK_WIDGET (dialog), "booklet-source")), 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (heading)), ==, "Minimum squares");
  g_assert_true (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "booklet-per-page")));
  ui_keep_picture (dialog, "booklet.png");
  save_booklet (window, dialog, "family.pdf", "/Count 4"); /* a cover, two puzzles, answers */

  search_for (gallery, "PENTO");
  dialog = open_booklet (window);
  found = dup_sources (dialog);
  g_assert_cmpstr (found, ==, "All on the Start Page (1)\nPieces (1)\n");
  /* One puzzle has no cover, and its solution is on its back. */
  g_assert_false (gtk_widget_get_sensitive (ui_find (GTK_WIDGET (dialog), "booklet-per-page")));
  save_booklet (window, dialog, "found.pdf", "/Count 2");

  g_settings_reset (tw_settings (), "export-folder");
}

static GtkWidget *
focused (TwWindow *window)
{
  return gtk_window_get_focus (GTK_WINDOW (window));
}

static void
press (TwGallery *gallery, guint key)
{
  gpointer keys = ui_capturing (GTK_WIDGET (gallery), GTK_TYPE_EVENT_CONTROLLER_KEY);
  gboolean taken = FALSE;

  g_signal_emit_by_name (keys, "key-pressed", key, 0, 0, &taken);
  g_assert_true (taken);
}

TEST (keys, "/ui/gallery/keys")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  GtkWidget *first = ui_find (GTK_WIDGET (window), "board-5x5.json");

  /* The arrow keys move from the search to the cards, and from family to family. */
  gtk_widget_grab_focus (GTK_WIDGET (gallery));
  press (gallery, GDK_KEY_Down);
  g_assert_true (focused (window) == first);
  press (gallery, GDK_KEY_Right);
  g_assert_cmpstr (gtk_widget_get_name (focused (window)), ==, "board-8x8.json");
  press (gallery, GDK_KEY_Left);
  g_assert_true (focused (window) == first);
  press (gallery, GDK_KEY_Down);
  g_assert_cmpstr (gtk_widget_get_name (focused (window)), ==, "pentominoes-5x5.txt");
  press (gallery, GDK_KEY_Down);
  g_assert_cmpstr (gtk_widget_get_name (focused (window)), ==, "tetrominoes-4.json");
  press (gallery, GDK_KEY_Down); /* the last line */
  g_assert_cmpstr (gtk_widget_get_name (focused (window)), ==, "tetrominoes-4.json");
  press (gallery, GDK_KEY_Up);
  press (gallery, GDK_KEY_Up);
  press (gallery, GDK_KEY_Up);
  g_assert_true (
    gtk_widget_is_ancestor (focused (window), ui_find (GTK_WIDGET (window), "gallery-search")));
  press (gallery, GDK_KEY_Down);
  press (gallery, GDK_KEY_Down);

  /* All cards are one stop of Tab. */
  press (gallery, GDK_KEY_Tab);
  g_assert_false (gtk_widget_is_ancestor (focused (window), GTK_WIDGET (gallery)));

  /* A blank belongs to the query that is being typed. */
  gtk_widget_grab_focus (first);
  gtk_editable_set_text (GTK_EDITABLE (ui_find (GTK_WIDGET (window), "gallery-search")), "first");
  press (gallery, GDK_KEY_space);
  g_assert_cmpstr (
    gtk_editable_get_text (GTK_EDITABLE (ui_find (GTK_WIDGET (window), "gallery-search"))), ==,
    "first ");

  /* Enter opens; the name of the puzzle is its title, and the goal is said. */
  press (gallery, GDK_KEY_Return);
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpstr (ui_find_label (window, "title"), ==, "First steps");
  g_assert_cmpstr (ui_find_label (window, "detail"), ==,
                   "Cover all free cells with as few squares as possible.");
  ui_keep_picture (window, "goal.png");

  /* The next query replaces the one of before. */
  ui_activate (window, "view.start-page");
  int start, end;
  g_assert_true (gtk_editable_get_selection_bounds (
    GTK_EDITABLE (ui_find (GTK_WIDGET (window), "gallery-search")), &start, &end));
  g_assert_cmpint (end - start, ==, (int) strlen ("first "));
}

/* The bar of families scrolls to each of them. */
TEST (jumps, "/ui/gallery/jumps")
{
  TwGallery *gallery;
  g_auto (UiWindow) window = window_with_gallery (&gallery);
  GtkWidget *jump = gtk_widget_get_first_child (ui_find (GTK_WIDGET (window), "gallery-jumps"));

  gtk_widget_grab_focus (GTK_WIDGET (gallery));
  ui_keep_picture (window, "jumps.png");
  while (gtk_widget_get_next_sibling (jump) != NULL)
    jump = gtk_widget_get_next_sibling (jump);
  g_signal_emit_by_name (gtk_widget_get_first_child (jump), "clicked");
  g_assert_cmpstr (gtk_widget_get_name (focused (window)), ==, "tetrominoes-4.json");
  ui_keep_picture (window, "gallery.png");
}

TEST (recent, "/ui/gallery/recent")
{
  g_autoptr (GFile) file = ui_board_file (7);
  g_autofree char *uri = g_file_get_uri (file);
  TwWindow *window = ui_window ();
  TwGallery *gallery;

  ui_open (window, file);
  ui_close (window);

  window = ui_window ();
  gallery = TW_GALLERY (ui_find (GTK_WIDGET (window), "gallery"));
  ui_spin_until (tw_gallery_is_settled (gallery));
  GtkWidget *card = ui_find (ui_find (GTK_WIDGET (window), "recent"), "board-7.json");
  gtk_test_accessible_assert_property (card, GTK_ACCESSIBLE_PROPERTY_LABEL, "board-7.json");
  gtk_test_accessible_assert_property (card, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Recent file");
  gtk_widget_activate (card);
  ui_spin_until (!ui_is_busy (window));
  g_assert_cmpint (tw_puzzle_get_board (ui_puzzle (window))->width, ==, 7);
  ui_close (window);
}

/* Without an installed collection the entries still work. */
TEST (not_installed, "/ui/gallery/not-installed")
{
  g_autofree char *folder = g_strdup (g_getenv ("TW_PUZZLES_DIR"));
  TwGallery *gallery;

  g_setenv ("TW_PUZZLES_DIR", "/nowhere", TRUE);
  TwWindow *window = window_with_gallery (&gallery);
  g_assert_cmpstr (ui_find_label (window, "gallery-status"), ==,
                   "The puzzle collection is not installed.");
  ui_activate (window, "file.new");
  gtk_window_destroy (GTK_WINDOW (ui_dialog_of (g_type_from_name ("TwNewDialog"))));
  ui_close (window);
  g_setenv ("TW_PUZZLES_DIR", folder, TRUE);
}

TEST_MAIN (ui_test_init, ui_test_run)
