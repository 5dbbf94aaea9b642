/* SPDX-License-Identifier: GPL-3.0-or-later */
/* properties.h - the properties of the objects: identifier, name, type, default, value,
 * description. The classes install them, and options-doc.c prints their documentation. The value is
 * the end of the name of a g_value_ function and an expression of the local variables of
 * get_property (); both are empty when get_property () needs no TILEWRIGHT_PROPERTY_GET. */
#pragma once

/* clang-format off */
#define TILEWRIGHT_PUZZLE_PROPERTIES(P) \
  P (NAME, "name", G_TYPE_STRING, 0, set_string, tw_puzzle_get_name (self->puzzle), "The name of the file, the id, or the size; never %NULL.") \
  P (ID, "id", G_TYPE_STRING, 0, set_string, tw_puzzle_get_id (self->puzzle), "The id in the file; %NULL: none.") \
  P (KIND, "kind", G_TYPE_STRING, 0, set_string, tw_puzzle_get_kind (self->puzzle)->name, "The kind of puzzle: \"squares\", \"pieces\", \"quadrillion\", \"tetrominoes\", \"capped\" or \"exact-cover\".") \
  P (WIDTH, "width", G_TYPE_UINT, 0, set_uint, (guint) board->width, "Cells in a row.") \
  P (HEIGHT, "height", G_TYPE_UINT, 0, set_uint, (guint) board->height, "Cells in a column.") \
  P (N_FREE, "n-free", G_TYPE_UINT, 0, set_uint, (guint) tw_board_count_free (board), "The number of cells that are no obstacles.") \
  P (ENGINES, "engines", G_TYPE_STRV, 0, take_boxed, list_engines (self), "The values of the option `engine` for this puzzle, the default first.") \
  P (FORMATS, "formats", G_TYPE_STRV, 0, take_boxed, list_formats (self), "The formats of tilewright_puzzle_write (), the puzzle's own, \"own\", first.")

#define TILEWRIGHT_PLACEMENT_PROPERTIES(P) \
  P (NAME, "name", G_TYPE_STRING, 0, , , "The name of the piece; %NULL for squares.") \
  P (X, "x", G_TYPE_INT, 0, , , "The leftmost column, from 0.") \
  P (Y, "y", G_TYPE_INT, 0, , , "The uppermost row, from 0.") \
  P (SIZE, "size", G_TYPE_INT, 0, , , "The side of a square; 0 for pieces.") \
  P (PIECE, "piece", G_TYPE_INT, -1, , , "The number of the piece in the puzzle, from 0; -1 for squares.") \
  P (ORIENTATION, "orientation", G_TYPE_INT, -1, , , "How the piece is turned, numbered by the kind of puzzle; -1 for squares.")

#define TILEWRIGHT_RESULT_PROPERTIES(P) \
  P (PUZZLE, "puzzle", TILEWRIGHT_TYPE_PUZZLE, 0, set_object, self->puzzle, "The puzzle.") \
  P (STATUS, "status", TILEWRIGHT_TYPE_STATUS, 0, set_enum, (int) tilewright_result_get_status (self), "How the search ended.") \
  P (COST, "cost", G_TYPE_INT64, -1, set_int64, tilewright_result_get_cost (self), "What is to be as small as possible, for example the number of squares; 0 when all solutions are equally good, -1 without a solution.") \
  P (BOUND, "bound", G_TYPE_INT64, -1, set_int64, tilewright_result_get_bound (self), "A proved lower bound of the cost; -1: none.") \
  P (GAP, "gap", G_TYPE_INT64, -1, set_int64, tilewright_result_get_gap (self), "The cost minus the bound, 0 when the solution is optimal; -1 when one of them is missing.") \
  P (ENGINE, "engine", G_TYPE_STRING, 0, set_string, self->result->engine, "The name of the engine; %NULL: unknown.") \
  P (REASON, "reason", G_TYPE_STRING, 0, set_string, self->result->reason, "Why there is no solution, translated; %NULL: no reason is known.") \
  P (SECONDS, "seconds", G_TYPE_DOUBLE, 0, set_double, self->result->seconds, "The time of the search.") \
  P (CPU_SECONDS, "cpu-seconds", G_TYPE_DOUBLE, 0, set_double, self->result->cpu, "The processor time of the program during the search, in seconds; 0: unknown.") \
  P (NODES, "nodes", G_TYPE_UINT64, 0, set_uint64, self->result->nodes, "The number of states or nodes that were searched; 0: not counted.") \
  P (COUNT, "count", G_TYPE_STRING, 0, take_string, dup_count (self->result), "The number of solutions found, symmetric ones included, in decimal digits; %NULL: this kind of puzzle is not counted by a search.")

