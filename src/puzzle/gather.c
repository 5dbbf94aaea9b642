/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.c - collects puzzles and the solutions beside them; see gather.h. */
#include "puzzle/gather.h"

#include <string.h>

#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/json.h"
#include "puzzle/kind.h"
#include "puzzle/load.h"
#include "puzzle/string-order.h"
#include "puzzle/tasks.h"

/* All texts are kept until the solutions are matched with the puzzles. */
#define MAX_BYTES ((gsize) 256 << 20)

typedef struct {
  GFile *file;
  gboolean found; /* found in a folder, not named by the user */
} Source;

/* Ids and file names, by which solutions are matched with puzzles, each with an array of indices in
 * ascending order. They are trees and not hash tables, because names that all have one hash would make a
 * hash table slow. */
typedef struct {
  GTree *ids;
  GTree *stems; /* stems of the files that puzzles come from, or that solutions name */
} Names;

typedef struct {
  char *name; /* name of the file in errors */
  char *stem; /* the name without folders and ".json" */
  gboolean found;
  char *text;
  gsize length;
  Names names; /* by the index in the list of solutions; 0 when the file is not a list */
} Solutions;

typedef struct {
  GPtrArray *entries;   /* of TwEntry */
  GPtrArray *solutions; /* of Solutions */
  GTree *seen;          /* set of URIs */
  guint *tries;         /* number of solutions tried for each entry during matching */
  gsize bytes;
  guint n_files;
  GPtrArray *used; /* of GFile; may be NULL */
  GCancellable *cancellable;
} Gathering;

static GTree *
name_tree_new (void)
{
  return tw_string_tree_new ((GDestroyNotify) g_array_unref);
}

static void
names_init (Names *names)
{
  *names = (Names){ name_tree_new (), name_tree_new () };
}

TW_DEFINE_CLEAR (names_clear, Names, (ids, g_tree_unref), (stems, g_tree_unref))

/* Takes ownership of `name`, which may be NULL. */
static void
add_name (GTree *tree, char *name, guint index)
{
  GArray *indexes = name != NULL ? g_tree_lookup (tree, name) : NULL;

  if (name == NULL)
    return;
  if (indexes != NULL)
    g_free (name);
  else
    g_tree_insert (tree, name, indexes = g_array_new (FALSE, FALSE, sizeof (guint)));
  g_array_append_val (indexes, index);
}

/* Appends the indices that have this name to `found`. */
static void
find_name (GTree *tree, const char *name, GArray *found)
{
  const GArray *indexes = g_tree_lookup (tree, name);

  if (indexes != NULL)
    g_array_append_vals (found, indexes->data, indexes->len);
}

static int
compare_indexes (gconstpointer a, gconstpointer b)
{
  guint p = *(const guint *) a, q = *(const guint *) b;

  return (p > q) - (p < q);
}

static void
sort_indexes (GArray *found)
{
  guint n = 0;

  g_array_sort (found, compare_indexes);
  for (guint i = 0; i < found->len; i++)
    if (i == 0 || g_array_index (found, guint, i) != g_array_index (found, guint, n - 1))
      g_array_index (found, guint, n++) = g_array_index (found, guint, i);
  g_array_set_size (found, n);
}

TW_DEFINE_FREE (solutions_free, Solutions, (names.ids, g_tree_unref), (names.stems, g_tree_unref),
                (name, g_free), (stem, g_free), (text, g_free))

/* Takes ownership of the message. */
static void
add_failure (Gathering *gathering, const char *name, char *message)
{
  TwEntry *entry = tw_entry_new (NULL, name);

  tw_entry_set_message (entry, message);
  g_free (message);
  tw_entry_set_state (entry, TW_ENTRY_FAILED);
  g_ptr_array_add (gathering->entries, entry);
}

/* --- files ------------------------------------------------------------------ */

/* "b.json" and "folder/b.JSON" give "b". */
static char *
stem_of (const char *name)
{
  char *base = g_path_get_basename (name);
  char *dot = strrchr (base, '.');

  if (dot != NULL && dot != base)
    *dot = '\0';
  return base;
}

