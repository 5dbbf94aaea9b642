/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opener.c - see opener.h. */
#include "app/window/opener.h"

#include "app/choose.h"
#include "app/compat.h"
#include "app/gallery/catalogue.h"
#include "app/recent.h"
#include "app/run-folder/run-window.h"
#include "draw/picture-board.h"
#include "puzzle/cluster/run-status.h"
#include "puzzle/drop.h"
#include "puzzle/file.h"
#include "puzzle/gather.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-certify.h"
#include "puzzle/kind-read.h"
#include "puzzle/load.h"
#include "puzzle/solution-file.h"
#include "puzzle/tasks.h"
#include "puzzle/verify.h"

/* The sign does not flash for what is read at once. */
#define PAUSE_MILLISECONDS 400

struct TwOpener {
  GtkWindow *parent; /* NULL: it is being destroyed */
  TwSession *session;
  GtkSpinner *sign;      /* shown while something is read */
  guint pause;           /* timeout; 0: none */
  GCancellable *reading; /* of the current request; NULL: no file is being read */
};

static gboolean
pause_over_cb (gpointer data)
{
  TwOpener *self = data;

  self->pause = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->sign), TRUE);
  tw_compat_announce (GTK_WIDGET (self->sign), _ ("Reading…"));
  return G_SOURCE_REMOVE;
}

/* The session is busy while something is read. */
static void
begin_reading (TwOpener *self)
{
  tw_session_hold (self->session);
  self->reading = g_cancellable_new ();
  self->pause = g_timeout_add (PAUSE_MILLISECONDS, pause_over_cb, self);
}

static void
end_reading (TwOpener *self)
{
  if (self->reading == NULL)
    return;
  tw_session_release (self->session);
  tw_cancel (&self->reading);
  g_clear_handle_id (&self->pause, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->sign), FALSE);
}

static void
destroyed_cb (TwOpener *self)
{
  end_reading (self);
  self->parent = NULL;
}

TwOpener *
tw_opener_new (GtkWindow *parent, TwSession *session, GtkSpinner *sign)
{
  TwOpener *self = g_new0 (TwOpener, 1);

  self->parent = parent;
  self->session = session; /* the parent holds a reference */
  self->sign = sign;
  g_signal_connect_swapped (parent, "destroy", G_CALLBACK (destroyed_cb), self);
  return self;
}

/* --- reading -------------------------------------------------------------------------- */

typedef struct {
  GPtrArray *files;  /* GFile */
  GPtrArray *items;  /* TwEntry: a puzzle, its solution as the old one, as the result if proved */
  GPtrArray *read;   /* char *, the URIs that held puzzles */
  GPtrArray *errors; /* char * */
  GPtrArray *runs;   /* GFile, the run folders among the files */
  char *checked;     /* what the last certificate among the files proves; NULL: there is none */
} Reading;

TW_DEFINE_FREE (reading_free, Reading, (files, g_ptr_array_unref), (items, g_ptr_array_unref),
                (read, g_ptr_array_unref), (errors, g_ptr_array_unref), (runs, g_ptr_array_unref),
                (checked, g_free))

/* `result` may be NULL. */
static void
add_puzzle (Reading *reading, TwPuzzle *puzzle, TwResult *result)
{
  TwEntry *entry = tw_entry_new (puzzle, NULL);

  tw_entry_set_old (entry, result);
  g_ptr_array_add (reading->items, entry);
}

/* Reads the puzzles of a folder, such as that of an online session, or of a file, with the solutions
 * beside them. Adds the faults of its files to the errors. */
static gboolean
read_folder (Reading *reading, GFile *folder, GCancellable *cancellable, GError **error)
{
  const char *path = g_file_peek_path (folder);
  g_autoptr (GPtrArray) entries = NULL;
  guint before = reading->items->len, faults = reading->errors->len;

  if (path != NULL && tw_run_status_is_folder (path)) {
    g_ptr_array_add (reading->runs, g_object_ref (folder));
    return TRUE;
  }
  entries = tw_gather (&folder, 1, NULL, cancellable, error);
  for (guint i = 0; entries != NULL && i < entries->len; i++) {
    TwEntry *entry = g_ptr_array_index (entries, i);
    const char *message = tw_entry_get_message (entry);

    if (tw_entry_get_puzzle (entry) != NULL)
      g_ptr_array_add (reading->items, g_object_ref (entry));
    if (message != NULL)
      g_ptr_array_add (reading->errors, g_strdup (message));
  }
  if (entries != NULL && reading->items->len == before && reading->errors->len == faults) {
    g_autofree char *name = g_file_get_parse_name (folder);

    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("%s: the folder contains no puzzles"),
                 name);
    return FALSE;
  }
  return entries != NULL;
}

