/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - makes, writes and reads plans; see plan.h. */
#include "puzzle/cluster/plan.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "core/pieces/search.h"
#include "puzzle/cluster/seal.h"
#include "puzzle/core-values.h"
#include "puzzle/drop.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-write.h"
#include "puzzle/kind-divide.h"
#include "puzzle/load.h"
#include "puzzle/pieces/solutions.h"

#define FIRST_LINE  "tilewright-plan 1"
#define MAX_PUZZLES 100000

static const char *const command_names[] = { "count", "list", "solve" };

gboolean
tw_unit_is_of (const char *name, const char *other)
{
  gsize length = strlen (other);

  return g_str_has_prefix (name, other) && (name[length] == '\0' || name[length] == '.');
}

const char *
tw_plan_command_name (TwPlanCommand command)
{
  return command_names[command];
}

gboolean
tw_plan_find_command (const char *name, TwPlanCommand *command)
{
  for (guint i = 0; i < G_N_ELEMENTS (command_names); i++)
    if (g_str_equal (name, command_names[i])) {
      *command = (TwPlanCommand) i;
      return TRUE;
    }
  return FALSE;
}

/* --- units --------------------------------------------------------------------- */

TW_DEFINE_FREE (unit_free, TwUnit, (name, g_free), (key, g_free), (work, g_free))

static void
add_unit (const TwPlan *plan, const TwUnit *parent, char *work, TwShare share, GPtrArray *units)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  TwUnit *unit = g_new0 (TwUnit, 1);

  g_checksum_update (sum, (const guchar *) plan->sum, -1);
  g_checksum_update (sum, (const guchar *) work, -1);
  unit->key = g_strndup (g_checksum_get_string (sum), 16);
  unit->name = parent != NULL ? g_strdup_printf ("%s.%u", parent->name, units->len)
                              : g_strdup_printf ("%u", units->len);
  unit->work = work;
  unit->share = share;
  g_ptr_array_add (units, unit);
}

static char *
range_text (gboolean parts, guint first, guint end)
{
  return g_strdup_printf ("%s %u %u\n", parts ? "parts" : "puzzles", first, end);
}

char *
tw_unit_range_text (const TwPlan *plan, guint first, guint end)
{
  return range_text (plan->parts != NULL, first, end);
}

static gboolean
read_range (const TwPlan *plan, const char **p, guint64 most, guint *first, guint *end)
{
  guint64 a, b;

  if (!tw_cursor_word (p, plan->parts != NULL ? "parts " : "puzzles ")
      || !tw_cursor_number (p, most, ' ', &a) || !tw_cursor_number (p, most, '\n', &b) || a >= b)
    return FALSE;
  *first = (guint) a;
  *end = (guint) b;
  return TRUE;
}

gboolean
tw_unit_get_range (const TwPlan *plan, const TwUnit *unit, guint *first, guint *end)
{
  const char *p = unit->work;

  return read_range (plan, &p, MAX_PUZZLES, first, end) && *p == '\0';
}

/* The ranges lie one after the other and end where the parent's range ends. */
static gboolean
read_batch (const TwPlan *plan, const TwUnit *parent, const char *p, TwUnitState *state)
{
  guint next = 0, stop = plan->n_items, first, end;

  if (parent != NULL && !tw_unit_get_range (plan, parent, &next, &stop))
    return FALSE;
  state->done = (TwShare){ { *p == '\0' ? stop - next : 0 } };
  while (*p != '\0') {
    if (!read_range (plan, &p, stop, &first, &end) || first < next
        || (first > next && state->children->len > 0))
      return FALSE;
    if (state->children->len == 0)
      state->done = (TwShare){ { first - next } };
    add_unit (plan, parent, tw_unit_range_text (plan, first, end), (TwShare){ { end - first } },
              state->children);
    next = end;
  }
  return state->children->len == 0 || next == stop;
}