static gboolean
is_solution (JsonNode *node)
{
  static const char *const members[] = { "squares", "solution", "placements", "status",
                                         "bouwkamp" };

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;

  JsonObject *object = json_node_get_object (node);

  if (json_object_has_member (object, "puzzle") || json_object_has_member (object, "pieces"))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (object, members[i]))
      return TRUE;
  return FALSE;
}

/* The id of the puzzle that a solution names; NULL when it names none. */
static char *
solution_id (JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;

  return object != NULL ? tw_json_dup_text (object, "id") : NULL;
}

static char *
solution_stem (JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *file = object != NULL ? tw_json_node_string (json_object_get_member (object, "file"))
                                    : NULL;

  return file != NULL ? stem_of (file) : NULL;
}

static void
add_solution_names (Names *names, JsonNode *node, guint index)
{
  add_name (names->ids, solution_id (node), index);
  add_name (names->stems, solution_stem (node), index);
}

/* Keeps the text for matching, which starts when all puzzles are known. Returns FALSE when it
 * holds no solutions. */
static gboolean
take_solutions (Gathering *gathering, const Source *source, const char *name, char **text,
                gsize length)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *array = NULL;
  JsonNode *first;

  if (!tw_json_looks_like (*text, length))
    return FALSE;
  root = tw_json_parse (*text, length, NULL);
  if (root == NULL) /* the reader of puzzles reports the error */
    return FALSE;
  first = root;
  if (JSON_NODE_HOLDS_ARRAY (root)) {
    array = json_node_get_array (root);
    if (json_array_get_length (array) == 0)
      return FALSE;
    first = json_array_get_element (array, 0);
  }
  /* An array of arrays is a bare solution. */
  if (!is_solution (first) && !(array != NULL && JSON_NODE_HOLDS_ARRAY (first)))
    return FALSE;

  Solutions *solutions = g_new0 (Solutions, 1);

  solutions->name = g_strdup (name);
  solutions->stem = stem_of (name);
  solutions->found = source->found;
  solutions->text = g_steal_pointer (text);
  solutions->length = length;
  names_init (&solutions->names);
  if (array == NULL)
    add_solution_names (&solutions->names, root, 0);
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    add_solution_names (&solutions->names, json_array_get_element (array, i), i);
  g_ptr_array_add (gathering->solutions, solutions);
  return TRUE;
}

static void
read_one (Gathering *gathering, const Source *source)
{
  g_autofree char *name = g_file_get_parse_name (source->file);
  g_autofree char *uri = g_file_get_uri (source->file);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;

  if (g_tree_lookup_extended (gathering->seen, uri, NULL, NULL))
    return;
  g_tree_insert (gathering->seen, g_steal_pointer (&uri), NULL);
  text = tw_file_read (source->file, &length, gathering->cancellable, &error);
  if (text != NULL && (gathering->bytes += length) > MAX_BYTES) {
    g_clear_pointer (&text, g_free);
    g_set_error (&error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_SIZE,
                 _ ("%s: the files are larger than %d MiB together"), name,
                 (int) (MAX_BYTES >> 20));
  }
  if (text != NULL && !take_solutions (gathering, source, name, &text, length)) {
    g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, length, name, &error);

    for (guint i = 0; puzzles != NULL && i < puzzles->len; i++)
      g_ptr_array_add (gathering->entries, tw_entry_new (g_ptr_array_index (puzzles, i), NULL));
  }
  if (error == NULL && gathering->used != NULL)
    g_ptr_array_add (gathering->used, g_object_ref (source->file));
  if (error == NULL || g_cancellable_is_cancelled (gathering->cancellable))
    return;
  if (source->found && g_error_matches (error, TW_PUZZLE_ERROR, TW_PUZZLE_ERROR_UNKNOWN))
    return;
  add_failure (gathering, name, g_strdup (error->message));
}

