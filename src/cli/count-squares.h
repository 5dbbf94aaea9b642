/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count-squares.h - counts the tilings of a puzzle of kind squares, for count.c. */
#pragma once

#include <json-glib/json-glib.h>

#include "cli/command.h"
#include "puzzle/kinds/squares/count.h"

/* Prints the number if `summary`; *node receives the output of --json, which the caller frees. */
TwExit tw_cli_count_squares (TwPuzzle *puzzle, const TwOptions *options, TwSquareCountGoal goal,
                             gboolean summary, JsonNode **node);
