/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keeper.c - see keeper.h. */
#include "app/document/keeper.h"

#include "puzzle/drop.h"
#include "puzzle/i18n.h"
#include "puzzle/tasks.h"

#define DELAY_MS 1000
/* The file that says how the window is shown, a GVariant; the others are documents, by number. */
#define WINDOW_FILE "window" TW_STORE_ENDING
/* Width, height, whether it is maximized, and the index of the document. */
#define WINDOW_TYPE "(iibu)"

struct TwKeeper {
  TwSession *session;
  TwStore *store; /* NULL: nothing is kept */
  GPtrArray *pages;
  guint last; /* the highest number of a page */
  guint delay;
  guint timer_id;
  GCancellable *reading; /* NULL: nothing is read */
  TwKeptWindow window;
  gboolean window_changed;
  /* Of the running search, as it was written. */
  guint64 serial;
  gint64 bound;
};

/* A document of the session and its file. */
typedef struct {
  TwKeeper *keeper;
  TwDocument *document;
  char *name;
  gboolean changed;
} Page;

static void
page_free (gpointer data)
{
  Page *page = data;

  g_signal_handlers_disconnect_by_data (page->document, page);
  g_signal_handlers_disconnect_by_data (tw_document_get_settings (page->document), page);
  g_object_unref (page->document);
  g_free (page->name);
  g_free (page);
}

static void write_soon (TwKeeper *self);

static void
page_changed_cb (Page *page)
{
  page->changed = TRUE;
  write_soon (page->keeper);
}

/* Takes ownership of `name`, the file that holds the document; NULL: none does yet. */
static void
add_page (TwKeeper *self, TwDocument *document, char *name)
{
  static const char *const changes[] = { "puzzle-changed", "result-changed", "title-changed" };
  Page *page = g_new (Page, 1);

  *page = (Page){ self, g_object_ref (document), name, name == NULL };
  if (name == NULL)
    page->name = g_strdup_printf ("%06u" TW_STORE_ENDING, ++self->last);
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_swapped (document, changes[i], G_CALLBACK (page_changed_cb), page);
  g_signal_connect_swapped (tw_document_get_settings (document), "changed",
                            G_CALLBACK (page_changed_cb), page);
  g_ptr_array_add (self->pages, page);
}

static Page *
find_page (TwKeeper *self, TwDocument *document)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (((Page *) g_ptr_array_index (self->pages, i))->document == document)
      return g_ptr_array_index (self->pages, i);
  return NULL;
}

/* --- writing -------------------------------------------------------------------------- */

static void
write_window (TwKeeper *self)
{
  GVariant *state = g_variant_new (WINDOW_TYPE, self->window.width, self->window.height,
                                   self->window.maximized, tw_session_get_index (self->session));

  tw_store_put (self->store, WINDOW_FILE, (TwStoreSave) g_variant_get_data_as_bytes,
                g_variant_ref_sink (state), (GDestroyNotify) g_variant_unref);
  self->window_changed = FALSE;
}

static gboolean
is_searched (TwKeeper *self, Page *page)
{
  TwSearch *search = tw_session_get_search (self->session);

  return page != NULL && page->document == tw_session_get_document (self->session)
         && tw_search_is_running (search) && tw_search_get_run (search) != NULL;
}

static void
write_page (TwKeeper *self, Page *page)
{
  TwKept *kept = tw_document_dup_kept (page->document);

  if (is_searched (self, page))
    tw_search_keep (tw_session_get_search (self->session), tw_kept_get_now (kept));
  tw_store_put (self->store, page->name, (TwStoreSave) tw_kept_save, kept,
                (GDestroyNotify) tw_kept_free);
  page->changed = FALSE;
}

/* Marks the document of the running search as changed when the search has found something since this
 * was last called. */
static void
look_at_search (TwKeeper *self)
{
  TwSearch *search = tw_session_get_search (self->session);
  Page *page = find_page (self, tw_session_get_document (self->session));
  TwRun *run;
  guint64 serial = self->serial;
  gint64 bound = self->bound;

  if (!is_searched (self, page))
    return;
  tw_search_poll (search); /* no frame may be drawn meanwhile */
  run = tw_search_get_run (search);
  self->serial = tw_run_serial (run);
  self->bound = tw_run_bound (run);
  page->changed = page->changed || self->serial != serial || self->bound != bound;
}