static gboolean
check_certificate (Reading *reading, const char *text, gsize length, const char *name,
                   GError **error)
{
  g_free (reading->checked);
  reading->checked = tw_verify_file (text, length, name, error);
  return reading->checked != NULL;
}

/* Checks the certificate of a record. It proves the stored solution when it is about the same one. */
static gboolean
prove_record (Reading *reading, TwEntry *entry, const char *path, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_file_get_basename (file);
  gsize length;
  g_autofree char *text = tw_file_read (file, &length, cancellable, error);
  const TwKindCertify *certify = tw_puzzle_get_kind (tw_entry_get_puzzle (entry))->certify;
  TwResult *old = tw_entry_get_old (entry);

  if (text == NULL || !check_certificate (reading, text, length, name, error))
    return FALSE;
  if (old != NULL && certify != NULL && certify->proves != NULL && certify->proves (old, text))
    tw_entry_set_result (entry, old);
  return TRUE;
}

/* Reads a record of the collection with its solution, and checks its certificate. */
static gboolean
read_record (Reading *reading, const TwCard *card, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_uri (card->uri);
  g_autofree char *name = g_file_get_parse_name (file), *title = tw_card_dup_title (card);
  guint first = reading->items->len;

  if (!read_folder (reading, file, cancellable, error))
    return FALSE;
  if (reading->items->len == first) /* the errors say why */
    return TRUE;
  TwEntry *entry = g_ptr_array_index (reading->items, first);
  tw_puzzle_set_origin (tw_entry_get_puzzle (entry), name, title); /* it is not shared yet */
  return card->certificate == NULL
         || prove_record (reading, entry, card->certificate, cancellable, error);
}

/* Reads a file of puzzles, of solutions with their puzzles, or a picture, or checks a certificate. A
 * puzzle from a picture has no file, so that saving it asks for a name. */
static gboolean
read_file (Reading *reading, GFile *file, GCancellable *cancellable, GError **error)
{
  gsize length;
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *text = tw_file_read (file, &length, cancellable, error);
  gboolean solutions = text != NULL && tw_solutions_sniff (text, length);
  g_autoptr (GPtrArray) found = NULL, beside = NULL;
  g_autoptr (TwCard) card = NULL;

  if (text != NULL && tw_picture_board_sniff (text, length)) {
    g_autoptr (TwPuzzle) puzzle = tw_picture_board_read (text, length, name, error);

    if (puzzle != NULL)
      add_puzzle (reading, puzzle, NULL);
    return puzzle != NULL;
  }
  if (text != NULL && tw_verify_sniff (text, length))
    return check_certificate (reading, text, length, name, error);
  if (text != NULL)
    found = solutions ? tw_solutions_parse (text, length, name, error)
                      : tw_puzzles_parse (text, length, name, error);
  card = found != NULL && !solutions && found->len == 1 ? tw_catalogue_find (file) : NULL;
  if (card != NULL && card->known != NULL)
    return read_record (reading, card, cancellable, error);
  if (card != NULL) {
    g_autofree char *title = tw_card_dup_title (card);

    tw_puzzle_set_origin (found->pdata[0], name, title); /* it is not shared yet */
  }
  if (found != NULL && !solutions) {
    g_autoptr (GError) reason = NULL;

    beside = tw_solutions_beside (text, length, name, found, &reason);
    if (beside == NULL) /* the puzzles are fine nevertheless */
      g_ptr_array_add (reading->errors, g_strdup (reason->message));
  }
  for (guint i = 0; found != NULL && i < found->len; i++) {
    TwResult *result = solutions        ? g_ptr_array_index (found, i)
                       : beside != NULL ? g_ptr_array_index (beside, i)
                                        : NULL;

    add_puzzle (reading, solutions ? result->puzzle : g_ptr_array_index (found, i), result);
  }
  return found != NULL;
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;

  for (guint i = 0; i < reading->files->len && !g_cancellable_is_cancelled (cancellable); i++) {
    GFile *file = g_ptr_array_index (reading->files, i);
    gboolean folder = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable)
                      == G_FILE_TYPE_DIRECTORY;
    guint before = reading->items->len;
    g_autoptr (GError) error = NULL;

    if (!(folder ? read_folder : read_file) (reading, file, cancellable, &error)) {
      g_ptr_array_add (reading->errors, g_strdup (error->message));
      continue;
    }
    if (!folder
        && reading->items->len > before) /* a certificate cannot be drawn as a recent puzzle */
      g_ptr_array_add (reading->read, g_file_get_uri (file));
  }
  g_task_return_boolean (task, TRUE);
}

