/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.h - the puzzles of files and folders, with the answers that lie beside
 * them: what is solved again by resolve.h.
 *
 * A file may hold puzzles or answers. An answer belongs to the puzzle whose id it
 * has, else to the one whose file it names, else to the one whose file name its own
 * begins with ("b.json" and "b-answer.json"). Beside a puzzle that was named alone,
 * "-answer" and "-solution" are looked for, and "answer-7.json" beside "puzzle-7.json". Of several right answers the best
 * counts, as tw_result_compare () has it; what is no right answer is said in the row.
 *
 * Folders are read with what is below them, in the order of the names: the folder
 * of a contest has its puzzles, answers and replies side by side. Of files
 * that were found there, those that are neither puzzle nor answer are passed over.
 */
#ifndef TW_PUZZLE_GATHER_H
#define TW_PUZZLE_GATHER_H

#include <gio/gio.h>

#include "puzzle/entry.h"

G_BEGIN_DECLS

enum {
  TW_GATHER_MAX_FILES = 20000,
  TW_GATHER_MAX_DEPTH = 8,
  TW_GATHER_MAX_TRIES = 256, /* answers to one puzzle */
};

/* Array of TwEntry, which it owns. What is wrong with a file ("FILE: PLACE: REASON")
 * stands in a row of its own, which has no puzzle and the state TW_ENTRY_FAILED.
 * Blocking: for workers and the command line. NULL only when it was cancelled. */
GPtrArray *tw_gather (GFile *const *files, gsize n_files, GCancellable *cancellable,
                      GError **error);

/* For the window: reads on a worker, answers on the caller's main context. */
void tw_gather_async (GFile *const *files, gsize n_files, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data);
GPtrArray *tw_gather_finish (GAsyncResult *async_result, GError **error);

G_END_DECLS

#endif