/* Looks for the solution beside a puzzle that the user named. */
static void
read_sibling (Gathering *gathering, GFile *file)
{
  static const char *const suffixes[] = { "-answer", "-solution", ".answer", ".solution" };
  static const char contest[] = "puzzle-"; /* puzzle-007.json has answer-007.json */
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *stem = stem_of (base);
  g_autoptr (GFile) folder = g_file_get_parent (file);

  for (gsize i = 0; folder != NULL && i <= G_N_ELEMENTS (suffixes); i++) {
    gboolean last = i == G_N_ELEMENTS (suffixes);
    g_autofree char *name = NULL;

    if (last && !g_str_has_prefix (stem, contest))
      break;
    name = last ? g_strconcat ("answer-", stem + strlen (contest), ".json", NULL)
                : g_strconcat (stem, suffixes[i], ".json", NULL);

    g_autoptr (GFile) sibling = g_file_get_child (folder, name);

    if (g_file_query_exists (sibling, gathering->cancellable))
      read_one (gathering, &(Source){ .file = sibling, .found = TRUE });
  }
}

/* --- folders ---------------------------------------------------------------- */

static gboolean
is_ours (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  /* Replies of a contest server are stored unchanged, JSON or not. */
  return !g_str_has_prefix (lower, "reply-")
         && (g_str_has_suffix (lower, ".json") || g_str_has_suffix (lower, ".txt"));
}

static void
read_folder (Gathering *gathering, GFile *folder, int depth)
{
  g_autofree char *name = g_file_get_parse_name (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray)
    infos = tw_file_list_folder (folder, TW_GATHER_MAX_FILES + 1, gathering->cancellable, &error);

  if (infos == NULL)
    add_failure (gathering, name, g_strdup_printf ("%s: %s", name, error->message));
  for (guint i = 0; infos != NULL && i < infos->len; i++) {
    GFileInfo *info = g_ptr_array_index (infos, i);
    const char *child_name = g_file_info_get_name (info);
    g_autoptr (GFile) child = g_file_get_child (folder, child_name);

    if (g_cancellable_is_cancelled (gathering->cancellable))
      return;
    if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY) {
      if (depth < TW_GATHER_MAX_DEPTH)
        read_folder (gathering, child, depth + 1);
    } else if (is_ours (child_name)) {
      if (gathering->n_files == TW_GATHER_MAX_FILES)
        add_failure (gathering, name,
                     g_strdup_printf (_ ("%s: more than %d files"), name, TW_GATHER_MAX_FILES));
      if (gathering->n_files++ >= TW_GATHER_MAX_FILES)
        return;
      read_one (gathering, &(Source){ .file = child, .found = TRUE });
    }
  }
}

/* --- matching solutions with puzzles -------------------------------------------- */

/* Does `longer` extend the stem? "b-answer", "b.answer" and "b_2" extend "b". */
static gboolean
extends_stem (const char *longer, const char *stem)
{
  gsize length = strlen (stem);

  return g_str_has_prefix (longer, stem)
         && (longer[length] == '\0' || strchr ("-._ ", longer[length]) != NULL);
}

static gboolean
is_beside (const char *name, const char *other)
{
  g_autofree char *folder = g_path_get_dirname (name);
  g_autofree char *other_folder = g_path_get_dirname (other);

  return g_str_equal (folder, other_folder);
}

static gboolean
may_solve (const Solutions *solutions, const TwPuzzle *puzzle)
{
  const char *id = tw_puzzle_get_id (puzzle);
  const char *file = tw_puzzle_get_file (puzzle);

  if (id != NULL && g_tree_nnodes (solutions->names.ids) > 0)
    return g_tree_lookup (solutions->names.ids, id) != NULL;
  if (file == NULL)
    return FALSE;

  g_autofree char *stem = stem_of (file);

  if (g_tree_nnodes (solutions->names.stems) > 0)
    return g_tree_lookup (solutions->names.stems, stem) != NULL;
  return extends_stem (solutions->stem, stem)
         && (!solutions->found || is_beside (solutions->name, file));
}