static void
show_read (TwOpener *self, Reading *reading)
{
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < reading->items->len; i++) {
    TwEntry *item = g_ptr_array_index (reading->items, i);
    TwDocument *document = tw_document_new (tw_entry_get_puzzle (item));

    if (tw_entry_get_old (item) != NULL)
      tw_document_take_solution (document, tw_entry_get_old (item));
    if (tw_entry_get_result (item) != NULL) /* proved by a certificate */
      tw_document_confirm (document, tw_entry_get_result (item));
    g_ptr_array_add (documents, document);
  }
  tw_session_open_once (self->session, documents);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwOpener *self = data;
  GTask *task = G_TASK (result);
  Reading *reading = g_task_get_task_data (task);
  guint more = MAX (reading->errors->len, 1) - 1;
  const char *first = reading->errors->len > 0 ? g_ptr_array_index (reading->errors, 0)
                                               : reading->checked;
  g_autofree char *message = more == 0
                               ? g_strdup (first)
                               : g_strdup_printf (
                                 tw_ngettext ("%s (and %u more file could not be read)",
                                              "%s (and %u more files could not be read)", more),
                                 first, more);

  /* A newer request has made this one stale, or the parent is being destroyed. */
  if (self->reading == NULL || g_task_get_cancellable (task) != self->reading)
    return;
  end_reading (self);
  tw_session_say (self->session, message);
  for (guint i = 0; i < reading->read->len; i++)
    tw_recent_add (g_ptr_array_index (reading->read, i));
  if (reading->items->len > 0)
    show_read (self, reading);
  for (guint i = 0; i < reading->runs->len; i++)
    gtk_window_present (
      GTK_WINDOW (tw_run_window_new (self->parent, g_ptr_array_index (reading->runs, i))));
}

void
tw_opener_open (TwOpener *self, GFile **files, int n_files)
{
  Reading *reading;

  if (n_files < 1)
    return;
  end_reading (self);
  begin_reading (self);
  reading = g_new0 (Reading, 1);
  reading->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (int i = 0; i < n_files; i++)
    g_ptr_array_add (reading->files, g_object_ref (files[i]));
  reading->items = g_ptr_array_new_with_free_func (g_object_unref);
  reading->read = g_ptr_array_new_with_free_func (g_free);
  reading->errors = g_ptr_array_new_with_free_func (g_free);
  reading->runs = g_ptr_array_new_with_free_func (g_object_unref);

  /* The result is delivered even after cancellation: read_cb decides whether it is still
   * current. */
  tw_task_run (read_thread, reading, reading_free, self->parent, self->reading, read_cb, self);
}

static void
chosen_cb (gpointer data, GFile *file, const char *message)
{
  TwOpener *self = data;

  if (message != NULL)
    tw_session_say (self->session, message);
  if (file != NULL)
    tw_opener_open (self, &file, 1);
}

/* The folder of the shown puzzle; NULL: none. */
static GFile *
folder_of (TwOpener *self)
{
  TwDocument *document = tw_session_get_document (self->session);
  const char *place = document != NULL ? tw_document_get_file (document) : NULL;
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;

  return file != NULL ? g_file_get_parent (file) : NULL;
}

void
tw_opener_choose_files (TwOpener *self)
{
  const TwFileFilter filters[] = {
    { _ ("Puzzles"), "*.json *.txt *.xmpuzzle *.dlx *.twc *.JSON *.TXT *.XMPUZZLE *.DLX *.TWC" },
    { _ ("All files"), "*" },
  };
  g_autoptr (GFile) folder = folder_of (self);
  TwFileRequest request = {
    .title = _ ("Open a Puzzle"),
    .accept = _ ("_Open"),
    .folder = folder,
    .filters = filters,
    .n_filters = G_N_ELEMENTS (filters),
  };

  tw_choose_file (self->parent, TW_CHOOSE_OPEN, &request, chosen_cb, self);
}

void
tw_opener_choose_folder (TwOpener *self)
{
  g_autoptr (GFile) folder = folder_of (self);
  TwFileRequest request = {
    .title = _ ("Open a Folder of Puzzles"),
    .accept = _ ("_Open"),
    .folder = folder,
  };

  tw_choose_file (self->parent, TW_CHOOSE_FOLDER, &request, chosen_cb, self);
}
