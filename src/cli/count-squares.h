/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count-squares.h - counts the tilings of a puzzle of kind squares, for count.c. */
#pragma once

#include "cli/command.h"
#include "puzzle/squares.h"

#define TW_CLI_SQUARES_CHECKPOINT "tilewright-squares "

typedef struct {
  TwSquareCountGoal goal;
  gboolean summary;
  /* NULL: none. Otherwise the puzzle is an empty rectangle, and all of its tilings are counted. The
   * count continues from `state`, which took `seconds`. */
  const char *checkpoint;
  TwSquareCountState state;
  double seconds;
} TwCliSquares;

/* Prints the number if `summary`, unless the state turns out to be wrong; *json receives the output of
 * --json, which the caller frees. */
TwExit tw_cli_count_squares (TwPuzzle *puzzle, const TwOptions *options, TwCliSquares *squares,
                             char **json);
