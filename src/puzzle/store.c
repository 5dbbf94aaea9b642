/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.c - see store.h. The folder of a window has a random name; its lock is the file "lock". A
 * folder that was left on purpose has no lock. */
#include "puzzle/store.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "puzzle/file.h"

#define LOCK "lock"

enum {
  ID_LENGTH = 16, /* hexadecimal digits */
};

struct TwStore {
  char *top;
  char *folder;
  int lock;            /* descriptor; -1: there is no lock, and nothing is kept */
  gint64 used;         /* when the folder was last written to; 0: unknown */
  gint failed;         /* atomic */
  GThreadPool *thread; /* of one thread, so that the jobs keep their order */
  GMutex mutex;        /* guards the members below */
  GCond idle;
  guint waiting; /* jobs that are not finished */
};

typedef struct {
  char *name;
  TwStoreSave save; /* NULL: remove the file */
  gpointer data;
  GDestroyNotify free_data;
} Job;

/* --- writing ------------------------------------------------------------------------ */

static char *
path_of (const TwStore *store, const char *name)
{
  return g_build_filename (store->folder, name, NULL);
}

/* Takes the lock of a folder; returns -1 when another program holds it or there is none. */
static int
take_lock (const TwStore *store, int flags)
{
  g_autofree char *path = path_of (store, LOCK);
  int lock = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  struct stat status;

  if (lock < 0)
    return -1;
  if (flock (lock, LOCK_EX | LOCK_NB) == 0 && fstat (lock, &status) == 0 && status.st_nlink > 0)
    return lock;
  close (lock);
  return -1;
}

/* Returns FALSE when nothing can be kept there. */
static gboolean
open_folder (TwStore *store)
{
  if (store->lock < 0 && g_mkdir_with_parents (store->folder, 0700) == 0)
    store->lock = take_lock (store, O_EXCL);
  return store->lock >= 0;
}

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  TwStore *store = user_data;
  g_autofree char *path = path_of (store, job->name);
  g_autoptr (GError) error = NULL;

  if (job->save == NULL) {
    (void) g_remove (path);
  } else {
    g_autoptr (GBytes) bytes = job->save (job->data);
    gboolean written = open_folder (store)
                       && tw_file_write (path, g_bytes_get_data (bytes, NULL),
                                         g_bytes_get_size (bytes), &error);

    if (!written) {
      g_atomic_int_set (&store->failed, TRUE);
      g_debug ("%s is not kept: %s", path, error != NULL ? error->message : "there is no lock");
    }
    job->free_data (job->data);
  }
  g_free (job->name);
  g_free (job);
  g_mutex_lock (&store->mutex);
  store->waiting--;
  g_cond_broadcast (&store->idle);
  g_mutex_unlock (&store->mutex);
}

static void
push (TwStore *store, const char *name, TwStoreSave save, gpointer data, GDestroyNotify free_data)
{
  Job *job = g_new (Job, 1);

  *job = (Job){ g_strdup (name), save, data, free_data };
  g_mutex_lock (&store->mutex);
  store->waiting++;
  g_mutex_unlock (&store->mutex);
  g_thread_pool_push (store->thread, job, NULL);
}

void
tw_store_put (TwStore *store, const char *name, TwStoreSave save, gpointer data,
              GDestroyNotify free_data)
{
  push (store, name, save, data, free_data);
}

void
tw_store_remove (TwStore *store, const char *name)
{
  push (store, name, NULL, NULL, NULL);
}

gboolean
tw_store_is_busy (TwStore *store)
{
  gboolean busy;

  g_mutex_lock (&store->mutex);
  busy = store->waiting > 0;
  g_mutex_unlock (&store->mutex);
  return busy;
}

void
tw_store_flush (TwStore *store)
{
  g_mutex_lock (&store->mutex);
  while (store->waiting > 0)
    g_cond_wait (&store->idle, &store->mutex);
  g_mutex_unlock (&store->mutex);
}

gboolean
tw_store_works (TwStore *store)
{
  return !g_atomic_int_get (&store->failed);
}

gboolean
tw_store_take_failure (TwStore *store)
{
  return g_atomic_int_compare_and_exchange (&store->failed, TRUE, FALSE);
}

/* --- stores --------------------------------------------------------------------------- */

