/* SPDX-License-Identifier: GPL-3.0-or-later */
/* practice-store.h - the puzzles that a practice server has issued and the verdicts, in SQLite.
 *
 * A generated board is stored as the parameters of the generator, so a row is small; a given
 * board is stored as text. When there are too many rows without a submission, the oldest of them
 * are deleted.
 *
 * Threads: a store belongs to one thread. */
#pragma once

#include <glib.h>

typedef struct TwPracticeStore TwPracticeStore;

typedef struct {
  char *id;
  char *owner;             /* key or token */
  char *mode;              /* "trial", "contest", "tetrominoes" */
  char *spec;              /* describes the puzzle, in the server's own notation */
  gint64 issued_real;      /* microseconds of the real clock */
  gint64 issued_monotonic; /* microseconds of the monotonic clock */
  gboolean answered;
} TwPracticeRow;

void tw_practice_row_free (TwPracticeRow *row);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPracticeRow, tw_practice_row_free)

typedef struct {
  gint64 issued;
  gint64 answered;
  gint64 accepted;
} TwPracticeTotals;

/* `path`: the database, created if it is missing; NULL: in memory. */
TwPracticeStore *tw_practice_store_open (const char *path, GError **error);
void tw_practice_store_close (TwPracticeStore *store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwPracticeStore, tw_practice_store_close)

gboolean tw_practice_store_issue (TwPracticeStore *store, const TwPracticeRow *row, GError **error);
/* Returns NULL without an error if there is no such row. */
TwPracticeRow *tw_practice_store_find (TwPracticeStore *store, const char *id, GError **error);
/* Records a submission. Returns FALSE without an error if there was one already. */
gboolean tw_practice_store_answer (TwPracticeStore *store, const char *id, gboolean accepted,
                                   gint64 score, const char *reply, GError **error);
gboolean tw_practice_store_totals (TwPracticeStore *store, TwPracticeTotals *totals,
                                   GError **error);
