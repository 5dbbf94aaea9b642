/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit-result.c - writes and reads results of work units; see unit-result.h. */
#include "puzzle/cluster/unit-result.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "puzzle/cluster/seal.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"

#define FIRST_LINE  "tilewright-result 1"
#define MAX_ANSWERS 1000000

TwUnitResult *
tw_unit_result_new (void)
{
  TwUnitResult *result = g_new0 (TwUnitResult, 1);

  result->answers = g_ptr_array_new_with_free_func (g_free);
  return result;
}

void
tw_unit_result_free (TwUnitResult *result)
{
  g_ptr_array_unref (result->answers);
  tw_unit_state_clear (&result->state);
  g_free (result->host);
  g_free (result->work);
  g_free (result);
}

char *
tw_unit_result_file (const TwUnit *unit)
{
  return g_strdup_printf ("%s-%s", unit->name, unit->key);
}

static gboolean
fail (const char *path, GError **error, const char *reason)
{
  return tw_fail_file (error, TW_PUZZLE_ERROR_FILE, path, reason);
}

/* --- writing --------------------------------------------------------------------- */

static GString *
print_result (const TwPlan *plan, const TwUnit *unit, const TwUnitResult *result)
{
  GString *text = g_string_new (FIRST_LINE "\n");

  g_string_append_printf (text, "plan %s\nunit %s %s\nprogram %s\nhost %s\n", plan->sum, unit->name,
                          unit->key, TW_VERSION, g_get_host_name ());
  g_string_append_printf (text, "milliseconds %" G_GUINT64_FORMAT "\nnodes %" G_GUINT64_FORMAT "\n",
                          (guint64) (result->cpu * 1e3), result->nodes);
  g_string_append_printf (text, "answers %u\n", result->answers->len);
  for (guint i = 0; i < result->answers->len; i++) {
    const char *answer = g_ptr_array_index (result->answers, i);

    g_string_append (text, answer);
    if (!g_str_has_suffix (answer, "\n"))
      g_string_append_c (text, '\n');
  }
  g_string_append_printf (text, "work\n%s", result->work);
  g_free (tw_seal_close (text));
  return text;
}

/* Links the temporary file to its name; the folder is flushed too. Returns an error number. */
static int
publish (const char *temporary, const char *path, const char *folder)
{
  int fd;

  if (link (temporary, path) != 0)
    return errno;
  fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (fd >= 0) {
    fsync (fd); /* not every file system can */
    close (fd);
  }
  return 0;
}

static gboolean
write_temporary (char *temporary, const char *name, const GString *text, GError **error)
{
  int fd = g_mkstemp_full (temporary, O_WRONLY | O_CLOEXEC, 0666);
  gboolean written;

  if (fd < 0)
    return fail (name, error, g_strerror (errno));
  written = tw_file_write_fd (fd, name, text->str, text->len, error);
  if (written && fsync (fd) != 0 && errno != EINVAL && errno != EROFS)
    written = fail (name, error, g_strerror (errno));
  if (close (fd) != 0 && written)
    written = fail (name, error, g_strerror (errno));
  if (!written)
    g_unlink (temporary);
  return written;
}

/* Returns whether both lists contain the same answers. */
static gboolean
same_answers (const GPtrArray *a, const GPtrArray *b)
{
  gboolean same = a->len == b->len;

  for (guint i = 0; same && i < a->len; i++) {
    g_autofree char *p = g_strchomp (g_strdup (a->pdata[i]));
    g_autofree char *q = g_strchomp (g_strdup (b->pdata[i]));

    same = g_str_equal (p, q);
  }
  return same;
}

/* Are both results complete, and different? Results of a batch may differ in what a time limit
 * allowed. */
static gboolean
contradicts (const TwPlan *plan, const TwUnitResult *a, const TwUnitResult *b,
             const TwUnitState *state)
{
  if (a->state.children->len > 0 || state->children->len > 0)
    return FALSE;
  if (plan->command == TW_PLAN_SOLVE)
    return plan->parts != NULL && plan->parts->exact && !same_answers (a->answers, b->answers);
  return a->state.raw != state->raw || a->state.distinct != state->distinct;
}

