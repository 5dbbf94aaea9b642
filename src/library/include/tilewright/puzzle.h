/* SPDX-License-Identifier: GPL-3.0-or-later */
/* puzzle.h - one puzzle of any kind. */
#pragma once

#include <tilewright/types.h>

/**
 * TilewrightPuzzle:
 * A puzzle: a board and what is to be done with it. It never changes.
 */
#define TILEWRIGHT_TYPE_PUZZLE (tilewright_puzzle_get_type ())
TILEWRIGHT_API
G_DECLARE_FINAL_TYPE (TilewrightPuzzle, tilewright_puzzle, TILEWRIGHT, PUZZLE, GObject)

/**
 * tilewright_puzzle_new_from_file:
 * @path: (type filename): a file with one puzzle, in any format that Tilewright reads
 *
 * Reads a file of at most 16 MiB. Blocks.
 * Errors: FILE, SIZE, SYNTAX, FORMAT, UNKNOWN; FORMAT, too, when there are several puzzles.
 */
TILEWRIGHT_API TilewrightPuzzle *tilewright_puzzle_new_from_file (const char *path, GError **error);

/**
 * tilewright_puzzle_new_from_bytes:
 * @bytes: the contents of a file with one puzzle
 * @name: (nullable): its name, for errors and results
 *
 * Errors: as tilewright_puzzle_new_from_file ().
 */
TILEWRIGHT_API TilewrightPuzzle *tilewright_puzzle_new_from_bytes (GBytes *bytes, const char *name,
                                                                   GError **error);

/**
 * tilewright_puzzle_new_from_cells:
 * @cells: (array length=n_cells): row-major; 0 is an obstacle, any other value a free cell
 * @n_cells: width times height
 * @width: cells in a row
 *
 * Makes a board to be covered by the fewest squares. Sides are from 1 to 1000 cells. Errors: USAGE.
 */
TILEWRIGHT_API TilewrightPuzzle *
tilewright_puzzle_new_from_cells (const guint8 *cells, gsize n_cells, guint width, GError **error);

/**
 * tilewright_puzzle_new_from_spec:
 * @spec: the size of an empty board, "N" or "WIDTHxHEIGHT"
 * @pieces: (nullable): what covers it: "monominoes", "dominoes", "trominoes", "tetrominoes",
 *   "pentominoes" or "hexominoes", each shape once; "one-sided pentominoes" and so on, whose mirror
 *   images are different pieces; %NULL: the fewest squares
 *
 * Errors: USAGE.
 */
TILEWRIGHT_API TilewrightPuzzle *
tilewright_puzzle_new_from_spec (const char *spec, const char *pieces, GError **error);

/**
 * tilewright_puzzle_new_random:
 * @density: the share of the cells that are obstacles, from 0 to 1
 * @seed: the same seed makes the same board on every machine
 *
 * Makes a board, as tilewright_puzzle_new_from_cells ().
 */
TILEWRIGHT_API TilewrightPuzzle *tilewright_puzzle_new_random (guint width, guint height,
                                                               double density, guint64 seed,
                                                               GError **error);

/**
 * tilewright_puzzle_read_all:
 * @bytes: the contents of a file with one or more puzzles
 * @name: (nullable): its name, for errors and results
 *
 * Returns: (element-type TilewrightPuzzle) (transfer container): all puzzles of the file
 * Errors: SYNTAX, FORMAT, UNKNOWN.
 */
TILEWRIGHT_API GPtrArray *tilewright_puzzle_read_all (GBytes *bytes, const char *name,
                                                      GError **error);

/**
 * tilewright_puzzle_get_cells:
 * Returns: (array length=n_cells) (transfer none): row-major; 0 is an obstacle or outside of the
 *   board, any other value a free cell, of that colour in puzzles with colours
 */
TILEWRIGHT_API const guint8 *tilewright_puzzle_get_cells (TilewrightPuzzle *self, gsize *n_cells);

/**
 * tilewright_puzzle_describe:
 * Returns: lines "NAME TAB VALUE" for people, translated
 */
TILEWRIGHT_API char *tilewright_puzzle_describe (TilewrightPuzzle *self);

/**
 * tilewright_puzzle_write:
 * @format: one of the property `formats`
 * @result: (nullable): a result of this puzzle, for the formats that hold solutions
 *
 * Returns: the text of a file
 * Errors: USAGE, SIZE, FORMAT.
 */
TILEWRIGHT_API char *tilewright_puzzle_write (TilewrightPuzzle *self, const char *format,
                                              TilewrightResult *result, GError **error);

/**
 * tilewright_puzzle_count:
 * @goal: which solutions
 * @options: (nullable): the limits of time and memory
 *
 * Counts solutions exactly. Blocks.
 * Returns: the number in decimal digits, which may exceed 64 bits
 * Errors: USAGE when solutions of this kind are not counted; STOPPED; G_IO_ERROR_CANCELLED.
 */
TILEWRIGHT_API char *tilewright_puzzle_count (TilewrightPuzzle *self, TilewrightGoal goal,
                                              TilewrightOptions *options, GCancellable *cancellable,
                                              GError **error);
/**
 * tilewright_puzzle_count_async:
 * @options: (nullable): as the other arguments of tilewright_puzzle_count ()
 *
 * Counts on another thread; tilewright_puzzle_count_finish () returns the number.
 */
TILEWRIGHT_API void tilewright_puzzle_count_async (TilewrightPuzzle *self, TilewrightGoal goal,
                                                   TilewrightOptions *options,
                                                   GCancellable *cancellable,
                                                   GAsyncReadyCallback callback,
                                                   gpointer user_data);
TILEWRIGHT_API char *tilewright_puzzle_count_finish (TilewrightPuzzle *self, GAsyncResult *result,
                                                     GError **error);