static void
find_names (GTree *tree, GTree *names, GArray *found)
{
  for (GTreeNode *node = g_tree_node_first (names); node != NULL; node = g_tree_node_next (node))
    find_name (tree, g_tree_node_key (node), found);
}

/* Returns the indices of all entries for which may_solve () can be true, and possibly of others,
 * using the names of the entries, `known`. */
static GArray *
find_candidates (const Solutions *solutions, const Names *known)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *prefix = g_strdup (solutions->stem);

  find_names (known->ids, solutions->names.ids, found);
  find_names (known->stems, solutions->names.stems, found);
  for (gsize n = strlen (prefix) + 1; g_tree_nnodes (solutions->names.stems) == 0 && n-- > 0;) {
    prefix[n] = '\0';
    if (extends_stem (solutions->stem, prefix))
      find_name (known->stems, prefix, found);
  }
  sort_indexes (found);
  return found;
}

/* Is this element of a list a solution of the puzzle? */
static gboolean
is_solution_of (JsonNode *node, const TwPuzzle *puzzle)
{
  const char *id = tw_puzzle_get_id (puzzle);
  g_autofree char *its_id = solution_id (node);
  g_autofree char *its_stem = solution_stem (node);
  g_autofree char *stem = stem_of (tw_puzzle_get_file (puzzle));

  if (id != NULL && its_id != NULL)
    return g_str_equal (id, its_id);
  return its_stem != NULL && g_str_equal (stem, its_stem);
}

/* Returns FALSE when the node is not a solution. The number of tries is limited: otherwise many
 * copies of a solution and of its puzzle would take time in proportion to the product of their
 * numbers. */
static gboolean
try_solution (TwEntry *entry, const Solutions *solutions, JsonNode *node, guint *tries,
              GError **error)
{
  if (++*tries > TW_GATHER_MAX_TRIES) {
    g_autofree char *message = g_strdup_printf (
      _ ("there are more than %d solutions; the others were not read"), TW_GATHER_MAX_TRIES);

    tw_entry_set_message (entry, message);
    return TRUE;
  }

  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TwResult) result = tw_result_read (tw_entry_get_puzzle (entry), node, error);

  if (result == NULL)
    return FALSE;
  if (tw_kind_check (result, faults) > 0) {
    g_autofree char *message = g_strdup_printf (_ ("%s: the solution is incorrect: %s"),
                                                solutions->name,
                                                (char *) g_ptr_array_index (faults, 0));

    tw_entry_set_message (entry, message);
  } else if (tw_result_compare (result, tw_entry_get_old (entry)) < 0) {
    tw_entry_set_old (entry, result);
  }
  return TRUE;
}

