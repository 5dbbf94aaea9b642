/* window-answers.c - the answers that searches of this window have found, so that
 * a new search never costs an older, better answer; and looking at answers from
 * elsewhere.
 *
 * The list has those of all puzzles of the window and shows those of the one on the
 * canvas. Piece puzzles have a browser of their own (solutions.h).
 */
#include "config.h"

#include "app/window-private.h"
#include "puzzle/i18n.h"

/* Of all puzzles together; of the oldest the worst go first. */
#define MAX_ANSWERS 100

static gboolean
is_of_this_puzzle (gpointer item, gpointer data)
{
  TwPuzzle *puzzle = tw_window_get_puzzle (data);

  return puzzle != NULL && tw_entry_get_puzzle (item) == puzzle;
}

static gint64
best_of (TwWindow *self, TwPuzzle *puzzle)
{
  GListModel *all = G_LIST_MODEL (self->answers);
  gint64 best = -1;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (all, i);
    gint64 n = tw_result_count (tw_entry_get_result (entry));

    if (tw_entry_get_puzzle (entry) == puzzle && (best < 0 || n < best))
      best = n;
  }
  return best;
}

/* The oldest answer that another one of its puzzle is better than, or as good. */
static void
drop_one (TwWindow *self)
{
  GListModel *all = G_LIST_MODEL (self->answers);

  for (guint i = g_list_model_get_n_items (all); i-- > 0;) {
    g_autoptr (TwEntry) entry = g_list_model_get_item (all, i);
    gint64 n = tw_result_count (tw_entry_get_result (entry));

    if (n > best_of (self, tw_entry_get_puzzle (entry))) {
      g_list_store_remove (self->answers, i);
      return;
    }
  }
  g_list_store_remove (self->answers, g_list_model_get_n_items (all) - 1);
}

void
tw_window_add_answer (TwWindow *self, TwResult *result)
{
  g_autoptr (TwEntry) entry = NULL;
  gint64 best = best_of (self, result->puzzle), n = tw_result_count (result);

  if (best >= 0 && (n < 0 || n > best)) {
    g_autofree char *message = g_strdup_printf (
      tw_ngettext ("An earlier answer has %d square. It is kept in the list of answers.",
                   "An earlier answer has %d squares. It is kept in the list of answers.",
                   (gulong) best),
      (int) best);
    tw_window_say (self, message);
  }
  if (n < 0 || result->placements != NULL)
    return;

  g_autofree char *name = result->engine != NULL
                            ? g_strdup_printf (_ ("Answer %u, %s"), ++self->n_answers,
                                               result->engine)
                            : g_strdup_printf (_ ("Answer %u"), ++self->n_answers);

  entry = tw_entry_new (result->puzzle, name);
  tw_entry_set_result (entry, result);
  tw_entry_set_state (entry, TW_ENTRY_DONE);
  if (g_list_model_get_n_items (G_LIST_MODEL (self->answers)) >= MAX_ANSWERS)
    drop_one (self);
  g_list_store_insert (self->answers, 0, entry); /* the newest first */
  tw_window_update_answers (self);
  tw_results_select (self->answers_list, entry); /* it is on the canvas */
}

void
tw_window_update_answers (TwWindow *self)
{
  guint n;

  gtk_filter_changed (GTK_FILTER (self->answers_filter), GTK_FILTER_CHANGE_DIFFERENT);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->answers_shown));
  gtk_widget_set_visible (self->answers_box, n > 1);
  gtk_widget_set_sensitive (self->answers_box, self->job == NULL);
}

void
tw_window_forget_answers (TwWindow *self)
{
  g_list_store_remove_all (self->answers);
  self->n_answers = 0;
}

static void
picked_cb (TwWindow *self, TwEntry *entry)
{
  if (self->job == NULL && is_of_this_puzzle (entry, self))
    tw_window_look_at (self, tw_entry_get_puzzle (entry), tw_entry_get_result (entry));
}

void
tw_window_begin_answers (TwWindow *self)
{
  self->answers = g_list_store_new (TW_TYPE_ENTRY);
  self->answers_filter = gtk_custom_filter_new (is_of_this_puzzle, self, NULL);
  self->answers_shown = gtk_filter_list_model_new (
    G_LIST_MODEL (g_object_ref (self->answers)), GTK_FILTER (g_object_ref (self->answers_filter)));
  tw_results_set_searchable (self->answers_list, FALSE);
  tw_results_set_model (self->answers_list, G_LIST_MODEL (self->answers_shown));
  g_signal_connect_object (self->answers_list, "picked", G_CALLBACK (picked_cb), self,
                           G_CONNECT_SWAPPED);
}

void
tw_window_end_answers (TwWindow *self)
{
  g_clear_object (&self->answers_shown);
  g_clear_object (&self->answers_filter);
  g_clear_object (&self->answers);
}

/* --- from elsewhere ------------------------------------------------------------- */

static guint
index_of (TwWindow *self, TwPuzzle *puzzle)
{
  for (guint i = 0; i < self->documents->len; i++)
    if (tw_document_get_puzzle (tw_window_document_at (self, i)) == puzzle)
      return i;
  g_ptr_array_add (self->documents, tw_document_new (puzzle));
  return self->documents->len - 1;
}

void
tw_window_look_at (TwWindow *self, TwPuzzle *puzzle, TwResult *result)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  g_return_if_fail (puzzle != NULL);

  gboolean shown = tw_window_get_puzzle (self) == puzzle;
  guint index = index_of (self, puzzle);

  if (!shown || self->job != NULL)
    tw_window_show_puzzle (self, index);
  tw_document_set_result (tw_window_get_document (self), result);
  tw_window_show_scene (self, result);
  tw_window_show_words (self);
  tw_window_update_actions (self);
}
