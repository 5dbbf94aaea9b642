/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalogue.h - the installed collection of puzzles as described by catalogue.json, one card for
 * each puzzle.
 *
 * The file: {"format": "tilewright-catalogue", "version": 1, "puzzles": [
 *   {"file": "sample.json", "title": "Contest-like board", "family": "squares",
 *    "size": [32, 28], "fact": {"squares": 104}, "source": "proof"}, ...]}
 *
 * Each title is listed in titles.h, so that it can be translated; the family is the name of a kind.
 * A fact is one of "squares" (the minimum number), "solutions", "cap" (the least feasible cap),
 * "different" (the number of different square sizes) or "solvable" (a boolean). Its source is
 * "proof", "count", "solution" or the number of a sequence. "slow" marks facts that take long to
 * check. "level" is the measured level of a piece puzzle with one solution (docs/algorithms/difficulty.md).
 * Level, fact, source and slow are optional.
 *
 * A record is a puzzle with a solution that was in no table; the start page has a family for them.
 * "known" and "new", listed in titles.h, say in a sentence or two what was known and what is new;
 * "certificate" names a file that proves it. Only "known" makes a record. Its solution is in the file
 * "NAME-solution.json", as gather.h finds it.
 *
 * Threads: loading is meant for a worker thread. A card is immutable afterwards, except for its
 * scene and texture, which belong to the main thread. */
#pragma once

#include <gio/gio.h>

#include "puzzle/kind.h"

typedef enum {
  TW_FACT_NONE,
  TW_FACT_SQUARES,
  TW_FACT_SOLUTIONS,
  TW_FACT_CAP,
  TW_FACT_DIFFERENT,
  TW_FACT_SOLVABLE, /* the value is 0 or 1 */
} TwFact;

/* A GAtomicRcBox. */
typedef struct {
  char *uri;
  char *title;        /* untranslated; for a recent file the file name */
  const TwKind *kind; /* NULL: a recent file of unknown kind */
  int width;          /* in cells; 0: unknown */
  int height;
  int level; /* a TwStep of core/pieces/grade.h; 0: not measured */
  TwFact fact;
  guint value;
  char *source; /* NULL: no fact */
  gboolean slow;
  char *known;       /* untranslated; NULL: the card is no record */
  char *found;       /* what is new, untranslated; NULL: nothing, a landmark */
  char *certificate; /* its path; NULL: none */
} TwCard;

TwCard *tw_card_new_recent (const char *uri, const char *name);
void tw_card_unref (TwCard *card);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwCard, tw_card_unref)

/* Texts for the user, translated; the caller frees each with g_free (). */
char *tw_card_dup_title (const TwCard *card);
/* Size and difficulty; NULL: neither is known. */
char *tw_card_dup_detail (const TwCard *card);
/* The fact as a sentence; NULL: none. */
char *tw_card_dup_fact (const TwCard *card);
/* The source of the fact as a sentence; NULL: no fact. */
char *tw_card_dup_source (const TwCard *card);
/* What was known and what is new, a line each; NULL: the card is no record. */
char *tw_card_dup_story (const TwCard *card);
/* Whether the card's texts contain every word of `query`, ignoring case. */
gboolean tw_card_matches (const TwCard *card, const char *query);

/* The card of that URI in an array, which may be NULL; NULL: none. */
TwCard *tw_cards_find (GPtrArray *cards, const char *uri);
/* A new reference to the card of an installed puzzle; NULL: the file is none. Blocking. */
TwCard *tw_catalogue_find (GFile *file);
/* Returns an array of TwCard in the order of the file; the array owns the cards. Errors:
 * TW_PUZZLE_ERROR, "FILE: PLACE: REASON". Blocking. */
GPtrArray *tw_catalogue_load (const char *folder, GError **error);
/* The same for the installed puzzles, on another thread; the callback takes the array from the
 * GTask that is its result. */
void tw_catalogue_load_async (gpointer source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer data);
