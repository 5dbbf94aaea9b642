/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-clipboard.c - copies and pastes puzzles as text. Copying writes a grid or a drawing (JSON
 * if neither can express the puzzle); pasting accepts everything a file may hold. A worker thread
 * prints and parses.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "puzzle/file.h"
#include "puzzle/grid-text.h"
#include "puzzle/i18n.h"
#include "puzzle/kinds/squares/squares.h"
#include "puzzle/load.h"

/* --- copying ---------------------------------------------------------------------- */

static void
print_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) puzzles = g_ptr_array_new ();
  char *text;

  g_ptr_array_add (puzzles, data);
  text = tw_puzzles_print (puzzles, ".txt", NULL);
  if (text == NULL) /* a drawing cannot express the puzzle */
    text = tw_puzzles_print (puzzles, ".json", NULL);
  g_task_return_pointer (task, text, g_free);
}

static void
printed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  self->n_writing--;
  if (self->canvas == NULL) /* the window was closed meanwhile */
    return;
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  else
    tw_window_say (self, _ ("This puzzle has no form as text"));
}

void
tw_window_copy_text (TwWindow *self)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (self);

  if (puzzle == NULL)
    return;
  g_autoptr (GTask) task = g_task_new (self, NULL, printed_cb, NULL);
  g_task_set_source_tag (task, tw_window_copy_text);
  g_task_set_task_data (task, tw_puzzle_ref (puzzle), (GDestroyNotify) tw_puzzle_unref);
  self->n_writing++;
  g_task_run_in_thread (task, print_thread);
}

/* --- pasting ---------------------------------------------------------------------- */

typedef struct {
  char *text;
  const TwKind *kind; /* kind of the current puzzle; NULL: none */
} Pasting;

static void
pasting_free (gpointer data)
{
  Pasting *pasting = data;

  g_free (pasting->text);
  g_free (pasting);
}

static void
parse_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Pasting *pasting = data;
  gsize length = strlen (pasting->text);
  GError *error = NULL;
  GPtrArray *puzzles = g_ptr_array_new_with_free_func ((GDestroyNotify) tw_puzzle_unref);

  /* A grid of points alone is a board of the current kind. */
  if (pasting->kind == NULL || (pasting->kind->flags & TW_KIND_READS_PASTED) == 0
      || !pasting->kind->read_text (pasting->text, length, puzzles, NULL)) {
    g_ptr_array_unref (puzzles);
    puzzles = tw_puzzles_parse (pasting->text, length, NULL, &error);
  }
  if (puzzles != NULL)
    g_task_return_pointer (task, puzzles, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* Shows the puzzles in an empty window, otherwise in a new one; nothing is replaced. */
static void
show_pasted (TwWindow *self, GPtrArray *puzzles)
{
  TwWindow *window = self;

  if (!tw_window_is_empty (self))
    window = tw_window_new (gtk_window_get_application (GTK_WINDOW (self)));
  tw_window_set_puzzles (window, g_ptr_array_ref (puzzles));
  for (guint i = 0; i < puzzles->len; i++)
    tw_document_set_unsaved (tw_workspace_get (window->workspace, i));
  tw_draft_keeper_update (window->drafts);
  if (window != self)
    gtk_window_present (GTK_WINDOW (window));
}

static void
parsed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TwWindow *self = TW_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) puzzles = g_task_propagate_pointer (G_TASK (result), &error);

  self->n_writing--;
  if (self->canvas == NULL) /* the window was closed meanwhile */
    return;
  if (puzzles == NULL) {
    g_autofree char *text = g_strdup_printf (_ ("The text in the clipboard is no puzzle: %s"),
                                             error->message);
    tw_window_say (self, text);
    return;
  }
  TwPuzzle *shown = tw_window_get_puzzle (self), *pasted = g_ptr_array_index (puzzles, 0);
  if (tw_edit_mode_is_active (self->edit) && puzzles->len == 1
      && tw_puzzle_get_kind (shown) == tw_puzzle_get_kind (pasted))
    tw_edit_mode_replace (self->edit, pasted);
  else
    show_pasted (self, puzzles);
}

static void
text_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TwWindow) self = data;
  g_autoptr (GError) error = NULL;
  char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);

  self->n_writing--;
  if (self->canvas == NULL || text == NULL || strlen (text) > TW_FILE_MAX_BYTES) {
    if (self->canvas != NULL)
      tw_window_say (self, text == NULL ? _ ("There is no text in the clipboard")
                                        : _ ("The text in the clipboard is too long"));
    g_free (text);
    return;
  }
  TwPuzzle *puzzle = tw_window_get_puzzle (self);
  Pasting *pasting = g_new0 (Pasting, 1);
  pasting->text = text;
  pasting->kind = puzzle != NULL ? tw_puzzle_get_kind (puzzle) : NULL;
  g_autoptr (GTask) task = g_task_new (self, NULL, parsed_cb, NULL);
  g_task_set_source_tag (task, tw_window_paste);
  g_task_set_task_data (task, pasting, pasting_free);
  self->n_writing++;
  g_task_run_in_thread (task, parse_thread);
}

void
tw_window_paste (TwWindow *self)
{
  self->n_writing++;
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL, text_read_cb,
                                 g_object_ref (self));
}