#define TILEWRIGHT_SOLVER_PROPERTIES(P) \
  P (PUZZLE, "puzzle", TILEWRIGHT_TYPE_PUZZLE, 0, set_object, self->puzzle, "The puzzle to solve.") \
  P (OPTIONS, "options", TILEWRIGHT_TYPE_OPTIONS, 0, set_object, self->options, "The options of the next search; %NULL: the defaults.") \
  P (RUNNING, "running", G_TYPE_BOOLEAN, 0, set_boolean, self->job != NULL, "Whether a search is running.") \
  P (BEST, "best", TILEWRIGHT_TYPE_RESULT, 0, set_object, self->best, "The best solution found; %NULL: none yet.") \
  P (BOUND, "bound", G_TYPE_INT64, -1, set_int64, self->bound, "The proved lower bound of the cost; -1: none yet.") \
  P (FRACTION, "fraction", G_TYPE_DOUBLE, 0, set_double, self->fraction, "How much of the search is done, from 0 to 1, as far as the engine knows.")

#define TILEWRIGHT_PICTURE_PROPERTIES(P) \
  P (PUZZLE, "puzzle", TILEWRIGHT_TYPE_PUZZLE, 0, , , "The puzzle; %NULL: that of the result.") \
  P (RESULT, "result", TILEWRIGHT_TYPE_RESULT, 0, , , "The result whose solution is drawn; %NULL: none.") \
  P (TITLE, "title", G_TYPE_STRING, 0, , , "A text above the board; %NULL: none.") \
  P (CAPTION, "caption", G_TYPE_STRING, 0, , , "A text below the board; %NULL: none.") \
  P (THEME, "theme", TILEWRIGHT_TYPE_THEME, 0, , , "The colours.") \
  P (CELL, "cell", G_TYPE_DOUBLE, 0, , , "The side of a cell in pixels (PNG) or points; 0: chosen for a picture of the usual size.") \
  P (MARGIN, "margin", G_TYPE_DOUBLE, -1, , , "The space around the board in pixels or points; negative: chosen.") \
  P (BACKGROUND, "background", G_TYPE_BOOLEAN, TRUE, , , "Whether the paper is filled; otherwise it is transparent.") \
  P (GRID, "grid", G_TYPE_BOOLEAN, TRUE, , , "Whether there are lines between uncovered cells.") \
  P (LABELS, "labels", G_TYPE_BOOLEAN, TRUE, , , "Whether squares have their sizes and pieces their names, where they fit.") \
  P (PATTERNS, "patterns", G_TYPE_BOOLEAN, 0, , , "Whether fills are hatched, one pattern for each colour.")

/* clang-format on */

/* For the enumeration of a class and for its table `props`, whose flags are `flags`. */
#define TILEWRIGHT_PROPERTY_ID(id, ...) PROP_##id,
#define TILEWRIGHT_PROPERTY_PARAM(id, name, type, value, ...) \
  props[PROP_##id] = tilewright_param_new (name, type, value, flags);
/* For a switch of get_property (). */
#define TILEWRIGHT_PROPERTY_GET(id, name, type, default, set, get, doc) \
  case PROP_##id:                                                       \
    g_value_##set (value, get);                                         \
    break;
