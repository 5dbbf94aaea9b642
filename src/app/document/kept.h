/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.h - what a document holds beyond its file, as text for the next start: the
 * solutions that were found, and the pieces that were placed by hand.
 *
 * Reading is for a worker: solutions are judged by the checker of their kind, and fit only
 * a puzzle that is what the file held. What was proved comes back as a claim.
 */
#ifndef TW_APP_DOCUMENT_KEPT_H
#define TW_APP_DOCUMENT_KEPT_H

#include "app/document/document.h"

/* Documents (TwDocument) as JSON; NULL: they hold nothing beyond their files. g_free () it. */
char *tw_kept_print (GPtrArray *documents);

typedef struct {
  GPtrArray *solutions;     /* TwResult of the puzzle of the file */
  TwPuzzle *now;            /* it with the pieces that were placed; NULL: as in the file */
  GPtrArray *now_solutions; /* TwResult of that */
} TwKept;

void tw_kept_free (TwKept *kept);

/* What there is for each of `puzzles`, which were read from their files: array of TwKept,
 * NULL where there is none. Never fails. */
GPtrArray *tw_kept_read (const char *text, gsize length, GPtrArray *puzzles);
/* To a document of that puzzle. Main thread. */
void tw_kept_apply (const TwKept *kept, TwDocument *document);

#endif
