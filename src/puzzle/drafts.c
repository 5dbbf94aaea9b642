/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drafts.c - stores drafts; see drafts.h. A draft is a JSON file ID-NUMBER.draft; the lock of its
 * program is ID.lock. */
#include "puzzle/drafts.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "puzzle/file.h"
#include "puzzle/json.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

#define DRAFT ".draft"
#define LOCK  ".lock"

enum {
  ID_LENGTH = 16, /* hexadecimal digits */
  LOCK_TRIES = 10,
};

struct TwDrafts {
  char *folder;
  char *id;
  int lock;            /* descriptor; -1: there is no lock, and nothing is kept */
  int last;            /* last number in use; atomic */
  GThreadPool *thread; /* of one thread, so that the jobs keep their order */
  GMutex mutex;        /* guards the members below */
  GCond idle;
  guint waiting; /* jobs that are not finished */
};

typedef struct {
  guint number;
  TwDraft *draft; /* NULL: remove the stored draft */
} Job;

/* --- drafts ------------------------------------------------------------------------ */

TwDraft *
tw_draft_new (void)
{
  TwDraft *draft = g_new0 (TwDraft, 1);

  draft->puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  draft->files = g_ptr_array_new_with_free_func (g_free);
  return draft;
}

void
tw_draft_free (TwDraft *draft)
{
  g_ptr_array_unref (draft->puzzles);
  g_ptr_array_unref (draft->files);
  g_free (draft->changed);
  g_free (draft);
}

void
tw_draft_add (TwDraft *draft, TwPuzzle *puzzle, const char *file, gboolean changed)
{
  guint n = draft->puzzles->len;

  draft->changed = g_realloc (draft->changed, n + 1);
  draft->changed[n] = changed != FALSE;
  g_ptr_array_add (draft->puzzles, tw_puzzle_ref (puzzle));
  g_ptr_array_add (draft->files, g_strdup (file));
}

static void
append_member (GString *text, const char *name, const char *value)
{
  g_autofree char *quoted = value != NULL ? tw_json_quote (value) : g_strdup ("null");

  g_string_append_printf (text, "\"%s\": %s", name, quoted);
}

static char *
print_draft (const TwDraft *draft)
{
  GString *text = g_string_new (NULL);
  gboolean first = TRUE;

  g_string_append_printf (text, "{\"shown\": %u, \"puzzles\": [", draft->shown);
  for (guint i = 0; i < draft->puzzles->len; i++) {
    TwPuzzle *puzzle = g_ptr_array_index (draft->puzzles, i);
    const TwKind *kind = tw_puzzle_get_kind (puzzle);
    g_autofree char *own = tw_puzzle_write (puzzle);

    if (own == NULL)
      continue;
    g_string_append (text, first ? "\n{" : ",\n{");
    append_member (text, "file", g_ptr_array_index (draft->files, i));
    g_string_append (text, ", ");
    append_member (text, "name", tw_puzzle_get_name (puzzle));
    g_string_append (text, ", ");
    append_member (text, "kind", kind->name);
    g_string_append_printf (text, ", \"changed\": %d, ", draft->changed[i]);
    append_member (text, "text", own);
    g_string_append (text, "}");
    first = FALSE;
  }
  g_string_append (text, "]}\n");
  return g_string_free (text, FALSE);
}

/* The puzzles of a text of that kind; the text alone may look like one of another kind. */
static GPtrArray *
read_text (const char *text, const char *kind_name)
{
  const TwKind *kind = kind_name != NULL ? tw_kind_find (kind_name) : NULL;
  gsize length = strlen (text);

  if (kind == NULL || kind->read->text == NULL || tw_json_looks_like (text, length))
    return tw_puzzles_parse (text, length, NULL, NULL);

  g_autoptr (GPtrArray) puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  return kind->read->text (text, length, puzzles, NULL) ? g_steal_pointer (&puzzles) : NULL;
}

