/* SPDX-License-Identifier: GPL-3.0-or-later */
/* find-reasons.h - the tests behind reasons.h; called by search.c. */
#pragma once

#include "core/pieces/instance.h"

/* Each function sets reason->kind when it proves that there is no solution, and leaves *reason
 * unchanged otherwise. When memory runs out, it proves nothing. */

/* Compares the numbers of cells of each colour. Does not need the list of placements. */
void tw_reasons_colours (const TwInstance *instance, TwPieceReason *reason);
/* Looks for unreachable cells, pieces that fit nowhere, regions that cannot be filled, and
 * colourings of the board that no choice of pieces matches. Needs the list of placements. */
void tw_reasons_places (const TwInstance *instance, TwPieceReason *reason);
