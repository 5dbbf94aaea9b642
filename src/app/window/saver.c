/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saver.c - see saver.h. */
#include "app/window/saver.h"

#include "app/choose.h"
#include "app/dialogs/ask-dialog.h"
#include "app/preferences/settings.h"
#include "app/recent.h"
#include "app/save.h"
#include "puzzle/drop.h"
#include "puzzle/error.h"
#include "puzzle/i18n.h"
#include "puzzle/kind-read.h"
#include "puzzle/kind-write.h"
#include "puzzle/load.h"

struct TwSaver {
  GtkWindow *parent; /* NULL: it is being destroyed */
  TwSession *session;
  TwKeeper *keeper; /* the parent ends it when it closes */
  gboolean quitting;
  guint n_writing;
  /* The question about unsaved data. */
  GtkWidget *question; /* its dialog; NULL: none is open */
  /* The callback that waits for the reply. */
  TwSaverDone done; /* NULL: nothing waits */
  gpointer data;
  GPtrArray *closing; /* the documents that would lose something; NULL: all of the session */
};

static void
end_wish (TwSaver *self, gboolean go)
{
  TwSaverDone done = g_steal_pointer (&self->done);

  g_clear_pointer (&self->closing, g_ptr_array_unref);
  if (done != NULL)
    done (self->parent, go, self->data);
}

static void
destroyed_cb (TwSaver *self)
{
  end_wish (self, FALSE);
  if (self->question != NULL)
    g_signal_handlers_disconnect_by_data (self->question, self);
  self->parent = NULL;
}

TwSaver *
tw_saver_new (GtkWindow *parent, TwSession *session, TwKeeper *keeper)
{
  TwSaver *self = g_new0 (TwSaver, 1);

  self->parent = parent;
  self->session = g_object_ref (session);
  self->keeper = keeper;
  g_signal_connect_swapped (parent, "destroy", G_CALLBACK (destroyed_cb), self);
  return self;
}

void
tw_saver_free (TwSaver *self)
{
  g_object_unref (self->session);
  g_free (self);
}

/* --- writing ------------------------------------------------------------------------ */

typedef struct {
  GPtrArray *puzzles;   /* TwPuzzle */
  GPtrArray *documents; /* TwDocument, one for each puzzle */
  GPtrArray *before;    /* TwPuzzle, what the file should hold; NULL: anything is replaced */
} Writing;

TW_DEFINE_FREE (writing_free, Writing, (puzzles, g_ptr_array_unref), (documents, g_ptr_array_unref),
                (before, g_ptr_array_unref))

/* Another window or program has written other puzzles to the file, or what cannot be read. */
static gboolean
is_changed (const char *path, const GPtrArray *before)
{
  g_autoptr (GFile) file = g_file_parse_name (path);
  g_autoptr (GPtrArray) now = tw_puzzles_load (file, NULL, NULL);
  g_autofree char *found = now != NULL ? tw_puzzles_print (now, path, NULL) : NULL;
  g_autofree char *expected = tw_puzzles_print (before, path, NULL);

  if (now == NULL)
    return g_file_query_exists (file, NULL);
  return expected != NULL && g_strcmp0 (found, expected) != 0;
}

static GBytes *
print_puzzles (gpointer data, const char *path, GError **error)
{
  Writing *writing = data;
  g_autofree char *name = g_filename_display_name (path);
  char *text;

  if (writing->before != NULL && is_changed (path, writing->before))
    return tw_fail_null (error, TW_PUZZLE_ERROR_FILE,
                         _ ("%s: the file has changed; use “Save Puzzle As” to replace it"), name);
  text = tw_puzzles_print (writing->puzzles, path, error);
  if (text == NULL)
    g_prefix_error (error, "%s: ", name);
  return text != NULL ? g_bytes_new_take (text, strlen (text)) : NULL;
}

