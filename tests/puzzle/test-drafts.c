/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drafts of changed puzzles: stored and removed in order, found again after the program has ended,
 * left alone while it runs; bad ones are recognized. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "puzzle/drafts.h"
#include "puzzle/load.h"

#include "test-tools.h"

static char *
new_folder (void)
{
  char *folder = g_dir_make_tmp ("tilewright-drafts-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static guint
n_files (const char *folder, const char *ending)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, ending);
  return n;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_remove (path);
  }
  g_rmdir (folder);
}

static TwDraft *
draft_of (const char *text, const char *file)
{
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), file, NULL);
  TwDraft *draft = tw_draft_new ();

  g_assert_nonnull (puzzles);
  for (guint i = 0; i < puzzles->len; i++)
    tw_draft_add (draft, g_ptr_array_index (puzzles, i), file, i == 0);
  draft->shown = puzzles->len - 1;
  return draft;
}

TEST (keep, "/drafts/keep")
{
  g_autofree char *folder = new_folder ();
  TwDrafts *drafts = tw_drafts_new (folder);
  guint first = tw_drafts_reserve (drafts), second = tw_drafts_reserve (drafts);

  tw_drafts_keep (drafts, first, draft_of (".#\n", NULL));
  tw_drafts_keep (drafts, first, draft_of ("##\n.#\n", NULL));
  tw_drafts_keep (drafts, second, draft_of ("....\n\n..*.\n", "/nowhere/two \"boards\".txt"));
  tw_drafts_flush (drafts);
  g_assert_cmpuint (n_files (folder, ".draft"), ==, 2);

  /* Another program that starts does not collect the drafts of a running one. */
  TwDrafts *other = tw_drafts_new (folder);
  g_autofree char *stale = g_build_filename (folder, "0123456789abcdef.lock", NULL);
  g_assert_true (g_file_set_contents (stale, "", 0, NULL)); /* the lock of a killed program */
  g_autoptr (GPtrArray) none = tw_drafts_collect (other);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_false (g_file_test (stale, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (n_files (folder, ".lock"), ==, 2);

  /* The first program ends without removing its drafts. */
  tw_drafts_keep (drafts, tw_drafts_reserve (drafts), NULL); /* an unused number: no effect */
  tw_drafts_free (drafts);
  g_autoptr (GPtrArray) found = tw_drafts_collect (other);
  g_assert_cmpuint (found->len, ==, 2);
  TwDraft *one = g_ptr_array_index (found, 0), *two = g_ptr_array_index (found, 1);
  if (one->puzzles->len == 2) {
    TwDraft *swap = one;
    one = two;
    two = swap;
  }
  TwPuzzle *puzzle = g_ptr_array_index (one->puzzles, 0);
  g_assert_cmpint (tw_puzzle_get_board (puzzle)->height, ==, 2);
  g_assert_null (tw_puzzle_get_file (puzzle));
  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "2 × 2");
  g_assert_true (one->changed[0]);
  g_assert_cmpuint (two->puzzles->len, ==, 2);
  g_assert_cmpuint (two->shown, ==, 1);
  g_assert_true (two->changed[0] && !two->changed[1]);
  puzzle = g_ptr_array_index (two->puzzles, 1);
  g_assert_cmpstr (tw_puzzle_get_file (puzzle), ==, "/nowhere/two \"boards\".txt");
  g_assert_cmpstr (tw_puzzle_get_name (puzzle), ==, "two \"boards\".txt (2)");
  g_assert_cmpstr (g_ptr_array_index (two->files, 1), ==, "/nowhere/two \"boards\".txt");

  /* Drafts are collected only once. */
  g_autoptr (GPtrArray) again = tw_drafts_collect (other);
  g_assert_cmpuint (again->len, ==, 0);
  g_assert_cmpuint (n_files (folder, ".draft"), ==, 2); /* and still stored */
  tw_drafts_keep (other, one->number, NULL);
  tw_drafts_keep (other, two->number, NULL);

  /* A discarded draft is removed. */
  guint number = tw_drafts_reserve (other);
  tw_drafts_keep (other, number, draft_of (".#\n", NULL));
  tw_drafts_keep (other, number, NULL);
  tw_drafts_free (other);
  g_assert_cmpuint (n_files (folder, ""), ==, 0);
  remove_folder (folder);
}

/* The program is killed. */
TEST (crash, "/drafts/crash")
{
  if (g_test_subprocess ()) {
    TwDrafts *drafts = tw_drafts_new (g_getenv ("TW_TEST_FOLDER"));

    tw_drafts_keep (drafts, tw_drafts_reserve (drafts), draft_of ("#.\n", NULL));
    tw_drafts_flush (drafts);
    raise (SIGKILL);
  }

  g_autofree char *folder = new_folder ();
  g_setenv ("TW_TEST_FOLDER", folder, TRUE);
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_failed ();
  g_assert_cmpuint (n_files (folder, ".draft"), ==, 1);
  g_assert_cmpuint (n_files (folder, ".lock"), ==, 1);

  TwDrafts *drafts = tw_drafts_new (folder);
  g_autoptr (GPtrArray) found = tw_drafts_collect (drafts);
  g_assert_cmpuint (found->len, ==, 1);
  tw_drafts_keep (drafts, ((TwDraft *) g_ptr_array_index (found, 0))->number, NULL);
  tw_drafts_free (drafts);
  g_assert_cmpuint (n_files (folder, ""), ==, 0);
  remove_folder (folder);
}

TEST (bad, "/drafts/bad")
{
  static const char *const texts[] = {
    "",
    "[]",
    "{\"shown\": 0, \"puzzles\": []}",
    "{\"shown\": 0, \"puzzles\": [7]}",
    "{\"shown\": 0, \"puzzles\": [{\"changed\": 1, \"text\": \"\"}]}",
    "{\"shown\": 0, \"puzzles\": [{\"changed\": 2, \"text\": \".#\"}]}",
    "{\"shown\": -1, \"puzzles\": [{\"changed\": 1, \"text\": \".#\"}]}",
  };
  g_autofree char *folder = new_folder ();
  TwDrafts *drafts = tw_drafts_new (folder);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *name = g_strdup_printf ("0123456789abcdef-%u.draft", i);
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
  }
  g_autoptr (GPtrArray) found = tw_drafts_collect (drafts);
  g_assert_cmpuint (found->len, ==, 0);
  g_assert_cmpuint (n_files (folder, ".bad"), ==, G_N_ELEMENTS (texts)); /* kept */
  tw_drafts_free (drafts);
  remove_folder (folder);

  /* With an unwritable folder nothing is stored and nothing fails. */
  drafts = tw_drafts_new ("/dev/null/drafts");
  tw_drafts_keep (drafts, tw_drafts_reserve (drafts), draft_of (".#\n", NULL));
  tw_drafts_flush (drafts);
  g_autoptr (GPtrArray) none = tw_drafts_collect (drafts);
  g_assert_cmpuint (none->len, ==, 0);
  tw_drafts_free (drafts);
}

TEST_MAIN (test_init, test_run_and_await)