static gboolean
read_puzzle (TwDraft *draft, JsonNode *node)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *file, *name, *kind, *text;
  gint64 changed;

  if (object == NULL || !tw_json_get_optional_string (object, "file", &file, NULL)
      || !tw_json_get_optional_string (object, "name", &name, NULL)
      || !tw_json_get_optional_string (object, "kind", &kind, NULL)
      || !tw_json_get_optional_string (object, "text", &text, NULL) || text == NULL
      || !tw_json_get_int (object, "changed", 0, 1, &changed, NULL))
    return FALSE;

  g_autoptr (GPtrArray) puzzles = read_text (text, kind);
  if (puzzles == NULL || puzzles->len != 1)
    return FALSE;
  /* The puzzle is not shared yet. */
  tw_puzzle_set_origin (g_ptr_array_index (puzzles, 0), file, name);
  tw_draft_add (draft, g_ptr_array_index (puzzles, 0), file, changed != 0);
  return TRUE;
}

/* Returns NULL when the file is not a draft. */
static TwDraft *
read_draft (const char *path)
{
  gsize length;
  g_autofree char *text = tw_file_read_path (path, &length, NULL);
  g_autoptr (JsonNode) root = text != NULL ? tw_json_parse (text, length, NULL) : NULL;
  g_autoptr (TwDraft) draft = tw_draft_new ();
  gint64 shown;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  JsonObject *object = json_node_get_object (root);
  JsonArray *array = tw_json_get_array (object, "puzzles", NULL);
  if (array == NULL || json_array_get_length (array) == 0
      || !tw_json_get_int (object, "shown", 0, G_MAXINT, &shown, NULL))
    return NULL;
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_puzzle (draft, json_array_get_element (array, i)))
      return NULL;
  draft->shown = (guint) MIN (shown, (gint64) draft->puzzles->len - 1);
  return g_steal_pointer (&draft);
}

/* --- the store ---------------------------------------------------------------------- */

static char *
path_in (const TwDrafts *drafts, const char *id, const char *ending)
{
  g_autofree char *name = g_strconcat (id, ending, NULL);

  return g_build_filename (drafts->folder, name, NULL);
}

static char *
draft_path (const TwDrafts *drafts, guint number)
{
  g_autofree char *ending = g_strdup_printf ("-%u" DRAFT, number);

  return path_in (drafts, drafts->id, ending);
}

static void
run_job (gpointer data, gpointer user_data)
{
  g_autofree Job *job = data;
  TwDrafts *drafts = user_data;
  g_autofree char *path = draft_path (drafts, job->number);

  if (job->draft != NULL) {
    g_autofree char *text = print_draft (job->draft);
    g_autoptr (GError) error = NULL;

    if (!tw_file_write (path, text, strlen (text), &error))
      g_debug ("no draft is kept: %s", error->message);
    tw_draft_free (job->draft);
  } else {
    g_remove (path);
  }
  g_mutex_lock (&drafts->mutex);
  drafts->waiting--;
  g_cond_broadcast (&drafts->idle);
  g_mutex_unlock (&drafts->mutex);
}

/* Takes the lock of a program; returns -1 when another program holds it or there is none. */
static int
take_lock (const char *path, int flags)
{
  int lock = open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  struct stat status;

  if (lock < 0)
    return -1;
  if (flock (lock, LOCK_EX | LOCK_NB) == 0 && fstat (lock, &status) == 0 && status.st_nlink > 0)
    return lock;
  close (lock);
  return -1;
}

TwDrafts *
tw_drafts_new (const char *folder)
{
  TwDrafts *drafts = g_new0 (TwDrafts, 1);

  drafts->folder = g_strdup (folder);
  drafts->lock = -1;
  g_mutex_init (&drafts->mutex);
  g_cond_init (&drafts->idle);
  (void) g_mkdir_with_parents (folder, 0700);
  for (int i = 0; i < LOCK_TRIES && drafts->lock < 0; i++) {
    g_free (drafts->id);
    drafts->id = g_strdup_printf ("%08x%08x", g_random_int (), g_random_int ());

    g_autofree char *path = path_in (drafts, drafts->id, LOCK);
    drafts->lock = take_lock (path, O_CREAT | O_EXCL);
  }
  drafts->thread = g_thread_pool_new (run_job, drafts, 1, FALSE, NULL);
  return drafts;
}

