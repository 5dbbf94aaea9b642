/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept between two runs of the program: a puzzle with its solutions, and the folders
 * of windows, which are found again after the program has ended or was killed, and not before. */
#include <glib/gstdio.h>
#include <signal.h>

#include "puzzle/file.h"
#include "puzzle/kept.h"
#include "puzzle/store.h"

#include "test-puzzles.h"
#include "test-tools.h"

/* --- a puzzle --------------------------------------------------------------------------- */

#define TRACE "((2.5, [(1.0, 4, 1), (2.5, 4, 4)]), (true, [(6, 3, 3, 17, 4)]))"

static TwKept *
reread (const TwKept *kept)
{
  g_autoptr (GBytes) bytes = tw_kept_save (kept);
  g_autoptr (GError) error = NULL;
  TwKept *again = tw_kept_load (bytes, &error);

  g_assert_no_error (error);
  return again;
}

static TwKeptValue *
value_of (const TwKept *kept, guint i)
{
  return g_ptr_array_index (kept->values, i);
}

static TwKeptResult *
result_of (const TwKept *kept, guint value, guint i)
{
  return g_ptr_array_index (value_of (kept, value)->results, i);
}

TEST (save, "/kept/save")
{
  g_autoptr (TwPuzzle) first = test_puzzle ("....\n....\n", "/nowhere/two \"boards\".txt");
  g_autoptr (TwPuzzle) now = test_puzzle ("....\n...#\n", "/nowhere/two \"boards\".txt");
  g_autoptr (TwResult) best = test_solve (first, NULL), other = tw_result_dup_solution (best);
  g_autoptr (GVariant)
    trace = g_variant_parse (G_VARIANT_TYPE (TW_TRACE_TYPE), TRACE, NULL, NULL, NULL);
  g_autoptr (TwKept) kept = tw_kept_new (), again = NULL;
  TwKeptValue *value = tw_kept_add (kept, first, NULL, FALSE);

  g_free (other->engine);
  other->engine = g_strdup (TW_ENGINE_HAND);
  tw_kept_value_add (value, other, "By hand", NULL);
  tw_kept_value_add (value, best, "Solution 1", trace);
  value->shown = 1;
  value->bound = 2;
  value->claim = 3;
  tw_kept_add (kept, now, "Paint", TRUE);
  kept->saved = 0;
  kept->file = g_strdup ("/elsewhere/b.json");
  kept->played = 252;
  g_assert_true (tw_tiling_add (&kept->squares, (TwSquare){ 1, 0, 2 }));

  again = reread (kept);
  g_assert_cmpuint (again->values->len, ==, 2);
  g_assert_cmpint (again->saved, ==, 0);
  g_assert_cmpstr (again->file, ==, "/elsewhere/b.json");
  g_assert_cmpint (again->played, ==, 252);
  g_assert_cmpuint (again->squares.count, ==, 1);
  value = value_of (again, 0);
  g_assert_cmpstr (tw_puzzle_get_file (value->puzzle), ==, "/nowhere/two \"boards\".txt");
  g_assert_cmpstr (tw_puzzle_get_name (value->puzzle), ==, "two \"boards\".txt");
  g_assert_cmpint (value->bound, ==, 2);
  g_assert_cmpint (value->claim, ==, 3);
  g_assert_cmpint (value->shown, ==, 1);
  g_assert_cmpuint (value->results->len, ==, 2);
  g_assert_true (tw_result_is_by_hand (result_of (again, 0, 0)->result));
  g_assert_cmpstr (result_of (again, 0, 1)->name, ==, "Solution 1");
  g_assert_cmpint (tw_result_count (result_of (again, 0, 1)->result), ==, 2);
  g_assert_true (g_variant_equal (result_of (again, 0, 1)->trace, trace));
  g_assert_true (tw_kept_get_now (again)->play);
  g_assert_cmpstr (tw_kept_get_now (again)->step, ==, "Paint");
}

