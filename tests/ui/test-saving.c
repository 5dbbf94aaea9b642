/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-saving.c - each file that the window writes, with each system call on it failing in turn
 * (fail-io.c): the window shows a message that names the file, or a toast when the complete file is
 * there; the previous file stays otherwise, and no temporary file remains. */
#include "ui-test.h"

#include "fail-io.h"

#define OLD "the old file\n"

enum {
  MOST_CALLS = 40, /* for one file; every loop over the calls ends earlier */
};

static const struct {
  const char *action;
  const char *name;
  const char *end; /* the end of the complete file */
} files[] = {
  { "file.save-all-solutions-to", "fault-here.json", "}\n" },
  { "file.save-solution-to", "fault-here.json", "}\n" },
  { "file.save-to", "fault-here.json", "}\n" },
  { "file.export-picture-to", "fault-here.svg", "</svg>\n" },
};

/* Counts files whose names contain that of the file, such as temporary ones. */
static guint
count_files (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *other;
  guint count = 0;

  while ((other = g_dir_read_name (dir)) != NULL)
    count += strstr (other, name) != NULL;
  return count;
}

/* Whether the call was reached. */
static gboolean
save_with_fault (TwWindow *window, gsize i, const char *call, int n, const char *how)
{
  g_autoptr (GFile) file = ui_scratch_file (files[i].name);
  g_autofree char *path = g_file_get_path (file), *text = NULL;
  g_autofree char *fault = g_strdup_printf ("%s %d %s fault-here", call, n, how);

  ui_write_file (file, OLD);
  fail_io_set (fault);
  ui_run_uri (window, files[i].action, file);
  gboolean met = fail_io_was_met ();
  fail_io_set (NULL);

  g_test_message ("%s: %s: %s, %s", files[i].action, fault, met ? "met" : "not met",
                  ui_message (window));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpuint (count_files (path), ==, 1);
  if (ui_message (window) != NULL) {
    g_assert_true (met);
    g_assert_nonnull (strstr (ui_message (window), "fault-here"));
    g_assert_null (ui_toast (window));
    g_assert_cmpstr (text, ==, OLD);
  } else {
    g_assert_true (g_str_has_suffix (text, files[i].end));
    g_assert_cmpstr (text, !=, OLD);
  }
  return met;
}

TEST (faults, "/ui/saving/faults")
{
  static const struct {
    const char *call, *how;
  } faults[] = {
    { "open", "13" /* EACCES */ }, { "write", "28" /* ENOSPC */ }, { "write", "half" },
    { "fsync", "5" /* EIO */ },    { "rename", "1" /* EPERM */ },  { "close", "5" },
  };

  ui_set_limit (0);
  g_auto (UiWindow) window = ui_window_with_text (
    "bars.json", "{\"board\": [\"aaaaaa\"], \"pieces\": [{\"cells\": [\"a\"]},"
                 "{\"cells\": [\"aa\"]}, {\"cells\": [\"aaa\"]}]}");

  ui_run (window, "search.start");
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    for (gsize f = 0; f < G_N_ELEMENTS (faults); f++) {
      int n = 1;

      while (save_with_fault (window, i, faults[f].call, n, faults[f].how))
        g_assert_cmpint (++n, <, MOST_CALLS);
      g_assert_cmpint (n, >, 1); /* the window makes this call */
    }
  }
  ui_set_option ("limit", NULL);
}

TEST_MAIN (ui_test_init, ui_test_run)
