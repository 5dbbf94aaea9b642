/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catalogue.h - the installed collection of puzzles: what stands in its file
 * catalogue.json, one card for each puzzle.
 *
 * The file: {"format": "tilewright-catalogue", "version": 1, "puzzles": [
 *   {"file": "sample.json", "title": "Contest-like board", "family": "squares",
 *    "size": [32, 28], "level": 3, "fact": {"squares": 104}, "source": "proof"}, ...]}
 * A title is one of titles.h, so that it is translated; the family is the name of a kind.
 * A fact is one of "squares" (the fewest), "solutions", "cap" (the least possible),
 * "different" (squares of as many sizes) or "solvable" (a boolean). Its source is "proof",
 * "count", "solution" or the number of a sequence. "slow": checking it takes long. Fact,
 * source and slow may be absent.
 *
 * Threads: loading is for a worker; a card is immutable from then on but for its
 * scene and texture, which belong to the main thread.
 */
#ifndef TW_APP_GALLERY_CATALOGUE_H
#define TW_APP_GALLERY_CATALOGUE_H

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

enum {
  TW_CARD_MAX_LEVEL = 4,
};

typedef struct {
  gatomicrefcount references;
  char *uri;
  char *title;        /* untranslated; of a recent file its name */
  const TwKind *kind; /* NULL: a recent file of which nothing is known yet */
  int width;          /* cells; 0: not known */
  int height;
  int level; /* 1..TW_CARD_MAX_LEVEL; 0: not known */
  TwFact fact;
  guint value;
  char *source; /* NULL: no fact */
  gboolean slow;
} TwCard;

TwCard *tw_card_new_recent (const char *uri, const char *name);
TwCard *tw_card_ref (TwCard *card);
void tw_card_unref (TwCard *card);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TwCard, tw_card_unref)

/* For people, translated; g_free () all of them. */
char *tw_card_dup_title (const TwCard *card);
/* Size and difficulty; NULL: neither is known. */
char *tw_card_dup_detail (const TwCard *card);
/* What is known of the puzzle; NULL: nothing. */
char *tw_card_dup_fact (const TwCard *card);
/* Where the fact comes from; NULL: there is none. */
char *tw_card_dup_source (const TwCard *card);
/* Whether every word of `query` is in what the card says, whatever the case. */
gboolean tw_card_matches (const TwCard *card, const char *query);

/* Where the collection lies: the folder that the environment variable TW_PUZZLES_DIR
 * names (build-aux/run and the tests set it), else where it was installed. */
const char *tw_catalogue_folder (void);
/* Array of TwCard, which it owns, in the file's order. Errors: TW_PUZZLE_ERROR,
 * "FILE: PLACE: REASON". Blocking. */
GPtrArray *tw_catalogue_load (const char *folder, GError **error);

#endif
