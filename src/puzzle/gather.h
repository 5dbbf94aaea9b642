/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.h - collects the puzzles of files and folders, and the solutions stored beside them, for
 * resolve.h.
 *
 * A file may hold puzzles or solutions. A solution belongs to the puzzle with its id, otherwise to
 * the puzzle whose file it names, otherwise to the one whose file name is a prefix of its own
 * ("b.json" and "b-answer.json"). For a puzzle file that was given alone, its name with "-answer",
 * "-solution", ".answer" or ".solution" is looked up, and "answer-7.json" for "puzzle-7.json". Of
 * several correct solutions the best one according to tw_result_compare () counts. A row reports
 * solutions that are incorrect.
 *
 * Folders are read recursively, in the order of the names: the folder of a contest holds puzzles,
 * solutions and replies side by side. Files found in a folder that are neither puzzle nor solution
 * are ignored.
 */
#pragma once

#include <gio/gio.h>

#include "puzzle/entry.h"

enum {
  TW_GATHER_MAX_FILES = 20000,
  TW_GATHER_MAX_DEPTH = 8,
  TW_GATHER_MAX_TRIES = 256, /* solutions tried for one puzzle */
};

/* Returns an array of TwEntry, which it owns. A faulty file is reported ("FILE: PLACE: REASON") in
 * a row without a puzzle, with the state TW_ENTRY_FAILED. Blocking: for workers and the command
 * line. NULL only when it was cancelled. Appends each file (GFile) that holds puzzles or solutions to
 * `used`, unless that is NULL. */
GPtrArray *tw_gather (GFile *const *files, gsize n_files, GPtrArray *used,
                      GCancellable *cancellable, GError **error);

/* For the window: reads on a worker and calls back on the caller's main context. */
void tw_gather_async (GFile *const *files, gsize n_files, GCancellable *cancellable,
                      GAsyncReadyCallback callback, gpointer data);
GPtrArray *tw_gather_finish (GAsyncResult *async_result, GError **error);
