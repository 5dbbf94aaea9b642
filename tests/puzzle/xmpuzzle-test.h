/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle-test.h - texts of BurrTools files, and the numbers of solutions of their puzzles. */
#pragma once

#include "test-puzzles.h"
#include "test-tools.h"
#include "puzzle/kinds/pieces/xmpuzzle.h"
#include "puzzle/pieces/solutions.h"

#define HEAD_WITH(colours)                                                                         \
  "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n" colours "\n<shapes>" \
  "\n"
#define HEAD        HEAD_WITH ("<colors/>")
#define COLOUR      "<color red=\"83\" green=\"151\" blue=\"211\"/>"
#define TWO_COLOURS HEAD_WITH ("<colors>" COLOUR COLOUR "</colors>")

/* A piece that must lie on its own colours: 1 on 2, 2 on 1. Pairs count colours from 0. */
static const char xmpuzzle_coloured[] = TWO_COLOURS
  "<voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">#1#2</voxel>\n"
  "<voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">#2#1#1#2</voxel>\n"
  "</shapes><problems><problem state=\"0\"><shapes><shape id=\"0\" count=\"2\"/></shapes>"
  "<result id=\"1\"/><bitmap><pair piece=\"0\" result=\"1\"/><pair piece=\"1\" result=\"0\"/>"
  "</bitmap></problem></problems></puzzle>\n";

static inline GPtrArray *
parse (const char *data, gsize length, GError **error)
{
  return tw_puzzles_parse (data, length, "b.xmpuzzle", error);
}

/* The puzzles of a text that has no error. */
static inline GPtrArray *
parse_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *puzzles = parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return puzzles;
}

/* What is written for a puzzle, with the solutions of a result unless it is NULL. */
static inline char *
write_good (TwPuzzle *puzzle, const TwResult *result)
{
  g_autoptr (GError) error = NULL;
  char *text = tw_xmpuzzle_write (puzzle, result, &error);

  g_assert_no_error (error);
  return text;
}

/* Returns the number of solutions, or their number up to symmetry. */
static inline guint64
count_solutions (TwPuzzle *puzzle, gboolean distinct)
{
  g_autoptr (TwRun) run = tw_run_new (&(TwLimits){ 0 });
  TwPiecesQuery query = { .goal = TW_PIECES_COUNT, .threads = 1 };
  g_auto (TwPiecesResult) result = { 0 };

  g_assert_true (
    tw_pieces_search (tw_piece_puzzle_get_problem (puzzle), &query, run, NULL, &result));
  g_assert_true (result.complete);
  return distinct ? result.distinct : result.raw;
}

static inline guint64
count (TwPuzzle *puzzle)
{
  return count_solutions (puzzle, FALSE);
}