static int
compare_subtrees (const void *a, const void *b)
{
  const TwSubtree *p = a, *q = b;

  if (p->part != q->part)
    return p->part < q->part ? -1 : 1;
  for (int i = 0; i < p->count && i < q->count; i++)
    if (p->places[i] != q->places[i])
      return p->places[i] < q->places[i] ? -1 : 1;
  return p->count - q->count;
}

/* Does `inner` lie below the first placements of `outer`? */
static gboolean
lies_within (const TwSubtree *inner, const TwSubtree *outer)
{
  return inner->part == outer->part && inner->count >= outer->count
         && (outer->count == 0
             || memcmp (inner->places, outer->places, (gsize) outer->count * sizeof (gint32)) == 0);
}

/* Are the subtrees disjoint? In sorted order a subtree is followed by those within it. */
static gboolean
are_disjoint (const TwCheckpoint *checkpoint)
{
  gsize size = checkpoint->n_subtrees * sizeof (TwSubtree);
  g_autofree TwSubtree *sorted = g_memdup2 (checkpoint->subtrees, size);

  if (checkpoint->n_subtrees < 2)
    return TRUE;
  qsort (sorted, checkpoint->n_subtrees, sizeof *sorted, compare_subtrees);
  for (gsize i = 1; i < checkpoint->n_subtrees; i++)
    if (lies_within (&sorted[i], &sorted[i - 1]))
      return FALSE;
  return TRUE;
}

char *
tw_unit_checkpoint_text (const TwCheckpoint *checkpoint)
{
  char *text = tw_need (tw_checkpoint_write (checkpoint)), *copy = g_strdup (text);

  free (text);
  return copy;
}

/* The work of a unit with one subtree. */
static char *
subtree_work (guint64 problem, TwSubtree subtree)
{
  return tw_unit_checkpoint_text (&(TwCheckpoint){ .problem = problem,
                                                   .whole = tw_subtree_open (&subtree),
                                                   .subtrees = &subtree,
                                                   .n_subtrees = 1 });
}

static gboolean
belongs_to (const TwCheckpoint *checkpoint, const TwUnit *parent)
{
  g_auto (TwCheckpoint) outer = { 0 };
  gboolean good = tw_checkpoint_read (&outer, parent->work) == TW_CHECKPOINT_OK
                  && outer.problem == checkpoint->problem && outer.n_subtrees == 1;

  for (gsize i = 0; good && i < checkpoint->n_subtrees; i++)
    good = lies_within (&checkpoint->subtrees[i], &outer.subtrees[0]);
  return good;
}

/* The reader of checkpoints has proved that the shares add up. */
static gboolean
read_search (const TwPlan *plan, const TwUnit *parent, const char *work, TwUnitState *state)
{
  g_auto (TwCheckpoint) checkpoint = { 0 };
  TwShare whole = parent != NULL ? parent->share : TW_SHARE_ALL;
  gboolean good = tw_checkpoint_read (&checkpoint, work) == TW_CHECKPOINT_OK
                  && tw_share_compare (checkpoint.whole, whole) == 0 && are_disjoint (&checkpoint)
                  && (parent == NULL || belongs_to (&checkpoint, parent));

  for (gsize i = 0; good && i < checkpoint.n_subtrees; i++)
    add_unit (plan, parent, subtree_work (checkpoint.problem, checkpoint.subtrees[i]),
              tw_subtree_open (&checkpoint.subtrees[i]), state->children);
  state->raw = checkpoint.raw;
  state->distinct = checkpoint.distinct;
  state->done = checkpoint.done;
  return good;
}

gboolean
tw_plan_read_work (const TwPlan *plan, const TwUnit *parent, const char *work, TwUnitState *state)
{
  *state = (TwUnitState){ .children = g_ptr_array_new_with_free_func (unit_free) };
  return plan->command == TW_PLAN_SOLVE ? read_batch (plan, parent, work, state)
                                        : read_search (plan, parent, work, state);
}

void
tw_unit_state_clear (TwUnitState *state)
{
  g_clear_pointer (&state->children, g_ptr_array_unref);
}

/* --- making --------------------------------------------------------------------- */

/* Returns the text of a checkpoint of the whole search; NULL with `error` when there is nothing to
 * split. */