static void
write_changes (TwKeeper *self)
{
  gboolean all = tw_store_take_failure (self->store); /* it may have been any of the files */

  for (guint i = 0; i < self->pages->len; i++) {
    Page *page = g_ptr_array_index (self->pages, i);

    if (page->changed || all)
      write_page (self, page);
  }
  if ((self->window_changed || all) && self->pages->len > 0)
    write_window (self);
}

static gboolean
write_cb (gpointer data)
{
  TwKeeper *self = data;

  if (tw_store_is_busy (self->store))
    return G_SOURCE_CONTINUE;
  look_at_search (self);
  write_changes (self);
  self->timer_id = 0;
  if (tw_search_is_running (tw_session_get_search (self->session)))
    write_soon (self);
  return G_SOURCE_REMOVE;
}

static void
write_soon (TwKeeper *self)
{
  if (self->store != NULL && self->timer_id == 0)
    self->timer_id = g_timeout_add (self->delay, write_cb, self);
}

static gboolean
is_open (TwKeeper *self, TwDocument *document)
{
  for (guint i = 0; i < tw_session_get_n (self->session); i++)
    if (tw_session_get (self->session, i) == document)
      return TRUE;
  return FALSE;
}

/* Other documents are open, or another one is shown. */
static void
document_changed_cb (TwKeeper *self)
{
  for (guint i = self->pages->len; i-- > 0;) {
    Page *page = g_ptr_array_index (self->pages, i);

    if (is_open (self, page->document))
      continue;
    if (self->store != NULL)
      tw_store_remove (self->store, page->name);
    g_ptr_array_remove_index (self->pages, i);
  }
  for (guint i = 0; i < tw_session_get_n (self->session); i++)
    if (find_page (self, tw_session_get (self->session, i)) == NULL)
      add_page (self, tw_session_get (self->session, i), NULL);
  self->window_changed = TRUE;
  write_soon (self);
}

/* --- reading -------------------------------------------------------------------------- */

/* Of a store that was left. */
typedef struct {
  TwKeeper *keeper; /* gone when the reading was cancelled */
  TwStore *store;   /* until the keeper has it */
  GPtrArray *names; /* char *, the files of the documents */
  GPtrArray *kept;  /* TwKept, one for each of them */
  guint shown;
  char *message; /* NULL: all can be read */
} Reading;

TW_DEFINE_FREE (reading_free, Reading, (names, g_ptr_array_unref), (kept, g_ptr_array_unref),
                (message, g_free))

/* Returns NULL when the file cannot be read; then it is set aside. */
static TwKept *
read_file (Reading *reading, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = tw_store_read (reading->store, name, &error);
  TwKept *kept = bytes != NULL ? tw_kept_load (bytes, &error) : NULL;

  if (kept != NULL) {
    tw_kept_compare_file (kept, _ ("The file has changed"));
    return kept;
  }
  tw_store_set_aside (reading->store, name);
  g_free (reading->message);
  reading->message = g_strdup_printf (_ ("A puzzle of the last time cannot be restored: %s"),
                                      error->message);
  return NULL;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  g_autoptr (GPtrArray) names = tw_store_list (reading->store);

  for (guint i = 0; i < names->len && !g_cancellable_is_cancelled (cancellable); i++) {
    const char *name = g_ptr_array_index (names, i);
    TwKept *kept = g_ascii_isdigit (*name) ? read_file (reading, name) : NULL;

    if (kept == NULL)
      continue;
    g_ptr_array_add (reading->names, g_strdup (name));
    g_ptr_array_add (reading->kept, kept);
  }
  g_task_return_boolean (task, TRUE);
}