/* What is wrong is left out. */
TEST (wrong, "/kept/wrong")
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle ("..\n", NULL),
                       pieces = test_puzzle ("a\n\na\n", "a.txt");
  g_autoptr (TwResult) result = test_solve (puzzle, NULL), bad = tw_result_dup_solution (result);
  g_autoptr (TwKept) kept = tw_kept_new (), again = NULL;
  TwKeptValue *value = tw_kept_add (kept, puzzle, NULL, FALSE);

  ((TwTiling *) bad->payload)->squares[0].size = 2;
  tw_kept_value_add (value, bad, NULL, NULL);
  tw_kept_value_add (value, result, NULL, NULL);
  value->shown = 0;
  value->bound = 3;
  kept->saved = 7;
  kept->played = -1;
  g_assert_true (tw_tiling_add (&kept->squares, (TwSquare){ 0, 0, 2 }));
  again = reread (kept);
  g_assert_cmpint (again->saved, ==, -1);
  g_assert_cmpint (again->played, ==, 0);
  g_assert_cmpuint (again->squares.count, ==, 0);
  g_assert_cmpuint (value_of (again, 0)->results->len, ==, 1); /* the checker refuses the other */
  g_assert_cmpint (value_of (again, 0)->shown, ==, -1);
  g_assert_cmpint (value_of (again, 0)->bound, ==, -1); /* there is a solution of 2 */

  /* Bytes that are something else, each cut off, and values of different kinds. */
  tw_kept_add (kept, pieces, NULL, FALSE);
  for (int i = 0; i < 3; i++) {
    g_autoptr (GBytes) bytes = tw_kept_save (kept);
    g_autoptr (GBytes) part = g_bytes_new_from_bytes (
      bytes, 0, i == 0 ? 0 : g_bytes_get_size (bytes) - (i == 1 ? 1 : 0));
    g_autoptr (GError) error = NULL;

    g_assert_null (tw_kept_load (part, &error));
    g_assert_nonnull (error);
  }
}

/* The bytes stay below the limit for reading it, and the best solution is in it. */
TEST (large, "/kept/large")
{
  enum { SIDE = 150, COPIES = 12 };
  g_autofree char *row = g_strnfill (SIDE, '.');
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TwKept) kept = tw_kept_new (), again = NULL;

  for (int y = 0; y < SIDE; y++)
    g_string_append_printf (text, "%s\n", row);

  g_autoptr (TwPuzzle) puzzle = test_puzzle (text->str, NULL);
  TwKeptValue *value = tw_kept_add (kept, puzzle, NULL, FALSE);

  for (int i = 0; i < COPIES; i++) {
    g_autoptr (TwResult) result = tw_result_new (puzzle);
    int size = i == COPIES - 1 ? SIDE : 1;

    result->status = TW_STATUS_FEASIBLE;
    for (int y = 0; y < SIDE; y += size)
      for (int x = 0; x < SIDE; x += size)
        g_assert_true (tw_tiling_add (result->payload, (TwSquare){ x, y, size }));
    tw_kept_value_add (value, result, NULL, NULL);
  }
  g_autoptr (GBytes) bytes = tw_kept_save (kept);
  g_assert_cmpuint (g_bytes_get_size (bytes), <, TW_FILE_MAX_BYTES);
  again = reread (kept);
  value = value_of (again, 0);
  g_assert_cmpuint (value->results->len, <, COPIES);
  g_assert_cmpint (tw_result_count (result_of (again, 0, value->results->len - 1)->result), ==, 1);
}

static TwKept *
kept_of (const char *text, const char *file)
{
  g_autoptr (TwPuzzle) puzzle = test_puzzle (text, file);
  TwKept *kept = tw_kept_new ();

  tw_kept_add (kept, puzzle, NULL, FALSE);
  kept->saved = 0;
  return kept;
}

/* The file was changed by another program. */
TEST (file, "/kept/file")
{
  g_autofree char *folder = g_dir_make_tmp ("tilewright-kept-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "board.txt", NULL);
  g_autoptr (TwKept) same = kept_of (".#\n", path), changed = kept_of ("..\n", path);
  g_autoptr (TwKept) edited = kept_of ("..\n", path), gone = kept_of (".#\n", path);
  g_autoptr (TwPuzzle) edit = test_puzzle ("...\n", path);

  g_assert_true (g_file_set_contents (path, ".#\n", -1, NULL));
  tw_kept_compare_file (same, "Changed");
  g_assert_cmpuint (same->values->len, ==, 1);
  g_assert_cmpint (same->saved, ==, 0);
  tw_kept_compare_file (changed, "Changed");
  g_assert_cmpint (changed->saved, ==, 1);
  g_assert_cmpint (tw_board_count_free (tw_puzzle_get_board (tw_kept_get_now (changed)->puzzle)),
                   ==, 1);
  tw_kept_add (edited, edit, NULL, FALSE);
  tw_kept_compare_file (edited, "Changed");
  g_assert_cmpuint (edited->values->len, ==, 2);
  g_assert_cmpint (edited->saved, ==, -1);
  test_remove_tree (folder);
  tw_kept_compare_file (gone, "Changed");
  g_assert_cmpint (gone->saved, ==, -1);
}

/* --- the store -------------------------------------------------------------------------- */

static GBytes *
save (gpointer data)
{
  return g_bytes_new (data, strlen (data));
}

static void
put (TwStore *store, const char *name, const char *text)
{
  tw_store_put (store, name, save, g_strdup (text), g_free);
}

static void
assert_file (TwStore *store, const char *name, const char *expected)
{
  g_autoptr (GBytes) bytes = tw_store_read (store, name, NULL);

  g_assert_true ((bytes != NULL) == (expected != NULL));
  if (bytes != NULL)
    g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected,
                     strlen (expected));
}

