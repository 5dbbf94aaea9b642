/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test-puzzles.c - see test-puzzles.h. */
#include "test-puzzles.h"

#include <string.h>

#include "puzzle/kind-solve.h"

TwPuzzle *
test_parse (const char *text, const char *name, GError **error)
{
  g_autoptr (GPtrArray) puzzles = tw_puzzles_parse (text, strlen (text), name, error);

  if (puzzles == NULL)
    return NULL;
  g_assert_cmpuint (puzzles->len, ==, 1);
  return tw_puzzle_ref (g_ptr_array_index (puzzles, 0));
}

TwPuzzle *
test_puzzle (const char *text, const char *name)
{
  g_autoptr (GError) error = NULL;
  TwPuzzle *puzzle = test_parse (text, name, &error);

  g_assert_no_error (error);
  return puzzle;
}

TwOptions
test_options (void)
{
  TwOptions options;

  tw_options_init (&options);
  return options;
}

TwResult *
test_solve (TwPuzzle *puzzle, const TwOptions *options)
{
  TwOptions defaults = test_options ();

  if (options == NULL)
    options = &defaults;
  TwLimits limits = tw_kind_limits (options);
  g_autoptr (TwRun) run = tw_run_new (&limits);
  return tw_kind_solve (puzzle, options, run, NULL);
}

TwResult *
test_solve_all (TwPuzzle *puzzle)
{
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });
  TwOptions options = test_options ();

  options.limit = 0;
  return tw_kind_solve (puzzle, &options, run, NULL);
}
