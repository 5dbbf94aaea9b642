/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.h - serializes the unsaved data of documents for the next start: solutions that were found
 * and pieces that were placed by hand.
 *
 * Reading is meant for a worker thread: each solution is checked by the checker of its kind, and is
 * used only when the puzzle equals the value in its file. Bounds that were proved come back as
 * claims. */
#pragma once

#include "app/document/document.h"

/* Serializes documents (TwDocument) as JSON; NULL: they have no unsaved data. The caller frees it
 * with g_free (). */
char *tw_kept_print (GPtrArray *documents);

typedef struct {
  GPtrArray *solutions;     /* TwResult for the puzzle in the file, newest first */
  TwPuzzle *now;            /* with the placed pieces; NULL: equal to the file */
  GPtrArray *now_solutions; /* TwResult for `now` */
  gint64 played;            /* seconds of play by hand */
} TwKept;

void tw_kept_free (TwKept *kept);

/* Finds the data of each of `puzzles`, which were read from their files: array of TwKept, with NULL
 * for puzzles without data. Never fails. */
GPtrArray *tw_kept_read (const char *text, gsize length, GPtrArray *puzzles);
/* Adds the data to a document of that puzzle. Main thread. */
void tw_kept_apply (const TwKept *kept, TwDocument *document);
