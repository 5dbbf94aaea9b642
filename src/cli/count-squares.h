/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count-squares.h - counts the tilings of a puzzle of kind squares, for count.c. */
#ifndef TW_CLI_COUNT_SQUARES_H
#define TW_CLI_COUNT_SQUARES_H

#include <json-glib/json-glib.h>

#include "cli/command.h"
#include "puzzle/kinds/squares/count.h"

G_BEGIN_DECLS

/* Prints the number if `summary`; *node receives the output of --json, which the caller frees. */
TwExit tw_cli_count_squares (TwPuzzle *puzzle, const TwOptions *options, TwSquareCountGoal goal,
                             gboolean summary, JsonNode **node);

G_END_DECLS

#endif