void
tw_drafts_flush (TwDrafts *drafts)
{
  g_mutex_lock (&drafts->mutex);
  while (drafts->waiting > 0)
    g_cond_wait (&drafts->idle, &drafts->mutex);
  g_mutex_unlock (&drafts->mutex);
}

void
tw_drafts_free (TwDrafts *drafts)
{
  g_autofree char *path = path_in (drafts, drafts->id, LOCK);

  g_thread_pool_free (drafts->thread, FALSE, TRUE);
  if (drafts->lock >= 0) {
    g_remove (path);
    close (drafts->lock);
  }
  g_mutex_clear (&drafts->mutex);
  g_cond_clear (&drafts->idle);
  g_free (drafts->folder);
  g_free (drafts->id);
  g_free (drafts);
}

guint
tw_drafts_reserve (TwDrafts *drafts)
{
  return (guint) g_atomic_int_add (&drafts->last, 1) + 1;
}

void
tw_drafts_keep (TwDrafts *drafts, guint number, TwDraft *draft)
{
  Job *job;

  if (drafts->lock < 0) {
    g_clear_pointer (&draft, tw_draft_free);
    return;
  }
  job = g_new (Job, 1);
  *job = (Job){ .number = number, .draft = draft };
  g_mutex_lock (&drafts->mutex);
  drafts->waiting++;
  g_mutex_unlock (&drafts->mutex);
  g_thread_pool_push (drafts->thread, job, NULL);
}

/* --- drafts of programs that have ended ----------------------------------------------- */

/* Has the program that wrote the draft ended? */
static gboolean
is_left (const TwDrafts *drafts, const char *id)
{
  g_autofree char *path = path_in (drafts, id, LOCK);
  int lock;

  if (g_str_equal (id, drafts->id))
    return FALSE;
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  lock = take_lock (path, 0);
  if (lock < 0)
    return FALSE;
  g_remove (path);
  close (lock);
  return TRUE;
}

static void
collect_one (TwDrafts *drafts, const char *name, GPtrArray *found)
{
  g_autofree char *id = g_strndup (name, ID_LENGTH);
  g_autofree char *path = g_build_filename (drafts->folder, name, NULL);
  TwDraft *draft;

  if (!is_left (drafts, id))
    return;
  /* Several programs may collect at a time; the one whose rename succeeds gets the draft. */
  guint number = tw_drafts_reserve (drafts);
  g_autofree char *mine = draft_path (drafts, number);
  if (g_rename (path, mine) != 0)
    return;
  draft = read_draft (mine);
  if (draft == NULL) {
    g_autofree char *bad = g_strconcat (path, ".bad", NULL);
    (void) g_rename (mine, bad);
    return;
  }
  draft->number = number;
  g_ptr_array_add (found, draft);
}

/* Lists the file names in the folder that consist of an ID followed by the character `after`, and
 * end in `suffix`. */
static GPtrArray *
list_files (TwDrafts *drafts, char after, const char *suffix)
{
  g_autoptr (GDir) folder = drafts->lock < 0 ? NULL : g_dir_open (drafts->folder, 0, NULL);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, suffix) && strlen (name) > ID_LENGTH && name[ID_LENGTH] == after)
      g_ptr_array_add (names, g_strdup (name));
  return names;
}

GPtrArray *
tw_drafts_collect (TwDrafts *drafts)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_draft_free);
  g_autoptr (GPtrArray) names = list_files (drafts, '-', DRAFT);
  g_autoptr (GPtrArray) locks = NULL;

  for (guint i = 0; i < names->len; i++)
    collect_one (drafts, g_ptr_array_index (names, i), found);
  /* Remove the locks of programs that had no drafts when they ended. */
  locks = list_files (drafts, LOCK[0], LOCK);
  for (guint i = 0; i < locks->len; i++) {
    g_autofree char *id = g_strndup (g_ptr_array_index (locks, i), ID_LENGTH);

    (void) is_left (drafts, id);
  }
  return found;
}
