/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symmetry.h - selects one representative of the images of a tiling under the symmetries of its
 * board. Internal to core/capped. */
#pragma once

#include "core/base/tiling.h"

/* Returns true for exactly one image of every tiling, among the images with the order of corners
 * that the search produces. `tiling` must be sorted. Sets *failed when memory is short. */
bool tw_capped_is_canonical (int width, int height, const TwTiling *tiling, bool *failed);