static char *
split_search (TwPuzzle *puzzle, TwPlanCommand command, const TwOptions *options, guint n_units,
              TwRun *run, GError **error)
{
  TwPiecesQuery query = { .goal = command == TW_PLAN_COUNT ? TW_PIECES_COUNT : TW_PIECES_ALL,
                          .raw = options->raw,
                          .threads = 1,
                          .engine = "cover",
                          .plan = true,
                          .split = (int) n_units };
  g_auto (TwPiecesResult) found = { 0 };

  if (!tw_puzzle_has_pieces (puzzle))
    return tw_fail_usage_null (
      error,
      _ ("%s: only searches of piece puzzles can be split; --command solve splits a "
         "batch of any puzzles"),
      tw_puzzle_get_name (puzzle));
  if (!g_str_equal (options->engine, "auto") && !g_str_equal (options->engine, query.engine))
    return tw_fail_usage_null (
      error,
      _ ("%s: the engine “%s” does not find solutions one by one, so its search cannot "
         "be split; auto or cover is expected"),
      tw_puzzle_get_name (puzzle), options->engine);
  if (!tw_pieces_search (tw_piece_puzzle_get_problem (puzzle), &query, run, NULL, &found)
      || found.checkpoint == NULL)
    return tw_fail_usage_null (error, "%s: %s", tw_puzzle_get_name (puzzle),
                               tw_run_stop_reason (run) == TW_STOP_NONE
                                 ? _ ("nothing to split: the puzzle is solved without a search")
                                 : _ ("this puzzle is too large for the exact cover search"));
  return g_strdup (found.checkpoint);
}

static char *
split_range (gboolean parts, guint n_items, guint n_units)
{
  GString *work = g_string_new (NULL);

  n_units = MIN (n_units, n_items);
  for (guint64 i = 0; i < n_units; i++) {
    g_autofree char *range = range_text (parts, (guint) (i * n_items / n_units),
                                         (guint) ((i + 1) * n_items / n_units));

    g_string_append (work, range);
  }
  return g_string_free (work, FALSE);
}

/* Splits a batch, or a single puzzle whose kind has parts. *head receives the line of the plan that
 * says so. */
static char *
split_batch (GPtrArray *puzzles, guint n_units, TwRun *run, char **head, GError **error)
{
  TwPuzzle *puzzle = g_ptr_array_index (puzzles, 0);
  const TwKindDivide *parts = tw_puzzle_get_kind (puzzle)->divide;
  guint detail = 0, n;

  if (puzzles->len > 1 || parts == NULL)
    return split_range (FALSE, puzzles->len, n_units);
  n = parts->divide (puzzle, n_units, run, &detail, error);
  if (n == 0)
    return NULL;
  *head = g_strdup_printf ("parts %u %u\n", n, detail);
  return split_range (TRUE, n, n_units);
}

static gboolean
append_puzzle (GString *text, TwPuzzle *puzzle, GError **error)
{
  g_autofree char *file = tw_puzzle_write (puzzle);
  g_autofree char *name = g_strescape (
    tw_puzzle_get_file (puzzle) != NULL ? tw_puzzle_get_file (puzzle) : "", NULL);
  g_autofree char *hash = NULL;

  if (file == NULL)
    return tw_fail_usage (error, _ ("%s: puzzles of this kind cannot be saved"),
                          tw_puzzle_get_name (puzzle));
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, file, -1);
  g_string_append_printf (text, "puzzle %" G_GSIZE_FORMAT " %s %s\n%s", strlen (file), hash, name,
                          file);
  return TRUE;
}

/* Does the file of the puzzle hold all that the search depends on? */
static gboolean
is_same_search (const TwPlan *plan, const char *work, TwRun *run)
{
  g_auto (TwCheckpoint) before = { 0 }, after = { 0 };
  g_autofree char *again = split_search (g_ptr_array_index (plan->puzzles, 0), plan->command,
                                         &plan->options, 1, run, NULL);

  return again != NULL && tw_checkpoint_read (&before, work) == TW_CHECKPOINT_OK
         && tw_checkpoint_read (&after, again) == TW_CHECKPOINT_OK
         && before.problem == after.problem;
}

