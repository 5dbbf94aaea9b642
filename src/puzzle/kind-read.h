/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-read.h - how the puzzles of a kind are recognised and read; load.h asks all kinds. */
#pragma once

#include <json-glib/json-glib.h>

#include "puzzle/kind.h"

/* A kind without JSON, text or data files leaves all functions for them NULL. */
struct TwKindRead {
  /* Does this JSON object look like a puzzle of this kind, by its member names? The first kind in
   * the list that returns TRUE reads it. */
  gboolean (*sniff_json) (JsonObject *object);
  /* Errors are "PLACE: REASON" with a path such as puzzle[3][7]. */
  TwPuzzle *(*json) (JsonObject *object, GError **error);

  /* The same for text: UTF-8 without NUL or byte-order mark, terminated by a NUL. `name` is the
   * file's name without folders; NULL when there is none. */
  gboolean (*sniff_text) (const char *text, gsize length, const char *name);
  /* Appends one or more TwPuzzle to `puzzles`, which owns them. */
  gboolean (*text) (const char *text, gsize length, GPtrArray *puzzles, GError **error);

  /* The same for files of any bytes, which are looked at before texts. They may also hold solutions:
   * `solutions` returns a TwResult for each of the puzzles, NULL for one without solutions. */
  gboolean (*sniff_data) (const char *data, gsize length);
  gboolean (*data) (const char *data, gsize length, GPtrArray *puzzles, GError **error);
  GPtrArray *(*solutions) (const char *data, gsize length, const GPtrArray *puzzles,
                           GError **error);

  /* Makes a puzzle from a few words, as the command line gives them (cli/specs.c). A word that may
   * be absent is NULL. May be NULL. */
  TwPuzzle *(*spec) (const char *const *words, GError **error);
};

/* Returns the kind whose reader gets this text, which ends in a NUL, from a file of this name; NULL
 * when there is none, also for JSON. `name` may be NULL. Call tw_kind_of_data () first. */
const TwKind *tw_kind_of_text (const char *text, gsize length, const char *name);
/* The same for a file of any bytes. */
const TwKind *tw_kind_of_data (const char *data, gsize length);

/* Sets what the puzzle was made with: from the member "made" of its object, or from a line of text,
 * which may end anywhere, as tw_puzzle_write () writes it. Ignores anything else there. */
#define TW_MADE_SEED    "# seed "
#define TW_MADE_VERSION ", Tilewright "
void tw_kind_read_made (TwPuzzle *puzzle, JsonObject *object);
void tw_kind_read_made_line (TwPuzzle *puzzle, const char *line);

/* Parses "N" or "NxM", 1..TW_BOARD_MAX_SIDE, for `spec`. */
gboolean tw_kind_parse_size (const char *text, int *width, int *height, GError **error);
