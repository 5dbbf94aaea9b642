/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error.h - what can be wrong with a puzzle, an answer or a file.
 *
 * Messages are translated and complete: "FILE: PLACE: REASON", where PLACE is
 * a line and column or a JSON path such as puzzle[3][7]. Readers of one format
 * say "PLACE: REASON"; tw_puzzle_load () and its kin put the file in front.
 */
#ifndef TW_PUZZLE_ERROR_H
#define TW_PUZZLE_ERROR_H

#include <glib.h>

typedef enum {
  TW_PUZZLE_ERROR_FILE,    /* cannot be opened, read or written */
  TW_PUZZLE_ERROR_SIZE,    /* larger than we are willing to read */
  TW_PUZZLE_ERROR_SYNTAX,  /* not the JSON or text it should be */
  TW_PUZZLE_ERROR_FORMAT,  /* well-formed, but not a puzzle or an answer */
  TW_PUZZLE_ERROR_UNKNOWN, /* no kind of puzzle recognises it */
  TW_PUZZLE_ERROR_USAGE,   /* an option or engine that does not fit the puzzle */
} TwPuzzleError;

#define TW_PUZZLE_ERROR (tw_puzzle_error_quark ())
GQuark tw_puzzle_error_quark (void);

#endif
