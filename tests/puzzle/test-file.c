/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-file.c - whole files: bounded reading, atomic writing. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test-tools.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/load.h"

static char *folder;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static char *
read_path (const char *path, gsize *length, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tw_file_read (file, length, NULL, error);
}

static void
refuses (const char *path, TwPuzzleError code, const char *reason)
{
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_null (read_path (path, &length, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, reason));
}

TEST (read, "/file/read")
{
  g_autofree char *path = in_folder ("large");
  g_autofree char *text = g_malloc (TW_FILE_MAX_BYTES);
  gsize length;

  memset (text, 'x', TW_FILE_MAX_BYTES);
  g_assert_true (tw_file_write (path, text, TW_FILE_MAX_BYTES, NULL));

  g_autofree char *again = read_path (path, &length, NULL);

  g_assert_cmpmem (again, length, text, TW_FILE_MAX_BYTES);
  g_assert_cmpint (again[length], ==, '\0');
}

TEST (refuses, "/file/refuses")
{
  g_autofree char *missing = in_folder ("missing");
  g_autofree char *pipe = in_folder ("pipe");
  g_autofree char *huge = in_folder ("huge");
  int fd = g_open (huge, O_CREAT | O_WRONLY, 0600);

  /* A sparse file of 1 GB: no data is written. */
  g_assert_cmpint (ftruncate (fd, 1 << 30), ==, 0);
  close (fd);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);

  refuses (missing, TW_PUZZLE_ERROR_FILE, ": no such file");
  refuses (folder, TW_PUZZLE_ERROR_FILE, "a folder");
  refuses (pipe, TW_PUZZLE_ERROR_FILE, "not a regular file");
  refuses ("/dev/zero", TW_PUZZLE_ERROR_FILE, "not a regular file");
  refuses (huge, TW_PUZZLE_ERROR_SIZE, "larger than 16 MiB");

  if (geteuid () != 0) {
    g_autofree char *closed = in_folder ("closed");

    g_assert_true (g_file_set_contents (closed, "{}", 2, NULL));
    g_chmod (closed, 0);
    refuses (closed, TW_PUZZLE_ERROR_FILE, "ermission");
  }
}

/* Reading from a descriptor stops at the size limit, so endless input ends. */
TEST (read_fd, "/file/read-fd")
{
  g_autoptr (GError) error = NULL;
  gsize length;
  int fd = open ("/dev/zero", O_RDONLY);

  g_assert_null (tw_file_read_fd (fd, "standard input", &length, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SIZE);
  close (fd);
  g_clear_error (&error);

  g_assert_null (tw_file_read_fd (-1, "standard input", &length, &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FILE);
}

static guint
files_in_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
expect_content (const char *path, const char *content)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, content);
}

TEST (write, "/file/write")
{
  g_autofree char *path = in_folder ("out");
  g_autofree char *link = in_folder ("link");
  GStatBuf status;

  g_assert_true (tw_file_write (path, "one", 3, NULL));
  g_assert_cmpint (symlink (path, link), ==, 0);

  guint before = files_in_folder ();

  g_assert_true (tw_file_write (link, "two", 3, NULL));
  expect_content (path, "two");
  g_assert_cmpint (g_lstat (link, &status), ==, 0);
  g_assert_true (S_ISLNK (status.st_mode));
  g_assert_cmpuint (files_in_folder (), ==, before);
}

static void
cannot_write (const char *path, const char *data, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (tw_file_write (path, data, strlen (data), &error));
  g_assert_error (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_FILE);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, reason));
}

static guint
mode_of (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return (guint) status.st_mode & 07777;
}

/* Writing keeps the file mode, also through a symbolic link: a private file stays private. */
TEST (mode, "/file/mode")
{
  static const guint modes[] = { 0600, 0640, 0644, 0666, 0755 };
  g_autofree char *path = in_folder ("mode");
  g_autofree char *link = in_folder ("mode-link");
  g_autofree char *fresh = in_folder ("mode-fresh");
  mode_t mask = umask (022);
  GStatBuf status;

  g_assert_true (tw_file_write (path, "old", 3, NULL));
  g_assert_cmpuint (mode_of (path), ==, 0644);
  g_assert_cmpint (symlink ("mode", link), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_assert_cmpint (g_chmod (path, (int) modes[i]), ==, 0);
    g_assert_true (tw_file_write (path, "new", 3, NULL));
    g_assert_cmpuint (mode_of (path), ==, modes[i]);
    g_assert_true (tw_file_write (link, "newer", 5, NULL));
    g_assert_cmpuint (mode_of (path), ==, modes[i]);
    expect_content (path, "newer");
  }
  g_assert_cmpint (g_lstat (link, &status), ==, 0);
  g_assert_true (S_ISLNK (status.st_mode));
  umask (077);
  g_assert_true (tw_file_write (fresh, "x", 1, NULL));
  g_assert_cmpuint (mode_of (fresh), ==, 0600);
  umask (mask);
}