static void save_next (TwSaver *self);

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwSaver *self = data;
  Writing *writing = tw_save_bytes_get_data (result);
  g_autoptr (GError) error = NULL;
  gboolean written = tw_save_bytes_finish (result, &error);

  self->n_writing--;
  if (!tw_session_release (self->session))
    return;
  if (!written) {
    tw_session_say (self->session, error->message);
    end_wish (self, FALSE);
    return;
  }
  g_autofree char *place = g_file_get_parse_name (tw_save_bytes_get_file (result));
  g_autofree char *uri = g_file_get_uri (tw_save_bytes_get_file (result));
  for (guint i = 0; i < writing->puzzles->len; i++) /* the document may have changed meanwhile */
    tw_document_set_saved (g_ptr_array_index (writing->documents, i),
                           g_ptr_array_index (writing->puzzles, i), place);
  tw_recent_add (uri);
  tw_session_say (self->session, NULL);
  if (self->done != NULL)
    save_next (self);
}

static void
write_to (TwSaver *self, GFile *file, gboolean compare)
{
  Writing *writing = g_new0 (Writing, 1);

  writing->documents = tw_session_dup_group (self->session);
  writing->puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  writing->before = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  for (guint i = 0; i < writing->documents->len; i++) {
    TwHistory *history = tw_document_get_history (g_ptr_array_index (writing->documents, i));
    TwPuzzle *saved = tw_history_get_saved (history);

    g_ptr_array_add (writing->puzzles, tw_puzzle_ref (tw_history_get (history)));
    if (saved != NULL)
      g_ptr_array_add (writing->before, tw_puzzle_ref (saved));
  }
  /* What is being written does not count as saved yet. */
  if (!compare || self->n_writing > 0 || writing->before->len < writing->puzzles->len)
    g_clear_pointer (&writing->before, g_ptr_array_unref);
  self->n_writing++;
  tw_session_hold (self->session);
  tw_save_bytes_async (file, print_puzzles, writing, writing_free, self->parent, written_cb, self);
}

void
tw_saver_save_to (TwSaver *self, GFile *file)
{
  if (tw_session_get_document (self->session) != NULL)
    write_to (self, file, FALSE);
}

static void
place_chosen_cb (gpointer data, GFile *file, const char *message)
{
  TwSaver *self = data;

  if (message != NULL)
    tw_session_say (self->session, message);
  if (file != NULL)
    tw_saver_save_to (self, file);
  else
    end_wish (self, FALSE);
}

/* A file name with a suitable extension. */
static char *
propose_name (TwDocument *document)
{
  const TwKind *kind = tw_puzzle_get_kind (tw_document_get_puzzle (document));
  g_autofree char *name = tw_document_dup_name (document);

  if (tw_document_get_file (document) != NULL)
    return g_path_get_basename (tw_document_get_file (document));
  g_strdelimit (name, "/", '-');
  return g_strconcat (name, kind->read->json != NULL ? ".tiling.json" : tw_kind_extension (kind),
                      NULL);
}

void
tw_saver_save_as (TwSaver *self)
{
  const TwFileFilter filters[] = {
    { _ ("Puzzles"), "*.json *.txt *.dlx *.JSON *.TXT *.DLX" },
    { _ ("All files"), "*" },
  };
  TwDocument *document = tw_session_get_document (self->session);
  const char *place;

  if (document == NULL)
    return;
  place = tw_document_get_file (document);
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *name = propose_name (document);
  TwFileRequest request = {
    .title = _ ("Save the Puzzle"),
    .accept = _ ("_Save"),
    .name = name,
    .folder = folder,
    .filters = filters,
    .n_filters = G_N_ELEMENTS (filters),
  };

  tw_choose_file (self->parent, TW_CHOOSE_SAVE, &request, place_chosen_cb, self);
}

void
tw_saver_save (TwSaver *self)
{
  TwDocument *document = tw_session_get_document (self->session);
  const char *place = document != NULL ? tw_document_get_file (document) : NULL;
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;

  if (file != NULL)
    write_to (self, file, TRUE);
  else
    tw_saver_save_as (self);
}

/* --- questions before data is lost -------------------------------------------------- */

/* No other window of this type is open. */
static gboolean
is_last (GtkWindow *window)
{
  GtkApplication *application = gtk_window_get_application (window);
  guint n = 0;

  for (GList *l = application != NULL ? gtk_application_get_windows (application) : NULL; l != NULL;
       l = l->next)
    n += G_OBJECT_TYPE (l->data) == G_OBJECT_TYPE (window);
  return n == 1;
}

