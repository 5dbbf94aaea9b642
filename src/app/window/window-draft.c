/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window-draft.c - lets unsaved changes survive a crash. Shortly after a change, the window passes
 * its open puzzles to the application's drafts, whose thread writes them. Saved or abandoned
 * changes are removed from the drafts.
 */
#include "config.h"

#include "app/window/window-private.h"

#include "app/application.h"

static TwDrafts *
drafts_of (TwWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  return application != NULL ? tw_application_get_drafts (TW_APPLICATION (application)) : NULL;
}

static void
write_draft (TwWindow *self)
{
  TwDrafts *drafts = drafts_of (self);
  TwDraft *draft;

  g_clear_handle_id (&self->draft_id, g_source_remove);
  if (drafts == NULL || !tw_window_is_modified (self))
    return;
  draft = tw_draft_new ();
  for (guint i = 0; i < self->documents->len; i++) {
    TwDocument *document = tw_window_document_at (self, i);

    tw_draft_add (draft, tw_document_get_puzzle (document), tw_document_get_file (document),
                  tw_document_is_modified (document));
  }
  draft->shown = self->index;
  if (self->draft_number == 0)
    self->draft_number = tw_drafts_reserve (drafts);
  tw_drafts_keep (drafts, self->draft_number, draft);
}

static gboolean
draft_cb (gpointer data)
{
  TwWindow *self = data;

  self->draft_id = 0;
  write_draft (self);
  return G_SOURCE_REMOVE;
}

void
tw_window_drop_draft (TwWindow *self)
{
  TwDrafts *drafts = drafts_of (self);

  g_clear_handle_id (&self->draft_id, g_source_remove);
  if (drafts != NULL && self->draft_number != 0)
    tw_drafts_keep (drafts, self->draft_number, NULL);
  self->draft_number = 0;
}

void
tw_window_update_draft (TwWindow *self)
{
  if (!tw_window_is_modified (self))
    tw_window_drop_draft (self);
  else if (self->draft_id == 0)
    self->draft_id = g_timeout_add (self->draft_delay, draft_cb, self);
}

void
tw_window_leave_draft (TwWindow *self)
{
  g_return_if_fail (TW_IS_WINDOW (self));
  write_draft (self);
  self->leave_draft = TRUE;
  self->approved = TRUE;
}

void
tw_window_restore_draft (TwWindow *self, TwDraft *draft)
{
  g_return_if_fail (TW_IS_WINDOW (self));

  guint first = tw_window_set_puzzles (self, g_ptr_array_ref (draft->puzzles));
  for (guint i = 0; i < draft->puzzles->len; i++)
    if (draft->changed[i])
      tw_document_set_unsaved (tw_window_document_at (self, first + i));
  self->draft_number = draft->number;
  tw_window_show_puzzle (self, first + draft->shown);
}
