/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry.h - the symmetries of a compiled piece problem, and how a search is
 * cut down by them before it starts.
 *
 * Two solutions are the same when a rotation or reflection that maps the
 * coloured board to itself (and the pieces placed beforehand to themselves)
 * maps one onto the other. Pieces are compared by their cells; only pieces that
 * share an orientation with a different piece keep their identity.
 *
 * Private to core/pieces.
 */
#ifndef TW_CORE_PIECES_SYMMETRY_H
#define TW_CORE_PIECES_SYMMETRY_H

#include "core/pieces/instance.h"

typedef struct {
  /* Mask of the transforms that may map one solution onto another; bit 0, the
   * identity, is always set. */
  uint8_t elements;
  /* Each of them maps every solution onto a solution. */
  bool closed;
  /* For each transform the image of every place, -1: no place. */
  int32_t *image[8];
} TwSymmetry;

/* Memory comes from the instance's arena. */
TwCompile tw_symmetry_find (TwSymmetry *symmetry, TwInstance *instance);

/* Where transform k, one of the elements, maps a cell. */
int tw_symmetry_cell (const TwInstance *instance, int k, int cell);

/* One part of a search: the places it may use, its counts of the classes, and
 * the symmetries that still act on its solutions. Each orbit of solutions meets
 * exactly one part, in one orbit of that part's `elements`. */
typedef struct {
  uint64_t *allowed; /* bit set over the places */
  int *least;        /* for each class */
  int *most;
  uint8_t elements;
} TwPart;

typedef struct {
  TwPart *parts;
  int count;
} TwParts;

/* Fixes the orbit of one piece that is used at most once, then of another while
 * symmetries are left. Without symmetry (or with `whole`) it is one part. The
 * arena of the instance owns the parts. */
TwCompile tw_symmetry_split (const TwSymmetry *symmetry, TwInstance *instance, bool whole,
                             TwParts *parts);

/* How a solution (ascending places) stands in its orbit under `elements`. */
typedef struct {
  bool first;   /* no image is before it: this one is counted */
  int fixed_by; /* how many of the elements map it to itself */
} TwOrbit;

/* `scratch` has room for `count` places; `use` for n_classes counts. */
TwOrbit tw_symmetry_judge (const TwSymmetry *symmetry, const TwInstance *instance, uint8_t elements,
                           const int32_t *places, int count, int32_t *scratch, int *use);

/* The image of a solution, ascending; false when it is no solution. */
bool tw_symmetry_map (const TwSymmetry *symmetry, const TwInstance *instance, int k,
                      const int32_t *places, int count, int32_t *image, int *use);

#endif
