/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.h - puzzles and answers from files, whatever their kind.
 *
 * A file holds one puzzle or several (a JSON array, a list of boards). Errors:
 * TW_PUZZLE_ERROR, "FILE: PLACE: REASON", one for the file; nothing is
 * returned unless all of it is fine.
 */
#ifndef TW_PUZZLE_LOAD_H
#define TW_PUZZLE_LOAD_H

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "puzzle/puzzle.h"
#include "puzzle/result.h"

G_BEGIN_DECLS

/* Array of TwPuzzle, at least one, which the array owns. Blocking: for workers
 * and the command line. */
GPtrArray *tw_puzzles_load (GFile *file, GCancellable *cancellable, GError **error);
/* The same from text in memory; `name` is what errors and results call it and
 * what tells a JSON file (*.json) from others; NULL: neither. */
GPtrArray *tw_puzzles_parse (const char *text, gsize length, const char *name, GError **error);

/* One puzzle, of the first kind that knows such an object. */
TwPuzzle *tw_puzzle_from_json (JsonNode *node, GError **error);

/* For the window: reads on a worker, answers on the caller's main context. */
void tw_puzzles_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer data);
GPtrArray *tw_puzzles_load_finish (GAsyncResult *async_result, GError **error);

/* The puzzle in its kind's file format; FALSE when it has none or writing fails.
 * The file is replaced as a whole or not at all. */
gboolean tw_puzzle_save (const TwPuzzle *puzzle, const char *path, GError **error);

/* The puzzles, in memory, as one file that tw_puzzles_load () reads again; the name
 * decides: *.txt are drawings and grids. NULL and `error`, which names no file,
 * when they have no such form. g_free () it. */
char *tw_puzzles_print (const GPtrArray *puzzles, const char *name, GError **error);

/* The answer to `puzzle` in a text: an object, or in an array of them the one
 * with the puzzle's id or file name, else the only one. */
TwResult *tw_result_read (TwPuzzle *puzzle, JsonNode *root, GError **error);
/* The same from text; `name` is what errors call it. */
TwResult *tw_result_parse (TwPuzzle *puzzle, const char *text, gsize length, const char *name,
                           GError **error);
TwResult *tw_result_load (TwPuzzle *puzzle, GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
