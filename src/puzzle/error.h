/* SPDX-License-Identifier: GPL-3.0-or-later */
/* error.h - errors of puzzles, solutions and files.
 *
 * Messages are translated and complete: "FILE: PLACE: REASON", where PLACE is a line and column or
 * a JSON path such as puzzle[3][7]. A reader of one format reports "PLACE: REASON"; tw_puzzles_load
 * () and similar functions put the file in front.
 */
#pragma once

#include <glib.h>

typedef enum {
  TW_PUZZLE_ERROR_FILE,    /* cannot be opened, read or written */
  TW_PUZZLE_ERROR_SIZE,    /* larger than the limit for reading */
  TW_PUZZLE_ERROR_SYNTAX,  /* malformed JSON or text */
  TW_PUZZLE_ERROR_FORMAT,  /* well-formed, but not a puzzle or a solution */
  TW_PUZZLE_ERROR_UNKNOWN, /* no kind of puzzle recognises it */
  TW_PUZZLE_ERROR_USAGE,   /* an option or engine that is not valid for the puzzle */
} TwPuzzleError;

#define TW_PUZZLE_ERROR (tw_puzzle_error_quark ())
GQuark tw_puzzle_error_quark (void);

/* Set `error` and return FALSE, tw_fail_null () NULL, so that a function can fail in one statement.
 * tw_fail_file () puts the name of the file in front. */
gboolean tw_fail (GError **error, TwPuzzleError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
#define tw_fail_null(...)               ((void) tw_fail (__VA_ARGS__), NULL)
#define tw_fail_format(error, ...)      tw_fail (error, TW_PUZZLE_ERROR_FORMAT, __VA_ARGS__)
#define tw_fail_format_null(error, ...) tw_fail_null (error, TW_PUZZLE_ERROR_FORMAT, __VA_ARGS__)
#define tw_fail_usage(error, ...)       tw_fail (error, TW_PUZZLE_ERROR_USAGE, __VA_ARGS__)
#define tw_fail_usage_null(error, ...)  tw_fail_null (error, TW_PUZZLE_ERROR_USAGE, __VA_ARGS__)
gboolean tw_fail_file (GError **error, TwPuzzleError code, const char *path, const char *reason);
#define tw_fail_file_null(...) ((void) tw_fail_file (__VA_ARGS__), NULL)

/* Returns the pointer. NULL means that memory is short and ends the program, as g_new () does. */
gpointer tw_need (gpointer pointer);