/* Numbers in names count as numbers; hidden files are left out. */
TEST (list_folder, "/file/list-folder")
{
  static const char *const names[] = { "p-1.json", "p-2.json", "p-10.json", "p-010.json",
                                       "p-11.json" };
  g_autofree char *path = in_folder ("listed");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_null (tw_file_list_folder (file, 9, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  for (gsize i = G_N_ELEMENTS (names); i-- > 0;) {
    g_autofree char *each = g_build_filename (path, names[i], NULL);

    g_assert_true (tw_file_write (each, "", 0, NULL));
  }
  g_autofree char *hidden = g_build_filename (path, ".p-3.json", NULL);
  g_assert_true (tw_file_write (hidden, "", 0, NULL));
  g_autoptr (GPtrArray) infos = tw_file_list_folder (file, 9, NULL, NULL);
  g_assert_cmpuint (infos->len, ==, G_N_ELEMENTS (names));
  g_assert_cmpstr (g_file_info_get_name (infos->pdata[0]), ==, names[0]);
  g_assert_cmpstr (g_file_info_get_name (infos->pdata[1]), ==, names[1]);
  g_assert_cmpstr (g_file_info_get_name (infos->pdata[4]), ==, names[4]);
  g_autoptr (GPtrArray) some = tw_file_list_folder (file, 2, NULL, NULL);
  g_assert_cmpuint (some->len, ==, 2);
}

TEST (no_path, "/file/no-path")
{
  g_autoptr (GFile) local = g_file_new_for_path ("/tmp/a file.json");
  g_autoptr (GFile) remote = g_file_new_for_uri ("sftp://example.org/a.json");
  g_autoptr (GError) error = NULL;
  g_autofree char *path = tw_file_dup_path (local, &error);

  g_assert_cmpstr (path, ==, "/tmp/a file.json");
  g_assert_no_error (error);
  g_assert_null (tw_file_dup_path (remote, &error));
  g_assert_nonnull (strstr (error->message, "sftp://example.org/a.json: not a local file"));
}

TEST (cannot_write, "/file/cannot-write")
{
  g_autofree char *nowhere = in_folder ("missing/out");
  GStatBuf status;

  cannot_write (nowhere, "x", "No such file");
  cannot_write (folder, "x", "a folder");
  cannot_write ("/proc/tilewright", "x", "");
  /* A device is written to, not replaced. */
  cannot_write ("/dev/full", "x", "No space");
  g_assert_cmpint (g_stat ("/dev/full", &status), ==, 0);
  g_assert_true (S_ISCHR (status.st_mode));

  if (geteuid () != 0) {
    g_autofree char *locked = in_folder ("locked");
    g_autofree char *file = g_build_filename (locked, "out", NULL);

    g_mkdir (locked, 0700);
    g_assert_true (tw_file_write (file, "old", 3, NULL));
    g_chmod (locked, 0500);
    cannot_write (file, "new", "ermission");
    expect_content (file, "old");
    g_chmod (locked, 0700);
  }
}

TEST (load, "/file/load")
{
  static const char text[] = "{\"width\":1,\"height\":1,\"puzzle\":[[true]]}";
  g_autofree char *path = in_folder ("one.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (tw_file_write (path, text, strlen (text), NULL));
  g_autoptr (GPtrArray) puzzles = tw_puzzles_load (file, NULL, NULL);
  g_assert_cmpuint (puzzles->len, ==, 1);
  g_assert_cmpstr (tw_puzzle_get_file (g_ptr_array_index (puzzles, 0)), ==, path);

  /* The puzzle is equal after saving. */
  g_autofree char *saved = tw_puzzles_print (puzzles, path, NULL);

  g_assert_true (tw_file_write (path, saved, strlen (saved), NULL));
  g_autoptr (GPtrArray) again = tw_puzzles_load (file, NULL, NULL);
  g_assert_true (tw_board_equal (tw_puzzle_get_board (g_ptr_array_index (again, 0)),
                                 tw_puzzle_get_board (g_ptr_array_index (puzzles, 0))));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("tilewright-XXXXXX", NULL);
  test_add_cases ();
  int status = g_test_run ();
  test_remove_tree (folder);
  g_free (folder);
  return status;
}