static TwStore *
store_new (const char *top, const char *id)
{
  TwStore *store = g_new0 (TwStore, 1);

  store->top = g_strdup (top);
  store->folder = g_build_filename (top, id, NULL);
  store->lock = -1;
  g_mutex_init (&store->mutex);
  g_cond_init (&store->idle);
  store->thread = g_thread_pool_new (run_job, store, 1, FALSE, NULL);
  return store;
}

TwStore *
tw_store_new (const char *top)
{
  g_autofree char *id = g_strdup_printf ("%08x%08x", g_random_int (), g_random_int ());

  return store_new (top, id);
}

GPtrArray *
tw_store_list (TwStore *store)
{
  GPtrArray *names = tw_file_list_names (store->folder);
  guint lock;

  if (g_ptr_array_find_with_equal_func (names, LOCK, g_str_equal, &lock))
    g_ptr_array_remove_index (names, lock);
  return names;
}

GBytes *
tw_store_read (TwStore *store, const char *name, GError **error)
{
  g_autofree char *path = path_of (store, name);
  gsize length;
  char *data = tw_file_read_path (path, &length, error);

  return data != NULL ? g_bytes_new_take (data, length) : NULL;
}

void
tw_store_set_aside (TwStore *store, const char *name)
{
  g_autofree char *path = path_of (store, name);
  g_autofree char *id = g_path_get_basename (store->folder);
  g_autofree char *bad = g_strconcat (store->top, G_DIR_SEPARATOR_S, id, "-", name, ".bad", NULL);

  (void) g_rename (path, bad);
}

void
tw_store_end (TwStore *store, TwStoreEnd how)
{
  g_autofree char *lock = path_of (store, LOCK);

  g_thread_pool_free (store->thread, FALSE, TRUE);
  if (store->lock >= 0) {
    g_autoptr (GPtrArray) names = tw_store_list (store);

    for (guint i = 0; how == TW_STORE_REMOVE && i < names->len; i++) {
      g_autofree char *path = path_of (store, g_ptr_array_index (names, i));

      (void) g_remove (path);
    }
    if (how != TW_STORE_ABANDON)
      (void) g_remove (lock);
    if (how == TW_STORE_REMOVE)
      (void) g_rmdir (store->folder);
    close (store->lock);
  }
  g_mutex_clear (&store->mutex);
  g_cond_clear (&store->idle);
  g_free (store->top);
  g_free (store->folder);
  g_free (store);
}

/* --- what was left ----------------------------------------------------------------------- */

/* Removes what a program that was killed while it wrote a file has left beside it. Returns whether there
 * is anything else. */
static gboolean
tidy (TwStore *store)
{
  g_autoptr (GPtrArray) names = tw_store_list (store);
  gboolean any = FALSE;

  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = path_of (store, g_ptr_array_index (names, i));

    if (g_str_has_suffix (path, TW_STORE_ENDING))
      any = TRUE;
    else
      (void) g_remove (path);
  }
  return any;
}

/* Returns NULL when the folder is in use, empty, or not asked for. */
static TwStore *
adopt (const char *top, const char *id, gboolean all)
{
  TwStore *store = store_new (top, id);
  g_autofree char *lock = path_of (store, LOCK);
  struct stat status;

  if ((all || g_file_test (lock, G_FILE_TEST_EXISTS)) && stat (store->folder, &status) == 0) {
    store->used = status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000;
    store->lock = take_lock (store, 0); /* this may change the time */
  }
  if (store->lock >= 0 && tidy (store))
    return store;
  tw_store_end (store, TW_STORE_REMOVE);
  return NULL;
}

static int
compare_use (gconstpointer a, gconstpointer b)
{
  const TwStore *one = *(TwStore *const *) a, *two = *(TwStore *const *) b;

  return one->used < two->used ? -1 : one->used > two->used;
}

GPtrArray *
tw_stores_collect (const char *top, guint most, gboolean all)
{
  GPtrArray *stores = g_ptr_array_new ();
  g_autoptr (GPtrArray) names = tw_file_list_names (top);

  for (guint i = 0; i < names->len && stores->len < most; i++) {
    const char *id = g_ptr_array_index (names, i);
    TwStore *store = strlen (id) == ID_LENGTH ? adopt (top, id, all) : NULL;

    if (store != NULL)
      g_ptr_array_add (stores, store);
  }
  g_ptr_array_sort (stores, compare_use);
  return stores;
}