/* There is a result already. */
static TwResultOutcome
compare_with_first (const char *path, const char *temporary, const TwPlan *plan, const TwUnit *unit,
                    const TwUnitResult *result, GError **error)
{
  g_autoptr (TwUnitResult) first = tw_unit_result_read (path, plan, unit, error);
  g_autofree char *other = g_strconcat (path, TW_CONFLICT_SUFFIX, NULL);
  TwUnitState state = { 0 };
  gboolean differ;

  if (first == NULL)
    return TW_RESULT_FAILED;
  differ = tw_plan_read_work (plan, unit, result->work, &state)
           && contradicts (plan, first, result, &state);
  tw_unit_state_clear (&state);
  if (!differ)
    return TW_RESULT_LATE;
  if (link (temporary, other) != 0 && errno != EEXIST)
    fail (other, error, g_strerror (errno));
  else
    fail (other, error, _ ("this unit was counted twice with different results"));
  return TW_RESULT_FAILED;
}

TwResultOutcome
tw_unit_result_store (const char *folder, const char *inner, const TwPlan *plan, const TwUnit *unit,
                      const TwUnitResult *result, GError **error)
{
  g_autofree char *file = tw_unit_result_file (unit);
  g_autofree char *results = g_build_filename (folder, inner, NULL);
  g_autofree char *path = g_build_filename (results, file, NULL);
  g_autofree char *temporary = g_build_filename (results, ".result-XXXXXX", NULL);
  g_autoptr (GString) text = print_result (plan, unit, result);
  TwResultOutcome outcome = TW_RESULT_STORED;
  gboolean fine;
  int reason;

  if (text->len > TW_FILE_MAX_BYTES)
    fine = fail (path, error, _ ("this result is too large; split the puzzle into more units"));
  else if (g_mkdir_with_parents (results, 0777) != 0)
    fine = fail (results, error, g_strerror (errno));
  else
    fine = write_temporary (temporary, path, text, error);
  if (!fine)
    return TW_RESULT_FAILED;
  reason = publish (temporary, path, results);
  if (reason == EEXIST) {
    outcome = compare_with_first (path, temporary, plan, unit, result, error);
  } else if (reason != 0) {
    fail (path, error, g_strerror (reason));
    outcome = TW_RESULT_FAILED;
  }
  g_unlink (temporary);
  return outcome;
}

/* --- reading ---------------------------------------------------------------------- */

static gboolean
read_body (TwUnitResult *result, const char *p)
{
  g_autofree char *program = NULL;
  guint64 milliseconds, n;

  if (!tw_cursor_word (&p, "program ") || (program = tw_cursor_line (&p)) == NULL
      || !tw_cursor_word (&p, "host ") || (result->host = tw_cursor_line (&p)) == NULL
      || !tw_cursor_word (&p, "milliseconds ")
      || !tw_cursor_number (&p, G_MAXUINT64, '\n', &milliseconds) || !tw_cursor_word (&p, "nodes ")
      || !tw_cursor_number (&p, G_MAXUINT64, '\n', &result->nodes)
      || !tw_cursor_word (&p, "answers ") || !tw_cursor_number (&p, MAX_ANSWERS, '\n', &n))
    return FALSE;
  result->cpu = (double) milliseconds * 1e-3;
  for (guint64 i = 0; i < n; i++) {
    char *answer = tw_cursor_line (&p);

    if (answer == NULL)
      return FALSE;
    g_ptr_array_add (result->answers, answer);
  }
  if (!tw_cursor_word (&p, "work\n"))
    return FALSE;
  result->work = g_strdup (p);
  return TRUE;
}

TwUnitResult *
tw_unit_result_read (const char *path, const TwPlan *plan, const TwUnit *unit, GError **error)
{
  g_autoptr (TwUnitResult) result = tw_unit_result_new ();
  g_autofree char *text = tw_seal_read (path, FIRST_LINE, NULL, error);
  g_autofree char *of_plan = g_strdup_printf ("plan %s\n", plan->sum);
  g_autofree char *of_unit = g_strdup_printf ("unit %s %s\n", unit->name, unit->key);
  const char *p = text;

  if (text == NULL)
    return NULL;
  if (!tw_cursor_word (&p, of_plan))
    return tw_fail_file_null (error, TW_PUZZLE_ERROR_FILE, path,
                              _ ("this is a result of another plan"));
  if (!tw_cursor_word (&p, of_unit))
    return tw_fail_file_null (error, TW_PUZZLE_ERROR_FILE, path,
                              _ ("this is the result of another unit; the file was renamed"));
  if (!read_body (result, p) || !tw_plan_read_work (plan, unit, result->work, &result->state))
    return tw_seal_damaged (path, error);
  return g_steal_pointer (&result);
}
