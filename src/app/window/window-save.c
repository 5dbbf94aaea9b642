/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-save.c - saves changed puzzles to their file or to another one, and asks before changes
 * would be lost.
 *
 * A file is always rewritten completely, with all puzzles of the window that came from it. A worker
 * thread prints and writes; it holds references to immutable puzzles.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/window/window-save.h"
#include "app/window/window-export.h"
#include "app/window/window-open.h"
#include "app/dialogs/ask-dialog.h"
#include "app/compat.h"
#include "puzzle/file.h"
#include "puzzle/i18n.h"
#include "puzzle/load.h"

struct TwWindowSaver {
  guint n_writing;
  /* The question about unsaved data. */
  GtkWidget *question; /* its dialog; NULL: none is open */
  gboolean approved;   /* the user agreed to lose unsaved data */
  /* What waits for the reply. */
  TwWindowDone done; /* NULL: nothing waits */
  gpointer data;
  gboolean work; /* also save solutions and placements that no file holds */
};

static void
answer_wish (TwWindow *self, gboolean go)
{
  TwWindowDone done = g_steal_pointer (&self->saver->done);

  if (done != NULL)
    done (self, go, self->saver->data);
}

/* The window is being disposed. */
static void
forget_wish (TwWindow *self)
{
  answer_wish (self, FALSE);
}

void
tw_window_begin_saving (TwWindow *self)
{
  self->saver = g_new0 (struct TwWindowSaver, 1);
  g_signal_connect (self, "destroy", G_CALLBACK (forget_wish), NULL);
}

/* --- writing ------------------------------------------------------------------------ */

void
tw_window_writing_begins (TwWindow *self)
{
  self->saver->n_writing++;
}

gboolean
tw_window_writing_ends (TwWindow *self)
{
  self->saver->n_writing--;
  return self->canvas != NULL;
}

gboolean
tw_window_is_busy (TwWindow *self)
{
  g_return_val_if_fail (TW_IS_WINDOW (self), FALSE);
  return self->reading != NULL || self->saver->n_writing > 0 || tw_search_is_running (self->search)
         || tw_hint_is_running (self->hints);
}

typedef struct {
  GPtrArray *puzzles;   /* TwPuzzle */
  GPtrArray *documents; /* TwDocument, whose values they are */
  GFile *file;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_ptr_array_unref (writing->puzzles);
  g_ptr_array_unref (writing->documents);
  g_object_unref (writing->file);
  g_free (writing);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Writing *writing = data;
  g_autofree char *name = g_file_get_parse_name (writing->file);
  GError *error = NULL;
  g_autofree char *path = tw_file_dup_path (writing->file, &error);

  if (path == NULL) {
    g_task_return_error (task, error);
    return;
  }
  g_autofree char *text = tw_puzzles_print (writing->puzzles, path, &error);
  if (text == NULL)
    g_prefix_error (&error, "%s: ", name);
  if (text != NULL && tw_file_write (path, text, strlen (text), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void save_next (TwWindow *self);

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  Writing *writing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean written = g_task_propagate_boolean (G_TASK (result), &error);

  if (!tw_window_writing_ends (self))
    return;
  if (!written) {
    tw_window_show_message (self, error->message);
    answer_wish (self, FALSE);
    return;
  }
  g_autofree char *place = g_file_get_parse_name (writing->file);
  g_autofree char *uri = g_file_get_uri (writing->file);
  for (guint i = 0; i < writing->puzzles->len; i++) /* the document may have changed meanwhile */
    tw_document_set_saved (g_ptr_array_index (writing->documents, i),
                           g_ptr_array_index (writing->puzzles, i), place);
  tw_window_remember (uri);
  tw_window_show_message (self, NULL);
  tw_window_update_actions (self);
  tw_draft_keeper_update (self->drafts);
  if (self->saver->done != NULL)
    save_next (self);
}

void
tw_window_save_puzzle_to (TwWindow *self, GFile *file)
{
  if (tw_window_get_puzzle (self) == NULL)
    return;
  Writing *writing = g_new0 (Writing, 1);
  writing->file = g_object_ref (file);
  writing->documents = tw_workspace_dup_group (self->workspace);
  writing->puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);
  for (guint i = 0; i < writing->documents->len; i++)
    g_ptr_array_add (writing->puzzles, tw_puzzle_ref (tw_document_get_puzzle (
                                         g_ptr_array_index (writing->documents, i))));
  g_autoptr (GTask) task = g_task_new (self, NULL, written_cb, NULL);
  g_task_set_source_tag (task, tw_window_save_puzzle_to);
  g_task_set_task_data (task, writing, writing_free);
  tw_window_writing_begins (self);
  g_task_run_in_thread (task, write_thread);
}

static void
place_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autoptr (GFile) file = tw_window_finish_choosing (self, result);

  if (file != NULL)
    tw_window_save_puzzle_to (self, file);
  else
    answer_wish (self, FALSE);
}

