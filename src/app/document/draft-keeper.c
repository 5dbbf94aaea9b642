/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draft-keeper.c - see draft-keeper.h. */
#include "app/document/draft-keeper.h"

#define DELAY_MS 2000

struct TwDraftKeeper {
  TwWorkspace *workspace;
  TwDrafts *drafts;
  guint delay;
  guint timer_id; /* until the draft is written */
  guint number;   /* of the stored draft; 0: none */
  gboolean left;
};

TwDraftKeeper *
tw_draft_keeper_new (TwWorkspace *workspace)
{
  TwDraftKeeper *self = g_new0 (TwDraftKeeper, 1);

  self->workspace = workspace;
  self->delay = DELAY_MS;
  return self;
}

void
tw_draft_keeper_free (TwDraftKeeper *self)
{
  g_clear_handle_id (&self->timer_id, g_source_remove);
  g_free (self);
}

void
tw_draft_keeper_set_drafts (TwDraftKeeper *self, TwDrafts *drafts)
{
  self->drafts = drafts;
}

void
tw_draft_keeper_set_delay (TwDraftKeeper *self, guint delay)
{
  self->delay = delay;
}

void
tw_draft_keeper_take (TwDraftKeeper *self, guint number)
{
  self->number = number;
}

static void
write_draft (TwDraftKeeper *self)
{
  TwDraft *draft;

  g_clear_handle_id (&self->timer_id, g_source_remove);
  if (self->drafts == NULL || tw_workspace_find_modified (self->workspace) < 0)
    return;
  draft = tw_draft_new ();
  for (guint i = 0; i < tw_workspace_get_n (self->workspace); i++) {
    TwDocument *document = tw_workspace_get (self->workspace, i);

    tw_draft_add (draft, tw_document_get_puzzle (document), tw_document_get_file (document),
                  tw_document_is_modified (document));
  }
  draft->shown = tw_workspace_get_index (self->workspace);
  if (self->number == 0)
    self->number = tw_drafts_reserve (self->drafts);
  tw_drafts_keep (self->drafts, self->number, draft);
}

static gboolean
timer_cb (gpointer data)
{
  TwDraftKeeper *self = data;

  self->timer_id = 0;
  write_draft (self);
  return G_SOURCE_REMOVE;
}

void
tw_draft_keeper_drop (TwDraftKeeper *self)
{
  g_clear_handle_id (&self->timer_id, g_source_remove);
  if (self->left)
    return;
  if (self->drafts != NULL && self->number != 0)
    tw_drafts_keep (self->drafts, self->number, NULL);
  self->number = 0;
}

void
tw_draft_keeper_update (TwDraftKeeper *self)
{
  if (tw_workspace_find_modified (self->workspace) < 0)
    tw_draft_keeper_drop (self);
  else if (self->timer_id == 0)
    self->timer_id = g_timeout_add (self->delay, timer_cb, self);
}

void
tw_draft_keeper_leave (TwDraftKeeper *self)
{
  write_draft (self);
  self->left = TRUE;
}
