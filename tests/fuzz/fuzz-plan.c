/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz-plan.c - run folders of distributed searches: the parts of the input, between lines "=====",
 * are the plan and results of units without a result. The target adds the first lines and the right
 * checksums, without which no input would be read to its end. */
#include "fuzz.h"

#include <glib/gstdio.h>

#include "puzzle/cluster/ledger.h"
#include "puzzle/cluster/seal.h"
#include "puzzle/cluster/unit-result.h"

enum {
  MAX_PARTS = 8,
};

static char *folder;

static void
remove_results (void)
{
  g_autofree char *results = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);
  g_autoptr (GDir) dir = g_dir_open (results, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (results, name, NULL);

    g_remove (path);
  }
}

static void
remove_folder (void)
{
  g_autofree char *results = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);
  g_autofree char *plan = g_build_filename (folder, TW_PLAN_FILE, NULL);

  remove_results ();
  g_rmdir (results);
  g_remove (plan);
  g_rmdir (folder);
}

/* Writes the first line, the body and the checksums. */
static void
write_sealed (const char *path, const char *first, const char *body)
{
  g_autoptr (GString) text = g_string_new (first);
  const char *work = strstr (body, "work\ntilewright-pieces");

  g_string_append (text, body);
  if (work != NULL)
    fuzz_add_check (text, strlen (first) + (gsize) (work - body) + strlen ("work\n"));
  g_free (tw_seal_close (text));
  fuzz_assert (g_file_set_contents_full (path, text->str, (gssize) text->len,
                                         G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* What is read adds up. */
static TwLedger *
read_ledger (void)
{
  g_autoptr (GError) error = NULL;
  TwLedger *ledger = tw_ledger_read (folder, &error);

  if (ledger == NULL) {
    fuzz_expect_error (error);
    return NULL;
  }
  fuzz_assert (ledger->plan->units->len > 0);
  fuzz_assert (ledger->share >= 0 && ledger->share <= 1);
  if (tw_ledger_is_complete (ledger))
    fuzz_assert (ledger->missing->len == 0 && ledger->share > 0.999);
  return ledger;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) parts = g_strsplit (text, "=====\n", MAX_PARTS);
  g_autofree char *path = NULL;
  TwLedger *ledger;

  if (folder == NULL) {
    g_autofree char *results = NULL;

    folder = g_dir_make_tmp ("tilewright-fuzz-XXXXXX", NULL);
    fuzz_assert (folder != NULL);
    results = g_build_filename (folder, TW_RESULTS_FOLDER, NULL);
    fuzz_assert (g_mkdir (results, 0700) == 0);
    atexit (remove_folder);
  }
  if (parts[0] == NULL)
    return 0;
  remove_results ();
  path = g_build_filename (folder, TW_PLAN_FILE, NULL);
  write_sealed (path, "tilewright-plan 1\n", parts[0]);
  ledger = read_ledger ();
  for (guint i = 1; ledger != NULL && ledger->missing->len > 0 && parts[i] != NULL; i++) {
    const TwUnit *unit = ledger->missing->pdata[0];
    g_autofree char *file = tw_unit_result_file (unit);
    g_autofree char *result = g_build_filename (folder, TW_RESULTS_FOLDER, file, NULL);
    g_autofree char *first = g_strdup_printf ("tilewright-result 1\nplan %s\nunit %s %s\n",
                                              ledger->plan->sum, unit->name, unit->key);

    write_sealed (result, first, parts[i]);
    tw_ledger_free (ledger);
    ledger = read_ledger ();
  }
  g_clear_pointer (&ledger, tw_ledger_free);
  return 0;
}