/* Tries the elements of a list that belong to the puzzle of the entry. */
static gboolean
try_list (TwEntry *entry, const Solutions *solutions, JsonArray *array, guint *tries,
          GError **error)
{
  TwPuzzle *puzzle = tw_entry_get_puzzle (entry);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *stem = stem_of (tw_puzzle_get_file (puzzle));

  if (tw_puzzle_get_id (puzzle) != NULL)
    find_name (solutions->names.ids, tw_puzzle_get_id (puzzle), found);
  find_name (solutions->names.stems, stem, found);
  sort_indexes (found);
  for (guint i = 0; i < found->len && *tries <= TW_GATHER_MAX_TRIES; i++) {
    guint index = g_array_index (found, guint, i);
    JsonNode *node = json_array_get_element (array, index);

    if (is_solution_of (node, puzzle) && !try_solution (entry, solutions, node, tries, error)) {
      g_prefix_error (error, "[%u]: ", index);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
try_solutions (TwEntry *entry, const Solutions *solutions, JsonNode *root, guint *tries,
               GError **error)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root) : NULL;

  if (array == NULL || !JSON_NODE_HOLDS_OBJECT (json_array_get_element (array, 0)))
    return try_solution (entry, solutions, root, tries, error);
  return try_list (entry, solutions, array, tries, error);
}

static void
add_entry_names (const GPtrArray *entries, Names *names)
{
  for (guint i = 0; i < entries->len; i++) {
    TwPuzzle *puzzle = tw_entry_get_puzzle (g_ptr_array_index (entries, i));

    if (puzzle == NULL)
      continue;
    add_name (names->ids, g_strdup (tw_puzzle_get_id (puzzle)), i);
    if (tw_puzzle_get_file (puzzle) != NULL)
      add_name (names->stems, stem_of (tw_puzzle_get_file (puzzle)), i);
  }
}

/* Returns FALSE when it was cancelled. */
static gboolean
match_one (Gathering *gathering, const Solutions *solutions, const Names *known)
{
  g_autoptr (JsonNode) root = tw_json_parse (solutions->text, solutions->length, NULL);
  g_autoptr (GArray) candidates = find_candidates (solutions, known);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < candidates->len && error == NULL; i++) {
    guint k = g_array_index (candidates, guint, i);
    TwEntry *entry = g_ptr_array_index (gathering->entries, k);

    if (g_cancellable_is_cancelled (gathering->cancellable))
      return FALSE;
    if (may_solve (solutions, tw_entry_get_puzzle (entry)))
      try_solutions (entry, solutions, root, &gathering->tries[k], &error);
  }
  if (error != NULL)
    add_failure (gathering, solutions->name,
                 g_strdup_printf ("%s: %s", solutions->name, error->message));
  return TRUE;
}

/* Only one JSON tree is in memory at a time. */
static void
match (Gathering *gathering)
{
  Names known;

  names_init (&known);
  add_entry_names (gathering->entries, &known);
  gathering->tries = g_new0 (guint, gathering->entries->len + 1);
  for (guint i = 0; i < gathering->solutions->len; i++)
    if (!match_one (gathering, g_ptr_array_index (gathering->solutions, i), &known))
      break;
  names_clear (&known);
  g_clear_pointer (&gathering->tries, g_free);
}

/* --- public ------------------------------------------------------------------- */

GPtrArray *
tw_gather (GFile *const *files, gsize n_files, GPtrArray *used, GCancellable *cancellable,
           GError **error)
{
  Gathering gathering = {
    .entries = g_ptr_array_new_with_free_func (g_object_unref),
    .solutions = g_ptr_array_new_with_free_func (solutions_free),
    .seen = tw_string_tree_new (NULL),
    .used = used,
    .cancellable = cancellable,
  };

  for (gsize i = 0; i < n_files && !g_cancellable_is_cancelled (cancellable); i++) {
    if (g_file_query_file_type (files[i], G_FILE_QUERY_INFO_NONE, cancellable)
        == G_FILE_TYPE_DIRECTORY)
      read_folder (&gathering, files[i], 0);
    else
      read_one (&gathering, &(Source){ .file = files[i] });
  }
  for (gsize i = 0; i < n_files && !g_cancellable_is_cancelled (cancellable); i++)
    read_sibling (&gathering, files[i]);
  match (&gathering);
  g_ptr_array_unref (gathering.solutions);
  g_tree_unref (gathering.seen);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    g_clear_pointer (&gathering.entries, g_ptr_array_unref);
  return gathering.entries;
}

static void
gather_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *files = data;
  GError *error = NULL;
  GPtrArray *entries = tw_gather ((GFile *const *) files->pdata, files->len, NULL, cancellable,
                                  &error);

  tw_task_return_pointer (task, entries, (GDestroyNotify) g_ptr_array_unref, &error);
}

void
tw_gather_async (GFile *const *files, gsize n_files, GCancellable *cancellable,
                 GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; i < n_files; i++)
    g_ptr_array_add (copy, g_object_ref (files[i]));
  g_task_set_source_tag (task, tw_gather_async);
  g_task_set_task_data (task, copy, (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, gather_thread);
}

GPtrArray *
tw_gather_finish (GAsyncResult *async_result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (async_result), error);
}
