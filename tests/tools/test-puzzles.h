/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-puzzles.h - puzzles from texts, and their solutions, for the tests above core. */
#pragma once

#include "core/options.h"
#include "puzzle/core-values.h"
#include "puzzle/kind.h"
#include "puzzle/load.h"

/* The only puzzle of a text, as if it were read from a file of that name; NULL with an error. */
TwPuzzle *test_parse (const char *text, const char *name, GError **error);
/* The same; the test fails when there is an error. */
TwPuzzle *test_puzzle (const char *text, const char *name);
/* The default options. */
TwOptions test_options (void);
/* Solves with the limits that the options set; NULL: the default options. */
TwResult *test_solve (TwPuzzle *puzzle, const TwOptions *options);
/* Finds all solutions, without limits. */
TwResult *test_solve_all (TwPuzzle *puzzle);
