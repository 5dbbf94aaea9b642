/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover-scan.h - the scan rule of cover.c: branch on the first free cell of the scan order.
 *
 * On a narrow board, and when few cells are free, the first free cell has about as few placements
 * as the best item, and it is known without counting. A node then needs no sets of placements.
 * Placements are described by their shape, a bitmap relative to their first cell. For each byte of
 * the 64 board bits that begin at the first free cell, a table gives the set of shapes that cover
 * no cell outside the byte's free cells; an AND of these sets, of the set of shapes that may begin
 * at this cell and of the set of shapes whose piece is not used up gives the branches.
 *
 * The region test works on the same 64 bits as long as they hold all cells up to the last covered
 * one. The free cells behind that are connected to each other, so only the regions that are not
 * connected to them are filled.
 *
 * Source: branching on the first empty cell and bitmaps are folklore of polyomino programs, see
 * J. G. Fletcher, A Program to Solve the Pentomino Problem by the Recursive Use of Macros (1965).
 * The tables of shapes by bytes of free cells are an addition of this project.
 *
 * Private to cover.c.
 */
#pragma once

#include "core/pieces/bits128.h"
#include "core/pieces/symmetry.h"

enum {
  TW_SCAN_WORDS = 4, /* most words of a set of shapes */
  TW_SCAN_BITS = 128,
  TW_SCAN_AHEAD = 6,     /* nodes made before they are searched */
  TW_SCAN_USE_BITS = 57, /* of a packed vector; with the number of a board bit they fill a word */
};

typedef struct {
  uint64_t cells; /* relative to the first cell */
  int32_t cls;
  int16_t size;
  int16_t last; /* highest bit of `cells` */
} TwScanShape;

typedef struct {
  int words; /* words of a set of shapes, 1, 2 or 4; 0: the board has no tables */
  int bytes; /* bytes of the longest shape */
  int n_shapes;
  TwScanShape *shapes;
  uint64_t *fit; /* fit[(256 * byte + bits) * words]: shapes whose cells in this byte are in bits */
  uint64_t *at;  /* for each board bit, the shapes that may begin there */
  uint64_t *of_class;
  int32_t *place_at; /* for each board bit and shape, the placement, or -1 */
  uint64_t *late;    /* for each board bit, shapes of pieces that must have been used before it */
  uint64_t *unit;    /* for each class, one use of it as a number of a packed vector */
  bool packed;       /* do the numbers of uses fit such a vector? */
  bool joined[TW_SCAN_BITS]; /* are all cells after this bit connected with the last cell? */
} TwCoverScan;

/* Fills the tables from the bitmaps of the placements; leaves `words` 0 when the shapes are too
 * long or too many. Returns false when memory runs out. */
bool tw_cover_scan_init (TwCoverScan *scan, const TwInstance *instance, const TwSearchPart *part,
                         const TwBits128 *footprint, TwArena *arena);