/* A file name with a suitable extension. */
static char *
propose_name (TwWindow *self)
{
  gboolean plain = tw_puzzle_get_kind (tw_window_get_puzzle (self))->read_json == NULL;
  g_autofree char *name = tw_document_dup_name (tw_window_get_document (self));

  g_strdelimit (name, "/", '-');
  if (tw_document_get_file (tw_window_get_document (self)) != NULL)
    return g_steal_pointer (&name);
  return g_strconcat (name, plain ? ".txt" : ".tiling.json", NULL);
}

void
tw_window_save_puzzle_as (TwWindow *self)
{
  const TwFileFilter filters[] = {
    { _ ("Puzzles"), "*.json *.txt *.JSON *.TXT" },
    { _ ("All files"), "*" },
  };
  const char *place;

  if (tw_window_get_puzzle (self) == NULL)
    return;
  place = tw_document_get_file (tw_window_get_document (self));
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *name = propose_name (self);
  TwFileRequest request = {
    .title = _ ("Save the Puzzle"),
    .accept = _ ("_Save"),
    .name = name,
    .folder = folder,
    .filters = filters,
    .n_filters = G_N_ELEMENTS (filters),
  };

  tw_compat_save_file (GTK_WINDOW (self), &request, place_chosen_cb, NULL);
}

void
tw_window_save_puzzle (TwWindow *self)
{
  const char *place = tw_window_get_puzzle (self) != NULL
                        ? tw_document_get_file (tw_window_get_document (self))
                        : NULL;
  g_autoptr (GFile) file = place != NULL ? g_file_parse_name (place) : NULL;

  if (file != NULL)
    tw_window_save_puzzle_to (self, file);
  else
    tw_window_save_puzzle_as (self);
}

/* --- questions before data is lost -------------------------------------------------- */

gboolean
tw_window_is_modified (TwWindow *self)
{
  g_return_val_if_fail (TW_IS_WINDOW (self), FALSE);
  return self->workspace != NULL && tw_workspace_find_modified (self->workspace) >= 0;
}

gboolean
tw_window_has_work (TwWindow *self)
{
  g_return_val_if_fail (TW_IS_WINDOW (self), FALSE);
  return self->workspace != NULL && tw_workspace_find_work (self->workspace) >= 0;
}

/* Whether the next start restores all work. */
static gboolean
session_keeps (TwWindow *self)
{
  return g_settings_get_boolean (self->settings, "restore-session")
         && tw_workspace_can_restore (self->workspace);
}

static gboolean
is_last (TwWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  guint n = 0;

  for (GList *l = application != NULL ? gtk_application_get_windows (application) : NULL; l != NULL;
       l = l->next)
    n += TW_IS_WINDOW (l->data);
  return n == 1;
}

gboolean
tw_window_would_lose (TwWindow *self, gboolean quitting)
{
  g_return_val_if_fail (TW_IS_WINDOW (self), FALSE);
  if (tw_window_is_modified (self))
    return TRUE;
  return tw_window_has_work (self) && !((quitting || is_last (self)) && session_keeps (self));
}

