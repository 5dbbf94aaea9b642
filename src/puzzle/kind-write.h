/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind-write.h - how the puzzles of a kind are written: in its own format and in others. */
#pragma once

#include "puzzle/json.h"
#include "puzzle/kind.h"

/* Another format to which a kind can export its puzzles. A list ends with a NULL name. */
typedef struct {
  const char *name;      /* for convert --to */
  const char *extension; /* of file names: ".dlx" */
  const char *summary;   /* untranslated */
  /* Returns NULL and sets `error` when the format cannot express this puzzle. The caller frees the
   * text with g_free (). */
  char *(*write) (const TwPuzzle *puzzle, GError **error);
  /* The same for a format that can hold solutions: `result` has those to write, and may be NULL.
   * Then `write` is NULL. */
  char *(*write_solved) (const TwPuzzle *puzzle, const TwResult *result, GError **error);
  /* The same for a format of models: the model of the puzzle, and what writes it. */
  struct TwModel *(*model) (const TwPuzzle *puzzle, GError **error);
  gboolean (*format) (const struct TwModel *model, GString *text, GError **error);
} TwKindExport;

struct TwKindWrite {
  /* Writes the puzzle in the kind's file format. The caller frees the text with g_free (). */
  char *(*puzzle) (const TwPuzzle *puzzle);
  const char *extension;       /* of files with that text, unless it is JSON; NULL: ".txt" */
  const TwKindExport *exports; /* may be NULL */
  /* For kinds with exports of models: adds the solution in which these variables of the model, by their
   * names (const char *), are 1. Returns FALSE when memory is short. */
  gboolean (*read_model) (TwResult *result, const GPtrArray *names);
};

/* Returns the puzzle in its kind's file format, with what it was made with if it was; NULL when there is none. The caller frees the text
 * with g_free (). */
char *tw_puzzle_write (const TwPuzzle *puzzle);
/* The extension of files with that text, unless it is JSON. */
const char *tw_kind_extension (const TwKind *kind);

/* The exports of the kind, never NULL. */
const TwKindExport *tw_kind_exports (const TwKind *kind);
/* The export of this name; NULL: the kind has none. */
const TwKindExport *tw_kind_find_export (const TwKind *kind, const char *name);
/* Returns the text of an export. `result`, which may be NULL, is left out by formats that cannot
 * hold solutions. */
char *tw_kind_export (const TwKindExport *export, const TwPuzzle *puzzle, const TwResult *result,
                      GError **error);

/* Adds "file", "id" and "kind", the first members of a result, to the open object. */
void tw_kind_write_names (const TwPuzzle *puzzle, TwJsonBuilder *builder);
/* Adds "width", "height" and "free", the number of free cells. */
void tw_kind_write_size (const TwPuzzle *puzzle, TwJsonBuilder *builder);
