/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-draft.c - a draft that another program has written. */
#include "fuzz.h"

#include <glib/gstdio.h>

#include "puzzle/drafts.h"

static char *folder;

static void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    g_remove (path);
  }
  g_rmdir (folder);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TwDrafts *drafts;

  if (drafts == NULL) {
    folder = g_dir_make_tmp ("tilewright-fuzz-XXXXXX", NULL);
    fuzz_assert (folder != NULL);
    atexit (remove_folder);
    drafts = tw_drafts_new (folder);
  }

  g_autofree char *path = g_build_filename (folder, "0123456789abcdef-1.draft", NULL);
  g_autofree char *bad = g_strconcat (path, ".bad", NULL);

  fuzz_assert (g_file_set_contents_full (path, (const char *) data, (gssize) size,
                                         G_FILE_SET_CONTENTS_NONE, 0600, NULL));

  g_autoptr (GPtrArray) found = tw_drafts_collect (drafts);

  for (guint i = 0; i < found->len; i++) {
    TwDraft *draft = g_ptr_array_index (found, i);

    fuzz_assert (draft->puzzles->len > 0 && draft->shown < draft->puzzles->len);
    tw_drafts_keep (drafts, draft->number, NULL);
  }
  tw_drafts_flush (drafts);
  g_remove (bad);
  return 0;
}
