/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drafts.h - puzzles that were changed and not saved, kept in a folder of the user
 * so that they outlive a crash.
 *
 * A program that runs holds a lock in the folder; drafts whose lock is free were
 * left behind. Files are written and removed by one thread of the store, in the
 * order of the calls; none is ever half written.
 *
 * Threads: the functions of TwDrafts are for one thread, the window's;
 * tw_drafts_collect () is blocking and for a worker.
 */
#ifndef TW_PUZZLE_DRAFTS_H
#define TW_PUZZLE_DRAFTS_H

#include <gio/gio.h>

#include "puzzle/puzzle.h"

G_BEGIN_DECLS

/* What a window had open. */
typedef struct {
  GPtrArray *puzzles; /* TwPuzzle, at least one */
  guint8 *changed;    /* one for each: it is not what is in its file */
  GPtrArray *files;   /* char *, one for each: its file; NULL: it has none yet */
  guint shown;        /* index */
  guint number;       /* of what was collected: under which it is kept now */
} TwDraft;

/* Empty. */
TwDraft *tw_draft_new (void);
void tw_draft_add (TwDraft *draft, TwPuzzle *puzzle, const char *file, gboolean changed);
void tw_draft_free (TwDraft *draft);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwDraft, tw_draft_free)

typedef struct TwDrafts TwDrafts;

/* Makes the folder if need be. Never fails: where nothing can be written nothing is kept. */
TwDrafts *tw_drafts_new (const char *folder);
/* Waits until all is written. */
void tw_drafts_free (TwDrafts *drafts);

/* A number for a window's draft. */
guint tw_drafts_reserve (TwDrafts *drafts);
/* Takes over `draft` and keeps it instead of what was kept under the number; NULL:
 * nothing. */
void tw_drafts_keep (TwDrafts *drafts, guint number, TwDraft *draft);
/* Waits until what was asked for is done. */
void tw_drafts_flush (TwDrafts *drafts);

/* The drafts that programs which are no more have left in the folder; from now on
 * they are kept here, each under its own number. Array of TwDraft, which it owns,
 * perhaps empty. What cannot be read is left where it is, under another name. */
GPtrArray *tw_drafts_collect (TwDrafts *drafts);

G_END_DECLS

#endif
