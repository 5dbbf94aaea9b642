/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-session.c - the database of a contest session. */
#include "fuzz.h"

#include <glib/gstdio.h>

#include "net/contest-folder.h"

static char *folder;

static void
remove_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir)) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_remove (path);
  }
}

static void
remove_folder (void)
{
  remove_files ();
  g_rmdir (folder);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  TwContestFolder *opened;
  TwContestPlan plan = { 0 };

  if (folder == NULL) {
    folder = g_dir_make_tmp ("tilewright-fuzz-XXXXXX", NULL);
    fuzz_assert (folder != NULL);
    atexit (remove_folder);
  }
  remove_files ();
  path = g_build_filename (folder, "session.db", NULL);
  fuzz_assert (g_file_set_contents_full (path, (const char *) data, (gssize) size,
                                         G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  opened = tw_contest_folder_open (folder, &plan, entries, 0, &error);
  if (opened != NULL)
    tw_contest_folder_free (opened);
  else
    fuzz_expect_error (error);
  for (guint i = 0; error == NULL && i < entries->len; i++) {
    TwResult *result = tw_contest_entry_get_result (g_ptr_array_index (entries, i));

    if (result != NULL)
      tw_kind_check (result, NULL);
  }
  g_clear_pointer (&plan.server, g_free);
  return 0;
}
