/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry.h - the symmetries of a compiled piece problem, and symmetry breaking before a search.
 *
 * Two solutions are equal when a rotation or reflection that maps the coloured board to itself
 * (and the pieces placed beforehand to themselves) maps one to the other. Pieces are compared by
 * their cells; only pieces that share an orientation with a different piece keep their identity.
 *
 * Private to core/pieces.
 */
#pragma once

#include "core/pieces/instance.h"

typedef struct {
  /* Mask of the transforms that may map one solution to another; bit 0, the identity, is always
   * set. */
  uint8_t elements;
  /* Does each of them map every solution to a solution? */
  bool closed;
  /* For each transform the image of each placement; -1: it has none. */
  int32_t *image[8];
} TwSymmetry;

/* Allocates in the instance's arena. */
TwEnd tw_symmetry_find (TwSymmetry *symmetry, TwInstance *instance);

/* The image of a cell under transform k, which is one of the elements. */
int tw_symmetry_cell (const TwInstance *instance, int k, int cell);

/* One part of a search: the placements it may use, its counts of the classes, and the symmetries
 * that still act on its solutions. Each orbit of solutions meets exactly one part, in one orbit of
 * that part's `elements`. */
typedef struct {
  uint64_t *allowed; /* bit set over the placements */
  int *least;        /* for each class */
  int *most;
  uint8_t elements;
} TwSearchPart;

typedef struct {
  TwSearchPart *parts;
  int count;
} TwSearchParts;

/* Splits the search into parts: restricts a piece that is used at most once to one placement of
 * each orbit, then another piece while symmetries remain. Without symmetries there is one part. The
 * arena of the instance owns the parts. */
TwEnd tw_symmetry_split (const TwSymmetry *symmetry, TwInstance *instance, TwSearchParts *parts);

/* The position of a solution (ascending placements) in its orbit under `elements`. */
typedef struct {
  bool first;   /* no image precedes it: this solution represents the orbit */
  int fixed_by; /* how many of the elements map the solution to itself */
} TwOrbit;

/* `scratch` has room for `count` placements, `use` for n_classes counts. */
TwOrbit tw_symmetry_judge (const TwSymmetry *symmetry, const TwInstance *instance, uint8_t elements,
                           const int32_t *places, int count, int32_t *scratch, int *use);

/* Stores the image of a solution, ascending; returns false when the image is not a solution. */
bool tw_symmetry_map (const TwSymmetry *symmetry, const TwInstance *instance, int k,
                      const int32_t *places, int count, int32_t *image, int *use);