/* Saves one file after the other. */
static void
save_next (TwWindow *self)
{
  int modified = tw_workspace_find_modified (self->workspace);
  int i = modified >= 0       ? modified
          : self->saver->work ? tw_workspace_find_work (self->workspace)
                              : -1;

  if (i < 0) {
    answer_wish (self, TRUE);
    return;
  }
  if ((guint) i != tw_workspace_get_index (self->workspace))
    tw_window_show_puzzle (self, (guint) i);
  if (modified >= 0)
    tw_window_save_puzzle (self);
  else if (!tw_document_get_solutions_saved (tw_window_get_document (self)))
    tw_window_choose_solution_file (self);
  else /* the file of the puzzle stays without placed pieces */
    tw_window_save_puzzle_as (self);
}

void
tw_window_saved_for_wish (TwWindow *self, gboolean written)
{
  if (self->saver->done == NULL)
    return;
  if (written)
    save_next (self);
  else
    answer_wish (self, FALSE);
}

static void
answered_cb (TwAskDialog *dialog, int answer, TwWindow *self)
{
  self->saver->question = NULL;
  switch ((TwAnswer) answer) {
  case TW_ANSWER_ACCEPT:
    save_next (self);
    break;
  case TW_ANSWER_REJECT:
    answer_wish (self, TRUE);
    break;
  case TW_ANSWER_CANCEL:
  default:
    answer_wish (self, FALSE);
  }
}

/* Asks about changes and, with `work`, also about solutions and placements. */
static void
ask (TwWindow *self, gboolean work, TwWindowDone done, gpointer data)
{
  int first = tw_workspace_find_modified (self->workspace);

  if (first < 0 && work)
    first = tw_workspace_find_work (self->workspace);
  if (first < 0) {
    done (self, TRUE, data);
    return;
  }
  if (self->saver->question != NULL
      || self->saver->done != NULL) { /* only one question at a time */
    if (self->saver->question != NULL)
      gtk_window_present (GTK_WINDOW (self->saver->question));
    done (self, FALSE, data);
    return;
  }
  gboolean changed = tw_workspace_find_modified (self->workspace) >= 0;
  TwDocument *shown = tw_window_get_document (self);
  if (!(changed ? tw_document_is_modified (shown) : tw_document_has_work (shown)))
    tw_window_show_puzzle (self, (guint) first);
  g_autofree char *name = tw_document_dup_name (tw_window_get_document (self));
  g_autofree char *title = g_strdup_printf (_ ("Save changes to “%s”?"), name);
  const TwQuestion question = {
    .title = title,
    .text = changed ? _ ("Changes that are not saved will be lost.")
                    : _ ("Solutions that were found and pieces that were placed will be lost."),
    .accept = _ ("_Save"),
    .reject = _ ("_Discard"),
    .cancel = _ ("_Cancel"),
  };

  self->saver->done = done;
  self->saver->data = data;
  self->saver->work = work;
  self->saver->question = GTK_WIDGET (tw_ask_dialog_new (GTK_WINDOW (self), &question));
  g_signal_connect_object (self->saver->question, "answered", G_CALLBACK (answered_cb), self, 0);
}

void
tw_window_before_loss (TwWindow *self, TwWindowDone done, gpointer data)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  ask (self, FALSE, done, data);
}

void
tw_window_before_close (TwWindow *self, gboolean quitting, TwWindowDone done, gpointer data)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  ask (self, tw_window_has_work (self) && tw_window_would_lose (self, quitting), done, data);
}

void
tw_window_set_approved (TwWindow *self, gboolean approved)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  self->saver->approved = approved;
}

gboolean
tw_window_get_approved (TwWindow *self)
{
  g_return_val_if_fail (TW_IS_WINDOW (self), FALSE);
  return self->saver->approved;
}

static void
close_cb (TwWindow *self, gboolean go, gpointer data)
{
  if (!go)
    return;
  self->saver->approved = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

gboolean
tw_window_may_close (TwWindow *self)
{
  if (self->saver->approved || !tw_window_would_lose (self, FALSE))
    return TRUE;
  tw_window_before_close (self, FALSE, close_cb, NULL);
  return FALSE;
}
