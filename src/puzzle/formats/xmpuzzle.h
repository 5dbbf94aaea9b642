/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle.h - files of BurrTools (*.xmpuzzle): XML, mostly compressed with gzip.
 *
 * Facts from BurrTools' documentation and sources (burrtools.sourceforge.net): a file has
 * shapes, boxes of voxels with x running fastest, _ empty, # filled, + variable, a number
 * behind a voxel its constraint colour; and problems, which say how often each shape is to
 * be used to fill a result shape, and which colours may lie on which.
 *
 * A problem is imported when the grid is that of cubes and its shapes are each one layer
 * thick: such pieces can be turned over, so that all eight orientations are allowed.
 *
 * Threads: no state; any thread.
 */
#ifndef TW_PUZZLE_FORMATS_XMPUZZLE_H
#define TW_PUZZLE_FORMATS_XMPUZZLE_H

#include "puzzle/puzzle.h"

G_BEGIN_DECLS

enum {
  TW_XMPUZZLE_MAX_BYTES = 64 << 20, /* of the XML, decompressed */
  TW_XMPUZZLE_MAX_SHAPES = 10000,
  TW_XMPUZZLE_MAX_PROBLEMS = 10000,
  TW_XMPUZZLE_MAX_PARTS = 100000,      /* of all problems together */
  TW_XMPUZZLE_MAX_CUBES = 1000 * 1000, /* of one shape, empty ones too */
  TW_XMPUZZLE_MAX_COLOURS = 63,
};

/* Is this what such a file begins with? */
gboolean tw_xmpuzzle_sniff (const char *data, gsize length);

/* Appends a puzzle for each problem that can be imported. When there is none: FALSE and
 * `error`, which says why the first one cannot. */
gboolean tw_xmpuzzle_read (const char *data, gsize length, GPtrArray *puzzles, GError **error);

/* A piece puzzle as XML that is not compressed, which BurrTools reads as well. NULL and
 * `error` when the puzzle has rules that the format cannot say. g_free () it. */
char *tw_xmpuzzle_write (const TwPuzzle *puzzle, GError **error);

G_END_DECLS

#endif
