/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drafts.h - stores changed but unsaved puzzles in a folder of the user, so that they survive a
 * crash.
 *
 * A running program holds a lock in the folder; drafts whose lock is free belong to a program that
 * has ended. One thread of the store writes and removes the files in the order of the calls; no
 * file is ever half written.
 *
 * Threads: call the functions of TwDrafts on one thread, that of the window; tw_drafts_collect ()
 * blocks and is for a worker.
 */
#pragma once

#include <gio/gio.h>

#include "puzzle/puzzle.h"

/* The puzzles that a window had open. */
typedef struct {
  GPtrArray *puzzles; /* TwPuzzle, at least one */
  guint8 *changed;    /* one for each puzzle: it differs from its file */
  GPtrArray *files;   /* char *, one for each puzzle: its file; NULL: it has no file yet */
  guint shown;        /* index of the puzzle shown */
  guint number;       /* of a collected draft: the number under which it is now kept */
} TwDraft;

/* Returns an empty draft. */
TwDraft *tw_draft_new (void);
void tw_draft_add (TwDraft *draft, TwPuzzle *puzzle, const char *file, gboolean changed);
void tw_draft_free (TwDraft *draft);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwDraft, tw_draft_free)

typedef struct TwDrafts TwDrafts;

/* Creates the folder if necessary. Never fails: when the folder is not writable, nothing is
 * kept. */
TwDrafts *tw_drafts_new (const char *folder);
/* Blocks until all files are written. */
void tw_drafts_free (TwDrafts *drafts);

/* Returns a number for the draft of a window. */
guint tw_drafts_reserve (TwDrafts *drafts);
/* Takes ownership of `draft` and replaces the draft with this number; NULL removes it. */
void tw_drafts_keep (TwDrafts *drafts, guint number, TwDraft *draft);
/* Blocks until all previous calls are carried out. */
void tw_drafts_flush (TwDrafts *drafts);

/* Returns the drafts that ended programs have left in the folder, an array of TwDraft that it owns
 * and that may be empty. From then on this store keeps them, each under a new number. A draft that
 * cannot be read stays in the folder under another name. */
GPtrArray *tw_drafts_collect (TwDrafts *drafts);
