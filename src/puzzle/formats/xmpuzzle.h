/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xmpuzzle.h - files of BurrTools (*.xmpuzzle): XML, usually compressed with gzip.
 *
 * From BurrTools' documentation and sources (burrtools.sourceforge.net): a file has shapes and
 * problems. A shape is a box of voxels with x running fastest; _ is empty, # filled, + variable,
 * and a number behind a voxel is its constraint colour. A problem says how often each shape is
 * used to fill a result shape, and which colours may lie on which.
 *
 * A problem is imported when the grid consists of cubes and each of its shapes is one layer thick.
 * Such pieces can be turned over, so all eight orientations are allowed.
 *
 * Threads: no state; any thread.
 */
#ifndef TW_PUZZLE_FORMATS_XMPUZZLE_H
#define TW_PUZZLE_FORMATS_XMPUZZLE_H

#include "puzzle/puzzle.h"

G_BEGIN_DECLS

enum {
  TW_XMPUZZLE_MAX_BYTES = 64 << 20, /* of the XML after decompression */
  TW_XMPUZZLE_MAX_SHAPES = 10000,
  TW_XMPUZZLE_MAX_PROBLEMS = 10000,
  TW_XMPUZZLE_MAX_PARTS = 100000,      /* of all problems in total */
  TW_XMPUZZLE_MAX_CUBES = 1000 * 1000, /* of one shape, including empty voxels */
  TW_XMPUZZLE_MAX_COLOURS = 63,
  TW_XMPUZZLE_MAX_COMMENT = 64 << 10, /* bytes; a longer comment is dropped */
};

/* Does the data begin like such a file? */
gboolean tw_xmpuzzle_sniff (const char *data, gsize length);

/* Appends a puzzle for each problem that can be imported. When there is none, returns FALSE and
 * sets `error` to the reason why the first problem cannot be imported. */
gboolean tw_xmpuzzle_read (const char *data, gsize length, GPtrArray *puzzles, GError **error);

/* Returns a piece puzzle as uncompressed XML, which BurrTools reads too; the caller frees it with
 * g_free (). Returns NULL and sets `error` when the format cannot express the rules of the
 * puzzle. */
char *tw_xmpuzzle_write (const TwPuzzle *puzzle, GError **error);

G_END_DECLS

#endif
