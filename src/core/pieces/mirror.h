/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mirror.h - a compiled piece problem turned by 180 degrees, with its cells and placements numbered
 * backwards. It has the same solutions. A search of it breaks ties between items the other way,
 * takes branches in the opposite order, and works on other bits of every set; therefore it verifies
 * a count.
 *
 * Private to core/pieces; called by pool.c. For instances without extra items.
 */
#pragma once

#include "core/pieces/symmetry.h"

typedef struct {
  TwInstance instance; /* for cover.h only: no orientations, no places */
  TwSearchPart *parts;
} TwMirror;

/* Returns false when memory runs out. The caller clears the mirror in any case; the original must
 * outlive it. */
bool tw_mirror_make (TwMirror *mirror, const TwInstance *instance, const TwSearchParts *parts);
/* Also of a mirror that was only initialised to zero. */
void tw_mirror_clear (TwMirror *mirror);

/* The number of a placement in the other instance, in both directions. */
static inline int32_t
tw_mirror_place (const TwInstance *instance, int32_t place)
{
  return instance->n_places - 1 - place;
}