static void
show_kept (TwKeeper *self, Reading *reading)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = reading->kept->len, first;

  for (guint i = 0; i < n; i++) {
    const char *name = g_ptr_array_index (reading->names, i);
    TwDocument *document = tw_document_new_kept (g_ptr_array_index (reading->kept, i));

    self->last = (guint) g_ascii_strtoull (name, NULL, 10); /* they are sorted */
    add_page (self, document, g_strdup (name));
    g_ptr_array_add (documents, document);
  }
  first = tw_session_open (self->session, documents);
  if (reading->shown > 0 && reading->shown < n)
    tw_session_show (self->session, first + reading->shown);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;
  TwKeeper *self = reading->keeper;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) {
    tw_store_end (reading->store, TW_STORE_LEAVE);
    return;
  }
  g_clear_object (&self->reading);
  self->store = reading->store;
  if (!tw_session_release (self->session))
    return;
  if (reading->kept->len > 0)
    show_kept (self, reading);
  if (reading->message != NULL)
    tw_session_say (self->session, reading->message);
}

/* Returns the index of the document that was shown. */
static guint
read_window (TwStore *store, TwKeptWindow *window)
{
  g_autoptr (GBytes) bytes = tw_store_read (store, WINDOW_FILE, NULL);
  g_autoptr (GVariant) state = NULL;
  guint shown;

  if (bytes == NULL)
    bytes = g_bytes_new (NULL, 0); /* all values are 0 then */
  state = g_variant_ref_sink (
    g_variant_new_from_bytes (G_VARIANT_TYPE (WINDOW_TYPE), bytes, FALSE));
  g_variant_get (state, WINDOW_TYPE, &window->width, &window->height, &window->maximized, &shown);
  window->width = MIN (window->width, G_MAXINT16);
  window->height = MIN (window->height, G_MAXINT16);
  return shown;
}

void
tw_keeper_restore (TwKeeper *self, TwStore *store, TwKeptWindow *window)
{
  Reading *reading = g_new0 (Reading, 1);

  if (self->store != NULL)
    tw_store_end (g_steal_pointer (&self->store), TW_STORE_REMOVE);
  g_clear_handle_id (&self->timer_id, g_source_remove); /* there is no store until all is read */
  reading->keeper = self;
  reading->store = store;
  reading->kept = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_kept_free);
  reading->names = g_ptr_array_new_with_free_func (g_free);
  reading->shown = read_window (store, window);
  tw_session_hold (self->session);
  self->reading = g_cancellable_new ();
  tw_task_run (read_thread, reading, reading_free, NULL, self->reading, read_cb, reading);
}

/* --- the keeper ----------------------------------------------------------------------- */

TwKeeper *
tw_keeper_new (TwSession *session)
{
  TwKeeper *self = g_new0 (TwKeeper, 1);

  self->session = g_object_ref (session);
  self->pages = g_ptr_array_new_with_free_func (page_free);
  self->delay = DELAY_MS;
  g_signal_connect_swapped (session, "document-changed", G_CALLBACK (document_changed_cb), self);
  g_signal_connect_swapped (tw_session_get_search (session), "notify::running",
                            G_CALLBACK (write_soon), self);
  return self;
}

void
tw_keeper_set_store (TwKeeper *self, TwStore *store)
{
  self->store = store;
}

void
tw_keeper_set_window (TwKeeper *self, const TwKeptWindow *window)
{
  self->window = *window;
  self->window_changed = TRUE;
  write_soon (self);
}

void
tw_keeper_set_delay (TwKeeper *self, guint delay)
{
  self->delay = delay;
}

void
tw_keeper_flush (TwKeeper *self)
{
  if (self->store == NULL)
    return;
  look_at_search (self);
  write_changes (self);
  tw_store_flush (self->store);
}

gboolean
tw_keeper_works (TwKeeper *self)
{
  tw_keeper_flush (self);
  return self->reading != NULL || (self->store != NULL && tw_store_works (self->store));
}

void
tw_keeper_end (TwKeeper *self, TwStoreEnd how)
{
  if (how != TW_STORE_REMOVE)
    tw_keeper_flush (self);
  if (self->store != NULL)
    tw_store_end (self->store, self->pages->len > 0 ? how : TW_STORE_REMOVE);
  g_clear_handle_id (&self->timer_id, g_source_remove);
  tw_cancel (&self->reading);
  g_signal_handlers_disconnect_by_data (tw_session_get_search (self->session), self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_ptr_array_unref (self->pages);
  g_object_unref (self->session);
  g_free (self);
}
