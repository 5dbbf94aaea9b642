/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution-file.h - files that hold solutions, as written by "Save Solution" and the command line;
 * they can be read without a loaded puzzle.
 *
 * A solution file is the object of tw_result_print (), or an array of them. The window adds a
 * member "puzzleText", the text of the puzzle's own file. Without it the puzzle is read from the
 * file that the member "file" names, or from a file of that name in the same folder. Blocking: for
 * workers.
 */
#pragma once

#include "puzzle/result.h"

/* Prints the result with its puzzle. Never fails; the caller frees the text with g_free (). */
char *tw_solution_print (const TwResult *result, gsize *length);

/* Does the text look like solutions and not like puzzles? */
gboolean tw_solutions_sniff (const char *text, gsize length);
/* Returns an array of at least one TwResult, whose solutions the checkers have accepted; claims of
 * a proof are taken from the file. `path` is the path of the text, for errors and for puzzles in
 * the same folder. Returns NULL and sets `error` unless all results are valid. */
GPtrArray *tw_solutions_parse (const char *text, gsize length, const char *path, GError **error);
/* Returns the solutions that a file of puzzles holds besides them: for each of `puzzles`, which were
 * read from the text, a TwResult that the checker has accepted, or NULL. `path` is used in errors.
 * Returns NULL and sets `error` when a solution is malformed or wrong. */
GPtrArray *tw_solutions_beside (const char *text, gsize length, const char *path,
                                const GPtrArray *puzzles, GError **error);
