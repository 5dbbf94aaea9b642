/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.h - loads puzzles and solutions of any kind from files.
 *
 * A file holds one puzzle or several (a JSON array, a list of boards). Errors are TW_PUZZLE_ERROR,
 * "FILE: PLACE: REASON", one for each file; a file with an error gives no puzzles.
 */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "puzzle/puzzle.h"
#include "puzzle/result.h"

/* The folder of the collection of puzzles: the environment variable TW_PUZZLES_DIR (set by
 * build-aux/run and the tests), otherwise the installed folder. */
const char *tw_puzzles_folder (void);

/* Returns an array of at least one TwPuzzle, which it owns. Blocking: for workers and the command
 * line. */
GPtrArray *tw_puzzles_load (GFile *file, GCancellable *cancellable, GError **error);
/* The same from text in memory. `name` is used in errors and results, and its extension
 * distinguishes JSON files (*.json) from others; it may be NULL. */
GPtrArray *tw_puzzles_parse (const char *text, gsize length, const char *name, GError **error);

/* Reads one puzzle, of the first kind that recognises the object. */
TwPuzzle *tw_puzzle_from_json (JsonNode *node, GError **error);

/* Returns the puzzles as the text of one file that tw_puzzles_load () can read. The name selects
 * the format: *.txt holds drawings and grids; it may be NULL. A name under which the text would be
 * read as another puzzle is an error, unless it is an extension only, for the clipboard. Returns NULL and sets `error`, without a file name,
 * when the format cannot express them. The caller frees the text with g_free (). */
char *tw_puzzles_print (const GPtrArray *puzzles, const char *name, GError **error);

/* Reads the solution of `puzzle`: an object, or in an array of objects the one with the puzzle's
 * id or file name, otherwise the only one. */
TwResult *tw_result_read (TwPuzzle *puzzle, JsonNode *root, GError **error);
/* The same from text; `name` is used in errors. Also reads files of BurrTools with solutions,
 * and what other solvers write about a model of the puzzle (formats/model.h). */
TwResult *tw_result_parse (TwPuzzle *puzzle, const char *text, gsize length, const char *name,
                           GError **error);
