/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draft-keeper.h - lets unsaved changes of a workspace survive a crash. Shortly after a change the
 * documents go to the application's drafts, whose thread writes them. Saved or abandoned changes
 * are removed from the drafts. Main thread only. */
#pragma once

#include "app/document/workspace.h"
#include "puzzle/drafts.h"

typedef struct TwDraftKeeper TwDraftKeeper;

/* The workspace outlives the keeper. */
TwDraftKeeper *tw_draft_keeper_new (TwWorkspace *workspace);
void tw_draft_keeper_free (TwDraftKeeper *self);

/* NULL: nothing is kept. */
void tw_draft_keeper_set_drafts (TwDraftKeeper *self, TwDrafts *drafts);
/* Milliseconds from a change until its draft is written. */
void tw_draft_keeper_set_delay (TwDraftKeeper *self, guint delay);
/* The documents are those of this stored draft. */
void tw_draft_keeper_take (TwDraftKeeper *self, guint number);

/* Called after every change and after saving. */
void tw_draft_keeper_update (TwDraftKeeper *self);
void tw_draft_keeper_drop (TwDraftKeeper *self);
/* Writes the draft now and leaves it for the next start: from now on nothing drops it. */
void tw_draft_keeper_leave (TwDraftKeeper *self);
