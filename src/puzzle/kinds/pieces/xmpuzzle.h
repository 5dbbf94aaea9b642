/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle.h - files of BurrTools (*.xmpuzzle): XML, usually compressed with gzip.
 *
 * From BurrTools' documentation and sources (burrtools.sourceforge.net): a file has shapes and
 * problems. A shape is a box of voxels with x running fastest; _ is empty, # filled, + variable,
 * and a number behind a voxel is its constraint colour, from 1; without one it has colour 0, which
 * may lie on every colour and under every colour. A problem says how often each shape is used to
 * fill a result shape, and lists the pairs of a piece colour and a result colour that it may lie on.
 * Pairs count colours from 0: piece="0" is colour 1 of the voxels (problem_c::placementAllowed ()).
 *
 * A problem is imported when the grid consists of cubes and each of its shapes is one layer thick.
 * Such pieces can be turned over, so all eight orientations are allowed. Variable voxels of the result
 * may stay empty, at most maxHoles of them.
 *
 * The state of a problem is 0 without solutions, 1 while it is solved, 2 when its list is complete, 3
 * when its solutions are some of all; BurrTools reads counts in the states from 1, and needs them there.
 *
 * A solution ("assembly") is a text with "X Y Z T" for each copy of each part that may be used, in
 * the order of the parts, or "x" for a copy that is not used: the voxel (hx, hy, hz) of the shape,
 * by default (0, 0, 0), lies at (X, Y, Z) of the result after rotation T around it. T % 4 is a
 * number of quarter turns about the x axis; T / 4 = 1, 2, 3 as many about y after them, 4 and 5 one
 * or three about z.
 *
 * Threads: no state; any thread.
 */
#pragma once

#include "puzzle/result.h"

enum {
  TW_XMPUZZLE_MAX_BYTES = 64 << 20, /* of the XML after decompression */
  TW_XMPUZZLE_MAX_SHAPES = 10000,
  TW_XMPUZZLE_MAX_PROBLEMS = 10000,
  TW_XMPUZZLE_MAX_PARTS = 100000,      /* of all problems in total */
  TW_XMPUZZLE_MAX_CUBES = 1000 * 1000, /* of one shape, including empty voxels */
  TW_XMPUZZLE_MAX_COLOURS = 63,
  /* Elements inside each other; each takes some 100 bytes. BurrTools nests the steps of taking a
   * puzzle apart, at most one for each piece. */
  TW_XMPUZZLE_MAX_DEPTH = 1000,
  TW_XMPUZZLE_MAX_SOLUTIONS = 100000, /* of all problems; more are not read */
  TW_XMPUZZLE_MAX_COVERED = 4000000,  /* cells of the solutions that are read, in total */
  TW_XMPUZZLE_MAX_COMMENT = 64 << 10, /* bytes; a longer comment is dropped */
};

/* Does the data begin like such a file? */
gboolean tw_xmpuzzle_sniff (const char *data, gsize length);

/* Appends a puzzle for each problem that can be imported. When there is none, returns FALSE and
 * sets `error` to the reason why the first problem cannot be imported; also when the boards and
 * pieces of all puzzles, or all shapes, have more than TW_PIECES_MAX_CELLS cells. */
gboolean tw_xmpuzzle_read (const char *data, gsize length, GPtrArray *puzzles, GError **error);

/* Reads the solutions of `puzzles`: each belongs to the first problem behind that of the puzzle
 * before it which has the same board and the same pieces; that of a single puzzle also has
 * solutions. Returns an array with a TwResult for each puzzle, NULL for those without a solution; a
 * result with several solutions holds them as TwPieceSolutions. When the checker refuses a solution, the result is that solution alone. Returns
 * NULL and sets `error` when a solution is malformed. */
GPtrArray *tw_xmpuzzle_read_solutions (const char *data, gsize length, const GPtrArray *puzzles,
                                       GError **error);

/* Returns a piece puzzle as uncompressed XML, which BurrTools reads too, with the solutions of
 * `result`, which may be NULL; the caller frees it with g_free (). Returns NULL and sets `error`
 * when the format cannot express the rules of the puzzle. */
char *tw_xmpuzzle_write (const TwPuzzle *puzzle, const TwResult *result, GError **error);