/* The only store that was left; NULL: there is none. */
static TwStore *
collect (const char *folder, gboolean all)
{
  g_autoptr (GPtrArray) stores = tw_stores_collect (folder, 10, all);

  g_assert_cmpuint (stores->len, <=, 1);
  return stores->len > 0 ? g_ptr_array_index (stores, 0) : NULL;
}

static gboolean
is_empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return g_dir_read_name (dir) == NULL;
}

TEST (store, "/kept/store")
{
  g_autofree char *folder = g_dir_make_tmp ("tilewright-kept-XXXXXX", NULL);
  TwStore *store = tw_store_new (folder), *unused = tw_store_new (folder);

  g_assert_true (is_empty (folder));
  tw_store_remove (store, "none"); /* no effect */
  put (store, "1.kept", "first");
  put (store, "1.kept", "second");
  put (store, "2.kept", "third");
  put (store, "3.kept", "fourth");
  tw_store_remove (store, "3.kept");
  tw_store_flush (store);
  g_assert_false (tw_store_is_busy (store));
  g_assert_true (tw_store_works (store));
  put (store, "no-folder/4.kept", "lost");
  put (store, "2.kept", "third");
  tw_store_flush (store);
  g_assert_false (tw_store_works (store)); /* although the last call did */
  g_assert_true (tw_store_take_failure (store));
  g_assert_true (tw_store_works (store));
  g_assert_null (collect (folder, TRUE)); /* it is in use */
  tw_store_end (store, TW_STORE_LEAVE);
  tw_store_end (unused, TW_STORE_LEAVE);

  g_assert_null (collect (folder, FALSE)); /* it was left on purpose */
  store = collect (folder, TRUE);
  g_assert_nonnull (store);
  g_assert_null (collect (folder, TRUE)); /* nobody else gets it */
  g_autoptr (GPtrArray) names = tw_store_list (store);
  g_assert_cmpuint (names->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (names, 1), ==, "2.kept");
  assert_file (store, "1.kept", "second");
  tw_store_set_aside (store, "1.kept");
  assert_file (store, "1.kept", NULL);
  put (store, "2.kept", "fifth");
  put (store, "2.kept.ABCDEF", "half of th"); /* that a killed program was writing */
  tw_store_end (store, TW_STORE_ABANDON);
  store = collect (folder, FALSE);
  assert_file (store, "2.kept", "fifth");
  assert_file (store, "2.kept.ABCDEF", NULL);
  tw_store_end (store, TW_STORE_REMOVE);
  g_assert_null (collect (folder, TRUE));
  g_assert_false (is_empty (folder)); /* what was set aside */
  test_remove_tree (folder);

  /* Where nothing can be written nothing fails. */
  store = tw_store_new ("/dev/null/kept");
  put (store, "1.kept", "lost");
  tw_store_flush (store);
  g_assert_false (tw_store_works (store));
  tw_store_end (store, TW_STORE_LEAVE);
}

/* The program is killed. */
TEST (killed, "/kept/killed")
{
  if (g_test_subprocess ()) {
    TwStore *store = tw_store_new (g_getenv ("TW_TEST_FOLDER"));

    put (store, "1.kept", "kept");
    tw_store_flush (store);
    raise (SIGKILL);
  }

  g_autofree char *folder = g_dir_make_tmp ("tilewright-kept-XXXXXX", NULL);
  g_setenv ("TW_TEST_FOLDER", folder, TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  TwStore *store = collect (folder, FALSE);
  g_assert_nonnull (store);
  assert_file (store, "1.kept", "kept");
  tw_store_end (store, TW_STORE_REMOVE);
  g_assert_true (is_empty (folder));
  test_remove_tree (folder);
}

TEST_MAIN (test_init, test_run_and_await)