static void
append_options (GString *text, const TwOptions *options)
{
  TwOptions defaults;
  size_t count;
  const TwOptionInfo *table = tw_options_table (&count);

  tw_options_init (&defaults);
  for (size_t i = 0; i < count; i++) {
    char value[64], usual[64];

    tw_options_get (options, &table[i], value, sizeof value);
    tw_options_get (&defaults, &table[i], usual, sizeof usual);
    if (!g_str_equal (value, usual))
      g_string_append_printf (text, "option %s %s\n", table[i].name, value);
  }
}

TwPlan *
tw_plan_make (const char *folder, TwPlanCommand command, GPtrArray *puzzles,
              const TwOptions *options, guint n_units, TwRun *run, GError **error)
{
  g_autofree char *path = g_build_filename (folder, TW_PLAN_FILE, NULL);
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (TwPlan) plan = NULL;
  g_autoptr (GString) text = g_string_new (FIRST_LINE "\n");
  g_autofree char *head = NULL;
  g_autofree char *work = command == TW_PLAN_SOLVE
                            ? split_batch (puzzles, n_units, run, &head, error)
                            : split_search (g_ptr_array_index (puzzles, 0), command, options,
                                            n_units, run, error);

  if (work == NULL)
    return NULL;
  g_string_append_printf (text, "program %s\ncommand %s\n", TW_VERSION,
                          tw_plan_command_name (command));
  append_options (text, options);
  g_string_append_printf (text, "puzzles %u\n", puzzles->len);
  for (guint i = 0; i < puzzles->len; i++)
    if (!append_puzzle (text, g_ptr_array_index (puzzles, i), error))
      return NULL;
  g_string_append_printf (text, "%swork\n%s", head != NULL ? head : "", work);
  g_free (tw_seal_close (text));
  if (text->len > TW_FILE_MAX_BYTES)
    return tw_fail_null (error, TW_PUZZLE_ERROR_SIZE,
                         _ ("%s: a plan holds at most %d MiB; split fewer puzzles at a time"), name,
                         TW_FILE_MAX_BYTES >> 20);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return tw_fail_null (error, TW_PUZZLE_ERROR_FILE,
                         _ ("%s: there is a plan already; choose another folder"), name);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return tw_fail_file_null (error, TW_PUZZLE_ERROR_FILE, folder, g_strerror (errno));
  if (!tw_file_write (path, text->str, text->len, error))
    return NULL;
  plan = tw_plan_read (folder, error);
  if (plan != NULL && command != TW_PLAN_SOLVE && !is_same_search (plan, work, run)) {
    tw_fail_usage (error, _ ("%s: the file format of this puzzle does not hold all its rules"),
                   tw_puzzle_get_name (g_ptr_array_index (puzzles, 0)));
    g_unlink (path);
    return NULL;
  }
  return g_steal_pointer (&plan);
}

/* --- reading -------------------------------------------------------------------- */

