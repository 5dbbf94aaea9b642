/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solution-file.h - files that hold solutions: what "Save Solution" and the command line
 * write, read without the puzzle at hand.
 *
 * A solution file is the object of tw_result_to_json (), or an array of them. The window
 * adds a member "puzzleText", the text of the puzzle's own file; without it the puzzle is
 * read from the file that the member "file" names, or from one of that name in the same
 * folder. Blocking: for workers.
 */
#ifndef TW_PUZZLE_SOLUTION_FILE_H
#define TW_PUZZLE_SOLUTION_FILE_H

#include "puzzle/result.h"

G_BEGIN_DECLS

/* The result with its puzzle. Never fails; g_free () it. */
char *tw_solution_print (const TwResult *result, gsize *length);

/* Whether a text looks like solutions rather than puzzles. */
gboolean tw_solutions_sniff (const char *text, gsize length);
/* Array of TwResult, at least one, whose solutions the checkers found no fault in; what
 * they claim to be proved is as the file has it. `path` is where the text stands, for
 * errors and for puzzles in the same folder. NULL and `error` unless all are fine. */
GPtrArray *tw_solutions_parse (const char *text, gsize length, const char *path, GError **error);

G_END_DECLS

#endif
