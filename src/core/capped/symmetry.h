/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry.h - which of a tiling's images under the symmetries of its board
 * stands for all of them. Internal to core/capped. */
#ifndef TW_CORE_CAPPED_SYMMETRY_H
#define TW_CORE_CAPPED_SYMMETRY_H

#include "core/tiling.h"

/* True for exactly one image of every tiling among those in the order of
 * corners that the search keeps. `tiling` is sorted; sets *failed when memory
 * is short. */
bool tw_capped_is_canonical (int width, int height, const TwTiling *tiling, bool *failed);

#endif