static gboolean
read_options (TwPlan *plan, const char **p)
{
  tw_options_init (&plan->options);
  while (tw_cursor_word (p, "option ")) {
    g_autofree char *line = tw_cursor_line (p);
    char *value = line != NULL ? strchr (line, ' ') : NULL;

    if (value == NULL)
      return FALSE;
    *value++ = '\0';
    if (tw_options_set (&plan->options, line, value) != TW_OPTION_FITS)
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_puzzle (TwPlan *plan, const char **p)
{
  g_autofree char *hash = NULL;
  g_autofree char *line = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) found = NULL;
  guint64 length;
  char *blank;

  if (!tw_cursor_word (p, "puzzle ") || !tw_cursor_number (p, TW_FILE_MAX_BYTES, ' ', &length))
    return FALSE;
  line = tw_cursor_line (p);
  blank = line != NULL ? strchr (line, ' ') : NULL;
  if (blank == NULL)
    return FALSE;
  *blank = '\0';
  name = g_strcompress (blank + 1);
  text = tw_cursor_bytes (p, length);
  if (text == NULL)
    return FALSE;
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  if (!g_str_equal (hash, line))
    return FALSE;
  found = tw_puzzles_parse (text, length, *name != '\0' ? name : NULL, NULL);
  if (found == NULL || found->len != 1)
    return FALSE;
  g_ptr_array_extend_and_steal (plan->puzzles, g_steal_pointer (&found));
  return TRUE;
}

/* "parts N DETAIL", if the single puzzle is divided. */
static gboolean
read_parts (TwPlan *plan, const char **p)
{
  guint64 n, detail;

  plan->n_items = plan->puzzles->len;
  if (!tw_cursor_word (p, "parts "))
    return TRUE;
  if (plan->command != TW_PLAN_SOLVE || plan->puzzles->len != 1
      || !tw_cursor_number (p, MAX_PUZZLES, ' ', &n) || n == 0
      || !tw_cursor_number (p, G_MAXINT, '\n', &detail))
    return FALSE;
  plan->parts = tw_puzzle_get_kind (g_ptr_array_index (plan->puzzles, 0))->divide;
  plan->n_items = (guint) n;
  plan->detail = (guint) detail;
  return plan->parts != NULL;
}

static gboolean
read_plan (TwPlan *plan, const char *p)
{
  TwUnitState state = { 0 };
  g_autofree char *command = NULL;
  gboolean good;
  guint64 n = 0;

  if (!tw_cursor_word (&p, "program ") || (plan->program = tw_cursor_line (&p)) == NULL
      || !tw_cursor_word (&p, "command ") || (command = tw_cursor_line (&p)) == NULL
      || !tw_plan_find_command (command, &plan->command) || !read_options (plan, &p)
      || !tw_cursor_word (&p, "puzzles ") || !tw_cursor_number (&p, MAX_PUZZLES, '\n', &n)
      || n == 0)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!read_puzzle (plan, &p))
      return FALSE;
  if (plan->command != TW_PLAN_SOLVE
      && (n != 1 || !tw_puzzle_has_pieces (g_ptr_array_index (plan->puzzles, 0))))
    return FALSE;
  good = read_parts (plan, &p) && tw_cursor_word (&p, "work\n")
         && tw_plan_read_work (plan, NULL, p, &state) && state.children->len > 0;
  plan->units = g_steal_pointer (&state.children);
  plan->done = state.done;
  plan->whole = plan->command == TW_PLAN_SOLVE ? (TwShare){ { plan->n_items } } : TW_SHARE_ALL;
  return good;
}

/* The numbers of parts depend on how this version of a search prunes. */
static gboolean
check_parts (const TwPlan *plan, GError **error)
{
  TwPuzzle *puzzle = g_ptr_array_index (plan->puzzles, 0);
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });

  if (run != NULL && (!plan->parts->exact || g_str_equal (plan->program, TW_VERSION))
      && plan->parts->count (puzzle, plan->detail, run) == plan->n_items)
    return TRUE;
  return tw_fail_format (
    error, "%s: %s", tw_puzzle_get_name (puzzle),
    _ ("the plan was made by another version of the search; split the puzzle again"));
}

TwPlan *
tw_plan_read (const char *folder, GError **error)
{
  g_autoptr (TwPlan) plan = g_new0 (TwPlan, 1);
  g_autofree char *path = g_build_filename (folder, TW_PLAN_FILE, NULL);
  g_autofree char *text = tw_seal_read (path, FIRST_LINE, &plan->sum, error);

  plan->puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  if (text == NULL)
    return NULL;
  if (!read_plan (plan, text))
    return tw_seal_damaged (path, error);
  if (plan->parts != NULL && !check_parts (plan, error))
    return NULL;
  return g_steal_pointer (&plan);
}

void
tw_plan_free (TwPlan *plan)
{
  TW_DROP (plan, (program, g_free), (sum, g_free), (puzzles, g_ptr_array_unref),
           (units, g_ptr_array_unref));
  g_free (plan);
}
