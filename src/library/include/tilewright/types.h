/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - the types and enumerations of libtilewright; see tilewright.h. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

/* Marks what the library exports. */
#define TILEWRIGHT_API __attribute__ ((visibility ("default"))) extern

typedef struct _TilewrightOptions TilewrightOptions;
typedef struct _TilewrightPuzzle TilewrightPuzzle;
typedef struct _TilewrightResult TilewrightResult;

/**
 * TilewrightStatus:
 * @TILEWRIGHT_STATUS_OPTIMAL: there is a solution, and no solution is better
 * @TILEWRIGHT_STATUS_FEASIBLE: there is a solution; a better one is possible
 * @TILEWRIGHT_STATUS_INFEASIBLE: proved: there is no solution
 * @TILEWRIGHT_STATUS_TIMEOUT: no solution within the time limit
 * @TILEWRIGHT_STATUS_CANCELLED: no solution before the search was stopped
 * @TILEWRIGHT_STATUS_OUT_OF_MEMORY: no solution within the memory budget
 *
 * How a search ended.
 */
typedef enum {
  TILEWRIGHT_STATUS_OPTIMAL,
  TILEWRIGHT_STATUS_FEASIBLE,
  TILEWRIGHT_STATUS_INFEASIBLE,
  TILEWRIGHT_STATUS_TIMEOUT,
  TILEWRIGHT_STATUS_CANCELLED,
  TILEWRIGHT_STATUS_OUT_OF_MEMORY,
} TilewrightStatus;

/**
 * TilewrightGoal:
 * @TILEWRIGHT_GOAL_ALL: every solution
 * @TILEWRIGHT_GOAL_DISTINCT: one of each set of symmetric ones; of tilings by squares only those of
 *   an empty board
 * @TILEWRIGHT_GOAL_FEWEST: tilings with the fewest squares
 * @TILEWRIGHT_GOAL_RECTANGLES: tilings of a board of squares by rectangles of any sizes
 *
 * Which solutions are counted.
 */
typedef enum {
  TILEWRIGHT_GOAL_ALL,
  TILEWRIGHT_GOAL_DISTINCT,
  TILEWRIGHT_GOAL_FEWEST,
  TILEWRIGHT_GOAL_RECTANGLES,
} TilewrightGoal;

/**
 * TilewrightFormat:
 * The formats of pictures: pixels, paths in points (SVG and PDF), or lines of plain text.
 */
typedef enum {
  TILEWRIGHT_FORMAT_PNG,
  TILEWRIGHT_FORMAT_SVG,
  TILEWRIGHT_FORMAT_PDF,
  TILEWRIGHT_FORMAT_TEXT,
} TilewrightFormat;

/**
 * TilewrightTheme:
 * The colours of pictures: all, lines with contrast only, or greys; on white or on a dark ground.
 */
typedef enum {
  TILEWRIGHT_THEME_LIGHT,
  TILEWRIGHT_THEME_DARK,
  TILEWRIGHT_THEME_CONTRAST,
  TILEWRIGHT_THEME_CONTRAST_DARK,
  TILEWRIGHT_THEME_GREYS,
  TILEWRIGHT_THEME_GREYS_DARK,
} TilewrightTheme;

/**
 * TilewrightError:
 * @TILEWRIGHT_ERROR_FILE: a file cannot be read
 * @TILEWRIGHT_ERROR_SIZE: larger than the limits of the library or the memory
 * @TILEWRIGHT_ERROR_SYNTAX: malformed JSON or text
 * @TILEWRIGHT_ERROR_FORMAT: well-formed, but not a puzzle or a solution
 * @TILEWRIGHT_ERROR_UNKNOWN: no kind of puzzle recognises it
 * @TILEWRIGHT_ERROR_USAGE: an argument or option that is not valid for the puzzle
 * @TILEWRIGHT_ERROR_STOPPED: time or memory ended before the work was complete
 *
 * The errors of the library.
 */
typedef enum {
  TILEWRIGHT_ERROR_FILE,
  TILEWRIGHT_ERROR_SIZE,
  TILEWRIGHT_ERROR_SYNTAX,
  TILEWRIGHT_ERROR_FORMAT,
  TILEWRIGHT_ERROR_UNKNOWN,
  TILEWRIGHT_ERROR_USAGE,
  TILEWRIGHT_ERROR_STOPPED,
} TilewrightError;

#define TILEWRIGHT_ERROR (tilewright_error_quark ())
TILEWRIGHT_API GQuark tilewright_error_quark (void);