void
tw_saver_set_quitting (TwSaver *self, gboolean quitting)
{
  self->quitting = quitting;
}

TwStoreEnd
tw_saver_get_end (TwSaver *self)
{
  return !tw_session_get_approved (self->session) && (self->quitting || is_last (self->parent))
             && g_settings_get_boolean (tw_settings (), "restore-session")
             && tw_keeper_works (self->keeper)
           ? TW_STORE_LEAVE
           : TW_STORE_REMOVE;
}

gboolean
tw_saver_would_lose (TwSaver *self)
{
  gboolean modified;

  return !tw_session_get_approved (self->session)
         && tw_session_find_unsaved (self->session, NULL, &modified) >= 0
         && tw_saver_get_end (self) != TW_STORE_LEAVE;
}

/* Saves one file after the other. */
static void
save_next (TwSaver *self)
{
  gboolean modified;
  int i = tw_session_find_unsaved (self->session, self->closing, &modified);

  if (i < 0) {
    end_wish (self, TRUE);
    return;
  }
  if ((guint) i != tw_session_get_index (self->session))
    tw_session_show (self->session, (guint) i);
  if (modified)
    tw_saver_save (self);
  else if (!tw_document_get_solutions_saved (tw_session_get_document (self->session)))
    gtk_widget_activate_action (GTK_WIDGET (self->parent), "file.save-solution", NULL);
  else /* the file of the puzzle does not hold the placed pieces */
    tw_saver_save_as (self);
}

void
tw_saver_continue (TwSaver *self, gboolean written)
{
  if (self->done == NULL)
    return;
  if (written)
    save_next (self);
  else
    end_wish (self, FALSE);
}

static void
answered_cb (TwAskDialog *dialog, int answer, TwSaver *self)
{
  self->question = NULL;
  if (answer == TW_ANSWER_ACCEPT)
    save_next (self);
  else
    end_wish (self, answer == TW_ANSWER_REJECT);
}

void
tw_saver_before_close (TwSaver *self, GPtrArray *documents, TwSaverDone done, gpointer data)
{
  gboolean changed;
  int first = tw_session_find_unsaved (self->session, documents, &changed);

  if (first < 0) {
    done (self->parent, TRUE, data);
    return;
  }
  if (self->question != NULL || self->done != NULL) { /* only one question at a time */
    if (self->question != NULL)
      gtk_window_present (GTK_WINDOW (self->question));
    done (self->parent, FALSE, data);
    return;
  }
  TwDocument *shown = tw_session_get_document (self->session);
  if (!(changed ? tw_document_is_modified (shown) : tw_document_has_work (shown)))
    tw_session_show (self->session, (guint) first);
  g_autofree char *name = tw_document_dup_name (tw_session_get_document (self->session));
  g_autofree char *title = g_strdup_printf (_ ("Save changes to “%s”?"), name);
  const TwQuestion question = {
    .title = title,
    .text = changed ? _ ("Changes that are not saved will be lost.")
                    : _ ("Solutions that were found and pieces that were placed will be lost."),
    .accept = _ ("_Save"),
    .reject = _ ("_Discard"),
    .cancel = _ ("_Cancel"),
  };

  self->done = done;
  self->data = data;
  self->closing = documents != NULL ? g_ptr_array_ref (documents) : NULL;
  self->question = GTK_WIDGET (tw_ask_dialog_new (self->parent, &question));
  g_signal_connect (self->question, "answered", G_CALLBACK (answered_cb), self);
}

static void
close_cb (GtkWindow *parent, gboolean go, gpointer data)
{
  if (!go)
    return;
  tw_session_set_approved (((TwSaver *) data)->session, TRUE);
  gtk_window_close (parent);
}

gboolean
tw_saver_may_close (TwSaver *self)
{
  if (!tw_saver_would_lose (self))
    return TRUE;
  tw_saver_before_close (self, NULL, close_cb, self);
  return FALSE;
}
